"""Formulas as they were: a change of clauses is a visible difference.

`dimacs/` holds two 4x4 formulas whole, and the sizes and SHA-256 of every recipe's 4x4
and 9x9 formula in `digests.txt`.  Where a change is meant, write what the failing test
shows into these files.
"""

from __future__ import annotations

from hashlib import sha256
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.dimacs import write_dimacs
from satdoku.cnf.encode import encoding
from satdoku.cnf.recipe import load, shipped
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from pathlib import Path


def _dimacs(geometry: Geometry, name: str, *, names: bool) -> str:
    stream = StringIO()
    write_dimacs(encoding(geometry, load(name)).formula, stream, names=names)
    return stream.getvalue()


@pytest.mark.parametrize("name", ["minimal", "triad-lite"])
def test_whole(root: Path, name: str) -> None:
    """The 4x4 formula, with the name of each variable."""
    path = root / "tests" / "golden" / "dimacs" / f"{name}-4x4.cnf"

    assert path.read_text("ascii") == _dimacs(Geometry(2, 2), name, names=True)


def test_digests(root: Path) -> None:
    """Recipe, size of the grid, variables, clauses, SHA-256 of the DIMACS."""
    path = root / "tests" / "golden" / "dimacs" / "digests.txt"
    found: list[str] = []
    for recipe in shipped():
        for geometry in (Geometry(2, 2), Geometry(3, 3)):
            text = _dimacs(geometry, recipe.name, names=False)
            _, _, variables, clauses = text.partition("\n")[0].split()
            digest = sha256(text.encode("ascii")).hexdigest()
            size = f"{geometry.size}x{geometry.size}"
            found.append(f"{recipe.name} {size} {variables} {clauses} {digest}")

    assert path.read_text("ascii").splitlines() == found
