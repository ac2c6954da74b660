"""What figures are made of: points, looks, scales and places of names."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

from satdoku.study.figures.labels import spread, wrapped
from satdoku.study.figures.placing import Box, Place, placed
from satdoku.study.figures.points import kinds, points, ranked
from satdoku.study.figures.scales import bounds, steps
from satdoku.study.figures.sheet import MOST, packs
from satdoku.study.figures.style import looks
from satdoku.study.preset_reports import reports
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.study.run import Run

MANY = [f"engine{number}" for number in range(80)]


def test_points_take_repeats_together(ran: Callable[..., Run]) -> None:
    """The median of repeats stands; what failed is no point."""
    times = [ran("ilp", time, repeat=at) for at, time in enumerate((3.0, 1.0, 2.0), 1)]
    failed = ran("cp", None, Ended.FAILED)

    (point,) = points([*times, failed])

    assert ("ilp", "small", 2.0, False) == (
        point.contender,
        point.kind,
        point.seconds,
        point.is_cut,
    )


def test_points_of_whole_sets_are_times_a_puzzle(ran: Callable[..., Run]) -> None:
    """A set of four in two seconds is half a second a puzzle."""
    (point,) = points([ran("ilp", 2.0, number=0, puzzles=4)])

    assert (0.5, True) == (point.seconds, point.is_whole)


def test_who_was_spared_hard_puzzles_is_not_fast(
    measured: Callable[..., list[Run]],
) -> None:
    """Contenders are ranked against others on the same puzzles."""
    runs = measured({"slow": [3.0], "fast": [1.0, 9.0]})

    assert ["fast", "slow"] == ranked(points(runs))


def test_looks_are_fixed_and_all_different() -> None:
    """No two of very many look alike, and the order in which they come is no matter."""
    given = looks(MANY)

    assert len(MANY) == len(set(given.values()))
    assert given == looks(reversed(MANY))


def test_no_two_share_colour_and_marker() -> None:
    """Who is drawn by points alone is told apart, with as many as the preset has."""
    given = looks(str(one) for part in reports(each=1) for one in part.contenders)

    assert len(given) == len({(one.colour, one.marker) for one in given.values()})


def test_sets_stand_as_given(ran: Callable[..., Run]) -> None:
    """Where somebody does not say how hard one is; else from easy on."""
    runs = [ran("auto", 1.0, set=name, difficulty=name) for name in ("hard", "easy")]
    others = [ran("auto", 1.0, set=name) for name in ("z", "extreme", "a")]

    assert ["easy", "hard"] == kinds(points(runs))
    assert ["hard", "easy", "z", "extreme", "a"] == kinds(points([*runs, *others]))


def test_well_known_engines_have_their_colours() -> None:
    """A colour of its own is not taken from an engine by an option of another."""
    given = looks(["auto", "dpll:first/triad", "ilp", "bitmask", "backtracking:rows"])

    assert looks(["ilp"])["ilp"].colour == given["ilp"].colour
    assert "#000000" == given["auto"].colour
    assert len(given) == len({look.colour for look in given.values()})


@pytest.mark.parametrize(("low", "high"), [(0.011, 0.036), (4.0, 12.7), (1e-6, 1e3)])
def test_ticks_are_neither_none_nor_too_many(low: float, high: float) -> None:
    """Three at least, also in half a decade, and all in view."""
    found = steps(low, high)

    assert 3 <= len(found) <= 10
    assert low <= min(found) < max(found) <= high * 1.001


def test_bounds_hold_all_and_are_wide() -> None:
    """Values nearly alike still have two decades around them."""
    low, high = bounds([0.02, 0.021])

    assert low < 0.02
    assert high > 0.021
    assert 100 == pytest.approx(high / low)


def test_spread_keeps_order_and_gap() -> None:
    """Names at the ends of lines do not overlap, nor change places."""
    moved = spread([0.5, 0.52, 0.51, 0.9, 0.5], 0.1)

    assert sorted(range(5), key=lambda each: moved[each]) == [0, 4, 2, 1, 3]
    ordered = sorted(moved)
    gaps = [after - before for before, after in pairwise(ordered)]
    assert min(gaps) == pytest.approx(0.1)


def test_wrapped_loses_nothing() -> None:
    """Whatever is wrapped is there whole, in lines that are short enough."""
    name = "elimination:naked-single+hidden-single/triad-lite " + "x" * 30
    lines = wrapped(name, 20).split("\n")

    assert name == "".join(lines)
    assert max(map(len, lines)) <= 21


def test_packs_show_everyone_and_the_baseline_always() -> None:
    """Nobody is left out, no panel has too many, and each has the baseline."""
    packed = packs([*MANY, "auto"], "auto")

    assert {*MANY, "auto"} == set().union(*packed)
    assert all(len(pack) <= MOST and "auto" in pack for pack in packed)


def test_names_of_crowded_points_do_not_overlap() -> None:
    """Nine points close together: no name lies over a point or another name."""
    room = Box(0, 0, 300, 200)
    dots = [(140.0 + 9 * (at % 3), 100.0 + 9 * (at // 3)) for at in range(9)]
    size = 55.0, 7.0

    boxes = [
        covered(dot, place, size)
        for dot, place in zip(dots, placed(dots, [size] * 9, room), strict=True)
    ]

    assert all(not overlap(*pair) for pair in combinations(boxes, 2))
    assert all(not overlap(box, (*dot, *dot)) for box in boxes for dot in dots)
    assert all(
        box[0] >= 0 and box[1] >= 0 and box[2] <= 300 and box[3] <= 200 for box in boxes
    )


def covered(
    dot: tuple[float, float], place: Place, size: tuple[float, float]
) -> tuple[float, float, float, float]:
    """Return what a name at a place covers."""
    x, y = dot[0] + place.away[0], dot[1] + place.away[1]
    left = x - size[0] * (1 - place.side[0]) / 2
    bottom = y - size[1] * (1 - place.side[1]) / 2
    return left, bottom, left + size[0], bottom + size[1]


def overlap(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> bool:
    """Whether two rectangles share anything."""
    return (
        one[0] < other[2]
        and other[0] < one[2]
        and one[1] < other[3]
        and other[1] < one[3]
    )
