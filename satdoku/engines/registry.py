"""The registry of engines: which there are, how to load one, what formulas they answer.

`cdcl:PART+PART` is `cdcl` with another heuristic, or with parts switched off; an engine
of one's own is registered by `register`, or a program, `exec:./solver`.  Engines
`lanes`, `logic` and the reference solvers are listed here, too, though they take
puzzles and no formulas.  An engine's module is imported when it is loaded: who solves
with a hand-written engine never loads PySAT, and to know a name takes the tables alone.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from satdoku.cnf.formula import Formula
from satdoku.engines.base import EngineInfo, Outcome
from satdoku.engines.baselines import BASELINES
from satdoku.engines.heuristics import BUILT_IN, find_heuristic
from satdoku.engines.pysat_table import TABLE
from satdoku.errors import Stopped, UsageError, check_kind, printable, shown
from satdoku.runtime.deadline import NEVER, Deadline

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from satdoku.engines.base import Engine, Lemma
    from satdoku.engines.cdcl.search import Switches
    from satdoku.engines.heuristics import Heuristic
    from satdoku.engines.own import Answers

_USUAL = "cadical153"
_PROGRAM = "exec:"

_ENGINES: tuple[EngineInfo, ...] = (
    EngineInfo(
        "dpll",
        "satdoku's own DPLL, in Python alone; its search can be followed",
        kind="dpll",
        conflict_limit=True,
        no_proofs="",
    ),
    EngineInfo(
        "cdcl",
        "satdoku's own CDCL, in Python alone; cdcl:no-restarts leaves a part out",
        kind="cdcl",
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

    Those that were registered come last.

    Example:
        >>> [info.name for info in engines()][:3]
        ['dpll', 'cdcl', 'lanes']
    """
    return *_ENGINES, *(info for info, _ in _REGISTERED.values())


_REGISTERED: dict[str, tuple[EngineInfo, Callable[[Formula], Answers]]] = {}


def register(
    name: str, make: Callable[[Formula], Answers], summary: str = "registered"
) -> None:
    """Make an engine of your own known by a name, in this process.

    A study sends it to its processes, if they can import it.

    Args:
        name: Lower-case letters, digits and `-`; an earlier one of that name goes.
        make: Is called with a formula and returns an engine: a class, as a rule. The
            engine needs `solve(assumptions, deadline)`, which returns an `Outcome`.
        summary: What it is, in a few words.

    Raises:
        UsageError: The name is one of satdoku's own, or has other characters.

    Example:
        >>> from satdoku.engines.dpll.search import Dpll
        >>> register("mine", Dpll)
        >>> from satdoku import solve
        >>> solve("1... ..2. ..3. 4...", engine="mine").solution.line
        '1243342121344312'
        >>> unregister("mine")
    """
    if not name.replace("-", "").isalnum() or name != name.lower() or name == "auto":
        raise UsageError(
            f"no name for an engine: {printable(name)!r}; expected lower-case letters, "
            "digits and '-'"
        )
    taken = {one for info in engines() for one in (info.name, *info.aliases)}
    if name in taken - _REGISTERED.keys():
        raise UsageError(f"engine {name} is one of satdoku's own")
    info = EngineInfo(name, summary, "own", no_proofs="it is asked for models alone")
    _REGISTERED[name] = info, make


def unregister(name: str) -> None:
    """Forget an engine that was registered; one that was not is no mistake."""
    _REGISTERED.pop(name, None)


def registered(name: str) -> Callable[[Formula], Answers] | None:
    """Return what makes a registered engine, to be sent to other processes.

    None for every other engine.

    Raises:
        UsageError: Another process could not import it.
    """
    if name not in _REGISTERED:
        return None
    make = _REGISTERED[name][1]
    module = sys.modules.get(getattr(make, "__module__", ""))
    at_the_top = getattr(module, getattr(make, "__qualname__", ""), None) is make
    if not at_the_top or module is sys.modules["__main__"]:
        raise UsageError(
            f"engine {name} is known in this process alone; expected a class at the "
            "top of a module that other processes can import"
        )
    return make


def name_of(engine: object) -> str:
    """Return the name of an engine, or `auto`, in lower case but for programs.

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
    is_path = engine.startswith(_PROGRAM) or ".py:" in engine
    return engine if is_path else engine.lower()


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
    info = _row(name_of(name))
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


def _row(key: str) -> EngineInfo:
    """Return the engine of a name as `name_of` returns it."""
    if key.startswith(_PROGRAM):
        from satdoku.engines.own import program  # noqa: PLC0415  by name

        return program(key)
    base, _, parts = key.partition(":")
    for info in engines():
        if key == info.name or key in info.aliases:
            return info
        if parts and base == info.name and info.kind == "cdcl":
            parts_of(key)
            return info._replace(name=key)
    raise _unknown(key)


def parts_of(name: str) -> tuple[Switches, str | None]:
    """Return what `cdcl:PART+PART` switches off, and its heuristic.

    Raises:
        UsageError: A part does not exist.
    """
    from satdoku.engines.cdcl.search import Switches  # noqa: PLC0415  by name

    switches, heuristic = Switches.parse(name.partition(":")[2])
    find_heuristic(heuristic, "cdcl")
    return switches, heuristic


def with_heuristic(name: str, heuristic: str | Heuristic | None) -> str:
    """Return the engine that decides by a heuristic: the one named, or its owner.

    Args:
        name: An engine by name, or `auto`.
        heuristic: A name or a function; None for the usual.

    Raises:
        UsageError: There is no such heuristic, or the engine does not take it.

    Example:
        >>> with_heuristic("auto", "dlis"), with_heuristic("auto", "vsids")
        ('dpll', 'cdcl')
    """
    name = name_of(name)
    if name == "auto":
        if heuristic is None:
            return name
        name = "cdcl" if heuristic == "vsids" else "dpll"
    info = find(name)
    if heuristic is not None:
        if info.kind not in BUILT_IN:
            raise UsageError(f"engine {info.name} has no heuristics; dpll and cdcl do")
        if ":" in info.name and parts_of(info.name)[1]:
            raise UsageError(f"engine {info.name} has a heuristic already")
        find_heuristic(heuristic, info.kind)
    return info.name


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
        **options: What the engine's class takes: `satdoku.engines.dpll.search.Dpll`,
            `satdoku.engines.cdcl.search.Cdcl` or `satdoku.engines.pysat.PySat`. All
            take `one_hot`: no model is part of another on the projected variables.

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
    with_heuristic(info.name, options.get("heuristic"))
    if info.kind == "own":
        from satdoku.engines import own  # noqa: PLC0415  by name

        if info.name.startswith(_PROGRAM):
            return own.load_program(info.name, formula, deadline)
        make = _REGISTERED[info.name][1]
        return own.OwnEngine(info.name, make, formula, deadline)
    if info.kind == "pysat":
        from satdoku.engines.pysat import PySat  # noqa: PLC0415  by name

        return PySat(info, formula, deadline=deadline, **options)
    if info.kind == "cdcl":
        from satdoku.engines.cdcl.search import Cdcl  # noqa: PLC0415  by name

        switches, heuristic = parts_of(info.name)
        options.setdefault("heuristic", heuristic)
        engine = Cdcl(formula, switches=switches, deadline=deadline, **options)
        engine.name = info.name
        return engine
    from satdoku.engines.dpll.search import Dpll  # noqa: PLC0415  by name

    options.pop("one_hot", None)  # it forbids no models: it goes on
    return Dpll(formula, deadline=deadline, **options)


def refute(
    name: str,
    formula: Formula,
    deadline: Deadline = NEVER,
    *,
    heuristic: str | Heuristic | None = None,
    deletions: bool = False,
) -> list[Lemma] | None:
    """Let an engine refute a formula and write down how.

    Args:
        name: A name or alias, as `find` takes it.
        formula: What has no model.
        deadline: When to give up.
        heuristic: The decision heuristic of `dpll` or `cdcl`, by name or itself.
        deletions: Whether each `Deletion` of PySAT's solvers stands between the lemmas.

    Returns:
        The lemmas, the empty clause last; None if the formula has a model after all.
        Those of dpll and cdcl have hints.  Those of PySAT's solvers have none, but each
        follows by unit propagation from the clauses and lemmas before it.

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
    with_heuristic(info.name, heuristic)
    if info.kind == "pysat":
        from satdoku.engines.pysat import refute as by_pysat  # noqa: PLC0415  by name

        return by_pysat(info, formula, deadline, deletions=deletions)
    if info.kind == "cdcl":
        from satdoku.engines.cdcl.proof import refute as by_cdcl  # noqa: PLC0415

        switches, named = parts_of(info.name)
        return by_cdcl(
            formula,
            switches=switches,
            heuristic=heuristic or named,
            deadline=deadline,
        )
    from satdoku.engines.dpll.proof import refute as by_dpll  # noqa: PLC0415  by name

    return by_dpll(formula, heuristic=heuristic, deadline=deadline)


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

    names = [info.name for info in engines()]
    hint = f"there are {', '.join(names)}"
    if near := get_close_matches(name, names, n=3, cutoff=0.5):
        hint = f"did you mean {' or '.join(near)}?"
    return UsageError(f"there is no engine {printable(name)}; {hint}")
