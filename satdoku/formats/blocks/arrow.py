"""Columns of Parquet as bytes, and bytes as columns, without a text of each value.

A column of texts of one length is one piece of memory in Arrow: 81 bytes a puzzle, one
behind the other.  That piece is an array of NumPy, and the other way round.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from satdoku.errors import UsageError
from satdoku.formats.blocks.block import CELLS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import IO

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ArrowTable", "bytes_of"]

_HELD = 1 << 15
"""Rows that are written at a time, if they come one by one."""

_TYPES = dict.fromkeys(("puzzle", "solution", "status", "engine", "error"), "string")


def bytes_of(column: Any) -> NDArray[np.uint8] | None:  # noqa: ANN401  of pyarrow
    """Return the bytes of a column, a row each; None if not each has 81 of them."""
    import numpy as np  # noqa: PLC0415  slow, and needed by arrays alone

    kind = str(column.type)
    if column.null_count or not len(column):
        return None
    buffers = column.buffers()
    start, count = column.offset, len(column)
    if kind == f"fixed_size_binary[{CELLS}]":
        data = np.frombuffer(buffers[1], np.uint8, count * CELLS, start * CELLS)
        return data.reshape(-1, CELLS)
    wide = {"string": 4, "binary": 4, "large_string": 8, "large_binary": 8}.get(kind)
    if wide is None:
        return None
    offsets = np.frombuffer(
        buffers[1], np.int32 if wide == 4 else np.int64, count + 1, start * wide
    )
    if int(offsets[-1]) - int(offsets[0]) != count * CELLS:
        return None
    if not bool((np.diff(offsets) == CELLS).all()):
        return None
    data = np.frombuffer(buffers[2], np.uint8, count * CELLS, int(offsets[0]))
    return data.reshape(-1, CELLS)


class ArrowTable:
    """Writes rows of texts and numbers as a table of Parquet.

    Args:
        stream: Where to.
        columns: The names of the columns: texts, or whole numbers where they are not
            known to be texts.

    Raises:
        UsageError: pyarrow is not installed.
    """

    def __init__(self, stream: IO[bytes], columns: Sequence[str]) -> None:
        try:  # by name, as it has no types that could be checked
            self._arrow: Any = import_module("pyarrow")
            parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            msg = "the format parquet needs pyarrow; pip install 'satdoku[parquet]'"
            raise UsageError(msg) from None
        types = [
            (name, getattr(self._arrow, _TYPES.get(name, "int64"))())
            for name in columns
        ]
        self._schema: Any = self._arrow.schema(types)
        self._writer: Any = parquet.ParquetWriter(
            stream, self._schema, compression="zstd"
        )
        self._held: list[Sequence[object]] = []
        self._read: Any = parquet.ParquetFile

    def add(self, values: Sequence[object]) -> None:
        """Add a row, a value a column; None where there is none."""
        self._held.append(values)
        if len(self._held) >= _HELD:
            self._put()

    def add_rows(self, columns: Mapping[str, object]) -> None:
        """Add rows, by column: arrays of 81 characters a row, or lists of values."""
        self._put()
        import numpy as np  # noqa: PLC0415  loaded by now

        arrays: list[Any] = []
        for field in self._schema:
            column: Any = columns[field.name]
            if getattr(column, "ndim", 1) == 2:
                offsets = np.arange(len(column) + 1, dtype=np.int32) * CELLS
                data = np.ascontiguousarray(column)
                buffers = [None, *map(self._arrow.py_buffer, (offsets, data))]
                arrays.append(
                    self._arrow.Array.from_buffers(field.type, len(column), buffers)
                )
            else:
                arrays.append(self._arrow.array(column, field.type))
        self._writer.write_table(self._arrow.table(arrays, schema=self._schema))

    def take_up(self, name: str) -> int:
        """Write what another file holds; return how many rows it has.

        Raises:
            UsageError: It is none of these columns.
        """
        try:
            old = self._read(name)
            if not old.schema_arrow.equals(self._schema):
                raise UsageError(
                    f"other columns than {', '.join(self._schema.names)}; --resume "
                    "goes on with the same options"
                )
            for batch in old.iter_batches(_HELD):
                self._writer.write_table(
                    self._arrow.table(batch.columns, schema=self._schema)
                )
        except (self._arrow.ArrowException, OSError) as error:
            raise UsageError(
                (str(error).splitlines() or ["it cannot be read"])[0]
            ) from None
        return int(old.metadata.num_rows)

    def close(self) -> None:
        """Write what is held yet, and the end of the file."""
        try:
            self._put()
            self._writer.close()
        finally:
            self._writer.is_open = False  # or it would try again when it is deleted

    def _put(self) -> None:
        if not self._held:
            return
        held, self._held = self._held, []
        columns = [
            self._arrow.array(list(values), field.type)
            for field, values in zip(self._schema, zip(*held, strict=True), strict=True)
        ]
        self._writer.write_table(self._arrow.table(columns, schema=self._schema))
