r"""`satdoku man` and `satdoku completion`.

Manual pages are roff with the macros of `man`.  What stands first on a line of roff can
be a request (`.` or `'`), a backslash begins an escape, and a plain `-` may be set as a
hyphen that cannot be copied into a shell; so every text goes through `_escaped`.
"""

from __future__ import annotations

import inspect
import os
from time import gmtime, strftime, time
from typing import TYPE_CHECKING

import click
from click.shell_completion import (
    BashComplete,
    ShellComplete,
    add_completion_class,
    get_completion_class,
)

from satdoku.cli import exits
from satdoku.cli.main import COMMANDS, EXAMPLES, main
from satdoku.cli.options import Command, Names, command, file_path, option
from satdoku.cli.output import Output
from satdoku.runtime.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.run import Run

_SPECIAL = dict(zip("\\'`^~\"", ("rs", "aq", "ga", "ha", "ti", "dq"), strict=True))
"""Characters of ASCII by their names in roff."""

_MOST = 40
"""Names that a page lists; of more, a command does."""

_SEE_ALSO = (".BR cadical (1),\n.BR minisat (1)", ".BR satdoku (1)")
"""Of the program's page, and of a command's."""


@command(
    ("satdoku man solve | man -l -", "read the page of a command"),
    ("satdoku man -o ~/.local/share/man/man1", "install all pages"),
)
@click.argument(
    "name", metavar="[COMMAND]", default="", type=Names("COMMAND", lambda: COMMANDS)
)
@option("-o", "--output", type=file_path("folder"), help="Write all pages to a folder.")
@option("--force", is_flag=True, help="Replace existing files.")
def man(run: Run, *, name: str) -> int:
    """Write manual pages: of satdoku or of one command, in roff.

    With -o each page becomes a file (satdoku-solve.1). The date on the pages is today's
    or that of SOURCE_DATE_EPOCH.
    """
    if name and name not in COMMANDS:
        raise click.UsageError(f"no command {name!r}; expected {', '.join(COMMANDS)}")
    if run.output is None:
        with Output(None) as output:
            output.write(_page(name))
        return exits.DONE
    os.makedirs(run.output, exist_ok=True)  # noqa: PTH103  pathlib takes 10 ms to import
    for each in (name,) if name else ("", *COMMANDS):
        path = os.path.join(run.output, f"{_page_name(each)}.1")  # noqa: PTH118
        with Output(path, force=run.force) as output:
            output.write(_page(each))
    return exits.DONE


def _page_name(name: str) -> str:
    return f"satdoku-{name}" if name else "satdoku"


def _page(name: str) -> str:
    """Return the manual page of a command; of the program if the name is empty."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    date = strftime("%Y-%m-%d", gmtime(int(seconds) if seconds.isdigit() else time()))
    outer = click.Context(main, info_name="satdoku", **main.context_settings)
    found = main.get_command(outer, name) if name else main
    if found is None:
        raise click.UsageError(f"no command {name!r}")
    context = click.Context(found, outer, name) if name else outer
    title = _page_name(name)
    text = inspect.cleandoc(found.help or "")
    summary = COMMANDS[name] if name else text.partition("\n")[0]
    usage = " ".join(found.collect_usage_pieces(context))
    date_and_version = f'{date} "satdoku {__version__}" "User Commands"'
    lines = [
        f".TH {_escaped(title.upper())} 1 {date_and_version}",
        ".SH NAME",
        f"{_escaped(title)} \\- {_escaped(summary.removesuffix('.'))}",
        ".SH SYNOPSIS",
        f".B {_escaped(f'satdoku {name}'.rstrip())}",
        _escaped(usage),
        ".SH DESCRIPTION",
        "\n.PP\n".join(map(_text, text.split("\n\n"))),
    ]
    if not name:
        lines.append(".SH COMMANDS")
        for each, what in COMMANDS.items():
            lines += [".TP", f".BR {_escaped(_page_name(each))} (1)", _text(what)]
    lines += [".SH OPTIONS", *_options(found, context), ".SH EXIT STATUS"]
    for code, meaning in exits.MEANINGS:
        lines += [".TP", f".B {code}", _text(f"{meaning}.")]
    lines += [".PP", _text(exits.SOLVERS), ".SH EXAMPLES"]
    examples = found.examples if isinstance(found, Command) else EXAMPLES
    for number, (example, what) in enumerate(examples):
        lines += [*([".PP"] if number else []), _text(f"{what[:1].upper()}{what[1:]}:")]
        lines += [".PP", ".RS 4", ".nf", _escaped(example), ".fi", ".RE"]
    lines += [".SH SEE ALSO", _SEE_ALSO[bool(name)]]
    return "\n".join(lines) + "\n"


def _options(found: click.Command, context: click.Context) -> Iterator[str]:
    options = [each for each in found.params if isinstance(each, click.Option)]
    sections = {"": options}
    if isinstance(found, Command):
        sections = found.sections(context)
    for section, each in sections.items():
        if len(sections) > 1:
            yield f".SS {section}"
        for param in each:
            spelled, text = param.get_help_record(context) or ("", "")
            yield from (".TP", f".B {_escaped(spelled)}", _text(text))
            names = param.type.names() if isinstance(param.type, Names) else ()
            if 0 < len(names) <= _MOST:
                yield _text(f"One of {', '.join(names)}.")


def _text(text: str) -> str:
    r"""Return running text, a sentence a line so that roff knows where it ends.

    Example:
        >>> print(_text("One. 'Two'. ..."))
        One.
        \(aqTwo\(aq.
        \&...
    """
    words = _escaped(" ".join(text.split())).replace(". ", ".\n").split("\n")
    return "\n".join(f"\\&{line}" if line.startswith(".") else line for line in words)


def _escaped(text: str) -> str:
    r"""Return a text as roff sets it literally.

    Example:
        >>> print(_escaped("-o 'a\\b' ×"))
        \-o \(aqa\(rsb\(aq \[u00D7]
    """

    def shown(mark: str) -> str:
        if mark in _SPECIAL:
            return f"\\({_SPECIAL[mark]}"
        return mark if mark.isascii() else f"\\[u{ord(mark):04X}]"

    return "".join(map(shown, text)).replace("-", "\\-")


@command(
    ('eval "$(satdoku completion bash)"', "in ~/.bashrc"),
    ('eval "$(satdoku completion zsh)"', "in ~/.zshrc, after compinit"),
    ("satdoku completion fish > ~/.config/fish/completions/satdoku.fish", "once"),
)
@click.argument("shell", metavar="SHELL", type=click.Choice(("bash", "zsh", "fish")))
def completion(run: Run, *, shell: str) -> int:
    """Write the script that lets a shell complete satdoku's command lines.

    SHELL is bash (4.4 or newer), zsh or fish. It completes commands, options, files,
    and the names of engines, encodings, formats and techniques.
    """
    del run
    install()
    kind = get_completion_class(shell) or _Bash
    # The class of bash would look for bash here; it need not be installed.
    script = ShellComplete.source(kind(main, {}, "satdoku", "_SATDOKU_COMPLETE"))
    with Output(None) as output:
        output.write(script)
    return exits.DONE


class _Bash(BashComplete):
    """Completes `--option=value`, which bash cuts into three words."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        pairs = zip(["", *args], args, strict=False)
        words = [
            word for last, word in pairs if word != "=" or not last.startswith("--")
        ]
        return words, incomplete


def install() -> None:
    """Let click use it."""
    add_completion_class(_Bash)


def describe() -> Iterator[tuple[str, Command]]:
    """Yield each command by name: for documents and tests.

    Example:
        >>> next(describe())[0]
        'solve'
    """
    outer = click.Context(main, info_name="satdoku")
    for name in COMMANDS:
        found = main.get_command(outer, name)
        if isinstance(found, Command):
            yield name, found
