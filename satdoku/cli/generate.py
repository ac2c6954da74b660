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
    Seconds,
    Size,
    Value,
    WholeNumber,
    output_options,
    quiet_option,
    seed_option,
    to_format_option,
    workers_option,
)
from satdoku.cli.output import RecordWriter, format_of_ending
from satdoku.cli.reading import (
    VARIANTS,
    Reader,
    geometry_from,
    only_one,
    open_bytes,
    rules_of,
)
from satdoku.cli.run import Run
from satdoku.errors import InputError, Stopped, counted
from satdoku.formats import scan
from satdoku.formats.metadata import lost
from satdoku.formats.model import PuzzleRecord
from satdoku.formats.records import generated_record
from satdoku.formats.registry import find, find_any
from satdoku.formats.source import source_name
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.completion import generate_variants
from satdoku.setting.drawn import KINDS
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
    from collections.abc import Callable

_USUAL = [each.key for each in Technique if each in USUAL]
_SYMMETRIES = [each.key for each in Symmetry]


class _ScoreRange(Value):
    """The lowest and the highest score: `A..B`, `A..`, `..B` or `A`."""

    name = "a..b"
    expected = "A..B, such as 500..800"

    def read(self, text: str) -> tuple[int | None, int | None] | None:
        """Read a range."""
        match = re.fullmatch(r"(\d{1,9})|(\d{0,9})\.\.(\d{0,9})", text, re.ASCII)
        only, low, high = match.groups() if match else ("", "", "")
        if not (only or low or high):
            return None
        first, last = only or low, only or high
        return int(first) if first else None, int(last) if last else None


@click.command(cls=Command)
@click.argument("file", metavar="[FILE]", required=False, type=FilePath())
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
@click.option(
    "--variant",
    type=Names("NAME,...", lambda: VARIANTS),
    help="Rules for all puzzles: diagonal, ...",
)
@click.option(
    "--with",
    "kinds",
    type=Names("KIND,...", lambda: KINDS),
    multiple=True,
    help="Constraints to draw at random: killer, thermo:6, ...",
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
@click.option("--timeout", type=Seconds(), help="Time limit for all puzzles together.")
@workers_option
@to_format_option()
@output_options
@quiet_option
def generate(
    *,
    file: str | None,
    number: int,
    level: str | None,
    score: tuple[int | None, int | None] | None,
    use: tuple[tuple[str, ...], ...],
    hardest: str | None,
    clues: int | None,
    symmetry: str,
    minimal: bool,
    pattern: str | None,
    solution: str | None,
    variant: tuple[str, ...] | None,
    kinds: tuple[tuple[str, ...], ...],
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

    With a FILE, its clues and constraints stay, and clues are added until it has one
    solution. --variant adds rules, --with constraints drawn at random on the solution;
    clues, then constraints, are removed that nothing needs, but the last of each kind.
    --clues is the largest number of added clues then.

    Exits with 4 if it found fewer puzzles than requested; it still writes those.

    \b
    Examples:
      satdoku generate --level hard                  # a hard puzzle
      satdoku generate -n 100 --symmetry rotational180 -o puzzles.sdm    # many
      satdoku generate --hardest x-wing              # to practise one technique
      satdoku generate --size 6x6 --to grid          # a small one
      satdoku generate half.iss                      # complete a half-made puzzle
      satdoku generate --variant anti-knight,diagonal  # with rules
      satdoku generate --with killer --clues 0       # cages alone
    """
    run = Run(output=output, force=force, quiet=quiet, workers=workers)
    if pattern == solution == "-":
        raise click.UsageError("--pattern and --solution cannot both be standard input")
    check_size(size or 0)
    if size is not None and box is None and "jigsaw" in chain.from_iterable(kinds):
        geometry: Geometry | None = Geometry(size, size)  # perhaps without boxes
    else:
        geometry = geometry_from(size, box)
    used_seed = new_seed() if seed is None else seed
    is_variant = bool(file is not None or variant or kinds)

    def failed(attempts: int) -> None:
        run.progress.count(attempts, "attempt")

    if is_variant:
        _refuse(
            {
                "--score": score,
                "--use": use,
                "--hardest": hardest,
                "--pattern": pattern,
                "--solution": solution,
                "--workers": workers,
            }
        )
        base = _base(file, variant or (), geometry)
        to = to or format_of_ending(output) or "iss"
        made = generate_variants(
            base,
            chain.from_iterable(kinds),
            n=number,
            seed=used_seed,
            clues=clues,
            symmetry=symmetry,
            accepts=None if level is None else _of_level(level, Deadline(timeout)),
            max_attempts=max_attempts,
            timeout=timeout,
            failed=failed,
        )
    else:
        request = GenerateOptions(
            size=geometry,
            pattern=None if pattern is None else _pattern_from(pattern, geometry),
            solution=solution and Reader([solution]).only(solution).puzzle,
            level=level,
            score=score,
            techniques=",".join(chain.from_iterable(use)) or None,
            hardest=hardest,
            clues=clues,
            symmetry=symmetry,
            minimal=minimal,
        )
        to = _format(to or format_of_ending(output), request.geometry)
        made = generated(
            request,
            number,
            seed=used_seed,
            max_attempts=max_attempts,
            workers=run.worker_count,
            timeout=timeout,
            failed=failed,
        )
    writer = RecordWriter(to)
    if number > 1 and find_any(to).single:
        raise click.UsageError("a file of that format holds one puzzle; remove -n")
    names = (file, pattern, solution)
    run.inputs = tuple(name for name in names if name is not None)
    run.part = lambda: run.count / number
    written = 0
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
            _say_stopped(run, stop, max_attempts, is_variant=is_variant)
    if not run.quiet and run.count:
        writer.say_lost()
        again = "" if seed is not None else f"; --seed {used_seed} makes "
        _say_made(run.count, written, perf_counter() - started, again)
    return run.code


def _say_stopped(
    run: Run, stop: Stopped, max_attempts: int, *, is_variant: bool
) -> None:
    """Say why there are no more puzzles, and what may help."""
    advice = ""
    if isinstance(stop, GaveUp):
        advice = f"; --max-attempts {10 * max_attempts} tries more"
        if run.worker_count == 1 and not is_variant:
            advice += ", --workers all on every core"
    say(f"satdoku: stopped: {stop}{advice}")


def _say_made(count: int, clues: int, seconds: float, again: str) -> None:
    """Say what was made."""
    if count == 1:
        say(f"{counted(clues, 'clue')}{again and again + 'it again'}.")
        return
    say(
        f"{count:,} puzzles in {seconds:.2f} s, {clues / count:.1f} "
        f"clues each on average{again and again + 'them again'}."
    )


def _refuse(options: dict[str, object]) -> None:
    """Raise UsageError where an option is given that is for classic puzzles."""
    for option, value in options.items():
        if value:
            raise click.UsageError(f"{option} is for puzzles without constraints")


def _base(
    file: str | None, variant: tuple[str, ...], geometry: Geometry | None
) -> Puzzle:
    """Return the puzzle whose clues and constraints stay.

    Raises:
        InputError: It cannot be read, or has another geometry.
    """
    reader = Reader([] if file is None else [file], variant=variant)
    if file is not None:
        puzzle = reader.only(file).puzzle
        if geometry not in {None, puzzle.geometry}:
            reason = f"a puzzle of {puzzle.geometry}"
            raise InputError(reason, source=file, expected=f"one of {geometry}")
        return puzzle
    shape = geometry or Geometry()
    rules = rules_of(variant)
    return Puzzle(Grid.trusted(shape, (0,) * shape.cells), rules)


def _of_level(name: str, deadline: Deadline) -> Callable[[Puzzle], bool]:
    """Return a test of whether a puzzle is of a level, which stops in time."""
    from satdoku.explanation.explain import End, explain  # noqa: PLC0415  slow

    level = Level.parse(name)

    def is_of_level(puzzle: Puzzle) -> bool:
        path = explain(puzzle, timeout=deadline.left)
        if path.end is End.TIMEOUT:
            raise Stopped("out of time")
        return path.level is level

    return is_of_level


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
