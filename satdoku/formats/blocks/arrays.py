"""Blocks of the formats that are no text: arrays of NumPy, tables of Parquet."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.blocks.block import Block
from satdoku.formats.blocks.gather import gather
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.formats import npy
    from satdoku.formats.model import Entry, Options
    from satdoku.formats.parquet import ParquetTable
    from satdoku.formats.table_reader import Table

__all__ = ["npy_blocks", "parquet_blocks"]

_NINE = Geometry(9, 9)
_BAD = 255


def npy_blocks(
    stream: IO[bytes], name: str, options: Options, size: int
) -> Iterator[Block]:
    """Yield the puzzles of an array.

    Raises:
        InputError: It is no array of puzzles, or cut off, or something is behind it.
    """
    from satdoku.formats.npy import blocks, entries_of  # noqa: PLC0415  as needed

    for block in blocks(stream, options, size):
        if block.geometry == _NINE:
            yield _of_array(block, name)
        else:
            yield from gather(entries_of(block, name), name, size)


def _of_array(block: npy.Block, name: str) -> Block:
    import numpy as np  # noqa: PLC0415  loaded by now

    values = block.values.astype(np.uint8, copy=False)
    numbers = np.arange(block.first + 1, block.first + 1 + len(values))
    if not block.errors:
        return Block(name, "npy", values, numbers, numbers)
    bad = sorted(block.errors)
    kept = np.ones(len(values), np.bool_)
    kept[bad] = False
    others = [(row - before, block.errors[row]) for before, row in enumerate(bad)]
    numbers = numbers[kept]
    return Block(name, "npy", values[kept], numbers, numbers, None, others)


def parquet_blocks(
    stream: IO[bytes], name: str, options: Options, size: int, *, names: bool
) -> Iterator[Block]:
    """Yield the puzzles of a table.

    Raises:
        InputError: It is broken, or has no column of puzzles, or pyarrow is missing.
    """
    import numpy as np  # noqa: PLC0415  slow, and needed by arrays alone

    from satdoku.formats.parquet import (  # noqa: PLC0415  as needed
        ParquetTable,
        columns_read,
    )
    from satdoku.formats.source import seekable  # noqa: PLC0415
    from satdoku.formats.table_reader import Table  # noqa: PLC0415

    with seekable(stream) as whole:
        file = ParquetTable(whole)
        columns, used = columns_read(file, options)
        table = Table(columns, options, name, "parquet")
        quick = not columns.kinds and not (names and columns.name is not None)
        first, total = 0, max(file.count, 1)
        for batch in file.batches(used[:1] if quick else used, size):
            count: int = batch.num_rows
            part = (first + count) / total
            found: Iterator[Entry | InputError] = iter(())
            values = None
            if quick and table.nine is None and count:
                head = list(_entries(file, batch.slice(0, 1), table, first))
                found, first, count = iter(head), first + 1, count - 1
            rest = batch.slice(batch.num_rows - count)
            if quick and count:
                values = _of_column(rest.column(0), table)
            if values is None:
                found = chain(found, _entries(file, rest, table, first))
            yield from gather(found, name, size)
            if values is not None:
                numbers = np.arange(first + 1, first + 1 + count)
                yield Block(name, "parquet", values, numbers, numbers, part=part)
            first += count


def _entries(
    file: ParquetTable, batch: object, table: Table, first: int
) -> Iterator[Entry | InputError]:
    for number, record in enumerate(file.values(batch), first + 1):
        try:
            entry = table.entry(record, number, number)
        except InputError as error:
            yield error
        else:
            yield entry


def _of_column(column: object, table: Table) -> NDArray[np.uint8] | None:
    """Return the values of a column; None if one of them is not plain."""
    import numpy as np  # noqa: PLC0415  loaded by now

    from satdoku.formats.blocks.arrow import bytes_of  # noqa: PLC0415  as needed

    data = bytes_of(column)
    if data is None:
        return None
    if "binary" in str(getattr(column, "type", "")) and int(data.max()) <= 9:
        return data
    meant = table.nine
    if meant is None:
        return None
    values = np.frombuffer(meant, np.uint8)[data]
    return values if int(values.max()) != _BAD else None
