"""`satdoku web --build`: the files of the page that runs on Pyodide."""

import io
import json
import re
import subprocess
import sys
from zipfile import ZipFile

import pytest

from satdoku.web.site import RELEASE, Site, page_files, policy, wheel
from tests.cli.samples import PROPER, SOLVED
from tests.conftest import ROOT

LOCK = {"info": {"python": "3.14.2", "abi_version": "2026_0"}}
NAMES = "pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip".split()
SOLVER = "python_sat-1.9-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


@pytest.fixture
def pyodide(tmp_path):
    """Return a folder with the names of Pyodide's files."""
    folder = tmp_path / "npm"
    folder.mkdir()
    for name in [*NAMES, SOLVER]:
        (folder / name).write_bytes(b"x")
    (folder / "pyodide-lock.json").write_text(json.dumps(LOCK))
    (folder / "private.txt").write_text("not of Pyodide")
    return folder


def test_build_writes_all_files_and_no_others(run, pyodide, tmp_path):
    done = run("web", "--build", tmp_path / "page", "--pyodide", pyodide)
    assert done.exit_code == 0, done.stderr
    page = tmp_path / "page"
    found = {path.relative_to(page).as_posix() for path in page.rglob("*.*")}
    config = json.loads((page / "config.json").read_text())

    assert config["pyodide"] == "pyodide/"
    assert {config["package"], "index.html", f"pyodide/{SOLVER}"} <= found
    assert not [name for name in found if "private" in name]
    assert (page / "pyodide" / "python_stdlib.zip").read_bytes() == b"x"
    static = {path.name for path in (ROOT / "satdoku" / "web" / "static").iterdir()}
    assert static <= found


def test_build_replaces_nothing(run, pyodide, tmp_path):
    (tmp_path / "mine").write_text("kept")
    done = run("web", "--build", tmp_path, "--pyodide", pyodide)

    assert done.exit_code == 2
    assert "expected a new or an empty folder" in done.stderr


def test_the_wheel_is_all_that_the_page_needs(tmp_path):
    folder = str(tmp_path / "site")  # Pyodide unpacks wheels, too
    ZipFile(io.BytesIO(wheel()[1])).extractall(folder)
    program = (
        f"import sys; sys.path[:0] = [{folder!r}]; sys.modules['click'] = None;"
        f"import satdoku.web.api as api;"
        f"assert api.__file__.startswith({folder!r});"
        f"solved = api.handle({{'do': 'solve', 'puzzle': {PROPER!r}}})['record'];"
        f"about = api.handle({{'do': 'about'}});"
        f"print(solved['solution'], len(about['encodings']) > 5)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.stdout == f"{SOLVED} True\n", done.stderr
    assert wheel() == wheel()


def test_the_wheel_leaves_out_what_the_page_does_without():
    names = ZipFile(io.BytesIO(wheel()[1])).namelist()
    unused = ("satdoku/cli/", "satdoku/data/", "satdoku/study/", "satdoku/web/static/")

    assert not [name for name in names if name.startswith(unused)]
    assert len(wheel()[1]) < 1_000_000


def test_the_policy_allows_the_page_alone():
    page = page_files()["index.html"].decode()

    assert "default-src 'none'" in policy()
    assert "unsafe-inline" not in policy()
    assert "'unsafe-eval'" not in policy()
    assert "http" not in policy()
    assert policy() in page
    assert not re.search(r"<script(?![^>]*src=)|style=|\son\w+=", page)
    assert not re.search(r"(src|href)=\"(https?:)?//", page)


def test_the_service_worker_keeps_all_files(pyodide):
    files = Site(str(pyodide)).files
    kept = json.loads(re.search(r"const FILES = (\[.*\])", files["sw.js"].decode())[1])

    assert {*files} - {"sw.js", "config.json"} <= {*kept}
    (pyodide / "pyodide.mjs").write_bytes(b"another")
    assert Site(str(pyodide)).files["sw.js"] != files["sw.js"]


def test_the_address_of_a_release_is_the_only_other_place():
    site = Site(RELEASE)
    config = json.loads(site.files["config.json"])
    places = set(re.findall(r"https://[\w.-]+", site.policy))

    assert config["pyodide"] == RELEASE
    assert config["solver"] == "python-sat"
    assert places == {re.match(r"https://[\w.-]+", RELEASE)[0]}


@pytest.mark.parametrize("name", ["pyodide.mjs", SOLVER])
def test_what_is_missing_in_the_folder_is_named(run, pyodide, name, tmp_path):
    (pyodide / name).unlink()
    done = run("web", "--build", tmp_path / "page", "--pyodide", pyodide)

    assert done.exit_code == 2
    assert ("pip download" in done.stderr) == (name == SOLVER)


@pytest.mark.parametrize(
    "place",
    [
        "http://example.org/",
        "https://example.org/'; script-src *",
        "https://a b/",
        "ftp://example.org/",
    ],
)
def test_an_address_that_is_none(run, tmp_path, place):
    done = run("web", "--build", tmp_path / "page", "--pyodide", place)

    assert done.exit_code == 2
    assert "is not an address of Pyodide" in done.stderr
