"""The format `pencilmarks`: groups of candidates in rows."""

import io

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.formats import Entry, scan, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.symbols import dialect

SMALL = """\
.------------.-----------.
| 1   234    | 34   234  |
| 34  234    | 12   1234 |
:------------+-----------:
| 23  1234   | 134  1234 |
| 24  1234   | 134  1234 |
'------------'-----------'
"""
MASKS = (1, 14, 12, 14, 12, 14, 3, 15, 6, 15, 13, 15, 10, 15, 13, 15)


@pytest.fixture
def small():
    """Return the grid that is drawn above."""
    return Grid.of_candidates(Geometry(2, 2), MASKS)


def bare(text):
    """Return the groups of a drawing, row by row."""
    rows = [line.replace("|", " ").split() for line in text.splitlines()]
    return [row for row in rows if row[0].isalnum()]


class TestReading:
    """Whatever stands around the groups."""

    def test_hodoku(self, small, good):
        entry = good("\n# a comment\n" + SMALL)

        assert small == entry.grid
        assert 1 == entry.grid.values[0]
        assert ("pencilmarks", 4, None) == (entry.format, entry.line, entry.name)
        assert entry.extras.state is None

    @pytest.mark.parametrize(
        "text",
        [
            SMALL.replace(":", "|").replace("'", "*").replace(".-", "*-"),
            SMALL.replace("-", "=").replace(".", "+").replace("'", "+"),
            "\n".join("  ".join(row) for row in bare(SMALL)),
            "\n".join("|" + "|".join(row) + "|" for row in bare(SMALL)),
            "\n".join("{" + "} {".join(row) + "}" for row in bare(SMALL)),
            "\n".join("│ " + " │ ".join(row) + " │" for row in bare(SMALL)),
        ],
    )
    def test_borders(self, text, small, good):
        assert small == good(text).grid

    def test_9x9(self, line, good):
        puzzle = Grid.parse(line)
        assert puzzle == good(write(puzzle, "pencilmarks")).grid

    def test_borders_tell_the_boxes(self, good):
        standing, lying = Geometry(3, 2), Geometry(2, 3)
        text = write(Grid(standing, (0,) * 36), "pencilmarks")

        assert standing == good(text).grid.geometry
        assert lying == good(text, geometry=lying).grid.geometry

    def test_letters(self, good):
        wide = Geometry(4, 4)
        grid = Grid.of_candidates(wide, [0xFFFE, *[0xFFFF] * 255])

        assert grid == good(write(grid, "pencilmarks")).grid
        for name in ("0-9A-Z", "A-Z"):
            symbols = dialect(name)
            entry = good(
                write(grid, "pencilmarks", symbols=symbols),
                symbols=symbols,
                format="pencilmarks",
            )
            assert grid == entry.grid
            assert symbols is entry.extras.symbols

    def test_several(self, small, scanned):
        found = scanned(SMALL + "\n" + SMALL + SMALL)

        assert [(1, 2), (2, 10), (3, 17)] == [(e.number, e.line) for e in found]
        assert {small} == {entry.grid for entry in found}

    def test_single_that_nobody_followed(self, good):
        entry = good(SMALL.replace("234    ", "1234   ", 1))

        assert 0 == entry.grid.values[0]
        assert 1 == entry.grid.left()[0]

    @pytest.mark.parametrize(
        ("text", "format_"),
        [
            ("1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n", "grid"),
            ("5 3 . . 7 . . . .\n" * 9, None),
            ("12 . 3 . 1 5 6 7 8 9 10 11 . . 2 16\n" * 16, "numbers"),
            ("| 12 13 | 14 . |\n| 1 . | 15 16 |\n" * 2, None),
        ],
    )
    def test_others_keep_theirs(self, text, format_, scanned):
        for item in scanned(text):
            if isinstance(item, Entry):
                assert item.format != "pencilmarks"
                assert format_ in (None, item.format)


class TestBad:
    """The row or the cell is named."""

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ("1   234 ", "1       ", "1: 2: row 1 has 3 cells; expected 4"),
            ("| 24  1234   | 134  1234 |\n", "", "2: 3 rows of 4 cells; expected 4 r"),
            ("| 34  234 ", "| 34  224 ", "3: r2c2: '224' has 2 twice; expected each"),
            ("| 34  234 ", "| 34  235 ", "3: r2c2: '5' is not a digit of a 4x4 grid;"),
            ("| 34  234 ", "| 34  2x4 ", "3: r2c2: 'x' is not a digit of a 4x4"),
            ("| 34  234 ", "| 34  .   ", "3: r2c2: '.' may be a cell without a cand"),
            ("1234 |\n'", "1\n'", "6: r4c4: the row ends without a border; expected"),
            ("| 34  234 ", "| 34  {}  ", "3: r2c2: an empty group; expected the di"),
            ("| 34  234 ", "| 34  2\uff134 ", "3: r2c2: '\uff13' is not a digit"),
            ("| 34  234 ", "| 34  234*", "3: r2c2: '*' is not a digit"),
        ],
    )
    def test_bad_groups(self, old, new, said, message):
        assert old in SMALL
        said = said.removeprefix("1: ")
        assert said in message(SMALL.replace(old, new, 1))

    def test_80_groups(self, line, message):
        text = write(Grid.parse(line), "pencilmarks")
        assert "12: row 9 has 8 cells; expected 9" in message(
            text.replace("589 ", "    ", 1)
        )

    def test_scan_goes_on(self, scanned):
        bad, broken = SMALL.replace("1234", "1233", 1), SMALL.replace("1   234", "1", 1)
        found = scanned(bad + "\n" + broken + "\n" + SMALL)

        assert [True, True, False] == [isinstance(i, InputError) for i in found]
        assert 3 == found[2].number

    def test_longest(self, message):
        from satdoku.formats.limits import ReadLimits

        assert "more than 80 characters" in message(SMALL, limits=ReadLimits(line=80))

    def test_symbols_that_do_not_reach(self, message):
        text = "\n".join([" ".join(["12"] * 30)] * 30)
        said = message(text, format="pencilmarks", symbols="A-Z")
        assert "symbols A-Z reach 26, not 30" in said
        said = message("\n".join([" ".join(["1"] * 64)] * 64), format="pencilmarks")
        assert "has no symbols of one character" in said


class TestWriting:
    """As HoDoKu draws them."""

    def test_layout(self, small):
        assert [
            line.replace(" ", "").replace("-", "") for line in SMALL.split("\n")
        ] == [
            line.replace(" ", "").replace("-", "")
            for line in write(small, "pencilmarks").split("\n")
        ]
        lines = write(small, "pencilmarks").splitlines()
        assert 1 == len(set(map(len, lines)))

    def test_refused(self, small):
        with pytest.raises(UsageError, match="r1c2 has no candidate"):
            write(small.with_candidates([15, 0, *[15] * 14]), "pencilmarks")
        with pytest.raises(UsageError):
            write(Grid(Geometry(8, 8), (0,) * 4096), "pencilmarks")
        with pytest.raises(UsageError, match="symbols A-Z reach 26, not 36"):
            write(
                Grid(Geometry(6, 6), (0,) * 1296), "pencilmarks", symbols=dialect("A-Z")
            )


def test_solved_puzzles_first(small):
    solved = write(Grid.parse("1234341221434321"), "pencilmarks")
    text = f"{solved}\n{solved}\n{write(small, 'pencilmarks')}"
    found = list(scan(io.StringIO(text)))

    assert ["pencilmarks"] * 3 == [getattr(e, "format", e) for e in found]
    assert small == getattr(found[2], "grid", None)
