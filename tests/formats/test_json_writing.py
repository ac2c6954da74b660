"""The format `json`, written: objects that keep everything, and their schema."""

import io
import json
from pathlib import Path

import pytest

from satdoku import Puzzle
from satdoku.errors import InputError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.symbols import DIALECTS
from tests.formats.inner import Metadata, PuzzleRecord, Row, Table, Writer, scan, write
from tests.formats.small_grids import FULL, PARTIAL

jsonschema = pytest.importorskip("jsonschema")

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "puzzle.schema.json"
P = PARTIAL.line
NOT_THERE = ("symbols", "shape", "constraints", "status", "error")
"""Keys that the puzzle with everything has not."""


class TestWriting:
    """One object a line, with all that there is."""

    @staticmethod
    def full():
        """Return an entry of which everything is said."""
        shape = Geometry.of_box(3, 2)
        puzzle = Puzzle((1, *[0] * 35), geometry=shape).with_candidates([63] * 35 + [7])
        state = Puzzle((1, 2, *[0] * 34), geometry=shape).with_candidates(
            [63] * 34 + [1, 7]
        )
        solution = Grid(tuple(i % 6 + 1 for i in range(36)), shape)
        details = (("author", "A"), ("comment", 'a "b"\nc'), ("author", "B"))
        row = Row(Table(("puzzle", "moves"), 0), (puzzle.line, 7))
        warnings = ("colours are skipped",)
        extras = Metadata(details, state, solution, warnings=warnings)
        return PuzzleRecord(puzzle, "", 1, 1, "Ä\n1", "", extras, row)

    def test_everything_is_kept(self):
        entry = self.full()
        (found,) = scan(io.StringIO(write(entry, "json")))

        assert isinstance(found, PuzzleRecord), str(found)
        assert (entry.puzzle, entry.name, entry.metadata, entry.columns) == (
            found.puzzle,
            found.name,
            found.metadata,
            found.columns,
        )

    def test_plain_puzzle(self):
        assert f'{{"schema": 2, "puzzle": "{P}"}}\n' == write(PARTIAL, "json")

    @pytest.mark.parametrize("symbols", [None, "A-Z"])
    def test_schema(self, symbols):
        schema = json.loads(SCHEMA.read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        entry = self.full()
        unlike = Metadata(details=(("author", "A"), ("url", "b")))
        entries = [
            entry,
            PuzzleRecord(PARTIAL, "", 1, 1, None, "", unlike),
            PuzzleRecord.of(FULL),
        ]
        if symbols is None:
            entries.append(
                PuzzleRecord.of(
                    Puzzle((36, *range(35)) * 36, geometry=Geometry.of_box(6, 6))
                )
            )
        stream = io.StringIO()
        chosen = None if symbols is None else DIALECTS[symbols]
        with Writer(stream, "json", chosen) as writer:
            for one in entries:
                writer.write(one)

        stated = [json.loads(line) for line in stream.getvalue().splitlines()]
        assert [] == [e.message for one in stated for e in validator.iter_errors(one)]
        properties = schema["$defs"]["puzzle"]["properties"]
        assert list(properties) == [
            key for key in properties if key in stated[0] or key in NOT_THERE
        ]
        found = scan(io.StringIO(stream.getvalue()))
        assert [e.puzzle for e in entries] == [
            e.puzzle for e in found if not isinstance(e, InputError)
        ]

    def test_schema_refuses_what_is_none(self):
        validator = jsonschema.Draft202012Validator(
            json.loads(SCHEMA.read_text("utf-8"))
        )
        for wrong in (
            {"puzzle": P},
            {"schema": 3, "puzzle": P},
            {"schema": 2, "puzzle": "a b"},
            {"schema": 2, "puzzle": P, "box": "3"},
            {"schema": 2, "puzzle": P, "more": 1},
            {"schema": 2, "puzzle": P, "puzzle_candidates": [[0]]},
            {"schema": 2, "puzzle": P, "details": [["a"]]},
        ):
            assert list(validator.iter_errors(wrong)), wrong


@pytest.mark.parametrize("stated", [{"schema": 2}, {}])
def test_state_that_is_no_object_is_refused(stated):
    text = json.dumps({**stated, "puzzle": P, "state": "solved"})
    (error,) = scan(io.StringIO(text))

    assert "the state: 'solved'" in str(error)


def test_objects_with_the_same_keys_are_read_alike(scanned):
    """Whatever the ones before them were: quickly or not, in any order."""
    rows = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28."
    nine = "".join(f"{rows} ...419..5 ....8..79".split())
    odd = [
        {"id": 1, "puzzle": nine, "rating": 0.5},
        {"id": "x", "puzzle": nine.replace(".", "0"), "rating": None},
        {"id": "é\ud800", "puzzle": nine, "rating": 1},
        {"id": 2, "puzzle": "1.34" * 4, "rating": 1},
        {"id": 3, "puzzle": nine[:-1], "rating": 1},
        {"id": True, "puzzle": nine, "rating": "7"},
        {"id": 4, "puzzle": [[0] * 9] * 9, "rating": [1]},
        {"id": 5, "puzzle": nine[:-1] + "x", "rating": 2},
        {"id": 6, "puzzle": nine, "rating": 3},
    ]
    lines = [json.dumps(each) for each in odd]
    alone = [next(iter(scanned(line))) for line in lines]
    together = scanned("\n".join([lines[0], *lines, *reversed(lines)]))[1:]

    def facts(item):
        row = item.columns and item.columns.values
        if isinstance(item, InputError):
            return item.what, row
        return item.puzzle, item.name, item.metadata, row

    assert [*map(facts, [*alone, *reversed(alone)])] == [*map(facts, together)]
    killers = '{"type": "classic", "puzzle": "%s"}\n{"type": "killer", "puzzle": "%s"}'
    _, error = scanned(killers % (nine, nine))
    assert isinstance(error, InputError)


@pytest.mark.parametrize("key", ["val", "value", "digit", "number"])
def test_an_object_a_cell(scanned, key):
    """A list of them is one board, and one error."""
    digits = [int(mark) for mark in PARTIAL.line.replace(".", "0")]
    cells = [{key: digit or None, "r": at // 4} for at, digit in enumerate(digits)]
    rows = [cells[at : at + 4] for at in range(0, 16, 4)]
    for text in (json.dumps(cells), json.dumps(rows), json.dumps({"puzzle": rows})):
        (found,) = scanned(text)
        assert PARTIAL.line == found.puzzle.line
    (error,) = scanned(json.dumps([{key: 17}, *cells[1:]]))
    assert isinstance(error, InputError)
