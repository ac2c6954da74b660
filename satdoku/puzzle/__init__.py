"""The nouns of Sudoku: geometry, symbols, cells, grid, puzzle, constraints, rules.

geometry.py    rows, columns, boxes, and the names of cells
symbols.py     how digits are written
cells.py       cells from text and lists
grid.py        digits on a geometry
puzzle.py      clues, eliminated candidates and constraints on a geometry
rules.py       whether grids are solutions, in arrays
"""
