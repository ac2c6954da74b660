"""The page, served and as a folder, Pyodide, and Chromium."""

import os
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from satdoku.web.server import Server
from satdoku.web.site import Site
from tests.conftest import ROOT
from tests.web.person import Person


@pytest.fixture(scope="session")
def pyodide():
    """Return a folder with Pyodide and the wheel of python-sat."""
    place = Path(os.environ.get("SATDOKU_PYODIDE", ROOT / "node_modules" / "pyodide"))
    if not (place / "pyodide.mjs").is_file() or not [*place.glob("python_sat-*.whl")]:
        pytest.skip("no Pyodide and python-sat; SATDOKU_PYODIDE can name their folder")
    return place


@pytest.fixture(scope="session")
def program():
    """Return a function that finds a program, and skips where it is missing."""

    def find(*names):
        found = next(filter(None, map(shutil.which, names)), None)
        return found or pytest.skip(f"{names[0]} is not installed")

    return find


def resident(process):
    """Return the megabytes that a process holds, by its number; Linux tells."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        pytest.skip("this system does not tell")
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def running(server):
    with server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def address():
    """Serve and answer the page, and return its address."""
    with running(Server(0)) as address:
        yield address


class _Files(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def folder(pyodide, tmp_path_factory):
    """Return the address of a static host with the page as `--build` writes it."""
    place = tmp_path_factory.mktemp("site") / "page"
    Site(str(pyodide)).write(place)
    files = partial(_Files, directory=str(place))
    with running(ThreadingHTTPServer(("127.0.0.1", 0), files)) as address:
        yield address


@pytest.fixture(scope="module")
def browser(needs, program):
    """Start Chromium."""
    path = program("chromium", "chromium-browser", "google-chrome")
    needs("playwright")
    from playwright.sync_api import sync_playwright

    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"] if is_root else []
        )
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser, address):
    """Return what opens the page; at the end nothing may have gone wrong."""
    people = []

    @contextmanager
    def opened(more="", at=address, script="", **options):
        context = browser.new_context(**options)
        if script:
            context.add_init_script(script)
        person = Person(context.new_page(), at)
        people.append(person)
        person.open(more)
        yield person
        context.close()

    yield opened
    for person in people:
        assert person.problems == []
        place = person.address
        away = [one for one in person.addresses if not one.startswith(place)]
        assert [one for one in away if not one.startswith(("data:", "blob:"))] == []


@pytest.fixture
def me(visit):
    with visit() as person:
        yield person
