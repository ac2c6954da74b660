"""Whatever holds many puzzles: the same values come out, or it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from satdoku import Grid, InputError
from satdoku.batch.given import puzzles_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

WHOLE = st.one_of(arrays.integer_dtypes(), arrays.unsigned_integer_dtypes())
SHAPES = st.one_of(
    st.tuples(st.integers(0, 4), st.just(81)),
    st.tuples(st.integers(0, 4), st.just(9), st.just(9)),
)


@st.composite
def whole_arrays(draw: st.DrawFn) -> NDArray[Any]:
    """Draw arrays of puzzles in any layout, some with a value that is none."""
    dtype = draw(WHOLE)
    made: NDArray[Any] = draw(
        arrays.arrays(dtype, draw(SHAPES), elements=st.integers(0, 9))
    )
    if made.size and draw(st.booleans()):
        spoilt = draw(arrays.from_dtype(dtype))
        made.reshape(-1)[draw(st.integers(0, made.size - 1))] = spoilt
    layouts: list[Callable[[NDArray[Any]], NDArray[Any]]] = [
        np.ascontiguousarray,
        np.asfortranarray,
        lambda array: array[::-1],
        lambda array: array[..., ::-1],
        lambda array: np.repeat(array, 2, axis=0)[::2],
        lambda array: array.swapaxes(1, -1),
    ]
    laid: NDArray[Any] = draw(st.sampled_from(layouts))(made)
    return laid


class TestArrays:
    """`An array of whole numbers of shape (N, 81) or (N, 9, 9)`."""

    @given(whole_arrays())
    def test_values(self, array: NDArray[Any]) -> None:
        """The values are the same, or the first that cannot be in a cell is named."""
        before = array.copy()
        bad = [
            (index, cell, value)
            for index, puzzle in enumerate(array)
            for cell, value in enumerate(puzzle.reshape(-1).tolist())
            if not 0 <= value <= 9
        ]
        if bad:
            index, cell, value = bad[0]
            place = f"puzzles[{index}]: r{cell // 9 + 1}c{cell % 9 + 1}: {value} "
            with pytest.raises(InputError) as refused:
                puzzles_of(array)
            assert str(refused.value).startswith(place)
        else:
            puzzles = puzzles_of(array)
            assert array.reshape(len(array), 81).tolist() == puzzles.tolist()
            assert puzzles.flags.c_contiguous
            assert np.uint8 == puzzles.dtype
        assert np.array_equal(before, array)

    @given(arrays.arrays(WHOLE, arrays.array_shapes(min_dims=0, max_side=100)))
    def test_shapes(self, array: NDArray[Any]) -> None:
        """Any other shape is refused, and its message tells it."""
        if array.shape[1:] in ((81,), (9, 9)):
            return
        with pytest.raises(InputError, match="an array of shape"):
            puzzles_of(array)

    @given(
        arrays.arrays(
            arrays.scalar_dtypes().filter(lambda dtype: dtype.kind not in "iu"), (1, 81)
        )
    )
    def test_types(self, array: NDArray[Any]) -> None:
        """Any other type is refused, and its message tells it."""
        with pytest.raises(InputError, match="expected whole numbers") as refused:
            puzzles_of(array)
        assert "\n" not in str(refused.value)


CELL = st.integers(0, 9)
VALUES = st.lists(CELL, min_size=81, max_size=81)


def as_rows(values: list[int]) -> list[list[int]]:
    """Return values as nine rows."""
    return [values[at : at + 9] for at in range(0, 81, 9)]


def as_line(values: list[int]) -> str:
    """Return values as a line."""
    return "".join(map(str, values)).replace("0", ".")


HOLDERS: list[Callable[[list[int]], object]] = [
    list,
    tuple,
    as_rows,
    as_line,
    lambda values: as_line(values).replace(".", "0"),
    Grid.of,
    np.array,
    lambda values: np.array(as_rows(values), np.uint8),
    lambda values: [as_line(row) for row in as_rows(values)],
    lambda values: "\n".join(as_line(row) for row in as_rows(values)),
]


class TestItems:
    """`Anything to iterate over, a puzzle an item: a Grid, a text, rows, values`."""

    @given(st.lists(st.tuples(st.sampled_from(HOLDERS), VALUES), max_size=4))
    def test_values(
        self, items: list[tuple[Callable[[list[int]], object], list[int]]]
    ) -> None:
        """Holders of every kind, side by side, give the values they were made of."""
        puzzles = puzzles_of([holder(values) for holder, values in items])

        assert [values for _, values in items] == puzzles.tolist()

    @given(st.lists(VALUES, max_size=5), st.sampled_from(["\n", "\r\n", "\n\n"]))
    def test_lines(self, items: list[list[int]], end: str) -> None:
        """A text is read line by line, blank ones left out."""
        text = "".join(as_line(values) + end for values in items)

        assert items == puzzles_of(text).tolist()

    @given(
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.floats(), st.text(), st.integers()),
            lambda inner: st.one_of(
                st.lists(inner), st.lists(inner, min_size=9, max_size=9)
            ),
        )
    )
    def test_whatever_comes(self, nesting: object) -> None:
        """It holds puzzles, or it is refused with an error of satdoku on one line."""
        try:
            puzzles = puzzles_of(nesting)
        except InputError as error:
            assert "\n" not in str(error)  # noqa: PT017  nothing else may be raised
        else:
            assert (81,) == puzzles.shape[1:]
            assert puzzles.size == 0 or puzzles.max() <= 9
