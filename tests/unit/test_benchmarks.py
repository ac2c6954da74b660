"""The benchmarks: answers are checked, limits hold, and what is missing is told."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLUTION = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
IMPOSSIBLE = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)
"""It takes Norvig's program a quarter of an hour and more to refute."""

SWAPPED = SOLUTION[1] + SOLUTION[0] + SOLUTION[2:]


@pytest.fixture
def bench(root: Path, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401  modules
    """Return a function that imports a module of `benchmarks`, found at the root."""
    monkeypatch.syspath_prepend(str(root))
    return lambda name: importlib.import_module(f"benchmarks.{name}")


def test_rules_accept_a_solution_alone(bench: Any) -> None:  # noqa: ANN401
    """A solution passes; every way of not being one is told."""
    wrong = bench("rules").wrong

    assert wrong(PUZZLE, SOLUTION) is None
    assert "no solution found" == wrong(PUZZLE, None)
    assert "a clue is not kept" == wrong(PUZZLE, SWAPPED)
    assert "do not hold each digit once" in wrong("." * 81, SWAPPED)
    assert "not 81 digits" in wrong(PUZZLE, SOLUTION[:-1])


def test_rules_of_boards(bench: Any) -> None:  # noqa: ANN401
    """The same for grids of any size."""
    wrong = bench("rules").wrong_board
    solved = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    empty = [[0] * 4 for _ in range(4)]

    assert wrong(empty, solved) is None
    assert "no solution found" == wrong(empty, None)
    assert "a clue is not kept" == wrong([[2, 0, 0, 0], *empty[1:]], solved)
    assert "not 4x4 cells" == wrong(empty, solved[:3])
    assert "does not hold" in wrong(empty, [*solved[:3], solved[2]])


@pytest.mark.parametrize("peer", ["norvig", "pysat"])
def test_peers_that_are_always_here_answer(bench: Any, peer: str) -> None:  # noqa: ANN401
    """Our text of Norvig's program, and the bare loop over PySAT, find the solution."""
    made = bench("roster").contender(peer)

    assert SOLUTION == made.first(PUZZLE)
    assert made.first("11" + "." * 79) is None


def test_norvig_searches(bench: Any, shared_data: Path) -> None:  # noqa: ANN401
    """Puzzles that need guesses are solved too, and rightly."""
    made = bench("roster").contender("norvig")
    wrong = bench("rules").wrong
    puzzles = (shared_data / "sets" / "top95.txt").read_text("ascii").split()[:5]

    assert [None] * 5 == [wrong(puzzle, made.first(puzzle)) for puzzle in puzzles]


def test_bare_loop_counts_to_two(bench: Any) -> None:  # noqa: ANN401
    """No, one and more solutions are told apart, and earlier calls leave no trace."""
    made = bench("roster").contender("pysat")

    for _ in range(2):
        assert 0 == made.two("11" + "." * 79)
        assert 1 == made.two(PUZZLE)
        assert 2 == made.two("." * 81)
    assert 5 == len(set(made.some("." * 81, 5)))


def test_limit_ends_a_puzzle(bench: Any) -> None:  # noqa: ANN401
    """At the limit a worker is ended; the puzzles after it get a fresh one."""
    answers = bench("measure").run(
        "norvig",
        "first",
        [PUZZLE, IMPOSSIBLE, PUZZLE],
        limit=0.5,
        give_up=2,
    )

    assert [True, False, True] == [answer is not None for answer in answers]
    assert SOLUTION == answers[2].answer
    assert 0 < answers[0].micros < 5e5


def test_unfinished_mean_is_a_lower_bound(bench: Any) -> None:  # noqa: ANN401
    """A puzzle that was not finished counts with the limit, and is not counted done."""
    measure = bench("measure")
    answer = measure.Answer(1000.0, SOLUTION, 1)
    found = measure.summary(
        [PUZZLE, PUZZLE], [[answer, None]], bench("rules").wrong, 2.0
    )

    assert (2, 1) == (found.puzzles, found.finished)
    assert (2e6 + 1000) / 2 == found.mean
    assert [] == found.wrong


def test_wrong_answers_are_told(bench: Any) -> None:  # noqa: ANN401
    """A wrong answer names its puzzle, and reaches the list that fails the run."""
    measure = bench("measure")
    answer = measure.Answer(1000.0, SWAPPED, 1)
    found = measure.summary([PUZZLE], [[answer]], bench("rules").wrong, 2.0)
    results = {"easy50": {"norvig": {"wrong": found.wrong}}}

    assert ["puzzle 1: a clue is not kept"] == found.wrong
    assert ["first, easy50, norvig: puzzle 1: a clue is not kept"] == (
        bench("report").complaints({"sections": {"first": results}})
    )


def test_command_writes_both_reports(
    root: Path, tmp_path: Path, shared_data: Path
) -> None:
    """One command measures and writes JSON and a table; a ratio stands in it."""
    assert shared_data.is_dir()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "benchmarks", "first", "--sets", "easy50"),
            *("--first", "2", "--repeats", "1", "--engines", "dpll"),
            *("--peers", "norvig", "--base", "norvig", "--output", tmp_path / "out"),
        ],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    report = json.loads((tmp_path / "out.json").read_text("utf-8"))
    numbers = report["sections"]["first"]["easy50"]

    assert 0 == done.returncode, done.stderr
    assert done.stdout.strip() == (tmp_path / "out.md").read_text("utf-8").strip()
    assert {"norvig", "satdoku", "satdoku:dpll/extended"} == set(numbers)
    assert all(2 == found["finished"] for found in numbers.values())
    assert "x |" in done.stdout


def test_unknown_names_are_refused(root: Path) -> None:
    """A set that does not exist is a usage error that names those there are."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "first", "--sets", "easy51"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )

    assert 2 == done.returncode
    assert "no set 'easy51'; there are easy50" in done.stderr
