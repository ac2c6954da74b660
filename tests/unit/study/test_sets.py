"""The sets of presets: shipped, published, stand-ins, and what is said of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku.errors import InputError
from satdoku.grid import Grid
from satdoku.study.against import against_rows
from satdoku.study.known_sets import LEVELS, PUBLISHED, SIZES, about
from satdoku.study.sets import against, generated, published, seed, sized

if TYPE_CHECKING:
    from pathlib import Path

LINE = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
)


def test_seeds_are_those_of_data(root: Path) -> None:
    """A printed puzzle is the one that lies in `data/seeds`."""
    read = satdoku.read(root / "data" / "seeds" / "hard_25.txt")
    found = seed("hard_25", "hard")

    assert (read, "hard_25", 1, "hard") == (
        *(found.puzzle, found.set, found.number, found.difficulty),
    )


def test_generated_are_the_first(root: Path) -> None:
    """A level's set begins with the first puzzle of its file, in order."""
    with (root / "data" / "generated_9x9" / "extreme.csv").open() as stream:
        lines = [line.partition(",")[0] for line in stream][1:4]
    found = generated("extreme", 3)

    assert lines == [one.puzzle.line for one in found]
    assert [1, 2, 3] == [one.number for one in found]
    assert {("extreme", "extreme")} == {(one.set, one.difficulty) for one in found}


def test_sizes_grow() -> None:
    """Each set has puzzles of its size."""
    assert [{"4x4"}, {"6x6"}, {"9x9"}, {"16x16"}] == [
        {f"{one.puzzle.geometry.size}x{one.puzzle.geometry.size}" for one in sized(row)}
        for row in SIZES
    ]
    assert [len(row.numbers) for row in SIZES] == [len(sized(row)) for row in SIZES]


@pytest.mark.parametrize("base", ["extreme_17", *LEVELS])
def test_against_rows_keeps_the_solution(base: str) -> None:
    """The puzzle has one solution still, its first row 987654321, few clues on top."""
    subject = against(base)
    result = satdoku.solve(subject.puzzle)
    bands = [
        sum(map(bool, subject.puzzle.values[at : at + 27])) for at in range(0, 81, 27)
    ]

    assert "unique" == result.status
    assert result.solution is not None
    assert (9, 8, 7, 6, 5, 4, 3, 2, 1) == result.solution.rows[0]
    assert sorted(bands) == bands


def test_against_rows_with_boxes_that_are_no_squares() -> None:
    """Bands are as high as boxes are."""
    puzzle = Grid.parse(".12.4..........6..4...2.5..3.6.3....")
    solution = satdoku.solve(puzzle).solution
    assert solution is not None
    found = against_rows(puzzle, solution)
    result = satdoku.solve(found)

    assert puzzle.geometry == found.geometry
    assert "unique" == result.status
    assert result.solution is not None
    assert (6, 5, 4, 3, 2, 1) == result.solution.rows[0]


def test_stand_ins() -> None:
    """Without a folder generated puzzles stand in, as many, and the names say so."""
    found = published(None)

    assert [50, 95, 11] == [len(one) for one in found]
    assert ["stand-in-easy", "stand-in-hard", "stand-in-extreme"] == [
        one[0].set for one in found
    ]
    assert [generated("hard", 95)[94].puzzle] == [found[1][94].puzzle]


def test_published_sets_are_taken_where_they_are(tmp_path: Path) -> None:
    """What is in the folder is read, the first so many; others have stand-ins."""
    (tmp_path / "hardest.txt").write_text(f"{LINE}\n" * 20)
    found = published(tmp_path)

    assert ["stand-in-easy", "stand-in-hard", "hardest11"] == [
        one[0].set for one in found
    ]
    assert [LINE] * 11 == [one.puzzle.line for one in found[2]]
    assert {"hardest"} == {one.difficulty for one in found[2]}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, "{folder}: holds no set; expected some of easy50.txt, top95.txt, "),
        (
            {"top95.txt": f"{LINE}\n" * 3},
            "{folder}/top95.txt: holds 3 puzzles; expected 95 at least",
        ),
        ({"easy50.txt": f"{LINE}\n{LINE[1:]}\n"}, "{folder}/easy50.txt:2: 80 cells"),
    ],
)
def test_a_bad_folder_is_told(
    tmp_path: Path, files: dict[str, str], expected: str
) -> None:
    """None of the sets, too few puzzles, or a line that is none."""
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as caught:
        published(tmp_path)

    assert str(caught.value).startswith(expected.format(folder=tmp_path))


def test_no_such_folder(tmp_path: Path) -> None:
    """A folder that is not there is no reason for stand-ins."""
    with pytest.raises(InputError, match="no such folder; expected some of easy50"):
        published(tmp_path / "nowhere")


def test_about_tells_which_is_which() -> None:
    """A published set and its stand-in are told apart; others are not known."""
    assert "Peter Norvig's 95 (top95.txt), as published" == about("top95")
    assert "stands in for Peter Norvig's 95" in about("stand-in-hard")
    assert "made of extreme_17: bands" in about("against-rows-extreme_17")
    assert "" == about("my-puzzles")
    assert all(about(row.name) and about(row.stand_in) for row in PUBLISHED)
