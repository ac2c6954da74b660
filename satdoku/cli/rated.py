"""What `satdoku rate` writes: a line, a row or an object a puzzle, and tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satdoku.cli.remarks import counted
from satdoku.deduce.technique import Level, Technique
from satdoku.explaining.beyond import at_least_text, beyond_text
from satdoku.explaining.titles import GUESS, titles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError, Stopped
    from satdoku.explaining.rating import Rating
    from satdoku.formats import Entry

__all__ = ["Teller", "Totals"]

_HEAD = (
    "puzzle,scheme,version,level,score,at_least,hardest,ep,ed,guesses,techniques,"
    "source,line,name\n"
)


class Teller:
    """Writes ratings as text, CSV or JSON.

    Args:
        output: Where they go.
        kind: `text`, `csv` or `json`.
        many: Whether there is more than one puzzle.
    """

    def __init__(self, output: Output, kind: str, *, many: bool) -> None:
        self._output = output
        self._kind = kind
        self._many = many
        if kind == "csv":
            output.stream.write(_HEAD)

    def told(self, entry: Entry, rating: Rating, seconds: float) -> None:
        """Write a rating."""
        if self._kind == "json":
            text = _json(entry, rating, seconds)
        elif self._kind == "csv":
            text = _row(entry, rating)
        elif self._many:
            from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

            level = "" if rating.level is None else f"{rating.level.title:<8}"
            wide = 6 if rating.level is not None else 11  # of "9.5 or more"
            text = f"{level}{score_text(rating):>{wide}}  {_hardest(rating):<31}"
            text = f"{text}  {where(entry)}".rstrip() + "\n"
        else:
            text = "".join(f"{line}\n" for line in _lines(rating))
        self._output.stream.write(text)
        self._output.answered()

    def late(self, stop: Stopped, entry: Entry) -> None:
        """Say that the time was over for a puzzle, and keep its place."""
        from satdoku.cli.remarks import say  # noqa: PLC0415  seldom needed
        from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

        say(f"satdoku: {where(entry)}: {stop}")
        self.refused(stop, entry)

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that has no rating."""
        if self._kind == "json":
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            self._output.stream.write(json_printer.unreadable(error, entry))
            self._output.answered()


def score_text(rating: Rating) -> str:
    """Write a score: `1,234`, or `7.2`."""
    if rating.score is None:
        return at_least_text(rating.at_least)
    return f"{rating.score:,}" if rating.scheme == "hodoku" else f"{rating.score:.1f}"


def _lines(rating: Rating) -> Iterator[str]:
    """Tell all there is of the rating of one puzzle."""
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
    """Write EP or ED; one that is not known is as much beyond as ER."""
    if value is not None:
        return f"{value:.1f}"
    return "none" if rating.score is not None else at_least_text(rating.at_least)


def _row(entry: Entry, rating: Rating) -> str:
    from csv import writer  # noqa: PLC0415  for this kind alone
    from io import StringIO  # noqa: PLC0415  as above

    text = StringIO()
    writer(text, lineterminator="\n").writerow(
        [
            entry.grid.line,
            rating.scheme,
            rating.version,
            "" if rating.level is None else rating.level.key,
            "" if rating.score is None else rating.score,
            "" if rating.at_least is None else rating.at_least,
            rating.hardest,
            "" if rating.placing is None else rating.placing,
            "" if rating.removing is None else rating.removing,
            rating.guesses,
            " ".join(f"{key}:{number}" for key, number in rating.techniques),
            entry.source,
            entry.line,
            entry.name or "",
        ]
    )
    return text.getvalue()


def _json(entry: Entry, rating: Rating, seconds: float) -> str:
    from satdoku.cli import json_printer  # noqa: PLC0415  slow

    return (
        json_printer.encode(
            {
                **json_printer.place(entry),
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
        )
        + "\n"
    )


class Totals:
    """What the ratings of a run come to: one number a level and technique."""

    def __init__(self) -> None:
        self.puzzles = 0
        self.late = 0
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
            least, most = self._scores.get(rating.level, (rating.score, rating.score))
            least, most = min(least, rating.score), max(most, rating.score)
            self._scores[rating.level] = least, most
        for key, number in rating.techniques:
            self._techniques[key] += 1
            self._uses[key] += number

    def counts(self) -> list[tuple[int, str]]:
        """Return how many puzzles are of each level, for the last line of a run."""
        levels = [(self._levels[level], level.key) for level in Level]
        return [*levels, (self.late, "not done in time")]

    def table(self, scheme: str, version: str) -> Iterator[str]:
        """Yield the lines of a table: levels, then techniques, easier ones first."""
        yield f"{counted(self.puzzles, 'puzzle')} by {version}\n"
        if not self.puzzles:
            return
        yield from self._mean("ER" if scheme == "se" else "score")
        yield "\n"
        for level in Level:
            if self._levels[level]:
                least, most = self._scores[level]
                share = 100 * self._levels[level] / self.puzzles
                yield (
                    f"{level.title:<8}{self._levels[level]:>10,}{share:>7.1f} %"
                    f"   {least:,} to {most:,}\n"
                )
        if self._levels:
            yield "\n"
        yield f"{'technique':<34}{'puzzles':>10}{'steps':>12}\n"
        for key, title in titles(scheme).items():
            if key in self._techniques:
                used, uses = self._techniques[key], self._uses[key]
                yield f"{title:<34}{used:>10,}{uses:>12,}\n"

    def _mean(self, what: str) -> Iterator[str]:
        """Say the mean of what has a score, and how many have none."""
        beyond = beyond_text(self._beyond)
        scored = self.puzzles - self._beyond.total()
        if scored:
            besides = f"; {beyond}, not in the mean" if beyond else ""
            yield f"mean {what} {self._sum / scored:,.1f}{besides}\n"
        else:
            yield f"no mean {what}: {beyond}\n"
