"""What is wanted: how it is read, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from satdoku.deduce.technique import Level, Technique
from satdoku.errors import InputError, Stopped, UsageError
from satdoku.generating.symmetry import Symmetry
from satdoku.generating.wanted import wanted_of
from satdoku.geometry import Geometry

SOLVED = "1243342121344312"


@pytest.mark.parametrize(
    ("given", "geometry"),
    [
        ({}, Geometry(3, 3)),
        ({"size": 6}, Geometry(2, 3)),
        ({"size": "12"}, Geometry(3, 4)),
        ({"size": "3x2"}, Geometry(3, 2)),
        ({"size": Geometry(1, 5)}, Geometry(1, 5)),
        ({"solution": SOLVED}, Geometry(2, 2)),
        ({"pattern": "x" * 36}, Geometry(2, 3)),
        ({"pattern": "x" * 36, "size": "3x2"}, Geometry(3, 2)),
    ],
)
def test_geometry(given: dict[str, Any], geometry: Geometry) -> None:
    """It is that of the size, of the solution, of the pattern, or else 9×9."""
    assert geometry == wanted_of(**given).geometry


def test_names_or_members() -> None:
    """Levels, techniques and symmetries are named, or given themselves."""
    named = wanted_of(level="hard", techniques=["x-wing"], symmetry="full")

    assert named == wanted_of(
        level=Level.HARD, techniques=[Technique.X_WING], symmetry=Symmetry.FULL
    )
    assert named.is_rated
    assert not wanted_of(singles_only=True).is_rated


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"size": 7}, "7x7"),
        ({"size": 2.5}, "no size"),
        ({"size": "big"}, "'big' is no size"),
        ({"clues": -1}, "-1 clues"),
        ({"clues": 17, "size": 4}, "the grid has 16"),
        ({"level": "silly"}, "no level 'silly'"),
        ({"techniques": ["x-wnig"]}, "did you mean x-wing"),
        ({"techniques": ["template-set"]}, "template-set is never used"),
        ({"level": "easy", "techniques": ["x-wing"]}, "no puzzle of level easy"),
        ({"singles_only": True, "techniques": ["x-wing"]}, "contradict"),
        ({"score": (9, 8)}, "at least 9 and at most 8"),
        ({"score": ("a", None)}, "'a' points"),
        ({"pattern": "x" * 16, "clues": 9}, "contradict"),
        ({"pattern": "x" * 16, "symmetry": "full"}, "name none besides"),
    ],
)
def test_makes_no_sense(given: dict[str, Any], says: str) -> None:
    """What makes no sense is told in one sentence."""
    with pytest.raises(UsageError, match=says):
        wanted_of(**given)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"solution": "1..." * 4}, "12 empty cells"),
        ({"solution": "1" * 16}, "no solution: "),
        ({"solution": SOLVED, "pattern": "x" * 36}, "36 cells; expected 16"),
    ],
)
def test_unreadable(given: dict[str, Any], says: str) -> None:
    """So is a solution that is none, and a pattern of another size."""
    with pytest.raises(InputError, match=says):
        wanted_of(**given)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"clues": 16}, "fewer than 17"),
        ({"clues": 4, "size": 6}, "fewer than 5"),
        ({"clues": 26, "symmetry": "rotational90"}, "26 cells cannot lie"),
        ({"pattern": "x" * 27 + "." * 54}, "rows 4 and 5"),
        ({"pattern": ("x" + "." * 4) * 16 + "x"}, ""),
    ],
)
def test_known_to_be_impossible(given: dict[str, Any], says: str) -> None:
    """What is known not to exist is not looked for."""
    wanted = wanted_of(**given)

    if says:
        with pytest.raises(Stopped, match=says):
            wanted.look_at()
    else:
        wanted.look_at()
