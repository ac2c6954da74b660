"""`satdoku generate`."""

from __future__ import annotations

import io
import os
import re
from contextlib import closing
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    FilePath,
    Name,
    Names,
    Size,
    WholeNumber,
    output_options,
    quiet_option,
    seed_option,
    timeout_option,
    to_format_option,
    workers_option,
)
from satdoku.cli.output import RecordWriter, format_of_ending
from satdoku.cli.reading import Reader, geometry_from, only_one, open_bytes
from satdoku.cli.run import Run
from satdoku.errors import InputError, Stopped, counted
from satdoku.formats import scan
from satdoku.formats.metadata import lost
from satdoku.formats.model import PuzzleRecord
from satdoku.formats.records import generated_record
from satdoku.formats.registry import find, find_any
from satdoku.formats.source import source_name
from satdoku.puzzle.puzzle import Puzzle
from satdoku.setting.generator import GaveUp, generated, new_seed
from satdoku.setting.generator_options import (
    GenerateOptions,
    Symmetry,
    check_size,
    pattern_cells,
    pattern_marks,
)
from satdoku.techniques.technique import USUAL, Level, Technique

if TYPE_CHECKING:
    from satdoku.puzzle.geometry import Geometry

_USUAL = [each.key for each in Technique if each in USUAL]
_SYMMETRIES = [each.key for each in Symmetry]


class _ScoreRange(click.ParamType[tuple[int | None, int | None]]):
    """The lowest and the highest score: `A..B`, `A..`, `..B` or `A`."""

    name = "a..b"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int | None, int | None]:
        """Read a range."""
        match = re.fullmatch(r"(\d{1,9})|(\d{0,9})\.\.(\d{0,9})", value, re.ASCII)
        only, low, high = match.groups() if match else ("", "", "")
        if not (only or low or high):
            self.fail(f"{value!r}; expected A..B, such as 500..800", param, ctx)
        first, last = only or low, only or high
        return int(first) if first else None, int(last) if last else None


@click.command(cls=Command)
@click.option("-n", "number", type=WholeNumber(), default=1, help="Make N puzzles (1).")
@click.option(
    "--level",
    type=Name("LEVEL", lambda: [level.key for level in Level]),
    help="Difficulty by HoDoKu's scheme: easy, medium, hard, unfair or extreme.",
)
@click.option("--score", type=_ScoreRange(), help="Score by HoDoKu's scheme.")
@click.option(
    "--use",
    type=Names("NAME,...", lambda: _USUAL),
    multiple=True,
    help="Techniques that the path must use.",
)
@click.option(
    "--hardest",
    type=Name("NAME", lambda: _USUAL),
    help="The hardest technique of the path.",
)
@click.option(
    "--singles-only",
    is_flag=True,
    help="Make only puzzles that singles alone solve.",
)
@click.option("--clues", type=WholeNumber(0), help="The number of clues.")
@click.option(
    "--symmetry",
    type=Name("NAME", lambda: _SYMMETRIES),
    default="none",
    help=f"Symmetry of the clues: {', '.join(_SYMMETRIES)}.",
)
@click.option(
    "--minimal", is_flag=True, help="Make only puzzles without redundant clues."
)
@click.option(
    "--pattern",
    type=FilePath(),
    metavar="FILE|MASK",
    help="Cells that hold clues: `x` and `.`, or a puzzle.",
)
@click.option(
    "--solution", type=FilePath(), help="The solution that all puzzles share."
)
@click.option("--size", type=Size(), help="Rows and columns (9x9).")
@click.option("--box", metavar="RxC", help="Rows and columns of a box, as 2x3.")
@seed_option
@click.option(
    "--max-attempts",
    type=WholeNumber(),
    default=2_000,
    help="Stop after N failed attempts in a row (2000).",
)
@timeout_option
@workers_option
@to_format_option()
@output_options
@quiet_option
def generate(
    *,
    number: int,
    level: str | None,
    score: tuple[int | None, int | None] | None,
    use: tuple[tuple[str, ...], ...],
    hardest: str | None,
    singles_only: bool,
    clues: int | None,
    symmetry: str,
    minimal: bool,
    pattern: str | None,
    solution: str | None,
    size: int | None,
    box: str | None,
    seed: int | None,
    max_attempts: int,
    timeout: float | None,
    workers: str | None,
    to: str | None,
    output: str | None,
    force: bool,
    quiet: bool,
) -> int:
    """Make new puzzles, each with exactly one solution, no two of them alike.

    The same seed makes the same puzzles on every machine, with any number of workers;
    without --seed, the seed used is reported at the end. If the format can keep them,
    the solution, level and score are written, too.

    Exits with 4 if it found fewer puzzles than requested; it still writes those.

    \b
    Examples:
      satdoku generate --level hard                  # a hard puzzle
      satdoku generate -n 100 --symmetry rotational180 -o puzzles.sdm    # many
      satdoku generate --hardest x-wing              # to practise one technique
      satdoku generate --size 6x6 --to grid          # a small one
    """
    run = Run(output=output, force=force, quiet=quiet, workers=workers)
    if pattern == solution == "-":
        raise click.UsageError("--pattern and --solution cannot both be standard input")
    check_size(size or 0)
    geometry = geometry_from(size, box)
    request = GenerateOptions(
        size=geometry,
        pattern=None if pattern is None else _pattern_from(pattern, geometry),
        solution=None if solution is None else Reader([solution]).only(solution).puzzle,
        level=level,
        score=score,
        techniques=",".join(chain.from_iterable(use)) or None,
        hardest=hardest,
        singles_only=singles_only,
        clues=clues,
        symmetry=symmetry,
        minimal=minimal,
    )
    to = _format(to or format_of_ending(output), request.geometry)
    writer = RecordWriter(to)
    if number > 1 and find_any(to).single:
        raise click.UsageError("a file of that format holds one puzzle; remove -n")
    run.inputs = tuple(name for name in (pattern, solution) if name is not None)
    run.part = lambda: run.count / number
    used_seed = new_seed() if seed is None else seed
    written = 0
    made = generated(
        request,
        number,
        seed=used_seed,
        max_attempts=max_attempts,
        workers=run.worker_count,
        timeout=timeout,
        failed=lambda attempts: run.progress.count(attempts, "attempt"),
    )
    started = perf_counter()
    with (
        run.writing(content="the puzzles so far") as out,
        writer.to(out),
        closing(made),
    ):
        try:
            for run.count, puzzle in enumerate(made, 1):
                writer.write(generated_record(puzzle, run.count, find_any(to).keeps))
                written += puzzle.clue_count
                run.progress.tick(run.count)
        except Stopped as stop:
            run.codes.add(exits.STOPPED)
            advice = ""
            if isinstance(stop, GaveUp):
                advice = f"; --max-attempts {10 * max_attempts} tries more"
                if run.worker_count == 1:
                    advice += ", --workers all on every core"
            say(f"satdoku: stopped: {stop}{advice}")
    if not run.quiet and run.count:
        writer.say_lost()
        again = "" if seed is not None else f"; --seed {used_seed} makes "
        if run.count == 1:
            say(f"{counted(written, 'clue')}{again and again + 'it again'}.")
        else:
            seconds = perf_counter() - started
            say(
                f"{run.count:,} puzzles in {seconds:.2f} s, {written / run.count:.1f} "
                f"clues each on average{again and again + 'them again'}."
            )
    return run.code


def _format(to: str | None, geometry: Geometry) -> str:
    """Return a format that keeps the boxes: the one that is named, or the first.

    Raises:
        UsageError: The one that is named would make other puzzles of them.
    """
    blank = PuzzleRecord.of(Puzzle.trusted(geometry, (0,) * geometry.cells))
    names = ("line", "grid", "json")
    usual = next(name for name in names if "boxes" not in lost(blank, find(name)))
    if "boxes" in lost(blank, find_any(to or usual)):
        raise click.UsageError(f"{to} does not keep these boxes; --to {usual} does")
    return to or usual


_SHORTEST = 16
_MASK = re.compile(r"[\w.#*|+\s-]*", re.ASCII)
"""What masks are written in; a file with other signs holds a puzzle."""


def _pattern_from(argument: str, geometry: Geometry | None) -> Puzzle | str:
    """Return the mask or the puzzle that --pattern names or is.

    Args:
        argument: The mask, the name of the file, or `-` for standard input.
        geometry: The geometry; the usual one of so many cells if None.

    Raises:
        InputError: It cannot be read.
    """
    if argument != "-" and not os.path.exists(argument):  # noqa: PTH110  pathlib is slow
        if os.sep in argument or len(argument) < _SHORTEST:
            reason = "no such file, and not a pattern of a grid"
            raise InputError(reason, source=argument)
        return argument
    with open_bytes(argument, "a pattern") as stream:
        data = stream.read()
    text = data.decode("ascii", "replace")
    marks = set(pattern_marks(text)) if _MASK.fullmatch(text) else set()
    pattern: Puzzle | str = text
    try:
        if not (marks & set("xX*#") and marks & set(".0_-")):
            puzzles = scan(io.BytesIO(data) if argument == "-" else argument)
            pattern = only_one(puzzles).puzzle.with_candidates(None)
        pattern_cells(pattern, geometry)  # an error names the file
    except InputError as error:
        raise error.at(source=source_name(argument)) from None
    return pattern
