"""`satdoku web`."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import Command, FilePath
from satdoku.web.site import RELEASE, Site

_PORT = 8017


@click.command(cls=Command)
@click.option(
    "--build",
    type=FilePath("folder"),
    help="Write the page to this new folder, for any static host.",
)
@click.option(
    "--pyodide",
    metavar="DIR|URL",
    help="With --build, where Pyodide comes from: the address of a release, or a "
    f"folder with its npm package and the wheel of python-sat ({RELEASE}).",
)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65_535),
    help=f"Port on the loopback interface; 0 picks a free one ({_PORT}).",
)
@click.option(
    "--no-browser",
    is_flag=True,
    help="Print the address, without opening a browser.",
)
def web(
    *, build: str | None, pyodide: str | None, port: int | None, no_browser: bool
) -> int:
    """Serve the page: play, set, solve and explain puzzles in a browser.

    This Python serves and answers the page, on the loopback interface until Ctrl-C.
    With --build the page is written to a folder that any static host can serve; there
    the browser runs satdoku itself, on Pyodide, and no puzzle leaves it.

    \b
    Examples:
      satdoku web --build page     # the page as files, for any static host
    """
    if build is not None and (port is not None or no_browser):
        raise click.UsageError("--port and --no-browser are for serving, not --build")
    if build is None:
        if pyodide is not None:
            raise click.UsageError(
                "--pyodide is for --build; this Python answers itself"
            )
        return _serve(_PORT if port is None else port, no_browser=no_browser)

    Site(pyodide or RELEASE).write(Path(build))
    say(f"satdoku: the page is in {build}; serve the folder, do not open the file")
    return exits.DONE


def _serve(port: int, *, no_browser: bool) -> int:
    from satdoku.web.server import Server  # noqa: PLC0415  http.server, to serve alone

    try:
        server = Server(port)
    except OSError as error:
        raise click.UsageError(
            f"port {port}: {error.strerror}; --port 0 picks a free one"
        ) from None
    address = f"http://127.0.0.1:{server.server_port}/"
    say(f"satdoku: {address} until Ctrl-C")
    with server:
        if not no_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("satdoku: stopped")
    return exits.DONE
