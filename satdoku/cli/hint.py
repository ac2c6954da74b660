"""`satdoku hint`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command
from satdoku.cli.technique_options import technique_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.cli.explained import Explained
    from satdoku.cli.output import Output
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.technique_options import Techniques
    from satdoku.explaining.explanation import Entry as Said
    from satdoku.formats import Entry

__all__ = ["command"]

_WHOLE = 4
"""The level at which a hint tells all of a step."""

_EXAMPLES = (
    ("satdoku hint puzzle.txt", "a nudge: where the next step is to be found"),
    ("satdoku hint --level 2 puzzle.txt", "which technique it is"),
    ("satdoku hint --level 4 puzzle.txt", "the whole step"),
    ("satdoku hint game.json --svg -o next.svg", "a picture of it"),
    ("satdoku hint --all --only singles puzzle.txt", "every single there is"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Tell the next step.")
@options.file_argument("file", "[FILE]")
@click.option(
    "--level",
    metavar="1-4",
    type=click.IntRange(1, 4),
    help="How much is told: 1 about where and how hard, 2 the technique, 3 the cells, "
    "4 all of it. [default: 1]",
)
@click.option(
    "--all", "every", is_flag=True, help="Tell every step there is, by technique."
)
@technique_options
@click.option(
    "--number",
    metavar="K",
    type=options.COUNT,
    help="Take the K-th puzzle of the file. [default: the first]",
)
@click.option(
    "--from-clues",
    is_flag=True,
    help="Start with the clues, also where the source tells how far somebody has come.",
)
@options.timeout_option("Stop looking after that time.")
@options.json_option
@click.option("--svg", "as_svg", is_flag=True, help="Draw the whole step.")
@options.file_output_options
@options.reading_options
@options.quiet_option
@options.verbose_option
def command(
    *,
    file: str,
    level: int | None,
    every: bool,
    techniques: Techniques,
    number: int | None,
    from_clues: bool,
    timeout: float | None,
    as_json: bool,
    as_svg: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    quiet: bool,
    verbose: bool,
) -> int:
    """Tell the next step, the easiest there is: from a nudge to all of it.

    Where the file tells how far somebody has come (a saved game, pencilmarks), the hint
    goes on from there; mistakes are told first. Where no technique leads on, a
    candidate is named that clashes with others.

    --all tells every step of every technique, whole, which may take a while; of forcing
    chains and nets there may be hundreds, and they are told if --with or --only names
    them.

    -o FILE.svg or FILE.png draws the step.

    Exits with 3 if the puzzle has no solution or several (a hint is given all the same,
    where anything follows) or the position has mistakes, with 4 if the time was over.

    --json writes one object: schema (1), source, line, number, name, puzzle, box and
    puzzle_candidates (only where needed), status (unique, several, none), state,
    mistakes, level, text (null where nothing follows), steps (the step at level 4, or
    all with --all) (docs/schema/hint.schema.json).
    """
    from satdoku.cli.explained import Asked, explained_alone  # noqa: PLC0415  as ever
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.show_layers import nth  # noqa: PLC0415
    from satdoku.cli.sources import Reading  # noqa: PLC0415
    from satdoku.cli.step_picture import draw_step, kind_of, look_at  # noqa: PLC0415
    from satdoku.cli.until import Until  # noqa: PLC0415
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415

    if as_json and as_svg:
        raise click.UsageError("--json and --svg contradict each other")
    asked_kind = "json" if as_json else "svg" if as_svg else None
    kind = kind_of(asked_kind, output, ("svg", "png"))
    is_picture = kind in ("svg", "png")
    if (every or is_picture) and level is not None:
        raise click.UsageError("--all and pictures tell steps whole; leave out --level")
    if every and is_picture:
        raise click.UsageError("a picture is of one step; leave out --all")
    reading = Reading(read_as, force=force)
    asked = Asked(techniques.used, Until("1"), timeout=timeout, from_clues=from_clues)
    with Output(output, force=force, inputs=[file]) as target:
        look_at(kind, target)
        entry = nth(reading, file, number, quiet=quiet)
        if verbose:
            Verbose().read(entry)
        found = explained_alone(entry, asked)
        hint = _Hint(entry, found, _WHOLE if every or is_picture else level or 1)
        if every:
            hint.find_all(techniques, timeout)
        if not quiet:
            hint.remark()
        if is_picture and hint.steps:
            draw_step(target, kind, found.told.start, hint.steps[0], entry.grid)
        elif is_picture:
            target.failed()
        else:
            _write(target, hint.as_json() if as_json else hint.as_text(all_=every))
    return found.code


def _write(target: Output, text: str) -> None:
    target.stream.write(text)
    target.answered()


class _Hint:
    """What there is to tell.

    Args:
        entry: The puzzle.
        found: Its explanation, which ends with the first step.
        level: How much is told.
    """

    def __init__(self, entry: Entry, found: Explained, level: int) -> None:
        self._entry = entry
        self._found = found
        self._level = level
        self.steps: Sequence[Said] = found.told.entries

    def find_all(self, techniques: Techniques, timeout: float | None) -> None:
        """Find every step there is, of forcing ones those that were asked for.

        Raises:
            Stopped: The time was over.
        """
        from satdoku.answers import Status  # noqa: PLC0415  loaded by now
        from satdoku.deduce.families import FAMILIES  # noqa: PLC0415
        from satdoku.deduce.technique import UNIQUENESS  # noqa: PLC0415
        from satdoku.explaining.finding import find_steps  # noqa: PLC0415

        told = self._found.told
        if told.mistakes:
            return
        wanted = techniques.used - (FAMILIES["forcing"] - techniques.asked)
        if told.status is not Status.UNIQUE:
            wanted -= UNIQUENESS
        steps = find_steps(
            told.puzzle, now=self._found.state, techniques=wanted, timeout=timeout
        )
        # Techniques that are found together come as they are found.
        steps.sort(key=lambda step: (step.technique.order, step.technique.key))
        # What clashes is told where there is nothing else.
        self.steps = steps or self.steps

    def remark(self) -> None:
        """Say what a hint alone does not."""
        from satdoku.answers import Status  # noqa: PLC0415  loaded by now
        from satdoku.cli.remarks import say  # noqa: PLC0415

        told = self._found.told
        if told.status is Status.SEVERAL:
            say("This puzzle has several solutions.")
        if not self.steps and told.position.is_complete and not self._found.code:
            say("The grid is complete, and right.")

    def _lines(self) -> Iterator[str]:
        """Yield what is told of the next step, or why there is none."""
        from satdoku.answers import Status  # noqa: PLC0415  loaded by now
        from satdoku.explaining.hinting import nudge  # noqa: PLC0415
        from satdoku.explaining.summary import mistake_texts  # noqa: PLC0415

        told = self._found.told
        yield from mistake_texts(told)
        if self.steps:
            yield nudge(self.steps[0], self._level)
        elif told.status is Status.NONE:
            yield "there is no solution"
        elif not told.position.is_complete and not told.mistakes:
            yield "nothing follows"

    def as_text(self, *, all_: bool) -> str:
        """Tell it to a person."""
        if not all_ or not self.steps:
            return "".join(f"{line}\n" for line in self._lines())
        lines: list[str] = []
        for title, steps in groupby(self.steps, _title):
            group = list(steps)
            lines.append(f"{title} ({len(group)})")
            lines += (f"  {step.outcome}, {step.reason}" for step in group)
        return "".join(f"{line}\n" for line in lines)

    def as_json(self) -> str:
        """Tell it to a program."""
        from satdoku.cli import json_printer  # noqa: PLC0415  slow
        from satdoku.cli.step_json import pairs, position, step  # noqa: PLC0415
        from satdoku.explaining.hinting import nudge  # noqa: PLC0415

        told, state = self._found.told, self._found.state
        whole = self._level == _WHOLE
        return (
            json_printer.encode(
                {
                    **json_printer.place(self._entry),
                    "status": str(told.status),
                    "state": None if state is None else position(told.start),
                    "mistakes": pairs(told.puzzle.geometry, told.mistakes),
                    "level": self._level,
                    "text": nudge(self.steps[0], self._level) if self.steps else None,
                    "steps": [step(one) for one in self.steps] if whole else [],
                }
            )
            + "\n"
        )


def _title(said: Said) -> str:
    """Return what a step is called: `Naked Single`, `Clash`."""
    return str(said).partition(":")[0]
