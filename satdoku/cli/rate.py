"""`satdoku rate`."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    Name,
    exclude,
    json_option,
    reads_puzzles,
    reports,
    resume_option,
    timeout_option,
    to_option,
    workers_option,
)
from satdoku.cli.reading import place_of
from satdoku.cli.report import NOT_PROPER, Reporter
from satdoku.errors import counted
from satdoku.explanation.constraint_steps import Reasoning
from satdoku.explanation.rating import (
    GUESS,
    SCHEMES,
    RatingOptions,
    rater,
    titles,
)
from satdoku.techniques.technique import Level, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.run import Run
    from satdoku.explanation.rating import Rating
    from satdoku.formats import PuzzleRecord

_NESTED = "se-nested"

_ANSWERS = {
    "level": str,
    "score": float,
    "hardest": str,
    "techniques": str,
    "guesses": int,
    "ep": float,
    "ed": float,
    "at_least": float,
    "scheme": str,
    "version": str,
}
"""The columns of a table of ratings."""

_CODES = {
    NOT_PROPER: exits.NO,
    "stopped": exits.STOPPED,
    "unknown": exits.UNREADABLE,
    "unreadable": exits.UNREADABLE,
}
"""The exit codes for ratings of an earlier run."""


@click.command(cls=Command)
@reads_puzzles
@workers_option
@json_option
@reports
@click.option(
    "--scheme",
    type=click.Choice([*SCHEMES, _NESTED]),
    default="hodoku",
    help=f"Table of ratings to use (hodoku); {_NESTED} tries nested forcing chains, "
    "too, which takes minutes.",
)
@click.option("--sort", is_flag=True, help="Write easier puzzles first.")
@click.option(
    "--level",
    type=Name("LEVEL", lambda: [level.key for level in Level]),
    help="Write only puzzles of this level: easy, medium, hard, unfair or extreme.",
)
@timeout_option
@to_option("json", "csv", "parquet", "table")
@resume_option
def rate(  # noqa: C901  text, a table, or sorted
    run: Run,
    *,
    scheme: str,
    sort: bool,
    level: str | None,
    timeout: float | None,
    to: str | None,
    resume: bool,
) -> int:
    """Rate how hard puzzles are for a person.

    A rating depends on a published table and on the path that this program finds.
    hodoku: the sum of the scores of all steps and a level, as in HoDoKu 2.2.0. se: the
    rating of the hardest step (ER), of the hardest up to the first digit (EP) and to
    the first elimination (ED), as in Sudoku Explainer 1.2.1. Both programs rate only
    9x9; satdoku extends scheme hodoku to other sizes. --to table counts the puzzles of
    each level, and those that need each technique.

    Exits with 3 if a puzzle has no rating because it does not have exactly one
    solution, with 4 if time ran out.

    \b
    Examples:
      satdoku rate puzzle.txt  # how hard, and by which techniques
      satdoku rate --scheme se puzzle.txt         # by Sudoku Explainer's table
      satdoku rate --sort puzzles.sdm             # easier puzzles first
      satdoku rate --level hard puzzles.sdm -o hard.csv   # the hard ones
      satdoku rate --to table puzzles.sdm         # how many of each level
      satdoku rate puzzles.sdm -o ratings.csv     # for a spreadsheet
      satdoku rate puzzles.sdm -o ratings.csv --resume    # after Ctrl-C
    """
    nested = scheme == _NESTED
    scheme = "se" if nested else scheme
    kind = run.kind("csv", "parquet", "table", to=to)
    if sort and kind == "table":
        raise click.UsageError("--sort is for ratings; --to table counts them")
    if level and (kind == "table" or scheme == "se"):
        raise click.UsageError("--level is for ratings by scheme hodoku, not a table")
    exclude({"--sort": sort, "--resume": resume})
    exclude({"--level": level is not None, "--resume": resume})
    answers = dict(_ANSWERS)
    if scheme == "hodoku":
        answers["score"] = int
    reporter = Reporter(run, kind, answers)
    totals = _Totals(scheme)
    ratings: list[tuple[PuzzleRecord, Rating, float]] = []
    with reporter.writing(resume=resume, codes=_CODES, same={"scheme": scheme}) as out:
        # Without a kind, the number of puzzles decides: a rating waits for the next.
        is_single = kind == "text" and len(run.reader.head()) == 1
        text = _text if is_single else _line

        def write(entry: PuzzleRecord, rating: Rating, seconds: float) -> None:
            key = scheme if rating.level is None else rating.level.key
            if level not in {None, key}:
                reporter.count(key)
                return
            record = rating.record() | {"time_s": round(seconds, 6)}
            if kind in {"csv", "parquet"}:
                record["status"] = "rated" if rating.complete else "stopped"
            reporter.add(entry, record, partial(text, entry, rating), key)

        def finish() -> None:
            for rated in sorted(ratings, key=_hardness):
                write(*rated)
            if kind == "table":
                out.write("".join(totals.table()))

        options = RatingOptions(scheme, nested, timeout)
        try:
            for entry, answer in run.answers(rater, options):
                with reporter.guard(entry, proper=_is_known(entry, scheme)):
                    rating, seconds = answer()
                    totals.add(rating)
                    if not rating.complete:
                        run.say_stopped(entry, "out of time")
                    if kind == "table":
                        reporter.count(rating.level.key if rating.level else scheme)
                    elif sort:
                        ratings.append((entry, rating, seconds))
                    else:
                        write(entry, rating, seconds)
        except KeyboardInterrupt:
            finish()
            raise
        finish()
    if kind == "table":
        return run.code
    _say_none(run, reporter, level)
    return reporter.end((*(level.key for level in Level), NOT_PROPER))


def _is_known(entry: PuzzleRecord, scheme: str) -> bool:
    """Whether a scheme is for such puzzles, if they have one solution."""
    puzzle = entry.puzzle
    return scheme != "se" or (puzzle.is_classic and puzzle.geometry.is_nine)


def _say_none(run: Run, reporter: Reporter, level: str | None) -> None:
    """Say that no puzzle is of the level that is written alone."""
    if level is not None and not reporter.counts[level] and not run.quiet:
        say(f"satdoku: {counted(run.count, 'puzzle')}, none {level}")


def _hardness(rated: tuple[PuzzleRecord, Rating, float]) -> tuple[bool, float]:
    """Return what ratings are sorted by: the score; those without one come last."""
    score, at_least = rated[1].score, rated[1].at_least
    return score is None, (at_least or 0) if score is None else score


# Text


def _line(entry: PuzzleRecord, rating: Rating) -> str:
    """Write the rating of one of many puzzles."""
    text = f"{_number(rating, rating.score):>11}"
    if rating.level is not None:
        text = f"{rating.level.title:<8}{_number(rating, rating.score):>6}"
    hardest = rating.titles.get(rating.hardest, "")
    return f"{text}  {hardest:<31}  {place_of(entry)}\n"


def _text(entry: PuzzleRecord, rating: Rating) -> str:
    """Write the rating of one puzzle in full."""
    del entry
    score, version = _number(rating, rating.score), rating.version
    if rating.level is not None:
        lines = [f"{rating.level.title}, score {score} by {version}"]
    else:
        ep, ed = (_number(rating, one) for one in (rating.placing, rating.removing))
        lines = [f"ER {score}, EP {ep}, ED {ed} by {version}"]
    if rating.hardest:
        title = rating.titles[rating.hardest]
        lines.append(f"the hardest step: {title}{_raised(rating)}")
    wide = max((len(f"{number:,}") for _, number in rating.techniques), default=0)
    for key, number in rating.techniques:
        title = rating.titles[key]
        if key == GUESS:
            title = f"digit{'s' * (number > 1)} guessed: no technique left"
        lines.append(f"  {number:>{wide},} {title}")
    return "".join(f"{line}\n" for line in lines)


def _number(rating: Rating, score: float | None) -> str:
    """Write a score: `1,234` or `7.2`; one that is unknown has the bound of ER."""
    if score is not None:
        return f"{score}" if rating.scheme == "hodoku" else f"{score:.1f}"
    return "none" if rating.score is not None else _at_least(rating.at_least)


def _at_least(bound: float | None) -> str:
    return "unknown" if bound is None else f"{bound} or more"


def _raised(rating: Rating) -> str:
    """Say where the level is not that of the hardest step, but of the score."""
    if rating.level is None or rating.guesses:
        return ""
    ways = (*Reasoning, *Technique)
    level = next(way.level for way in ways if way.key == rating.hardest)
    if level == rating.level:
        return ""
    return f" ({level.key}); the score makes the puzzle {rating.level.key}"


# Many puzzles


_LEVELS = [level.key.title() for level in Level]


class _Totals:
    """The ratings of a run, counted by level and technique."""

    def __init__(self, scheme: str) -> None:
        self._scheme = scheme
        self._versions: Counter[str] = Counter()
        self._scores: dict[str, list[float]] = {}
        self._beyond: Counter[float] = Counter()
        self._puzzles: Counter[str] = Counter()
        self._steps: Counter[str] = Counter()

    def add(self, rating: Rating) -> None:
        """Count a rating."""
        self._versions[rating.version] += 1
        if rating.score is None:
            self._beyond[rating.at_least or 0] += 1
        else:
            title = "ER" if rating.level is None else rating.level.title
            self._scores.setdefault(title, []).append(rating.score)
        techniques = dict(rating.techniques)
        self._puzzles.update(techniques.keys())
        self._steps.update(techniques)

    def table(self) -> Iterator[str]:
        """Yield the lines of a table: levels, then techniques, easier ones first."""
        puzzles = self._versions.total()
        yield f"{self._heading()}\n"
        if not puzzles:
            return
        yield f"{self._mean()}\n\n"
        if self._scheme == "hodoku":
            for title in filter(self._scores.get, _LEVELS):
                scores = self._scores[title]
                share = 100 * len(scores) / puzzles
                spread = f"{min(scores)} to {max(scores)}"
                yield f"{title:<8}{len(scores):>10,}{share:>7.1f} %   {spread}\n"
            yield "\n"
        yield f"{'technique':<34}{'puzzles':>10}{'steps':>12}\n"
        for key, title in titles(self._scheme).items():
            if key in self._puzzles:
                yield f"{title:<34}{self._puzzles[key]:>10,}{self._steps[key]:>12,}\n"

    def _heading(self) -> str:
        puzzles = counted(self._versions.total(), "puzzle")
        return f"{puzzles} by {' and '.join(self._versions) or SCHEMES[self._scheme]}"

    def _mean(self) -> str:
        """Return the mean of the scores, and how many puzzles have none."""
        name = "ER" if self._scheme == "se" else "score"
        scores = [score for some in self._scores.values() for score in some]
        beyond = self._without_score()
        if not scores:
            return f"no mean {name}: {beyond}"
        mean = f"mean {name} {sum(scores) / len(scores):.1f}"
        return f"{mean}; {beyond}, not in the mean" if beyond else mean

    def _without_score(self) -> str:
        """Say how many puzzles have no score: `3 of 9.5 or more`."""
        return ", ".join(
            f"{number:,} of {_at_least(bound) if bound else 'unknown rating'}"
            for bound, number in sorted(self._beyond.items())
        )
