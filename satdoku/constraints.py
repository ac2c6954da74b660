"""The catalogue of constraints (`satdoku.puzzle.constraints`) under its public name.

Example:
    >>> from satdoku import Puzzle, count
    >>> from satdoku.constraints import Diagonals
    >>> int(count(Puzzle("." * 16, constraints=[Diagonals()])))
    48
"""

from satdoku.puzzle import constraints
from satdoku.puzzle.constraints import *  # noqa: F403

__all__ = constraints.__all__
