"""The header of NumPy's `.npy` files, read and written without running any of it.

NumPy's own way is to evaluate the header as Python.  Here it is taken apart by its
pattern, so that whatever stands there, the worst that comes of it is an error.  Arrays
of objects, which only pickle could read, are refused.

Definition: numpy.org, *NEP 1* and `numpy.lib.format`, versions 1.0 to 3.0.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from typing import IO

__all__ = ["MAGIC", "Header", "read_header", "write_header"]

MAGIC = b"\x93NUMPY"

_LONGEST = 1 << 16
_ALIGNED = 64

_ITEM = re.compile(
    r"""'(descr|fortran_order|shape)'\s*:\s*
        (?:'([^']*)'|(True|False)|\(([0-9,\sL]*)\)|(\[))""",
    re.VERBOSE | re.ASCII,
)
_WHOLE = re.compile(r"\s*\{.*\}\s*", re.DOTALL)
_DTYPE = re.compile(r"([<>=|]?)([a-zA-Z])(\d{0,6})(?:\[.*\])?", re.ASCII)

_KINDS = {
    "b": "true and false",
    "?": "true and false",
    "c": "complex numbers",
    "m": "times",
    "M": "times",
    "O": "Python objects, which are never read, as reading them can run programs",
    "S": "texts",
    "a": "texts",
    "U": "texts",
    "V": "records",
}
_SIZES = {"i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8, 12, 16)}
_NUMBERS = "an array of whole numbers, 0 for an empty cell"


class Header(NamedTuple):
    """What an array is.

    Args:
        dtype: The type of its numbers, as NumPy writes it (`|u1`).
        fortran: Whether the first index runs fastest.
        shape: How many numbers each index has.
    """

    dtype: str
    fortran: bool
    shape: tuple[int, ...]


def read_header(stream: IO[bytes]) -> Header:
    """Read the header of an array of numbers.

    Raises:
        InputError: There is none, or the array is of something else.

    Example:
        >>> import io
        >>> read_header(io.BytesIO(write_header("|u1", (3, 81))))
        Header(dtype='|u1', fortran=False, shape=(3, 81))
    """
    start = stream.read(8)
    if len(start) < 8 or not start.startswith(MAGIC):
        raise InputError("an array that is cut off", expected="a whole .npy file")
    major, minor = start[6:8]
    if major not in (1, 2, 3):
        raise InputError(
            f"version {major}.{minor} of .npy", expected="version 1.0, 2.0 or 3.0"
        )
    wide = 2 if major == 1 else 4
    length = int.from_bytes(stream.read(wide), "little")
    if length > _LONGEST:
        raise InputError(
            f"a header of {length:,} bytes", expected=f"at most {_LONGEST:,}"
        )
    data = stream.read(length)
    if len(data) < length:
        raise InputError("an array that is cut off", expected="a whole .npy file")
    return _parsed(data.decode("latin-1"))


def _parsed(text: str) -> Header:
    """Take the header apart: a dict of three entries, in any order."""
    found: dict[str, re.Match[str]] = {}
    for match in _ITEM.finditer(text):
        if match[1] in found:
            raise _unreadable(text)
        found[match[1]] = match
    dtype, order, shape = (found.get(k) for k in ("descr", "fortran_order", "shape"))
    if dtype is not None and dtype[5]:
        raise InputError("an array of records", expected=_NUMBERS)
    if not _WHOLE.fullmatch(text) or dtype is None or order is None or shape is None:
        raise _unreadable(text)
    if dtype[2] is None or order[3] is None or shape[4] is None:
        raise _unreadable(text)
    numbers = [part.strip().rstrip("L") for part in shape[4].split(",")]
    if numbers and not numbers[-1]:
        numbers.pop()
    if not all(number.isdigit() and len(number) < 20 for number in numbers):
        raise _unreadable(text)
    _refuse_dtype(dtype[2])
    return Header(dtype[2], order[3] == "True", tuple(map(int, numbers)))


def _unreadable(text: str) -> InputError:
    return InputError(
        f"a header that is none of .npy, '{printable(text)}'",
        expected="descr, fortran_order and shape",
    )


def _refuse_dtype(dtype: str) -> None:
    """Refuse arrays of anything but numbers.

    Raises:
        InputError: It says what they are of.
    """
    match = _DTYPE.fullmatch(dtype)
    kind = match[2] if match else ""
    if match and kind in _SIZES and match[3] and int(match[3]) in _SIZES[kind]:
        return
    what = _KINDS.get(kind, f"'{printable(dtype)}'")
    hint = "save it with dtype uint8"
    raise InputError(f"an array of {what}", expected=_NUMBERS, hint=hint)


def write_header(dtype: str, shape: tuple[int, ...]) -> bytes:
    """Return the header of an array in the usual order of indices."""
    numbers = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
    text = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({numbers}), }}"
    before = len(MAGIC) + 2 + 2
    blanks = -(before + len(text) + 1) % _ALIGNED
    data = text.encode("ascii") + b" " * blanks + b"\n"
    return MAGIC + b"\x01\x00" + len(data).to_bytes(2, "little") + data
