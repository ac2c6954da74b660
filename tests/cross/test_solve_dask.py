"""`satdoku solve --dask` on a cluster of this machine, some of which ends or dies."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.cross.conftest import PATIENCE, await_that
from tests.unit.cli.bad_input.test_files import written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

pytest.importorskip("dask", reason="dask is not installed")
pytest.importorskip("distributed", reason="distributed is not installed")

pytestmark = pytest.mark.slow


def test_command(client: Any, puzzles: NDArray[np.uint8], tmp_path: Path) -> None:  # noqa: ANN401
    """`satdoku solve --dask` writes what engine lanes writes without."""
    lines = "".join("".join(map(str, row)) + "\n" for row in puzzles[:300].tolist())
    (tmp_path / "many.txt").write_text(lines)
    solve = [sys.executable, "-m", "satdoku", "solve", "many.txt", "--json"]

    here, there = (
        subprocess.run(
            [*solve, *options],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        for options in (["--workers", "1"], ["--dask", client.scheduler.address])
    )

    assert 300 == len(there.stdout.splitlines())
    assert here.returncode == there.returncode
    timed = re.compile(r'"time_s": [^,}]+')
    one, other = (timed.sub("", done.stdout).splitlines() for done in (here, there))
    assert [] == [pair for pair in zip(one, other, strict=True) if len({*pair}) > 1][:1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--workers", "2"], "--dask has workers of its own; leave out --workers"),
        (["--all"], "--dask is about engine lanes"),
        (["--engine", "dpll"], "--dask is about engine lanes"),
        ([], "no Dask scheduler at 'nowhere'"),
    ],
)
def test_command_refuses(root: Path, options: list[str], told: str) -> None:
    """What does not go with a cluster, or is none, is told in one line."""
    puzzle = root / "data" / "seeds" / "input.txt"
    command = [sys.executable, "-m", "satdoku", "solve", "--dask", "nowhere"]

    done = subprocess.run(
        [*command, *options, puzzle], capture_output=True, text=True, check=False
    )

    assert 2 == done.returncode
    assert told in done.stderr
    assert 1 == len(done.stderr.splitlines())


@contextmanager
def scheduler(tmp_path: Path) -> Iterator[tuple[Any, str]]:
    """Start a scheduler alone; return its process and address."""
    told = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0"]
    command += ["--no-dashboard", "--host", "127.0.0.1", "--scheduler-file", str(told)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            await_that(lambda: told.exists() and told.read_text().endswith("}"))
            yield process, json.loads(told.read_text())["address"]
        finally:
            process.kill()


@contextmanager
def solving(address: str, tmp_path: Path, puzzles: NDArray[np.uint8]) -> Iterator[Any]:
    """Start `satdoku solve --dask` into a file, of puzzles that come without end."""
    (tmp_path / "many.txt").write_text(
        "".join("".join(map(str, row)) + "\n" for row in puzzles.tolist())
    )
    endless = "while cat many.txt; do sleep 0.1; done"
    with (
        subprocess.Popen(
            ["/bin/sh", "-c", endless],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as source,
        subprocess.Popen(
            [
                sys.executable,
                *f"-m satdoku solve --dask {address} - -o out.txt".split(),
            ],
            cwd=tmp_path,
            stdin=source.stdout,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()
            source.kill()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_command_loses_its_scheduler(
    puzzles: NDArray[np.uint8], tmp_path: Path, how: signal.Signals
) -> None:
    """A scheduler that dies is told in a line of ours, without a word of Dask's."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-nanny"]
    command += ["--nthreads", "1", "--no-dashboard"]

    with (
        scheduler(tmp_path) as (process, address),
        subprocess.Popen([*command, address], stderr=subprocess.DEVNULL) as worker,
        solving(address, tmp_path, puzzles) as run,
    ):
        try:
            await_that(lambda: written(run.pid, tmp_path) > 0)
            process.send_signal(how)
            said = run.communicate(timeout=PATIENCE)[1]
        finally:
            worker.kill()

    assert 1 == run.returncode
    assert f"satdoku: error: the Dask cluster at {address} was lost: its" in said
    assert all(line.startswith("satdoku: ") for line in said.splitlines())


def test_command_without_workers(puzzles: NDArray[np.uint8], tmp_path: Path) -> None:
    """That a worker is waited for is said; an end leaves no empty file behind."""
    with (
        scheduler(tmp_path) as (_, address),
        solving(address, tmp_path, puzzles) as run,
    ):
        assert (
            f"satdoku: waiting for a worker of the Dask cluster at {address}\n"
            == run.stderr.readline()
        )
        run.terminate()
        said = run.communicate(timeout=PATIENCE)[1]

    assert 143 == run.returncode
    assert "Traceback" not in said
    assert all(line.startswith("satdoku: ") for line in said.splitlines())
    assert not (tmp_path / "out.txt").exists()
