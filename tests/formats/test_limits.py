"""Limits: each is kept, by every way to read, and can be moved."""

import io
import json
from time import process_time

import numpy as np
import pytest

from satdoku.errors import InputError, UsageError
from satdoku.puzzle.puzzle import MAX_SIZE
from tests.formats.inner import (
    LONGEST_DOCUMENT,
    LONGEST_LINE,
    LONGEST_LINK,
    PuzzleRecord,
    pack,
    read,
    read_all,
    scan,
    write,
)
from tests.formats.small_grids import PARTIAL, SMALL, board

NINE = "." * 81


def error_of(source, **options):
    """Return the one error that a source gives."""
    source = io.StringIO(source) if isinstance(source, str) else source
    (error,) = scan(source, **options)
    assert isinstance(error, InputError), error
    return error


def numbers(size):
    """Return a board of numbers with one clue."""
    wide = [".".rjust(len(str(size)))] * size
    first = " ".join([str(size), *wide[1:]])
    return "\n".join([first, *[" ".join(wide)] * (size - 1)])


def test_size():
    assert 225 == read(io.StringIO(numbers(225))).geometry.size
    assert "225x225" in str(error_of(numbers(240)))
    assert 240 == read(io.StringIO(numbers(240)), max_size=240).geometry.size
    with pytest.raises(InputError, match="4x4"):
        list(read_all(io.StringIO(NINE), max_size=4))
    with pytest.raises(InputError, match="4x4"):
        read(io.StringIO(NINE), max_size=4)
    assert 4 == read(io.StringIO(json.dumps(board(SMALL))), max_size=4).geometry.size
    with pytest.raises(UsageError, match="max_size cannot be 'x'"):
        read(io.StringIO(NINE), max_size="x")


@pytest.mark.parametrize(
    "line",
    [
        f"+255{'1' * 90}(3, 9)",  # almost the number of a telephone
        f"https://{'a/' * 900}",
        f"{'ab ' * 600}!",
        f"rating {'1.' * 900}x",
    ],
)
def test_a_line_beside_a_board_is_read_at_once(line):
    """Any pattern of prose that tried all ways to split it would take hours."""
    board = "\n".join("12.. ..12 2143 .321".split())
    items = [*scan(io.StringIO(f"{line}\n{board}"))]
    assert any(isinstance(item, PuzzleRecord) for item in items)


@pytest.mark.parametrize(
    "line",
    [
        f"[[1{'#a1' * 30_000}, 2],",  # almost a list with a comment behind
        f"  1 & 2 &{' ' * 80_000}x",  # almost a row of LaTeX
        f"  {'|' * 80_000}",
        f'"12.."{" " * 80_000}x',
    ],
    ids=["comment", "blanks", "borders", "quotes"],
)
def test_a_long_line_that_is_almost_marked_is_answered_at_once(line):
    """A pattern that tried all ways to divide it would take minutes for a megabyte."""
    started = process_time()
    assert isinstance(list(scan(io.StringIO(line)))[-1], InputError)
    assert process_time() - started < 3


def test_size_of_an_array(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros((1, 256), np.uint8))

    assert "16x16" in str(error_of(tmp_path / "a.npy", max_size=9))


def test_line_and_puzzle():
    long = "." * LONGEST_LINE
    for text in (f"{long}.", f".Thermo~R1C1~\n{long}"):
        *_, error = scan(io.StringIO(text))
        assert 1 == error.line
        assert f"{LONGEST_LINE:,}" in str(error)


def test_link_that_unpacks_to_more():
    entry = PuzzleRecord.of(SMALL, "a" * 250_000)
    link = write(entry, "fpuzzles")
    assert len(link) < 6_000
    assert entry.name == next(scan(io.StringIO(link))).name
    text = json.dumps(board(SMALL, title="a" * 270_000))
    for long in (text.replace(",", ",\n"), f"https://f-puzzles.com/?load={pack(text)}"):
        error = error_of(long)
        assert (f"{LONGEST_LINK:,}", 1) == (next(iter(numbers_in(error))), error.line)


def numbers_in(error):
    """Return the numbers of four digits and more in what an error says."""
    return [word for word in str(error).split() if word[:1].isdigit() and "," in word]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("[" * 200_000, 1, None),
        ("[\n" * 200_000, 1, None),
        ('{"a":' * 200_000, 1, None),
        (f"[1, {'9' * 5000}]", 1, None),
        (json.dumps([0] * 60_000), 1, None),
        (json.dumps(board(SMALL)).replace('"value": 1', f'"value": 1{0:05000}'), 1, 0),
    ],
    ids=["lists", "lines", "objects", "digits", "cells", "value"],
)
def test_deep_and_long_json(text, line, column):
    error = list(scan(io.StringIO(text)))[-1]

    assert isinstance(error, InputError)
    assert line == error.line
    assert column in (0, error.column)
    assert len(str(error)) < 300


def test_document_of_json():
    """It is read as a whole; lines of JSON are not."""
    value = f'"{PARTIAL.line}"'
    blank = " " * (1 << 20)
    many = [value, *[f"{blank}{value}"] * (LONGEST_DOCUMENT >> 20)]

    assert f"{LONGEST_DOCUMENT:,}" in str(error_of("[\n" + ",\n".join(many) + "\n]"))
    assert len(many) == len(list(scan(io.StringIO("\n".join(many)))))


def test_option(run):
    count = ["count", "--limit", "1", "--max-size"]
    refused = run(*count, "4", text=NINE, code=2)

    assert "--max-size" in refused.stderr
    assert 1 == refused.stderr.count("\n")
    run(*count, "81", text=NINE, code=4)


def test_page(root):
    page = (root / "docs" / "limits.md").read_text("utf-8")

    assert "`--max-size`" in page
    for number in (MAX_SIZE, LONGEST_LINE, LONGEST_LINK):
        assert f"{number:,}" in page
