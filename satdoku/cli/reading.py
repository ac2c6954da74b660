"""Where the puzzles of a command come from: files, standard input, or text.

FILE... ──▶ scan (satdoku.formats) ──▶ entries ──▶ those that are picked
"""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from itertools import islice
from math import inf, isqrt
from operator import or_
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli.messages import say
from satdoku.cli.output import Output
from satdoku.errors import InputError, Stopped, UsageError, printable
from satdoku.formats import PuzzleRecord, Writer, scan
from satdoku.formats.model import USUAL_LIMITS, ReadLimits
from satdoku.formats.registry import ISS_START, find_any
from satdoku.formats.source import open_source
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import dialect, usual

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from typing import IO, TextIO

    from satdoku.formats.bulk import Block
    from satdoku.puzzle.constraints.base import Constraint


_SAMPLE = 1 << 20
_FIRST_OF_TEXT = 9  # the tabulator; what is packed has smaller bytes
_RANGE = re.compile(r"(\d{1,15})(?:(-)(\d{1,15})?)?", re.ASCII)
_AS_READ = ("euler", "grid", "line", "numbers", "rows")
"""Formats in which --fixed writes puzzles as they were read."""


@dataclass(kw_only=True)
class Reader:
    """Reads puzzles as the options say.

    Args:
        from_: The format; None to detect it.
        box: The shape of the boxes (`2x3`); None for the usual one.
        variant: Names of rules that every puzzle has besides its own.
        symbols: How digits are written; None to detect it.
        column: The column of puzzles in a table; None to detect it.
        repair: Whether to repair what can be read in one way only.
        fixed: The file for the repaired puzzles.
        force: Whether that may be replaced.
        max_size, max_line, max_file, max_link: Bounds; None for the usual ones.

    Attributes:
        open_files: Has the file of --fixed, with what was read; an error discards it.

    Raises:
        UsageError: There is no such format, box or symbols.
    """

    from_: str | None = None
    box: str | None = None
    variant: tuple[str, ...] = ()
    symbols: str | None = None
    column: str | None = None
    repair: bool = False
    fixed: str | None = None
    force: bool = False
    max_size: int | None = None
    max_line: int | None = None
    max_file: int | None = None
    max_link: int | None = None
    solution_column: str | None = field(default=None, init=False)
    """The column of solutions in a table."""
    answered: float = field(default=1.0, init=False)
    """How much of what has been read was answered, from 0 to 1."""

    def __post_init__(self) -> None:
        if self.from_ is not None:
            find_any(self.from_)
        self.repair = self.repair or self.fixed is not None
        limits = ReadLimits(
            line=self.max_line or USUAL_LIMITS.line,
            size=self.max_size or USUAL_LIMITS.size,
            link=self.max_link or USUAL_LIMITS.link,
            document=USUAL_LIMITS.document,
            file=self.max_file,
        )
        self._rules = _rules(self.variant)
        self._files: Sequence[str] = ("-",)
        self._index = self._line = 0
        self._part: float | None = None
        self.open_files = ExitStack()
        self._output: Output | None = None
        self._how: dict[str, Any] = {
            "format": self.from_,
            "geometry": None if self.box is None else Geometry.parse(self.box),
            "symbols": None if self.symbols is None else dialect(self.symbols),
            "column": self.column,
            "limits": limits,
        }

    def check(self, files: Sequence[str]) -> None:
        """Check before long work that every file can be opened.

        Raises:
            InputError: One cannot.
        """
        for name in files:
            if name != "-" and not os.access(name, os.R_OK) and not _is_text(name):
                first = next(self._scan([name]))
                if isinstance(first, InputError):
                    raise first

    def entries(self, files: Sequence[str]) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzles of files, and for each unreadable one its error."""
        found = self._scan(files)
        if self.fixed is None or self._output is not None:
            return found
        self._output = Output(
            self.fixed, force=self.force, inputs=files, option="--fixed", content=""
        )
        self._output.failed = True  # no file if nothing is written
        self.open_files.enter_context(self._output)
        return self._fix(found, self._output)

    def _fix(
        self, found: Iterator[PuzzleRecord | InputError], output: Output
    ) -> Iterator[PuzzleRecord | InputError]:
        """Yield puzzles, and write each to the file of --fixed."""
        writer: Writer | None = None
        for entry in found:
            if isinstance(entry, PuzzleRecord):
                if writer is None:
                    name = entry.format if entry.format in _AS_READ else "rows"
                    name = name if usual(entry.puzzle.geometry.size) else "numbers"
                    writer = Writer(output.stream, name, entry.puzzle.geometry.symbols)
                    self.open_files.callback(writer.close)
                writer.write(entry)
            yield entry

    def _scan(self, files: Sequence[str]) -> Iterator[PuzzleRecord | InputError]:
        for name, source in self._sources(files):
            self._line = 0
            how = self._how | {"repair": self.repair}
            found = scan(source, solution_column=self.solution_column, **how)
            for entry in found:
                self._line = entry.line or self._line
                if isinstance(entry, PuzzleRecord) and self._rules:
                    entry = _with_rules(entry, self._rules)  # noqa: PLW2901
                if isinstance(entry, PuzzleRecord):
                    _report_repairs(entry)
                    for warning in entry.metadata.warnings:
                        say(f"satdoku: {place_of(entry)}: warning: {warning}")
                else:
                    _explain_missing(entry, name)
                yield entry

    def _sources(self, files: Sequence[str]) -> Iterator[tuple[str, _Argument | str]]:
        """Yield the name of each file, and what is read."""
        self._files = files or ("-",)
        for index, name in enumerate(self._files):
            self._index = index
            announce_keyboard(name)
            yield name, _Argument(f"{name}\n") if _is_text(name) else name

    def blocks(
        self,
        files: Sequence[str],
        *,
        columns: bool,
        one_by_one: bool,
        solutions: bool = False,
    ) -> Iterator[Block]:
        """Yield the puzzles of files, many at a time.

        Args:
            files: The files.
            columns: Whether the other columns of tables are wanted.
            one_by_one: Whether every puzzle is read by itself, with its name.
            solutions: Whether stated solutions are needed.
        """
        from satdoku.formats.bulk import scan_blocks  # noqa: PLC0415  numpy

        for name, source in self._sources(files):
            for block in scan_blocks(
                source,
                columns=columns,
                one_by_one=one_by_one,
                solutions=solutions,
                solution_column=self.solution_column,
                **self._how,
            ):
                self._part = block.part
                for _, other in block.others:
                    if isinstance(other, InputError):
                        _explain_missing(other, name)
                yield block

    def only(self, name: str, hint: str = "split the file") -> PuzzleRecord:
        """Read the one puzzle of a file, as `only_one` does."""
        return only_one(self.entries([name]), hint)

    def part(self) -> float | None:
        """Return how much has been read, from 0 to 1, where that is known."""
        if self._part is not None:
            part = self._part * self.answered
        elif lines := _lines(self._files[self._index]):
            part = min(self._line / lines, 1.0)
        else:
            return None
        return (self._index + part) / len(self._files)


VARIANTS = {
    "anti-king": "AntiKing",
    "anti-knight": "AntiKnight",
    "anti-taxicab": "AntiTaxicab",
    "diagonal": "Diagonals",
    "disjoint-groups": "DisjointGroups",
    "non-consecutive": "AntiConsecutive",
    "windoku": "Windoku",
}
"""The rules of --variant, and the constraints that they are."""


def _rules(names: Iterable[str]) -> list[Constraint]:
    """Return the constraints of --variant.

    Raises:
        BadParameter: There is none of a name.
    """
    rules: list[Constraint] = []
    for name in names:
        if name not in VARIANTS:
            raise click.BadParameter(
                f"{name!r}; expected {', '.join(VARIANTS)}", param_hint="--variant"
            )
        from satdoku.puzzle.constraints import places  # noqa: PLC0415  variants alone

        rules.append(getattr(places, VARIANTS[name])())
    return rules


def _with_rules(
    entry: PuzzleRecord, rules: list[Constraint]
) -> PuzzleRecord | InputError:
    """Return an entry with more constraints; an error if one does not fit its grid."""
    every = list(dict.fromkeys([*entry.puzzle.constraints, *rules]))
    try:
        state = entry.metadata.state
        extras = replace(entry.metadata, state=state and Puzzle(state, every))
        return replace(entry, puzzle=Puzzle(entry.puzzle, every), metadata=extras)
    except UsageError as error:
        return InputError(str(error)).at(source=entry.source, line=entry.line)


def only_one(
    entries: Iterable[PuzzleRecord | InputError], hint: str = "split the file"
) -> PuzzleRecord:
    """Return the one puzzle of a file.

    Args:
        entries: What the file holds.
        hint: What helps where it has several.

    Raises:
        InputError: The file cannot be read, or holds no or several puzzles.
    """
    first, *more = islice(entries, 2)  # without one, its error
    if isinstance(first, InputError):
        raise first
    if more:
        raise InputError(
            "a second puzzle",
            expected="one puzzle",
            hint=hint,
            source=first.source,
            line=more[0].line,
        )
    return first


class Picked:
    """The puzzles of `--first N` and `--pick 3,5-7`, by their numbers from 1 on.

    Puzzles are counted over all files, as they come, those that cannot be read
    included.  The errors of whole files have no number, and are always picked.

    Args:
        pick: Numbers and ranges; None for all.
        first: How many at most; None for all.

    Raises:
        BadParameter: They cannot be read.
    """

    def __init__(self, pick: str | None, first: int | None) -> None:
        self.seen = self.unread_files = 0
        self._ranges: list[tuple[int, float]] = []
        for part in () if pick is None else pick.split(","):
            found = _RANGE.fullmatch(part.strip())
            start, dash, stop = found.groups() if found else ("0", None, None)
            self._ranges.append((int(start), float(stop or (inf if dash else start))))
            if not 0 < self._ranges[-1][0] <= self._ranges[-1][1]:
                expected = "expected numbers from 1 and ranges, with commas: 3,5-7,9-"
                raise click.BadParameter(f"{pick!r}; {expected}", param_hint="--pick")
        self._first = first or inf
        if any(start > self._first for start, _ in self._ranges):
            text = f"{pick} is beyond the first {first} of --first"
            raise click.BadParameter(text, param_hint="--pick")
        self.last = min(self._first, max((b for _, b in self._ranges), default=inf))

    def of(
        self, entries: Iterable[PuzzleRecord | InputError]
    ) -> Iterator[PuzzleRecord | InputError]:
        """Yield those that are picked.

        Raises:
            InputError: There are not so many.
        """
        for entry in entries:
            if isinstance(entry, InputError) and entry.line is None:
                self.unread_files += 1
                yield entry
                continue
            self.seen += 1
            if self.takes(self.seen):
                yield entry
            if self.seen >= self.last:
                break
        self.check_end()

    def of_blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield what is picked of blocks; errors as of `of`."""
        import numpy as np  # noqa: PLC0415  for blocks alone

        for block in blocks:
            if block.is_error_of_file:
                self.unread_files += 1
                yield block
                continue
            numbers = np.arange(self.seen + 1, self.seen + 1 + block.items)
            wanted = self.takes(numbers) & (numbers <= self.last)
            self.seen += block.items
            if wanted.any():
                yield block.select(wanted)
            if self.seen >= self.last:
                break
        self.check_end()

    def takes(self, number: Any) -> Any:  # noqa: ANN401
        """Whether a puzzle is picked; an array of answers for an array of numbers."""
        if not self._ranges:
            return number > 0
        return reduce(or_, ((a <= number) & (number <= b) for a, b in self._ranges))

    def check_end(self) -> None:
        """Check that all that was picked was there.

        Raises:
            InputError: It was not.
        """
        for first, _ in () if self.unread_files else self._ranges:
            if self.seen < first:
                what = f"puzzle {first} does not exist"
                raise InputError(f"{what}; the input has {self.seen:,}")


class _Argument(io.StringIO):
    """A puzzle that is an argument itself."""

    name = "<argument>"


def place_of(entry: PuzzleRecord) -> str:
    """Return where a puzzle is: file and line."""
    return f"{printable(entry.source, 200)}:{entry.line}"


def geometry_from(size: int | None, box: str | None) -> Geometry | None:
    """Return the grid that --size and --box say; None if neither is there.

    Raises:
        UsageError: There is no such grid, or they contradict each other.
    """
    if box is None:
        return None if size is None else Geometry.of_size(size)
    geometry = Geometry.parse(box)
    if size not in {None, geometry.size}:
        n = geometry.size
        raise UsageError(f"--box {box} is for a grid of {n}x{n}, not --size {size}")
    return geometry


def announce_keyboard(name: str, what: str = "puzzles") -> None:
    """Say how to go on where standard input is the keyboard.

    Raises:
        InputError: Standard input is closed.
    """
    if name != "-":
        return
    stream: TextIO | None = sys.stdin  # None if the shell closed it
    if stream is None:
        raise InputError("standard input is closed", source="<stdin>")
    if stream.isatty():
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        say(f"satdoku: reading {what} from the keyboard; {end} ends them")


@contextmanager
def open_bytes(name: str, what: str) -> Generator[IO[bytes]]:
    """Open a file, packed or not, or standard input, as bytes.

    Args:
        name: The file; `-` for standard input.
        what: What it holds, for the message to whoever sits at the keyboard.

    Raises:
        InputError: It cannot be opened, or be read to its end.
    """
    announce_keyboard(name, what)
    with open_source(name) as opened:
        try:
            yield opened.stream()
        except InputError as error:
            raise error.at(source=opened.name) from None
        except Stopped:  # an OSError as well, as every TimeoutError
            raise
        except OSError as error:
            raise opened.unreadable(error) from None


def _is_text(name: str) -> bool:
    """Whether a FILE is a puzzle itself: no such file, and cells or a link."""
    if name == "-" or os.path.lexists(name):
        return False
    if "://" in name or "\n" in name or ISS_START.match(name):
        return True
    marks = [mark for mark in name if not mark.isspace()]
    # Names of files have dashes and letters, too: a long square of them is a puzzle.
    is_square = len(marks) >= 36 and isqrt(len(marks)) ** 2 == len(marks)
    blanks = "._*-xX" if is_square else "._*"
    cells = sum(mark.isdigit() or mark in blanks for mark in marks)
    return len(marks) >= 16 and 2 * cells > len(marks) and "/" not in name


def _explain_missing(error: InputError, name: str) -> None:
    """Say how a puzzle is given as text, where there is no such file."""
    is_file = name == "-" or os.path.lexists(name)
    if error.line is None and error.hint is None and not (is_file or _is_text(name)):
        error.hint = "a puzzle as text has 16, 36, 81, ... digits and dots"


def _report_repairs(entry: PuzzleRecord) -> None:
    """Say what was repaired in a puzzle: each kind once, with its lines."""
    lines: dict[str, set[int]] = {}
    for repair in entry.metadata.repairs:
        lines.setdefault(repair.what, set()).add(repair.line or 0)
    for what, numbers in lines.items():
        at = sorted(numbers - {0})
        place = printable(entry.source, 200) + (f":{at[0]}" if at else "")
        more = f" (lines {', '.join(map(str, at))})" if len(at) > 1 else ""
        say(f"satdoku: {place}: repaired: {printable(what, 300)}{more}")


def file_size(name: str) -> int:
    """Return the bytes of a file; 0 if there is none, -1 if that cannot be known."""
    try:
        found = os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name)  # noqa: PTH116
    except (AttributeError, ValueError, OSError):
        return -1 if name == "-" else 0
    return found.st_size if stat.S_ISREG(found.st_mode) else -1


@cache
def _lines(name: str) -> float:
    """Return about how many lines a file of text has, by its first megabyte, or 0."""
    size = 0 if name == "-" else file_size(name)
    if size <= 0:
        return 0.0
    with open(name, "rb") as stream:  # noqa: PTH123  pathlib takes 10 ms to import
        sample = stream.read(_SAMPLE)
    if min(sample) < _FIRST_OF_TEXT:
        return 0.0
    return size * max(1, sample.count(b"\n")) / len(sample)
