"""Boards as scenes: every digit where it must be, and told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.geometry import Geometry
from satdoku.pictures.board import Board, digit_texts
from satdoku.pictures.draw import board_scene
from satdoku.pictures.frame import CELL, MARGIN, Frame
from satdoku.pictures.palette import BLUE, INK
from satdoku.pictures.scene import Circle, Paint, Polyline, Rect, Segments, Text, Texts
from satdoku.pictures.svg import svg_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.pictures.scene import Scene
    from tests.unit.pictures.conftest import Letter

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (2, 8), (5, 5), (6, 6)]


def texts_in(scene: Scene, name: str) -> list[Text]:
    """Return the texts of one kind."""
    texts: list[Text] = []
    for shape in scene.flat():
        if isinstance(shape, Texts):
            texts += shape.each()
        elif isinstance(shape, Text):
            texts.append(shape)
    return [text for text in texts if text.name == name]


def texts_of(board: Board, name: str) -> list[Text]:
    """Return the texts of one kind in the picture of a board."""
    return texts_in(board_scene(board), name)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_digit_stands_in_the_middle_of_its_cell(
    shape: tuple[int, int],
    puzzle: Callable[..., Board],
    letters: Callable[[str], list[Letter]],
) -> None:
    """Read back from the SVG: clue or found, the right digit, nothing besides."""
    geometry = Geometry(*shape)
    board = puzzle(geometry, found=True)
    told = digit_texts(geometry)
    expected = {
        (
            round(MARGIN + (cell % geometry.size + 0.5) * CELL, 2),
            round(MARGIN + (cell // geometry.size + 0.5) * CELL, 2),
        ): ("clue" if board.is_clue(cell) else "found", told[board.value(cell)])
        for cell in range(geometry.cells)
    }
    found = letters(svg_text(board_scene(board)))

    assert geometry.cells == len(found)
    for letter in found:
        place = min(
            expected, key=lambda at: abs(at[0] - letter.x) + abs(at[1] - letter.y)
        )
        assert place == pytest.approx((letter.x, letter.y), abs=0.02)
        assert expected.pop(place) == (letter.name, letter.text)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_candidate_stands_at_its_place(
    shape: tuple[int, int],
    puzzle: Callable[..., Board],
    letters: Callable[[str], list[Letter]],
) -> None:
    """As many as there are, each in the part of the cell that is its digit's."""
    geometry = Geometry(*shape)
    board = puzzle(geometry, candidates=True)
    told = digit_texts(geometry)
    expected = {
        (cell, told[digit])
        for cell in range(geometry.cells)
        for digit in board.pencilled(cell)
    }
    assert expected
    seen: set[tuple[int, str]] = set()
    for letter in letters(svg_text(board_scene(board))):
        if letter.name != "candidate":
            continue
        column, x = divmod(letter.x - MARGIN, CELL)
        row, y = divmod(letter.y - MARGIN, CELL)
        across = int(x / (CELL / geometry.box_width))
        down = int(y / (CELL / geometry.box_height))
        assert told[down * geometry.box_width + across + 1] == letter.text
        seen.add((int(row) * geometry.size + int(column), letter.text))

    assert expected == seen


@pytest.mark.parametrize("shape", [*SHAPES, (8, 8), (10, 10)])
def test_texts_stay_in_their_places(
    shape: tuple[int, int], puzzle: Callable[..., Board]
) -> None:
    """A digit is narrower than its cell, a candidate than its part of it."""
    geometry = Geometry(*shape)
    across, down = Frame(geometry).candidate_room
    board = puzzle(geometry, candidates=True)
    for text in [*texts_of(board, "clue"), *texts_of(board, "candidate")]:
        # 0.56 em is the width of a digit, 0.75 that of a letter, in Helvetica.
        em = 0.75 if text.text.isalpha() else 0.57
        room = (CELL, CELL) if text.name == "clue" else (across, down)
        assert em * len(text.text) * text.size <= room[0]
        assert 0.72 * text.size <= room[1]


def test_clue_and_found_differ_in_weight_slant_and_colour(
    puzzle: Callable[..., Board],
) -> None:
    """Not in colour alone."""
    board = puzzle(Geometry(3, 3), found=True)
    clue, found = texts_of(board, "clue")[0], texts_of(board, "found")[0]

    assert (True, False, INK) == (clue.bold, clue.italic, clue.colour)
    assert (False, True, BLUE) == (found.bold, found.italic, found.colour)


def test_found_candidate_is_marked_by_a_disc() -> None:
    """The digit that was found, among the others, in its place."""
    geometry = Geometry(2, 2)
    board = Board(geometry, (0,) * 16, (2,) + (0,) * 15, candidates=((1, 2),) * 16)
    shapes = list(board_scene(board).flat())
    discs = [s for s in shapes if isinstance(s, Circle)]

    assert [Frame(geometry).candidate(0, 2)] == [(disc.x, disc.y) for disc in discs]
    assert ["2"] == [text.text for text in texts_of(board, "found-candidate")]
    assert 1 + 15 * 2 == len(texts_of(board, "candidate"))


def test_clash_has_a_ring_and_a_ground() -> None:
    """At each cell of it, and nowhere else."""
    board = Board.of(Geometry(2, 2), (1, 0, 1, 2) + (0,) * 12)
    scene = board_scene(board)
    frame = Frame(board.geometry)
    rings = [s for s in scene.flat() if isinstance(s, Circle) and s.name == "clash"]
    grounds = [s for s in scene.flat() if isinstance(s, Rect) and "ground" in s.name]

    assert [frame.centre(0), frame.centre(2)] == [(ring.x, ring.y) for ring in rings]
    assert [frame.corner(0), frame.corner(2)] == [(r.x, r.y) for r in grounds]
    assert "r1c1, r1c3 clash" in scene.description


def test_difference_shows_both_digits_and_a_cut() -> None:
    """Its own above the diagonal, the other below."""
    board = Board(Geometry(2, 2), (1,) + (0,) * 15, other=(2,) + (0,) * 15)
    mine, other = texts_of(board, "clue"), texts_of(board, "other")
    cuts = [s for s in board_scene(board).flat() if isinstance(s, Polyline)]
    x, y = Frame(board.geometry).centre(0)

    assert (["1"], ["2"]) == ([t.text for t in mine], [t.text for t in other])
    assert mine[0].x < x < other[0].x
    assert mine[0].y < y < other[0].y
    assert ["differs"] == [cut.name for cut in cuts]
    assert "two digits in r1c1" in board_scene(board).description


def test_cell_without_candidates_is_crossed_out() -> None:
    """Nothing can go there, and that is seen."""
    board = Board(Geometry(2, 2), (0,) * 16, candidates=((),) + ((1,),) * 15)
    crosses = [
        shape
        for shape in board_scene(board).flat()
        if isinstance(shape, Segments) and shape.name == "dead"
    ]

    assert 1 == len(crosses)
    assert "no digit left for r1c1" in board_scene(board).description


@pytest.mark.parametrize("shape", SHAPES)
def test_box_borders_are_thick(shape: tuple[int, int]) -> None:
    """Between boxes and nowhere else; thin lines everywhere else."""
    geometry = Geometry(*shape)
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    lines = {
        shape.name: shape
        for shape in board_scene(Board(geometry, (0,) * geometry.cells)).flat()
        if isinstance(shape, Segments)
    }
    thick, thin = lines["box-lines"], lines["cell-lines"]

    assert n // h - 1 + n // w - 1 == len(thick.lines)
    assert 2 * (n - 1) - len(thick.lines) == len(thin.lines)
    assert thick.paint.width > thin.paint.width
    for x1, _, x2, _ in thick.lines:
        if x1 == x2:
            assert 0 == round((x1 - MARGIN) / CELL) % w


def test_caption_is_shown_and_told() -> None:
    """Above the grid, which moves down; and the picture's title."""
    board = Board(Geometry(3, 3), (5,) + (0,) * 80)
    scene = board_scene(board, caption="Number\n1")
    (caption,) = texts_in(scene, "caption")

    assert "Number 1" == caption.text
    assert "Number\n1" == scene.title
    assert scene.height > scene.width
    assert scene.height > board_scene(board).height
    assert "Sudoku of 9x9 cells" == board_scene(board).title


@pytest.mark.parametrize("text", ["W" * 400, "数" * 100, "i" * 60, "a" * 25])
def test_long_caption_stays_in_the_picture(text: str) -> None:
    """Smaller first, then cut; the title says all of it."""
    scene = board_scene(Board(Geometry(2, 2), (0,) * 16), caption=text)
    (caption,) = texts_in(scene, "caption")
    em = {"W": 0.95, "数": 1.0, "i": 0.23, "a": 0.56}[text[0]]
    letters = len(caption.text.removesuffix("…"))

    assert caption.size >= 9
    assert letters * em * caption.size <= scene.width
    assert text.startswith(caption.text.removesuffix("…"))
    assert text == scene.title


def test_shapes_go_under_and_over() -> None:
    """What others draw: tints below the digits, arrows above."""
    tint = Rect(8, 8, CELL, CELL, Paint(fill="#ffffff"), name="tint")
    mark = Circle(8, 8, 3, Paint(fill="#000000"), name="mark")
    board = Board(Geometry(2, 2), (1,) + (0,) * 15)
    names = [s.name for s in board_scene(board, under=[tint], over=[mark]).flat()]

    assert names.index("tint") < names.index("cell-lines") < names.index("clue")
    assert "mark" == names[-1]


def test_rows_are_told_to_those_who_cannot_see() -> None:
    """Row by row up to 16x16; of larger boards what there is."""
    small = board_scene(Board(Geometry(2, 2), (1, 2) + (0,) * 14)).description
    large = board_scene(Board(Geometry(5, 5), (1, 2) + (0,) * 623)).description

    assert "2 clues. Row 1: 1 2 . .. Row 2: . . . .." in small
    assert "2 clues." == large


def test_one_is_counted_as_one() -> None:
    """One clue is no clues, and one digit no digits."""
    geometry = Geometry(5, 5)
    values = (1, 2) + (0,) * 623
    one = board_scene(Board(geometry, values[:1] + (0,) * 624)).description
    found = Board(geometry, values[:1] + (0,) * 624, values)

    assert "1 clue." == one
    assert "1 clue, 1 digit found" in board_scene(found).description


def test_large_board_is_drawn(puzzle: Callable[..., Board]) -> None:
    """100x100 with all its candidates."""
    board = puzzle(Geometry(10, 10), candidates=True)
    text = svg_text(board_scene(board))
    digits = sum(len(board.pencilled(cell)) for cell in range(board.geometry.cells))

    assert board.geometry.cells - board.clues.count(0) + digits == text.count("<text ")
