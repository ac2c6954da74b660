"""The registry of engines: which there are, how to load one, what formulas they answer.

Engines `lanes`, `logic` and the reference solvers are listed here, too, though they
take puzzles and no formulas.  An engine's module is imported when it is loaded: who
solves with the hand-written engine never loads PySAT, and to know a name takes the
tables alone.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from satdoku.cnf.formula import Formula
from satdoku.engines.base import EngineInfo, Outcome
from satdoku.engines.baselines import BASELINES
from satdoku.engines.pysat_table import TABLE
from satdoku.errors import Stopped, UsageError, check_kind, printable, shown
from satdoku.runtime.deadline import NEVER, Deadline

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from satdoku.engines.base import Engine, Lemma
    from satdoku.engines.dpll.heuristics import Heuristic

_USUAL = "cadical153"

_ENGINES: tuple[EngineInfo, ...] = (
    EngineInfo(
        "dpll",
        "satdoku's own DPLL, in Python alone; its search can be followed",
        kind="dpll",
        conflict_limit=True,
        no_proofs="",
    ),
    EngineInfo(
        "lanes",
        "satdoku's own for 9x9, a search in each SIMD lane; takes no formulas",
        kind="lanes",
    ),
    EngineInfo(
        "masks",
        "satdoku's own for puzzles with constraints, on bit masks; takes no formulas",
        kind="masks",
        library="numba",
        needs="satdoku[fast]",
    ),
    EngineInfo(
        "logic",
        "a person's techniques, then search; takes no formulas",
        kind="deduce",
    ),
    *BASELINES,
    *TABLE,
)


def engines() -> tuple[EngineInfo, ...]:
    """Return every engine there is: the hand-written ones, then PySAT's by name.

    Example:
        >>> [info.name for info in engines()][:3]
        ['dpll', 'lanes', 'masks']
    """
    return _ENGINES


def name_of(engine: object) -> str:
    """Return the name of an engine, or `auto`, in lower case.

    Raises:
        UsageError: It is no text.

    Example:
        >>> name_of("CaDiCaL153")
        'cadical153'
    """
    if not isinstance(engine, str):
        raise UsageError(
            f"engine cannot be {shown(engine)}; expected the name of one, or 'auto'"
        )
    return engine.lower()


def find(name: str, *, formulas: bool = False, proofs: bool = False) -> EngineInfo:
    """Return the engine of this name, in either case, or of this alias.

    Args:
        name: A name or alias.
        formulas: Whether it is to take formulas.
        proofs: Whether it is to write proofs of what it refutes.

    Raises:
        UsageError: There is none, and the message has the nearest names; or it does not
            take formulas, or writes no proofs, or wrong ones.

    Example:
        >>> find("g4").name, find("PySAT").name
        ('glucose4', 'cadical153')
    """
    key = name_of(name)
    for info in _ENGINES:
        if key == info.name or key in info.aliases:
            break
    else:
        raise _unknown(key)
    if (formulas or proofs) and not info.takes_formulas:
        takes = "puzzles of 9x9" if info.kind == "lanes" else "puzzles"
        raise UsageError(f"engine {info.name} takes {takes}, not formulas")
    if proofs and not info.proofs:
        able = [info.name for info in _ENGINES if info.proofs and available(info)]
        raise UsageError(
            f"engine {info.name} writes no proofs to rely on ({info.no_proofs}); "
            f"these do: {', '.join(able)}"
        )
    return info


def available(info: EngineInfo) -> bool:
    """Return whether an engine can be loaded here; a solver of PySAT is tried.

    Example:
        >>> available(find("dpll"))
        True
    """
    if info.kind == "pysat":
        from satdoku.engines.pysat import is_available  # noqa: PLC0415  by name

        return is_available(info)
    return not info.library or find_spec(info.library) is not None


def load(
    name: str,
    formula: Formula,
    deadline: Deadline = NEVER,
    **options: Any,  # noqa: ANN401
) -> Engine:
    """Load an engine with a formula.

    Args:
        name: A name or alias, as `find` takes it.
        formula: What it is asked about.
        deadline: When to give up loading.
        **options: What the engine's class takes: `satdoku.engines.dpll.search.Dpll` or
            `satdoku.engines.pysat.PySat`.

    Raises:
        UsageError: There is no such engine, it is not installed, it takes no formulas,
            or it has no heuristics.
        Stopped: The deadline came first.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1,)))
        >>> load("minisat22", Formula(2, 2, lambda: [group], str)).solve().model
        (2,)
    """
    info = find(name, formulas=True)
    if info.kind == "pysat":
        from satdoku.engines.pysat import PySat  # noqa: PLC0415  by name

        if "heuristic" in options:
            raise UsageError(f"engine {info.name} has no heuristics; dpll has")
        return PySat(info, formula, deadline=deadline, **options)
    from satdoku.engines.dpll.search import Dpll  # noqa: PLC0415  by name

    return Dpll(formula, deadline=deadline, **options)


def refute(
    name: str,
    formula: Formula,
    deadline: Deadline = NEVER,
    *,
    heuristic: str | Heuristic | None = None,
) -> list[Lemma] | None:
    """Let an engine refute a formula and write down how.

    Args:
        name: A name or alias, as `find` takes it.
        formula: What has no model.
        deadline: When to give up.
        heuristic: The decision heuristic of `dpll`, by name or itself.

    Returns:
        The lemmas, the empty clause last; None if the formula has a model after all.
        Those of dpll have hints.  Those of PySAT's solvers have none, but each follows
        by unit propagation from the clauses and lemmas before it.

    Raises:
        UsageError: There is no such engine, it is not installed, it writes no proofs
            or wrong ones, or it has no such limit.
        Stopped: A limit came first.
        KeyboardInterrupt: Ctrl-C, within a second.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1,), (-2,)))
        >>> refute("dpll", Formula(2, 3, lambda: [group], str))
        [Lemma(literals=(), hints=(3, 1, 2))]
    """
    info = find(name, proofs=True)
    if info.kind == "pysat":
        if heuristic is not None:
            raise UsageError(f"engine {info.name} has no heuristics; dpll has")
        from satdoku.engines.pysat import refute as by_pysat  # noqa: PLC0415  by name

        return by_pysat(info, formula, deadline)
    from satdoku.engines.dpll.proof import refute as by_dpll  # noqa: PLC0415  by name

    return by_dpll(formula, heuristic=heuristic or "fewest", deadline=deadline)


def solve_formula(
    formula: Formula,
    engine: str = "auto",
    assumptions: Sequence[int] = (),
    *,
    proof: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
) -> Outcome:
    """Look for a model of any formula, Sudoku or not, or prove that there is none.

    Args:
        formula: The formula, of `encode` or `read_dimacs`.
        engine: An engine of formulas by name; `auto` for CaDiCaL 1.5.3.
        assumptions: Literals that are true in the model.
        proof: Where to write a refutation in DRAT, as text, if there is no model; an
            earlier file is not replaced.
        timeout: Seconds after which to stop.

    Returns:
        Whether there is a model, and its true variables.

    Raises:
        UsageError: There is no such engine, it writes no proofs, or one is asked for
            under assumptions.
        OSError: The proof cannot be written.

    Example:
        >>> from satdoku.cnf import encode
        >>> outcome = solve_formula(encode("1... ..2. ..3. 4..."), "dpll")
        >>> outcome.satisfiable, len(outcome.model)
        (True, 16)
    """
    name = _USUAL if name_of(engine) == "auto" else engine
    deadline = Deadline(timeout)
    check_kind("formula", formula, Formula, "a satdoku.cnf.Formula")
    if proof is not None and assumptions:
        raise UsageError("a proof under assumptions is none of the formula")
    try:
        loaded = load(name, formula, deadline)
    except Stopped:
        return Outcome(None)
    try:
        outcome = loaded.solve(assumptions, deadline)
    finally:
        loaded.close()
    if proof is not None and outcome.satisfiable is False:
        try:
            lemmas = refute(name, formula, deadline)
        except Stopped:
            return Outcome(None, None, outcome.statistics)
        from pathlib import Path  # noqa: PLC0415  slow, and only a proof needs it

        lines = (" ".join(map(str, (*lemma.literals, 0))) for lemma in lemmas or ())
        with Path(proof).open("x", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in lines)
    return outcome


def _unknown(name: str) -> UsageError:
    """Return the error for a name that no engine has, with what may be meant."""
    from difflib import get_close_matches  # noqa: PLC0415  only for a wrong name

    names = [info.name for info in _ENGINES]
    hint = f"there are {', '.join(names)}"
    if near := get_close_matches(name, names, n=3, cutoff=0.5):
        hint = f"did you mean {' or '.join(near)}?"
    return UsageError(f"there is no engine {printable(name)}; {hint}")
