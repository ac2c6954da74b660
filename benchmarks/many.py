"""The sections about lanes: whole sets, workers, one puzzle with many solutions.

Each figure is of a process of its own; the repeats of all contenders are interleaved.
A ratio is taken within a repeat, and its median told, so that a machine that other work
makes slower for a while disturbs it little.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from benchmarks.measure import NotMeasured, say
from benchmarks.sets import MANY, ROOT
from benchmarks.whole_sets import MADE, TIMES, minimal, whole_sets
from benchmarks.whole_worker import REFERENCE
from benchmarks.worker import CANNOT

if TYPE_CHECKING:
    from benchmarks.settings import Results, Settings

__all__ = ["many", "million", "workers"]

YARDSTICK = "clues17"
"""The set on which the reference's time is what all ratios of `many` are to."""

_LANES = ("numba 1", "numba 2", "numpy 1", "numpy 2")


def _ask(question: str, contender: str, puzzles: bytes, times: int) -> dict[str, Any]:
    """Put a question to one contender in a process of its own.

    Raises:
        NotMeasured: It cannot be loaded.
        RuntimeError: It failed.
    """
    task = {"question": question, "contender": contender, "times": times}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.whole_worker", json.dumps(task)],
        input=puzzles,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode == CANNOT:
        raise NotMeasured(said)
    if done.returncode:
        raise RuntimeError(f"{contender}: {said[-2000:]}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _turns(
    settings: Settings,
    question: str,
    groups: dict[str, bytes],
    contenders: tuple[str, ...],
    times: dict[str, int],
) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Let the contenders take turns in each repeat; an answer a repeat, or why none."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {
        group: {name: [] for name in contenders} for group in groups
    }
    for repeat in range(settings.repeats):
        for group, puzzles in groups.items():
            for name in contenders:
                answers = found[group][name]
                if answers and "not measured" in answers[0]:
                    continue
                say(f"{question} {group} {name} {repeat + 1}/{settings.repeats}")
                try:
                    answers.append(_ask(question, name, puzzles, times.get(group, 1)))
                except (NotMeasured, RuntimeError) as error:
                    found[group][name] = [{"not measured": str(error)}]
                    say(f"  not measured: {error}")
    return found


def _micros(answers: list[dict[str, Any]]) -> list[float]:
    """Return the µs in each repeat; none if not measured."""
    return [answer["micros"] for answer in answers if "micros" in answer]


def _summed(
    answers: list[dict[str, Any]], base: list[float], size: int
) -> dict[str, Any]:
    """Sum up the repeats, with the ratio to the µs of the base in the same repeats."""
    if "not measured" in answers[0]:
        return answers[0]
    micros = _micros(answers)
    summed: dict[str, Any] = {
        "puzzles": size,
        "finished": size,
        "mean": statistics.median(micros),
        "best": min(micros),
        "means": micros,
        "wrong": sorted({told for answer in answers for told in answer["wrong"]}),
        **{key: answers[0][key] for key in ("guesses", "sweeps") if key in answers[0]},
    }
    if base:
        ratios = [mine / other for mine, other in zip(micros, base, strict=True)]
        summed["ratio"] = statistics.median(ratios)
    return summed


def many(settings: Settings) -> Results:
    """Whole sets at once: ratios are to the reference on 17 clues, first solution."""
    sets = whole_sets(settings.sets, settings.first)
    groups = {name: puzzles.tobytes() for name, puzzles in sets.items()}
    found = _turns(settings, "set", groups, (*_LANES, REFERENCE), TIMES)
    base: list[float] = []
    if YARDSTICK in found:
        base = _micros(found[YARDSTICK][REFERENCE])
    results: Results = {}
    for group, by_name in found.items():
        known = by_name[REFERENCE][0].get("solvable")
        results[group] = {}
        for name, answers in by_name.items():
            summed = _summed(answers, base, len(sets[group]))
            if known and answers[0].get("solvable", known) != known:
                summed["wrong"].append(f"{REFERENCE} finds others solvable")
            results[group][name] = summed
    return results


def workers(settings: Settings) -> Results:
    """A million easy puzzles by one worker and two: time by the clock on the wall."""
    import numpy as np

    size = settings.puzzles
    puzzles = np.resize(minimal(min(size, MADE)), (size, 81)).tobytes()
    group, names = f"{size:,} puzzles", ("1 worker", "2 workers")
    found = _turns(settings, "workers", {group: puzzles}, names, {})[group]
    base = _micros(found[names[0]])
    return {group: {name: _summed(found[name], base, size) for name in names}}


def million(settings: Settings) -> Results:
    """Ten times the solutions of `enumerate`, of one puzzle: CPU time a solution."""
    size = 10 * settings.solutions
    one = bytes(0 if mark == "." else int(mark) for mark in MANY)
    group, names = f"{size:,} solutions", ("counted", "delivered")
    found = _turns(settings, "million", {group: one}, names, {group: size})[group]
    return {group: {name: _summed(found[name], [], size) for name in names}}
