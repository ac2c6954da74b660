"""The benchmarks: answers are checked, limits hold, and what is missing is told."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import satdoku

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


def test_made_sets_are_what_they_say(bench: Any) -> None:  # noqa: ANN401
    """Minimal puzzles are proper and lose that with any clue; impossible have none."""
    sets = bench("whole_sets")
    minimal = sets.minimal(20)
    fewer = [
        np.where(np.arange(81) == cell, 0, puzzle)
        for puzzle in minimal
        for cell in np.flatnonzero(puzzle)
    ]
    impossible = sets.impossible(minimal)

    assert {1} == set(satdoku.solve_batch(minimal, limit=2).counts.tolist())
    assert {2} == set(satdoku.solve_batch(fewer, limit=2).counts.tolist())
    assert not satdoku.solve_batch(impossible).counts.any()
    assert not any(list(satdoku.Grid.of(puzzle).clashes()) for puzzle in impossible)
    assert 20 == len({puzzle.tobytes() for puzzle in minimal})
    assert (minimal == sets.minimal(20)).all()


def test_sets_without_files_are_left_out(
    bench: Any,  # noqa: ANN401
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is made is always there; a folder that lacks a file is an error."""
    sets = bench("whole_sets")
    monkeypatch.setenv("SATDOKU_DATA", str(tmp_path / "none"))

    assert ["minimal"] == list(sets.whole_sets(["clues17", "minimal"], 2))
    monkeypatch.setenv("SATDOKU_DATA", str(tmp_path))
    with pytest.raises(satdoku.SatdokuError, match="clues17"):
        sets.whole_sets(["clues17"], 2)


def test_hardest_are_by_guesses(bench: Any, shared_data: Path) -> None:  # noqa: ANN401
    """None that was left out takes more guesses than one that was taken."""
    assert shared_data.is_dir()
    sets = bench("whole_sets")
    every = sets.read_set("hardest")[:400]
    taken = sets.WHOLE_SETS["hardest375"](400)
    rows = {puzzle.tobytes() for puzzle in taken}
    guesses = satdoku.solve_batch(every, limit=2).guesses
    is_taken = np.array([puzzle.tobytes() in rows for puzzle in every])

    assert (375, 375) == (len(taken), is_taken.sum())
    assert guesses[is_taken].min() >= guesses[~is_taken].max()


def test_whole_sets_in_one_run(root: Path, tmp_path: Path, shared_data: Path) -> None:
    """Every contender finds the same; ratios are to the reference on 17 clues."""
    assert shared_data.is_dir()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "benchmarks", "many", "workers", "million"),
            *("--sets", "clues17,impossible", "--first", "4", "--repeats", "1"),
            *("--puzzles", "2000", "--solutions", "100", "--output", tmp_path / "out"),
        ],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))["sections"]
    clues17, impossible = found["many"]["clues17"], found["many"]["impossible"]

    assert 0 == done.returncode, done.stderr
    assert {"numba 1", "numba 2", "numpy 1", "numpy 2", "cadical153"} == set(clues17)
    assert 1 == clues17["cadical153"]["ratio"]
    numpy2, reference = clues17["numpy 2"], clues17["cadical153"]
    assert numpy2["ratio"] == pytest.approx(numpy2["mean"] / reference["mean"])
    assert 0 < clues17["numpy 1"]["guesses"] <= numpy2["guesses"]
    assert 0 < impossible["numpy 1"]["ratio"]
    assert {"1 worker", "2 workers"} == set(found["workers"]["2,000 puzzles"])
    assert {"counted", "delivered"} == set(found["million"]["1,000 solutions"])
    assert "µs (" in done.stdout


def test_whole_sets_are_checked(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    """Wrong solutions, and contenders that disagree, reach the list of complaints."""
    many, worker = bench("many"), bench("whole_worker")

    def answer(_: str, contender: str, __: bytes, ___: int) -> dict[str, Any]:
        told = {"micros": 1.0, "wrong": []}
        return {**told, "solvable": [contender != "numpy 2"]}

    monkeypatch.setattr(many, "_ask", answer)
    settings = SimpleNamespace(sets=["minimal"], first=1, repeats=2)
    results = many.many(settings)

    assert ["many, minimal, numpy 2: cadical153 finds others solvable"] == (
        bench("report").complaints({"sections": {"many": results}})
    )
    puzzle = np.array([[int(mark.replace(".", "0")) for mark in PUZZLE]], np.uint8)
    swapped = SimpleNamespace(
        counts=np.array([1]),
        guesses=np.zeros(1),
        sweeps=np.ones(1),
        solutions=np.array([[int(mark) for mark in SWAPPED]], np.uint8),
    )
    monkeypatch.setattr("satdoku.solve_batch", lambda *_, **__: swapped)
    found = worker._lanes("numpy", 1, puzzle, 2)
    assert ["puzzle 1: a clue is not kept"] == found["wrong"]


def test_ratings_are_checked(
    bench: Any,  # noqa: ANN401
    monkeypatch: pytest.MonkeyPatch,
    shared_data: Path,
) -> None:
    """Every contender ends in the solution; another level than HoDoKu's is told."""
    assert shared_data.is_dir()
    ratings = bench("ratings")
    settings = SimpleNamespace(first=3, repeats=1)
    results = ratings.ratings(settings)
    report = {"sections": {"ratings": results}}

    assert {"easier half", "all"} == set(results)
    assert 1 == results["all"]["norvig, the first solution"]["ratio"]
    assert all(0 < found["ratio"] for found in results["all"].values())
    assert [] == bench("report").complaints(report)
    hard = SimpleNamespace(level=satdoku.Level.HARD)
    monkeypatch.setattr(ratings, "rate", lambda _: hard)
    told = bench("report").complaints(
        {"sections": {"ratings": ratings.ratings(settings)}}
    )
    assert "ratings, all, rate: puzzle 1: Hard instead of Easy" in told
    assert 6 == len(told)
