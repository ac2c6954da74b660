"""Pencil marks in cells of several lines, each candidate at its own place."""

import io

import pytest

from satdoku import Puzzle
from satdoku.errors import InputError
from tests.formats.inner import scan

CLUES = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SMALL = "1.3..4....2.4..1"


def drawn(line, height, width, blank, *, bars="|", rules=True, middle=False):
    """Draw each clue, and every digit where there is none, in cells of some lines."""
    size = height * width
    lines = ["+" + "+".join(["-" * width] * size) + "+"] if rules else []
    for row in range(size):
        for part in range(height):
            cells = []
            for clue in line[row * size : (row + 1) * size]:
                shown = [
                    str(k + 1) if clue in (".", str(k + 1)) else blank
                    for k in range(size)
                ]
                if middle and clue != ".":
                    shown = [blank] * size
                    shown[size // 2] = clue
                cells.append("".join(shown[part * width : (part + 1) * width]))
            lines.append(bars + bars.join(cells) + bars)
        lines += lines[:1] if rules else []
    return "\n".join(lines)


def marks_of(text):
    """Return the candidates of the one puzzle of a text."""
    (item,) = scan(io.StringIO(text))
    return item.puzzle.candidate_masks()


def expected(line):
    size = round(len(line) ** 0.5)
    whole = (1 << size) - 1
    return tuple(whole if clue == "." else 1 << int(clue) - 1 for clue in line)


@pytest.mark.parametrize("blank", [" ", ".", "-"])
@pytest.mark.parametrize("rules", [True, False])
@pytest.mark.parametrize("middle", [True, False])
@pytest.mark.parametrize(("line", "height", "width"), [(CLUES, 3, 3), (SMALL, 2, 2)])
def test_cells_of_several_lines_are_candidates(
    line, height, width, blank, rules, middle
):
    text = drawn(line, height, width, blank, rules=rules, middle=middle)

    assert expected(line) == tuple(marks_of(text))


def test_without_bars():
    text = drawn(CLUES, 3, 3, ".", bars="", rules=False)

    assert expected(CLUES) == tuple(marks_of(text))


def test_a_sign_at_another_place_is_an_error():
    text = drawn(CLUES, 3, 3, " ").replace("123|123", "123|132", 1)

    with pytest.raises(InputError, match="'3' in the place of candidate 2"):
        Puzzle(text)


def test_a_cell_without_candidates_is_an_error():
    text = drawn(CLUES, 3, 3, " ", middle=True).replace("| 5 |", "|   |", 1)

    with pytest.raises(InputError, match="r1c1: a cell without candidates"):
        Puzzle(text)
