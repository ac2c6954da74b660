"""Positions in which each technique does something, and all that it says there.

`golden/steps.jsonl` has a record a line: a puzzle, and a position of it or the
techniques that lead on from it.  `python -m pytest tests/techniques --renew` writes
what is found anew; look through the difference before you keep it.
"""

from pathlib import Path

import pytest

from satdoku import Geometry, Puzzle, explain, find_steps, solve
from tests.conftest import nightly
from tests.techniques.support import (
    UNIQUENESS,
    Technique,
    golden,
    position,
    record,
    write_golden,
)

FILE = Path(__file__).parent / "golden" / "steps.jsonl"
RECORDS = golden(FILE)
GROUPS = sorted({one["techniques"][-1] for one in RECORDS})


def found(one):
    """Return a record with what satdoku finds.

    Args:
        one: `puzzle`, `box`, `techniques`, the last of which it is about; `now`.

    Returns:
        The same with `entries`, their number; `path`, the steps by that technique with
        their place; `steps`, all there are where the first of these is taken; and the
        sentence of the first.
    """
    puzzle = Puzzle(one["puzzle"], geometry=Geometry.parse(one["box"]))
    now = position(one["now"], puzzle.geometry) if "now" in one else None
    expected = Technique.parse(one["techniques"][-1])
    until = 1 if now else None
    told = explain(
        puzzle, now=now, techniques=one["techniques"], search=False, until=until
    )
    path = [
        (index, step)
        for index, step in enumerate(told.entries)
        if step.technique is expected
    ]
    if path:
        now = [grid for grid, _ in told.positions()][path[0][0]]
    steps = find_steps(puzzle, now=now, techniques=expected)
    for step in steps[:5]:
        assert str(step).startswith(expected.title)
        assert step.outcome in str(step)
        assert step.reason in str(step)
    head = {
        name: one[name]
        for name in ("puzzle", "box", "techniques", "now")
        if name in one
    }
    return {
        **head,
        "entries": len(told.entries),
        "path": [[index, record(step)] for index, step in path],
        "sentence": str(steps[0]) if steps else "",
        "steps": [record(step) for step in steps],
    }


def test_renew(renew):
    """Not a test of satdoku: this writes the file when `--renew` is given."""
    if renew:
        write_golden(FILE, [found(one) for one in RECORDS])


@pytest.mark.parametrize("key", nightly(GROUPS, *{*GROUPS} - {"mutant-leviathan"}))
@pytest.mark.parametrize("every", nightly([4, 1], 4), ids=["some", "all"])
def test_steps(key, every):
    records = [one for one in RECORDS if one["techniques"][-1] == key]

    assert records
    for one in records[::every]:
        assert one == found(one)


def test_each_technique_is_there():
    assert {technique.key for technique in Technique} == set(GROUPS)
    for one in RECORDS:
        assert one["steps"] or one["path"]


def test_golden_steps_are_sound():
    """No candidate of the one solution is removed, no other digit is placed."""
    for one in RECORDS:
        grid = Puzzle(one["puzzle"], geometry=Geometry.parse(one["box"]))
        result = solve(grid)
        assert result.is_unique, one["puzzle"]
        values = result.solution.values
        for step in [*one["steps"], *(step for _, step in one["path"])]:
            assert step.get("places") or step.get("removes")
            assert all(values[cell] == d for cell, d in step.get("places", ()))
            assert all(values[cell] != d for cell, d in step.get("removes", ()))


def test_techniques_that_need_one_solution_are_among_them():
    assert {one.key for one in UNIQUENESS} <= set(GROUPS)
