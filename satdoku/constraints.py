"""The catalogue of constraints (`satdoku.puzzle.constraints`) under its public name.

Example:
    >>> from satdoku import Puzzle, count
    >>> from satdoku.constraints import Diagonals
    >>> int(count(Puzzle("." * 16, constraints=[Diagonals()])))
    48
"""

from satdoku.puzzle.constraints import automata, lines, outside, places, sets, sums
from satdoku.puzzle.constraints.automata import *  # noqa: F403
from satdoku.puzzle.constraints.lines import *  # noqa: F403
from satdoku.puzzle.constraints.outside import *  # noqa: F403
from satdoku.puzzle.constraints.places import *  # noqa: F403
from satdoku.puzzle.constraints.sets import *  # noqa: F403
from satdoku.puzzle.constraints.sums import *  # noqa: F403

__all__: list[str] = []
__all__ += automata.__all__
__all__ += lines.__all__
__all__ += outside.__all__
__all__ += places.__all__
__all__ += sets.__all__
__all__ += sums.__all__
