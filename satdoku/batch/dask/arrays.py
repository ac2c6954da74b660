"""A Dask array of puzzles in, Dask arrays of answers out; solved when asked for.

Each chunk becomes one block of records, a record a puzzle with all that is known of it;
the arrays that come out are the fields of these records.  So however many of them are
computed together, a chunk is solved once.  Five arrays made by five calls (`map_blocks`
with `solve_batch(…).counts`, and so on) would solve it five times.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from satdoku.batch.dask.task import MISSING, asked_of, options_here
from satdoku.batch.given import puzzles_of
from satdoku.batch.workers import solved
from satdoku.errors import InputError, UsageError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dask.array import Array
    from numpy.typing import NDArray

    from satdoku.batch.dask.task import Asked

__all__ = ["DaskBatch", "solve_dask"]

_RECORD = np.dtype(
    [
        ("solutions", np.uint8, (81,)),
        ("counts", np.int64),
        ("status", np.uint8),
        ("guesses", np.int64),
        ("sweeps", np.int64),
        ("complete", np.bool_),
    ]
)


class DaskBatch(NamedTuple):
    """The arrays of a `Batch`, as Dask arrays: nothing is solved until it is asked for.

    Args:
        solutions: (N, 81) uint8, as in `Batch`, like all that follow.
        counts: (N,) int64.
        status: (N,) uint8, the codes of `BatchStatus`.
        guesses: (N,) int64.
        sweeps: (N,) int64.
        complete: (N,) bool.

    Example:
        >>> answers = satdoku.solve_dask(puzzles)  # doctest: +SKIP
        >>> DaskBatch(*dask.persist(*answers))  # each chunk once  # doctest: +SKIP
        DaskBatch(solutions=dask.array<field_of, shape=(4, 81), dtype=uint8, ...
    """

    solutions: Array
    counts: Array
    status: Array
    guesses: Array
    sweeps: Array
    complete: Array


def solve_dask(
    puzzles: Array,
    *,
    limit: int | None = 1,
    max_guesses: int | None = None,
    executor: str = "auto",
) -> DaskBatch:
    """Solve a Dask array of puzzles of 9×9, on whatever Dask computes with.

    Args:
        puzzles: (N, 81) or (N, 9, 9), whole numbers from 0 (empty) to 9.  Chunked along
            the puzzles in any way; chunks of unknown length are taken as they come.
            Chunks of some ten thousand puzzles are best.
        limit: Solutions to look for in each puzzle, at least 1; None for all.
        max_guesses: Give a puzzle up after so many; None for never.
        executor: `numba`, `numpy` or `auto`, which is what is best where it is solved.

    Returns:
        Lazy arrays, chunked as the puzzles are.  Compute them together
        (`dask.compute(*answers)`): what is computed apart is solved anew.

    Raises:
        InputError: This is no array of such a shape and kind; or, when it is computed,
            a value is not from 0 to 9 (where the lengths of chunks are unknown, the
            message counts from the first of the chunk).
        UsageError: An option makes no sense, or Dask is not installed.

    Example:
        >>> puzzles = dask.array.zeros((4, 81), "uint8")  # doctest: +SKIP
        >>> solve_dask(puzzles, limit=2).counts.compute()  # doctest: +SKIP
        array([2, 2, 2, 2])
    """
    asked = asked_of(limit, max_guesses, executor)
    try:
        arrays: Any = import_module("dask.array")
    except ImportError:
        raise UsageError(MISSING) from None
    if not isinstance(puzzles, arrays.Array):
        raise UsageError(
            f"{shown(puzzles)} is no Dask array; satdoku.solve_batch takes other arrays"
        )
    given: Any = puzzles
    if given.dtype.kind not in "iu":
        raise InputError(
            f"puzzles as a Dask array of {given.dtype}",
            expected="whole numbers, best uint8",
        )
    if given.shape[1:] not in ((81,), (9, 9)):  # an unknown length equals nothing
        raise InputError(
            f"puzzles as a Dask array of shape {given.shape}",
            expected="(N, 81) or (N, 9, 9)",
        )
    cells = tuple(range(1, given.ndim))
    records: Any = arrays.map_blocks(
        solve_block,
        given.rechunk(dict.fromkeys(cells, -1)),
        asked,
        meta=np.empty(0, _RECORD),
        drop_axis=cells,
    )
    return DaskBatch(*(_field(arrays, records, name) for name in DaskBatch._fields))


def solve_block(
    block: NDArray[Any], asked: Asked, block_info: Mapping[int, Any] | None = None
) -> NDArray[np.void]:
    """Solve a chunk; Dask says by `block_info` where it is."""
    place = (block_info or {}).get(0, {}).get("array-location", [(0, 0)])
    first = place[0][0]
    if not first >= 0:  # lengths before this one are unknown
        first = 0
    puzzles = puzzles_of(block, int(first))
    batch = solved(puzzles, int(first), options_here(asked))
    records = np.empty(len(batch), _RECORD)
    for name in DaskBatch._fields:
        records[name] = getattr(batch, name)
    return records


def _field(arrays: Any, records: Any, name: str) -> Any:  # noqa: ANN401  all of Dask's
    kind, shape = _RECORD[name].base, _RECORD[name].shape
    return arrays.map_blocks(
        field_of,
        records,
        name,
        meta=np.empty((0, *shape), kind),
        chunks=(records.chunks[0], *((n,) for n in shape)),
        new_axis=list(range(1, 1 + len(shape))),
    )


def field_of(records: NDArray[np.void], name: str) -> NDArray[Any]:
    """Return a field as an array of its own, which does not hold the others."""
    return np.ascontiguousarray(records[name])
