"""Packed sources are unpacked on the way; what is no text is refused by name."""

import bz2
import gzip
import io
import lzma
import os
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from satdoku import Puzzle
from satdoku.errors import InputError
from satdoku.formats import source
from tests.conftest import nightly
from tests.formats.conftest import Trickle
from tests.formats.inner import read, read_all, scan, scan_blocks

zstandard = pytest.importorskip("zstandard")


def zipped(data, *names):
    """Return an archive of zip, of one file or of some with the same content."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names or ("data",):
            archive.writestr(name, data)
    return stream.getvalue()


KINDS = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.compress,
}


@pytest.mark.parametrize("kind", KINDS)
class TestUnpacking:
    """gzip, bzip2, xz and zstd."""

    @pytest.mark.parametrize("step", [1, 7, 100_000])
    def test_it_is_read_as_if_it_were_not_packed(self, kind, step, rows):
        data = KINDS[kind]((rows + rows).encode("utf-16"))

        entries = list(read_all(Trickle(data, step)))

        assert [1, 10] == [entry.line for entry in entries]

    def test_file(self, kind, tmp_path, line):
        file = tmp_path / "puzzles.txt"
        file.write_bytes(KINDS[kind](f"{line}\n".encode() * 3))

        assert 3 == len(list(read_all(file)))

    def test_two_packed_files_in_one(self, kind, line):
        data = KINDS[kind](f"{line}\n".encode())

        assert 2 == len(list(read_all(io.BytesIO(data + data))))

    def test_cut_off(self, kind, line, scanned):
        turned = [line[i:] + line[:i] for i in range(81)]
        data = KINDS[kind]("\n".join(turned).encode())
        *_, error = scanned(data[: len(data) * 3 // 4])

        assert isinstance(error, InputError)
        assert f"<stream>: {kind} " in str(error)

    @pytest.mark.parametrize("reader", ["scan", "blocks"])
    def test_cut_off_at_its_end(self, kind, line, reader):
        data = io.BytesIO(KINDS[kind](f"{line}\n".encode() * 100)[:-3])
        if reader == "scan":
            *entries, error = scan(data)
            count = len(entries)
        else:
            *blocks, last = scan_blocks(data)
            count, error = sum(b.items for b in blocks), last.others[-1][1]

        # So little is one block of zstd, which is whole or lost.
        assert (0 if kind == "zstd" else 100) == count
        assert f"{kind} " in str(error)

    def test_what_comes_before_the_cut_is_read(self, kind, line):
        data = KINDS[kind](os.urandom(30_000).hex().encode())
        data = KINDS[kind](f"{line}\n".encode() * 5000) + data[: len(data) // 2]
        *entries, error = scan(io.BytesIO(data))

        assert isinstance(error, InputError)
        assert 5000 <= len(entries)
        assert f"{kind} " in str(error)

    def test_corrupt(self, kind, line, scanned):
        data = bytearray(KINDS[kind](f"{line}\n".encode() * 50))
        data[len(data) // 2] ^= 0xFF
        data[-5] ^= 0xFF
        *_, error = scanned(bytes(data))

        assert isinstance(error, InputError)
        assert f"{kind} " in str(error)

    def test_it_is_unpacked_once(self, kind, line, message):
        data = KINDS[kind](KINDS["gzip"](line.encode()))

        assert {"gzip", kind} <= set(message(data).replace(";", " ").split())

    def test_nothing_packed(self, kind, message):
        assert not message(KINDS[kind](b""))[:1].isdigit()

    @pytest.mark.nightly
    def test_pipe(self, kind, line):
        code = "import satdoku; print(len(list(satdoku.read_all('-'))))"
        stated = subprocess.run(
            [sys.executable, "-c", code],
            input=KINDS[kind](f"{line}\n".encode() * 4),
            capture_output=True,
            check=True,
        )

        assert b"4" == stated.stdout.strip()


@pytest.mark.parametrize("kind", nightly(KINDS, "gzip"))
def test_a_bomb_is_refused(kind, line, monkeypatch):
    """Puzzles before it are read, unless they are unpacked at once with it."""
    monkeypatch.setattr(source, "_MOST_UNPACKED", 1 << 20)
    bomb = KINDS[kind](f"{line}\n".encode() + b"\n" * (3 << 20))
    *first, error = scan(io.BytesIO(bomb))
    assert [item.puzzle for item in first] == [Puzzle(line)] * (kind != "zstd")
    assert "more than 100 times its size" in str(error)


@pytest.mark.nightly
def test_what_unpacks_to_much_is_streamed(line):
    import tracemalloc

    data = gzip.compress(f"{line}\n".encode() * 100_000)
    tracemalloc.start()
    try:
        count = sum(1 for _ in scan(io.BytesIO(data)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert 100_000 == count
    assert peak < 4_000_000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x81\0", "0x81"),
        (b"BZh91AY", "bzip2"),
        (bytes(range(256)), "NUL"),
        ("1.3434".encode("utf-16-le"), "UTF-16"),
        (zipped(b"data", "[Content_Types].xml", "a"), "Office"),
        (zipped(b"application/epub+zip", "mimetype"), "OpenDocument"),
        (b"PK\x05\x06" + bytes(18), "zip"),
        (b"PK\x03\x04" + bytes(18), "zip"),
        (b"\x28\xb5\x2f\xfd\0\0", "zstd"),
        (b"\x89PNG\r\n\x1a\n\0\0", "PNG"),
        (b"\xff\xd8\xff\xe0\0\0JFIF", "JPEG"),
        (b"GIF89a\x01\0", "GIF"),
        (b"%PDF-1.7\n", "PDF"),
        (b"{\\rtf1\\ansi 1", "RTF"),
        (b"SQLite format 3\0", "SQLite"),
        (b"\x80\x04\x95\0", "pickled"),
        (b"\0" * 257 + b"ustar\0", "tar "),
        (b"ARROW1\0\0", "Arrow"),
    ],
)
def test_refused_by_name(data, said, message):
    assert said in message(data)


def test_text_that_begins_like_a_mark(line, good, message):
    assert "'BZ'" in message("BZ\n")
    assert "P" == good(f"{line} P").name
    assert "'P'" in message("P")


def test_stream_that_was_begun_elsewhere(line):
    for data in (f"{line}\n".encode(), gzip.compress(line.encode())):
        begun = io.BytesIO(b"abc" + data)
        begun.read(3)

        assert 26 == read(begun).clue_count


def test_members_of_archives(line, scanned):
    """One file, or the only one that is named like puzzles; from a pipe, too."""
    for names in (("a.csv",), ("__MACOSX/a", "a.txt"), ("quizzes.csv", "notes.txt")):
        data = zipped(line.encode(), *names)
        for stream in (io.BytesIO(data), Trickle(data, 7)):
            (found,) = scan(stream)
            assert line.replace("0", ".") == found.puzzle.line
    for names in (("a", "b"), ("puzzles.csv", "quizzes.csv"), ("mimetype", "a")):
        (error,) = scan(io.BytesIO(zipped(line.encode(), *names)))
        assert isinstance(error, InputError)
        assert error.line is None


def test_broken_archives(line, scanned):
    """They say that they are: cut off, changed, or bombs."""
    data = zipped("".join(line[i:] + line[:i] + "\n" for i in range(81)).encode())
    changed = bytearray(data)
    changed[len(data) // 2] ^= 0xFF
    for broken in (data[: len(data) // 2], bytes(changed), data[:-3]):
        *_, error = scanned(broken)
        assert "zip data" in str(error)


def test_arrays_in_archives(line, scanned):
    puzzles = np.array([[int(mark) for mark in line.replace(".", "0")]] * 2)
    cells = "".join(line.split()).replace("0", ".")
    one, named, two = io.BytesIO(), io.BytesIO(), io.BytesIO()
    np.savez(one, puzzles)
    np.savez_compressed(named, quizzes=puzzles, solutions=puzzles)
    np.savez(two, a=puzzles, b=puzzles)
    for stream in (one, named):
        found = list(scan(io.BytesIO(stream.getvalue())))
        assert [cells] * 2 == [item.puzzle.line for item in found]
    (error,) = scan(io.BytesIO(two.getvalue()))
    assert "a.npy, b.npy" in str(error)


@pytest.mark.parametrize("ending", ["gz", "bz2", "xz", "zst", "zip"])
def test_written_and_read(run, tmp_path, line, ending):
    path = tmp_path / f"out.csv.{ending}"
    run("convert", "-", "-o", path, text=f"{line}\n" * 3, code=0)
    done = run("convert", path, "--to", "csv", code=0)
    assert f"puzzle\n{line}\n{line}\n{line}\n".replace("0", ".") == done.stdout
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 6)
    done = run("convert", path, "--to", "csv", code=2)
    assert str(path) in done.stderr


def test_written_as_npz(run, tmp_path, line):
    path = tmp_path / "out.npz"
    run("solve", "-", "-o", path, text=f"{line}\n" * 3, code=0)
    with np.load(path) as arrays:
        assert [(3, 81)] == [array.shape for array in arrays.values()]
    assert 3 == len(run("convert", path, "--to", "line", code=0).stdout.split())


def test_a_member_has_an_ending(run, line, tmp_path):
    out = tmp_path / "out.zip"
    run("convert", "--to", "line", "-o", out, text=line, code=0)
    with zipfile.ZipFile(out) as archive:
        assert archive.namelist() == ["out.txt"]
    assert (
        run("convert", "--to", "line", out, code=0).stdout
        == line.replace("0", ".") + "\n"
    )
