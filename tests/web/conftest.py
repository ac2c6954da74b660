"""Where Pyodide is, and the page in Chromium."""

import os
import shutil
import threading
from pathlib import Path

import pytest

from satdoku.web.server import Site
from tests.conftest import ROOT


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


@pytest.fixture(scope="module")
def address(pyodide):
    """Serve the page, and return its address."""
    with Site(str(pyodide)).server(0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser(needs, program, pyodide):
    """Start Chromium."""
    del pyodide  # without it there is nothing to look at
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
