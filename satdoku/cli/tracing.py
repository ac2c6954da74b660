"""Where the trace and the search tree of a run go.

Both are files that appear when they are whole; what there is at Ctrl-C is kept.  With
`-` one of them takes the place of the answer on standard output: two kinds of data in
one stream could not be told apart.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from satdoku.cli.output import Output
from satdoku.cli.remarks import say
from satdoku.cli.shield import Shield
from satdoku.cli.sources import where
from satdoku.errors import InputError, printable
from satdoku.tracing.follow import Search
from satdoku.tracing.grow import Growth
from satdoku.tracing.jsonl import JsonLines
from satdoku.tracing.narrate import Narration
from satdoku.tracing.session import TracingSolver
from satdoku.tracing.subject import RULE, of_formula

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Self

    from satdoku.cli.answers import Answer
    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Limits, Outcome
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry
    from satdoku.grid import Grid
    from satdoku.tracing.event import Begun, Ended, Event, Sink

__all__ = ["Silent", "Tracing"]

_KEPT_A_NODE = 20


class Tracing:
    """A trace, a tree, or both; a context in which the search is to happen.

    Args:
        trace: The trace's file, or None.
        as_text: Whether it is told in words.
        limit: How many events are written.
        tree: The tree's file, or None.
        nodes: How many nodes are drawn.
        simplified: Whether to search only what a puzzle leaves open.
        engine: The engine the person named.
        inputs: What is read.
        output: Where the answer goes; None for standard output.
        style: The answer's format, where the person named one.
        force: Whether existing files may be replaced.
        quiet: Whether to keep remarks back.

    Raises:
        UsageError: These contradict each other.
    """

    def __init__(
        self,
        *,
        trace: str | None,
        as_text: bool,
        limit: int,
        tree: str | None,
        nodes: int,
        simplified: bool,
        engine: str,
        inputs: Sequence[str],
        output: str | None,
        style: str | None,
        force: bool,
        quiet: bool,
    ) -> None:
        self._trace = trace
        self._as_text = as_text
        self._limit = limit
        self._tree = tree
        self._nodes = nodes
        self._simplified = simplified
        self._inputs = inputs
        self._force = force
        self._quiet = quiet
        self._sinks: list[Sink] = []
        self._lines: JsonLines | Narration | None = None
        self._growth = Growth(max(_KEPT_A_NODE * nodes, 20_000))
        self._watch = _Watch()
        self._canvas: Output | None = None
        self._outputs: list[Output] = []
        self._stack = ExitStack()
        if engine not in ("auto", "dpll"):
            raise click.UsageError(
                f"--trace and --tree follow engine dpll; leave out --engine "
                f"{printable(engine)}"
            )
        self.takes_stdout = "-" in (trace, tree)
        """Whether the answer is not printed, as the trace or the tree is."""
        self._look_at(output, style)
        if output not in (None, "-"):
            self.takes_stdout = False

    def _look_at(self, output: str | None, style: str | None) -> None:
        named = [name for name in (self._trace, self._tree) if name is not None]
        if named == ["-", "-"]:
            raise click.UsageError("--trace - and --tree - would be mixed up")
        if self.takes_stdout and (output == "-" or (style and output is None)):
            raise click.UsageError(
                "the answer and --trace - (or --tree -) would be mixed up on standard "
                "output; -o FILE takes the answer"
            )
        places = [
            os.path.realpath(name)  # noqa: PTH118, RUF100  pathlib takes 10 ms to import
            for name in (*named, output)
            if name not in (None, "-") and not _is_device(name)
        ]
        if len(set(places)) < len(places):
            raise click.UsageError(
                "the trace, the tree and the answer need each a file"
            )
        ending = os.path.splitext(self._tree or "")[1]  # noqa: PTH122
        if ending.lower() not in ("", ".svg"):
            raise click.UsageError(
                f"--tree draws SVG; {printable(self._tree or '')} does not end in .svg"
            )

    @property
    def printer(self) -> Silent:
        """What prints answers where standard output is taken."""
        return Silent()

    def look_at(self, head: Sequence[Entry | InputError]) -> None:
        """Look at the first puzzles; take note where the one to be followed is from.

        Raises:
            UsageError: There are several.
        """
        if len(head) > 1:
            raise click.UsageError(
                "--trace and --tree follow one puzzle; here are more"
            )
        for entry in head:
            if not isinstance(entry, InputError):
                self._session.source = where(entry)

    def session(
        self, encoding: str | None, max_clauses: int, rule: str | None
    ) -> TracingSolver:
        """Return the session that answers, and is followed."""
        self._session = TracingSolver(
            self._sinks, encoding, max_clauses, rule, simplified=self._simplified
        )
        return self._session

    def solve(
        self, formula: Formula, rule: str | None, limits: Limits, source: str
    ) -> Outcome:
        """Look for one model of a formula, and follow that search."""
        subject = of_formula(formula, rule=rule or RULE, source=source)
        return Search(subject, self._sinks).solve(limits)

    def __enter__(self) -> Self:
        sinks: list[Sink] = [self._watch]
        try:
            if self._trace is not None:
                stream = self._open(
                    "--trace", self._trace, "the trace so far is"
                ).stream
                tell = Narration if self._as_text else JsonLines
                self._lines = tell(stream, self._limit)
                sinks.append(self._lines)
            if self._tree is not None:
                self._canvas = self._open("--tree", self._tree, "the tree so far is")
                sinks.append(self._growth)
            self._sinks.append(_Shielded(sinks, self._stack.enter_context(Shield())))
        except BaseException as error:
            self._stack.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if not self._watch.begun:  # nothing could be read: no empty files
                for output in self._outputs:
                    output.failed()
            if error is None or isinstance(error, KeyboardInterrupt):
                self._draw()
        except BaseException as failure:
            self._stack.__exit__(type(failure), failure, failure.__traceback__)
            raise
        self._stack.__exit__(kind, error, trace)
        if not self._quiet:
            self._remark()

    def _draw(self) -> None:
        """Draw the tree, if it was asked for and has grown."""
        if self._canvas is not None and self._growth.has_ended:
            self._canvas.stream.write(self._growth.tree().to_svg(self._nodes))

    def _remark(self) -> None:
        """Say so if the trace is not whole."""
        written, ended = self._lines, self._watch.ended
        if written is None or ended is None or ended.events <= self._limit:
            return
        say(
            f"satdoku: the trace is cut after {written.written:,} of "
            f"{ended.events:,} events; --trace-limit moves that"
        )

    def _open(self, option: str, name: str, what: str) -> Output:
        output = Output(
            name,
            force=self._force,
            inputs=self._inputs,
            keep=True,
            kept=what,
            option=option,
        )
        self._outputs.append(self._stack.enter_context(output))
        return output


class _Shielded:
    """A sink that hands on to others, and is not interrupted while it does."""

    def __init__(self, sinks: Sequence[Sink], shield: Shield) -> None:
        self._sinks = sinks
        self._shield = shield

    def begin(self, begun: Begun) -> None:
        """Hand it on."""
        with self._shield:
            for sink in self._sinks:
                sink.begin(begun)

    def take(self, event: Event) -> None:
        """Hand it on."""
        with self._shield:
            for sink in self._sinks:
                sink.take(event)

    def end(self, ended: Ended) -> None:
        """Hand it on."""
        with self._shield:
            for sink in self._sinks:
                sink.end(ended)


class _Watch:
    """A sink that remembers whether a search has begun, and how it ended."""

    def __init__(self) -> None:
        self.begun = False
        self.ended: Ended | None = None

    def begin(self, begun: Begun) -> None:
        """Remember it."""
        del begun
        self.begun = True

    def take(self, event: Event) -> None:
        """Pass over it."""

    def end(self, ended: Ended) -> None:
        """Remember it."""
        self.ended = ended


class Silent:
    """A printer that prints no answers: a trace on standard output has them."""

    def begin(self, entry: Entry) -> None:
        """Print nothing."""

    def solution(self, grid: Grid) -> None:
        """Print nothing."""

    def end(self, answer: Answer) -> None:
        """Print nothing."""

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Print nothing; standard error has it."""

    def interrupted(self) -> None:
        """Print nothing."""

    def close(self) -> None:
        """Print nothing."""

    def code(self, usual: int) -> int:
        """Return the usual exit code."""
        return usual


def _is_device(name: str | None) -> bool:
    """Whether a name is that of a pipe or a device, which several may write to."""
    return (
        name is not None
        and os.path.exists(name)  # noqa: PTH110
        and not os.path.isfile(name)  # noqa: PTH113
    )
