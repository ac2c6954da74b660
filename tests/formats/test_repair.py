"""Repair: what can be mended in one way is, and nothing else."""

import io

import pytest

from satdoku.errors import InputError
from tests.formats.inner import Entry, read, scan

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
    assert isinstance(entry, Entry), entry
    return entry


def test_nothing_to_mend():
    for text in (TEXT, LINE, f"{LINE} name\n{LINE}\n", TEXT.replace(".", "#")):
        with_repair = mended(text)

        assert with_repair == list(scan(io.StringIO(text)))
        assert all(isinstance(e, Entry) and not e.extras.repairs for e in with_repair)


class TestMany:
    """Texts of several puzzles."""

    def test_broken_source(self):
        data = f"{TEXT.replace('6..195', '6.. 195')}\n\n".encode() + b"\xff\n"
        first, error = scan(io.BytesIO(data), repair=True)

        assert isinstance(first, Entry)
        assert "0xff" in str(error)


class TestFiles:
    """Names that are not quite right."""

    def test_missing_ending(self, tmp_path):
        (tmp_path / "input.txt").write_text(TEXT, "utf-8")
        (tmp_path / "input.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
        (tmp_path / "input.txt.bak").write_text(TEXT, "utf-8")
        (tmp_path / "input.d").mkdir()
        (entry,) = scan(tmp_path / "input", repair=True)

        assert isinstance(entry, Entry)
        assert str(tmp_path / "input.txt") == entry.source
        assert 0 in [mend.line for mend in entry.extras.repairs]
        with pytest.raises(InputError):
            read(tmp_path / "input")

    def test_several(self, tmp_path):
        for ending in ("txt", "sdm"):
            (tmp_path / f"input.{ending}").write_text(TEXT, "utf-8")
        (error,) = scan(tmp_path / "input", repair=True)

        assert isinstance(error, InputError)
        assert "input.sdm or input.txt" in str(error)

    def test_none(self, tmp_path):
        for name in (tmp_path / "input", tmp_path / "no" / "input", tmp_path / "no/"):
            (error,) = scan(name, repair=True)

            assert isinstance(error, InputError)
            assert str(name) == error.source

    def test_ending_of_another_format(self, tmp_path):
        path = tmp_path / "puzzle.csv"
        path.write_text(TEXT, "utf-8")
        (entry,) = scan(path, repair=True)

        assert isinstance(entry, Entry)
        assert "rows" == entry.format
        assert [0] == [mend.line for mend in entry.extras.repairs]
