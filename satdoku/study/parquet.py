"""A tidy table in Parquet, where pyarrow is installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.study.tidy import Tidy

__all__ = ["parquet_of"]


Row = TypeVar("Row")


def parquet_of(table: Tidy[Row], rows: Iterable[Row]) -> bytes | None:
    """Return the table; None without pyarrow.

    Numbers are numbers in it, and what is not known is null.
    """
    if find_spec("pyarrow") is None:
        return None
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    kinds = {"int": arrow.int64(), "float": arrow.float64()}
    columns = [
        (name, kinds.get(kind, arrow.string())) for name, kind in table.kinds.items()
    ]
    made = arrow.Table.from_pylist(list(table.values(rows)), arrow.schema(columns))
    target = arrow.BufferOutputStream()
    parquet.write_table(made, target)
    found: bytes = target.getvalue().to_pybytes()
    return found
