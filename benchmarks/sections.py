"""The sections of a run: which contenders are asked what, and how their turns go."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from benchmarks.cold import cold
from benchmarks.contender import QUESTIONS
from benchmarks.many import many, million, workers
from benchmarks.measure import Answer, NotMeasured, run, say, summary
from benchmarks.proofs import proofs
from benchmarks.ratings import ratings
from benchmarks.rules import wrong, wrong_board
from benchmarks.sets import BOARDS, MANY, SETS, board
from benchmarks.variants import variants

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.settings import Results, Settings


def _turns(
    settings: Settings,
    question: str,
    groups: dict[str, list[Any]],
    check: Callable[[Any, Any], str | None],
    **options: int,
) -> Results:
    """Let all contenders answer all groups of puzzles, taking turns in each repeat."""
    limit = settings.limit if question in QUESTIONS else settings.large_limit
    runs: dict[tuple[str, str], list[list[Answer | None]]] = {}
    reasons: dict[tuple[str, str], str] = {}
    for repeat in range(settings.repeats):
        for group, puzzles in groups.items():
            for contender in settings.contenders:
                if (group, contender) in reasons:
                    continue
                say(f"{question} {group} {contender} {repeat + 1}/{settings.repeats}")
                try:
                    answers = run(
                        contender,
                        question,
                        puzzles,
                        limit=limit,
                        give_up=settings.give_up,
                        **options,
                    )
                except (NotMeasured, RuntimeError) as error:
                    reasons[group, contender] = str(error)
                    say(f"  not measured: {error}")
                else:
                    runs.setdefault((group, contender), []).append(answers)
    results: Results = {group: {} for group in groups}
    for (group, contender), repeats in runs.items():
        if (group, contender) not in reasons:
            numbers = summary(groups[group], repeats, check, limit)
            peak = max((a.peak_kib for r in repeats for a in r if a), default=0)
            results[group][contender] = {**asdict(numbers), "peak_kib": peak}
    for (group, contender), reason in reasons.items():
        results[group][contender] = {"not measured": reason}
    return results


def _sets(settings: Settings) -> dict[str, list[Any]]:
    return {
        name: SETS[name].puzzles()[: settings.first]
        for name in settings.sets
        if name in SETS
    }


def first(settings: Settings) -> Results:
    """The first solution of each puzzle of each set."""
    return _turns(settings, "first", _sets(settings), wrong)


def two(settings: Settings) -> Results:
    """Whether each puzzle of each set is proper: they all are."""

    def check(_: str, answer: int) -> str | None:
        return None if answer == 1 else f"{answer} solutions, where there is one"

    return _turns(settings, "two", _sets(settings), check)


def enumerate_(settings: Settings) -> Results:
    """The first 100,000 solutions of one puzzle, no two of them alike."""
    k = settings.solutions

    def check(puzzle: str, answer: list[Any]) -> str | None:
        count, distinct, *samples = answer
        if (count, distinct) != (k, k):
            return f"{count} solutions, {distinct} of them distinct; asked for {k}"
        return next(filter(None, (wrong(puzzle, sample) for sample in samples)), None)

    return _turns(settings, "some", {f"{k} solutions": [MANY]}, check, solutions=k)


def large(settings: Settings) -> Results:
    """Large boards, one after another, building their formulas included."""
    groups: dict[str, list[Any]] = {name: [board(name)] for name in BOARDS}
    return _turns(settings, "board", groups, wrong_board)


def cold_(_: Settings) -> Results:
    """Whole processes, user CPU time."""
    return {
        "cold": {
            name: {"mean": 1e3 * ms, "puzzles": 1, "finished": 1, "wrong": []}
            for name, ms in cold().items()
        }
    }


SECTIONS: dict[str, Callable[[Settings], Results]] = {
    "first": first,
    "two": two,
    "enumerate": enumerate_,
    "large": large,
    "cold": cold_,
    "many": many,
    "workers": workers,
    "million": million,
    "proofs": proofs,
    "ratings": ratings,
    "variants": variants,
}
"""The sections by the name that the command line takes."""

NEED_FILES = {"first", "two", "enumerate", "large", "proofs", "ratings", "variants"}
"""Those that cannot do without the puzzle sets in files."""
