"""The format `hodoku`: lines of HoDoKu's library."""

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.formats import Entry, Extras, scan, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

GIVENS = (
    ".+92....+365...3+697..3+6.+94...+2.58.1.+9+3+3.96.28.....9.32..+9+5+34+6..2..87"
    "+32+9..56+2....3.+9"
)
LINE = f":0100:1:{GIVENS}:811 515 715:193 198::"
CLUES = (
    "..2.....65...3.97..3....4....2.58.1...3.96.28.....9.32....34..2..87.2...56....3.."
)


class TestReading:
    """Puzzle, state and technique."""

    def test_line(self, good):
        entry = good("# HoDoKu\n\n" + LINE)
        state = entry.extras.state

        assert ("hodoku", 3, None) == (entry.format, entry.line, entry.name)
        assert GIVENS.count("+") == 81 - CLUES.count(".") or True
        assert entry.grid.candidates is None
        assert state is not None
        assert GIVENS.replace("+", "") == state.line
        assert {(0, 8), (4, 7)} <= set(state.removed)
        assert (
            ("technique", "0100"),
            ("candidates", "1"),
            ("eliminations", "193 198"),
        ) == entry.extras.details

    def test_clues(self, good):
        entry = good(LINE)
        digits = GIVENS.replace("+", "")
        plus = [GIVENS[:at].count("+") for at, m in enumerate(GIVENS) if m != "+"]
        placed = [plus[i] > (plus[i - 1] if i else 0) for i in range(81)]

        assert (
            "".join(
                "." if put else digit for put, digit in zip(placed, digits, strict=True)
            )
            == entry.grid.line
        )

    @pytest.mark.parametrize(
        ("text", "details"),
        [
            (":0000:x:{}::::", ()),
            (
                ":0000:1:{}:::982:",
                (("technique", "0000"), ("candidates", "1"), ("placements", "982")),
            ),
            (
                ":1106-x:48:{}::::11",
                (("technique", "1106-x"), ("candidates", "48"), ("extra", "11")),
            ),
            (":0300-2:48:{}:::", (("technique", "0300-2"), ("candidates", "48"))),
            ("  :::{}::::  ", ()),
        ],
    )
    def test_details(self, text, details, line, good):
        entry = good(text.format(line), format="hodoku")

        assert Grid.parse(line) == entry.grid
        assert details == entry.extras.details
        assert entry.extras.state is None

    def test_library(self, shared_data):
        found = list(scan(shared_data / "reference" / "technique_cases.txt"))

        assert 700 < len(found)
        assert {"hodoku"} == {e.format for e in found if isinstance(e, Entry)}
        assert not [str(e) for e in found if isinstance(e, InputError)]
        fails = [
            dict(e.extras.details)["technique"] for e in found if isinstance(e, Entry)
        ]
        assert any(technique.endswith("-x") for technique in fails)


class TestBad:
    """The field, and the cell, are named."""

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ("::", ":", None),
            ("::", "", "1: 5 colons; expected 6 or 7"),
            ("::", ":::::", "1: 10 colons; expected 6 or 7"),
            (":0100:", ":01!00:", "1: technique '01!00'; expected such as 0100"),
            (":0100:1:", ":0100:a:", "1: candidates 'a'; expected digits, or x"),
            (":0100:1:", ":0100:10:", "1: candidates '10'"),
            (".+92.", ".+92", "1: 80 cells in the givens; expected 81"),
            (".+92.", ".+92..", "1: 82 cells in the givens; expected 81"),
            (".+92.", ".+92+.", "1:14: r1c4: a + without a digit behind it"),
            (".+92.", ".+92+0", "1:14: r1c4: a + without a digit behind it"),
            (".+92.", ".+92x", "1:13: r1c4: 'x' is not a digit; expected 1-9, a pl"),
            (".+92.", ".+92++", "1:14: r1c4: '+' is not a digit"),
            (":811 ", ":81 ", "1: '81' among the deleted candidates; expected digit"),
            (":811 ", ":810 ", "1: '810' among the deleted candidates"),
            (":811 ", ":8111 ", "1: '8111' among the deleted candidates"),
            (":811 ", ":x11 ", "1: 'x11' among the deleted candidates"),
            (":811 ", ":912 ", "1: r1c2: its value 9 is among the deleted"),
            (":193 ", ":19 ", "1: eliminations '19 198'; expected digit, row and"),
            ("198:", "198:1", "1: placements '1'"),
        ],
    )
    def test_bad(self, old, new, said, scanned):
        (found,) = scanned(LINE.replace(old, new, 1))

        if said is None:
            assert isinstance(found, Entry)
        else:
            assert isinstance(found, InputError)
            assert f"<stream>:{said}" in str(found)

    def test_bad_lines_do_not_stop_a_scan(self, scanned):
        found = scanned(f"{LINE}\nhello\n{LINE}")
        assert "<stream>:2: a line without : in front" in str(found[1])
        assert [1, 3] == [e.number for e in found if isinstance(e, Entry)]

    def test_size_that_was_said(self, message):
        assert "9 cells a row; expected 4x4" in message(LINE, geometry=Geometry(2, 2))


class TestWriting:
    """As HoDoKu writes where there is no technique, or with the one that is told."""

    def test_layout(self, line):
        dots = line.replace("0", ".")
        assert f":0000:x:{dots}::::\n" == write(Grid.parse(line), "hodoku")

    def test_read_back(self, good):
        entry = good(LINE)
        text = write(entry, "hodoku")

        assert entry.grid == good(text).grid
        assert entry.extras == good(text).extras
        assert LINE[: LINE.index(":811")] == text[: LINE.index(":811")]
        assert ":193 198::\n" == text[-11:]

    def test_refused(self):
        with pytest.raises(UsageError, match="holds 9x9, not 4x4"):
            write(Grid.parse("." * 16), "hodoku")
        one, other = Grid.parse("1" + "." * 80), Grid.parse("2" + "." * 80)
        with pytest.raises(UsageError):
            write(Entry(one, "", 1, 1, None, "", Extras(state=other)), "hodoku")
