"""The tables of a part: the shape that fits it, every value as a person reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.grid import Grid
from satdoku.study.contender import Contender
from satdoku.study.part import Part
from satdoku.study.part_tables import comparison_table, ordered_sets, part_tables
from satdoku.study.run import Ended
from satdoku.study.subject import Subject
from satdoku.study.table import Table
from satdoku.study.units import count_text, memory_text, ratio_text, seconds_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.study.run import Run

GRID = Grid.parse("1... ..2. ..3. 4...")
BOTH = (Contender("auto"), Contender("ilp"))


def part(sets: dict[str, int], *, whole: bool = False) -> Part:
    """Return a part with so many puzzles in each set."""
    subjects = tuple(
        Subject(GRID, name, number)
        for name, count in sets.items()
        for number in range(1, count + 1)
    )
    return Part(subjects, BOTH, whole=whole)


def test_single_puzzles(ran: Callable[..., Run]) -> None:
    """Sets of one puzzle stand across; a table each of time, memory and guesses."""
    runs = [
        ran("auto", 0.0125, set="x", peak_bytes=15_000_000, guesses=0),
        ran("auto", 2.0, Ended.TIMEOUT, set="y", peak_bytes=16_500_000),
        ran("ilp", None, Ended.REFUSED, set="x"),
    ]

    assert [
        Table(
            "Time",
            ("", "x", "y"),
            (("auto", "12.5 ms", "≥ 2.00 s (0/1)"), ("ilp", "-", "-")),
        ),
        Table(
            "Most memory",
            ("", "x", "y"),
            (("auto", "15.0 MB", "16.5 MB"), ("ilp", "-", "-")),
        ),
        Table(
            "Guesses a puzzle; of solvers by formulas decisions",
            ("", "x", "y"),
            (("auto", "0", "-"), ("ilp", "-", "-")),
        ),
    ] == part_tables(part({"x": 1, "y": 1}), runs)


def test_one_set(ran: Callable[..., Run]) -> None:
    """A single set has all that was measured, in columns."""
    runs = [
        ran("auto", 0.001, number=1, own_bytes=1_000_000, decisions=5, conflicts=2),
        ran("auto", 0.003, number=2, own_bytes=3_000_000, decisions=0, conflicts=1),
        ran("ilp", 1.0, number=1),
        ran("ilp", 9.0, Ended.TIMEOUT, number=2),
    ]

    assert [
        Table(
            "Time",
            ("", "answered", "mean", "median", "min", "max", "total"),
            (
                *(
                    ("auto", "2/2", "2.00 ms", "2.00 ms", *ends, "4.00 ms")
                    for ends in [("1.00 ms", "3.00 ms")]
                ),
                *(
                    ("ilp", "1/2", "≥ 5.00 s", "≥ 5.00 s", *ends, "≥ 10.0 s")
                    for ends in [("1.00 s", "≥ 9.00 s")]
                ),
            ),
        ),
        Table(
            "Memory and search, means",
            (
                *("", "most memory", "of its own", "guesses"),
                *("decisions", "propagations", "conflicts"),
            ),
            (
                ("auto", "-", "2.00 MB", "-", "2.50", "-", "1.50"),
                ("ilp", "-", "-", "-", "-", "-", "-"),
            ),
        ),
    ] == part_tables(part({"small": 2}), runs)


def test_several_sets(ran: Callable[..., Run]) -> None:
    """Means and medians stand with the sets across; how many were answered as well."""
    runs = [
        *(ran("auto", time, set="x", number=n) for n, time in ((1, 1), (2, 3))),
        *(ran("auto", 5, set="y", number=n) for n in (1, 2, 3)),
        ran("ilp", 4, set="y", number=1),
        ran("ilp", 9, Ended.TIMEOUT, set="y", number=2),
        ran("ilp", None, Ended.REFUSED, set="y", number=3),
    ]
    mean, median = part_tables(part({"x": 2, "y": 3}), runs)

    assert ("Mean time", "Median time") == (mean.title, median.title)
    assert (("auto", "2.00 s", "5.00 s"), ("ilp", "-", "≥ 6.50 s (1/3)")) == mean.rows
    assert (("auto", "2.00 s", "5.00 s"), ("ilp", "-", "≥ 6.50 s")) == median.rows


@pytest.mark.parametrize(
    ("difficulties", "expected"),
    [
        ({"x": "hard", "y": "extreme", "z": "easy"}, ["z", "x", "y"]),
        ({"x": "hard", "y": "", "z": "easy"}, ["x", "y", "z"]),
        ({"x": "", "y": "", "z": "extreme"}, ["x", "y", "z"]),
    ],
)
def test_order_of_sets(difficulties: dict[str, str], expected: list[str]) -> None:
    """From easy on where that is known of all the sets, else as given."""
    subjects = tuple(
        Subject(GRID, name, 1, told) for name, told in difficulties.items()
    )

    assert expected == list(ordered_sets(Part(subjects, BOTH)))


def test_counts_are_of_those_answered(ran: Callable[..., Run]) -> None:
    """How many that are stands behind a mean, in both kinds of tables."""
    runs = [
        ran("auto", 1.0, set="x", number=1, guesses=4, conflicts=7),
        ran("auto", 2.0, Ended.TIMEOUT, set="x", number=2),
        ran("ilp", 1.0, set="x", number=1, decisions=3),
        ran("ilp", 1.0, set="x", number=2, decisions=4),
    ]
    across = part_tables(part({"x": 2, "y": 1}), runs)[-1]
    alone = part_tables(part({"x": 2}), runs)[-1]

    assert (("auto", "4 (1/2)", "-"), ("ilp", "3.50", "-")) == across.rows
    assert (
        ("auto", "-", "-", "4 (1/2)", "-", "-", "7 (1/2)"),
        ("ilp", "-", "-", "-", "3.50", "-", "-"),
    ) == alone.rows


def test_whole_sets(ran: Callable[..., Run]) -> None:
    """Totals by set, and of all sets where each has one; the same a puzzle."""
    runs = [
        ran("auto", 1.0, set="x", number=0, puzzles=2),
        ran("auto", 3.0, set="y", number=0, puzzles=8),
        ran("ilp", 30.0, Ended.TIMEOUT, set="x", number=0, puzzles=2),
    ]
    total, mean = part_tables(part({"x": 2, "y": 8}, whole=True), runs)

    assert ("", "x", "y", "all 10") == total.columns
    assert (
        ("auto", "1.00 s", "3.00 s", "4.00 s"),
        ("ilp", "≥ 30.0 s", "-", "-"),
    ) == total.rows
    assert (
        ("auto", "500 ms", "375 ms", "400 ms"),
        ("ilp", "≥ 15.0 s", "-", "-"),
    ) == mean.rows


def test_comparison(ran: Callable[..., Run]) -> None:
    """Multiples of the baseline, which is not in it; an interval where there is one."""
    runs = [
        *(ran("auto", 1.0, set="x", number=n) for n in range(1, 6)),
        *(ran("ilp", 2.0, set="x", number=n) for n in range(1, 6)),
        ran("auto", 1.0, set="y"),
        ran("ilp", 50.0, Ended.TIMEOUT, set="y"),
    ]
    asked = part({"x": 5, "y": 1})

    assert Table(
        "Time as a multiple of that of auto, geometric mean (95% interval)",
        ("", "x", "y"),
        (("ilp", "2.00× (2.00 to 2.00)", "≥ 50.0×"),),
    ) == comparison_table(asked, runs)
    assert comparison_table(asked, runs[:5]) is None


def test_text_of_a_table() -> None:
    """Names at the left, values at the right; nothing of a name reaches a terminal."""
    table = Table("Time", ("", "a\x1b[1m", "b"), (("auto", "1 s", "10 s"),))

    assert ["Time", r"      a\x1b[1m     b", "auto       1 s  10 s"] == (
        table.text().splitlines()
    )


def test_names_do_not_break_markdown() -> None:
    """A file's name with a bar in it stays in its column."""
    table = Table("Time", ("", "a|b"), (("*x*", "1 s"),))

    assert [r"| | a\|b |", "|---|---:|", r"| \*x\* | 1 s |"] == (
        table.markdown().splitlines()[2:]
    )


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0, "0 s"),
        (4.4e-8, "0.0440 µs"),
        (0.00099951, "1.00 ms"),
        (0.0123456, "12.3 ms"),
        (0.9996, "1.00 s"),
        (59.96, "60.0 s"),
        (12345.6, "12,346 s"),
    ],
)
def test_times(seconds: float, expected: str) -> None:
    """Three figures, in the largest unit of which there is one."""
    assert expected == seconds_text(seconds)


def test_other_numbers() -> None:
    """Memory in thousands, ratios with their sign, means of counts with a point."""
    assert ["999 B", "1.00 kB", "2.50 GB"] == [
        memory_text(size) for size in (999, 999.9, 2.5e9)
    ]
    assert ["0.500×", "1.00×", "1,235×"] == [
        ratio_text(ratio) for ratio in (0.5, 1, 1234.5678)
    ]
    assert ["0", "0.333", "12.5", "1,000,000"] == [
        count_text(count) for count in (0, 1 / 3, 12.5, 1e6)
    ]
