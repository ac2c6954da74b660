"""The format `sudokuwiki`: links with 81 digits."""

import pytest

from satdoku.errors import UsageError
from satdoku.formats import write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

START = "https://www.sudokuwiki.org/sudoku.htm?bd="


class TestSudokuWiki:
    """81 digits behind `bd=`."""

    def test_read(self, line, good):
        for text in (line, line.replace("0", ".")):
            entry = good(START + text)

            assert Grid.parse(line) == entry.grid
            assert ("sudokuwiki", 1, None) == (entry.format, entry.line, entry.name)

    def test_written(self, line):
        assert f"{START}{line}\n" == write(Grid.parse(line), "sudokuwiki")
        with pytest.raises(UsageError, match="holds 9x9, not 4x4"):
            write(Grid.parse("." * 16), "sudokuwiki")

    def test_bad(self, line, message):
        assert "1: 80 cells behind bd=; expected 81" == message(START + line[1:])
        assert "1: 82 cells behind bd=; expected 81" == message(START + line + "1")
        assert "1: r1c2: 'x' is not a digit; expected 1-9" in message(
            f"{START}0x{line[2:]}"
        )
        assert "1: r1c1: '\uff11' is not a digit" in message(f"{START}\uff11{line[1:]}")
        assert "9 cells a row; expected 4x4" in message(
            START + line, geometry=Geometry(2, 2)
        )
