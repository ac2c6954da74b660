"""The section about ratings: a puzzle solved as a person does, step by step.

The yardstick is Norvig's program, which finds the first solution of the same puzzles in
the same run: how much longer it takes to say how hard a puzzle is than to solve it.
The puzzles are those of `reference/rated.csv`, which tells HoDoKu's level and score of
each; a path that does not end in the solution is wrong, and so is another level.
"""

from __future__ import annotations

import csv
import statistics
from time import process_time_ns
from typing import TYPE_CHECKING, Any

from benchmarks.measure import say
from benchmarks.peers import PEERS
from benchmarks.sets import shared_data
from satdoku.explanation.rating import rate
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.solver import Solver
from satdoku.techniques.path import follow, level_of
from satdoku.techniques.state import State
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.settings import Results, Settings

__all__ = ["ratings"]

_YARDSTICK = "norvig, the first solution"
_Rated = dict[str, str]
"""A row of the file."""


def ratings(settings: Settings) -> Results:
    """Paths and ratings: CPU µs a puzzle, whole; ratios as told in ratings.py."""
    path = shared_data() / "reference" / "rated.csv"
    with path.open(newline="", encoding="ascii") as stream:
        rows = list(csv.DictReader(stream))
    groups = {"easier half": rows[: len(rows) // 2], "all": rows}
    return {
        name: _measured(name, group[: settings.first], settings.repeats)
        for name, group in groups.items()
    }


def _measured(name: str, rows: list[_Rated], repeats: int) -> dict[str, Any]:
    """Measure all contenders on some puzzles; they take turns in each repeat."""
    singles = frozenset(each for each in Technique if each.is_single)
    logic, norvig = Solver("logic"), PEERS["norvig"].make()
    asked: dict[str, Callable[[_Rated], str | None]] = {
        _YARDSTICK: lambda row: _other(norvig.first(row["puzzle"]), row["solution"]),
        "path": _path,
        "path, singles alone": lambda row: _started(row, singles),
        "rate": _rate,
        "engine logic": lambda row: _solved(logic, row),
    }
    times: dict[str, list[float]] = {contender: [] for contender in asked}
    wrong: dict[str, dict[str, None]] = {contender: {} for contender in asked}
    for ask in asked.values():
        ask(rows[-1])  # modules are loaded
    for repeat in range(repeats):
        for contender, ask in asked.items():
            say(f"ratings {name} {contender} {repeat + 1}/{repeats}")
            before = process_time_ns()
            answers = [ask(row) for row in rows]
            times[contender].append((process_time_ns() - before) / 1e3 / len(rows))
            for number, complaint in enumerate(answers, 1):
                if complaint is not None:
                    wrong[contender][f"puzzle {number}: {complaint}"] = None
    return {
        contender: {
            "puzzles": len(rows),
            "finished": len(rows),
            "mean": statistics.median(mine),
            "best": min(mine),
            "means": mine,
            "ratio": statistics.median(
                one / other for one, other in zip(mine, times[_YARDSTICK], strict=True)
            ),
            "wrong": list(wrong[contender]),
        }
        for contender, mine in times.items()
    }


def _other(found: str | None, expected: str) -> str | None:
    return None if found == expected else f"{found} instead of {expected}"


def _path(row: _Rated) -> str | None:
    state = State.of(Puzzle(row["puzzle"]))
    level = level_of(list(follow(state)))
    return _other(state.grid().line, row["solution"]) or _other(
        level.title, row["hodoku_level"]
    )


def _started(row: _Rated, techniques: frozenset[Technique]) -> str | None:
    """Go as far as few techniques lead."""
    state = State.of(Puzzle(row["puzzle"]))
    for _ in follow(state, techniques):
        pass
    end = state.grid()
    pairs = zip(end.line, row["solution"], strict=True)
    return None if all(a in (".", b) for a, b in pairs) else f"{end.line} is wrong"


def _rate(row: _Rated) -> str | None:
    level = rate(row["puzzle"]).level
    return _other(None if level is None else level.title, row["hodoku_level"])


def _solved(session: Solver, row: _Rated) -> str | None:
    found = session.solve(Puzzle(row["puzzle"])).solution
    return _other(None if found is None else found.line, row["solution"])
