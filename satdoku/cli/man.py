"""`satdoku man`."""

from __future__ import annotations

import click

from satdoku.cli import options
from satdoku.cli.group import Command

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku man solve | man -l -", "read the manual page of a command"),
    ("satdoku man -o ~/.local/share/man/man1", "install all pages, for `man satdoku`"),
    ("satdoku man -o pages --force", "write them anew, after an update"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Write manual pages.")
@click.argument(
    "name",
    metavar="[COMMAND]",
    default="",
    shell_complete=options.complete_commands,
)
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    callback=options.look_at_names,
    shell_complete=options.complete_folders,
    help="Write the pages into a folder, which is made if need be: all of them, or "
    "that of COMMAND.",
)
@click.option("--force", is_flag=True, help="Replace existing files.")
def command(*, name: str, output: str | None, force: bool) -> None:
    """Write manual pages: that of satdoku, or of a command, in roff.

    The page goes to standard output, or with -o to a file named after it
    (satdoku-solve.1), where `man` finds it if the folder is one of its own. The date
    on the pages is the day on which they are written, or that of SOURCE_DATE_EPOCH.
    """
    import os  # noqa: PLC0415  help needs none of these
    from time import gmtime, strftime, time  # noqa: PLC0415

    from satdoku import __version__  # noqa: PLC0415
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.reference import describe, names  # noqa: PLC0415
    from satdoku.cli.roff import manual_page, page_name  # noqa: PLC0415

    known = names()
    if name and name not in known:
        raise click.UsageError(f"no command {name!r}; expected {', '.join(known)}")
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    date = strftime("%Y-%m-%d", gmtime(int(seconds) if seconds.isdigit() else time()))
    if output is None:
        with Output(None) as target:
            target.stream.write(manual_page(describe(name), __version__, date))
        return
    os.makedirs(output, exist_ok=True)  # noqa: PTH103  pathlib takes 10 ms to import
    for each in (name,) if name else ("", *known):
        path = os.path.join(output, f"{page_name(each)}.1")  # noqa: PTH118  as above
        with Output(path, force=force) as target:
            target.stream.write(manual_page(describe(each), __version__, date))
