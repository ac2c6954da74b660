"""The engines that are more than a solver of formulas: made, with their options.

    logic        techniques, then a search in what they leave (`satdoku.logic`)
    baselines    the other ways to solve, puzzle in, grids out (`satdoku.baselines`)

Neither is imported before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku import baselines
from satdoku.choose import LANES, LOGIC
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from satdoku.baselines.base import Baseline
    from satdoku.deduce.families import Named
    from satdoku.logic import Logic

__all__ = ["special_engine"]


def special_engine(
    engine: str,
    techniques: Named | None,
    order: str | None,
    max_clauses: int,
    encoding: str | None,
) -> tuple[Logic | None, Baseline | None]:
    """Make the engine of this name, if it is one of these; at most one of both is.

    Args:
        engine: Its name.
        techniques: What it may use, as `satdoku.deduce.families.chosen` takes them; of
            families, baselines use what they know.
        order: In which order it takes cells.
        max_clauses: Refuse formulas with more clauses.
        encoding: The recipe that is asked for.

    Raises:
        UsageError: It does not take one of these.

    Example:
        >>> special_engine("dpll", None, None, 1_000_000, None)
        (None, None)
    """
    is_baseline = baselines.find(engine) is not None
    if encoding is not None and (is_baseline or engine == LANES):
        raise UsageError(f"engine {engine} takes no formula; leave out the encoding")
    if is_baseline:
        keys = None if techniques is None else _keys(techniques)
        return None, baselines.make(engine, order=order, techniques=keys)
    if order is not None:
        raise UsageError(f"engine {engine} has no order; backtracking has")
    if engine == LOGIC:
        from satdoku.logic import Logic  # noqa: PLC0415  seldom asked for

        return Logic(techniques, max_clauses), None
    if techniques is not None:
        raise UsageError(f"engine {engine} has no techniques; {LOGIC} has")
    return None, None


def _keys(techniques: Named) -> set[str]:
    """Return the keys of techniques: of a family, those that baselines know.

    Where they know none of it, all of it, so that it is refused by its names.
    """
    if isinstance(techniques, list):
        plain = [key for key in baselines.TECHNIQUES if key in techniques]
        if len(plain) == len(techniques):
            return set(plain)  # techniques, which take a while to load, are not needed
    from satdoku.deduce.families import choices  # noqa: PLC0415  seldom asked for

    known: set[str] = set()
    for choice in choices(techniques):
        keys = {technique.key for technique in choice}
        known |= keys & {*baselines.TECHNIQUES} or keys
    # A full house is the naked single that is easiest to see.
    return known - {"full-house"} if "naked-single" in known else known
