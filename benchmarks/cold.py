"""Cold starts: what the whole process costs, from the shell and back.

User CPU time of the child alone (`wait4`), the median of 15 runs; the programs take
turns.  `import click` is the floor: what any program with such a command line costs.
Bytecode is kept, as an installed package keeps it, in a folder of the run's own; one
run of each program goes before those that count.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from benchmarks.sets import ROOT

__all__ = ["cold"]

RUNS = 15
PUZZLE = "data/seeds/input.txt"


def _programs() -> dict[str, list[str]]:
    script = Path(sys.executable).with_name("satdoku")
    ours = [str(script)] if script.is_file() else [sys.executable, "-m", "satdoku"]
    return {
        "python": [sys.executable, "-c", "pass"],
        "import click": [sys.executable, "-c", "import click"],
        "satdoku --version": [*ours, "--version"],
        "satdoku solve": [*ours, "solve", PUZZLE],
        "import pysat.solvers": [sys.executable, "-c", "import pysat.solvers"],
    }


def _user_ms(command: list[str], environment: dict[str, str]) -> float:
    """Run a command to its end; return the user CPU time it took, in ms."""
    with TemporaryFile() as output, TemporaryFile() as complaint:
        # Not waited for by subprocess: wait4 tells what this one child used.
        child = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=output, stderr=complaint
        )
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        complaint.seek(0)
        if child.returncode != 0:
            said = complaint.read().decode(errors="replace")
            raise RuntimeError(f"{' '.join(command)}: {said[-2000:]}")
    return used.ru_utime * 1e3


def cold() -> dict[str, float]:
    """Return the median user CPU time of each program, in ms.

    Raises:
        RuntimeError: A program failed; quotes what it said.
    """
    times: dict[str, list[float]] = {name: [] for name in _programs()}
    with TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for run in range(RUNS + 1):
            for name, command in _programs().items():
                taken = _user_ms(command, environment)
                if run:
                    times[name].append(taken)
    return {name: statistics.median(found) for name, found in times.items()}
