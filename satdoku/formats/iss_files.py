"""Files of ISS text: format `iss`.

A blank line ends each puzzle; a layout of regions belongs to the grid above it.  Lines
with `#` in front are comments.

    .Shape~4x4.~R1C1_3            1...   AABB
    .Thermo~R1C2~R2C2             ....   AABB
                                  ..2.   CCDD
    .Shape~4x4.~R2C2_1            ....   CCDD

Two lines of a puzzle that both begin with `.` and hold several items may be two
puzzles: they are refused.  A line that goes on with the one above it is indented.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.iss import GROUPS, is_iss, read_iss
from satdoku.formats.model import LONGEST_LINE, Format, Options, PuzzleRecord, Style
from satdoku.formats.variants import begins_with_layout
from satdoku.puzzle.arrays import has_layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.formats.lines import Lines


def _recognises(lines: Sequence[str]) -> bool:
    return is_iss(lines[0]) or begins_with_layout(lines)


def _read(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    """Yield the puzzles of a file."""
    for number, (start, text) in enumerate(_texts(lines), 1):
        try:
            _refuse_several(text)
            puzzle = read_iss(text)
            geometry = options.geometry
            if geometry not in {None, puzzle.geometry}:
                raise InputError(f"a grid of {puzzle.geometry}", expected=f"{geometry}")  # noqa: TRY301
        except InputError as error:
            yield error.at(line=start)
        else:
            yield PuzzleRecord(puzzle, lines.name, start, number, None, "iss")


def _texts(lines: Lines) -> Iterator[tuple[int, str]]:
    """Yield each paragraph with the number of its first line, without comments.

    Raises:
        InputError: One is too long.
    """
    grid: tuple[int, str] | None = None  # which a layout may follow
    for start, text in _paragraphs(lines):
        if grid is not None and has_layout(grid[1] + text):
            yield grid[0], f"{grid[1]}\n{text}"
            grid = None
            continue
        if grid is not None:
            yield grid
        grid = (start, text)
        if is_iss(text):
            yield grid
            grid = None
    if grid is not None:
        yield grid


def _paragraphs(lines: Lines) -> Iterator[tuple[int, str]]:
    start, held = 0, list[str]()
    for number, line in lines.numbered():
        if line.startswith("#"):
            continue
        if line.strip():
            start = start if held else number
            held.append(line)
            if sum(map(len, held)) > LONGEST_LINE:
                raise InputError(
                    f"a puzzle of more than {LONGEST_LINE:,} characters",
                    expected="a blank line between puzzles",
                    line=start,
                )
        elif held:
            yield start, "\n".join(held)
            held = []
    if held:
        yield start, "\n".join(held)


def _refuse_several(text: str) -> None:
    """Refuse lines that may each be a puzzle of its own.

    Raises:
        InputError: Two lines hold several items, or clues.
    """
    depth = several = 0
    for line in text.split("\n"):
        begins = depth == 0 and line.startswith(".") and is_iss(line)
        items = 0  # of the line, a group as one
        for word in line.split(".")[1:]:
            kind = word.strip().partition("~")[0]
            items += depth == 0 and kind != "End" and bool(word.strip())
            depth += (kind in GROUPS) - (kind == "End")
        several += begins and (items > 1 or line.startswith(".~"))
    if several > 1:
        raise InputError(
            f"these {several} lines may be one puzzle or several",
            expected="a blank line between two puzzles",
            hint="indent a line that goes on with the line above it",
        )


def _write(entry: PuzzleRecord, _: Style) -> str:
    # It loads all constraints, which only writing needs.
    from satdoku.formats.iss_writing import write_iss  # noqa: PLC0415

    return f"{write_iss(entry.puzzle) or '.Shape~9x9'}\n"


ISS = Format(
    name="iss",
    summary="variants as text of Interactive Sudoku Solver",
    extensions=(".iss",),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
    keeps=frozenset({"boxes", "candidates", "constraints", "shape"}),
    sizes=tuple(range(2, 17)),
    symbols=False,
)
"""Format `iss`."""
