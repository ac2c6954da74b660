"""`satdoku explain`."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.cli.technique_options import technique_options
from satdoku.cli.until import Until, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.cli.explained import Asked, Explained
    from satdoku.cli.output import Output
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.sources import Reading
    from satdoku.cli.technique_options import Techniques
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku explain puzzle.txt", "solve a puzzle as a person does, step by step"),
    ("satdoku explain puzzle.txt -o path.html", "the same as a page with pictures"),
    ("satdoku explain --without uniqueness puzzle.txt", "with fewer techniques"),
    ("satdoku explain --only easy --no-search puzzle.txt", "how far singles lead"),
    ("satdoku explain --until r1c3 puzzle.txt", "why this digit is there"),
    ("satdoku explain --until 5 puzzle.txt -o step.svg", "a picture of the fifth step"),
    ("satdoku explain --verify --json puzzles.sdm", "every step checked, for programs"),
    (
        "satdoku explain --strength extended,triad puzzle.txt",
        "what a SAT solver sees of it",
    ),
)


def _encodings(
    ctx: click.Context, param: click.Parameter, text: str | None
) -> tuple[str, ...]:
    """Read the names of encodings."""
    del ctx, param
    if text is None:
        return ()
    from satdoku.cnf.recipe import load  # noqa: PLC0415  seldom asked for

    names = tuple(filter(None, (name.strip() for name in text.split(","))))
    if not names:
        raise click.BadParameter("expected the names of encodings, a comma between")
    for name in names:
        load(name)
    return names


@click.command(
    cls=Command, examples=_EXAMPLES, short_help="Solve as a person does, and say why."
)
@options.files_argument
@click.option(
    "--number",
    metavar="K",
    type=options.COUNT,
    help="Explain the K-th puzzle of the file alone.",
)
@technique_options
@click.option(
    "--until",
    "end",
    metavar="WHAT",
    callback=until,
    help="End with the step that fills a cell (r4c5), with the first by a technique "
    "(x-wing), of a family (fish) or of a level (hard), or after so many steps (12).",
)
@click.option(
    "--no-search",
    is_flag=True,
    help="End where no technique leads on.",
)
@click.option("--verify", is_flag=True, help="Check every step by SAT.")
@click.option(
    "--strength",
    "encodings",
    metavar="NAME,...",
    callback=_encodings,
    help="Tell which steps unit propagation sees on formulas of these encodings, which "
    "need a failed literal, and which more.",
)
@click.option(
    "--from-clues",
    is_flag=True,
    help="Start with the clues, also where the source tells how far somebody has come.",
)
@options.timeout_option("Stop explaining a puzzle after that time.")
@options.json_option
@click.option(
    "--html", "as_html", is_flag=True, help="Write one page, every step drawn."
)
@click.option("--svg", "as_svg", is_flag=True, help="Draw the last step.")
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
@options.verbose_option
def command(
    *,
    files: tuple[str, ...],
    number: int | None,
    techniques: Techniques,
    end: Until | None,
    no_search: bool,
    verify: bool,
    encodings: tuple[str, ...],
    from_clues: bool,
    timeout: float | None,
    as_json: bool,
    as_html: bool,
    as_svg: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Solve puzzles as a person does, and say why.

    Takes the easiest step each time, in the order of HoDoKu 2.2.0, and tells each in a
    sentence; then how it ended, the level and score by HoDoKu's table, and how often
    each technique was used. `satdoku techniques` lists them, with the families that
    --with, --without and --only take.

    Where no technique is left, it tries a candidate and follows singles until they
    contradict each other, where need be with trials within the trial. Where that
    refutes none, it goes on with a candidate and the fewest digits and removed
    candidates that it clashes with, and in the end by search. All are told as what they
    are, and such a path has no score.

    Of a puzzle with several solutions it tells what follows all the same, without
    techniques that rest on there being one. Of a puzzle without one it tells first that
    there is none, and which clues contradict each other; then what follows all the
    same, until the contradiction shows.

    With --strength it counts, technique by technique, how many steps a SAT solver gets
    by unit propagation on each encoding's formula, how many by a failed literal
    (assume the opposite, propagate, meet a conflict), and how many take more.

    Where a source tells how far somebody has come (a saved game, a line of HoDoKu's
    library), it goes on from there; mistakes are told first, and end it. Pencilmarks
    do not tell what of them is the puzzle's: all of them are, unless they leave no
    solution and their digits alone have just one. Then these are the puzzle, and the
    rest is how far somebody has come.

    The name of the file of -o tells the kind, too: .html, .svg or .png (needs Pillow);
    .txt or no ending is text. A page needs no other file and no network. A page or a
    picture is of one puzzle, the first if --number does not say another.

    Exits with 0 if every puzzle is proper, 3 if one is not or its position has
    mistakes, 4 if the time was over; the steps found by then are told.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    box and puzzle_candidates (only where needed), status (unique, multiple, none),
    state, mistakes, steps (each with its strength, with --strength), end (solved,
    searched, several, none, stopped, timeout), reached (with --until), position,
    solution, level, score, scheme, techniques, beyond (what is no technique, how
    often), verified, conflict (cells), time_s; or error
    (docs/schema/explain.schema.json).
    """
    from satdoku.cli.explained import Asked  # noqa: PLC0415  help needs none of these
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.sources import Reading  # noqa: PLC0415
    from satdoku.cli.step_picture import kind_of, look_at  # noqa: PLC0415

    wanted = {"json": as_json, "html": as_html, "svg": as_svg}
    flags = [kind for kind, told in wanted.items() if told]
    if len(flags) > 1:
        raise click.UsageError(f"--{flags[0]} and --{flags[1]} contradict each other")
    kind = kind_of(next(iter(flags), None), output, ("html", "svg", "png"))
    asked = Asked(
        techniques.used, end, not no_search, verify, timeout, from_clues, encodings
    )
    if encodings and kind not in {"text", "json"}:
        raise click.UsageError("--strength is told in text and in JSON alone")
    reading = Reading(read_as, force=force)
    one = number is not None or kind not in ("text", "json")
    if one and len(files) > 1:
        what = "--number is" if number is not None else "a page or a picture is"
        raise click.UsageError(f"{what} of one FILE")
    if strict:
        reading.look_at(files)
    with Output(output, force=force, inputs=files, keep=not one) as target:
        look_at(kind, target)
        run = _Run(target, kind, asked, quiet=quiet, verbose=verbose)
        if not one:
            return run.all_of(reading, files, strict=strict)
        from satdoku.cli.show_layers import nth  # noqa: PLC0415  seldom needed

        name = files[0] if files else "-"
        return run.alone(nth(reading, name, number, quiet=quiet))


class _Run:
    """Puzzles explained one after the other, or one alone.

    Args:
        target: Where to.
        kind: text, json, html, svg or png.
        asked: What is asked of each puzzle.
        quiet: Whether to keep remarks back.
        verbose: Whether to tell how puzzles were understood.
    """

    def __init__(
        self, target: Output, kind: str, asked: Asked, *, quiet: bool, verbose: bool
    ) -> None:
        self._target = target
        self._kind = kind
        self._asked = asked
        self._quiet = quiet
        self._read = _teller() if verbose else None
        self._between = ""

    def alone(self, entry: Entry) -> int:
        """Explain one puzzle; return the exit code.

        Raises:
            LimitError, UsageError, Stopped: As `explained`.
        """
        from satdoku.cli.explained import explained_alone  # noqa: PLC0415  as ever

        return self._explain(entry, explained_alone)

    def _explain(
        self, entry: Entry, explain: Callable[[Entry, Asked], Explained]
    ) -> int:
        if self._read is not None:
            self._read(entry)
        started = perf_counter()
        told = explain(entry, self._asked)
        if self._kind in ("text", "json"):
            self._tell(entry, told, perf_counter() - started)
        else:
            self._draw(told)
        if told.code == exits.STOPPED:
            from satdoku.cli.remarks import say  # noqa: PLC0415  seldom needed
            from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

            say(f"satdoku: {where(entry)}: out of time")
        return told.code

    def all_of(self, reading: Reading, files: tuple[str, ...], *, strict: bool) -> int:
        """Explain every puzzle of some files; return the exit code."""
        from satdoku.cli.explained import explained  # noqa: PLC0415  as ever
        from satdoku.cli.failures import refuse  # noqa: PLC0415
        from satdoku.cli.progress import Progress  # noqa: PLC0415
        from satdoku.cli.sources import where  # noqa: PLC0415
        from satdoku.cli.tally import Tally  # noqa: PLC0415
        from satdoku.errors import LimitError, Stopped, UsageError  # noqa: PLC0415

        tally = Tally()
        ends: dict[int, int] = {}

        def leave_out(error: SatdokuError, entry: Entry | None) -> None:
            tally.refuse(error, entry)
            refuse(error, "" if entry is None else where(entry))
            self._refused(error, entry)

        with (
            Progress(
                wanted=not self._quiet,
                shared=self._target.is_terminal,
                unit="puzzle",
                part=reading.part,
            ) as progress,
            tally,
        ):
            for entry in tally.readable(
                reading.entries(files), leave_out, progress, strict=strict
            ):
                try:
                    code = self._explain(entry, explained)
                except (LimitError, UsageError) as error:
                    leave_out(error, entry)
                    continue
                except Stopped as stop:
                    code = self._stopped(stop, entry)
                tally.codes.add(code)
                ends[code] = ends.get(code, 0) + 1
        if not self._quiet and not tally.is_single:
            tally.conclude(
                [
                    (ends.get(exits.DONE, 0), "explained"),
                    (ends.get(exits.NO, 0), "not proper"),
                    (ends.get(exits.STOPPED, 0), "not done in time"),
                ]
            )
        return tally.code

    def _stopped(self, stop: SatdokuError, entry: Entry) -> int:
        """Tell that the time was over."""
        from satdoku.cli.remarks import say  # noqa: PLC0415  loaded by now
        from satdoku.cli.sources import where  # noqa: PLC0415

        say(f"satdoku: {where(entry)}: {stop}")
        self._refused(stop, entry)
        return exits.STOPPED

    def _refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that is not explained."""
        if self._kind == "json":
            from satdoku.cli.json_printer import unreadable  # noqa: PLC0415  slow

            self._write(unreadable(error, entry))

    def _tell(self, entry: Entry, told: Explained, seconds: float) -> None:
        if self._kind == "json":
            from satdoku.cli.step_json import explain_json  # noqa: PLC0415  slow

            text = explain_json(told, seconds)
        else:
            from satdoku.cli.explain_text import explain_text  # noqa: PLC0415
            from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

            text = self._between + explain_text(where(entry), told)
            self._between = "\n"
        self._write(text)

    def _write(self, text: str) -> None:
        self._target.stream.write(text)
        self._target.answered()

    def _draw(self, told: Explained) -> None:
        entry, explanation = told.entry, told.told
        if self._kind == "html":
            from satdoku.explaining.page import html_page  # noqa: PLC0415  only here

            page = html_page(explanation, title=entry.name or "", stop=told.stop)
            # Bytes, for the page says that it is UTF-8.
            self._target.write_bytes(page.encode())
            return
        from satdoku.cli.remarks import say  # noqa: PLC0415  loaded by now
        from satdoku.cli.step_picture import draw_step  # noqa: PLC0415  only here
        from satdoku.explaining.summary import wrong_texts  # noqa: PLC0415

        # A picture of a step has no place for what a page tells above.
        for text in wrong_texts(explanation):
            say(text)
        position, step = explanation.start, None
        for position, step in explanation.positions():  # noqa: B007  the last is drawn
            pass
        draw_step(self._target, self._kind, position, step, entry.grid)


def _teller() -> Callable[[Entry], None]:
    """Return what tells how a puzzle was understood."""
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415  seldom asked for

    return Verbose().read
