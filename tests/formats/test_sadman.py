"""The format `sadman`: SadMan Sudoku's files."""

from dataclasses import replace

import pytest

from satdoku.errors import UsageError
from satdoku.formats import Extras, write
from satdoku.grid import Grid

LINE = (
    "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
)
STATE = LINE[:31] + "1" + LINE[32:42] + "1" + LINE[43:]
MARKS = """\
,69,6789,,46789,,469,9,
389,,,69,689,68,,,29
9,,679,,4679,,4569,,59
,9,,,,,,59,
3489,3479,3789,56,2456,46,,2579,2579
,47,,,24,,,27,
3459,,39,,3589,,59,,589
359,,,569,3569,6,,,579
,369,369,,35689,,59,359,
"""


def rows(line):
    """Return a line as nine rows."""
    return "".join(line[at : at + 9] + "\n" for at in range(0, 81, 9))


INFO = """\
#D A puzzle
#A Ruud
#C One comment
#C and another
#B 03-08-2006
#S SudoCue
#U http://www.sudocue.net/
#L Easy
#N 1
#H 33
#T 125
"""
PUZZLE = "[Puzzle]\n" + rows(LINE)
WHOLE = INFO + PUZZLE + "[State]\n" + rows(STATE) + "[PencilMarks]\n" + MARKS


class TestReading:
    """Sections and what is told above them."""

    def test_everything(self, good):
        entry = good(WHOLE)
        state = entry.extras.state

        assert ("sadman", 12, "A puzzle") == (entry.format, entry.line, entry.name)
        assert LINE == entry.grid.line
        assert (
            ("author", "Ruud"),
            ("comment", "One comment"),
            ("comment", "and another"),
            ("date", "03-08-2006"),
            ("source", "SudoCue"),
            ("url", "http://www.sudocue.net/"),
            ("level", "Easy"),
            ("solutions", "1"),
            ("clues", "33"),
            ("time", "125"),
        ) == entry.extras.details
        assert state is not None
        assert STATE == state.line
        assert 0b100000000 == state.left()[7]

    def test_puzzle_alone_is_enough(self, good):
        entry = good(PUZZLE)

        assert Extras() == entry.extras
        assert entry.grid == good(rows(LINE), format="sadman").grid

    def test_state_that_is_the_puzzle_is_none(self, good):
        text = PUZZLE + "[State]\n" + rows(LINE) + "[PencilMarks]\n" + ",,,,,,,,\n" * 9

        assert good(text).extras.state is None

    def test_order_case_and_colours(self, good):
        colours = "[COLORS]\n" + "12345678.\n" * 9
        entry = good("[state]\n" + rows(STATE) + colours + PUZZLE.lower())

        assert LINE == entry.grid.line
        assert (("colours", "12345678." * 9),) == entry.extras.details

    def test_marks_of_filled_cells_say_nothing(self, good):
        marks = MARKS.replace(",69,", "12,69,", 1)
        entry = good(PUZZLE + "[PencilMarks]\n" + marks)

        assert entry.extras.state is not None
        assert 2 == entry.extras.state.left()[0]

    def test_comma_at_the_end_of_marks(self, good):
        one = good(PUZZLE + "[PencilMarks]\n" + MARKS)
        two = good(PUZZLE + "[PencilMarks]\n" + MARKS.replace("\n", ",\n"))

        assert one.extras.state == two.extras.state


class TestBadFiles:
    """Each with its line."""

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (
                PUZZLE.replace("[Puzzle]", "[Puzle]") + "[State]\n",
                (
                    "1: unknown section [Puzle]; expected [Puzzle], [State], "
                    "[PencilMarks] or [Colours]"
                ),
            ),
            (
                "[State]\n" + rows(LINE),
                "1: no [Puzzle] among [State]; expected that sec",
            ),
            (
                PUZZLE + PUZZLE,
                "11: a second [Puzzle], after the one of line 1; expected one puzzle",
            ),
            (PUZZLE + "1........\n", "11: row 10 in [Puzzle]; expected 9 rows"),
            (
                PUZZLE.replace(".54...71.\n", ""),
                "1: 8 rows of 9 cells in [Puzzle]; expected 9 rows",
            ),
            (
                PUZZLE.replace(".54...71.", ".54...71"),
                "3: row 2 of [Puzzle] has 8 cells; expected 9",
            ),
            (
                PUZZLE.replace(".54", ".5x"),
                "3: r2c3: 'x' is not a digit of a 9x9 grid;",
            ),
            ("[Puzzle]\n[State]\n", "1: no rows in [Puzzle]"),
            (
                PUZZLE + "[State]\n" + rows(STATE).replace("2..1", "2.31", 1)[:-10],
                "11: 8 rows of 9 cells in [State]; expected 9 rows",
            ),
            (
                PUZZLE + "[State]\n" + rows(STATE).replace("2..1", "3..1", 1),
                "12: r1c1: [State] has 3 where [Puzzle] has 2; expected every cl",
            ),
            (
                PUZZLE + "[State]\n" + rows(STATE).replace(".54", "..4", 1),
                "13: r2c2: [State] is empty where [Puzzle] has 5; expected every",
            ),
            (
                PUZZLE + "[PencilMarks]\n" + MARKS.replace(",69,6789", ",69", 1),
                "12: row 1 of [PencilMarks] has 8 cells; expected 9, with commas",
            ),
            (
                PUZZLE + "[PencilMarks]\n" + MARKS.replace("6789", "67a9", 1),
                "12: r1c3: 'a' is not a digit of a 9x9 grid; expected 1-9",
            ),
            (
                PUZZLE + "[Colours]\n" + "1........\n" * 8,
                "11: 8 rows of 9 cells in [Colours]; expected 9 rows",
            ),
            (
                PUZZLE + "# \n" * 5000,
                "4097: more than 4,096 lines or 4,194,304 characters; expected one",
            ),
        ],
    )
    def test_message(self, text, said, message):
        assert message(text, format="sadman").startswith(said)

    def test_section_nobody_knows_is_told_without_saying_the_format(self, message):
        assert "unknown section [Notes]" in message("[Notes]\nhm\n" + PUZZLE)

    def test_other_files_with_sections_are_none(self, message):
        assert "no puzzle recognised" in message("[General]\nname = 1\n")

    def test_broken_source(self, scanned):
        (error,) = scanned(PUZZLE.encode()[:60] + b"\xff", format="sadman")

        assert "not UTF-8 text: byte 0xff" in str(error)


class TestWriting:
    """What is written is what was read."""

    def test_everything(self, good):
        text = WHOLE + "[Colours]\n" + "12345678.\n" * 9

        assert text == write(good(text), "sadman")

    def test_what_has_no_letter_is_a_comment(self, good):
        details = (("rating", "7.2"), ("rules", "Normal\nrules."), ("gsf 1", "99480"))
        entry = replace(good(PUZZLE), extras=Extras(details))
        text = write(entry, "sadman")

        assert text.startswith(
            "#C rating: 7.2\n#C rules: Normal rules.\n#C gsf 1: 99480\n[Puzzle]\n"
        )
        assert (
            ("rating", "7.2"),
            ("rules", "Normal rules."),
            ("comment", "gsf 1: 99480"),
        ) == good(text).extras.details

    def test_state_that_cannot_be_held(self, good):
        entry = good(PUZZLE)
        masks = (entry.grid.left()[0], 0, *entry.grid.left()[2:])
        state = entry.grid.with_candidates(masks)
        with pytest.raises(UsageError, match="r1c2"):
            write(replace(entry, extras=Extras(state=state)), "sadman")

    def test_state_of_another_puzzle(self, good):
        entry = good(PUZZLE)
        state = Grid(entry.grid.geometry, (0,) * 81)
        for name in ("sadman", "simple"):
            with pytest.raises(UsageError):
                write(replace(entry, extras=Extras(state=state)), name)
