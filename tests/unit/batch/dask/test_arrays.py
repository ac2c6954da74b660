"""`satdoku.solve_dask`: Dask arrays in, Dask arrays out, each chunk solved once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import satdoku
from satdoku.batch import workers
from satdoku.batch.dask import arrays

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

dask = pytest.importorskip("dask", reason="dask is not installed")
da = pytest.importorskip("dask.array", reason="dask is not installed")

ROWS = 11


@pytest.fixture(scope="module")
def puzzles(root: Path) -> NDArray[np.uint8]:
    """Return some puzzles, with one, several and no solutions."""
    (one,) = satdoku.read_array(root / "data" / "seeds" / "easy_45.txt")
    made = np.stack([(one + shift - 1) % 9 + 1 for shift in range(ROWS)])
    made[:, one == 0] = 0
    made[3] = 0
    made[5, :2] = 1
    return made.astype(np.uint8)


@pytest.fixture
def lengths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return what is filled with the length of each chunk that is solved."""
    seen: list[int] = []

    def spied(puzzles: NDArray[np.uint8], *rest: Any) -> satdoku.Batch:  # noqa: ANN401  passed on
        seen.append(len(puzzles))
        return workers.solved(puzzles, *rest)

    monkeypatch.setattr(arrays, "solved", spied)
    return seen


def computed(*lazy: Any) -> tuple[Any, ...]:  # noqa: ANN401  whatever is computed
    """Compute in this thread, where the spies are."""
    found: tuple[Any, ...] = dask.compute(*lazy, scheduler="synchronous")
    return found


@pytest.mark.parametrize("chunks", [(4, 81), (4, 40), (ROWS, 81), (1, 81)])
@pytest.mark.parametrize("kind", [np.uint8, np.int64])
def test_equals_solve_batch(
    puzzles: NDArray[np.uint8], chunks: tuple[int, int], kind: type
) -> None:
    """Whatever the chunks, the arrays are those of the batch, in kind and order."""
    lazy = satdoku.solve_dask(da.from_array(puzzles.astype(kind), chunks), limit=2)
    expected = satdoku.solve_batch(puzzles, limit=2)

    for name, found in zip(lazy._fields, computed(*lazy), strict=True):
        np.testing.assert_array_equal(found, getattr(expected, name))
        assert found.dtype == getattr(lazy, name).dtype == getattr(expected, name).dtype
        assert getattr(lazy, name).shape == getattr(expected, name).shape


@pytest.mark.parametrize("chunks", [(4, 9, 9), (3, 2, 5)])
def test_squares(puzzles: NDArray[np.uint8], chunks: tuple[int, int, int]) -> None:
    """Puzzles of nine rows of nine are taken as `solve_batch` takes them."""
    squares = da.from_array(puzzles.reshape(-1, 9, 9), chunks)
    expected = satdoku.solve_batch(puzzles, limit=2)

    lazy = satdoku.solve_dask(squares, limit=2)
    some = satdoku.solve_dask(squares[squares[:, 0, 0] > 0])

    assert (ROWS, 81) == lazy.solutions.shape
    for name, found in zip(lazy._fields, computed(*lazy), strict=True):
        np.testing.assert_array_equal(found, getattr(expected, name))
    assert (puzzles[:, 0] > 0).sum() == len(computed(some.counts)[0])


def test_chunks_are_solved_once(puzzles: NDArray[np.uint8], lengths: list[int]) -> None:
    """All arrays, and what is made of them, need each chunk once; nothing before."""
    lazy = satdoku.solve_dask(da.from_array(puzzles, (4, 81)))
    assert [] == lengths

    none: Any = lazy.status == satdoku.BatchStatus.NONE
    computed(*lazy, none.sum(), lazy.guesses + lazy.sweeps)

    assert [3, 4, 4] == sorted(lengths)


def test_unknown_lengths(puzzles: NDArray[np.uint8], lengths: list[int]) -> None:
    """Chunks whose lengths nobody knows yet are taken as they come."""
    rows = da.from_array(puzzles, (4, 81))
    some = rows[rows[:, 0] != 1]
    expected = satdoku.solve_batch(puzzles[puzzles[:, 0] != 1])
    assert np.isnan(some.shape[0])

    found = computed(*satdoku.solve_dask(some))

    np.testing.assert_array_equal(found[0], expected.solutions)
    np.testing.assert_array_equal(found[1], expected.counts)
    assert len(expected) == sum(lengths)


def test_limits_are_passed_on(puzzles: NDArray[np.uint8]) -> None:
    """`limit`, `max_guesses` and `executor` do in a chunk what they do in a batch."""
    rows = da.from_array(puzzles, (4, 81))
    options: dict[str, Any] = {"limit": 5, "max_guesses": 0, "executor": "numpy"}
    expected = satdoku.solve_batch(puzzles, **options)

    (status, complete) = computed(*satdoku.solve_dask(rows, **options)[2::3])

    np.testing.assert_array_equal(status, expected.status)
    np.testing.assert_array_equal(complete, expected.complete)
    assert not complete[3]


def test_no_puzzles() -> None:
    """An array without rows gives arrays without rows."""
    lazy = satdoku.solve_dask(da.zeros((0, 81), dtype=np.uint8))

    assert (0, 81) == computed(lazy.solutions)[0].shape


def test_what_is_no_puzzle_is_named(puzzles: NDArray[np.uint8]) -> None:
    """The index counts from the first puzzle of all."""
    broken = puzzles.copy()
    broken[9, 80] = 10
    lazy = satdoku.solve_dask(da.from_array(broken, (4, 81)))

    with pytest.raises(satdoku.InputError, match=r"puzzles\[9\]: r9c9: 10 cannot"):
        computed(lazy.counts)


@pytest.mark.parametrize(
    ("shape", "kind", "told"),
    [
        (
            (4, 80),
            np.uint8,
            r"shape \(4, 80\); expected \(N, 81\) or \(N, 9, 9\)",
        ),
        ((81,), np.uint8, r"shape \(81,\)"),
        ((4, 9, 8), np.uint8, r"shape \(4, 9, 8\)"),
        ((4, 81, 1), np.uint8, r"shape \(4, 81, 1\)"),
        ((4, 81), np.float64, "Dask array of float64; expected whole numbers"),
    ],
)
def test_other_arrays_are_refused(
    shape: tuple[int, ...], kind: type, told: str
) -> None:
    """Shape and kind are looked at before anything is computed."""
    with pytest.raises(satdoku.InputError, match=told):
        satdoku.solve_dask(da.zeros(shape, dtype=kind))


def test_unknown_width_is_refused() -> None:
    """A row of nobody knows how many cells is no puzzle."""
    flat = da.zeros((4, 162), dtype=np.uint8)
    wide = flat[:, da.arange(162, chunks=81) < 81]

    with pytest.raises(satdoku.InputError, match=r"shape \(4, nan\)"):
        satdoku.solve_dask(wide)


def test_no_dask_array(puzzles: NDArray[np.uint8]) -> None:
    """A plain array is sent to the function for plain arrays."""
    with pytest.raises(satdoku.UsageError, match=r"satdoku\.solve_batch"):
        satdoku.solve_dask(puzzles)  # type: ignore[arg-type]


def test_options_are_looked_at_first() -> None:
    """What makes no sense is told at once, not on a worker."""
    with pytest.raises(satdoku.UsageError, match="limit cannot be 0"):
        satdoku.solve_dask(da.zeros((1, 81), dtype=np.uint8), limit=0)
