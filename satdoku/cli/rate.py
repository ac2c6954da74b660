"""`satdoku rate`."""

from __future__ import annotations

import io
from bisect import bisect_right
from collections import Counter
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import pairwise
from os.path import isfile, splitext
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.messages import counted
from satdoku.cli.options import (
    command,
    file_path,
    flag,
    many_puzzles,
    option,
    picks_puzzles,
    reads_puzzles,
    timeout_option,
    writes_answers,
)
from satdoku.cli.output import Output
from satdoku.cli.reading import place_of
from satdoku.cli.run import error_json
from satdoku.drawing import palette
from satdoku.errors import InputError, Stopped, UsageError, printable
from satdoku.formats.tables import record_text
from satdoku.rating import (
    GUESS,
    SCHEMES,
    RatingOptions,
    rater,
    solved_ahead,
    titles,
    validate_scheme,
)
from satdoku.techniques.technique import Level, Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from satdoku.cli.run import Run
    from satdoku.formats import Entry
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle
    from satdoku.rating import Rating

_COLUMNS = (
    "puzzle",
    "scheme",
    "version",
    "level",
    "score",
    "at_least",
    "hardest",
    "ep",
    "ed",
    "guesses",
    "techniques",
    "source",
    "line",
    "name",
)


@command(
    ("satdoku rate puzzle.txt", "how hard it is, and which techniques it takes"),
    ("satdoku rate --scheme se puzzle.txt", "by Sudoku Explainer's table"),
    ("satdoku rate --table puzzles.sdm", "how many of each level and technique"),
    ("satdoku rate --csv puzzles.sdm -o ratings.csv", "for a spreadsheet"),
)
@reads_puzzles
@picks_puzzles
@option(
    "--scheme",
    type=click.Choice(list(SCHEMES)),
    default="hodoku",
    help="Table of ratings to use (hodoku).",
)
@flag("--nested", "With scheme se, try nested forcing chains too; takes minutes.")
@option("--table", is_flag=True, help="Count the puzzles of each level and technique.")
@option(
    "--histogram", type=file_path(), help="Draw the scores to a file, .svg or .png."
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

    A rating follows a published table, and the path that this program takes. hodoku:
    the sum of the scores of all steps and a level, by HoDoKu 2.2.0. se: the rating of
    the hardest step (ER), of the hardest up to the first digit (EP) and to the first
    elimination (ED), by Sudoku Explainer 1.2.1. Both programs rate 9x9 only; scheme
    hodoku is extended to other sizes.

    A puzzle that does not have exactly one solution has no rating: exit code 3. Exits
    with 4 if time ran out for one.
    """
    validate_scheme(scheme, nested=nested)
    as_csv = run.take_ending(".csv") == ".csv" or as_csv
    if table + as_csv + run.as_json > 1:
        raise click.UsageError("--table, --csv and --json exclude each other")
    totals = _Totals(scheme)
    with _picture(run, histogram, totals), run.writing() as output:
        at_once = as_csv or table or run.as_json  # no rating waits for the next puzzle
        several = at_once or len(run.head()) > 1
        if as_csv:
            output.write(record_text(_COLUMNS))
        for entry, answer in _answers(run, scheme, timeout, nested=nested):
            try:
                rating, seconds = answer()
            except (InputError, Stopped) as error:
                late = isinstance(error, Stopped)
                run.stopped += late
                totals.improper += not late
                run.codes.add(exits.STOPPED if late else exits.NO)
                run.say_about(entry, str(error))
                if run.as_json:
                    output.write(error_json(error, entry))
                continue
            totals.add(rating)
            if not table:
                text = _csv(entry, rating) if as_csv else _text(entry, rating, several)
                run.write(entry, _json(rating, seconds), text)
        if table:
            output.write("".join(totals.table()))
    if not table:
        run.summary(totals.counts())
    return run.code


@contextmanager
def _picture(run: Run, path: str | None, totals: _Totals) -> Generator[None]:
    """Open the file of the histogram, and draw it in the end.

    Raises:
        UsageError: It cannot be written, or what draws it is not installed.
    """
    if path is None:
        yield
        return
    kind = splitext(path)[1].lower().removeprefix(".")  # noqa: PTH122  pathlib takes 10 ms to import
    if kind not in {"svg", "png"}:
        shown = printable(path, 200)
        raise UsageError(f"--histogram {shown}: expected an ending .svg or .png")
    if find_spec("matplotlib") is None:
        raise UsageError("--histogram needs matplotlib: pip install 'satdoku[study]'")
    inputs = [*run.files, run.output or "-"]
    file = Output(path, force=run.force, inputs=inputs, option="--histogram")
    with file:
        yield
        file.write_bytes(totals.histogram(kind))


def _answers(
    run: Run, scheme: str, timeout: float | None, *, nested: bool
) -> Iterator[tuple[Entry, Callable[[], tuple[Rating, float]]]]:
    """Yield each puzzle with a call that returns its rating and the seconds it took.

    Whether the puzzles of files are proper is found out for many at once; a puzzle that
    comes through a pipe does not wait for the next one.
    """
    known: dict[Puzzle, Grid] = {}
    entries: Iterator[Entry | InputError] = run.entries()
    if run.worker_count == 1 and run.files and all(map(isfile, run.files)):
        entries = solved_ahead(
            entries,
            lambda one: None if isinstance(one, InputError) else one.grid,
            known,
        )
    options = RatingOptions(scheme, nested, timeout, known)
    return run.answers(rater, options, entries)


def _at_least(least: float | None) -> str:
    return "unknown" if least is None else f"{least:.1f} or more"


def _score(rating: Rating) -> str:
    """Write a score: `1,234`, or `7.2`."""
    if rating.score is None:
        return _at_least(rating.at_least)
    return f"{rating.score:,}" if rating.scheme == "hodoku" else f"{rating.score:.1f}"


def _text(entry: Entry, rating: Rating, several: bool) -> str:  # noqa: FBT001
    """Write the rating of one puzzle, or a line of many."""
    if not several:
        return "".join(f"{line}\n" for line in _lines(rating))
    level = "" if rating.level is None else f"{rating.level.title:<8}"
    wide = 6 if rating.level is not None else 11  # of "9.5 or more"
    text = f"{level}{_score(rating):>{wide}}  {_hardest(rating):<31}"
    return f"{text}  {place_of(entry)}".rstrip() + "\n"


def _lines(rating: Rating) -> Iterator[str]:
    """Yield the rating of one puzzle in full."""
    if rating.level is not None:
        yield f"{rating.level.title}, score {_score(rating)} by {rating.version}"
    else:
        others = f"EP {_number(rating, rating.placing)}"
        others += f", ED {_number(rating, rating.removing)}"
        yield f"ER {_score(rating)}, {others} by {rating.version}"
    if rating.hardest:
        yield f"the hardest step: {_hardest(rating)}{_raised(rating)}"
    wide = max((len(f"{number:,}") for _, number in rating.techniques), default=0)
    for key, number in rating.techniques:
        title = rating.titles[key]
        if key == GUESS:
            digits = "digit" if number == 1 else "digits"
            title = f"{digits} guessed: no technique left"
        yield f"  {number:>{wide},} {title}"


def _hardest(rating: Rating) -> str:
    return rating.titles[rating.hardest] if rating.hardest else ""


def _raised(rating: Rating) -> str:
    """Say where the level is not that of the hardest step, but of the score."""
    if rating.level is None or rating.guesses:
        return ""
    level = Technique.parse(rating.hardest).level
    if level is rating.level:
        return ""
    return f" ({level.key}); the score makes the puzzle {rating.level.key}"


def _number(rating: Rating, value: float | None) -> str:
    """Write EP or ED; one that is unknown has the bound of ER."""
    if value is not None:
        return f"{value:.1f}"
    return "none" if rating.score is not None else _at_least(rating.at_least)


def _json(rating: Rating, seconds: float) -> dict[str, object]:
    return {
        "scheme": rating.scheme,
        "version": rating.version,
        "level": None if rating.level is None else rating.level.key,
        "score": rating.score,
        "hardest": rating.hardest,
        "techniques": dict(rating.techniques),
        "guesses": rating.guesses,
        "ep": rating.placing,
        "ed": rating.removing,
        "at_least": rating.at_least,
        "time_s": round(seconds, 6),
    }


def _csv(entry: Entry, rating: Rating) -> str:
    record = {
        **_json(rating, 0.0),
        "puzzle": entry.grid.line,
        "techniques": " ".join(f"{key}:{n}" for key, n in rating.techniques),
        "source": entry.source,
        "line": entry.line,
        "name": entry.name,
    }
    values = [record[column] for column in _COLUMNS]
    return record_text(["" if value is None else str(value) for value in values])


class _Totals:
    """The ratings of a run, counted by level and technique."""

    def __init__(self, scheme: str) -> None:
        self.improper = 0
        self._scheme = scheme
        self._versions: Counter[str] = Counter()
        self._scores: dict[Level | None, list[float]] = {}
        self._beyond: Counter[float | None] = Counter()
        self._techniques: Counter[str] = Counter()
        self._uses: Counter[str] = Counter()

    def add(self, rating: Rating) -> None:
        """Count a rating."""
        self._versions[rating.version] += 1
        if rating.score is None:
            self._beyond[rating.at_least] += 1
        else:
            self._scores.setdefault(rating.level, []).append(rating.score)
        self._techniques.update(key for key, _ in rating.techniques)
        self._uses.update(dict(rating.techniques))

    def counts(self) -> list[tuple[int, str]]:
        """Return how many puzzles are of each level, for the summary."""
        levels = [(len(self._scores.get(level, ())), level.key) for level in Level]
        return [*levels, (self.improper, "not proper")]

    def table(self) -> Iterator[str]:
        """Yield the lines of a table: levels, then techniques, easier ones first."""
        puzzles = self._versions.total()
        yield f"{self._heading()}\n"
        if not puzzles:
            return
        yield f"{self._mean()}\n\n"
        levels = [level for level in Level if level in self._scores]
        for level in levels:
            scores = self._scores[level]
            share = 100 * len(scores) / puzzles
            yield (
                f"{level.title:<8}{len(scores):>10,}{share:>7.1f} %   "
                f"{min(scores):,} to {max(scores):,}\n"
            )
        if levels:
            yield "\n"
        yield f"{'technique':<34}{'puzzles':>10}{'steps':>12}\n"
        for key, title in titles(self._scheme).items():
            if key in self._techniques:
                used, uses = self._techniques[key], self._uses[key]
                yield f"{title:<34}{used:>10,}{uses:>12,}\n"

    def _heading(self) -> str:
        puzzles = counted(self._versions.total(), "puzzle")
        return f"{puzzles} by {' and '.join(self._versions) or SCHEMES[self._scheme]}"

    def _mean(self) -> str:
        """Return the mean of the scores, and how many puzzles have none."""
        name = "ER" if self._scheme == "se" else "score"
        scores = [score for some in self._scores.values() for score in some]
        if not scores:
            return f"no mean {name}: {self._beyond_text()}"
        mean = f"mean {name} {sum(scores) / len(scores):,.1f}"
        beyond = self._beyond_text()
        return f"{mean}; {beyond}, not in the mean" if beyond else mean

    def _beyond_text(self) -> str:
        """Say how many puzzles have no score: `3 of 9.5 or more`."""
        ordered = sorted(self._beyond.items(), key=lambda pair: pair[0] or 99)
        return ", ".join(
            f"{number:,} of {'unknown rating' if least is None else _at_least(least)}"
            for least, number in ordered
        )

    def histogram(self, kind: str) -> bytes:
        """Draw how the scores are spread, as SVG or PNG.

        HoDoKu's scores run from 200 to far beyond 10,000: bars are equally wide on a
        logarithmic scale, ten to a power of ten.  Sudoku Explainer's ratings run from 1
        to 11, a bar for each half.
        """
        from matplotlib import rc_context  # noqa: PLC0415  heavy, and an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.ticker import (  # noqa: PLC0415
            FixedLocator,
            MaxNLocator,
            NullLocator,
            StrMethodFormatter,
        )

        is_se = self._scheme == "se"
        scores = [score for some in self._scores.values() for score in some]
        low, high = min(scores, default=1.0), max(scores, default=1.0)
        edges = [n / 2 for n in range(2, 26)] if is_se else _LOG_EDGES
        first = max(bisect_right(edges, low) - 1, 0)
        edges = edges[first : bisect_right(edges, high) + 1]
        levels = sorted(self._scores, key=lambda level: level or 0)
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": "satdoku"}):
            figure = Figure(
                figsize=(max(6.4, len(edges) * 0.5), 4.2), layout="constrained"
            )
            axes = figure.subplots()
            names = [level.title if level else "ER" for level in levels]
            if levels:
                axes.hist(
                    [self._scores[level] for level in levels],
                    bins=edges,
                    stacked=True,
                    color=[_COLOURS[level] for level in levels],
                    label=[
                        f"{name} {len(self._scores[level]):,}"
                        for name, level in zip(names, levels, strict=True)
                    ],
                    edgecolor=palette.PAPER,
                )
            for name, bars in zip(names, axes.containers, strict=True):
                for bar, (left, right) in zip(bars, pairwise(edges), strict=True):
                    bar.set_gid(f"{name}-{left:g}-{right:g}:{bar.get_height():g}")
            if not is_se:
                axes.set_xscale("log")
            axes.xaxis.set_major_locator(FixedLocator(edges))
            axes.xaxis.set_minor_locator(NullLocator())
            axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))
            axes.yaxis.set_major_locator(MaxNLocator(integer=True))
            axes.tick_params(axis="x", labelrotation=45)
            axes.set(xlabel="ER" if is_se else "score", ylabel="puzzles")
            beyond = self._beyond_text()
            note = f"; {beyond}, not drawn" if beyond else ""
            axes.set_title(f"{self._heading()}{note}", loc="left")
            if levels and not is_se:
                axes.legend(frameon=False)
            file = io.BytesIO()
            metadata = {"Date": None} if kind == "svg" else {}
            figure.savefig(file, format=kind, metadata=metadata)
        return file.getvalue()


_LOG_EDGES = [
    float(edge * 10**power)
    for power in range(6)
    for edge in (10, 13, 16, 20, 25, 32, 40, 50, 63, 79)
]
"""Ten to a power of ten, each a round number."""

_COLOURS = {
    Level.EASY: palette.SKY,
    Level.MEDIUM: palette.GREEN,
    Level.HARD: palette.ORANGE,
    Level.UNFAIR: palette.VERMILION,
    Level.EXTREME: palette.PURPLE,
    None: palette.BLUE,
}
