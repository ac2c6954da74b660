"""`satdoku study`, carried out: rows, their folder, and what they say.

options ─▶ work ─▶ rows ─▶ folder, tables, report, figures
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import exits
from satdoku.cli.messages import counted, say
from satdoku.cli.output import Output, Signals
from satdoku.cli.progress import Progress
from satdoku.cli.study_again import arguments, as_begun
from satdoku.cli.study_parts import work_of
from satdoku.errors import UsageError, printable
from satdoku.study.folder import FIGURES, REPORT, SUMMARY
from satdoku.study.kept import ARGUMENTS, Kept
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.cli.study_given import Given, ReadAs
    from satdoku.cli.study_work import Measured, Work

__all__ = ["carry_out"]

_DRAWS = "matplotlib"
_SHOWN = ".svg"
_MISSING = "figures need matplotlib: pip install 'satdoku[study]'"


def carry_out(given: Given, read_as: ReadAs) -> int:
    """Carry a study out; return the exit code.

    Raises:
        click.UsageError, UsageError, InputError: As `work_of`, and `Kept`.
        OSError: The folder cannot be written, or no process be started.
        KeyboardInterrupt: Ctrl-C; what is done is kept.
    """
    _look_at_output(given)
    given, read_as = as_begun(given, read_as)
    work = work_of(given, read_as)
    if given.output is None:
        _told(given, work)
    else:
        work.about[ARGUMENTS] = arguments(given, read_as)
        _kept(given, work, given.output)
    return exits.DONE


def _look_at_output(given: Given) -> None:
    if given.output is None:
        for option, told in (("resume", given.resume), ("figures", given.figures)):
            if told:
                raise click.UsageError(f"--{option} needs a folder: -o DIR")
    elif given.output == "-":
        raise click.UsageError("a study is a folder of files; name one with -o")
    if given.figures and find_spec(_DRAWS) is None:
        raise UsageError(_MISSING)


def _told(given: Given, work: Work[Any]) -> None:
    """Tell the tables on standard output; at Ctrl-C those of what there is."""
    rows: list[Any] = []
    with Output(None) as target, Signals():
        try:
            _measure(given, work, rows, rows.append, shared=target.is_terminal)
        finally:
            if rows:
                target.write(work.terminal(rows))


def _kept(given: Given, work: Work[Any], path: str) -> None:
    """Write all to a folder."""
    with Kept(path, work.about, work.table, resume=given.resume) as folder, Signals():
        try:
            _measure(given, work, folder.rows, folder.append)
            _finish(given, work, folder)
        except KeyboardInterrupt:
            say(
                f"satdoku: stopped; {counted(len(folder.rows), work.unit)} so far in "
                f"{printable(path, 200)}; --resume goes on from there"
            )
            raise


def _measure(
    given: Given,
    work: Work[Any],
    rows: Sequence[Any],
    append: Callable[[Any], None],
    *,
    shared: bool = False,
) -> None:
    """Measure what is not there yet."""
    with (
        Progress(
            wanted=not given.quiet, shared=shared, unit=work.unit, part=work.part
        ) as progress,
        Signals() as signals,
        closing(work.rows(list(rows), progress.step)) as found,
    ):
        for done, row in enumerate(found, 1):
            with signals.held():
                append(row)
            progress.tick(done)


def _finish(given: Given, work: Work[Any], folder: Kept[Any]) -> None:
    """Write what the study says, and tell where."""
    rows = folder.rows
    with Progress(wanted=not given.quiet) as progress:
        work.load(progress.step)
    drawn = find_spec(_DRAWS) is not None and given.figures is not False
    figures: list[str] = []
    with Progress(wanted=not given.quiet) as progress, Signals() as signals:
        if drawn:
            progress.step("drawing figures")
            # Python loses an exception that comes while it tidies up behind a figure,
            # so that Ctrl-C waits until one is written.
            files = work.draw(rows, folder.path / FIGURES, signals.held())
            figures = [
                f"{FIGURES}/{file.name}" for file in files if _is_shown(file.name)
            ]
        progress.step("writing the report")
        folder.write(REPORT, work.report(rows, figures))
        brief = work.brief(rows)
        if brief:
            folder.write(SUMMARY, brief)
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        folder.finish(ended=ended, **work.sums(rows))
    if given.quiet:
        return
    say(f"{_how(rows, work.unit)}; all of it is in {printable(str(folder.path), 200)}")
    if not drawn and given.figures is None:
        say(f"No figures were drawn: {_MISSING}")


def _is_shown(name: str) -> bool:
    return name.endswith(_SHOWN)


def _how(rows: Sequence[Measured], unit: str) -> str:
    """Say how rows ended.

    Example:
        >>> _how([], "run")
        '0 runs'
    """
    ended = Counter(row.ended for row in rows)
    names = {Ended.TIMEOUT: "cut off", Ended.MEMORY: "out of memory"}
    parts = [f"{ended[way]:,} {names.get(way, way)}" for way in Ended if ended[way]]
    return ": ".join(filter(None, [counted(len(rows), unit), ", ".join(parts)]))
