"""The format `fpuzzles`, read: boards of f-puzzles, packed in links or as JSON."""

import json

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry
from satdoku.formats.limits import ReadLimits
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from tests.formats.small_grids import FULL, SMALL, board

CLASSIC = {
    "antiking": False,
    "arrow": [],
    "disabledlogic": ["aic"],
    "truecandidatesoptions": ["colored"],
    "negative": [],
    "killercage": None,
}
"""What is no constraint: empty, off, or for solvers."""

CONSTRAINTS = {
    "antiking": True,
    "antiknight": True,
    "arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}],
    "betweenline": [{"lines": [["R1C1", "R1C4"]]}],
    "clone": [{"cells": ["R1C1"], "cloneCells": ["R2C2"]}],
    "diagonal+": True,
    "diagonal-": True,
    "difference": [{"cells": ["R1C1", "R1C2"], "value": "1"}],
    "disjointgroups": True,
    "even": [{"cell": "R1C1"}],
    "extraregion": [{"cells": ["R1C1", "R2C2", "R3C3", "R4C4"]}],
    "killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}],
    "line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#000"}],
    "littlekillersum": [{"cell": "R0C0", "direction": "DR", "value": "5"}],
    "negative": ["xv"],
    "nonconsecutive": True,
    "palindrome": [{"lines": [["R1C1", "R1C2"]]}],
    "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1]}],
    "renban": [{"lines": [["R1C1", "R1C2"]]}],
    "sandwichsum": [{"cell": "R1C0", "value": "3"}],
    "thermometer": [{"lines": [["R1C1", "R1C2"]]}],
    "something of next year": 1,
}


def nested(levels):
    """Return JSON as deep as that."""
    return "[" * levels + "]" * levels


@pytest.fixture
def packed():
    """Return a function that packs a board into a link, with the port of LZString."""
    port = pytest.importorskip("lzstring", exc_type=ImportError).LZString

    def link(what):
        text = what if isinstance(what, str) else json.dumps(what)
        return f"https://f-puzzles.com/?load={port.compressToBase64(text)}"

    return link


class TestReading:
    """What a board says."""

    def test_link(
        self,
        line,
        packed,
        good,
    ):
        puzzle = Grid.parse(line)
        said = {"title": "Bridge", "author": "A", "ruleset": "Normal rules.\nNo more."}
        entry = good(packed(board(puzzle, **said, **CLASSIC, solution=[5] * 81)))

        assert puzzle == entry.grid
        assert ("Bridge", "fpuzzles", 1) == (entry.name, entry.format, entry.line)
        assert (
            ("author", "A"),
            ("rules", "Normal rules.\nNo more."),
        ) == entry.extras.details
        assert Grid(puzzle.geometry, (5,) * 81) == entry.extras.solution
        assert entry.extras.state is None

    @pytest.mark.parametrize("indent", [None, 1])
    def test_json(self, indent, good):
        entry = good("\n" + json.dumps(board(SMALL), indent=indent) + "\n\n")

        assert SMALL == entry.grid
        assert ("fpuzzles", 2) == (entry.format, entry.line)

    def test_boards_one_after_the_other(self, scanned):
        texts = [
            json.dumps(board(SMALL, title='}{"'), indent=2),
            json.dumps(board(FULL)),
            json.dumps(board(SMALL, title="\\"), indent=2),
        ]
        found = scanned("\n".join(texts))

        assert ['}{"', None, "\\"] == [entry.name for entry in found]
        assert [SMALL, FULL, SMALL] == [entry.grid for entry in found]

    def test_state(self, good):
        said = board(SMALL)
        said["grid"][0][1] = {"value": 2, "cornerPencilMarks": [1], "c": "#FF0000"}
        said["grid"][1][1] = {"centerPencilMarks": [4], "cornerPencilMarks": [1]}
        said["grid"][3][3] = {"cornerPencilMarks": [1], "highlight": "#FF0000"}
        entry = good(json.dumps(said))
        state = entry.extras.state

        assert SMALL == entry.grid
        assert state is not None
        assert "1234" + SMALL.line[4:] == state.line
        assert [1 << 3, 1 << 0] == [state.left()[cell] for cell in (5, 15)]

    def test_marks_of_the_puzzle(self, good):
        said = board(Grid.parse("." * 16))
        said["grid"][0][0] = {"givenPencilMarks": [1, 3], "centerPencilMarks": [1]}
        entry = good(json.dumps(said))

        assert ((0, 2), (0, 4)) == entry.grid.removed
        assert entry.extras.state is not None
        assert ((0, 2), (0, 3), (0, 4)) == entry.extras.state.removed

    def test_shapes(self, good):
        lying, standing = Geometry(2, 3), Geometry(3, 2)
        said = board(Grid(lying, (0,) * 36))
        assert lying == good(json.dumps(said)).grid.geometry
        assert standing == good(json.dumps(said), geometry=standing).grid.geometry

        for cell, seen in enumerate(cell for row in said["grid"] for cell in row):
            seen["region"] = standing.box_of(cell)
        assert standing == good(json.dumps(said)).grid.geometry

        prime = board(Grid(Geometry(1, 5), (0,) * 25))
        assert Geometry(1, 5) == good(json.dumps(prime)).grid.geometry

    def test_some_regions_are_the_usual(self, good):
        said = board(SMALL)
        said["grid"][0][0]["region"] = 0
        assert SMALL == good(json.dumps(said)).grid

    def test_half_a_character(self, good):
        said = json.dumps(board(SMALL, title="a")).replace('"a"', '"\\ud83d"')
        assert good(said).name == "?"


class TestBad:
    """What is wrong is said in a line, and nothing is guessed."""

    @pytest.mark.parametrize("key", CONSTRAINTS)
    def test_constraints(
        self,
        key,
        packed,
        message,
    ):
        said = message(packed(board(SMALL, **{key: CONSTRAINTS[key]})))

        assert (
            f"1: bad link: constraints not supported: {key}; expected a classic puzzle"
            == said
        )

    def test_many_constraints(self, message):
        said = message(json.dumps(board(SMALL, **CONSTRAINTS)))

        assert "constraints not supported: antiking, antiknight, arrow, " in said
        assert " and 14 more; expected" in said

    def test_key_twice(self, message):
        text = json.dumps(board(SMALL, killercage=[1]))
        said = message(text.removesuffix("}") + ', "killercage": []}')

        assert "1: the key 'killercage' is there twice" == said

    def test_deep_json(self, packed, message):
        link = packed('{"grid": [[{"value": ' + nested(200_000) + "}]]}")

        assert len(link) < 2_500
        assert "bad link: unpacks to more than 65,536 characters" in message(link)
        assert "1: bad link: JSON nested too deeply; expected a board" in message(
            link, limits=ReadLimits(link=1_000_000)
        )

    @pytest.mark.parametrize("levels", range(100, 1000, 100))
    def test_deep_json_that_can_be_read(self, levels, message):
        deep = json.loads(nested(levels))
        for said in (
            board(SMALL, title=deep),
            board(SMALL, solution=deep),
            {"size": deep, "grid": [[{}]]},
            {"grid": [[{"value": deep}]]},
            {"grid": [[{"region": deep}, {"region": deep}], [{}, {}]]},
            {"grid": [[{"centerPencilMarks": deep}, {}], [{}, {}]]},
        ):
            assert message(json.dumps(said), format="fpuzzles").startswith("1: ")

    def test_bomb(self, packed, message):
        text = json.dumps(board(SMALL, title="a" * 70_000))
        said = message(packed(text))

        assert said.startswith("1: bad link: unpacks to more than 65,536 characters")
        assert "a board of more than 65,536 characters" in message(
            text.replace(",", ",\n")
        )

    def test_limits_move(self, packed, good):
        link = packed(board(SMALL, title="a" * 70_000))
        assert SMALL == good(link, limits=ReadLimits(link=100_000)).grid

    def test_size_limit(self, message):
        said = message(json.dumps(board(SMALL)), limits=ReadLimits(size=3))
        assert "a grid of 4x4; expected at most 3x3" in said

    def test_bad_links(self, packed, message):
        link = packed(board(SMALL))

        assert "1: bad link: the packed text is cut off" in message(link[:-20])
        assert "1: bad link: '!' at character 9 of" in message(link[:36] + "!" + link)
        assert "bad link: not JSON: expecting value; expected a board" in message(
            packed("nothing")
        )
        assert "bad link: JSON that is no object" in message(packed("[1, 2]"))
        assert "bad link: a board without a grid" in message(packed('{"size": 9}'))

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"size": 5}, "4 rows, but size 5; expected as many rows as size"),
            ({"size": "4"}, "4 rows, but size '4'"),
            ({"size": [4]}, "4 rows, but size a list"),
            ({"grid": []}, "a board without a grid"),
            ({"grid": "..."}, "a board without a grid"),
            ({"size": 1, "grid": [[{}]]}, "a board of one cell"),
            ({"solution": [1] * 15}, "a solution of 15 cells; expected 16"),
            ({"solution": [1] * 15 + [5]}, "r4c4: in the solution: 5 is not a digit"),
            ({"solution": 7}, "a solution that is no list"),
            ({"title": [1]}, "title is a list; expected a text"),
            ({"author": 7}, "author is 7; expected a text"),
        ],
    )
    def test_bad_boards(self, change, said, message):
        text = json.dumps({**board(SMALL), **change})
        assert said in message(text, format="fpuzzles")

    @pytest.mark.parametrize(
        ("row", "said"),
        [
            ([{}, {}, {}], "row 2 has 3 cells; expected 4"),
            ("1234", "row 2 has no cells; expected 4"),
            ([{}, 7, {}, {}], "r2c2: a cell that is no object"),
            ([{}, {"value": 5}, {}, {}], "r2c2: 5 is not a digit of a 4x4 grid"),
            ([{"value": 10}, {}, {}, {}], "r2c1: 10 is not a digit of a 4x4 grid"),
            ([{"value": "A"}, {}, {}, {}], "r2c1: 'A' is not a digit"),
            ([{"value": "٣"}, {}, {}, {}], "r2c1: '٣' is not a digit"),
            ([{"value": "0001"}, {}, {}, {}], "r2c1: '0001' is not a digit"),
            ([{"value": 1.0}, {}, {}, {}], "r2c1: 1.0 is not a digit"),
            ([{"value": True}, {}, {}, {}], "r2c1: True is not a digit"),
            ([{"value": -1}, {}, {}, {}], "r2c1: -1 is not a digit"),
            ([{"givenPencilMarks": [0]}, {}, {}, {}], "r2c1: 0 is not a digit"),
            ([{"givenPencilMarks": 12}, {}, {}, {}], "r2c1: givenPencilMarks that"),
            (
                [{"value": 1, "given": True, "givenPencilMarks": [2]}, {}, {}, {}],
                "r2c1: its candidates exclude its value 1",
            ),
            ([{}, {}, {}, {"even": True}], "r2c4: 'even' of a cell is not supported"),
            ([{"region": 9}, {}, {}, {}], "irregular regions not supported"),
            ([{"region": None}, {}, {}, {}], "irregular regions not supported"),
            ([{"region": [0]}, {}, {}, {}], "irregular regions not supported"),
        ],
    )
    def test_bad_rows(self, row, said, message):
        wrong = board(Grid.parse("." * 16))
        wrong["grid"][1] = row
        assert f"1: {said}" in message(json.dumps(wrong), format="fpuzzles")

    def test_value_10_in_9x9(self, line, message):
        wrong = board(Grid.parse(line))
        wrong["grid"][4][4] = {"value": 10, "given": True}

        assert "1: r5c5: 10 is not a digit of a 9x9 grid; expected 1-9" == message(
            json.dumps(wrong)
        )

    def test_shape_that_was_said(self, message):
        said = board(Grid(Geometry(2, 3), (0,) * 36))
        assert "a board of 6x6; expected 9x9" in message(
            json.dumps(said), geometry=Geometry(3, 3)
        )
        said["grid"][0][0]["region"] = 0
        assert "regions of 6x6 (boxes of 2x3); expected 6x6 (boxes of 3x2)" in message(
            json.dumps(said), geometry=Geometry(3, 2)
        )

    def test_broken_json(self, scanned):
        text = json.dumps(board(SMALL), indent=1)
        found = scanned(f"\n{text[:30]}7{text[30:]}\n{text}\n")

        assert isinstance(found[0], InputError)
        assert str(found[0]).startswith("<stream>:6:5: not JSON: expecting ',' ")
        assert isinstance(found[1], Entry)
        assert SMALL == found[1].grid

    def test_number_of_thousands_of_digits(self, message):
        text = json.dumps(board(SMALL)).replace('"value": 1', '"value": 1' + "0" * 5000)
        assert "1: a number too long for any cell" == message(text)
