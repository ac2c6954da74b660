"""What is written is read back, in every format and at every size."""

from __future__ import annotations

import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satdoku.errors import InputError
from satdoku.formats import formats, read, scan, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

SHAPES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)]
SHAPES += [Geometry(3, 4), Geometry(4, 4), Geometry(5, 5), Geometry(6, 6)]
NAMES = [format_.name for format_ in formats()]


@st.composite
def grids(draw: st.DrawFn, geometry: Geometry) -> Grid:
    """Any values, from an empty grid to a full one."""
    clues = draw(
        st.dictionaries(
            st.integers(0, geometry.cells - 1), st.integers(0, geometry.size)
        )
    )
    ground = draw(st.integers(0, geometry.size))
    step = draw(st.integers(0, geometry.size))
    values = [
        (ground + step * cell) % (geometry.size + 1) for cell in range(geometry.cells)
    ]
    for cell, value in clues.items():
        values[cell] = value
    return Grid(geometry, tuple(values))


@pytest.mark.parametrize("geometry", SHAPES, ids=str)
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_written_is_read_back(
    name: str, geometry: Geometry, data: st.DataObject
) -> None:
    """The format and the boxes said; then without a word, or refused as ambiguous."""
    grid = data.draw(grids(geometry))
    text = write(grid, name)

    assert grid == read(io.StringIO(text), format=name, geometry=geometry)
    try:
        found = read(io.StringIO(text))
    except InputError as error:
        assert "ambiguous" in error.what  # noqa: PT017  both outcomes are allowed
    else:
        assert grid.values == found.values


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_puzzles_or_errors(data: bytes) -> None:
    """Nothing else is raised, and each message is one line to print."""
    for item in scan(io.BytesIO(data)):
        if isinstance(item, InputError):
            assert str(item).isprintable()


@settings(max_examples=300, deadline=None)
@given(
    st.text('0123456789.|-+# \n,Gridabc:*_\t"', max_size=300), st.sampled_from(NAMES)
)
def test_any_text_is_puzzles_or_errors(text: str, name: str) -> None:
    """The same for text of the characters that puzzles are written in."""
    for said in (None, name):
        items = list(scan(io.StringIO(text), format=said))
        assert items
        for item in items:
            if isinstance(item, InputError):
                assert str(item).isprintable()
