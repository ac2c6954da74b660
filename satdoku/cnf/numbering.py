"""Which variable says what: the numberings that people use for a Sudoku formula.

A numbering maps each (cell, digit) to a variable.  Schemes are the common formulas;
`r`, `c`, `d` count from 1, and n is the size:

    rcd     (r-1)n² + (c-1)n + d    satdoku's own
    crd, drc, dcr, rdc, cdr         the same with the three in another order
    100r    100r + 10c + d          three decimal digits, up to 9x9

A file has lines `VARIABLE NAME`, such as `111 r1c1=1`, and comments of a formula lines
`c var 111 r1c1=1`, as `satdoku cnf --names` writes them.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from satdoku.errors import InputError, UsageError, check_choice, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.puzzle.geometry import Geometry

Numbering: TypeAlias = dict[tuple[int, int], int]
"""The variable of each (cell, digit), cells from 0 and digits from 1."""

SCHEMES = ("rcd", "crd", "drc", "dcr", "rdc", "cdr", "100r")
_TRIPLE = "100r"
_SIZES = (4, 6, 8, 9, 12, 16, 25)
_LINE = re.compile(
    rb"^\s*(?:c\s+(?:var\s+)?)?(\d+)\s*[:=]?\s+(r\d+c\d+)=(\w+)\s*$", re.MULTILINE
)


def numbering(scheme: str, geometry: Geometry) -> Numbering:
    """Return a numbering by the name of its scheme.

    Raises:
        UsageError: There is none of that name, or not for this size.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> [numbering(name, Geometry(4, 4))[1, 3] for name in ("rcd", "drc", "100r")]
        [7, 34, 123]
    """
    n = geometry.size
    if scheme == _TRIPLE:
        if n > 9:  # two digits each would be needed
            raise UsageError(f"scheme {scheme} is for grids up to 9x9")
        weights = {"r": 100, "c": 10, "d": 1}
        start = 111
    else:
        check_choice("scheme", scheme, SCHEMES, " or a file")
        weights = dict(zip(scheme, (n * n, n, 1), strict=True))
        start = 1
    return {
        (cell, digit): start
        + weights["r"] * geometry.row_of(cell)
        + weights["c"] * geometry.column_of(cell)
        + weights["d"] * (digit - 1)
        for cell in range(geometry.cells)
        for digit in range(1, n + 1)
    }


def read_numbering(raw: bytes, geometry: Geometry) -> Numbering | None:
    """Read the lines that name variables; None where there are none.

    Raises:
        InputError: A name is of no cell or digit, or one is missing or named twice.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> read_numbering(b"c nothing", Geometry(4, 4)) is None
        True
        >>> read_numbering(b"7 r1c1=1", Geometry(4, 4))
        Traceback (most recent call last):
        satdoku.errors.InputError: no variable is r1c1=2; expected one for every ...
    """
    places = {
        f"{geometry.cell_name(cell)}={text}": (cell, digit)
        for cell in range(geometry.cells)
        for digit, text in enumerate(geometry.digit_texts[1:], 1)
    }
    variables: Numbering = {}
    lines = _LINE.findall(raw)
    for variable, cell, digit in lines:
        name = f"{cell.decode()}={digit.decode('utf-8', 'replace')}"
        if name not in places:
            raise InputError(
                f"{printable(name)} is of no cell of {geometry}",
                expected="names such as r1c2=3",
            )
        number = int(variable)
        if variables.setdefault(places[name], number) != number or not number:
            raise InputError(f"{name} is two variables, or 0", expected="one")
    missing = next(
        (name for name, place in places.items() if place not in variables), None
    )
    if lines and missing:
        expected = "one for every cell and digit"
        raise InputError(f"no variable is {missing}", expected=expected)
    if lines and len({*variables.values()}) < len(variables):
        raise InputError("a variable has two names", expected="one")
    return variables or None


def known_size(variables: int, names: bytes = b"") -> int | None:
    """Return the size of the grid that a formula is of, if it can be told.

    Names of variables say it, or the number of variables where none is auxiliary.

    Example:
        >>> known_size(65, b"c var 65 r6c6=6"), known_size(444), known_size(730)
        (6, 4, None)
    """
    if cells := _LINE.findall(names):
        return max(int(cell[1:].partition(b"c")[0]) for _, cell, _ in cells)
    for n in _SIZES:
        if variables == n**3 or (variables == 111 * n < 1000):
            return n
    return None


def likely_size(
    variables: int, names: bytes = b"", clauses: Iterable[Sequence[int]] = ()
) -> int | None:
    """Return the size of the grid that a formula is of, as far as that can be told.

    Where it is not known, it is the length of clauses without negation (such a clause
    says that a cell holds a digit), if there are enough; else 9, or the largest that
    there are variables for.

    Example:
        >>> [likely_size(number) for number in (64, 444, 729, 63)]
        [4, 4, 9, None]
        >>> likely_size(65, b"c var 65 r6c6=6")
        6
        >>> likely_size(220), likely_size(220, clauses=8 * [(1, 2, 3, 4)])
        (6, 4)
    """
    if size := known_size(variables, names):
        return size
    fitting = [n for n in _SIZES if n**3 <= variables]
    lengths = Counter(len(clause) for clause in clauses if min(clause, default=0) > 0)
    usual = [n for n in fitting if lengths[n] >= n * n // 2]
    return max(usual or fitting, key=lambda n: (n == 9, n), default=None)


def likely(geometry: Geometry, variables: Iterable[int]) -> list[tuple[str, Numbering]]:
    """Return the schemes whose variables are all among these, or nearly all.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> [name for name, _ in likely(Geometry(4, 4), range(1, 65))][:2]
        ['rcd', 'crd']
        >>> [name for name, _ in likely(Geometry(4, 4), [111, 112, 144, 444])]
        ['100r']
    """
    known, numberings = set(variables), list[tuple[int, str, Numbering]]()
    for name in SCHEMES:
        if name == _TRIPLE and geometry.size > 9:
            continue
        made = numbering(name, geometry)
        numberings.append((len(known.difference(made.values())), name, made))
    fewest = min(outside for outside, _, _ in numberings)
    return [(name, made) for outside, name, made in numberings if outside == fewest]
