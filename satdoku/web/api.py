"""Answers the requests of the page: JSON in, JSON out.

The same function answers in the process of `satdoku web`, and in a browser on Pyodide.

    {"do": "solve", "puzzle": "53..7....…", "limit": 9}

    {"ok": true, "record": {…}}
    {"ok": false, "kind": "InputError", "error": "r1c1: …"}

`puzzle` is a text in any format that `satdoku convert` reads, or an object as in
`docs/schema/puzzle.schema.json`; its `state` is how far somebody has come.  `record`
keeps to the schema of the command of that name.  A request reads no file, and its
answer depends on nothing but the request.

What searches and explains is loaded when it is first asked for, or by `load`: the page
is ready in half the time.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

from satdoku.errors import InputError, SatdokuError, UsageError, shown
from satdoku.formats.records import to_json
from satdoku.web.query import LONGEST, Progress, Query, Record

_PUZZLE = ("puzzle", "timeout")
_ACTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "about": ("reading", ()),
    "read": ("reading", ("puzzle",)),
    "convert": ("reading", ("puzzle", "to")),
    "picture": ("reading", ("puzzle",)),
    "solve": ("solving", (*_PUZZLE, "limit")),
    "count": ("solving", (*_PUZZLE, "limit")),
    "check": ("solving", _PUZZLE),
    "live": ("solving", _PUZZLE),
    "generate": ("solving", ("timeout", "level", "size", "symmetry", "seed")),
    "cnf": ("solving", ("puzzle", "encoding")),
    "prove": ("solving", _PUZZLE),
    "hint": ("following", (*_PUZZLE, "detail")),
    "explain": ("following", _PUZZLE),
    "step": ("following", (*_PUZZLE, "step")),
    "technique": ("following", ("name",)),
    "rate": ("following", (*_PUZZLE, "scheme")),
}
"""What a request may ask to `do`: the module with a function of that name, and the
fields that the request may have."""


def load(*modules: str) -> None:
    """Load what answers requests before anybody asks; all of it, unless it is named."""
    for module in modules or sorted({module for module, _ in _ACTIONS.values()}):
        import_module(f"satdoku.web.{module}")


def answer(text: str, progress: Progress | None = None) -> str:
    """Answer a request written as JSON, as JSON.

    Args:
        text: The request.
        progress: As for `handle`.

    Example:
        >>> answer("[1")
        '{"ok": false, "kind": "InputError", "error": "the request is not JSON"}'
    """
    try:
        request = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        return to_json(_refusal("InputError", "the request is not JSON"))
    return to_json(handle(request, progress))


def handle(request: object, progress: Progress | None = None) -> Record:
    """Answer a request; whatever is wrong with it becomes an error in the reply.

    Args:
        request: An object: what to `do`, the `puzzle`, options.
        progress: Called from time to time with a number and what it counts.

    Example:
        >>> reply = handle({"do": "solve", "puzzle": "1.....2...3.4..."})
        >>> reply["ok"], reply["record"]["solution"]
        (True, '1243342121344312')
        >>> handle({"do": "solve", "puzzle": "1?.."})["kind"]
        'InputError'
    """
    try:
        return {"ok": True, **_answered(request, progress)}
    except InputError as error:
        return _refusal("InputError", str(_without_options(error)))
    except SatdokuError as error:
        return _refusal(type(error).__name__, str(error))
    except (RecursionError, MemoryError):
        return _refusal("LimitError", "the request is nested too deeply, or too large")
    except Exception as error:  # noqa: BLE001  a fault of ours; the page says so
        return _refusal("internal", f"internal error: {shown(error)}")


def _answered(request: object, progress: Progress | None) -> Record:
    if not isinstance(request, dict):
        raise UsageError("the request is not an object, or too long")
    name = request.get("do")
    if not isinstance(name, str) or name not in _ACTIONS:
        raise UsageError(f"do cannot be {shown(name)}; expected {', '.join(_ACTIONS)}")
    module, known = _ACTIONS[name]
    unknown = sorted(map(shown, request.keys() - {"do", *known}))
    if unknown:
        raise UsageError(f"{name} has no option {unknown[0]}")
    load(module)
    action = getattr(sys.modules[f"satdoku.web.{module}"], name)
    reply: Record = action(Query(request, progress or (lambda _number, _what: None)))
    return reply


def _refusal(kind: str, text: str) -> Record:
    return {"ok": False, "kind": kind, "error": text}


def _without_options(error: InputError) -> InputError:
    """Remove what only the command line has: options, commands, the name of a file."""
    hints = (error.hint or "").split(", ")
    error.source = None
    kept = [hint for hint in hints if "--" not in hint and '="' not in hint]
    error.hint = ", ".join(kept) or None
    expected = (error.expected or "").partition("; --")[0]
    error.expected = "a puzzle as text" if "`satdoku" in expected else expected or None
    return error
