"""The unit family: every unit holds each digit at least once, and at most once.

A pair of cells may share both a row (or column) and a box.  "Not both" is then said for
the row and would be said again for the box; publications count it twice (11,988 clauses
for extended at 9x9), the formula has it once (10,530).  Where boxes are rows or columns
themselves, as boxes of one row are, they are left out altogether.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from satdoku.cnf.families.part import Part, Rule, Tally, rule_part
from satdoku.cnf.formula import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.cnf.amo.contract import Scheme
    from satdoku.cnf.candidates import Candidates
    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe
    from satdoku.geometry import Geometry

__all__ = ["boxes_are_lines", "line_pairs", "parts", "tally", "unit_origins"]

ROW, COLUMN, BOX = range(3)


def _rule(recipe: Recipe) -> Rule:
    return Rule.of(recipe.unit.at_least_one, recipe.unit.at_most_one)


def boxes_are_lines(geometry: Geometry) -> bool:
    """Whether each box is a row or a column."""
    return geometry.box_height == 1 or geometry.box_width == 1


def line_pairs(scheme: Scheme, geometry: Geometry, box: int) -> set[tuple[int, int]]:
    """Return the pairs of positions in a box of which rows and columns say "not both".

    Only of pairs that the scheme says it of in the box too: the clauses to leave out.
    """
    h, w, n = geometry.box_height, geometry.box_width, geometry.size
    band, stack = divmod(box, n // w)
    said = set(scheme.pairs(n))
    found: set[tuple[int, int]] = set()
    for i, j in said:
        (row, column), (other_row, other_column) = divmod(i, w), divmod(j, w)
        if (
            row == other_row and (stack * w + column, stack * w + other_column) in said
        ) or (
            column == other_column and (band * h + row, band * h + other_row) in said
        ):
            found.add((i, j))
    return found


def _repeated(rule: Rule, geometry: Geometry) -> int:
    """Count the box clauses of one digit that rows and columns have said."""
    h, w, n = geometry.box_height, geometry.box_width, geometry.size
    if rule.scheme is None:
        return 0
    if rule.scheme.name == "pairwise":
        return n * (h * (w * (w - 1) // 2) + w * (h * (h - 1) // 2))
    return sum(len(line_pairs(rule.scheme, geometry, box)) for box in range(n))


def tally(geometry: Geometry, recipe: Recipe) -> Tally:
    """Promise the size of the family on a whole grid."""
    rule, n = _rule(recipe), geometry.size
    lines = rule.tally(2 * n * n, n)
    if boxes_are_lines(geometry):
        again = rule.tally(n * n, n).textbook
        return Tally.sum((lines, Tally(textbook=again)))
    return Tally.sum((lines, rule.tally(n * n, n, n * _repeated(rule, geometry))))


def unit_origins(family: str, geometry: Geometry, kind: int) -> Iterator[Origin]:
    """Tell the origin of each (unit, digit) of a kind: rows, columns or boxes."""
    n = geometry.size
    for unit in range(kind * n, kind * n + n):
        subject = geometry.unit_name(unit)
        for digit in geometry.digits:
            yield Origin(family, subject, digit)


def parts(candidates: Candidates, recipe: Recipe, first: int) -> list[Part]:
    """Give the parts: rows, columns, boxes; a chunk for each unit and digit."""
    if recipe.unit.is_empty:
        return []
    rule, geometry = _rule(recipe), candidates.geometry
    found: list[Part] = []
    for kind in (ROW, COLUMN) if boxes_are_lines(geometry) else (ROW, COLUMN, BOX):
        part = rule_part(
            rule,
            partial(candidates.unit_sets, kind),
            partial(candidates.unit_sizes, kind),
            partial(unit_origins, "unit", geometry, kind),
            first=first,
            chunks=partial(_box_chunks, candidates, rule, first)
            if kind == BOX
            else None,
        )
        first += part.variables
        found.append(part)
    return found


def _box_chunks(
    candidates: Candidates, rule: Rule, first: int
) -> Iterable[list[Clause]]:
    """Make the clauses of boxes that rows and columns have not said."""
    scheme = rule.scheme
    if scheme is None:
        return rule.chunks(candidates.unit_sets(BOX), first)
    if scheme.name == "pairwise":
        return _pairwise_box_chunks(candidates, rule)
    return _other_box_chunks(candidates, rule, scheme, first)


def _pairwise_box_chunks(candidates: Candidates, rule: Rule) -> Iterator[list[Clause]]:
    for literals in candidates.unit_sets(BOX):
        chunk: list[Clause] = []
        if literals:
            if rule.at_least_one:
                chunk.append(tuple(literals))
            chunk += candidates.apart(literals)
        yield chunk


def _other_box_chunks(
    candidates: Candidates, rule: Rule, scheme: Scheme, first: int
) -> Iterator[list[Clause]]:
    n = candidates.geometry.size
    pairs: set[tuple[int, int]] = set()
    sets = list(candidates.unit_sets(BOX))
    for position, chunk in enumerate(rule.chunks(sets, first)):
        if candidates.whole:
            if position % n == 0:
                pairs = line_pairs(scheme, candidates.geometry, position // n)
            literals = sets[position]
            said = {(-literals[i], -literals[j]) for i, j in pairs}
            yield [clause for clause in chunk if clause not in said]
        else:
            yield chunk
