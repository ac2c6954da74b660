"""Which format a text is in, and when that is open."""

import io

import pytest

from satdoku.errors import InputError
from satdoku.puzzle.puzzle import Puzzle
from tests.formats.inner import (
    Format,
    PuzzleRecord,
    formats,
    read,
    read_all,
    scan,
    scan_blocks,
    write,
)
from tests.puzzles import NEWSPAPER as LINE

WRITTEN = [
    format_.name
    for format_ in formats()
    if isinstance(format_, Format) and format_.write is not None
]
FILES = {
    "large/sudoku-25-1.txt": ("numbers", 25, 1),
    "large/sudoku-64-2.txt": ("numbers", 64, 1),
    "large/sudoku-100-1.txt": ("numbers", 100, 1),
    "seeds/input.txt": ("grid", 9, 1),
    "seeds/easy_45.txt": ("grid", 9, 1),
    "seeds/medium_35.txt": ("grid", 9, 1),
    "seeds/hard_25.txt": ("grid", 9, 1),
    "seeds/extreme_17.txt": ("grid", 9, 1),
    "seeds/anti_backtracking.txt": ("grid", 9, 1),
    "sets/clues17.txt": ("line", 9, 4916),
    "sets/easy50.txt": ("line", 9, 50),
    "sets/hardest.txt": ("line", 9, 4877),
    "sets/many_solutions.txt": ("line", 9, 2000),
    "sets/top95.txt": ("line", 9, 95),
    "reference/solution_counts.txt": ("line", 9, 43),
    "reference/sudopedia_cases.csv": ("csv", 9, 19),
    "reference/rated.csv": ("csv", 9, 120),
}


@pytest.mark.parametrize(("name", "expected"), FILES.items())
def test_every_file_of_puzzles_is_recognised(shared_data, name, expected):
    format_, size, count = expected
    entries = list(read_all(shared_data / name))

    assert count == len(entries)
    assert {format_} == {entry.format for entry in entries}
    assert {size} == {entry.puzzle.geometry.size for entry in entries}


def test_no_other_file_is_taken_for_puzzles(shared_data):
    for name in ("hodoku_scores.csv", "se_scores.csv"):
        (error,) = scan(shared_data / "reference" / name)
        assert isinstance(error, InputError)


@pytest.mark.parametrize("writer", WRITTEN)
def test_no_format_reads_another_grid_from_what_another_writes(writer):
    grid = Puzzle(LINE)
    text = write(grid, writer)
    for reader in WRITTEN:
        found = list(scan(io.StringIO(text), format=reader))
        read_ = [item.puzzle for item in found if isinstance(item, PuzzleRecord)]
        if writer == "sukaku" and reader == "line":
            assert [27] == [one.geometry.size for one in read_]
        else:
            assert [grid] == read_ or len(read_) < len(found), reader


class TestOne:
    """`read` wants exactly one puzzle."""

    def test_several(self, line):
        with pytest.raises(InputError) as caught:
            read(io.StringIO(f"{line}\n" * 50))

        assert ("<stream>", None) == (caught.value.source, caught.value.line)
        assert "more than one" in caught.value.what

    def test_read_all_raises_at_the_first_bad_puzzle(self, line):
        entries = read_all(io.StringIO(f"{line}\n{line}1\n{line}\n"))
        next(entries)
        with pytest.raises(InputError, match=r"<stream>:2: 82 .*81"):
            next(entries)


class TestRowsOnOneLine:
    """A blank between the rows, as `Puzzle` takes them."""

    def test_each_line_is_a_puzzle(self, line, run):
        spaced = " ".join(line[at : at + 9] for at in range(0, 81, 9))
        text = f"{spaced}\n{line}\n{spaced} easy\n"
        done = run("convert", "--to", "line", text=text, code=0)
        assert [line.replace("0", ".")] * 3 == done.stdout.split()
        assert "leaves out names of 1 puzzle" in done.stderr


@pytest.mark.parametrize("count", [1, 9, 200])
@pytest.mark.parametrize("gap", ".0")
@pytest.mark.parametrize("above", ["", "1.3......" + "." * 72 + "\n"])
def test_wrapped_candidates_are_no_puzzles(count, gap, above):
    """Lines of 81 candidates are refused: read as a grid, columns would clash."""
    cells = ["123456789", gap + "2345678" + gap, gap * 4 + "5" + gap * 4] * 3
    text = above + "".join(cells) + "\n"
    text += ("".join(cells) + "\n") * (count - 1)
    items = list(scan(io.StringIO(text)))
    refused = [item for item in items if isinstance(item, InputError)]
    assert len(refused) == count
    assert len(items) == count + bool(above)
    blocks = scan_blocks(io.StringIO(text))
    assert [str(item) for block in blocks for item in block] == list(map(str, items))
    as_asked = scan(io.StringIO(text), format="line")
    assert not any(isinstance(item, InputError) for item in as_asked)
