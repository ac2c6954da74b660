"""The format `link`: links of several sites in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError
from satdoku.formats import Entry, write
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = Grid.parse("1.34 3.12 .143 4321")


class TestLink:
    """Links, one a line."""

    def test_mixed(self, line: str, scanned: Callable[..., list[Any]]) -> None:
        """Each line is read by its site, comments and blank lines passed over."""
        puzzle = Grid.parse(line)
        found = scanned(
            "# from the club\n\n"
            + write(puzzle, "sudokuwiki")
            + write(SMALL, "fpuzzles")
            + "https://example.org/1\n"
            + '{"grid": [[{"value": 1, "given": true}, {}],\n [{}, null]]}\n'
            + write(puzzle, "sudokuwiki").replace("https", "http")
        )

        assert [
            ("sudokuwiki", 3, 1, puzzle),
            ("fpuzzles", 4, 2, SMALL),
            (
                "<stream>:5: a link to example.org; expected a link of f-puzzles, "
                "SudokuPad (fpuzzles…) or SudokuWiki (sudoku.htm?bd=…); "
                "the link is not read"
            ),
            ("fpuzzles", 6, 4, "1..."),
            ("sudokuwiki", 8, 5, puzzle),
        ] == [
            str(item)
            if isinstance(item, InputError)
            else (
                item.format,
                item.line,
                item.number,
                item.grid if item.line != 6 else item.grid.line,
            )
            for item in found
        ]

    def test_link_that_is_not_read_first(
        self, scanned: Callable[..., list[Any]]
    ) -> None:
        """The file is one of links all the same."""
        found = scanned("https://sudokupad.app/abcd\n" + write(SMALL, "fpuzzles"))

        assert isinstance(found[0], InputError)
        assert "a short link of SudokuPad" in str(found[0])
        assert isinstance(found[1], Entry)
        assert SMALL == found[1].grid
