"""`satdoku completion`."""

from __future__ import annotations

import click

from satdoku.cli.group import Command

__all__ = ["command"]

_SHELLS = ("bash", "zsh", "fish")
_LOADED = "~/.local/share/bash-completion/completions/satdoku"
_EXAMPLES = (
    ('eval "$(satdoku completion bash)"', "in ~/.bashrc: from the next shell on"),
    (
        f"satdoku completion bash > {_LOADED}",
        "where the package bash-completion is installed: loaded when it is needed",
    ),
    ('eval "$(satdoku completion zsh)"', "in ~/.zshrc, behind compinit"),
    (
        "satdoku completion fish > ~/.config/fish/completions/satdoku.fish",
        "once; fish finds it there",
    ),
)


@click.command(
    cls=Command, examples=_EXAMPLES, short_help="Write a shell's completion script."
)
@click.argument("shell", metavar="SHELL", type=click.Choice(_SHELLS))
def command(*, shell: str) -> None:
    """Write the script that lets a shell complete satdoku's command lines.

    SHELL is bash (4.4 or newer), zsh or fish.

    Commands, options and files are completed, and the names of engines, encodings,
    formats, symbols and rules, looked up when the key is pressed.
    """
    from click.shell_completion import (  # noqa: PLC0415  help needs none of these
        ShellComplete,
        get_completion_class,
    )

    from satdoku.cli.main import main  # noqa: PLC0415
    from satdoku.cli.output import Output  # noqa: PLC0415

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"this version of click does not know {shell}")
    # The class of bash would look for bash here; it need not be where this is run.
    script = ShellComplete.source(found(main, {}, "satdoku", "_SATDOKU_COMPLETE"))
    with Output(None) as target:
        target.stream.write(script)
