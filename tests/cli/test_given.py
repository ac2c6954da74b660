"""What files say beside a puzzle: solutions, titles, numbers, several on a line."""

import pytest

from tests.cli.samples import CLASHING, PROPER, SEVERAL, SOLVED
from tests.conftest import places

WRONG = "1243342121344321"
"""The solution of PROPER with two digits exchanged."""


@pytest.mark.parametrize(
    ("puzzle", "solution", "right", "cells", "code"),
    [
        (PROPER, SOLVED, True, [], 0),
        (PROPER, WRONG, False, ["r4c3", "r4c4"], 3),
        (
            PROPER,
            "." * 16,
            False,
            [f"r{at // 4 + 1}c{at % 4 + 1}" for at in range(16)],
            3,
        ),
        (PROPER, "12", False, [], 3),
        (PROPER, "", None, [], 0),
        (SEVERAL, "1234432134122143", False, ["r2c2", "r3c3", "r4c4"], 3),
        (SEVERAL, "1342421324313124", True, [], 3),
        (SEVERAL, "1423324141322314", True, [], 3),
        (CLASHING, SOLVED, False, ["r1c2"], 3),
        (CLASHING, f"11{SOLVED[2:]}", False, None, 3),
    ],
)
def test_solutions(run, puzzle, solution, right, cells, code):
    """Right or wrong, and in which cells."""
    text = f"puzzle,solution\n{puzzle},{solution}\n"
    (answer,) = run.json("check", "--solutions", text=text, code=code)
    given = answer["given"]
    assert given["right"] is right
    assert given["solution"] == (solution if len(solution) == 16 else None)
    if cells is not None:
        assert given["cells"] == cells
    shown = run("check", "--solutions", text=text, code=code).stdout
    for cell in given["cells"][:2]:
        assert cell in shown
    assert given["text"] in " ".join(shown.split())


def test_solutions_on_request_alone(run):
    text = f"puzzle,solution\n{PROPER},{WRONG}\n"
    (answer,) = run.json("check", text=text, code=0)
    assert answer.get("given") is None
    table = f"puzzle,solution\n{PROPER},{SOLVED}\n{PROPER},{WRONG}\n{PROPER},\n"
    done = run("check", "-q", "--solutions", text=table, code=3)
    assert "<stdin>:3" in done.stdout
    assert "<stdin>:2" not in done.stdout
    assert "<stdin>:4" not in done.stdout  # it is proper
    assert done.stderr == "satdoku: <stdin>:4: no solution is stated\n"


def test_own_numbers_are_no_names(run):
    """What satdoku itself has numbered loses nothing; other titles do."""
    other = "1" + "." * 80
    for name in ("euler", "opensudoku"):
        text = run("convert", "--to", name, text=f"{other}\n" * 12, code=0).stdout
        done = run("convert", "--to", "line", "--from", name, text=text, code=0)
        assert done.stderr.count("\n") == 1
        assert done.stdout == f"{other}\n" * 12
    titled = "Grid 07\n1000\n0000\n0000\n0000\n"
    done = run("convert", "--to", "line", "--from", "euler", text=titled, code=0)
    assert done.stderr.count("\n") == 1


def test_puzzles_of_one_line_of_json(run):
    """Each that is wrong is named by its number, too."""
    text = f'["{PROPER}", "x", null, "12"]\n'
    done = run("convert", "--to", "line", text=text, code=2)
    errors = [x for x in done.stderr.splitlines() if ": error: " in x]
    assert done.stdout.splitlines()[0] == PROPER
    assert [places(line) for line in errors] == [["<stdin>:1"]] * 3
    for line, number in zip(errors, (2, 3, 4), strict=True):
        assert f"puzzle {number}" in line
    lines = run("convert", "--to", "line", text=f'"{PROPER}"\n"12"\n"13"\n')
    assert places(lines.stderr)[:2] == ["<stdin>:2", "<stdin>:3"]
    assert "puzzle 2" not in lines.stderr
