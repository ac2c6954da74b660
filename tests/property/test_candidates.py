"""Puzzles that rule candidates out beyond their clues, against brute force.

There are 288 grids of 4x4.  Those that a puzzle allows are its solutions, and every
answer, by every engine, on the whole formula and on the simplified one, with one engine
or handed over between several, has to be about just these.
"""

from __future__ import annotations

from functools import cache
from io import StringIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import satdoku
from satdoku import Geometry, Grid, Session, Status
from satdoku.checking import Checker
from satdoku.choose import AUTO, Attempt, Choice, Question
from satdoku.cnf.dimacs import write_dimacs
from satdoku.cnf.dimacs_reader import read_dimacs
from satdoku.cnf.encode import Encoding, Simplified, encoding, simplify
from satdoku.cnf.recipe import Recipe, load, shipped
from satdoku.cnf.singles import _follow_struck, follow_singles
from satdoku.engines.register import load as load_engine

SMALL = Geometry(2, 2)
ENGINES = ("dpll", "cadical153", "minisat22")
EMPTY = Grid(SMALL, (0,) * 16)


@cache
def grids() -> tuple[Grid, ...]:
    """Return the 288 grids, made by trying every digit in every cell."""
    found: list[Grid] = []

    def fill(values: list[int]) -> None:
        if len(values) == 16:
            found.append(Grid(SMALL, tuple(values)))
            return
        row, column = divmod(len(values), 4)
        for digit in range(1, 5):
            if all(
                value != digit
                or (
                    cell // 4 != row
                    and cell % 4 != column
                    and (cell // 8, cell % 4 // 2) != (row // 2, column // 2)
                )
                for cell, value in enumerate(values)
            ):
                fill([*values, digit])

    fill([])
    assert len(found) == 288
    return tuple(found)


@cache
def allowed(puzzle: Grid) -> frozenset[Grid]:
    """Return the solutions of a puzzle: the grids that keep clues and candidates."""
    left = puzzle.left()
    return frozenset(
        grid
        for grid in grids()
        if all(mask >> v - 1 & 1 for mask, v in zip(left, grid.values, strict=True))
    )


@st.composite
def sukaku(draw: st.DrawFn) -> Grid:
    """Draw a 4x4 puzzle that rules candidates out, mostly one that has solutions."""
    kept = draw(st.sampled_from(grids()))
    loss = draw(st.sampled_from([1, 3, 6, 10]))  # of 16 candidates, about so many go
    struck = draw(st.lists(st.integers(0, 15), min_size=64, max_size=64))
    masks = [
        sum(
            1 << d
            for d in range(4)
            if d + 1 == kept.values[cell] or struck[4 * cell + d] >= loss
        )
        for cell in range(16)
    ]
    if draw(st.integers(0, 3)) == 0:  # then perhaps there is none
        masks[draw(st.integers(0, 15))] &= draw(st.integers(0, 15))
    clues = draw(st.sets(st.integers(0, 15), max_size=3))
    values = tuple(
        value if cell in clues and masks[cell] >> value - 1 & 1 else 0
        for cell, value in enumerate(kept.values)
    )
    return Grid(SMALL, values, tuple(masks))


RELAXED = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class TestGrid:
    """What a grid keeps of candidates."""

    @given(puzzle=sukaku())
    @RELAXED
    def test_meaning_is_kept(self, puzzle: Grid) -> None:
        """By repr, by its masks, by what it rules out, and as a grid of masks alone."""
        names = {"Grid": Grid, "Geometry": Geometry}
        full = [15] * 16
        for cell, digit in puzzle.removed:
            full[cell] ^= 1 << (digit - 1)
        alone = Grid.of_candidates(SMALL, puzzle.left())

        assert puzzle == eval(repr(puzzle), names)  # noqa: S307  our own text
        assert puzzle == Grid(SMALL, puzzle.values, puzzle.left())
        assert puzzle == Grid(SMALL, puzzle.values).with_candidates(full)
        assert hash(puzzle) == hash(puzzle.with_candidates(full))
        assert bool(puzzle.removed) == (puzzle.candidates is not None)
        assert allowed(alone) == allowed(puzzle)
        assert alone == Grid.of_candidates(SMALL, alone.left())

    @given(puzzle=sukaku())
    @RELAXED
    def test_rules(self, puzzle: Grid) -> None:
        """A grid solves a puzzle if it keeps clues and candidates."""
        assert allowed(puzzle) == {grid for grid in grids() if grid.solves(puzzle)}


class TestSingles:
    """Singles lose no solution and find no wrong one."""

    @given(puzzle=sukaku())
    @RELAXED
    def test_sound(self, puzzle: Grid) -> None:
        """Every solution is left; refuted puzzles have none."""
        found = follow_singles(puzzle)
        solutions = allowed(puzzle)
        if found.refuted is not None:
            assert not solutions
            return
        for grid in solutions:
            pairs = zip(found.candidates, grid.values, strict=True)
            assert all(mask >> v - 1 & 1 for mask, v in pairs)
        assert found.cells == tuple(c for c, v in enumerate(found.values) if not v)

    @given(puzzle=sukaku())
    @RELAXED
    def test_same_as_without(self, puzzle: Grid) -> None:
        """Where the clues alone decide, cell by cell finds what unit by unit does."""
        plain = Grid(SMALL, puzzle.values)
        one, two = follow_singles(plain), _follow_struck(plain)

        assert (one.refuted is None) == (two.refuted is None)
        if one.refuted is None:
            assert one == two


class TestFormulas:
    """Formulas whose models are the solutions."""

    @given(puzzle=sukaku(), recipe=st.sampled_from(shipped()))
    @RELAXED
    def test_models(self, puzzle: Grid, recipe: Recipe) -> None:
        """By every recipe, whole and simplified, dpll and MiniSat; and as DIMACS."""
        expected = allowed(puzzle)
        whole, small = encoding(SMALL, recipe), simplify(puzzle, recipe)
        text = StringIO()
        write_dimacs(whole.formula, text, clues=whole.literals(puzzle))
        read = read_dimacs(StringIO(text.getvalue()))

        assert expected == _solved(whole, read, "minisat22")
        assert expected == _solved(whole, read, "dpll")
        assert expected == _solved(small, small.formula, "minisat22")
        assert expected == _solved(small, small.formula, "dpll")

    @given(puzzle=sukaku())
    @RELAXED
    def test_encode(self, puzzle: Grid) -> None:
        """`encode` gives both, and tells clues from candidates by their origin."""
        made = satdoku.encode(puzzle)
        families = [group.origin.family for group in made.groups()]
        whole = encoding(SMALL, load("extended"))
        small = simplify(puzzle, load("extended"))

        assert puzzle.clue_count == families.count("clue")
        assert len(puzzle.removed) == families.count("candidate")
        assert allowed(puzzle) == _solved(whole, made, "dpll")
        assert list(small.formula) == list(satdoku.encode(puzzle, simplified=True))


def _solved(form: Encoding | Simplified, formula: object, engine: str) -> set[Grid]:
    """Return the models of a formula as grids, each of which came once."""
    loaded = load_engine(engine, formula)  # type: ignore[arg-type]
    found = [form.decode(model) for model in loaded.models((), form.cell_variables)]
    loaded.close()
    assert len(found) == len(set(found))
    return set(found)


class TestAnswers:
    """What satdoku answers."""

    @given(puzzle=sukaku(), engine=st.sampled_from([AUTO, *ENGINES]))
    @RELAXED
    def test_every_engine(self, puzzle: Grid, engine: str) -> None:
        """Solve, count and all solutions, on the formula that is chosen."""
        _hold(Session(engine), puzzle)

    @given(puzzles=st.lists(sukaku(), min_size=2, max_size=4))
    @RELAXED
    @pytest.mark.parametrize("engine", [AUTO, *ENGINES])
    def test_whole_formula(self, puzzles: list[Grid], engine: str) -> None:
        """One loaded formula for puzzle after puzzle, which leave nothing behind."""
        session = Session(engine, "extended")
        for puzzle in [*puzzles, EMPTY]:
            _hold(session, puzzle)

    @given(puzzle=sukaku(), patience=st.integers(1, 3), simplified=st.booleans())
    @RELAXED
    def test_hand_over(
        self,
        puzzle: Grid,
        patience: int,
        simplified: bool,  # noqa: FBT001  drawn
    ) -> None:
        """However early an engine gives up, the next knows of the candidates, too."""

        def impatient(_geometry: Geometry, _asked: Question, **_: object) -> Choice:
            attempts = (Attempt("dpll", patience), Attempt("dpll", patience))
            last = Attempt("minisat22")
            return Choice("minimal", simplified, not simplified, (*attempts, last), "")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("satdoku.session.choose", impatient)
            _hold(Session(), puzzle)

    @given(puzzle=sukaku(), engine=st.sampled_from(ENGINES))
    @RELAXED
    def test_check(self, puzzle: Grid, engine: str) -> None:
        """Proper, true candidates; a clue is redundant if the rest implies it."""
        solutions = allowed(puzzle)
        status = Status.SEVERAL if len(solutions) > 1 else Status.UNIQUE
        true = tuple(
            tuple(sorted({grid.values[cell] for grid in solutions}))
            for cell in range(16)
        )
        with pytest.MonkeyPatch.context() as patch:
            for largest in (1_000, 0):  # the whole formula, and the simplified one
                patch.setattr("satdoku.checking._WHOLE", largest)
                report = Checker(engine).check(puzzle)
                assert (status if solutions else Status.NONE) == report.status
                assert true == report.candidates
                if len(solutions) == 1 and largest:
                    assert report.redundant == tuple(
                        cell
                        for cell, _ in puzzle.clues
                        if len(_without(puzzle, cell)) == 1
                    )


def _without(puzzle: Grid, cell: int) -> frozenset[Grid]:
    """Return the solutions once a clue is taken away, what is ruled out beyond kept."""
    values = (*puzzle.values[:cell], 0, *puzzle.values[cell + 1 :])
    masks = [15] * 16
    for other, digit in puzzle.removed:
        masks[other] ^= 1 << (digit - 1)
    return allowed(Grid(SMALL, values, tuple(masks)))


def _hold(session: Session, puzzle: Grid) -> None:
    """Hold what a session answers against brute force."""
    expected = allowed(puzzle)
    result = session.solve(puzzle)
    status = Status.SEVERAL if len(expected) > 1 else Status.UNIQUE
    found = list(session.solutions(puzzle))

    assert (status if expected else Status.NONE) == result.status
    assert {result.solution, result.other} - {None} <= expected
    assert (result.solution is not None) == bool(expected)
    assert session.solve(puzzle, unique=False).solution in {None, *expected}
    assert expected == set(found)
    assert len(expected) == len(found)
    assert len(expected) == session.count(puzzle).value
