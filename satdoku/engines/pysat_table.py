"""What each of PySAT's solvers is and can do.

A solver that PySAT brings out becomes an engine by a row of its own here, under PySAT's
name; the tests try every one of its claims.  What a row does not say is as in MiniSat
and most of its relatives.  Figures were measured with python-sat 1.9.dev17 on a formula
of the 9 by 9 grid, with 729 variables and 10,530 clauses.
clauses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from satdoku.engines.base import EngineInfo

__all__ = ["TABLE", "PySatInfo"]

_NEVER = 10**9
"""A number of conflicts that no solver reaches before it is renewed for its calls."""


@dataclass(frozen=True, slots=True)
class PySatInfo(EngineInfo):
    """One solver of PySAT: what every engine says of itself, and how to call it.

    The name and the aliases are PySAT's, but for `pysat`.  A limit of conflicts is over
    several calls: the solver must stop at it and say how many there were.  One that is
    not reusable is loaded anew for each call, the assumptions as unit clauses.

    Args:
        family: Solvers that are called in the same manner: `minisat`, `cadical`,
            `lingeling`, `kissat` or `cryptominisat`.
        warm: Whether a search may go on where the last model was found, which doubles
            the speed of long enumerations.  (Glucose 4.2.1 crashes, hence False.)
        renew_conflicts: After so many conflicts a new solver is faster than this one
            with all it has learnt.
        renew_calls: The same for calls, for the activation literals they leave.
    """

    kind: str = "pysat"
    conflict_limit: bool = True
    time_limit: str = "interrupt"
    no_proofs: str = ""
    options: tuple[str, ...] = ("one_hot",)
    needs: str = "python-sat"
    family: str = "minisat"
    warm: bool = True
    renew_conflicts: int = _NEVER
    renew_calls: int = 500

    @property
    def available(self) -> bool:
        """Whether it can be loaded here; the first time PySAT is imported for that."""
        from satdoku.engines.pysat_solver import is_available  # noqa: PLC0415  PySAT

        return is_available(self)


_CADICAL: dict[str, Any] = {"family": "cadical", "time_limit": "slices", "warm": False}
_UNTRACED = "PySAT traces none"
_NEW = "python-sat>=1.9.dev0"

# fmt: off
TABLE: tuple[PySatInfo, ...] = (
    PySatInfo("cadical103", "CaDiCaL 1.0.3, conflict-driven with inprocessing",
        aliases=("cd", "cd103", "cdl", "cdl103"),
        **_CADICAL, renew_conflicts=4000),
    PySatInfo("cadical153", "CaDiCaL 1.5.3, conflict-driven with inprocessing",
        aliases=("pysat", "cd15", "cd153", "cdl15", "cdl153"),
        **_CADICAL, renew_calls=2000),
    PySatInfo("cadical195", "CaDiCaL 1.9.5, conflict-driven with inprocessing",
        aliases=("cd19", "cd195", "cdl19", "cdl195"),
        **_CADICAL, renew_calls=2000),
    PySatInfo("cadical300", "CaDiCaL 3.0.0, conflict-driven with inprocessing",
        aliases=("cd30", "cd300", "cdl30", "cdl300"),
        family="cadical", time_limit="process", warm=False, renew_calls=2000,
        needs=_NEW),
    PySatInfo("cryptominisat", "CryptoMiniSat 5, conflict-driven with XOR reasoning",
        aliases=("cms", "cms5", "crypto", "crypto5", "cryptominisat5"),
        family="cryptominisat", time_limit="search", warm=False, conflict_limit=False,
        no_proofs="pycryptosat tells none", needs="pycryptosat"),
    PySatInfo("ergo", "Ergo, PySAT's own conflict-driven solver",
        renew_conflicts=1000, needs=_NEW),
    PySatInfo("gluecard3", "Glucose 3.0 with cardinality constraints",
        aliases=("gc3", "gc30", "gluecard30"),
        renew_conflicts=1000),
    PySatInfo("gluecard4", "Glucose 4.1 with cardinality constraints",
        aliases=("gc4", "gc41", "gluecard41"),
        renew_conflicts=1000),
    PySatInfo("glucose3", "Glucose 3.0, conflict-driven, keeps clauses of few levels",
        aliases=("g3", "g30", "glucose30"),
        renew_conflicts=1000),
    PySatInfo("glucose4", "Glucose 4.1, conflict-driven, keeps clauses of few levels",
        aliases=("g4", "g41", "glucose41"),
        renew_conflicts=1000),
    PySatInfo("glucose42",
        "Glucose 4.2.1, conflict-driven, keeps clauses of few levels",
        aliases=("g42", "g421", "glucose421"),
        warm=False, renew_conflicts=1000),
    PySatInfo("kissat404", "Kissat 4.0.4, for one hard question, loaded anew for each",
        aliases=("ks", "ks4", "kissat", "kissat4"),
        family="kissat", time_limit="process", warm=False, conflict_limit=False,
        reusable=False, no_proofs=_UNTRACED, needs=_NEW),
    PySatInfo("lingeling", "Lingeling bbc, conflict-driven with inprocessing",
        aliases=("lgl",),
        family="lingeling", time_limit="process", warm=False, conflict_limit=False,
        renew_conflicts=1000),
    PySatInfo("maplechrono",
        "MapleLCMDistChronoBT, conflict-driven, chronological backtracking",
        aliases=("mcb", "chrono", "chronobt"),
        warm=False),
    PySatInfo("maplecm", "MapleCM, conflict-driven, minimizes learnt clauses",
        aliases=("mcm",),
        renew_conflicts=500),
    PySatInfo("maplesat", "MapleCOMSPS_LRB, conflict-driven, decides by learning rate",
        aliases=("mpl", "maple"),
        renew_conflicts=1000, no_proofs="they name wrong variables"),
    PySatInfo("mergesat3", "MergeSat 3.0, conflict-driven, merges Maple's branches",
        aliases=("mg3", "mgs3", "mergesat30"),
        warm=False, no_proofs=_UNTRACED, renew_conflicts=300),
    PySatInfo("minicard", "MiniSat 2.2 with cardinality constraints",
        aliases=("mc", "mcard"),
        no_proofs=_UNTRACED, renew_conflicts=2000),
    PySatInfo("minisat22", "MiniSat 2.2, the classic conflict-driven solver",
        aliases=("m22", "msat22"),
        no_proofs=_UNTRACED, renew_conflicts=2000),
    PySatInfo("minisat-gh", "MiniSat as it stands on GitHub",
        aliases=("mgh", "msat-gh", "minisatgh"),
        no_proofs=_UNTRACED, renew_conflicts=2000),
    PySatInfo("minisat-ep", "MiniSat 2.2 that external propagators can join",
        aliases=("mep", "msat-ep", "minisatep"),
        no_proofs=_UNTRACED, renew_conflicts=2000, needs=_NEW),
)
