"""The forms of a constraint: how its class says it is written and drawn.

A class names its items of Interactive Sudoku Solver (ISS), its keys of f-puzzles, the
sentence below a picture, and what its picture looks like, each once:

    iss = "Whisper difference? cells"              Whisper~5~R1C1~R1C2
    fpuzzles = "whispers lines difference?"        "whispers": [{"lines": [["R1C1", …

Behind the name stand the fields that are written.  A question mark: the number may be
left out.  `slow=False`: that field is not written and must hold this (`default`: what
it holds unless given).  `|` stands between several spellings, of which the first that
fits is written.  `lines` are the cells of a line, `clues` are two clues, one from each
side.  If this language cannot describe a form, a function in the module of the format
reads and writes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.puzzle.constraints.records import default_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORDS = {"True": True, "False": False, "None": None}


class Look(NamedTuple):
    """How a constraint is drawn, in words of the palette.

    Attributes:
        shape: `line`, `cage`, `dots` or `outside`.
        pale: The colour of a wide line, or the kind of sign.
        colour: The colour of the thin line along its middle.
        dash: How that line, or an outline, is broken.
        ends: What stands at the ends of a line.
        width: How wide the line is.
    """

    shape: str
    pale: str = ""
    colour: str = ""
    dash: tuple[float, ...] = ()
    ends: tuple[str, str] = ("", "")
    width: float = 13.0


def line_look(
    pale: str,
    colour: str = "",
    *dash: float,
    ends: tuple[str, str] = ("", ""),
    width: float = 13.0,
) -> Look:
    """Return the look of a line."""
    return Look("line", pale, colour, tuple(map(float, dash)), ends, width)


def cage_look(*dash: float) -> Look:
    """Return the look of an outline with such dashes."""
    return Look("cage", dash=tuple(map(float, dash)))


class Spelling(NamedTuple):
    """One way to write a constraint in a format.

    Attributes:
        name: Of the item or the key; `~` joins what is always written with it.
        fields: What is written behind it, in this order.
        fixed: What other fields hold.
    """

    name: str
    fields: tuple[str, ...]
    fixed: Mapping[str, object]

    def fits(self, rule: object) -> bool:
        """Whether the fields that are not written hold what they must."""
        return all(getattr(rule, name) == value for name, value in self.fixed.items())


def spellings(kind: type[Any], text: str) -> tuple[Spelling, ...]:
    """Return the spellings that a class names.

    Args:
        kind: The class.
        text: Its `iss` or its `fpuzzles`.

    Example:
        >>> from satdoku.constraints import XV
        >>> [(each.name, each.fields, each.fixed) for each in spellings(XV, XV.iss)]
        [('X', ('cells',), {'total': 10}), ('V', ('cells',), {'total': 5})]
    """
    parsed: list[Spelling] = []
    for spelled in text.split(" | ") if text else ():
        name, *words = spelled.split()
        fixed: dict[str, object] = {}
        for field, equals, value in (word.partition("=") for word in words):
            if value == "default":
                fixed[field] = default_of(kind, field)
            elif equals:
                fixed[field] = _WORDS.get(
                    value, int(value) if value.isdigit() else value
                )
        written = tuple(word for word in words if "=" not in word)
        parsed.append(Spelling(name, written, fixed))
    return tuple(parsed)
