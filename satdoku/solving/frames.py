"""Tables of pandas, polars and pyarrow that have a column of puzzles."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from satdoku.errors import UsageError, printable, shown
from satdoku.formats.model import PUZZLES
from satdoku.solving.batch import solve_batch
from satdoku.solving.results import Status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from numpy.typing import NDArray

_Frame = TypeVar("_Frame")

_TABLES = {("DataFrame", "pandas"), ("DataFrame", "polars"), ("Table", "pyarrow")}
_COLUMNS = ("solution", "count", "status", "guesses", "sweeps")


def solve_frame(
    frame: _Frame,
    *,
    column: str | None = None,
    prefix: str = "",
    limit: int | None = 2,
    workers: int | Literal["all"] = 1,
    errors: Literal["raise", "mark"] = "raise",
    timeout: float | None = None,
) -> _Frame:
    """Solve a column of puzzles of a table of pandas, polars or pyarrow.

    Args:
        frame: A table with a puzzle a row; it is not changed.
        column: The column of the puzzles, each as `solve_batch` takes one; `puzzle`, or
            the only one of a usual name (`quizzes`, `question`, ...) if None.
        prefix: What the names of the new columns begin with.
        limit: As for `solve_batch`, like all that follow.
        workers: As above.
        errors: As above.
        timeout: As above.

    Returns:
        The table, and the columns `solution` (a text of 81 digits, empty where there is
        none), `count`, `status` (the words of `Status`), `guesses` and `sweeps`.  The
        other columns stay as they are, names and types included.

    Raises:
        InputError: As for `solve_batch`.
        UsageError: This is no table of these, has no such column, or has one of the new
            columns already; or an option makes no sense.

    Example:
        >>> import pandas  # doctest: +SKIP
        >>> table = pandas.DataFrame({"puzzle": ["1" + "." * 80]})  # doctest: +SKIP
        >>> solve_frame(table, prefix="my_").my_status.tolist()  # doctest: +SKIP
        ['multiple']
    """
    library = _library(frame)
    table: Any = frame
    names = list(table.column_names if library == "pyarrow" else table.columns)
    column = _column(names, column)
    for name in _COLUMNS:
        if prefix + name in names:
            raise UsageError(
                f"the table has a column {shown(prefix + name)} already; "
                "prefix='...' gives the new columns other names"
            )
    batch = solve_batch(
        table[column], limit=limit, workers=workers, errors=errors, timeout=timeout
    )
    words = np.array([str(status) for status in Status])
    answers: tuple[NDArray[Any], ...] = (
        np.array(batch.lines, "U81"),
        batch.counts,
        words[batch.status],
        batch.guesses,
        batch.sweeps,
    )
    columns = dict(zip((prefix + name for name in _COLUMNS), answers, strict=True))
    if library == "pandas":
        return cast("_Frame", table.assign(**columns))
    if library == "pyarrow":
        for name, values in columns.items():
            table = table.append_column(name, [values.tolist()])
        return cast("_Frame", table)
    polars: Any = import_module(library)
    added = [
        polars.Series(
            name,
            values.tolist(),
            polars.String if values.dtype.kind == "U" else polars.Int64,
        )
        for name, values in columns.items()
    ]
    return cast("_Frame", table.with_columns(*added))


def _library(frame: object) -> str:
    """Return whose table this is: `pandas`, `polars` or `pyarrow`.

    Raises:
        UsageError: It is none.
    """
    for kind in type(frame).__mro__:
        library = kind.__module__.partition(".")[0]
        if (kind.__name__, library) in _TABLES:
            return library
    raise UsageError(
        f"a {type(frame).__name__} is no table of pandas, polars or pyarrow; "
        "satdoku.solve_batch takes other collections"
    )


def _column(names: Sequence[object], column: str | None) -> str:
    """Return the name of the column of puzzles.

    Raises:
        UsageError: There is no such column.
    """
    if column is None:
        usual = [name for name in names if str(name).strip().lower() in PUZZLES]
        column = str(usual[0]) if len(usual) == 1 else "puzzle"
    if column not in names:
        there = printable(", ".join(map(str, names)), 200)
        raise UsageError(
            f"no column {shown(column)}; there are {there}; column='...' names another"
        )
    return column
