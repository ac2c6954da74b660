"""Repair: what can be mended in one way is, and nothing else."""

import io

from satdoku.errors import InputError
from tests.formats.inner import PuzzleRecord, scan

ROWS = [
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
]
TEXT = "\n".join(ROWS)
LINE = "".join(ROWS)
NBSP = "\u00a0"


def drawn(row):
    """Draw upright borders into a row."""
    return f"{row[:3]}|{row[3:6]}|{row[6:]}"


def mended(text, **options):
    """Read a text with repair."""
    return list(scan(io.StringIO(text), repair=True, **options))


def one(text, **options):
    """Read the one puzzle of a text with repair."""
    (entry,) = mended(text, **options)
    assert isinstance(entry, PuzzleRecord), entry
    return entry


def test_nothing_to_mend():
    for text in (TEXT, LINE, f"{LINE} name\n{LINE}\n", TEXT.replace(".", "#")):
        with_repair = mended(text)

        assert with_repair == list(scan(io.StringIO(text)))
        assert all(
            isinstance(e, PuzzleRecord) and not e.metadata.repairs for e in with_repair
        )


class TestMany:
    """Texts of several puzzles."""

    def test_broken_source(self):
        data = f"{TEXT.replace('6..195', '6.. 195')}\n\n".encode() + b"\xff\n"
        first, error = scan(io.BytesIO(data), repair=True)

        assert isinstance(first, PuzzleRecord)
        assert "0xff" in str(error)


def test_headings_are_never_clues():
    table = [[".", *"123456789"], *([str(n), *row] for n, row in enumerate(ROWS, 1))]
    for between in (" ", ","):
        (error,) = mended("\n".join(map(between.join, table)))

        assert isinstance(error, InputError)


def test_rows_of_other_programs():
    lists = [list(row.replace(".", "0")) for row in ROWS]
    array = "],\n       [".join(map(", ".join, lists))
    keycaps = TEXT.replace(".", "\u2b1c")
    for digit in "123456789":
        keycaps = keycaps.replace(digit, f"{digit}\ufe0f\u20e3")

    for text in (
        f"grid = np.array([[{array}]])",
        f"let grid = `\n{TEXT}`;",
        f"puzzle={LINE}",
        "<br>\n".join(ROWS),
        keycaps,
        "\n".join(drawn(row).replace("|", "!") for row in ROWS),
    ):
        assert LINE == one(text).puzzle.line


def test_messages_name_repair():
    lines = [drawn(row) for row in ROWS]
    for text in (
        "\n\n".join(ROWS),
        ",".join(LINE),
        "\n".join(lines).replace("|", "!"),
        "\n".join([*lines[:3], ROWS[3][:3] + " " + ROWS[3][3:], *lines[4:]]),
    ):
        assert all("--repair" in str(error) for error in scan(io.StringIO(text)))
        assert LINE == one(text).puzzle.line
