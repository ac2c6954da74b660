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
        ({"pattern": "x" * 35 + "."}, Geometry(2, 3)),
        ({"pattern": "x" * 35 + ".", "size": "3x2"}, Geometry(3, 2)),
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
    assert named == wanted_of(level="hard", techniques="x-wing", symmetry="full")
    assert named == wanted_of(level="hard", techniques="x-wing", symmetry="full")
    assert named.is_rated
    assert not wanted_of(singles_only=True).is_rated


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"size": 7}, "7x7"),
        ({"size": 2.5}, "no size"),
        ({"size": 26}, "26 rows; expected at most 25x25"),
        ({"size": 99_999_999}, "at most 25x25"),
        ({"size": "6x5"}, "a grid of 30x30; expected at most 25x25"),
        ({"pattern": "x." * 450}, "a grid of 30x30"),
        ({"score": 5}, "5 is no range of scores"),
        ({"score": (1, 2, 3)}, "is no range of scores"),
        ({"level": 3}, "3 is no level; expected easy"),
        ({"symmetry": None}, "None is no symmetry; expected none"),
        ({"minimal": "no"}, "'no' as minimal makes no sense; expected True or False"),
        ({"singles_only": 1}, "1 as singles_only makes no sense"),
        ({"hardest": 3}, "3 is no technique"),
        ({"size": "big"}, "'big' is no size"),
        ({"clues": -1}, "-1 clues"),
        ({"clues": 17, "size": 4}, "the grid has 16"),
        ({"level": "silly"}, "no level 'silly'"),
        ({"techniques": ["x-wnig"]}, "did you mean x-wing"),
        ({"techniques": ["template-set"]}, "template-set is never used"),
        ({"techniques": "mutant-fish"}, r"mutant-x-wing is never used"),
        ({"techniques": [None]}, "None is no technique"),
        ({"level": "easy", "techniques": "fish"}, "no puzzle of level easy"),
        ({"level": "easy", "techniques": ["x-wing"]}, "no puzzle of level easy"),
        ({"singles_only": True, "techniques": ["x-wing"]}, "contradict"),
        ({"score": (9, 8)}, "at least 9 and at most 8"),
        ({"level": "hard", "singles_only": True}, "singles alone is of level hard"),
        (
            {"level": "medium", "hardest": "full-house"},
            "singles alone is of level medi",
        ),
        ({"level": "easy", "score": (801, None)}, "easy puzzles have 800 at most"),
        ({"level": "unfair", "score": (1801, None)}, "have 1,800 at most"),
        ({"level": "hard", "score": (None, 99)}, "hard puzzles have 100 or more"),
        (
            {"singles_only": True, "score": (801, None)},
            "singles alone have 800 at most",
        ),
        ({"singles_only": True, "clues": 40, "score": (600, None)}, "have 574 at most"),
        ({"techniques": ["x-wing", "naked-pair"], "score": (None, 199)}, "200 or more"),
        ({"techniques": ["fish"], "score": (None, 129)}, "130 or more"),
        ({"hardest": "x-wing", "techniques": ["w-wing"]}, "w-wing is harder than the"),
        ({"hardest": "x-wing", "level": "medium"}, "needs x-wing, which is hard"),
        ({"hardest": "squirmbag"}, "squirmbag is never used"),
        ({"hardest": "x-wnig"}, "did you mean x-wing"),
        ({"score": ("a", None)}, "'a' points"),
        ({"pattern": "x" * 15 + ".", "clues": 9}, "contradict"),
        ({"pattern": "x" * 15 + ".", "symmetry": "full"}, "name none besides"),
    ],
)
def test_makes_no_sense(given: dict[str, Any], says: str) -> None:
    """What makes no sense is told in one sentence."""
    with pytest.raises(UsageError, match=says):
        wanted_of(**given)


@pytest.mark.parametrize(
    "given",
    [
        {"level": "easy", "score": (800, None)},
        {"level": "hard", "score": (None, 100)},
        {"level": "extreme", "score": (1801, None)},
        {"level": "easy", "singles_only": True, "score": (500, None)},
        {"level": "hard", "singles_only": True, "size": 12},
        {"level": "medium", "singles_only": True, "size": "1x9"},
        {"level": "extreme", "hardest": "naked-pair"},
        {"hardest": "x-wing", "techniques": ["x-wing", "naked-pair"]},
        {"hardest": "x-wing", "techniques": ["fish"]},
        {"techniques": ["x-wing"], "score": (None, 140)},
    ],
)
def test_bounds_are_no_narrower_than_the_table(given: dict[str, Any]) -> None:
    """What the table allows is looked for."""
    assert wanted_of(**given).is_rated


def test_what_the_hardest_allows() -> None:
    """What is not harder, by level and then score; of what ratings use."""
    allowed = wanted_of(hardest="x-wing").allowed

    assert Technique.X_WING in allowed
    assert Technique.FINNED_X_WING in allowed
    assert Technique.HIDDEN_TRIPLE in allowed
    assert Technique.SWORDFISH not in allowed
    assert Technique.SKYSCRAPER in allowed
    assert Technique.TWO_STRING_KITE not in allowed


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
