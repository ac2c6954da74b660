"""Sources of text: encodings, line ends, bounds, and what is no text."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry, read, read_all, scan
from satdoku.formats.limits import USUAL_LIMITS
from satdoku.formats.source import open_source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Trickle(io.RawIOBase):
    """Bytes that arrive a few at a time, as on a pipe."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__()
        self._data = data
        self._step = step

    def readable(self) -> bool:
        """It is read from."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return the next few bytes, whatever is asked for."""
        step = self._step if size < 0 else min(size, self._step)
        piece, self._data = self._data[:step], self._data[step:]
        return piece


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("step", [1, 2, 3, 1000])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_line_ends_and_byte_order_marks_are_understood(
    rows: str, end: str, step: int, encoding: str
) -> None:
    """However the bytes arrive; an end split between two reads is one end."""
    data = (rows + rows).replace("\n", end).encode(encoding)

    entries = list(read_all(Trickle(data, step)))  # type: ignore[arg-type]  # RawIOBase reads bytes

    assert [1, 10] == [entry.line for entry in entries]


def test_missing_last_line_end_is_no_mistake(
    line: str, good: Callable[..., Entry]
) -> None:
    """Neither with one nor without."""
    assert good(line).grid == good(line + "\n").grid


def test_big_endian_utf_16(line: str, good: Callable[..., Entry]) -> None:
    """With its mark."""
    assert 26 == good(b"\xfe\xff" + line.encode("utf-16-be")).grid.clue_count


@pytest.mark.parametrize("text", ["", " ", "\n\n\n", " \t\r\n", "# note\n", "\ufeff"])
def test_source_without_puzzle(text: str, message: Callable[..., str]) -> None:
    """Nothing, blanks, comments: said in one way."""
    assert "no puzzle found; expected a puzzle" == message(text)


def test_blank_head_does_not_hide_the_puzzle(
    line: str, good: Callable[..., Entry]
) -> None:
    """A thousand comments and blank lines may come first."""
    entry = good("# a\n\n" * 600 + line + "\n")

    assert 1201 == entry.line


def test_nul_is_not_text(line: str, message: Callable[..., str]) -> None:
    """Told with its line."""
    assert "1: not text: a NUL byte" in message(line[:40] + "\0" + line[41:])


def test_puzzles_before_a_broken_byte_are_read(
    line: str, scanned: Callable[..., list[Any]]
) -> None:
    """The error comes where the byte is."""
    for broken in (b"\0", b"\xff", b"M\xfcller"):
        first, second, error = scanned(
            f"{line}\n{line}\n{line} ".encode() + broken + b"\n" + line.encode()
        )

        assert isinstance(first, Entry)
        assert isinstance(second, Entry)
        assert isinstance(error, InputError)
        assert 3 == error.line
        assert "not" in error.what


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "not text, but a PNG picture"),
        (b"\x89\0", "not UTF-8 text: byte 0x89"),
        (b"\x1f\x8b\x08\0", "gzip data that is cut off"),
        (b"PK\x03\x04rest", "not text, but zip data"),
        (b"BZh91AY", "bzip2 data that is cut off"),
        (b"\xfd7zXZ\0", "xz data that is cut off"),
        (bytes(range(256)), "not text: a NUL byte"),
        ("1.3434".encode("utf-16-le"), "expected text in UTF-8, or UTF-16 with a byte"),
    ],
)
def test_what_is_no_text(data: bytes, said: str, message: Callable[..., str]) -> None:
    """Images, archives and UTF-16 without its mark."""
    assert said in message(data)


def test_cut_off_character_at_the_end_is_told(message: Callable[..., str]) -> None:
    """Two bytes of three."""
    assert "not UTF-8 text" in message(b"1.3434.2.1434321 \xe2\x82")


@pytest.mark.parametrize("text", ["\ufeff", "\ufeff1.34", "1"])
def test_very_short_text(text: str) -> None:
    """A mark alone, or less text than a mark may have; from streams of both kinds."""
    sources = [io.StringIO(text), Trickle(text.encode(), 1)]
    for source in sources:
        (error,) = scan(source)  # type: ignore[arg-type]  # RawIOBase reads bytes
        assert isinstance(error, InputError)
        assert error.what.startswith("no puzzle") or "1 row of 4 cells" == error.what


class TestFiles:
    """Files and what can be wrong with them, in the system's words."""

    def test_path_and_text(self, tmp_path: Path, line: str) -> None:
        """A path is text or a Path."""
        file = tmp_path / "a.txt"
        file.write_text(line)

        assert read(file) == read(str(file))

    def test_missing_file(self, tmp_path: Path) -> None:
        """The message names it."""
        with pytest.raises(InputError, match=r"none\.txt: no such file or directory"):
            read(tmp_path / "none.txt")

    def test_puzzle_in_place_of_a_file_name(self, line: str) -> None:
        """There is a hint."""
        with pytest.raises(InputError, match=r"taken for a file name; .* Grid\.parse"):
            read(line)

    def test_directory(self, tmp_path: Path) -> None:
        """It does not hang."""
        with pytest.raises(InputError, match="is a directory"):
            read(tmp_path)

    @pytest.mark.skipif(
        not hasattr(os, "geteuid") or os.geteuid() == 0,
        reason="the system's administrator may read everything",
    )
    def test_no_permission(self, tmp_path: Path) -> None:
        """As the system says it."""
        file = tmp_path / "a.txt"
        file.write_text("")
        file.chmod(0)
        with pytest.raises(InputError, match="permission denied"):
            read(file)

    def test_impossible_names(self) -> None:
        """Too long for the system, or with a NUL."""
        with pytest.raises(InputError, match="file name too long"):
            read("a" * 5000)
        with pytest.raises(InputError, match="file name with a NUL"):
            read("a\0b")

    @pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no /dev/zero here")  # noqa: PTH110  a mark, not a test
    def test_endless_zeros(self) -> None:
        """Refused at the first chunk."""
        with pytest.raises(InputError, match="not text: a NUL byte"):
            read("/dev/zero")

    def test_escape_sequence_in_a_name(self, tmp_path: Path) -> None:
        """It is printed escaped."""
        with pytest.raises(InputError) as caught:
            read(tmp_path / "\x1b]0;x\x07")

        assert "\x1b" not in str(caught.value)
        assert "\\x1b]0;x\\x07" in str(caught.value)

    def test_missing_file_is_an_item_of_a_scan(self, tmp_path: Path) -> None:
        """Batch commands go on with the next file."""
        (error,) = scan(tmp_path / "none.txt")

        assert isinstance(error, InputError)

    def test_file_is_closed(self, tmp_path: Path, line: str) -> None:
        """Also when reading stops early: a warning would fail this test."""
        file = tmp_path / "a.txt"
        file.write_text(f"{line}\n" * 3000)
        entries = scan(file)
        next(entries)
        entries.close()  # type: ignore[attr-defined]  # it is a generator

        opened = open_source(file)
        opened.lines().peek(1)
        opened.close()


class TestStreams:
    """Open streams of text and bytes."""

    def test_text_and_bytes_give_the_same(self, rows: str) -> None:
        """And stay open."""
        text, data = io.StringIO(rows), io.BytesIO(rows.encode())

        assert read(text) == read(data)
        assert not text.closed
        assert not data.closed

    def test_text_stream_with_mark_and_old_line_ends(self, rows: str) -> None:
        """As if it had been bytes."""
        text = "\ufeff" + rows.replace("\n", "\r")

        assert read(io.StringIO(rows)) == read(io.StringIO(text, newline=""))

    def test_broken_byte_of_a_text_stream(self) -> None:
        """The stream's own decoder meets it."""
        stream = io.TextIOWrapper(io.BytesIO(b"\xff\xff"), encoding="utf-8")
        with pytest.raises(InputError, match="1: not UTF-8 text: byte 0xff"):
            read(stream)

    def test_name_of_a_stream(self, tmp_path: Path) -> None:
        """Its file's, if it has one."""
        file = tmp_path / "a.txt"
        file.write_text("1")
        with (
            file.open() as stream,
            pytest.raises(InputError, match=r"a\.txt:1: no puzzle recognised at '1'"),
        ):
            read(stream)

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
        """`-` is read as bytes where it can be."""
        stream = io.TextIOWrapper(io.BytesIO(line.encode("utf-16")))
        monkeypatch.setattr(sys, "stdin", stream)
        (entry,) = read_all("-")
        assert "<stdin>" == entry.source

        monkeypatch.setattr(sys, "stdin", io.StringIO(line))
        assert entry.grid == read("-")

    def test_other_things_are_a_type_error(self) -> None:
        """A list is no source."""
        with pytest.raises(TypeError, match="cannot read puzzles from list"):
            read([])  # type: ignore[arg-type]  # the mistake that is tested

    def test_error_of_the_system_while_reading(self) -> None:
        """It is told as one of input."""

        class Broken(io.BytesIO):
            def read1(self, size: int | None = -1, /) -> bytes:
                raise OSError(5, "Input/output error", size)

        with pytest.raises(InputError, match="input/output error"):
            read(Broken())


class TestBounds:
    """Memory stays flat whatever comes."""

    def test_long_line_is_refused_before_its_end(self) -> None:
        """Ten megabytes without a line end: the rest is not read."""
        stream = io.BytesIO(b"1" * 10_000_000)
        with pytest.raises(InputError) as caught:
            read(stream)

        assert "a line of more than 4,194,304 characters" in str(caught.value)
        assert len(str(caught.value)) < 200
        assert stream.tell() < USUAL_LIMITS.line + 200_000

    def test_long_line_behind_good_ones(self, line: str) -> None:
        """They are read; its number is told."""
        *entries, error = scan(
            io.BytesIO(f"{line}\n\n{line}\n".encode() + b"1" * 5**10)
        )

        assert 2 == len(entries)
        assert isinstance(error, InputError)
        assert 4 == error.line

    def test_endless_source_is_streamed(self, line: str) -> None:
        """One puzzle at a time, none kept."""

        class Endless(io.RawIOBase):
            taken = 0

            def readable(self) -> bool:
                return True

            def read(self, size: int = -1) -> bytes:
                if size:
                    self.taken += 1
                return f"{line}\n".encode() * 100 if size else b""

        stream = Endless()
        entries = scan(stream)  # type: ignore[arg-type]  # RawIOBase reads bytes
        for _ in range(1000):
            next(entries)

        assert stream.taken < 20

    def test_memory_is_flat(self, tmp_path: Path, line: str) -> None:
        """Twenty megabytes of puzzles take less than two of memory."""
        import tracemalloc

        file = tmp_path / "many.txt"
        file.write_text(f"{line}\n" * 60_000)
        tracemalloc.start()
        try:
            count = sum(1 for _ in scan(file))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()

        assert 60_000 == count
        assert peak < 2_000_000

    def test_slow_pipe_need_not_fill_the_head(self, line: str) -> None:
        """A line of 81 cells is certain: the first puzzle comes at once."""
        stream = Trickle(f"{line}\n".encode() * 3, 82)
        entries = scan(stream)  # type: ignore[arg-type]  # RawIOBase reads bytes
        next(entries)

        assert len(stream._data) > 0


class TestRest:
    """What ends the reading is told, and that nothing behind it was read."""

    PUZZLE = "1.3434.2.1434321"

    @pytest.mark.parametrize(
        ("end", "said"),
        [
            (b"\xff\n", "not UTF-8 text: byte 0xff; expected text in UTF-8, or UTF-16"),
            (b"\0\n", "not text: a NUL byte; expected text in UTF-8, or UTF-16 with a"),
            (b"1" * 99 + b"\n", "a line of more than 40 characters, '1111111111111111"),
            (b"1" * 99, "a line of more than 40 characters, '11111111111111111111…'; "),
        ],
    )
    def test_puzzles_before_it_are_read(self, end: bytes, said: str) -> None:
        """All of them, however short the lines may be."""
        data = f"{self.PUZZLE}\n{self.PUZZLE}\n".encode() + end + self.PUZZLE.encode()
        *entries, error = scan(io.BytesIO(data), limits=USUAL_LIMITS._replace(line=40))

        assert [1, 2] == [e.line for e in entries if isinstance(e, Entry)]
        assert str(error).startswith(f"<stream>:3: {said}")
        assert str(error).endswith("; nothing after it was read")

    def test_nothing_is_said_of_what_was_never_text(self) -> None:
        """There is no more to it than its first line."""
        (error,) = scan(io.BytesIO(b"a\0b\n"))

        assert "nothing after it" not in str(error)
