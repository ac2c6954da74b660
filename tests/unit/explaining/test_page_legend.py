"""The legend: the marks that occur, and no others."""

from __future__ import annotations

import re

from satdoku.deduce.step import CellSet, Node, Step
from satdoku.deduce.technique import Technique
from satdoku.explaining.clash import Clash
from satdoku.explaining.drawing import step_scene
from satdoku.explaining.explain import explain
from satdoku.explaining.page import html_page
from satdoku.explaining.page_legend import MARKS, legend
from satdoku.explaining.page_style import STYLE
from satdoku.geometry import Geometry
from satdoku.grid import Grid

BOARD = Geometry(3, 3)
EMPTY = Grid.trusted(BOARD, (0,) * 81)


def told(names: set[str]) -> list[str]:
    """Return what a legend says, mark after mark."""
    text = "".join(legend(names))
    return [mark for mark, *_, meaning in MARKS if f" {meaning}</span>" in text]


def names_of(step: Step | Clash) -> set[str]:
    """Return what is drawn of a step."""
    return {shape.name for shape in step_scene(EMPTY, step).flat()}


def test_only_what_occurs() -> None:
    """Of easy steps, and of none."""
    page = html_page(explain("1.....2...3.4..."))

    assert "placed</span>" in page
    assert "removed</span>" not in page
    assert "true in a chain" not in page
    assert 'class="legend"' not in html_page(explain("1234341221434321"))


def test_a_fish() -> None:
    """Units, cover sets and cells are told, too."""
    step = Step(
        BOARD,
        Technique.FINNED_X_WING,
        removes=((9, 5),),
        cells=(0, 4),
        digits=(5,),
        units=(0, 3),
        covers=(9, 13),
        fins=((1, 5),),
    )

    assert [
        "mark-removed",
        "mark-used",
        "mark-fin",
        "pattern",
        "band",
        "cover",
    ] == told(names_of(step))


def test_a_clash() -> None:
    """Its rings, and the candidate that was removed before."""
    names = names_of(Clash(BOARD, ((2, 3),), ((0, 1), (15, 4)), ((6, 4),)))

    assert ["mark-removed", "mark-gone", "clash"] == told(names)


def test_sets_and_chains() -> None:
    """Whatever their numbers."""
    chain = (
        Node(1, (80,), on=True),
        Node(1, (70, 71), on=False),
        Node(1, (60,), on=True, by=0),
    )
    sets = (CellSet((0,), (1, 2)), CellSet((1,), (1, 2)))
    step = Step(BOARD, Technique.ALS_CHAIN, sets=sets, chains=(chain, chain))

    assert [
        "mark-on",
        "mark-off",
        "set",
        "mark-set",
        "group",
        "link-strong",
        "link-weak",
    ] == told(names_of(step))


def test_every_sample_has_a_style() -> None:
    """But that of a pattern, which is what all samples look like."""
    classes = {classes.split()[-1] for _, classes, *_ in MARKS if classes} - {"used"}

    assert classes <= set(re.findall(r"\.key\.([\w-]+)", STYLE))
