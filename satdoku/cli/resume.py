"""`satdoku solve --resume`: go on with what an earlier run has written.

Formats of a record a puzzle say by themselves how many puzzles were answered.  Whether
they are the answers to these puzzles is checked: every answer of the first hundred, the
last one, and some between.  A last line without its end was cut off, and is left out.
"""

from __future__ import annotations

import csv
import json
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.cli.answers import CsvWriter
from satdoku.cli.bulk import ArrayWriter
from satdoku.cli.messages import counted
from satdoku.errors import InputError, SatdokuError, UsageError, printable
from satdoku.formats.format import Style
from satdoku.formats.tables import written_value
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.cli.answers import AnswerWriter
    from satdoku.cli.output import Output
    from satdoku.formats import Entry
    from satdoku.formats.blocks.block import Block

__all__ = ["RESUMED", "Earlier"]

RESUMED = ("line", "csv", "json", "npy", "parquet")
_CHUNK = 1 << 20
_EACH = 997
"""Of the answers beyond the first hundred, every so many is checked."""


class Earlier:
    """The answers that an earlier run has written.

    Args:
        path: The file.
        to: Its format.
        writer: What writes the further answers.
        output: Where to; the answers are copied there.

    Raises:
        UsageError: The format does not say how many puzzles it answers, or the file
            holds something else.
        OSError: It cannot be read.

    Attributes:
        count: How many puzzles are answered.
    """

    def __init__(
        self, path: str, to: str, writer: AnswerWriter, output: Output
    ) -> None:
        if to not in RESUMED:
            raise UsageError(f"--resume goes on with {', '.join(RESUMED)}; not {to}")
        self._name = printable(path, 200)
        self._to = to
        self._output = output
        self._samples: dict[int, str] = {}
        self.count = 0
        if isinstance(writer, ArrayWriter):
            try:
                self.count, first = writer.continue_from(path)
            except SatdokuError as error:
                raise UsageError(f"{self._name}: {error}") from None
            for at, row in enumerate([] if first is None else first.tolist()):
                self._samples[at] = "".join(map(str, row))
        else:
            self._copy_lines(path, writer)
        output.has_earlier = True

    def _copy_lines(self, path: str, writer: AnswerWriter) -> None:
        with open(path, "rb") as file:  # noqa: PTH123  pathlib takes 10 ms to import
            if isinstance(writer, CsvWriter):
                header = file.readline(_CHUNK).decode("utf-8", "replace")
                expected = ",".join(writer.columns) + "\n"
                if header and header != expected:
                    raise UsageError(
                        f"{self._name} has other columns than {expected.rstrip()}; "
                        "--resume goes on with the same options"
                    )
                if header:
                    writer.header()
            last = b""
            for line in file:
                if not line.endswith(b"\n"):
                    break  # it was cut off
                if self.count < 100 or self.count % _EACH == 0:
                    self._samples[self.count] = line.decode("utf-8", "replace")
                last = line
                self._output.write_bytes(line)
                self.count += 1
            if last:
                self._samples[self.count - 1] = last.decode("utf-8", "replace")

    def rest(
        self, entries: Iterable[Entry | InputError]
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles that are not answered.

        Raises:
            UsageError: The answers are not to these puzzles.
        """
        iterator = iter(entries)
        seen = 0
        for seen, entry in enumerate(islice(iterator, self.count), 1):
            self._check(seen - 1, entry)
        self._check_count(seen)
        yield from iterator

    def rest_of_blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield the blocks of puzzles that are not answered.

        Raises:
            UsageError: The answers are not to these puzzles.
        """
        seen = 0
        for block in blocks:
            until = min(self.count, seen + block.items)
            for at in range(seen, until):
                if at in self._samples:
                    only = block.select(at - seen, block.items)
                    self._check(at, next(iter(only)))
            if seen + block.items > self.count:
                yield block.select(max(0, self.count - seen), 1)
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
        text = self._samples.get(at)
        if text is None or self._answers(text.rstrip("\n"), entry):
            return
        self._output.keep_nothing()
        header = 1 if self._to == "csv" else 0
        raise UsageError(
            f"{self._name}:{at + 1 + header}: no answer to puzzle {at + 1} in format "
            f"{self._to}; --resume goes on with the same input and options"
        )

    def _answers(self, text: str, entry: Entry | InputError) -> bool:
        if self._to == "json":
            try:
                record = json.loads(text)
            except ValueError:
                return False
            if isinstance(entry, InputError):
                return isinstance(record, dict) and "error" in record
            return isinstance(record, dict) and record.get("puzzle") == entry.grid.line
        if self._to == "csv":
            values = next(csv.reader([text]), [])
            if isinstance(entry, InputError):
                return values[:2] == ["", ""]
            return values[:1] == [written_value(entry, "puzzle", Style())]
        if isinstance(entry, InputError):
            return text.startswith("# unreadable: ") or not text.strip("0")
        if text.startswith(("# none: ", "# unknown: ")) or not text.strip("0"):
            return True
        try:
            answer = Puzzle(text, geometry=entry.grid.geometry)
        except SatdokuError:
            return False
        return entry.grid.is_solution(answer.clues)
