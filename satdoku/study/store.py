"""The folder of a study.

    study.json               machine, versions, plan; written first, sums in the end
    runs.csv                 a row a run, written as the run ends
    runs.parquet             the same, where pyarrow is installed
    report.md, figures/      what the runs say

A study that was stopped goes on from its rows: a last row that was cut off is dropped,
and its run made again.  Whole files are written aside and renamed, so that each is
complete or as before.
"""

from __future__ import annotations

import csv
import json
import os
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import InputError, UsageError, printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from pandas import DataFrame

__all__ = ["ENCODINGS", "RUNS", "STUDY", "Row", "Store", "Table", "frame", "read_study"]

STUDY = "study.json"
_ASIDE = ".satdoku-"

Row = dict[str, Any]
"""A run: a value a column; None, or no such key, where nothing is known."""


class Table(NamedTuple):
    """A table of runs.

    Args:
        name: Its file.
        columns: Its columns and their types; numbers may be missing.
        key: The columns that tell runs apart, `repeat` last.
        lane: The columns of a solver on a set: what is given up together.
    """

    name: str
    columns: dict[str, type]
    key: tuple[str, ...]
    lane: tuple[str, ...]

    def key_of(self, row: Mapping[str, Any]) -> tuple[object, ...]:
        """Return what tells a run apart."""
        return tuple(row[column] for column in self.key)

    def lane_of(self, row: Mapping[str, Any]) -> tuple[object, ...]:
        """Return the solver and set of a run."""
        return tuple(row[column] for column in self.lane)

    def line(self, row: Mapping[str, Any]) -> str:
        """Return a row as a line of CSV."""
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([row.get(column) for column in self.columns])
        return text.getvalue()

    def read(self, text: str, source: str) -> list[Row]:
        r"""Read rows.

        Args:
            text: The table, header first; a last line without its end is ignored.
            source: The file's name.

        Raises:
            InputError: It is not such a table; the message names the line.

        Example:
            >>> row = dict.fromkeys(RUNS.columns, "") | {"number": 1, "clues": 4.0}
            >>> text = ",".join(RUNS.columns) + "\n" + RUNS.line(row)
            >>> RUNS.read(text, "runs.csv")[0]["clues"]
            4.0
        """
        whole = text[: text.rfind("\n") + 1]
        lines = csv.reader(StringIO(whole, newline=""), strict=True)
        try:
            header = next(lines, [])
            self._check(header == list(self.columns), "other columns", self.columns)
            return [self._row(values) for values in lines]
        except csv.Error as error:
            raise InputError(str(error), source=source, line=lines.line_num) from None
        except InputError as error:
            raise error.at(source=source, line=lines.line_num) from None

    def _row(self, values: list[str]) -> Row:
        many = len(values)
        self._check(many == len(self.columns), f"{many} values", self.columns)
        return dict(map(self._value, self.columns, values))

    @staticmethod
    def _check(is_right: bool, what: str, expected: Iterable[str]) -> None:  # noqa: FBT001
        if not is_right:
            raise InputError(what, expected=",".join(expected))

    def _value(self, column: str, text: str) -> tuple[str, object]:
        kind = self.columns[column]
        if kind is str or not text:
            return column, text if kind is str else None
        try:
            value = kind(text)
        except ValueError:
            value = -1
        if value < 0 or not isfinite(value):
            expected = "a whole number" if kind is int else "a number from 0"
            raise InputError(f"{column} is {shown(text)}", expected=expected)
        return column, value


def _columns(text: str) -> dict[str, type]:
    """Read names of columns, each with its type unless that is text."""
    kinds: dict[str, type] = {"": str, "int": int, "float": float}
    pairs = (word.partition(":") for word in text.split())
    return {name: kinds[kind] for name, _, kind in pairs}


_MEASURED = "peak_bytes:int own_bytes:int"
_COUNTED = "decisions:int propagations:int conflicts:int"

RUNS = Table(
    "runs.csv",
    _columns(
        "part set number:int puzzles:int puzzle size:int box clues:float difficulty "
        "solver engine option encoding repeat:int ended status time_s:float "
        f"cpu_s:float start_s:float {_MEASURED} guesses:int {_COUNTED} variables:int "
        "clauses:int note"
    ),
    ("part", "set", "number", "solver", "repeat"),
    ("part", "set", "solver"),
)
"""Runs of solver configurations on puzzles or whole sets."""

ENCODINGS = Table(
    "encodings.csv",
    _columns(
        "size:int box set number:int clues:int encoding form engine repeat:int ended "
        "status variables:int clauses:int literals:int encode_s:float load_s:float "
        f"solve_s:float {_MEASURED} {_COUNTED} fixed:float removed:float note"
    ),
    ("box", "set", "number", "encoding", "form", "engine", "repeat"),
    ("box", "set", "encoding", "form", "engine"),
)
"""Runs of an encoding study: a puzzle, a recipe, a form and an engine each."""


def frame(table: Table, rows: Iterable[Mapping[str, Any]]) -> DataFrame:
    """Return runs as a pandas data frame with the columns of their table."""
    import pandas as pd  # noqa: PLC0415  heavy

    found = pd.DataFrame(list(rows), columns=list(table.columns))
    texts = {name: "" for name, kind in table.columns.items() if kind is str}
    numbers = {name: float for name in table.columns if name not in texts}
    return found.fillna(texts).astype(numbers)


class Store:
    """A folder that rows are written to; a context that closes the table.

    Args:
        path: The folder; made if it does not exist.
        study: What `study.json` says; `begun`, `arguments` and `loading_s` of a study
            that goes on are taken from there.
        table: The table of its rows.
        resume: Whether to go on with the study that is in the folder.

    Attributes:
        path: The folder.
        rows: All rows of the table.

    Raises:
        UsageError: The folder holds a study that is not to be resumed or is another
            one, or other files.
        InputError: The files of the study cannot be read.
        OSError: The folder cannot be written.
    """

    def __init__(
        self, path: str | Path, study: Row, table: Table, *, resume: bool = False
    ) -> None:
        self.path = Path(path)
        self.rows: list[Row] = []
        self._table, self._study = table, study
        name = printable(str(path), 200)
        if self._holds_study(name, resume=resume):
            before = read_study(self.path)
            _refuse_other(before, json.loads(json.dumps(study)), name)
            once = ("begun", "arguments", "loading_s")
            study |= {key: before[key] for key in once if key in before}
        self.path.mkdir(parents=True, exist_ok=True)
        file = self.path / table.name
        data = file.read_bytes() if file.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        try:
            self.rows = table.read(whole.decode("utf-8"), str(file)) if whole else []
        except UnicodeDecodeError:
            raise InputError("not UTF-8", source=str(file)) from None
        self._write_study()
        if len(whole) < len(data):
            os.truncate(file, len(whole))
        self._target = file.open("a", encoding="utf-8", newline="")
        if not whole:
            self._target.write(",".join(table.columns) + "\n")
            self._target.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._target.close()

    def append(self, row: Row) -> None:
        """Write a row; the system has it at once."""
        self._target.write(self._table.line(row))
        self._target.flush()
        self.rows.append(row)

    def write(self, name: str, data: bytes) -> None:
        """Write a file completely, or leave the older one."""
        target = self.path / name
        target.parent.mkdir(exist_ok=True)
        aside = target.with_name(_ASIDE + target.name)
        try:
            aside.write_bytes(data)
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)

    def finish(self, **more: object) -> None:
        """Write the sums to `study.json`, and the table as Parquet where possible."""
        from importlib.util import find_spec  # noqa: PLC0415

        self._study |= more
        self._write_study()
        if find_spec("pyarrow") is not None:
            runs = frame(self._table, self.rows)
            whole = {
                n: "Int64" for n, kind in self._table.columns.items() if kind is int
            }
            data = runs.astype(whole).to_parquet(index=False)
            self.write(Path(self._table.name).with_suffix(".parquet").name, data)

    def _write_study(self) -> None:
        text = json.dumps(self._study, ensure_ascii=False, indent=2)
        self.write(STUDY, text.encode() + b"\n")

    def _holds_study(self, name: str, *, resume: bool) -> bool:
        """Return whether there is a study to go on with."""
        try:
            names = sorted(entry.name for entry in self.path.iterdir())
            names = [each for each in names if not each.startswith(_ASIDE)]
        except FileNotFoundError:
            return False
        except NotADirectoryError:
            places = (self.path, *self.path.parents)
            file = next(place for place in places if place.exists())
            raise UsageError(
                f"{printable(str(file), 200)} is a file; expected a folder"
            ) from None
        if STUDY in names and not resume:
            raise UsageError(
                f"{name} holds a study; continue it with --resume, or name another "
                "folder"
            )
        if STUDY not in names and names:
            raise UsageError(
                f"{name} holds {printable(names[0])} and no study; expected a new or "
                "empty folder"
            )
        return STUDY in names


def read_study(path: str | Path) -> Row:
    """Read the `study.json` of a folder.

    Raises:
        InputError: It is not a JSON object.
        OSError: It cannot be read.
    """
    file = Path(path) / STUDY
    try:
        found: Any = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        what = f"not JSON: {printable(str(error), 100)}"
        raise InputError(what, source=str(file)) from None
    if not isinstance(found, dict):
        raise InputError("not a study", expected="a JSON object", source=str(file))
    return found


_OPTIONS = {
    "solvers": "--engines",
    **{name: f"--{name}" for name in ("repeat", "timeout", "ask", "whole", "baseline")},
    **{name: f"--{name}" for name in ("workers", "preset", "sizes", "engines")},
    "encodings": "--encodings",
    "give_up": "--give-up",
    "each": "--repeat",
}


def _refuse_other(before: Row, now: Row, name: str) -> None:
    """Refuse a folder whose study differs in its plan, machine or versions.

    Raises:
        UsageError: It does; the message names what differs.
    """
    pairs = [(before, now), *((before.get(k), now[k]) for k in ("settings", "machine"))]
    parts = before.get("parts") or [], now.get("parts") or []
    pairs += zip(*parts, strict=False)
    found: list[str] = []
    for old, new in pairs:
        if not isinstance(old, dict) or not isinstance(new, dict):
            found.append("it is not a study of this kind")
            continue
        for key in new:
            nested = key in ("settings", "machine", "parts", "memory_bytes", "begun")
            if nested or key == "arguments" or old.get(key) == new[key]:
                continue
            values = f"{json.dumps(old.get(key))}, now {json.dumps(new[key])}"
            long = key in ("puzzles", "sets", "versions")
            word = _OPTIONS.get(key, key)
            found.append(f"other {key}" if long else f"{word}: {values}")
    if len(parts[0]) != len(parts[1]):
        found.append("other parts")
    if found:
        raise UsageError(
            f"{name} holds another study ({printable('; '.join(found), 400)}); "
            "--resume without other options continues it"
        )
