"""The format `sdx`: SudoCue's work in progress."""

import pytest

from satdoku.errors import UsageError
from satdoku.formats import write

CLUES = (
    "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
)
TEXT = """\
2 679 6789 1 46789 5 469 9 3
389 5 4 69 689 68 7 1 29
9 1 679 2 4679 3 4569 8 59
6 9 2 8 u1 7 3 59 4
3489 3479 3789 56 2456 46 u1 2579 2579
1 47 5 3 24 9 8 27 6
3459 2 39 7 3589 1 59 6 589
359 8 1 569 3569 6 2 4 579
7 369 369 4 35689 2 59 359 1
"""


def test_example_of_its_page(good):
    entry = good(TEXT)
    state = entry.extras.state

    assert ("sdx", CLUES) == (entry.format, entry.grid.line)
    assert state is not None
    assert [31, 42] == [
        cell for cell in range(81) if state.values[cell] != entry.grid.values[cell]
    ]
    assert (0, 1 << 8) == (state.values[7], state.left()[7])


def test_single_that_no_cell_sees_is_a_clue(good):
    text = "1 2 34 34\n34 34 1 2\n234 1 234 34\n234 34 234 1\n"
    seen = text.replace("2 34 34", "2 234 34", 1)

    assert "12....12.1.....1" == good(text, format="sdx").grid.line
    assert "1.....1..1.....1" == good(seen, format="sdx").grid.line


def test_all_filled_by_the_player(good):
    text = "u1 2 3 4\n3 4 u1 2\n2 1 4 u3\n4 3 2 1\n"
    entry = good(text)

    assert (".23434.2214.4321", "1234341221434321") == (
        entry.grid.line,
        entry.extras.state.line if entry.extras.state else None,
    )


def test_nothing_placed_is_left_to_pencilmarks(good):
    text = TEXT.replace("u", "")
    one, two = good(text), good(text, format="sdx")

    assert "pencilmarks" == one.format
    assert one.grid.left() == (two.extras.state or two.grid).left()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT.replace("469 9 3", "469 3"), "1: row 1 has 8 cells; expected 9"),
        (TEXT.replace("u1 7 3", "u12 7 3"), "4: r4c5: 'u12' is no cell; expected a di"),
        (TEXT.replace("u1 7 3", "u 7 3"), "4: r4c5: 'u' is no cell; expected a digit"),
        (
            TEXT.replace("u1 7 3", "u0 7 3"),
            "4: r4c5: 'u0' is no cell; expected a digit",
        ),
        (TEXT.replace("6789 1", "67x9 1"), "1: r1c3: 'x' is not a digit of a 9x9 grid"),
        (TEXT.rpartition("7 369")[0], "1: 8 rows of 9 cells; expected 9 rows"),
    ],
)
def test_bad_cells(text, said, message):
    assert message(text, format="sdx").startswith(said)


def test_reading_goes_on_behind_a_bad_block(scanned):
    bad, good = scanned(TEXT.replace("469 9 3", "469 3") + "\n" + TEXT)

    assert "row 1 has 8 cells" in str(bad)
    assert (2, 11) == (good.number, good.line)


def test_it_is_only_read(good):
    with pytest.raises(UsageError):
        write(good(TEXT), "sdx")
