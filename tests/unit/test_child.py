"""New Pythons: what they find, and that nothing in the current folder is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import satdoku
from satdoku.child import fresh_python

HOME = Path(satdoku.__file__).resolve().parents[1]

NAMES = (
    *("abc", "codecs", "collections", "ctypes", "enum", "functools", "importlib"),
    *("io", "json", "marshal", "numba", "numpy", "os", "pickle", "pyganak", "pysat"),
    *("pysolvers", "queue", "random", "re", "satdoku", "select", "signal", "site"),
    *("sitecustomize", "struct", "subprocess", "sys", "threading", "time", "types"),
    *("typing", "usercustomize", "warnings", "zipimport"),
)

COUNTER = """
from satdoku.answers import Count
from satdoku.session import Session
Session.count = lambda *_, **__: Count(5, exact=False, stopped="out of time")
print(satdoku.count("." * 16, limit=None, method="exact").value)
"""
SOLVER = """
from threading import Event, Thread
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.pysat import process
from satdoku.engines.register import refute
Thread(target=Event().wait, daemon=True).start()
started, calls = process._started, []
process._started = lambda *given: calls.append(1) or started(*given)
clauses = (1, 2), (1, -2), (-1, 2), (-1, -2)
group = Group(Origin("test", "all"), clauses)
print(refute("cadical153", Formula(2, 4, lambda: [group], str))[-1].literals, calls)
"""
WORKER = """
import numpy
from satdoku.batch.options import Options
from satdoku.batch.process import Process
process = Process()
puzzles = numpy.zeros((1, 81), numpy.uint8)
print(process.search(puzzles, Options(1, None, "numpy", 2), lambda _: None).counts)
process.end()
"""


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """Return a folder with modules that leave a file `run-…` where they are run."""
    folder = tmp_path / "trap"
    folder.mkdir()
    for name in NAMES:
        mark = tmp_path / f"run-{name}"
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'w').close()\n")
    return folder


def sprung(trap: Path) -> list[str]:
    """Name what was run of the folder."""
    return sorted(path.name for path in trap.parent.glob("run-*"))


def in_folder(trap: Path, text: str) -> str:
    """Run a text there, in a Python that itself has a safe path; return its output."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys, satdoku\n{text}"],
        cwd=trap,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout


@pytest.mark.parametrize(
    ("library", "text", "told"),
    [
        ("pyganak", COUNTER, "288\n"),
        ("pysat", SOLVER, "() [1]\n"),
        ("numpy", WORKER, "[1]\n"),
    ],
    ids=["counter", "solver", "worker"],
)
def test_nothing_there_is_run(trap: Path, library: str, text: str, told: str) -> None:
    """Whatever starts a Python gets its answer without the current folder's modules."""
    pytest.importorskip(library)

    assert told == in_folder(trap, text)
    assert [] == sprung(trap)


def test_the_trap_works(trap: Path) -> None:
    """The same without a safe path does run what is there."""
    subprocess.run([sys.executable, "-c", "import threading"], cwd=trap, check=True)

    assert ["run-threading"] == sprung(trap)


def test_folders(trap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has this one's folders, but none that depend on where one is."""
    monkeypatch.chdir(trap)
    kept = [path for path in sys.path if Path(path).is_absolute()]
    monkeypatch.setattr(sys, "path", ["", ".", *kept, "lib"])
    told = subprocess.check_output(
        fresh_python("import threading; print(*sys.path, sep='\\n')"), text=True
    )

    assert kept == told.splitlines()
    assert [] == sprung(trap)


def test_satdoku_in_the_current_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is this satdoku, also where that was found as `''`, before any other."""
    monkeypatch.chdir(HOME)
    others = [path for path in sys.path if path and Path(path).resolve() != HOME]
    monkeypatch.setattr(sys, "path", ["", *others])
    told = subprocess.check_output(
        fresh_python("import satdoku.grid; print(satdoku.grid.__file__)"), text=True
    )

    assert f"{HOME / 'satdoku' / 'grid.py'}\n" == told


def test_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this one does not read or write, it does not either."""
    isolated = [sys.executable, "-I", "-B", "-c"]
    text = (
        f"import sys; sys.path.append({str(HOME)!r})\n"
        "from satdoku.child import fresh_python; print(fresh_python('')[1:5])"
    )
    told = subprocess.check_output([*isolated, text], text=True)

    assert f"{['-P', '-E', '-s', '-B']}\n" == told
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert "-B" not in fresh_python("")
