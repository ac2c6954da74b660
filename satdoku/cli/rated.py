"""What `satdoku rate` writes: a line, a row or an object a puzzle, and tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satdoku.deduce.technique import Level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.explaining.rating import Rating
    from satdoku.formats import Entry

__all__ = ["Teller", "Totals"]

_HEAD = "puzzle,scheme,version,level,score,hardest,ep,ed,guesses,source,line,name\n"


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
            text = f"{level}{score_text(rating):>6}  {rating.hardest:<31}  {where(entry)}"
            text = text.rstrip() + "\n"
        else:
            text = "".join(f"{line}\n" for line in _lines(rating))
        self._output.stream.write(text)
        self._output.answered()

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that has no rating."""
        if self._kind == "json":
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            self._output.stream.write(json_printer.unreadable(error, entry))
            self._output.answered()


def score_text(rating: Rating) -> str:
    """Write a score: `1,234`, or `7.2`."""
    if rating.score is None:
        least = rating.at_least
        return "unknown" if least is None else f"{least:.1f} or more"
    return f"{rating.score:,}" if rating.scheme == "hodoku" else f"{rating.score:.1f}"


def _lines(rating: Rating) -> Iterator[str]:
    """Tell all there is of the rating of one puzzle."""
    if rating.level is not None:
        yield f"{rating.level.title}, score {score_text(rating)} by {rating.version}"
    else:
        others = f"EP {_number(rating.placing)}, ED {_number(rating.removing)}"
        yield f"ER {score_text(rating)}, {others} by {rating.version}"
    if rating.guesses:
        digits = "digit" if rating.guesses == 1 else "digits"
        yield f"techniques end before the solution: {rating.guesses} {digits} guessed"
    if rating.hardest:
        yield f"the hardest step: {rating.hardest}"
    wide = max((len(f"{number:,}") for _, number in rating.techniques), default=0)
    for title, number in rating.techniques:
        yield f"  {number:>{wide},} {title}"


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.1f}"


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
            rating.hardest,
            "" if rating.placing is None else rating.placing,
            "" if rating.removing is None else rating.removing,
            rating.guesses,
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
        self._levels: Counter[Level] = Counter()
        self._scores: dict[Level | None, tuple[float, float]] = {}
        self._sum = 0.0
        self._scored = 0
        self._techniques: Counter[str] = Counter()
        self._uses: Counter[str] = Counter()

    def add(self, rating: Rating) -> None:
        """Count a rating."""
        self.puzzles += 1
        if rating.level is not None:
            self._levels[rating.level] += 1
        if rating.score is not None:
            least, most = self._scores.get(rating.level, (rating.score, rating.score))
            least, most = min(least, rating.score), max(most, rating.score)
            self._scores[rating.level] = least, most
            self._sum += rating.score
            self._scored += 1
        for title, number in rating.techniques:
            self._techniques[title] += 1
            self._uses[title] += number

    def counts(self) -> list[tuple[int, str]]:
        """Return how many puzzles are of each level, for the last line of a run."""
        return [(self._levels[level], level.key) for level in Level]

    def table(self, version: str) -> Iterator[str]:
        """Yield the lines of a table: levels, then techniques."""
        yield f"{self.puzzles:,} puzzles by {version}\n"
        if not self.puzzles:
            return
        if self._scored:
            yield f"mean score {self._sum / self._scored:,.1f}\n"
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
        for title, number in self._techniques.most_common():
            yield f"{title:<34}{number:>10,}{self._uses[title]:>12,}\n"
