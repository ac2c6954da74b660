"""Options that several commands share, so that they mean the same in each.

A command is a function decorated from the outside in: `command`, then groups of shared
options (`reads_puzzles`, `searches`, ...), then its own options.  What the groups take
becomes one `Run`, the function's first argument:

    @command(("satdoku minimize puzzle.txt", "remove clues until none can go"))
    @reads_puzzles
    @searches
    @option("--smallest", is_flag=True, help="Find the fewest clues.")
    def minimize(run: Run, *, smallest: bool, ...) -> int: ...
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, fields
from functools import partial, wraps
from importlib import import_module
from operator import methodcaller
from sys import maxsize
from typing import TYPE_CHECKING, Any, TypeVar

import click

from satdoku.errors import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from click.shell_completion import CompletionItem

    from satdoku.cli.output import Output
    from satdoku.puzzle.geometry import Geometry
    from satdoku.solving.solver import Solver


F = TypeVar("F", bound="Callable[..., Any]")


MAX_CLAUSES = 20_000_000
_LONGEST = 1e9

COUNT = click.IntRange(1, maxsize)
"""A number of things."""


def SECONDS(text: str) -> float:  # noqa: N802  a type of options
    """Read a time in seconds, above 0."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= _LONGEST:
        wrong = f"{printable(text)!r}; expected a number of seconds above 0"
        raise click.BadParameter(wrong)
    return found


def SIZE(text: str) -> int:  # noqa: N802  as above
    """Read the size of a grid: `6`, or `6x6`."""
    rows, cross, columns = text.lower().replace("×", "x").partition("x")
    if cross and rows != columns:
        raise click.BadParameter(f"{text} is not square; --box {text} sets the box")
    if not (rows.isascii() and rows.isdigit() and len(rows) < 10):
        wrong = f"{text!r}; expected rows and columns, such as 6x6"
        raise click.BadParameter(wrong)
    return int(rows)


SEARCH = "Search"
OUTPUT = "Output"
READING = "Reading"
MANY = "Many puzzles"
TECHNIQUES = "Techniques"
_SECTIONS = ("Options", SEARCH, TECHNIQUES, OUTPUT, MANY, READING)


class Option(click.Option):
    """An option with the section of the help that it belongs to."""

    def __init__(
        self,
        *names: Any,  # noqa: ANN401  click's own, passed on
        section: str = _SECTIONS[0],
        **settings: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*names, **settings)
        self.section = section

    def get_help_extra(self, ctx: click.Context) -> Any:  # noqa: ANN401  click's own
        """Return the default alone: the bounds of numbers go without saying."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra


def option(*names: str, **settings: Any) -> Callable[[F], F]:  # noqa: ANN401
    """Add an option: `click.option`, with `section` for the help."""
    return click.option(*names, cls=Option, **settings)


def flag(
    name: str, text: str, param: str | None = None, section: str = _SECTIONS[0]
) -> Callable[[F], F]:
    """Add an option without a value.

    Args:
        name: Its name.
        text: What help says.
        param: The name of the parameter, if that is another.
        section: The section of the help.
    """
    names = filter(None, (name, param))
    return option(*names, is_flag=True, help=text, section=section)


def number(
    name: str,
    text: str,
    default: int | None = None,
    least: int = 1,
    section: str = _SECTIONS[0],
    *,
    param: str | None = None,
) -> Callable[[F], F]:
    """Add an option that takes a whole number `N`.

    Args:
        name: Its name.
        text: What help says.
        default: Its value without the option.
        least: The smallest number, 1 or 0.
        section: The section of the help.
        param: The name of the parameter, if that is another.
    """
    kind = COUNT if least else click.IntRange(min=0)
    settings = {"default": default, "help": text, "section": section}
    return option(*filter(None, (name, param)), type=kind, metavar="N", **settings)


class Command(click.Command):
    """A command whose help has sections of options, and examples at the end.

    Args:
        examples: (command line, what it does) pairs.
    """

    def __init__(
        self,
        *arguments: Any,  # noqa: ANN401  click's own, passed on
        examples: Sequence[tuple[str, str]] = (),
        **settings: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*arguments, **settings)
        self.examples = examples

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the options, a section each."""
        for section, options in self.sections(ctx).items():
            with formatter.section(section):
                records = map(methodcaller("get_help_record", ctx), options)
                formatter.write_dl([each for each in records if each], col_max=26)

    def sections(self, ctx: click.Context) -> dict[str, list[click.Option]]:
        """Return the options by section."""
        found: dict[str, list[click.Option]] = {each: [] for each in _SECTIONS}
        for param in self.get_params(ctx):
            if isinstance(param, click.Option):
                found[getattr(param, "section", _SECTIONS[0])].append(param)
        return {section: options for section, options in found.items() if options}

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(formatter, self.examples)
        super().format_epilog(ctx, formatter)


def write_examples(
    formatter: click.HelpFormatter, examples: Sequence[tuple[str, str]]
) -> None:
    """Write command lines, each with what it does as a comment above it."""
    with formatter.section("Examples"):
        margin = " " * formatter.current_indent
        for line, what in examples:
            text = f"{margin}{line}"
            comment = f"  # {what}"
            if len(text) + len(comment) > formatter.width:
                text, comment = f"{margin}# {what}\n{text}", ""
            formatter.write(f"{text}{comment}\n")


def command(
    *examples: tuple[str, str], name: str | None = None
) -> Callable[[Callable[..., int | None]], Command]:
    """Make a command of a function whose first argument is a `Run`.

    Args:
        examples: (command line, what it does) pairs for its help.
        name: Its name, where that is not the function's.
    """

    def decorate(function: Callable[..., int | None]) -> Command:
        @wraps(function)
        def call(**values: Any) -> int | None:  # noqa: ANN401  options of any kind
            # Help needs none of these.
            from satdoku.cli.reading import Reader  # noqa: PLC0415
            from satdoku.cli.run import Run  # noqa: PLC0415

            def take(kind: Any) -> dict[str, Any]:  # noqa: ANN401  a dataclass
                names = {each.name for each in fields(kind) if each.init}
                return {key: values.pop(key) for key in names & values.keys()}

            force = values.pop("force", False)
            reader = Reader(**take(Reader), force=force)
            run = Run(reader=reader, **take(Run), force=force)
            if "search" in function.__annotations__:
                values["search"] = Search(**take(Search))
            with run.reader.open_files:
                return function(run, **values)

        made: Command = click.command(name, cls=Command, examples=examples)(call)
        return made

    return decorate


class Names(click.ParamType[str]):
    """A name of several, looked up when somebody asks for help or completion.

    Args:
        metavar: What help calls it.
        names: Gives the names; or where they are, `module:attribute` of satdoku.
        files: Whether the name of a file is taken too.
        closed: Whether other names are refused here, not by what uses them.
        others: Further names.
    """

    def __init__(
        self,
        metavar: str,
        names: Callable[[], Iterable[str]] | str,
        *others: str,
        files: bool = False,
        closed: bool = False,
    ) -> None:
        self.name = metavar
        self._names = names
        self._others = others
        self._files = files
        self._closed = closed

    def names(self) -> list[str]:
        """Return the names."""
        found: Any = self._names
        if isinstance(found, str):
            module, _, attribute = found.partition(":")
            found = getattr(import_module(module), attribute)
        listed = found() if callable(found) else found
        return [*self._others, *(getattr(each, "name", each) for each in listed)]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        """Return what help calls it."""
        return self.name

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name; refuse one that is unknown."""
        if self._closed and value not in (known := self.names()):
            self.fail(f"{value!r}; expected {', '.join(known)}", param, ctx)
        return value

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


def csv_names(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[str, ...]:
    """Read names with commas between."""
    del ctx
    if value is None:
        return ()
    names = tuple(filter(None, (name.strip() for name in value.split(","))))
    if not names:
        raise click.BadParameter("expected names with commas between", param=param)
    return names


class file_path(click.Path):  # noqa: N801  reads as click's own types do
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


ENGINE = Names("NAME", "satdoku.engines.registry:engines", "auto", "pysat")
ENCODING = Names("NAME|FILE", "satdoku.cnf.recipe:encodings", files=True)
HEURISTIC = Names("NAME", "satdoku.engines.dpll.heuristics:HEURISTICS", "random:SEED")
SYMBOLS = Names("NAME", "satdoku.puzzle.symbols:DIALECTS")
VARIANT = Names("NAME,...", "satdoku.cli.reading:VARIANTS")
TECHNIQUE = Names("NAME,...", "satdoku.techniques.technique:names")
READ = Names("FORMAT", "satdoku.formats.registry:names")
WRITTEN = Names("FORMAT", "satdoku.formats.registry:written_names", closed=True)


_search = partial(option, section=SEARCH)
_output = partial(option, section=OUTPUT)
_many = partial(option, section=MANY)
_reading = partial(option, section=READING)
_limit = partial(_reading, type=COUNT, metavar="N")
_techniques = partial(option, type=TECHNIQUE, multiple=True, section=TECHNIQUES)


def _all_of(*options: Callable[[F], F]) -> Callable[[F], F]:
    def add(function: F) -> F:
        for each in reversed(options):
            function = each(function)
        return function

    return add


def file_argument(
    name: str, metavar: str, *, required: bool = False
) -> Callable[[F], F]:
    """Add one FILE; standard input if none is given, unless it is required."""
    default: dict[str, Any] = {"required": True} if required else {"default": "-"}
    return click.argument(name, metavar=metavar, type=file_path(), **default)


quiet_options = _all_of(
    _output("-q", "--quiet", is_flag=True, help="Only report errors."),
    _output("-v", "--verbose", is_flag=True, help="Report what is done and why."),
)

output_options = _all_of(
    _output(
        "-o",
        "--output",
        type=file_path(),
        help="Write to a file, created only when complete.",
    ),
    _output("--force", is_flag=True, help="Replace an existing file."),
)

json_option = flag("--json", "Write one JSON object per line.", "as_json", OUTPUT)

_reading_options = _all_of(
    _reading(
        "--from", "from_", type=READ, help="Input format (detected automatically)."
    ),
    _reading("--box", metavar="RxC", help="Rows and columns of a box, such as 2x3."),
    _reading(
        "--variant",
        type=VARIANT,
        callback=csv_names,
        help="Extra rules for all puzzles: diagonal, windoku, anti-king, anti-knight, "
        "non-consecutive, anti-taxicab, disjoint-groups.",
    ),
    _reading("--symbols", type=SYMBOLS, help="Symbols that stand for digits."),
    _reading("--column", metavar="NAME|N", help="The column of puzzles in a table."),
    _reading(
        "--repair",
        is_flag=True,
        help="Fix errors that have only one possible correction.",
    ),
    _reading("--fixed", type=file_path(), help="Write the repaired puzzles to a file."),
    _limit("--max-size", help="Refuse grids larger than NxN (225)."),
    _limit("--max-line", help="Refuse longer lines (4194304 characters)."),
    _limit("--max-file", help="Refuse longer files (characters)."),
    _limit("--max-link", help="Refuse longer boards in links (65536)."),
    flag("--strict", "Stop at the first puzzle that cannot be read.", section=READING),
)


_picks_puzzles = _all_of(
    _limit("--first", help="Read only the first N puzzles."),
    _reading(
        "--pick", metavar="3,5-7", help="Read only the puzzles with these numbers."
    ),
)


def reads_files(function: F) -> F:
    """Add FILE... and all that says how whole files are read, -q and -v."""
    files = click.argument("files", metavar="[FILE]...", nargs=-1, type=file_path())
    return files(quiet_options(_reading_options(function)))


def reads_puzzles(function: F) -> F:
    """Add what `reads_files` adds, and which puzzles are read."""
    return reads_files(_picks_puzzles(function))


def reads_one_puzzle(
    name: str = "file", metavar: str = "[FILE]", *, required: bool = False
) -> Callable[[F], F]:
    """Add one FILE and all that says how its puzzle is read, -q and -v."""
    file = file_argument(name, metavar, required=required)
    return _all_of(file, quiet_options, _reading_options, _picks_puzzles)


many_puzzles = _many(
    "--workers", metavar="N|all", help="Work on N puzzles at a time, one per core."
)

timeout_option = _search(
    "--timeout", type=SECONDS, metavar="SECONDS", help="Time limit for each puzzle."
)

engine_option = _search(
    "--engine",
    type=ENGINE,
    default="auto",
    help="Engine (auto); see `satdoku engines`.",
)

dpll_heuristic = _search(
    "--heuristic", type=HEURISTIC, help="How engine dpll chooses decisions."
)

max_clauses_option = number(
    "--max-clauses", f"Refuse larger formulas ({MAX_CLAUSES}).", MAX_CLAUSES, 1, SEARCH
)

encoding_option = _search(
    "--encoding",
    type=ENCODING,
    help="Encoding as clauses; see `satdoku encodings`.",
)

searches = _all_of(engine_option, encoding_option, timeout_option, max_clauses_option)

uses_techniques = _all_of(
    _techniques("--use", help="Use these, too; see `satdoku techniques`."),
    _techniques("--avoid", help="Do not use these."),
    _techniques("--only", help="Use these instead of the usual ones."),
)

writes_answers = _all_of(json_option, output_options)

writes_formats = _all_of(
    _output("--to", type=WRITTEN, help="Output format (from the extension of -o)."),
    _output("--to-symbols", type=SYMBOLS, help="How to write digits (as read)."),
    output_options,
)


@dataclass(frozen=True, kw_only=True)
class Search:
    """How solutions are searched for: the options of that section, by their names."""

    engine: str = "auto"
    encoding: str | None = None
    timeout: float | None = None
    max_clauses: int = MAX_CLAUSES
    heuristic: str | None = None
    use: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    only: tuple[str, ...] = ()

    @property
    def formula(self) -> dict[str, Any]:
        """What functions that search a formula take: engine, encoding, max_clauses."""
        names = ("engine", "encoding", "max_clauses")
        return {name: getattr(self, name) for name in names}

    @property
    def has_time_limit(self) -> bool:
        """Whether the engine can stop when the time is over."""
        from satdoku.engines.registry import find  # noqa: PLC0415  help needs none

        return self.engine == "auto" or find(self.engine).time_limit != "none"

    def plan(self, geometry: Geometry) -> str:
        """Describe how the formula of a puzzle of that geometry is searched."""
        from satdoku.setting.oracle import choose_engine  # noqa: PLC0415  for --verbose

        choice = choose_engine(geometry, **self.formula)
        why = "requested by name" if self.engine != "auto" else "answers every question"
        return f"{choice.engine}; {choice.recipe.name}: {why}"

    @property
    def solver_options(self) -> dict[str, Any]:
        """The arguments of `Solver`, but for those about the puzzles.

        Raises:
            UsageError: No technique is left to use.
        """
        techniques = None
        if self.use or self.avoid or self.only:
            from satdoku.cli.techniques import select  # noqa: PLC0415  seldom needed

            chosen = select(self.use, self.avoid, self.only)
            techniques = chosen.of_logic
        own = {"heuristic": self.heuristic, "techniques": techniques}
        return {**self.formula, **own}

    def solver(self, **more: Any) -> Solver:  # noqa: ANN401  as `Solver` takes them
        """Return a solver; `more` are its other options."""
        from satdoku.solving.solver import Solver  # noqa: PLC0415  help needs none

        return Solver(**self.solver_options, **more)


color_option = option(
    "--color",
    "--colour",
    "colour",
    metavar="WHEN",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    help="Use colours in the terminal: auto, always, never.",
)

dark_option = flag("--dark", "Draw pictures in light colours on a dark background.")

_SIGNS_ON_WINDOWS = ("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM")
"""Any of these variables shows that a Windows console reads escape sequences."""


def has_colours(output: Output, choice: str = "auto") -> bool:
    """Whether escape sequences for colours may be written where data goes.

    Not to files, pipes and terminals without colours (TERM=dumb), nor where NO_COLOR
    is set (no-color.org); the option `--color` has the last word.
    """
    if choice != "auto":
        return choice == "always"
    get = os.environ.get
    if not output.is_terminal or get("NO_COLOR") or get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or any(map(get, _SIGNS_ON_WINDOWS))
