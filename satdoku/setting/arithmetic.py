"""Where the sums of cages contradict those of units by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.puzzle.constraints.base import values_in
from satdoku.puzzle.constraints.sums import Killer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import Puzzle


class Excess(NamedTuple):
    """Cages that cover units exactly, and whose totals are not what these add up to.

    Attributes:
        units: The units, in words.
        total: What the cages add up to.
        needed: What the units add up to.
        cages: The cages.
    """

    units: str
    total: int
    needed: int
    cages: tuple[Constraint, ...]

    @property
    def excess(self) -> int:
        """How much too large the totals are."""
        return self.total - self.needed

    def __str__(self) -> str:
        number = len(self.cages)
        cages = f"{number} cages add" if number > 1 else "the cage adds"
        verb = (
            "adds" if not self.units.startswith(("rows", "columns", "all")) else "add"
        )
        return f"{cages} up to {self.total}, {self.units} {verb} up to {self.needed}"


def excess_of_cages(puzzle: Puzzle) -> Excess | None:
    """Return the fewest units that cages cover and contradict; None if there are none.

    Runs of rows, runs of columns, and single boxes and other units are tried.

    Args:
        puzzle: The puzzle.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> cages = [Killer(5, "r1c1 r1c2"), Killer(6, "r1c3 r1c4")]
        >>> print(excess_of_cages(Puzzle("." * 16, cages)))
        2 cages add up to 11, row 1 adds up to 10
    """
    geometry = puzzle.geometry
    cages = [
        (rule, frozenset(rule.cell_indices(geometry)), rule.total)
        for rule in dict.fromkeys(puzzle.constraints)
        if isinstance(rule, Killer)
        and rule.total is not None
        and len(set(rule.cells)) == len(rule.cells)
    ]
    sum_of_unit = sum(values_in(geometry))
    for name, cells, many in _regions(puzzle) if cages else ():
        inside = [cage for cage in cages if cage[1] <= cells]
        covered = [cell for cage in inside for cell in cage[1]]
        if len(covered) != len(cells) or set(covered) != cells:
            continue
        total = sum(amount for _, _, amount in inside)
        if total != many * sum_of_unit:
            rules = tuple(rule for rule, _, _ in inside)
            return Excess(name, total, many * sum_of_unit, rules)
    return None


def _regions(puzzle: Puzzle) -> Iterator[tuple[str, frozenset[int], int]]:
    """Yield units and runs of lines, in words, with their cells and their number."""
    n = puzzle.geometry.size
    cages: set[frozenset[int]] = set()
    for rule in puzzle.constraints:
        if isinstance(rule, Killer):
            cages.add(frozenset(rule.cell_indices(puzzle.geometry)))
    own = len(puzzle.geometry.units)
    for at, unit in enumerate(puzzle.units):
        if len(unit) == n and (at < own or frozenset(unit) not in cages):
            yield puzzle.unit_name(at), frozenset(unit), 1
    lines: Iterable[tuple[str, Sequence[Sequence[int]]]] = (
        ("row", puzzle.geometry.row_units),
        ("column", puzzle.geometry.column_units),
    )
    for kind, units in lines:
        whole = [unit for unit in units if len(unit) == n]
        if len(whole) != len(units):
            continue
        for many in range(2, len(units) + 1):
            for first in range(len(units) - many + 1):
                cells = frozenset(c for u in units[first : first + many] for c in u)
                name = f"{kind}s {first + 1} to {first + many}"
                yield (f"all {kind}s" if many == len(units) else name), cells, many
