"""Simple colours and multi-colours against webs of strong links spelled out."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.technique import Technique
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from satdoku.deduce.state import State

_EASY = {technique for technique in Technique if technique.order < 2000}
_SIMPLE = {Technique.SIMPLE_COLOURS_TRAP, Technique.SIMPLE_COLOURS_WRAP}
_MULTI = {Technique.MULTI_COLOURS_1, Technique.MULTI_COLOURS_2}

Webs = list[tuple[set[int], set[int]]]
Outcomes = set[tuple[Technique, tuple[tuple[int, int], ...]]]


def webs_of(state: State, digit: int) -> Webs:
    """Colour the cells of a digit, partner by partner."""
    pairs = [
        [cell for cell in unit if state.where[digit] >> cell & 1]
        for unit in state.shape.geometry.units
    ]
    pairs = [pair for pair in pairs if len(pair) == 2]
    colour: dict[int, int] = {}
    webs: Webs = []
    for seed in sorted({cell for pair in pairs for cell in pair}):
        if seed in colour:
            continue
        web, todo = {seed: 0}, [seed]
        while todo:
            cell = todo.pop()
            for pair in pairs:
                for other in pair:
                    if cell in pair and other not in web:
                        web[other] = 1 - web[cell]
                        todo.append(other)
        colour |= web
        first, second = ({c for c, side in web.items() if side == s} for s in (0, 1))
        webs.append((first, second))
    return webs


def sees(state: State, cell: int, cells: set[int]) -> bool:
    """Say whether a cell sees one of some."""
    return any(state.shape.peers[cell] >> other & 1 for other in cells)


def simple(state: State) -> Outcomes:
    """Find what traps and wraps remove."""
    found: Outcomes = set()
    for digit in state.shape.geometry.digits:
        here = [c for c in range(len(state.left)) if state.where[digit] >> c & 1]
        for web in webs_of(state, digit):
            both = web[0] | web[1]
            trap = [
                c for c in here if c not in both and all(sees(state, c, s) for s in web)
            ]
            wrap = [c for s in web for c in s if any(sees(state, d, s) for d in s)]
            for technique, cells in (
                (Technique.SIMPLE_COLOURS_TRAP, trap),
                (Technique.SIMPLE_COLOURS_WRAP, sorted(wrap)),
            ):
                if cells:
                    found.add((technique, tuple((cell, digit) for cell in cells)))
    return found


def multi(state: State) -> Outcomes:
    """Find what two webs remove."""
    found: Outcomes = set()
    for digit in state.shape.geometry.digits:
        here = [c for c in range(len(state.left)) if state.where[digit] >> c & 1]
        for one, two in permutations(webs_of(state, digit), 2):
            type_1, type_2 = set(), set()
            for mine, theirs in product((0, 1), (0, 1)):
                if any(sees(state, cell, two[theirs]) for cell in one[mine]):
                    rest, left = one[1 - mine], two[1 - theirs]
                    type_1 |= {
                        cell
                        for cell in here
                        if cell not in rest | left
                        and sees(state, cell, rest)
                        and sees(state, cell, left)
                    }
            for side in one:
                if all(any(sees(state, cell, s) for cell in side) for s in two):
                    type_2 |= side
            for technique, cells in (
                (Technique.MULTI_COLOURS_1, type_1),
                (Technique.MULTI_COLOURS_2, type_2),
            ):
                if cells:
                    removes = tuple((cell, digit) for cell in sorted(cells))
                    found.add((technique, removes))
    return found


@pytest.mark.parametrize("geometry", [Geometry(2, 3), Geometry(3, 3)], ids=str)
def test_all_are_found(geometry: Geometry) -> None:
    """What the webs say, each once, never a digit of the solution."""
    met = set()
    for state, solution in positions(geometry, 15, seed=16):
        for techniques, wanted in ((_SIMPLE, simple(state)), (_MULTI, multi(state))):
            steps = list(every_step(state, techniques))
            outcomes = [(step.technique, step.removes) for step in steps]
            met |= {step.technique for step in steps}

            assert wanted == set(outcomes)
            assert len(wanted) == len(outcomes)
            for step in steps:
                assert all(solution[cell] != digit for cell, digit in step.removes)
                assert str(step).startswith(step.technique.title)
    assert met == _SIMPLE | _MULTI


@pytest.mark.parametrize(
    ("technique", "told"),
    [
        (
            Technique.SIMPLE_COLOURS_WRAP,
            (
                "Simple Colours Wrap: r2c2<>4, r4c37<>4, 4 is in all of r1c3, r2c7 or "
                "in all of r2c2, r4c37, and it cannot be in all of r2c2, r4c37, as "
                "r4c3 and r4c7 see each other"
            ),
        ),
        (
            Technique.MULTI_COLOURS_1,
            (
                "Multi-Colours 1: r1c6<>4, r6c2<>4, 4 is in all of the first colour "
                "(r1c3, r2c7) or the second colour (r2c2, r4c37), and of the third "
                "colour (r1c6, r5c5, r6c2) or the fourth colour (r6c6): the first "
                "colour and the third colour see each other, so the second colour or "
                "the fourth colour is true, and the second colour and the third colour "
                "see each other, so the first colour or the fourth colour is true"
            ),
        ),
        (
            Technique.MULTI_COLOURS_2,
            (
                "Multi-Colours 2: r1c6<>4, r5c5<>4, r6c2<>4, 4 is in all of the first "
                "colour (r1c6, r5c5, r6c2) or the second colour (r6c6), and of the "
                "third colour (r1c3, r2c7) or the fourth colour (r2c2, r4c37): the "
                "first colour sees both the third and the fourth, one of which is true"
            ),
        ),
    ],
)
def test_reasons(technique: Technique, told: str) -> None:
    """The colours, and what they see."""
    puzzle = Grid.parse(
        ".5.....2...13......32..75.......1....17..38....862....6.....3..4.5...17..7.4....."
    )

    assert told in map(str, walk(puzzle, _EASY | {technique}).steps)


def test_a_trap_in_words() -> None:
    """The colours of which a cell sees both."""
    puzzle = Grid.parse(
        "8.......37216...48...1....2.5..1......6.75...3.4..8.5.................341.5..7.6."
    )
    steps = walk(puzzle, _EASY | {Technique.SIMPLE_COLOURS_TRAP}).steps

    assert (
        "Simple Colours Trap: r7c4<>2, 2 is in all of r4c1, r5c8, r6c4 or in all of "
        "r5c1, r6c7, r7c8, and a cell that sees one of each cannot hold it"
        in map(str, steps)
    )
