"""Formulas: encodings of puzzles, singles, DIMACS.

recipe.py      which families of clauses an encoding is made of
plan.py        what a recipe says of cells, units and triads
encoder.py     the families of clauses; a puzzle as a formula; a model as a grid
amo.py         at-most-one schemes
propagate.py   naked and hidden singles on candidate masks
formula.py     clauses that know where they come from
dimacs.py      formulas and solvers' answers, written and read
"""

from satdoku.cnf.dimacs import read_dimacs
from satdoku.cnf.encoder import encode
from satdoku.cnf.formula import Formula
from satdoku.cnf.recipe import Recipe, encodings

__all__ = [
    "Formula",
    "Recipe",
    "encode",
    "encodings",
    "read_dimacs",
]
