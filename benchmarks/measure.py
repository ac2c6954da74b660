"""Runs the workers and turns what they say into numbers."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from signal import SIGALRM
from typing import TYPE_CHECKING, Any

from benchmarks.sets import ROOT
from benchmarks.worker import CANNOT

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Answer", "NotMeasured", "Summary", "run", "say", "summary"]


def say(text: str) -> None:
    """Tell how far the run is."""
    print(text, file=sys.stderr, flush=True)


class NotMeasured(Exception):  # noqa: N818  a state of affairs: the peer is not here
    """A contender cannot be loaded, or cannot be asked this; says why."""


@dataclass(frozen=True)
class Answer:
    """One answer: CPU time in µs, the answer itself, peak memory in KiB."""

    micros: float
    answer: Any
    peak_kib: int


def run(
    contender: str,
    question: str,
    puzzles: list[Any],
    *,
    limit: float,
    give_up: int,
    **more: int,
) -> list[Answer | None]:
    """Put a question to one contender, puzzle by puzzle, in a process of its own.

    After a time-out the rest goes to a fresh process; after `give_up` of them it is
    left.  None stands where the limit came first, or where the puzzle was left.

    Raises:
        NotMeasured: The contender cannot be loaded or asked.
        RuntimeError: It failed: its process ended in another way.
    """
    task = {"contender": contender, "question": question, "limit": limit, **more}
    answers: list[Answer | None] = []
    outs = 0
    while len(answers) < len(puzzles) and outs < give_up:
        lines = "".join(json.dumps(p) + "\n" for p in puzzles[len(answers) :])
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.worker", json.dumps(task)],
            input=lines,
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
        answers += [Answer(ns / 1e3, *rest) for ns, *rest in _lines(done.stdout)]
        if done.returncode == CANNOT:
            raise NotMeasured(done.stderr.strip())
        if done.returncode == -SIGALRM:
            answers.append(None)
            outs += 1
        elif done.returncode:
            raise RuntimeError(f"{contender}: {done.stderr.strip()[-2000:]}")
    return answers + [None] * (len(puzzles) - len(answers))


def _lines(text: str) -> list[list[Any]]:
    return [json.loads(line) for line in text.splitlines()]


@dataclass(frozen=True)
class Summary:
    """The numbers of one contender on one set, in µs of CPU time a puzzle.

    A puzzle that was not finished counts with the limit, so that the mean is a lower
    bound where `finished` is less than `puzzles`.
    """

    puzzles: int
    finished: int
    mean: float
    median: float
    maximum: float
    means: list[float]
    """The mean of each repeat."""
    wrong: list[str]
    """What is wrong with answers, if anything is."""
    each: list[float | None] = field(repr=False)
    """The median of the repeats, puzzle by puzzle; None where it was not finished."""


def summary(
    puzzles: list[Any],
    repeats: list[list[Answer | None]],
    wrong: Callable[[Any, Any], str | None],
    limit: float,
) -> Summary:
    """Sum up the repeats of one contender on one set, and check its answers."""
    each: list[float | None] = []
    complaints: list[str] = []
    for number, puzzle in enumerate(puzzles):
        answers = [repeat[number] for repeat in repeats]
        told = [answer for answer in answers if answer is not None]
        each.append(
            statistics.median(answer.micros for answer in told)
            if len(told) == len(answers)
            else None
        )
        found = {complaint for a in told if (complaint := wrong(puzzle, a.answer))}
        complaints += [f"puzzle {number + 1}: {complaint}" for complaint in found]
    counted = [limit * 1e6 if micros is None else micros for micros in each]
    return Summary(
        puzzles=len(puzzles),
        finished=sum(micros is not None for micros in each),
        mean=statistics.fmean(counted),
        median=statistics.median(counted),
        maximum=max(counted),
        means=[
            statistics.fmean(limit * 1e6 if a is None else a.micros for a in repeat)
            for repeat in repeats
        ],
        wrong=complaints,
        each=each,
    )
