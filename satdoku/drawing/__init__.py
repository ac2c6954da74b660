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

from satdoku.drawing.api import png, sheet, svg
from satdoku.drawing.pages import page

__all__ = ["page", "png", "sheet", "svg"]
