"""Singles where candidates are struck out of cells by themselves."""

from __future__ import annotations

import random
import re

import pytest

from satdoku.candidates import open_masks
from satdoku.cnf.singles import _follow_struck, follow_singles
from satdoku.geometry import Geometry
from satdoku.grid import Grid

SHAPES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(1, 5)]


def _fixpoint(puzzle: Grid) -> list[int] | None:
    """Follow singles by sets, all over again until nothing changes; None if refuted."""
    geometry = puzzle.geometry
    held = [
        {digit for digit in geometry.digits if mask >> digit - 1 & 1}
        for mask in puzzle.left()
    ]
    changed = True
    while changed:
        changed = False
        for cell, digits in enumerate(held):
            if not digits:
                return None
            if len(digits) > 1:
                continue
            for peer in geometry.peers_of(cell):
                changed |= bool(held[peer] & digits)
                held[peer] -= digits
        for unit in geometry.units:
            for digit in geometry.digits:
                places = [cell for cell in unit if digit in held[cell]]
                if not places:
                    return None
                if len(places) == 1 and len(held[places[0]]) > 1:
                    held[places[0]] = {digit}
                    changed = True
    return [sum(1 << (digit - 1) for digit in digits) for digits in held]


@pytest.mark.parametrize("geometry", SHAPES, ids=str)
def test_same_as_by_sets(geometry: Geometry) -> None:
    """The masks that are left, contradictions included."""
    rng = random.Random(11)  # noqa: S311  a test's own dice
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    full = [
        (w * (row % h) + row // h + column) % n + 1
        for row in range(n)
        for column in range(n)
    ]
    seen = {True: 0, False: 0}
    for _ in range(150):
        share, loss = rng.choice([0.0, 0.1, 0.3]), rng.choice([0.2, 0.4, 0.6])
        values = tuple(v if rng.random() < share else 0 for v in full)
        masks = [
            sum(1 << d for d in range(n) if d + 1 == right or rng.random() >= loss)
            for right in full
        ]
        if rng.random() < 0.5:
            cell = rng.randrange(n * n)
            masks[cell] = (
                masks[cell] & ~(1 << full[cell] - 1)
                if not values[cell]
                else masks[cell]
            )
        puzzle = Grid(geometry, values, tuple(masks))
        expected = _fixpoint(puzzle)
        found = follow_singles(puzzle)
        seen[expected is None] += 1

        assert (expected is None) == (found.refuted is not None)
        if expected is None:
            assert not any(found.candidates)
            assert () == found.cells
            continue
        assert expected == list(found.candidates)
        assert found.values == tuple(
            mask.bit_length() if not mask & (mask - 1) else 0 for mask in expected
        )
        assert found.cells == tuple(c for c, v in enumerate(found.values) if not v)
    assert min(seen.values()) > 10


def test_same_as_unit_by_unit() -> None:
    """Where the clues alone decide, both ways of following singles end alike."""
    for text in ("1............4...", "12..34.........", "1234............"):
        puzzle = Grid.parse(text.ljust(16, ".")[:16])

        assert follow_singles(puzzle) == _follow_struck(puzzle)


@pytest.mark.parametrize(
    ("text", "struck", "said"),
    [
        ("................", {5: 0}, "r2c2 has no candidate"),
        ("12..............", {2: 0}, "r1c3 has no candidate"),
        ("................", {0: 8, 1: 8}, "r1c[12] has no candidate"),
        ("................", {0: 7, 1: 7, 2: 7, 3: 7}, "row 1 has no place for 4"),
        ("................", {0: 7, 4: 7, 8: 7, 12: 7}, "column 1 has no place for 4"),
        ("................", {0: 7, 1: 7, 4: 7, 5: 7}, "box 1 has no place for 4"),
        ("................", {1: 3, 2: 3, 3: 3}, "r1c1 is needed for more than it can"),
        ("11..............", {5: 7}, "r1c2 clashes with another clue"),
    ],
)
def test_what_is_impossible(text: str, struck: dict[int, int], said: str) -> None:
    """A contradiction is told in the words of the grid."""
    puzzle = Grid.parse(text)
    masks = list(open_masks(puzzle.geometry, puzzle.values))
    for cell, mask in struck.items():
        masks[cell] = mask
    found = follow_singles(puzzle.with_candidates(masks))

    assert found.refuted is not None
    assert re.match(said, found.refuted)
    assert not any(found.candidates)
