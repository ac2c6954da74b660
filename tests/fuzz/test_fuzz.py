"""Some broken inputs through every target (nightly: many); faults are found."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from satdoku import InputError
from tests.conftest import ROOT
from tests.fuzz import __main__ as program
from tests.fuzz.mutate import Mutator
from tests.fuzz.targets import Target, attempt, targets

SEED = 20261121


@pytest.mark.parametrize("name", targets())
def test_broken_inputs_are_refused(name):
    """By an error of satdoku's own, soon; a seed makes the same inputs each time."""
    target, started = targets()[name], time.process_time()
    inputs = [
        target.input(name, SEED, number)
        for number in range(max(3, int(12 * target.weight)))
    ]
    for data in inputs:
        attempt(target, data)
    assert time.process_time() - started < 10
    assert inputs[-1] == target.input(name, SEED, len(inputs) - 1)
    assert len(set(inputs)) > 1


@pytest.mark.nightly
def test_many_inputs(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--runs", "20000", "--findings", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = [path.read_text()[-500:] for path in tmp_path.glob("*.txt")]
    assert (0, []) == (done.returncode, found), done.stderr


def read_with(fault, data):
    """Read an input as a parser with a fault would; one in ten or so meets it."""
    if b"!" not in data:
        raise InputError("no mark of ours")
    match fault:
        case "raises":
            raise ZeroDivisionError
        case "searches for ever":
            while True:
                pass
        case "waits for ever":
            time.sleep(60)
        case "takes all memory":
            bytearray(1 << 40)


@pytest.mark.parametrize(
    ("fault", "record"),
    [
        ("raises", "ZeroDivisionError"),
        ("searches for ever", "Late"),
        ("waits for ever", "Late"),
        ("takes all memory", "MemoryError"),
    ],
)
def test_planted_faults_are_found(tmp_path, monkeypatch, fault, record):
    """Each is stored with its input, and the run goes on behind it."""
    make = Mutator([b"one two three"] * 9 + [b"four!"]).make
    planted = Target(make, lambda data: read_with(fault, data))
    monkeypatch.setattr(program, "targets", lambda: {"planted": planted})
    monkeypatch.setattr(program, "LONGEST", 0.1)
    met = [n for n in range(20) if b"!" in planted.input("planted", 3, n)]
    until = time.monotonic() + 60

    assert (20, len(met)) == program.fuzz("planted", 20, 3, tmp_path, until)
    assert len(met) > 0
    stored = sorted(tmp_path.glob("*.txt"))
    assert record in stored[0].read_text()
    assert all(b"!" in path.with_suffix(".input").read_bytes() for path in stored)
