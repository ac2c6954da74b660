"""Every example that `--help`, the manual pages and the command reference show runs.

In a folder that holds what the examples name: puzzles in several files, formulas,
models.  Programs that examples call beside satdoku are stood in for by satdoku itself,
so that the command line around them is tried wherever the tests run.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from satdoku.cli.reference import describe, names

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    (name, line) for name in ("", *names()) for line, _ in describe(name).examples
]
PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
RECIPE = """
format = 1
name = "mine"
summary = "Mine."
reference = "Nobody else's."

[cell]
at_least_one = true

[unit]
at_most_one = "pairwise"
"""
CODES = {
    "satdoku check -q puzzles.sdm": 3,
    "satdoku check --json puzzles.sdm": 3,
    "satdoku check --all-reasons twice.txt": 3,
    "satdoku count --limit 1 puzzles.sdm": 4,
    "satdoku explain --verify --json puzzles.sdm": 3,
    "satdoku solve --unique puzzles.sdm": 3,
    "satdoku cnf puzzle.txt | cadical -q": 10,
    "satdoku sat formula.cnf": 20,
    "satdoku sat formula.cnf.gz --engine glucose4 --timeout 60": 20,
    "satdoku sat formula.cnf --engine dpll --rule first --stats": 20,
    "satdoku sat formula.cnf --tree tree.svg --quiet": 20,
    "cnfgen php 5 4 | satdoku sat -": 20,
}
"""What the examples end with, where that is not 0."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the files that examples name."""
    several = PUZZLE[:30] + "." * 51
    files = {
        "puzzle.txt": PUZZLE + "\n",
        "p.txt": PUZZLE + "\n",
        "mine.txt": SOLVED[:-1] + "8\n",
        "messy.txt": "\n".join(
            PUZZLE[at : at + 4] + " " + PUZZLE[at + 4 : at + 9]
            for at in range(0, 81, 9)
        ),
        "twice.txt": "55" + "." * 79 + "\n",
        "puzzles.sdm": f"{PUZZLE}\n{several}\n" + f"{PUZZLE}\n" * 5,
        "million.txt": f"{PUZZLE}\n" * 100,
        "puzzles.csv": f"quiz,rating\n{PUZZLE},1\n{PUZZLE},2\n",
        "kaggle.csv": f"quizzes,solutions\n{PUZZLE},{SOLVED}\n",
        "mine.toml": RECIPE,
        "formula.cnf": "p cnf 1 2\n1 0\n-1 0\n",
        "hard.cnf": "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
        "hard.drat": "1 0\n0\n",
        "game.json": '{"puzzle": "%s", "state": "%s"}\n' % (PUZZLE, SOLVED),  # noqa: UP031  braces
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with gzip.open(tmp_path / "formula.cnf.gz", "wt") as packed:
        packed.write(files["formula.cnf"])
    return tmp_path


@pytest.fixture
def environment(folder: Path) -> dict[str, str]:
    """Return an environment with the programs that examples call."""
    tools = folder / ".tools"
    tools.mkdir()
    run = f'#!/bin/sh\nexec "{sys.executable}" -m satdoku'
    stand_ins = {
        "satdoku": f'{run} "$@"\n',
        "cadical": f"{run} sat -q -\n",
        "minisat": f'{run} sat -q "$1" > "$2"\n',
        "cnfgen": "#!/bin/sh\necho p cnf 1 2; echo 1 0; echo -1 0\n",
        "man": "#!/bin/sh\ncat > /dev/null\n",
        "drat-trim": "#!/bin/sh\necho s VERIFIED\n",
    }
    for name, text in stand_ins.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    found = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    found["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    found.setdefault("MPLCONFIGDIR", str(Path("~/.cache/matplotlib").expanduser()))
    found["HOME"] = str(folder)
    return found


@pytest.mark.parametrize(("name", "line"), EXAMPLES)
def test_example(
    name: str, line: str, folder: Path, environment: dict[str, str]
) -> None:
    """The example ends as it should, and says nothing of an error."""
    if line.endswith("puzzle.txt -o two.png"):
        pytest.importorskip("PIL", reason="pillow is not installed")
    if "--method exact" in line:
        pytest.importorskip("pyganak", reason="pyganak is not installed")
    shell = "zsh" if "zsh" in line else "bash"
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    for file in re.findall(r"> (~/\S+)", line):
        (folder / file.removeprefix("~/")).parent.mkdir(parents=True)
    _prepare(name, line, folder)
    if line.startswith("satdoku verify") and "--formula" not in line:
        what = "puzzle.txt" if "puzzle.proof" in line else "puzzles.sdm -o proofs"
        _run(f"satdoku prove -q {what}", folder, environment, shell)
    if "p.cnf" in line or "p.model" in line:
        for before in (
            "satdoku cnf -q p.txt --encoding triad --simplify -o p.cnf",
            "satdoku sat -q p.cnf > p.model",
            "satdoku cnf -q p.txt --force -o p.cnf"
            if line.startswith("minisat")
            else "true",
        ):
            _run(before, folder, environment, shell)
    done = _run(line, folder, environment, shell)

    assert CODES.get(line, 0) == done.returncode, done.stderr
    assert "error" not in done.stderr


def _prepare(name: str, line: str, folder: Path) -> None:
    """Make the files that some examples need besides."""
    if name == "rate":  # what is not proper has no rating
        (folder / "puzzles.sdm").write_text(f"{PUZZLE}\n" * 3)
    if name == "man":
        (folder / "pages").mkdir()
    if name == "study":
        for puzzles in ("easy.txt", "hard.txt", "puzzles.sdm"):
            (folder / puzzles).write_text(f"{PUZZLE}\n" * 2)
    if "*.sdk" in line:
        (folder / "one.sdk").write_text(f"{PUZZLE}\n")


def _run(
    line: str, folder: Path, environment: dict[str, str], shell: str
) -> subprocess.CompletedProcess[str]:
    if shell == "zsh":
        line = f"autoload -Uz compinit; compinit -D; {line}"
    return subprocess.run(
        [shell, "-c", line],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_examples_are_found() -> None:
    """The test above is not vacuous."""
    assert len(EXAMPLES) > 40
    assert CODES.keys() <= {line for _, line in EXAMPLES}
