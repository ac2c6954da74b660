"""Recipes: which families an encoding is made of, read from TOML.

A recipe lists families of clauses with their options.  Families are tables, and a
family that is not there has no clauses:

    format = 1
    name = "extended"
    summary = "Cells and units hold each digit exactly once."
    reference = "Lynce & Ouaknine, AIMATH 2006"

    [cell]                             # every cell holds …
    at_least_one = true                #   a digit
    at_most_one = "pairwise"           #   and no other; any scheme of satdoku.cnf.amo

    [unit]                             # every unit holds each digit …
    at_least_one = true
    at_most_one = "pairwise"

    [triad]                            # variables for triads; rows, columns and boxes …
    at_least_one = true                #   have each digit in one of their triads
    at_most_one = "pairwise"           #   and in no other
    inside_at_most_one = "pairwise"    #   a triad has each digit at most once
    exact = true                       #   a triad has as many digits as cells

    [peer]
    support = true                     # a digit's support in each peer

The built-in recipes are the files in `encodings/`, inside the package when it is
installed from a wheel and beside it in a checkout.  The models of a recipe are the
solutions: one whose options leave that open is refused, unless it says `sound = false`.
Then it is good for looking at (`cnf`, `list encodings`), and nothing solves by it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

from satdoku.cnf.amo import SCHEMES
from satdoku.errors import InputError, UsageError, printable, shown

if TYPE_CHECKING:
    from collections.abc import Collection

_FORMAT = 1
_LONGEST = 8_192  # bytes: tomllib takes memory by the square of a key's parts
_TEXTS = ("name", "summary", "reference")


class FamilyOptions(NamedTuple):
    """The options of a family: at least one, and at most one by a scheme."""

    at_least_one: bool = False
    at_most_one: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there are no clauses."""
        return not (self.at_least_one or self.at_most_one)


class TriadOptions(NamedTuple):
    """The options of triads; see the module."""

    at_least_one: bool = False
    at_most_one: str | None = None
    inside_at_most_one: str | None = None
    exact: bool = False


class PeerOptions(NamedTuple):
    """The options of peers."""

    support: bool = False


_NOTHING = FamilyOptions()
_NO_PEERS = PeerOptions()
_TABLES: dict[str, Any] = {
    "cell": FamilyOptions,
    "unit": FamilyOptions,
    "triad": TriadOptions,
    "peer": PeerOptions,
}


@dataclass(frozen=True)
class Recipe:
    """An encoding: which families of clauses, which at-most-one schemes.

    Example:
        >>> recipe = load("triad-lite")
        >>> recipe.unit.is_empty, recipe.triad.at_most_one
        (True, 'pairwise')
    """

    name: str
    summary: str
    reference: str
    cell: FamilyOptions = _NOTHING
    unit: FamilyOptions = _NOTHING
    triad: TriadOptions | None = None
    peer: PeerOptions = _NO_PEERS
    sound: bool = True

    @property
    def sees(self) -> str:
        """What unit propagation finds on such formulas, in people's words.

        Example:
            >>> load("extended").sees, load("minimal").sees
            ('singles', 'naked singles')
        """
        cell, unit, triad = self.cell, self.unit, self.triad
        exactly_one = cell.at_least_one and cell.at_most_one is not None
        if triad and exactly_one and triad.at_least_one and triad.at_most_one:
            exact = ", full triads" if triad.exact else ""
            return "singles, pointing, claiming" + exact
        if exactly_one and unit.at_least_one and unit.at_most_one:
            return "singles"
        if (cell.at_least_one and unit.at_most_one) or (
            exactly_one and self.peer.support
        ):
            return "naked singles"
        return "not classified"


RecipeLike: TypeAlias = "Recipe | str | os.PathLike[str]"
"""A recipe, the name of a built-in one in either case, or a file."""

_LARGEST_EXTENDED = 16  # size


def usual_encoding(size: int) -> str:
    """Return the name of the recipe that is used where none is named.

    Example:
        >>> usual_encoding(9), usual_encoding(25)
        ('extended', 'triad-lite')
    """
    return "extended" if size <= _LARGEST_EXTENDED else "triad-lite"


def load(recipe: RecipeLike, *, allow_wrong: bool = False) -> Recipe:
    """Load a recipe.

    Args:
        recipe: A recipe is returned as it is.  What ends in `.toml` or contains a path
            separator is a file; anything else is the name of a built-in one.
        allow_wrong: Whether it may say `sound = false`.

    Raises:
        UsageError: There is no built-in recipe of that name, or it is no name at all;
            or its models need not be solutions.
        InputError: The file cannot be read or is no recipe; names file and key.

    Example:
        >>> load("Extended").cell
        FamilyOptions(at_least_one=True, at_most_one='pairwise')
    """
    made = _found(recipe)
    if not (made.sound or allow_wrong):
        raise UsageError(
            f"encoding {made.name} says sound = false: its models need not be "
            "solutions; expected one to write as a formula, not to solve by"
        )
    return made


def _found(recipe: RecipeLike) -> Recipe:
    if isinstance(recipe, Recipe):
        return recipe
    if not isinstance(recipe, str | os.PathLike):
        raise UsageError(
            f"encoding cannot be {shown(recipe)}; expected a recipe, its name or file"
        )
    name = os.fspath(recipe)
    if name.endswith(".toml") or os.path.split(name)[0]:
        return _read(name)
    return _built_in(name.lower())


@cache
def encodings() -> tuple[Recipe, ...]:
    """Return the built-in recipes, by name.

    Example:
        >>> [recipe.name for recipe in encodings()][:2]
        ['extended', 'extended-bimander']
    """
    return tuple(map(_built_in, built_in_files()))


@cache
def _built_in(name: str) -> Recipe:
    # The name is looked up, never joined to a path, so that it cannot leave the folder.
    files = built_in_files()
    if name not in files:
        from difflib import get_close_matches  # noqa: PLC0415  seldom needed

        near = get_close_matches(name[:80], files, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        expected = f"{', '.join(files)}, or a file ending in .toml"
        raise UsageError(
            f"no encoding named {printable(name)!r}; expected {expected}{hint}"
        )
    return _read(files[name])


@cache
def built_in_files() -> dict[str, str]:
    """Find the built-in recipes by name, in the package or beside it.

    By os.path, as the import of pathlib takes longer than reading a recipe.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    folder = os.path.join(package, "encodings")  # noqa: PTH118
    if not os.path.isdir(folder):  # noqa: PTH112
        folder = os.path.join(os.path.dirname(package), "encodings")  # noqa: PTH118, PTH120
    names = [name[:-5] for name in os.listdir(folder) if name.endswith(".toml")]  # noqa: PTH208
    return {name: os.path.join(folder, f"{name}.toml") for name in sorted(names)}  # noqa: PTH118


def _read(path: str) -> Recipe:
    try:
        with open(path, "rb") as stream:  # noqa: PTH123  pathlib takes longer to import
            raw = stream.read(_LONGEST + 1)
    except OSError as error:
        what = f"cannot be read: {error.strerror or error}"
        raise InputError(what, source=path) from None
    try:
        return parse(raw)
    except InputError as error:
        raise error.at(source=path) from None


def parse(raw: bytes) -> Recipe:
    r"""Read a recipe.

    Raises:
        InputError: It is no TOML, has an unknown key or a bad value, or its models
            would not be the solutions; names the key.

    Example:
        >>> parse(b"format = 1\nname = 'mine'\nfile = 1")
        Traceback (most recent call last):
        ...
        satdoku.errors.InputError: unknown key 'file'; expected format, name, summary...
    """
    import tomllib  # noqa: PLC0415  takes longer than solving; few puzzles need a recipe

    if len(raw) > _LONGEST:
        raise InputError("too long for a recipe", expected=f"up to {_LONGEST} bytes")
    try:
        top = tomllib.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, too deep
        raise InputError(f"not TOML: {printable(str(error), 80)}") from None
    _check_keys(top, ("format", *_TEXTS, "sound", *_TABLES), "")
    if type(top.get("format")) is not int or top["format"] != _FORMAT:
        _refuse("format", top.get("format"), f"format = {_FORMAT}")
    for key in _TEXTS:
        value = top.get(key)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            _refuse(key, value, "a text of one line")
    families: dict[str, Any] = {}
    for family, options in _TABLES.items():
        values = top.get(family, {})
        if not isinstance(values, dict):
            _refuse(family, values, f"a table, [{family}]")
        _check_keys(values, options._fields, family + ".")
        named = {key: _option(f"{family}.{key}", values[key]) for key in values}
        if family in top:
            families[family] = options(**named)
    sound = _option("sound", top.get("sound", True)) is True
    families["sound"] = sound
    recipe = Recipe(*(top[key] for key in _TEXTS), **families)
    if sound:
        _check_complete(recipe)
    return recipe


def _check_keys(values: dict[str, Any], known: Collection[str], prefix: str) -> None:
    for key in values:
        if key not in known:
            what = f"unknown key {printable(prefix + key)!r}"
            raise InputError(what, expected=", ".join(known))


def _option(name: str, value: object) -> object:
    """Return the value of an option: true or false, or the name of a scheme."""
    if not name.endswith("at_most_one"):
        if not isinstance(value, bool):
            _refuse(name, value, "true or false")
        return value
    if value is False:
        return None
    if not isinstance(value, str) or value not in SCHEMES:
        _refuse(name, value, f"{', '.join(SCHEMES)} or false")
    return value


def _refuse(name: str, value: object, expected: str) -> NoReturn:
    what = f"no {name}" if value is None else f"{name} is {printable(repr(value))}"
    raise InputError(what, expected=expected)


def _check_complete(recipe: Recipe) -> None:
    """Refuse a recipe whose models may be no solutions.

    Cells, and (row, digit), (column, digit) and (box, digit), each divide the n³
    candidates into n² sets.  If the sets of one of the four hold at least one and those
    of one hold at most one, exactly n² candidates are true; then every division that
    says either says both.  So each of the four has to say one of the two, and each of
    the two has to be said by one of the four.  Support clauses say "at most one" of
    units where cells hold exactly one digit.  (Where units have fewer cells than there
    are digits, the encoder says what is missing.)
    """
    cell, unit, triad = recipe.cell, recipe.unit, recipe.triad or TriadOptions()
    exactly_one = cell.at_least_one and cell.at_most_one is not None
    if recipe.peer.support and not exactly_one:
        expected = "cells that hold exactly one digit"
        raise InputError("peer.support", expected=expected)
    unit_least = unit.at_least_one or triad.at_least_one
    unit_most = unit.at_most_one or triad.at_most_one or recipe.peer.support
    if not (
        (cell.at_least_one or cell.at_most_one)
        and (unit_least or unit_most)
        and (cell.at_least_one or unit_least)
        and (cell.at_most_one or unit_most)
    ):
        raise InputError(
            "models need not be solutions",
            expected="an at_least_one and an at_most_one, and one of them for cells "
            "and for units (or triads), or sound = false",
        )
