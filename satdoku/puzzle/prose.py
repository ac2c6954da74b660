"""Decide whether a line beside a puzzle is prose or cells.

A line is text if it has words, or looks like a date, a rating, a price, an address.
Some lines may be either: `2024` is a year, or a row of four cells.  What decides is the
board beside them: such a line is text where it is too short for a row of that board.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satdoku.puzzle.cells import LONG
from satdoku.puzzle.geometry import standard_geometry
from satdoku.puzzle.shapes import NO_SIGN

if TYPE_CHECKING:
    from satdoku.puzzle.cells import TextGrid

_FEW_NUMBERS = re.compile(r"\d{1,3}(\s+\d{1,3})?")
_COUNT = re.compile(r"\d{4,7}")
_ORDINAL = re.compile(r"[1-9]\d{0,2}\.")
_COUNTED = re.compile(r"[^\W\d_]{2,} [#№]?\d{1,6}")
_SHORT = re.compile(
    r"(?:19|20)\d\d|\d{1,2}[:.,/]\d{1,2}(?: ?[ap]\.?m\.?)?|\*(?: ?\*){0,4}",
    re.IGNORECASE,
)
# Compiled where there is text, which takes time; so are rules, below.
_KEY = r"[^\W\d_]\w*(?: \w+){0,4}\s*[=:].*"
_RATING = (
    r"[^\W\d_]{2,}\W{1,3}\d{1,3}(?:[./,]\d{1,3})*.{0,20}"
    r"|\d+(?:\.\d+)?(?:/\d+(?:\.\d+)?){2,}"
)
_DECORATED = r"[\W_]*[^\W\d_]{3,}[\W_]*|\d{1,4}([-./])\d{1,2}\1\d{2,4}"
_GREETING = r"[^\W\d_]{2,}(?: [^\W\d_]+)*[,.!?:;]+"
_REMARK = (
    r"(?i)(?:https?://|www\.)\S+|(?:\(c\)|[©#№]) ?\d+\W?.*|[$€£] ?\d{1,6}(?:[.,]\d\d)?"
    r"|[^\W\d_]{1,3}\. ?\d{1,4}|[★☆✩✪✭✮✯⭐ ]+|\+\d{1,3}(?:[ /-]?[\d()]){2,30}"
    r"|[+-]?\d{1,3} ?[°%](?: ?[CF])?|[\[(]?(?:\d{1,4}|[^\W\d_])\.?[\])]"
)
_TEXTS = (_FEW_NUMBERS, _KEY, _RATING, _GREETING, _DECORATED, _REMARK)
_DATE = r"\d{1,4}([-./])(?:\d{1,2}|[^\W\d_]{3,9})\1\d{2,4}"
_TIME = r"\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?"
_WORD = rf"(?i)[^\W\d_]{{2,}}|\d{{1,2}}(?:st|nd|rd|th)|{_DATE}(?:T{_TIME})?"
"""What no row has: a word, a whole date."""
_NUMBER = (
    r"\d{1,3}(?:\.\d{1,2})?%?|(?:19|20)\d\d|[#№]\d{1,6}|[$€£]\d{1,4}(?:\.\d\d)?"
    rf"|\d{{1,2}}(?:\.\d)?(?:/\d{{1,2}}(?:\.\d)?){{1,2}}|{_TIME}"
)
_MARKED = re.compile(r"(?i)[a-z%$#№€£:/]|\b(?:19|20)\d\d\b")
_PIECE = (
    rf"{_NUMBER}|[A-Z]\d{{1,2}}|\d{{1,3}}(?:h|min|s|am|pm)|[-–]"  # noqa: RUF001
    r"|\d,\d/\d{1,2}|\d\d?/(?:19|20)\d\d"
)
_MOST_PIECES = 4
"""Dates, times and numbers, one of them marked, that may be as many as a row has."""
_MOST_WORDS = 8
"""Words and numbers of a remark; a row has more, or has numbers alone."""
_NUMBERED = r"[^\W\d_]+_?\d{1,3}(?:c\d{1,2})?"
_NUMBERING = re.compile(
    rf"\s*[\"'|]?\s*{_NUMBERED}(?:[\W_]+{_NUMBERED}){{3,}}\W*", re.IGNORECASE
)
_PARTS = re.compile(r"([^\W\d_]+)_?(\d{1,3})(?:c\d{1,2}(?!\d))?", re.IGNORECASE)
_ITEM = re.compile(r"\.(?:[A-Z]\w*)?~")
_LETTERS = re.compile(r"[^\W\d_]{3,}|[^\W\d_]{2,}$")
_PLAIN_WORD = re.compile(r"\b(?=\w*[h-wyz])[A-Z]?[a-z]{2,}\b")
"""A word with a letter that no digit of 16x16 is."""
_CELLS = re.compile(
    r"[\d._*-]{16,}|(?:(?:\d{1,2}|[._*-])[\s,;|]{1,3}){15}(?:\d{1,2}|[._*-])"
)
_LETTER_FOR_DIGIT = re.compile(r"[\d.OoIl]+")
_NOTHING = re.compile(r"\b(?:none|null|nan|nil|na)\b", re.IGNORECASE)
_CLUES = frozenset("123456789")
_RULES = (
    r"\b(?:anti[- ]?(?:knight|king)|non[- ]?consecutive|thermo(?:meter)?s?|killer"
    r"|cages?|(?:german |dutch )?whispers?|kropki|(?:black|white) dots?|renbans?"
    r"|palindromes?|arrows?|sandwich(?:es)?|x-?sums?|skyscrapers?|zippers?|nabners?"
    r"|entropic|modular|lockouts?|between lines?|region sums?|quad(?:ruple)?s?"
    r"|windoku|jigsaw|disjoint|diagonals?|chaos construction|doppelg(?:a|ä)ngers?"
    r"|extra regions?)\b"
)
"""Words of rules beyond the usual ones; no `X` or `odd`, which titles have, too."""

_LONGEST_TEXT = 2000
"""Characters of a line that may be prose."""


def is_numbering(text: str) -> bool:
    """Whether a line is a heading that numbers columns or cells.

    Example:
        >>> [is_numbering(text) for text in ("c1,c2,c3,c4", "A1 B1 C1 D1")]
        [True, True]
        >>> is_numbering("C84.|D951|EA62|FB73")
        False
    """
    if len(text) > _LONGEST_TEXT or _NUMBERING.fullmatch(text) is None:
        return False
    parts = _PARTS.findall(text)
    words, numbers = map(set, zip(*parts, strict=True))
    return 1 in (len(words), len(numbers)) or len(words) * len(numbers) == len(parts)


def is_item(text: str) -> bool:
    """Whether a line begins with an item of ISS text, which is a rule or a clue.

    Example:
        >>> is_item(".Diagonal~1"), is_item(".~R1C1_5"), is_item("...1~4")
        (True, True, False)
    """
    return text.startswith(".") and _ITEM.match(text) is not None


def is_text(text: str) -> bool:
    """Whether a line is prose, `key: value`, or what else may stand beside a board.

    Example:
        >>> is_text("Thanks, Bob"), is_text("2024-03-14"), is_text("53OO7OOOO")
        (True, True, False)
    """
    if is_numbering(text) or is_item(text):
        return not text.startswith(".")
    if _COUNTED.fullmatch(text) and not _NOTHING.search(text):  # as most titles are
        return not _is_lost_row(text)
    text = _NOTHING.sub(".", text).strip()
    if len(text) > _LONGEST_TEXT or any(len(word) >= LONG for word in text.split()):
        return bool(re.fullmatch(_REMARK, text)) and len(text) <= _LONGEST_TEXT
    cells = _CELLS.search(text)
    if cells is not None and not _CLUES.isdisjoint(cells[0]):
        return False
    if any(re.fullmatch(kind, text) for kind in _TEXTS) or is_doubtful(text):
        return not _is_lost_row(text)
    letters = sum(map(str.isalpha, text))
    pieces = text.split()
    words = (_LETTERS.search(text) and 2 * letters >= len(text.replace(" ", ""))) or (
        len(_PLAIN_WORD.findall(text)) > 1 and sum(len(p) < 2 for p in pieces) < 4
    )
    return is_remark(text) or (bool(words) and not _is_lost_row(text))


def is_remark(text: str) -> bool:
    """Whether a line has words or dates, and few numbers beside them.

    Example:
        >>> is_remark("14 March 2024"), is_remark("5 3 . 7")
        (True, False)
        >>> is_remark("Times #1234, 12/03/2024 (ER 7.1)")
        True
    """
    pieces = text[:_LONGEST_TEXT].replace(",", " ").split()
    words = [piece.lstrip("(").rstrip(").:;!?") for piece in pieces]
    if not 0 < len(words) <= _MOST_WORDS or _NOTHING.search(text):
        return False
    are_words = [re.fullmatch(_WORD, word) is not None for word in words]
    numbers = zip(words, are_words, strict=True)
    return any(are_words) and all(
        is_word or re.fullmatch(_NUMBER, word) for word, is_word in numbers
    )


def _is_lost_row(text: str) -> bool:
    """Whether a line is a row in which letters stand for digits: O for 0, l for 1."""
    signs = NO_SIGN.sub("", text)
    is_one = signs.isalpha() and len(set(signs)) == 1
    if not is_one and _LETTER_FOR_DIGIT.fullmatch(signs) is None:
        return False
    are_mixed = any(map(str.isdigit, signs)) and any(map(str.isalpha, signs))
    is_row = len(signs) > 3 and standard_geometry(len(signs)) is not None
    return is_row and (is_one or are_mixed)


def rule_named(text: str) -> str:
    """Return the first sentence that names a rule beyond the usual ones, or "".

    Example:
        >>> rule_named("Normal rules apply. Anti-Knight, too."), rule_named("Sudoku X")
        ('Anti-Knight, too', '')
    """
    if re.search(_RULES, text, re.IGNORECASE) is None:
        return ""
    sentences = re.split(r"(?<!\b[A-Z])[.!?]+(?:\s+|$)", text)  # no `J. Smith`
    named = (s for s in sentences if re.search(_RULES, s, re.IGNORECASE))
    return next(named, text).strip()


def rule_words(text: str) -> set[str]:
    """Return the names of rules in a text, letters alone.

    Example:
        >>> sorted(rule_words("Anti-Knight and non consecutive"))
        ['antiknight', 'nonconsecutive']
    """
    words = re.findall(_RULES, text.lower())
    return {"".join(filter(str.isalpha, word)) for word in words}


def is_doubtful(text: str) -> bool:
    """Whether a line that is text may be a row of some board as well.

    Example:
        >>> is_doubtful("2024"), is_doubtful("1/5"), is_doubtful("p. 37")
        (True, True, False)
    """
    text = text.strip()
    kinds = (_FEW_NUMBERS, _COUNT, _SHORT, _ORDINAL)
    is_short = not text[:1].isalpha() and any(kind.fullmatch(text) for kind in kinds)
    return is_short or _are_marked_numbers(text)


def _are_marked_numbers(text: str) -> bool:
    """Whether a line is a date, a quarter or the like: `14 03 2024`, `Q1 2024`."""
    pieces = text[:_LONGEST_TEXT].split()
    return (
        0 < len(pieces) <= _MOST_PIECES
        and _MARKED.search(text) is not None
        and all(re.fullmatch(_PIECE, piece) for piece in pieces)
    )


def is_aside(text: str, board: TextGrid, *, is_above: bool, is_first: bool) -> bool:
    """Whether a doubtful line is text beside a board, as it is too short for a row.

    Below puzzles a line each, a number is rather the rest of another one; `1.` is below
    any, as it may be the start of a row.

    Args:
        text: The line.
        board: What stands beside it.
        is_above: Whether the board stands above.
        is_first: Whether no puzzle stands above: then a number may be their count.
    """
    text = text.strip()
    signs, geometry = len(NO_SIGN.sub("", text)), board.geometry
    few, short = _FEW_NUMBERS.fullmatch(text), _SHORT.fullmatch(text)
    if _ORDINAL.fullmatch(text):
        return not is_above and signs <= geometry.columns // 2 + 1
    is_marked = _are_marked_numbers(text)
    if board.layout in ("line", "sukaku"):
        fits = is_first or (is_above and (short or is_marked))
        return bool(fits) and signs <= geometry.cells // 5
    if is_marked:
        return geometry.columns not in (signs, len(text.split()))
    room = geometry.columns // 2 + 1
    return bool(few) or (signs <= room and (is_first or bool(short)))
