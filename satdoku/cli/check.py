"""`satdoku check`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from satdoku.cli import exits
from satdoku.cli.lanes import Lanes
from satdoku.cli.messages import fact_lines
from satdoku.cli.options import (
    Command,
    WholeNumber,
    drawings_option,
    has_colours,
    json_option,
    reads_puzzles,
    repair_option,
    reports,
    resume_option,
    searches,
    workers_option,
)
from satdoku.cli.reading import place_of
from satdoku.cli.report import Reporter
from satdoku.cli.run import Run, under_rules
from satdoku.drawing.board import Board
from satdoku.drawing.terminal import beside, report_lines
from satdoku.engines.lanes import has_compiler
from satdoku.errors import UsageError, printable
from satdoku.puzzle.puzzle import Puzzle, checked_masks
from satdoku.setting.batches import batch_check
from satdoku.setting.checker import MAX_COUNT, FullCheck, check_fully
from satdoku.setting.report import facts, first_of
from satdoku.solving.results import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.cli.lanes import Rows
    from satdoku.cli.options import Search
    from satdoku.cli.output import Output
    from satdoku.cli.run import Item
    from satdoku.formats import PuzzleRecord
    from satdoku.formats.bulk import Block
    from satdoku.puzzle.grid import Grid
    from satdoku.setting.batches import BatchCheck
    from satdoku.setting.minimal import Contradiction
    from satdoku.setting.report import Report
    from satdoku.setting.typos import Typo
    from satdoku.solving.batch import Batch

    Known: TypeAlias = tuple[BatchCheck, float]
    """What lanes know of a puzzle, and the seconds that took."""

_MAX_REASONS = 100
_NONE_STATED = "no solution is stated"
_MAX_DRAWN = 5
"""Sets of clues that are drawn, each on a board."""

_ANSWERS = {
    "clues": int,
    "proper": bool,
    "minimal": bool,
    "redundant": str,
    "count": int,
    "reason": str,
}
"""The columns of a table of reports."""

_CODES = {
    "multiple": exits.NO,
    "none": exits.NO,
    "found": exits.STOPPED,
    "unknown": exits.STOPPED,
    "unreadable": exits.UNREADABLE,
}
"""The exit codes for reports of an earlier run."""

_PICTURES = {"svg", "png"}


@click.command(cls=Command)
@reads_puzzles
@drawings_option
@workers_option
@json_option
@reports
@repair_option
@click.option(
    "--smallest",
    is_flag=True,
    help="Find the fewest clues that contradict each other, or the two solutions that "
    "differ in the fewest cells.",
)
@click.option(
    "--all-reasons",
    is_flag=True,
    help="List every minimal set of clues that contradict each other.",
)
@click.option(
    "--limit", type=WholeNumber(), help=f"List at most N such sets ({_MAX_REASONS})."
)
@click.option(
    "--counts",
    type=WholeNumber(),
    help="Count the solutions behind each candidate, up to N.",
)
@click.option(
    "--typo",
    is_flag=True,
    help="List changes of one clue, sum or dot that make it proper.",
)
@click.option(
    "--solutions", is_flag=True, help="Check the solutions that come with the puzzles."
)
@searches
@resume_option
def check(  # noqa: C901  text, a table or a picture
    run: Run,
    *,
    smallest: bool,
    all_reasons: bool,
    limit: int | None,
    counts: int | None,
    typo: bool,
    solutions: bool,
    search: Search,
    resume: bool,
) -> int:
    """Check puzzles: clashes, uniqueness, redundant clues, true candidates.

    Reports the number of clues, every clash, and whether the puzzle is proper (has
    exactly one solution). For a proper puzzle, it adds the solution and the redundant
    clues; otherwise two solutions that differ in few cells and the true candidates (the
    digits that a cell has in some solution), or a few clues that contradict each other.

    Exits with 3 if a puzzle is not proper or its stated solution is wrong, with 4 if
    time ran out before that was certain. With --quiet, proper puzzles are skipped.

    -o FILE.svg or FILE.png draws one puzzle, besides: with its solution, its true
    candidates, or the clues and constraints that contradict each other.

    \b
    Examples:
      satdoku check puzzle.txt                 # a full report
      satdoku check -q puzzles.sdm             # only puzzles that are not proper
      satdoku check --smallest puzzle.txt      # the smallest contradiction
      satdoku check --counts 8 puzzle.txt      # solutions behind each candidate
      satdoku check --typo puzzle.txt          # what may be mistyped
      satdoku check puzzle.txt -o puzzle.svg   # a picture of the contradiction
      satdoku check -q --solutions kaggle.csv  # the solutions in a table, too
      satdoku check kaggle.csv -o checked.csv  # columns behind those of a table
    """
    kind = run.kind("csv", "parquet", "svg", "png")
    if resume and run.quiet:
        raise click.UsageError("--resume excludes --quiet, which skips puzzles")
    if limit is not None and not all_reasons:
        raise click.UsageError("--limit needs --all-reasons")
    how = FullCheck(
        (limit or _MAX_REASONS) if all_reasons else None,
        smallest,
        counts,
        search.timeout,
        **search.formula,
    )
    answers = {**_ANSWERS, **({"stated": str} if solutions else {})}
    reporter = Reporter(run, kind, answers, spaced=True)
    is_table = reporter.is_table
    lanes = search.engine == "auto" and search.encoding is None and has_compiler()
    lanes = lanes and search.timeout is None and kind not in _PICTURES
    if lanes and not solutions:  # which are not in blocks
        one_by_one = run.verbose or run.as_json
        run.reader.prefer_blocks(columns=is_table, one_by_one=one_by_one)
    with reporter.writing(resume=resume, codes=_CODES) as out:
        colour = has_colours(out)
        if kind in _PICTURES:
            _check_picture(run, kind, out)
        for entry, answer in _answers(run, how, reporter, lanes=lanes):
            if run.verbose:
                run.explain(entry, "search", search.plan(entry.puzzle.geometry))
            with reporter.guard(entry):
                report, seconds = answer()
                given = _given(entry, report) if solutions else None
                _count(reporter, report, given)
                code = {True: exits.DONE, False: exits.NO, None: exits.STOPPED}
                is_wrong = given is not None and given.right is False
                proper = False if is_wrong else report.is_proper
                typos = _typos(report, search.timeout) if typo else None
                text = partial(_text, entry, report, given, typos, colour=colour)
                quiet = run.quiet and bool(proper)
                if quiet and given is not None and given.right is None:
                    run.say_about(entry, _NONE_STATED, kind=_NONE_STATED)
                if kind in _PICTURES:
                    out.write_bytes(_picture(kind, report))
                    click.echo("" if quiet else text(), nl=False)
                if quiet or kind in _PICTURES:
                    reporter.count(str(report.status), code[proper])
                else:
                    record = _record(report, given, typos, is_table=is_table)
                    record["time_s"] = round(seconds, 6)
                    status = str(report.status)
                    reporter.add(entry, record, text, status, code[proper])
                if report.interrupt is not None:
                    raise report.interrupt
        out.failed = kind in _PICTURES and not reporter.counts
    totals = reporter.counts
    run.summary(
        [
            (totals["unique"], f"proper ({totals['minimal: True']:,} minimal)"),
            (totals["multiple"], "with several solutions"),
            (totals["none"], "without a solution"),
            (totals["found"] + totals["unknown"], "not known"),
            (totals["right: True"], "with the right solution"),
            (totals["right: False"], "with a wrong one"),
            (totals["right: None"], "with no stated solution"),
        ]
    )
    return run.code


# What is found out


def _answers(
    run: Run, how: FullCheck, reporter: Reporter, *, lanes: bool
) -> Iterator[tuple[PuzzleRecord, Callable[[], tuple[Report, float]]]]:
    """Yield each puzzle with a call that returns its report and the seconds it took.

    With --quiet, proper puzzles in blocks are counted at once.
    """
    pairs: Iterator[tuple[Item, Known | None]] | None = None
    if (blocks := run.reader.blocks()) is not None:
        pairs = _by_lanes(run, reporter, blocks)
    elif lanes:
        pairs = run.batches(_known)
    yield from run.answers(
        _checker, how, pairs, is_quick=lambda known: known[0].solutions == 1
    )


def _known(puzzles: list[Puzzle]) -> dict[int, Known]:
    """Return what lanes know of puzzles, with the seconds that each took."""
    started = perf_counter()
    checks = batch_check(puzzles, MAX_COUNT)
    seconds = (perf_counter() - started) / max(1, len(checks))
    return {index: (known, seconds) for index, known in checks.items()}


def _by_lanes(
    run: Run, reporter: Reporter, blocks: Iterator[Block]
) -> Iterator[tuple[Item, Known | None]]:
    """Yield the puzzles of blocks; with --quiet, those that are not proper."""

    def alone(_block: Block, batch: Batch) -> NDArray[np.bool_]:
        return batch.counts != 1 if run.quiet else batch.counts >= 0

    def write(rows: Rows) -> None:
        reporter.counts["unique"] += rows.stop - rows.start
        run.count += rows.stop - rows.start
        run.codes.add(exits.DONE)

    def known(rows: Rows, chosen: Sequence[int]) -> Iterator[Known | None]:
        checks = _known([rows.block.entry(row).puzzle for row in chosen])
        return map(checks.get, range(len(chosen)))

    return Lanes(run).pairs(blocks, write, alone, known)


def _checker(
    how: FullCheck,
) -> Callable[[Puzzle, Known | None], tuple[Report, float]]:
    """Return what checks a puzzle: in a worker, where there are some."""

    def checked(puzzle: Puzzle, by_lanes: Known | None) -> tuple[Report, float]:
        known, spent = by_lanes or (None, 0.0)
        started = perf_counter() - spent
        report = check_fully(puzzle, how, known)
        return report, perf_counter() - started

    return checked


def _count(reporter: Reporter, report: Report, given: _Given | None) -> None:
    """Count a puzzle for the summary."""
    reporter.counts[f"minimal: {report.is_minimal}"] += 1
    if given is not None:
        reporter.counts[f"right: {given.right}"] += 1


@dataclass(frozen=True)
class _Given:
    """What there is to say about the solution that came with a puzzle.

    Args:
        text: That in words.
        solution: It; None if there is none, or none that can be read.
        cells: The names of the cells where it is wrong.
        right: Whether it keeps the rules and the clues; None if there is none.
    """

    text: str
    solution: Grid | None = None
    cells: tuple[str, ...] = ()
    right: bool | None = None

    def record(self) -> dict[str, object]:
        """Return it for JSON."""
        line = None if self.solution is None else self.solution.line
        cells = list(self.cells)
        return {
            "solution": line,
            "right": self.right,
            "cells": cells,
            "text": self.text,
        }


def _given(entry: PuzzleRecord, report: Report) -> _Given:
    """Check the solution that came with a puzzle."""
    solution, puzzle = entry.metadata.solution, entry.puzzle
    if solution is None:
        texts = [text for key, text in entry.metadata.details if key == "solution"]
        text = f"'{printable(texts[0])}' is not a solution" if texts else "none"
        return _Given(text, right=False if texts else None)
    if puzzle.is_solution(solution):
        several = ", one of several" if report.status is Status.MULTIPLE else ""
        return _Given(f"right{several}", solution, right=True)
    name, symbols = puzzle.geometry.cell_name, puzzle.geometry.digit_texts
    is_known = report.status is Status.UNIQUE
    expected = report.solutions[0].values if is_known else puzzle.values
    pairs = enumerate(zip(solution.values, expected, strict=True))
    cells = [c for c, (own, due) in pairs if not own or (due and own != due)]
    named = [
        f"{name(cell)} ({_symbol(solution, cell)}"
        f"{f', not {symbols[expected[cell]]}' if expected[cell] else ''})"
        for cell in cells
    ]
    text = f"wrong in {first_of(named)}"
    if not cells:
        text = f"wrong: {Puzzle.of(solution).clashes()[0]}"
    return _Given(text, solution, tuple(map(name, cells)), right=False)


# Pictures


def _check_picture(run: Run, kind: str, output: Output) -> None:
    """Check before long work that a picture can be made of what is read.

    Raises:
        UsageError: There are several puzzles, or it cannot.
    """
    from satdoku.cli.show import check_kind  # noqa: PLC0415  for pictures alone

    check_kind(kind, output)
    if len(run.reader.head()) > 1:
        raise UsageError("a picture shows one puzzle; choose it with --pick")


def _picture(kind: str, report: Report) -> bytes:
    """Draw a puzzle with its solution or true candidates, or the contradiction."""
    from satdoku.drawing.api import png, svg  # noqa: PLC0415  for pictures alone

    layers: dict[str, Any] = {"labels": True}
    if report.contradictions:
        layers["contradiction"] = report.contradictions[0]
    elif report.status is Status.UNIQUE:
        layers["solution"] = report.solutions[0]
    elif report.status is Status.MULTIPLE:
        layers["candidates"] = report.candidates or False
    if kind == "png":
        return png(report.puzzle, **layers)
    return svg(report.puzzle, **layers).encode()


# Text


def _typos(report: Report, timeout: float | None) -> list[Typo]:
    """Return the changes that make a puzzle proper; none where it is."""
    from satdoku.setting.typos import typos  # noqa: PLC0415  with --typo alone

    return [] if report.is_proper else typos(report.puzzle, timeout=timeout)


def _record(
    report: Report,
    given: _Given | None,
    changes: Sequence[Typo] | None,
    *,
    is_table: bool,
) -> dict[str, Any]:
    """Return a report for JSON, or as a row of a table."""
    record = report.record()
    if given is not None:
        record |= {"stated": given.text} if is_table else {"given": given.record()}
    if changes is not None and not is_table:
        record["typos"] = [each.record() for each in changes]
    return record


def _text(
    entry: PuzzleRecord,
    report: Report,
    given: _Given | None,
    changes: Sequence[Typo] | None,
    *,
    colour: bool,
) -> str:
    """Return a report as lines of text.

    Args:
        entry: The puzzle.
        report: What was found out.
        given: What there is to say about the solution of its source.
        changes: The changes that make it proper; None for none.
        colour: Whether to print marked cells in reverse, by escape sequences.
    """
    lines = [place_of(entry)]
    for heading, text in facts(report):
        proper = report.status is Status.UNIQUE
        rules = under_rules(entry, proper=proper) if heading == "proper" else ""
        lines += fact_lines(heading, text + rules)
    if given is not None:
        lines += fact_lines("given", f"solution: {given.text}")
    for at, each in enumerate(changes or ()):
        lines += fact_lines("" if at else "typo", f"{each}?")
    if changes == [] and report.status is not Status.UNIQUE:
        lines += fact_lines("typo", "no one change makes it proper")
    drawn = chain(_drawings(report, colour=colour), _counts(report))
    lines += [f"    {line}".rstrip() for line in drawn]
    return "\n".join(lines) + "\n"


def _symbol(grid: Grid, cell: int) -> str:
    """Return what a cell shows."""
    value = grid.values[cell]
    return grid.geometry.digit_texts[value] if value else "empty"


def _members(puzzle: Puzzle, contradiction: Contradiction) -> list[int]:
    """Return the cells that a contradiction is about."""
    cells = list(contradiction.cells)
    for rule in contradiction.constraints:
        for row, column in getattr(rule, "cells", ()):
            cells.append(row * puzzle.geometry.columns + column)
    return cells


def _only(cells: Collection[int], values: tuple[int, ...]) -> tuple[int, ...]:
    """Return values in these cells alone."""
    return tuple(value if at in cells else 0 for at, value in enumerate(values))


def _drawings(report: Report, *, colour: bool) -> Iterator[str]:
    puzzle, geometry = report.puzzle, report.puzzle.geometry
    sets = report.contradictions

    def drawn(
        cells: Iterable[int],
        values: tuple[int, ...] = (),
        others: tuple[int, ...] = (),
    ) -> list[str]:
        marked = frozenset(cells)
        board = Board(geometry, puzzle.values, values, others, marked=marked)
        return report_lines(board, colour=colour, labels=True)

    if report.has_all is not None:
        for at, contradiction in enumerate(sets[:_MAX_DRAWN], 1):
            yield from ("", f"{at}:", *drawn(_members(puzzle, contradiction)))
        if len(sets) > _MAX_DRAWN:
            yield from ("", f"{len(sets) - _MAX_DRAWN:,} more sets are not drawn")
    elif sets:
        clashing = chain.from_iterable(clash.cells for clash in report.clashes)
        cells = _members(puzzle, sets[0])
        cells += map(puzzle.clues.cell_at, clashing)
        yield from ("", *drawn(cells))
    if report.status is Status.UNIQUE:
        yield from ("", *drawn((), report.solutions[0].values))
    if report.status is Status.MULTIPLE:
        cells = list(report.differences)
        first, second = (grid.values for grid in report.solutions)
        yield from ("", *beside(drawn(cells, first), drawn(cells, second)))
        if report.unavoidable is not None:
            yield from ("", "a clue in one of these cells would exclude one of them:")
            yield from ("", *drawn((), _only(cells, first), second))
    if report.status is Status.MULTIPLE and report.candidates is not None:
        masks = checked_masks(geometry, report.candidates)
        board = Board(geometry, (0,) * geometry.cells, masks=masks)
        yield from ("", "true candidates:", "", *report_lines(board, labels=True))


def _counts(report: Report) -> Iterator[str]:
    """Yield how many solutions the digits of each cell have, a line a cell."""
    counts, geometry = report.counts, report.puzzle.geometry
    if counts is None or report.status is Status.UNIQUE:
        return
    most, texts = counts.most, geometry.digit_texts
    yield from ("", f"solutions with each candidate, up to {most:,}:", "")
    for cell, row in enumerate(counts.counts):
        pairs = [(texts[digit], count) for digit, count in enumerate(row, 1) if count]
        if len(pairs) > 1:
            words = (f"{text}: {n:,}{'+' * (n == most)}" for text, n in pairs)
            yield f"{geometry.cell_name(cell)}  {'  '.join(words)}"
