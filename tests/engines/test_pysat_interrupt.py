"""Ctrl-C: a real SIGINT reaches each solver in the middle of a search."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from threading import Timer
from time import monotonic, sleep

import pytest

from satdoku.engines.pysat_table import TABLE
from satdoku.engines.registry import available

PROGRAM = """
import sys
from itertools import combinations
from time import sleep
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.registry import load
from satdoku.errors import UsageError

HOLES = 12
SWITCH = HOLES * (HOLES + 1) + 1
sits = lambda pigeon, hole: pigeon * HOLES + hole + 1
clauses = [
    (-SWITCH, *(sits(p, h) for h in range(HOLES))) for p in range(HOLES + 1)
] + [
    (-sits(p, h), -sits(q, h))
    for h in range(HOLES) for p, q in combinations(range(HOLES + 1), 2)
]
group = Group(Origin("test", "all"), tuple(clauses))
formula = Formula(SWITCH, len(clauses), lambda: [group], str)

def calls(name):
    yield lambda engine: engine.solve([SWITCH])
    if name in WALKING:
        yield lambda engine: list(engine.models([SWITCH]))
        yield short_searches

def short_searches(engine):
    try:
        while True:
            engine.solve([-SWITCH])
    except KeyboardInterrupt:
        engine.close()  # it may have come between two
        raise

WALKING = {"minisat22", "cadical153", "lingeling", "kissat404", "glucose4"}
for name in sys.argv[1:]:
    for call in calls(name):
        engine = load(name, formula)
        assert engine.solve([-SWITCH]).model is not None
        print("searching", name, flush=True)
        try:
            call(engine)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        else:
            print("answered", flush=True)
        try:
            engine.solve([-SWITCH])
        except UsageError as error:
            print(error, flush=True)
        engine.close()
        try:
            print("sleeping", flush=True)
            sleep(20)
        except KeyboardInterrupt:
            print("interrupted outside", flush=True)
print("done", flush=True)
"""


@contextmanager
def ended(child):
    """End a child when the test ends, however it does; none can wait for ever."""
    clock = Timer(240, child.kill)
    clock.start()
    try:
        yield
    finally:
        clock.cancel()
        child.kill()


NAMES = [row.name for row in TABLE if available(row)]
# Others may search on, which the exit waits for: that takes up to a minute or two.
ALWAYS = ["cadical153", "minisat22", "glucose4"]


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process")
@pytest.mark.parametrize(
    "names",
    [
        [name for name in ALWAYS if name in NAMES],
        pytest.param(
            [name for name in NAMES if name not in ALWAYS], marks=pytest.mark.nightly
        ),
    ],
)
def test_keyboard_interrupt(names, root):
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, [root])))
    with (
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PROGRAM, *names],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        ) as child,
        ended(child),
    ):
        assert child.stdout is not None
        assert child.stderr is not None
        met = list[str]()
        for line in child.stdout:
            if line == "done\n":
                break

            assert line.startswith("searching")
            met.append(line.split()[1])
            sleep(0.3)
            child.send_signal(signal.SIGINT)
            sent = monotonic()

            assert "interrupted\n" == child.stdout.readline()
            assert monotonic() - sent < 10
            assert f"engine {met[-1]} is closed\n" == child.stdout.readline()
            assert "sleeping\n" == child.stdout.readline()
            child.send_signal(signal.SIGINT)
            assert "interrupted outside\n" == child.stdout.readline()

        assert "" == child.stderr.read()
        assert 0 == child.wait(5)
    assert set(names) == set(met)


def test_open_at_exit(root):
    """Python takes PySAT apart at exit; an engine that is not closed is quiet."""
    program = (
        f"{PROGRAM.split('def calls', maxsplit=1)[0]}models = []\n"
        """
for name in ("minisat22", "cadical153"):
    engine = load(name, formula)
    models.append(engine.models([-SWITCH]))
    next(models[-1])
"""
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        check=False,
        env=dict(os.environ, PYTHONPATH=str(root)),
    )

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)
