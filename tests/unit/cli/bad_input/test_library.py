"""Arrays, calls with anything, threads and processes (rows 54 to 56)."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku import InputError, SatdokuError

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
ROWS = [NINE[at : at + 9] for at in range(0, 81, 9)]
TEXT = "\n".join(ROWS) + "\n"


class TestRow54:
    """Arrays."""

    def test_every_kind(self) -> None:
        """Whole numbers of any kind, in any order in memory, are read."""
        np = pytest.importorskip("numpy")
        grid = satdoku.Grid.parse(NINE)
        values = np.array(grid.values).reshape(9, 9)
        wide = np.zeros((9, 18), np.int64)
        wide[:, ::2] = values
        frozen = values.astype(np.uint8)
        frozen.flags.writeable = False
        for array in (
            values,
            values.astype(np.int8),
            values.astype(np.uint64),
            values.ravel(),
            np.asfortranarray(values),
            wide[:, ::2],
            frozen,
            values.astype(object),
            values.astype(float),
        ):
            solution = satdoku.solve(array).solution

            assert solution is not None
            assert SOLVED == solution.line

    @pytest.mark.parametrize(
        ("cell", "value"), [(0, -1), (40, 10), (80, 255), (3, 1.5), (7, float("nan"))]
    )
    def test_wrong_values(self, cell: int, value: float) -> None:
        """They are named by their cell."""
        np = pytest.importorskip("numpy")
        values = np.zeros(81, dtype=type(value))
        values[cell] = value
        row, column = divmod(cell, 9)

        with pytest.raises(InputError, match=f"r{row + 1}c{column + 1}: "):
            satdoku.solve(values)

    @pytest.mark.parametrize("shape", [(80,), (9, 8), (1, 81), (3, 3, 9), ()])
    def test_wrong_shapes(self, shape: tuple[int, ...]) -> None:
        """So are arrays that hold no grid."""
        np = pytest.importorskip("numpy")

        with pytest.raises(ValueError, match=r"\w"):
            satdoku.solve(np.zeros(shape, np.uint8))

    def test_none(self, run: Run, tmp_path: Path) -> None:
        """A file of no puzzles has none to read, and is none to fear."""
        np = pytest.importorskip("numpy")
        np.save(tmp_path / "none.npy", np.zeros((0, 81), np.uint8))
        done = run("count", tmp_path / "none.npy")

        assert 2 == done.exit_code
        assert "no puzzle" in done.stderr


class TestRow55:
    """The library, called with whatever comes."""

    def test_read(self) -> None:
        """A text, lists and rows of text are puzzles."""
        rows = [[int(mark) if mark.isdigit() else 0 for mark in row] for row in ROWS]
        for puzzle in (NINE, TEXT, rows, [v for row in rows for v in row], ROWS):
            solution = satdoku.solve(puzzle).solution

            assert solution is not None
            assert SOLVED == solution.line

    @pytest.mark.parametrize(
        "puzzle",
        [None, 5, 5.0, NINE.encode(), {}, set(), object(), [], [None], [[]]],
        ids=[
            "None",
            "int",
            "float",
            "bytes",
            "dict",
            "set",
            "object",
            "[]",
            "[None]",
            "[[]]",
        ],
    )
    def test_refused(self, puzzle: object) -> None:
        """Everything else is a ValueError of the library's own family."""
        for ask in (satdoku.solve, satdoku.check, satdoku.count, satdoku.encode):
            with pytest.raises(SatdokuError) as caught:
                ask(puzzle)

            assert isinstance(caught.value, ValueError)
            assert len(str(caught.value)) < 400

    def test_a_puzzle_is_no_file(self) -> None:
        """A text of 81 characters given for a file's name says what was meant."""
        with pytest.raises(InputError, match=r"a puzzle itself goes to Grid\.parse"):
            satdoku.read(NINE)


class TestRow56:
    """Threads, and processes made by fork."""

    def test_threads(self) -> None:
        """The library's functions answer in each thread; each has its own engines."""
        found: list[str | None] = []

        def work() -> None:
            for _ in range(5):
                solution = satdoku.solve(NINE).solution
                found.append(None if solution is None else solution.line)
                found.extend([SOLVED] * satdoku.count(NINE).value)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert [SOLVED] * 40 == found

    def test_one_session_is_for_one_thread(self) -> None:
        """That is documented where a session is."""
        assert "one thread" in (satdoku.Session.__doc__ or "")

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
    def test_fork(self) -> None:
        """A loaded engine that was copied with its process answers in the copy."""
        session = satdoku.Session("cadical153")
        assert session.solve(satdoku.Grid.parse(NINE)).solution is not None
        command = (
            "import os, satdoku\n"
            f"grid = satdoku.Grid.parse({NINE!r})\n"
            "session = satdoku.Session('cadical153')\n"
            "first = session.solve(grid).solution.line\n"
            "child = os.fork()\n"
            "if not child:\n"
            "    same = session.solve(grid).solution.line == first\n"
            "    os._exit(0 if same and satdoku.count(grid).value == 1 else 5)\n"
            "_, status = os.waitpid(child, 0)\n"
            "assert session.solve(grid).solution.line == first\n"
            "raise SystemExit(os.waitstatus_to_exitcode(status))\n"
        )
        root = Path(satdoku.__file__).parents[1]
        done = subprocess.run(
            [sys.executable, "-c", command],
            check=False,
            capture_output=True,
            timeout=60,
            env={**os.environ, "PYTHONPATH": str(root)},
        )

        assert (0, b"") == (done.returncode, done.stderr)
