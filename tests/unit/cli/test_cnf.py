"""`satdoku cnf` and `satdoku decode`: to another solver and back."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.recipe import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

SOLVED = "12|43\n34|21\n--+--\n21|34\n43|12\n"
RECIPES = [recipe.name for recipe in shipped()]


def solver(name: str) -> str:
    """Return the path of a solver; skip the test where it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.mark.parametrize("more", [[], ["--simplify"], ["--names"]])
@pytest.mark.parametrize("recipe", RECIPES)
def test_cadical(
    run: Run, puzzle: Path, tmp_path: Path, recipe: str, more: list[str]
) -> None:
    """`cadical --strict` takes what `cnf` writes, and `decode` what it answers."""
    cadical = solver("cadical")
    formula = tmp_path / "puzzle.cnf"
    made = run("cnf", puzzle, "--encoding", recipe, "-o", formula, *more)
    assert 0 == made.exit_code
    answer = subprocess.run(
        [cadical, "--strict", "-q", formula], capture_output=True, check=False
    )
    model = tmp_path / "model.txt"
    model.write_bytes(answer.stdout)
    simple = ["--simplify"] if "--simplify" in more else []
    done = run("decode", puzzle, model, "--encoding", recipe, *simple)

    assert 10 == answer.returncode
    assert (SOLVED, "", 0) == (done.stdout, done.stderr, done.exit_code)


def test_minisat(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """MiniSat's result file is understood."""
    minisat = solver("minisat")
    formula, model = tmp_path / "puzzle.cnf", tmp_path / "model.txt"
    run("cnf", puzzle, "-o", formula)
    subprocess.run([minisat, formula, model], capture_output=True, check=False)

    assert SOLVED == run("decode", puzzle, model).stdout


def test_comments_and_sizes(run: Run, puzzle: Path) -> None:
    """Comments tell what it is; standard error tells how large, before."""
    done = run("cnf", puzzle, "--names")
    lines = done.stdout.splitlines()
    header = next(line for line in lines if line.startswith("p "))
    _, _, variables, clauses = header.split()

    assert f"satdoku: {variables} variables, {clauses} clauses\n" == done.stderr
    assert int(clauses) == sum(line.endswith(" 0") for line in lines)
    comments = "\n".join(lines[: lines.index(header)])
    for word in (str(puzzle), "4x4", "2x2", "extended", "c var 1 r1c1=1"):
        assert word in comments
    assert ["1 0", "26 0", "43 0", "52 0"] == lines[-4:]
    assert "" == run("cnf", puzzle, "-q").stderr


def test_refuted(run: Run) -> None:
    """A puzzle that its clues refute makes a formula that says so."""
    done = run("cnf", "--simplify", text="11..............")

    assert 0 == done.exit_code
    assert "p cnf 0 1\n0\n" in done.stdout
    assert "r1c2 clashes" in done.stdout or "r1c1 and r1c2" in done.stdout


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("s UNSATISFIABLE\n", 3, "no solution, says the solver"),
        ("s UNKNOWN\n", 4, "does not know"),
        ("hello\n", 2, "<stdin>:1: 'hello' is no line"),
        ("s SATISFIABLE\nv 1 2 0\n", 3, "r1c1"),
        ("s SATISFIABLE\nv 65 0\n", 2, "up to 64"),
        ("", 2, "no answer"),
    ],
)
def test_no_solution(run: Run, puzzle: Path, answer: str, code: int, said: str) -> None:
    """An answer that is no solution is refused, with the reason."""
    done = run("decode", puzzle, text=answer)

    assert (code, "") == (done.exit_code, done.stdout)
    assert said in done.stderr


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ("2143341212344321", "the model gives r1c1 2, but its clue is 1"),
        ("1243342121344321", "r2c3 and r4c3 are both 2 in column 3"),
    ],
)
def test_lying_solver(run: Run, puzzle: Path, grid: str, said: str) -> None:
    """A model that breaks a clue or a rule is caught, whoever made it."""
    literals = [cell * 4 + int(digit) for cell, digit in enumerate(grid)]
    text = f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n"
    done = run("decode", puzzle, text=text)

    assert (3, "") == (done.exit_code, done.stdout)
    assert said in done.stderr


def test_one_puzzle_alone(run: Run, mixed: Path) -> None:
    """A file of several puzzles is refused, with the line of the second."""
    done = run("cnf", mixed)

    assert (2, "") == (done.exit_code, done.stdout)
    assert f"{mixed}:2: a second puzzle" in done.stderr


def test_too_large(run: Run, tmp_path: Path) -> None:
    """A formula beyond --max-clauses is refused before anything is written."""
    target = tmp_path / "out.cnf"
    done = run("cnf", "--max-clauses", "10", "-o", target, text="." * 16)

    assert 2 == done.exit_code
    assert "--max-clauses" in done.stderr
    assert not target.exists()


def test_two_times_standard_input(run: Run) -> None:
    """Puzzle and model cannot both come from standard input."""
    assert 2 == run("decode", "-", "-").exit_code


@pytest.mark.parametrize("asked", [True, False])
def test_other_formula(run: Run, tmp_path: Path, *, asked: bool) -> None:
    """Forgetting --simplify, or adding it, is told with certainty."""
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("1....2....3....4\n")
    written = ["--simplify"] if asked else []
    formula = run("cnf", "-q", puzzle, *written).stdout
    model = run("sat", text=formula).stdout
    done = run("decode", puzzle, *([] if asked else ["--simplify"]), text=model)

    assert (2, "") == (done.exit_code, done.stdout)
    assert f"{'with' if asked else 'without'} --simplify" in done.stderr
    assert 0 == run("decode", puzzle, *written, text=model).exit_code


def test_neither_formula(run: Run, puzzle: Path) -> None:
    """A model of neither is told as what it is."""
    done = run("decode", "--simplify", puzzle, text="s SATISFIABLE\nv 1 2 3 0\n")

    assert 2 == done.exit_code
    assert "--encoding and --simplify have to be as for" in done.stderr


def test_verbose(run: Run, puzzle: Path) -> None:
    """-v tells how the puzzle was understood, and which encoding was taken."""
    done = run("cnf", "-v", puzzle, "--encoding", "triad")

    assert f"satdoku: {puzzle}:1: read as grid: 4x4, boxes of 2x2" in done.stderr
    assert "satdoku: encoding triad, as asked for: " in done.stderr
    assert "the usual one" in run("cnf", "-v", puzzle).stderr
    assert run("cnf", puzzle).stdout == run("cnf", "-v", puzzle).stdout
