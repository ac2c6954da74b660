"""Tables of puzzles: columns in, the same columns and the answers out.

What tables are cut into by Ray (a dict of arrays) and Spark (frames of pandas), and by
whoever else speaks of columns.  These are plain functions of this module, so they can
be sent to other processes; neither Ray nor Spark nor pandas is needed to load them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from satdoku.batch.result import BatchStatus
from satdoku.batch.solving import solve_batch
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

__all__ = ["solve_columns", "solve_frames"]

_WORDS = np.array([str(code.word) for code in BatchStatus])


class Frame(Protocol):
    """What is used of a pandas frame."""

    columns: Any

    def __getitem__(self, name: str, /) -> Any: ...  # noqa: ANN401  a column of pandas

    def assign(self, **columns: object) -> Self:
        """Return a copy with more columns."""
        ...


def solve_columns(
    columns: Mapping[str, NDArray[Any]],
    *,
    column: str = "puzzle",
    limit: int | None = 1,
    max_guesses: int | None = None,
    executor: str = "auto",
) -> dict[str, NDArray[Any]]:
    """Solve a column of puzzles; return the columns, and those of the answers.

    This is what `ray.data.Dataset.map_batches` takes with `batch_format="numpy"`.

    Args:
        columns: Columns by name, each an array with a row a puzzle.
        column: The one that holds the puzzles: (N,) texts of 81 characters, or
            (N, 81) whole numbers.
        limit: As for `solve_batch`, like the next two.
        max_guesses: As above.
        executor: As above.

    Returns:
        The columns that came in, and `solution` (as the puzzles are: texts or numbers;
        an empty text or zeros where there is none), `count` (how many were found,
        at most `limit`), `status` (the words of `Status`), `guesses`, `sweeps`.

    Raises:
        InputError: One of the puzzles is none; the message names it.
        UsageError: There is no such column, or an option makes no sense.

    Example:
        >>> rows = {"id": np.array([7]), "puzzle": np.array(["1" + "." * 80])}
        >>> solved = solve_columns(rows, limit=2)
        >>> solved["id"], solved["status"], solved["count"]
        (array([7]), array(['several'], dtype='<U7'), array([2]))
        >>> solved["solution"][0][:9]
        '123456789'
    """
    if column not in columns:
        raise _no_column(column, list(columns))
    return {
        **columns,
        **_answers(columns[column], limit, max_guesses, executor),
    }


def solve_frames(
    frames: Iterable[Frame],
    *,
    column: str = "puzzle",
    limit: int | None = 1,
    max_guesses: int | None = None,
    executor: str = "auto",
) -> Iterator[Frame]:
    """Solve a column of puzzles in each frame of pandas; yield them with the answers.

    This is what `pyspark.sql.DataFrame.mapInPandas` takes.

    Args:
        frames: pandas frames, a row a puzzle, which is a text of 81 characters.
        column: As for `solve_columns`, like all that follow.
        limit: As above.
        max_guesses: As above.
        executor: As above.

    Raises:
        InputError: As `solve_columns`; counted from the first of the frame.
        UsageError: As `solve_columns`.
    """
    for frame in frames:
        if column not in frame.columns:
            raise _no_column(column, list(frame.columns))
        puzzles = frame[column].to_numpy()
        yield frame.assign(**_answers(puzzles, limit, max_guesses, executor))


def _answers(
    puzzles: NDArray[Any], limit: int | None, max_guesses: int | None, executor: str
) -> dict[str, NDArray[Any]]:
    # Texts come as arrays of texts or of objects, numbers as arrays of two dimensions.
    texts = puzzles.ndim == 1
    batch = solve_batch(
        puzzles.tolist() if texts else puzzles,
        limit=limit,
        max_guesses=max_guesses,
        executor=executor,
    )
    return {
        "solution": _lines(batch.solutions) if texts else batch.solutions,
        "count": batch.counts,
        "status": _WORDS[batch.status],
        "guesses": batch.guesses,
        "sweeps": batch.sweeps,
    }


def _lines(solutions: NDArray[np.uint8]) -> NDArray[np.str_]:
    """Return solutions as texts, empty where there is none."""
    digits = (solutions + (solutions != 0) * np.uint8(48)).astype(np.uint8)
    # A byte of zero ends a text of NumPy: what has no solution has no characters.
    lines: NDArray[np.str_] = digits.view("S81").reshape(-1).astype(np.str_)
    return lines


def _no_column(column: str, there: list[str]) -> UsageError:
    return UsageError(
        f"no column {printable(column)!r}; there are {printable(', '.join(there), 200)}"
    )
