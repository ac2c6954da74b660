"""The engines that are more than a solver of formulas: made, with their options.

    logic        techniques, then a search in what they leave (`satdoku.logic`)
    reference    the other ways to solve, puzzle in, grids out (`satdoku.referring`)

Neither is imported before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choose import LANES, LOGIC
from satdoku.errors import UsageError
from satdoku.reference import table

if TYPE_CHECKING:
    from satdoku.deduce.families import Named
    from satdoku.logic import Logic
    from satdoku.referring import Reference

__all__ = ["special_engine"]


def special_engine(
    engine: str,
    techniques: Named | None,
    order: str | None,
    max_clauses: int,
    encoding: str | None,
) -> tuple[Logic | None, Reference | None]:
    """Make the engine of this name, if it is one of these; at most one of both is.

    Args:
        engine: Its name.
        techniques: What it may use, as `satdoku.deduce.families.chosen` takes them; of
            families, reference solvers use what they know.
        order: In which order it takes cells.
        max_clauses: Refuse formulas with more clauses.
        encoding: The recipe that is asked for.

    Raises:
        UsageError: It does not take one of these.

    Example:
        >>> special_engine("dpll", None, None, 1_000_000, None)
        (None, None)
    """
    row = table.find(engine)
    if encoding is not None and (row is not None or engine == LANES):
        raise UsageError(f"engine {engine} takes no formula; leave out the encoding")
    if row is not None:
        from satdoku.referring import Reference  # noqa: PLC0415  seldom asked for

        rules = None if techniques is None else _rules(techniques)
        return None, Reference(engine, order, rules)
    if order is not None:
        raise UsageError(f"engine {engine} has no order; backtracking has")
    if engine == LOGIC:
        from satdoku.logic import Logic  # noqa: PLC0415  seldom asked for

        return Logic(techniques, max_clauses), None
    if techniques is not None:
        raise UsageError(f"engine {engine} has no techniques; {LOGIC} has")
    return None, None


def _rules(techniques: Named) -> set[str]:
    """Return the keys of techniques: of a family, those that reference solvers know.

    Where they know none of it, all of it, so that it is refused by its names.
    """
    if isinstance(techniques, list):
        plain = [rule for rule in table.RULES if rule in techniques]
        if len(plain) == len(techniques):
            return set(plain)  # techniques, which take a while to load, are not needed
    from satdoku.deduce.families import choices  # noqa: PLC0415  seldom asked for

    rules: set[str] = set()
    for choice in choices(techniques):
        keys = {technique.key for technique in choice}
        rules |= keys & {*table.RULES} or keys
    # A full house is the naked single that is easiest to see.
    return rules - {"full-house"} if "naked-single" in rules else rules
