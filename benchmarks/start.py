"""`python -m benchmarks start`: one puzzle a process, variants beside classics.

Solves every eleventh puzzle of Interactive Sudoku Solver's and as many classics from
the command line, in turns, and prints the CPU time of each process, the least of a few.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.sets import shared_data

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEP = 11
_CLASSICS = ("easy50", "clues17", "top95")


def main(arguments: Sequence[str]) -> int:
    """Print what each puzzle takes, then the medians and their ratio."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks start",
        description="Compare the CPU time of a variant with that of a classic.",
    )
    parser.add_argument("--repeat", type=int, default=3, help="%(default)s")
    parser.add_argument("--step", type=int, default=_STEP, help="%(default)s")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        variants = _write_variants(Path(folder), options.step)
        classics = _write_classics(Path(folder), len(variants))
        texts = [text for pair in zip(variants, classics, strict=True) for text in pair]
        least = dict.fromkeys(texts, float("inf"))
        for text in (*texts[:2], *texts * options.repeat):  # two fill the caches
            least[text] = min(least[text], _cpu_seconds(text))
    for variant, classic in zip(variants, classics, strict=True):
        print(f"{Path(variant).stem:4}{1e3 * least[variant]:8.1f} ms", end="")
        print(f"{Path(classic).stem:>12}{1e3 * least[classic]:8.1f} ms")
    variant, classic = (
        statistics.median(least[text] for text in each) for each in (variants, classics)
    )
    print(
        f"medians {1e3 * variant:.1f} ms to {1e3 * classic:.1f} ms: "
        f"{variant / classic:.2f} times"
    )
    return 0


def _write_variants(folder: Path, step: int) -> list[str]:
    """Write every so many lines of the corpus into files."""
    lines = (shared_data() / "variants" / "iss.jsonl").read_text("utf-8").splitlines()
    paths: list[str] = []
    for index in range(0, len(lines), step):
        path = folder / f"{index}.iss"
        path.write_text(json.loads(lines[index])["puzzle"] + "\n", "utf-8")
        paths.append(str(path))
    return paths


def _write_classics(folder: Path, count: int) -> list[str]:
    """Write classics of several sets into files."""
    paths: list[str] = []
    for number in range(count):
        name = _CLASSICS[number % len(_CLASSICS)]
        lines = (shared_data() / "sets" / f"{name}.txt").read_text("utf-8").splitlines()
        path = folder / f"{name}-{number}.txt"
        path.write_text(lines[number] + "\n", "utf-8")
        paths.append(str(path))
    return paths


def _cpu_seconds(path: str) -> float:
    """Solve a puzzle in a process of its own; return what it took of a processor."""
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "satdoku", "solve", path]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
