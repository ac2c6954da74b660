"""The format `numbers`: a number a cell."""

import io

import pytest

from satdoku.formats import Entry, read, write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

FULL = Grid.parse("1234 3412 2143 4321")


class TestNumbers:
    """A number a cell."""

    @pytest.mark.parametrize("size", [4, 6, 9, 16, 25, 64])
    @pytest.mark.parametrize("blank", ["0", ".", "_"])
    def test_rows_lines_and_wrapped(self, size, blank, scanned):
        geometry = Geometry.of_size(size)
        values = tuple((5 * cell) % (size + 1) for cell in range(size * size))
        words = [str(value) if value else blank for value in values]
        layouts = [
            "\n".join(
                " ".join(words[r : r + size]) for r in range(0, len(words), size)
            ),
            " ".join(words),
            "\n".join(
                "  ".join(words[r : r + size + 1])
                for r in range(0, len(words), size + 1)
            ),
        ]
        for layout in layouts:
            first, second = scanned(f"{layout}\n\n{layout}\n")
            assert Grid(geometry, values) == first.grid == second.grid
            assert "numbers" == first.format

    def test_puzzles_on_lines_one_below_the_other(self, line, scanned):
        good = " ".join(line)
        bad = good.replace("7", "12", 1)
        found = scanned(f"{good}\n#\n{bad}\n{good}\n{good}\n", format="numbers")

        assert [1, 4, 5] == [i.line for i in found if isinstance(i, Entry)]
        assert "<stream>:3: r1c6: 12 is not a digit of a 9x9 grid" in str(found[1])

    def test_rows_of_large_boards_or_lines_of_small_ones(self, message, good):
        narrow = "\n".join(" ".join("1234" * 4) for _ in range(16))
        said = message(narrow)

        assert "boards of 16x16, a row a line, or of 4x4, one a line" in said
        assert 16 == good(narrow, geometry=Geometry(4, 4)).grid.geometry.size
        wide = narrow.replace(" ", "  ")
        assert 16 == good(wide).grid.geometry.size

    def test_boxes_said_decide_for_small_boards(self, scanned):
        text = "\n".join(" ".join("1234" * 4) for _ in range(16))

        assert 16 == len(scanned(text, geometry=Geometry(2, 2)))

    def test_borders_are_passed_over(self, good):
        text = "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n"

        assert FULL == good(text, format="numbers").grid

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("1 2 3 4\n3 4 1 2\n2 1 4\n4 3 2 1\n", "3: row 3 has 3 cells; expected 4"),
            ("1 2 3 4\n3 4 1 2\n2 1 4 3\n", "1: 3 rows of 4 cells; expected 4 rows"),
            (
                "1 2 3 4\n3 4 1 5\n2 1 4 3\n4 3 2 1\n",
                "2: r2c4: '5' is not a digit of a",
            ),
            ("1 2 3 4 3 4\n1 2 2 1 4 3\n4 -3 2 1", "3: r4c2: '-3' is not a number"),
            (" ".join("0" * 80), "1: 80 cells; expected 81 for a 9x9 grid"),
        ],
    )
    def test_places_of_mistakes(self, text, said, message):
        assert message(text).startswith(said)

    def test_wrapped_board_with_its_size_said(self, good):
        text = "1 2 3 4 3\n4 1 2 2 1 4 3\n4 3 2 1\n"

        assert FULL == good(text, geometry=Geometry(2, 2)).grid

    def test_borders_alone(self, message):
        assert "borders alone" in message("---+---\n", format="numbers")

    def test_large_board_in_a_second(self):
        import time

        geometry = Geometry(15, 15)
        grid = Grid(geometry, tuple(7 * c % 226 for c in range(geometry.cells)))
        text = io.StringIO(write(grid, "numbers"))
        start = time.perf_counter()

        assert grid == read(text)
        assert time.perf_counter() - start < 1

    def test_wrapped_boards_below_each_other(self, scanned):
        board = "1 2 3 4 3 # no\n# note\n---+---\n4 1 2 2 1 4 3\n4 3 2 1\n"
        text = board.replace(" # no", "")

        first, second = scanned(
            f"{text}\n{text}", format="numbers", geometry=Geometry(2, 2)
        )

        assert FULL == first.grid == second.grid

    def test_too_many_wrapped_numbers(self, message):
        text = "1 2 3\n4 3\n4 1 2 2 1 4\n3 4 3 2 1 1 1\n"

        assert "18 cells; expected 16 for a 4x4 grid" in message(text)

    def test_endless_puzzle_is_refused(self, message):
        text = ("1 " * 997 + "\n") * 2200

        assert "a puzzle of more than 4,194,304 characters" in message(
            text, format="numbers"
        )
