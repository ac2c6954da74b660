"""Steps on variants: by units, by constraints and by trials on other shapes, too."""

import json

import pytest

from satdoku import Puzzle, explain, find_steps, hint, rate, solve
from satdoku.constraints import (
    AntiKing,
    AntiKnight,
    Diagonals,
    DisjointGroups,
    Killer,
    Regions,
    Thermo,
    WhiteDot,
    Windoku,
)
from satdoku.errors import InputError, Stopped, UsageError
from satdoku.explanation import strengths
from satdoku.explanation.constraint_steps import ConstraintReasoner
from satdoku.explanation.drawing import step_svg
from satdoku.explanation.explain import End
from satdoku.explanation.hints import facts
from satdoku.explanation.page import html_page
from satdoku.explanation.strength import Strength
from satdoku.formats.iss import read_iss
from satdoku.puzzle.geometry import Geometry
from satdoku.runtime.deadline import Deadline
from satdoku.techniques.technique import UNIQUENESS, Technique
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
    assert path.level is path.score is None


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
    ["Zeroed In", "Hidden Hostility", "4x6: Skyscraper", "Killer sudoku [gaps]"],
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
    path = explain(Puzzle(f"{clues}....4", [Windoku()]), until=60)
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


def test_a_rating_names_the_rules_it_does_not_know():
    """HoDoKu's table is for classic puzzles."""
    with pytest.raises(InputError, match="does not know the constraint thermometer: r"):
        rate(Puzzle("." * 81, [Thermo("r1c1 r1c2")]))
    with pytest.raises(InputError, match="a rating does not know the constraint diag"):
        rate(_puzzle("diagonals"))


def test_one_constraint_refutes_candidates_before_techniques_are_needed():
    """A cage of 5 with two of 1 to 4 has no 4 beside 1; the step names the cage."""
    entry = explain(_rules(), until=1).entries[0]
    assert str(entry) == "Constraint: r1c23<>4, not allowed by cage of 5: r1c2 r1c3"
    assert entry.alone
    assert entry.cells == (1, 2)
    assert entry.constraints == (Killer(5, "r1c2 r1c3"),)


def test_a_trial_names_the_constraints_it_rests_on():
    """It lists what follows, and no constraint that it can do without."""
    path = explain(_rules(Thermo("r4c2 r3c2")), verify=True)
    dot = "which contradicts difference of 1: r3c1 r3c2"
    for until in ("constraint", "trial"):
        *before, last = explain(path.puzzle, until=until).entries
        assert until.title() == last.title
        assert last.title not in {entry.title for entry in before}
    assert [str(one) for one in path.entries if str(one).startswith("Trial")] == [
        f"Trial: r2c1<>2, with r2c1=2 propagation leads to r3c2=2, r3c1=4, {dot}",
        f"Trial: r3c3<>3, with r3c3=3 propagation leads to r4c4=2, {dot}",
    ]
    assert path.end is End.SEVERAL


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
    assert path.level is path.score is None
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
        "a step by one constraint: look at row 1",
        "a step by cage of 5: r1c2 r1c3",
        "a step by cage of 5: r1c2 r1c3; look at r1c23",
    ]
    tried = hint(_rules(Thermo("r4c2 r3c2")), now="1..4 ..1. ...1 .14.")
    assert tried.text(1) == (
        "no technique up to level hard applies; detail 3 names a candidate, detail 4 "
        "says why"
    )
    assert tried.text(3).endswith("; try r2c1=2 and see what follows")


def test_facts_count_constraints_and_trials():
    about = dict(facts(explain(_rules())))
    assert about["level"] == "none: variants are not rated"
    assert "3 Constraints, 1 Trial" in about["techniques"]
    about = dict(facts(explain(MORE["killer"])))
    assert about["ended"].startswith("solved by techniques, by single constraints")


def test_a_refutation_is_drawn_with_its_constraint():
    """The candidates are struck through, the cells of the cage tinted."""
    path = explain(_rules(), until=1)
    picture = step_svg(*next(path.positions()), puzzle=path.puzzle)
    assert picture.count('class="mark-removed"') == 2
    assert picture.count('class="pattern"') == 2
    assert "cage" in picture
    assert "not allowed by cage of 5" in html_page(path)


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
    assert path.level is path.score is None
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
