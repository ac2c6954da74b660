"""`python -m benchmarks choice`: measure what `auto` chooses by.

Each figure is of fresh processes that have imported satdoku: two easy puzzles, then
some of all levels in turn.  What the first takes beyond the second is `first`, that
second one `least`, the median of the others `each`.  Of some repeats, in turn, the
least counts, puzzle by puzzle: what disturbs only adds.  Whether there is a second
solution is asked, too.

What a step or a conflict takes is measured apart, on the hardest puzzles of 9×9 that
are known (a file: SATDOKU_DATA) and on minimal ones of 16×16, and taken for the sizes
beside these, too.

How quickly an engine lists solutions is measured on an empty grid: what it takes until
the first one is there, and until so many more are.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import satdoku.choosing.figures as kept
from benchmarks.choice_worker import LISTED
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
from satdoku.choosing.figure import Figure, Listing
from satdoku.study.machine import versions

__all__ = ["figures", "listings", "main", "written"]

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
_LISTED = {"dpll": 10_000, "minisat22": 10_000, "lanes": 4_000_000}
_LIMIT = 300.0


def _child(way: str, size: int, count: int, *more: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.choice_worker"]
    # As installed: what is imported is compiled by then, whatever is said here.
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [*command, way, str(size), str(count), *more],
        check=True,
        capture_output=True,
        text=True,
        timeout=_LIMIT,
        env=kept,
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
        least = min(other, each)
        numbers = round(first, 2), round(least, 3), round(each, 3), effort
        found.append(Figure(way, size, *numbers))
    return found


def listings(repeats: int) -> list[Listing]:
    """Measure how quickly solutions are listed."""
    found: list[Listing] = []
    for engine, count in _LISTED.items():
        say(f"solutions listed by {engine}")
        one, many = (
            min(_child(LISTED, 9, most, engine)["seconds"][0] for _ in range(repeats))
            for most in (1, count)
        )
        rate = (count - 1) / (many - one)
        found.append(Listing(engine, 9, round(1e3 * one, 1), round(rate, -2)))
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


def written(rows: list[Figure], lists: list[Listing], day: str) -> str:
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
        f'    Figure("{row.way}", {row.size}, '
        f"{row.first}, {row.least}, {row.each}, {row.effort}),"
        for row in rows
    )
    between, _, tail = tail.partition("LISTINGS = (\n")
    _, _, tail = tail.partition("\n)\n")
    listed = "\n".join(
        f'    Listing("{row.engine}", {row.size}, {row.first}, {row.rate:_.0f}),'
        for row in lists
    )
    return (
        f'{head}MACHINE = "{told}"\n{before}FIGURES = (\n{lines}\n)\n'
        f"{between}LISTINGS = (\n{listed}\n)\n{tail}"
    )


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
    lists = listings(asked.repeats)
    text = written(figures(asked.repeats), lists, str(machine()["date"]))
    if asked.write:
        Path(kept.__file__).write_text(text, "utf-8")
    else:
        print(text, end="")
    return 0
