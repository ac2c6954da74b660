"""What is given to a constraint: refused where it is made, or it can be encoded."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satdoku
from satdoku import Geometry, Puzzle, constraints, encode
from satdoku.errors import LimitError, UsageError
from satdoku.puzzle.constraints.catalogue import python_text, read_python
from tests.constraints.test_catalogue import CASES

CELLS = "r1c1 r1c2 r2c2 r2c1"
GOOD = {
    name: eval(arguments, {"CELLS": CELLS, "constraints": constraints})
    for name, arguments in (
        line.split(": ", 1)
        for line in Path(__file__).with_name("arguments.txt").read_text().splitlines()
    )
}
"""Arguments of each constraint of the catalogue."""

HIDDEN = [
    constraints.ChaosArrow("r2c2", offset=1),
    constraints.ChaosConstruction(),
    constraints.ChaosCount("r2c2"),
    constraints.ChaosCount("r2c2", "r1c1 r2c1"),
    constraints.ConnectedValues((1, 2)),
    constraints.CountRegions("r4c4", "r1c1 r2c2"),
]
WORDS = Path(__file__).with_name("words.txt")

WRONG = [
    *("foo", None, 0.5, -1, 10**9, 10**99, ((1, ((2,),)),), b"r1c1", {}, [[]], True, ())
]
GEOMETRIES = [Geometry(4, 4), Geometry(9, 9)]


def test_every_constraint_has_arguments_here():
    assert sorted(GOOD) == sorted(constraints.__all__)


def check_arguments(name, arguments):
    """Make a constraint, and encode it where it fits."""
    try:
        constraint = getattr(constraints, name)(*arguments)
    except UsageError as error:
        assert str(error).isprintable()  # noqa: PT017  any of its messages
        return
    hash(constraint)
    for geometry in GEOMETRIES:
        try:
            puzzle = Puzzle((0,) * geometry.cells, [constraint], geometry=geometry)
        except UsageError:
            continue
        try:
            encode(puzzle, "minimal")
        except LimitError:
            continue


@pytest.mark.parametrize("name", GOOD)
def test_good_arguments(name):
    check_arguments(name, GOOD[name])


def test_what_constraints_are_called(renew):
    """How each is made in Python, called in messages, and explained below pictures."""
    rules = [getattr(constraints, name)(*arguments) for name, arguments in GOOD.items()]
    rules += [rule for _, rule in CASES] + HIDDEN
    words = [(python_text(rule), rule.describe(), rule.sentence) for rule in rules]
    text = "".join(
        f"{python}\n    {name}\n    {sentence.format(rule, 3)}\n"
        for rule, (python, name, sentence) in zip(rules, words, strict=True)
    )
    if renew:
        WORDS.write_text(text)
    assert text == WORDS.read_text()
    for rule, (python, *_) in zip(rules, words, strict=True):
        assert read_python(python) == rule


OF_CELLS = [name for name, arguments in GOOD.items() if CELLS in arguments]


@pytest.mark.parametrize("name", OF_CELLS)
def test_cells_outside_the_grid(name):
    """They are refused where the puzzle is made, whatever the constraint."""
    outside = "r5c1 r5c2 r6c2 r6c1"
    arguments = [outside if each == CELLS else each for each in GOOD[name]]
    rule = getattr(constraints, name)(*arguments)
    with pytest.raises(UsageError, match="r5c1"):
        Puzzle("." * 16, [rule])


@pytest.mark.parametrize("name", GOOD)
def test_arguments_of_wrong_kinds(name):
    for at in range(len(GOOD[name])):
        for value in WRONG:
            check_arguments(name, [*GOOD[name][:at], value, *GOOD[name][at + 1 :]])


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("BoxIndexing", ("r1c1 r1c2", (7,)), r"at of r1c1 r1c2 cannot be \(7,\)"),
        ("Modular", (CELLS, 0), "modulus of r1c1 r1c2 r2c2 r2c1 cannot be 0"),
        ("Whisper", ("r1c1 r1c2", "5"), "difference of r1c1 r1c2 cannot be '5'"),
        ("Whisper", ("r1c1 r1c2", -1), "expected a whole number from 0"),
        ("Contains", (CELLS, ("3",)), "values of .* cannot be"),
        ("Allowed", (CELLS, "13"), "values of .* cannot be '13'; expected values"),
        ("Windoku", (-1, 3), "Windoku: height cannot be -1"),
        ("FullRank", (((1, "r1"),),), "FullRank: clues cannot be"),
        ("Killer", (15, [(0.5, 1), (0, 2)]), r"no cell \(0.5, 1\)"),
        ("Indexing", (CELLS, "foo"), "by of .* 'foo'; expected columns or rows"),
        ("Regex", (CELLS, "[9-1]"), "character 5 is not understood"),
        ("XV", (CELLS, 7), "total of .* cannot be 7; expected 5 or 10"),
        ("Diagonals", ("foo",), "expected both, rising or falling"),
        ("PillArrow", (CELLS, 4), "pill of .* cannot be 4; expected fewer"),
        ("DisjointGroups", (("r1c1", "r1c2 r1c3"),), "regions of one size"),
        ("NFA", (CELLS, "QO_XqA", (5,)), "cuts of .* expected at most 4"),
        ("Or", ((constraints.AntiKing,),), "is no constraint; expected a value of it"),
        ("Thermo", ((satdoku,),), "no cell <module"),
        ("Thermo", ("",), "'' names no cells; expected 'r1c1 r1c2', say"),
    ],
)
def test_what_is_refused(name, arguments, message):
    with pytest.raises(UsageError, match=message):
        getattr(constraints, name)(*arguments)


@pytest.mark.parametrize("kind", [constraints.And, constraints.Or])
def test_constraints_nested_too_deep(kind):
    rule = constraints.Thermo("r1c1 r1c2")
    for _ in range(40):
        rule = kind((rule,))
    assert satdoku.solve(Puzzle("." * 16, [rule])).solution is not None
    with pytest.raises(UsageError, match="nested too deep"):
        kind((rule,))


@given(
    st.sampled_from(sorted(GOOD)),
    st.recursive(
        st.none() | st.integers() | st.floats() | st.text() | st.booleans(),
        lambda inner: st.lists(inner, max_size=3).map(tuple),
        max_leaves=6,
    ),
    st.integers(0, 3),
)
def test_any_argument(name, value, at):
    if at < len(GOOD[name]):
        arguments = [*GOOD[name][:at], value, *GOOD[name][at + 1 :]]
        check_arguments(name, arguments)


@pytest.mark.parametrize("cells", ["r1c1 r1c1", "r1c1 r1c2 r2c2 r2c1 r1c1"])
def test_a_thermometer_passes_a_cell_once(cells):
    """Its values could not increase; those of a slow one may be equal."""
    with pytest.raises(UsageError, match="twice"):
        constraints.Thermo(cells)
    assert constraints.Thermo(cells, slow=True).slow


@pytest.mark.parametrize(
    ("rule", "grids"),
    [
        (constraints.Killer(6, "r1c2 r1c2"), 72),  # a quarter of 288: the cell is 3
        (constraints.Renban("r1c1 r1c2 r1c1"), 144),  # as of the two cells
        (constraints.Arrow("r1c1 r1c2 r1c2"), 48),  # 2 and 1, or 4 and 2
    ],
)
def test_a_cell_listed_twice_counts_twice_in_sums_alone(rule, grids):
    assert int(satdoku.count(Puzzle("." * 16, [rule]))) == grids
