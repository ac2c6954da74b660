"""Pictures of puzzles: SVG, PNG, pages to print, and drawings for a terminal.

board.py      what a picture shows, as plain data
vector.py     shapes as SVG elements, and pictures made of them, as SVG or PNG
scene.py      a board as a picture, and the places of cells in it
constraints.py
              what is drawn for each constraint, and what is said
elements.py   what constraints are drawn with, as shapes
variants.py   the constraints of a board in its picture, and the sentences below it
terminal.py   boards drawn with characters
palette.py    the colours
api.py        the public functions, and several boards on printable pages
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.drawing.api import page, png, sheet, svg
else:

    def __getattr__(name: str) -> object:
        """Load a function when it is used: drawings for a terminal need none."""
        if name not in __all__:
            raise AttributeError(f"module 'satdoku.drawing' has no attribute {name!r}")
        return getattr(import_module("satdoku.drawing.api"), name)


__all__ = ["page", "png", "sheet", "svg"]
