"""What is marked of a step: all that it says and rests on, whatever the technique."""

from __future__ import annotations

from satdoku.deduce.step import CellSet, Node, Step
from satdoku.deduce.technique import Technique
from satdoku.explaining.clash import Clash
from satdoku.explaining.explanation import Searched
from satdoku.explaining.marks import Kind, Marks, marks_of
from satdoku.explaining.trial import Contradiction, Placement, Trial
from satdoku.geometry import Geometry

BOARD = Geometry(3, 3)
OPEN = [0b111111111] * 81


def test_nothing() -> None:
    """Of no step nothing is marked."""
    assert vars(Marks()) == vars(marks_of(None, OPEN))


def test_what_a_step_does_comes_first() -> None:
    """A removed candidate of the pattern is shown as removed."""
    step = Step(
        BOARD,
        Technique.HIDDEN_PAIR,
        removes=((0, 1),),
        cells=(0, 1),
        digits=(1, 2),
        units=(0,),
    )
    marks = marks_of(step, OPEN)

    assert {
        (0, 1): Kind.REMOVED,
        (0, 2): Kind.USED,
        (1, 1): Kind.USED,
        (1, 2): Kind.USED,
    } == marks.kinds
    assert ((0, 1), (0,)) == (marks.cells, marks.bands)


def test_only_what_is_there_is_marked() -> None:
    """A cell of a pattern lacks some of its digits; a filled one has none."""
    open_ = [0b001, 0b110, *OPEN[2:]]
    step = Step(BOARD, Technique.NAKED_PAIR, cells=(0, 1), digits=(1, 2))

    assert {(0, 1), (1, 2)} == set(marks_of(step, open_).kinds)


def test_fish() -> None:
    """Fins are no set; base and cover sets are bands."""
    step = Step(
        BOARD,
        Technique.FINNED_X_WING,
        removes=((9, 5),),
        cells=(0, 4),
        digits=(5,),
        units=(0, 3),
        covers=(9, 13),
        fins=((1, 5),),
        sets=(CellSet((1,), (5,), "endo fin"),),
    )
    marks = marks_of(step, OPEN)

    assert Kind.FIN == marks.kinds[1, 5]
    assert [] == marks.sets
    assert ((0, 3), (9, 13)) == (marks.bands, marks.covers)


def test_sets() -> None:
    """Cells of a set are marked as that, and no more as cells of the pattern."""
    sets = (CellSet((0,), (1, 2), "pivot"), CellSet((1,), (1,), "pincer"))
    step = Step(BOARD, Technique.XY_WING, cells=(0, 1, 2), digits=(1, 2), sets=sets)
    marks = marks_of(step, OPEN)

    assert [(0,), (1,)] == marks.sets
    assert (2,) == marks.cells
    assert {(0, 1): 0, (0, 2): 0, (1, 1): 1} == marks.set_of
    assert Kind.SET == marks.kinds[1, 1]
    assert Kind.USED == marks.kinds[1, 2]


def test_chains() -> None:
    """Nodes are on or off, links strong where they lead to an on."""
    chain = (
        Node(1, (0,), on=False),
        Node(1, (4,), on=True),
        Node(1, (13, 14), on=False),
        Node(2, (13,), on=True, after=(0, 2)),
    )
    marks = marks_of(Step(BOARD, Technique.GROUPED_AIC, chains=(chain,)), OPEN)

    assert [Kind.OFF, Kind.ON, Kind.OFF, Kind.OFF, Kind.ON] == [*marks.kinds.values()]
    assert [
        (((0, 1),), ((4, 1),), True),
        (((4, 1),), ((13, 1), (14, 1)), False),
        (((0, 1),), ((13, 2),), True),
        (((13, 1), (14, 1)), ((13, 2),), True),
    ] == [(link.start, link.end, link.strong) for link in marks.links]
    assert {((13, 1), (14, 1)): Kind.OFF} == marks.groups


def test_groups_out_of_line_have_no_frame() -> None:
    """A frame around them would hold other candidates."""
    for cells in ((0, 10), (0, 4), (0, 27)):
        chain = (Node(1, cells, on=False), Node(1, (80,), on=True))
        marks = marks_of(Step(BOARD, Technique.ALS_CHAIN, chains=(chain,)), OPEN)

        assert {} == marks.groups


def test_trials() -> None:
    """Numbers tell the order; what is missing in the end is marked, too."""
    inner = Trial(BOARD, ((4, 6),), (), Contradiction(cell=8))
    followed = (Placement(1, 5, Technique.NAKED_SINGLE), inner)
    unit = marks_of(Trial(BOARD, ((0, 4),), followed, Contradiction(-1, 2, 9)), OPEN)
    cell = marks_of(Trial(BOARD, ((0, 4),), (), Contradiction(cell=8)), OPEN)

    assert {(1, 5): 1, (4, 6): 2} == unit.numbers
    assert Kind.REMOVED is unit.kinds[0, 4]
    assert (Kind.ON, Kind.OFF) == (unit.kinds[1, 5], unit.kinds[4, 6])
    assert (2,) == unit.bands
    assert all(Kind.OFF is unit.kinds[one, 9] for one in range(18, 27))
    assert (8,) == cell.digits
    assert all(Kind.OFF is cell.kinds[8, digit] for digit in BOARD.digits)


def test_clashes_and_searches() -> None:
    """They have marks, too."""
    clash = Clash(BOARD, ((0, 1),), ((5, 1), (9, 2)), ((7, 3),))
    marks = marks_of(clash, OPEN)
    searched = marks_of(Searched(BOARD, ((0, 1), (1, 2))), OPEN)

    assert {(0, 1): Kind.REMOVED, (7, 3): Kind.GONE} == marks.kinds
    assert (5, 9) == marks.digits
    assert {(0, 1): Kind.PLACED, (1, 2): Kind.PLACED} == searched.kinds
