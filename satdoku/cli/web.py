"""`satdoku web`."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import Command, FilePath
from satdoku.web.server import RELEASE, Site

_PORT = 8017


@click.command(cls=Command)
@click.option(
    "--build", type=FilePath("folder"), help="Write the page to this new folder."
)
@click.option(
    "--pyodide",
    metavar="DIR|URL",
    default=RELEASE,
    help="Where Pyodide comes from: the address of a release, or a folder with its npm "
    f"package and the wheel of python-sat ({RELEASE}).",
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
def web(*, build: str | None, pyodide: str, port: int | None, no_browser: bool) -> int:
    """Serve the page: solve, check and explain puzzles in a browser.

    The browser runs satdoku itself, on Pyodide; no puzzle leaves it. The page is served
    on the loopback interface until Ctrl-C, or written to a folder that any static host
    can serve. Only Pyodide can come from another address.

    \b
    Examples:
      satdoku web --build page     # the page as files, for any static host
    """
    if build is not None and (port is not None or no_browser):
        raise click.UsageError("--port and --no-browser are for serving, not --build")
    site = Site(pyodide)
    if build is not None:
        site.write(Path(build))
        say(f"satdoku: the page is in {build}; serve the folder, do not open the file")
        return exits.DONE
    port = _PORT if port is None else port
    try:
        server = site.server(port)
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
