"""`satdoku explain` and `satdoku hint`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from satdoku.cli import exits
from satdoku.cli.messages import fact_lines, say, wrapped
from satdoku.cli.options import (
    Command,
    FilePath,
    Names,
    dark_option,
    json_option,
    reads_one_puzzle,
    reads_puzzles,
    reports,
    technique_options,
    timeout_option,
    to_option,
)
from satdoku.cli.reading import place_of
from satdoku.cli.report import NOT_PROPER, Reporter
from satdoku.cli.show import check_kind, write_scene
from satdoku.cli.techniques import select
from satdoku.cnf.recipe import load
from satdoku.drawing.board import Board
from satdoku.drawing.terminal import report_lines
from satdoku.errors import InputError, LimitError, Stopped, UsageError
from satdoku.explanation.drawing import step_scene
from satdoku.explanation.explain import End, Until, explain_from, find_steps
from satdoku.explanation.hints import DETAILS, Hint, facts, opening, wrong_texts
from satdoku.explanation.records import hint_record, path_record
from satdoku.explanation.strength import StrengthTable, strengths
from satdoku.runtime.deadline import Deadline
from satdoku.solving.results import Status
from satdoku.techniques.technique import FAMILIES, UNIQUENESS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.cli.output import Output
    from satdoku.cli.run import Run
    from satdoku.cli.techniques import Listed, Techniques
    from satdoku.explanation.constraint_steps import AnyStep
    from satdoku.explanation.explain import Explanation
    from satdoku.explanation.strength import Strength
    from satdoku.formats import PuzzleRecord
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.techniques.step import Step

    Needs: TypeAlias = list[tuple[Strength, ...]]

_PICTURES = ("svg", "png")
_WHOLE = DETAILS[-1]


_STRENGTH = Names("NAME,...", "satdoku.cnf.recipe:encodings", files=True)


@click.command(cls=Command)
@reads_puzzles
@json_option
@reports
@click.option(
    "--until",
    metavar="WHERE",
    help="Stop at the step that fills a cell (r4c5), at the first by a technique "
    "(x-wing), family or level, at the first trial, constraint or search, or after a "
    "number of steps (12).",
)
@click.option("--no-search", is_flag=True, help="Stop when no technique applies.")
@click.option("--verify", is_flag=True, help="Check every step with a SAT solver.")
@click.option(
    "--strength",
    type=_STRENGTH,
    help="Count the steps that unit propagation sees with these encodings.",
)
@dark_option
@timeout_option
@technique_options
@to_option("json", "html", "svg", "png")
def explain(
    run: Run,
    *,
    until: str | None,
    no_search: bool,
    verify: bool,
    strength: tuple[str, ...] | None,
    dark: bool,
    timeout: float | None,
    use: Listed,
    avoid: Listed,
    only: Listed,
    to: str | None,
) -> int:
    """Solve puzzles step by step, with the reason for each step.

    Takes the easiest step each time, in the order of HoDoKu 2.2.0; then prints the
    level and score from HoDoKu's table. If no technique applies, it tries candidates,
    and if that fails, it searches. A page (.html) or picture (.svg, .png) shows one
    puzzle, the first unless --pick selects another.

    Exits with 3 if a puzzle does not have exactly one solution or the position has
    mistakes, with 4 if time ran out.

    \b
    Examples:
      satdoku explain puzzle.txt                      # step by step
      satdoku explain puzzle.txt -o path.html         # as a page with pictures
      satdoku explain --until r1c3 puzzle.txt         # why this digit is there
      satdoku explain --strength triad puzzle.txt      # what a SAT solver sees
    """
    kinds, strength = ("html", *_PICTURES), strength or ()
    kind = run.kind(*kinds, to=to)
    _check_dark(kind, dark=dark)
    for name in strength:
        load(name)
    if strength and kind in kinds:
        raise click.UsageError("--strength needs text or --json")
    options: dict[str, Any] = {
        "techniques": select(use, avoid, only).some,
        "until": None if until is None else Until(until),
        "search": not no_search,
        "verify": verify,
    }
    reporter = Reporter(run, spaced=True)
    with run.writing() as out:
        check_kind(kind, out)
        for read in run.puzzles():
            with reporter.guard(read):
                deadline = Deadline(timeout)
                path = explain_from(
                    read.puzzle,
                    read.metadata.state,
                    timeout=timeout,
                    **options,
                )
                if path.end is End.TIMEOUT and not path.entries:
                    raise Stopped("out of time")
                entry = replace(read, puzzle=path.puzzle)
                path, needs = _with_strengths(path, strength, deadline)
                if path.end is End.TIMEOUT:
                    run.stopped += 1
                    run.say_about(entry, "out of time")
                code = _code(path)
                end = {exits.DONE: "explained", exits.NO: NOT_PROPER}.get(code, "")
                if kind in kinds:
                    _draw(out, kind, path, entry.name or "", dark=dark)
                    reporter.count(end, code)
                    if not (run.reader.picks or run.quiet) and run.reader.head(1):
                        say(f"satdoku: only puzzle 1 is in the {kind}; see --pick")
                    break
                record = path_record(path, strength, needs)
                text = partial(_text, entry, path, strength, needs)
                reporter.add(entry, record, text, end, code)
        out.failed = kind in kinds and not reporter.counts
    return reporter.end(("explained", NOT_PROPER))


def _with_strengths(
    path: Explanation, encodings: tuple[str, ...], deadline: Deadline
) -> tuple[Explanation, Needs]:
    """Return what each step needs; nothing, and the end of time, where it runs out."""
    if not encodings or path.end is End.TIMEOUT:
        return path, []
    try:
        return path, strengths(path, encodings, timeout=deadline.left)
    except Stopped:
        return replace(path, end=End.TIMEOUT), []


def _check_dark(kind: str, *, dark: bool) -> None:
    """Check that there is a picture to be dark; a page follows its window."""
    if dark and kind not in _PICTURES:
        raise click.UsageError("--dark needs a picture; -o FILE.svg writes one")


def _code(path: Explanation) -> int:
    """Return the exit code for an explanation."""
    if path.end is End.TIMEOUT:
        return exits.STOPPED
    proper = path.status is Status.UNIQUE and not path.mistakes
    return exits.DONE if proper else exits.NO


def _draw(
    output: Output, kind: str, path: Explanation, title: str, *, dark: bool
) -> None:
    """Draw a page of all steps, or a picture of the last one."""
    for text in wrong_texts(path):
        say(text)
    if path.status is Status.MULTIPLE:
        say("the puzzle has several solutions")
    if path.reached is False:
        say("--until was not reached; all steps were taken")
    if kind == "html":
        from satdoku.explanation.page import html_page  # noqa: PLC0415  slow

        # The page says that it is UTF-8.
        output.write_bytes(html_page(path, title=title).encode())
        return
    *_, (position, step) = [(path.start, None), *path.positions()]
    scene = step_scene(position, step, puzzle=path.puzzle, foot=True)
    write_scene(output, kind, replace(scene, dark=dark))


def _text(
    entry: PuzzleRecord, path: Explanation, encodings: tuple[str, ...], needs: Needs
) -> str:
    """Return a path, a line for each step, with the grid at its end."""
    about, before = list(facts(path)), len(list(opening(path)))
    lines = [place_of(entry)]
    lines += (line for fact in about[:before] for line in fact_lines(*fact))
    for number, step in enumerate(path.entries, 1):
        lines += wrapped(f"{number:5}  ", str(step))
    lines += (line for fact in about[before:] for line in fact_lines(*fact))
    if needs:
        what = "steps that propagation sees, that need a failed literal, or search"
        lines += fact_lines("strength", what)
        table = StrengthTable(encodings)
        table.add(path, needs)
        lines += (f"    {line}" for line in table.lines())
    geometry, values = path.position.geometry, path.position.values
    board = Board(geometry, values)
    if not path.position.is_complete:
        masks = path.position.candidate_masks()
        board = Board(geometry, (0,) * geometry.cells, masks=masks)
    grid = report_lines(board, labels=True)
    lines += ("", *(f"    {line}".rstrip() for line in grid))
    return "\n".join(lines) + "\n"


# Hints


@click.command(cls=Command)
@reads_one_puzzle
@json_option
@reports
@click.option(
    "--detail",
    metavar="1-4",
    type=click.IntRange(1, _WHOLE),
    help="How much to reveal: 1 roughly where and how hard, 2 the technique, 3 the "
    "cells, 4 the whole step (1).",
)
@click.option(
    "--all", "every", is_flag=True, help="List every possible step, by technique."
)
@click.option(
    "--now", type=FilePath(), help="The current position: a grid with more digits."
)
@dark_option
@timeout_option
@technique_options
@to_option("json", *_PICTURES)
def hint(
    run: Run,
    *,
    detail: int | None,
    every: bool,
    now: str | None,
    dark: bool,
    timeout: float | None,
    use: Listed,
    avoid: Listed,
    only: Listed,
    to: str | None,
) -> int:
    """Give a hint: the easiest next step, from a nudge to the full step.

    Starts from --now, or from the position that the file holds. If the position has
    mistakes, prints them instead; if the puzzle has no solution, prints the clues that
    contradict each other.

    Exits with 3 if the puzzle has no solution or several, or the position has mistakes;
    with 4 if time ran out.

    \b
    Examples:
      satdoku hint puzzle.txt                    # a nudge: where the next step is
      satdoku hint --detail 4 puzzle.txt         # the whole step
      satdoku hint puzzle.txt --now mine.txt     # from my own position
      satdoku hint game.json -o next.svg         # a picture of it
    """
    kind = run.kind(*_PICTURES, to=to)
    _check_dark(kind, dark=dark)
    is_picture = kind in _PICTURES
    if every + is_picture + (detail is not None) > 1:
        raise click.UsageError("--all, --detail and pictures exclude each other")
    detail = _WHOLE if every or is_picture else detail or 1
    selection = select(use, avoid, only)
    deadline = Deadline(timeout)
    with run.writing(unit="") as out:
        check_kind(kind, out)
        entry = run.one()
        state = (
            None if now is None else _position_of(entry.puzzle, run.reader.only(now))
        )
        steps: Sequence[AnyStep] = ()
        is_late = False
        try:
            path = explain_from(
                entry.puzzle,
                state or entry.metadata.state,
                timeout=deadline.left,
                techniques=selection.some,
                until=1,
            )
            if every:
                steps, is_late = _every_step(path, selection, deadline)
        except (LimitError, UsageError, Stopped) as error:
            raise type(error)(f"{place_of(entry)}: {error}") from None
        if path.end is End.TIMEOUT:
            raise Stopped(f"{place_of(entry)}: out of time")
        if is_late:
            say("out of time; these are the steps found by then")
            path = replace(path, end=End.TIMEOUT)
        if path.status is Status.MULTIPLE and not run.quiet:
            say("This puzzle has several solutions.")
        hint = Hint(replace(path, entries=tuple(steps) or path.entries))
        text = hint.text(detail)
        steps = steps or [step for step in (hint.step,) if step is not None]
        if is_picture and steps:
            scene = step_scene(path.start, steps[0], puzzle=path.puzzle, foot=True)
            write_scene(out, kind, replace(scene, dark=dark))
        elif is_picture:
            out.failed = True
            say(text)
        else:
            record = hint_record(path, text, detail, steps)
            lines = _grouped(steps) if every and steps else [text]
            entry = replace(entry, puzzle=path.puzzle)
            run.write(entry, record, "".join(f"{line}\n" for line in lines))
    return _code(path)


def _position_of(puzzle: Puzzle, now: PuzzleRecord) -> Puzzle:
    """Return the grid of another file, as far as it is filled.

    Raises:
        InputError: It has another size, lacks a clue, or is of another puzzle.
    """
    state = now.metadata.state or now.puzzle
    what = f"a grid of {state.geometry}"
    expected = f"one of {puzzle.geometry}, as the puzzle is"
    if state.geometry.same_shape(puzzle.geometry):
        clues, name = list(puzzle.clues.filled), state.geometry.cell_name
        lacking = [cell for cell, _ in clues if not state.values[cell]]
        other = [(cell, clue) for cell, clue in clues if state.values[cell] != clue]
        if not lacking and 2 * len(other) <= len(clues):
            return state
        expected = "a grid with more digits than the puzzle"
        if lacking:
            what = f"the position lacks the clue in {name(lacking[0])}"
        else:
            texts = state.geometry.digit_texts
            shown = ", ".join(
                f"{name(cell)}={texts[state.values[cell]]}" for cell, _ in other[:3]
            )
            what = (
                f"not a position of this puzzle: {len(other)} of {len(clues)} clues "
                f"differ ({shown}, ...)"
            )
    raise InputError(what, expected=expected, source=now.source, line=now.line)


def _every_step(
    path: Explanation, selection: Techniques, deadline: Deadline
) -> tuple[list[AnyStep], bool]:
    """Return every step there is; of forcing chains and nets those that are named.

    Also returns whether time ran out, so that there may be others.

    Raises:
        Stopped: Time ran out before there was any.
    """
    if path.status is Status.NONE or path.mistakes:
        return [], False
    techniques = selection.used - (FAMILIES["forcing"] - selection.named)
    if path.status is not Status.UNIQUE:
        techniques -= UNIQUENESS
    puzzle, now, is_late = path.puzzle, path.start, False
    steps: Sequence[Step]
    try:
        steps = find_steps(
            puzzle, now=now, techniques=techniques, timeout=deadline.left
        )
    except Stopped as stop:
        if not stop.partial:
            raise
        steps, is_late = stop.partial, True
    # Techniques that are found together come as they are found.
    return sorted(steps, key=lambda s: (s.technique.order, s.technique.key)), is_late


def _grouped(steps: Sequence[AnyStep]) -> Iterator[str]:
    """Yield every step, by technique."""
    for title, group in groupby(steps, lambda step: str(step).partition(":")[0]):
        alike = list(group)
        yield f"{title} ({len(alike)})"
        yield from (f"  {step.outcome}, {step.reason}" for step in alike)
