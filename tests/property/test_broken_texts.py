"""Good texts of the formats of links and candidates, broken at a few places.

Whatever comes of it is puzzles or errors, nothing else; and a format that is cut or
mended a little is read as itself, or refused, or read as another that can say the same.
"""

from __future__ import annotations

import io
import json
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.errors import InputError
from satdoku.formats import Entry, Extras, scan, write
from satdoku.grid import Grid

NINE = Grid.parse(
    "000007000000009504000050169080000305075000290406000080762080000103900000000600000"
)
FOUR = Grid.parse("1.34 3.12 .1.3 4..1")
MARKED = NINE.with_candidates([511] * 8 + [6] + [511] * 72)
BEGUN = Entry(
    NINE,
    "",
    1,
    1,
    "a title",
    "",
    Extras(
        (("technique", "0100"), ("author", "somebody")),
        Grid(NINE.geometry, (8, *NINE.values[1:])).with_candidates([511] * 80 + [6]),
    ),
)
BOARD = json.dumps(
    {
        "size": 4,
        "title": "}",
        "grid": [
            [
                {"value": v, "given": True} if v else {"centerPencilMarks": [1]}
                for v in r
            ]
            for r in FOUR.rows
        ],
    },
    indent=1,
)
TEXTS = {
    "fpuzzles": [
        *(write(item, "fpuzzles") for item in (NINE, FOUR, MARKED, BEGUN)),
        BOARD,
        BOARD.replace("\n", ""),
    ],
    "sudokuwiki": [write(NINE, "sudokuwiki")],
    "opensudoku": [write(item, "opensudoku") for item in (NINE, BEGUN)],
    "pencilmarks": [write(item, "pencilmarks") for item in (NINE, FOUR, MARKED)],
    "sukaku": [write(item, "sukaku") for item in (NINE, FOUR, MARKED)],
    "hodoku": [write(item, "hodoku") for item in (NINE, BEGUN)],
}
MARKS = "0123456789.:|-+*'{}[]\"\\,<>&;=/?%# \t\nabcuvxzS9B!\x1b\x7f\xa0\u2502\uff11"


class Change(NamedTuple):
    """A stretch of a text, and what stands there afterwards."""

    at: int
    length: int
    new: str


changes = st.lists(
    st.builds(
        Change,
        st.integers(0, 3000),
        st.sampled_from((0, 0, 1, 1, 2, 9, 81, 5000)),
        st.text(MARKS, max_size=3),
    ),
    min_size=1,
    max_size=4,
)


def broken(text: str, many: list[Change]) -> str:
    """Apply changes one after the other."""
    for at, length, new in many:
        place = at % (len(text) + 1)
        text = text[:place] + new + text[place + length :]
    return text


@pytest.mark.parametrize("name", TEXTS)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_puzzles_or_errors(name: str, data: st.DataObject) -> None:
    """With the format said and without."""
    text = broken(data.draw(st.sampled_from(TEXTS[name])), data.draw(changes))
    for said in (None, name):
        found = list(scan(io.StringIO(text), format=said))
        assert found
        for item in found:
            if isinstance(item, InputError):
                assert str(item).isprintable()
                assert len(str(item)) < 600
            else:
                assert len(item.grid.left()) == item.grid.geometry.cells


@pytest.mark.parametrize("name", TEXTS)
def test_any_prefix_is_told(name: str) -> None:
    """A text that is cut off anywhere never gives another puzzle.

    A title, or what follows the last cell, may be cut without harm.
    """
    for text in TEXTS[name]:
        whole = [item for item in scan(io.StringIO(text)) if isinstance(item, Entry)]
        for end in range(1, len(text) - 1, 5):
            for item in scan(io.StringIO(text[:end]), format=name):
                assert isinstance(item, InputError) or item.grid == whole[0].grid
