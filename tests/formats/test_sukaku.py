"""The format `sukaku`: a place for each candidate."""

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.formats import Entry, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

ALL = "123456789" * 81
SMALL = "1234" * 16


class TestReading:
    """n characters a cell."""

    def test_9x9(self, line, good):
        text = write(Grid.parse(line), "sukaku").strip()
        assert 729 == len(text)

        for blank in ".0":
            entry = good(text.replace(".", blank) + " hard one\n")
            assert Grid.parse(line) == entry.grid
            assert ("sukaku", "hard one") == (entry.format, entry.name)

    def test_candidates_are_the_puzzle(self, good):
        entry = good("1.34" + ALL[:0] + SMALL[4:], format="sukaku")

        assert ((0, 2),) == entry.grid.removed
        assert entry.extras.state is None

    def test_cell_without_candidate(self, good):
        assert 0 == good("." * 9 + ALL[9:]).grid.left()[0]

    @pytest.mark.parametrize("size", [4, 5, 6, 7, 8, 9])
    def test_sizes(self, size, good):
        digits = "123456789"[:size]
        said = Geometry(1, size) if size in (5, 7) else None
        entry = good(digits * size * size, geometry=said)

        assert "." * size * size == entry.grid.line
        assert entry.grid.candidates is None
        assert "sukaku" == entry.format

    def test_several(self, scanned):
        found = scanned(f"{ALL}\n# comment\n{ALL[1:]}\n\n{ALL} c\n")

        assert [1, 3] == [e.number for e in found if isinstance(e, Entry)]
        assert (
            "<stream>:3: 728 characters; expected 729: 9 for each of 81 cells"
            == str(found[1])
        )


class TestOtherReadings:
    """64 and 729 characters are lines of 8x8 and 27x27 as well."""

    def test_line_of_8x8(self, good):
        for text in ("1.5...72" * 8, "." * 64, "1" + "." * 63, "12345678" * 8):
            assert "line" == good(text).format

    def test_line_of_27x27(self, good):
        grid = Grid(Geometry(3, 9), tuple(range(28)) * 26 + (0,))
        for text in (grid.line, "." * 729):
            assert "line" == good(text).format

    def test_nobody_can_tell(self, message):
        said = message("1..." * 8 + "." * 32)

        assert "ambiguous: can be read as" in said
        assert "--from line" in said
        assert "--from sukaku" in said

    def test_border_of_as_many_characters(self, good):
        border = "." + "-" * 214 + "."
        drawn = write(Grid(Geometry(4, 4), (1, *[0] * 255)), "pencilmarks").splitlines()
        text = "\n".join((border, *drawn[1:-1], border))

        assert 216 == len(border)
        assert "pencilmarks" == good(text).format

    def test_size_that_was_said(self, good):
        text = "1..." * 8 + "." * 32
        assert "sukaku" == good(text, geometry=Geometry(2, 2)).format
        assert "line" == good(text, geometry=Geometry(2, 4)).format

    def test_candidate_out_of_place(self, message):
        said = message(ALL[:10] + "3" + ALL[11:])
        assert "1:11: r1c2: '3' in the place of 2; expected 2, or . or 0" == said


class TestBad:
    """The cell and the column are named."""

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("  x" + ALL[1:], "1:3: r1c1: 'x' in the place of 1"),
            (ALL[:728] + "8", "1:729: r9c9: '8' in the place of 9"),
            (ALL + "1", "1: 730 characters; expected 729: 9 for each of 81 cells"),
            ("1" * 70, "1: 70 characters; expected 64: 4 for each of 16 cells"),
            ("\uff11" + ALL[1:], "1:1: r1c1: '\uff11' in the place of 1"),
        ],
    )
    def test_bad(self, text, said, message):
        assert said in message(text, format="sukaku")

    def test_size_that_was_said(self, message):
        said = message(ALL, format="sukaku", geometry=Geometry(2, 2))
        assert "9 cells a row; expected 4x4" in said
        said = message(ALL + "1", format="sukaku", geometry=Geometry(2, 2))
        assert "730 characters; expected 64: 4 for each of 16 cells" in said


class TestWriting:
    """A dot for what is ruled out."""

    def test_layout(self):
        text = write(Grid.parse("1..." + "." * 12), "sukaku")
        assert "1....234.234.234.234.234" == text[:24]

    def test_name(self, good):
        grid = Grid.parse("." * 36)
        text = write(Entry.of(grid, "a\nb"), "sukaku")

        assert text.endswith("6 a b\n")
        assert "a b" == good(text).name

    def test_refused(self):
        with pytest.raises(UsageError, match="not 16x16"):
            write(Grid.parse("." * 256), "sukaku")


def test_bad_input_is_an_input_error(scanned):
    (found,) = scanned("hello", format="sukaku")
    assert isinstance(found, InputError)
