"""At-most-one schemes, one file each; found by name, loaded when first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.cnf.amo.contract import Scheme

__all__ = ["SCHEMES", "scheme"]

SCHEMES = (
    "bimander",
    "bitwise",
    "commander",
    "ladder",
    "pairwise",
    "product",
    "sequential",
)
"""The names of all schemes: each is a module here with a constant SCHEME."""


@cache
def scheme(name: str) -> Scheme:
    """Return the scheme of that name.

    Example:
        >>> scheme("pairwise").clauses(9)
        36
    """
    if name not in SCHEMES:
        raise KeyError(name)
    found: Scheme = import_module(f"satdoku.cnf.amo.{name}").SCHEME
    return found
