"""Writing grids: what stands before, between and behind them."""

import io
import os

import pytest

import satdoku
from satdoku.errors import InputError, UsageError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from tests.formats.inner import (
    Format,
    Writer,
    find,
    formats,
    read,
    read_all,
    write,
)

FULL = Puzzle("1234 3412 2143 4321")
NINE = Puzzle(
    tuple((3 * r + r // 3 + column) % 9 + 1 for r in range(9) for column in range(9)),
    geometry=Geometry(9, 9),
)
WRITTEN = [
    format_.name
    for format_ in formats()
    if isinstance(format_, Format) and format_.write is not None
]
OWNERS = {"forum": "grid", "euler": "rows"}
"""Which format reads what another writes, where neither says more than the other."""


class TestWriting:
    """`write` and `Writer`."""

    def test_separators_and_headers(self):
        names = ("csv", "euler", "grid", "line", "numbers", "rows")
        texts = {}
        for name in names:
            stream = io.StringIO()
            with Writer(stream, name) as writer:
                writer.write(FULL)
                writer.write(FULL)
            texts[name] = stream.getvalue()

        rows = "1234\n3412\n2143\n4321\n"
        drawn = "12|34\n34|12\n--+--\n21|43\n43|21\n"
        numbers = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
        one = rows.replace("\n", "") + "\n"
        assert {
            "csv": f"puzzle\n{one}{one}",
            "euler": f"Grid 01\n{rows}Grid 02\n{rows}",
            "grid": f"{drawn}\n{drawn}",
            "line": f"{one}{one}",
            "numbers": f"{numbers}\n{numbers}",
            "rows": f"{rows}\n{rows}",
        } == texts

    @pytest.mark.parametrize("name", WRITTEN)
    def test_what_a_writer_writes_is_read_back(self, name):
        format_ = find(name)
        full = FULL if format_.sizes is None else NINE
        cells = full.geometry.cells
        partial = Puzzle(
            (0, *full.values[1:3], *(0,) * (cells - 3)), geometry=full.geometry
        )
        grids = [partial] if format_.single else [partial, full, partial]
        stream = io.StringIO()
        with Writer(stream, name) as writer:
            for grid in grids:
                writer.write(grid)
        entries = list(read_all(io.StringIO(stream.getvalue())))

        assert grids == [entry.puzzle for entry in entries]
        assert OWNERS.get(name, name) in {entry.format for entry in entries}

    def test_format_of_one_puzzle_takes_no_second(self):
        stream = io.StringIO()
        writer = Writer(stream, "sadman")
        writer.write(NINE)
        text = stream.getvalue()
        with pytest.raises(UsageError):
            writer.write(NINE)

        assert text == stream.getvalue()

    def test_format_of_one_size_takes_no_other(self):
        with pytest.raises(UsageError, match=r"sadman .*9x9.*4x4"):
            write(FULL, "sadman")

    def test_no_grids_leave_the_header(self):
        stream = io.StringIO()
        Writer(stream, "csv").close()

        assert "puzzle\n" == stream.getvalue()

    def test_closed_writer_refuses(self):
        stream = io.StringIO()
        writer = Writer(stream, "line")
        writer.close()
        writer.close()
        with pytest.raises(UsageError):
            writer.write(FULL)

    def test_large_grids_need_numbers(self):
        large = Puzzle((0,) * 4096, geometry=Geometry.of_box(8, 8))
        for name in ("line", "rows", "euler"):
            with pytest.raises(UsageError):
                write(large, name)
        for name in ("grid", "numbers", "csv"):
            assert large == read(io.StringIO(write(large, name)))

    def test_unknown_format(self):
        known = f"expected .*{', .*'.join(WRITTEN)}"
        with pytest.raises(UsageError, match=known):
            write(FULL, "xml")
        with pytest.raises(UsageError, match=r"'\\x1b'"):
            read("-", format="\x1b")

    def test_error_while_writing_leaves_no_footer(self):
        stream = io.StringIO()
        with pytest.raises(RuntimeError), Writer(stream, "csv"):
            raise RuntimeError

        assert not stream.getvalue()

    @pytest.mark.parametrize("name", ["link"])
    def test_format_that_is_only_read(self, name):
        with pytest.raises(UsageError):
            write(FULL, name)


class TestFiles:
    """`satdoku.write`: puzzles to files and streams."""

    def test_ending(self, tmp_path):
        for ending, format_ in (("txt", "line"), ("json", "json"), ("npy", "npy")):
            path = tmp_path / f"puzzles.{ending}"
            satdoku.write(iter([FULL.line, FULL]), path)

            assert [format_] * 2 == [entry.format for entry in read_all(path)]
        for name in ("puzzle.docx", "puzzle"):
            with pytest.raises(UsageError):
                satdoku.write(NINE, tmp_path / name)

    def test_metadata(self, tmp_path):
        puzzle = Puzzle(NINE, metadata={"name": "Easy", "author": "Ruud"})
        satdoku.write(puzzle, tmp_path / "puzzle.sdk", "sadman")

        assert puzzle.metadata == satdoku.read(tmp_path / "puzzle.sdk").metadata

    @pytest.mark.parametrize("name", ["line", "npy", "sudokuwiki"])
    def test_what_a_format_cannot_hold(self, tmp_path, name):
        path = tmp_path / "puzzles"
        path.write_text("mine", "utf-8")
        some = Puzzle("." * 81).with_candidates([510] + [511] * 80)
        with pytest.raises(UsageError):
            satdoku.write([NINE, some], path, name)
        with pytest.raises(InputError):
            satdoku.write([NINE, "12"], path, name)

        assert "mine" == path.read_text("utf-8")
        assert [path] == list(tmp_path.iterdir())

    def test_streams(self):
        text, data = io.StringIO(), io.BytesIO()
        satdoku.write(NINE, text, "rows")
        satdoku.write(NINE, data, "rows")

        assert text.getvalue().encode() == data.getvalue()
        for stream, name in ((text, "npy"), (data, None)):
            with pytest.raises(UsageError):
                satdoku.write(NINE, stream, name)

    @pytest.mark.skipif(os.name == "nt", reason="no modes and links there")
    def test_file_that_exists(self, tmp_path):
        path, link = tmp_path / "puzzles.sdm", tmp_path / "link.sdm"
        path.write_text("old", "utf-8")
        path.chmod(0o640)
        link.symlink_to(path)
        satdoku.write(NINE, link)

        assert link.is_symlink()
        assert 0o640 == path.stat().st_mode & 0o777
        assert NINE == satdoku.read(path)


def test_errors_are_raised_or_marked():
    text = f"{NINE.line}\n12\n{NINE.line}\n"
    first, error, third = satdoku.read_all(io.StringIO(text), errors="mark")

    assert first.puzzle == third.puzzle == NINE
    assert isinstance(error, InputError)
    with pytest.raises(InputError):
        list(satdoku.read_all(io.StringIO(text)))
    with pytest.raises(UsageError):
        satdoku.read_all(io.StringIO(text), errors="ignore")


def test_formats_are_described():
    names = [format_.name for format_ in formats()]

    assert sorted(set(names)) == names
    for format_ in formats():
        assert format_.summary
        assert all(ending.startswith(".") for ending in format_.extensions)
