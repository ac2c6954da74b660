"""What JSON records and messages say of a puzzle that was read: which one, and how."""

from __future__ import annotations

from json import JSONEncoder
from typing import TYPE_CHECKING, Any

from satdoku.errors import counted
from satdoku.formats.metadata import variant_json
from satdoku.formats.model import NAMES, Metadata, PuzzleRecord
from satdoku.formats.values import cell_text
from satdoku.puzzle.geometry import box_text
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Collection

    from satdoku.errors import SatdokuError
    from satdoku.formats.model import Row
    from satdoku.puzzle.puzzle import Puzzle

SCHEMA = 2
"""The version of JSON output; it changes when a key changes its meaning."""

_MAX_NAMED = 10
"""Constraints that are named; further ones are counted."""

to_json = JSONEncoder(ensure_ascii=True, default=str).encode


def place_record(entry: PuzzleRecord) -> dict[str, Any]:
    """Return the first keys of every JSON object: which puzzle it is about.

    Example:
        >>> from satdoku.formats import PuzzleRecord
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> place_record(PuzzleRecord.of(Puzzle("1..............."), "first"))["name"]
        'first'
    """
    puzzle = entry.puzzle
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "source": entry.source,
        "line": entry.line,
        "number": entry.number,
        "name": entry.name,
        "puzzle": puzzle.line,
    }
    if entry.columns and (columns := entry.columns.others(solution=True)):
        record["columns"] = columns
    if entry.metadata.warnings:
        record["warnings"] = list(entry.metadata.warnings)
    box = box_text(puzzle.geometry)
    if box is not None:
        record["box"] = box
    record |= variant_json(puzzle)
    if puzzle.pencil_marks is not None:
        record["puzzle_candidates"] = list(map(list, puzzle.pencil_marks))
    return record


def unread_record(error: SatdokuError) -> dict[str, Any]:
    """Return the first keys of the JSON object of a puzzle that cannot be read.

    Example:
        >>> from satdoku.errors import InputError
        >>> unread_record(InputError("no puzzle found", source="empty.txt"))
        {'schema': 2, 'source': 'empty.txt', 'line': None}
    """
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "source": getattr(error, "source", None),
        "line": getattr(error, "line", None),
    }
    row: Row | None = getattr(error, "columns", None)
    if row is None:
        return record
    words = {name.strip().lower(): value for name, value in row.others().items()}
    names = (cell_text(words.get(word)) for word in NAMES)
    if name := next(filter(None, names), None):
        record["name"] = name
    record["puzzle"] = cell_text(row.values[row.table.puzzle])
    if columns := row.others(solution=True):
        record["columns"] = columns
    return record


def understood(entry: PuzzleRecord) -> str:
    """Return how a puzzle was understood: format, size, boxes, symbols, and the rest.

    Example:
        >>> from satdoku.formats import PuzzleRecord
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> understood(PuzzleRecord(Puzzle("." * 36), "p", 1, 1, None, "line"))
        'read as line: 6x6, boxes of 2x3, digits 1-6'
    """
    geometry, constraints = entry.puzzle.geometry, entry.puzzle.constraints
    size, first = geometry.size, geometry.first_value
    symbols = geometry.symbols or usual(size, first)
    if entry.format == "numbers" or symbols is None:
        digits = f"numbers {first}-{first + size - 1}"
    else:
        digits = f"digits {symbols.expected(size).partition(',')[0]}"
    boxes = "no boxes"
    if geometry.box is not None:
        boxes = f"boxes of {geometry.box_height}x{geometry.box_width}"
    parts = [f"{geometry.rows}x{geometry.columns}", boxes, digits]
    parts += [rule.describe() for rule in constraints[:_MAX_NAMED]]
    if len(constraints) > _MAX_NAMED:
        parts.append(counted(len(constraints) - _MAX_NAMED, "more constraint"))
    if entry.puzzle.masks is not None:
        parts.append("candidates ruled out")
    if entry.metadata.state is not None:
        parts.append("partly filled in")
    if entry.metadata.solution is not None:
        parts.append("with its solution")
    return f"read as {entry.format}: {', '.join(parts)}"


def generated_record(
    puzzle: Puzzle, number: int, keeps: Collection[str]
) -> PuzzleRecord:
    """Return a puzzle with what its generator knows of it, to be written.

    Args:
        puzzle: The puzzle, with its metadata.
        number: Which one it is, from 1.
        keeps: What the format keeps, as in `Format`.
    """
    metadata = puzzle.metadata
    keys = [key for key in ("level", "rating") if key in metadata]
    details = tuple((key, metadata[key]) for key in keys)
    name: str | None = None
    if details and "name" in keeps and "details" not in keeps:
        name = " ".join(value for _, value in details)
    solution: Grid | None = None
    if "solution" in keeps:
        solution = Grid(metadata["solution"], puzzle.geometry)
    extras = Metadata(details=details if "details" in keeps else (), solution=solution)
    return PuzzleRecord(puzzle, "", number, number, name, "", extras)
