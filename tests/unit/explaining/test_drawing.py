"""Steps drawn: what is marked is seen, whatever the technique and the size."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from satdoku.deduce.step import CellSet, Node, Step
from satdoku.deduce.technique import Technique
from satdoku.explaining.clash import Clash
from satdoku.explaining.drawing import SETS, step_scene, step_svg
from satdoku.explaining.explain import explain
from satdoku.explaining.trial import Contradiction, Placement, Trial
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.pictures import palette
from satdoku.pictures.scene import Circle, Rect, Text

if TYPE_CHECKING:
    from satdoku.explaining.explanation import Entry

BOARD = Geometry(3, 3)
EMPTY = Grid.trusted(BOARD, (0,) * 81)
FOUR = Grid.parse("1.....2...3.4...")


def classes(position: Grid, step: Entry | None) -> list[str]:
    """Return the classes of all that is drawn."""
    root = ET.fromstring(step_svg(position, step))  # noqa: S314  our own
    return [element.get("class") or "" for element in root.iter()]


def made_up(
    sets: tuple[CellSet, ...], chains: tuple[tuple[Node, ...], ...] = ()
) -> Step:
    """Return a step with such sets and chains, of a technique that has none."""
    placed = ((79, 9),)
    return Step(BOARD, Technique.NAKED_SINGLE, placed, sets=sets, chains=chains)


def test_clues_and_digits_found() -> None:
    """The puzzle tells which digits are clues."""
    told = explain(FOUR)
    position, step = list(told.positions())[-1]
    svg = step_svg(position, step, puzzle=FOUR)

    assert 'class="clue"' in svg
    assert 'class="found"' in svg
    assert 'class="found"' not in step_svg(position, step)


def test_sentence_and_title() -> None:
    """The sentence stands below, broken into lines; what it says is only text."""
    told = explain(FOUR)
    position, step = next(told.positions())
    svg = step_svg(position, step, title="<b>&")

    assert "the only candidate of r1c3" in " ".join(svg.split())
    assert 'class="sentence"' in svg
    assert "&lt;b&gt;&amp;" in svg
    assert "<b>" not in svg


def test_letters_are_told() -> None:
    """Below the sentence, which has numbers where the board has letters."""
    board = Geometry(3, 4)
    grid = Grid.trusted(board, (0,) * 144)
    step = Step(board, Technique.NAKED_SINGLE, places=((0, 12),), cells=(0,))
    told = "A is 10, B 11, C 12 in the grid"

    assert f"{told}</text>" in step_svg(grid, step)
    assert "in the grid" not in step_svg(EMPTY, None)
    assert "in the grid" not in step_svg(FOUR, next(iter(explain(FOUR).entries)))


def test_no_step() -> None:
    """The position alone has no marks and no sentence."""
    drawn = classes(FOUR, None)

    assert "candidate" in drawn
    assert not [name for name in drawn if name.startswith(("mark", "sentence"))]


def test_marks_of_a_fish() -> None:
    """Bands, covers, fins, what is used, what is removed."""
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
    drawn = classes(EMPTY, step)

    assert 2 == drawn.count("band")
    assert 2 == drawn.count("cover")
    assert 2 == drawn.count("mark-used")
    assert 1 == drawn.count("mark-fin") == drawn.count("mark-removed")
    assert 1 == drawn.count("strike")


def test_marks_of_sets_and_chains() -> None:
    """Each set has a border of its own; links are curves with heads."""
    sets = tuple(CellSet((cell,), (1, 2)) for cell in range(5))
    chain = (
        Node(1, (80,), on=True),
        Node(1, (70, 71), on=False),
        Node(1, (60,), on=True, by=0),
    )
    drawn = classes(EMPTY, made_up(sets, (chain,)))

    assert [2, 1, 1, 1] == [drawn.count(f"set-line-{n}") for n in (1, 2, 3, 4)]
    assert 2 == drawn.count("link-weak-1") == drawn.count("link-strong-1")
    assert 1 == drawn.count("group")
    assert len({dash for _, _, dash in SETS}) == len(SETS)


def test_borders_of_sets_that_share_a_cell() -> None:
    """Stand inside each other, so that both are seen."""
    sets = (CellSet((0,), (1,)), CellSet((0,), (2,)))
    scene = step_scene(EMPTY, made_up(sets))
    sides = [
        shape.width
        for shape in scene.flat()
        if isinstance(shape, Rect) and shape.name.startswith("set-line")
    ]

    assert 2 == len(set(sides))


def test_sets_are_named_below_the_board() -> None:
    """Each beside its own colours, in as many lines as that takes."""
    plain = step_scene(EMPTY, made_up((CellSet((0,), (1,)),)))
    sets = tuple(
        CellSet((cell,), (1,), f"almost locked set {cell}") for cell in range(6)
    )
    named = step_scene(EMPTY, made_up(sets))
    keys = [shape for shape in named.flat() if shape.name == "key"]

    assert [role for _, _, role in sets] == [
        shape.text for shape in keys if isinstance(shape, Text)
    ]
    assert 448.0 == plain.height
    assert named.height > 448 + 2 * 14
    assert all(
        448 < shape.y < named.height and shape.x < named.width
        for shape in keys
        if isinstance(shape, Text)
    )


def test_trial() -> None:
    """Numbers beside candidates, and a ring around the cell that is left empty."""
    followed = (
        Placement(1, 2, Technique.NAKED_SINGLE),
        Placement(4, 3, Technique.NAKED_SINGLE),
    )
    board = EMPTY.geometry
    trial = Trial(board, ((0, 1),), followed, Contradiction(cell=9))
    scene = step_scene(EMPTY, trial)
    numbers = [shape for shape in scene.flat() if shape.name == "number"]

    assert ["1", "2"] == [one.text for one in numbers if isinstance(one, Text)]
    assert 1 == classes(EMPTY, trial).count("clash")


def test_clash() -> None:
    """Rings around digits, and the removed candidates that are needed."""
    position = Grid.parse("12.. .... .... ...4").with_candidates(
        [1, 2, 12, 12, 12, 12, *[15] * 9, 8]
    )
    drawn = classes(
        position, Clash(position.geometry, ((2, 3),), ((0, 1), (15, 4)), ((6, 4),))
    )

    assert 2 == drawn.count("clash")
    assert 1 == drawn.count("mark-gone-digit")
    assert 2 == drawn.count("strike")


@pytest.mark.parametrize("size", [4, 6, 16, 25])
def test_sizes(size: int) -> None:
    """Any board is drawn, and every mark lies on it."""
    geometry = Geometry.of_size(size)
    grid = Grid.trusted(geometry, (0,) * geometry.cells)
    step = Step(
        geometry,
        Technique.HIDDEN_SINGLE,
        places=((geometry.cells - 1, size),),
        cells=(geometry.cells - 1,),
        digits=(size,),
        units=(3 * size - 1,),
    )
    scene = step_scene(grid, step)
    (disc,) = [shape for shape in scene.flat() if shape.name == "mark-placed"]

    assert isinstance(disc, Circle)
    assert scene.width - 60 < disc.x < scene.width


def test_every_step_of_a_path_is_well_formed() -> None:
    """As XML, with the digit that is placed."""
    told = explain(
        "000030086000020040090078520371856294900142375400397618200703859039205467"
        "700904132"
    )
    for position, step in told.positions():
        drawn = classes(position, step)

        assert len(step.places) == drawn.count("mark-placed")
        assert len(step.removes) == drawn.count("mark-removed")


def test_contrast() -> None:
    """Digits on marks can be read."""
    pairs = [
        (palette.PAPER, palette.BLUE),
        (palette.PAPER, palette.DARK_GREEN),
        (palette.DARK_VERMILION, palette.LIGHT_VERMILION),
        (palette.GREY, palette.PALE_GREY),
        *((palette.GREY, ground) for ground, _, _ in SETS),
        (palette.GREY, palette.LIGHT_GREEN),
    ]

    assert all(palette.contrast(one, two) >= 4.5 for one, two in pairs)
