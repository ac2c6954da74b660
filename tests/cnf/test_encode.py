"""Encodings: published counts, promises kept, clues in and grids out."""

from collections import Counter

import pytest

from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.recipe import load
from satdoku.errors import EngineError, LimitError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from tests.conftest import table

FOUR, SIX, NINE, SIXTEEN = (
    Geometry(4, 4),
    Geometry(6, 6),
    Geometry(9, 9),
    Geometry(16, 16),
)
SIZES = (FOUR, SIX, NINE, SIXTEEN)
SOLVED = Puzzle("1234341221434321")


@pytest.mark.parametrize(
    ("name", "textbook", "distinct"),
    [
        ("minimal", (304, 1_656, 8_829, 92_416), (240, 1_332, 7_371, 80_128)),
        ("natural", (400, 2_196, 11_745, 123_136), (336, 1_872, 10_287, 110_848)),
        ("extended", (448, 2_304, 11_988, 123_904), (384, 1_980, 10_530, 111_616)),
        ("support", (560, 3_168, 17_577, 190_720), (560, 3_168, 17_577, 190_720)),
    ],
)
def test_counts_without_auxiliary_variables(name, textbook, distinct):
    made = [encode_rules(geometry, load(name)) for geometry in SIZES]

    assert textbook == tuple(each.size.textbook for each in made)
    assert distinct == tuple(len(each.formula) for each in made)
    assert [64, 216, 729, 4_096] == [each.formula.variables for each in made]


@pytest.mark.parametrize(
    ("name", "sixteen", "nine"),
    [("triad", 60_672, 7_695), ("triad-lite", 48_384, 6_237)],
)
def test_counts_with_triads(name, sixteen, nine):
    for geometry, clauses, variables in (
        (NINE, nine, 1_215),
        (SIXTEEN, sixteen, 6_144),
    ):
        made = encode_rules(geometry, load(name))

        assert (variables, clauses) == (made.formula.variables, len(made.formula))
        assert made.size.textbook == len(made.formula)


@pytest.mark.parametrize(
    "geometry", [FOUR, SIX, Geometry.of_box(3, 2), NINE, SIXTEEN], ids=str
)
def test_counts_of_triads_by_formula(geometry):
    n, r, c = geometry.size, geometry.box_height, geometry.box_width
    q = n * (n - 1) // 2
    units = 2 * n**2 * (1 + r * (r - 1) // 2) + 2 * n**2 * (1 + c * (c - 1) // 2)
    lite = n**2 * (1 + q) + n**2 * r * (1 + c) + n**2 * c * (1 + r) + units
    inside = n**2 * r * (c * (c - 1) // 2) + n**2 * c * (r * (r - 1) // 2)

    assert lite == len(encode_rules(geometry, load("triad-lite")).formula)
    assert lite + inside == len(encode_rules(geometry, load("triad")).formula)


def test_exactly_three():
    formula = encode_rules(NINE, load("triad-exact3")).formula
    lengths = Counter(map(len, formula))

    assert len(formula) == 7_695 + 8_748
    assert (lengths[7], lengths[4]) == (54 * 36, 54 * 126 + 486)


@pytest.mark.parametrize(
    ("name", "variable", "expected"),
    table(__file__, "test_what_variables_are_called"),
)
def test_what_variables_are_called(name, variable, expected):
    assert expected == encode_rules(NINE, load(name)).formula.name_of(variable)


def test_origins():
    groups = list(encode_rules(NINE, load("triad")).formula.groups())
    origins = [str(group.origin) for group in groups]

    assert origins[0] == "cell: r1c1"
    assert "triad: row 9 in box 9, digit 1" in origins
    assert origins[-1] == "triad: box 9, digit 9"
    record = str(next(encode_rules(FOUR, load("support")).formula.groups()).origin)
    assert record == "cell: r1c1"


def test_same_encoding_again():
    assert encode_rules(NINE, load("triad")) is encode_rules(
        Geometry(9, 9), load("triad")
    )


class TestLiterals:
    """Clues become literals, in the order of cells."""

    def test_clues(self):
        made = encode_rules(FOUR, load("minimal"))

        assert made.literals(Puzzle("1..4 .... .... ...2")) == [1, 16, 62]
        assert made.literals(Puzzle("." * 16)) == []
        assert made.variable_of(15, 2) == 62


class TestDecode:
    """Models become grids, and what is no grid is the engine's fault."""

    def test_there_and_back(self):
        made = encode_rules(FOUR, load("triad"))
        model = made.literals(SOLVED)

        assert SOLVED.clues == made.decode(tuple(model))
        assert SOLVED.clues == made.decode([*model, 65, 100, 128])

    @pytest.mark.parametrize(
        ("drop", "add", "message"),
        [
            (1, None, "r1c1 no digit"),
            (61, None, "r4c4 no digit"),
            (None, 2, "r1c1 1 and 2"),
            (None, 64, "r4c4 1 and 4"),
            (6, 2, "r1c1 1 and 2"),
        ],
    )
    def test_faults(self, drop, add, message):
        made = encode_rules(FOUR, load("triad"))
        model = {*made.literals(SOLVED), 100} - {drop}
        if add is not None:
            model.add(add)
        with pytest.raises(EngineError, match=message):
            made.decode(sorted(model))

    def test_not_rising(self):
        made = encode_rules(FOUR, load("minimal"))
        model = made.literals(SOLVED)
        with pytest.raises(EngineError):
            made.decode(model[::-1])
        with pytest.raises(EngineError):
            made.decode([-5, *model])


class TestLimits:
    """Formulas too large to make are refused before they are made."""

    def test_refused(self):
        message = "189,040,000 clauses and 382,000,000 literals, .* the limit"
        with pytest.raises(LimitError, match=message):
            encode_rules(Geometry(100, 100), load("extended"))
