"""Explanations and hints as JSON, held against the schemas in docs/schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.conftest import CLASHING, DEAD_END, PROPER, SEVERAL, SOLVED
from tests.unit.cli.schemas import told

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

POSITION = (
    ":0803:14:6..+9+5..7...+9.2.....58.+31...+1+64+3+8+9+7+52...1+7+59+46597+24+6..8"
    "92+54+1+76+8+3...5+6+2.....68+93...::417 427 437 489 499::"
)
MISTAKEN = POSITION.replace("+9+5..7", "+9+5+4.7")
HARD = (
    "000030086000020040090078520371856294900142375400397618200703859039205467700904132"
)
ESCARGOT = (
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)


@pytest.mark.parametrize(
    ("text", "options", "end"),
    [
        (PROPER, [], "solved"),
        (PROPER, ["--until", "2", "--verify"], "stopped"),
        (PROPER, ["--only", "x-wing", "--no-search"], "stopped"),
        (PROPER, ["--only", "x-wing"], "searched"),
        (HARD, ["--only", "easy"], "solved"),
        (HARD, ["--only", "naked-single", "--until", "2"], "stopped"),
        (ESCARGOT, ["--until", "3"], "stopped"),
        (SOLVED, [], "solved"),
        (SEVERAL, [], "several"),
        (CLASHING, [], "none"),
        (DEAD_END, [], "none"),
        (POSITION, [], "solved"),
        (MISTAKEN, [], "none"),
        ("1234", [], None),
        (PROPER, ["--until", "r9c9"], None),
        (PROPER, ["--timeout", "0.000000001"], None),
    ],
)
def test_explanations(run: Run, text: str, options: list[str], end: str | None) -> None:
    """Every kind of explanation keeps to its schema."""
    done = run("explain", "--json", *options, text=f"{text}\n")
    (one,) = told("explain", done.stdout)

    assert end == one.get("end")


@pytest.mark.parametrize(
    ("text", "options", "steps"),
    [
        (PROPER, [], 0),
        (PROPER, ["--level", "4"], 1),
        (PROPER, ["--all", "--only", "singles"], 12),
        (POSITION, ["--level", "4"], 1),
        (MISTAKEN, ["--level", "4"], 0),
        (SOLVED, ["--level", "4"], 0),
        (DEAD_END, ["--level", "4"], 0),
        (PROPER, ["--level", "4", "--only", "x-wing"], 1),
        (HARD, ["--level", "4", "--only", "easy"], 1),
    ],
)
def test_hints(run: Run, text: str, options: list[str], steps: int) -> None:
    """Every kind of hint keeps to its schema."""
    done = run("hint", "--json", *options, text=f"{text}\n")
    (one,) = told("hint", done.stdout)

    assert steps == len(one["steps"])
