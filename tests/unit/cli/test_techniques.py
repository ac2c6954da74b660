"""`satdoku techniques`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from satdoku.deduce.families import FAMILIES, named
from satdoku.deduce.technique import USUAL, Technique

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run


def test_table(run: Run) -> None:
    """A line a technique, in the order in which they are tried."""
    done = run("techniques")
    heading, *lines = done.stdout.splitlines()
    orders = [int(line.split()[0]) for line in lines]

    assert 0 == done.exit_code
    assert ["order", "name", "family", "level", "score", "usual"] == heading.split()
    assert len(Technique) == len(lines)
    assert sorted(orders) == orders
    assert ["200", "naked-single", "singles", "easy", "4", "yes"] == lines[1].split()


def test_names_can_be_used(run: Run) -> None:
    """What stands under name and family is what options take."""
    _, *lines = run("techniques").stdout.splitlines()
    for line in lines:
        _, name, family, level, _, usual = line.split()
        (technique,) = named(name)

        assert technique in FAMILIES[family]
        assert level == technique.level.key
        assert ("yes" if technique in USUAL else "-") == usual


def test_json(run: Run) -> None:
    """The same for programs."""
    told = [
        json.loads(line) for line in run("techniques", "--json").stdout.splitlines()
    ]
    by_name = {one["name"]: one for one in told}

    assert len(Technique) == len(by_name)
    assert {"title": "X-Wing", "family": "fish", "level": "hard", "score": 140} == {
        key: by_name["x-wing"][key] for key in ("title", "family", "level", "score")
    }
    assert by_name["bug-plus-1"]["uniqueness"]
    assert not by_name["death-blossom"]["usual"]
