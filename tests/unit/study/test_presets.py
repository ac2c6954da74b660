"""Presets: laid out as the tables of the reports ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.errors import UsageError
from satdoku.study.known_sets import about
from satdoku.study.part_tables import NOTHING
from satdoku.study.plan import sets_of, tasks
from satdoku.study.preset_reports import OF_REPORTS
from satdoku.study.presets import PRESETS, preset
from satdoku.study.printed import PRINTED
from satdoku.study.printed_table import printed_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.study.run import Run


def test_the_parts_of_reports() -> None:
    """Single puzzles, levels, levels again, the 156, against rows, sizes."""
    parts = preset("reports")

    assert {
        "a": {"easy_45": 1, "medium_35": 1, "hard_25": 1, "extreme_17": 1},
        "b": {"easy": 8, "medium": 8, "hard": 8, "extreme": 8},
        "c": {"easy": 8, "medium": 8, "hard": 8, "extreme": 8},
        "d": {"stand-in-easy": 50, "stand-in-hard": 95, "stand-in-extreme": 11},
        "e": {
            "anti_backtracking": 1,
            "extreme_17": 1,
            "against-rows-extreme_17": 1,
            "against-rows-easy": 1,
            "against-rows-hard": 1,
            "against-rows-extreme": 1,
        },
        "f": {"4x4": 3, "6x6": 3, "9x9": 3, "16x16": 4},
    } == {
        part.key: {
            name: len(members) for name, members in sets_of(part.subjects).items()
        }
        for part in parts
    }
    assert [False, False, False, True, False, False] == [part.whole for part in parts]


def test_every_contender_and_set_is_known() -> None:
    """Each name is of an engine with that option, each set has something said of it."""
    for part in preset("reports"):
        names = [str(one) for one in part.contenders]

        assert len(names) == len(set(names))
        assert part.baseline in names
        assert "auto" in names
        assert part.timeout is not None
        assert all(about(subject.set) for subject in part.subjects)
        for one in part.contenders:
            if one.engine not in ("ilp", "cp"):  # these need an extra
                one.session()


def test_the_solvers_of_the_reports_are_in_every_table_of_all() -> None:
    """Parts a, b, d and f measure each of them."""
    parts = {part.key: set(map(str, part.contenders)) for part in preset("reports")}

    assert all(set(OF_REPORTS) < parts[key] for key in "abdf")


def test_rules_are_added_one_by_one() -> None:
    """Part c has elimination with none of its rules, with one more each, with all."""
    (part,) = [part for part in preset("reports") if part.key == "c"]

    assert [
        "none",
        "naked-single",
        "naked-single+hidden-single",
        "naked-single+hidden-single+naked-pair",
        "all",
    ] == [one.option for one in part.contenders if one.engine == "elimination"]


def test_tasks_are_told_apart() -> None:
    """No two runs of the preset have one key."""
    keys = [task.key for task in tasks(preset("reports"))]

    assert len(keys) == len(set(keys))


def test_there_is_no_such_preset() -> None:
    """The message names those that there are."""
    with pytest.raises(UsageError, match="there is no preset report; there is reports"):
        preset("report")
    assert ["reports"] == list(PRESETS)[:1]


def test_printed_figures_stand_beside_what_is_measured() -> None:
    """Each names a part of the preset, and contenders that are measured there."""
    parts = {part.key: set(map(str, part.contenders)) for part in preset("reports")}

    assert [
        *("81 s", "0.54 s and 1.03 s", "40 ms", "173 ms and 110 ms", "40 ms"),
    ] == [row.figures for row in PRINTED]
    assert all(set(row.contenders) <= parts[row.part] for row in PRINTED)


def test_printed_table(ran: Callable[..., Run]) -> None:
    """Totals and times a puzzle over the sets of a part, or over its hardest."""
    sets = {
        "stand-in-easy": (50, 5.0),
        "stand-in-hard": (95, 8.4),
        "stand-in-extreme": (11, 2.2),
    }
    runs = [
        ran("bitmask", time, part="d", set=name, number=0, puzzles=count)
        for name, (count, time) in sets.items()
    ]
    table = printed_table(preset("reports"), runs)
    rows = [row[2:] for row in table.rows]

    assert ("bitmask", "15.6 s in all") in rows
    assert ("bitmask", "200 ms a puzzle") in rows
    assert ("ilp", NOTHING) in rows
    assert ("81 s", "50 easy, 95 hard and 11 hardest puzzles, all 156") == (
        table.rows[0][:2]
    )
