"""What each of PySAT's solvers is and can do.

The rows are data; the tests try every one of their claims.  Figures were measured with
python-sat 1.9.dev17 on a formula of the 9 by 9 grid, with
729 variables and 10,530 clauses.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["NEVER", "TABLE", "Kind", "Row", "TimeLimit"]

Kind = Literal["minisat", "cadical", "lingeling", "kissat", "cryptominisat"]
"""Whose manner of being called a solver has."""

TimeLimit = Literal["interrupt", "slices", "process", "search"]

NEVER = 10**9
"""A number of conflicts that no solver reaches before it is renewed for its calls."""


class Row(NamedTuple):
    """One solver of PySAT.

    Args:
        name: PySAT's own name.
        aliases: The other names PySAT knows it by.
        functions: How its functions in `pysolvers` begin (`glucose41_solve`).
        kind: How these are called.
        summary: The solver, its version and its kind.
        time_limit: How a time limit is kept; see `satdoku.engines.register`.
        proofs: Whether it writes its refutations down, and rightly.
        no_proofs: Why it does not, in a few words.  (MapleSAT writes every variable one
            too high.)
        conflict_limit: Whether conflicts can be limited over calls and walks: it must
            stop at them and tell how many there were.
        reusable: Whether it can be asked a second time.
        assumptions: Whether it takes them; where not, each call loads it anew with the
            assumptions as unit clauses.
        warm: Whether a search may go on where the last model was found, which doubles
            the speed of long walks.  (Glucose 4.2.1 crashes, hence False.)
        renew_conflicts: After so many conflicts a new solver is faster than this one
            with all it has learnt.
        renew_calls: The same for calls, for the activation literals they leave.
        needs: What has to be installed for it.
    """

    name: str
    aliases: tuple[str, ...]
    functions: str
    kind: Kind
    summary: str
    time_limit: TimeLimit
    proofs: bool = False
    no_proofs: str = ""
    conflict_limit: bool = True
    reusable: bool = True
    assumptions: bool = True
    warm: bool = False
    renew_conflicts: int = NEVER
    renew_calls: int = 500
    needs: str = "python-sat"


_UNTRACED = "PySAT traces none"

TABLE: tuple[Row, ...] = (
    Row(
        "cadical103",
        ("cd", "cd103", "cdl", "cdl103"),
        "cadical103",
        "cadical",
        "CaDiCaL 1.0.3, conflict-driven with inprocessing",
        "slices",
        proofs=True,
        renew_conflicts=4000,
    ),
    Row(
        "cadical153",
        ("cd15", "cd153", "cdl15", "cdl153"),
        "cadical153",
        "cadical",
        "CaDiCaL 1.5.3, conflict-driven with inprocessing",
        "slices",
        proofs=True,
        renew_calls=2000,
    ),
    Row(
        "cadical195",
        ("cd19", "cd195", "cdl19", "cdl195"),
        "cadical195",
        "cadical",
        "CaDiCaL 1.9.5, conflict-driven with inprocessing",
        "slices",
        proofs=True,
        renew_calls=2000,
    ),
    Row(
        "cadical300",
        ("cd30", "cd300", "cdl30", "cdl300"),
        "cadical300",
        "cadical",
        "CaDiCaL 3.0.0, conflict-driven with inprocessing",
        "process",
        proofs=True,
        renew_calls=2000,
        needs="python-sat 1.9",
    ),
    Row(
        "cryptominisat",
        ("cms", "cms5", "crypto", "crypto5", "cryptominisat5"),
        "",
        "cryptominisat",
        "CryptoMiniSat 5, conflict-driven with XOR reasoning",
        "search",
        no_proofs="pycryptosat tells none",
        conflict_limit=False,
        needs="pycryptosat",
    ),
    Row(
        "ergo",
        (),
        "ergo",
        "minisat",
        "Ergo, PySAT's own conflict-driven solver",
        "interrupt",
        proofs=True,
        warm=True,
        renew_conflicts=1000,
        needs="python-sat 1.9",
    ),
    Row(
        "gluecard3",
        ("gc3", "gc30", "gluecard30"),
        "gluecard3",
        "minisat",
        "Glucose 3.0 with cardinality constraints",
        "interrupt",
        proofs=True,
        warm=True,
        renew_conflicts=1000,
    ),
    Row(
        "gluecard4",
        ("gc4", "gc41", "gluecard41"),
        "gluecard41",
        "minisat",
        "Glucose 4.1 with cardinality constraints",
        "interrupt",
        proofs=True,
        warm=True,
        renew_conflicts=1000,
    ),
    Row(
        "glucose3",
        ("g3", "g30", "glucose30"),
        "glucose3",
        "minisat",
        "Glucose 3.0, conflict-driven, keeps clauses of few levels",
        "interrupt",
        proofs=True,
        warm=True,
        renew_conflicts=1000,
    ),
    Row(
        "glucose4",
        ("g4", "g41", "glucose41"),
        "glucose41",
        "minisat",
        "Glucose 4.1, conflict-driven, keeps clauses of few levels",
        "interrupt",
        proofs=True,
        warm=True,
        renew_conflicts=1000,
    ),
    Row(
        "glucose42",
        ("g42", "g421", "glucose421"),
        "glucose421",
        "minisat",
        "Glucose 4.2.1, conflict-driven, keeps clauses of few levels",
        "interrupt",
        proofs=True,
        renew_conflicts=1000,
    ),
    Row(
        "kissat404",
        ("ks", "ks4", "kissat", "kissat4"),
        "kissat404",
        "kissat",
        "Kissat 4.0.4, for one hard question, loaded anew for each",
        "process",
        no_proofs=_UNTRACED,
        conflict_limit=False,
        reusable=False,
        assumptions=False,
        needs="python-sat 1.9",
    ),
    Row(
        "lingeling",
        ("lgl",),
        "lingeling",
        "lingeling",
        "Lingeling bbc, conflict-driven with inprocessing",
        "process",
        proofs=True,
        conflict_limit=False,
        renew_conflicts=1000,
    ),
    Row(
        "maplechrono",
        ("mcb", "chrono", "chronobt"),
        "maplechrono",
        "minisat",
        "MapleLCMDistChronoBT, conflict-driven, chronological backtracking",
        "interrupt",
        proofs=True,
    ),
    Row(
        "maplecm",
        ("mcm",),
        "maplecm",
        "minisat",
        "MapleCM, conflict-driven, minimizes learnt clauses",
        "interrupt",
        proofs=True,
        warm=True,
        renew_conflicts=500,
    ),
    Row(
        "maplesat",
        ("mpl", "maple"),
        "maplesat",
        "minisat",
        "MapleCOMSPS_LRB, conflict-driven, decides by learning rate",
        "interrupt",
        no_proofs="they name wrong variables",
        warm=True,
        renew_conflicts=1000,
    ),
    Row(
        "mergesat3",
        ("mg3", "mgs3", "mergesat30"),
        "mergesat3",
        "minisat",
        "MergeSat 3.0, conflict-driven, merges Maple's branches",
        "interrupt",
        no_proofs=_UNTRACED,
        renew_conflicts=300,
    ),
    Row(
        "minicard",
        ("mc", "mcard"),
        "minicard",
        "minisat",
        "MiniSat 2.2 with cardinality constraints",
        "interrupt",
        no_proofs=_UNTRACED,
        warm=True,
        renew_conflicts=2000,
    ),
    Row(
        "minisat22",
        ("m22", "msat22"),
        "minisat22",
        "minisat",
        "MiniSat 2.2, the classic conflict-driven solver",
        "interrupt",
        no_proofs=_UNTRACED,
        warm=True,
        renew_conflicts=2000,
    ),
    Row(
        "minisat-gh",
        ("mgh", "msat-gh", "minisatgh"),
        "minisatgh",
        "minisat",
        "MiniSat as it stands on GitHub",
        "interrupt",
        no_proofs=_UNTRACED,
        warm=True,
        renew_conflicts=2000,
    ),
    Row(
        "minisat-ep",
        ("mep", "msat-ep", "minisatep"),
        "minisatep",
        "minisat",
        "MiniSat 2.2 that external propagators can join",
        "interrupt",
        no_proofs=_UNTRACED,
        warm=True,
        renew_conflicts=2000,
        needs="python-sat 1.9",
    ),
)
