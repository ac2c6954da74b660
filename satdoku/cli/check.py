"""`satdoku check`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from satdoku.cli import exits
from satdoku.cli.messages import fact_lines
from satdoku.cli.options import (
    command,
    flag,
    has_colours,
    many_puzzles,
    number,
    option,
    reads_puzzles,
    searches,
    writes_answers,
)
from satdoku.cli.reading import place_of
from satdoku.cli.report import Reporter
from satdoku.cli.run import clashes_json, under_rules
from satdoku.drawing.board import Board
from satdoku.drawing.terminal import beside, report_lines
from satdoku.errors import EngineError, Stopped, UsageError, counted, printable
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle, checked_masks
from satdoku.runtime.deadline import Deadline
from satdoku.setting.batches import BatchCheck, batch_check
from satdoku.setting.checker import (
    Details,
    Findings,
    Report,
    check_known,
    smallest_difference,
)
from satdoku.setting.checker import (
    check as check_one,
)
from satdoku.setting.minimal import (
    Contradiction,
    all_contradictions,
    clashing_pairs,
    contradiction,
)
from satdoku.solving.results import Status, differences

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.cli.bulk import Rows
    from satdoku.cli.options import Search
    from satdoku.cli.output import Output
    from satdoku.cli.report import Record
    from satdoku.cli.run import Item, Run
    from satdoku.formats import PuzzleRecord
    from satdoku.formats.bulk import Block
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.setting.batches import BatchCheck
    from satdoku.solving.batch import Batch
    from satdoku.solving.solver import Solver

    Known: TypeAlias = tuple[BatchCheck, float]
    """What lanes know of a puzzle, and the seconds that took."""

_MAX_REASONS = 100
_MAX_DRAWN = 5
"""Sets of clues that are drawn, each on a board."""

_MAX_COUNT = 1_000
_REASON_SECONDS = 10.0
"""Seconds to search for reasons, at most, without --timeout."""
_COUNT_SECONDS = 5.0
_MAX_NAMED = 5
_PICTURES = {"svg", "png"}


class Checking(NamedTuple):
    """How puzzles are checked.

    Args:
        search: How solutions are searched for.
        every: How many reasons without a solution are listed; None for one.
        smallest: Whether that is one with the fewest clues, and the two solutions of
            several differ in the fewest cells.
    """

    search: Search
    every: int | None = None
    smallest: bool = False


class _Interrupted(KeyboardInterrupt):
    """Ctrl-C came during a puzzle; what was known by then is its record."""

    def __init__(self, record: Record, signal: KeyboardInterrupt) -> None:
        super().__init__()
        self.record = record
        self.signal = signal


@command(
    ("satdoku check puzzle.txt", "a full report"),
    ("satdoku check -q puzzles.sdm", "only puzzles that are not proper"),
    ("satdoku check --smallest puzzle.txt", "the smallest contradiction"),
    ("satdoku check puzzle.txt -o puzzle.svg", "a picture of the contradiction"),
    ("satdoku check -q --solutions kaggle.csv", "the solutions in a table, too"),
)
@reads_puzzles
@flag(
    "--smallest",
    "Find the fewest clues that contradict each other, or the two solutions that "
    "differ in the fewest cells.",
)
@flag("--all-reasons", "List every minimal set of clues that contradict each other.")
@number("--limit", f"List at most N such sets ({_MAX_REASONS}).")
@flag("--solutions", "Check the solutions that come with the puzzles.")
@option(
    "--solution-column", metavar="NAME|N", help="The column of solutions in a table."
)
@searches
@many_puzzles
@writes_answers
def check(  # noqa: C901  text, JSON or a picture
    run: Run,
    *,
    smallest: bool,
    all_reasons: bool,
    limit: int | None,
    solutions: bool,
    solution_column: str | None,
    search: Search,
) -> int:
    """Check puzzles: clashes, uniqueness, redundant clues, true candidates.

    Reports the number of clues, every clash, and whether the puzzle is proper (has
    exactly one solution). For a proper puzzle, it adds the solution and the redundant
    clues; otherwise two solutions that differ in few cells and the true candidates (the
    digits that a cell has in some solution), or a few clues that contradict each other.

    Exits with 3 if a puzzle is not proper or its stated solution is wrong, with 4 if
    time ran out before that was certain. With --quiet, proper puzzles are skipped.

    -o FILE.svg or FILE.png draws a picture of one puzzle: with its solution, its true
    candidates, or the clues and constraints that contradict each other. The report is
    still printed.
    """
    kind = run.kind("svg", "png")
    if solution_column is not None and not solutions:
        raise click.UsageError("--solution-column needs --solutions")
    if limit is not None and not all_reasons:
        raise click.UsageError("--limit needs --all-reasons")
    run.reader.solution_column = solution_column
    every = (limit or _MAX_REASONS) if all_reasons else None
    reporter = Reporter(run, spaced=True)
    with run.writing() as output:
        colour = has_colours(output)
        if kind in _PICTURES:
            _check_picture(run, kind, output)
        how = Checking(search, every, smallest)
        for entry, answer in _answers(run, how, reporter, solutions=solutions):
            if run.verbose:
                run.explain(entry, "search", search.plan(entry.puzzle.geometry))
            with reporter.guard(entry):
                try:
                    record, interrupt = answer(), None
                except _Interrupted as stop:
                    record, interrupt = stop.record, stop.signal
                right = None
                if solutions:
                    record["given"] = _given(entry, record)
                    right = record["given"]["right"]
                    reporter.count(f"right: {right}")
                reporter.count(f"minimal: {record['minimal']}")
                code = {True: exits.DONE, False: exits.NO, None: exits.STOPPED}
                proper = record["proper"] if right is not False else False
                text = partial(_text, entry, record, colour=colour)
                is_missing = solutions and right is None
                quiet = run.quiet and bool(proper) and not is_missing
                if kind in _PICTURES:
                    output.write_bytes(_picture(kind, entry.puzzle, record))
                    click.echo("" if quiet else text(), nl=False)
                if quiet or kind in _PICTURES:
                    reporter.count(record["status"], code[proper])
                else:
                    reporter.add(entry, record, text, record["status"], code[proper])
                if interrupt is not None:
                    raise interrupt
    counts = reporter.counts
    run.summary(
        [
            (counts["unique"], f"proper ({counts['minimal: True']:,} minimal)"),
            (counts["multiple"], "with several solutions"),
            (counts["none"], "without a solution"),
            (counts["found"] + counts["unknown"], "not known"),
            (counts["right: True"], "with the right solution"),
            (counts["right: False"], "with a wrong one"),
            (counts["right: None"], "with no stated solution"),
        ]
    )
    return run.code


# What is found out


def _answers(
    run: Run, how: Checking, reporter: Reporter, *, solutions: bool
) -> Iterator[tuple[PuzzleRecord, Callable[[], Record]]]:
    """Yield each puzzle with a call that returns its record.

    With --quiet, proper puzzles in blocks are counted at once.
    """
    search = how.search
    any_engine = search.engine == "auto" and search.encoding is None
    pairs: Iterator[tuple[Item, Known | None]] | None = None
    if any_engine and search.timeout is None:
        by_rows = run.quiet and not (run.as_json or run.verbose or run.is_slow)
        blocks = run.lane_blocks(solutions=solutions) if by_rows else None
        if blocks is not None:
            pairs = _in_blocks(run, reporter, blocks, solutions=solutions)
        else:
            pairs = run.batches(_known)
    yield from run.answers(
        checker, how, pairs, is_quick=lambda known: known[0].solutions == 1
    )


def _known(puzzles: list[Puzzle]) -> dict[int, Known]:
    """Return what lanes know of puzzles, with the seconds that each took."""
    started = perf_counter()
    checks = batch_check(puzzles, _MAX_COUNT)
    each = (perf_counter() - started) / max(1, len(checks))
    return {index: (one, each) for index, one in checks.items()}


def _in_blocks(
    run: Run, reporter: Reporter, blocks: Iterable[Block], *, solutions: bool
) -> Iterator[tuple[Item, Known | None]]:
    """Yield the puzzles of blocks that are not proper or have a wrong solution."""
    from satdoku.cli.bulk import Lanes  # noqa: PLC0415  numpy

    def alone(block: Block, batch: Batch) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = batch.status != Status.UNIQUE
        if solutions:
            stated = block.solutions
            mask |= stated is None or (stated != batch.solutions).any(axis=1)
        return mask

    def count(rows: Rows) -> None:
        reporter.counts["unique"] += rows.stop - rows.start
        run.count += rows.stop - rows.start
        run.codes.add(exits.DONE)

    def known(rows: Rows, chosen: Sequence[int]) -> Iterator[Known | None]:
        checks = _known([rows.block.entry(row).puzzle for row in chosen])
        return (checks.get(at) for at in range(len(chosen)))

    return Lanes(run).pairs(blocks, count, alone, known)


def checker(how: Checking) -> Callable[[Puzzle, Known | None], Record]:
    """Return what makes the record of a puzzle: in a worker, where there are some."""
    solver, formula = how.search.solver(), how.search.formula

    def checked(puzzle: Puzzle, by_lanes: Known | None) -> Record:
        known, spent = by_lanes or (None, 0.0)
        started, deadline = perf_counter() - spent, Deadline(how.search.timeout)
        report = Report(
            puzzle,
            Status.UNKNOWN,
            details=Details(findings=Findings(stopped="interrupted")),
        )
        more: Record = {}
        interrupt: KeyboardInterrupt | None = None
        try:
            if known is None:
                report = check_one(puzzle, timeout=deadline.left, **formula)
            else:
                report = check_known(puzzle, known)
            _ = report.stopped  # after that all of it is known
            report, more = _more(report, how, deadline, known, solver)
        except _Interrupted as stop:
            more, interrupt = stop.record, stop.signal
        except KeyboardInterrupt as stop:
            more, interrupt = {"stopped": "interrupted"}, stop
        record = {**_record(report, how), **more}
        record["time_s"] = round(perf_counter() - started, 6)
        if interrupt is not None:
            raise _Interrupted(record, interrupt)
        return record

    return checked


def _more(
    report: Report,
    how: Checking,
    deadline: Deadline,
    known: BatchCheck | None,
    solver: Solver,
) -> tuple[Report, Record]:
    """Return what the report lacks: contradictions, counts, a smaller difference."""
    puzzle = report.puzzle
    left = deadline.left
    if left is None and how.search.has_time_limit:
        left = _REASON_SECONDS
    elif left is not None and how.every is None and not how.smallest:
        left = min(left, _REASON_SECONDS)
    deadline = Deadline(left)
    if report.status is Status.NONE:
        return report, _contradiction(puzzle, how, deadline)
    more: Record = {}
    if report.status is Status.MULTIPLE:
        if how.smallest:
            report, more = _nearest(report, how, deadline)
        if known is not None:
            more["count"] = min(known.solutions, _MAX_COUNT)
            more["count_exact"] = known.solutions <= _MAX_COUNT
        elif not deadline.over:
            seconds = None if left is None else min(left, _COUNT_SECONDS)
            count = solver.count(puzzle, _MAX_COUNT, timeout=seconds)
            more |= {"count": count.value, "count_exact": count.complete}
    return report, more


def _record(report: Report, how: Checking) -> Record:
    """Return the record of a puzzle, as far as the report has it."""
    solutions, unavoidable = report.solutions, report.unavoidable
    geometry, name = report.puzzle.geometry, report.puzzle.geometry.cell_name
    apart = differences(*solutions) if len(solutions) > 1 else ()
    record: Record = {
        "clues": report.clues,
        "clashes": clashes_json(report.clashes),
        "status": str(report.status),
        "count": None,
        "count_exact": False,
        "proper": report.is_proper,
        "minimal": report.is_minimal,
        "redundant": _names(geometry, report.redundant),
        "redundant_candidates": _pairs(geometry, report.redundant_candidates),
        "redundant_constraints": _described(report.redundant_constraints),
        "solutions": [grid.line for grid in solutions],
        "differences": _names(geometry, apart),
        "unavoidable": unavoidable
        and [
            {"cell": name(cell), "digits": [_shown(grid, cell) for grid in solutions]}
            for cell in unavoidable
        ],
        "candidates": report.candidates,
        "reason": report.reason,
        "contradiction": None,
        "contradiction_constraints": None,
        "contradiction_minimal": None,
        "stopped": report.stopped,
    }
    if how.every is not None and report.status in {Status.NONE, Status.UNKNOWN}:
        record["contradictions"] = {"sets": [], "constraints": [], "complete": False}
    if how.smallest and report.status is not Status.UNIQUE:
        record["smallest"] = None
    return record


def _pairs(
    geometry: Geometry, pairs: Iterable[tuple[int, int]] | None
) -> list[str] | None:
    """Return eliminated candidates as people write them: `r1c2<>3`."""
    if pairs is None:
        return None
    shift, name = geometry.first_value - 1, geometry.cell_name
    return [f"{name(cell)}<>{digit + shift}" for cell, digit in pairs]


def _described(rules: Iterable[Constraint] | None) -> list[str] | None:
    return None if rules is None else [rule.describe() for rule in rules]


def _shown(grid: Grid, cell: int) -> int | str:
    """Return what a cell shows: the value of its digit."""
    value = grid.values[cell]
    return value + grid.geometry.first_value - 1 if value else "empty"


def _names(geometry: Geometry, cells: Iterable[int] | None) -> list[str] | None:
    return None if cells is None else list(map(geometry.cell_name, cells))


def _contradiction(puzzle: Puzzle, how: Checking, deadline: Deadline) -> Record:
    """Find the clues and constraints that leave a puzzle no solution."""
    sets: list[Contradiction] = []
    stopped: str | None = None
    interrupt: KeyboardInterrupt | None = None
    try:
        for one in _contradictions(puzzle, how, deadline):
            sets.append(one)
            if len(sets) == how.every:
                break
    except Stopped as stop:
        stopped = str(stop)
    except KeyboardInterrupt as stop:
        stopped, interrupt = "interrupted", stop
    if not sets and stopped is None:
        raise EngineError("clues without a solution were found to have one")
    named = [_names(puzzle.geometry, one.cells) for one in sets]
    rules = [_described(one.constraints) for one in sets]
    found: Record = {"stopped": stopped}
    if sets:
        found |= {"contradiction": named[0], "contradiction_constraints": rules[0]}
        found["contradiction_minimal"] = sets[0].complete
    if how.every is not None:
        complete = stopped is None and len(sets) < how.every
        found["contradictions"] = {
            "sets": named,
            "constraints": rules,
            "complete": complete,
        }
    if how.smallest:
        found["smallest"] = bool(sets) and sets[0].complete
    if interrupt is not None:
        raise _Interrupted(found, interrupt)
    return found


def _contradictions(
    puzzle: Puzzle, how: Checking, deadline: Deadline
) -> Iterator[Contradiction]:
    """Yield one set of clues that has no solution, or every one.

    Raises:
        Stopped: Time ran out.
    """
    smallest, formula = how.smallest, how.search.formula
    pairs = clashing_pairs(puzzle)
    yield from map(Contradiction, pairs[: None if how.every else 1])
    if pairs and how.every is None:
        return
    deadline.check()
    options = {"smallest": smallest, "timeout": deadline.left, **formula}
    if how.every is not None:
        yield from islice(all_contradictions(puzzle, **options), len(pairs), None)
    elif (one := contradiction(puzzle, **options)) is not None:
        yield one
        if not one.complete:
            raise Stopped("out of time")


def _nearest(
    report: Report, how: Checking, deadline: Deadline
) -> tuple[Report, Record]:
    """Replace the second solution by the nearest to the first that is found in time."""
    first, formula = report.solutions[0], how.search.formula
    try:
        deadline.check()
        nearest = smallest_difference(
            report.puzzle, first=first, timeout=deadline.left, **formula
        )
    except Stopped as stop:
        return report, {"smallest": False, "stopped": str(stop)}
    if nearest is None:
        raise EngineError("one of two solutions was not found again")
    pair = (nearest.first, nearest.second)
    if nearest.complete:
        report = replace(report, solutions=pair, unavoidable=nearest.cells)
        return report, {"smallest": True}
    if len(nearest.cells) < len(differences(*report.solutions)):
        # Some cells may be to spare until it is certain that no fewer do.
        report = replace(report, solutions=pair, unavoidable=None)
    return report, {"smallest": False, "stopped": "out of time"}


def _given(entry: PuzzleRecord, record: Record) -> Record:
    """Check the solution that came with a puzzle."""
    solution, puzzle = entry.metadata.solution, entry.puzzle
    name, several = puzzle.geometry.cell_name, record["status"] == "multiple"
    right: bool | None = False
    cells: list[int] = []
    if solution is None:
        texts = [text for key, text in entry.metadata.details if key == "solution"]
        right = False if texts else None
        text = f"'{printable(texts[0])}' is not a solution" if texts else "none"
    elif puzzle.is_solution(solution):
        right, text = True, "right, one of several" if several else "right"
    else:
        expected, shift = puzzle.values, puzzle.geometry.first_value - 1
        if record["status"] == "unique":
            expected = Grid(record["solutions"][0], puzzle.geometry).values
        pairs = enumerate(zip(solution.values, expected, strict=True))
        cells = [c for c, (own, due) in pairs if not own or (due and own != due)]
        named = [
            f"{name(cell)} ({_shown(solution, cell)}"
            f"{f', not {expected[cell] + shift}' if expected[cell] else ''})"
            for cell in cells
        ]
        text = f"wrong in {_first(named)}"
        if not cells:
            text = f"wrong: {Puzzle.of(solution).clashes()[0]}"
    line = None if solution is None else solution.line
    return {
        "solution": line,
        "right": right,
        "cells": [*map(name, cells)],
        "text": text,
    }


# Pictures


def _check_picture(run: Run, kind: str, output: Output) -> None:
    """Check before long work that a picture can be made of what is read.

    Raises:
        UsageError: There are several puzzles, or it cannot.
    """
    from satdoku.cli.show import check_kind  # noqa: PLC0415  for pictures alone

    check_kind(kind, output)
    if len(run.head()) > 1:
        raise UsageError("a picture shows one puzzle; choose it with --pick")


def _picture(kind: str, puzzle: Puzzle, record: Record) -> bytes:
    """Draw a puzzle with its solution or true candidates, or the contradiction."""
    from satdoku.drawing.api import png, svg  # noqa: PLC0415  for pictures alone

    what: dict[str, Any] = {}
    if record["contradiction"] is not None:
        names, rules = record["contradiction"], record["contradiction_constraints"]
        cells = tuple(_cells(puzzle, names))
        found = tuple(rule for rule in puzzle.constraints if rule.describe() in rules)
        what["contradiction"] = Contradiction(cells, found)
    elif record["status"] == "unique":
        what["solution"] = Grid(record["solutions"][0], puzzle.geometry)
    elif record["status"] == "multiple":
        what["candidates"] = record["candidates"] or False
    return png(puzzle, **what) if kind == "png" else svg(puzzle, **what).encode()


# Text


def _text(entry: PuzzleRecord, record: Record, *, colour: bool) -> str:
    """Return the report about a puzzle as lines of text.

    Args:
        entry: The puzzle.
        record: What was found out.
        colour: Whether to print marked cells in reverse, by escape sequences.
    """
    puzzle = entry.puzzle
    lines = [place_of(entry)]
    for heading, text in _facts(puzzle, record):
        more = under_rules(entry) if heading == "proper" else ""
        lines += fact_lines(heading, text + more)
    drawn = _drawings(puzzle, record, colour=colour)
    lines += [f"    {line}".rstrip() for line in drawn]
    return "\n".join(lines) + "\n"


def _facts(puzzle: Puzzle, record: Record) -> Iterator[tuple[str, str]]:
    cells = counted(puzzle.geometry.cells, "cell")
    rules = counted(len(puzzle.constraints), "constraint")
    more = f", and {rules}" if puzzle.constraints else ""
    yield "clues", f"{record['clues']:,} in {cells}{more}"
    if puzzle.masks is not None:
        removed = counted(len(puzzle.eliminated), "candidate")
        yield "eliminated", f"{removed} beyond the clues"
    clashes = puzzle.clashes()
    for at, clash in enumerate(clashes or ("none",)):
        yield "" if at else "clashes", str(clash)
    yield "proper", _proper(record)
    if "contradictions" in record:
        sets = record["contradictions"]["sets"]
        more = "" if record["contradictions"]["complete"] else "; there may be more"
        rules = record["contradictions"]["constraints"]
        number = counted(len(sets), "minimal set")
        members = "clues and constraints" if puzzle.constraints else "clues"
        yield "reasons", f"{number} of {members} that contradict each other{more}"
        for at, (one, named) in enumerate(zip(sets, rules, strict=True), 1):
            parts = ", ".join(filter(None, [_clues(puzzle, one), *named]))
            yield "", f"{at}: {parts or 'the candidates alone'}"
    elif record["contradiction"] is not None and not clashes:
        yield "reason", _contradiction_text(puzzle, record)
    yield from _minimal(puzzle, record)
    if record["stopped"] is not None:
        yield "stopped", record["stopped"]
    if "given" in record:
        yield "given", f"solution: {record['given']['text']}"


def _minimal(puzzle: Puzzle, record: Record) -> Iterator[tuple[str, str]]:
    """Yield what is redundant."""
    clues, rules = record["redundant"], record["redundant_constraints"]
    pairs, heading = record["redundant_candidates"], "minimal"
    for members, word, named in (
        (clues, "clue", clues and _clues(puzzle, clues)),
        (pairs, "eliminated candidate", pairs and _first(pairs)),
        (rules, "constraint", rules and "; ".join(rules)),
    ):
        if members:
            are = "are individually" if len(members) > 1 else "is"
            text = f"{counted(len(members), word)} {are} redundant"
            yield heading, f"{'no: ' if heading else ''}{text}: {named}"
            heading = ""
    if heading and record["status"] == "unique":
        words = ["clue", *["eliminated candidate"] * (puzzle.masks is not None)]
        words += ["constraint"] * bool(puzzle.constraints)
        none = f"no {' or '.join(words)}"
        yield heading, f"yes: {none} is redundant" if record["minimal"] else "unknown"


def _first(names: list[str]) -> str:
    more = ", ..." if len(names) > _MAX_NAMED else ""
    return ", ".join(names[:_MAX_NAMED]) + more


def _proper(record: Record) -> str:
    if record["status"] != "multiple":
        reason = f": {record['reason']}" if record["reason"] else ""
        return {
            "unique": "yes: it has exactly one solution",
            "none": f"no: it has no solution{reason}",
            "found": "unknown: there is a solution, and there may be more",
            "unknown": "unknown: no solution was found in time",
        }[record["status"]]
    count = "several" if record["count"] is None else str(record["count"])
    if record["count"] is not None and not record["count_exact"]:
        count = f"{'at least' if record['count'] < _MAX_COUNT else 'more than'} {count}"
    end = "" if record["unavoidable"] is None else ", a minimal difference"
    if record.get("smallest"):
        end = ", the smallest difference"
    cells = counted(len(record["differences"]), "cell")
    return f"no: it has {count} solutions; these two differ in {cells}{end}"


def _contradiction_text(puzzle: Puzzle, record: Record) -> str:
    """Name the clues and constraints that contradict each other."""
    names, rules = record["contradiction"], record["contradiction_constraints"]
    if rules:
        cells = zip(names, _cells(puzzle, names), strict=True)
        parts = [f"{name} = {_shown(puzzle.clues, cell)}" for name, cell in cells]
        parts += rules
        if puzzle.masks is not None:
            parts.append("the candidates")
        if len(parts) == 1:
            return f"{parts[0]} contradicts the rules"
        text = f"{', '.join(parts[:-1])} and {parts[-1]} contradict each other"
        return text + (_resolved(record) if record["contradiction_minimal"] else "")
    if not names:
        return "the candidates alone contradict each other"
    others = "" if puzzle.masks is None else " and the candidates"
    text = f"{counted(len(names), 'clue')}{others} contradict each other"
    if len(names) == 1:
        text = f"this clue contradicts {others.removeprefix(' and ') or 'the rules'}"
    elif record["contradiction_minimal"]:
        text += _resolved(record)
    return f"{text}: {_clues(puzzle, names)}"


def _resolved(record: Record) -> str:
    text = "; removing any one of them resolves it"
    return f"{text}; no smaller set does" if record.get("smallest") else text


def _cells(puzzle: Puzzle, names: Iterable[str]) -> list[int]:
    cells = range(puzzle.geometry.cells)
    at = dict(zip(map(puzzle.geometry.cell_name, cells), cells, strict=True))
    return [at[name] for name in names]


def _cells_of(puzzle: Puzzle, names: list[str]) -> Iterator[int]:
    """Yield the cells of constraints that are about some cells."""
    for rule in puzzle.constraints:
        if rule.describe() in names:
            for row, column in getattr(rule, "cells", ()):
                yield row * puzzle.geometry.columns + column


def _clues(puzzle: Puzzle, names: list[str]) -> str:
    values = [_shown(puzzle.clues, cell) for cell in _cells(puzzle, names)]
    return ", ".join(f"{n}={value}" for n, value in zip(names, values, strict=True))


def _marked(
    puzzle: Puzzle,
    cells: Iterable[int],
    found: tuple[int, ...] = (),
    other: tuple[int, ...] = (),
    *,
    colour: bool,
) -> list[str]:
    marked = frozenset(cells)
    board = Board(puzzle.geometry, puzzle.values, found, other, marked=marked)
    return report_lines(board, colour=colour)


def _only(cells: Collection[int], values: tuple[int, ...]) -> tuple[int, ...]:
    """Return values in these cells alone."""
    return tuple(value if at in cells else 0 for at, value in enumerate(values))


def _drawings(puzzle: Puzzle, record: Record, *, colour: bool) -> Iterator[str]:
    geometry = puzzle.geometry
    drawn = partial(_marked, puzzle, colour=colour)
    solutions = [Grid(line, geometry) for line in record["solutions"]]
    if "contradictions" in record:
        every = record["contradictions"]
        sets = every["sets"]
        pairs = zip(sets[:_MAX_DRAWN], every["constraints"], strict=False)
        for at, (names, named) in enumerate(pairs, 1):
            cells = [*_cells(puzzle, names), *_cells_of(puzzle, named)]
            yield from ("", f"{at}:", *drawn(cells))
        if len(sets) > _MAX_DRAWN:
            yield from ("", f"{len(sets) - _MAX_DRAWN:,} more sets are not drawn")
    elif record["contradiction"] is not None:
        names = record["contradiction"]
        for clash in record["clashes"]:
            names = [*names, *clash["cells"]]
        cells = _cells(puzzle, names)
        cells += _cells_of(puzzle, record["contradiction_constraints"])
        yield from ("", *drawn(cells))
    if record["status"] == "unique":
        yield from ("", *str(solutions[0]).splitlines())
    if record["status"] == "multiple":
        cells = _cells(puzzle, record["differences"])
        one, two = (grid.values for grid in solutions)
        yield from ("", *beside(drawn(cells, one), drawn(cells, two)))
        if record["unavoidable"] is not None:
            yield from ("", "a clue in one of these cells would exclude one of them:")
            yield from ("", *drawn((), _only(cells, one), two))
        if record["candidates"] is not None:
            yield from ("", "true candidates:", "")
            masks = checked_masks(geometry, record["candidates"])
            yield from report_lines(Board(geometry, (0,) * geometry.cells, masks=masks))
