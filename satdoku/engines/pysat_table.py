"""What each of PySAT's solvers is and can do.

The rows are data; the tests try every one of their claims.  Figures were measured with
python-sat 1.9.dev17 on a formula of the 9 by 9 grid, with 729 variables and 10,530
clauses.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

__all__ = ["TABLE", "Family", "Row", "TimeLimit"]

Family = Literal["minisat", "cadical", "lingeling", "kissat", "cryptominisat"]
"""Solvers that are called in the same manner."""

TimeLimit = Literal["interrupt", "slices", "process", "search"]

_NEVER = 10**9
"""A number of conflicts that no solver reaches before it is renewed for its calls."""


class Row(NamedTuple):
    """One solver of PySAT.

    Args:
        name: PySAT's own name.
        aliases: Other names, with blanks between them; PySAT knows it by all but
            `pysat`.
        summary: The solver, its version and its kind.
        family: In what manner it is called.
        time_limit: How a time limit is kept; see `satdoku.engines.registry.EngineInfo`.
        no_proofs: Why its refutations cannot be written down as proofs; empty if they
            can.  (MapleSAT writes every variable one too high.)
        conflict_limit: Whether conflicts can be limited over several calls: it must
            stop at them and say how many there were.
        reusable: Whether it takes assumptions and can be asked a second time; where
            not, each call loads it anew with the assumptions as unit clauses.
        warm: Whether a search may go on where the last model was found, which doubles
            the speed of long enumerations.  (Glucose 4.2.1 crashes, hence False.)
        renew_conflicts: After so many conflicts a new solver is faster than this one
            with all it has learnt.
        renew_calls: The same for calls, for the activation literals they leave.
        needs: What has to be installed for it.
    """

    name: str
    aliases: str
    summary: str
    family: Family = "minisat"
    time_limit: TimeLimit = "slices"
    no_proofs: str = ""
    conflict_limit: bool = True
    reusable: bool = True
    warm: bool = False
    renew_conflicts: int = _NEVER
    renew_calls: int = 500
    needs: str = "python-sat"


_MINISAT: dict[str, Any] = {"time_limit": "interrupt", "warm": True}
_UNTRACED: dict[str, Any] = {**_MINISAT, "no_proofs": "PySAT traces none"}
_NEW = "python-sat 1.9"

# fmt: off
TABLE: tuple[Row, ...] = (
    Row("cadical103", "cd cd103 cdl cdl103",
        "CaDiCaL 1.0.3, conflict-driven with inprocessing",
        "cadical", renew_conflicts=4000),
    Row("cadical153", "pysat cd15 cd153 cdl15 cdl153",
        "CaDiCaL 1.5.3, conflict-driven with inprocessing",
        "cadical", renew_calls=2000),
    Row("cadical195", "cd19 cd195 cdl19 cdl195",
        "CaDiCaL 1.9.5, conflict-driven with inprocessing",
        "cadical", renew_calls=2000),
    Row("cadical300", "cd30 cd300 cdl30 cdl300",
        "CaDiCaL 3.0.0, conflict-driven with inprocessing",
        "cadical", "process", renew_calls=2000, needs=_NEW),
    Row("cryptominisat", "cms cms5 crypto crypto5 cryptominisat5",
        "CryptoMiniSat 5, conflict-driven with XOR reasoning",
        "cryptominisat", "search", no_proofs="pycryptosat tells none",
        conflict_limit=False, needs="pycryptosat"),
    Row("ergo", "", "Ergo, PySAT's own conflict-driven solver",
        **_MINISAT, renew_conflicts=1000, needs=_NEW),
    Row("gluecard3", "gc3 gc30 gluecard30",
        "Glucose 3.0 with cardinality constraints",
        **_MINISAT, renew_conflicts=1000),
    Row("gluecard4", "gc4 gc41 gluecard41",
        "Glucose 4.1 with cardinality constraints",
        **_MINISAT, renew_conflicts=1000),
    Row("glucose3", "g3 g30 glucose30",
        "Glucose 3.0, conflict-driven, keeps clauses of few levels",
        **_MINISAT, renew_conflicts=1000),
    Row("glucose4", "g4 g41 glucose41",
        "Glucose 4.1, conflict-driven, keeps clauses of few levels",
        **_MINISAT, renew_conflicts=1000),
    Row("glucose42", "g42 g421 glucose421",
        "Glucose 4.2.1, conflict-driven, keeps clauses of few levels",
        time_limit="interrupt", renew_conflicts=1000),
    Row("kissat404", "ks ks4 kissat kissat4",
        "Kissat 4.0.4, for one hard question, loaded anew for each",
        "kissat", "process", no_proofs="PySAT traces none", conflict_limit=False,
        reusable=False, needs=_NEW),
    Row("lingeling", "lgl", "Lingeling bbc, conflict-driven with inprocessing",
        "lingeling", "process", conflict_limit=False, renew_conflicts=1000),
    Row("maplechrono", "mcb chrono chronobt",
        "MapleLCMDistChronoBT, conflict-driven, chronological backtracking",
        time_limit="interrupt"),
    Row("maplecm", "mcm", "MapleCM, conflict-driven, minimizes learnt clauses",
        **_MINISAT, renew_conflicts=500),
    Row("maplesat", "mpl maple",
        "MapleCOMSPS_LRB, conflict-driven, decides by learning rate",
        **_MINISAT, renew_conflicts=1000, no_proofs="they name wrong variables"),
    Row("mergesat3", "mg3 mgs3 mergesat30",
        "MergeSat 3.0, conflict-driven, merges Maple's branches",
        time_limit="interrupt", no_proofs="PySAT traces none", renew_conflicts=300),
    Row("minicard", "mc mcard", "MiniSat 2.2 with cardinality constraints",
        **_UNTRACED, renew_conflicts=2000),
    Row("minisat22", "m22 msat22", "MiniSat 2.2, the classic conflict-driven solver",
        **_UNTRACED, renew_conflicts=2000),
    Row("minisat-gh", "mgh msat-gh minisatgh", "MiniSat as it stands on GitHub",
        **_UNTRACED, renew_conflicts=2000),
    Row("minisat-ep", "mep msat-ep minisatep",
        "MiniSat 2.2 that external propagators can join",
        **_UNTRACED, renew_conflicts=2000, needs=_NEW),
)
