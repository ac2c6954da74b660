"""The catalogue: every constraint, listed and read as Python makes it."""

from __future__ import annotations

import ast
import warnings
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import UsageError, shown
from satdoku.puzzle.constraints import (
    automata,
    chaos,
    connected,
    hidden,
    lines,
    outside,
    places,
    sets,
    sums,
    worth,
)
from satdoku.puzzle.constraints.arguments import names
from satdoku.puzzle.constraints.base import kinds_of
from satdoku.puzzle.constraints.forms import spellings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.puzzle.constraints.base import Constraint

CATALOGUE: tuple[type[Any], ...] = tuple(
    kind
    for module in (
        lines,
        automata,
        sums,
        sets,
        outside,
        places,
        hidden,
        chaos,
        worth,
        connected,
    )
    for kind in kinds_of(module)
)
"""The class of every constraint, in the order of the modules."""

_KINDS = {kind.__name__: kind for kind in CATALOGUE}


class Row(NamedTuple):
    """One row of the list of constraints.

    Attributes:
        name: The name of its class.
        iss: Its items in ISS text.
        fpuzzles: Its keys in boards of f-puzzles.
        python: How it is made in Python.
        summary: What it says.
    """

    name: str
    iss: list[str]
    fpuzzles: list[str]
    python: str
    summary: str


def rows() -> Iterator[Row]:
    """Yield the rows of the list of constraints.

    Example:
        >>> row = next(row for row in rows() if row.name == "Lockout")
        >>> row.iss, row.fpuzzles, row.python
        (['Lockout'], ['lockout'], 'Lockout(cells, difference=4)')
        >>> row.summary
        'The ends differ by so much; no value inside lies between them or equals one.'
    """
    for kind in CATALOGUE:
        items, keys = (
            list(dict.fromkeys(each.name for each in spellings(kind, text)))
            for text in (kind.iss, kind.fpuzzles)
        )
        arguments = [
            each.name + (f"={each.default!r}" if each.default is not MISSING else "")
            for each in fields(kind)
        ]
        python = f"{kind.__name__}({', '.join(arguments)})"
        summary = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
        yield Row(kind.__name__, items, keys, python, summary)


_WORDS = {
    "Allowed": ("parity", "oddcell", "evencell"),
    "AntiConsecutive": ("nonconsecutive",),
    "BlackDot": ("kropki", "kropkidot"),
    "Contains": ("quad",),
    "EqualSums": ("regionsum",),
    "Whisper": ("germanwhisper", "dutchwhisper"),
    "WhiteDot": ("kropki", "kropkidot"),
}
"""What setters call constraints that have other names in every format."""


def called(name: str) -> list[Row]:
    """Return the constraints that setters, or other programs, call so.

    Example:
        >>> [row.name for row in called("Kropki")], [row.name for row in called("Even")]
        (['WhiteDot', 'BlackDot'], ['Allowed'])
    """
    plain = _plain(name)
    return [
        row
        for row in rows()
        if plain
        in map(_plain, (row.name, *row.iss, *row.fpuzzles, *_WORDS.get(row.name, ())))
    ]


def _plain(name: str) -> str:
    """Return the small letters of a name, of one of many."""
    return "".join(filter(str.isalnum, name.lower())).removesuffix("s")


# Python


def python_text(rule: Any) -> str:  # noqa: ANN401  one of the catalogue
    """Return a constraint of the catalogue as Python makes it, without defaults.

    Example:
        >>> python_text(lines.Thermo("r1c1 r1c2", slow=True))
        "Thermo('r1c1 r1c2', slow=True)"
    """
    arguments: list[str] = []
    for each in fields(rule):
        value = getattr(rule, each.name)
        if value != each.default:
            name = f"{each.name}=" if each.default is not MISSING else ""
            arguments.append(name + _literal(each.name, value))
    return f"{type(rule).__name__}({', '.join(arguments)})"


def _literal(name: str, value: Any) -> str:  # noqa: ANN401  a field
    """Return the value of a field, cells by their names."""
    if name in {"cells", "cell", "others", "around"}:
        return repr(names((value,) if name == "cell" else value))
    if name == "constraints":
        return f"[{', '.join(map(python_text, value))}]"
    if name in {"regions", "segments", "arms"} and not isinstance(value, str):
        return repr([*map(names, value)])
    if name == "indexers":
        return repr(names(value).split())
    if name == "marked":
        return repr([names(pair).split() for pair in sorted(value)])
    return repr(sorted(value) if isinstance(value, frozenset) else value)


def read_python(text: str) -> Constraint:
    """Read a constraint of the catalogue that is written as Python makes it.

    Nothing is run: it is a class of the catalogue with literal arguments.

    Raises:
        UsageError: It is not written so, or an argument is wrong.

    Example:
        >>> read_python("Killer(15, 'r1c1 r1c2')").describe()
        'cage of 15: r1c1 r1c2'
    """
    expected = "a constraint such as Thermo('r1c1 r1c2')"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of numbers such as 1if
            return _made(ast.parse(text, mode="eval").body)
    except UsageError:
        raise
    except (
        SyntaxError,
        SyntaxWarning,
        TypeError,
        ValueError,
        MemoryError,
        RecursionError,
    ):
        raise UsageError(f"no constraint {shown(text)}; expected {expected}") from None


def _made(node: ast.expr) -> Constraint:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        raise TypeError
    kind = _KINDS.get(node.func.id)
    if kind is None:
        raise UsageError(f"no constraint {shown(node.func.id)} is known")
    named = {str(each.arg): _value(each.value) for each in node.keywords}
    made: Constraint = kind(*map(_value, node.args), **named)
    return made


def _value(node: ast.expr) -> Any:  # noqa: ANN401  an argument
    if isinstance(node, ast.Call):
        return _made(node)
    if isinstance(node, ast.List | ast.Tuple):
        return [*map(_value, node.elts)]
    return ast.literal_eval(node)
