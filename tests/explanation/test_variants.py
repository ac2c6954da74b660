"""Steps on variants: by units, by constraints and by trials on other shapes, too."""

import json
from contextlib import suppress
from dataclasses import replace
from time import process_time

import pytest

from satdoku import Puzzle, explain, find_steps, hint, rate, solve
from satdoku.constraints import (
    Allowed,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    BlackDot,
    Diagonals,
    DisjointGroups,
    Killer,
    LittleKiller,
    Palindrome,
    Regions,
    Renban,
    SameValues,
    Skyscraper,
    Thermo,
    Whisper,
    WhiteDot,
    Windoku,
    XSum,
    Zipper,
)
from satdoku.errors import InputError, Stopped, UsageError
from satdoku.explanation import strengths
from satdoku.explanation.constraint_steps import ConstraintReasoner, ConstraintStep
from satdoku.explanation.drawing import step_svg
from satdoku.explanation.explain import End
from satdoku.explanation.hints import Hint, facts
from satdoku.explanation.page import html_page
from satdoku.explanation.strength import Strength
from satdoku.formats.iss import read_iss
from satdoku.puzzle.geometry import Geometry
from satdoku.runtime.deadline import Deadline
from satdoku.techniques.technique import UNIQUENESS, Level, Technique
from tests.conftest import nightly

JIGSAW = (
    "DEEEEEEAADEEEBBAAADBBBBAACADBBIIICCADBIICCCCGDIIFCHHGGDIIFCHHHGDDFFFHHGGFFFFHHGGG"
)
PUZZLES = {
    "diagonals": (
        [Diagonals()],
        "9.18........19............3..3....6......8......43.....873..4.6....1............2",
    ),
    "disjoint groups": (
        [DisjointGroups()],
        "......7......3..26..4......49...6..2..715..........4.........4....5.1.....83.....",
    ),
    "windoku": (
        [Windoku()],
        "....8.....3.........2...6..6....7.5............7..9.6..43..8.....5...2.......2.4.",
    ),
    "anti-king": (
        [AntiKing()],
        "......2.....5...986...2....8....4.524.7...6..5..1..9.........19.7.2.1.36.36...5..",
    ),
    "both moves": (
        [AntiKnight(), AntiKing()],
        ".................4..5.................7..6...1....32....2....6..7.....3.5.9.3....",
    ),
    "jigsaw": (
        [Regions(JIGSAW)],
        ".....5...4..3..7.5.....1....5.....3.1.329....8.....9.........1.79..3.....87......",
    ),
    "latin square": (
        [],
        "5..8.37..4..917.536.3.8....3..6.8..28.64.29751....62.7....5..69.5.7.1.3..97.4.6..",
    ),
}
_CAGES = [
    Killer(6, "r1c2 r2c2 r1c3"),
    Killer(9, "r2c1 r3c1 r3c2"),
    Killer(5, "r2c3 r3c3"),
    Killer(5, "r2c4 r3c4"),
    Killer(3, "r4c1 r4c2"),
    Killer(7, "r4c3 r4c4"),
]
_FROM_0 = Geometry(4, 4, first_value=0)
MORE = {
    "killer": Puzzle("." * 16, _CAGES),
    "killer of 0 to 3": Puzzle(
        "." * 16,
        [Killer(r.total - len(r.cells), r.cells) for r in _CAGES],
        geometry=_FROM_0,
    ),
    "thermometers": Puzzle(
        "1...............",
        [
            Killer(5, "r1c2 r1c3"),
            Thermo("r2c3 r3c3 r4c3"),
            WhiteDot("r3c1 r3c2"),
            Thermo("r4c2 r3c2"),
            Thermo("r2c1 r2c2"),
        ],
    ),
}
"""Rules that are more than units; one solution."""
SHAPES = {
    "4x6": ("..3..6..612..31.64.642..", Geometry(4, 6, box=(2, 3))),
    "4x6 from 0": (
        "..2..5..501..20.53.531..",
        Geometry(4, 6, box=(2, 3), first_value=0),
    ),
    "6x4": ("......34.2.6.54.34124321", Geometry(6, 4, box=None)),
    "6x6 of nine": (
        "..3..6..678978912..31.64.6489.89.2..",
        Geometry(6, 6, box=(3, 3), digits=9),
    ),
}
QUICK = [
    technique
    for technique in Technique
    if technique.family not in {"forcing", "mutant-fish", "franken-fish"}
]


def _puzzle(name):
    rules, clues = PUZZLES[name]
    box = None if name in {"jigsaw", "latin square"} else (3, 3)
    return Puzzle(clues, rules, geometry=Geometry(9, 9, box=box))


def _rules(*more):
    """Return a puzzle of 4x4 with a cage, a thermometer and a dot."""
    rules = [Killer(5, "r1c2 r1c3"), Thermo("r2c3 r3c3 r4c3"), WhiteDot("r3c1 r3c2")]
    return Puzzle("1...............", [*rules, *more])


def _readable(record):
    """Return the puzzle of a record; None where something is not supported."""
    try:
        return read_iss(record["puzzle"])
    except InputError:
        return None


def _wrong(found, solution):
    """Return the steps that place or remove what the solution contradicts."""
    return [
        step
        for step in found
        if any(solution.values[cell] != digit for cell, digit in step.places)
        or any(solution.values[cell] == digit for cell, digit in step.removes)
    ]


LONG = {"both moves", "diagonals", "windoku"}


@pytest.mark.parametrize(
    "name", nightly(PUZZLES, *(name for name in PUZZLES if name not in LONG))
)
def test_steps_keep_the_solution(name):
    """Path and single steps alike; SAT confirms every step of the path."""
    puzzle = _puzzle(name)
    path = explain(puzzle, verify=True)
    assert path.end is End.SOLVED
    assert path.position.constraints == puzzle.constraints
    assert not _wrong(path.entries, path.solution)
    assert not _wrong(find_steps(puzzle, techniques=QUICK), path.solution)
    levels = [step.technique.level for step in path.steps]
    assert path.level >= max(levels, default=Level.EASY)


def test_steps_on_a_published_puzzle_keep_the_solution(shared_data):
    """Techniques that assume one solution of the classic rules are not used."""
    text = (shared_data / "variants" / "iss.jsonl").read_text(encoding="utf-8")
    records = {one["name"]: one for one in map(json.loads, text.splitlines())}
    puzzle = read_iss(records["Jigsaw boxes, disconnected"]["puzzle"])
    path = explain(puzzle, techniques=QUICK, search=False)
    assert path.entries
    assert not _wrong(path.entries, solve(puzzle).solution)
    assert not {step.technique for step in path.steps} & UNIQUENESS


@pytest.mark.parametrize(
    "name",
    [
        "Zeroed In",
        "Con-Set-Cutive",
        "Hidden Hostility",
        "4x6: Skyscraper",
        "Killer sudoku [gaps]",
    ],
)
def test_published_variants_are_solved_by_constraints_and_trials(shared_data, name):
    """Equal sums from 0 to 5, cages on 6x6 of nine digits, clues outside, a killer."""
    text = (shared_data / "variants" / "iss.jsonl").read_text(encoding="utf-8")
    records = {one["name"]: one for one in map(json.loads, text.splitlines())}
    path = explain(read_iss(records[name]["puzzle"]), verify=True)
    assert path.end is End.SOLVED
    assert not _wrong(path.entries, path.solution)


def test_groups_of_overlapping_units_are_linked_both_ways():
    """Chains through boxes and windows that share cells end where they claim."""
    clues = (
        "5..9....................5.2..3....6......3......15.....9.2..7.6..4........6."
    )
    path = explain(Puzzle(f"{clues}....4", [Windoku()]), until=40)
    assert not _wrong(path.entries, path.solution)


def test_steps_name_the_units_of_constraints():
    """A hidden single of a diagonal, and a region of a jigsaw."""
    found = map(str, find_steps(Puzzle("14......2.......", [Diagonals("rising")])))
    assert any("rising diagonal" in text for text in found)
    reasons = [step.reason for step in explain(_puzzle("jigsaw")).steps]
    assert any("in region " in reason for reason in reasons)
    assert not any("in box " in reason for reason in reasons)


def test_cells_that_see_all_places_of_a_digit_lose_it():
    """Two cells a knight's move from a third: no unit has all three."""
    found = explain(_puzzle("both moves"), search=False).steps
    assert any("and all these see it" in step.reason for step in found)


def test_a_rating_of_a_variant_counts_its_steps():
    """The scores of the path are added up; SE's table is for classic puzzles."""
    puzzle = MORE["killer"]
    rating, path = rate(puzzle), explain(puzzle)
    assert rating.version == "HoDoKu 2.2.0 extended to variants"
    assert (rating.score, rating.level) == (path.score, path.level)
    assert rating.titles[rating.hardest] == "Constraint"
    assert dict(rating.techniques)["constraint"] == sum(
        isinstance(entry, ConstraintStep) for entry in path.entries
    )
    with pytest.raises(InputError, match="does not know the constraints cage"):
        rate(puzzle, "se")


def test_one_constraint_refutes_candidates_before_techniques_are_needed():
    """The step says which digits the cage has, and counts little."""
    entry = explain(_rules(), until=1).entries[0]
    assert str(entry) == (
        "Constraint: r1c23<>4, cage of 5 in r1c23: 5 in 2 cells is 2+3 here"
    )
    assert entry.cells == (1, 2)
    assert entry.constraints == (Killer(5, "r1c2 r1c3"),)


REASONS = {
    "cage": ([Killer(23, "r1c1 r1c2 r1c3")], "23 in 3 cells is 6+8+9"),
    "bounds": (
        [Killer(14, "r1c1 r1c2 r1c3 r1c4")],
        "the other cells add up to at least 6, so r1c1234 are at most 8",
    ),
    "thermometer": ([Thermo("r1c1 r1c2 r1c3")], "in this order r1c1 is at most 7"),
    "long thermometer": (
        [Thermo("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7")],
        "r1c1 is at most 3, r1c2 is 2 to 4, r1c3 is 3 to 5",
    ),
    "whisper": ([Whisper("r1c1 r1c2 r1c3")], "4 needs 9 on both sides"),
    "dot": ([BlackDot("r1c1 r1c2")], "5, 7 and 9 have no partner"),
    "arrow": ([Arrow("r1c1 r1c2 r1c3")], "the sums lie between 3 and 9"),
    "dots of one kind": (
        [BlackDot("r1c1 r1c2"), BlackDot("r3c5 r4c5")],
        "ratio of 2 in r1c12, r34c5: 5, 7 and 9 have no partner",
    ),
    "thermometers of one length": (
        [Thermo("r1c1 r1c2"), Thermo("r5c5 r6c6")],
        "in this order r1c1, r5c5 are at most 8, r1c2, r6c6 are at least 2",
    ),
    "arrow in sight": ([Arrow("r1c1 r1c2 r1c3")], "so r1c1 is at least 3"),
    "zipper in a box": (
        [Zipper("r1c1 r1c2 r1c3 r2c3 r3c3 r3c2 r3c1")],
        "3 sums make at least 21 together, so the sums lie between 7 and 9",
    ),
    "sum": (
        [LittleKiller(8, "r1c4 r2c3 r3c2 r4c1")],
        "5 or more leaves at most 3 to the other cells, which cannot make it",
    ),
    "X-sum": (
        [XSum(8, "r1")],
        "2 in r1c1 leaves 6 to the next cell; 3 in r1c1 leaves 5 to the next 2 cells",
    ),
    "skyscraper": ([Skyscraper(8, "r1")], "8 values have to be higher than all before"),
    "between": (
        [Between("r1c1 r2c2 r3c3"), Allowed("r1c1", (1, 2)), Allowed("r3c3", (5, 6))],
        "the others lie between its ends r1c1 (1 or 2) and r3c3 (5 or 6)",
    ),
    "clones": (
        [SameValues("r1c1 r2c5"), Allowed("r1c1", (1, 2))],
        "all its cells hold one digit, so r2c5 is 1 or 2",
    ),
    "renban": (
        [Renban("r1c1 r1c2 r1c3"), Killer(None, "r1c1"), Allowed("r1c1", (1, 2))],
        "3 consecutive values here are 1-3 or 2-4",
    ),
    "palindrome": (
        [Palindrome("r1c1 r2c2 r5c5"), Allowed("r1c1", (1, 2))],
        "cells as far from its ends are equal",
    ),
    "rule of 45": (
        [Killer(30, "r1c1 r1c2 r1c3 r1c4 r1c5"), Killer(13, "r1c6 r1c7 r1c8 r2c8")],
        "row 1 adds up to 45, 2 cages to 43, so r1c9 - r2c8 = 2",
    ),
}


@pytest.mark.parametrize("name", REASONS)
def test_a_step_says_why_as_a_person_would(name):
    rules, words = REASONS[name]
    steps = explain(Puzzle("." * 81, rules), search=False, verify=True).entries
    assert any(words in step.reason for step in steps), steps


def test_a_constraint_and_a_unit_are_combined():
    """A cage of 4 in a row needs 1 and 3; what else the row needs is shown."""
    path = explain(_rules(Thermo("r4c2 r3c2")), verify=True)
    (step,) = [one for one in path.entries if one.title == "Constraint and Unit"]
    assert str(step) == (
        "Constraint and Unit: r3c12<>2, difference of 1 in r3c12: row 3 has "
        "4 in r3c12, so r3c12 are 3 or 4"
    )
    assert [step.geometry.unit_name(unit) for unit in step.units] == ["row 3"]


def test_a_digit_of_a_unit_is_followed_through_pairs_of_cells():
    """4 in column 1 is in two cells; those equal to them are in column 3."""
    rules = [
        Allowed("r1c1 r4c1", (1, 2, 3)),
        SameValues("r2c1 r3c3"),
        SameValues("r3c1 r2c3"),
    ]
    steps = explain(Puzzle("." * 16, rules), search=False, verify=True).entries
    assert [step.removes for step in steps if step.title == "Constraints Together"] == [
        ((2, 4), (14, 4))
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(8))
def test_steps_of_published_puzzles_are_right(shared_data, first, monkeypatch):
    """SAT confirms each step of the corpus; a person needs no trial for most of it.

    Time is that of the processor, as other work on the machine is none of it.
    """
    monkeypatch.setattr("satdoku.runtime.deadline.monotonic", process_time)
    text = (shared_data / "variants" / "iss.jsonl").read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.splitlines()][first::8]
    puzzles = [puzzle for record in records if (puzzle := _readable(record))]
    solved = 0
    for puzzle in puzzles:
        with suppress(Stopped):  # before it is known how many solutions there are
            path = explain(puzzle, verify=True, timeout=10)
            titles = {entry.title for entry in path.entries}
            solved += path.end is End.SOLVED and not titles & {"Trial", "Search"}
    assert solved >= 0.4 * len(puzzles)


def test_a_trial_names_the_constraints_it_rests_on():
    """It lists what follows, and no constraint that it can do without."""
    puzzle = _rules(Thermo("r4c2 r3c2"))
    now = Puzzle("1..4 ..1. ...1 .14.", puzzle.constraints)
    step = ConstraintReasoner(puzzle, None).trial(now)
    assert step.title == "Trial"
    assert step.reason.startswith(f"with {step.tried} propagation leads to ")
    assert step.reason.endswith("which contradicts difference of 1: r3c1 r3c2")


def test_positions_may_be_asked_in_any_order():
    """What is gone in a later position is there again in an earlier one."""
    puzzle = Puzzle("." * 16, [Killer(6, "r1c1 r1c2 r2c1"), Thermo("r4c1 r4c2 r4c3")])
    later = puzzle.with_candidates([1, 6, *[15] * 14])
    fresh = [ConstraintReasoner(puzzle, None).alone(now) for now in (puzzle, later)]
    one = ConstraintReasoner(puzzle, None)
    assert [one.alone(now) for now in (puzzle, later, puzzle)] == [*fresh, fresh[0]]
    assert fresh[0].removes != fresh[1].removes


def test_without_search_constraints_alone_are_used():
    """No trial is made; nor is any without the singles that it follows."""
    for options in ({"search": False}, {"techniques": "naked-single"}):
        path = explain(_rules(), **options)
        assert not [one for one in path.entries if str(one).startswith("Trial")]
        assert [one for one in path.entries if str(one).startswith("Constraint")]


@pytest.mark.parametrize("name", MORE)
def test_constraints_and_trials_keep_the_solution(name):
    """SAT confirms every step, and the path ends with the whole solution."""
    path = explain(MORE[name], verify=True)
    assert path.end is End.SOLVED
    assert not _wrong(path.entries, path.solution)
    assert path.score == rate(MORE[name]).score
    assert not path.by_logic
    assert solve(MORE[name]).solution == path.position.clues


def test_an_explanation_ends_with_a_search_where_no_trial_refutes():
    """No trial is made without the singles that it follows."""
    path = explain(MORE["killer"], techniques="full-house")
    assert path.end is End.SEARCHED
    assert str(path.entries[-1]).startswith("Search: ")


def test_time_runs_out_between_trials():
    """The search for refutations keeps the deadline of its caller."""
    with pytest.raises(Stopped):
        ConstraintReasoner(_rules(), None, Deadline(0)).alone(_rules())


def test_hints_say_more_of_a_constraint_step_by_step():
    found = hint(_rules())
    assert [found.text(detail) for detail in (1, 2, 3)] == [
        "an easy step by constraints: look at row 1",
        "a step by cage of 5: r1c2 r1c3",
        "a step by cage of 5: r1c2 r1c3; look at r1c23",
    ]
    rules = [Killer(30, "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6"), Killer(8, "r1c7 r1c8")]
    path = explain(Puzzle("." * 81, rules), until="rule-of-45")
    tried = Hint(replace(path, entries=path.entries[-1:]))
    assert tried.text(2) == "the Rule of 45 in row 1"
    assert tried.text(3) == "the Rule of 45 in row 1; look at r1c9"


def test_facts_count_constraints():
    about = dict(facts(explain(MORE["killer"])))
    assert "7 Constraints" in about["techniques"]
    assert about["level"] == "Easy"
    assert about["ended"].startswith("solved by techniques, by constraints")


def test_a_refutation_is_drawn_with_its_constraint():
    """The candidates are struck through, the cells of the cage tinted."""
    path = explain(_rules(), until=1)
    picture = step_svg(*next(path.positions()), puzzle=path.puzzle)
    assert picture.count('class="mark-removed"') == 2
    assert picture.count('class="pattern"') == 2
    assert "cage" in picture
    assert "5 in 2 cells is 2+3" in html_page(path)


def test_strength_counts_the_clauses_of_constraints():
    """What one constraint refutes, propagation sees with its clauses alone."""
    path = explain(_rules(), until=1)
    assert strengths(path, "extended") == [(Strength.PROPAGATION,)]


@pytest.mark.parametrize("name", SHAPES)
def test_other_shapes_are_explained(name):
    """Columns shorter than rows, and digits from 0 that sentences write as they are."""
    clues, geometry = SHAPES[name]
    puzzle = Puzzle(clues, geometry=geometry)
    path = explain(puzzle, verify=True)
    assert path.end is End.SOLVED
    assert not _wrong(find_steps(puzzle, techniques=QUICK), path.solution)
    assert path.level is Level.EASY
    for step in path.steps:
        ((cell, digit),) = step.places
        value = digit + geometry.first_value - 1
        assert step.outcome == f"{geometry.cell_name(cell)}={value}"


def test_techniques_for_squares_are_refused_on_other_shapes():
    """Rows of 3 and columns of 2 cells make no fish."""
    puzzle = Puzzle("." * 6, geometry=Geometry(2, 3, box=None))
    with pytest.raises(UsageError, match="none of these techniques holds with 2x3"):
        find_steps(puzzle, techniques="x-wing")


def test_techniques_that_never_hold_are_refused():
    """A rectangle may have one solution on a diagonal."""
    with pytest.raises(UsageError, match="holds with diagonals"):
        find_steps(_puzzle("diagonals"), techniques="unique-rectangle-1")
    with pytest.raises(UsageError, match="holds with regions"):
        find_steps(_puzzle("jigsaw"), techniques="empty-rectangle")


def test_a_contradiction_names_constraints():
    """The hint of a puzzle without a solution says why there is none."""
    puzzle = Puzzle("1..............1", [Diagonals()])
    assert hint(puzzle).text() == (
        "there is no solution: r1c1 = 1, r4c4 = 1 and diagonals contradict each other"
    )


def test_a_position_has_the_rules_of_its_puzzle():
    """A digit that breaks a diagonal is a mistake, however the position comes."""
    puzzle = _puzzle("diagonals")
    line = list(explain(puzzle).solution.line)
    line[0:9] = puzzle.line[0:9]
    path = explain(puzzle, now="".join(line))
    assert path.end is End.SOLVED
    assert not path.mistakes
