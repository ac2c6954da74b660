"""The section about variants: solved and counted, beside pencilmark.

The puzzles are those published for Interactive Sudoku Solver that both programs read:
satdoku writes them as links of f-puzzles, and pencilmark takes these.  Both get
what they have loaded, so only the search is measured, and in satdoku the formula.  A
puzzle on which pencilmark gives up after 100,000 nodes is left out, for both.
"""

from __future__ import annotations

import io
import json
import statistics
from time import process_time_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.measure import say
from benchmarks.peers import pencilmark
from benchmarks.sets import shared_data
from satdoku.errors import SatdokuError
from satdoku.formats import Writer
from satdoku.formats.iss import read_iss
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.settings import Results, Settings

__all__ = ["variants"]

_NODES = 100_000
_COUNTED = 100
_PEER = "pencilmark"


class _Variant(NamedTuple):
    """A puzzle, as both have it."""

    puzzle: Puzzle
    board: Any


def variants(settings: Settings) -> Results:
    """Variants: CPU µs a puzzle, whole; ratios as told in variants.py."""
    try:
        read = pencilmark.reader()
    except ImportError as error:
        return {"variants": {_PEER: {"not measured": str(error)}}}
    puzzles = list(_puzzles())[: settings.first]
    solver = Solver()
    results: Results = {}
    for name, limit, taken in (
        ("unique", 2, puzzles),
        (f"up to {_COUNTED} solutions", _COUNTED, list(map(_loosened, puzzles))),
    ):
        rows = list(_known_to_both(taken, read, limit))
        found = _measured(name, rows, solver, limit, settings.repeats)
        for figure in ("mean", "median"):
            results[f"{name}, {len(rows)} puzzles, {figure}"] = found[figure]
    return results


def _puzzles() -> Iterator[Puzzle]:
    path = shared_data() / "variants" / "iss.jsonl"
    for line in path.read_text("utf-8").splitlines():
        try:
            puzzle = read_iss(json.loads(line)["puzzle"])
        except SatdokuError:
            continue
        if puzzle.masks is None:  # pencilmark reads none from a link
            yield puzzle


def _loosened(puzzle: Puzzle) -> Puzzle:
    """Leave out half of the clues, or half of the constraints where there are none."""
    clues, rules = puzzle.values, puzzle.constraints
    if not any(clues):
        return Puzzle(puzzle.clues, rules[::2])
    kept = tuple(value * (cell % 2) for cell, value in enumerate(clues))
    return Puzzle(kept, rules, geometry=puzzle.geometry)


def _known_to_both(
    puzzles: list[Puzzle], read: Callable[[str], Any], limit: int
) -> Iterator[_Variant]:
    for puzzle in puzzles:
        stream = io.StringIO()
        try:
            with Writer(stream, "fpuzzles") as writer:
                writer.write(puzzle)
            board = read(stream.getvalue().strip())
        except (SatdokuError, ValueError, KeyError):
            continue  # one of them does not know a rule
        if pencilmark.search(board, limit, _NODES) is not None:
            yield _Variant(puzzle, board)


def _measured(
    name: str, rows: list[_Variant], solver: Solver, limit: int, repeats: int
) -> Results:
    """Measure both on some puzzles; they take turns in each repeat."""
    asked: dict[str, Callable[[_Variant], int]] = {
        _PEER: lambda row: len(pencilmark.search(row.board, limit, _NODES) or ()),
        "satdoku": lambda row: solver.count(row.puzzle, limit).value,
    }
    times: dict[str, list[list[float]]] = {contender: [] for contender in asked}
    answers: dict[str, list[int]] = {}
    for repeat in range(repeats):
        for contender, ask in asked.items():
            say(f"variants {name} {contender} {repeat + 1}/{repeats}")
            times[contender].append([])
            answers[contender] = []
            for row in rows:
                before = process_time_ns()
                answers[contender].append(ask(row))
                times[contender][-1].append((process_time_ns() - before) / 1e3)
    pairs = zip(answers[_PEER], answers["satdoku"], strict=True)
    wrong = [
        f"puzzle {number}: {own} solutions, not {theirs}"
        for number, (theirs, own) in enumerate(pairs, 1)
        if own != theirs
    ]
    return {
        figure: {
            contender: {
                "puzzles": len(rows),
                "finished": len(rows),
                "mean": statistics.median(of),
                "best": min(of),
                "means": of,
                "ratio": statistics.median(
                    one / other
                    for one, other in zip(of, map(summed, times[_PEER]), strict=True)
                ),
                "wrong": wrong if contender == "satdoku" else [],
            }
            for contender, mine in times.items()
            if (of := list(map(summed, mine)))
        }
        for figure, summed in (("mean", statistics.mean), ("median", statistics.median))
    }
