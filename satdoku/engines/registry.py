"""The registry of engines: which there are, what each can do, how to load one.

Engines `lanes`, `logic` and the reference solvers are listed here, too, though they
take puzzles and no formulas.  An engine's module is imported when it is loaded: who
solves with the hand-written engine never loads PySAT, and to know a name takes the
tables alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from satdoku import baselines
from satdoku.engines.base import NO_LIMITS
from satdoku.engines.pysat_table import TABLE
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Engine, Lemma, Limits
    from satdoku.engines.pysat_table import Row

__all__ = ["EngineInfo", "engines", "find", "load", "refute"]

T = TypeVar("T")

_OPTIONS = {
    "dpll": "--rule {}",
    "backtracking": "--order {}",
    "elimination": "--only or --without",
    "logic": "--only or --without",
}
"""What to write for an option that a study writes behind an engine's colon."""


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What an engine is and can do; a row of `satdoku engines`.

    Args:
        name: What `--engine` takes.
        summary: The solver, its version and its kind, in a few words.
        kind: `dpll`, `lanes`, `deduce`, `reference` or `pysat`.
        conflict_limit: Whether `Limits.conflicts` is understood.
        time_limit: How a time limit is kept: `search` (looked at while searching),
            `slices` (many short calls), `interrupt` (told from another thread),
            `process` (its process is ended).
        reusable: Whether one loaded engine serves many puzzles.
        available: Whether it can be loaded here; if not, `summary` says what lacks.
        aliases: Other names that `--engine` takes for it.
        no_proofs: Why its refutations cannot be written down as proofs, in a few words;
            empty if they can.
    """

    name: str
    summary: str
    kind: str
    conflict_limit: bool = False
    time_limit: str = "search"
    reusable: bool = True
    available: bool = True
    aliases: tuple[str, ...] = ()
    no_proofs: str = "takes no formulas"

    @property
    def takes_formulas(self) -> bool:
        """Whether it takes formulas; others take puzzles."""
        return self.kind in {"dpll", "pysat"}

    @property
    def proofs(self) -> bool:
        """Whether its refutations can be written down as proofs."""
        return not self.no_proofs


_OURS = (
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
        "logic",
        "a person's techniques, then search; takes no formulas",
        kind="deduce",
    ),
)


def engines() -> tuple[EngineInfo, ...]:
    """Return every engine there is: the hand-written ones, then PySAT's by name.

    The first time takes some hundredths of a second: each solver of PySAT is tried.

    Example:
        >>> [info.name for info in engines()][:3]
        ['dpll', 'lanes', 'logic']
    """
    return (*_OURS, *map(_of_baseline, baselines.BASELINES), *map(_of_pysat, TABLE))


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
    row = _find(name)
    info = row if isinstance(row, EngineInfo) else _of_pysat(row)
    if formulas or proofs:
        _require_formulas(info)
    if proofs:
        _require_proofs(info)
    return info


def load(name: str, formula: Formula, **options: object) -> Engine:
    """Load an engine with a formula.

    Args:
        name: A name or alias, as `find` takes it.
        formula: What it is asked about.
        **options: What the engine's class takes: `satdoku.engines.dpll.search.Dpll` or
            `satdoku.engines.pysat.PySat`.

    Raises:
        UsageError: There is no such engine, it is not installed, it takes no formulas,
            or it has no such option.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1,)))
        >>> load("minisat22", Formula(2, 2, lambda: [group], str)).solve().model
        (2,)
    """
    row = _find(name)
    if isinstance(row, EngineInfo):
        _require_formulas(row)
        from satdoku.engines.dpll.search import Dpll  # noqa: PLC0415  by name

        return _call(name, Dpll, options, formula)
    from satdoku.engines.pysat import PySat  # noqa: PLC0415  by name

    return _call(name, PySat, options, row, formula)


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
    row = _find(name)
    if isinstance(row, EngineInfo):
        _require_formulas(row)
        from satdoku.engines.dpll.proof import (  # noqa: PLC0415  by name
            refute as search,
        )

        return _call(name, partial(search, limits=limits), options, formula)
    _require_proofs(row)
    from satdoku.engines.pysat import refute as prove  # noqa: PLC0415  by name

    return _call(name, partial(prove, limits=limits), options, row, formula)


def _find(name: str) -> EngineInfo | Row:
    """Return what is known of an engine without loading anything."""
    wanted = name.lower()
    for info in _OURS:
        if wanted == info.name:
            return info
    baseline = baselines.find(wanted)
    if baseline is not None:
        return _of_baseline(baseline)
    for row in TABLE:
        if wanted == row.name or wanted in row.aliases.split():
            return row
    engine, colon, option = wanted.partition(":")
    if colon and engine in _OPTIONS:
        raise UsageError(
            f"there is no engine {printable(wanted)}; did you mean {engine}, with "
            f"{_OPTIONS[engine].format(printable(option))}?"
        )
    from difflib import get_close_matches  # noqa: PLC0415  only for a wrong name

    names = [info.name for info in _OURS]
    names += [row.name for row in baselines.BASELINES]
    names += [row.name for row in TABLE]
    near = get_close_matches(wanted, names, n=3, cutoff=0.5)
    hint = (
        f"did you mean {' or '.join(near)}?"
        if near
        else f"there are {', '.join(names)}"
    )
    raise UsageError(f"there is no engine {printable(wanted)}; {hint}")


def _of_baseline(info: baselines.BaselineInfo) -> EngineInfo:
    """Return what a baseline is, and whether it is installed."""
    missing = "" if info.available else f" (not installed: satdoku[{info.extra}])"
    return EngineInfo(
        info.name,
        info.summary + missing,
        kind="reference",
        time_limit="search",
        available=info.available,
    )


def _of_pysat(row: Row) -> EngineInfo:
    """Return what a solver of PySAT is, and whether it is installed."""
    from satdoku.engines.pysat import is_available  # noqa: PLC0415  by name

    available = is_available(row)
    missing = "" if available else f" (not installed: needs {row.needs})"
    return EngineInfo(
        row.name,
        row.summary + missing,
        kind="pysat",
        conflict_limit=row.conflict_limit,
        time_limit=row.time_limit,
        reusable=row.reusable,
        available=available,
        aliases=tuple(row.aliases.split()),
        no_proofs=row.no_proofs,
    )


def _require_formulas(info: EngineInfo) -> None:
    """Raise UsageError unless an engine takes formulas."""
    if not info.takes_formulas:
        takes = "puzzles of 9x9" if info.kind == "lanes" else "puzzles"
        raise UsageError(f"engine {info.name} takes {takes}, not formulas")


def _require_proofs(row: EngineInfo | Row) -> None:
    """Raise UsageError unless an engine writes proofs that are right."""
    if row.no_proofs:
        able = [info.name for info in engines() if info.proofs and info.available]
        raise UsageError(
            f"engine {row.name} writes no proofs to rely on ({row.no_proofs}); "
            f"these do: {', '.join(able)}"
        )


def _call(
    name: str, make: Callable[..., T], options: dict[str, object], *arguments: object
) -> T:
    """Call what loads or asks an engine, once it is known to take these options."""
    function = getattr(make, "func", make)  # of a partial
    function = vars(function).get("__init__", function)  # of a class
    known: dict[str, object] = getattr(function, "__kwdefaults__", None) or {}
    taken = known.keys() - {"limits"}
    for option in options:
        if option not in taken:
            raise UsageError(
                f"engine {name} has no option {printable(option)}; "
                f"it takes {', '.join(sorted(taken)) or 'none'}"
            )
    return make(*arguments, **options)
