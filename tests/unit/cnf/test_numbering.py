"""The numbering: one variable a candidate, then triads, without a gap."""

from __future__ import annotations

import pytest

from satdoku.cnf import numbering
from satdoku.geometry import Geometry

SHAPES = [
    Geometry(2, 2),
    Geometry(2, 3),
    Geometry(3, 2),
    Geometry(1, 3),
    Geometry(3, 3),
]


@pytest.mark.parametrize("geometry", SHAPES, ids=str)
def test_there_and_back(geometry: Geometry) -> None:
    """Cells and digits in order get 1, 2, 3 …, and `place` undoes it."""
    pairs = [(c, d) for c in range(geometry.cells) for d in geometry.digits]
    variables = [numbering.variable(geometry, cell, digit) for cell, digit in pairs]

    assert list(numbering.cell_variables(geometry)) == variables
    assert pairs == [numbering.place(geometry, variable) for variable in variables]


@pytest.mark.parametrize("geometry", SHAPES, ids=str)
def test_no_gap(geometry: Geometry) -> None:
    """Bases times digits cover all variables before the auxiliary ones, once."""
    found = [
        base + digit
        for bases in (
            numbering.bases(geometry),
            numbering.row_triad_bases(geometry),
            numbering.column_triad_bases(geometry),
        )
        for base in bases
        for digit in geometry.digits
    ]

    assert found == list(range(1, numbering.first_auxiliary(geometry, triads=True)))
    assert len(geometry.row_triads) == len(numbering.row_triad_bases(geometry))
    assert len(geometry.column_triads) == len(numbering.column_triad_bases(geometry))
