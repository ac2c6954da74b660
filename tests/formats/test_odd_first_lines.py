"""One odd line at the start does not hide the puzzles below it."""

import json
import re

import pytest

from tests.conftest import table
from tests.puzzles import NEWSPAPER as PUZZLE


@pytest.mark.parametrize(
    "first",
    table(__file__, "test_passed_over"),
)
def test_passed_over(run, first):
    text = f"{first}\n{PUZZLE}\n{PUZZLE}\n"
    assert 2 == len(run("solve", text=text, code=0).stdout.split())


@pytest.mark.parametrize("first", ["12..", "81 x 2"])
@pytest.mark.parametrize("options", [(), ("--engine", "dpll")])
def test_refused_by_itself(run, first, options):
    text = f"{first}\n{PUZZLE}\n{PUZZLE}\n"
    done = run("solve", *options, "--to", "csv", text=text, code=2)
    assert "<stdin>:1: " in done.stderr
    assert 4 == len(done.stdout.splitlines())
    assert 2 == done.stdout.count(PUZZLE)


@pytest.mark.parametrize("title", ["My puzzles", "Times, 4 May", "Puzzle 1"])
@pytest.mark.parametrize("puzzle", [PUZZLE, re.sub("(.{9})", r"\1\n", PUZZLE)])
def test_title(run, title, puzzle):
    done = run("convert", "--to", "json", text=f"{title}\n{puzzle}\n", code=0)
    assert title == json.loads(done.stdout)["name"]
    assert run("solve", text=f"# {title}\n{puzzle}\n", code=0).stdout
