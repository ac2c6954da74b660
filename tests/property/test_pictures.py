"""Pictures of whatever board: well-formed, complete, and no wider than asked."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.geometry import Geometry
from satdoku.pictures.board import Board, digit_texts
from satdoku.pictures.draw import board_scene
from satdoku.pictures.plain import plain
from satdoku.pictures.svg import svg_text
from satdoku.pictures.terminal import Look, terminal_lines, width_of

SPACE = "{http://www.w3.org/2000/svg}"

GEOMETRIES = st.sampled_from([(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4)])


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a board with any layers, sensible or not."""
    geometry = Geometry(*draw(GEOMETRIES))
    layer = st.lists(
        st.integers(0, geometry.size),
        min_size=geometry.cells,
        max_size=geometry.cells,
    ).map(tuple)
    masks = st.lists(
        st.integers(0, (1 << geometry.size) - 1),
        min_size=geometry.cells,
        max_size=geometry.cells,
    )
    return Board.of(
        geometry,
        draw(layer),
        found=draw(st.just(()) | layer),
        other=draw(st.just(()) | layer),
        masks=draw(st.none() | masks),
    )


class TestSvg:
    """A picture says what is on the board, and nothing else."""

    @given(boards())
    @settings(max_examples=60, deadline=None)
    def test_every_digit_once(self, board: Board) -> None:
        """As many texts of each kind and digit as there are cells that show them."""
        texts = digit_texts(board.geometry)
        expected: list[str] = []
        for cell in range(board.geometry.cells):
            pencilled = board.pencilled(cell)
            if pencilled:
                expected += [texts[digit] for digit in pencilled]
            elif board.value(cell):
                expected.append(texts[board.value(cell)])
            if board.second(cell):
                expected.append(texts[board.second(cell)])
        root = ET.fromstring(svg_text(board_scene(board)))  # noqa: S314  our own
        found = [element.text or "" for element in root.iter(f"{SPACE}text")]

        assert sorted(expected) == sorted(found)

    @given(st.text(max_size=60))
    @settings(deadline=None)
    def test_any_title(self, title: str) -> None:
        """Comes back as text, as far as XML can hold it."""
        board = Board(Geometry(2, 2), (0,) * 16)
        picture = svg_text(board_scene(board, title=title, caption="x"))
        root = ET.fromstring(picture)  # noqa: S314  our own

        assert plain(title or "x") == root.get("aria-label")
        assert picture == svg_text(board_scene(board, title=title, caption="x"))

    @given(st.text(min_size=1, max_size=300))
    @settings(deadline=None)
    def test_any_caption(self, caption: str) -> None:
        """Is written small enough, and never makes an element of its own."""
        board = Board(Geometry(2, 2), (0,) * 16)
        scene = board_scene(board, title="x", caption=caption)
        root = ET.fromstring(svg_text(scene))  # noqa: S314  our own
        (text,) = root.findall(f"{SPACE}text")

        assert 9 <= float(text.get("font-size", "0")) <= 20
        assert [] == list(text)


class TestTerminal:
    """Every drawing of a board has the same digits, whatever the terminal."""

    @given(boards(), st.integers(1, 120), st.booleans())
    @settings(max_examples=60, deadline=None)
    def test_all_fit_or_are_the_narrowest(
        self,
        board: Board,
        columns: int,
        colour: bool,  # noqa: FBT001  from Hypothesis
    ) -> None:
        """Wider than the terminal only where nothing narrower would do."""
        look = Look(colour=colour, columns=columns)
        wide = max(map(width_of, terminal_lines(board, look)))
        least = max(
            map(width_of, terminal_lines(board, Look(colour=colour, columns=1)))
        )

        assert wide <= max(columns, least)

    @given(boards())
    @settings(max_examples=60, deadline=None)
    def test_colours_change_no_digit(self, board: Board) -> None:
        """One drawing with escapes, and the same lines without them."""
        plain_board = Board.of(board.geometry, board.clues)
        coloured = terminal_lines(plain_board, Look(colour=True))
        bare = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured]

        assert terminal_lines(plain_board, Look()) == bare
        assert all("\x1b" not in line for line in bare)
