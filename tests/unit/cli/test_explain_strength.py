"""`satdoku explain --strength`: what a SAT solver sees of each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.schemas import told

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

POINTING = (
    "600370940000400000007080063002040007000000830000000000030091070060002000020030001"
)


def test_strength_is_counted_by_technique(run: Run) -> None:
    """Pointing is a failed literal without triads, and propagation with them."""
    done = run("explain", "--strength", "extended,triad-lite", text=POINTING)
    lines = [line.split() for line in done.stdout.splitlines()]
    (pointing,) = [line[1:] for line in lines if line[:1] == ["Pointing"]]

    assert 0 == done.exit_code
    steps = pointing[0]
    assert [steps, "0", steps, "0", steps, "0", "0"] == pointing


def test_strength_is_told_of_each_step_in_json(run: Run) -> None:
    """By the name of the encoding."""
    done = run("explain", "--json", "--strength", "extended", text=POINTING)
    (found,) = told("explain", done.stdout)

    assert {"unit propagation", "a failed literal"} == {
        step["strength"]["extended"] for step in found["steps"]
    }


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--strength", "best"], "no encoding named 'best'"),
        (["--strength", ","], "expected the names of encodings"),
        (["--strength", "extended", "--svg"], "told in text and in JSON alone"),
    ],
)
def test_strength_of_nothing(run: Run, arguments: list[str], what: str) -> None:
    """Wrong encodings, and what has no place for it, are refused."""
    done = run("explain", *arguments, text=POINTING)

    assert (2, "") == (done.exit_code, done.stdout)
    assert what in done.stderr
