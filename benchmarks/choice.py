"""`python -m benchmarks choice`: measure what `auto` chooses by.

Each figure is of fresh processes that have imported satdoku: two easy puzzles, then
some of all levels in turn.  What the first takes beyond the second is `first`, the
median of the others `each`.  Of some repeats, in turn, the least counts, puzzle by
puzzle: what disturbs only adds.  Whether there is a second solution is asked, too.

What a step or a conflict takes is measured apart, on the hardest puzzles of 9×9 that
are known (a file: SATDOKU_DATA) and on minimal ones of 16×16, and taken for the sizes
beside these, too.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import satdoku.choosing.figures as kept
from benchmarks.machine import machine
from benchmarks.measure import say
from satdoku.choosing.costs import (
    DPLL,
    LANES_NUMPY,
    LANES_WAY,
    SIMPLIFIED,
    TRIAL,
    WHOLE,
)
from satdoku.choosing.figure import Figure
from satdoku.study.machine import versions

__all__ = ["figures", "main", "written"]

_WAYS = {
    TRIAL: (4, 6, 9, 16, 25),
    SIMPLIFIED: (4, 6, 9, 16, 25),
    WHOLE: (4, 6, 9, 16),
    LANES_WAY: (9,),
    LANES_NUMPY: (9,),
    DPLL: (4, 6, 9, 16),
}
_MANY = {4: 81, 6: 61, 9: 81, 16: 31, 25: 9}
_AT_ONCE = 1_000
_HARD = 21
_LIMIT = 300.0


def _child(way: str, size: int, count: int, *more: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.choice_worker"]
    done = subprocess.run(
        [*command, way, str(size), str(count), *more],
        check=True,
        capture_output=True,
        text=True,
        timeout=_LIMIT,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def figures(repeats: int) -> list[Figure]:
    """Measure all ways on all sizes."""
    cells = [(way, size) for way, sizes in _WAYS.items() for size in sizes]
    runs: dict[tuple[str, int], list[list[float]]] = {cell: [] for cell in cells}
    for repeat in range(repeats):
        for way, size in cells:
            say(f"{way} {size}x{size} {repeat + 1}/{repeats}")
            count = _AT_ONCE if way in (LANES_WAY, LANES_NUMPY) else _MANY[size]
            runs[way, size].append(_child(way, size, count)["seconds"])
    steps = efforts(repeats)
    found: list[Figure] = []
    for way, size in cells:
        times = zip(*runs[way, size], strict=True)
        one, other, *usual = (1e3 * min(each) for each in times)
        effort = steps.get((way, max(9, size)), steps.get((way, 16), 0.0))
        first, each = max(0.0, one - other), median(usual)
        found.append(Figure(way, size, round(first, 2), round(each, 3), effort))
    return found


def efforts(repeats: int) -> dict[tuple[str, int], float]:
    """Measure what a step takes, in milliseconds, by way and size, on hard puzzles."""
    found: dict[tuple[str, int], float] = {}
    for way in (TRIAL, SIMPLIFIED, WHOLE, DPLL):
        for size in (9, 16, 25) if way == TRIAL else (9, 16):
            say(f"a step of {way} on {size}x{size}")
            one, many = (
                min(
                    (_child(way, size, count, "hard") for _ in range(repeats)),
                    key=lambda run: run["seconds"],
                )
                for count in (1, _HARD)
            )
            spent = many["seconds"][0] - one["seconds"][0]
            steps = max(1, many["efforts"] - one["efforts"])
            found[way, size] = round(1e3 * max(0.0, spent) / steps, 5)
    return found


def written(rows: list[Figure], day: str) -> str:
    """Return the module of figures with these rows in place of the old ones."""
    libraries = versions()
    about: dict[str, Any] = {**machine(), "date": day}
    told = ", ".join(
        [
            day,
            about["processor"],
            about["python"],
            f"python-sat {libraries['python-sat']}",
        ]
    )
    text = Path(kept.__file__).read_text("utf-8")
    head, _, rest = text.partition("MACHINE = ")
    _, _, middle = rest.partition("\n")
    before, _, after = middle.partition("FIGURES = (\n")
    _, _, tail = after.partition("\n)\n")
    lines = "\n".join(
        f'    Figure("{row.way}", {row.size}, {row.first}, {row.each}, {row.effort}),'
        for row in rows
    )
    return f'{head}MACHINE = "{told}"\n{before}FIGURES = (\n{lines}\n)\n{tail}'


def main(arguments: list[str]) -> int:
    """Measure, and print the module of figures, or write it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks choice",
        description="Measure what each way to answer costs, of which auto chooses.",
    )
    parser.add_argument("--repeats", type=int, default=5, help="(%(default)s)")
    parser.add_argument(
        "--write", action="store_true", help="rewrite satdoku/choosing/figures.py"
    )
    asked = parser.parse_args(arguments)
    text = written(figures(asked.repeats), str(machine()["date"]))
    if asked.write:
        Path(kept.__file__).write_text(text, "utf-8")
    else:
        print(text, end="")
    return 0
