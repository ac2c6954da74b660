"""One change that makes a puzzle proper; where cages contradict a count."""

from dataclasses import replace

import pytest

from satdoku import Puzzle, solve
from satdoku.constraints import BlackDot, Killer, WhiteDot
from satdoku.errors import UsageError
from satdoku.formats.iss import read_iss
from satdoku.setting.arithmetic import excess_of_cages
from satdoku.setting.completion import generate_variants
from satdoku.setting.typos import typos


@pytest.mark.parametrize("cell", [0, 6, 10, 12])
def test_a_mistyped_clue_is_found(cell):
    """Whatever it became, the first answers name it; each change is proper."""
    puzzle = Puzzle("1... ..2. ..3. 4...")
    for digit in {1, 2, 3, 4} - {puzzle.values[cell]}:
        line = puzzle.line[:cell] + str(digit) + puzzle.line[cell + 1 :]
        if solve(line).is_unique:
            continue
        found = typos(line)
        assert all(solve(typo.puzzle).is_unique for typo in found)
        assert puzzle in [typo.puzzle for typo in found]
        assert [typo.distance for typo in found] == sorted(t.distance for t in found)


def _changed(rule):
    if isinstance(rule, WhiteDot | BlackDot):
        return (BlackDot if isinstance(rule, WhiteDot) else WhiteDot)(rule.cells)
    name = "total" if isinstance(rule, Killer) else "clue"
    return replace(rule, **{name: getattr(rule, name) + 1})


@pytest.mark.parametrize("kind", ["killer", "kropki", "sandwich"])
def test_a_mistyped_sum_or_dot_is_found(kind):
    """Off by one, or black for white: whatever leaves none, or several solutions."""
    puzzle = next(generate_variants("." * 16, [kind], seed=3))
    checked = 0
    for rule in puzzle.constraints:
        rules = [_changed(x) if x == rule else x for x in puzzle.constraints]
        wrong = Puzzle(puzzle, rules)
        if not solve(wrong).is_unique:
            checked += 1
            assert puzzle in [typo.puzzle for typo in typos(wrong, 20)]
    assert checked
    assert typos(puzzle) == []


@pytest.mark.parametrize(
    ("line", "cells", "totals"),
    [
        ("...........3.21.", "r1c4 r2c3 r4c2", [7]),
        ("..1........2..4.", "r2c1 r4c2 r4c4", [7, 8]),
    ],
)
def test_a_sum_that_no_solution_has_is_found(line, cells, totals):
    """Solutions with the right sum that repeat digits in the cage do not count."""
    found = typos(Puzzle(line, [Killer(1, cells)]))
    assert [typo.puzzle.constraints[0].total for typo in found] == totals


def test_a_proper_puzzle_has_no_typo():
    assert typos("1... ..2. ..3. 4...") == []


def test_a_limit_is_a_number():
    with pytest.raises(UsageError):
        typos("1... ..2. ..3. 4...", 0)


def test_cages_contradict_the_sum_of_units():
    """Rows that cages cover, columns together, or nothing where a cell is free."""
    rows = [Killer(10, f"r{row}c1 r{row}c2 r{row}c3 r{row}c4") for row in (1, 2)]
    assert excess_of_cages(Puzzle("." * 16, rows)) is None
    bad = [*rows, Killer(12, "r3c1 r3c2 r4c1 r4c2"), Killer(9, "r3c3 r3c4 r4c3 r4c4")]
    excess = excess_of_cages(Puzzle("." * 16, bad))
    assert str(excess) == "the cage adds up to 12, box 3 adds up to 10"
    pair = [Killer(12, "r3c1 r3c2 r3c3 r4c1"), Killer(9, "r3c4 r4c2 r4c3 r4c4")]
    excess = excess_of_cages(Puzzle("." * 16, [*rows, *pair]))
    assert str(excess) == "2 cages add up to 21, rows 3 to 4 add up to 20"
    assert excess.excess == 1
    assert excess_of_cages(Puzzle("." * 16, [Killer(3, "r1c1 r1c2")])) is None


def test_the_command_lists_typos_and_sums(run, tmp_path):
    text = ".Shape~4x4.~R1C1_1.~R2C3_2.~R3C3_3.~R4C1_4.Cage~11~R1C1~R1C2~R1C3~R1C4\n"
    done = run("check", "--typo", "-", text=text, code=3)
    words = " ".join(done.stdout.split())
    assert "sums the cage adds up to 11, row 1 adds up to 10" in words
    assert "typo cage of 10: r1c1 r1c2 r1c3 r1c4 in place of cage of 11" in words
    (record,) = run.json("check", "--typo", "-", text=text, code=3)
    assert record["typos"][0]["distance"] == 0
    fine = text.replace("~11~", "~10~")
    assert run.json("check", "--typo", "-", text=fine, code=0)[0]["typos"] == []
    assert solve(read_iss(fine)).is_unique
