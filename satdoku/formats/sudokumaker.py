"""Puzzles of SudokuMaker: the objects that its links hold, read.

    https://sudokumaker.app/?puzzle=PACKED

    {"formatVersion": "1.5.0", "puzzle": {"name": …, "author": …, "comment": …,
     "cells": [{}, {"given": true, "value": 5}, …],
     "constraints": [{"type": 301, "cages": [{"cells": [4, 5], "value": 9}]}, …]}}

PACKED is LZString's text for addresses, a cell its number in reading order, and
constraints have numbers in place of names (`_KNOWN`).  Without a size, the grid is
9x9; regions are a constraint, too, and without it there are none.  What a constraint
says is not guessed: one that is not known, or says where it stands in a way that is
not, is refused by its number; drawings are named as for f-puzzles.

The edge between two cells has a number, too: in row r of a grid of n columns, counted
from 0, 2nr + c + 1 between columns c and c + 1, and 2nr + n + c below column c.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, UsageError, counted, shown
from satdoku.formats.boards import json_object, objects_of, rule_in_words
from satdoku.formats.metadata import state_of
from satdoku.formats.model import Metadata, Options, PuzzleRecord, doubt_of
from satdoku.puzzle.cells import too_large
from satdoku.puzzle.constraints import lines, places, sets, sums
from satdoku.puzzle.geometry import Geometry, shape_of
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint

_EXPECTED = "a puzzle of SudokuMaker"
_DRAWINGS = {2000: "line", 2001: "cage", 2002: "symbol"}
_FOG = (4000, 4001)
_DETAILS = (("author", "author"), ("comment", "rules"))


class _Board:
    """A puzzle as an object, and its shape.

    Attributes:
        puzzle: The object.
        cells: The objects of the cells.
        rules: The constraints that are turned on and not empty.
        geometry: The shape.
        regions: The cells of each region.
        marked: The pairs of cells with a sign between them.
    """

    def __init__(self, puzzle: dict[str, Any], limit: int) -> None:
        self.puzzle = puzzle
        cells = puzzle.get("cells")
        if not isinstance(cells, list) or not all(isinstance(c, dict) for c in cells):
            raise InputError("a puzzle without cells", expected="objects in 'cells'")
        self.cells: list[dict[str, Any]] = cells
        self.rules = [
            rule for rule in objects_of(puzzle, "constraints") if _is_on(rule)
        ]
        size = _whole(puzzle, "width", _whole(puzzle, "size", 9))
        if _whole(puzzle, "height", size) != size or size**2 != len(cells):
            what = f"{counted(len(cells), 'cell')} of {size} a row"
            raise InputError(what, expected="a square grid")
        if size > limit:
            raise too_large(size, limit)
        if puzzle.get("type", "sudoku") != "sudoku":
            raise InputError("a grid whose rows may repeat", expected=_EXPECTED)
        self.regions = self._regions(size)
        order = [-1] * len(cells)
        for at, region in enumerate(self.regions):
            for row, column in region:
                order[row * size + column] = at
        first = _whole(puzzle, "minDigit", 1)
        last = _whole(puzzle, "maxDigit", first + size - 1)
        box = None if -1 in order else shape_of(order, size)
        shape = None if box is None else box.box
        self.geometry = Geometry(size, size, shape, first, last - first + 1)
        self.marked = frozenset(
            self.edge(clue)
            for rule in self.rules
            if rule["type"] in _SIGNS
            for clue in objects_of(rule, "clues")
        )

    def _regions(self, size: int) -> list[Cells]:
        cut = [rule["regions"] for rule in self.rules if rule["type"] == 1]
        if len(cut) > 1:
            raise InputError("regions that are given twice", expected=_EXPECTED)
        regions: dict[int, list[tuple[int, int]]] = {}
        for at, number in enumerate(cut[0] if cut else ()):
            if type(number) is not int or at >= size * size:
                raise InputError(f"region {shown(number)}", expected="a number a cell")
            if number >= 0:
                regions.setdefault(number, []).append(divmod(at, size))
        pieces = [tuple(piece) for _, piece in sorted(regions.items())]
        if any(len(piece) > size for piece in pieces):
            raise InputError("a region larger than a row", expected=_EXPECTED)
        return pieces

    def place(self, number: object) -> tuple[int, int]:
        """Return the place of a cell."""
        if type(number) is not int or not 0 <= number < len(self.cells):
            raise InputError(f"cell {shown(number)}", expected="the number of a cell")
        return divmod(number, self.geometry.columns)

    def places(self, numbers: object) -> Cells:
        """Return the places of cells."""
        if not isinstance(numbers, list):
            raise InputError(f"cells {shown(numbers)}", expected="a list of numbers")
        return tuple(map(self.place, numbers))

    def edge(self, clue: dict[str, Any]) -> Cells:
        """Return the two cells that a sign is between."""
        number, size = clue.get("edge"), self.geometry.size
        if type(number) is int and 0 < number < 2 * size * size:
            row, at = divmod(number, 2 * size)
            if 0 < at < size:
                return (row, at - 1), (row, at)
            if at >= size and row + 1 < size:
                return (row, at - size), (row + 1, at - size)
        raise InputError(f"edge {shown(number)}", expected="one between two cells")


def _whole(item: dict[str, Any], key: str, usual: int) -> int:
    value = item.get(key, usual)
    if type(value) is not int or not 0 <= value < 10_000:
        raise InputError(f"{key} is {shown(value)}", expected="a whole number")
    return value


_CLUES = frozenset(
    ("bulbsWithArrows", "cages", "cells", "clues", "groups", "lines", "regions")
) | {"symbols", "thermometers"}


def _is_on(rule: dict[str, Any]) -> bool:
    """Whether a constraint is turned on, and is about something."""
    if type(rule.get("type")) is not int:
        raise InputError(f"type {shown(rule.get('type'))}", expected="a number")
    lists = [rule[key] for key in _CLUES if key in rule]
    return rule.get("disabled") is not True and (
        not lists or any(lists) or bool(rule.get("negative"))
    )


# Constraints, by number


def _of_cages(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    for cage in objects_of(rule, "cages"):
        total = _whole(cage, "value", 0) or None
        yield sums.Killer(total, board.places(cage.get("cells")))


def _look_and_say(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    for cage in objects_of(rule, "cages"):
        text = str(cage.get("value"))
        if not re.fullmatch("(?:[0-9][0-9])+", text):
            raise InputError(f"look and say {shown(text)}", expected="1522, say")
        pairs = zip(text[1::2], text[::2], strict=True)
        counts = tuple((int(value), int(times)) for value, times in pairs)
        yield sets.LookAndSay(board.places(cage.get("cells")), counts)


def _thermometers(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    for line in rule.get("thermometers") or ():
        yield lines.Thermo(board.places(line), rule.get("slow") is True)


def _signs(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    kind = _SIGNS[rule["type"]]
    for clue in objects_of(rule, "clues"):
        yield kind(board.edge(clue), _whole(clue, "value", 0))
    negative = rule.get("negative") or []
    if kind is lines.XV and sorted(negative) == [5, 10]:
        yield places.NoXV(board.marked)
    elif negative:
        raise InputError(f"negative {shown(negative)}", expected="signs alone")


_SIGNS: dict[int, Callable[[Cells, int], Constraint]] = {
    200: lines.WhiteDot,
    201: lines.BlackDot,
    202: lines.XV,
}


def _each_line(
    board: _Board, rule: dict[str, Any], kind: Callable[[Cells], Constraint]
) -> Iterator[Constraint]:
    if not isinstance(rule.get("lines"), list):
        raise InputError("a constraint without lines", expected=_EXPECTED)
    return (kind(board.places(line)) for line in rule["lines"])


def _whispers(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    least = _whole(rule, "minDifference", 5)
    return _each_line(board, rule, lambda cells: lines.Whisper(cells, least))


def _region_sums(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    if rule.get("singleRegionTotals"):
        raise InputError("totals of single regions", expected="equal sums")
    for line in rule["lines"]:
        rule_of_sums = sums.region_sums(board.places(line), board.regions)
        yield from () if rule_of_sums is None else (rule_of_sums,)


def _digit_groups(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    groups = _groups(rule)
    if len(groups) == 3:
        return _each_line(board, rule, lambda cells: lines.Entropic(cells, groups))
    if {value % 2 for value in groups[0]} != {value % 2 for value in groups[-1]}:
        return _each_line(board, rule, lambda cells: lines.Modular(cells, 2))
    raise InputError(f"groups {shown(groups)}", expected="three, or odd and even")


def _groups(rule: dict[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Return groups of digits; each is a number with a bit for each digit."""
    masks = rule.get("groups")
    if (
        not isinstance(masks, list)
        or not masks
        or not all(type(m) is int for m in masks)
    ):
        raise InputError(f"groups {shown(masks)}", expected="numbers")
    return tuple(
        tuple(digit for digit in range(32) if mask >> digit & 1) for mask in masks
    )


def _everywhere(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    groups = [list(group) for group in _groups(rule)]
    for kind in (places.GlobalEntropy(), places.GlobalModular()):
        if sorted(kind.groups(board.geometry)) == sorted(groups):
            yield kind
            return
    raise InputError(f"groups {shown(groups)}", expected="low, middle and high")


def _clones(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    for group in rule.get("groups") or ():
        cells = board.places(group)
        yield sets.SameValues(cells, len(cells))


def _arrows(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    for item in objects_of(rule, "bulbsWithArrows"):
        bulb = board.places(item.get("bulbCells"))[::-1]  # units come first
        for line in item.get("arrows") or ():
            cells = (*bulb, *board.places(line)[1:])
            if len(bulb) == 1:
                yield sums.Arrow(cells)
            else:
                yield sums.PillArrow(cells, len(bulb))


def _parity(board: _Board, rule: dict[str, Any]) -> Iterator[Constraint]:
    first, size = board.geometry.first_value, board.geometry.size
    rest = rule["type"] % 2
    values = tuple(v for v in range(first, first + size) if v % 2 == rest)
    yield lines.Allowed(board.places(rule.get("cells")), values)


_READERS: dict[int, Callable[[_Board, dict[str, Any]], Iterable[Constraint]]] = {
    16: _everywhere,
    **dict.fromkeys((100, 101), _parity),
    **dict.fromkeys((200, 201, 202), _signs),
    300: _thermometers,
    301: _of_cages,
    302: _clones,
    304: _look_and_say,
    401: _whispers,
    404: _region_sums,
    406: _digit_groups,
    408: _arrows,
}
_ALONE: dict[int, tuple[Constraint, ...]] = {
    **dict.fromkeys((0, 1, 2003), ()),
    10: (places.Diagonals("falling"),),
    11: (places.Diagonals("rising"),),
    12: (places.AntiKing(),),
    13: (places.AntiKnight(),),
    14: (places.DisjointGroups(),),
    15: (places.AntiConsecutive(),),
}
"""Constraints of the whole grid."""
_OF_CELLS: dict[int, Callable[[Cells], Constraint]] = {
    102: lines.Maximum,
    103: lines.Minimum,
    305: lambda cells: sums.Killer(None, cells),
    600: lambda cells: sets.Indexing(cells, "rows"),
    601: lambda cells: sets.Indexing(cells, "columns"),
}
"""Constraints of some cells."""
_OF_LINES: dict[int, Callable[[Cells], Constraint]] = {
    400: lines.Renban,
    402: lines.Palindrome,
    403: lines.Between,
    407: lambda cells: lines.Lockout(cells, 4),
    409: sums.DoubleArrow,
}
"""Constraints of each of some lines."""
_KNOWN = {*_READERS, *_ALONE, *_OF_CELLS, *_OF_LINES}
_NAMES = {
    303: "quadruples",
    405: "sequence lines",
    500: "little killers",
    501: "sandwich sums",
    502: "X-sums",
    503: "skyscrapers",
    504: "numbered rooms",
    1000: "a constraint of the author's own code",
}
"""Constraints that are known and not read."""


def _read(board: _Board, kind: int, rule: dict[str, Any]) -> Iterable[Constraint]:
    """Return the constraints of an object."""
    if kind in _ALONE:
        return _ALONE[kind]
    if kind in _OF_CELLS:
        return [_OF_CELLS[kind](board.places(rule.get("cells")))]
    if kind in _OF_LINES:
        return _each_line(board, rule, _OF_LINES[kind])
    return _READERS[kind](board, rule)


def _constraints(board: _Board) -> Iterator[Constraint]:
    regions, shape = board.regions, board.geometry
    if regions and shape.box is None:
        yield places.Regions(tuple(regions))
    for rule in board.rules:
        kind = rule["type"]
        if kind in _DRAWINGS or kind in _FOG:
            continue
        if kind not in _KNOWN or rule.get("areas"):
            name = _NAMES.get(kind, f"constraints of type {kind}")
            hint = "rules that are not read would be missing"
            raise InputError(f"{name} of SudokuMaker are not read", hint=hint)
        try:
            yield from _read(board, kind, rule)
        except (KeyError, TypeError, UsageError) as error:
            raise InputError(f"constraint of type {kind}: {error}") from None


def read_maker(
    text: str, options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    """Read the JSON of a puzzle of SudokuMaker.

    Args:
        text: The JSON.
        options: How it is to be read.
        place: The source, the line and the number of the puzzle.

    Raises:
        InputError: It is none, or has a constraint that is not read.

    Example:
        >>> import json
        >>> from satdoku.formats.model import Options
        >>> cells = [{"given": True, "value": 1}] + [{}] * 15
        >>> rules = [{"type": 10}, {"type": 301, "cages": [{"cells": [1, 2]}]}]
        >>> puzzle = {"size": 4, "cells": cells, "constraints": rules}
        >>> text = json.dumps({"formatVersion": "1.5.0", "puzzle": puzzle})
        >>> puzzle = read_maker(text, Options(), ("", 1, 1)).puzzle
        >>> puzzle.line, [rule.describe() for rule in puzzle.constraints]
        ('1...............', ['falling diagonal', 'cage: r1c2 r1c3'])
    """
    puzzle = json_object(text, _EXPECTED).get("puzzle")
    if not isinstance(puzzle, dict):
        raise InputError("a link without a puzzle", expected=_EXPECTED)
    try:
        board = _Board(puzzle, options.max_size)
        geometry = board.geometry
        if options.geometry is not None and not geometry.same_shape(options.geometry):
            raise InputError(f"a grid of {geometry}", expected=f"{options.geometry}")
        values, placed, marks = ([0] * len(board.cells) for _ in range(3))
        for at, cell in enumerate(board.cells):
            digits = values if cell.get("given") else placed
            digits[at] = _digit(board, cell, at)
            marks[at] = 0 if digits[at] else _marks(cell, geometry)
        rules = [*_constraints(board)]
        read = Puzzle(Grid.trusted(geometry, tuple(values)), rules)
    except UsageError as error:
        raise InputError(str(error)) from None
    texts = [(name, puzzle.get(key)) for key, name in _DETAILS]
    details = tuple(
        (name, text) for name, text in texts if text and isinstance(text, str)
    )
    warnings = (*doubt_of([*_unread(board, details, rules)]), *_warnings(board))
    extras = Metadata(details, state_of(read, placed, marks), warnings=warnings)
    name = str(puzzle.get("name") or "")
    return PuzzleRecord(read, *place, name or None, "link", extras)


def _digit(board: _Board, cell: dict[str, Any], at: int) -> int:
    """Return the digit of a cell, or 0."""
    value, geometry = cell.get("value"), board.geometry
    if value is None:
        return 0
    digit = value - geometry.first_value + 1 if type(value) is int else 0
    if not 1 <= digit <= geometry.size:
        row, column = board.place(at)
        what = f"{shown(value)} is not a digit of this grid"
        raise InputError(what, expected=_EXPECTED, cell=(row + 1, column + 1))
    return digit


def _marks(cell: dict[str, Any], geometry: Geometry) -> int:
    """Return the candidates of a cell, as a mask; those of SudokuMaker begin at 0."""
    marks = cell.get("candidates", 0)
    if type(marks) is not int or marks < 0:
        raise InputError(f"candidates {shown(marks)}", expected="a number")
    return marks >> geometry.first_value & (1 << geometry.size) - 1


def _unread(
    board: _Board, details: Iterable[tuple[str, str]], rules: list[Constraint]
) -> Iterator[str]:
    """Yield what may be rules and is not read."""
    drawn = Counter(_DRAWINGS[r["type"]] for r in board.rules if r["type"] in _DRAWINGS)
    for name, many in drawn.items():
        yield counted(many, name)
    words = rule_in_words(dict(details).get("rules", ""))
    if words and not rules and not drawn:
        yield shown(words)


def _warnings(board: _Board) -> Iterator[str]:
    """Yield what is not read and no rule."""
    if any(cell.get("cornerPencilMarks") for cell in board.cells):
        yield "corner marks are not read"
    if any(rule["type"] in _FOG for rule in board.rules):
        yield "fog is not read"
