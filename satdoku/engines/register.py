"""The register of engines: which there are, what each can do, how to load one.

Engines `lanes`, `logic` and the reference solvers are told here, too, though they take
puzzles and no formulas: `satdoku.spread`, `satdoku.logic` and `satdoku.referring` ask
them.

Nothing is imported before it is used: `satdoku solve` with the hand-written engine
never loads PySAT, and to know a name takes the table alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from satdoku.engines.engine import NO_LIMITS
from satdoku.errors import UsageError, printable
from satdoku.reference import table as reference

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.cnf.formula import Formula
    from satdoku.engines.engine import Engine, Lemma, Limits
    from satdoku.engines.pysat.table import Row

__all__ = ["EngineInfo", "engines", "find", "load", "refute"]

_DPLL = "dpll"
_LANES = "lanes"
_LOGIC = "logic"
_OF_PUZZLES = {
    _LANES: "puzzles of 9x9",
    _LOGIC: "puzzles",
    **dict.fromkeys((row.name for row in reference.ROWS), "puzzles"),
}
"""The engines that take no formulas, and what they take."""

_OPTIONS = {
    _DPLL: "--rule {}",
    "backtracking": "--order {}",
    "elimination": "--only or --without",
    _LOGIC: "--only or --without",
}
"""How what a study writes behind an engine's colon is told of an engine alone."""


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What an engine is and can do; a row of `satdoku engines`.

    Args:
        name: What `--engine` takes.
        summary: The solver, its version and its kind, in a few words.
        room: `dpll`, `lanes`, `deduce`, `reference` or `pysat`.
        proofs: Whether its refutations can be written down as proofs.
        no_proofs: Why not, in a few words; empty if they can.
        conflict_limit: Whether `Limits.conflicts` is understood.
        time_limit: How a time limit is kept: `search` (looked at while searching),
            `slices` (many short calls), `interrupt` (told from another thread),
            `process` (its process is ended).
        reusable: Whether one loaded engine serves many puzzles.
        available: Whether it can be loaded here; if not, `summary` says what lacks.
        aliases: Other names that `--engine` takes for it.
    """

    name: str
    summary: str
    room: str
    proofs: bool
    conflict_limit: bool
    time_limit: str
    reusable: bool
    available: bool = True
    aliases: tuple[str, ...] = ()
    no_proofs: str = ""

    @property
    def takes_formulas(self) -> bool:
        """Whether it takes formulas; others take puzzles."""
        return self.name not in _OF_PUZZLES


def engines() -> tuple[EngineInfo, ...]:
    """Return every engine there is: the hand-written ones, then PySAT's by name.

    Takes a few milliseconds the first time: what PySAT brings is looked up in it.

    Example:
        >>> [info.name for info in engines()][:3]
        ['dpll', 'lanes', 'logic']
    """
    from satdoku.engines.pysat.table import TABLE  # noqa: PLC0415  slows a start

    puzzles = map(_of_puzzles, _OF_PUZZLES)
    return (_dpll(), *puzzles, *map(_told, TABLE))


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
        >>> find("g4").name
        'glucose4'
    """
    wanted = name.lower()
    if wanted in _OF_PUZZLES:
        if formulas or proofs:
            raise _no_formulas(wanted)
        return _of_puzzles(wanted)
    if wanted == _DPLL:
        return _dpll()
    row = _row(wanted)
    if proofs:
        _require_proofs(row)
    return _told(row)


def load(name: str, formula: Formula, **options: object) -> Engine:
    """Load an engine with a formula.

    Args:
        name: A name or alias, as `find` takes it.
        formula: What it is asked about.
        **options: What the engine's class takes: `satdoku.engines.dpll.search.Dpll` or
            `satdoku.engines.pysat.engine.PySat`.

    Raises:
        UsageError: There is no such engine, it is not installed, it takes no formulas,
            or it has no such option.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1,)))
        >>> load("minisat22", Formula(2, 2, lambda: [group], str)).solve().model
        (2,)
    """
    wanted = name.lower()
    if wanted == _DPLL:
        from satdoku.engines.dpll.search import Dpll  # noqa: PLC0415  slows a start

        return _make(name, Dpll, Dpll.__init__, formula, options)
    if wanted in _OF_PUZZLES:
        raise _no_formulas(wanted)
    row = _row(wanted)
    from satdoku.engines.pysat.engine import PySat  # noqa: PLC0415  slows a start

    return _make(name, partial(PySat, row), PySat.__init__, formula, options)


def refute(
    name: str, formula: Formula, *, limits: Limits = NO_LIMITS, **options: object
) -> list[Lemma] | None:
    """Let an engine refute a formula and write down how.

    Args:
        name: A name or alias, as `find` takes it.
        formula: What has no model.
        limits: When to give up.
        **options: What the engine takes for this: `heuristic` for dpll
            (`satdoku.engines.dpll.proof.refute`), nothing for others.

    Returns:
        The lemmas, the empty clause last; None if the formula has a model after all.
        Those of dpll have hints.  Those of PySAT's solvers have none, but each follows
        by unit propagation from the clauses and lemmas before it.

    Raises:
        UsageError: There is no such engine, it is not installed, it writes no proofs
            or wrong ones, or it has no such option or limit.
        Stopped: A limit came first.
        KeyboardInterrupt: Ctrl-C, within a second.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1,), (-2,)))
        >>> refute("dpll", Formula(2, 3, lambda: [group], str))
        [Lemma(literals=(), hints=(3, 1, 2))]
    """
    wanted = name.lower()
    if wanted == _DPLL:
        from satdoku.engines.dpll.proof import (  # noqa: PLC0415  slows a start
            refute as search,
        )

        _look_at(name, search, options)
        written: Callable[..., list[Lemma] | None] = search
        return written(formula, limits=limits, **options)
    if wanted in _OF_PUZZLES:
        raise _no_formulas(wanted)
    row = _row(wanted)
    _require_proofs(row)
    from satdoku.engines.pysat.refuting import (  # noqa: PLC0415  slows a start
        refute as trace,
    )

    _look_at(name, trace, options)
    return trace(row, formula, limits=limits)


def _make(
    name: str,
    make: Callable[..., Engine],
    signature: Callable[..., None],
    formula: Formula,
    options: dict[str, object],
) -> Engine:
    """Call an engine's class, after a look at whether it takes these options."""
    _look_at(name, signature, options)
    return make(formula, **options)


def _look_at(
    name: str, signature: Callable[..., object], options: dict[str, object]
) -> None:
    """Raise UsageError unless a function takes these options."""
    known: dict[str, object] = getattr(signature, "__kwdefaults__", None) or {}
    taken = known.keys() - {"limits"}
    for option in options:
        if option not in taken:
            raise UsageError(
                f"engine {name} has no option {printable(option)}; "
                f"it takes {', '.join(sorted(taken)) or 'none'}"
            )


def _dpll() -> EngineInfo:
    return EngineInfo(
        name=_DPLL,
        summary="satdoku's own DPLL, in Python alone; its search can be followed",
        room="dpll",
        proofs=True,
        conflict_limit=True,
        time_limit="search",
        reusable=True,
    )


def _of_puzzles(name: str) -> EngineInfo:
    """Return what an engine is that takes puzzles."""
    row = reference.find(name)
    if row is None:
        return _lanes() if name == _LANES else _logic()
    lacks = "" if row.available else f" (not installed: satdoku[{row.extra}])"
    return EngineInfo(
        name=row.name,
        summary=row.summary + lacks,
        room="reference",
        proofs=False,
        conflict_limit=False,
        time_limit=row.time_limit,
        reusable=True,
        available=row.available,
        no_proofs="takes no formulas",
    )


def _lanes() -> EngineInfo:
    return EngineInfo(
        name=_LANES,
        summary="satdoku's own for 9x9, a search in each SIMD lane; takes no formulas",
        room="lanes",
        proofs=False,
        conflict_limit=False,
        time_limit="search",
        reusable=True,
        no_proofs="takes no formulas",
    )


def _logic() -> EngineInfo:
    return EngineInfo(
        name=_LOGIC,
        summary="a person's techniques, then search; takes no formulas",
        room="deduce",
        proofs=False,
        conflict_limit=False,
        time_limit="search",
        reusable=True,
        no_proofs="takes no formulas",
    )


def _no_formulas(name: str) -> UsageError:
    return UsageError(f"engine {name} takes {_OF_PUZZLES[name]}, not formulas")


def _require_proofs(row: Row) -> None:
    """Raise UsageError unless a solver of PySAT writes proofs that are right."""
    if not row.proofs:
        able = [info.name for info in engines() if info.proofs and info.available]
        raise UsageError(
            f"engine {row.name} writes no proofs to rely on ({row.no_proofs}); "
            f"these do: {', '.join(able)}"
        )


def _row(wanted: str) -> Row:
    """Return the row of a solver of PySAT."""
    from satdoku.engines.pysat.table import TABLE  # noqa: PLC0415  slows a start

    for row in TABLE:
        if wanted == row.name or wanted in row.aliases:
            return row
    engine, colon, option = wanted.partition(":")
    if colon and engine in _OPTIONS:
        raise UsageError(
            f"there is no engine {printable(wanted)}; did you mean {engine}, with "
            f"{_OPTIONS[engine].format(printable(option))}?"
        )
    from difflib import get_close_matches  # noqa: PLC0415  only for a wrong name

    names = [_DPLL, *_OF_PUZZLES, *(row.name for row in TABLE)]
    near = get_close_matches(wanted, names, n=3, cutoff=0.5)
    hint = (
        f"did you mean {' or '.join(near)}?"
        if near
        else f"there are {', '.join(names)}"
    )
    raise UsageError(f"there is no engine {printable(wanted)}; {hint}")


def _told(row: Row) -> EngineInfo:
    """Return what the table says of a solver, and whether it is installed."""
    from satdoku.engines.pysat.loading import (  # noqa: PLC0415  slows a start
        lacking,
    )

    missing = lacking(row)
    lacks = "" if missing is None else f" (not installed: needs {missing})"
    return EngineInfo(
        name=row.name,
        summary=row.summary + lacks,
        room="pysat",
        proofs=row.proofs,
        conflict_limit=row.conflict_limit,
        time_limit=row.time_limit,
        reusable=row.reusable,
        available=missing is None,
        aliases=row.aliases,
        no_proofs=row.no_proofs,
    )
