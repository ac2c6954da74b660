"""The format `json`, read: objects, texts and lists of numbers."""

import io
import json
import subprocess
import sys

import pytest

from satdoku.formats import Entry, scan
from satdoku.formats.limits import ReadLimits
from satdoku.geometry import Geometry
from satdoku.symbols import DIALECTS
from tests.formats.small_grids import FULL, PARTIAL

P = PARTIAL.line
ROWS = [[1, 0, 3, 4], [3, 0, 1, 2], [0, 1, 4, 3], [4, 3, 2, 1]]


def grids(found):
    """Return the puzzles that were read, or what was wrong."""
    return [e.grid.line if isinstance(e, Entry) else str(e) for e in found]


class TestShapes:
    """What a value can look like."""

    @pytest.mark.parametrize(
        "value",
        [
            P,
            {"puzzle": P},
            {"Quiz": P},
            {"grid": ROWS},
            {"board": [["1", ".", "3", 4], "3.12", [None, 1, 4.0, 3], "4321"]},
            {"givens": ["1.34", "3.12", ".143", "4321"]},
            {"puzzle": "1 0 3 4 3 0 1 2 0 1 4 3 4 3 2 1"},
            {"puzzle": "1.34\n3.12\n.143\n4321"},
            {"newboard": {"grids": [{"value": ROWS, "difficulty": "Easy"}], "n": 1}},
            ROWS,
            [1, 0, 3, 4, 3, "", 1, 2, None, 1, 4, 3, 4, 3, 2, 1],
            ["1.34", "3.12", ".143", "4321"],
        ],
    )
    @pytest.mark.parametrize("indent", [None, 2])
    def test_one_puzzle(self, value, indent, scanned):
        assert [P] == grids(scanned(json.dumps(value, indent=indent)))
        assert [P] * 3 == grids(scanned(json.dumps([value] * 3, indent=indent)))

    @pytest.mark.parametrize("key", ["puzzles", "sudokus", "data", "Grids"])
    def test_list_in_an_object(self, key, scanned):
        text = json.dumps({"count": 3, key: [P, {"puzzle": P}, ROWS]}, indent=1)

        assert [P, P, P] == grids(scanned(text))

    def test_lines(self, scanned):
        found = scanned(f'{{"puzzle": "{P}"}}\n\n# note\n{json.dumps(ROWS)}\n"{P}"\n')

        assert [P, P, P] == grids(found)
        assert [(1, 1), (4, 2), (5, 3)] == [(e.line, e.number) for e in found]
        assert {"json"} == {e.format for e in found}

    def test_objects_over_several_lines(self, scanned):
        one = json.dumps({"puzzle": P}, indent=2)
        found = scanned(f"{one}\n{one}\n")

        assert [P, P] == grids(found)
        assert [1, 4] == [e.line for e in found]

    def test_numbers_above_9(self, good):
        row = [16, 0, *range(1, 15)]
        entry = good(json.dumps({"grid": [row] * 16}))

        assert tuple(row) == entry.grid.values[:16]
        few = good(json.dumps({"grid": [[0, 9, *[0] * 14]] * 16}), symbols="0-9A-Z")
        assert 9 == few.grid.values[1]

    def test_letters_in_lists(self, good):
        rows = [["A", "", "C", "D"]] + [["."] * 4] * 3

        assert (1, 0, 3, 4) == good(json.dumps(rows)).grid.values[:4]

    def test_standard_input(self):
        code = "import satdoku; print(len(list(satdoku.read_all('-'))))"
        told = subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps([ROWS] * 3).encode(),
            capture_output=True,
            check=True,
        )

        assert b"3" == told.stdout.strip()

    @pytest.mark.parametrize("indent", [None, 0])
    def test_square_lists(self, indent, scanned):

        def read(values, **said):
            return scanned(json.dumps(values, indent=indent), **said)

        assert 16 == len(read([P] * 16))
        (one,) = read([[*range(16, 0, -1)]] * 16)
        assert 16 == one.grid.geometry.size
        (ambiguous,) = read([[0] * 16] * 16)
        assert "ambiguous: 16 times 16 cells may be 16 puzzles of 4x4" in str(ambiguous)
        assert 16 == len(read([[0] * 16] * 16, geometry=Geometry(2, 2)))
        assert 1 == len(read([[0] * 16] * 16, geometry=Geometry(4, 4)))
        (wrong,) = read([[17] * 16] * 16)
        assert "r1c1: 17 is not a digit of a 16x16 grid" in str(wrong)
        assert 17 == len(read([[0] * 16] * 17))

    @pytest.mark.parametrize(
        "text", ['{"grid": [[{"value": 1}, {}', '{"size": 9, "grid": [[null, {"value"']
    )
    def test_boards_of_fpuzzles_are_another_format(self, text):
        found = list(scan(io.StringIO(text)))

        assert all("json" not in str(item) for item in found)


class TestSaid:
    """What an object says besides its clues."""

    def test_name_details_and_solution(self, good):
        entry = good(
            json.dumps(
                {
                    "id": 7,
                    "puzzle": P,
                    "solution": FULL.line,
                    "difficulty": 2.5,
                    "author": "A. N.",
                    "unknown": [1, 2],
                }
            )
        )

        assert "7" == entry.name
        assert FULL == entry.extras.solution
        assert (("author", "A. N."), ("level", "2.5")) == entry.extras.details

    def test_solution_that_is_none(self, good, message):
        entry = good(json.dumps({"puzzle": P, "answer": "12"}))
        said = message(json.dumps({"schema": 1, "puzzle": P, "solution": "12"}))

        assert (None, (("solution", "12"),)) == (
            entry.extras.solution,
            entry.extras.details,
        )
        assert "the solution: 2 cells" in said

    def test_boxes_and_symbols(self, good, message):
        six = json.dumps({"puzzle": "." * 36, "box": "3x2"})

        assert Geometry(3, 2) == good(six).grid.geometry
        assert Geometry(2, 3) == good(six, geometry=Geometry(2, 3)).grid.geometry
        found = good(json.dumps({"puzzle": "ABCD" * 4, "symbols": "A-Z"}))
        assert DIALECTS["A-Z"] == found.extras.symbols
        assert "'3y' is not a box shape" in message('{"puzzle": "1", "box": "3y"}')
        assert "no symbols named 'x'" in message('{"puzzle": "1", "symbols": "x"}')

    def test_candidates(self, good, message):
        told = {
            "puzzle": "." * 16,
            "candidates": [[1, 2]] + [None] * 15,
        }
        entry = good(json.dumps(told))

        assert entry.grid.candidates is not None
        assert 3 == entry.grid.candidates[0]
        for wrong, said in (
            ([[1]] * 15, "candidates of 15 cells; expected those of 16"),
            ([[5]] + [None] * 15, "r1c1: candidates [5]; expected a list of digits"),
            ("all", "candidates 'all'; expected a list of digits for each cell"),
            ([3] * 16, "r1c1: candidates 3; expected a list of digits"),
        ):
            assert said in message(json.dumps({**told, "candidates": wrong}))

    def test_candidates_that_were_found_out_are_not_taken(self, good):
        told = {"puzzle": "." * 16, "status": "several", "candidates": [[1]] * 16}

        assert good(json.dumps(told)).grid.candidates is None

    def test_half_a_character(self, good):
        entry = good('{"puzzle": "' + P + '", "name": "a\\ud800b"}')

        assert "a\N{REPLACEMENT CHARACTER}b" == entry.name

    @pytest.mark.parametrize("value", [[[1, 2]], {"sum": 3}, True, "x"])
    @pytest.mark.parametrize("key", ["cages", "Thermo", "antiknight"])
    def test_variants_are_refused(self, key, value, message):
        said = message(json.dumps({"puzzle": P, key: value}))

        assert f"constraints not supported: {key}; expected a classic puzzle" in said

    @pytest.mark.parametrize("value", [[], {}, None, False, ""])
    def test_variants_that_are_none(self, value, good):
        assert good(json.dumps({"puzzle": P, "cages": value})).grid == PARTIAL


class TestWrong:
    """What is wrong, and where."""

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('{"puzzle": "1.3', "1:12: not JSON: unterminated string"),
            ('{"puzzle": "1",', "1: JSON that is cut off: '{' of line 1 is not closed"),
            ('[\n{"puzzle":\n', "2: JSON that is cut off: '{' of line 2 is not clo"),
            ('[\n"a\n', "2:1: a text that does not end in its line"),
            ("{'puzzle': '1'}", "1:2: not JSON: expecting property name enclosed in d"),
            ('["a" "b"]', "1:6: not JSON: expecting ',' delimiter"),
            ('{"a": 1}}', "1:9: not JSON: extra data"),
            ('[\n"1",\n]', "3:1: a comma without a value behind it"),
            ('[\n,"1"]', "2:1: a comma without a value before it"),
            ('[\n"1"\n}', "3:1: not JSON: '}'; expected ']'"),
            ('[\n"1"]\n]', "3:1: not JSON: ']'; expected a list or an object"),
            ('{\n"a": 1},\n{}', "2:8: a comma without a value before it"),
            ('[\n"1"] x', "2:6: not JSON: 'x'; expected a list or an object"),
            ('{"a": 1, "a": 2}', "1:10: the key 'a' is there twice; expected each"),
            ('{"a": 1, "A": 2}', "1: the key 'a' is there twice, in other letters"),
            ("[[NaN]]", "1:3: NaN is no number of JSON; expected a number, or null"),
            ("[-Infinity]", "1:2: -Infinity is no number"),
            (f"[1, {'9' * 5000}]", "1:5: a number of 5,000 digits"),
            ("[" * 200_000, "1:65: JSON nested more than 64 deep"),
            ("[\n" * 200_000, "65:1: JSON nested more than 64 deep"),
            ('{"a":' * 200_000, "1:321: JSON nested more than 64 deep"),
            ("{}", "1: an empty object; expected the key puzzle"),
            ('{"a": 1, "b": 2}', "1: no puzzle among the keys a, b; expected the key"),
            ("[]", "no puzzle found; expected a puzzle"),
            ('{"puzzles": []}', "no puzzle found"),
            ('{"puzzle": []}', "1: an empty list; expected the cells of a puzzle"),
            ('{"puzzle": ""}', "1: no puzzle; expected its cells"),
            ('{"schema": 2, "puzzle": "1"}', "1: schema 2; expected schema 1"),
            (
                '{"error": "x.txt:3: bad"}',
                "1: an answer without a puzzle: x.txt:3: bad",
            ),
            ("[[true, 1], [1, 1]]", "4 cells; expected 16"),
            (json.dumps([[True] * 4] * 4), "r1c1: true cannot be in a cell"),
            (json.dumps([[1.5] * 4] * 4), "r1c1: 1.5 cannot be in a cell"),
            (json.dumps([[5] * 4] * 4), "r1c1: 5 is not a digit of a 4x4 grid"),
            (json.dumps([[-1] * 4] * 4), "digits are written without a sign"),
            (json.dumps([[0] * 9] * 8), "row 1: 9 cells; expected 8 cells, as there"),
            (json.dumps([[0] * 9] * 8 + [[0] * 8]), "row 9: 8 cells; expected 9"),
            (json.dumps([[0] * 9] * 18), "more than 9 rows of 9 cells in a list"),
            (json.dumps([0] * 60_000), "more than 50625 cells in a list"),
            (json.dumps([[0] * 9] * 8 + [5]), "row 9: no row; expected 9 cells"),
            ('{"grid": [[{"a": 1}]]}', ""),
        ],
    )
    def test_message(self, text, said, scanned):
        *_, error = scanned(text, format="json")
        found = str(error).removeprefix("<stream>:").strip()

        assert said in found or not said
        if not said:
            assert (
                "a cell that is an object; expected a digit; if it is a board of"
                in (found)
            )
        assert len(found) < 300

    def test_bad_lines_do_not_stop_a_scan(self, scanned):
        good = json.dumps({"puzzle": P})
        found = scanned(f'{good}\n{{"puzzle": "1\n5\n{good[:-1]}\n{good}\n')

        assert [
            P,
            "<stream>:2:12: not JSON: unterminated string; expected a value of JSON",
            "<stream>:3: 5 is no puzzle; expected an object, a list or a text",
            "<stream>:4:30: JSON that is cut off; expected the rest of it",
            P,
        ] == grids(found)
        assert [1, 5] == [e.number for e in found if isinstance(e, Entry)]

    def test_bad_items_do_not_stop_a_list(self, scanned):
        found = scanned(f'[\n"{P}",\n{{"a" 1}},\n{{"puzzle": "12"}},\n"{P}"\n]')

        assert [P, P] == [line for line in grids(found) if line == P]
        assert "<stream>:3:6: not JSON: expecting ':' delimiter" in grids(found)[1]
        assert "<stream>:4: 2 cells" in grids(found)[2]

    def test_long_value_is_refused_before_its_end(self):
        limits = ReadLimits(line=10_000)
        many = "[\n" + ",\n".join([f'"{P}"'] * 2000) + "\n]"
        long = "[\n[\n" + "0,\n" * 10_000

        assert 2000 == len(list(scan(io.StringIO(many), limits=limits)))
        (error,) = scan(io.StringIO(long), limits=limits)
        assert "2: a value of more than 10,000 characters" in str(error)

    @pytest.mark.nightly
    @pytest.mark.nightly
    def test_memory_is_flat(self):
        import tracemalloc

        text = "[\n" + ",\n".join([json.dumps(ROWS, indent=1)] * 20_000) + "\n]"
        stream = io.BytesIO(text.encode())
        tracemalloc.start()
        try:
            count = sum(isinstance(item, Entry) for item in scan(stream))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()

        assert 20_000 == count
        assert peak < 4_000_000  # as one value it would be nine
