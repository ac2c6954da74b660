"""How a puzzle of a variant is known: keys of objects, columns that name the kind.

A variant is never read as a classic puzzle.  Programs spell its constraints in many
ways (`killer_cages`, `Killer Cages`, `anti-knight`), so words are compared as their
letters alone, in small, by stems.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, printable, shown
from satdoku.puzzle.arrays import has_layout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KINDS = frozenset(("type", "variant", "variants", "puzzletype", "sudokutype"))
"""Keys and columns, in letters alone, whose value names the kind of a puzzle."""

# fmt: off
_CONSTRAINT = re.compile(
    # Not `differences`, which `satdoku check --json` prints.
    "antiki|antikn|battlefield|betweenline|chess|consecutive|constraint|diagonal|"
    "disjoint|entropic|extraregion|german|inequal|irregular|jigsaw|killer|kropki|"
    "lockout|nabner|nonet|nonomino|numberedroom|palindrome|quadruple|regions|renban|"
    "sandwich|skyscraper|thermo|toroid|whisper|windoku|xsum|zipper|"
    "^arrow|^cage|^clone|^evenodd|^hyperdoku|^oddeven|dots$|sums$|"
    "^(areas|difference|dot|(even|odd)(cell)?s?|hyper|hypersudoku|lines|ratios?|"
    "region|sum|sumlines|xv?s?|zones)$"
)
_PLAIN = frozenset((
    "", "classic", "classical", "grid", "normal", "plain", "puzzle", "regular",
    "standard", "sudoku", "traditional", "usual", "vanilla", "x",
))
_MEASURES = frozenset((
    "arrow", "cage", "clone", "difference", "even", "odd", "quadruple", "ratio", "sum",
    "thermometer", "v", "x",
))
_PLACES = frozenset(("areas", "dot", "dots", "lines", "region", "regions", "zones"))
_OF_PAIRS = frozenset(("difference", "ratio", "ratios", "v", "x", "xv"))
_LEVELS = frozenset((
    "beginner", "diabolical", "easy", "evil", "expert", "extreme", "hard", "medium",
    "simple", "veryeasy", "veryhard",
))
# fmt: on
_NOTHING = frozenset(("", "0", "false", "no", "none", "null", "off"))
_NO_MEASURE = re.compile(r".*r\d+c\d.*|\s*(on|true|yes)\s*", re.IGNORECASE | re.DOTALL)
_SHORTEST_MAP = 16
_MAX_NAMED = 8
_EXPECTED = "the constraints as ISS text"


@lru_cache(512)
def letters_of(word: str) -> str:
    """Return the letters of a word, in small.

    Example:
        >>> letters_of("Anti-Knight 2")
        'antiknight'
    """
    return "".join(mark for mark in word.lower() if mark.isalpha())


@lru_cache(512)
def _is_constraint(key: str) -> bool:
    return _CONSTRAINT.search(letters_of(key)) is not None


def constraint_error(pairs: Mapping[str, object]) -> InputError | None:
    """Return what refuses an object that has constraints of a variant.

    A list without items is none, and so is what is off: false, null, 0, "no".

    Example:
        >>> print(constraint_error({"Killer_Cages": [[1, 2]], "jigsaw": False}))
        constraints not supported: Killer_Cages; expected the constraints as ISS text
    """
    names = [k for k, v in pairs.items() if _is_constraint(k) and not is_nothing(v)]
    if not names:
        return None
    error = unsupported(names)
    error.expected = _EXPECTED
    return error


def unsupported(keys: Sequence[str]) -> InputError:
    """Return what refuses constraints of these names."""
    named = ", ".join(printable(key, 20) for key in keys[:_MAX_NAMED])
    further = len(keys) - _MAX_NAMED
    named += f" and {further} more" if further > 0 else ""
    return InputError(f"constraints not supported: {named}")


def kind_error(key: str, value: object, *, of_list: bool = False) -> InputError | None:
    """Return what refuses a puzzle of the kind that is stated, if that is a variant.

    A kind that nobody knows may be a variant, too: only the words for a classic puzzle
    pass, and those for how hard it is.

    Args:
        key: What the kind stands under.
        value: The kind.
        of_list: It stands beside a list of puzzles, and may be the kind of it; only
            what names a variant is refused.

    Example:
        >>> kind_error("type", "Classic Sudoku"), kind_error("type", "9x9")
        (None, None)
        >>> print(kind_error("type", "Killer Sudoku"))
        type 'Killer Sudoku' not supported; expected the constraints as ISS text
    """
    if letters_of(key) not in KINDS or is_nothing(value):
        return None
    if isinstance(value, list):
        items = cast("list[object]", value)
        errors = (kind_error(key, item, of_list=of_list) for item in items)
        return next((error for error in errors if error is not None), None)
    if isinstance(value, str):
        rest = letters_of(value).removesuffix("puzzle").removesuffix("sudoku")
        if rest in _PLAIN or rest in _LEVELS:
            return None
        if of_list and not _is_constraint(value):
            return None
    elif of_list:
        return None
    what = f"{printable(key.strip(), 20)} {shown(value)} not supported"
    return InputError(what, expected=_EXPECTED)


def is_nothing(value: object) -> bool:
    """Whether a constraint of this value is none: empty, or off."""
    if isinstance(value, str):
        return value.strip().lower() in _NOTHING
    if isinstance(value, dict):
        inner = cast("dict[str, object]", value)
        return all(map(is_nothing, inner.values()))
    return value is None or value is False or value in (0, [])


def is_measure(key: str, value: object) -> bool:
    """Whether something is a number or a word beside a puzzle, not its constraint.

    So are numbers in a list where a constraint would have pairs of cells.

    Example:
        >>> is_measure("X", 1), is_measure("arrow", "r1c1 r2c2"), is_measure("odd", [1])
        (True, False, False)
        >>> is_measure("x", [1, 2]), is_measure("x", [[1, 2]]), is_measure("lines", 3)
        (True, False, True)
    """
    letters = letters_of(key)
    if isinstance(value, list):
        items = cast("list[object]", value)
        return letters in _OF_PAIRS and all(type(one) in {int, float} for one in items)
    if isinstance(value, str):
        is_short = len(value) < _SHORTEST_MAP and not _is_constraint(value)
        is_known = letters in _MEASURES or (letters in _PLACES and is_short)
        return is_known and _NO_MEASURE.fullmatch(value) is None
    return letters in _MEASURES | _PLACES and type(value) in {int, float}


# A grid with the layout of its regions below it


def begins_with_layout(lines: Sequence[str]) -> bool:
    """Whether lines begin with a grid and its layout, a blank line between or not.

    Example:
        >>> begins_with_layout(["1..." + "." * 12, "", "AABBAABBCCDDCCDD"])
        True
    """
    data = (line for line in lines if not line.startswith("#"))
    blocks = ("".join(b) for filled, b in groupby(data, _is_filled) if filled)
    first = next(blocks, "")
    return has_layout(first) or has_layout(first + next(blocks, ""))


def _is_filled(line: str) -> bool:
    return bool(line.strip())
