"""New puzzles with constraints: completed, by rule, by kind; unique and minimal."""

from itertools import pairwise
from time import process_time

import pytest

from satdoku import Puzzle, count, minimize, solve
from satdoku.constraints import AntiKnight, Killer, Thermo, Whisper, WhiteDot
from satdoku.errors import InputError, Stopped, UsageError
from satdoku.formats.iss import read_iss
from satdoku.puzzle.geometry import Geometry
from satdoku.setting.completion import complete, generate_variants
from satdoku.setting.drawn import KINDS
from tests.conftest import nightly

SLOW = ("killer", "little-killer", "sandwich")


def _made(kinds, **options):
    return next(generate_variants(None, kinds, timeout=120, **options))


@pytest.mark.parametrize(
    "kind", nightly(KINDS, *(kind for kind in KINDS if kind not in SLOW))
)
def test_a_puzzle_of_each_kind_is_proper_and_minimal(kind):
    """A second engine confirms it; nothing that was drawn or added can go."""
    puzzle = _made([kind], seed=5)
    assert puzzle.constraints
    result = solve(puzzle, engine="glucose4")
    assert result.is_unique
    assert result.solution.line == puzzle.metadata["solution"]
    least = minimize(puzzle)
    assert least.clue_count == puzzle.clue_count
    if kind != "jigsaw":
        assert least.constraints == puzzle.constraints


def test_what_is_given_stays():
    """Its redundant parts, too."""
    half = Puzzle("12" + "." * 14, [Killer(3, "r1c1 r1c2")])
    puzzle = complete(half, seed=3)
    assert puzzle.line.startswith("12")
    assert puzzle.constraints == half.constraints
    assert int(count(puzzle)) == 1
    assert puzzle.clue_count > 2


def test_the_same_seed_makes_the_same_puzzle():
    knights = Puzzle("." * 36, [AntiKnight()], geometry=Geometry(6, 6))
    one, other, third = (complete(knights, seed=seed) for seed in (1, 1, 2))
    assert one == other != third


def test_symmetry_holds_for_clues_and_cages():
    puzzle = _made(["killer"], seed=2, symmetry="rotational180")
    cells = {cell for cell, value in enumerate(puzzle.values) if value}
    assert cells == {80 - cell for cell in cells}
    cages = {frozenset(rule.cells) for rule in puzzle.constraints}
    turned = {frozenset((8 - r, 8 - c) for r, c in cage) for cage in cages}
    assert cages == turned


def test_clues_are_bounded_and_lengths_kept():
    puzzle = _made(["killer:3", "thermo:4"], seed=1, clues=4)
    assert puzzle.clue_count <= 4
    assert {len(rule.cells) for rule in puzzle.constraints} <= {2, 3, 4}


def test_one_constraint_of_each_kind_stays():
    """Clues alone would do for the second puzzle of these seeds."""
    for seed in range(4):
        puzzle = next(generate_variants("." * 16, ["kropki", "parity"], seed=seed))
        names = {type(rule).__name__ for rule in puzzle.constraints}
        assert "Allowed" in names
        assert names & {"BlackDot", "WhiteDot"}


def test_what_there_is_no_room_for_is_not_left_out():
    with pytest.raises(Stopped, match="no puzzle in 2 attempts in a row"):
        next(generate_variants("." * 16, ["arrow:6"], seed=1, max_attempts=2))


@pytest.mark.parametrize("kind", ["thermo:5", "killer:5", "palindrome:17"])
def test_what_there_is_never_room_for_is_refused(kind):
    with pytest.raises(UsageError, match=rf"{kind}; .*4x4.* has room for (4|16)$"):
        generate_variants("." * 16, [kind])


@pytest.mark.parametrize("kinds", ["killer,killer", "thermo,killer,thermo:5"])
def test_a_kind_is_drawn_once(run, kinds):
    done = run("generate", "--with", kinds, code=2)
    assert "is there twice; expected each kind once" in done.stderr


def test_the_fewest_clues_are_named_where_all_are_too_many():
    counts = []
    puzzles = generate_variants(
        "." * 16, seed=1, clues=2, max_attempts=3, failed=counts.append
    )
    with pytest.raises(Stopped, match="the fewest clues to add were 4"):
        next(puzzles)
    assert counts == [1, 2, 3]


def test_accepts_decides():
    """Attempts that it refuses count as failed."""
    puzzles = generate_variants(
        "." * 16, ["killer"], seed=1, accepts=lambda _: False, max_attempts=3
    )
    with pytest.raises(Stopped, match="no puzzle in 3 attempts in a row"):
        next(puzzles)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("cage", "no kind 'cage'; expected killer"),
        ("xv:3", "kind 'xv:3'; expected a length from 2 to 20"),
        ("thermo:1", "kind 'thermo:1'"),
    ],
)
def test_what_is_no_kind_is_refused(kind, message):
    with pytest.raises(UsageError, match=message):
        generate_variants(None, [kind])


def test_what_has_no_solution_is_not_completed():
    with pytest.raises(InputError, match="no solution"):
        complete(Puzzle("11" + "." * 14))


def test_the_command_completes_and_draws(run, tmp_path):
    """A file, a rule and a kind together; ISS text comes out."""
    half = tmp_path / "half.iss"
    half.write_text(".Shape~4x4.Cage~3~R1C1~R1C2\n", encoding="utf-8")
    done = run("generate", half, "--seed", "1")
    puzzle = read_iss(done.stdout)
    assert puzzle.constraints == (Killer(3, "r1c1 r1c2"),)
    assert int(count(puzzle)) == 1
    options = ("--variant", "diagonal", "--with", "killer", "--size", "4x4")
    text = run("generate", *options, "--seed", "1", "-n", "3").stdout
    lines = [line for line in text.splitlines() if line]
    assert len(lines) == 3
    assert all("Diagonal" in line for line in lines)


def test_the_command_keeps_to_a_level(run):
    options = ("--with", "killer", "--size", "4x4", "--level", "easy", "--seed", "1")
    text = run("generate", *options).stdout
    assert run.json("rate", "-", text=text)[0]["level"] == "easy"


def test_a_level_keeps_to_the_time(run):
    """A path by constraints, which takes seconds, is no reason to go on."""
    options = ("--with", "killer", "--level", "extreme", "--seed", "1")
    started = process_time()
    done = run("generate", *options, "--timeout", "1", code=4)
    assert "stopped: out of time" in done.stderr
    assert process_time() - started < 3


def test_large_regions_keep_to_the_time(run):
    """They are drawn by thousands of exchanges, for seconds if nobody looks."""
    started = process_time()
    options = ("--with", "jigsaw", "--size", "23")
    done = run("generate", *options, "--timeout", "0.2", code=4)
    assert "stopped: out of time" in done.stderr
    assert process_time() - started < 1.5


@pytest.mark.parametrize("size", ["5x5", "7x7"])
def test_jigsaws_where_there_are_no_boxes(run, size):
    text = run("generate", "--size", size, "--with", "jigsaw", "--seed", "1").stdout
    puzzle = read_iss(text)
    n = int(size[0])
    assert [n] * n == [len(unit) for unit in puzzle.units[2 * n :]]
    assert int(count(puzzle)) == 1
    half = Puzzle(puzzle.clues, puzzle.constraints)
    with pytest.raises(UsageError, match="needs a square grid without regions"):
        generate_variants(half, ["jigsaw"])


def test_options_of_classic_puzzles_are_refused(run):
    done = run("generate", "--with", "killer", "--hardest", "x-wing", code=2)
    assert "--hardest is for puzzles without constraints" in done.stderr


@pytest.mark.parametrize("symmetry", ["none", "rotational180"])
def test_lines_cross_neither_others_nor_themselves(symmetry):
    options = {"seed": 2, "symmetry": symmetry, "n": 6}
    grid = Puzzle("." * 36, geometry=Geometry(6, 6))
    for puzzle in generate_variants(grid, ["thermo:4", "arrow"], **options):
        steps = [step for rule in puzzle.constraints for step in pairwise(rule.cells)]
        slants = {frozenset(one) for one in steps if one[0][0] != one[1][0]}
        for (row, column), (below, other) in map(sorted, slants):
            crossing = frozenset(((row, other), (below, column)))
            assert column == other or crossing not in slants


def test_lines_keep_away_from_those_that_are_there():
    """They share no cell; nor does a cage with a cage, or a dot with a dot."""
    given = [Thermo("r1c1 r2c2 r3c3"), Killer(7, "r1c4 r1c5"), WhiteDot("r6c5 r6c6")]
    half = Puzzle("." * 36, given, geometry=Geometry(6, 6))
    crossing = {frozenset(((0, 1), (1, 0))), frozenset(((1, 2), (2, 1)))}
    kinds = ["whisper:3", "killer", "kropki"]
    for puzzle in generate_variants(half, kinds, seed=1, n=3):
        drawn = [rule for rule in puzzle.constraints if rule not in given]
        assert {Whisper, Killer} < {type(rule) for rule in drawn}
        for rule in drawn:
            other = {Whisper: given[0], Killer: given[1]}.get(type(rule))
            if other is None:
                assert {*rule.cells} != {*given[2].cells}
            else:
                assert {*rule.cells}.isdisjoint(other.cells)
        lines = [rule for rule in drawn if isinstance(rule, Whisper)]
        steps = {frozenset(step) for rule in lines for step in pairwise(rule.cells)}
        assert crossing.isdisjoint(steps)


def test_what_never_has_one_solution_is_not_tried():
    half = Puzzle("." * 16, [Killer(3, "r1c1 r1c2")])
    with pytest.raises(Stopped, match="without added clues it has several solutions"):
        complete(half, clues=0, seed=1)
