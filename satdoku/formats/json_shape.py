"""The shape of the boxes that an object of JSON tells, in the ways that are in use.

    "box": "2x3"    "boxes": [2, 3]    "box": 3    "box_height": 2, "box_width": 3

A text and a pair are rows x columns; one number is the side of a square box.  What
cannot be read as a shape is refused and never passed over, as the same cells are
another puzzle in other boxes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.formats.variants import letters_of
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["shape_told"]

_NOUNS = ("box", "boxes", "block", "blocks", "subgrid", "subgrids")
_SHAPES = frozenset(
    noun + end for noun in _NOUNS for end in ("", "size", "shape", "dimensions", "dims")
)
_PLURALS = frozenset(("boxes", "blocks", "subgrids"))
_HEIGHTS = frozenset(
    noun + end for noun in _NOUNS for end in ("height", "rows", "row", "h")
)
_WIDTHS = frozenset(
    noun + end
    for noun in _NOUNS
    for end in ("width", "columns", "column", "cols", "col", "w")
)
_FORM = "rows x columns of a box, such as 2x3"


def shape_told(told: Mapping[str, object]) -> Geometry | None:
    """Return the shape that an object tells; None if it tells none.

    Raises:
        InputError: It is none, or two keys tell different ones.

    Example:
        >>> shape_told({"Box-Width": 3, "box height": 2, "name": "six"})
        Geometry(6, 6)
    """
    found: Geometry | None = None
    sides: dict[str, tuple[str, int]] = {}
    for key, value in told.items():
        role = _role(key)
        if not role or value is None or value is False or value in ("", []):
            continue
        if role in ("height", "width"):
            if type(value) is not int or not 0 < value < 1000 or role in sides:
                raise _wrong(key, value, f"the {role} of a box, once")
            sides[role] = (key, value)
        else:
            shape = _shape(key, value, role)
            if found is not None and shape != found:
                raise _wrong(key, value, f"{_short(found)}, as another key says")
            found = shape
    if len(sides) == 1:
        ((role, (key, value)),) = sides.items()
        other = "width" if role == "height" else "height"
        if found is None or value != getattr(found, f"box_{role}"):
            raise _wrong(key, value, f"the {other} of a box, too, and one shape")
    if len(sides) == 2:
        shape = _of(sides["height"][1], sides["width"][1])
        if found is not None and shape != found:
            raise InputError(f"boxes of {_short(shape)}", expected=_short(found))
        found = shape
    return found


@lru_cache(512)
def _role(key: str) -> str:
    word = letters_of(key)
    if word in _HEIGHTS:
        return "height"
    if word in _WIDTHS:
        return "width"
    if word in _SHAPES:
        return "many" if word in _PLURALS else "one"
    return ""


def _shape(key: str, value: object, role: str) -> Geometry:
    if isinstance(value, str):
        try:
            return Geometry.parse(value)
        except UsageError as error:
            raise InputError(str(error)) from None
    sides = _sides(value, role)
    if len(sides) == 2:
        height, width = sides
        if type(height) is int and type(width) is int and 0 < height * width < 10**6:
            return _of(height, width)
    raise _wrong(key, value, _FORM)


def _sides(value: object, role: str) -> list[object]:
    """Return the sides of a box; one number is both."""
    if isinstance(value, list):
        return cast("list[object]", value)
    return [value, value] if role == "one" else []


def _of(height: int, width: int) -> Geometry:
    try:
        return Geometry.of_box(height, width)
    except UsageError as error:
        raise InputError(str(error)) from None


def _short(shape: Geometry) -> str:
    return f"{shape.box_height}x{shape.box_width}"


def _wrong(key: str, value: object, expected: str) -> InputError:
    return InputError(f"{printable(key, 20)} {shown(value)}", expected=expected)
