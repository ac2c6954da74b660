"""Ctrl-C while a solver of PySAT refutes a formula."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from satdoku.engines.register import engines

if TYPE_CHECKING:
    from pathlib import Path

HERE = {info.name for info in engines() if info.proofs and info.available}

PROGRAM = """
import os, sys
from itertools import combinations
from threading import Event, Thread
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.register import refute

clauses = [tuple(range(12 * p + 1, 12 * p + 13)) for p in range(13)]
clauses += [
    (-(12 * p + h), -(12 * q + h))
    for h in range(1, 13) for p, q in combinations(range(13), 2)
]
group = Group(Origin("test", "all"), tuple(clauses))
if sys.argv[1] == "thread":
    Thread(target=Event().wait, daemon=True).start()
for name in sys.argv[2:]:
    print("refuting", flush=True)
    try:
        refute(name, Formula(156, len(clauses), lambda: [group], str))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    try:
        os.waitpid(-1, os.WNOHANG)
        print("a child is left")
    except ChildProcessError:
        print("alone", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process")
@pytest.mark.parametrize(
    ("way", "names"),
    [("fork", ["dpll", "cadical195", "glucose4", "lingeling"]), ("thread", ["ergo"])],
)
def test_keyboard_interrupt(
    root: Path, tmp_path: Path, way: str, names: list[str]
) -> None:
    """It comes out within a second; no process and no file is left."""
    if not set(names) <= HERE:
        pytest.skip(f"{names} are not all installed")
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, way, *names],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ, PYTHONPATH=str(root), TMPDIR=str(tmp_path)),
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        for _ in names:
            assert "refuting\n" == child.stdout.readline()
            sleep(0.4)
            child.send_signal(signal.SIGINT)
            sent = monotonic()

            assert "interrupted\n" == child.stdout.readline()
            assert monotonic() - sent < 1
            assert "alone\n" == child.stdout.readline()
        assert "" == child.stderr.read()
    assert 0 == child.returncode
    assert [] == [*tmp_path.iterdir()]
