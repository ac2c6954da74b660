"""Engines: what finds the models of a formula.

base.py           what every engine can do, and promises
registry.py       which engines there are; to load one, solve and refute formulas by it
pysat_table.py    PySAT's solvers: a new one is a new row
pysat.py          the engines of PySAT: limits, renewal, enumeration, proofs
dpll/             the hand-written engine
"""

from satdoku.engines.base import EngineInfo
from satdoku.engines.registry import engines, find, solve_formula

__all__ = ["EngineInfo", "engines", "find", "solve_formula"]
