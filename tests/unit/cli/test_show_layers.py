"""What `satdoku show` lays over a puzzle, and says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from satdoku import Grid, all_solutions
from satdoku.answers import Result, Status
from satdoku.cli.show_layers import _of_solution

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
DEAD_END = "12.3..4........."

SAVED = """[Puzzle]
1...
..2.
..3.
4...
[State]
12..
..2.
..3.
4...
"""


def texts(path: Path, name: str) -> list[str]:
    """Return the texts of one kind of an SVG."""
    root = ET.fromstring(path.read_text("utf-8"))  # noqa: S314  our own
    return [
        text.text or ""
        for element in root.iter()
        if element.get("class") == name
        for text in element.iter("{http://www.w3.org/2000/svg}text")
    ]


def test_two_solutions(run: Run, tmp_path: Path) -> None:
    """Every cell in which they differ shows both."""
    target = tmp_path / "grid.svg"
    done = run("show", "--diff", "-o", target, text=SEVERAL)
    two = [grid.values for grid in all_solutions(SEVERAL)]
    other = texts(target, "other")

    assert 0 == done.exit_code
    assert done.stderr.startswith("These are two solutions; there may be more.\n")
    assert f"They differ in {len(other)} cells: " in done.stderr
    assert len(other) in {
        sum(a != b for a, b in zip(one, more, strict=True))
        for one in two
        for more in two
    }


def test_two_solutions_of_a_proper_puzzle(run: Run, puzzle: Path) -> None:
    """There is one, and that is said."""
    done = run("show", "--diff", puzzle)

    assert 0 == done.exit_code
    assert (
        "This is the only solution; there is no other to compare it with.\n"
        == done.stderr
    )
    assert "*" not in done.stdout


def test_attempt_is_compared_with_the_solution(
    run: Run, puzzle: Path, tmp_path: Path
) -> None:
    """Wrong digits are marked, empty cells are not."""
    mine, target = tmp_path / "mine.txt", tmp_path / "grid.svg"
    mine.write_text("14.3342121344312\n")
    done = run("show", "--solution", "--diff-with", mine, puzzle, "-o", target)

    assert 0 == done.exit_code
    assert "They differ in 1 cell: r1c2.\n" in done.stderr
    assert ["4"] == texts(target, "other")


def test_equal_grids(run: Run, puzzle: Path) -> None:
    """Nothing is marked, and that is said; a puzzle has no digit that differs."""
    done = run("show", "--diff-with", puzzle, puzzle)

    assert "No digit differs.\n" == done.stderr
    assert "*" not in done.stdout


def test_attempt_of_a_saved_game(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """What was placed is compared, not the puzzle's clues."""
    saved = tmp_path / "game.sdk"
    saved.write_text(SAVED.replace("[State]\n12", "[State]\n13"))
    done = run("show", "--solution", "--diff-with", saved, puzzle)

    assert "They differ in 1 cell: r1c2.\n" in done.stderr


def test_number_chooses(run: Run, mixed: Path) -> None:
    """Counted as the file has them, unreadable ones too."""
    first, second = run("show", mixed), run("show", "--number", "2", mixed)

    assert (
        "This is the first puzzle of several; --number K draws another.\n"
        == first.stderr
    )
    assert "" == second.stderr
    assert "│ . 2 │ . . │" == second.stdout.splitlines()[2]
    assert 0 == run("show", "--number", "5", mixed).exit_code
    assert "" == run("show", "-q", mixed).stderr


def test_number_takes_where_nothing_is_drawn(run: Run, mixed: Path) -> None:
    """The remark of `hint`, which tells a step of the first puzzle."""
    assert "; --number K takes another.\n" in run("hint", mixed).stderr


def test_number_of_an_unreadable_puzzle(run: Run, mixed: Path) -> None:
    """Its own error; and of one that is not there, how many there are."""
    unreadable, missing = (run("show", "--number", k, mixed) for k in ("4", "9"))

    assert (2, 2) == (unreadable.exit_code, missing.exit_code)
    assert "4 cells" in unreadable.stderr
    assert missing.stderr.endswith("there is no puzzle 9; expected 1 to 5\n")
    lost = run("show", "--number", "3", mixed.with_name("lost.txt"))
    assert "no such file" in lost.stderr


def test_rubbish_behind_the_puzzle_is_told(run: Run, tmp_path: Path) -> None:
    """The first is drawn, the rest is not passed over in silence."""
    path = tmp_path / "p.txt"
    path.write_text(f"{PROPER}\n123\n{PROPER}\n{PROPER}\n")
    done = run("show", path)

    assert 0 == done.exit_code
    assert "only the first puzzle is drawn; behind it: " in done.stderr


def test_wrong_digits_of_a_saved_game_are_told(run: Run, tmp_path: Path) -> None:
    """What was placed clashes as clues do."""
    saved = tmp_path / "game.sdk"
    saved.write_text(SAVED.replace("[State]\n12", "[State]\n11"))
    done = run("show", "--candidates", saved)

    assert 0 == done.exit_code
    assert "The digits in r1c1, r1c2 clash.\n" == done.stderr


def test_what_is_not_known_is_not_said() -> None:
    """A solution, and no time for a second: it may not be the only one."""
    puzzle = Grid.parse(PROPER)
    result = Result(puzzle, Status.SOLVED, Grid.parse(SOLVED), certain=False)

    assert "This is a solution; there was no time to look for another." == (
        _of_solution(result, diff=False)
    )


def test_complete_grid(run: Run) -> None:
    """Is its own solution, and that is said."""
    done = run("show", "--solution", text=SOLVED)

    assert "The grid was complete already, and obeys every rule.\n" == done.stderr


def test_one_solution_of_several(run: Run) -> None:
    """Says so, and where they differ first."""
    done = run("show", "--solution", text=SEVERAL)

    assert 0 == done.exit_code
    assert done.stderr.startswith("This is one solution of several: r1c")


def test_no_digit_left_is_told(run: Run) -> None:
    """A cell without a candidate is named."""
    done = run("show", "--candidates", text=DEAD_END)

    assert 0 == done.exit_code
    assert "No digit is left for r1c3.\n" == done.stderr
    assert "!" in done.stdout
