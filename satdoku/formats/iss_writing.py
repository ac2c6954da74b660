"""Puzzles written as ISS text; `iss.py` reads it.

The class of a constraint describes its item (`puzzle/constraints/forms.py`), or a
function here writes it.  A constraint without an item becomes tables of pairs, sums
or automata that say the same, or is refused.
"""

from __future__ import annotations

import base64
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import InputError
from satdoku.formats.iss import BASE64, UNITS, cell_name, diagonal_of, usual_box
from satdoku.formats.iss_hidden import escaped, write_chaos, write_connected, write_var
from satdoku.puzzle.constraints import (
    automata,
    chaos,
    connected,
    hidden,
    lines,
    outside,
    places,
    sets,
    sums,
)
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    adjacent_pairs,
    indices,
    values_in,
)
from satdoku.puzzle.constraints.extra import place_of
from satdoku.puzzle.constraints.forms import spellings
from satdoku.puzzle.constraints.primitives import (
    Automaton,
    Clause,
    InDomain,
    Machine,
    Occurrences,
    Pairs,
    Sum,
    explored,
)
from satdoku.puzzle.geometry import digits_of, shape_of
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry

_STATE_BITS = 12
"""Of the number of a state; other programs need not take more."""

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Of the pieces of a jigsaw; Z is in none."""


def write_iss(puzzle: Puzzle) -> str:
    """Write a puzzle.

    Raises:
        InputError: A rule or the shape cannot be written in this format.

    Example:
        >>> from satdoku.constraints import Thermo
        >>> write_iss(Puzzle("3" + "." * 15, [Thermo("r1c2 r2c2")]))
        '.Shape~4x4.~R1C1_3.Thermo~R1C2~R2C2'
    """
    geometry = puzzle.geometry
    shape = f"{geometry.rows}x{geometry.columns}"
    last = geometry.first_value + geometry.size - 1
    if geometry.first_value != 1:
        shape += f"~{geometry.first_value}-{last}"
    elif geometry.size != max(geometry.rows, geometry.columns):
        shape += f"~{last}"
    if geometry.raw:
        shape += "~Raw" if "~" in shape else "~~Raw"
    if max(geometry.rows, geometry.columns, geometry.size) > 16:
        raise InputError(f"a grid of {geometry}", expected="up to 16x16 and 16 values")
    items = [] if shape == "9x9" else [f".Shape~{shape}"]
    items += _written_boxes(geometry)
    clues = _clues(puzzle)
    items += ["." + clues] if clues else []
    context = _Context.of(puzzle)
    for rule in puzzle.constraints:
        for item in _written(rule, geometry, context):
            # A clue is a constraint of its own, not a candidate, in a group.
            items.append(f".And.{item}.End" if item.startswith("~") else f".{item}")
    return "".join(dict.fromkeys(items))


def _clues(puzzle: Puzzle) -> str:
    """Return the clues and candidates of a puzzle."""
    geometry = puzzle.geometry
    shift, clues = geometry.first_value - 1, ""
    for cell, value in enumerate(puzzle.values):
        name = cell_name(divmod(cell, geometry.columns))
        mask = (1 << geometry.size) - 1
        if puzzle.masks is not None:
            mask = puzzle.masks[cell]
        held = [digit + shift for digit in digits_of(mask)]
        if value:
            clues += f"~{name}_{value + shift}"
        elif not held:  # two clues that no value fits
            clues += f"~{name}_{1 + shift}~{name}_{2 + shift}"
        elif len(held) < geometry.size:  # one candidate is no clue: listed twice
            values = "_".join(map(str, held if held[1:] else held * 2))
            clues += f"~{name}_{values}"
    return clues


def shape_items(geometry: Geometry) -> str:
    """Return the shape of a grid as items of a text; `read_iss` reads it.

    Raises:
        InputError: The grid is too large for this format.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> shape_items(Geometry(6, 9, None, first_value=0))
        '.Shape~6x9~0-8.NoBoxes'
    """
    return write_iss(Puzzle((0,) * geometry.cells, geometry=geometry))


class _Context(NamedTuple):
    """The facts that items of a whole puzzle share; empty in `.Or` and `.And`.

    Attributes:
        dots: The pairs that `StrictKropki` exempts; None where the rules are not the
            two that it stands for.
        xv: The pairs with an X or V.
        jigsaw: The regions that are written as `Jigsaw`.
    """

    dots: frozenset[Cells] | None = None
    xv: frozenset[Cells] | None = None
    jigsaw: places.Regions | None = None

    @classmethod
    def of(cls, puzzle: Puzzle) -> _Context:
        """Return what the items of a puzzle say."""
        rules = puzzle.constraints
        marked: dict[str, set[Cells]] = {"dots": set(), "xv": set()}
        for rule in rules:
            if isinstance(rule, lines.WhiteDot | lines.BlackDot | lines.XV):
                kind = "xv" if isinstance(rule, lines.XV) else "dots"
                cells = rule.cells
                marked[kind] |= {(cells[a], cells[b]) for a, b in rule.chosen()}
        dots, xv = frozenset(marked["dots"]), frozenset(marked["xv"])
        kropki = places.AntiConsecutive(dots) in rules and places.NoRatio(dots) in rules
        regions = (rule for rule in rules if isinstance(rule, places.Regions))
        jigsaws = (rule for rule in regions if _is_jigsaw(rule, puzzle.geometry))
        return cls(dots if kropki else None, xv, next(jigsaws, None))


def _written_boxes(geometry: Geometry) -> list[str]:
    longest = max(geometry.rows, geometry.columns)
    usual = usual_box(longest, geometry.rows, geometry.columns)
    if geometry.box == usual or geometry.raw:
        return []
    if not isinstance(geometry.box, tuple):
        return [".NoBoxes"]
    size = geometry.box_height * geometry.box_width
    if usual_box(size, geometry.rows, geometry.columns) == geometry.box:
        return [f".RegionSize~{size}"]
    layout = "".join(_SIGNS[geometry.box_of(cell)] for cell in range(geometry.cells))
    return [".NoBoxes", f".RegionSize~{size}", f".Jigsaw~{layout}"]


def _joined(*parts: object) -> str:
    return "~".join(map(str, parts))


def _line(cells: Iterable[tuple[int, int]]) -> str:
    return "~".join(map(cell_name, cells))


def spelled(
    rule: Any,  # noqa: ANN401  one of many kinds
    geometry: Geometry,
    context: _Context | None = None,
) -> list[str] | None:
    """Return a constraint in the items that the format has for it, or None.

    Example:
        >>> from satdoku.constraints import XV
        >>> from satdoku.puzzle.geometry import Geometry
        >>> spelled(XV("r1c1 r1c2", 5), Geometry(4, 4))
        ['V~R1C1~R1C2']
    """
    writer = _WRITERS.get(type(rule))
    if writer is not None:
        if context is None:
            whole = isinstance(rule, places.Regions) and _is_jigsaw(rule, geometry)
            context = _Context(jigsaw=rule if whole else None)
        return writer(rule, geometry, context)
    return _regular(rule)


def alone(rule: Constraint, geometry: Geometry) -> list[str]:
    """Return a constraint as items that say the same; tables and sums if need be.

    Raises:
        InputError: It is more than these.
    """
    return _written(rule, geometry, _Context())


def _written(rule: Constraint, geometry: Geometry, context: _Context) -> list[str]:
    items = spelled(rule, geometry, context)
    is_refused = geometry.raw and not UNITS.isdisjoint(
        item.partition("~")[0] for item in items or ()
    )
    return _written_parts(rule, geometry) if items is None or is_refused else items


def _regular(rule: Any) -> list[str] | None:  # noqa: ANN401  one of many kinds
    """Return the item that the class of a constraint describes, if it has one."""
    dots = lines.WhiteDot | lines.BlackDot | lines.XV
    if isinstance(rule, dots) and not adjacent_pairs(rule.cells):  # only a corner
        return None
    for spelling in spellings(type(rule), getattr(rule, "iss", "")):
        if spelling.fits(rule):
            return [_joined(spelling.name, *(_field(rule, f) for f in spelling.fields))]
    return None


def _field(rule: Any, name: str) -> str:  # noqa: ANN401  one of many kinds
    if name == "cells":
        return _line(rule.cells)
    if name == "clues":
        return f"~{rule.clue}" if rule.reverse else f"{rule.clue}~"
    value = getattr(rule, name.rstrip("?"))
    if isinstance(value, tuple):
        return "_".join(map(str, value))
    return str(value).upper()


def _branch(rule: Constraint, geometry: Geometry) -> list[str]:
    is_global = type(rule).__module__ == places.__name__
    items = (
        _written_parts(rule, geometry)  # items of the whole grid stand in no group
        if is_global
        else _written(rule, geometry, _Context())
    )
    return items if len(items) == 1 else ["And", *items, "End"]


def _group(rule: sets.Or | sets.And, geometry: Geometry, _: _Context) -> list[str]:
    inner = [
        text
        for constraint in rule.constraints
        for text in _branch(constraint, geometry)
    ]
    return [".".join([type(rule).__name__, *inner, "End"])]


def _is_jigsaw(rule: places.Regions, geometry: Geometry) -> bool:
    """Whether regions can be written as the pieces of a jigsaw, and are no boxes."""
    units = list(rule.units(geometry))
    region = {cell: at for at, unit in enumerate(units) for cell in unit}
    sizes = {len(unit) for unit in units}
    longest = max(geometry.rows, geometry.columns)
    usual = usual_box(longest, geometry.rows, geometry.columns)
    is_jigsaw = (
        (geometry.box is None or (geometry.box == usual and sizes == {longest}))
        and len(sizes) == 1
        and longest <= min(sizes) <= geometry.size
        and len(units) <= len(_SIGNS)
        and len(region) == sum(map(len, units))
        and geometry.cells - len(region) not in sizes
    )
    if (
        is_jigsaw
        and geometry.box is None
        and {geometry.rows, geometry.columns} == sizes
    ):
        drawn = [region.get(cell) for cell in range(geometry.cells)]
        return shape_of(drawn, geometry.rows) is None
    return is_jigsaw


def _regions(rule: places.Regions, geometry: Geometry, context: _Context) -> list[str]:
    if rule != context.jigsaw:
        return _units(rule, geometry)
    units = list(rule.units(geometry))
    region = {cell: _SIGNS[at] for at, unit in enumerate(units) for cell in unit}
    layout = "".join(region.get(cell, "Z") for cell in range(geometry.cells))
    size = len(units[0])
    whole = size == max(geometry.rows, geometry.columns)
    size_items = [] if whole else [f"RegionSize~{size}"]
    boxes = ["NoBoxes"] if geometry.box is None else []
    return [*boxes, *size_items, f"Jigsaw~{layout}"]


def _same_values(
    rule: sets.RegionSameValues, geometry: Geometry, context: _Context
) -> list[str]:
    """Return the item that means the regions of the jigsaw, or the cells themselves.

    Raises:
        InputError: No row, column or box is among the sets, so values may repeat.
    """
    pieces = context.jigsaw.units(geometry) if context.jigsaw else ()
    own = {frozenset(indices(region, geometry)) for region in rule.regions}
    if own == set(map(frozenset, pieces)):
        return ["RegionSameValues"]
    units = rule.largest(geometry)
    if len(units) < 2:
        return ["And", "End"]
    if not set(units) & set(geometry.units):
        raise InputError(f"{rule.describe()} cannot be written as ISS text")
    across = geometry.columns
    cells = _line(divmod(cell, across) for unit in units for cell in unit)
    return [_joined("SameValues", len(units), cells)]


def _units(rule: Constraint, geometry: Geometry) -> list[str]:
    """Return the units of a rule, each as a set of cells."""
    across = geometry.columns
    return [
        f"AllDifferent~{_line(divmod(cell, across) for cell in unit)}"
        for unit in rule.units(geometry)
    ]


def _written_parts(rule: Any, geometry: Geometry) -> list[str]:  # noqa: ANN401
    """Return a rule that the format does not know as tables, sums and automata.

    Raises:
        InputError: It is more than these.
    """
    tables: dict[str, list[str]] = {}
    items: list[str] = []
    values = values_in(geometry)
    name = escaped(rule.label)
    for part in rule.parts(geometry) if isinstance(rule, BaseConstraint) else (None,):
        if isinstance(part, Pairs) and part.first != part.second:
            allows = part.table.allows
            pairs = frozenset((a, b) for a in values for b in values if allows(a, b))
            cells = [place_of(cell, geometry) for cell in (part.first, part.second)]
            tables.setdefault(_pair_key(pairs, geometry), []).append(_line(cells))
        elif isinstance(part, InDomain):
            cells = [place_of(part.cell, geometry)]
            items.append(_written_clue(cells, part.values, geometry))
        elif isinstance(part, Sum) and all(abs(w) <= 100 for w, _ in part.terms):
            factors = "_".join(str(weight) for weight, _ in part.terms)
            cells = [place_of(cell, geometry) for _, cell in part.terms]
            items.append(_joined("Sum", f"{part.total}_=_{factors}", _line(cells)))
        elif isinstance(part, Clause):
            items.append(_written_clause(part, geometry))
        elif isinstance(part, Automaton | Occurrences):
            key = _nfa_key(_machine(part, values), values)
            cells = [place_of(cell, geometry) for cell in part.cells]
            items.append(_joined("NFA", key, f"_{name}", _line(cells)))
        else:
            raise InputError(f"{rule.describe()} cannot be written as ISS text")
    items += [f"Pair~{key}~_{name}~{'~~'.join(pairs)}" for key, pairs in tables.items()]
    return items + _units(rule, geometry)


def _written_clause(part: Clause, geometry: Geometry) -> str:
    """Return that one of some cells holds, or does not hold, a value."""
    held: dict[int, set[int]] = {}
    for cell, value, is_held in part.terms:
        own = {value} if is_held else {*values_in(geometry)} - {value}
        held.setdefault(cell, set()).update(own)
    cases = (
        _written_clue([place_of(cell, geometry)], sorted(values), geometry)
        for cell, values in held.items()
    )
    return f"Or.{'.'.join(cases)}.End"


def _machine(part: Automaton | Occurrences, values: range) -> Machine:
    if isinstance(part, Automaton):
        return part.machine
    return explored(
        [0],
        lambda count, value: [count + (value in part.values)],
        part.counts.__contains__,
        values,
        len(part.cells),
    )


def _nfa_key(machine: Machine, values: range) -> str:
    """Return an automaton in URL-safe Base64, as `automata.decode_nfa` reads it.

    Raises:
        InputError: It has too many states.
    """
    starts = machine.starts
    first = [state for state in machine.accepts if state not in starts]
    order = [*starts, *first]
    order += sorted(set(range(len(machine.moves))).difference(order))
    number = {state: at for at, state in enumerate(order)}
    width = len(order).bit_length()
    if width > _STATE_BITS:
        raise InputError("an automaton too large for ISS text")
    rows = [
        [
            (symbol, number[target])
            for symbol, value in enumerate(values)
            for target in machine.moves[state].get(value, ())
        ]
        for state in order
    ]
    counts = max(1, max(map(len, rows)).bit_length())
    symbol_width = (len(values) - 1).bit_length()
    accepting = sum(
        1 << at for at, start in enumerate(starts) if start in machine.accepts
    )
    fields = [
        *((0, 2), (width - 1, 4), (len(values) - 1, 4)),
        *((len(starts), width), (len(first), width), (accepting, len(starts))),
        (counts, 4),
    ]
    for row in rows:
        fields.append((len(row), counts))
        for symbol, target in row:
            fields += [(symbol, symbol_width), (target, width)]
    bits = "".join(f"{number:0{size}b}" for number, size in fields)
    raw = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8))
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _written_clue(
    cells: Iterable[tuple[int, int]], values: Iterable[int], geometry: Geometry
) -> str:
    """Return that each cell holds one of some values; without any, what cannot be."""
    held = [str(value) for value in values if value in values_in(geometry)]
    if not held:
        return "Or.End"
    return "".join(f"~{cell_name(cell)}_{'_'.join(held)}" for cell in cells)


def _pair_key(pairs: frozenset[tuple[int, int]], geometry: Geometry) -> str:
    values = range(geometry.first_value, geometry.first_value + geometry.size)
    bits = [(a, b) in pairs for a in values for b in values]
    signs = [
        BASE64[sum(bit << at for at, bit in enumerate(bits[start : start + 6]))]
        for start in range(0, len(bits), 6)
    ]
    return "".join(signs).rstrip("A") or "A"


def _pair_table(
    rule: lines.PairTable, geometry: Geometry, _: _Context
) -> list[str] | None:
    if rule.each and any((b, a) not in rule.pairs for a, b in rule.pairs):
        return None
    kind, key = "PairX" if rule.each else "Pair", _pair_key(rule.pairs, geometry)
    return [_joined(kind, key, f"_{escaped(rule.name)}", _line(rule.cells))]


def _little_killer(
    rule: sums.LittleKiller, geometry: Geometry, _: _Context
) -> list[str]:
    """Return the diagonal, from its other end if only that one is known."""
    for cells in (rule.cells, rule.cells[::-1]):
        if not rule.weights and diagonal_of(cells[0], geometry) == cells:
            return [_joined("LittleKiller", rule.total, cell_name(cells[0]))]
    return _total(rule, geometry, _)


def _total(rule: sums.Total, _: Geometry, __: _Context) -> list[str]:
    words = [rule.total, *(["=", *rule.weights] if rule.weights else [])]
    return [_joined("Sum", "_".join(map(str, words)), _line(rule.cells))]


def _killer(rule: sums.Killer, _: Geometry, __: _Context) -> list[str] | None:
    if rule.total == 0:  # which as a cage has no total
        cells = _line(rule.cells)
        return [_joined("AllDifferent", cells), _joined("Sum", 0, cells)]
    name = "AllDifferent" if rule.total is None else f"Cage~{rule.total}"
    return [_joined(name, _line(rule.cells))]


def _pill(rule: sums.PillArrow, _: Geometry, __: _Context) -> list[str] | None:
    """Return the item of two or three cells, each right of or below the one before."""
    pill = rule.cells[: rule.pill]
    steps = {(r - row, c - column) for (row, column), (r, c) in pairwise(pill)}
    usual = len(pill) in {2, 3} and steps <= {(0, 1), (1, 0), (1, 1)}
    return _regular(rule) if usual else None


def _of_grid(rule: Any, geometry: Geometry, _: _Context) -> list[str] | None:  # noqa: ANN401  one of several kinds
    """Return the item of a rule that the format knows on grids with 1 to 9 alone."""
    values = values_in(geometry)
    is_usual = values == range(1, 10) or isinstance(rule, places.AntiTaxicab)
    return _regular(rule) if values[0] == 1 and is_usual else None


def _contains(rule: sets.Contains, _: Geometry, __: _Context) -> list[str] | None:
    return _regular(rule) if rule.values else []


def _segments(rule: sums.EqualSums, _: Geometry, __: _Context) -> list[str]:
    segments = "~-~".join(map(_line, rule.segments))
    return [_joined("EqualSum", segments)] if segments else []


def _sum_line(rule: sums.SumLine, _: Geometry, __: _Context) -> list[str] | None:
    if rule.total is None:
        return None
    loop = ["LOOP"] if rule.loop else []
    return [_joined("SumLine", rule.total, _line(rule.cells), *loop)]


def _nfa(rule: automata.NFA, _: Geometry, __: _Context) -> list[str]:
    words: list[str] = []
    for at, cell in enumerate(rule.cells):
        words += ["-"] * rule.cuts.count(at)
        words.append(cell_name(cell))
    words += ["-"] * rule.cuts.count(len(rule.cells))
    return [_joined("NFA", rule.key, *words)]


def _regex(rule: automata.Regex, _: Geometry, __: _Context) -> list[str]:
    raw = base64.urlsafe_b64encode(rule.pattern.encode()).decode().rstrip("=")
    return [_joined("Regex", raw, _line(rule.cells))]


def _look_and_say(rule: sets.LookAndSay, geometry: Geometry, _: _Context) -> list[str]:
    cells, counts = _line(rule.cells), rule.counts
    if all(0 <= number < 10 for pair in counts for number in pair):
        clue = "".join(f"{times}{value}" for value, times in counts)
        return [_joined("LookAndSay", clue, cells)] if clue else []
    if len(dict(counts)) < len(set(counts)):  # a value cannot occur so often and so
        return ["Or.End"]
    items: list[str] = []
    free = [each for each in values_in(geometry) if (each, 0) not in counts]
    if len(free) < geometry.size:
        items.append(_written_clue(rule.cells, free, geometry))
    values = [value for value, times in set(counts) for _ in range(times)]
    words = "_".join(map(str, sorted(values)))
    return [*items, *([_joined("ContainExact", words, cells)] if words else [])]


def _box_indexing(rule: sets.BoxIndexing, geometry: Geometry, _: _Context) -> list[str]:
    """Return, for each cell that says where a digit is, its cases."""
    items: list[str] = []
    for place in rule.at:
        says = [rule.cells[place - 1]]
        cases = (
            f"And.{_written_clue(says, [value], geometry)}."
            f"{_written_clue([cell], [place], geometry)}.End"
            for value, cell in enumerate(rule.cells, 1)
        )
        items.append(f"Or.{'.'.join(cases)}.End")
    return items


def _extreme(
    rule: lines.Maximum | lines.Minimum, geometry: Geometry, _: _Context
) -> list[str]:
    """Return, for each cell beside others, that one of the two is greater."""
    across = geometry.columns
    items: list[str] = []
    for pair in rule.pairs(geometry):
        cells = [divmod(cell, across) for cell in pair]
        falling = cells if isinstance(rule, lines.Maximum) else cells[::-1]
        items.append(_joined("GreaterThan", _line(falling)))
    return items


def _diagonals(rule: places.Diagonals, _: Geometry, __: _Context) -> list[str] | None:
    if rule.which == "both":
        return ["Diagonal~-1", "Diagonal~1"]
    return _regular(rule)


def _windows(
    rule: places.DisjointGroups | places.Windoku, geometry: Geometry, _: _Context
) -> list[str]:
    size = max(geometry.rows, geometry.columns)
    if geometry.box is not None:
        size = geometry.box_height * geometry.box_width
    usual = replace(geometry, box=usual_box(size, geometry.rows, geometry.columns))
    if usual.box and set(rule.units(geometry)) == set(type(rule)().units(usual)):
        return _regular(rule) or []
    return _units(rule, geometry)


def _neighbours(
    rule: places.AntiConsecutive | places.NoRatio | places.NoXV,
    _: Geometry,
    context: _Context,
) -> list[str] | None:
    is_xv = isinstance(rule, places.NoXV)
    marked = context.xv if is_xv else context.dots
    if rule.marked == marked and getattr(rule, "ratios", (2,)) == (2,):
        return ["StrictXV" if is_xv else "StrictKropki"]
    return ["AntiConsecutive"] if rule == places.AntiConsecutive() else None


def _full_rank(rule: outside.FullRank, _: Geometry, __: _Context) -> list[str]:
    clues = (
        _joined("FullRank", line.upper(), *(("", clue) if end else (clue, "")))
        for clue, line, end in rule.clues
    )
    return [*clues, f"FullRankTies~{rule.ties}"]


def _chaos(rule: Any, geometry: Geometry, _: _Context) -> list[str]:  # noqa: ANN401  of regions
    return [write_chaos(rule, geometry, cell_name)]


def _connected(rule: connected.ConnectedValues, _: Geometry, __: _Context) -> list[str]:
    """Return the item.

    Raises:
        InputError: The cells are no whole group.
    """
    item = write_connected(rule)
    if item is None:
        raise InputError(f"{rule.describe()} cannot be written as ISS text")
    return [item]


def _construction(
    rule: chaos.ChaosConstruction, geometry: Geometry, _: _Context
) -> list[str]:
    """Return the item, and the size of regions that is not the usual one.

    Raises:
        InputError: That would change the boxes.
    """
    size = rule.size_in(geometry)
    if size == max(geometry.rows, geometry.columns):
        return ["ChaosConstruction"]
    box = usual_box(size, geometry.rows, geometry.columns)
    if geometry.box not in {None, box}:
        raise InputError(f"{rule.describe()} cannot be written as ISS text")
    return [f"RegionSize~{size}", "ChaosConstruction"]


_WRITERS: Mapping[type, Callable[[Any, Geometry, _Context], list[str] | None]] = {
    automata.NFA: _nfa,
    automata.Regex: _regex,
    chaos.ChaosArrow: _chaos,
    chaos.ChaosConstruction: _construction,
    chaos.ChaosCount: _chaos,
    chaos.CountRegions: _chaos,
    chaos.SameRegion: _chaos,
    connected.ConnectedValues: _connected,
    hidden.Var: lambda rule, *_: [write_var(rule)],
    lines.Allowed: lambda rule, geometry, _: [
        _written_clue(rule.cells, rule.values, geometry)
    ],
    lines.Maximum: _extreme,
    lines.Minimum: _extreme,
    lines.PairTable: _pair_table,
    outside.FullRank: _full_rank,
    places.AntiConsecutive: _neighbours,
    places.AntiTaxicab: _of_grid,
    places.Diagonals: _diagonals,
    places.DisjointGroups: _windows,
    places.DutchFlatmates: _of_grid,
    places.GlobalEntropy: _of_grid,
    places.GlobalModular: _of_grid,
    places.NoRatio: _neighbours,
    places.NoXV: _neighbours,
    places.Regions: _regions,
    places.Windoku: _windows,
    sets.And: _group,
    sets.BoxIndexing: _box_indexing,
    sets.Contains: _contains,
    sets.LookAndSay: _look_and_say,
    sets.Or: _group,
    sets.RegionSameValues: _same_values,
    sums.EqualSums: _segments,
    sums.Killer: _killer,
    sums.LittleKiller: _little_killer,
    sums.PillArrow: _pill,
    sums.SumLine: _sum_line,
    sums.Total: _total,
}
"""Writers of the constraints whose class does not describe their items."""
