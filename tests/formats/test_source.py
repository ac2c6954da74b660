"""Sources of text: encodings, line ends, bounds, and what is no text."""

import io
import sys

import pytest

from satdoku.errors import InputError, UsageError
from tests.formats.conftest import Trickle
from tests.formats.inner import (
    LONGEST_LINE,
    PuzzleRecord,
    read,
    read_all,
    scan,
)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("step", [1, 2, 3, 1000])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_line_ends_and_byte_order_marks_are_understood(rows, end, step, encoding):
    data = (rows + rows).replace("\n", end).encode(encoding)

    entries = list(read_all(Trickle(data, step)))

    assert [1, 10] == [entry.line for entry in entries]


@pytest.mark.parametrize("text", ["", " ", "\n\n\n", " \t\r\n", "# note\n", "\ufeff"])
def test_source_without_puzzle(text, message):
    assert not message(text)[:1].isdigit()


def test_blank_head_does_not_hide_the_puzzle(line, good):
    entry = good("# a\n\n" * 600 + line + "\n")

    assert 1201 == entry.line


def test_cut_off_character_at_the_end(message):
    assert "UTF-8" in message(b"1.3434.2.1434321 \xe2\x82")


@pytest.mark.parametrize("text", ["\ufeff", "\ufeff1.34", "1"])
def test_very_short_text(text):
    sources = [io.StringIO(text), Trickle(text.encode(), 1)]
    for source in sources:
        (error,) = scan(source)
        assert isinstance(error, InputError)
        assert error.line in (None, 1)


class TestFiles:
    """Files and what can be wrong with them, in the system's words."""

    def test_path_and_text(self, tmp_path, line):
        file = tmp_path / "a.txt"
        file.write_text(line)

        assert read(file) == read(str(file))

    def test_puzzle_in_place_of_a_file_name(self, line):
        with pytest.raises(InputError):
            read(line)

    def test_impossible_names(self):
        with pytest.raises(InputError):
            read("a" * 5000)
        with pytest.raises(InputError):
            read("a\0b")

    def test_missing_file_is_an_item_of_a_scan(self, tmp_path):
        (error,) = scan(tmp_path / "none.txt")

        assert isinstance(error, InputError)

    def test_file_is_closed(self, tmp_path, line):
        file = tmp_path / "a.txt"
        file.write_text(f"{line}\n" * 3000)
        entries = scan(file)
        next(entries)
        entries.close()

        file.unlink()  # Windows refuses what is still open


class TestStreams:
    """Open streams of text and bytes."""

    def test_text_and_bytes_give_the_same(self, rows):
        text, data = io.StringIO(rows), io.BytesIO(rows.encode())

        assert read(text) == read(data)
        assert not text.closed
        assert not data.closed

    def test_text_stream_with_mark_and_old_line_ends(self, rows):
        text = "\ufeff" + rows.replace("\n", "\r")

        assert read(io.StringIO(rows)) == read(io.StringIO(text, newline=""))

    def test_broken_byte_of_a_text_stream(self):
        stream = io.TextIOWrapper(io.BytesIO(b"\xff\xff"), encoding="utf-8")
        with pytest.raises(InputError, match=r"1: .*0xff"):
            read(stream)

    def test_name_of_a_stream(self, tmp_path):
        file = tmp_path / "a.txt"
        file.write_text("1")
        with (
            file.open() as stream,
            pytest.raises(InputError, match=r"a\.txt:1: 1 cell"),
        ):
            read(stream)

    def test_standard_input(self, monkeypatch, line):
        stream = io.TextIOWrapper(io.BytesIO(line.encode("utf-16")))
        monkeypatch.setattr(sys, "stdin", stream)
        (entry,) = read_all("-")
        assert "<stdin>" == entry.source

        monkeypatch.setattr(sys, "stdin", io.StringIO(line))
        assert entry.puzzle == read("-")

    def test_other_things_are_refused(self):
        with pytest.raises(UsageError):
            read([])

    def test_error_of_the_system_while_reading(self):

        class Broken(io.BytesIO):
            def read1(self, size=-1, /):
                raise OSError(5, "Input/output error", size)

        with pytest.raises(InputError):
            read(Broken())


class TestBounds:
    """Memory stays flat whatever comes."""

    def test_long_line_is_refused_before_its_end(self):
        stream = io.BytesIO(b"1" * 10_000_000)
        with pytest.raises(InputError) as caught:
            read(stream)

        assert "4,194,304" in str(caught.value)
        assert len(str(caught.value)) < 200
        assert stream.tell() < LONGEST_LINE + 200_000

    def test_endless_source_is_streamed(self, line):

        class Endless(io.RawIOBase):
            taken = 0

            def readable(self):
                return True

            def read(self, size=-1):
                if size:
                    self.taken += 1
                return f"{line}\n".encode() * 100 if size else b""

        stream = Endless()
        entries = scan(stream)
        for _ in range(1000):
            next(entries)

        assert stream.taken < 20

    def test_slow_pipe_need_not_fill_the_head(self, line):
        stream = Trickle(f"{line}\n".encode() * 3, 82)
        entries = scan(stream)
        next(entries)

        assert len(stream._data) > 0


class TestRest:
    """What ends the reading is stated, and that nothing behind it was read."""

    PUZZLE = "1.3434.2.1434321"

    @pytest.mark.parametrize(
        ("end", "said"),
        [
            (b"\x81\n", "0x81"),
            (b"\0\n", "NUL"),
            (b"1" * (LONGEST_LINE + 1), "4,194,304"),
        ],
    )
    def test_puzzles_before_it_are_read(self, end, said):
        data = f"{self.PUZZLE}\n{self.PUZZLE}\n".encode() + end + self.PUZZLE.encode()
        *entries, error = scan(io.BytesIO(data))

        assert [1, 2] == [e.line for e in entries if isinstance(e, PuzzleRecord)]
        assert 3 == error.line
        assert said in str(error)

    def test_nothing_is_said_of_what_was_never_text(self):
        (error,) = scan(io.BytesIO(b"a\0b\n"))

        assert "nothing after it" not in str(error)


def test_unknown_options_are_refused():
    for reads in (read, lambda source, **more: list(read_all(source, **more))):
        with pytest.raises(TypeError, match="fromat"):
            reads(io.StringIO("." * 16), fromat="line")
