"""What options take: numbers, and names that are listed where the option is told.

The names are looked up in their register when somebody asks for help or completion, so
that a new format or rule is told without a change here, and a run costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from click.shell_completion import CompletionItem

__all__ = [
    "Listed",
    "complete_files",
    "complete_folders",
    "complete_names",
    "count",
    "seconds",
]

_LARGEST = 10**18
_FOR_EVER = 1e9


def count(text: str | int, *, least: int = 1) -> int:
    """Read a whole number from 1, or from another.

    Raises:
        BadParameter: It is none, or too large.

    Example:
        >>> count("100")
        100
    """
    try:
        found = int(text)
    except ValueError:  # a text of thousands of digits, too
        found = least - 1
    if found < least:
        raise click.BadParameter(f"{str(text)!r} is not a whole number from {least}")
    if found > _LARGEST:
        raise click.BadParameter(f"{text} is too large; {_LARGEST} is the maximum")
    return found


def seconds(text: str | float) -> float:
    """Read a time in seconds, above 0.

    Raises:
        BadParameter: It is none, or too long.

    Example:
        >>> seconds("1.5")
        1.5
    """
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= _FOR_EVER:  # NaN fails too
        raise click.BadParameter(
            f"{str(text)!r} is not a number of seconds above 0 and up to "
            f"{_FOR_EVER:,.0f}"
        )
    return found


class Listed(click.Option):
    """An option that takes one of several names.

    Args:
        values: Gives the names; the help lists them at `: {values}`.
        files: Whether a file's name is taken, too.
    """

    def __init__(
        self,
        *arguments: Any,  # noqa: ANN401  click's own, passed on
        values: Callable[[], Iterable[str]],
        files: bool = False,
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*arguments, **options)
        self.values = values
        self.files = files
        self._told = self.help or ""
        # What a shell shows beside the option when it completes it.
        self.help = self._brief = self._told.replace(": {values}", "")

    @property
    def told(self) -> str:
        """The help, with the names."""
        text = self._told
        if "{values}" in text:
            text = text.replace("{values}", ", ".join(self.values()))
        return text

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and what it does, with the names it takes."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        return record[0], record[1].replace(self._brief, self.told)

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin so, or else leave files to the shell."""
        found = complete_names(self.values(), incomplete)
        if self.files and not found:
            return complete_files(ctx, self, incomplete)
        return found


def complete_names(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return the names that begin so, in either case."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415  seldom used

    begin = incomplete.lower()
    return [CompletionItem(name) for name in names if name.lower().startswith(begin)]


def complete_files(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Leave it to the shell to complete the name of a file."""
    del ctx, param
    from click.shell_completion import CompletionItem  # noqa: PLC0415  seldom used

    return [CompletionItem(incomplete, type="file")]


def complete_folders(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Leave it to the shell to complete the name of a folder."""
    del ctx, param
    from click.shell_completion import CompletionItem  # noqa: PLC0415  seldom used

    return [CompletionItem(incomplete, type="dir")]
