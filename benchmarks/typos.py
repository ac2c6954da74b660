"""`python -m benchmarks typos`: how often the right change is among the first five.

Changes one clue of classics of top95 and easy50, and one sum of cages and sandwiches of
the puzzles published for Interactive Sudoku Solver.  A sum becomes one more or less,
ten more or less, its digits swapped, one digit another one or a neighbouring key, each
as often.  Puzzles that are not proper before the change, or still are after it, are
left out.  The limit of time is CPU time: the clocks of deadlines are replaced.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from itertools import cycle
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.sets import read_set, shared_data
from satdoku.constraints import Killer, Lunchbox, Sandwich
from satdoku.errors import SatdokuError
from satdoku.formats.iss import read_iss
from satdoku.puzzle.puzzle import Puzzle
from satdoku.setting.typos import typos
from satdoku.solving import variants
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FIRST = 5
"""The right change counts where it is among so many."""
_PROPER = 20.0
"""Seconds to see whether a puzzle is proper, at most."""
_NEXT_KEYS = [
    "12",
    "0245",
    "01356",
    "256",
    "1578",
    "12346789",
    "2359",
    "458",
    "45679",
    "568",
]
"""The keys beside that of each digit on a number pad."""


class _Case(NamedTuple):
    """A puzzle and what became of it."""

    name: str
    before: Puzzle
    after: Puzzle
    change: str


def main(arguments: Sequence[str]) -> int:
    """Print a line for each puzzle, then the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks typos",
        description="Count how often the right change is among the first five.",
    )
    parser.add_argument("kinds", nargs="*", help=f"{', '.join(_KINDS)} (all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=4.0, help="(%(default)s)")
    parser.add_argument("-n", type=int, default=50, help="of each half (%(default)s)")
    options = parser.parse_args(arguments)
    _measure_processor_time()
    variants.load(lambda: print("compiling the search ..."))
    for kind in options.kinds or _KINDS:
        random = Random(f"{options.seed} {kind}")  # noqa: S311  no secret
        places, times = list[int](), list[float]()
        for case in _KINDS[kind](random, options.n):
            since = process_time()
            answers = typos(case.after, _FIRST, timeout=options.timeout)
            times.append(process_time() - since)
            puzzles = [answer.puzzle for answer in answers]
            is_hit = case.before in puzzles
            places.append(puzzles.index(case.before) + 1 if is_hit else 0)
            place, took = str(places[-1] or "-"), times[-1]
            print(f"{case.name[:40]:40} {case.change:24} {place:>2} {took:6.2f} s")
            sys.stdout.flush()
        print(
            f"{sum(map(bool, places))} of {len(places)} among the first {_FIRST}, "
            f"{places.count(1)} first; {median(times):.2f} s (median), "
            f"{sum(times):.1f} s together\n"
        )
    return 0


def _measure_processor_time() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("satdoku.") and hasattr(module, "monotonic"):
            vars(module)["monotonic"] = process_time


def _classics(random: Random, number: int) -> Iterator[_Case]:
    for name in ("top95", "easy50"):
        puzzles = [*enumerate(read_set(name).puzzles, 1)]
        left = number // 2
        for at, puzzle in random.sample(puzzles, len(puzzles)):
            cell, old = random.choice([*puzzle.clues.filled])
            new = random.choice([digit for digit in range(1, 10) if digit != old])
            values = [*puzzle.values]
            values[cell] = new
            change = f"{puzzle.geometry.cell_name(cell)}: {old} -> {new}"
            case = _Case(f"{name} {at}", puzzle, Puzzle(values), change)
            if left and _is_fair(case):
                left -= 1
                yield case


def _sums(random: Random, number: int) -> Iterator[_Case]:
    puzzles = [*_published()]
    random.shuffle(puzzles)
    seen = set[Puzzle]()
    for name, puzzle in cycle(puzzles):
        rule, field = random.choice([*_numbers(puzzle)])
        old = getattr(rule, field)
        new = _mistyped(old, random)
        try:
            changed = replace(rule, **{field: new})
        except SatdokuError:  # no such constraint
            continue
        rules = [changed if x == rule else x for x in puzzle.constraints]
        after = Puzzle(puzzle, rules)
        change = f"{rule.describe()[:14]}: {old} -> {new}"
        case = _Case(name, puzzle, after, change)
        if after not in seen and _is_fair(case):
            seen.add(after)
            yield case
        if len(seen) == number:
            return


def _published() -> Iterator[tuple[str, Puzzle]]:
    """Yield the proper puzzles that have a sum of a cage or of a sandwich."""
    text = (shared_data() / "variants" / "iss.jsonl").read_text("utf-8")
    for at, record in enumerate(map(json.loads, text.splitlines()), 1):
        try:
            puzzle = read_iss(record["puzzle"])
        except SatdokuError:
            continue
        if any(_numbers(puzzle)) and _is_proper(puzzle):
            yield f"{at} {record['name']}", puzzle


def _numbers(puzzle: Puzzle) -> Iterator[tuple[Any, str]]:
    """Yield each cage and sandwich that has a sum, and what its field is called."""
    for rule in puzzle.constraints:
        if isinstance(rule, Sandwich):
            yield rule, "clue"
        elif isinstance(rule, Killer | Lunchbox) and rule.total is not None:
            yield rule, "total"


def _is_fair(case: _Case) -> bool:
    return not _is_proper(case.after) and _is_proper(case.before)


def _is_proper(puzzle: Puzzle) -> bool:
    return Solver().count(puzzle, 1, timeout=_PROPER) == 1


def _mistyped(old: int, random: Random) -> int:
    """Return what may be written for a number."""
    digits = str(old)
    at = random.randrange(len(digits))
    head, digit, tail = digits[:at], digits[at], digits[at + 1 :]
    changes = [
        [old - 1, old + 1],
        [old - 10, old + 10],
        [int(head + other + tail) for other in "0123456789" if other != digit],
        [int(head + other + tail) for other in _NEXT_KEYS[int(digit)]],
        [int(digits[::-1])],
    ]
    return random.choice([x for x in random.choice(changes) if x != old] or [old + 1])


_KINDS = {"classics": _classics, "sums": _sums}
