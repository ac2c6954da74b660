"""Puzzles without a solution, with several, and with next to no clues (7 to 14, 41)."""

from __future__ import annotations

import csv
import json
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import satdoku

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Program, Run

SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
with (Path(__file__).parents[3] / "fixtures" / "sudopedia.csv").open() as table:
    CASES = {row["name"]: row["puzzle"] for row in csv.DictReader(table)}
"""Sudopedia's valid and invalid test cases."""

HARD = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)


def index(cell: str) -> int:
    """Return the place of a cell, as `r1c1` names it, in a line of 81."""
    row, _, column = cell[1:].partition("c")
    return 9 * int(row) + int(column) - 10


def resident(process: int) -> int:
    """Return the resident memory of a process, in KiB."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        pytest.skip("this system does not tell the memory of a process")
    line = next(x for x in status.read_text().splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1])


class TestRow7:
    """The same digit twice in a unit."""

    @pytest.mark.parametrize(
        ("puzzle", "said"),
        [
            (CASES["duplicate given - box"], "in box "),
            (CASES["duplicate given - column"], "in column "),
            (CASES["duplicate given - row"], "in row "),
            ("5...5" + "." * 76, "r1c1 and r1c5 are both 5 in row 1"),
            ("5" + "." * 35 + "5" + "." * 44, "r1c1 and r5c1 are both 5 in column 1"),
            ("5" + "." * 9 + "5" + "." * 70, "r1c1 and r2c2 are both 5 in box 1"),
        ],
        ids=["box", "column", "row", "in a row", "in a column", "in a box"],
    )
    def test_clash(self, run: Run, puzzle: str, said: str) -> None:
        """It has no solution; the cells and the unit are named; the code is 3."""
        done = run("solve", text=puzzle)
        told = json.loads(run("check", "--json", text=puzzle).stdout)

        assert (3, "") == (done.exit_code, done.stdout)
        assert 1 == done.stderr.count("\n")
        assert said in done.stderr
        for clash in told["clashes"]:
            assert 2 == len(clash["cells"])
            assert {str(clash["digit"])} == {puzzle[index(c)] for c in clash["cells"]}


class TestRow8:
    """A cell, box, row or column without a candidate."""

    @pytest.mark.parametrize(
        "puzzle",
        [puzzle for name, puzzle in CASES.items() if name.startswith("unsolvable")],
    )
    def test_no_solution(self, run: Run, puzzle: str) -> None:
        """It is said so, and which few clues do not go together."""
        done = run("solve", text=puzzle)
        checked = run("check", "--json", text=puzzle)
        conflict = json.loads(checked.stdout)["conflict"]
        left = ["."] * 81
        for cell in conflict:
            left[index(cell)] = puzzle[index(cell)]

        assert (3, "", 3) == (done.exit_code, done.stdout, checked.exit_code)
        assert "no solution" in done.stderr
        assert 0 < len(conflict) < 81 - puzzle.count(".")
        assert satdoku.solve("".join(left)).solution is None
        for cell in conflict:
            fewer = [*left[: index(cell)], ".", *left[index(cell) + 1 :]]
            assert satdoku.solve("".join(fewer)).solution is not None


class TestRow9:
    """Hard to refute."""

    def test_no_solution(self, run: Run) -> None:
        """It is refuted by a solver that learns, whatever a plain search would take."""
        done = run("solve", text=HARD)

        assert (3, "") == (done.exit_code, done.stdout)
        assert "every way to complete it was ruled out" in done.stderr


class TestRow10To11:
    """Complete already."""

    def test_right(self, run: Run) -> None:
        """That is said."""
        done = run("solve", "--to", "line", text=SOLVED)

        assert (0, f"{SOLVED}\n") == (done.exit_code, done.stdout)
        assert "complete already" in done.stderr

    def test_wrong(self, run: Run) -> None:
        """The clash is named."""
        done = run("solve", text=SOLVED.replace("534", "543", 1))

        assert (3, "") == (done.exit_code, done.stdout)
        assert "r1c2 and r9c2 are both 4 in column 2" in done.stderr


class TestRow12:
    """Several solutions."""

    @pytest.mark.parametrize("count", [2, 3, 4, 10, 125])
    def test_count(self, run: Run, count: int) -> None:
        """One is told, and that it is not the only one; counts are exact."""
        puzzle = CASES[f"not unique {count}"]
        done = run("solve", text=puzzle)
        counted = run("count", text=puzzle)
        every = run("solve", "--all", "--to", "line", text=puzzle)

        assert 0 == done.exit_code
        assert "one solution of several" in done.stderr
        assert 3 == run("solve", "--unique", text=puzzle).exit_code
        assert (0, f"{count}\n") == (counted.exit_code, counted.stdout)
        assert count == len(set(every.stdout.splitlines()))


class TestRow13:
    """Next to no clues."""

    @pytest.mark.parametrize(
        "puzzle",
        [
            "." * 81,
            "." * 40 + "1" + "." * 40,
            CASES["insufficient givens (16)"],
        ],
        ids=["empty", "one", "sixteen"],
    )
    def test_counting_ends(self, run: Run, puzzle: str) -> None:
        """By itself, at the limit; the code is 4, as the count is not exact."""
        usual = run("count", "--limit", "500", text=puzzle)

        assert (4, "more than 500\n") == (usual.exit_code, usual.stdout)
        assert 0 == run("solve", text=puzzle).exit_code

    @pytest.mark.slow
    def test_usual_limit(self, run: Run) -> None:
        """Without a limit said, there is one; compiled lanes reach further."""
        done = run("count", text="." * 81)
        plain = run("count", "--engine", "minisat22", text="." * 81)
        most = 10_000_000 if find_spec("numba") else 100_000

        assert (4, f"more than {most}\n") == (done.exit_code, done.stdout)
        assert (4, "more than 100000\n") == (plain.exit_code, plain.stdout)


class TestRow14:
    """All solutions of the empty grid."""

    def test_streamed_in_flat_memory(self, program: Program) -> None:
        """They come as they are found, for as long as somebody reads them."""
        process = program("solve", "--all", "--to", "line", "-")
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"." * 81)
        process.stdin.close()
        seen: set[bytes] = set()
        for _ in range(1000):
            seen.add(process.stdout.readline())
        before = resident(process.pid)
        for _ in range(4000):
            seen.add(process.stdout.readline())
        after = resident(process.pid)
        process.kill()
        with process:
            pass  # closes its pipes

        assert 5000 == len(seen)
        assert {82} == {len(line) for line in seen}
        assert after - before < 8 << 10

    def test_limit(self, run: Run) -> None:
        """--limit ends it."""
        done = run("solve", "--limit", "1000", "--to", "line", text="." * 81)

        assert 0 == done.exit_code
        assert 1000 == len(set(done.stdout.splitlines()))


class TestRow41:
    """A limit of time."""

    @pytest.mark.parametrize("command", ["solve", "count", "check"])
    @pytest.mark.parametrize("engine", ["auto", "dpll", "cadical153", "glucose4"])
    def test_out_of_time(self, run: Run, command: str, engine: str) -> None:
        """It stops, says so, and the code is 4."""
        done = run(command, "--engine", engine, "--timeout", "1e-6", text=HARD)

        assert 4 == done.exit_code
        assert ("at least 0" if command == "count" else "out of time") in done.output

    def test_large_board(self, run: Run) -> None:
        """So it does on a board of 36x36 whose search never ends."""
        size, height = 36, 6
        cells = [
            (height * (row % height) + row // height + column) % size + 1
            for row in range(size)
            for column in range(size)
        ]
        random = Random(3)  # noqa: S311  not for secrets
        for at in random.sample(range(size * size), size * size * 3 // 5):
            cells[at] = 0
        lines = [
            " ".join(str(cells[at]).rjust(2) for at in range(start, start + size))
            for start in range(0, size * size, size)
        ]
        done = run(
            "solve", "--engine", "dpll", "--timeout", "0.5", text="\n".join(lines)
        )

        assert 4 == done.exit_code
        assert "out of time" in done.stderr
