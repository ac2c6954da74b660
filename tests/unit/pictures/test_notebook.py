"""What notebooks show of the library's values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku import Grid, check, solve
from satdoku.answers import Result, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.pictures.conftest import Letter

PUZZLE = Grid.parse("1... ..2. ..3. 4...")
SEVERAL = Grid.parse("1... ..2. .... 4...")
CLASHING = Grid.parse("11.. .... .... ....")


def told(
    value: object, letters: Callable[[str], list[Letter]]
) -> tuple[str, dict[str, str]]:
    """Return the caption that a value is shown with, and its digits by kind."""
    found = letters(value._repr_svg_())  # type: ignore[attr-defined]
    kinds: dict[str, str] = {}
    for letter in found:
        kinds[letter.name] = kinds.get(letter.name, "") + letter.text
    return kinds.pop("caption", ""), kinds


def test_grid(letters: Callable[[str], list[Letter]]) -> None:
    """Its clues, without a caption; clashes have rings."""
    assert ("", {"clue": "1234"}) == told(PUZZLE, letters)
    assert 2 == CLASHING._repr_svg_().count("<circle")


def test_grid_with_candidates(letters: Callable[[str], list[Letter]]) -> None:
    """Those that say more than the clues are shown."""
    grid = PUZZLE.with_candidates([15, 8] + [15] * 14)
    _, kinds = told(grid, letters)

    assert kinds["candidate"].startswith("4")
    assert "1234" == kinds["clue"]


def test_result(letters: Callable[[str], list[Letter]]) -> None:
    """The puzzle with its solution, told apart; the caption says how sure that is."""
    result = solve(PUZZLE)
    assert result.solution is not None
    found = "".join(
        str(value)
        for value, clue in zip(result.solution.values, PUZZLE.values, strict=True)
        if not clue
    )

    assert ("The only solution", {"clue": "1234", "found": found}) == told(
        result, letters
    )
    assert "One solution of several" == told(solve(SEVERAL), letters)[0]
    assert (
        "A solution; there may be more"
        == told(solve(SEVERAL, unique=False), letters)[0]
    )


def test_result_without_a_solution(letters: Callable[[str], list[Letter]]) -> None:
    """The puzzle, its clashes marked."""
    result = solve(CLASHING)

    assert ("No solution", {"clue": "11"}) == told(result, letters)
    assert 2 == result._repr_svg_().count("<circle")
    unknown = Result(PUZZLE, Status.UNKNOWN)
    assert ("No solution found yet", {"clue": "1234"}) == told(unknown, letters)


def test_report(letters: Callable[[str], list[Letter]]) -> None:
    """The solution of a proper puzzle, the true candidates of one with several."""
    report = check(SEVERAL)
    assert report.candidates is not None
    true = "".join(
        str(digit)
        for cell, digits in enumerate(report.candidates)
        for digit in digits
        if not SEVERAL.values[cell]
    )

    assert "The only solution" == told(check(PUZZLE), letters)[0]
    caption, kinds = told(report, letters)
    assert "Several solutions: all their digits" == caption
    assert {"clue": "124", "candidate": true} == kinds
    assert ("No solution", {"clue": "11"}) == told(check(CLASHING), letters)


def test_report_that_was_stopped(letters: Callable[[str], list[Letter]]) -> None:
    """Two solutions with their differences, where the candidates are not known."""
    from dataclasses import replace

    report = replace(check(SEVERAL), candidates=None)
    caption, kinds = told(report, letters)

    assert "One solution of several" == caption
    one, two = report.solutions
    assert len(kinds["other"]) == sum(
        a != b for a, b in zip(one.values, two.values, strict=True)
    )
