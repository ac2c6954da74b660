"""Engines: what finds the models of a formula.

base.py           what every engine can do, and promises
registry.py       which engines there are; to load one, solve and refute formulas by it
pysat_table.py    PySAT's solvers: a new one is a new row
pysat.py          the engines of PySAT: limits, renewal, enumeration, proofs
pysat_solver.py   a solver of PySAT by its extension module alone
heuristics.py     which literal to try next: by name, or a function of your own
own.py            engines of your own: classes that are registered, and programs
native.py         compiled code, kept in the cache; intrinsics.py what Numba lacks
cores.py          minimal unsatisfiable subsets of clauses
dpll/, cdcl/      the hand-written engines
"""

from satdoku.engines.base import EngineInfo
from satdoku.engines.registry import (
    engines,
    find,
    register,
    solve_formula,
    unregister,
)

__all__ = ["EngineInfo", "engines", "find", "register", "solve_formula", "unregister"]
