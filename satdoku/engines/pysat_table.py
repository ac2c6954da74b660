"""What each of PySAT's solvers is and can do.

A solver that PySAT brings out becomes an engine by a row of its own here, under PySAT's
name; the tests try every one of its claims.  What a row does not say is as in MiniSat
and most of its relatives.  Figures were measured with python-sat 1.9.dev17 on a formula
of the 9 by 9 grid, with 729 variables and 10,530 clauses.
"""

from __future__ import annotations

from typing import Any

from satdoku.engines.base import EngineInfo

_NEVER = 10**9
"""A number of conflicts that no solver reaches before it is renewed for its calls."""


def _solver(name: str, summary: str, **facts: Any) -> EngineInfo:  # noqa: ANN401
    """Return a solver of PySAT: what is not said is as in MiniSat."""
    usual: dict[str, Any] = {
        "conflict_limit": True,  # over several calls: it says how many there were
        "time_limit": "slices",
        "no_proofs": "",
        "needs": "python-sat",
        "warm": True,
        "renew_conflicts": _NEVER,
        "renew_calls": 500,
    }
    return EngineInfo(name, summary, "pysat", **(usual | facts))


_GLUCOSE: dict[str, Any] = {"time_limit": "interrupt", "renew_conflicts": 1000}
_UNLIMITED: dict[str, Any] = {"time_limit": "none", "conflict_limit": False}
_UNTRACED = "PySAT traces none"
_NEW = "python-sat>=1.9.dev0"

# fmt: off
TABLE: tuple[EngineInfo, ...] = (
    _solver("cadical103", "CaDiCaL 1.0.3, conflict-driven with inprocessing",
        aliases=("cd", "cd103", "cdl", "cdl103"),
        warm=False, renew_conflicts=4000),
    _solver("cadical153", "CaDiCaL 1.5.3, conflict-driven with inprocessing",
        aliases=("pysat", "cd15", "cd153", "cdl15", "cdl153"),
        warm=False, renew_calls=2000),
    _solver("cadical195", "CaDiCaL 1.9.5, conflict-driven with inprocessing",
        aliases=("cd19", "cd195", "cdl19", "cdl195"),
        warm=False, renew_calls=2000),
    _solver("cadical300", "CaDiCaL 3.0.0, conflict-driven with inprocessing",
        aliases=("cd30", "cd300", "cdl30", "cdl300"),
        warm=False, renew_calls=2000, needs=_NEW),
    _solver("ergo", "Ergo, PySAT's own conflict-driven solver",
        renew_conflicts=1000, needs=_NEW),
    _solver("gluecard3", "Glucose 3.0 with cardinality constraints",
        aliases=("gc3", "gc30", "gluecard30"),
        **_GLUCOSE),
    _solver("gluecard4", "Glucose 4.1 with cardinality constraints",
        aliases=("gc4", "gc41", "gluecard41"),
        **_GLUCOSE),
    _solver("glucose3", "Glucose 3.0, conflict-driven, keeps clauses of few levels",
        aliases=("g3", "g30", "glucose30"),
        **_GLUCOSE),
    _solver("glucose4", "Glucose 4.1, conflict-driven, keeps clauses of few levels",
        aliases=("g4", "g41", "glucose41"),
        **_GLUCOSE),
    _solver("glucose42",
        "Glucose 4.2.1, conflict-driven, keeps clauses of few levels",
        aliases=("g42", "g421", "glucose421"),
        warm=False,  # it crashes
        **_GLUCOSE),
    _solver("kissat404", "Kissat 4.0.4, for one hard question, loaded anew for each",
        aliases=("ks", "ks4", "kissat", "kissat4"),
        **_UNLIMITED, warm=False, reusable=False, no_proofs=_UNTRACED, needs=_NEW),
    _solver("lingeling", "Lingeling bbc, conflict-driven with inprocessing",
        aliases=("lgl",),
        **_UNLIMITED, warm=False, renew_conflicts=1000),
    _solver("maplechrono",
        "MapleLCMDistChronoBT, conflict-driven, chronological backtracking",
        aliases=("mcb", "chrono", "chronobt"),
        warm=False),
    _solver("maplecm", "MapleCM, conflict-driven, minimizes learnt clauses",
        aliases=("mcm",),
        renew_conflicts=500),
    _solver("maplesat", "MapleCOMSPS_LRB, conflict-driven, decides by learning rate",
        aliases=("mpl", "maple"),
        renew_conflicts=1000, no_proofs="they name wrong variables"),
    _solver("mergesat3", "MergeSat 3.0, conflict-driven, merges Maple's branches",
        aliases=("mg3", "mgs3", "mergesat30"),
        warm=False, no_proofs=_UNTRACED, renew_conflicts=300),
    _solver("minicard", "MiniSat 2.2 with cardinality constraints",
        aliases=("mc", "mcard"),
        no_proofs=_UNTRACED, renew_conflicts=2000),
    _solver("minisat22", "MiniSat 2.2, the classic conflict-driven solver",
        aliases=("m22", "msat22"),
        no_proofs=_UNTRACED, renew_conflicts=2000),
    _solver("minisat-gh", "MiniSat as it stands on GitHub",
        aliases=("mgh", "msat-gh", "minisatgh"),
        no_proofs=_UNTRACED, renew_conflicts=2000),
    _solver("minisat-ep", "MiniSat 2.2 that external propagators can join",
        aliases=("mep", "msat-ep", "minisatep"),
        no_proofs=_UNTRACED, renew_conflicts=2000, needs=_NEW),
)
