"""Loading a solver of PySAT: whether it is here, and with clauses that are safe."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from satdoku.engines.pysat.kinds import Cadical, Cryptominisat, Kissat, Lingeling
from satdoku.engines.pysat.native import Native
from satdoku.errors import LimitError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.engines.pysat.table import Row

__all__ = [
    "Refuted",
    "checked",
    "kind_of",
    "lacking",
    "limited",
    "native",
    "require",
]

_BATCH = 20_000
_MOST_VARIABLES = 2**31 - 2 - 10**6
"""PySAT ends the process at 2³¹ - 1; walks need some variables of their own."""


class Refuted(Exception):  # noqa: N818  an answer, not a mistake
    """The formula has an empty clause; no solver needs to be asked."""


def lacking(row: Row) -> str | None:
    """Return what has to be installed before the solver of `row` can be loaded."""
    try:
        if row.kind == "cryptominisat":
            import_module("pycryptosat")
            return None
        known = hasattr(import_module("pysolvers"), f"{row.functions}_new")
    except ModuleNotFoundError:  # it is here if it cannot be loaded for another reason
        return row.needs
    return None if known else row.needs


def native(
    row: Row, variables: int, clauses: Iterable[Sequence[int]], *, good: bool = False
) -> Native:
    """Load a solver with clauses over the variables 1 … `variables`.

    Args:
        row: Which solver.
        variables: How many variables there are, at least one.
        clauses: What it is loaded with.
        good: Whether all literals are known to be of these variables.

    Raises:
        UsageError: It is not installed, or a literal is of no variable of the formula.
        Refuted: A clause is empty.
    """
    require(row)
    made = kind_of(row)(row, variables, clauses)
    made.load(clauses if good else checked(clauses, variables))
    return made


def kind_of(row: Row) -> type[Native]:
    """Return the class of a solver that is not loaded yet."""
    kinds: dict[str, type[Native]] = {
        "minisat": Native,
        "cadical": Cadical,
        "lingeling": Lingeling,
        "kissat": Kissat,
        "cryptominisat": Cryptominisat,
    }
    return kinds[row.kind]


def limited(variables: int) -> int:
    """Return a number of variables, or raise LimitError where PySAT cannot count it."""
    if variables > _MOST_VARIABLES:
        raise LimitError(
            f"the formula has {variables} variables; "
            f"PySAT's solvers take {_MOST_VARIABLES} at most"
        )
    return variables


def require(row: Row) -> None:
    """Raise UsageError unless the solver of `row` is installed."""
    missing = lacking(row)
    if missing is not None:
        raise UsageError(
            f"engine {row.name} is not available here; pip install '{_pip(missing)}'"
        )


def _pip(needs: str) -> str:
    package, _, version = needs.partition(" ")
    return f"{package}>={version}.dev0" if version else package


def checked(
    clauses: Iterable[Sequence[int]], variables: int
) -> Iterator[Sequence[int]]:
    """Pass clauses on, batch by batch, once all their literals are known to be good."""
    from itertools import chain, islice  # noqa: PLC0415  once a loading

    stream = iter(clauses)
    while batch := list(islice(stream, _BATCH)):
        if not all(batch):
            raise Refuted
        literals = set(chain.from_iterable(batch))
        for literal in (min(literals), max(literals)):
            if not -variables <= literal <= variables:
                raise UsageError(
                    f"literal {literal} of the formula is not of its variables, "
                    f"1 to {variables}"
                )
        if 0 in literals:
            raise UsageError("0 is no literal, but a clause of the formula has it")
        yield from batch
