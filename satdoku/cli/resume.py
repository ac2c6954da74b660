"""`satdoku solve --resume`: go on with what an earlier run has written.

Formats of a record a puzzle say by themselves how many puzzles were answered.  Whether
they are the answers to these puzzles is checked: every answer of the first hundred, the
last one, and some between.  A last line without its end was cut off, and is left out.
"""

from __future__ import annotations

import csv
import json
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from satdoku.cli import exits
from satdoku.cli.answer_tables import ArrayWriter, CsvWriter, ParquetWriter
from satdoku.cli.messages import counted
from satdoku.cli.run import SCHEMA
from satdoku.errors import InputError, SatdokuError, UsageError, printable
from satdoku.formats.model import Style
from satdoku.formats.tables import written_value
from satdoku.grid import Grid
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.cli.solve import Solving
    from satdoku.formats import Entry
    from satdoku.formats.bulk import Block
    from satdoku.symbols import Symbols


RESUMED = ("line", "csv", "json", "npy", "parquet")
_CHUNK = 1 << 20
_ALL, _EACH = 100, 997
"""The first hundred answers are checked, and then every 997th."""
_LIMITS = ("out of time", "out of guesses")
_STATS = ("status", "engine", "guesses", "sweeps")


class Earlier:
    """The answers that an earlier run has written; they are copied to the output.

    Their exit codes become codes of the run, as far as the file shows them.

    Args:
        path: The file.
        to: Its format.
        symbols: How digits are written; as in each puzzle if None.
        solving: What answers the other puzzles.

    Raises:
        UsageError: The format does not say how many puzzles it answers, or the file
            holds something else.
        OSError: It cannot be read.

    Attributes:
        count: How many puzzles are answered.
    """

    def __init__(
        self, path: str, to: str, symbols: Symbols | None, solving: Solving
    ) -> None:
        if to not in RESUMED:
            raise UsageError(f"--resume goes on with {', '.join(RESUMED)}; not {to}")
        self._name = printable(path, 200)
        self._to = to
        self._symbols = symbols
        self._output = solving.run.out
        self._codes = solving.run.codes
        self._unique = solving.unique
        self._samples: dict[int, str] = {}
        self._cut_off = ""
        writer = solving.writer
        self._table: CsvWriter | None = None
        if isinstance(writer, CsvWriter) and to == "csv":
            self._table = writer
        self.count = 0
        if isinstance(writer, (ArrayWriter, ParquetWriter)):
            try:
                self.count, first = writer.continue_from(path)
            except SatdokuError as error:
                raise UsageError(f"{self._name}: {error}") from None
            for at, row in enumerate([] if first is None else first.tolist()):
                self._samples[at] = "".join(map(str, row))
            self._codes.update(self._code("", each) for each in _errors(path, to))
        else:
            self._copy_lines(path)
        self._output.has_earlier = True

    def _copy_lines(self, path: str) -> None:
        with open(path, "rb") as file:  # noqa: PTH123  pathlib takes 10 ms to import
            if self._table is not None:
                header = file.readline(_CHUNK).decode("utf-8", "replace")
                columns = tuple(next(csv.reader([header]), ()))
                whole, begin = header.endswith("\n"), "puzzle,solution,"
                is_begun = header.startswith(begin) or begin.startswith(header)
                if not (self._table.continue_after(columns) if whole else is_begun):
                    self._refuse_columns(self._table.columns_for(()))
            last = b""
            while lines := file.readlines(_CHUNK):
                if not lines[-1].endswith(b"\n"):
                    self._cut_off = lines.pop().decode("utf-8", "ignore")
                for at in range(self.count, self.count + len(lines)):
                    if at < _ALL or at % _EACH == 0:
                        line = lines[at - self.count]
                        self._samples[at] = line.decode("utf-8", "replace")
                self._note_codes(lines)
                self._output.write_bytes(b"".join(lines))
                self.count += len(lines)
                last = lines[-1] if lines else last
            if last:
                self._samples[self.count - 1] = last.decode("utf-8", "replace")

    def _note_codes(self, lines: list[bytes]) -> None:
        """Note the exit codes of answers other than a single solution."""
        if self._to == "line":
            for line in [line for line in lines if line.startswith(b"#")]:
                status, _, error = line.decode("utf-8", "replace")[2:].partition(": ")
                self._codes.add(self._code(status, error.rstrip("\n")))
        elif self._to == "json":
            for line in [line for line in lines if b'"status": "unique"' not in line]:
                try:
                    record = json.loads(line)
                    error = record.get("error", _LIMITS[0])
                    status = record["status"] if record.get("certain", True) else ""
                except (ValueError, AttributeError, KeyError):
                    continue  # not an answer: `_check` refuses the file
                self._codes.add(self._code(status, error))
        elif self._table is not None:
            has_status = self._table.columns[-5:-1] == _STATS
            plain = b",unique," if has_status else b",\n"
            others = [line for line in lines if plain not in line]
            for row in csv.reader(line.decode("utf-8", "replace") for line in others):
                status = row[-5] if has_status and len(row) >= 5 else ""
                self._codes.add(self._code(status, row[-1] if row else ""))

    def _code(self, status: str, error: str) -> int:
        """Return the exit code of an answer, by its error where there is no status."""
        if error.endswith(_LIMITS) and status in {"", "unknown", "found"}:
            return exits.STOPPED
        if status in {"unreadable", "unknown"}:
            return exits.UNREADABLE
        several = status == "multiple" and self._unique
        if status == "none" or several or (error and not status):
            return exits.NO
        return exits.STOPPED if status == "found" else exits.DONE

    def _check_columns(self, entry: Entry | InputError) -> None:
        """Check that the answers have the columns of this puzzle, the first one."""
        if isinstance(entry, InputError):
            fields = entry.columns
        else:
            fields = entry.extras.columns
        if self._table is not None and self._table.columns:
            expected = self._table.columns_for(fields)
            if expected != self._table.columns:
                self._output.keep_nothing()
                self._refuse_columns(expected)

    def _refuse_columns(self, expected: tuple[str, ...]) -> NoReturn:
        raise UsageError(
            f"{self._name} has other columns than {','.join(expected)}; "
            "--resume goes on with the same input and options"
        )

    def rest(
        self, entries: Iterable[Entry | InputError]
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles that are not answered.

        Raises:
            UsageError: The answers are not to these puzzles.
        """
        seen = 0
        for entry in entries:
            if isinstance(entry, InputError) and entry.line is None:
                yield entry  # of a file, which has no answer
                continue
            if not seen:
                self._check_columns(entry)
            self._check(seen, entry)
            seen += 1
            if seen > self.count:
                yield entry
            elif isinstance(entry, InputError):
                self._codes.add(exits.UNREADABLE)
        self._check_count(seen)

    def rest_of_blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield the blocks of puzzles that are not answered.

        Raises:
            UsageError: The answers are not to these puzzles.
        """
        seen = 0
        for block in blocks:
            if block.is_error_of_file:
                yield block
                continue
            if not seen:
                self._check_columns(next(iter(block)))
            for at in [*self._samples, self.count]:
                if seen <= at < seen + block.items:
                    only = block.select(slice(at - seen, at - seen + 1))
                    self._check(at, next(iter(only)))
            cut = max(0, self.count - seen)
            done = block.select(slice(cut)).others if cut and block.others else ()
            if any(isinstance(item, InputError) for _, item in done):
                self._codes.add(exits.UNREADABLE)
            if cut < block.items:
                yield block.select(slice(cut, None))
            seen += block.items
        self._check_count(seen)

    def _check_count(self, puzzles: int) -> None:
        if puzzles < self.count:
            self._output.keep_nothing()
            raise UsageError(
                f"{self._name} has {counted(self.count, 'answer')}, and here is no "
                f"more than {counted(puzzles, 'puzzle')} to answer; --resume goes on "
                "with the same input"
            )

    def _check(self, at: int, entry: Entry | InputError) -> None:
        """Check that an answer is to this puzzle.

        Raises:
            UsageError: It is not.
        """
        if at == self.count:  # its line was cut off
            right = self._answers(self._cut_off, entry, begun=True)
        elif at in self._samples:
            right = self._answers(self._samples[at].rstrip("\n"), entry)
        else:
            return
        if not right:
            self._output.keep_nothing()
            header = 1 if self._to == "csv" else 0
            raise UsageError(
                f"{self._name}:{at + 1 + header}: no answer to puzzle {at + 1} in "
                f"format {self._to}; --resume goes on with the same input and options"
            )

    def _answers(
        self, text: str, entry: Entry | InputError, *, begun: bool = False
    ) -> bool:
        """Whether a line is an answer to a puzzle, or may be the begin of one."""
        kinds = {"json": self._is_object, "csv": self._is_record}
        return kinds.get(self._to, self._is_line)(text, entry, begun)

    @staticmethod
    def _is_object(text: str, entry: Entry | InputError, begun: bool) -> bool:  # noqa: FBT001
        if begun:
            start = f'{{"schema": {SCHEMA}, "source": '
            return start.startswith(text[: len(start)])
        try:
            record = json.loads(text)
        except ValueError:
            return False
        if isinstance(entry, InputError):
            return isinstance(record, dict) and "error" in record
        return isinstance(record, dict) and record.get("puzzle") == entry.grid.line

    def _is_record(self, text: str, entry: Entry | InputError, begun: bool) -> bool:  # noqa: FBT001
        puzzle = ""
        if not isinstance(entry, InputError):
            style = Style(symbols=self._symbols or entry.extras.symbols)
            puzzle = written_value(entry, "puzzle", style) or ""
        if begun:
            return f"{puzzle},".startswith(text[: len(puzzle) + 1])
        found, solution, *_ = [*next(csv.reader([text]), []), "", ""]
        if found != puzzle:
            return False
        return not solution or self._is_solution(solution, entry)

    def _is_line(self, text: str, entry: Entry | InputError, begun: bool) -> bool:  # noqa: FBT001
        unread = isinstance(entry, InputError)
        heads = ["# unreadable: "] if unread else ["# unknown: ", "# none: "]
        if begun and any(head.startswith(text[: len(head)]) for head in heads):
            return True
        if text.startswith(tuple(heads)):
            return True
        zeros = self._to == "npy" and bool(text) and not text.strip("0")
        return zeros or self._is_solution(text, entry, begun=begun)

    def _is_solution(
        self, text: str, entry: Entry | InputError, *, begun: bool = False
    ) -> bool:
        """Whether a text is a solution of a puzzle, or the begin of one."""
        if isinstance(entry, InputError):
            return False
        puzzle = entry.grid
        size, cells = puzzle.geometry.size, puzzle.geometry.cells
        symbols = self._symbols or entry.extras.symbols or usual(size)
        try:
            if symbols is None:
                values = [int(word) for word in text.split(" ")]
            else:
                values = [symbols.digit(mark, size) for mark in text]
        except ValueError:
            return False
        if begun:
            pairs = zip(values, puzzle.values, strict=False)
            fits = all(value and clue in {0, value} for value, clue in pairs)
            return fits and len(values) <= cells
        if len(values) != cells or not all(0 < value <= size for value in values):
            return False
        return puzzle.is_solution(Grid.trusted(puzzle.geometry, tuple(values)))


def _errors(path: str, to: str) -> set[str]:
    """Return why puzzles have no answer, as far as a table or an array holds that."""
    if to == "npy":
        import numpy as np  # noqa: PLC0415  for arrays alone

        solved = np.load(path, mmap_mode="r", allow_pickle=False).any(axis=1)
        return set() if solved.all() else {"no solution"}
    table: Any = import_module("pyarrow.parquet").read_table(path, columns=["error"])
    return set(filter(None, table.column("error").to_pylist()))
