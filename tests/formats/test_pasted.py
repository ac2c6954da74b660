"""Texts that hold one grid, as people paste them."""

import pytest

from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.text.pasted import pasted

HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
ROWS = [HARD[start : start + 9] for start in range(0, 81, 9)]
BOXED = [[row[:3], row[3:6], row[6:]] for row in ROWS]


def drawn(between, rule, *, spaced=False, edge=""):
    """Draw the puzzle with borders."""
    rows = [
        between.join(" ".join(part) if spaced else part for part in row)
        for row in BOXED
    ]
    rows = [f"{edge}{row}{edge}" for row in rows]
    return "\n".join([*rows[:3], rule, *rows[3:6], rule, *rows[6:]])


@pytest.mark.parametrize(
    "text",
    [
        HARD,
        f"  {HARD}\n",
        "\ufeff" + HARD,
        HARD.replace(".", "0"),
        HARD.replace(".", "*"),
        HARD.replace(".", "-"),
        HARD.replace(".", "x"),
        HARD.replace(".", "0", 9),
        "\n".join(ROWS),
        "\r\n".join(ROWS),
        "\r".join(ROWS),
        "\n\n".join(ROWS),
        " ".join(ROWS),
        " ".join(HARD),
        "\t".join(HARD),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(ROWS).replace(".", " "),
        "\n".join(f" 0{'  0'.join(row)}" for row in ROWS).replace("0.", "00"),
        drawn("|", "---+---+---"),
        drawn("|", "-----------"),
        drawn("|", "|---+---|", edge="|"),
        drawn("|", "*-----------*", edge="|"),
        drawn(" | ", "------+-------+------", spaced=True),
        drawn("│", "───┼───┼───"),
        drawn("║", "╠═══╬═══╬═══╣", edge="║"),
        drawn("|", "---+---+---").replace(".", "0"),
        drawn("|", "---+---+---").replace(".", "_"),
        drawn(" : ", "------+-------+------", spaced=True),
        drawn("|", "---+---+---").replace(".", "-"),
        drawn("|", "===+===+===").replace(".", "-"),
    ],
)
def test_one_puzzle_in_many_ways(text):
    assert HARD == Grid.of(text).line


def test_numbers():
    values = (16, 0, 3, 10, *(0,) * 252)
    texts = [
        " ".join(map(str, values)),
        " ".join(str(value or ".") for value in values),
        "\n".join(
            " ".join(f"{value:02}" for value in values[start : start + 16])
            for start in range(0, 256, 16)
        ),
        "\n".join(
            "|".join(
                " ".join(str(v or "--") for v in values[at : at + 4])
                for at in range(start, start + 16, 4)
            )
            for start in range(0, 256, 16)
        ),
    ]

    for text in texts:
        assert values == Grid.of(text).values


def test_a_row_of_dashes():
    text = "12|--\n--|--\n--+--\n--|--\n--|1-"

    assert "12............1." == Grid.of(text).line


def test_letters():
    for text, first in (
        ("G1A" + "." * 253, (16, 1, 10)),
        ("g1a" + "0" * 253, (16, 1, 10)),
        ("0123456789ABCDEF" + "." * 240, (1, 2, 3)),
        ("PAJ" + "." * 253, (16, 1, 10)),
        ("abA" + "." * 1293, (10, 11, 36)),
    ):
        assert first == Grid.of(text).values[:3]


def test_geometry_can_be_said():
    assert Geometry(3, 2) == Grid.of("." * 36, Geometry(3, 2)).geometry
    assert 1 == Grid.of("1" + "." * 24, Geometry(1, 5)).clue_count
    with pytest.raises(InputError, match="36 cells; expected 16 for a grid of 4x4"):
        Grid.of("." * 36, Geometry(2, 2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no cells"),
        ("\n \n", "no cells"),
        ("---+---\n", "no cells"),
        (HARD[1:], "80 cells; expected a square number"),
        (HARD + ".", "82 cells"),
        (HARD.replace("7", "#", 1), "^r3c2: '#' is not a digit; expected 1-9"),
        (HARD.replace("7", "A", 1), "^r3c2: 'A' is not a digit"),
        (HARD.replace("7", "\u0667", 1), "^r3c2: .*only ASCII digits are read"),
        (HARD.replace("7", "\x1b", 1), r"^r3c2: '\\x1b' is not a digit"),
        (" ".join(HARD.replace(".", "0")).replace("7", "17", 1), "^r3c2: 17 is not"),
        (" ".join(HARD.replace(".", "0")).replace("7", "-7", 1), "without a sign"),
        (".*_" * 27, "is not a digit"),
        ("G0" + "." * 254, "ambiguous symbols: '0' beside '.' is a digit in one"),
        ("." * 49, "7x7 cells cannot be cut into boxes"),
        ("5", "1x1 cells cannot be cut"),
        ("no puzzle", "8 cells; expected a square number"),
        ("1" * 5000 + " 2" * 15, "^r1c1: 1{40}… is not a digit of a 4x4 grid"),
    ],
)
def test_what_is_refused(text, said):
    with pytest.raises(InputError, match=said) as caught:
        Grid.of(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_two_readings():
    rows = ["12  34   ", *["         "] * 6, "  3 4  12", "3412 4321"]
    with pytest.raises(
        InputError, match=r"ambiguous: .* as a grid of 4x4 or a grid of 9x9; expected"
    ):
        pasted("\n".join(rows))


def test_numbers_of_several_lengths_are_no_rows():
    values = (*(1,) * 112, *(10,) * 144)

    assert values == Grid.of(" ".join(map(str, values))).values


CANDIDATES = tuple(mask & 511 or 3 for mask in range(1, 5 * 81, 5))


def groups(between=" "):
    """Write candidates, a group of digits a cell."""
    return between.join(
        "".join(str(d) for d in range(1, 10) if mask >> d - 1 & 1)
        for mask in CANDIDATES
    )


def places(empty="."):
    """Write candidates, a place for each digit."""
    return "".join(
        str(d) if mask >> d - 1 & 1 else empty
        for mask in CANDIDATES
        for d in range(1, 10)
    )


def test_candidates():
    expected = Grid.of_candidates(Geometry(3, 3), CANDIDATES)
    words = groups().split()
    rows = [words[start : start + 9] for start in range(0, 81, 9)]
    boxed = [" | ".join(" ".join(row[c : c + 3]) for c in (0, 3, 6)) for row in rows]
    text = places()

    assert expected.candidates is not None
    for source in (
        groups(),
        groups("\n"),
        "\n".join(f"| {row} |" for row in boxed),
        "\n".join([".---.---.", *boxed[:3], ":---+---:", *boxed[3:], "'---'---'"]),
        boxed,
        text,
        places("0"),
        "\n".join(text[start : start + 81] for start in range(0, 729, 81)),
        " ".join(text[start : start + 9] for start in range(0, 729, 9)),
    ):
        assert expected == Grid.of(source)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (places()[1:], "728 cells; expected a square number"),
        ("2" + places()[1:], "729 characters, most of them candidates in their places"),
        (places().replace("1", "."), "729 characters, most of them|27x27"),
        (
            groups().replace("12", "21", 1),
            "cells; expected a square number|not a digit",
        ),
        (groups().rpartition(" ")[0], "cells; expected a square number"),
    ],
)
def test_candidates_with_mistakes(text, said):
    with pytest.raises(InputError, match=said):
        Grid.of(text)


def test_a_large_grid_is_not_taken_for_candidates():
    assert 27 == Grid.of("1A.R" + "." * 725).geometry.size
    assert 27 == Grid.of("." * 729).geometry.size
    assert 8 == Grid.of("12345678" + "." * 56).geometry.size
