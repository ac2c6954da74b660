"""Cases of reading and writing that are kept as data, in `reference/*.jsonl`.

A line is one case: an input with options, and all that comes of it: puzzles with their
places, names and details, and of each error the place and what it quotes.  The wording
of errors is not kept, but for the words in `says`, which may be those of warnings, too.
`pytest --renew` writes the files anew.
"""

import base64
import io
import json
import re

from satdoku.errors import InputError, UsageError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import dialect
from tests.formats.inner import PuzzleRecord, scan, write


def is_usual(shape):
    """Whether the boxes of a grid are those of every grid of its size."""
    try:
        return shape.same_shape(Geometry.of_size(shape.size))
    except UsageError:
        return False


def said_of_grid(grid):
    """Return what a case says of a grid."""
    shape = grid.geometry
    said = {"cells": grid.line if shape.size <= 35 else " ".join(map(str, grid.values))}
    if not is_usual(shape):
        said["box"] = f"{shape.box_height}x{shape.box_width}"
    if getattr(grid, "constraints", ()):
        said["constraints"] = [rule.describe() for rule in grid.constraints]
    if grid.eliminated:
        said["left"] = " ".join(f"{mask:x}" for mask in grid.candidate_masks())
    return said


def said_of_entry(entry, words=None):
    """Return what a case says of a puzzle that was read, and words of its warnings."""
    extras = entry.metadata
    said = {
        "place": f"{entry.line}",
        "number": entry.number,
        "format": entry.format,
        **said_of_grid(entry.puzzle),
        "name": entry.name,
        "details": [list(pair) for pair in extras.details],
        "state": extras.state and said_of_grid(extras.state),
        "solution": extras.solution and extras.solution.line,
        "symbols": getattr(entry.puzzle.geometry.symbols, "name", None),
        "mended": [mend.line for mend in extras.repairs],
        "says": words if words and words in " ".join(extras.warnings) else None,
    }
    return {key: value for key, value in said.items() if value not in (None, [])}


def said_of_error(error, words=None):
    """Return the place of an error, the numbers and quotations in it, and words."""
    place = [] if error.line is None else [f"{error.line}"]
    if error.column is not None:
        place[0] += f":{error.column}"
    if error.cell is not None:
        place.append("r{}c{}".format(*error.cell))
    quoted = re.findall(r"'[^']{1,40}'|\d[\d,]*", error.what)
    expected = re.findall(r"\d[\d,]*\d|[2-8]", error.expected or "")
    parameters = "column|format|geometry|max_size|repair"
    hints = re.findall(rf"(?:{parameters})=|\d+ ?x ?\d+", error.hint or "")
    said = {"error": ": ".join(place), "quotes": [*quoted, *expected, *hints]}
    return {**said, "says": words} if words and words in str(error) else said


def shape_of(text):
    """Return a geometry by the shape of its boxes, such as 3x2."""
    return Geometry.of_box(*map(int, text.split("x"))) if text else None


def outcome(case):
    """Return what comes of a case."""
    try:
        if "write" in case:
            (entry,) = scan(io.StringIO(json.dumps(case["write"])), format="json")
            symbols = dialect(case["symbols"]) if "symbols" in case else None
            return write(entry, case["format"], symbols)
        if "grid" in case:
            return said_of_grid(
                Puzzle(case["grid"], geometry=shape_of(case.get("box")))
            )
        found = list(scan(source_of(case), **options_of(case)))
    except UsageError:
        return "refused"
    except InputError as error:
        return said_of_error(error, case.get("says"))
    return [
        (said_of_entry if isinstance(item, PuzzleRecord) else said_of_error)(
            item, case.get("says")
        )
        for item in found
    ]


def source_of(case):
    """Return a stream of the text or the bytes of a case."""
    if "text" in case:
        return io.StringIO(case["text"], newline="")
    if "bytes" in case:
        return io.BytesIO(case["bytes"].encode())
    return io.BytesIO(base64.b64decode(case["data"]))


def options_of(case):
    """Return the options of reading that a case names."""
    names = ("format", "symbols", "column", "solution_column", "repair", "max_size")
    options = {name: case[name] for name in names if name in case}
    if "box" in case:
        options["geometry"] = shape_of(case["box"])
    return options


def same(expected, found):
    """Whether what was found is as a case has it; errors may quote more."""
    if isinstance(expected, list):
        pairs = zip(expected, found, strict=False)
        return len(expected) == len(found) and all(same(*pair) for pair in pairs)
    if isinstance(expected, dict) and "error" in expected:
        return isinstance(found, dict) and (
            expected["error"] == found.get("error")
            and expected.get("says") == found.get("says")
            and set(expected["quotes"]) <= set(found["quotes"])
        )
    return expected == found
