"""The rules one by one: sound wherever they are asked, and the same as told plainly."""

from __future__ import annotations

from itertools import combinations, islice, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid, solutions
from satdoku.deduce.se.aligned import excluded
from satdoku.deduce.se.bug import grave
from satdoku.deduce.se.consequences import Grid as Candidates
from satdoku.deduce.se.consequences import static
from satdoku.deduce.se.implications import dynamic
from satdoku.deduce.se.layout import CROSSINGS, HOUSE, PEERS, UNITS, by_last
from satdoku.deduce.se.links import Links
from satdoku.deduce.se.rating import SEARCHES
from satdoku.deduce.se.rules import RULES, surcharge
from satdoku.deduce.se.strands import cycles_from, distance
from satdoku.deduce.se.unique_loops import unique_loop
from satdoku.deduce.shape import bits, cells_of
from satdoku.deduce.state import State
from tests.unit.deduce.positions import solution
from tests.unit.deduce.proper import proper_positions

if TYPE_CHECKING:
    from satdoku.deduce.se.step import SeStep

NINE = Geometry(3, 3)
QUICK = SEARCHES[:21]


def position(puzzle: str, *, until: float) -> State:
    """Return where the steps easier than a rating lead."""
    state = State.of(Grid.parse(puzzle))
    easier = SEARCHES[:14]
    while state.empty:
        step = next(filter(None, (search(state) for search in easier)), None)
        if step is None or step.rating >= until:
            break
        step.apply(state)
    return state


def sound(step: SeStep | None, values: list[int]) -> None:
    """Check that a step removes nothing of a solution and places nothing else."""
    if step is not None:
        assert all(values[cell] != digit for cell, digit in step.removes), step
        assert all(values[cell] == digit for cell, digit in step.places), step


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_rules_are_sound(seed: int) -> None:
    """In positions as harder steps would leave them, whatever is tried first."""
    for state, values in proper_positions(NINE, 3, seed):
        for search in SEARCHES[:-1]:
            sound(search(state), values)


def test_ratings_rise() -> None:
    """The table begins with the easiest rule."""
    ratings = [rule.rating for rule in RULES.values()]

    assert sorted(ratings) == ratings


def test_surcharge_by_thresholds() -> None:
    """A tenth for each threshold that the length, nodes less 2, exceeds."""
    thresholds = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]
    for nodes in range(2, 260):
        passed = sum(nodes - 2 > threshold for threshold in thresholds)

        assert passed == round(10 * surcharge(nodes))


def test_by_last_is_by_rising_masks() -> None:
    """Choices come in the order of the masks they make."""
    for count, size in product(range(10), range(5)):
        if size <= count:
            masks = [sum(1 << i for i in chosen) for chosen in by_last(count, size)]

            assert sorted(masks) == masks
            assert len(list(combinations(range(count), size))) == len(masks)


def test_houses_begin_with_the_box() -> None:
    """The peers of a cell: box, then row, then column."""
    assert (0, 1, 9, 10, 11, 18, 19, 20) == HOUSE[2][:8]
    assert (3, 4, 5, 6, 7, 8, 29, 38, 47, 56, 65, 74) == HOUSE[2][8:]
    assert all(sorted(HOUSE[cell]) == list(bits(PEERS[cell])) for cell in range(81))


def test_every_crossing_is_there() -> None:
    """Each box with six lines, each line with three boxes, and what runs beside."""
    assert 108 == len(CROSSINGS)
    for first, second, thirds in CROSSINGS:
        assert UNITS[first] & UNITS[second]
        assert 2 == len(thirds)
        assert not any(UNITS[third] & UNITS[first] for third in thirds)


def every_way(
    left: list[int], cells: tuple[int, ...], emptied: set[int]
) -> list[tuple[int, int]]:
    """Return what no way to fill some cells uses, by going through all of them."""
    used: set[tuple[int, int]] = set()
    for way in product(*(cells_of(left[cell]) for cell in cells)):
        placed = list(zip(cells, way, strict=True))
        twice = any(
            a == b and PEERS[one] >> two & 1
            for (one, a), (two, b) in combinations(placed, 2)
        )
        taken = sum(1 << digit for digit in set(way))
        if not twice and all(mask & ~taken for mask in emptied):
            used.update(placed)
    return [
        (cell, digit + 1)
        for cell in sorted(cells)
        for digit in bits(left[cell])
        if (cell, digit) not in used
    ]


def test_aligned_exclusion_against_all_ways() -> None:
    """Pairs and triplets of cells, by chance."""
    dice = Random(0)  # noqa: S311  nothing secret
    for _ in range(300):
        size = dice.choice((2, 3))
        cells = tuple(dice.sample(range(27), size))
        left = [dice.randrange(1, 64) for _ in range(81)]
        emptied = {
            sum(1 << digit for digit in dice.sample(range(6), dice.choice((2, 3))))
            for _ in range(dice.randrange(8))
        }

        assert every_way(left, cells, emptied) == excluded(left, cells, emptied)


def shortest(links: Links, start: int, *, on: bool) -> int:
    """Return the nodes of the shortest chain to the opposite, node by node."""
    level, known, length = {(start, on)}, {(start, on)}, 1
    while level:
        length += 1
        level = {
            (other, not true)
            for candidate, true in level
            for other in (links.off_by if true else links.on_by)[candidate]
        }
        if (start, not on) in level:
            return length
        level -= known
        known |= level
    return 0


HARD = (
    "500000000210006850070010060600453007000100000000060008043075601000080340000004070"
)


@pytest.mark.parametrize(("x", "y"), [(True, False), (False, True), (True, True)])
def test_lengths_of_chains(x: bool, y: bool) -> None:  # noqa: FBT001  parametrized
    """From each candidate held true, and held false, as found node by node."""
    links = Links.of(position(HARD, until=4.5), x=x, y=y)
    lengths: set[int] = set()
    for start, on in product(links.candidates, (True, False)):
        length = shortest(links, start, on=on)
        lengths.add(length)

        assert length == distance(links, start, 1458, on=on)
        assert length in {0, distance(links, start, length, on=on)}
        assert 0 == distance(links, start, length - 2, on=on)
    assert y == any(lengths)


def test_cycles_close() -> None:
    """A cycle is a way of links that comes back, false and true in turn."""
    links = Links.of(position(HARD, until=4.5))
    found = 0
    for start in links.candidates:
        for way in cycles_from(links, start, 12):
            found += 1
            ons, offs = way[1::2], way[::2]
            assert start == ons[-1]
            assert start in links.on_by[offs[0]]
            assert len(way) == len(set(ons)) + len(set(offs))
            for true, false in zip(ons, offs, strict=True):
                assert false in links.off_by[true]
            for true, false in zip(ons, offs[1:], strict=False):
                assert true in links.on_by[false]
    assert found


def test_what_follows_dynamically_is_more() -> None:
    """All that follows along links follows on the shrinking grid too."""
    state = position(HARD, until=4.5)
    links = Links.of(state)
    grid = Candidates(state.left, state.where)
    more = 0
    for start in links.candidates:
        along, shrinking = static(links, start), dynamic(grid, start, true=True)
        if not shrinking.clash:
            assert not along.clash
            assert along.on.keys() <= shrinking.on.keys()
            assert along.off.keys() <= shrinking.off.keys()
            more += len(shrinking.off) - len(along.off)
    assert more


GRAVES = {
    "BUG Type 1": (
        "000860004400090720000010000007300089009008060000000402000170000000900100902000000"
    ),
    "BUG Type 2": (
        "800104000000090820000020004004000000091200030008003600020065100000302090006940000"
    ),
}


@pytest.mark.parametrize("rule", GRAVES)
def test_graves(rule: str) -> None:
    """A puzzle for each type of grave that is met."""
    state = State.of(Grid.parse(GRAVES[rule]))
    found: set[str] = set()
    while state.empty:
        step = next(filter(None, (search(state) for search in QUICK)), None)
        assert step is not None
        found.add(step.rule)
        step.apply(state)

    assert rule in found


def near_grave(dice: Random) -> tuple[State, list[tuple[int, int]]]:
    """Make a grave with some candidates more, and tell which.

    Where two solutions differ, their two digits make pairs in every unit.
    """
    one = solution(NINE, dice)
    left = one.copy()
    for cell in dice.sample(range(81), 56):
        left[cell] = 0
    *_, other = islice(solutions(Grid(NINE, tuple(left))), 30)
    two = other.values
    clues = tuple(a if a == b else 0 for a, b in zip(one, two, strict=True))
    state = State.of(Grid(NINE, clues))
    more = [
        (cell, digit + 1)
        for cell in bits(state.empty)
        for digit in bits(state.left[cell])
        if digit + 1 not in {one[cell], two[cell]}
    ]
    kept = dice.sample(more, min(len(more), dice.choice((2, 2, 3))))
    for cell, digit in set(more).difference(kept):
        state.remove(cell, digit)
    return state, kept


def test_what_graves_remove() -> None:
    """If one of the candidates beyond the grave holds, what is removed does not."""
    dice = Random(5)  # noqa: S311  nothing secret
    found: set[str] = set()
    for _ in range(80):
        state, more = near_grave(dice)
        step = grave(state)
        if step is not None:
            found.add(step.rule)
            assert step.removes
            for each in solutions(state.grid()):
                if any(each.values[cell] == digit for cell, digit in more):
                    assert all(
                        each.values[cell] != digit for cell, digit in step.removes
                    )

    assert {f"BUG Type {kind}" for kind in range(1, 5)} == found


LOOPS = {
    "Unique Rectangle": [
        "800000003721600048000100002050010000006075000304008050000000000000000034105007060",
        "010000203000800790507230100709020000080100000600000000000700005200059080000080670",
        "000860004400090720000010000007300089009008060000000402000170000000900100902000000",
    ],
    "Unique Loop": [
        "000080056201000000090300000030010900000050008000008160500000040368200000000090601",
        "........1.......23..4..5........6....3..7....81......2....3.4.....14......6...9..",
        "..............1.23.45.6............4...172....8....5......4....2.6....7.3........",
    ],
}


@pytest.mark.parametrize(
    ("rule", "puzzle"), [(rule, puzzle) for rule in LOOPS for puzzle in LOOPS[rule]]
)
def test_unique_loops(rule: str, puzzle: str) -> None:
    """Puzzles with rectangles and loops of each type; a loop of six rates more."""
    state = State.of(Grid.parse(puzzle))
    found: list[SeStep] = []
    while state.empty:
        step = next(filter(None, (search(state) for search in QUICK)), None)
        assert step is not None
        if step.rule == rule:
            found.append(step)
            assert step == unique_loop(state)
        step.apply(state)

    assert found
    assert all(4.5 + 0.1 * (rule == "Unique Loop") <= step.rating for step in found)


def test_no_grave_on_the_empty_grid() -> None:
    """An open grid is no grave, and has no loops."""
    state = State.of(Grid.parse("." * 81))

    assert grave(state) is None
    assert unique_loop(state) is None
