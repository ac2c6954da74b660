"""Every example that `--help` shows runs, in a folder with the files they name.

Programs that examples call beside satdoku are stood in for by scripts.
"""

import re
import shutil

import pytest
from click.testing import CliRunner

from satdoku.cli.main import main
from satdoku.cnf import encode
from satdoku.cnf.formula import Formula
from satdoku.cnf.numbering import numbering
from satdoku.puzzle.geometry import Geometry
from tests.documents.shell import Shell
from tests.puzzles import NEWSPAPER as PUZZLE
from tests.puzzles import NEWSPAPER_SOLUTION as SOLVED

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
    "satdoku count --limit 1 puzzles.sdm": 4,
    "satdoku cnf puzzle.txt | cadical -q": 10,
    "satdoku sat formula.cnf": 20,
    "satdoku sat formula.cnf --proof proof.drat": 20,
    "satdoku sat hard.cnf --assume '1 -2'": 20,
    "satdoku trace formula.cnf --to json": 3,
    "cnfgen php 5 4 | satdoku sat - --count": 20,
}
"""What the examples end with, where that is not 0."""

NEEDS = {
    r"\.pdf": ["svglib", "reportlab"],
    "--method exact": ["pyganak"],
    "--with killer|--variant anti-knight": ["numba"],  # seconds without it
    "satdoku study": ["matplotlib", "pandas", "scipy"],
    r"\.png": ["resvg_py"],
}
"""The extras that an example needs."""


def commands():
    text = CliRunner().invoke(main, ["--help"]).stdout
    listed = text[text.index("Commands:") :].splitlines()[1:]
    return [line.split()[0] for line in listed if re.match(r"  \w", line)]


def examples():
    """Yield (command, line) of each example in the help texts, once."""
    found = set()
    for name in ["", *commands()]:
        text = CliRunner().invoke(main, [name, "--help"][not name :]).stdout
        shown = text.partition("Examples:\n")[2].partition("\n\n")[0]
        for line in re.findall(r"^ {4}(\S.*?)(?:  +# .*)?$", shown, re.MULTILINE):
            if line not in found:
                found.add(line)
                yield name, line


LONG = {"study"}
"""Commands whose every example starts many processes: run nightly."""

SLOW = ("--hardest", "compinit", "completion zsh", "minisat p.cnf", "-o proof")
SLOW += ("-o why", "generate -n 100")
"""What is in examples that take seconds: run nightly."""


def cases():
    for name, line in examples():
        slow = name in LONG or any(word in line for word in SLOW)
        marks = [pytest.mark.nightly] if slow else []
        yield pytest.param(name, line, marks=marks)


EXAMPLES = list(cases())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Change to a folder with the files that examples name."""
    files = {
        "puzzle.txt": PUZZLE + "\n",
        "p.txt": PUZZLE + "\n",
        "mine.txt": SOLVED[:40] + PUZZLE[40:] + "\n",
        "puzzles.sdm": f"{PUZZLE}\n{PUZZLE[:30] + '.' * 51}\n" + f"{PUZZLE}\n" * 5,
        "million.txt": f"{PUZZLE}\n" * 100,
        "puzzles.csv": f"quiz,rating\n{PUZZLE},1\n{PUZZLE},2\n",
        "bad.txt": "1 .34\n3. 12\n.143\n4321\n",
        "kaggle.csv": f"quizzes,solutions\n{PUZZLE},{SOLVED}\n",
        "mine.toml": RECIPE,
        "formula.cnf": "p cnf 1 2\n1 0\n-1 0\n",
        "hard.cnf": "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
        "hard.drat": "1 0\n0\n",
        "game.json": f'{{"puzzle": "{PUZZLE}", "state": {{"grid": "{SOLVED}"}}}}\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def shell(folder, monkeypatch):
    program = "#!/bin/sh\nsatdoku sat -q"
    made = Shell(
        folder,
        {
            "cadical": f"{program} -\n",
            "minisat": f'{program} "$1" > "$2"\n',
            "cnfgen": "#!/bin/sh\necho p cnf 1 2; echo 1 0; echo -1 0\n",
            "man": "#!/bin/sh\ncat > /dev/null\n",
            "drat-trim": "#!/bin/sh\necho s VERIFIED\n",
        },
    )
    monkeypatch.setenv("PATH", made.environment["PATH"])
    return made


@pytest.mark.parametrize(("name", "line"), EXAMPLES)
def test_example(name, line, folder, shell, needs):
    for pattern, packages in NEEDS.items():
        if re.search(pattern, line):
            needs(*packages)
    if "zsh" in line and not shutil.which("zsh"):
        pytest.skip("zsh is not installed")
    for file in re.findall(r"> ~/(\S+)", line):
        (folder / file).parent.mkdir(parents=True)
    prepare(name, line, folder, shell)
    if "zsh" in line:
        line = f"zsh -c 'autoload -Uz compinit; compinit -D; {line}'"
    shown, code = shell.run(line)

    assert CODES.get(line, 0) == code, shown
    assert "error:" not in shown


def renumbered(formula):
    """Return a formula of 9×9 with the numbers of variables that 100r gives them."""
    numbers = [*numbering("100r", Geometry(9, 9)).values()]  # in our order
    clauses = [[(abs(x) // x) * numbers[abs(x) - 1] for x in c] for c in formula]
    return Formula.of(clauses)


def prepare(name, line, folder, shell):
    """Make the files that some examples need besides."""
    if name == "check-cnf":
        rules = encode("." * 81, "extended")
        rules = renumbered(rules) if "100r" in line else rules
        rules.write(folder / "rules.cnf")
        encode(PUZZLE, "extended").write(folder / "puzzle.cnf")
    if name == "rate":  # a puzzle with several solutions has no rating
        (folder / "puzzles.sdm").write_text(f"{PUZZLE}\n" * 3)
    if name == "generate":
        (folder / "puzzles.sdm").unlink()
        (folder / "half.iss").write_text(".Shape~4x4.Cage~3~R1C1~R1C2\n")
    if name == "study":
        for puzzles in ("easy.txt", "hard.txt", "puzzles.sdm"):
            (folder / puzzles).write_text(f"{PUZZLE}\n" * 2)
    if "puzzle.proof" in line:
        shell.run("satdoku prove -q puzzle.txt")
    if "p.model" in line:
        encoding = "" if line.startswith("minisat") else "--encoding triad"
        shell.run(f"satdoku cnf -q p.txt {encoding} -o p.cnf")
        if "100r" in line:
            renumbered(encode(PUZZLE, "extended")).write(folder / "p.cnf")
        shell.run("satdoku sat -q p.cnf > p.model")


def test_examples_are_found():
    assert len(EXAMPLES) > 40
    assert CODES.keys() <= {case.values[1] for case in EXAMPLES}
