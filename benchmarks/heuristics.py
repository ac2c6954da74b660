"""`python -m benchmarks heuristics`: decisions and time of each heuristic.

A table of the mean decisions and CPU time for a solution, without loading, as
docs/dpll.md has it.  Each engine loads the whole formula once and is given the clues as
assumptions.  A puzzle whose limit of conflicts comes first counts with what it took.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.sets import shared_data
from satdoku.cnf import recipe
from satdoku.cnf.encoder import encode_rules
from satdoku.engines.registry import load
from satdoku.formats import read_all
from satdoku.runtime.deadline import Deadline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cnf.encoder import Encoding
    from satdoku.puzzle.puzzle import Puzzle

HEURISTICS = (
    ("dpll", "fewest"),
    ("dpll", "fewest-first"),
    ("dpll", "first"),
    ("dpll", "dlis"),
    ("dpll", "jeroslow-wang"),
    ("cdcl", "vsids"),
)
ENCODINGS = ("minimal", "natural", "extended")


def main(arguments: Sequence[str]) -> int:
    """Print the table, in Markdown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks heuristics",
        description="Measure the heuristics of dpll and cdcl.",
    )
    hardest = shared_data() / "sets" / "hardest.txt"
    parser.add_argument("file", nargs="?", type=Path, default=hardest)
    parser.add_argument("--every", type=int, default=100, help="take each Nth puzzle")
    parser.add_argument("--conflicts", type=int, default=1000, help="limit of each")
    options = parser.parse_args(arguments)
    if min(options.every, options.conflicts) < 1:
        parser.error("expected numbers from 1")
    puzzles = [record.puzzle for record in read_all(options.file)][:: options.every]
    print(f"{len(puzzles)} puzzles, at most {options.conflicts:,} conflicts each\n")
    print("| heuristic |", " | ".join(f"`{name}`" for name in ENCODINGS), "|")
    print("|---|" + "---|" * len(ENCODINGS))
    encodings = [
        encode_rules(puzzles[0].geometry, recipe.load(name)) for name in ENCODINGS
    ]
    for engine, heuristic in HEURISTICS:
        cells = [f"| `{heuristic}`"]
        for encoding in encodings:
            print(engine, heuristic, file=sys.stderr)
            cells.append(_cell(engine, heuristic, encoding, puzzles, options.conflicts))
        print(*cells, sep=" | ", end=" |\n", flush=True)
    return 0


def _cell(
    engine: str,
    heuristic: str,
    encoding: Encoding,
    puzzles: Sequence[Puzzle],
    conflicts: int,
) -> str:
    """Solve puzzles; return mean decisions and time, and how many had no answer."""
    loaded = load(engine, encoding.formula, heuristic=heuristic)
    decisions, unsolved, since = list[int](), 0, process_time()
    for puzzle in puzzles:
        deadline = Deadline(conflicts=conflicts)
        outcome = loaded.solve(encoding.literals(puzzle), deadline)
        decisions.append(outcome.statistics["decisions"])
        unsolved += outcome.satisfiable is None
    seconds = (process_time() - since) / len(puzzles)
    time = f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"
    rest = f", {unsolved} not" if unsolved else ""
    return f"{fmean(decisions):,.0f}, {time}{rest}"
