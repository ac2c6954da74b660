"""The tools of the page's editor: one for each constraint of the catalogue.

Nothing is written here of any one constraint: its class says what a tool needs, how it
is spelled, drawn and made.  The shape of a tool is how its cells are selected:

    grid       no cells: a rule of the whole grid, on or off
    cells      cells in any order
    line       cells along a line, in its order
    edge       two cells that share a side
    outside    a row or column, from one of its ends
    region     every cell belongs to a region
"""

from __future__ import annotations

import ast
import re
from dataclasses import MISSING, Field, fields
from typing import Any

from satdoku.puzzle.constraints.catalogue import CATALOGUE, rows
from satdoku.puzzle.constraints.forms import Look, spellings

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SELECTED = ("cells", "cell", "others", "around", "arms")
"""Fields that hold selected cells: the first one of `cell`, one line of `arms`."""
_PLACES = {*_SELECTED, "line", "reverse", "regions", "segments"}
"""Fields that the board gives."""
_OPTIONAL = {"weights", "ends", "cuts", "title"}
"""Fields that may be empty; where another is, its constraint says nothing."""

_FORMS = {
    "True or False": "flag",
    "a whole number": "number",
    "a text": "text",
    "a letter, up to three": "text",
    "clues": "clues",
}
"""How values are typed, by what is expected."""


def tools() -> list[dict[str, Any]]:
    """Return the tools, as JSON has them.

    Example:
        >>> tool = next(tool for tool in tools() if tool["name"] == "Whisper")
        >>> tool["shape"], tool["title"], tool["least"], tool["fields"][0]["default"]
        ('line', 'Whisper', 2, 5)
    """
    kinds = zip(CATALOGUE, rows(), strict=True)
    return [
        {
            "name": row.name,
            "title": _title(row.name),
            "shape": _shape(kind),
            "summary": row.summary,
            "least": getattr(kind, "min_cells", 1),
            "item": _item(kind),
            "places": [each.name for each in fields(kind) if each.name in _SELECTED],
            "fields": [*filter(None, map(_input, fields(kind)))],
        }
        for kind, row in kinds
        if _has_tool(kind)
    ]


def _has_tool(kind: Any) -> bool:  # noqa: ANN401  a class of the catalogue
    """Whether all that a constraint needs is selected on the board, or typed."""
    given = [each for each in fields(kind) if each.name not in _PLACES]
    has_all = all(each.default is not MISSING or _input(each) for each in given)
    is_line = "segments" not in {each.name for each in fields(kind)}
    is_nested = any(each.name == "constraints" for each in given)
    return has_all and not is_nested and (is_line or bool(_item(kind)))


def _item(kind: Any) -> str:  # noqa: ANN401  as above
    """Return the item of ISS text that says it shorter than Python: by boxes, say."""
    names = {each.name for each in fields(kind)}
    if "cells" in names or not names & {"regions", "segments"}:
        return ""
    forms = spellings(kind, kind.iss)
    return next((form.name for form in forms if form.fields in {(), ("cells",)}), "")


def _title(name: str) -> str:
    words = _CAMEL.sub(" ", name).split()
    return " ".join(
        word if at == 0 or word.isupper() else word.lower()
        for at, word in enumerate(words)
    )


def _shape(kind: Any) -> str:  # noqa: ANN401  as above
    """Return how the cells of a constraint are selected."""
    names = {each.name for each in fields(kind)}
    spelled = f"{kind.iss} | {kind.fpuzzles}".split()
    look = kind.look.shape if isinstance(kind.look, Look) else ""
    if names & {"line", "clues"}:
        return "outside"
    if names == {"regions"} and "layout" in spelled:
        return "region"
    if not names & {*_SELECTED}:
        return "line" if "segments" in names else "grid"
    if look == "dots":
        return "edge"
    is_line = "lines" in spelled or look == "line" or names & {"weights", "arms"}
    return "line" if is_line else "cells"


def _input(field: Field[Any]) -> dict[str, Any] | None:
    """Return what a person types for a field; None for what is not typed."""
    if field.name in _PLACES:
        return None
    kind = field.metadata["kind"]
    text, _, sample = kind.expected.partition(" such as ")
    example = ast.literal_eval(sample) if sample[:1] in {"(", "[", "{"} else ()
    word = text.removesuffix(", or None").partition(" from")[0]
    form = "choice" if kind.options else _FORMS.get(word)
    form = form or (_form_of(example) if example else "")
    if not form:
        return None
    default = None if field.default is MISSING else field.default
    is_empty = default in ((), "", frozenset())
    needed = field.name not in _OPTIONAL if is_empty else default is None
    return {
        "name": field.name,
        "form": form,
        "expected": kind.expected,
        "example": [] if form == "clues" else [*example],
        "options": list(kind.options),
        "default": None if is_empty and needed else default,
        "needed": needed and "None" not in kind.expected,
    }


def _form_of(example: Any) -> str:  # noqa: ANN401  a value
    """Return how such a value is typed; nothing if it is not."""
    if isinstance(example, int):
        return "number"
    forms = {*map(_form_of, example)} if not isinstance(example, str) else {""}
    deeper = {"number": "numbers", "numbers": "lists"}
    return deeper.get(forms.pop(), "") if len(forms) == 1 else ""
