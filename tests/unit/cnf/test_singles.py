"""Singles: followed to the end, and never wrong."""

from __future__ import annotations

import random

import pytest

from satdoku.cnf.singles import follow_singles
from satdoku.geometry import Geometry
from satdoku.grid import Grid


def _fixpoint(puzzle: Grid) -> tuple[list[set[int]], bool]:
    """Follow singles with sets, one at a time; tell candidates and whether refuted."""
    geometry = puzzle.geometry
    held = [{v} if v else set(geometry.digits) for v in puzzle.values]
    placed: dict[int, int] = {}
    todo = list(puzzle.clues)
    while todo:
        cell, digit = todo.pop()
        if placed.get(cell, digit) != digit or digit not in held[cell]:
            return held, True
        placed[cell] = digit
        held[cell] = {digit}
        for peer in geometry.peers_of(cell):
            held[peer].discard(digit)
        if todo:
            continue
        if not all(held):
            return held, True
        todo = [
            (c, min(held[c]))
            for c in range(geometry.cells)
            if c not in placed and len(held[c]) == 1
        ]
        for unit in geometry.units:
            for d in geometry.digits:
                places = [c for c in unit if d in held[c]]
                if not places:
                    return held, True
                if len(places) == 1 and places[0] not in placed:
                    todo.append((places[0], d))
    return held, False


SHAPES = [
    Geometry(2, 2),
    Geometry(2, 3),
    Geometry(3, 2),
    Geometry(1, 5),
    Geometry(3, 3),
]


@pytest.mark.parametrize("geometry", SHAPES, ids=str)
def test_same_as_one_at_a_time(geometry: Geometry) -> None:
    """Masks of units find what sets of candidates find, contradictions included."""
    rng = random.Random(7)  # noqa: S311  a test's own dice
    seen = {True: 0, False: 0}
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    full = [
        (w * (row % h) + row // h + column) % n + 1
        for row in range(n)
        for column in range(n)
    ]
    for _ in range(150):
        share = rng.choice([0.2, 0.35, 0.5])
        digits = rng.sample(range(1, n + 1), n)
        values = [digits[v - 1] if rng.random() < share else 0 for v in full]
        if rng.random() < 0.5:
            values[rng.randrange(len(values))] = rng.randint(1, n)
        puzzle = Grid(geometry, tuple(values))
        held, refuted = _fixpoint(puzzle)
        found = follow_singles(puzzle)
        seen[refuted] += 1

        assert refuted == (found.refuted is not None)
        if not refuted:
            masks = [sum(1 << (digit - 1) for digit in digits) for digits in held]
            assert masks == list(found.candidates)
            assert found.values == tuple(
                min(digits) if len(digits) == 1 else 0 for digits in held
            )
            assert found.cells == tuple(
                cell for cell, digits in enumerate(held) if len(digits) > 1
            )
    assert min(seen.values()) > 10


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("11.. .... .... ....", "r1c2 clashes with another clue"),
        ("12.. ..3. 4... ...4", "r1c4 has no candidate"),
        ("123. ...4 .... ....", "r1c4 has no candidate"),
        ("...2 1... ..1. ....", "row 1 has no place for 1"),
    ],
)
def test_what_is_impossible(text: str, said: str) -> None:
    """A contradiction is told in the words of the grid."""
    found = follow_singles(Grid.parse(text))

    assert found.refuted == said
    assert not any(found.candidates)
