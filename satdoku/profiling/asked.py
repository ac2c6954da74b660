"""What a profile is of: a question, and the engine that is to answer it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.choose import AUTO
from satdoku.cnf.encode import MAX_CLAUSES

if TYPE_CHECKING:
    from typing import Any

    from satdoku.deduce.families import Named

__all__ = ["Asked"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and who is to answer it.

    Args:
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.
        rule: The decision rule of engine `dpll`.
        techniques: What engines `logic` and `elimination` may use.
        order: In which order engine `backtracking` takes cells.
        every: Whether all solutions are asked for, not one and whether it is the only.
        limit: How many of all at most; None for no limit.
        timeout: Seconds of wall time after which a solve stops.

    Example:
        >>> Asked(engine="dpll", rule="first").options["rule"]
        'first'
    """

    engine: str = AUTO
    encoding: str | None = None
    max_clauses: int = MAX_CLAUSES
    rule: str | None = None
    techniques: Named | None = None
    order: str | None = None
    every: bool = False
    limit: int | None = None
    timeout: float | None = None

    @property
    def options(self) -> dict[str, Any]:
        """What a session takes."""
        return {
            "engine": self.engine,
            "encoding": self.encoding,
            "max_clauses": self.max_clauses,
            "rule": self.rule,
            "techniques": self.techniques,
            "order": self.order,
        }

    @property
    def warming(self) -> dict[str, Any]:
        """What a session takes that is only to get ready, as names and numbers.

        Example:
            >>> Asked(engine="logic", techniques=["x-wing"], max_clauses=9).warming
            {'engine': 'logic', 'techniques': ['x-wing']}
        """
        told = {
            name: value for name, value in self.options.items() if value is not None
        }
        del told["max_clauses"]  # the puzzle is another one
        if self.techniques is not None:
            from satdoku.deduce.families import chosen  # noqa: PLC0415  seldom asked

            told["techniques"] = sorted(each.key for each in chosen(self.techniques))
        return told
