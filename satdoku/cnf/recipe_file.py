"""The text of a recipe -> Recipe: what may be in it, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, cast

from satdoku.cnf.amo import SCHEMES
from satdoku.cnf.recipe import PeerTicks, Recipe, Ticks, TriadTicks
from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["nearest", "parse"]

_FORMAT = 1
_MOST_DOTS = 200
_TEXTS = ("name", "summary", "reference")
_TABLES = {
    "cell": ("at_least_one", "at_most_one"),
    "unit": ("at_least_one", "at_most_one"),
    "triad": ("at_least_one", "at_most_one", "inside_at_most_one", "exact"),
    "peer": ("support",),
}
_SCHEME_KEYS = ("at_most_one", "inside_at_most_one")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was perhaps meant.

    Example:
        >>> nearest("pair-wise", ["pairwise", "product"])
        'pairwise'
    """
    from difflib import get_close_matches  # noqa: PLC0415  only for mistakes

    close = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return close[0] if close else None


def parse(text: str, source: str) -> Recipe:
    r"""Read a recipe; `source` is its file, whose stem must be the recipe's name.

    Raises:
        InputError: It is no TOML, has an unknown key or a bad value, or its models
            would not be the solutions; names the file, the line and the key.

    Example:
        >>> parse("format = 1\nname = 'mine'\ncel = 1", "mine.toml")
        Traceback (most recent call last):
        ...
        satdoku.errors.InputError: mine.toml:3: unknown key 'cel'; expected cell
    """
    return _Reader(text, source).recipe(_read(text, source))


def _read(text: str, source: str) -> dict[str, object]:
    import tomllib  # noqa: PLC0415  slow, and most puzzles need no recipe

    _refuse_deep_keys(text, source)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, line, column = _place(str(error), text)
        raise InputError(what, source=source, line=line, column=column) from None
    except ValueError:  # of `int`: thousands of digits
        raise InputError("a number that is too long", source=source) from None
    except RecursionError:
        raise InputError("nested too deeply", source=source) from None


def _refuse_deep_keys(text: str, source: str) -> None:
    """Refuse keys of very many parts: tomllib takes memory by the square of them."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS and not line.lstrip().startswith("#"):
            raise InputError(
                f"more than {_MOST_DOTS} dots in a line",
                expected="keys of two parts, such as cell.at_least_one",
                source=source,
                line=number,
            )


def _place(message: str, text: str) -> tuple[str, int | None, int | None]:
    """Take the place out of tomllib's message, which has it only there."""
    what, found, place = message.rpartition(" (at line ")
    line, comma, column = place.rstrip(")").partition(", column ")
    if found and comma:
        return f"not TOML: {printable(what, 80)}", int(line), int(column)
    what, found, _ = message.partition(" (at end of document)")
    line_count = len(text.splitlines()) or 1
    return f"not TOML: {printable(what, 80)}", line_count if found else None, None


class _Reader:
    """Walks over a recipe's tables; knows the text so that it can name lines."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source

    def recipe(self, top: dict[str, object]) -> Recipe:
        known = ("format", *_TEXTS, *_TABLES)
        self._only(top, known, None)
        version = top.get("format")
        if type(version) is not int or version != _FORMAT:
            self._wrong(None, "format", version, f"format = {_FORMAT}")
        name, summary, reference = (self._text(top, key) for key in _TEXTS)
        stem = self.source.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")
        if name != stem:
            self._wrong(None, "name", name, f"the file's name, {printable(stem)!r}")
        cell, unit, triad, peer = (self._table(top, table) for table in _TABLES)
        recipe = Recipe(
            name,
            summary,
            reference,
            Ticks(self._tick(cell, "cell"), self._scheme(cell, "cell")),
            Ticks(self._tick(unit, "unit"), self._scheme(unit, "unit")),
            None
            if "triad" not in top
            else TriadTicks(
                self._tick(triad, "triad"),
                self._scheme(triad, "triad"),
                self._scheme(triad, "triad", "inside_at_most_one"),
                self._tick(triad, "triad", "exact"),
            ),
            PeerTicks(self._tick(peer, "peer", "support")),
        )
        self._check_complete(recipe)
        return recipe

    def _text(self, top: dict[str, object], key: str) -> str:
        value = top.get(key)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self._wrong(None, key, value, "a text of one line")
        return value

    def _table(self, top: dict[str, object], table: str) -> dict[str, object]:
        value = top.get(table, {})
        if not isinstance(value, dict):
            self._wrong(None, table, value, f"a table, [{table}]")
        found = cast("dict[str, object]", value)
        self._only(found, _TABLES[table], table)
        return found

    def _tick(
        self, values: dict[str, object], table: str, key: str = "at_least_one"
    ) -> bool:
        value = values.get(key, False)
        if not isinstance(value, bool):
            self._wrong(table, key, value, "true or false")
        return value

    def _scheme(
        self, values: dict[str, object], table: str, key: str = "at_most_one"
    ) -> str | None:
        value = values.get(key, False)
        if value is False:
            return None
        if not isinstance(value, str) or value not in SCHEMES:
            close = nearest(value, SCHEMES) if isinstance(value, str) else None
            self._wrong(
                table,
                key,
                value,
                f"{', '.join(SCHEMES)} or false",
                f"did you mean {close}?" if close else None,
            )
        return value

    def _only(
        self, values: dict[str, object], known: tuple[str, ...], table: str | None
    ) -> None:
        for key in values:
            if key not in known:
                shown = printable(f"{table}.{key}" if table else key)
                raise InputError(
                    f"unknown key {shown!r}",
                    expected=nearest(key, known) or " or ".join(known),
                    source=self.source,
                    line=self._line(table, key),
                )

    def _wrong(
        self,
        table: str | None,
        key: str,
        value: object,
        expected: str,
        hint: str | None = None,
    ) -> NoReturn:
        shown = f"{table}.{key}" if table else key
        raise InputError(
            f"no {shown}" if value is None else f"{shown} is {printable(repr(value))}",
            expected=expected,
            hint=hint,
            source=self.source,
            line=self._line(table, key),
        )

    def _line(self, table: str | None, key: str) -> int | None:
        """Find the line of a key as a person would: by looking for it in its table."""
        inside: str | None = None
        for number, line in enumerate(self.text.splitlines(), 1):
            bare = line.strip()
            if bare.startswith("["):
                inside = bare.strip("[ ").partition("]")[0].strip()
                if table is None and inside == key:
                    return number
                continue
            left = bare.partition("=")[0].strip().strip("\"'")
            full = f"{inside}.{left}" if inside else left
            if full == (f"{table}.{key}" if table else key):
                return number
        return None

    def _check_complete(self, recipe: Recipe) -> None:
        """Refuse a recipe whose models may be no solutions.

        Cells, and (row, digit), (column, digit) and (box, digit), each divide the n³
        candidates into n² sets.  If the sets of one of the four hold at least one and
        those of one hold at most one, exactly n² candidates are true; then every
        division that says either says both.  So each of the four has to say one of the
        two, and each of the two has to be said by one of the four.  Support clauses
        say "at most one" of units where cells hold exactly one digit.
        """
        cell, unit, triad = recipe.cell, recipe.unit, recipe.triad or TriadTicks()
        exactly_one = cell.at_least_one and cell.at_most_one is not None
        supported = recipe.peer.support and exactly_one
        unit_least = unit.at_least_one or triad.at_least_one
        unit_most = bool(unit.at_most_one or triad.at_most_one or supported)
        missing = ""
        if cell.is_empty:
            missing = "nothing is said of cells"
        elif not (unit_least or unit_most):
            missing = "nothing is said of units"
        elif not (cell.at_least_one or unit_least):
            missing = "nothing is said to be there at least once"
        elif not (cell.at_most_one or unit_most):
            missing = "nothing is said to be there at most once"
        if recipe.peer.support and not exactly_one:
            missing = "peer.support needs cells that hold exactly one digit"
        if missing:
            raise InputError(
                f"models need not be solutions: {missing}",
                expected="an at_least_one and an at_most_one, and one of them for "
                "cells and for units (or triads)",
                source=self.source,
            )
