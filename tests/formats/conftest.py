"""A puzzle in the layouts the tests share, and ways to read text."""

import io

import pytest

from satdoku.errors import InputError
from tests.formats.inner import PuzzleRecord, scan

LINE = (
    "000007000000009504000050169080000305075000290406000080762080000103900000000600000"
)


class Trickle(io.RawIOBase):
    """Bytes that arrive a few at a time, as on a pipe."""

    def __init__(self, data, step):
        super().__init__()
        self._data = data
        self._step = step

    def readable(self):
        """It is read from."""
        return True

    def readinto(self, buffer, /):
        """Fill in the next few bytes."""
        piece = self._data[: min(len(buffer), self._step)]
        self._data = self._data[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)


@pytest.fixture
def line():
    """Return a puzzle of 81 characters, `0` for an empty cell."""
    return LINE


@pytest.fixture
def rows():
    """Return the same puzzle as nine lines."""
    return "".join(LINE[start : start + 9] + "\n" for start in range(0, 81, 9))


@pytest.fixture
def grid():
    """Return the same puzzle with borders between its boxes."""
    lines = []
    for row in range(9):
        if row in (3, 6):
            lines.append("---+---+---")
        cells = LINE[row * 9 : row * 9 + 9]
        lines.append(f"{cells[:3]}|{cells[3:6]}|{cells[6:]}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def scanned():
    """Return a function that reads text or bytes, good and bad puzzles alike."""

    def scan_text(text, **said):
        data = text.encode() if isinstance(text, str) else text
        return list(scan(io.BytesIO(data), **said))

    return scan_text


@pytest.fixture
def message(
    scanned,
):
    """Return a function that reads text of one bad puzzle, and gives the message."""

    def message_of(text, **said):
        (error,) = scanned(text, **said)
        assert isinstance(error, InputError)
        return str(error).removeprefix("<stream>:").strip()

    return message_of


@pytest.fixture
def good(
    scanned,
):
    """Return a function that reads text of one good puzzle."""

    def entry_of(text, **said):
        (entry,) = scanned(text, **said)
        assert isinstance(entry, PuzzleRecord), str(entry)
        return entry

    return entry_of
