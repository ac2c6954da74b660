"""Pictures of puzzles: SVG, PNG, pages to print, and drawings for a terminal.

board.py      what a picture shows, as plain data
vector.py     shapes as SVG elements, and pictures made of them
scene.py      a board as a picture, and the places of cells in it
pages.py      several boards on printable pages
pixels.py     pictures as PNG, drawn from their SVG
terminal.py   boards drawn with characters
palette.py    the colours
api.py        the public functions
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.drawing.api import png, sheet, svg
    from satdoku.drawing.pages import page
else:

    def __getattr__(name: str) -> object:
        """Load a function when it is used: drawings for a terminal need none."""
        if name not in __all__:
            raise AttributeError(f"module 'satdoku.drawing' has no attribute {name!r}")
        place = "pages" if name == "page" else "api"
        return getattr(import_module(f"satdoku.drawing.{place}"), name)


__all__ = ["page", "png", "sheet", "svg"]
