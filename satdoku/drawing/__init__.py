"""Pictures of puzzles: SVG, PNG, pages to print, and drawings for a terminal.

board.py      what a picture shows, as plain data
vector.py     shapes as SVG elements, and pictures made of them, as SVG or PNG
scene.py      a board as a picture, and the places of cells in it
constraints.py
              what is drawn for each constraint, and what is said
elements.py   what constraints are drawn with, as shapes in layers
variants.py   the constraints of a board in its picture, and the sentences below it
terminal.py   boards drawn with characters
palette.py    the colours
api.py        one puzzle as SVG or PNG
tikz.py       pictures as TikZ
sheets.py     several puzzles on printable pages
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.drawing.api import png, svg
    from satdoku.drawing.sheets import page, sheet
else:

    def __getattr__(name: str) -> object:
        """Load a function when it is used: drawings for a terminal need none."""
        if name not in __all__:
            raise AttributeError(f"module 'satdoku.drawing' has no attribute {name!r}")
        module = "api" if name in {"png", "svg"} else "sheets"
        return getattr(import_module(f"satdoku.drawing.{module}"), name)


__all__ = ["page", "png", "sheet", "svg"]
