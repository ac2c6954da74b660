"""--trace and --tree: what happens in a search of engine dpll, to files.

Both are files that appear when they are whole; what there is at Ctrl-C is kept.  With
`-` one of them takes the place of the answer on standard output.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from satdoku.cli.options import COUNT, file_path, option
from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType
    from typing import Self

    from satdoku.cli.output import Output
    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Limits, Outcome
    from satdoku.formats import Entry
    from satdoku.tracing.event import Begun, Ended, Event, Sink
    from satdoku.tracing.session import TracingSolver

__all__ = ["TraceOptions", "Tracing", "trace_options"]

_EVENTS = 1_000_000
_NODES = 120
_EVENTS_A_NODE = 20
_SECTION = "Trace"


class TraceOptions(NamedTuple):
    """What the options say; see their help."""

    trace: str | None = None
    trace_format: str | None = None
    trace_limit: int | None = None
    trace_simplify: bool = False
    tree: str | None = None
    tree_nodes: int | None = None

    def __bool__(self) -> bool:
        return self.trace is not None or self.tree is not None

    @property
    def takes_stdout(self) -> bool:
        """Whether standard output is asked for."""
        return "-" in {self.trace, self.tree}

    def check(self, engine: str, output: str | None, *, formatted: bool) -> None:
        """Refuse what does not go together.

        Args:
            engine: The engine that is asked for.
            output: Where the answer goes; None for standard output.
            formatted: Whether a format of the answer is asked for.

        Raises:
            UsageError: It does not.
        """
        for name, value, needs in (
            ("--trace-format", self.trace_format, self.trace is not None),
            ("--trace-limit", self.trace_limit, self.trace is not None),
            ("--trace-simplify", self.trace_simplify or None, bool(self)),
            ("--tree-nodes", self.tree_nodes, self.tree is not None),
        ):
            if value is not None and not needs:
                needed = "--tree" if name == "--tree-nodes" else "--trace"
                raise click.UsageError(f"{name} needs {needed}")
        if not self:
            return
        if engine.lower() not in {"auto", "dpll"}:
            raise click.UsageError(
                "--trace and --tree follow engine dpll; leave out --engine "
                f"{printable(engine)}"
            )
        named = [name for name in (self.trace, self.tree) if name is not None]
        if named == ["-", "-"]:
            raise click.UsageError("--trace - and --tree - would be mixed up")
        if self.takes_stdout and (output == "-" or (formatted and output is None)):
            raise click.UsageError(
                "the answer and --trace - (or --tree -) would be mixed up on standard "
                "output; -o FILE takes the answer"
            )
        files = [n for n in (*named, output) if n not in {None, "-"} and not _device(n)]
        if len({os.path.realpath(str(name)) for name in files}) < len(files):
            raise click.UsageError("trace, tree and answer each need a file")
        ending = os.path.splitext(self.tree or "")[1].lower()  # noqa: PTH122  pathlib takes 10 ms to import
        if ending not in {"", ".svg", ".dot"}:
            raise click.UsageError(
                f"--tree {printable(str(self.tree))}: expected an ending .svg or .dot"
            )


def trace_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --trace, --tree and what goes with them; the command takes `tracing`."""

    @wraps(function)
    def collected(*args: Any, **values: Any) -> Any:  # noqa: ANN401  as the command
        found = {name: values.pop(name) for name in TraceOptions._fields}
        return function(*args, **values, tracing=TraceOptions(**found))

    for each in (
        option(
            "--tree-nodes",
            type=COUNT,
            metavar="N",
            section=_SECTION,
            help=f"Draw at most N nodes ({_NODES}).",
        ),
        option(
            "--tree",
            type=file_path(),
            section=_SECTION,
            help="Draw the search tree of dpll, as .svg or .dot.",
        ),
        option(
            "--trace-simplify",
            is_flag=True,
            section=_SECTION,
            help="Follow the search of what singles leave open.",
        ),
        option(
            "--trace-limit",
            type=COUNT,
            metavar="N",
            section=_SECTION,
            help=f"Write at most N events ({_EVENTS}).",
        ),
        option(
            "--trace-format",
            type=click.Choice(["jsonl", "text"]),
            section=_SECTION,
            help="A JSON object a line, or words.",
        ),
        option(
            "--trace",
            type=file_path(),
            section=_SECTION,
            help="Write what happens in the search of dpll.",
        ),
    ):
        collected = each(collected)
    return collected


class Tracing:
    """The files of a trace and a tree; a context in which the search is to happen.

    Args:
        options: What the options say.
        inputs: What is read.
        force: Whether existing files may be replaced.
        quiet: Whether to keep messages back.
    """

    def __init__(
        self, options: TraceOptions, inputs: Sequence[str], *, force: bool, quiet: bool
    ) -> None:
        self._options = options
        self._inputs = inputs
        self._force = force
        self._quiet = quiet
        self._nodes = options.tree_nodes or _NODES
        self._limit = options.trace_limit or _EVENTS
        self._growth: Any = None
        self._stack = ExitStack()
        self._outputs: list[Output] = []
        self._sinks: list[Sink] = []
        self._lines: Any = None
        self._canvas: Output | None = None
        self._begun = False
        self._ended: Ended | None = None

    def solver(
        self, encoding: str | None, max_clauses: int, heuristic: str | None
    ) -> TracingSolver:
        """Return the solver that answers and is followed."""
        from satdoku.tracing.session import TracingSolver  # noqa: PLC0415  as above

        self._solver = TracingSolver(
            [self],
            encoding,
            max_clauses,
            heuristic,
            simplified=self._options.trace_simplify,
        )
        return self._solver

    def name(self, head: Sequence[Entry | InputError]) -> None:
        """Note which puzzle is followed."""
        for entry in head if self._options else ():
            if not isinstance(entry, InputError):
                self._solver.source = f"{entry.source}:{entry.line}"

    def solve(
        self, formula: Formula, heuristic: str | None, limits: Limits, source: str
    ) -> Outcome:
        """Look for one model of a formula, and follow that search."""
        from satdoku.tracing.follow import Search  # noqa: PLC0415  as above
        from satdoku.tracing.subject import RULE, of_formula  # noqa: PLC0415

        subject = of_formula(formula, rule=heuristic or RULE, source=source)
        return Search(subject, [self]).solve(limits)

    def begin(self, begun: Begun) -> None:
        """Hand the begin of a search on, whole."""
        self._begun = True
        with self._held():
            for sink in self._sinks:
                sink.begin(begun)

    def take(self, event: Event) -> None:
        """Hand an event on, whole."""
        with self._held():
            for sink in self._sinks:
                sink.take(event)

    def end(self, ended: Ended) -> None:
        """Hand the end of a search on, whole."""
        self._ended = ended
        with self._held():
            for sink in self._sinks:
                sink.end(ended)

    def _held(self) -> Any:  # noqa: ANN401  a context
        return self._outputs[0].record()

    def __enter__(self) -> Self:
        from satdoku.tracing.grow import Growth  # noqa: PLC0415  for traces alone
        from satdoku.tracing.jsonl import JsonLines  # noqa: PLC0415  as above
        from satdoku.tracing.narrate import Narration  # noqa: PLC0415

        options = self._options
        try:
            if options.trace is not None:
                stream = self._open("--trace", options.trace, "the trace so far").stream
                kind = Narration if options.trace_format == "text" else JsonLines
                self._lines = kind(stream, self._limit)
                self._sinks.append(self._lines)
            if options.tree is not None:
                self._growth = Growth(max(_EVENTS_A_NODE * self._nodes, 20_000))
                self._canvas = self._open("--tree", options.tree, "the tree so far")
                self._sinks.append(self._growth)
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
            if not self._begun:  # nothing could be read: no empty files
                for output in self._outputs:
                    output.failed = True
            stopped = error is None or isinstance(error, KeyboardInterrupt)
            if stopped and self._canvas is not None and self._growth.has_ended:
                self._canvas.write(self._growth.tree().to_svg(self._nodes))
        except BaseException as failure:
            self._stack.__exit__(type(failure), failure, failure.__traceback__)
            raise
        self._stack.__exit__(kind, error, trace)
        ended = self._ended
        if self._lines is None or ended is None or ended.events <= self._limit:
            return
        if not self._quiet:
            from satdoku.cli.messages import say  # noqa: PLC0415  as above

            say(
                f"satdoku: the trace is cut after {self._lines.written:,} of "
                f"{ended.events:,} events; --trace-limit moves that"
            )

    def _open(self, option: str, name: str, content: str) -> Output:
        from satdoku.cli.output import Output  # noqa: PLC0415  as above

        output = Output(
            name,
            force=self._force,
            inputs=self._inputs,
            keep=True,
            content=content,
            option=option,
        )
        self._outputs.append(self._stack.enter_context(output))
        return output


def _device(name: str | None) -> bool:
    return name is not None and os.path.exists(name) and not os.path.isfile(name)  # noqa: PTH110, PTH113
