"""`satdoku rate`."""

from __future__ import annotations

import csv
import io
from collections import Counter
from contextlib import ExitStack
from os.path import splitext
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.messages import counted
from satdoku.cli.options import (
    command,
    file_path,
    many_puzzles,
    option,
    picks_puzzles,
    reads_puzzles,
    timeout_option,
    writes_answers,
)
from satdoku.cli.output import Output
from satdoku.cli.pictures import check_kind, write_scene
from satdoku.cli.reading import place_of
from satdoku.cli.run import error_json
from satdoku.errors import InputError, Stopped, UsageError, printable
from satdoku.explanation.beyond import at_least_text, beyond_text
from satdoku.explanation.histogram import Histogram
from satdoku.explanation.rating import SCHEMES, look_at_scheme
from satdoku.explanation.streaming import How, rater
from satdoku.explanation.titles import GUESS, titles
from satdoku.techniques.technique import Level, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.run import Run
    from satdoku.explanation.rating import Rating
    from satdoku.formats import Entry

_COLUMNS = [
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
]


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
    help="Whose table of ratings (hodoku).",
)
@option(
    "--nested",
    is_flag=True,
    help="With scheme se, try nested forcing chains too; takes minutes.",
)
@option("--table", is_flag=True, help="Count the puzzles of each level and technique.")
@option(
    "--histogram", type=file_path(), help="Draw the scores, as .svg or .png, to a file."
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

    A rating is by a published table, and by the path that this program takes. hodoku:
    the sum of the scores of all steps and a level, by HoDoKu 2.2.0. se: the rating of
    the hardest step (ER), of the hardest up to the first digit (EP) and to the first
    elimination (ED), by Sudoku Explainer 1.2.1.

    A puzzle that does not have exactly one solution has no rating: exit code 3. Exits
    with 4 if the time was over for one.
    """
    look_at_scheme(scheme, nested=nested)
    as_csv = run.take_ending(".csv") == ".csv" or as_csv
    if table + as_csv + run.as_json > 1:
        raise click.UsageError("--table, --csv and --json do not go together")
    totals = _Totals()
    with ExitStack() as stack, run.writing() as output:
        picture = _Picture(run, stack, histogram, scheme)
        at_once = as_csv or table or run.as_json  # no rating waits for the next puzzle
        several = at_once or len(run.head()) > 1
        if as_csv:
            output.write(_row(_COLUMNS))
        for entry, answer in run.answers(rater, How(scheme, nested, timeout)):
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
            picture.histogram.add(rating)
            if not table:
                text = _csv(entry, rating) if as_csv else _text(entry, rating, several)
                run.write(entry, _json(rating, seconds), text)
        if table:
            output.write("".join(totals.table(scheme, SCHEMES[scheme])))
        picture.write()
    if not table:
        run.summary(totals.counts())
    return run.code


class _Picture:
    """The histogram, and the file it goes to, opened before the long work."""

    def __init__(
        self, run: Run, stack: ExitStack, path: str | None, scheme: str
    ) -> None:
        self.histogram = Histogram(scheme, SCHEMES[scheme])
        self._output: Output | None = None
        if path is None:
            return
        self._kind = splitext(path)[1].lower().removeprefix(".")  # noqa: PTH122  pathlib takes 10 ms to import
        if self._kind not in {"svg", "png"}:
            shown = printable(path, 200)
            raise UsageError(f"--histogram {shown}: expected an ending .svg or .png")
        self._output = stack.enter_context(
            Output(
                path,
                force=run.force,
                inputs=[*run.files, run.output or "-"],
                option="--histogram",
            )
        )
        check_kind(self._kind, self._output)

    def write(self) -> None:
        """Draw it."""
        if self._output is not None:
            write_scene(self._output, self._kind, self.histogram.scene())


def score_text(rating: Rating) -> str:
    """Write a score: `1,234`, or `7.2`."""
    if rating.score is None:
        return at_least_text(rating.at_least)
    return f"{rating.score:,}" if rating.scheme == "hodoku" else f"{rating.score:.1f}"


def _text(entry: Entry, rating: Rating, several: bool) -> str:  # noqa: FBT001
    """Write the rating of one puzzle, or a line of many."""
    if not several:
        return "".join(f"{line}\n" for line in _lines(rating))
    level = "" if rating.level is None else f"{rating.level.title:<8}"
    wide = 6 if rating.level is not None else 11  # of "9.5 or more"
    text = f"{level}{score_text(rating):>{wide}}  {_hardest(rating):<31}"
    return f"{text}  {place_of(entry)}".rstrip() + "\n"


def _lines(rating: Rating) -> Iterator[str]:
    """Yield all there is to say of the rating of one puzzle."""
    if rating.level is not None:
        yield f"{rating.level.title}, score {score_text(rating)} by {rating.version}"
    else:
        others = f"EP {_number(rating, rating.placing)}"
        others += f", ED {_number(rating, rating.removing)}"
        yield f"ER {score_text(rating)}, {others} by {rating.version}"
    if rating.hardest:
        yield f"the hardest step: {_hardest(rating)}{_raised(rating)}"
    wide = max((len(f"{number:,}") for _, number in rating.techniques), default=0)
    for key, number in rating.techniques:
        what = rating.titles[key]
        if key == GUESS:
            what = f"{'digit' if number == 1 else 'digits'} guessed: no technique left"
        yield f"  {number:>{wide},} {what}"


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
    """Write EP or ED; one that is unknown is as much beyond as ER."""
    if value is not None:
        return f"{value:.1f}"
    return "none" if rating.score is not None else at_least_text(rating.at_least)


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
    return _row([record[column] for column in _COLUMNS])


def _row(values: list[str] | list[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()


class _Totals:
    """The ratings of a run, counted by level and technique."""

    def __init__(self) -> None:
        self.puzzles = self.improper = 0
        self._levels: Counter[Level] = Counter()
        self._scores: dict[Level, tuple[float, float]] = {}
        self._sum = 0.0
        self._beyond: Counter[float | None] = Counter()
        self._techniques: Counter[str] = Counter()
        self._uses: Counter[str] = Counter()

    def add(self, rating: Rating) -> None:
        """Count a rating."""
        self.puzzles += 1
        if rating.score is None:
            self._beyond[rating.at_least] += 1
        else:
            self._sum += rating.score
        if rating.level is not None and rating.score is not None:
            self._levels[rating.level] += 1
            low, high = self._scores.get(rating.level, (rating.score, rating.score))
            low, high = min(low, rating.score), max(high, rating.score)
            self._scores[rating.level] = low, high
        for key, number in rating.techniques:
            self._techniques[key] += 1
            self._uses[key] += number

    def counts(self) -> list[tuple[int, str]]:
        """Return how many puzzles are of each level, for the summary."""
        levels = [(self._levels[level], level.key) for level in Level]
        return [*levels, (self.improper, "not proper")]

    def table(self, scheme: str, version: str) -> Iterator[str]:
        """Yield the lines of a table: levels, then techniques, easier ones first."""
        yield f"{counted(self.puzzles, 'puzzle')} by {version}\n"
        if not self.puzzles:
            return
        yield f"{self._mean('ER' if scheme == 'se' else 'score')}\n\n"
        for level, number in sorted(self._levels.items()):
            low, high = self._scores[level]
            share = 100 * number / self.puzzles
            yield (
                f"{level.title:<8}{number:>10,}{share:>7.1f} %   {low:,} to {high:,}\n"
            )
        if self._levels:
            yield "\n"
        yield f"{'technique':<34}{'puzzles':>10}{'steps':>12}\n"
        for key, title in titles(scheme).items():
            if key in self._techniques:
                used, uses = self._techniques[key], self._uses[key]
                yield f"{title:<34}{used:>10,}{uses:>12,}\n"

    def _mean(self, what: str) -> str:
        """Return the mean of what has a score, and how many have none."""
        beyond = beyond_text(self._beyond)
        scored = self.puzzles - self._beyond.total()
        if scored:
            besides = f"; {beyond}, not in the mean" if beyond else ""
            return f"mean {what} {self._sum / scored:,.1f}{besides}"
        return f"no mean {what}: {beyond}"
