"""`satdoku explain` and `satdoku hint`."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.answers import Status
from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    command,
    csv_names,
    file_path,
    json_option,
    option,
    output_options,
    picks_puzzles,
    reads_one_puzzle,
    reads_puzzles,
    timeout_option,
    uses_techniques,
    writes_answers,
)
from satdoku.cli.paths import (
    Explained,
    Explaining,
    explain_entry,
    pairs_json,
    path_json,
    path_text,
    position_json,
    step_json,
)
from satdoku.cli.pictures import check_kind, kind_of_output, write_scene
from satdoku.cli.reading import place_of
from satdoku.cli.techniques import Techniques
from satdoku.cnf.recipe import load
from satdoku.errors import InputError, LimitError, Stopped, UsageError
from satdoku.explanation.drawing import step_scene
from satdoku.explanation.explanation import End
from satdoku.explanation.finding import find_steps
from satdoku.explanation.hinting import nudge
from satdoku.explanation.summary import wrong_texts
from satdoku.explanation.until import Until
from satdoku.techniques.technique import FAMILIES, UNIQUENESS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.cli.output import Output
    from satdoku.cli.run import Run
    from satdoku.explanation.explanation import Entry as PathEntry
    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle

_WHOLE = 4
"""The detail at which a hint gives all of a step."""


def _until(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> Until | None:
    del ctx
    if value is None:
        return None
    try:
        return Until(value, called="--until")
    except UsageError as error:
        raise click.BadParameter(str(error), param=param) from None


_from_clues = option(
    "--from-clues", is_flag=True, help="Ignore what was placed so far in the file."
)


@command(
    ("satdoku explain puzzle.txt", "step by step"),
    ("satdoku explain puzzle.txt -o path.html", "as a page with pictures"),
    ("satdoku explain --until r1c3 puzzle.txt", "why this digit is there"),
    ("satdoku explain --strength extended,triad puzzle.txt", "what a SAT solver sees"),
)
@reads_puzzles
@picks_puzzles
@option(
    "--until",
    metavar="WHAT",
    callback=_until,
    help="End with the step that fills a cell (r4c5), with the first by a technique "
    "(x-wing), family or level, or after so many steps (12).",
)
@option("--no-search", is_flag=True, help="End where no technique leads on.")
@option("--verify", is_flag=True, help="Check every step by SAT.")
@option(
    "--strength",
    metavar="NAME,...",
    callback=csv_names,
    help="Count the steps that unit propagation sees on formulas of these encodings.",
)
@_from_clues
@option("--html", "as_html", is_flag=True, help="Write one page, every step drawn.")
@option("--svg", "as_svg", is_flag=True, help="Draw the last step.")
@timeout_option
@uses_techniques
@writes_answers
def explain(
    run: Run,
    *,
    until: Until | None,
    no_search: bool,
    verify: bool,
    strength: tuple[str, ...],
    from_clues: bool,
    as_html: bool,
    as_svg: bool,
    timeout: float | None,
    use: tuple[str, ...],
    avoid: tuple[str, ...],
    only: tuple[str, ...],
) -> int:
    """Solve puzzles as a person does, and say why.

    Takes the easiest step each time, in the order of HoDoKu 2.2.0; then the level and
    score by its table. Where no technique is left, it tries candidates, and in the end
    searches. A page (.html) or picture (.svg, .png) is of one puzzle, the first unless
    --pick says another.

    Exits with 3 if a puzzle is not proper or what was placed has mistakes, with 4 if
    the time was over.
    """
    flags = {"json": run.as_json, "html": as_html, "svg": as_svg}
    asked = [flag for flag, wanted in flags.items() if wanted]
    if len(asked) > 1:
        raise click.UsageError(f"--{asked[0]} and --{asked[1]} do not go together")
    kind = kind_of_output(asked[0] if asked else None, run.output, _KINDS)
    for name in strength:
        load(name)
    if strength and kind not in {"text", "json"}:
        raise click.UsageError("--strength goes with text and --json")
    how = Explaining(
        Techniques(use, avoid, only).some,
        until,
        not no_search,
        verify,
        timeout,
        from_clues,
        strength,
    )
    ends: dict[int, int] = {}
    between = ""
    with run.writing() as output:
        check_kind(kind, output)
        for entry in run.puzzles():
            started = perf_counter()
            with run.guard(entry):
                found = explain_entry(entry, how)
                if found.path.end is End.TIMEOUT:
                    run.stopped += 1
                    run.say_about(entry, "out of time")
                run.codes.add(found.code)
                ends[found.code] = ends.get(found.code, 0) + 1
                if kind not in {"text", "json"}:
                    _draw(output, kind, found)
                    _say_first_only(run, kind)
                    break
                record = path_json(found, perf_counter() - started)
                text = between + path_text(place_of(entry), found)
                run.write(found.entry, record, text)
                between = "\n"
        if kind not in {"text", "json"} and not ends:
            output.failed = True
    run.summary(
        [
            (ends.get(exits.DONE, 0), "explained"),
            (ends.get(exits.NO, 0), "not proper"),
        ]
    )
    return run.code


_KINDS = ("html", "svg", "png")


def _say_first_only(run: Run, kind: str) -> None:
    """Say that a page or picture is of the first puzzle, where there are more."""
    if run.pick is None and not run.quiet and run.head(1):
        say(f"satdoku: only the first puzzle is in the {kind}; --pick N picks another")


def _draw(output: Output, kind: str, found: Explained) -> None:
    """Draw a page of all steps, or a picture of the last one."""
    path = found.path
    if kind == "html":
        from satdoku.explanation.page import html_page  # noqa: PLC0415  slow

        page = html_page(path, title=found.entry.name or "", stop=found.stop)
        output.write_bytes(page.encode())  # the page says that it is UTF-8
        return
    for text in wrong_texts(path):
        say(text)
    position: Puzzle = path.start
    step: PathEntry | None = None
    for position, step in path.positions():  # noqa: B007  the last is drawn
        pass
    scene = step_scene(position, step, puzzle=found.entry.grid, foot=True)
    write_scene(output, kind, scene)


@command(
    ("satdoku hint puzzle.txt", "a nudge: where the next step is"),
    ("satdoku hint --detail 4 puzzle.txt", "the whole step"),
    ("satdoku hint puzzle.txt --now mine.txt", "from my own position"),
    ("satdoku hint game.json -o next.svg", "a picture of it"),
)
@reads_one_puzzle()
@picks_puzzles
@option(
    "--detail",
    metavar="1-4",
    type=click.IntRange(1, _WHOLE),
    help="How much is said: 1 roughly where and how hard, 2 the technique, 3 the "
    "cells, 4 all of it. (1)",
)
@option("--all", "every", is_flag=True, help="List every step there is, by technique.")
@option(
    "--now", type=file_path(), help="What was placed so far: a grid with more digits."
)
@_from_clues
@option("--svg", "as_svg", is_flag=True, help="Draw the whole step.")
@timeout_option
@uses_techniques
@json_option
@output_options
def hint(
    run: Run,
    *,
    file: str,
    detail: int | None,
    every: bool,
    now: str | None,
    from_clues: bool,
    as_svg: bool,
    timeout: float | None,
    use: tuple[str, ...],
    avoid: tuple[str, ...],
    only: tuple[str, ...],
) -> int:
    """Give the next step, the easiest there is: from a nudge to all of it.

    The hint goes on from --now, or from what was placed so far where the file says
    that. If there are mistakes, they are listed instead; of a puzzle without a
    solution, the clues that contradict each other.

    Exits with 3 if the puzzle has no solution or several, or there are mistakes; with 4
    if the time was over.
    """
    kind = _kind_of_hint(run, as_svg=as_svg, every=every, detail=detail)
    is_picture = kind in {"svg", "png"}
    run.files = (file,)
    techniques = Techniques(use, avoid, only)
    how = Explaining(
        techniques.some, Until("1"), timeout=timeout, from_clues=from_clues
    )
    deadline = None if timeout is None else monotonic() + timeout
    with run.writing(unit="") as output:
        check_kind(kind, output)
        entry = run.one(file)
        if now is not None:
            entry = _with_state(entry, run.reader.only(now))
        try:
            found = explain_entry(entry, how)
        except (LimitError, UsageError, Stopped) as error:
            raise type(error)(f"{place_of(entry)}: {error}") from None
        if found.path.end is End.TIMEOUT:
            raise Stopped(f"{place_of(entry)}: out of time")
        steps = _steps(found, techniques if every else None, deadline)
        if not run.quiet:
            _say_about(found, steps)
        whole = _WHOLE if every or is_picture else detail or 1
        if is_picture and steps:
            puzzle = found.entry.grid
            scene = step_scene(found.path.start, steps[0], puzzle=puzzle, foot=True)
            write_scene(output, kind, scene)
        elif is_picture:
            output.failed = True
            for line in _hint_lines(found, steps, whole):
                say(line)
        else:
            lines = (
                _list(steps) if every and steps else _hint_lines(found, steps, whole)
            )
            text = "".join(f"{line}\n" for line in lines)
            run.write(found.entry, _hint_json(found, steps, whole), text)
    return found.code


def _kind_of_hint(run: Run, *, as_svg: bool, every: bool, detail: int | None) -> str:
    """Return what is written: text, json, svg or png.

    Raises:
        UsageError: The options contradict each other.
    """
    if run.as_json and as_svg:
        raise click.UsageError("--json and --svg do not go together")
    flag = "json" if run.as_json else "svg" if as_svg else None
    kind = kind_of_output(flag, run.output, ("svg", "png"))
    is_picture = kind in {"svg", "png"}
    if (every or is_picture) and detail is not None:
        raise click.UsageError("--all and pictures give whole steps; no --detail")
    if every and is_picture:
        raise click.UsageError("a picture is of one step; leave out --all")
    return kind


def _with_state(entry: Entry, now: Entry) -> Entry:
    """Take the grid of another file as what was placed so far.

    Raises:
        InputError: It is of another size.
    """
    if now.grid.geometry != entry.grid.geometry:
        raise InputError(
            f"a grid of {now.grid.geometry}",
            expected=f"one of {entry.grid.geometry}, as the puzzle is",
            source=now.source,
            line=now.line,
        )
    return replace(entry, extras=replace(entry.extras, state=now.grid))


def _steps(
    found: Explained, every: Techniques | None, deadline: float | None
) -> Sequence[PathEntry]:
    """Return the next step, or every step there is.

    Of forcing chains and nets there may be hundreds; they are listed if they are asked
    for by name.

    Raises:
        Stopped: The time was over.
    """
    path = found.path
    # What follows where there is no solution is no hint: it leads nowhere.
    if path.status is Status.NONE:
        return ()
    if every is None or path.mistakes:
        return path.entries
    wanted = every.used - (FAMILIES["forcing"] - every.wanted)
    if path.status is not Status.UNIQUE:
        wanted -= UNIQUENESS
    left = None if deadline is None else max(deadline - monotonic(), 0.001)
    steps = find_steps(path.puzzle, now=found.state, techniques=wanted, timeout=left)
    # Techniques that are found together come as they are found.
    steps.sort(key=lambda step: (step.technique.order, step.technique.key))
    return steps or path.entries


def _say_about(found: Explained, steps: Sequence[PathEntry]) -> None:
    """Say what a hint alone does not."""
    path = found.path
    if path.status is Status.MULTIPLE:
        say("This puzzle has several solutions.")
    if not steps and path.position.is_complete and not found.code:
        say("The grid is complete, and right.")


def _hint_lines(
    found: Explained, steps: Sequence[PathEntry], detail: int
) -> Iterator[str]:
    """Yield what there is to say of the next step, or why there is none."""
    wrong = list(wrong_texts(found.path))
    yield from wrong
    if steps:
        yield nudge(steps[0], detail)
    elif not found.path.position.is_complete and not wrong:
        yield "nothing follows"


def _list(steps: Sequence[PathEntry]) -> Iterator[str]:
    """Yield every step, by technique."""
    for title, group in groupby(steps, lambda step: str(step).partition(":")[0]):
        alike = list(group)
        yield f"{title} ({len(alike)})"
        yield from (f"  {step.outcome}, {step.reason}" for step in alike)


def _hint_json(
    found: Explained, steps: Sequence[PathEntry], detail: int
) -> dict[str, object]:
    path = found.path
    geometry = path.puzzle.geometry
    return {
        "status": str(path.status),
        "state": None if found.state is None else position_json(path.start),
        "mistakes": pairs_json(geometry, path.mistakes),
        "conflict": list(map(geometry.cell_name, path.conflict)),
        "detail": detail,
        "text": nudge(steps[0], detail) if steps else None,
        "steps": [step_json(step) for step in steps] if detail == _WHOLE else [],
    }
