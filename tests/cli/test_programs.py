"""A SAT solver of one's own as `exec:PROGRAM`, in all the ways it may go wrong."""

import sys

import pytest

FORMULA = "p cnf 3 2\n1 2 0\n-3 1 0\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")


@pytest.fixture
def program(tmp_path):
    def made(script):
        path = tmp_path / "own.sh"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return f"exec:{path}"

    return made


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo s SATISFIABLE; echo v -1 -2 -3 0", "makes clause 1 false: 1 2"),
        ("echo s SATISFIABLE; echo v 1 9 0", "has a variable 9; the formula has 3"),
        ("echo s SATISFIABLE", "line 1 of its answer: satisfiable, without a model"),
        ("true", "no answer of a solver; expected an s line"),
        ("exit 3", "no answer of a solver, ended with exit code 3; expected"),
        ("kill -9 $$", "no answer of a solver, ended by signal 9; expected"),
    ],
)
def test_a_wrong_answer_names_the_program(run, program, script, words):
    engine = program(script)

    done = run("sat", "-", "--engine", engine, text=FORMULA, code=1)
    assert done.stderr.startswith("satdoku: error: ")
    assert "own.sh: " in done.stderr
    assert words in done.stderr


def test_a_wrong_answer_about_a_puzzle(run, program):
    engine = program("echo s SATISFIABLE; echo v 1 0")

    done = run("solve", "1.....2........3", "--engine", engine, code=1)
    assert "error: engine exec:" in done.stderr
    assert "its model makes clause" in done.stderr


def test_a_second_model_that_is_the_first(run, program):
    engine = program("echo s SATISFIABLE; echo v 1 -2 -3 0")

    done = run("sat", "-", "--all", "--engine", engine, text=FORMULA, code=1)
    assert "makes clause 3 false: -1 2 3" in done.stderr


def test_unknown_is_no_limit_of_time(run, program):
    engine = program("echo s UNKNOWN")

    done = run("sat", "-", "--engine", engine, text=FORMULA)
    assert "<stdin>: the solver gave no answer" in done.stderr
    done = run("solve", "1.....2........3", "--engine", engine, code=4)
    assert "the solver gave no answer: no solution was found" in done.stderr


def test_time_that_runs_out(run, program):
    engine = program("exec sleep 9")
    options = ("--engine", engine, "--timeout", "0.1")

    done = run("sat", "-", *options, text=FORMULA)
    assert "stopped by a limit: out of time" in done.stderr
    done = run("solve", "1.....2........3", *options, code=4)
    assert "out of time: no solution was found" in done.stderr
