"""The triad family: triads get variables, and units speak of triads, not of cells.

Variable (triad, d) says that d is in the triad: it is the common part of "d is in the
row" and "d is in the box", and what unit propagation sees through it is what people
call pointing and claiming.  A row needs each digit in exactly one of its triads, a box
in exactly one of its row triads and in exactly one of its column triads.  From Tdoku's
augmented encoding (t-dillon, 2019).

    definition   (triad, d) exactly if one of the cells holds d
    inside       at most one of the cells holds d: Tdoku says so, and it is not needed,
                 because two cells of a row triad are in two column triads of their box
    exact        each triad holds exactly as many digits as it has cells, as clauses
                 over all subsets one too large and one too small

A triad that has one open candidate left is that candidate and gets no variable.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from satdoku.cnf.families.part import Part, Rule, Tally, rule_part
from satdoku.cnf.families.unit import boxes_are_lines, unit_origins
from satdoku.cnf.formula import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cnf.candidates import Candidates
    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe, TriadTicks
    from satdoku.geometry import Geometry

__all__ = ["parts", "tally", "triad_name", "triad_variable"]

_LINE_KINDS = (0, 1, 2, 2)  # of which units: rows, columns, boxes, boxes
_LINE_LABELS = ("triads", "triads", "rowtriads", "columntriads")
"""What their auxiliary variables are told by: units have some of the same subjects."""


def _kinds(geometry: Geometry) -> list[int]:
    """Return the sets of triads to speak of, without those that say a thing twice."""
    kinds = [0, 1]
    if geometry.box_height > 1:
        kinds.append(2)
    if geometry.box_width > 1:
        kinds.append(3)
    return kinds


def _line_size(geometry: Geometry, kind: int) -> int:
    """Return how many triads are in a row, a column, or a box (each way)."""
    h, w = geometry.box_height, geometry.box_width
    return (h, w, h, w)[kind]


def triad_name(geometry: Geometry, kind: int, triad: int) -> str:
    """Name a triad as a person does: `row 1 in box 2`."""
    line, box = _line_and_box(geometry, kind, triad)
    return f"{('row', 'column')[kind]} {line + 1} in box {box + 1}"


def triad_variable(geometry: Geometry, kind: int, triad: int) -> str:
    """Name a triad's variables in short: `r1b2`, before `=` and a digit."""
    line, box = _line_and_box(geometry, kind, triad)
    return f"{'rc'[kind]}{line + 1}b{box + 1}"


def _line_and_box(geometry: Geometry, kind: int, triad: int) -> tuple[int, int]:
    """Return the row (or column) and the box that cross in a triad."""
    h, w = geometry.box_height, geometry.box_width
    if kind == 0:
        line, stack = divmod(triad, h)
        return line, line // h * h + stack
    line, band = divmod(triad, w)
    return line, band * h + line // w


def _inside_pairs(
    geometry: Geometry, recipe: Recipe, kind: int, triad: int
) -> set[tuple[int, int]]:
    """Return the pairs inside a triad of which the unit family says "not both"."""
    ticks = recipe.triad
    inside = ticks.inside_at_most_one if ticks else None
    scheme = Rule.of(at_least_one=False, at_most_one=recipe.unit.at_most_one).scheme
    own = Rule.of(at_least_one=False, at_most_one=inside).scheme
    if scheme is None or own is None:
        return set()
    h, w, n = geometry.box_height, geometry.box_width, geometry.size
    said = set(scheme.pairs(n))
    size = (w, h)[kind]
    line, across = divmod(triad, n // size)
    found: set[tuple[int, int]] = set()
    for i, j in own.pairs(size):
        in_line = (across * size + i, across * size + j)
        at = line % (h, w)[kind]
        in_box = (at * w + i, at * w + j) if kind == 0 else (i * w + at, j * w + at)
        if in_line in said or (in_box in said and not boxes_are_lines(geometry)):
            found.add((i, j))
    return found


def _repeated(geometry: Geometry, recipe: Recipe, kind: int) -> int:
    """Count the clauses inside triads, of one digit, that units have said."""
    triads = geometry.size * (geometry.box_height, geometry.box_width)[kind]
    return sum(
        len(_inside_pairs(geometry, recipe, kind, triad)) for triad in range(triads)
    )


def tally(geometry: Geometry, recipe: Recipe) -> Tally:
    """Promise the size of the family on a whole grid."""
    ticks = recipe.triad
    if ticks is None:
        return Tally()
    h, w, n = geometry.box_height, geometry.box_width, geometry.size
    inside = Rule.of(at_least_one=False, at_most_one=ticks.inside_at_most_one)
    lines = Rule.of(ticks.at_least_one, ticks.at_most_one)
    found: list[Tally] = []
    for kind in range(2):
        size = (w, h)[kind]
        triads = n * (h, w)[kind]
        sets = n * triads
        defining = sets * (size + 1)
        found.append(Tally(sets, defining, defining, sets * (3 * size + 1)))
        if inside.scheme is not None:
            again = n * _repeated(geometry, recipe, kind)
            found.append(inside.tally(sets, size, again))
        if ticks.exact:
            few, many = comb(n, n - size + 1), comb(n, size + 1)
            clauses = triads * (few + many)
            literals = triads * (few * (n - size + 1) + many * (size + 1))
            found.append(
                Tally(0, clauses, clauses, literals)
                if _exact_is_news(geometry, kind)
                else Tally(textbook=clauses)
            )
    for kind in range(4):
        promised = lines.tally(n * n, _line_size(geometry, kind))
        if kind not in _kinds(geometry):
            promised = Tally(textbook=promised.textbook)
        found.append(promised)
    return Tally.sum(found)


def _exact_is_news(geometry: Geometry, kind: int) -> bool:
    """Whether triads are less than a whole line, which holds every digit anyway."""
    return (geometry.box_height, geometry.box_width)[kind] > 1


def parts(candidates: Candidates, recipe: Recipe, first: int) -> list[Part]:
    """Give the parts: definitions, what is inside triads, units of triads."""
    ticks = recipe.triad
    if ticks is None:
        return []
    geometry = candidates.geometry
    found: list[Part] = []
    for kind in range(2):
        found.append(_definitions(candidates, kind))
        inside = _inside(candidates, recipe, ticks, kind, first)
        if inside is not None:
            found.append(inside)
            first += inside.variables
        if ticks.exact and _exact_is_news(geometry, kind):
            found.append(_exact(candidates, kind))
    lines = Rule.of(ticks.at_least_one, ticks.at_most_one)
    for kind in _kinds(geometry):
        part = rule_part(
            lines,
            partial(candidates.line_sets, kind),
            partial(candidates.line_sizes, kind),
            partial(unit_origins, "triad", geometry, _LINE_KINDS[kind]),
            first=first,
            label=_LINE_LABELS[kind],
        )
        first += part.variables
        found.append(part)
    return found


def _triad_origins(candidates: Candidates, kind: int) -> Iterator[Origin]:
    n, geometry = candidates.geometry.size, candidates.geometry
    for position, _, _ in candidates.triads(kind):
        triad, digit = divmod(position, n)
        yield Origin("triad", triad_name(geometry, kind, triad), digit + 1)


def _definitions(candidates: Candidates, kind: int) -> Part:
    def chunks() -> Iterator[list[Clause]]:
        for _, triad, literals in candidates.triads(kind):
            chunk: list[Clause] = [(*literals, -triad)]
            chunk += [(-literal, triad) for literal in literals]
            yield chunk

    return Part(chunks=chunks, origins=partial(_triad_origins, candidates, kind))


def _inside(
    candidates: Candidates, recipe: Recipe, ticks: TriadTicks, kind: int, first: int
) -> Part | None:
    rule = Rule.of(at_least_one=False, at_most_one=ticks.inside_at_most_one)
    if rule.scheme is None:
        return None
    n = candidates.geometry.size

    def sets() -> Iterator[list[int]]:
        return (literals for _, _, literals in candidates.triads(kind))

    def chunks() -> Iterator[list[Clause]]:
        made = zip(candidates.triads(kind), rule.chunks(sets(), first), strict=True)
        for (position, _, literals), chunk in made:
            if not candidates.whole:
                yield chunk
                continue
            pairs = _inside_pairs(candidates.geometry, recipe, kind, position // n)
            said = {(-literals[i], -literals[j]) for i, j in pairs}
            yield [clause for clause in chunk if clause not in said]

    return rule_part(
        rule,
        sets,
        lambda: map(len, sets()),
        partial(_triad_origins, candidates, kind),
        first=first,
        chunks=chunks,
    )


def _exact(candidates: Candidates, kind: int) -> Part:
    def chunks() -> Iterator[list[Clause]]:
        for _, size, literals in candidates.contents(kind):
            least = max(0, len(literals) - size + 1)
            chunk = list(combinations(literals, least))
            chunk += combinations([-literal for literal in literals], size + 1)
            yield chunk

    def origins() -> Iterator[Origin]:
        for triad, _, _ in candidates.contents(kind):
            yield Origin("triad", triad_name(candidates.geometry, kind, triad))

    return Part(chunks=chunks, origins=origins)
