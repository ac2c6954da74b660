"""Tidy tables: dataclasses as rows of a CSV file, and back.

A field is a column.  Texts may be empty; so may numbers from the first field that has a
default on, and mean that nothing is known.
"""

from __future__ import annotations

import csv
from dataclasses import MISSING, fields
from io import StringIO
from math import isfinite
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from satdoku.errors import InputError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from enum import StrEnum

__all__ = ["Tidy"]

Row = TypeVar("Row")


def _whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def _number(text: str) -> float:
    number = float(text)
    if number < 0 or not isfinite(number):
        raise ValueError
    return number


class Tidy(Generic[Row]):
    """How rows of a kind are written and read.

    Args:
        name: The file.
        row: The dataclass; its fields are of type `str`, `int`, `float` or one of the
            enumerations, or of a number or None.
        *enums: The enumerations.

    Attributes:
        name: The same.
        columns: The fields' names, in order.
        header: The first line of the file.
        kinds: The name of each column's type.

    Example:
        >>> from satdoku.study.run import Ended, Run
        >>> runs = Tidy("runs.csv", Run, Ended)
        >>> run = Run("", "a", 1, 1, "1...", 4, "2x2", 1.0, "", "dpll", "dpll", "", "",
        ...     1, Ended.TIMEOUT, time_s=2.5, note='cut off, "late"')
        >>> runs.written(run)[:40]
        ',a,1,1,1...,4,2x2,1.0,,dpll,dpll,,,1,tim'
        >>> list(runs.read([runs.header, runs.written(run)], "runs.csv")) == [run]
        True
    """

    def __init__(self, name: str, row: type[Row], *enums: type[StrEnum]) -> None:
        made: Any = row
        told = fields(made)
        self.name = name
        self.columns = tuple(field.name for field in told)
        self.header = ",".join(self.columns) + "\n"
        self.kinds = {field.name: str(field.type).partition(" ")[0] for field in told}
        self._row = row
        self._may_be_empty = {
            field.name for field in told if field.default is not MISSING
        }
        self._readers: dict[str, tuple[Callable[[str], object], str]] = {
            "int": (_whole, "a number, 0, 1, 2, …"),
            "float": (_number, "a number"),
        }
        for enum in enums:
            self._readers[enum.__name__] = enum, f"one of {', '.join(enum)}"

    def written(self, row: Row) -> str:
        """Return a row as text, with its line end."""
        text = StringIO()
        values = (getattr(row, column) for column in self.columns)
        csv.writer(text, lineterminator="\n").writerow(values)
        return text.getvalue()

    def values(self, rows: Iterable[Row]) -> Iterator[dict[str, object]]:
        """Yield rows as dicts: a value a column."""
        for row in rows:
            yield {column: getattr(row, column) for column in self.columns}

    def read(self, lines: Iterable[str], source: str) -> Iterator[Row]:
        """Yield the rows of a table's lines.

        Args:
            lines: With the header first.
            source: The file's name.

        Raises:
            InputError: A line is not such a row.
        """
        table = csv.reader(lines, strict=True)
        try:
            header: list[str] = next(table, [""])
            self._look_at_header(header)
            yield from map(self._read, table)
        except InputError as error:
            raise error.at(source=source, line=table.line_num) from None
        except csv.Error as error:
            raise InputError(str(error), source=source, line=table.line_num) from None

    def _look_at_header(self, row: list[str]) -> None:
        if tuple(row) != self.columns:
            raise InputError(
                f"the columns are not those of {self.name}",
                expected=self.header.rstrip(),
            )

    def _read(self, row: list[str]) -> Row:
        if len(row) != len(self.columns):
            raise InputError(f"{len(row)} values", expected=str(len(self.columns)))
        values: dict[str, Any] = {}
        for column, text in zip(self.columns, row, strict=True):
            kind = self.kinds[column]
            if kind == "str":
                values[column] = text
            elif not text and column in self._may_be_empty:
                values[column] = None
            else:
                read, expected = self._readers[kind]
                try:
                    values[column] = read(text)
                except ValueError:
                    raise InputError(
                        f"{column} is {shown(text)}", expected=expected
                    ) from None
        return self._row(**values)
