r"""Manual pages in roff, with the macros of `man`.

What stands first on a line of roff can be a request (`.` or `'`), a backslash begins an
escape, and a plain `-` may be set as a hyphen that cannot be copied into a shell; so
every text goes through `escaped`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.cli.reference import CommandText, OptionText

__all__ = ["escaped", "manual_page", "page_name"]


def page_name(command: str) -> str:
    """Return the name of the page of a command: that of its file, too.

    Example:
        >>> page_name("solve"), page_name("")
        ('satdoku-solve', 'satdoku')
    """
    return f"satdoku-{command}" if command else "satdoku"


def escaped(text: str) -> str:
    r"""Return a text as roff sets it literally.

    Example:
        >>> print(escaped("-o 'a\\b' ×"))
        \-o \(aqa\(rsb\(aq \[u00D7]
    """
    out: list[str] = []
    for mark in text:
        if mark in _LITERAL:
            out.append(_LITERAL[mark])
        elif mark.isascii():
            out.append(mark)
        else:
            out.append(f"\\[u{ord(mark):04X}]")
    return "".join(out)


_LONGEST = 75
_LITERAL = {
    "\\": r"\(rs",
    "-": r"\-",
    "'": r"\(aq",
    "`": r"\(ga",
    "^": r"\(ha",
    "~": r"\(ti",
    '"': r"\(dq",
}


def manual_page(told: CommandText, version: str, date: str) -> str:
    """Write the manual page of a command, or of the program.

    Args:
        told: What is to be told.
        version: The version of satdoku.
        date: The day on which this is written (`2026-11-30`).

    Returns:
        The page, with its line ends, in ASCII.
    """
    name = page_name(told.name)
    lines = [
        f'.TH {escaped(name.upper())} 1 {date} "satdoku {version}" "User Commands"',
        ".SH NAME",
        f"{escaped(name)} \\- {_lines(_without_stop(told.summary))}",
        ".SH SYNOPSIS",
        *_synopsis(told),
        ".SH EXAMPLES",
    ]
    for at, (line, what) in enumerate(told.examples):
        lines += [
            *([".PP"] if at else []),
            f"{_lines(what[:1].upper() + what[1:])}:",
            *_verbatim(line),
        ]
    lines.append(".SH DESCRIPTION")
    for at, paragraph in enumerate(told.paragraphs):
        lines += [*([".PP"] if at else []), _lines(paragraph)]
    if told.commands:
        lines.append(".SH COMMANDS")
        for command, summary in told.commands:
            lines += [".TP", f".BR {escaped(page_name(command))} (1)", _lines(summary)]
    lines.append(".SH OPTIONS")
    for option in told.options:
        lines += _option(option)
    lines.append(".SH EXIT STATUS")
    for code, meaning in told.exit_codes:
        lines += [".TP", f".B {code}", _lines(f"{meaning}.")]
    for note in told.notes:
        lines += [".PP", _lines(note)]
    lines += [".SH SEE ALSO", *_see_also(told)]
    return "\n".join(lines) + "\n"


def _lines(text: str) -> str:
    r"""Return running text in short lines, none of which is taken for a request.

    A sentence begins a new line, so that roff knows where it ends.

    Example:
        >>> print(_lines("One. 'Two'. ..."))
        One.
        \(aqTwo\(aq.
        \&...
    """
    lines: list[str] = []
    line = ""
    for word in map(escaped, text.split(" ")):
        if line and (line.endswith(".") or len(line) + 1 + len(word) > _LONGEST):
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return "\n".join(_guarded(line) for line in [*lines, line])


def _guarded(line: str) -> str:
    return f"\\&{line}" if line.startswith(".") else line


def _without_stop(text: str) -> str:
    return text.removesuffix(".")


def _synopsis(told: CommandText) -> list[str]:
    """Set how a command is called: its name bold, what is to be replaced as it is."""
    name = f"satdoku {told.name}".rstrip()
    rest = told.usage.removeprefix(name).strip()
    return [f".B {escaped(name)}", *([escaped(rest)] if rest else [])]


def _verbatim(line: str) -> list[str]:
    """Set a command line as it is typed."""
    return [".PP", ".RS 4", ".nf", _guarded(escaped(line)), ".fi", ".RE"]


def _option(option: OptionText) -> list[str]:
    spelled = ", ".join(f"\\fB{escaped(name)}\\fR" for name in option.names)
    if option.metavar:
        spelled += f" \\fI{escaped(option.metavar)}\\fR"
    lines = [".TP", spelled, _lines(option.help)]
    if option.values:
        lines.append(_lines(f"One of {', '.join(option.values)}."))
    if option.default:
        lines.append(_lines(f"The default is {option.default}."))
    return lines


def _see_also(told: CommandText) -> list[str]:
    """Name the pages beside this one; the program's own has them all already."""
    if not told.name:
        return [".BR cadical (1),", ".BR minisat (1)"]
    return [".BR satdoku (1)"]
