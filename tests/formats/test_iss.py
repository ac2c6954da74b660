"""ISS text: read, written, refused."""

import io
import json
import subprocess
import sys
from contextlib import suppress
from functools import cache
from itertools import islice, product
from random import Random

import pytest

import satdoku
from satdoku import Geometry, Grid, Puzzle, Solver, constraints, count, solutions
from satdoku.constraints import (
    Allowed,
    And,
    AntiConsecutive,
    BoxIndexing,
    Contains,
    Diagonals,
    DisjointGroups,
    EqualSums,
    Killer,
    LittleKiller,
    LookAndSay,
    Nabner,
    NoRatio,
    Or,
    Regions,
    Thermo,
    Total,
    WhiteDot,
)
from satdoku.errors import InputError, UsageError
from satdoku.formats.constraint_items import constraint_items, read_constraints
from satdoku.formats.iss import read_iss
from satdoku.formats.iss_writing import write_iss
from satdoku.puzzle.constraints.catalogue import CATALOGUE, read_python
from satdoku.puzzle.constraints.forms import spellings
from tests.conftest import nightly
from tests.constraints.test_arguments import CELLS, GOOD
from tests.formats.inner import scan, write


@pytest.fixture(scope="module")
def published(shared_data):
    """Return the published puzzles, with their solutions."""
    path = shared_data / "variants" / "iss.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def read(text):
    """Read a text of the collection; two are pencil marks alone."""
    return read_iss(text) if "~" in text or " " in text or ":" in text else Puzzle(text)


def solution_of(entry, geometry):
    """Return the stored solution; letters where a value has two figures."""
    text = entry["solution"]
    letters = any(sign.isalpha() for sign in text)
    values = [
        (0 if sign == "0" else ord(sign.upper()) - 64) if letters else int(sign)
        for sign in text
    ]
    return Grid([value - geometry.first_value + 1 for value in values], geometry)


@pytest.mark.parametrize("hidden", nightly([False, True], False))
def test_published_puzzles_and_their_solutions(published, hidden):
    """All are read; stored solutions keep all rules, by night those of regions, too."""
    some = [x for x in published if ("ChaosConstruction" in x["puzzle"]) is hidden]
    assert len(some) == (11 if hidden else 155)
    for entry in some:
        puzzle = read(entry["puzzle"])
        solution = solution_of(entry, puzzle.geometry)

        assert puzzle.is_solution(solution), entry["name"]


def test_published_puzzles_are_written_and_read_again(published):
    for entry in published:
        puzzle = read(entry["puzzle"])
        again = read_iss(write_iss(puzzle))

        assert (again.geometry, again.clues) == (puzzle.geometry, puzzle.clues)
        assert again.masks == puzzle.masks
        # The pieces of a jigsaw may come in another order.
        if not any(isinstance(rule, Regions) for rule in puzzle.constraints):
            assert set(again.constraints) == set(puzzle.constraints), entry["name"]


@pytest.mark.nightly
def test_published_puzzles_are_solved(published):
    """To the stored solution, and but for two that have more, uniquely."""
    improper = {"Sandwich snipe 18", "0-indexed: Sums and indexing"}
    slow = {"Pencilmark sudoku 3"}  # minutes: hard for every solver
    with Solver() as solver:
        for entry in published:
            has_regions = "ChaosConstruction" in entry["puzzle"]
            if entry["name"] in slow or (has_regions and "6x6" not in entry["puzzle"]):
                continue
            puzzle = read(entry["puzzle"])
            result = solver.solve(puzzle, timeout=60)
            if entry["name"] in improper:
                assert result.second is not None
            else:
                assert result.is_unique, entry["name"]
                assert result.solution == solution_of(entry, puzzle.geometry)


JUNK = ["", "x", "5", "R1C1", "R9", "__", "A_", "-", "²"]


GROUPS = ("And", "Or", "Replicate")
NAMES = {each.name for kind in CATALOGUE for each in spellings(kind, kind.iss)} | {
    *("Binary BinaryX ChaosArrow ChaosConstruction ChaosCount ConnectedValues").split(),
    *("Doppelganger NoBoxes RegionSize Replicate SearchPriority Shape Var").split(),
}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_items_with_too_few_or_wrong_arguments(name):
    """They are read, or refused with a message."""
    end = ".End" if name in GROUPS else ""
    for many in range(3):
        for junk in product(JUNK, repeat=many):
            item = "~".join([f".{name}", *junk]) + end
            for text in (item, f".Or{item}.End"):
                with suppress(InputError):
                    read_iss(text)


def refusal(text):
    """Return why a text is not read; empty if it is."""
    try:
        read_iss(text)
    except InputError as error:
        return str(error)
    return ""


def test_every_item_of_the_catalogue_is_known():
    names = NAMES - {*GROUPS, "Given"}

    assert [] == [name for name in names if "is known" in refusal(f".{name}")]
    assert "is known" in refusal(".Termo~R1C1")


def test_an_item_loads_the_constraints_of_its_kind_alone():
    """All together take as long to load as a variant to solve."""
    text = (
        "import sys; from satdoku.formats.iss import read_iss; "
        "read_iss('.Thermo~R1C1~R1C2'); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    )
    loaded = {name.rpartition(".")[2] for name in done.stdout.split()}

    assert "lines" in loaded
    assert not loaded & {"automata", "chaos", "outside", "places", "sets", "sums"}


def test_automata_of_any_key():
    dice = Random(1)
    for _ in range(5000):
        key = "".join(dice.choices("AAABCDQ_-9xyz", k=dice.randint(1, 12)))
        with suppress(InputError):
            read_iss(f".NFA~{key}~R1C1~R1C2")


@pytest.mark.parametrize(
    "rule",
    [
        Allowed("r1c1", (0, 5)),
        BoxIndexing("r1c1 r1c2 r1c3 r1c4 r2c1", (5,)),
        Contains("r1c1", ()),
        DisjointGroups(("r1c1 r1c2", "r2c1 r3c2", "r1c1 r3c3")),
        EqualSums(()),
        Killer(0, "r1c1 r1c2"),
        LookAndSay("r1c1 r1c2", ((1, 0), (2, 10))),
        LookAndSay("r1c1", ()),
        LookAndSay("r1c1 r1c2", ((2, 10), (2, 1))),
        Or((Diagonals(), BoxIndexing("r1c1 r1c2 r2c1 r2c2", (1, 2)))),
    ],
    ids=repr,
)
def test_arguments_that_the_format_has_no_words_for(rule):
    """They are written in others: an empty list says nothing or cannot be met."""
    geometry = Geometry(4, 4)
    grids = [*solutions(Puzzle("." * 16))]
    items = constraint_items(Puzzle("." * 16, [rule]))
    again = Puzzle("." * 16, read_constraints(items, geometry))

    assert [*map(again.is_solution, grids)] == [
        *map(Puzzle("." * 16, [rule]).is_solution, grids)
    ]


COMPOUND = [
    each for each in constraints.__all__ if not getattr(constraints, each).is_hidden
]
"""All that may stand in `Or` and `And`."""


@cache
def some_grids():
    """Return geometries of 4×4, with boxes and without, and some grids of each."""
    geometries = Geometry(4, 4), Geometry(4, 4, None)
    return [
        (each, [*islice(solutions(Puzzle("." * 16, geometry=each)), 0, 288, 17)])
        for each in geometries
    ]


@pytest.mark.parametrize("name", COMPOUND)
def test_every_constraint_keeps_its_meaning_alone_and_within_others(name):
    """`prove` and JSON write all constraints as ISS text, and read them again."""
    arguments = GOOD | {"NFA": (CELLS, "QO_XqA")}
    rule = getattr(constraints, name)(*arguments[name])
    lost = Allowed("r1c1", (1,))
    for geometry, grids in some_grids():
        for rules in (
            [rule],
            [And((rule, lost))],
            [Or((rule, lost))],
            [rule, Or((rule,))],
        ):
            puzzle = Puzzle("." * 16, rules, geometry=geometry)
            again = satdoku.read(io.StringIO(write(puzzle, "json")))
            assert [*map(again.is_solution, grids)] == [*map(puzzle.is_solution, grids)]


def test_groups_and_copies():
    copies = ".Replicate~BB.BlackDot~R1C1~R1C2.End"
    choice = ".Or.~R4C4_1.And.~R4C4_2.X~R1C1~R2C1.End.End"
    puzzle = read_iss(copies + choice)

    assert [rule.describe() for rule in puzzle.constraints] == [
        "ratio of 2: r1c1 r1c2",
        "ratio of 2: r1c7 r1c8",
        "(one of 1: r4c4) or (one of 2: r4c4; X: r1c1 r2c1)",
    ]


def test_rules_that_the_format_does_not_know_become_tables_of_pairs():
    rules = [
        Thermo("r1c1 r2c2", slow=True),
        Nabner("r3c3 r4c4"),
        WhiteDot("r1c3 r1c4", 2),
    ]
    puzzle = Puzzle("." * 16, rules)
    again = read_iss(write_iss(puzzle))
    with Solver() as solver:
        assert int(solver.count(again)) == int(solver.count(puzzle))


def test_negative_rules_keep_their_marks():
    marks = frozenset({((0, 0), (0, 1))})
    rules = [WhiteDot("r1c1 r1c2"), AntiConsecutive(marks), NoRatio(marks)]
    puzzle = Puzzle("." * 81, rules)

    assert "StrictKropki" in write_iss(puzzle)
    assert set(read_iss(write_iss(puzzle)).constraints) == set(rules)


@pytest.mark.parametrize("rule", [NoRatio(), And((NoRatio(),))])
def test_one_negative_rule_does_not_become_two(rule):
    """`StrictKropki` forbids consecutive values, too: 6 and 5 are neighbours here."""
    grid = Grid("652341143265431526526134265413314652")
    puzzle = Puzzle("." * 36, [rule])

    assert puzzle.is_solution(grid)
    assert read_iss(write_iss(puzzle)).is_solution(grid)


def test_both_negative_rules_stay_two():
    rules = {NoRatio(), AntiConsecutive()}

    assert rules == {*read_iss(write_iss(Puzzle("." * 36, rules))).constraints}


def test_weights():
    puzzle = Puzzle("." * 81, [Total(3, "r1c1 r1c2", (2, -1))])

    assert write_iss(puzzle) == ".Sum~3_=_2_-1~R1C1~R1C2"
    assert read_iss(write_iss(puzzle)) == puzzle


def test_written_puzzles_are_not_joined():
    puzzles = [
        Puzzle("." * 81),
        Puzzle("." * 81, [Thermo("r1c1 r1c2")]),
        Puzzle("." * 36),
        Puzzle("1" + "." * 80),
        Puzzle("." * 16, [Or((Thermo("r1c1 r1c2"), Thermo("r1c2 r1c1")))]),
    ]
    text = io.StringIO()
    satdoku.formats.write(puzzles, text, "iss")
    assert [entry.puzzle for entry in scan(io.StringIO(text.getvalue()))] == puzzles


@pytest.mark.parametrize("name", COMPOUND)
def test_each_constraint_comes_back_from_json_as_it_was(name):
    arguments = GOOD | {"NFA": (CELLS, "QO_XqA")}
    rule = getattr(constraints, name)(*arguments[name])
    for each in (
        rule,
        Or((rule, Nabner("r1c1 r1c2"))),
        And((rule, Allowed("r1c1", (1,)))),
    ):
        puzzle = Puzzle("." * 16, [each])
        items = constraint_items(puzzle)

        assert read_constraints(items, puzzle.geometry) == [each]


@pytest.mark.parametrize(
    "text",
    [
        "Thermo('r1c1 r1c2'",
        "Thermo()",
        "Thermo(cells)",
        "Thermo('r1c1 r1c2', fast=True)",
        "Thermo(*'ab')",
        "Thermo('r1c1 r1c2').describe()",
        "Thermos('r1c1 r1c2')",
        "exit(1)",
        "Total(1if 1 else 2, 'r1c1')",
        "Or(" * 300 + ")" * 300,
        "Total(" + "-" * 100_000 + "1, 'r1c1')",
    ],
)
def test_python_that_is_no_constraint_is_refused(text):
    with pytest.raises(UsageError, match="no constraint"):
        read_python(text)


def test_odd_and_even_stay_constraints_in_iss():
    rules = [Allowed("r1c1 r2c2", (1, 3)), Allowed("r3c3", (2, 4))]
    puzzle = Puzzle("." * 16, rules)

    assert write_iss(puzzle) == (
        ".Shape~4x4.And.~R1C1_1_3~R2C2_1_3.End.And.~R3C3_2_4.End"
    )
    assert read_iss(write_iss(puzzle)) == puzzle


@pytest.mark.parametrize("cells", ["r1c1 r2c2 r3c3 r4c4", "r4c4 r3c3 r2c2 r1c1"])
def test_a_diagonal_is_written_from_the_end_that_has_a_name(cells):
    puzzle = Puzzle("." * 16, [LittleKiller(9, cells)])
    (rule,) = read_iss(write_iss(puzzle)).constraints

    assert write_iss(puzzle) == ".Shape~4x4.LittleKiller~9~R1C1"
    assert {*rule.cells} == {*puzzle.constraints[0].cells}


def test_a_branch_with_more_cells_than_values_cannot_hold():
    wide = "~".join(f"R{row}C{column}" for row in (1, 2) for column in (1, 2, 3))
    puzzle = read_iss(f".Shape~4x4.Or.AllDifferent~{wide}.~R1C1_1.End")

    assert int(count(puzzle)) == 72


@pytest.mark.parametrize(
    ("segments", "solutions"),
    [
        ("-~R1C1", 0),
        ("-~-~R1C1", 288),
        ("R1C1~-~-", 288),
        ("-~R1C1~-~R1C2", 288),
        ("R1C1~-~-~R1C2", 288),
        ("R1C1~-~-~-~R1C2", 0),
    ],
)
def test_empty_segments_of_an_automaton_count(segments, solutions):
    """The automaton accepts words with two breaks; empty segments have breaks, too."""
    puzzle = read_iss(f".Shape~4x4.NFA~RRXwCeq_qkA~_breaks~{segments}")

    assert int(count(puzzle)) == solutions
    assert segments in write_iss(puzzle)
    assert satdoku.read(io.StringIO(write(puzzle, "json"))) == puzzle


NEIGHBOURS = [(f"r{r}c{c}", f"r{r}c{c + 1}") for r in range(1, 5) for c in range(1, 4)]
NEIGHBOURS += [(f"r{c}c{r}", f"r{c + 1}c{r}") for r in range(1, 5) for c in range(1, 4)]


@pytest.mark.parametrize(
    "rule",
    [
        constraints.Sandwich(3, "r1", False, (4, 2)),
        constraints.AverageArrow("r1c1 r2c2 r3c3"),
        constraints.ProductArrow("r1c1 r2c2 r2c3 r3c3", 2),
        constraints.EqualCages(["r1c1 r2c2", "r3c3 r4c4 r4c1"]),
        constraints.HowMany("r1c1 r2c2 r3c3", (1, 3), (0, 2)),
        constraints.NoIndexing("rows", [f"r{r}c{c}" for r in "1234" for c in "124"]),
        constraints.AntiLeaper([(3, 3)]),
        constraints.Alternating("r1c1 r2c2 r3c3", "size"),
        constraints.WhiteDot("r1c1 r2c2"),
        constraints.NoRatio(set(NEIGHBOURS) - {("r1c1", "r1c2")}),
    ],
    ids=lambda rule: type(rule).__name__,
)
def test_what_the_format_has_no_item_for_is_written_as_others(rule):
    """As tables of pairs, sums, sets and automata: there are the same solutions."""
    puzzle = Puzzle("." * 16, [rule])
    again = read_iss(write_iss(puzzle))
    found = [set(satdoku.Solver().solutions(one)) for one in (puzzle, again)]
    assert found[0] == found[1] != set()
    assert 0 < len(found[0]) < 288


@pytest.mark.parametrize(
    "rule",
    [
        constraints.AntiKing(),
        constraints.AntiKnight(),
        constraints.Diagonals(),
        constraints.Regions("AABBAABBCCDDCCDD"),
    ],
)
def test_rules_of_a_raw_grid_are_written_as_its_site_takes_them(rule):
    """It knows neither anti-king nor diagonals there, but cells that differ."""
    grid = Geometry(4, 4, None, digits=4, raw=True)
    puzzle = Puzzle("1...............", [rule], geometry=grid)
    read = read_iss(write_iss(puzzle))
    assert read.geometry.raw
    for one, other in ((read, puzzle), (puzzle, read)):
        assert all(other.is_solution(grid) for grid in islice(solutions(one), 42))
