"""A few thousand broken inputs through every parser; and that findings are found."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest

from satdoku.errors import InputError
from tests.fuzz.mutate import Mutator
from tests.fuzz.targets import parsers
from tests.fuzz.watch import Parser, Watch, peak
from tests.fuzz.workers import Folder, run_inputs

if TYPE_CHECKING:
    from pathlib import Path

_SEED = 20261121
_INPUTS = 60
"""Of each parser; `python -m tests.fuzz` takes as many as there is time for."""


@pytest.mark.parametrize("name", parsers())
def test_broken_inputs_are_refused(name: str) -> None:
    """By an error of the family, soon; `peak` is of all tests here, and not asked."""
    parser = parsers()[name]._replace(most=1 << 20)
    with Watch(parser) as watch:
        for number in range(max(5, int(_INPUTS * parser.weight))):
            finding = watch.attempt(parser.input(_SEED, number))

            assert finding is None, f"input {number}: {finding}"


@pytest.mark.parametrize("name", parsers())
def test_inputs_are_made_again(name: str) -> None:
    """A number and a seed make the same input, so that a finding can be shown."""
    parser = parsers()[name]
    inputs = [parser.input(_SEED, number) for number in range(20)]

    assert inputs == [parser.input(_SEED, number) for number in range(20)]
    assert len(set(inputs)) > 1
    assert inputs != [parser.input(_SEED + 1, number) for number in range(20)]


def _planted(fault: str, data: bytes) -> None:
    """Read an input as a parser with a fault would; every tenth or so meets it."""
    if b"!" not in data:
        raise InputError("no mark of ours")
    if fault == "raises":
        raise ZeroDivisionError
    while fault == "searches for ever":
        pass
    while fault == "waits for ever":
        time.sleep(1)
    if fault == "crashes":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "takes all memory":
        bytearray(1 << 40)
    if fault == "takes too much":
        filled = bytearray(b"x") * (peak() + 100 << 20)
        del filled


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("raises", "ZeroDivisionError"),
        ("searches for ever", "hangs: more than"),
        ("waits for ever", "hangs: more than"),
        ("crashes", "ends the process: -9"),
        ("takes all memory", "MemoryError"),
        ("takes too much", "takes memory"),
    ],
)
def test_planted_faults_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, told: str
) -> None:
    """Each is told, with the input that made it; and the run goes on behind it."""
    # To fill as much as a long run has taken may itself take long.
    patience = 3.0 if "for ever" in fault else 60.0
    monkeypatch.setattr("tests.fuzz.workers._PATIENCE", patience)
    # As much as this process has ever taken counts, so that there is room for more.
    monkeypatch.setattr("tests.fuzz.workers._ROOM", peak() + 1000 << 20)
    make = Mutator([b"one two three"] * 9 + [b"four!"]).make
    parser = Parser("planted", make, partial(_planted, fault), most=peak() + 50)
    numbers = range(8)
    done = run_inputs(parser, numbers, seed=3, folder=Folder(tmp_path))

    assert 8 == done.inputs
    assert sum(b"!" in parser.input(3, n) for n in numbers) == done.findings > 0
    (kept,) = tmp_path.glob("*.txt")
    assert told in kept.read_text()
    assert b"!" in kept.with_suffix(".input").read_bytes()
