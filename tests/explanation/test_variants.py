"""Steps on puzzles whose rules are units, and refusals where they are not."""

import json

import pytest

from satdoku import Puzzle, explain, find_steps, hint, rate, solve
from satdoku.constraints import (
    AntiKing,
    AntiKnight,
    Diagonals,
    DisjointGroups,
    Regions,
    Thermo,
    Windoku,
)
from satdoku.errors import InputError, UsageError
from satdoku.explanation.explain import End
from satdoku.formats.iss import read_iss
from satdoku.geometry import Geometry
from satdoku.techniques.technique import UNIQUENESS, Technique

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
QUICK = [
    technique
    for technique in Technique
    if technique.family not in {"forcing", "mutant-fish", "franken-fish"}
]


def _puzzle(name):
    rules, clues = PUZZLES[name]
    box = None if name in {"jigsaw", "latin square"} else (3, 3)
    return Puzzle(clues, rules, geometry=Geometry(9, 9, box=box))


def _wrong(found, solution):
    """Return the steps that place or remove what the solution contradicts."""
    return [
        step
        for step in found
        if any(solution.values[cell] != digit for cell, digit in step.places)
        or any(solution.values[cell] == digit for cell, digit in step.removes)
    ]


@pytest.mark.parametrize("name", PUZZLES)
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


def test_unknown_rules_are_named():
    """No step, hint or rating of a puzzle whose rules are more than units."""
    puzzle = Puzzle("." * 81, [Thermo("r1c1 r1c2")])
    for ask in (explain, hint, find_steps, rate):
        with pytest.raises(InputError, match="the constraint thermometer: r1c1 r1c2"):
            ask(puzzle)
    with pytest.raises(InputError, match="a rating does not know the constraint diag"):
        rate(_puzzle("diagonals"))
    with pytest.raises(InputError, match=r"grids of 9x9 .* with 0-8"):
        hint(Puzzle("." * 81, geometry=Geometry(9, 9, first_value=0)))


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
