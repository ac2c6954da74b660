"""`satdoku decode`: what a SAT solver answered, as a solution."""

import pytest

from tests.cli.samples import PROPER, SEVERAL, SOLVED, SUKAKU, names, refused
from tests.conftest import places, table


def model(grid, status="s SATISFIABLE\nv "):
    """Return the answer of a solver that found this grid."""
    literals = [cell * 4 + int(digit) for cell, digit in enumerate(grid)]
    return f"{status}{' '.join(map(str, literals))} 0\n"


@pytest.mark.parametrize("simplify", [[], ["--simplify"]], ids=["whole", "simplify"])
@pytest.mark.parametrize("encoding", ["extended", "minimal", "triad"])
@pytest.mark.parametrize("text", [PROPER, SEVERAL], ids=["proper", "several"])
def test_there_and_back(run, tmp_path, text, encoding, simplify):
    puzzle = tmp_path / "p.txt"
    puzzle.write_text(text)
    options = ("--encoding", encoding, *simplify)
    formula = run("cnf", "-q", puzzle, *options).stdout
    answer = run("sat", text=formula, code=10).stdout
    line = run("decode", puzzle, "--to", "line", *options, text=answer, code=0).stdout
    assert (
        line.strip() in run("solve", "--all", "--to", "line", text=text).stdout.split()
    )


@pytest.mark.parametrize(
    "status", ["s SATISFIABLE\nv ", "SAT\n", "c hello\ns SATISFIABLE\nv "]
)
def test_forms_of_answers(run, puzzle, status):
    """As in the competitions, or as MiniSat writes them."""
    assert run("decode", puzzle, text=model(SOLVED, status), code=0).stdout == (
        "12|43\n34|21\n--+--\n21|34\n43|12\n"
    )


@pytest.mark.parametrize(
    ("answer", "code", "place"),
    table(__file__, "test_no_solution"),
)
def test_no_solution(run, puzzle, tmp_path, answer, code, place):
    done = run("decode", puzzle, "-o", tmp_path / "out", text=answer, code=code)
    assert (done.stdout, places(done.stderr)[:1]) == ("", [place])
    assert names(tmp_path) == ["puzzle.txt"]


@pytest.mark.parametrize(
    ("grid", "cells"),
    [
        ("2143341212344321", ["r1c1", "1", "2"]),  # a clue is another digit
        ("1243342121344321", ["r2c3", "r4c3", "column 3"]),  # a rule is broken
    ],
)
def test_a_lying_solver(run, puzzle, grid, cells):
    done = run("decode", puzzle, text=model(grid), code=3)
    assert done.stdout == ""
    assert all(cell in done.stderr for cell in cells)


def test_a_candidate_that_is_ruled_out(run, tmp_path):
    puzzle = tmp_path / "marks.txt"
    puzzle.write_text(SUKAKU)
    done = run(
        "decode", "--from", "sukaku", puzzle, text=model("4312213412433421"), code=3
    )
    assert "r1c1" in done.stderr
    run("decode", "--from", "sukaku", puzzle, text=model("1243342121344312"), code=0)


@pytest.mark.parametrize("written", [[], ["--simplify"]], ids=["whole", "simplify"])
def test_the_other_formula(run, tmp_path, written):
    """Where --simplify was forgotten, or is too much, a hint names it."""
    puzzle = tmp_path / "p.txt"
    puzzle.write_text(SEVERAL)
    answer = run("sat", text=run("cnf", "-q", puzzle, *written).stdout).stdout
    read = [] if written else ["--simplify"]
    done = run("decode", puzzle, *read, text=answer)
    assert (done.exit_code, done.stdout) == (2 if written == [] else 3, "")
    assert "--simplify" in done.stderr
    assert run("decode", puzzle, *written, text=answer, code=0).stdout


def test_a_model_of_neither_formula(run, puzzle):
    refused(
        run,
        "decode",
        "--simplify",
        puzzle,
        text="s SATISFIABLE\nv 1 2 3 0\n",
        word="--encoding",
    )


def test_model_in_place_of_the_puzzle(run, tmp_path):
    answer = tmp_path / "answer"
    answer.write_text(model(SOLVED))
    refused(run, "decode", answer, word="satdoku decode PUZZLE MODEL")


def test_lenient(run, puzzle):
    """A printed list of literals between lines of text, as PySAT's models are."""
    literals = [cell * 4 + int(digit) for cell, digit in enumerate(SOLVED)]
    answer = f"solving …\n{literals}\n"
    refused(run, "decode", puzzle, text=answer, word="--lenient")
    done = run("decode", "--lenient", "--to", "line", puzzle, text=answer, code=0)
    assert done.stdout == f"{SOLVED}\n"


@pytest.mark.parametrize("scheme", ["100r", "drc", "rcd", "names.txt"])
def test_a_formula_of_ones_own(run, puzzle, tmp_path, scheme):
    """In a numbering of its own, with other variables beside."""

    def variable(cell, digit):
        r, c, d = cell // 4, cell % 4, digit - 1
        return {
            "100r": 111 + 100 * r + 10 * c + d,
            "drc": 1 + 16 * d + 4 * r + c,
            "rcd": 1 + 16 * r + 4 * c + d,
        }.get(scheme, 700 - 16 * r - 4 * c - d)

    lines = [
        f"{variable(cell, digit)} r{cell // 4 + 1}c{cell % 4 + 1}={digit}\n"
        for cell in range(16)
        for digit in range(1, 5)
    ]
    (tmp_path / "names.txt").write_text("".join(lines))
    option = scheme if "." not in scheme else tmp_path / scheme
    true = [variable(cell, int(digit)) for cell, digit in enumerate(SOLVED)]
    answer = f"s SATISFIABLE\nv {' '.join(map(str, true))} 999 0\n"

    line = run("decode", puzzle, "--scheme", option, "--to", "line", text=answer)
    assert (line.exit_code, line.stdout) == (0, f"{SOLVED}\n")
    missing = answer.replace(f"v {true[0]} ", "v ")
    done = run("decode", puzzle, "--scheme", option, text=missing, code=3)
    assert "r1c1" in done.stderr
    assert "--scheme" in done.stderr


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["100r", "--simplify"], "--scheme"),
        (["rcd", "--encoding", "triad"], "--scheme"),
        (["no-such"], "no-such"),
    ],
)
def test_schemes_that_make_no_sense(run, puzzle, options, word):
    answer = model(SOLVED)
    refused(run, "decode", puzzle, "--scheme", *options, text=answer, word=word)


def test_one_puzzle_alone(run, puzzle):
    puzzle.write_text(f"{PROPER}\n{SEVERAL}\n")
    refused(run, "decode", puzzle, text=model(SOLVED), word=f"{puzzle}:2")
