"""The timeline keeps the rules of speedscope's evented format."""

from __future__ import annotations

import json
from typing import Any

import pytest

from satdoku.profiling.profiling import profile

HARD = (
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
KEYS = {
    "$schema",
    "activeProfileIndex",
    "exporter",
    "name",
    "profiles",
    "shared",
}
PROFILE = {"endValue", "events", "name", "startValue", "type", "unit"}


def wrong(told: dict[str, Any]) -> list[str]:
    """Return what in a file is not as the format asks.

    https://www.speedscope.app/file-format-schema.json, and what its importer looks at:
    events in the order of time, within the profile, closed in the reverse of the order
    in which they were opened, all of them.
    """
    found: list[str] = []
    if told.keys() != KEYS or told["$schema"] != (
        "https://www.speedscope.app/file-format-schema.json"
    ):
        found.append("the file")
    frames = told["shared"]["frames"]
    if not all({"name"} == one.keys() and one["name"] for one in frames):
        found.append("a frame")
    if not 0 <= told["activeProfileIndex"] < len(told["profiles"]):
        found.append("the active profile")
    for one in told["profiles"]:
        if one.keys() != PROFILE or one["type"] != "evented":
            found.append("a profile")
        if one["unit"] not in {"nanoseconds", "microseconds", "milliseconds", "none"}:
            found.append("the unit")
        found += wrong_events(one, len(frames))
    return found


def wrong_events(one: dict[str, Any], frames: int) -> list[str]:
    """Return which events of a profile are wrong."""
    found: list[str] = []
    at, stack = one["startValue"], list[int]()
    for number, event in enumerate(one["events"]):
        if event.keys() != {"type", "frame", "at"} or type(event["at"]) is not int:
            found.append(f"event {number}")
        if not at <= event["at"] <= one["endValue"]:
            found.append(f"event {number}: time falls")
        at = event["at"]
        if not 0 <= event["frame"] < frames:
            found.append(f"event {number}: no such frame")
        if event["type"] == "O":
            stack.append(event["frame"])
        elif event["type"] != "C" or not stack or stack.pop() != event["frame"]:
            found.append(f"event {number}: not what was opened last")
    return found + ["not closed"] * bool(stack)


@pytest.mark.parametrize(
    "asked",
    [
        {"engine": "dpll"},
        {"engine": "dpll", "events": 1},
        {"engine": "dpll", "events": 0},
        {"engine": "dpll", "events": 100, "encoding": "minimal"},
        {"engine": "cadical153"},
        {"engine": "logic"},
        {"engine": "lanes"},
        {"engine": "bitmask"},
        {"every": True, "limit": 30},
    ],
)
def test_keeps_the_rules(asked: dict[str, Any]) -> None:
    """So does every engine's, whole and cut, and what JSON makes of it."""
    for puzzle in (HARD, "1" + "." * 80):
        if "bitmask" in asked.values() and puzzle != HARD:
            continue
        told = profile(puzzle, repeat=1, **asked).speedscope()

        assert [] == wrong(told)
        assert told == json.loads(json.dumps(told))
        assert told["profiles"][0]["events"]


def test_what_is_in_what() -> None:
    """Propagations are in the search, which is in the solve."""
    told = profile(HARD, engine="dpll", repeat=1).speedscope()
    names = [frame["name"] for frame in told["shared"]["frames"]]
    stack: list[str] = []
    seen: dict[str, tuple[str, ...]] = {}
    for event in told["profiles"][0]["events"]:
        name = names[event["frame"]]
        if event["type"] == "O":
            seen.setdefault(name, tuple(stack))
            stack.append(name)
        else:
            stack.pop()

    assert ("all", "solve") == seen["read"] == seen["encode"]
    inside = ("all", "solve", "search (dpll)")
    assert inside == seen["propagate (dpll)"] == seen["decide (dpll)"]


def test_the_rest_is_added_up() -> None:
    """Of what is not kept there is one block a stage, and no time is lost."""
    few = profile(HARD, engine="dpll", repeat=1, events=30).speedscope()
    names = [frame["name"] for frame in few["shared"]["frames"]]

    assert any(name.endswith(" more, added up") for name in names)
    assert len(few["profiles"][0]["events"]) < 120


def test_the_start_comes_first() -> None:
    """What other processes have taken stands before the solve."""
    done = profile(HARD, engine="dpll", repeat=1, start=True)
    told = done.speedscope()
    names = [frame["name"] for frame in told["shared"]["frames"]]

    assert [] == wrong(told)
    assert ["start", "import", "first", "solve"] == names[2:6]
    assert told["profiles"][0]["endValue"] == done.runs_ns[0] + sum(
        stage.time_ns for stage in done.stages[:3]
    )


@pytest.mark.parametrize(
    "events",
    [
        [("O", 0, 0), ("C", 1, 2)],
        [("O", 0, 3), ("C", 0, 2)],
        [("O", 0, 0)],
        [("C", 0, 0)],
        [("O", 2, 0), ("C", 2, 0)],
        [("O", 0, 0), ("C", 0, 10)],
    ],
)
def test_the_check_sees_what_is_wrong(events: list[tuple[str, int, int]]) -> None:
    """The test above is not vacuous."""
    one = {
        "startValue": 0,
        "endValue": 9,
        "events": [dict(zip(("type", "frame", "at"), e, strict=True)) for e in events],
    }

    assert wrong_events(one, 2)
