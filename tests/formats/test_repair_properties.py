"""Repair: whatever is put around cells is mended; no damage to cells ever is."""

import io

from hypothesis import given
from hypothesis import strategies as st

from satdoku.errors import InputError
from tests.formats.inner import PuzzleRecord, scan

SIZES = st.sampled_from([4, 6, 9, 9, 9])
BLANKS = st.sampled_from([".", "0", "_", "*", "\u00a0", "\u00d7", "\u25a1"])


@st.composite
def rows(draw):
    """Draw the rows of a puzzle, `.` for an empty cell, not all of them empty."""
    size = draw(SIZES)
    marks = st.sampled_from("." * size + "123456789"[:size])
    row = st.lists(marks, min_size=size, max_size=size).map("".join)
    return draw(
        st.lists(row, min_size=size, max_size=size).filter(
            lambda lines: set("".join(lines)) != {"."}
        )
    )


@st.composite
def dressed(draw, lines):
    """Draw a text that holds these rows, badly kept."""
    blank = draw(BLANKS)
    kept = [line.replace(".", blank) for line in lines]
    change = draw(
        st.sampled_from(["nothing", "stray", "quoted", "labelled", "spread", "barred"])
    )
    if change == "stray":
        row = draw(st.integers(0, len(kept) - 1))
        at = draw(st.integers(0, len(kept[row])))
        kept[row] = kept[row][:at] + " " + kept[row][at:]
    elif change == "quoted":
        kept = [f'  "{line}",' for line in kept]
    elif change == "labelled":
        kept = [f"{number}) {line}" for number, line in enumerate(kept, 1)]
    elif change == "spread":
        kept = [part for line in kept for part in (line, "")]
    elif change == "barred":
        kept = [f"|{line}|" if at % 2 else line for at, line in enumerate(kept)]
    if draw(st.booleans()):
        kept.insert(0, "# kept as it is")
    if draw(st.booleans()):
        kept.insert(draw(st.integers(1, len(kept))), "----+----")
    return "\n".join(kept) + draw(st.sampled_from(["", "\n", "\n\n"]))


def lose(row, at, mark):
    """Lose a cell."""
    del mark
    return row[:at] + row[at + 1 :]


def gain(row, at, mark):
    """Make a cell."""
    return row[:at] + mark + row[at:]


def double(row, at, mark):
    """Write a cell twice."""
    del mark
    return row[:at] + row[at] + row[at:]


def replace(row, at, mark):
    """Put something into a cell that is no digit, and no usual sign for empty."""
    del mark
    return row[:at] + "#@Oo!\uff12\u0663"[at % 7] + row[at + 1 :]


def grids(text):
    """Read a text with repair; give the puzzles as lines."""
    found = scan(io.StringIO(text), repair=True)
    return [entry.puzzle.line for entry in found if isinstance(entry, PuzzleRecord)]


class TestMended:
    """Whatever stands around cells is taken away."""

    @given(st.data())
    def test_same_puzzle_or_none(self, data):
        lines = data.draw(rows())
        text = data.draw(dressed(lines))

        assert grids(text) in ([], ["".join(lines)])

    @given(st.data())
    def test_stray_blank_in_rows(self, data):
        lines = data.draw(rows())
        size = len(lines)
        row, at = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size))
        kept = list(lines)
        kept[row] = kept[row][:at] + " " + kept[row][at:]

        assert ["".join(lines)] == grids("\n".join(kept))


class TestDamaged:
    """No cell is made, lost or moved to make a puzzle of it."""

    @given(st.data(), st.sampled_from([lose, gain, double, replace]))
    def test_never_another_puzzle(self, data, damage):
        lines = data.draw(rows())
        size = len(lines)
        row, at = (
            data.draw(st.integers(0, size - 1)),
            data.draw(st.integers(0, size - 1)),
        )
        kept = list(lines)
        kept[row] = damage(kept[row], at, data.draw(st.sampled_from("123.")))
        found = grids(data.draw(dressed(kept)))

        assert all(len(line) != size * size for line in found)

    @given(st.data())
    def test_broken_line(self, data):
        lines = data.draw(rows())
        size = len(lines)
        at = data.draw(st.integers(0, size - 2))
        shift = data.draw(st.sampled_from([-1, 1]))
        both = lines[at] + lines[at + 1]
        cut = size + shift
        kept = [*lines[:at], both[:cut], both[cut:], *lines[at + 2 :]]

        assert [] == grids("\n".join(kept))


@given(st.text('0123456789.|-+# \n,;:"[]()>ABCDxX_*?/\u00a0\uff11', max_size=200))
def test_any_text(text):
    with_repair = list(scan(io.StringIO(text), repair=True))
    without = list(scan(io.StringIO(text)))

    assert with_repair
    assert all(str(e) for e in with_repair if isinstance(e, InputError))
    if all(isinstance(entry, PuzzleRecord) for entry in without):
        assert without == with_repair
