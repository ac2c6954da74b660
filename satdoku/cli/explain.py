"""`satdoku explain` and `satdoku hint`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.answers import Status
from satdoku.cli import exits
from satdoku.cli.messages import fact_lines, say, wrapped
from satdoku.cli.options import (
    command,
    csv_names,
    file_path,
    flag,
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
from satdoku.cli.reading import place_of
from satdoku.cli.show import check_kind, kind_of_output, write_scene
from satdoku.cli.techniques import select
from satdoku.cnf.recipe import load
from satdoku.deadline import Deadline
from satdoku.drawing.terminal import candidate_grid
from satdoku.errors import InputError, LimitError, Stopped, UsageError, printable
from satdoku.explanation.drawing import step_scene
from satdoku.explanation.explain import End, Until, find_steps
from satdoku.explanation.explain import explain as find_path
from satdoku.explanation.hints import DETAILS, Hint
from satdoku.explanation.strength import StrengthTable, strengths
from satdoku.explanation.summary import (
    counts,
    facts,
    opening,
    wrong_texts,
)
from satdoku.explanation.trials import Trial
from satdoku.puzzle import Puzzle
from satdoku.rating import version_of
from satdoku.solver import solve
from satdoku.techniques.step import Step
from satdoku.techniques.technique import FAMILIES, UNIQUENESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.cli.options import Search
    from satdoku.cli.output import Output
    from satdoku.cli.run import Run
    from satdoku.cli.techniques import Selection
    from satdoku.explanation.explain import Entry as PathEntry
    from satdoku.explanation.explain import Explanation
    from satdoku.explanation.strength import Strength
    from satdoku.explanation.trials import Placement
    from satdoku.formats import Entry
    from satdoku.geometry import Geometry
    from satdoku.techniques.step import Node
    from satdoku.techniques.technique import Technique

_WHOLE = DETAILS[-1]


def _until(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> Until | None:
    del ctx
    if value is None:
        return None
    try:
        return Until(value)
    except UsageError as error:
        text = str(error).removeprefix("until: ")
        raise click.BadParameter(text, param=param) from None


_from_clues = flag("--from-clues", "Ignore digits placed so far in the file.")


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
    metavar="WHERE",
    callback=_until,
    help="Stop at the step that fills a cell (r4c5), at the first by a technique "
    "(x-wing), family or level, or after a number of steps (12).",
)
@option("--no-search", is_flag=True, help="Stop where no technique applies.")
@option("--verify", is_flag=True, help="Check every step by SAT.")
@option(
    "--strength",
    metavar="NAME,...",
    callback=csv_names,
    help="Count the steps that unit propagation sees on formulas of these encodings.",
)
@_from_clues
@option("--html", "as_html", is_flag=True, help="Write a page with every step drawn.")
@option("--svg", "as_svg", is_flag=True, help="Draw the last step.")
@option("--title", metavar="TEXT", help="Title of the page (name of the puzzle).")
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
    title: str | None,
    search: Search,
) -> int:
    """Solve puzzles as a person does, and say why.

    Takes the easiest step each time, in the order of HoDoKu 2.2.0; then prints the
    level and score by its table. Where no technique applies, it tries candidates, and
    searches where that fails. A page (.html) or picture (.svg, .png) shows one puzzle,
    the first unless --pick selects another.

    Exits with 3 if a puzzle has not exactly one solution or the position has mistakes,
    with 4 if time ran out.
    """
    flags = {"json": run.as_json, "html": as_html, "svg": as_svg}
    chosen = [name for name, is_set in flags.items() if is_set]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other")
    kinds = ("html", "svg", "png")
    kind = kind_of_output(chosen[0] if chosen else None, run.output, kinds)
    for name in strength:
        load(name)
    if strength and kind in kinds:
        raise click.UsageError("--strength needs text or --json output")
    if title is not None and kind != "html":
        raise click.UsageError("--title needs a page (--html)")
    options = _Options(
        select(search.use, search.avoid, search.only).some,
        until,
        not no_search,
        verify,
        search.timeout,
        from_clues,
        strength,
    )
    ends: Counter[int] = Counter()
    between = ""
    with run.writing() as output:
        check_kind(kind, output)
        for entry in run.puzzles():
            started = perf_counter()
            with run.guard(entry):
                found = _explained(entry, options)
                if found.path.end is End.TIMEOUT:
                    run.stopped += 1
                    run.say_about(entry, "out of time")
                run.codes.add(found.code)
                ends[found.code] += 1
                if kind in kinds:
                    _draw(output, kind, found, title)
                    if run.pick is None and not run.quiet and run.head(1):
                        say(f"satdoku: only puzzle 1 is in the {kind}; see --pick")
                    break
                record = _path_json(found, perf_counter() - started)
                run.write(found.entry, record, between + _path_text(found))
                between = "\n"
        if kind in kinds and not ends:
            output.failed = True
    run.summary([(ends[exits.DONE], "explained"), (ends[exits.NO], "not proper")])
    return run.code


class _Options(NamedTuple):
    """How a puzzle is explained: options of the command, by their names."""

    techniques: frozenset[Technique]
    until: Until | None = None
    search: bool = True
    verify: bool = False
    timeout: float | None = None
    from_clues: bool = False
    encodings: tuple[str, ...] = ()


class _Explained(NamedTuple):
    """A puzzle explained.

    Args:
        entry: The puzzle, as it was understood.
        path: The explanation.
        state: The position it starts from; None for the clues.
        encodings: The encodings whose strength is reported.
        strengths: What each of them needs for each step.
    """

    entry: Entry
    path: Explanation
    state: Puzzle | None
    encodings: tuple[str, ...]
    strengths: Sequence[tuple[Strength, ...]]

    @property
    def code(self) -> int:
        """The exit code for it."""
        if self.path.end is End.TIMEOUT:
            return exits.STOPPED
        proper = self.path.status is Status.UNIQUE and not self.path.mistakes
        return exits.DONE if proper else exits.NO


def _explained(entry: Entry, options: _Options) -> _Explained:
    """Explain a puzzle.

    Raises:
        LimitError: It is too large.
        UsageError: There is no such cell as --until says, or it is filled.
        Stopped: Time ran out.
    """
    deadline = Deadline(options.timeout)
    entry = _understood(entry, options)
    state = None if options.from_clues else entry.extras.state
    if state == entry.grid:
        state = None
    path = find_path(
        entry.grid,
        now=state,
        techniques=options.techniques,
        until=options.until,
        search=options.search,
        verify=options.verify,
        timeout=deadline.left,
    )
    needs = strengths(path, options.encodings) if options.encodings else ()
    return _Explained(entry, path, state, options.encodings, needs)


def _understood(entry: Entry, options: _Options) -> Entry:
    """Take pencilmarks with a mistake as the solver's own, not as the puzzle's.

    Nothing says which pencilmarks a puzzle came with, so they are part of it.  Where
    the digits alone have one solution, and the pencilmarks leave none, these are the
    solver's own: the digits are the puzzle, and the whole is a position of it.  With
    --from-clues the digits are the puzzle, too, if they have one solution.

    Raises:
        LimitError: It is too large.
        Stopped: Time ran out.
    """
    grid = entry.grid
    if grid.candidates is None or entry.extras.state is not None:
        return entry
    if not options.from_clues and _status(grid, options) is not Status.NONE:
        return entry
    digits = Puzzle.trusted(grid.geometry, grid.values)
    if _status(digits, options) is not Status.UNIQUE:
        return entry
    return replace(entry, grid=digits, extras=replace(entry.extras, state=grid))


def _status(grid: Puzzle, options: _Options) -> Status:
    result = solve(grid, timeout=options.timeout)
    if not result.certain:
        raise Stopped("out of time")
    return result.status


def _draw(output: Output, kind: str, found: _Explained, title: str | None) -> None:
    """Draw a page of all steps, or a picture of the last one."""
    path = found.path
    if kind == "html":
        from satdoku.explanation.page import html_page  # noqa: PLC0415  slow

        page = html_page(path, title=title or found.entry.name or "")
        output.write_bytes(page.encode())  # the page says that it is UTF-8
        return
    for text in wrong_texts(path):
        say(text)
    position, step = path.start, None
    for position, step in path.positions():  # noqa: B007  the last is drawn
        pass
    scene = step_scene(position, step, puzzle=found.entry.grid, foot=True)
    write_scene(output, kind, scene)


# Text


def _path_text(found: _Explained) -> str:
    """Return a path, a line for each step, with the grid at its end."""
    path = found.path
    lines = [printable(place_of(found.entry), 200)]
    before = len(list(opening(path)))  # these come before the steps
    about = list(facts(path))
    lines += (line for fact in about[:before] for line in fact_lines(*fact))
    for number, entry in enumerate(path.entries, 1):
        lines += wrapped(f"{number:5}  ", str(entry))
    lines += (line for fact in about[before:] for line in fact_lines(*fact))
    if found.encodings:
        lines.append(
            "  strength    steps that unit propagation sees, that need a failed "
            "literal, or search"
        )
        table = StrengthTable(found.encodings)
        table.add(path, found.strengths)
        lines += (f"    {line}" for line in table.lines())
    grid = (
        str(path.position).splitlines()
        if path.position.is_complete
        else candidate_grid(path.position.geometry, _candidates(path.position))
    )
    lines += ("", *(f"    {line}".rstrip() for line in grid))
    return "\n".join(lines) + "\n"


def _candidates(position: Puzzle) -> list[list[int]]:
    digits = position.geometry.digits
    return [
        [digit for digit in digits if mask >> (digit - 1) & 1]
        for mask in position.left()
    ]


# JSON


def _path_json(found: _Explained, seconds: float) -> dict[str, object]:
    """Return a path as JSON, without the place of the puzzle."""
    path = found.path
    geometry = path.puzzle.geometry
    steps = [_step_json(entry) for entry in path.entries]
    for step, needs in zip(steps, found.strengths, strict=False):
        pairs = zip(found.encodings, needs, strict=True)
        step["strength"] = {encoding: need.value for encoding, need in pairs}
    kinds = Counter(str(step["kind"]) for step in steps)
    return {
        "status": str(path.status),
        **_position_facts(found),
        "steps": steps,
        "end": path.end.value,
        "reached": path.reached,
        "position": _position_json(path.position),
        "solution": None if path.solution is None else path.solution.line,
        "level": path.level.key if path.level and path.entries else None,
        "score": path.score,
        "scheme": version_of("hodoku", geometry),
        "techniques": [
            {"technique": technique.key, "count": count}
            for technique, count in counts(path)
        ],
        "beyond": [
            {"kind": kind, "count": count}
            for kind, count in kinds.items()
            if kind != "technique"
        ],
        "verified": path.verified,
        "time_s": round(seconds, 6),
    }


def _position_facts(found: _Explained) -> dict[str, object]:
    """Return the position that a path or hint starts from, and what is wrong there."""
    path = found.path
    geometry = path.puzzle.geometry
    return {
        "state": None if found.state is None else _position_json(path.start),
        "mistakes": _pairs_json(geometry, path.mistakes),
        "conflict": list(map(geometry.cell_name, path.conflict)),
    }


def _position_json(grid: Puzzle) -> dict[str, object]:
    return {"grid": grid.line, "candidates": _candidates(grid)}


def _pairs_json(
    geometry: Geometry, candidates: Iterable[tuple[int, int]]
) -> list[dict[str, object]]:
    return [
        {"cell": geometry.cell_name(cell), "digit": digit} for cell, digit in candidates
    ]


def _step_json(entry: PathEntry) -> dict[str, object]:
    geometry = entry.geometry
    kind = "search"
    rest: dict[str, object] = {}
    if isinstance(entry, Step):
        kind, rest = "technique", _technique_json(entry)
    elif isinstance(entry, Trial):
        kind, rest = "trial", _trial_json(entry)
    return {
        "kind": kind,
        "text": str(entry),
        "outcome": entry.outcome,
        "reason": entry.reason,
        "places": _pairs_json(geometry, entry.places),
        "removes": _pairs_json(geometry, entry.removes),
        **rest,
    }


def _trial_json(entry: Trial) -> dict[str, object]:
    geometry = entry.geometry

    def followed(one: Placement | Trial) -> dict[str, object]:
        if isinstance(one, Trial):
            removes = _pairs_json(geometry, one.removes)
            return {"removes": removes, **_trial_json(one)}
        return {
            "cell": geometry.cell_name(one.cell),
            "digit": one.digit,
            "technique": one.technique.key,
            "unit": None if one.unit < 0 else geometry.unit_name(one.unit),
            "reason": entry.why(one),
        }

    cell, unit, digit = entry.contradiction
    return {
        "followed": list(map(followed, entry.followed)),
        "contradiction": {
            "cell": None if cell < 0 else geometry.cell_name(cell),
            "unit": None if unit < 0 else geometry.unit_name(unit),
            "digit": digit or None,
        },
    }


def _technique_json(entry: Step) -> dict[str, object]:
    geometry, technique = entry.geometry, entry.technique

    def names(cells: Iterable[int]) -> list[str]:
        return list(map(geometry.cell_name, cells))

    def node(one: Node) -> dict[str, object]:
        return {
            "digit": one.digit,
            "cells": names(one.cells),
            "on": one.on,
            "by": None if one.by < 0 else one.by,
            "after": one.after,
        }

    return {
        "technique": technique.key,
        "title": technique.title,
        "level": technique.level.key,
        "score": technique.score,
        "cells": names(entry.cells),
        "digits": entry.digits,
        "units": list(map(geometry.unit_name, entry.units)),
        "covers": list(map(geometry.unit_name, entry.covers)),
        "fins": _pairs_json(geometry, entry.fins),
        "sets": [
            {"cells": names(one.cells), "digits": one.digits, "role": one.role}
            for one in entry.sets
        ],
        "chains": [list(map(node, chain)) for chain in entry.chains],
    }


# Hints


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
    help="How much to say: 1 roughly where and how hard, 2 the technique, 3 the "
    "cells, 4 the whole step (1).",
)
@option("--all", "every", is_flag=True, help="List every step there is, by technique.")
@option(
    "--now", type=file_path(), help="The current position: a grid with more digits."
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
    search: Search,
) -> int:
    """Give a hint: the easiest next step, from a nudge to the full step.

    Starts from --now, or from the position that the file holds. If the position has
    mistakes, prints these instead; for a puzzle without a solution, the clues that
    contradict each other.

    Exits with 3 if the puzzle has no solution or several, or the position has mistakes;
    with 4 if time ran out.
    """
    kind = _kind_of_hint(run, as_svg=as_svg, every=every, detail=detail)
    is_picture = kind in {"svg", "png"}
    run.files = (file,)
    selection = select(search.use, search.avoid, search.only)
    options = _Options(
        selection.some, Until(1), timeout=search.timeout, from_clues=from_clues
    )
    deadline = Deadline(search.timeout)
    with run.writing(unit="") as output:
        check_kind(kind, output)
        entry = run.one(file)
        if now is not None:
            entry = _with_state(entry, run.reader.only(now))
        try:
            found = _explained(entry, options)
        except (LimitError, UsageError, Stopped) as error:
            raise type(error)(f"{place_of(entry)}: {error}") from None
        if found.path.end is End.TIMEOUT:
            raise Stopped(f"{place_of(entry)}: out of time")
        steps = _steps(found, selection if every else None, deadline)
        if found.path.status is Status.MULTIPLE and not run.quiet:
            say("This puzzle has several solutions.")
        whole = _WHOLE if every or is_picture else detail or 1
        hint_text = Hint(replace(found.path, entries=tuple(steps))).text(whole)
        if is_picture and steps:
            start, puzzle = found.path.start, found.entry.grid
            scene = step_scene(start, steps[0], puzzle=puzzle, foot=True)
            write_scene(output, kind, scene)
        elif is_picture:
            output.failed = True
            say(hint_text)
        else:
            lines = _listed(steps) if every and steps else [hint_text]
            record = {
                "status": str(found.path.status),
                **_position_facts(found),
                "detail": whole,
                "text": hint_text,
                "steps": list(map(_step_json, steps)) if whole == _WHOLE else [],
            }
            run.write(found.entry, record, "".join(f"{line}\n" for line in lines))
    return found.code


def _kind_of_hint(run: Run, *, as_svg: bool, every: bool, detail: int | None) -> str:
    """Return what is written: text, json, svg or png.

    Raises:
        UsageError: The options contradict each other.
    """
    if run.as_json and as_svg:
        raise click.UsageError("--json and --svg exclude each other")
    asked = "json" if run.as_json else "svg" if as_svg else None
    kind = kind_of_output(asked, run.output, ("svg", "png"))
    is_picture = kind in {"svg", "png"}
    if (every or is_picture) and detail is not None:
        raise click.UsageError("--all and pictures show whole steps; drop --detail")
    if every and is_picture:
        raise click.UsageError("a picture shows one step; drop --all")
    return kind


def _with_state(entry: Entry, now: Entry) -> Entry:
    """Take the grid of another file, as far as it is filled, as the current position.

    Raises:
        InputError: It has another size, or lacks a clue.
    """
    if now.grid.geometry != entry.grid.geometry:
        raise InputError(
            f"a grid of {now.grid.geometry}",
            expected=f"one of {entry.grid.geometry}, as the puzzle is",
            source=now.source,
            line=now.line,
        )
    state = now.extras.state or now.grid
    for cell, digit in entry.grid.clues.filled:
        if state.values[cell] != digit:
            name = state.geometry.cell_name(cell)
            raise InputError(
                f"the position has no {digit} in {name}, which is a clue",
                source=now.source,
                line=now.line,
            )
    return replace(entry, extras=replace(entry.extras, state=state))


def _steps(
    found: _Explained, every: Selection | None, deadline: Deadline
) -> Sequence[PathEntry]:
    """Return the next step, or every step there is.

    There may be hundreds of forcing chains and nets; these are listed if they are
    named.

    Raises:
        Stopped: Time ran out.
    """
    path = found.path
    first = Hint(path).step
    if every is None or path.status is Status.NONE or path.mistakes:
        return () if first is None else (first,)
    wanted = every.used - (FAMILIES["forcing"] - every.wanted)
    if path.status is not Status.UNIQUE:
        wanted -= UNIQUENESS
    steps = find_steps(
        path.puzzle, now=found.state, techniques=wanted, timeout=deadline.left
    )
    # Techniques that are found together come as they are found.
    steps.sort(key=lambda step: (step.technique.order, step.technique.key))
    return steps or path.entries


def _listed(steps: Sequence[PathEntry]) -> Iterator[str]:
    """Yield every step, by technique."""
    for title, group in groupby(steps, lambda step: str(step).partition(":")[0]):
        alike = list(group)
        yield f"{title} ({len(alike)})"
        yield from (f"  {step.outcome}, {step.reason}" for step in alike)
