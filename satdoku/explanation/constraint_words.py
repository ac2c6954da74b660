"""Why constraints refute candidates, as a person would say it.

Each kind of constraint has its own sentence where there is a short one: the
combinations of a cage, the bounds of a thermometer, what a digit of a whisper needs
beside it.  Others say what the constraint is, and that no way to fill it is left.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import counted
from satdoku.puzzle.constraints.base import BaseConstraint, values_in
from satdoku.puzzle.constraints.lines import (
    XV,
    Between,
    BlackDot,
    GreaterThan,
    Maximum,
    Minimum,
    Palindrome,
    Renban,
    Thermo,
    WhiteDot,
)
from satdoku.puzzle.constraints.outside import Skyscraper, XSum
from satdoku.puzzle.constraints.primitives import Pairs, sets_of_sum
from satdoku.puzzle.constraints.sets import SameValues
from satdoku.puzzle.constraints.sums import (
    Arrow,
    DoubleArrow,
    EqualSums,
    Killer,
    Total,
    Zipper,
)
from satdoku.techniques.state import bits
from satdoku.techniques.step import cells_text, listed, units_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.explanation.combinations import Refutation
    from satdoku.explanation.forty_five import Rest
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.techniques.state import Shape

_FEW_SETS = 4
"""Combinations that are listed, at most."""

_FEW_VALUES = 3
"""Values of a cell that are listed one by one in any case."""

_MOST_NAMED = 6
"""Cells that are listed to name a constraint, at most."""

_NO_SUM = 1_000_000
"""More than any sum of cells."""

_MOST_SETS = 2_000
"""Combinations that are tried for that, at most."""


_CELL = re.compile(r"\br\d+c\d+")
_DOTS = (WhiteDot, BlackDot, XV, GreaterThan)


class _Case(NamedTuple):
    """What is refuted, and where.

    Args:
        shape: Units and peers, with those of constraints.
        plain: The geometry of the puzzle.
        left: The digits left to each cell, as masks.
        constraint: The constraint.
        cells: Its cells.
        removes: The (cell, digit) pairs.
    """

    shape: Shape
    plain: Geometry
    left: Sequence[int]
    constraint: Constraint
    cells: tuple[int, ...]
    removes: tuple[tuple[int, int], ...]

    def value(self, digit: int) -> int:
        """Return what a digit counts."""
        return digit + self.shape.geometry.first_value - 1

    def name(self, cells: Iterable[int]) -> str:
        """Name cells."""
        return cells_text(self.shape.geometry, sorted(cells))

    def kept(self, cell: int) -> list[int]:
        """Return the values that a cell keeps."""
        gone = {digit for other, digit in self.removes if other == cell}
        digits = [bit + 1 for bit in bits(self.left[cell])]
        return [self.value(digit) for digit in digits if digit not in gone]


def rest_text(rest: Rest, shape: Shape) -> str:
    """Say what the rule of 45 leaves to a few cells.

    Args:
        rest: That.
        shape: Units and peers.
    """
    board = shape.geometry
    amount = sum(values_in(board)) * len(rest.units)
    cages = sum(getattr(cage, "total", 0) for cage in rest.cages)
    names = board.cell_names
    terms = " + ".join(names(rest.inside))
    if rest.outside:
        minus = " - ".join(names(rest.outside))
        terms = f"{terms} - {minus}" if terms else " + ".join(names(rest.outside))
    total = rest.total if rest.inside else -rest.total
    verb = "adds" if len(rest.units) == 1 else "add"
    many = counted(len(rest.cages), "cage")
    return (
        f"{units_text(board, rest.units)} {verb} up to {amount}, {many} to {cages}, "
        f"so {terms} = {total}"
    )


def refutation_text(
    refutation: Refutation, shape: Shape, geometry: Geometry, left: Sequence[int]
) -> str:
    """Say why a constraint refutes candidates.

    Args:
        refutation: What is refuted.
        shape: Units and peers, with those of constraints.
        geometry: The geometry of the puzzle.
        left: The digits left to each cell, as masks.
    """
    constraint, removes = refutation.constraint, refutation.removes
    cells = refutation.cells
    if isinstance(constraint, BaseConstraint):
        every = dict.fromkeys(constraint.cell_indices(geometry))
        cells = tuple(cell for cell in every if cell < len(left))
    case = _Case(shape, geometry, left, constraint, cells, removes)
    if not (refutation.combined or refutation.digits or refutation.beside):
        return _by_itself(case, seeing=refutation.seeing)
    rules = listed([_short(case, rule) for rule in (constraint, *refutation.beside)])
    premises = " and ".join(_of_unit(case, refutation))
    text = f"{rules}: {premises}," if premises else f"{rules} {_link(case, refutation)}"
    return f"{text} {_result(case, refutation)}"


def pattern_of(refutation: Refutation, text: str) -> str:
    """Return what the texts of constraints have in common that one step can cover.

    Args:
        refutation: What a constraint refutes by itself.
        text: Why, in words.

    Returns:
        The label and the words, without cells; nothing where it stands for itself.
    """
    rule = refutation.constraint
    label, _, _ = rule.describe().rpartition(": ")
    is_pair = isinstance(rule, _DOTS) and len(refutation.cells) == 2
    if not is_pair and not isinstance(rule, Thermo):
        return ""
    return f"{label}: {_CELL.sub('', text.partition(': ')[2])}"


def alike_text(
    refutations: Sequence[Refutation],
    texts: Sequence[str],
    shape: Shape,
    geometry: Geometry,
    left: Sequence[int],
) -> str:
    """Say for several constraints of one pattern why they refute candidates.

    Args:
        refutations: What each refutes.
        texts: Why, for each.
        shape: Units and peers, with those of constraints.
        geometry: The geometry of the puzzle.
        left: The digits left to each cell, as masks.
    """
    rule = refutations[0].constraint
    names, reasons = zip(*(text.split(": ", 1) for text in texts), strict=True)
    start = len(rule.describe().rpartition(": ")[0]) + len(" in ")
    rules = ", ".join([names[0], *[name[start:] for name in names[1:]]])
    if len({*reasons}) == 1:
        return f"{rules}: {reasons[0]}"
    if isinstance(rule, Thermo | GreaterThan):
        removes = dict.fromkeys(pair for each in refutations for pair in each.removes)
        case = _Case(shape, geometry, left, rule, (), tuple(removes))
        return f"{rules}: {_of_order(case)}"
    return f"{rules}: {_CELL.sub('the other cell', reasons[0])}"


def _short(case: _Case, rule: Constraint) -> str:
    """Name a constraint; of a long one the first and last cell."""
    text = rule.describe()
    label, _, cells = text.rpartition(": ")
    listed_cells = cells.split()
    if not label:
        return text
    if len(listed_cells) > _MOST_NAMED:
        return f"{label} from {listed_cells[0]} to {listed_cells[-1]}"
    if isinstance(rule, Killer | WhiteDot | BlackDot | XV) and _is_inside(case, rule):
        return f"{label} in {case.name(rule.cell_indices(case.plain))}"
    return f"{label} on {cells}"


def _link(case: _Case, refutation: Refutation) -> str:
    """Say how constraints meet that are combined."""
    shared = _cells_beside(case, refutation) & set(case.cells)
    if shared:
        return f"share {case.name(shared)},"
    return "have cells that see each other," if refutation.seeing else "together:"


def _of_unit(case: _Case, refutation: Refutation) -> Iterator[str]:
    """Yield what the unit adds."""
    board = case.shape.geometry
    inside = board.units[refutation.unit] if refutation.unit >= 0 else ()
    needs = [
        f"{board.digit_texts[digit]} in "
        + case.name(c for c in inside if case.left[c] >> (digit - 1) & 1)
        for digit in refutation.digits
    ]
    if needs:
        yield f"{board.unit_name(refutation.unit)} has {listed(needs)}"
    beside = _cells_beside(case, refutation)
    groups: dict[int, list[int]] = {}
    for cell in refutation.combined:
        if cell not in beside:
            groups.setdefault(case.left[cell], []).append(cell)
    for mask, cells in groups.items():
        verb = "is" if len(cells) == 1 else "are"
        values = [case.value(digit + 1) for digit in bits(mask)]
        yield f"{case.name(cells)} {verb} {_options(case, values)}"


def _cells_beside(case: _Case, refutation: Refutation) -> set[int]:
    """Return the cells of the other constraints."""
    return {
        cell
        for rule in refutation.beside
        if isinstance(rule, BaseConstraint)
        for cell in rule.cell_indices(case.plain)
        if cell < len(case.left)
    }


def _result(case: _Case, refutation: Refutation) -> str:
    """Say what is left: to cells that are combined, or to others that see them."""
    cells = {*case.cells, *_cells_beside(case, refutation), *refutation.combined}
    if all(cell not in cells for cell, _ in case.removes):
        parts = [*_in_sight(case, cells)]
        if parts and all(places for _, places in parts):
            texts = [f"{digit} is in {case.name(places)}" for digit, places in parts]
            names = case.name({cell for cell, _ in case.removes})
            return f"so {listed(texts)}, seen by {names}"
    return _so(case)


def _by_itself(case: _Case, *, seeing: bool) -> str:
    """Say why a constraint refutes candidates without any unit."""
    if any(cell not in case.cells for cell, _ in case.removes):
        return _seen(case)
    rule, text = case.constraint, ""
    if _is_inside(case, rule):
        words = next((say for kinds, say in _SAYINGS if isinstance(rule, kinds)), None)
        text = ("" if words is None else words(case)) or _of_pairs(case)
        if text and seeing:
            text = f"cells that see each other differ; {text}"
    if not text:
        meaning = getattr(rule, "sentence", "").rstrip(".").rpartition(": ")[2]
        meaning = "" if "{1" in meaning else meaning.format(rule)
        see = "cells that see each other differ" if seeing else ""
        text = "; ".join(filter(None, (meaning, see, _so(case))))
    return f"{_short(case, rule)}: {text}"


def _is_inside(case: _Case, rule: Constraint) -> bool:
    """Whether a constraint names no cell outside the grid."""
    board = case.shape.geometry
    cells = rule.cell_indices(case.plain) if isinstance(rule, BaseConstraint) else ()
    return all(cell < board.cells for cell in cells)


def _seen(case: _Case) -> str:
    """Say that the constraint needs a digit in cells that all see others."""
    parts = [
        f"{digit} in {case.name(places)}"
        for digit, places in _in_sight(case, case.cells)
    ]
    cells = case.name({cell for cell, _ in case.removes})
    text = f"every way to fill {_short(case, case.constraint)} has {listed(parts)}"
    return f"{text}, seen by {cells}"


def _in_sight(case: _Case, cells: Iterable[int]) -> Iterator[tuple[str, list[int]]]:
    """Yield each digit that is removed, with those of some cells that see all of it."""
    board, peers = case.shape.geometry, case.shape.peers
    for digit in sorted({digit for _, digit in case.removes}):
        targets = [cell for cell, other in case.removes if other == digit]
        places = [
            cell
            for cell in cells
            if case.left[cell] >> (digit - 1) & 1
            and all(peers[cell] >> target & 1 for target in targets)
        ]
        yield board.digit_texts[digit], places


def _either(texts: Sequence[str]) -> str:
    """Join words by `or`.

    Example:
        >>> _either(["1", "2", "3"])
        '1, 2 or 3'
    """
    return " or ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def _options(case: _Case, values: Sequence[int]) -> str:
    """Say what a cell may hold: `2 or 3`, `1 to 6`, or `not 4` if that is shorter."""
    run = range(values[0], values[-1] + 1)
    if len(values) > _FEW_VALUES and len(run) == len(values):
        return f"{values[0]} to {values[-1]}"
    missing = [value for value in values_in(case.shape.geometry) if value not in values]
    if missing and len(values) > max(len(missing), _FEW_VALUES):
        return f"not {_either([*map(str, missing)])}"
    return _either([*map(str, values)])


# One kind of constraint after the other


def _of_sum(case: _Case) -> str:
    """Name the combinations of a sum, or what its other cells add up to."""
    rule, board = case.constraint, case.shape.geometry
    total = getattr(rule, "total", None)
    if total is None or (isinstance(rule, Total) and rule.weights):
        return ""
    peers = case.shape.peers
    distinct = isinstance(rule, Killer) or all(
        peers[a] >> b & 1 for a, b in combinations(case.cells, 2)
    )
    values = values_in(board)
    if distinct:
        every = sets_of_sum(len(case.cells), values, total)
        sets = [one for one in every[:_MOST_SETS] if _fits(case, one)]
        if 0 < len(sets) <= _FEW_SETS and len(every) <= _MOST_SETS:
            kept = {value for one in sets for value in one}
            gone = {case.value(digit) for _, digit in case.removes}
            texts = ["+".join(map(str, one)) for one in sets]
            here = "" if len(sets) == len(every) else " here"
            text = f"{total} in {len(case.cells)} cells is {_either(texts)}{here}"
            if gone & kept:
                text += f", so {_bounds(case)}"
            return text
    lows = all(min(case.kept(c)) > case.value(d) for c, d in case.removes)
    highs = all(max(case.kept(c)) < case.value(d) for c, d in case.removes)
    gone = {(min if lows else max)(case.kept(c)) for c, _ in case.removes}
    if len(gone) > 1 or not (lows or highs):
        return _of_rests(case, total)
    rest = total - gone.pop()
    bound = "at most" if lows else "at least"
    return f"the other cells add up to {bound} {rest}, so {_bounds(case)}"


def _of_rests(case: _Case, total: int) -> str:
    """Say what the values that go would leave to the other cells."""
    gone = dict.fromkeys(sorted(case.value(digit) for _, digit in case.removes))
    rests = [f"{value} leaves {total - value}" for value in gone]
    values, low, high = values_in(case.shape.geometry), min(gone), max(gone)
    is_run = high - low + 1 == len(gone)
    if len(rests) > _FEW_SETS and is_run and high == values[-1]:
        rests = [f"{low} or more leaves at most {total - low}"]
    elif len(rests) > _FEW_SETS and is_run and low == values[0]:
        rests = [f"{high} or less leaves at least {total - high}"]
    elif len(rests) > _FEW_SETS:
        return f"the other cells cannot make up {total} with these, {_so(case)}"
    return f"{listed(rests)} to the other cells, which cannot make it; {_so(case)}"


def _fits(case: _Case, values: Sequence[int]) -> bool:
    """Whether cells can hold some values, one each."""
    shift = case.shape.geometry.first_value
    cells = sorted(case.cells, key=lambda cell: case.left[cell].bit_count())

    def place(at: int, rest: frozenset[int]) -> bool:
        if at == len(cells):
            return True
        mask = case.left[cells[at]]
        return any(
            mask >> (value - shift) & 1 and place(at + 1, rest - {value})
            for value in rest
        )

    return place(0, frozenset(values))


def _bounds(case: _Case) -> str:
    """Say what cells keep."""
    groups: dict[str, list[int]] = {}
    for cell in dict.fromkeys(cell for cell, _ in case.removes):
        groups.setdefault(_range(case, cell), []).append(cell)
    return ", ".join(
        f"{case.name(cells)} {'is' if len(cells) == 1 else 'are'} {text}"
        for text, cells in groups.items()
    )


def _so(case: _Case) -> str:
    """Say what cells keep, unless that is a long list."""
    is_long = len({_range(case, cell) for cell, _ in case.removes}) > _FEW_SETS
    return "so these candidates have no place" if is_long else f"so {_bounds(case)}"


def _range(case: _Case, cell: int) -> str:
    """Say what a cell keeps: `at most 4`."""
    kept = case.kept(cell)
    gone = [case.value(digit) for other, digit in case.removes if other == cell]
    if len(kept) < 3:
        return _either([*map(str, kept)])
    if min(gone) > max(kept):
        return f"at most {max(kept)}"
    if max(gone) < min(kept):
        return f"at least {min(kept)}"
    if all(value < min(kept) or value > max(kept) for value in gone):
        return f"{min(kept)} to {max(kept)}"
    if len(gone) < len(kept):
        return f"not {_either([*map(str, sorted(gone))])}"
    return _either([*map(str, kept)])


def _of_order(case: _Case) -> str:
    """Say what an order leaves."""
    return f"in this order {_bounds(case)}"


def _of_same(case: _Case) -> str:
    """Say that cells are equal."""
    return f"cells as far from its ends are equal, {_so(case)}"


def _of_copies(case: _Case) -> str:
    """Say that cells, or sets of cells, hold the same."""
    rule = case.constraint
    sets = rule.sets if isinstance(rule, SameValues) else 1
    if sets == len(case.cells):
        return f"all its cells hold one digit, {_so(case)}"
    return f"its {sets} sets of cells hold the same digits, {_so(case)}"


def _of_ends(case: _Case) -> str:
    """Say what the ends of a line hold, between or outside which the others are."""
    rule = case.constraint
    if not isinstance(rule, Between):
        return ""
    cells = rule.cell_indices(case.plain)
    ends = [
        f"{case.name([cell])} ({_options(case, _values(case, cell))})"
        for cell in (cells[0], cells[-1])
    ]
    return f"the others lie between its ends {listed(ends)}, {_so(case)}"


def _of_seen(case: _Case) -> str:
    """Say how many values have to be seen."""
    rule = case.constraint
    if not isinstance(rule, Skyscraper):
        return ""
    values = "one value has" if rule.clue == 1 else f"{rule.clue} values have"
    return f"{values} to be higher than all before, {_so(case)}"


def _of_first(case: _Case) -> str:
    """Say what each first value of an X-sum leaves to the cells behind it."""
    rule = case.constraint
    if not isinstance(rule, XSum):
        return ""
    first = rule.cell_indices(case.plain)[0]
    kept = case.kept(first)
    if len(kept) > _FEW_SETS:
        return ""
    leaves = [
        f"{many} in {case.name([first])} leaves {rule.clue - many} to "
        f"{'the next cell' if many == 2 else f'the next {many - 1} cells'}"
        for many in kept
        if many > 1
    ]
    others = any(cell == first for cell, _ in case.removes)
    end = f"no other number of cells adds up to {rule.clue}; " if others else ""
    return "; ".join([*leaves, f"{end}{_so(case)}"])


def _of_run(case: _Case) -> str:
    """Name the sets of consecutive values."""
    many, values = len(set(case.cells)), values_in(case.shape.geometry)
    runs = [
        values[at : at + many]
        for at in range(len(values) - many + 1)
        if _fits(case, values[at : at + many])
    ]
    texts = [f"{run[0]}-{run[-1]}" if many > 1 else str(run[0]) for run in runs]
    inside = {value for run in runs for value in run}
    gone = {case.value(digit) for _, digit in case.removes}
    text = f"{many} consecutive values here are {_either(texts)}"
    return text if not gone & inside else f"{text}, so {_bounds(case)}"


def _of_groups(case: _Case) -> str:
    """Say between which bounds equal sums lie."""
    rule, board = case.constraint, case.shape.geometry
    groups: Sequence[Sequence[int]]
    if isinstance(rule, EqualSums):
        columns = board.columns
        groups = [[r * columns + c for r, c in segment] for segment in rule.segments]
    elif isinstance(rule, Arrow | DoubleArrow | Zipper):
        groups = rule.groups(rule.cell_indices(case.plain))
    else:
        return ""
    ends = [
        (_extreme(case, group, min), _extreme(case, group, max)) for group in groups
    ]
    low, high = max(low for low, _ in ends), min(high for _, high in ends)
    text = ""
    several = [group for group in groups if len(group) > 1]
    if len(several) > 1:
        # Cells of different groups see each other, too.
        every = [cell for group in several for cell in group]
        least, most = _extreme(case, every, min), _extreme(case, every, max)
        if -(-least // len(several)) > low:
            low = -(-least // len(several))
            text += f"{len(several)} sums make at least {least} together, so "
        if most // len(several) < high:
            high = most // len(several)
            text += f"{len(several)} sums make at most {most} together, so "
    sums = f"are {low}" if low == high else f"lie between {low} and {high}"
    return f"{text}the sums {sums}, {_so(case)}"


def _extreme(
    case: _Case, group: Sequence[int], pick: Callable[[Iterable[int]], int]
) -> int:
    """Return the least or largest sum of cells, as those that see each other differ.

    Where that takes too many ways, a bound for it.
    """
    sign, peers = (1 if pick is min else -1), case.shape.peers
    options = [sorted(sign * value for value in _values(case, x)) for x in group]
    rest = [sum(each[0] for each in options[at:]) for at in range(len(group) + 1)]
    is_unit = all(peers[a] >> b & 1 for a, b in combinations(group, 2))
    values = sorted({value for each in options for value in each})
    floor = max(rest[0], sum(values[: len(group)]) if is_unit else rest[0])
    best, tried = [_NO_SUM], [0]
    taken: list[int] = []

    def place(at: int, total: int) -> None:
        tried[0] += 1
        is_best = best[0] <= max(floor, total + rest[at])
        if is_best or tried[0] > _MOST_SETS:
            return
        if at == len(group):
            best[0] = total
            return
        for value in options[at]:
            if not any(
                value == held and peers[group[at]] >> other & 1
                for other, held in zip(group, taken, strict=False)
            ):
                taken.append(value)
                place(at + 1, total + value)
                taken.pop()

    place(0, 0)
    is_known = tried[0] <= _MOST_SETS and best[0] < _NO_SUM
    return sign * (best[0] if is_known else floor)


def _values(case: _Case, cell: int) -> list[int]:
    return [case.value(bit + 1) for bit in bits(case.left[cell])]


def _of_pairs(case: _Case) -> str:
    """Say what digits need in a neighbouring cell that is not there."""
    made_of = getattr(case.constraint, "primitives", None)
    pairs = [] if made_of is None else [*made_of(case.plain)]
    if not pairs or not all(isinstance(pair, Pairs) for pair in pairs):
        return ""
    reasons = _followed(case, [*pairs])
    if len(reasons) > _FEW_SETS:
        reasons = [*reasons[: _FEW_SETS - 1], "and so on along the line"]
    return "; ".join(reasons)


def _followed(case: _Case, pairs: Sequence[Pairs]) -> list[str]:
    """Return what digits need beside them, one removed after the other.

    Returns:
        The reasons in order; none if these do not remove all.
    """
    rest, left = dict.fromkeys(case.removes), [*case.left]
    alone: list[str] = []
    reasons: dict[str, None] = {}
    while rest:
        now = case._replace(left=left)
        lacking = {pair: _lacking(now, pairs, *pair) for pair in rest}
        done = [pair for pair in rest if lacking[pair] is not None]
        if not done:
            return []
        left = [*left]
        for cell, digit in done:
            left[cell] &= ~(1 << (digit - 1))
            del rest[cell, digit]
            if reason := lacking[cell, digit]:
                reasons[reason] = None
            elif (text := str(case.value(digit))) not in alone:
                alone.append(text)
    have = "has" if len(alone) == 1 else "have"
    return [*([f"{listed(alone)} {have} no partner"] if alone else []), *reasons]


def _lacking(case: _Case, pairs: Sequence[Pairs], cell: int, digit: int) -> str | None:
    """Say what a digit lacks beside it: nothing to say if none would do.

    Returns:
        None if it lacks nothing.
    """
    value = case.value(digit)
    both: list[tuple[int, list[int]]] = []
    for pair in pairs:
        if cell not in {pair.first, pair.second} or pair.first == pair.second:
            continue
        other = pair.second if pair.first == cell else pair.first
        fits = [
            held
            for held in values_in(case.shape.geometry)
            if (
                pair.table.allows(value, held)
                if pair.first == cell
                else pair.table.allows(held, value)
            )
        ]
        here = [held for held in fits if held in _values(case, other)]
        if not fits:
            return ""
        if not here:
            name = case.shape.geometry.cell_name(other)
            return f"{value} needs {_either([*map(str, fits)])} in {name}"
        both.append((other, here))
    for (one, first), (two, second) in combinations(both, 2):
        if len(first) == 1 and first == second and case.shape.peers[one] >> two & 1:
            return f"{value} needs {first[0]} on both sides"
    return None


_SAYINGS: tuple[tuple[tuple[type, ...], Callable[[_Case], str]], ...] = (
    ((Killer, Total), _of_sum),
    ((Thermo, GreaterThan, Maximum, Minimum), _of_order),
    ((Palindrome,), _of_same),
    ((SameValues,), _of_copies),
    ((Between,), _of_ends),
    ((XSum,), _of_first),
    ((Skyscraper,), _of_seen),
    ((Renban,), _of_run),
    ((Arrow, DoubleArrow, Zipper, EqualSums), _of_groups),
)
"""What says why, for each kind of constraint; the first that fits."""
