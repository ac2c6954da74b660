"""Recipes: which families an encoding is made of, read from TOML.

A recipe is a row of ticks.  Families are tables, and a family that is not there says
nothing:

    format = 1
    name = "extended"                  # as the file's
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

Shipped recipes are the files in `encodings/`, inside the package when it is installed
from a wheel and beside it in a checkout.  Whatever a recipe ticks, its models are the
solutions: one whose ticks leave that open is refused, by `satdoku.cnf.recipe_file`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import satdoku
from satdoku.errors import InputError, UsageError, printable

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["PeerTicks", "Recipe", "Ticks", "TriadTicks", "load", "shipped"]

_LONGEST = 65_536


class Ticks(NamedTuple):
    """What a family says of its sets: at least one, and at most one by a scheme."""

    at_least_one: bool = False
    at_most_one: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said."""
        return not (self.at_least_one or self.at_most_one)


class TriadTicks(NamedTuple):
    """What is said of triads; see the module."""

    at_least_one: bool = False
    at_most_one: str | None = None
    inside_at_most_one: str | None = None
    exact: bool = False


class PeerTicks(NamedTuple):
    """What is said of peers."""

    support: bool = False


_NOTHING = Ticks()
_NO_PEERS = PeerTicks()


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
    cell: Ticks = _NOTHING
    unit: Ticks = _NOTHING
    triad: TriadTicks | None = None
    peer: PeerTicks = _NO_PEERS


def load(name_or_path: str | os.PathLike[str]) -> Recipe:
    """Load a recipe: a shipped one by its name, or a person's own file.

    Args:
        name_or_path: What ends in `.toml` or contains a path separator is a file.

    Raises:
        UsageError: No recipe is shipped by that name.
        InputError: The file cannot be read or is no recipe; names file, line and key.

    Example:
        >>> load("extended").cell
        Ticks(at_least_one=True, at_most_one='pairwise')
    """
    wanted = os.fspath(name_or_path)
    separators = {os.sep, os.altsep or os.sep}
    if wanted.endswith(".toml") or any(mark in wanted for mark in separators):
        return _parse(_read_file(wanted), wanted)
    return _load_shipped(wanted)


@cache
def shipped() -> tuple[Recipe, ...]:
    """Load every recipe that comes with satdoku, by name.

    Example:
        >>> [recipe.name for recipe in shipped()][:2]
        ['extended', 'extended-bimander']
    """
    return tuple(map(_load_shipped, _shipped_names()))


@cache
def _load_shipped(name: str) -> Recipe:
    # The name is looked up, never joined to a path, so that it cannot leave the folder.
    names = _shipped_names()
    if name not in names:
        raise UsageError(
            f"no encoding named {printable(name)!r}{_nearest(name, names)}; expected "
            f"{', '.join(names)}, or a file ending in .toml"
        )
    folder = _folder()
    if folder is not None:
        path = os.path.join(folder, name + ".toml")  # noqa: PTH118  see _folder
        return _parse(_read_file(path), path)
    text = (_zipped() / (name + ".toml")).read_text("utf-8")
    return _parse(text, name + ".toml")


@cache
def _folder() -> str | None:
    """Find the recipes in the file system: in the package, or beside it.

    By os.path and not by pathlib or importlib.resources, whose import takes longer
    than reading a recipe.
    """
    package = os.path.dirname(os.path.abspath(satdoku.__file__))  # noqa: PTH100, PTH120
    for parent in (package, os.path.dirname(package)):  # noqa: PTH120
        folder = os.path.join(parent, "encodings")  # noqa: PTH118
        if os.path.isdir(folder):  # noqa: PTH112
            return folder
    return None


def _zipped() -> Traversable:
    """Find the recipes of a package that is not in the file system, as in a zip."""
    from importlib.resources import files  # noqa: PLC0415  slow, and seldom needed

    return files("satdoku") / "encodings"


@cache
def _shipped_names() -> tuple[str, ...]:
    folder = _folder()
    names = (
        os.listdir(folder)  # noqa: PTH208  see _folder
        if folder is not None
        else [entry.name for entry in _zipped().iterdir()]
    )
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


def _read_file(path: str) -> str:
    try:
        with open(path, "rb") as stream:  # noqa: PTH123  pathlib takes longer to import
            raw = stream.read(_LONGEST + 1)
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror or error}", source=path
        ) from None
    if len(raw) > _LONGEST:
        raise InputError(
            "too long for a recipe", expected=f"up to {_LONGEST} bytes", source=path
        )
    try:
        # By hand: the codec that leaves the mark out has to be imported.
        return raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise InputError(
            "not text",
            expected="TOML in UTF-8",
            source=path,
            line=raw.count(b"\n", 0, error.start) + 1,
        ) from None


def _parse(text: str, source: str) -> Recipe:
    from satdoku.cnf.recipe_file import (  # noqa: PLC0415  it needs the classes above
        parse,
    )

    return parse(text, source)


def _nearest(name: str, known: tuple[str, ...]) -> str:
    """Say which known name was perhaps meant."""
    from satdoku.cnf.recipe_file import nearest  # noqa: PLC0415  as above

    close = nearest(name, known)
    return f" (did you mean {close}?)" if close else ""
