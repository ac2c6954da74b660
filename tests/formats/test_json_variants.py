"""The format `json`: where the puzzle is, and variants, which are refused."""

import json
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from satdoku.candidates import open_masks
from satdoku.formats import Entry
from satdoku.formats.variants import constraint_error, kind_error
from satdoku.geometry import Geometry
from satdoku.grid import Grid

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
PARTIAL = Grid.parse("1.34 3.12 .143 4321")
P = PARTIAL.line
SOLVED = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
SIX = "." * 35 + "1"


class TestWhereThePuzzleIs:
    """By keys that name it; never under those that name something else."""

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            (
                {"difficulty": "easy", "puzzle": None, "solution": SOLVED},
                "1: puzzle is null; expected its cells, as a text or a list",
            ),
            (
                {"puzzle": 53007, "solution": SOLVED},
                "1: puzzle is 53007; expected its cells, as a text or a list; a pr",
            ),
            ({"puzzle": True, "data": SOLVED}, "1: puzzle is true; expected its cells"),
            ({"puzzle": {}, "answer": SOLVED}, "1: puzzle is {}; expected its cells"),
            ([{"solution": SOLVED}], "1: no puzzle among the keys solution; expected"),
            ({"id": 4, "state": {"grid": SOLVED}}, "1: no puzzle among the keys id, s"),
            ({"candidates": [[1]] * 16}, "1: no puzzle among the keys candidates"),
            ({"answers": [{"grid": SOLVED}]}, "1: no puzzle among the keys answers"),
            ({"user_state": {"grid": SOLVED}}, "1: no puzzle among the keys user_st"),
            ({"numbers": SOLVED}, "1: no puzzle among the keys numbers; expected the"),
            ({"sums": SOLVED}, "1: constraints not supported: sums; expected a class"),
            ({"grid": P, "puzzles": [P]}, "1: puzzles under two keys, grid and puzz"),
        ],
    )
    def test_nowhere(self, value, said, message):
        assert message(json.dumps(value)).startswith(said)

    @pytest.mark.parametrize(
        "value",
        [
            {"data": [{"puzzle": P, "solution": SOLVED}]},
            {"status": 200, "result": {"grid": P}, "solution": SOLVED},
            {"rows": [{"row_idx": 0, "row": {"puzzle": P, "solution": SOLVED}}]},
            {"easy": {"puzzle": P, "state": {"grid": SOLVED}}, "version": 2},
            {"levels": [{"puzzle": P}]},
            {"puzzle": {"grid": P}, "solution": SOLVED},
            {"puzzle": None, "grid": P},
            {"puzzle": P, "data": [1, 2], "clues": 24},
            {"train": [], "test": [P]},
        ],
    )
    def test_in_what_services_answer(self, value, good):
        assert PARTIAL == good(json.dumps(value)).grid

    def test_several_wrappers(self, scanned):
        text = json.dumps({"train": [P, P], "box": "2x2", "test": [P, "12"]})
        found = scanned(text)

        assert [1, 2, 3] == [e.number for e in found if isinstance(e, Entry)]
        assert 4 == len(found)

    def test_what_is_said_around_a_puzzle(self, good):
        told = {"name": "A", "box": "3x2", "puzzle": {"cells": SIX, "author": "B"}}
        entry = good(json.dumps(told))

        assert ("A", Geometry(3, 2)) == (entry.name, entry.grid.geometry)
        assert (("author", "B"),) == entry.extras.details


class TestVariants:
    """Never solved as if they were classic."""

    @pytest.mark.parametrize(
        "key",
        [
            *("killer_cages", "anti-knight", "anti_king", "killer_sums", "Cage Sums"),
            *("little_killers", "Thermo-lines", "diagonal+", "diagonal-", "jigsaw"),
            *("irregular", "areas", "zones", "regions", "hyper", "consecutive", "dots"),
            *("whisper", "German Whispers", "renban", "xsums", "inequalities", "XV"),
            *("arrows", "odd_cells", "non-consecutive", "white dots"),
        ],
    )
    def test_constraints(self, key, message):
        said = f"constraints not supported: {key}; expected a classic puzzle"

        for told in (
            {"puzzle": P, key: [[1, 2]]},
            {"puzzle": {"grid": P}, key: True},
            {"puzzles": [{"puzzle": P, key: {"sum": 3}}]},
        ):
            assert said in message(json.dumps(told))

    @pytest.mark.parametrize(
        "value", [[], {}, None, False, 0, "", "none", {"killer": [], "x": False}]
    )
    def test_no_constraint(self, value, good):
        told = {"puzzle": P, "killer_cages": value, "variant": value or None}

        assert PARTIAL == good(json.dumps({**told, "anti-knight": value})).grid

    @pytest.mark.parametrize("key", ["type", "variant", "Variants", "puzzle_type"])
    def test_kinds(self, key, message, good):
        for kind in ("killer", "Anti-Knight", "sudoku-x", 3, ["classic", "thermo"]):
            said = message(json.dumps({"puzzle": P, key: kind}))
            assert f"{key} " in said
            assert "not supported; expected a classic puzzle" in said
        for kind in ("Classic", "standard sudoku", "normal", "9x9", "hard", ["sudoku"]):
            assert PARTIAL == good(json.dumps({"puzzle": P, key: kind})).grid
        assert PARTIAL == good(json.dumps({key: "dataset", "puzzles": [P]})).grid
        assert "'killer'" in message(json.dumps({key: "killer", "puzzles": [P]}))

    @pytest.mark.parametrize("heading", ["variant", "Type"])
    def test_columns_of_tables(self, heading, scanned):
        first, second, third = scanned(
            f"puzzle,{heading}\n{P},classic\n{P},killer\n{P},\n"
        )

        assert isinstance(first, Entry)
        assert isinstance(third, Entry)
        assert str(second).endswith(
            f"3: {heading} 'killer' not supported; expected a classic puzzle"
        )

    def test_our_own_keys_are_no_constraints(self):
        keys = set()

        def walk(told):
            if isinstance(told, dict):
                known = cast("dict[str, Any]", told)
                keys.update(known.get("properties", ()))
                told = list(known.values())
            if isinstance(told, list):
                for value in cast("list[object]", told):
                    walk(value)

        for name in ("answer", "check", "count", "puzzle"):
            walk(json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8")))

        assert {"puzzle", "status", "candidates"} <= keys
        assert constraint_error(dict.fromkeys(keys, 1)) is None
        assert [] == [key for key in keys if kind_error(key, "?")]
        many = {f"killer{'s' * n}": 1 for n in range(10)}
        assert "and 2 more; expected" in str(constraint_error(many))


class TestBoxes:
    """Read, or refused; never dropped."""

    @pytest.mark.parametrize(
        "said",
        [
            {"box": [3, 2]},
            {"boxes": "3x2"},
            {"Block-Size": "3×2"},
            {"box_width": 2, "box_height": 3},
            {"boxRows": 3, "boxCols": 2, "box": "3x2"},
            {"box": "3x2", "box_width": 2},
        ],
    )
    def test_shapes(self, said, good):
        for told in ({"puzzle": SIX, **said}, {"puzzles": [SIX], **said}):
            assert Geometry(3, 2) == good(json.dumps(told)).grid.geometry
        mine = good(json.dumps({"puzzle": SIX, **said}), geometry=Geometry(2, 3))
        assert Geometry(2, 3) == mine.grid.geometry  # what the person says goes first

    def test_square(self, good):
        assert PARTIAL == good(json.dumps({"puzzle": P, "box": 2})).grid

    @pytest.mark.parametrize(
        ("said", "expected"),
        [
            ({"box": [3, 2, 1]}, "box [3, 2, 1]; expected rows x columns of a box"),
            ({"boxes": [[1, 1, 2]]}, "boxes [[1, 1, 2]]; expected rows x columns of a"),
            ({"boxes": 6}, "boxes 6; expected rows x columns of a box, such as 2x3"),
            ({"box": {"w": 3}}, "box {'w': 3}; expected rows x columns of a box"),
            ({"box": True}, "box True; expected rows x columns of a box"),
            ({"box_width": 2}, "box_width 2; expected the height of a box, too"),
            ({"box_width": "2"}, "box_width '2'; expected the width of a box, once"),
            ({"box": "3x2", "boxes": "2x3"}, "boxes '2x3'; expected 3x2, as another"),
            ({"box": 3}, "36 cells; expected 81 for a grid of 9x9"),
            (
                {"box": "3x2", "box_width": 3, "box_height": 2},
                "boxes of 2x3; expected 3x2",
            ),
        ],
    )
    def test_none(self, said, expected, message):
        assert expected in message(json.dumps({"puzzle": SIX, **said}))

    def test_around_and_within(self, scanned, message):
        told = {"box": "3x2", "puzzles": [{"puzzle": SIX, "box": "2x3"}]}
        assert "as said around it" in message(json.dumps(told))
        assert "boxes 7" in message(json.dumps({"boxes": 7, "puzzles": [SIX]}))
        rows = [[0] * 16] * 16
        assert 16 == len(scanned(json.dumps({"box": "2x2", "puzzles": rows})))


class TestCandidates:
    """Notes of a person, or the puzzle itself."""

    NOTES: ClassVar[list[Any]] = [[], [2, 4], *[None] * 14]

    def test_beside_clues_they_are_notes(self, good):
        entry = good(json.dumps({"puzzle": P, "candidates": self.NOTES}))

        assert (PARTIAL, None) == (entry.grid, entry.grid.candidates)
        one = json.dumps({"puzzle": "1" + "." * 15, "candidates": self.NOTES})
        state = good(one).extras.state
        assert state is not None
        assert 0b1010 == state.left()[1]
        assert open_masks(state.geometry, state.values)[2] == state.left()[2]

    def test_wrong_notes(self, message):
        told = {"puzzle": P, "candidates": [[5]] + [None] * 15}

        assert "r1c1: candidates [5]; expected a list" in message(json.dumps(told))
        told["candidates"] = [[1]] * 15
        assert "candidates of 15 cells; expected 16" in message(json.dumps(told))

    def test_without_clues_they_are_the_puzzle(self, good):
        told = {"puzzle": "." * 16, "candidates": [[1], *[None] * 15]}
        entry = good(json.dumps(told))

        assert entry.grid.candidates is not None
        assert (1, None) == (entry.grid.candidates[0], entry.extras.state)

    def test_our_own_key(self, good):
        told = {"schema": 1, "puzzle": "1" + "." * 15}
        entry = good(
            json.dumps({**told, "puzzle_candidates": [None, [2], *[None] * 14]})
        )

        assert entry.grid.candidates is not None
        assert (2, None) == (entry.grid.candidates[1], entry.extras.state)
        told["status"] = "several"  # in an answer, candidates are what was found out
        entry = good(json.dumps({**told, "candidates": [[1]] * 16}))
        assert (None, None) == (entry.grid.candidates, entry.extras.state)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["1 34", "3 12", " 143", "4321"], "row 1: '1 34' has a blank in place of a"),
        ([" 134", "3 12", " 143", "4321"], "row 1: ' 134' has a blank in place of a"),
        (["    ", "3 12", " 143", "4321"], "row 1: '    ' has a blank in place of a"),
        (["1234", "3 12", " 143", "4321"], "row 2: '3 12' has a blank in place of a"),
        (["1 34", "3 1", " 143", "4321"], "row 1: '1 34' has a blank in place of a"),
        (["53  7    ", *["6  195   "] * 8], "row 1: '53  7    ' has a blank in pla"),
    ],
)
def test_blanks_for_empty_cells(rows, said, message):
    for value in (rows, {"grid": rows}, {"data": [rows]}):
        found = message(json.dumps(value))
        assert said in found
        assert found.endswith("expected '.' or '0' for an empty cell")
