"""Options that several commands share, so that they mean the same in each.

Each is a decorator.  Three groups hand the command one object made of their options:
`reads_puzzles` a `Reader`, `reports` a `Run` with that reader, `searches` a `Search`;
all others are plain parameters:

    @click.command(cls=Command)
    @reads_puzzles
    @reports
    @searches
    @click.option("--smallest", is_flag=True, help="Find the fewest clues.")
    def minimize(run: Run, *, search: Search, smallest: bool) -> int: ...
"""

from __future__ import annotations

import os
import re
import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from importlib import import_module
from sys import maxsize
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from satdoku.cli.reading import VARIANTS, Reader
from satdoku.cli.run import Run
from satdoku.errors import printable
from satdoku.formats.registry import names, written_names
from satdoku.runtime.deadline import LONGEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from click.shell_completion import CompletionItem

    from satdoku.cli.output import Output
    from satdoku.puzzle.geometry import Geometry
    from satdoku.solving.solver import Solver

    Function: TypeAlias = Callable[..., Any]
    Decorator: TypeAlias = Callable[[Function], Function]


SEARCH = "Search"
IN_AND_OUT = "Input and output"
OPTIONS = "Options"
_SECTION_OF = {
    **dict.fromkeys(("engine", "encoding", "heuristic", "timeout"), SEARCH),
    **dict.fromkeys(("use", "avoid", "only"), SEARCH),
    **dict.fromkeys(("from_", "box", "variant", "symbols", "column"), IN_AND_OUT),
    **dict.fromkeys(
        ("repair", "ignore_drawings", "max_size", "pick", "to", "to_symbols"),
        IN_AND_OUT,
    ),
    **dict.fromkeys(("as_json", "output", "force", "quiet", "verbose"), IN_AND_OUT),
}
"""The sections of the help, by the names of parameters; others come first."""


class Command(click.Command):
    """A command whose help has sections of options."""

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the options, a section each."""
        for section, options in self.sections(ctx).items():
            with formatter.section(section):
                records = [option.get_help_record(ctx) for option in options]
                formatter.write_dl([record for record in records if record], col_max=26)

    def sections(self, ctx: click.Context) -> dict[str, list[click.Parameter]]:
        """Return the options by section."""
        sections: dict[str, list[click.Parameter]] = {
            OPTIONS: [],
            SEARCH: [],
            IN_AND_OUT: [],
        }
        for param in self.get_params(ctx):
            if isinstance(param, click.Option):
                sections[_SECTION_OF.get(str(param.name), OPTIONS)].append(param)
        return {section: options for section, options in sections.items() if options}


# Types


class Value(click.ParamType[Any], ABC):
    """The value of an option, which `read` makes of a text."""

    expected: str
    """What a text has to be, for messages."""

    @abstractmethod
    def read(self, text: str) -> Any:  # noqa: ANN401  what the option is
        """Return the value of a text; None if it has none."""

    def convert(
        self,
        value: Any,  # noqa: ANN401  as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401  as `read`
        """Read a text; what is none is a value by default."""
        read = self.read(value) if isinstance(value, str) else value
        if read is None:
            self.fail(f"{printable(value)!r}; expected {self.expected}", param, ctx)
        return read


class WholeNumber(Value):
    """A whole number, from `least` on."""

    name = "n"

    def __init__(self, least: int = 1) -> None:
        self._least = least
        self.expected = f"a whole number from {least}"

    def read(self, text: str) -> int | None:
        """Read a number."""
        number = int(text) if re.fullmatch("[0-9]{1,19}", text) else -1
        return number if self._least <= number <= maxsize else None


class Seconds(Value):
    """A time in seconds, above 0."""

    name = "seconds"
    expected = "a number of seconds above 0"

    def read(self, text: str) -> float | None:
        """Read a time."""
        with suppress(ValueError):
            seconds = float(text)
            return seconds if 0 < seconds <= LONGEST else None
        return None


class Size(Value):
    """The size of a grid: `6`, or `6x6`."""

    name = "nxn"
    expected = "rows and columns, such as 6x6"

    def read(self, text: str) -> int | None:
        """Read a size."""
        rows, cross, columns = text.lower().replace("×", "x").partition("x")
        if cross and rows != columns:
            self.fail(f"{text} is not square; --box {text} sets the box")
        return int(rows) if re.fullmatch("[0-9]{1,9}", rows) else None


class Pick(Value):
    """Numbers and ranges, counted from 1: `3,5-7`, `-100`, `9-`."""

    name = "3,5-7"
    expected = "numbers from 1 and ranges, such as 3,5-7 or -100"

    def read(self, text: str) -> tuple[tuple[int, int], ...] | None:
        """Return the first and last number of each range."""
        ranges: list[tuple[int, int]] = []
        for part in text.split(","):
            match = re.fullmatch(r"(\d{0,15})(-?)(\d{0,15})", part.strip(), re.ASCII)
            first, dash, last = match.groups() if match else ("", "", "")
            if dash and (first or last):
                ranges.append((int(first or 1), int(last or maxsize)))
            else:
                ranges.append((int(first or 0), int(first or 0)))
        return tuple(ranges) if all(0 < a <= b for a, b in ranges) else None


class Name(click.ParamType[str]):
    """A name out of several, which shells complete; what uses it refuses others.

    Args:
        metavar: What help calls it.
        names: Where the names are, `module:attribute` of satdoku, or what returns them.
        others: Further names.
        files: Whether the name of a file is taken too.
    """

    def __init__(
        self,
        metavar: str,
        names: Callable[[], Iterable[str]] | str,
        *others: str,
        files: bool = False,
    ) -> None:
        self.name = metavar
        self._names = names
        self._others = others
        self._files = files

    def names(self) -> list[str]:
        """Return the names."""
        names: Any = self._names
        if isinstance(names, str):
            module, _, attribute = names.partition(":")
            names = getattr(import_module(module), attribute)
        listed = names() if callable(names) else names
        return [*self._others, *(getattr(item, "name", item) for item in listed)]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        """Return what help calls it."""
        return self.name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin so, or else leave files to the shell."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415  for shells

        del ctx, param
        begin = incomplete.lower()
        names = [name for name in self.names() if name.lower().startswith(begin)]
        if self._files and not names:
            return [CompletionItem(incomplete, type="file")]
        return [CompletionItem(name) for name in names]


class Names(Name):
    """Names as of `Name`, with commas between."""

    def convert(
        self,
        value: Any,  # noqa: ANN401  as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401  as in the base class
        """Return the names."""
        names = tuple(name.strip() for name in value.split(","))
        if not all(names):
            self.fail(f"{printable(value)!r} has an empty name", param, ctx)
        return names

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin as the last one does."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415  for shells

        before, comma, last = incomplete.rpartition(",")
        items = super().shell_complete(ctx, param, last)
        return [CompletionItem(f"{before}{comma}{item.value}") for item in items]


class FilePath(click.Path):
    """The name of a file, or of a folder; `-` is standard input or output."""

    def __init__(self, kind: str = "file") -> None:
        super().__init__(file_okay=kind == "file")
        self.name = kind

    def convert(
        self,
        value: Any,  # noqa: ANN401  as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str:
        """Refuse an empty name alone: that of a variable nobody has set."""
        if not value:
            self.fail("an empty file name", param, ctx)
        return str(value)


ENCODING = Name("NAME|FILE", "satdoku.cnf.recipe:encodings", files=True)
ENGINE = Name("NAME", "satdoku.engines.registry:engines", "auto", "pysat")
SYMBOLS = Name("NAME", "satdoku.puzzle.symbols:DIALECTS")
_SYMBOLS = "1-9A-Z, 0-9A-Z, A-Z or 1-9a-zA-Z"  # for help, without an import
_HEURISTIC = Name(
    "NAME", "satdoku.engines.heuristics:HEURISTICS", "random:SEED", "FILE.py:FUNCTION"
)
_TECHNIQUES = Names("NAME,...", "satdoku.techniques.technique:names")
_VARIANT = Names("NAME,...", lambda: VARIANTS)


# Decorators


def all_of(*options: Decorator) -> Decorator:
    """Join decorators into one."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


_input_options = all_of(
    click.option(
        "--from",
        "from_",
        type=click.Choice(names()),
        metavar="FORMAT",
        help="Input format (detected); see `list formats`.",
    ),
    click.option("--box", metavar="RxC", help="Rows and columns of a box, as 2x3."),
    click.option(
        "--variant", type=_VARIANT, help="Rules for all puzzles: diagonal, ..."
    ),
    click.option(
        "--symbols",
        type=SYMBOLS,
        help=f"Read digits as {_SYMBOLS}.",
    ),
    click.option("--column", metavar="NAME|N", help="Column of puzzles in a table."),
    click.option(
        "--max-size", type=WholeNumber(), help="Refuse grids larger than NxN (225)."
    ),
    click.option(
        "--pick", type=Pick(), help="Read these puzzles; -100 is the first 100."
    ),
)

repair_option = click.option(
    "--repair", is_flag=True, help="Fix errors with only one possible fix."
)


drawings_option = click.option(
    "--ignore-drawings",
    is_flag=True,
    help="Leave out rules that are drawn.",
)


def _reads(argument: Decorator) -> Decorator:
    """Return a decorator that adds an argument FILE and how it is read."""

    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(
            *,
            files: tuple[str, ...] | str,
            from_: str | None,
            box: str | None,
            variant: tuple[str, ...] | None,
            symbols: str | None,
            column: str | None,
            max_size: int | None,
            pick: tuple[tuple[int, int], ...] | None,
            repair: bool = False,
            ignore_drawings: bool = False,
            **others: Any,  # noqa: ANN401  of other decorators
        ) -> Any:  # noqa: ANN401  as the command returns
            reader = Reader(
                (files,) if isinstance(files, str) else files,
                from_=from_,
                box=box,
                variant=variant or (),
                symbols=symbols,
                column=column,
                max_size=max_size,
                pick=pick,
                repair=repair,
            )
            reader.takes_drawings = ignore_drawings
            return function(reader=reader, **others)

        return all_of(argument, _input_options)(call)

    return decorate


reads_puzzles = _reads(
    click.argument("files", metavar="[FILE]...", nargs=-1, type=FilePath())
)
"""Adds FILE... and how it is read; the command gets a `reader`."""

reads_one_puzzle = _reads(
    click.argument("files", metavar="[FILE]", default="-", type=FilePath())
)
"""Adds one FILE and how it is read; the command gets a `reader`."""

quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print errors only.")

quiet_options = all_of(
    quiet_option,
    click.option("-v", "--verbose", is_flag=True, help="Report what is done and why."),
)

output_options = all_of(
    click.option(
        "-o",
        "--output",
        type=FilePath(),
        help="Write to FILE, created only when complete.",
    ),
    click.option("--force", is_flag=True, help="Replace an existing file."),
)


def reports(function: Function) -> Function:
    """Add -o, --force, -q and -v; the command gets a `run` in place of its `reader`.

    What stands above it: `reads_puzzles`, `json_option`, `workers_option`.
    """

    @wraps(function)
    def call(
        *,
        reader: Reader,
        output: str | None,
        force: bool,
        quiet: bool,
        verbose: bool,
        as_json: bool = False,
        workers: str | None = None,
        **others: Any,  # noqa: ANN401  of other decorators
    ) -> Any:  # noqa: ANN401  as the command returns
        run = Run(
            reader,
            output,
            force=force,
            as_json=as_json,
            quiet=quiet,
            verbose=verbose,
            workers=workers,
        )
        return function(run=run, **others)

    return all_of(output_options, quiet_options)(call)


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Write one JSON object a line."
)

to_symbols_option = click.option(
    "--to-symbols", type=SYMBOLS, help=f"Write digits as {_SYMBOLS}."
)


def to_format_option(*others: str) -> Decorator:
    """Add --to for a command that writes puzzles: their formats, and others."""
    return click.option(
        "--to",
        type=click.Choice((*others, *written_names())),
        metavar="FORMAT",
        help="Output format (by the ending of -o).",
    )


def to_option(*kinds: str) -> Decorator:
    """Add --to for a command that writes its own kinds of output, `text` the first."""
    listed = ", ".join(("text", *kinds))
    return click.option(
        "--to",
        type=click.Choice(("text", *kinds)),
        metavar="KIND",
        help=f"Write {listed} (by the ending of -o).",
    )


resume_option = click.option(
    "--resume", is_flag=True, help="Go on from a run to -o that was stopped."
)

workers_option = click.option(
    "--workers", metavar="N|all", help="Work on N puzzles at a time, one per core."
)

timeout_option = click.option(
    "--timeout", type=Seconds(), help="Time limit for each puzzle."
)

engine_option = click.option(
    "--engine", type=ENGINE, default="auto", help="Engine (auto); see `list engines`."
)

heuristic_option = click.option(
    "--heuristic", type=_HEURISTIC, help="How dpll or cdcl chooses decisions."
)

encoding_option = click.option(
    "--encoding", type=ENCODING, help="Encoding as clauses; see `list encodings`."
)

seed_option = click.option(
    "--seed", type=WholeNumber(0), help="Seed of what is random; the same N repeats it."
)

dark_option = click.option(
    "--dark", is_flag=True, help="Draw in light colours on a dark background."
)


def check_time_limit(engine: str, timeout: float | None) -> None:
    """Refuse a time limit that an engine does not keep.

    Raises:
        UsageError: It keeps none.
    """
    if timeout is None or engine == "auto":
        return
    from satdoku.engines.registry import find  # noqa: PLC0415  help needs none

    if find(engine).time_limit == "none":
        raise click.UsageError(f"engine {engine} has no time limit; remove --timeout")


def searches(function: Function) -> Function:
    """Add --engine, --encoding and --timeout; the command gets a `search`."""

    @wraps(function)
    def call(
        *,
        engine: str,
        encoding: str | None,
        timeout: float | None,
        **others: Any,  # noqa: ANN401  of other decorators
    ) -> Any:  # noqa: ANN401  as the command returns
        check_time_limit(engine, timeout)
        search = Search(engine=engine, encoding=encoding, timeout=timeout)
        return function(search=search, **others)

    return all_of(engine_option, encoding_option, timeout_option)(call)


_techniques = partial(click.option, type=_TECHNIQUES, multiple=True)

technique_options = all_of(
    _techniques("--use", help="Use these techniques, too."),
    _techniques("--avoid", help="Do not use these."),
    _techniques("--only", help="Use these instead of the usual."),
)
"""Adds --use, --avoid and --only, which `satdoku.cli.techniques.select` takes."""


def exclude(options: dict[str, bool]) -> None:
    """Refuse several of these options.

    Raises:
        UsageError: More than one is given.
    """
    given = [name for name, is_given in options.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} exclude each other")


@dataclass(frozen=True, kw_only=True)
class Search:
    """How solutions are searched for: the options by their names.

    Args:
        engine: The engine.
        encoding: The encoding; None for the usual one.
        timeout: Seconds for each puzzle.
        heuristic: How engine dpll or cdcl chooses decisions.
        techniques: Those that engine logic uses; None for the usual ones.
    """

    engine: str = "auto"
    encoding: str | None = None
    timeout: float | None = None
    heuristic: str | None = None
    techniques: frozenset[Any] | None = None

    @property
    def formula(self) -> dict[str, Any]:
        """What functions that search a formula take: engine and encoding."""
        return {"engine": self.engine, "encoding": self.encoding}

    def plan(self, geometry: Geometry) -> str:
        """Describe how the formula of a puzzle of that geometry is searched."""
        from satdoku.setting.oracle import choose_engine  # noqa: PLC0415  for --verbose

        choice = choose_engine(geometry, **self.formula)
        why = "requested by name" if self.engine != "auto" else "answers every question"
        return f"{choice.engine}; {choice.recipe.name}: {why}"

    @property
    def solver_options(self) -> dict[str, Any]:
        """The arguments of `Solver`, but for those about the puzzles."""
        own = {"heuristic": self.heuristic, "techniques": self.techniques}
        return {**self.formula, **own}

    def solver(self, **options: Any) -> Solver:  # noqa: ANN401  as `Solver` takes them
        """Return a solver; `options` are its other ones."""
        from satdoku.solving.solver import Solver  # noqa: PLC0415  help needs none

        return Solver(**self.solver_options, **options)


_SIGNS_ON_WINDOWS = ("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM")
"""Any of these variables shows that a Windows console reads escape sequences."""


def has_colours(output: Output) -> bool:
    """Whether escape sequences for colours may be written where data goes.

    Not where NO_COLOR is set (no-color.org), always where FORCE_COLOR is
    (force-color.org); else to terminals that have them (not with TERM=dumb).
    """
    get = os.environ.get
    if get("FORCE_COLOR") and not get("NO_COLOR"):
        return True
    if not output.is_terminal or get("NO_COLOR") or get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or any(map(get, _SIGNS_ON_WINDOWS))
