"""What a source says of a puzzle besides its clues, and what a format would lose of it.

Information.  Lines that begin with `#` and a letter: SadMan Sudoku writes `#A Ruud`,
SudoCue `#ARuud`; both are read, and the words people write by hand, `#Author: Ruud`,
too.  A line `# ...` is a comment, as it is everywhere.

    A author   B date        C comment   D description: the puzzle's name
    S source   U url         L level     N solutions   H clues   T time (seconds)

What a program has no letter for is written as a comment that begins with its name.

States.  How far somebody has come: the clues, what was placed besides, and marks, the
digits somebody considers for a cell.  A cell without marks may hold whatever the puzzle
and the placed digits leave open; so may one all of whose marks are placed beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError, shown
from satdoku.formats.model import (
    DETAIL_OF,
    DETAILS,
    NAMES,
    PLAIN,
    Format,
)
from satdoku.formats.registry import find_any
from satdoku.puzzle.geometry import box_text, standard_geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle, open_masks
from satdoku.puzzle.symbols import dialect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.formats.model import BinaryFormat, PuzzleRecord
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.symbols import Symbols

NAME = "name"
"""The key under which `read_info` returns what the puzzle is called."""

_MOST = 1000

_KEYS = {
    "A": "author",
    "B": "date",
    "C": "comment",
    "D": NAME,
    "S": "source",
    "U": "url",
    "L": "level",
    "N": "solutions",
    "H": "clues",
    "T": "time",
}
_LETTERS = {key: letter for letter, key in _KEYS.items()}
_IN_COMMENTS = frozenset(("rating", "rules", "solutions", "clues", "time"))
_WORDS = {
    **{word: word for word in (*_LETTERS, *DETAILS)},
    "title": NAME,
    "description": NAME,
    "grade": "level",
}


def is_info(line: str) -> bool:
    """Whether the line tells something of the puzzle.

    Example:
        >>> is_info("#ARuud"), is_info("#L Easy"), is_info("# Author: Ruud")
        (True, True, False)
    """
    return line.startswith("#") and (line[1:2] in _KEYS or _word(line) is not None)


def read_info(line: str) -> tuple[str, str]:
    """Return what a line that `is_info` tells, as (key, value).

    Example:
        >>> read_info("#ARuud"), read_info("#L Easy"), read_info("#C rating: 7.2")
        (('author', 'Ruud'), ('level', 'Easy'), ('rating', '7.2'))
        >>> read_info("#Author: Ruud"), read_info("#DEasy")
        (('author', 'Ruud'), ('name', 'Easy'))
    """
    key = _word(line)
    if key is not None:
        return key, line.partition(":")[2].strip()
    key, text = _KEYS[line[1]], line[2:].strip()
    word, colon, rest = text.partition(":")
    if key == "comment" and colon and word in _IN_COMMENTS:
        return word, rest.strip()
    return key, text


def info_lines(entry: PuzzleRecord, letters: str, gap: str) -> Iterator[str]:
    """Yield the lines that tell what is known of a puzzle.

    Args:
        entry: The puzzle.
        letters: Those that the program knows.
        gap: What it writes between the letter and the value.

    Raises:
        UsageError: There is more than is read back.
    """
    details = [(NAME, entry.name or ""), *entry.metadata.details]
    if len(details) > _MOST:
        msg = f"{len(details) - 1:,} details are too many to be read back"
        raise UsageError(f"{msg}; expected fewer than {_MOST:,}")
    for key, value in details:
        letter, text = _LETTERS.get(key, ""), one_line(value)
        if text and letter and letter in letters:
            yield f"#{letter}{gap}{text}"
        elif text:
            yield f"#C{gap}{one_line(key)}: {text}"


def name_and_details(
    lines: Iterable[str],
) -> tuple[str | None, tuple[tuple[str, str], ...]]:
    """Return the name and the details in lines of information.

    The second name of a puzzle is a comment.

    Example:
        >>> name_and_details(["#DEasy", "#C shoe: 44"])
        ('Easy', (('comment', 'shoe: 44'),))
    """
    name: str | None = None
    details: list[tuple[str, str]] = []
    for key, value in map(read_info, lines):
        if value and key == NAME and name is None:
            name = value
        elif value:
            details.append(("comment" if key == NAME else key, value))
    return name, tuple(details)


def one_line(text: str) -> str:
    r"""Return the text on one line, without characters that end one.

    Example:
        >>> one_line(" two\nlines ")
        'two lines'
    """
    if not text.isprintable():
        text = "".join(m if m.isprintable() else " " for m in text)
    return " ".join(text.split())


def _word(line: str) -> str | None:
    """Return the key of a line that begins with a word: `#Author: `."""
    word, colon, _ = line[1:].partition(":")
    return _WORDS.get(word.lower()) if colon else None


# States


def state_of(
    puzzle: Puzzle, placed: Sequence[int], marks: Sequence[int]
) -> Puzzle | None:
    """Return the state of a puzzle; None if it is the puzzle itself.

    Args:
        puzzle: The puzzle.
        placed: The digit placed in each cell, 0 for none.
        marks: The digits marked in each cell as a mask, 0 for no marks.
    """
    if not any(placed) and not any(marks):
        return None
    values = tuple(
        value or digit for value, digit in zip(puzzle.values, placed, strict=True)
    )
    full = (1 << puzzle.geometry.size) - 1
    open_ = open_masks(puzzle.geometry, values, puzzle.units)
    masks = [
        full if value else (mark if mark & fits else left)
        for value, mark, fits, left in zip(
            values, marks, open_, puzzle.candidate_masks(), strict=True
        )
    ]
    state = Puzzle(Grid.trusted(puzzle.geometry, values), puzzle.constraints, masks)
    return None if state == puzzle else state


def placed_of(entry: PuzzleRecord) -> tuple[int, ...]:
    """Return the digit placed in each cell besides the clues, 0 for none.

    Raises:
        UsageError: The state is none of this puzzle.
    """
    puzzle, state = entry.puzzle, entry.metadata.state
    if state is None:
        return (0,) * len(puzzle.values)
    pairs = list(zip(puzzle.values, state.values, strict=False))
    same = state.geometry.same_shape(puzzle.geometry)
    if not same or any(a and a != b for a, b in pairs):
        raise UsageError("the state belongs to another puzzle")
    return tuple(0 if clue else value for clue, value in pairs)


def marks_of(entry: PuzzleRecord) -> tuple[int, ...]:
    """Return the digits marked in each cell as a mask, 0 for no marks.

    Raises:
        UsageError: A cell is marked with no digit, which looks like one
            without marks.
    """
    puzzle, state = entry.puzzle, entry.metadata.state
    if state is None:
        return (0,) * len(puzzle.values)
    open_ = open_masks(state.geometry, state.values, state.units)
    marks = list(state.candidate_masks())
    for cell, left in enumerate(puzzle.candidate_masks()):
        if state.values[cell] or marks[cell] == open_[cell] & left:
            marks[cell] = 0
        elif not marks[cell]:
            name = state.geometry.cell_name(cell)
            msg = (
                f"every candidate of {name} is ruled out, which this format cannot hold"
            )
            raise UsageError(msg)
    return tuple(marks)


# What a format would lose

ESSENTIAL = frozenset(("boxes", "candidates", "constraints", "shape"))
"""What makes another puzzle of one that loses it."""


def symbols_for(name: str, to: str) -> Symbols:
    """Find the symbols that digits are to be written in.

    Args:
        name: The symbols.
        to: The name of the format.

    Raises:
        UsageError: There are no symbols or no format of that name, or the format is
            written in one way.

    Example:
        >>> symbols_for("A-Z", "line").text(2)
        'B'
    """
    if not find_any(to).symbols:
        msg = f"the format {to} writes digits in one way; it takes no symbols"
        raise UsageError(msg)
    return dialect(name)


def lost(entry: PuzzleRecord, format: Format | BinaryFormat) -> tuple[str, ...]:  # noqa: A002  the word of the command line
    """Return what an entry has and the format does not keep.

    Args:
        entry: The puzzle, with what is said of it.
        format: The format it is to be written in.

    Returns:
        Some of `boxes`, `candidates`, `clues` (the difference between a clue and a lone
        candidate), `name`, `details` (at least one of them), `columns` (at least one of
        `further_columns`), `state`, `solution`, `constraints`, `shape` (of a grid that
        is not square or has no boxes).  The loss of some (`ESSENTIAL`) makes another
        puzzle of it.

    Example:
        >>> from satdoku.formats import PuzzleRecord
        >>> from satdoku.formats.registry import find
        >>> from satdoku.puzzle.geometry import Geometry
        >>> six = Puzzle("." * 36, geometry=Geometry.of_box(3, 2))
        >>> entry = PuzzleRecord.of(six, "a name")
        >>> lost(entry, find("line")), lost(entry, find("json"))
        (('boxes', 'name'), ())
    """
    extras, geometry, keeps = entry.metadata, entry.puzzle.geometry, format.keeps
    text = format if isinstance(format, Format) else None
    box = box_text(entry.puzzle.geometry)
    is_bare = extras is PLAIN and not (entry.name or entry.columns)
    is_bare = is_bare and _is_classic(entry.puzzle)
    if is_bare and box is None and not (text and text.lone_clues):
        return ()  # as of most
    if text is not None and text.borders:
        walled = 1 not in (geometry.box_height, geometry.box_width)
        keeps = keeps if walled else keeps - {"boxes"}
    keys = {key for key, _ in extras.details} - format.details
    if "details" in keeps and (not format.details or entry.columns):
        keys.clear()
    is_lost = (
        ("boxes", box is not None and "boxes" not in keeps),
        ("candidates", entry.puzzle.masks is not None and "candidates" not in keeps),
        ("clues", text is not None and text.lone_clues and _has_lone(entry.puzzle)),
        ("name", bool(entry.name) and "name" not in keeps),
        ("details", bool(keys)),
        ("columns", "columns" not in keeps and bool(further_columns(entry))),
        ("state", extras.state is not None and "state" not in keeps),
        ("solution", extras.solution is not None and "solution" not in keeps),
        ("constraints", bool(entry.puzzle.constraints) and "constraints" not in keeps),
        ("shape", not geometry.is_standard and "shape" not in keeps),
    )
    return tuple([what for what, is_so in is_lost if is_so])


def further_columns(entry: PuzzleRecord) -> tuple[str, ...]:
    """Return the columns of a puzzle that are neither its name nor details of it.

    Example:
        >>> from satdoku.formats import PuzzleRecord
        >>> from satdoku.formats.model import Row, Table
        >>> row = Row(Table(("puzzle", "rating", "moves", "seed"), 0), ("", 1.5, 7, ""))
        >>> grid = Puzzle("." * 16)
        >>> further_columns(PuzzleRecord(grid, "", 1, 1, None, "", columns=row))
        ('moves',)
    """
    known = {*NAMES, *DETAIL_OF}
    pairs = entry.columns.others().items() if entry.columns else ()
    return tuple(
        [n for n, v in pairs if v is not None and v != "" and n.lower() not in known]
    )


def refuse_loss(
    entry: PuzzleRecord,
    format: Format | BinaryFormat,  # noqa: A002  as above
    *,
    lossy: bool = False,
    boxes: Geometry | None = None,
    values: bool = False,
) -> None:
    """Refuse to write a puzzle in a format that would make another one of it.

    Args:
        entry: The puzzle.
        format: The format.
        lossy: Whether candidates and the shape of boxes may be lost.  Constraints never
            are.
        boxes: The boxes that whoever reads the result knows, as they were asked for.
        values: Whether the values are all that counts, as of the solution of a grid
            that is not square or has no boxes.

    Raises:
        UsageError: The format does not keep its constraints; or its candidates, or its
            boxes, and its size has other usual ones; or holds no grid of its size.
    """
    geometry = entry.puzzle.geometry
    _refuse_size(geometry, format)
    doubt = entry.metadata.doubt if _is_drawn(entry, format.name) else ""
    if doubt and not (lossy or entry.puzzle.is_complete):
        raise UsageError(f"the format {format.name} has no place for drawings; {doubt}")
    if box_text(geometry) is None and _is_classic(entry.puzzle):
        return  # as most are
    known = {"boxes"} if boxes is not None and geometry.same_shape(boxes) else set()
    if values and isinstance(format, Format) and format.shapes:
        known |= {"shape"} if geometry.is_standard else {"shape", "boxes"}
    missing = ESSENTIAL.intersection(lost(entry, format)) - known
    if "constraints" in missing:
        what = f"the rule {shown(entry.puzzle.constraints[0].describe())}"
        others = "json or iss"
    elif "shape" in missing:
        what, others = f"a grid of {geometry}", "json or iss"
    elif lossy:
        return
    elif "boxes" in missing and standard_geometry(geometry.size):
        walled = 1 not in (geometry.box_height, geometry.box_width)
        what = f"boxes of {box_text(geometry)}"
        others = "json or grid" if walled else "json"
    elif "candidates" in missing:
        what, others = "candidates ruled out beyond the clues", "json or pencilmarks"
    else:
        return
    raise UsageError(f"the format {format.name} cannot hold {what}; try {others}")


def _refuse_size(geometry: Geometry, format: Format | BinaryFormat) -> None:  # noqa: A002  as above
    sizes = format.sizes if isinstance(format, Format) else None
    if sizes is not None and geometry.size not in sizes:
        known = " or ".join(f"{size}x{size}" for size in sizes)
        raise UsageError(f"the format {format.name} holds {known}, not {geometry}")


def _is_drawn(entry: PuzzleRecord, name: str) -> bool:
    """Whether a format has no place for what SudokuPad shows of a puzzle."""
    if entry.format != "sudokupad" or name == "sudokupad":
        return False
    return name != "fpuzzles" or entry.metadata.looks.startswith('{"sudokupad"')


def variant_json(puzzle: Puzzle) -> dict[str, object]:
    """Return the keys of JSON for what is more than a square grid with boxes.

    Returns:
        `shape`, the shape of the grid, and `constraints`, both as items of ISS text.

    Example:
        >>> from satdoku.constraints import Thermo
        >>> variant_json(Puzzle("." * 81, [Thermo("r1c1 r1c2")]))
        {'constraints': ['Thermo~R1C1~R1C2']}
    """
    keys: dict[str, object] = {}
    if puzzle.constraints or not puzzle.geometry.is_standard:
        from satdoku.formats.constraint_items import (  # noqa: PLC0415  variants alone
            constraint_items,
        )
        from satdoku.formats.iss_writing import shape_items  # noqa: PLC0415  as above

        if not puzzle.geometry.is_standard:
            keys["shape"] = shape_items(puzzle.geometry)
        if puzzle.constraints:
            keys["constraints"] = constraint_items(puzzle)
    return keys


def _is_classic(puzzle: Puzzle) -> bool:
    """Whether a puzzle is clues alone, in a square grid with boxes."""
    classic = puzzle.geometry.is_standard and not puzzle.constraints
    return classic and puzzle.masks is None


def _has_lone(grid: Puzzle) -> bool:
    """Whether a grid is another one once it is but candidates."""
    return (
        Puzzle.of_candidates(grid.geometry, grid.candidate_masks()).values
        != grid.values
    )
