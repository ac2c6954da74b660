"""Puzzles drawn as rows on lines: what the formats of rows share.

A puzzle ends when it has as many rows as a row has cells, or before a blank line, or
where the text ends.  A block between blank lines is refused as a whole if it has more
rows than one puzzle and is no whole number of them.  After a puzzle with a row of the
wrong length nobody can say where the next one starts, so the rest of its block is
passed over; after one with a wrong character the next line goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells
from satdoku.formats.entry import Entry
from satdoku.formats.head import is_comment, is_data
from satdoku.formats.headings import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.formats.format import Options
    from satdoku.formats.lines import Lines
    from satdoku.geometry import Geometry

__all__ = ["Layout", "Rows", "read_board", "read_titled"]

_LOOK_AHEAD = 512


class Layout(Protocol):
    """How the rows of a puzzle are drawn."""

    def cells(self, line: str) -> str | list[str] | None:
        """Return the cells of a row; None for a line that holds none, a border say."""
        ...

    def geometry(self, line: str, size: int) -> Geometry | None:
        """Return the shape the row is drawn in; None if the drawing does not tell."""
        ...

    def blank(self, line: str) -> bool:
        """Whether the line ends a puzzle by being blank."""
        ...

    def ends(self, line: str) -> bool:
        """Whether a new puzzle starts with this line."""
        ...


def read_board(
    lines: Lines, options: Options, layout: Layout, name: str
) -> Iterator[Entry | InputError]:
    """Yield the puzzles of a text in which nothing but rows and borders is drawn.

    Args:
        lines: The text.
        options: What the person has said about it.
        layout: How the rows are drawn.
        name: The name of the format.
    """
    rows = Rows(lines, options, layout, name)
    number = 1
    while (puzzle := rows.puzzle(number)) is not None:
        yield puzzle
        number += 1


def read_titled(
    lines: Lines,
    options: Options,
    layout: Layout,
    name: str,
    titles: tuple[Callable[[str], str | None], str],
) -> Iterator[Entry | InputError]:
    """Yield the puzzles of a text in which a line of its own starts each.

    Args:
        lines: The text.
        options: What the person has said about it.
        layout: How the rows are drawn; `ends` says which lines start a puzzle.
        name: The name of the format.
        titles: What such a line calls the puzzle, and how messages describe the line.
    """
    title_of, described = titles
    rows = Rows(lines, options, layout, name)
    number = 0
    for line in lines:
        if not is_data(line):
            continue
        number += 1
        start = lines.number
        if not layout.ends(line):
            yield InputError(
                "a row outside of a puzzle", expected=described, line=start
            )
            while (ahead := lines.peek(1)) and not layout.ends(ahead[0]):
                next(lines)
            continue
        yield rows.puzzle(number, title_of(line), start) or InputError(
            f"no rows behind '{printable(line.strip())}'",
            expected="the rows of a puzzle",
            line=start,
        )


class Rows:
    """Reads one puzzle of rows after the other.

    Args:
        lines: The text.
        options: What the person has said about it.
        layout: How the rows are drawn.
        name: The name of the format.
        cells: What makes grids of the cells; the usual if None.
    """

    def __init__(
        self,
        lines: Lines,
        options: Options,
        layout: Layout,
        name: str,
        cells: Cells | None = None,
    ) -> None:
        self._lines = lines
        self._cells = cells or Cells(options)
        self._longest = options.limits.line
        self._layout = layout
        self._name = name
        self._fresh = True  # no row of the block has been taken

    def puzzle(
        self, number: int, title: str | None = None, start: int | None = None
    ) -> Entry | InputError | None:
        """Read the next puzzle; None where there is no more row before the next.

        Args:
            number: Which puzzle of the source it is.
            title: What the source calls it.
            start: The line it starts at, if that is before its first row.
        """
        taken: list[tuple[int, str | list[str]]] = []
        try:
            geometry = self._take(taken)
            if geometry is None:
                return None
            grid = self._cells.grid(_joined([row for _, row in taken]), geometry)
        except InputError as error:
            if not taken:  # the source itself is broken
                raise
            if error.cell is not None and error.line is None:
                error.at(line=taken[error.cell[0] - 1][0])
            return error.at(line=start or taken[0][0])
        return Entry(
            grid,
            self._lines.name,
            start or taken[0][0],
            number,
            title,
            self._name,
            self._cells.extras(geometry.size),
        )

    def _take(self, taken: list[tuple[int, str | list[str]]]) -> Geometry | None:
        """Take the rows of one puzzle, telling its geometry from the first of them."""
        geometry: Geometry | None = None
        size = characters = 0
        passed: tuple[int, int] | None = None
        while (found := self._row(begun=bool(taken))) is not None:
            line, row = found
            if is_comment(line) and len(row) != size:
                passed = self._lines.number, len(row)
                continue
            taken.append((self._lines.number, row))
            if geometry is None:
                size = self._size(row)
            self._check(row, size, len(taken))
            if self._fresh:
                self._fresh = False
                self._refuse_uneven(row, size)
            geometry = geometry or self._told(line, size)
            characters += len(line)
            if characters > self._longest:
                self._skip()
                raise InputError(
                    f"a puzzle of more than {self._longest:,} characters",
                    hint="a higher limit (--max-line) takes it",
                )
            if len(taken) == size:
                return geometry
        if taken:
            count = f"{len(taken)} row{'s' if len(taken) > 1 else ''}"
            hint = None
            if passed is not None and passed[1] == size:
                hint = f"line {passed[0]} starts with # and is taken for a comment"
            expected = f"{size} rows"
            raise InputError(f"{count} of {size} cells", expected=expected, hint=hint)
        return None

    def _row(self, *, begun: bool) -> tuple[str, str | list[str]] | None:
        """Take the next line that holds cells; None where the puzzle ends before it."""
        lines, layout = self._lines, self._layout
        while ahead := lines.peek(1):
            line = ahead[0]
            blank = layout.blank(line)
            self._fresh = self._fresh or blank or layout.ends(line)
            if (blank and begun) or layout.ends(line):
                return None
            next(lines)
            row = None if blank else layout.cells(line)
            if row is not None:
                return line, row
        next(lines, None)  # raises what is wrong with the source, if anything
        return None

    def _refuse_uneven(self, first: Sequence[str], size: int) -> None:
        """Refuse a block of rows that is no whole number of puzzles.

        One row too many may be a heading, or the row of another puzzle; which of them
        is not for a reader to choose.  Rows of another length are told of elsewhere,
        and blocks that are very long are read as they come.
        """
        if not size:
            self._skip()
            raise InputError(
                "a row of borders alone", expected="0 or . for an empty cell"
            )
        rows = 1 + self._ahead(size)
        if rows <= size or rows % size == 0:
            return
        self._skip()
        count = counted(first)
        if count is not None and rows == size + 1:
            raise InputError(
                f"{rows} rows of {size} cells, the first counts {count}: a heading?",
                expected=f"{size} rows",
                hint="take it out, or --repair does",
            )
        raise InputError(
            f"{rows} rows of {size} cells",
            expected=f"{size} (or a blank line between puzzles)",
        )

    def _ahead(self, size: int) -> int:
        """Count the rows up to the end of the block; 0 if not all are of the size."""
        layout, at, rows = self._layout, 0, 0
        ahead = self._lines.peek(size)
        while at < _LOOK_AHEAD:
            if at == len(ahead) and len(ahead := self._lines.peek(at + 1)) == at:
                return rows
            line = ahead[at]
            if layout.blank(line) or layout.ends(line):
                return rows
            at += 1
            row = layout.cells(line)
            if row is None:
                continue
            between = (rows + 1) % size == 0
            if is_comment(line) and (between or len(row) != size):
                continue
            if len(row) != size:
                return 0
            rows += 1
        return 0

    def _told(self, line: str, size: int) -> Geometry:
        """Return the geometry: the one said, the one drawn or the usual one."""
        drawn = self._layout.geometry(line, size)
        if drawn is not None and self._cells.geometry is None:
            return drawn
        try:
            return self._cells.geometry_of(size)
        except InputError:
            self._skip()
            raise

    def _check(self, row: Sequence[str], size: int, number: int) -> None:
        """Refuse a row of the wrong length, and pass over the rest of its block."""
        if len(row) != size:
            line = self._lines.number
            self._skip()
            cells = f"{len(row)} cell{'s' if len(row) > 1 else ''}"
            what = f"row {number} has {cells}"
            raise InputError(what, expected=f"{size}", line=line)

    def _size(self, first: Sequence[str]) -> int:
        """Tell the size: the length of the first row, or of most, if they differ."""
        if self._cells.geometry is not None:
            return self._cells.geometry.size
        lengths = [len(first)]
        for line in self._lines.peek(min(2 * len(first), _LOOK_AHEAD)):
            if self._layout.blank(line) or self._layout.ends(line):
                break
            row = None if is_comment(line) else self._layout.cells(line)
            if row is not None:
                lengths.append(len(row))
            if len(lengths) == len(first) and len(set(lengths)) == 1:
                break
        return max(lengths, key=lengths.count)

    def _skip(self) -> None:
        """Pass over the rest of the block."""
        for line in iter(lambda: self._lines.peek(1), []):
            if self._layout.blank(line[0]) or self._layout.ends(line[0]):
                break
            next(self._lines)


def _joined(rows: list[str | list[str]]) -> str | list[str]:
    """Put the rows of a puzzle together; a text if each cell is one character."""
    if all(isinstance(row, str) for row in rows):
        return "".join(map("".join, rows))
    return [cell for row in rows for cell in row]
