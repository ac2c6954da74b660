"""Where the puzzles of a command come from: files, standard input, or text.

FILE... ──▶ scan (satdoku.formats) ──▶ entries ──▶ those that are picked
"""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, cached_property, reduce
from itertools import chain, islice
from math import isqrt
from operator import or_
from select import select
from sys import maxsize
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli.messages import say
from satdoku.errors import InputError, Stopped, UsageError, printable
from satdoku.formats import PuzzleRecord, scan
from satdoku.formats.reading import refuse_drawings
from satdoku.formats.registry import ISS_START
from satdoku.formats.source import open_source, source_name
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import dialect
from satdoku.solving.choice import LANES_FROM

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from typing import IO, TextIO

    from satdoku.formats.bulk import Block
    from satdoku.puzzle.cells import Line
    from satdoku.puzzle.constraints.base import Constraint


_LARGE = 20_000
"""Bytes of input from which puzzles are read many at a time: 250 puzzles of 9x9."""
_PAUSE = 0.2
"""Seconds without input after which a pipe is not filled by another program."""
_PIPED = 4_096
"""Bytes of a pipe that has more to come at once."""

COLUMNS_FROM = 1_000
"""Puzzles that decide on the columns of a table."""
_SAMPLE = 1 << 20
_PACKED = re.compile(r"(fpuz|scl|ctc|scf)[\w+/=%*-]{24,}$")
_FIRST_OF_TEXT = 9  # the tabulator; what is packed has smaller bytes


class Reader:
    """Reads the puzzles of files, as the options say.

    Args:
        files: Files, `-`, or puzzles as text; standard input if there are none.
        from_: The format; None to detect it.
        box: The shape of the boxes (`2x3`); None for the usual one.
        variant: Names of rules that every puzzle has besides its own.
        symbols: How digits are written; None to detect it.
        column: The column of puzzles in a table; None to detect it.
        repair: Whether to repair what can be read in one way only.
        max_size: The largest size of a grid; None for the usual one.
        pick: Ranges of numbers of puzzles; None for all.

    Attributes:
        takes_drawings: Whether puzzles of SudokuPad are taken whose drawings or words
            may be rules that are not understood.
        files: What is read.
        given: The options that were given.
        picks: Whether not all puzzles are read.
        answered: How much of what has been read was answered, from 0 to 1.

    Raises:
        UsageError: There is no such format, box or symbols.
    """

    def __init__(
        self,
        files: Sequence[str] = (),
        *,
        from_: str | None = None,
        box: str | None = None,
        variant: Sequence[str] = (),
        symbols: str | None = None,
        column: str | None = None,
        repair: bool = False,
        max_size: int | None = None,
        pick: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        self.files = tuple(files) or ("-",)
        options = {
            "--from": from_,
            "--box": box,
            "--variant": variant,
            "--symbols": symbols,
            "--column": column,
            "--repair": repair,
            "--max-size": max_size,
            "--pick": pick,
        }
        self.given = [option for option, value in options.items() if value]
        self.picks = pick is not None
        self.geometry = None if box is None else Geometry.parse(box)
        self.repair = repair
        self.takes_drawings = False
        self.answered = 1.0
        self.quiet = False
        self._filter = PuzzleFilter(pick)
        self._variant, self._rules = variant, rules_of(variant)
        self._index = self._line = 0
        self._part: float | None = None
        self._entries: Iterator[PuzzleRecord | InputError] | None = None
        self._blocks: Iterator[Block] | None = None
        self._needs: dict[str, bool] | None = None
        self._fewest = 0
        self._options: dict[str, Any] = {
            "format": from_,
            "geometry": self.geometry,
            "symbols": None if symbols is None else dialect(symbols),
            "column": column,
            "max_size": max_size,
        }

    def entries(self) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzles, and for each unreadable one its error.

        Raises:
            InputError: There are fewer than are picked.
        """
        if (blocks := self.blocks()) is not None:
            self._entries, self._blocks = chain.from_iterable(blocks), None
        return self._entries or iter(())

    def head(self, number: int = 2) -> list[PuzzleRecord | InputError]:
        """Return the first puzzles; `entries` still yields them."""
        if self.blocks() is not None:
            return list(islice(chain.from_iterable(self._first_blocks(number)), number))
        entries = self.entries()
        first = list(islice(entries, number))
        self._entries = chain(first, entries)
        return first

    def go_on(self, rest: Callable[[Iterable[Any]], Iterator[Any]]) -> None:
        """Leave puzzles out that have their answer.

        Args:
            rest: Returns the puzzles that have none; of blocks, blocks.
        """
        if (blocks := self.blocks()) is not None:
            self._blocks = rest(blocks)
        else:
            self._entries = rest(self.entries())

    def head_of_table(self) -> list[PuzzleRecord | InputError]:
        """Return the first puzzles, which decide on the columns of a table."""
        if self.blocks() is None and "-" in self.files:  # where somebody may wait
            return self.head(1)
        return self.head(COLUMNS_FROM)

    def only(self, name: str, hint: str = "split the file") -> PuzzleRecord:
        """Return the one puzzle of another file, read as these are."""
        return only_one(self._scan([name]), hint)

    def _scan(self, files: Sequence[str]) -> Iterator[PuzzleRecord | InputError]:
        for name, source in self._sources(files):
            self._line = 0
            skipped: list[Line] = []
            options = {**self._options, "repair": self.repair, "skipped": skipped}
            for entry in scan(source, **options):
                self._line = entry.line or self._line
                if isinstance(entry, PuzzleRecord) and self._rules:
                    entry = _with_rules(entry, self._rules, self._variant)  # noqa: PLW2901
                yield self._reported(entry, name)
            if not self.quiet:
                _report_skipped(skipped, source_name(source))

    def _reported(
        self, entry: PuzzleRecord | InputError, name: str
    ) -> PuzzleRecord | InputError:
        """Say what was repaired, and what is not read; return what is to be answered.

        That is an error for a puzzle of SudokuPad whose drawings may be rules.
        """
        if isinstance(entry, InputError):
            _explain_missing(entry, name)
            return entry
        _report_repairs(entry)
        if not self.takes_drawings:
            try:
                refuse_drawings(entry, "--ignore-drawings (solve, count, check)")
            except InputError as error:
                return error
        _report_warnings(entry)
        return entry

    def _sources(self, files: Sequence[str]) -> Iterator[tuple[str, _Argument | str]]:
        """Yield the name of each file, and what is read."""
        for index, name in enumerate(files):
            self._index = index
            announce_keyboard(name)
            yield name, _Argument(f"{name}\n") if is_text(name) else name

    # Many at a time

    def prefer_blocks(
        self,
        *,
        always: bool = False,
        columns: bool = False,
        one_by_one: bool = False,
    ) -> None:
        """Read puzzles many at a time if engine lanes answers so many.

        Args:
            always: Whether it answers all, however few there are.
            columns: Whether the other columns of tables are wanted.
            one_by_one: Whether every puzzle is read by itself, with its name.
        """
        if always or (self.can_be_blocks and self.is_large):
            self._fewest = 1 if always else LANES_FROM
            self._needs = {"columns": columns, "one_by_one": one_by_one}

    def blocks(self) -> Iterator[Block] | None:
        """Return the puzzles many at a time; None if `entries` yields each alone."""
        if self._blocks is None and self._entries is None:
            if self._needs is None:
                self._entries = self._filter.apply(self._scan(self.files))
                return None
            blocks = self._scan_blocks(**self._needs)
            self._blocks = self._filter.apply_to_blocks(blocks)
            first = self._first_blocks(self._fewest)
            if self._fewest > 1 and not are_many(first):
                self._entries, self._blocks = chain.from_iterable(self._blocks), None
        return self._blocks

    def _scan_blocks(
        self,
        **needs: Any,  # noqa: ANN401  as `scan_blocks` takes them
    ) -> Iterator[Block]:
        from satdoku.formats.bulk import scan_blocks  # noqa: PLC0415  numpy

        for name, source in self._sources(self.files):
            for block in scan_blocks(source, **needs, **self._options):
                self._part = block.part
                others = [(at, self._reported(o, name)) for at, o in block.others]
                yield replace(block, others=others) if others else block

    @property
    def can_be_blocks(self) -> bool:
        """Whether the options leave a choice how puzzles are read."""
        return not (self.repair or self._rules)

    def _first_blocks(self, number: int) -> list[Block]:
        """Return the blocks with the first puzzles, as many as there are.

        A pipe that pauses waits for answers to the puzzles so far.
        """
        first: list[Block] = []
        blocks = self._blocks or iter(())
        for block in blocks:
            first.append(block)
            enough = sum(block_read.items for block_read in first) >= number
            if enough or ("-" in self.files and _pauses()):
                break
        self._blocks = chain(first, blocks)
        return first

    # How much there is: to be found out before anything is read

    @cached_property
    def is_large(self) -> bool:
        """Whether puzzles are read many at a time, by the size of the input."""
        size = sum(max(file_size(name), 0) for name in self.files)
        if "-" in self.files and file_size("-") < 0:
            # A pipe that fills the buffer has more to come.
            size += _LARGE * (not _is_terminal() and _waiting() >= _PIPED)
        return size >= _LARGE

    @cached_property
    def is_slow(self) -> bool:
        """Whether puzzles come from a keyboard, or a pipe with little in it."""
        return "-" in self.files and (_is_terminal() or 0 <= _waiting() < _PIPED)

    def part(self) -> float | None:
        """Return how much has been read, from 0 to 1, where that is known."""
        if self._part is not None:
            part = self._part * self.answered
        elif lines := _lines(self.files[self._index]):
            part = min(self._line / lines, 1.0)
        else:
            return None
        return (self._index + part) / len(self.files)


def are_many(first: Iterable[Block]) -> bool:
    """Whether engine lanes answers all puzzles, by the blocks of the first ones."""
    rows = sum(len(block.values) for block in first)
    items = sum(block.items for block in first)
    return items >= LANES_FROM and 2 * rows >= items


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


def rules_of(names: Iterable[str]) -> list[Constraint]:
    """Return the constraints of --variant."""
    rules: list[Constraint] = []
    for name in names:
        if name not in VARIANTS:
            known = ", ".join(VARIANTS)
            raise click.BadParameter(
                f"{printable(name)!r}; expected {known}", param_hint="--variant"
            )
        from satdoku.puzzle.constraints import places  # noqa: PLC0415  variants alone

        rules.append(getattr(places, VARIANTS[name])())
    return rules


def _with_rules(
    entry: PuzzleRecord, rules: list[Constraint], names: Iterable[str]
) -> PuzzleRecord | InputError:
    """Return an entry with more constraints; an error if one does not fit its grid.

    Words beside it that name these alone are no doubt any more.
    """
    every = list(dict.fromkeys([*entry.puzzle.constraints, *rules]))
    try:
        state, warnings = entry.metadata.state, entry.metadata.warnings
        doubt = entry.metadata.doubt
        if doubt and _names_only(doubt, names):
            warnings = tuple([warning for warning in warnings if warning != doubt])
        extras = replace(
            entry.metadata, state=state and Puzzle(state, every), warnings=warnings
        )
        return replace(entry, puzzle=Puzzle(entry.puzzle, every), metadata=extras)
    except UsageError as error:
        return InputError(str(error)).at(source=entry.source, line=entry.line)


def _names_only(doubt: str, names: Iterable[str]) -> bool:
    """Whether a warning, which is not cut, names these rules of --variant alone."""
    from satdoku.puzzle.prose import rule_words  # noqa: PLC0415  variants alone

    known = [name.replace("-", "") for name in names]
    words = [word.removesuffix("s") for word in rule_words(doubt)]
    are_known = all(any(name.startswith(word) for name in known) for word in words)
    return bool(words) and are_known and "…" not in doubt


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
    first, *others = islice(entries, 2)  # without one, its error
    if isinstance(first, InputError):
        raise first
    if others:
        raise InputError(
            "a second puzzle",
            expected="one puzzle",
            hint=hint,
            source=first.source,
            line=others[0].line,
        )
    return first


class PuzzleFilter:
    """The puzzles of `--pick`, by their numbers from 1 on.

    Puzzles are counted over all files, as they come, those that cannot be read
    included.  The errors of whole files have no number, and are always picked.

    Args:
        ranges: The first and last number of each range; None for all.
    """

    def __init__(self, ranges: Sequence[tuple[int, int]] | None) -> None:
        self._ranges = ranges
        self._last = max((last for _, last in ranges or [(1, maxsize)]))
        self._count = self._unread_files = 0

    def apply(
        self, entries: Iterable[PuzzleRecord | InputError]
    ) -> Iterator[PuzzleRecord | InputError]:
        """Yield those that are picked.

        Raises:
            InputError: There are not so many.
        """
        for entry in entries:
            if isinstance(entry, InputError) and entry.line is None:
                self._unread_files += 1
                yield entry
                continue
            self._count += 1
            if self._takes(self._count):
                yield entry
            if self._count >= self._last:
                break
        self._check_end()

    def apply_to_blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield what is picked of blocks; errors as of `apply`."""
        import numpy as np  # noqa: PLC0415  for blocks alone

        for block in blocks:
            if block.is_error_of_file:
                self._unread_files += 1
                yield block
                continue
            numbers = np.arange(self._count + 1, self._count + 1 + block.items)
            picked = self._takes(numbers)
            self._count += block.items
            if picked.all():
                yield block
            elif picked.any():
                yield block.select(picked)
            if self._count >= self._last:
                break
        self._check_end()

    def _takes(self, number: Any) -> Any:  # noqa: ANN401
        """Whether a puzzle is picked; an array of answers for an array of numbers."""
        if self._ranges is None:
            return number > 0
        return reduce(or_, ((a <= number) & (number <= b) for a, b in self._ranges))

    def _check_end(self) -> None:
        for first, _ in () if self._unread_files else self._ranges or ():
            if self._count < first:
                what = f"puzzle {first} does not exist"
                raise InputError(f"{what}; the input has {self._count:,}")


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


def _is_terminal() -> bool:
    """Whether standard input is a keyboard."""
    stream: TextIO | None = sys.stdin  # None if the shell closed it
    return stream is not None and stream.isatty()


def _waiting() -> int:
    """Return how many bytes a pipe has now; -1 where that cannot be known."""
    try:
        stream: Any = sys.stdin.buffer
        return len(stream.peek(1))
    except (AttributeError, OSError, ValueError):  # closed; or no file, in a test
        return -1


def _pauses() -> bool:
    """Whether standard input has nothing to read for a moment."""
    with suppress(OSError, ValueError):  # no file behind it; Windows has no `select`
        return not select([sys.stdin], [], [], _PAUSE)[0]
    return False


def is_text(name: str) -> bool:
    """Whether a FILE is a puzzle itself: no such file, and cells or a link."""
    if name == "-" or os.path.lexists(name):
        return False
    if "://" in name or "\n" in name or name.lstrip().startswith('{"'):
        return True
    if ISS_START.match(name) or _PACKED.match(name):
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
    if error.line is None and error.hint is None and not (is_file or is_text(name)):
        error.hint = "a puzzle as text has 16, 36, 81, ... digits and dots"


def _report_skipped(skipped: list[Line], source: str) -> None:
    """Say once a file which lines are text that is no title."""
    if skipped:
        from satdoku.puzzle.prose import rule_named  # noqa: PLC0415  loaded by now

        rules = [line for line in skipped if rule_named(line.text)]
        what = "skipped text that may be rules" if rules else "skipped text"
        first = min(rules or skipped)
        rest = f" and {len(skipped) - 1} more" if len(skipped) > 1 else ""
        place = f"{printable(source, 200)}:{first.number}"
        text = printable(first.text.strip())
        say(f"satdoku: {place}: {what}: '{text}'{rest}")


def _report_warnings(entry: PuzzleRecord) -> None:
    for warning in entry.metadata.warnings:
        say(f"satdoku: {place_of(entry)}: warning: {warning}")


def _report_repairs(entry: PuzzleRecord) -> None:
    """Say what was repaired in a puzzle: each kind once, with its lines."""
    lines: dict[str, set[int]] = {}
    for repair in entry.metadata.repairs:
        lines.setdefault(repair.what, set()).add(repair.line or 0)
    for what, numbers in lines.items():
        at = sorted(numbers - {0})
        place = printable(entry.source, 200) + (f":{at[0]}" if at else "")
        others = f" (lines {', '.join(map(str, at))})" if len(at) > 1 else ""
        say(f"satdoku: {place}: repaired: {printable(what, 300)}{others}")


def file_size(name: str) -> int:
    """Return the bytes of a file; 0 if there is none, -1 if that cannot be known."""
    try:
        status = os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name)  # noqa: PTH116
    except (AttributeError, ValueError, OSError):
        return -1 if name == "-" else 0
    return status.st_size if stat.S_ISREG(status.st_mode) else -1


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
