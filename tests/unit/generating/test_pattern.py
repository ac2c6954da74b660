"""Patterns: how they are read, which are impossible, and clues for them."""

from __future__ import annotations

from random import Random

import pytest

from satdoku.deduce.deadline import look_at
from satdoku.deduce.shape import Shape
from satdoku.errors import InputError, Stopped
from satdoku.generating.pattern import climb, impossible, pattern_of
from satdoku.generating.proper import Proper
from satdoku.geometry import Geometry
from satdoku.grid import Grid

DRAWN = "X.|.1\n..|..\n--+--\n0.|_-\n#.|*x\n"


@pytest.mark.parametrize(
    "source", ["X..1 .... 0._- #.*x", DRAWN, Grid.parse("1..2........3.44")]
)
def test_reads(source: object) -> None:
    """Text of many kinds, drawn or not, and the clues of a grid."""
    assert {0, 3, 12, 14, 15} == pattern_of(source).cells
    assert Geometry(2, 2) == pattern_of(source).geometry


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("." * 16, "without clues"),
        ("X" * 16, "without an empty cell"),
        ("X" * 17, "17 cells"),
        ("", "0 cells"),
    ],
)
def test_refuses(text: str, says: str) -> None:
    """No clue, or a number of cells that no grid has."""
    with pytest.raises(InputError, match=says):
        pattern_of(text)


def test_refuses_another_size() -> None:
    """A pattern of another size than the grid's is told so."""
    with pytest.raises(InputError, match="16 cells; expected 36"):
        pattern_of("X" * 16, Geometry(2, 3))


@pytest.mark.parametrize(
    ("marks", "why"),
    [
        ("....|....|xxxx|xxxx", "rows 1 and 2"),
        ("xx..|xx..|xx..|xx..", "columns 3 and 4"),
        ("x...|..x.|....|....", "rows 3 and 4"),
        ("x...|..x.|.x..|...x", ""),
        ("x...|....|..x.|....", "2 clues leave two digits out"),
    ],
)
def test_impossible(marks: str, why: str) -> None:
    """Lines that can be exchanged, and too few clues, are seen at once."""
    found = impossible(Geometry(2, 2), pattern_of(marks).cells)

    assert found.startswith(why)
    assert bool(why) == bool(found)


def test_climb() -> None:
    """From many solutions to one, with clues in all cells of the pattern alone."""
    drawn = (
        "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx"
        "...x...x.x....xx....xxx..x....x..xx"
    )
    cells = pattern_of(drawn).cells
    proper = Proper(Geometry(3, 3))
    found = climb(Shape.of(Geometry(3, 3)), cells, Random(3), proper.count)  # noqa: S311  not for secrets

    assert found is not None
    assert 1 == proper.count([(cell, found[cell]) for cell in cells], 9)
    proper.close()


def test_climb_ends_in_time() -> None:
    """When the time is over, one climbs no further."""
    shape = Shape.of(Geometry(2, 2))

    with pytest.raises(Stopped, match="out of time"):
        climb(shape, frozenset([0, 6]), Random(1), lambda _clues, _most: 2, look_at(0))  # noqa: S311  not for secrets


def test_climb_gives_up() -> None:
    """Where every puzzle has two solutions one ends without."""
    shape = Shape.of(Geometry(2, 2))

    assert climb(shape, frozenset([0, 6]), Random(1), lambda _clues, _most: 2) is None  # noqa: S311  not for secrets
