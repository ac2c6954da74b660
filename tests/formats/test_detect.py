"""Which format a text is in, and when it cannot be told."""

import io

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry, Format, formats, read, read_all, scan, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

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
    assert {size} == {entry.grid.geometry.size for entry in entries}


def test_bad_character_of_the_reports(shared_data):
    file = shared_data / "seeds" / "bad_character.txt"
    with pytest.raises(InputError) as caught:
        read(file)

    assert (
        f"{file}:6: r5c5: '#' is not a digit; "
        "expected 1-9, or 0 or . for an empty cell" == str(caught.value)
    )


def test_no_other_file_is_taken_for_puzzles(shared_data):
    for name in ("hodoku_scores.csv", "se_scores.csv"):
        (error,) = scan(shared_data / "reference" / name)
        assert isinstance(error, InputError)


@pytest.mark.parametrize(
    "text", ["hello world\nthis is text\n", "x = [1, 2]\n", "name: puzzle\n", "42\n"]
)
def test_other_text_is_refused(text, message):
    said = message(text)

    assert "1: no puzzle recognised at '" in said
    assert "expected one of the formats that `satdoku formats` shows" in said


LINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
ROWS = "".join(LINE[at : at + 9] + "\n" for at in range(0, 81, 9))
NUMBERS = "".join(" ".join(row) + "\n" for row in ROWS.split()).replace(".", "0")
STARTS = {
    "json": f'{{"puzzle": "{LINE}"}}\n',
    "opensudoku": f'<opensudoku><game data="{LINE.replace(".", "0")}"/></opensudoku>\n',
    "sudokuwiki": f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE}\n",
    "sadman": f"#A Ruud\n[Puzzle]\n{ROWS}",
    "sudocue": f"#ARuud\n{ROWS}",
    "euler": f"Grid 01\n{ROWS}",
    "csv": f"puzzle,solution\n{LINE},\n",
    "gsf": f"1,2,3,4,{LINE},name,7\n",
    "hodoku": f":0000:x:{LINE}:::\n",
    "bank": f"0123456789ab {LINE}  1.2\n",
    "line": f"{LINE}\n",
    "rows": ROWS,
    "numbers": NUMBERS,
    "cells": NUMBERS.replace(" ", ","),
    "debian": f"%\n{ROWS}",
}


COMMENTS = ["", "\n\n", "# a comment\n", "# 1 2 3\n\n# 4\n"]


@pytest.mark.parametrize(
    ("name", "comment"),
    [
        (name, comment)
        for name in STARTS
        for comment in COMMENTS
        # JSON and XML have no such comments.
        if name not in ("json", "opensudoku") or not comment.strip()
    ],
)
def test_first_lines_tell_the_format(name, comment, scanned):
    entries = scanned((comment if name != "sudocue" else "") + STARTS[name])

    assert [(name, LINE)] == [
        ("error", str(entry))
        if isinstance(entry, InputError)
        else (entry.format, entry.grid.line)
        for entry in entries
    ]


@pytest.mark.parametrize("comment", ["# Author: x\n", "#Author: x\n", "#A\n"])
def test_comments_leave_lines_what_they_are(comment, scanned):
    entries = scanned(comment + f"{LINE}\n" * 20)

    assert ["line"] * 20 == [entry.format for entry in entries]


@pytest.mark.parametrize("reader", WRITTEN)
@pytest.mark.parametrize("writer", WRITTEN)
def test_no_format_reads_another_grid_from_what_another_writes(writer, reader):
    grid = Grid.parse(LINE)
    found = list(scan(io.StringIO(write(grid, writer)), format=reader))
    if (writer, reader) in (("sukaku", "line"), ("sukaku", "csv")):
        sizes = [e.grid.geometry.size for e in found if isinstance(e, Entry)]
        assert [27] == sizes
        return
    read_ = [item.grid.values for item in found if isinstance(item, Entry)]

    assert [grid.values] == read_ or len(read_) < len(found)


class TestAmbiguity:
    """Two readings are named, never guessed between."""

    TEXT = "................\n" * 16

    def test_rows_of_sixteen_or_lines_of_four_by_four(self, message):
        said = message(self.TEXT)

        assert "ambiguous: can be read as one puzzle a line" in said
        assert "or as a row a line" in said
        assert "say which with --from line or --from rows" in said

    def test_format_decides(self, scanned):
        assert 16 == len(scanned(self.TEXT, format="line"))
        assert 1 == len(scanned(self.TEXT, format="rows"))

    def test_boxes_decide(self, scanned):
        assert 16 == len(scanned(self.TEXT, geometry=Geometry(2, 2)))
        assert 1 == len(scanned(self.TEXT, geometry=Geometry(4, 4)))

    @pytest.mark.parametrize("count", [1, 5, 17])
    def test_other_numbers_of_lines_are_lines(self, count, scanned):
        found = scanned(self.TEXT[:17] * count)

        assert [4] * count == [entry.grid.geometry.size for entry in found]

    @pytest.mark.parametrize("count", [32, 160, 1_000])
    @pytest.mark.parametrize("line", ["1.....2...3.4...", "12..............", "1" * 16])
    def test_digits_that_repeat_make_lines(self, line, count, scanned):
        turned = [line[at % 4 :] + line[: at % 4] for at in range(count)]
        found = scanned("\n".join(turned))

        assert (line != "12..............") == (count == len(found))
        if count == len(found):
            assert {4} == {entry.grid.geometry.size for entry in found}

    def test_letters_are_rows(self, scanned):
        (entry,) = scanned(self.TEXT.replace("..", "G."))

        assert 16 == entry.grid.geometry.size

    @pytest.mark.parametrize("clues", ["G.", "7.", "1A", "AE", "12", "X."])
    def test_two_lines_that_are_no_puzzles_make_rows(self, clues, scanned):
        line = self.TEXT.splitlines()[0]
        changed = clues + line[2:]
        text = "\n".join([changed, changed[::-1], "1" + line[1:], *[line] * 13])
        rows = clues not in ("12", "X.")

        assert [16 if rows else "ambiguous: can be read as one puzzle a line"] == [
            str(item).partition("<stream>:1: ")[2][:43]
            if isinstance(item, InputError)
            else item.grid.geometry.size
            for item in scanned(text)
        ]

    def test_one_bad_line_may_be_a_slip(self, message):
        assert "ambiguous" in message(self.TEXT.replace(".", "7", 1))


class TestOne:
    """`read` wants exactly one puzzle."""

    def test_several_are_counted(self, line):
        with pytest.raises(InputError) as caught:
            read(io.StringIO(f"{line}\n" * 50))

        assert (
            "<stream>: holds 50 puzzles; expected one; read_all reads them all"
            == str(caught.value)
        )

    def test_very_many_are_not_counted_to_the_end(self, line):
        with pytest.raises(InputError, match="holds more than 1000 puzzles"):
            read(io.StringIO(f"{line}\n" * 5000))

    def test_what_is_wrong_with_the_second_is_told(self, line):
        with pytest.raises(InputError, match="2: 4 cells"):
            read(io.StringIO(f"{line}\n1234\n"))

    def test_read_all_raises_at_the_first_bad_puzzle(self, line):
        entries = read_all(io.StringIO(f"{line}\n{line}1\n{line}\n"))
        next(entries)
        with pytest.raises(InputError, match="<stream>:2: 82 cells; expected 81"):
            next(entries)

    def test_entry_knows_its_place(self, line):
        (entry,) = read_all(io.StringIO(f"\n{line} easy\n"))

        assert ("<stream>", 2, 1, "easy", "line") == (
            entry.source,
            entry.line,
            entry.number,
            entry.name,
            entry.format,
        )
