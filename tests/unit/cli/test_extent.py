"""How much of the input has been read."""

from __future__ import annotations

import gzip
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from satdoku.cli.extent import Extent

if TYPE_CHECKING:
    from collections.abc import Callable

LINE = b"1.....2...3.4...\n"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, bytes], str]:
    """Return a function that writes a file and names it."""

    def call(name: str, data: bytes) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        return str(path)

    return call


def test_lines(write: Callable[[str, bytes], str]) -> None:
    """The line of the last puzzle says how much of a file was read."""
    extent = Extent([write("a.txt", LINE * 100)])

    assert [0.01, 0.5, 1.0] == [extent.part(0, line, line) for line in (1, 50, 100)]


def test_end_without_line_end(write: Callable[[str, bytes], str]) -> None:
    """The last line counts, whether it is ended or not."""
    extent = Extent([write("a.txt", (LINE * 4).rstrip())])

    assert 0.25 == extent.part(0, 1, 1)


def test_old_line_ends(write: Callable[[str, bytes], str]) -> None:
    """CR alone ends a line, too."""
    extent = Extent([write("a.txt", LINE.replace(b"\n", b"\r") * 10)])

    assert 0.5 == extent.part(0, 5, 5)


def test_long_file(write: Callable[[str, bytes], str]) -> None:
    """A file longer than what is looked at is taken to go on as it begins."""
    extent = Extent([write("a.txt", LINE * 100_000)])
    part = extent.part(0, 50_000, 50_000)

    assert part is not None
    assert abs(part - 0.5) < 0.001


def test_several_files(write: Callable[[str, bytes], str]) -> None:
    """Files count as much as they are long; one that is missing counts nothing."""
    names = [write("a.txt", LINE * 30), "missing", write("b.txt", LINE * 10)]
    extent = Extent(names)

    assert [0.75, 0.875] == [extent.part(2, 0, 0), extent.part(2, 5, 5)]


@pytest.mark.parametrize(
    "data",
    [gzip.compress(LINE * 1000, mtime=0), b"", "1234".encode("utf-16")],
    ids=["packed", "empty", "utf-16"],
)
def test_no_plain_text(write: Callable[[str, bytes], str], data: bytes) -> None:
    """Of what is packed, empty or without plain lines nothing is told."""
    assert Extent([write("a", data)]).part(0, 1, 1) is None


def test_format_without_lines(write: Callable[[str, bytes], str]) -> None:
    """Where puzzles come faster than lines, lines say nothing."""
    assert Extent([write("a.json", b"[" * 100 + b"\n")]).part(0, 1, 7) is None


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
def test_pipe(tmp_path: Path) -> None:
    """Of a pipe nobody knows the end."""
    path = tmp_path / "pipe"
    os.mkfifo(path)

    assert Extent([str(path)]).part(0, 1, 1) is None


def test_standard_input(
    write: Callable[[str, bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard input is a file where the shell made it one, and is not moved."""
    with Path(write("a.txt", LINE * 10)).open("rb") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert 0.5 == Extent(["-"]).part(0, 5, 5)
        assert LINE == stream.readline()
    monkeypatch.setattr(sys, "stdin", io.StringIO())

    assert Extent(["-"]).part(0, 5, 5) is None


def test_part_of_a_file(write: Callable[[str, bytes], str]) -> None:
    """How much of one file was read says how much of all was."""
    extent = Extent([write("a.txt", LINE * 30), write("b.npy", LINE * 10)])

    assert [0.375, 0.75, 0.875] == [
        extent.part_of(0, 0.5),
        extent.part_of(0, 1.0),
        extent.part_of(1, 0.5),
    ]
    assert Extent(["nothing.npy"]).part_of(0, 0.5) is None
