"""Wrong use of the command line, told in one line.

click tells it in four, with the usage line first and no hint of what would have been
right.  Here it is told like everything else that is wrong:

    satdoku solve: error: --limit: 'x' is not a whole number from 1; --help shows …
"""

from __future__ import annotations

import click
from click.exceptions import BadOptionUsage, NoSuchOption

from satdoku.errors import printable

__all__ = ["told"]

_LONGEST = 600


def told(error: click.ClickException) -> str:
    """Return the line that tells what was wrong.

    Example:
        >>> told(click.UsageError("--size and --box say the same; leave one out"))
        'satdoku: error: --size and --box say the same; leave one out'
    """
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = "satdoku" if context is None else context.command_path
    said = printable(_said(error), _LONGEST)
    hint = "" if context is None else "; --help shows examples"
    return f"{path}: error: {said}{hint}"


def _said(error: click.ClickException) -> str:
    """Say what was wrong, in our words where click's are about itself."""
    if isinstance(error, click.MissingParameter):
        return f"{_name(error)} is missing"
    if isinstance(error, click.BadParameter):
        name = _name(error)
        return f"{name}: {_plain(error.message)}" if name else _plain(error.message)
    if isinstance(error, NoSuchOption):
        close = error.possibilities
        meant = f"; did you mean {close[0]}?" if close else ""
        return f"no option {error.option_name}{meant}"
    if isinstance(error, BadOptionUsage):
        takes_none = "not take" in error.message
        return f"{error.option_name} {'takes no' if takes_none else 'needs a'} value"
    return _plain(error.format_message())


def _name(error: click.BadParameter) -> str:
    """Name the option or argument that it is about."""
    if error.param_hint is not None:
        hint = error.param_hint
        return hint if isinstance(hint, str) else " / ".join(hint)
    if error.param is None:
        return ""
    if isinstance(error.param, click.Option):
        opts = error.param.opts
        return next((name for name in opts if name.startswith("--")), opts[0])
    return error.param.human_readable_name


def _plain(text: str) -> str:
    """Write a sentence as ours are: without a capital and a full stop.

    Example:
        >>> _plain("Got unexpected extra argument (b).")
        'got unexpected extra argument (b)'
    """
    text = text.strip().removesuffix(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]
