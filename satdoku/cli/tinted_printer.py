"""Answers as grids on a terminal with colours: clues told from what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli.text_printer import TextPrinter
from satdoku.pictures.terminal import tinted_grid

if TYPE_CHECKING:
    from satdoku.cli.output import Output
    from satdoku.formats import Entry
    from satdoku.grid import Grid
    from satdoku.symbols import Symbols

__all__ = ["TintedPrinter"]


class TintedPrinter(TextPrinter):
    """Prints answers in the format `grid`, in colours; the arguments are as there.

    Digits in other symbols than the usual ones are not tinted.
    """

    def __init__(
        self,
        output: Output,
        *,
        places: bool,
        titles: bool,
        symbols: Symbols | None = None,
    ) -> None:
        super().__init__(output, "grid", places=places, titles=titles, symbols=symbols)
        self._between = ""
        self._clues: tuple[int, ...] = ()
        self._said = symbols
        self._plain = False

    def begin(self, entry: Entry) -> None:
        """Remember which puzzle is answered."""
        super().begin(entry)
        self._clues = entry.grid.values
        self._plain = (self._said or entry.extras.symbols) is not None

    def solution(self, grid: Grid) -> None:
        """Print a solution."""
        if self._plain:
            super().solution(grid)
            return
        text = tinted_grid(grid.geometry, self._clues, grid.values)
        self._output.stream.write(f"{self._between}{text}\n")
        self._output.answered()
        self._between = "\n"
