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

import re
from dataclasses import MISSING, Field, fields
from typing import Any

from satdoku.puzzle.constraints.catalogue import CATALOGUE, rows
from satdoku.puzzle.constraints.forms import Look, spellings

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PLACES = {"cells", "line", "reverse", "regions", "segments"}
"""Fields that the board gives."""
_INTRICATE = {"pairs", "pattern", "key", "counts", "clues", "at", "constraints"} | {
    *("moves", "name"),
}
"""Fields that are neither typed nor selected: their constraints are only read."""


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
            "fields": [*filter(None, map(_input, fields(kind)))],
        }
        for kind, row in kinds
        if _has_tool(kind)
    ]


def _has_tool(kind: Any) -> bool:  # noqa: ANN401  a class of the catalogue
    """Whether all that a constraint needs is selected on the board, or typed."""
    given = [field for field in fields(kind) if field.name not in _PLACES]
    is_plain = not _INTRICATE & {field.name for field in given}
    has_all = all(field.default is not MISSING or _input(field) for field in given)
    is_line = "segments" not in {field.name for field in fields(kind)}
    return is_plain and has_all and (is_line or bool(_item(kind)))


def _item(kind: Any) -> str:  # noqa: ANN401  as above
    """Return the item of ISS text that says it shorter than Python: by boxes, say."""
    names = {field.name for field in fields(kind)}
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
    names = {field.name for field in fields(kind)}
    spelled = f"{kind.iss} | {kind.fpuzzles}".split()
    look = kind.look.shape if isinstance(kind.look, Look) else ""
    if "line" in names:
        return "outside"
    if names == {"regions"} and "layout" in spelled:
        return "region"
    if "cells" not in names:
        return "line" if "segments" in names else "grid"
    if look == "dots":
        return "edge"
    is_line = "lines" in spelled or look == "line" or "weights" in names
    return "line" if is_line else "cells"


def _input(field: Field[Any]) -> dict[str, Any] | None:
    """Return what a person types for a field; None for what is not typed."""
    if field.name in _PLACES:
        return None
    kind, has_default = field.metadata["kind"], field.default is not MISSING
    if kind.options:
        form = "choice"
    elif kind.expected == "True or False":
        form = "flag"
    elif kind.expected.startswith("a whole number"):
        form = "number"
    elif field.name == "values":
        form = "values"
    else:
        return None
    is_optional = "None" in kind.expected or (has_default and form != "values")
    return {
        "name": field.name,
        "form": form,
        "expected": kind.expected,
        "options": list(kind.options),
        "default": field.default if has_default and form != "values" else None,
        "needed": not is_optional,
    }
