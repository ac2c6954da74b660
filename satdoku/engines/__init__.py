"""Engines: what finds the models of a formula.

base.py           what every engine can do, and promises
registry.py       which engines there are; to load one, solve and refute formulas by it
pysat_table.py    PySAT's solvers: a new one is a new row
pysat.py          an engine of PySAT: renewal, enumeration, proofs
pysat_solver.py   calling one solver of PySAT so that it ends on time and at Ctrl-C
dpll/             the hand-written engine
"""

from satdoku.engines.base import EngineInfo
from satdoku.engines.registry import engines, find, solve_formula

__all__ = ["EngineInfo", "engines", "find", "solve_formula"]
