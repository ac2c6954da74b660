"""Outside checkers (`verify --checker`): how their answers are read.

The checkers here are scripts that print what the real ones print; the real ones are run
where they are on PATH or in the folder that SATDOKU_CHECKERS names.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

FORMULA = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
LRAT, DRAT = "5 1 0 1 2 0\n6 0 5 3 4 0\n", "1 0\n0\n"
DEFINED = "5 3 -1 0 0\n6 -3 1 0 -5 0\n7 1 0 1 2 0\n8 3 0 7 5 0\n9 0 8 6 3 4 0\n"
YES = {
    "cake_lpr": "echo s VERIFIED UNSAT",
    "drat-trim": r"printf 'c parsing\nc finished\n\rs VERIFIED\n\rc time: 0.1\n'",
}
NO = {
    "cake_lpr": "echo c empty clause not derived at end of proof >&2",
    "drat-trim": r"printf '\rc claimed, but not detected\n\ns NOT VERIFIED\n'; exit 1",
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("f.cnf", FORMULA), ("p.lrat", LRAT), ("p.drat", DRAT)):
        (tmp_path / name).write_text(text)


@pytest.fixture
def ask(run, tmp_path):
    """Return a function that asks a checker, a script if one is given."""

    def ask(name, script=None, *options, proof="p.lrat"):
        if script is not None:
            (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / name).chmod(0o755)
            name = f"./{name}"
        files = ["--formula", "f.cnf", proof]
        done = run("verify", "--json", *files, "--checker", name, *options)
        lines = done.stdout.splitlines()
        found = json.loads(lines[0]) if lines else {}
        checkers = found.get("checkers") or [None]
        return done.exit_code, checkers[0], found.get("error"), done.stderr

    return ask


@pytest.mark.parametrize("name", YES)
def test_answers(ask, name, tmp_path):
    code, yes, error, _ = ask(name, YES[name])
    assert (0, True, None) == (code, yes["accepted"], error)
    assert (name, str(tmp_path / name)) == (yes["name"], yes["path"])
    assert yes["reason"] == ("s VERIFIED UNSAT" if name == "cake_lpr" else "s VERIFIED")
    assert 0 <= yes["time_s"] < 30

    code, no, *_ = ask(name, NO[name])
    assert (3, False) == (code, no["accepted"])
    assert no["reason"] in NO[name]


@pytest.mark.parametrize(
    ("name", "script", "code", "accepted"),
    [
        # drat-trim ends with 1 where the formula has an empty clause.
        ("drat-trim", r"printf '\rc trivial UNSAT\ns VERIFIED\n'; exit 1", 0, True),
        # cake_lpr ends with 0 where it fails.
        ("cake_lpr", "echo s VERIFIED UNSAT >&2", 3, False),
        # It finds the end of its input, and reads a carriage return as a line end.
        ("drat-trim", f"cat; {YES['drat-trim']}", 0, True),
        # Half a yes, a yes elsewhere, or no word at all is no answer.
        ("cake_lpr", "true", 1, None),
        ("cake_lpr", "echo s VERIFIED UNSAT; exit 1", 1, None),
        ("cake_lpr", "echo s VERIFIED UNSATISFIABLE", 1, None),
        ("cake_lpr", "echo is s VERIFIED UNSAT", 1, None),
        ("cake_lpr", "echo CakeML heap space exhausted. >&2; exit 1", 1, None),
        ("drat-trim", "echo s VERIFIED; exit 1", 1, None),
        ("drat-trim", "echo s VERIFIED; echo s NOT VERIFIED", 1, None),
        ("drat-trim", "echo s DERIVATION; exit 1", 1, None),
        ("drat-trim", "echo c VERIFIED", 1, None),
        ("drat-trim", "echo s VERIFIED >&2", 1, None),
        ("drat-trim", "echo s VERIFIED; kill -s SEGV $$", 1, None),
        # Not to be started.
        ("drat-trim", None, 2, None),
        ("./drat-trim", None, 2, None),
        ("lrat-check", "echo c VERIFIED", 2, None),
        ("kissat", "echo s VERIFIED", 2, None),
    ],
    ids=count(),
)
def test_special_answers(ask, name, script, code, accepted):
    if script is None and shutil.which(name):
        pytest.skip("it is installed")
    found, checker, error, stderr = ask(name, script)

    assert code == found
    assert accepted == (checker["accepted"] if checker else None)
    if accepted is None:
        assert name in (error or stderr)
        assert error is None or len(error) < 300


def test_programs_that_cannot_be_run(ask, tmp_path):
    def code(change):
        (tmp_path / "cake_lpr").unlink(missing_ok=True)
        ask("cake_lpr", YES["cake_lpr"])
        change(tmp_path / "cake_lpr")
        return ask("./cake_lpr")[0]

    assert [0, 2, 2, 2] == [
        code(lambda path: path.chmod(0o700)),
        code(lambda path: path.chmod(0o644)),
        code(lambda path: path.write_text("#!/no/such/shell\n")),
        code(lambda path: path.write_bytes(b"\x7fELF junk")),
    ]
    (tmp_path / "drat-trim").mkdir()
    assert ask("./drat-trim")[0] == 2


def test_found_on_path(ask, tmp_path, monkeypatch):
    ask("cake_lpr", YES["cake_lpr"])
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    code, checker, *_ = ask("cake_lpr")
    assert (0, str(tmp_path / "cake_lpr")) == (code, checker["path"])


def test_timeout(ask, tmp_path):
    """It is ended, also where it closes its outputs."""
    pids = tmp_path / "pids"
    script = f"echo s VERIFIED; echo $$ > {pids}; exec sleep 60 >&- 2>&-"
    code, checker, error, _ = ask("drat-trim", script, "--timeout", "0.3")
    assert (4, None) == (code, checker)
    assert "drat-trim" in error
    assert_gone(pids)


def test_interrupted(ask, tmp_path):
    pids = tmp_path / "pids"
    script = f"echo $$ > {pids}; exec sleep 60"

    def press():
        while not (pids.exists() and pids.read_text()):
            sleep(0.02)
        sleep(0.3)  # on a busy machine the program may run before its start returns
        os.kill(os.getpid(), signal.SIGINT)

    Thread(target=press, daemon=True).start()
    assert ask("drat-trim", script)[0] == 130
    assert_gone(pids)


def assert_gone(pids):
    end = monotonic() + 5
    left = [int(pid) for pid in pids.read_text().split()]
    assert left
    while left := [pid for pid in left if runs(pid)]:
        assert monotonic() < end, left
        sleep(0.01)


def runs(pid):
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_plain_copies(ask, tmp_path):
    """The checker gets full paths of copies without comments, whatever the names."""
    (tmp_path / "f.cnf").write_text(f"c p cnf 1 1\n{FORMULA}c 1 0\n")
    (tmp_path / "o proof; ls.lrat").write_text(f"c text\n{LRAT}")
    seen = tmp_path / "seen"
    script = f'echo "$@" > {seen}; cat "$1" "$2" >> {seen}; pwd >> {seen}; '
    assert ask("cake_lpr", script + YES["cake_lpr"], proof="o proof; ls.lrat")[0] == 0

    arguments, *content, folder = seen.read_text().splitlines()
    assert {folder} == {path.rpartition("/")[0] for path in arguments.split(" ")}
    assert folder.startswith("/")
    assert not Path(folder).exists()
    assert (FORMULA + LRAT).splitlines() == content


def test_formats(ask, tmp_path):
    """LRAT becomes DRAT for drat-trim; DRAT has no hints for the others."""
    seen = tmp_path / "seen"
    script = f"cat $2 > {seen}; {YES['drat-trim']}"
    (tmp_path / "p.lrat").write_text("5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n")
    assert ask("drat-trim", script)[0] == 0
    assert seen.read_text() == DRAT

    (tmp_path / "p.drat").write_bytes(b"a\x02\0a\0")
    assert ask("drat-trim", script, proof="p.drat")[0] == 0
    assert seen.read_text() == DRAT
    assert ask("cake_lpr", YES["cake_lpr"], proof="p.drat")[0] == 2


def test_certificates(run, tmp_path, ask):
    """All checkers are asked of a folder; one that does not agree is enough."""
    (tmp_path / "q.txt").write_text("1.....2...3.4...\n1..............2\n")
    run("prove", "q.txt", "-o", "all", "--limit", "5", code=0)
    for name, script in (("cake_lpr", YES["cake_lpr"]), ("drat-trim", NO["drat-trim"])):
        ask(name, script)
    both = ["--checker", "./cake_lpr", "--checker", "./drat-trim"]
    found = run.json("verify", "all/1", *both, code=3)[0]
    several = run.json("verify", "all/2", *both, code=0)[0]

    assert found["verified"] is False
    assert [True, False] == [one["accepted"] for one in found["checkers"]]
    # Some solutions need no proof, and no checker.
    assert (True, []) == (several["verified"], several["checkers"] or [])


@pytest.fixture(params=["cake_lpr", "drat-trim"])
def real(request):
    """Return a real checker; skip where there is none."""
    name, folder = request.param, os.environ.get("SATDOKU_CHECKERS")
    if folder and (Path(folder) / name).is_file():
        return str(Path(folder) / name)
    if shutil.which(name):
        return name
    pytest.skip(f"{name} is not installed; SATDOKU_CHECKERS can name its folder")


def test_real_checkers(ask, real, tmp_path):
    """They accept right proofs, with definitions too."""
    code, checker, *_ = ask(real)
    assert (0, True) == (code, checker["accepted"])
    (tmp_path / "p.lrat").write_text(DEFINED)
    assert ask(real)[0] == 0
