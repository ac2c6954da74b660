"""`satdoku rate`."""

from __future__ import annotations

import io
from bisect import bisect_right
from collections import Counter
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from itertools import chain
from os.path import isfile, splitext
from typing import TYPE_CHECKING

import click

from satdoku.cli.options import (
    command,
    file_path,
    flag,
    many_puzzles,
    option,
    reads_puzzles,
    timeout_option,
    writes_answers,
)
from satdoku.cli.output import Output
from satdoku.cli.reading import place_of
from satdoku.cli.report import NOT_PROPER, Reporter
from satdoku.drawing import palette
from satdoku.errors import UsageError, counted, printable
from satdoku.explanation.rating import (
    GUESS,
    SCHEMES,
    RatingOptions,
    known_solutions,
    rater,
    titles,
    validate_scheme,
)
from satdoku.techniques.technique import Level, Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.cli.run import Item, Run
    from satdoku.explanation.rating import Rating
    from satdoku.formats import PuzzleRecord
    from satdoku.puzzle.grid import Grid

_COLUMNS = (
    *(
        "puzzle",
        "scheme",
        "version",
        "level",
        "score",
        "at_least",
        "stopped",
        "hardest",
    ),
    *("ep", "ed", "guesses", "techniques", "source", "line", "name"),
    "error",
)


@command(
    ("satdoku rate puzzle.txt", "how hard it is, and which techniques it takes"),
    ("satdoku rate --scheme se puzzle.txt", "by Sudoku Explainer's table"),
    ("satdoku rate --table puzzles.sdm", "how many of each level and technique"),
    ("satdoku rate --csv puzzles.sdm -o ratings.csv", "for a spreadsheet"),
)
@reads_puzzles
@option(
    "--scheme",
    type=click.Choice(list(SCHEMES)),
    default="hodoku",
    help="Table of ratings to use (hodoku).",
)
@flag("--nested", "With scheme se, also try nested forcing chains; takes minutes.")
@option("--table", is_flag=True, help="Count the puzzles for each level and technique.")
@option(
    "--histogram", type=file_path(), help="Draw the scores in a file, .svg or .png."
)
@option("--csv", "as_csv", is_flag=True, help="Write a table of ratings.")
@timeout_option
@many_puzzles
@writes_answers
def rate(
    run: Run,
    *,
    scheme: str,
    nested: bool,
    table: bool,
    histogram: str | None,
    as_csv: bool,
    timeout: float | None,
) -> int:
    """Rate how hard puzzles are for a person.

    A rating depends on a published table and on the path that this program finds.
    hodoku: the sum of the scores of all steps and a level, as in HoDoKu 2.2.0. se: the
    rating of the hardest step (ER), of the hardest up to the first digit (EP) and to
    the first elimination (ED), as in Sudoku Explainer 1.2.1. Both programs rate only
    9x9; satdoku extends scheme hodoku to other sizes.

    Exits with 3 if a puzzle has no rating because it does not have exactly one
    solution, with 4 if time ran out.
    """
    validate_scheme(scheme, nested=nested)
    if table + as_csv + run.as_json > 1:
        raise click.UsageError("--table, --csv and --json exclude each other")
    as_csv = run.kind("csv", asked="csv" if as_csv else None) == "csv"
    reporter = Reporter(run, columns=_COLUMNS if as_csv else ())
    totals = _Totals(scheme)
    with ExitStack() as stack:
        picture = None
        if histogram is not None:
            picture = stack.enter_context(_picture(run, histogram))
        with run.writing() as output:
            at_once = as_csv or table or run.as_json  # no rating waits for the next
            text = _text if not at_once and len(run.head()) == 1 else _line
            reporter.begin_table()
            try:
                for entry, answer in _answers(run, scheme, timeout, nested=nested):
                    with reporter.guard(entry, proper=entry.puzzle.is_classic):
                        rating, seconds = answer()
                        kind = scheme if rating.level is None else rating.level.key
                        totals.add(rating)
                        _say_unfinished(run, entry, rating)
                        if table:
                            reporter.count(kind)
                        else:
                            record = rating.record() | {"time_s": round(seconds, 6)}
                            write = partial(text, entry, rating)
                            reporter.add(entry, record, write, kind)
            except KeyboardInterrupt:
                if table:  # of the puzzles so far
                    output.write("".join(totals.table()))
                raise
            if table:
                output.write("".join(totals.table()))
        if picture is not None and histogram is not None:
            picture.write_bytes(totals.histogram(_ending(histogram)))
    if table:
        return run.code
    return reporter.end((*(level.key for level in Level), NOT_PROPER))


def _say_unfinished(run: Run, entry: PuzzleRecord, rating: Rating) -> None:
    """Say where time ran out before the rating was complete."""
    if not rating.complete:
        run.say_stopped(entry, "out of time")


def _answers(
    run: Run, scheme: str, timeout: float | None, *, nested: bool
) -> Iterator[tuple[PuzzleRecord, Callable[[], tuple[Rating, float]]]]:
    """Yield each puzzle with a call that returns its rating and the seconds it took.

    Whether the puzzles of files are proper is found out for many at once; a puzzle that
    comes through a pipe does not wait for the next one.
    """
    pairs: Iterator[tuple[Item, Grid | None]] | None = None
    if run.files and all(map(isfile, run.files)):
        pairs = run.batches(known_solutions)
    return run.answers(rater, RatingOptions(scheme, nested, timeout), pairs)


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
            title = "digits guessed: no technique left"
        lines.append(f"  {number:>{wide},} {title}")
    return "".join(f"{line}\n" for line in lines)


def _number(rating: Rating, score: float | None) -> str:
    """Write a score: `1,234` or `7.2`; one that is unknown has the bound of ER."""
    if score is not None:
        return f"{score:,}" if rating.scheme == "hodoku" else f"{score:.1f}"
    return "none" if rating.score is not None else _at_least(rating.at_least)


def _at_least(bound: float | None) -> str:
    return "unknown" if bound is None else f"{bound:,} or more"


def _raised(rating: Rating) -> str:
    """Say where the level is not that of the hardest step, but of the score."""
    if rating.level is None or rating.guesses:
        return ""
    level = Technique.parse(rating.hardest).level
    if level == rating.level:
        return ""
    return f" ({level.key}); the score makes the puzzle {rating.level.key}"


# Many puzzles


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
            for title in filter(self._scores.get, _COLOURS):
                scores = self._scores[title]
                share = 100 * len(scores) / puzzles
                spread = f"{min(scores):,} to {max(scores):,}"
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
        mean = f"mean {name} {sum(scores) / len(scores):,.1f}"
        return f"{mean}; {beyond}, not in the mean" if beyond else mean

    def _without_score(self) -> str:
        """Say how many puzzles have no score: `3 of 9.5 or more`."""
        return ", ".join(
            f"{number:,} of {_at_least(bound) if bound else 'unknown rating'}"
            for bound, number in sorted(self._beyond.items())
        )

    def histogram(self, kind: str) -> bytes:
        """Draw how the scores are spread, as SVG or PNG.

        HoDoKu's scores run from 200 to far beyond 10,000: bars are equally wide on a
        logarithmic scale, ten to a power of ten.  Sudoku Explainer's ratings run from 1
        to 11, a bar for each half.
        """
        from matplotlib import rc_context  # noqa: PLC0415  heavy, and an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

        is_se = self._scheme == "se"
        known = filter(self._scores.get, _COLOURS)
        levels = {title: self._scores[title] for title in known}
        scores = sorted(chain([1.0] * (not levels), *levels.values()))
        edges = [n / 2 for n in range(2, 26)] if is_se else _LOG_EDGES
        first = max(bisect_right(edges, scores[0]) - 1, 0)
        edges = edges[first : bisect_right(edges, scores[-1]) + 1]
        beyond = self._without_score()
        note = f"; {beyond}, not drawn" if beyond else ""
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": "satdoku"}):
            size = (max(6.4, len(edges) * 0.5), 4.2)
            figure = Figure(figsize=size, layout="constrained")
            axes = figure.subplots()
            axes.hist(
                list(levels.values()) or [[]],
                bins=edges,
                stacked=True,
                color=[_COLOURS[title] for title in levels] or None,
                label=[f"{title} {len(levels[title]):,}" for title in levels] or None,
                edgecolor=palette.PAPER,
            )
            axes.set(xlabel="ER" if is_se else "score", ylabel="puzzles")
            axes.set_title(f"{self._heading()}{note}", loc="left")
            axes.set_xscale("linear" if is_se else "log")
            axes.set_xticks(edges, [f"{edge:,g}" for edge in edges], rotation=45)
            axes.minorticks_off()
            axes.yaxis.set_major_locator(MaxNLocator(integer=True))
            if levels:
                axes.legend(frameon=False)
            file = io.BytesIO()
            metadata = {"Date": None} if kind == "svg" else {}
            figure.savefig(file, format=kind, metadata=metadata)
        return file.getvalue()


def _picture(run: Run, path: str) -> Output:
    """Return the file of the histogram.

    Raises:
        UsageError: It cannot be written, or what draws it is not installed.
    """
    if _ending(path) not in {"svg", "png"}:
        shown = printable(path, 200)
        raise UsageError(f"--histogram {shown}: expected an ending .svg or .png")
    if find_spec("matplotlib") is None:
        raise UsageError("--histogram needs matplotlib: pip install 'satdoku[study]'")
    inputs = [*run.files, run.output or "-"]
    return Output(path, force=run.force, inputs=inputs, option="--histogram")


def _ending(path: str) -> str:
    return splitext(path)[1].lower().removeprefix(".")  # noqa: PTH122  pathlib takes 10 ms to import


_LOG_EDGES = [
    float(edge * 10**power)
    for power in range(6)
    for edge in (10, 13, 16, 20, 25, 32, 40, 50, 63, 79)
]
"""Ten to a power of ten, each a round number."""

_COLOURS = {
    "Easy": palette.SKY,
    "Medium": palette.GREEN,
    "Hard": palette.ORANGE,
    "Unfair": palette.VERMILION,
    "Extreme": palette.PURPLE,
    "ER": palette.BLUE,
}
