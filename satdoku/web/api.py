"""Answers the requests of the page: JSON in, JSON out.

The same function answers in the process of `satdoku web`, and in a browser on Pyodide.

    {"do": "solve", "puzzle": "53..7....…", "limit": 9}

    {"ok": true, "record": {…}}
    {"ok": false, "kind": "InputError", "error": "r1c1: …"}

`puzzle` is a text in any format that `satdoku convert` reads, or an object as in
`docs/schema/puzzle.schema.json`.  `record` keeps to the schema of the command of that
name.  A request reads no file, and its answer depends on nothing but the request.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from io import StringIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from satdoku.cnf.encoder import formula_of
from satdoku.cnf.formula import write_dimacs
from satdoku.cnf.recipe import encodings, load
from satdoku.drawing.board import Board, candidate_block
from satdoku.drawing.elements import CELL
from satdoku.drawing.scene import board_scene
from satdoku.drawing.vector import svg_text
from satdoku.errors import (
    InputError,
    LimitError,
    SatdokuError,
    Stopped,
    UsageError,
    shown,
)
from satdoku.explanation.drawing import step_scene
from satdoku.explanation.explain import End, explain_from
from satdoku.explanation.hints import DETAILS, Hint
from satdoku.explanation.rating import SCHEMES, rate
from satdoku.explanation.records import hint_record, path_record
from satdoku.formats import scan, text_of
from satdoku.formats.model import PuzzleRecord
from satdoku.formats.records import (
    generated_record,
    place_record,
    to_json,
    understood,
)
from satdoku.formats.registry import binary_of, written_names
from satdoku.proof.certificate import WrittenProof
from satdoku.proof.proving import Prover
from satdoku.proof.verifying import verify
from satdoku.puzzle.constraints.catalogue import CATALOGUE, python_text
from satdoku.puzzle.constraints.extra import extra_name, group_cells
from satdoku.puzzle.constraints.hidden import Var
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.runtime.version import __version__
from satdoku.setting.candidates import candidate_counts
from satdoku.setting.checker import FullCheck, check_fully
from satdoku.setting.generator import generated, new_seed
from satdoku.setting.generator_options import GenerateOptions, Symmetry
from satdoku.setting.minimal import contradiction
from satdoku.solving.results import Status
from satdoku.solving.solver import Solver
from satdoku.techniques.technique import Level, Technique
from satdoku.web.tools import tools

if TYPE_CHECKING:
    from collections.abc import Collection

    from satdoku.drawing.vector import Scene
    from satdoku.explanation.explain import Explanation
    from satdoku.explanation.rating import Rating
    from satdoku.setting.candidates import CandidateCounts
    from satdoku.setting.report import Report
    from satdoku.solving.results import Count

Record: TypeAlias = "dict[str, Any]"
Progress: TypeAlias = Callable[[int, str], None]

LONGEST = 1_000_000
"""Characters of a request, and of a puzzle in it."""

_MAX_SIZE = 25
_MAX_CLAUSES = 2_000_000
_MAX_SECONDS = 3_600
_MAX_SOLUTIONS = 1_000
_MAX_COUNT = 100_000_000
_BINARY = ("npy", "parquet")


def answer(text: str, progress: Progress | None = None) -> str:
    """Answer a request written as JSON, as JSON.

    Args:
        text: The request.
        progress: As for `handle`.

    Example:
        >>> answer("[1")
        '{"ok": false, "kind": "InputError", "error": "the request is not JSON"}'
    """
    try:
        request = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        return to_json(_refusal("InputError", "the request is not JSON"))
    return to_json(handle(request, progress))


def handle(request: object, progress: Progress | None = None) -> Record:
    """Answer a request; whatever is wrong with it becomes an error in the reply.

    Args:
        request: An object: what to `do`, the `puzzle`, options.
        progress: Called from time to time with a number and what it counts.

    Example:
        >>> reply = handle({"do": "solve", "puzzle": "1.....2...3.4..."})
        >>> reply["ok"], reply["record"]["solution"]
        (True, '1243342121344312')
        >>> handle({"do": "solve", "puzzle": "1?.."})["kind"]
        'InputError'
    """
    try:
        return {"ok": True, **_answered(request, progress)}
    except InputError as error:
        return _refusal("InputError", str(_without_options(error)))
    except SatdokuError as error:
        return _refusal(type(error).__name__, str(error))
    except (RecursionError, MemoryError):
        return _refusal("LimitError", "the request is nested too deeply, or too large")
    except Exception as error:  # noqa: BLE001  a fault of ours; the page says so
        return _refusal("internal", f"internal error: {shown(error)}")


def _answered(request: object, progress: Progress | None) -> Record:
    if not isinstance(request, dict):
        raise UsageError("the request is not an object, or too long")
    name = request.get("do")
    if not isinstance(name, str) or name not in _ACTIONS:
        raise UsageError(f"do cannot be {shown(name)}; expected {', '.join(_ACTIONS)}")
    action, known = _ACTIONS[name]
    unknown = sorted(map(shown, request.keys() - {"do", *known}))
    if unknown:
        raise UsageError(f"{name} has no option {unknown[0]}")
    return action(_Query(request, progress or (lambda _number, _what: None)))


def _refusal(kind: str, text: str) -> Record:
    return {"ok": False, "kind": kind, "error": text}


def _without_options(error: InputError) -> InputError:
    """Remove what only the command line has: its options, and the name of a file."""
    hints = (error.hint or "").split(", ")
    error.source = None
    kept = [hint for hint in hints if "--" not in hint and '="' not in hint]
    error.hint = ", ".join(kept) or None
    error.expected = error.expected and error.expected.partition("; --")[0]
    return error


@dataclass(frozen=True)
class _Query:
    """A request: its fields, each checked when it is read."""

    fields: Record
    progress: Progress

    def number(self, name: str, usual: int, most: int, least: int = 1) -> int:
        value = self.fields.get(name, usual)
        if type(value) is not int or not least <= value <= most:
            expected = f"a whole number from {least} to {most:,}"
            raise UsageError(f"{name} cannot be {shown(value)}; expected {expected}")
        return value

    def choice(self, name: str, known: Collection[str], usual: str) -> str:
        value = self.fields.get(name, usual)
        if not isinstance(value, str) or value not in known:
            listed = ", ".join(known)
            raise UsageError(f"{name} cannot be {shown(value)}; expected {listed}")
        return value

    def report(self, what: str) -> Callable[[int], None]:
        return lambda number: self.progress(number, what)

    @property
    def timeout(self) -> int:
        return self.number("timeout", 60, _MAX_SECONDS, 0)

    def entries(self) -> list[PuzzleRecord]:
        """Read the puzzle, and the next where the text holds several."""
        value, form = self.fields.get("puzzle"), None
        if isinstance(value, dict):
            value, form = to_json(value), "json"
        if not isinstance(value, str):
            raise UsageError("the request has no puzzle; expected a text or an object")
        if len(value) > LONGEST:
            raise LimitError(f"a puzzle of more than {LONGEST:,} characters")
        if binary_of(value[:8].encode()) is not None:
            raise InputError("a file of bytes", expected="a puzzle as text")
        items = list(islice(scan(StringIO(value), format=form, max_size=_MAX_SIZE), 2))
        if isinstance(items[0], InputError):
            raise items[0]
        return [entry for entry in items if isinstance(entry, PuzzleRecord)]

    @property
    def entry(self) -> PuzzleRecord:
        return self.entries()[0]

    def position(self, puzzle: Puzzle) -> Puzzle | None:
        """Read the position: the digit of each cell so far, 0 for none."""
        values = self.fields.get("now")
        if values is None:
            return None
        geometry = puzzle.geometry
        known = {0, *geometry.digit_range}
        if (
            not isinstance(values, list)
            or len(values) != geometry.cells
            or any(type(value) is not int or value not in known for value in values)
        ):
            raise UsageError(
                f"now must be a list of {geometry.cells} digits, 0 for an empty cell"
            )
        now = Puzzle(Grid.trusted(geometry, tuple(values)), puzzle.constraints)
        for cell, digit in puzzle.clues.filled:
            if now.values[cell] != digit:
                name = puzzle.geometry.cell_name(cell)
                raise InputError(f"the position lacks the clue in {name}")
        return now


# What is done


def _about(_: _Query) -> Record:
    return {
        "tools": tools(),
        "version": __version__,
        "formats": [name for name in written_names() if name not in _BINARY],
        "encodings": [recipe.name for recipe in encodings()],
        "levels": [level.key for level in Level],
        "symmetries": [symmetry.key for symmetry in Symmetry],
        "schemes": list(SCHEMES),
    }


def _read(query: _Query) -> Record:
    entry, *others = query.entries()
    state = entry.metadata.state
    return {
        "record": place_record(entry),
        "board": _board(entry.puzzle),
        "understood": understood(entry),
        "state": None if state is None else state.line,
        "details": list(map(list, entry.metadata.details)),
        "several": bool(others),
    }


def _board(puzzle: Puzzle) -> Record:
    """Return what the page needs to draw a grid."""
    geometry = puzzle.geometry
    blank = (0,) * geometry.cells
    board = Board(geometry, blank, constraints=puzzle.constraints)
    # Selected cells are seen through the paper, and the page lists the rules.
    scene = replace(board_scene(board, labels=True, legend=0), paper=None)
    box = geometry.box
    return {
        "rows": geometry.rows,
        "columns": geometry.columns,
        "box": list(box) if isinstance(box, tuple) else None,
        "across": candidate_block(geometry)[1],
        "texts": list(geometry.digit_texts),
        "marks": list(geometry.with_symbols(None).digit_texts),
        "first": geometry.first_value,
        "symbols": None if geometry.symbols is None else geometry.symbols.name,
        **_frame(scene),
        "picture": svg_text(scene) if _is_drawn(puzzle) else None,
        "rules": [_rule(rule, geometry) for rule in puzzle.constraints],
        "beside": [_beside(rule) for rule in puzzle.constraints if type(rule) is Var],
    }


def _beside(rule: Var) -> Record:
    """Return cells outside the grid, which the page draws beside it."""
    cells = [*map(extra_name, group_cells(rule.prefix, rule.size))]
    return {"title": rule.title, "columns": rule.columns, "cells": cells}


def _is_drawn(puzzle: Puzzle) -> bool:
    """Whether the page cannot draw the empty board itself."""
    geometry = puzzle.geometry
    return bool(puzzle.constraints) or not geometry.is_standard


def _frame(scene: Scene) -> Record:
    """Return where the cells are in a picture."""
    left, top = scene.origin
    size = {"width": scene.width, "height": scene.height}
    return {"cell": CELL, "left": left, "top": top, **size}


def _rule(rule: Any, geometry: Geometry) -> Record:  # noqa: ANN401  a constraint
    """Return a constraint as the page lists and edits it."""
    is_known = type(rule) in CATALOGUE
    kind = type(rule).__name__
    values = {field.name: getattr(rule, field.name) for field in fields(rule)}
    indices = rule.cell_indices(geometry) if is_known else ()
    cells = [cell for cell in indices if cell < geometry.cells]
    return {
        "text": rule.describe(),
        "kind": kind,
        "python": python_text(rule) if is_known else None,
        "cells": cells if len(cells) < geometry.cells else [],
        "fields": json.loads(to_json(values)),
        "sentence": rule.sentence.format(rule, *values.values()) if is_known else "",
    }


def _solve(query: _Query) -> Record:
    """Find solutions up to a limit; two at least, where there are several."""
    entry, limit = query.entry, query.number("limit", 1, _MAX_SOLUTIONS)
    grids, stopped = list[Grid](), False
    with Solver(max_clauses=_MAX_CLAUSES) as solver:
        walk = solver.solutions(entry.puzzle, timeout=query.timeout)
        try:
            for grid in islice(walk, limit + 1):
                grids.append(grid)
                query.progress(len(grids), "solutions")
        except Stopped:
            stopped = True
        finally:
            walk.close()
        result = walk.result(grids[:2], complete=not stopped)
    listed = grids[: max(limit, 2)]
    record = {"solutions": [grid.line for grid in listed], **result.record()}
    return {
        "record": {**place_record(entry), **record},
        "complete": not stopped and len(grids) <= limit,
        "hidden": [replace(result, solution=grid).extra for grid in listed],
    }


def _record(
    entry: PuzzleRecord, answer: Count | Report | Rating | WrittenProof, started: float
) -> Record:
    """Return the record of an answer, with its place and the time it took."""
    time_s = round(perf_counter() - started, 6)
    return {**place_record(entry), **answer.record(), "time_s": time_s}


def _count(query: _Query) -> Record:
    entry, report, started = query.entry, query.report("solutions"), perf_counter()
    with Solver(max_clauses=_MAX_CLAUSES) as solver:
        limit = query.number("limit", solver.default_limit(entry.puzzle), _MAX_COUNT)
        count = solver.count(
            entry.puzzle, limit, timeout=query.timeout, progress=report
        )
    return {"record": _record(entry, count, started), "text": str(count)}


def _live(query: _Query) -> Record:
    """Count solutions up to two while somebody sets a puzzle, and where they go."""
    puzzle, started = query.entry.puzzle, perf_counter()
    name, clashes, cause = puzzle.geometry.cell_name, puzzle.clashes(), None
    counts: CandidateCounts | None = None
    status = Status.NONE
    if not clashes:
        counts = candidate_counts(puzzle, 2, timeout=query.timeout)
        # A puzzle with one solution has one candidate in each cell, with one solution.
        most = max(map(sum, counts.counts))
        status = Status.of(min(most, 2), complete=counts.complete)
    if status is Status.NONE and not clashes:
        with suppress(Stopped):
            cause = contradiction(puzzle, timeout=min(query.timeout, 1))
    named = dict.fromkeys(cell for clash in clashes for cell in clash.cells)
    rules = cause.constraints if cause else ()
    return {
        "record": {
            "status": str(status),
            "candidates": counts.candidates if counts and counts.complete else None,
            "contradiction": [*map(name, cause.cells)] if cause else [*named],
            "contradiction_constraints": [rule.describe() for rule in rules],
            "time_s": round(perf_counter() - started, 6),
        }
    }


def _check(query: _Query) -> Record:
    entry, started = query.entry, perf_counter()
    options = FullCheck(timeout=query.timeout, max_clauses=_MAX_CLAUSES)
    report = check_fully(entry.puzzle, options)
    return {"record": _record(entry, report, started)}


_paths: dict[tuple[Geometry, Puzzle, Puzzle | None], tuple[int, Explanation]] = {}
"""The last explanation, whose steps the page asks for one by one, and its limit."""


def _path(query: _Query, entry: PuzzleRecord) -> Explanation:
    # Puzzles are equal in whatever symbols; sentences are not.
    key = (entry.puzzle.geometry, entry.puzzle, query.position(entry.puzzle))
    # One that ran out of time is kept, too: its steps are asked for.
    seconds, path = _paths.get(key, (0, None))
    is_short = path is not None and path.end is End.TIMEOUT and query.timeout > seconds
    if path is None or is_short:
        path = _explained(query, entry, {})
        _paths.clear()
        _paths[key] = (query.timeout, path)
    return path


def _explained(query: _Query, entry: PuzzleRecord, options: Record) -> Explanation:
    puzzle, now = entry.puzzle, query.position(entry.puzzle)
    return explain_from(
        puzzle, now, from_clues=now is None, timeout=query.timeout, **options
    )


def _explain(query: _Query) -> Record:
    entry, started = query.entry, perf_counter()
    path = _path(query, entry)
    place = place_record(replace(entry, puzzle=path.puzzle))
    time_s = round(perf_counter() - started, 6)
    return {"record": {**place, **path_record(path), "time_s": time_s}}


def _step(query: _Query) -> Record:
    path = _path(query, query.entry)
    number = query.number("step", 1, max(1, len(path.entries)))
    pair = next(islice(path.positions(), number - 1, None), None)
    if pair is None:
        raise UsageError("the explanation has no steps")
    return _drawn(path, *pair)


def _drawn(path: Explanation, position: Puzzle, step: Any) -> Record:  # noqa: ANN401  an entry
    scene = step_scene(position, step, puzzle=path.puzzle)
    shown = {"digits": list(position.values), "candidates": position.candidates}
    return {"svg": svg_text(scene), "text": str(step), **shown, **_frame(scene)}


def _technique(query: _Query) -> Record:
    """Return what a technique is, as its module says."""
    names = {technique.key: technique for technique in Technique}
    technique = names[query.choice("name", names, "naked-single")]
    paragraphs = (technique.module.__doc__ or "").strip().split("\n\n")
    start = technique.title.lower()
    own = [text for text in paragraphs if text.lower().startswith(start)]
    texts = own or [text for text in paragraphs if not text.startswith("The order")]
    return {
        "title": technique.title,
        "level": technique.level.key,
        "text": [" ".join(text.split()) for text in texts],
    }


def _hint(query: _Query) -> Record:
    entry, detail = query.entry, query.number("detail", 1, DETAILS[-1])
    path = _explained(query, entry, {"until": 1})
    if path.end is End.TIMEOUT:
        raise Stopped("out of time")
    hint = Hint(path)
    steps = [] if hint.step is None else [hint.step]
    record = hint_record(path, hint.text(detail), detail, steps)
    place = place_record(replace(entry, puzzle=path.puzzle))
    reply: Record = {"record": {**place, **record}}
    if steps and detail == DETAILS[-1]:
        reply |= _drawn(path, path.start, steps[0])
    return reply


def _rate(query: _Query) -> Record:
    entry, scheme = query.entry, query.choice("scheme", list(SCHEMES), "hodoku")
    started = perf_counter()
    rating = rate(entry.puzzle, scheme, timeout=query.timeout)
    return {"record": _record(entry, rating, started)}


def _generate(query: _Query) -> Record:
    levels = [level.key for level in Level]
    symmetries = [symmetry.key for symmetry in Symmetry]
    level = query.choice("level", levels, "easy") if "level" in query.fields else None
    request = GenerateOptions(
        level=level,
        size=Geometry.of_size(query.number("size", 9, 16, 4)),
        symmetry=query.choice("symmetry", symmetries, "none"),
    )
    seed = query.number("seed", new_seed(), 1 << 62, 0)
    report = query.report("attempts")
    made = generated(request, 1, seed=seed, timeout=query.timeout, failed=report)
    entry = generated_record(next(made), 1, ("details", "solution"))
    record = json.loads(text_of(entry, "json"))
    return {"record": record, "board": _board(entry.puzzle), "seed": seed}


def _convert(query: _Query) -> Record:
    known = [name for name in written_names() if name not in _BINARY]
    return {"text": text_of(query.entry, query.choice("to", known, "grid"))}


def _picture(query: _Query) -> Record:
    puzzle = query.entry.puzzle
    board = Board(puzzle.geometry, puzzle.values, constraints=puzzle.constraints)
    return {"text": svg_text(board_scene(board))}


def _cnf(query: _Query) -> Record:
    recipes = [recipe.name for recipe in encodings()]
    recipe = load(query.choice("encoding", recipes, "extended"))
    puzzle, stream = query.entry.puzzle, StringIO()
    formula, comments = formula_of(puzzle, recipe, _MAX_CLAUSES, simplified=False)
    comments.insert(1, f"puzzle: {puzzle.clues.text}")
    write_dimacs(formula, stream, comments=comments)
    sizes = {"variables": formula.variables, "clauses": formula.clause_count}
    return {"text": stream.getvalue(), **sizes}


def _prove(query: _Query) -> Record:
    entry, started = query.entry, perf_counter()
    deadline = Deadline(query.timeout)
    proof = Prover(max_clauses=_MAX_CLAUSES).prove(entry.puzzle, timeout=deadline.left)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "puzzle.proof"
        size = proof.write(folder, format="lrat")
        written = WrittenProof(proof, Path(folder.name), "lrat", size)
        record = _record(entry, written, started)
        # From the files alone, as anybody else would check them.
        verdict = verify(folder, timeout=deadline.left).record()
        files = {path.name: path.read_text() for path in sorted(folder.iterdir())}
    return {
        "record": record,
        "verdict": {"verified": True, **verdict},
        "files": files,
    }


_SEARCHES = ("puzzle", "timeout")
_ACTIONS: dict[str, tuple[Callable[[_Query], Record], tuple[str, ...]]] = {
    "about": (_about, ()),
    "read": (_read, ("puzzle",)),
    "solve": (_solve, (*_SEARCHES, "limit")),
    "count": (_count, (*_SEARCHES, "limit")),
    "check": (_check, _SEARCHES),
    "explain": (_explain, (*_SEARCHES, "now")),
    "live": (_live, _SEARCHES),
    "picture": (_picture, ("puzzle",)),
    "step": (_step, (*_SEARCHES, "now", "step")),
    "technique": (_technique, ("name",)),
    "hint": (_hint, (*_SEARCHES, "now", "detail")),
    "rate": (_rate, (*_SEARCHES, "scheme")),
    "generate": (_generate, ("timeout", "level", "size", "symmetry", "seed")),
    "convert": (_convert, ("puzzle", "to")),
    "cnf": (_cnf, ("puzzle", "encoding")),
    "prove": (_prove, _SEARCHES),
}
"""What a request may ask to do, and the fields that it may have for that."""
