"""`satdoku web`: the files of the page, made and served."""

import http.client
import io
import json
import re
import signal
import subprocess
import sys
import threading
from zipfile import ZipFile

import pytest

from satdoku.web.server import RELEASE, Site, wheel
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


@pytest.fixture
def get(pyodide):
    """Serve a page, and return what asks it."""
    with Site(str(pyodide)).server(0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        def ask(path, method="GET", **headers):
            connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
            connection.request(method, path, headers=headers)
            response = connection.getresponse()
            body = response.read()
            connection.close()
            return response, body

        yield ask
        server.shutdown()
        thread.join()


def test_build_writes_all_files_and_no_others(run, pyodide, tmp_path):
    done = run("web", "--build", tmp_path / "page", "--pyodide", pyodide)
    assert done.exit_code == 0, done.stderr
    page = tmp_path / "page"
    found = {path.relative_to(page).as_posix() for path in page.rglob("*.*")}
    config = json.loads((page / "config.json").read_text())

    assert config["pyodide"] == "pyodide/"
    assert {*config["packages"], "index.html", f"pyodide/{SOLVER}"} <= found
    assert not [name for name in found if "private" in name]
    static = {path.name for path in (ROOT / "satdoku" / "web" / "static").iterdir()}
    assert static <= found


def test_build_replaces_nothing(run, pyodide, tmp_path):
    (tmp_path / "mine").write_text("kept")
    done = run("web", "--build", tmp_path, "--pyodide", pyodide)

    assert done.exit_code == 2
    assert "expected a new or an empty folder" in done.stderr


def test_the_wheel_is_all_that_the_page_needs(tmp_path):
    folder = str(tmp_path / "site")  # Pyodide unpacks wheels, too
    for _, data in (wheel("satdoku"), wheel("click")):
        ZipFile(io.BytesIO(data)).extractall(folder)
    program = (
        f"import sys; sys.path[:0] = [{folder!r}]; import satdoku.web.api as api;"
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
    assert wheel("satdoku") == wheel("satdoku")


def test_the_policy_allows_the_page_alone(get):
    response, body = get("/")
    policy = response.headers["Content-Security-Policy"]
    page = body.decode()

    assert response.status == 200
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert "http" not in policy
    assert policy.split("; frame-ancestors")[0] in page
    assert not re.search(r"<script(?![^>]*src=)|style=|\son\w+=", page)
    assert not re.search(r"(src|href)=\"(https?:)?//", page)


def test_the_address_of_a_release_is_the_only_other_place():
    site = Site(RELEASE)
    config = json.loads(site.files["config.json"])
    places = set(re.findall(r"https://[\w.-]+", site.policy))

    assert config["pyodide"] == RELEASE
    assert config["packages"][-1] == "python-sat"
    assert places == {re.match(r"https://[\w.-]+", RELEASE)[0]}


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/pyodide/private.txt",
        "/pyodide/../../mine",
        "/api.py",
        "/wheels/",
        "/%00",
    ],
)
def test_no_other_file_is_served(get, path):
    response, body = get(path)

    assert response.status == 404
    assert b"root" not in body
    assert b"not of Pyodide" not in body


def test_only_this_machine_is_answered(get):
    assert get("/", Host="attacker.example:80")[0].status == 404
    assert get("/", "POST")[0].status == 501


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


def test_a_port_that_is_taken(run, pyodide):
    with Site(str(pyodide)).server(0) as server:
        port = str(server.server_port)
        done = run("web", "--no-browser", "--port", port, "--pyodide", pyodide)

    assert done.exit_code == 2
    assert f"port {port}" in done.stderr


def test_serves_until_ctrl_c(pyodide):
    command = "web --no-browser --port 0 --pyodide".split()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "satdoku", *command, str(pyodide)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with process:
        said = process.stderr.readline()
        port = re.search(r"http://127\.0\.0\.1:(\d+)/ until Ctrl-C", said)[1]
        connection = http.client.HTTPConnection("127.0.0.1", int(port))
        connection.request("GET", "/app.js")
        response = connection.getresponse()
        assert response.status == 200
        assert response.headers["Content-Type"].startswith("text/javascript")
        connection.close()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
        assert "stopped" in process.stderr.read()
