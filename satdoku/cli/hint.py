"""`satdoku hint`."""

from __future__ import annotations

from itertools import groupby
from time import monotonic
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

    Where the file tells how far somebody has come (a saved game), the hint goes on from
    there; of mistakes there is no hint but what they are. Pencilmarks are part of the
    puzzle, unless they leave no solution and their digits alone have just one: then
    they are how far somebody has come. Where no technique leads on, level 3 names a
    candidate to look at, and level 4 says why.

    Of a puzzle without a solution there is no hint; which clues contradict each other
    is told instead.

    --all tells every step of every technique, whole, which may take a while; of forcing
    chains and nets there may be hundreds, and they are told if --with or --only names
    them.

    -o FILE.svg or FILE.png draws the step; where there is none to draw, no file is
    written, and why is said. .txt or no ending is text.

    Exits with 3 if the puzzle has no solution or several (of several a hint is given
    all the same, where anything follows) or the position has mistakes, with 4 if the
    time was over.

    --json writes one object: schema (1), source, line, number, name, puzzle, box and
    puzzle_candidates (only where needed), status (unique, multiple, none), state,
    mistakes, conflict (cells), level, text (null where nothing follows), steps (the
    step at level 4, or all with --all) (docs/schema/hint.schema.json).
    """
    from satdoku.cli.explained import Asked, explained_alone  # noqa: PLC0415  as ever
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.show_layers import nth  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.cli.step_picture import draw_step, kind_of, look_at  # noqa: PLC0415
    from satdoku.cli.until import Until  # noqa: PLC0415
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415
    from satdoku.errors import Stopped  # noqa: PLC0415
    from satdoku.explaining.explanation import End  # noqa: PLC0415

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
        deadline = None if timeout is None else monotonic() + timeout
        found = explained_alone(entry, asked)
        if found.told.end is End.TIMEOUT:
            raise Stopped(f"{where(entry)}: out of time")
        hint = _Hint(found, _WHOLE if every or is_picture else level or 1)
        if every:
            hint.find_all(techniques, deadline)
        if not quiet:
            hint.remark()
        if is_picture and hint.steps:
            puzzle = found.entry.grid
            draw_step(target, kind, found.told.start, hint.steps[0], puzzle)
        elif is_picture:
            target.failed()
            hint.say_why_none()
        else:
            _write(target, hint.as_json() if as_json else hint.as_text(all_=every))
    return found.code


def _write(target: Output, text: str) -> None:
    target.stream.write(text)
    target.answered()


class _Hint:
    """What there is to tell.

    Args:
        found: The explanation of a puzzle, which ends with the first step.
        level: How much is told.
    """

    def __init__(self, found: Explained, level: int) -> None:
        from satdoku.answers import Status  # noqa: PLC0415  loaded by now

        self._found = found
        self._level = level
        # What follows where there is no solution is no hint: it leads nowhere.
        self._is_possible = found.told.status is not Status.NONE
        self.steps: Sequence[Said] = found.told.entries if self._is_possible else ()

    def find_all(self, techniques: Techniques, deadline: float | None) -> None:
        """Find every step there is, of forcing ones those that were asked for.

        Raises:
            Stopped: The time was over.
        """
        from satdoku.answers import Status  # noqa: PLC0415  loaded by now
        from satdoku.deduce.families import FAMILIES  # noqa: PLC0415
        from satdoku.deduce.technique import UNIQUENESS  # noqa: PLC0415
        from satdoku.explaining.finding import find_steps  # noqa: PLC0415

        told = self._found.told
        if told.mistakes or not self._is_possible:
            return
        wanted = techniques.used - (FAMILIES["forcing"] - techniques.asked)
        if told.status is not Status.UNIQUE:
            wanted -= UNIQUENESS
        left = None if deadline is None else max(deadline - monotonic(), 0.001)
        steps = find_steps(
            told.puzzle, now=self._found.state, techniques=wanted, timeout=left
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
        if told.status is Status.MULTIPLE:
            say("This puzzle has several solutions.")
        if not self.steps and told.position.is_complete and not self._found.code:
            say("The grid is complete, and right.")

    def say_why_none(self) -> None:
        """Say why there is no step to draw."""
        from satdoku.cli.remarks import say  # noqa: PLC0415  loaded by now

        for line in self._lines():
            say(line)

    def _lines(self) -> Iterator[str]:
        """Yield what is told of the next step, or why there is none."""
        from satdoku.explaining.hinting import nudge  # noqa: PLC0415  loaded by now
        from satdoku.explaining.summary import wrong_texts  # noqa: PLC0415

        told = self._found.told
        wrong = list(wrong_texts(told))
        yield from wrong
        if self.steps:
            yield nudge(self.steps[0], self._level)
        elif not told.position.is_complete and not wrong:
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
        name = told.puzzle.geometry.cell_name
        whole = self._level == _WHOLE
        return (
            json_printer.encode(
                {
                    **json_printer.place(self._found.entry),
                    "status": str(told.status),
                    "state": None if state is None else position(told.start),
                    "mistakes": pairs(told.puzzle.geometry, told.mistakes),
                    "conflict": list(map(name, told.conflict)),
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
