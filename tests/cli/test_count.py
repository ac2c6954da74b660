"""`satdoku count`: how many solutions puzzles have."""

import json
from importlib.util import find_spec

import pytest

from tests.cli.conftest import compute
from tests.cli.runs import agree, cases, label
from tests.cli.samples import PROPER
from tests.conftest import nightly

SIX = "." * 36


@pytest.mark.parametrize("some", cases("count"), ids=label)
def test_reference(run, some, place, renew):
    if find_spec("pyganak") is None:
        some = [x for x in some if "--method exact" not in x["arguments"]]
    if find_spec("numba") is None:  # NumPy takes seconds
        some = [x for x in some if "--engine lanes" not in x["arguments"]]
    agree(run, some, place, renew=renew)


@pytest.mark.parametrize("engine", nightly(["auto", "dpll", "lanes"], "auto"))
def test_ctrl_c_tells_what_was_counted(program, engine):
    """It is a lower bound; the code is that of Ctrl-C."""
    import signal

    line = ("count", "--limit", "1000000000", "--engine", engine, "--json", "-")
    with program(*line) as process:
        process.stdin.write(b"." * 81)
        process.stdin.close()
        compute(process, 0.8)
        process.send_signal(signal.SIGINT)
        (answer,) = map(json.loads, process.stdout.read().splitlines())
        assert process.stderr.read().count(b"\n") == 1
        assert process.wait(10) == 130
    assert answer["count"] > 0
    assert (answer["complete"], answer["stopped"]) == (False, "interrupted")


def test_estimates(run):
    """The same seed, the same estimate; it is near the truth, with its error."""
    options = ("count", "--method", "estimate", "--samples", "5", "--seed", "1")
    line = run(*options, text=SIX, code=0).stdout
    assert line.startswith("about ")
    (answer,) = run.json(*options, text=SIX, code=0)
    assert abs(answer["estimate"] / 28_200_960 - 1) < 0.2
    assert 0 < answer["count"] < answer["estimate"]
    assert 0 < answer["error"] < 0.2
    assert answer["samples"] == 5
    assert answer["rough"] is False
    assert (answer["complete"], answer["stopped"]) == (False, None)


@pytest.mark.nightly
def test_rough_estimates(run):
    """Samples that are far apart are not taken for the truth."""
    options = ("count", "--method", "estimate", "--samples", "2", "--seed", "2")
    (answer,) = run.json(*options, text="." * 81, code=4)
    assert answer["rough"] is True
    assert answer["error"] > 0.2
    assert answer["stopped"]


def test_time_ends_counts(run, needs):
    hard = "." * 81
    done = run("count", "--timeout", "0.5", "--limit", "1000000000", text=hard, code=4)
    assert int(done.stdout.removeprefix("at least ")) > 0
    samples = ("--method", "estimate", "--samples", "1000000", "--timeout", "1")
    done = run("count", *samples, text=SIX, code=4)
    assert done.stdout.startswith("about ")
    needs("pyganak")
    done = run("count", "--method", "exact", "--timeout", "0.2", text=hard, code=4)
    assert done.stdout.startswith("at least ")


@pytest.mark.nightly
def test_usual_limits(run):
    """Without --limit there is one; compiled lanes reach further, and -q is quiet."""
    most = 10_000_000 if find_spec("numba") else 100_000
    done = run("count", text="." * 81, code=4)
    assert done.stdout == f"more than {most}\n"
    assert f"{most:,}" in done.stderr
    done = run("count", "--engine", "minisat22", text="." * 81, code=4)
    assert done.stdout == "more than 100000\n"
    done = run("count", "--variant", "diagonal", text="." * 81, code=4)
    assert done.stdout == "more than 10000\n"


@pytest.mark.nightly
def test_a_count_that_its_usual_limit_ends_names_other_methods(run):
    """Once; not with -q, nor where the limit was asked for."""
    board = "." * 36
    done = run("count", text=f"{board}\n{board}\n", code=4)
    assert done.stdout == "more than 100000\t<stdin>:1\nmore than 100000\t<stdin>:2\n"
    assert done.stderr.count("--method exact") == 1
    assert run("count", "-q", text=board, code=4).stderr == ""
    assert run("count", "--limit", "5", text=board, code=4).stderr == ""


def test_a_line_for_every_puzzle(run):
    """The n-th line is about the n-th puzzle, unreadable ones too."""
    text = f"{PROPER}\n12\n{PROPER}\n"
    done = run("count", "--from", "line", text=text, code=2).stdout
    assert done == "1\t<stdin>:1\nunreadable\t<stdin>:2\n1\t<stdin>:3\n"
