"""The format `fpuzzles`, written: boards packed into links."""

import json

import pytest

from satdoku.errors import UsageError
from satdoku.formats import Entry, Extras, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from tests.formats.small_grids import FULL, SMALL, board


class TestWriting:
    """Boards packed into links."""

    def read_by_port(self, text):
        """Unpack a link with the port of LZString."""
        port = pytest.importorskip("lzstring", exc_type=ImportError).LZString
        start = "https://f-puzzles.com/?load="
        assert text.startswith(start)
        assert text.endswith("\n")
        return json.loads(port.decompressFromBase64(text[len(start) : -1]))

    def test_board(self):
        assert board(SMALL) == self.read_by_port(write(SMALL, "fpuzzles"))

    def everything(self):
        """Yield entries with all that a board keeps."""
        details = (("author", "A"), ("rules", "R"))
        marked = SMALL.with_candidates([15] * 15 + [1])
        state = Grid(SMALL.geometry, (1, 2, *SMALL.values[2:]))
        for grid in (SMALL, marked, FULL):
            extras = Extras(details, None if grid is FULL else state, FULL)
            yield Entry(grid, "", 1, 1, "Täglich \U0001d54a 1", "", extras)
        shaped = Grid(Geometry(3, 2), (0,) * 36)
        yield Entry.of(shaped)
        yield Entry.of(Grid(Geometry(1, 6), (0,) * 36))

    def test_everything_is_read_back(self, good):
        for entry in self.everything():
            found = good(write(entry, "fpuzzles"))

            assert entry.grid == found.grid
            assert entry.name == found.name
            assert entry.extras == found.extras

    def test_what_a_board_cannot_hold(self):
        with pytest.raises(UsageError, match="r1c2 has no candidate, which f-puzzles"):
            write(SMALL.with_candidates([15, 0, *[15] * 14]), "fpuzzles")
        with pytest.raises(UsageError, match="not 25x25"):
            write(Grid(Geometry(5, 5), (0,) * 625), "fpuzzles")
