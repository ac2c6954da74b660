"""The arguments of constraints: cells, numbers, words, as kinds of fields.

A field of a constraint states its kind once, `field(default=5, metadata=whole(0))`;
`check_arguments` brings the arguments into their one form or refuses them by name.
"""

from __future__ import annotations

import re
from dataclasses import fields
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import UsageError, printable, shown
from satdoku.puzzle.constraints.extra import extra_cell, extra_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Cells = tuple[tuple[int, int], ...]
"""(row, column) pairs, counted from 0; of extra cells as `extra.py` says."""

_NAME = re.compile(r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})")
_LINE = re.compile(r"[rc][1-9][0-9]{0,2}")
_LARGEST = 1_000_000_000
"""Numbers beyond are slips of the finger, and slow in sums."""


class _Kind(NamedTuple):
    """What a field may hold.

    Attributes:
        expected: What it is, for messages.
        read: Brings an argument into its one form; raises ValueError or TypeError.
        options: The words or numbers that it may be, if these are few.
    """

    expected: str
    read: Callable[[Any], Any]
    options: tuple[str | int, ...] = ()


Kind = dict[str, _Kind]
"""The metadata of a field of some kind."""


def kind_of(expected: str, read: Callable[[Any], Any]) -> Kind:
    """Return a kind by what it is and what reads it."""
    return {"kind": _Kind(expected, read)}


def check_arguments(constraint: Any) -> None:  # noqa: ANN401  any frozen dataclass
    """Bring the fields of a constraint into their one form.

    Raises:
        UsageError: An argument is not of the kind of its field.
    """
    for each in fields(constraint):
        kind = each.metadata.get("kind")
        if kind is None:
            continue
        value = getattr(constraint, each.name)
        try:
            value = kind.read(value)
        except UsageError:
            raise
        except (AttributeError, TypeError, ValueError):
            raise wrong_argument(constraint, each.name, kind.expected) from None
        object.__setattr__(constraint, each.name, value)


def wrong_argument(
    constraint: Any,  # noqa: ANN401  any frozen dataclass
    name: str,
    expected: str,
) -> UsageError:
    """Return the error that names an argument, and the cells of its constraint."""
    value, cells = getattr(constraint, name), vars(constraint).get("cells")
    of = f" of {printable(names(cells))}" if cells and name != "cells" else ""
    quoted = printable(names(value)) if name == "cells" else shown(value)
    return UsageError(
        f"{type(constraint).__name__}: {name}{of} cannot be {quoted}; "
        f"expected {expected}"
    )


def whole(minimum: int | None = None) -> Kind:
    """Return the kind of whole numbers, from a minimum."""

    def read(value: Any) -> int:  # noqa: ANN401  an argument
        number = index(value)
        if isinstance(value, bool) or (minimum is not None and number < minimum):
            raise ValueError
        if abs(number) > _LARGEST:
            raise UsageError(f"{shown(value)}; expected at most {_LARGEST:,}")
        return number

    least = "" if minimum is None else f" from {minimum}"
    return kind_of(f"a whole number{least}", read)


def choice(*options: str | int) -> Kind:
    """Return the kind of one of some words or numbers."""
    *most, last = map(str, options)
    expected = f"{', '.join(most)} or {last}"
    read = lambda value: options[options.index(value)]  # noqa: E731
    return {"kind": _Kind(expected, read, options)}


def _instance(expected: str, kind: type) -> Kind:
    def read(value: Any) -> Any:  # noqa: ANN401  an argument
        if not isinstance(value, kind):
            raise TypeError
        return value

    return kind_of(expected, read)


FLAG = _instance("True or False", bool)
TEXT = _instance("a text", str)


def optional(kind: Kind) -> Kind:
    """Return a kind with None."""
    expected, read, _ = kind["kind"]
    return kind_of(
        f"{expected}, or None", lambda value: None if value is None else read(value)
    )


def list_of(
    kind: Kind, expected: str, make: Callable[[Iterable[Any]], Any] = tuple
) -> Kind:
    """Return the kind of lists of a kind."""
    read_one = kind["kind"].read

    def read(value: Any) -> Any:  # noqa: ANN401  an argument
        if isinstance(value, str | bytes | dict):
            raise TypeError
        return make(map(read_one, value))

    return kind_of(expected, read)


def record(*kinds: Kind) -> Kind:
    """Return the kind of tuples with one of each kind."""
    readers = [kind["kind"].read for kind in kinds]

    def read(value: Any) -> tuple[Any, ...]:  # noqa: ANN401  an argument
        return tuple(read(one) for read, one in zip(readers, value, strict=True))

    return kind_of("", read)


def _line_name(value: Any) -> str:  # noqa: ANN401  an argument
    name: str = value.lower()
    if _LINE.fullmatch(name) is None:
        raise ValueError
    return name


def _layout(value: Any) -> str | tuple[Cells, ...]:  # noqa: ANN401  an argument
    if isinstance(value, str):
        return "".join(value.split())
    regions: tuple[Cells, ...] = REGIONS["kind"].read(value)
    return regions


def cells_of(
    source: str | Iterable[str | tuple[int, int]],
    *,
    repeats: bool = False,
    extra: bool = False,
) -> Cells:
    """Return the cells that are named, or pairs as they are.

    Args:
        source: Names in one text, or a list of names or pairs.
        repeats: Whether a cell may come twice.
        extra: Whether cells outside the grid may be named.

    Raises:
        UsageError: A word does not name a cell, or a cell comes twice.

    Example:
        >>> cells_of("r1c1 r1c2"), cells_of(["r1c1", (0, 1)])
        (((0, 0), (0, 1)), ((0, 0), (0, 1)))
    """
    words = source.replace(",", " ").split() if isinstance(source, str) else source
    try:
        read = partial(cell_of, extra=extra)
        cells = tuple(map(read, words))
    except TypeError:
        cells = ()
    if not cells:
        raise UsageError(f"{shown(source)} names no cells; expected 'r1c1 r1c2', say")
    if len(set(cells)) != len(cells) and not repeats:
        raise UsageError(f"a cell comes twice: {printable(names(cells), 60)}")
    return cells


def cell_of(place: object, *, extra: bool = False) -> tuple[int, int]:
    """Return the row and the column of a cell, by its name or as a pair.

    Args:
        place: The name, or the pair.
        extra: Whether a cell outside the grid may be named.

    Raises:
        UsageError: It is neither.
    """
    if isinstance(place, str):
        outside = extra_cell(place) if extra else None
        if outside is not None:
            return outside
        name = _NAME.fullmatch(place)
        if name is None or 0 in (int(name[1]), int(name[2])):
            raise UsageError(f"no cell {shown(place)}; expected r1c1, say")
        return int(name[1]) - 1, int(name[2]) - 1
    try:
        row, column = map(_PLACE.read, place)  # type: ignore[call-overload]
        if row < 0 and not extra:
            raise ValueError  # noqa: TRY301
    except (TypeError, ValueError):
        raise UsageError(
            f"no cell {shown(place)}; expected 'r1c1' or (0, 0), say"
        ) from None
    if column < 0:
        raise UsageError(f"no cell {shown(place)}; expected 'r1c1' or (0, 0), say")
    return row, column


_PLACE = whole()["kind"]
VALUES = list_of(whole(), "values such as (1, 3)")
CELL = kind_of("a cell such as 'r1c1'", cell_of)
LINE = kind_of("cells such as 'r1c1 r1c2'", partial(cells_of, repeats=True, extra=True))
REGIONS = list_of(kind_of("", cells_of), "lists of cells")
LAYOUT = kind_of("a text with a character for each cell, or lists of cells", _layout)
ROW_OR_COLUMN = kind_of("a row or column such as r1 or c1", _line_name)


def names(cells: Cells) -> str:
    """Return the names of cells, `r1c1 r1c2`."""
    return " ".join(
        f"r{row + 1}c{column + 1}" if row >= 0 else extra_name((row, column))
        for row, column in cells
    )
