"""`satdoku rate`."""

from __future__ import annotations

from contextlib import ExitStack, closing
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.cli.values import Listed
from satdoku.errors import InputError, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from satdoku.cli.output import Output
    from satdoku.cli.reading_options import ReadAs
    from satdoku.errors import SatdokuError
    from satdoku.explaining.rating import Rating
    from satdoku.explaining.streaming import Told
    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku rate puzzle.txt", "how hard it is, and which techniques it takes"),
    ("satdoku rate --scheme se puzzle.txt", "the same by Sudoku Explainer's table"),
    ("satdoku rate puzzles.sdm", "a line a puzzle"),
    ("satdoku rate --table puzzles.sdm", "how many of each level, and technique"),
    ("satdoku rate --csv puzzles.sdm -o ratings.csv", "for a spreadsheet"),
    (
        "satdoku rate -q --csv puzzles.sdm | grep naked-single:",
        "which puzzles need a naked single",
    ),
    ("satdoku rate --workers all puzzles.sdm", "on every core"),
    ("satdoku rate -q --histogram spread.svg puzzles.sdm", "a picture of the scores"),
)


def _schemes() -> Iterable[str]:
    from satdoku.explaining.rating import SCHEMES  # noqa: PLC0415  for help

    return SCHEMES


def _workers(text: str) -> str:
    return text if text == "all" else str(options.COUNT(text))


@click.command(cls=Command, examples=_EXAMPLES, short_help="Say how hard puzzles are.")
@options.files_argument
@click.option(
    "--scheme",
    cls=Listed,
    values=_schemes,
    metavar="NAME",
    default="hodoku",
    show_default=True,
    help="Whose table: {values}.",
)
@click.option(
    "--nested",
    is_flag=True,
    help="With --scheme se, try nested forcing chains, too: a puzzle that needs them, "
    "of 9.5 and more, takes minutes. [default: tell that it is 9.5 or more]",
)
@click.option(
    "--table",
    is_flag=True,
    help="Instead of the puzzles, tell how many are of each level, and how many take "
    "each technique.",
)
@click.option(
    "--histogram",
    metavar="FILE",
    type=click.Path(),
    help="Draw how the scores are spread, as SVG, or as PNG where FILE ends so.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Write a table of ratings.")
@options.json_option
@click.option(
    "--workers",
    metavar="N|all",
    type=_workers,
    default="1",
    show_default=True,
    help="Rate so many puzzles at a time, each on a core of its own; the ratings are "
    "the same.",
)
@options.timeout_option("Stop rating a puzzle after that time.")
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
def command(
    *,
    files: tuple[str, ...],
    scheme: str,
    nested: bool,
    table: bool,
    histogram: str | None,
    as_csv: bool,
    as_json: bool,
    workers: str,
    timeout: float | None,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    quiet: bool,
) -> int:
    """Say how hard puzzles are for a person.

    A rating is by a published table, whose program and version are always named, and
    by the path that this program takes:

    hodoku: the sum of the scores of all steps, and a level (easy, medium, hard, unfair,
    extreme), by HoDoKu 2.2.0.

    se: the rating of the hardest step (ER), of the hardest up to the first digit (EP)
    and the first elimination (ED), by Sudoku Explainer 1.2.1.

    The two do not translate into each other. A puzzle that has not exactly one solution
    has no rating, and is told as an error.

    Exits with 0 if every puzzle has a rating, 2 if one has none, 4 if the time was over
    for one.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    box (only where it is not the usual one of the size),
    puzzle_candidates (only where it rules some out beyond its clues),
    scheme, version, level (null with se), score (ER with se; null where it is beyond
    what was tried), hardest (the key of a technique, such as naked-pair), techniques
    (how often each, by key, easier ones first; brute-force: digits that no technique
    gave), guesses (how many those are), ep, ed (null with hodoku), at_least (what score
    is at least, where it is null; and so are ep and ed), time_s; or error
    (docs/schema/rate.schema.json).
    """
    from satdoku.cli.failures import refuse  # noqa: PLC0415  help needs none of these
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.rated import Teller, Totals  # noqa: PLC0415
    from satdoku.cli.shield import Shield  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.cli.tally import Tally  # noqa: PLC0415
    from satdoku.explaining.rating import SCHEMES, look_at_scheme  # noqa: PLC0415
    from satdoku.explaining.streaming import How, rated  # noqa: PLC0415

    look_at_scheme(scheme, nested=nested)
    crew = _crew(workers, read_as)
    kind = _kind(table=table, csv=as_csv, json=as_json)
    reading = Reading(read_as, force=force)
    if strict:
        reading.look_at(files)
    tally = Tally()
    totals = Totals()
    picture = _Picture(histogram, scheme)
    with (
        ExitStack() as stack,
        Output(output, force=force, inputs=files, keep=True) as target,
        Progress(
            wanted=not quiet,
            shared=target.is_terminal,
            unit="puzzle",
            part=reading.part,
        ) as progress,
        tally,
    ):
        picture.open(stack, force=force, inputs=[*files, output or "-"])
        found = reading.entries(files)
        # Only a text looks different where there is one puzzle; others are not to wait.
        head = list(islice(found, 2)) if kind == "text" else []
        many = kind != "text" or len(head) > 1
        teller = Teller(target, kind, many=many)

        def leave_out(error: SatdokuError, entry: Entry | None) -> None:
            tally.refuse(error, entry)
            refuse(error, "" if entry is None else where(entry))
            teller.refused(error, entry)

        def late(stop: Stopped, entry: Entry) -> None:
            tally.codes.add(exits.STOPPED)
            totals.late += 1
            teller.late(stop, entry)

        pairs = rated(
            chain(head, found),
            _puzzle,
            How(scheme, nested, timeout),
            workers=crew if many else 1,
        )
        turn = _Turn(pairs)
        with closing(pairs), Shield() as shield:
            entries = tally.readable(turn, leave_out, progress, strict=strict)
            for entry, rating, seconds in turn.rated(entries, leave_out, late):
                with shield:
                    totals.add(rating)
                    picture.spread.add(rating)
                    progress.answer()
                    if kind != "table":
                        teller.told(entry, rating, seconds)
                    tally.done()
        if kind == "table":
            target.stream.writelines(totals.table(scheme, SCHEMES[scheme]))
            target.answered()
        picture.draw()
    if not quiet and not tally.is_single and kind != "table":
        tally.conclude(totals.counts())
    return tally.code


def _kind(**wanted: bool) -> str:
    """Return what is to be written.

    Raises:
        UsageError: More than one thing was asked for.
    """
    asked = [name for name, is_wanted in wanted.items() if is_wanted]
    if len(asked) > 1:
        raise click.UsageError(f"--{asked[0]} and --{asked[1]} do not go together")
    return asked[0] if asked else "text"


def _crew(workers: str, read_as: ReadAs) -> int:
    """Return how many processes rate.

    Raises:
        UsageError: What is mended would be told before its turn.
    """
    if workers == "1":
        return 1
    from satdoku.processes import workers_of  # noqa: PLC0415  slow; one needs none

    if read_as.repair:
        msg = "--workers and --repair do not go together"
        raise click.UsageError(msg)
    return workers_of("all" if workers == "all" else int(workers))


def _puzzle(entry: Entry | InputError) -> Puzzle:
    if isinstance(entry, InputError):
        raise entry
    return entry.grid


class _Turn:
    """Entries, each in its turn.

    Args:
        pairs: The entries, each with what waits for its rating.

    Attributes:
        rating: Waits for that of the entry whose turn it is, and its seconds.
    """

    rating: Told

    def __init__(self, pairs: Iterable[tuple[Entry | InputError, Told]]) -> None:
        self._pairs = pairs

    def __iter__(self) -> Iterator[Entry | InputError]:
        for entry, told in self._pairs:
            self.rating = told
            yield entry

    def rated(
        self,
        entries: Iterable[Entry],
        leave_out: Callable[[InputError, Entry], None],
        late: Callable[[Stopped, Entry], None],
    ) -> Iterator[tuple[Entry, Rating, float]]:
        """Yield entries with their ratings and seconds; tell of those without.

        Args:
            entries: Those of this, as far as they could be read.
            leave_out: Is told of puzzles that are not proper.
            late: Is told of puzzles for which the time was over.
        """
        for entry in entries:
            try:
                rating, seconds = self.rating()
            except InputError as error:
                leave_out(error, entry)
            except Stopped as stop:
                late(stop, entry)
            else:
                yield entry, rating, seconds


class _Picture:
    """The histogram, and the file it goes to.

    Args:
        path: The file; None to draw nothing.
        scheme: Whose ratings are counted.

    Raises:
        BadParameter: Its name does not tell what kind of picture it is.
    """

    def __init__(self, path: str | None, scheme: str) -> None:
        from satdoku.explaining.histogram import Histogram  # noqa: PLC0415  seldom asked
        from satdoku.explaining.rating import SCHEMES  # noqa: PLC0415  as above

        if path is not None and not path.lower().endswith((".svg", ".png")):
            raise click.BadParameter(
                "expected a file whose name ends in .svg or .png",
                param_hint="--histogram",
            )
        self.spread = Histogram(scheme, SCHEMES[scheme])
        self._path = path
        self._target: Output | None = None

    def open(self, stack: ExitStack, *, force: bool, inputs: list[str]) -> None:
        """Open the file before the long work, so that trouble is told at once."""
        if self._path is None:
            return
        from satdoku.cli.output import Output  # noqa: PLC0415  loaded by now

        if self._path.lower().endswith(".png"):
            from satdoku.pictures.png import look_for_pillow  # noqa: PLC0415  only here

            look_for_pillow()
        target = Output(self._path, force=force, inputs=inputs, option="--histogram")
        self._target = stack.enter_context(target)

    def draw(self) -> None:
        """Draw it."""
        if self._target is None or self._path is None:
            return
        scene = self.spread.scene()
        if self._path.lower().endswith(".png"):
            from satdoku.pictures.png import png_bytes  # noqa: PLC0415  only here

            self._target.write_bytes(png_bytes(scene))
        else:
            from satdoku.pictures.svg import svg_text  # noqa: PLC0415  only here

            self._target.write_bytes(svg_text(scene).encode())
