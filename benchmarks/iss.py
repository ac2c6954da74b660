"""`python -m benchmarks iss`: variants beside Interactive Sudoku Solver.

Solves its published puzzles in this process, each with a fresh `Solver` that looks for
two solutions, and compares the CPU time with what Interactive Sudoku Solver took, as a
table has it.  The compiled search is loaded before; `NUMBA_DISABLE_JIT=1` does without.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.sets import shared_data
from satdoku.formats.iss import read_iss
from satdoku.solving import variants
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FAR, _FELT = 3, 20.0
"""A puzzle is far behind from so many times the other's time, and so many ms."""


class _Row(NamedTuple):
    """What both took for a puzzle, in ms."""

    line: int
    name: str
    status: str
    own: float
    other: float


def main(arguments: Sequence[str]) -> int:
    """Print each puzzle that is far behind, or all, then the figures."""
    folder = shared_data() / "variants"
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks iss",
        description="Compare variants with Interactive Sudoku Solver.",
    )
    parser.add_argument("--puzzles", type=Path, default=folder / "iss.jsonl")
    parser.add_argument("--times", type=Path, default=folder / "iss_times.csv")
    parser.add_argument("--all", action="store_true", help="print every puzzle")
    options = parser.parse_args(arguments)
    is_compiled = variants.load(lambda: print("compiling the search ..."))
    print("compiled" if is_compiled else "without the compiled search")
    rows: list[_Row] = []
    for row in _measured(options.puzzles, options.times):
        rows.append(row)
        if options.all or _is_far(row):
            print(
                f"{row.line:4} {row.name[:40]:40} {row.status:8} {row.own:9.1f} ms"
                f" {row.other:9.1f} ms {row.own / row.other:7.2f}x"
            )
    own, other = sum(row.own for row in rows), sum(row.other for row in rows)
    ratio = statistics.geometric_mean([row.own / row.other for row in rows])
    print(
        f"{len(rows)} puzzles: geometric mean {ratio:.2f}, far behind "
        f"{sum(map(_is_far, rows))}, total {own / 1e3:.1f} s to {other / 1e3:.1f} s"
    )
    return 0


def _is_far(row: _Row) -> bool:
    return row.own > max(_FAR * row.other, _FELT)


def _measured(puzzles: Path, times: Path) -> Iterator[_Row]:
    texts = [json.loads(line) for line in puzzles.read_text("utf-8").splitlines()]
    with times.open(encoding="utf-8", newline="") as table:
        for known in csv.DictReader(table):
            line = int(known["line"])
            puzzle = read_iss(texts[line - 1]["puzzle"])
            since = process_time()
            result = Solver().solve(puzzle)
            own = 1e3 * (process_time() - since)
            name, status = texts[line - 1]["name"], str(result.status)
            yield _Row(line, name, status, own, float(known["iss_ms"]))
