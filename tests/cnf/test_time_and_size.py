"""Time limits cover encoding; what is too large is refused before it is made."""

from contextlib import suppress

import pytest

import satdoku
from satdoku import LimitError, Puzzle, Stopped
from satdoku.cnf import Recipe, encode
from satdoku.cnf.recipe import load, usual_encoding
from tests.conftest import nightly, time_limit

TIMEOUT = 0.5


def empty(size):
    return Puzzle((0,) * size**2)


@pytest.mark.parametrize("size", nightly([36, 49, 64], 64))
@pytest.mark.parametrize("encoding", nightly([None, "extended", "support"], "support"))
@pytest.mark.parametrize("simplified", [False, True], ids=["full", "residual"])
def test_encode_keeps_its_timeout(size, encoding, simplified):
    puzzle, formula = empty(size), None
    with time_limit(TIMEOUT), suppress(Stopped, LimitError):
        formula = encode(puzzle, encoding, simplified=simplified, timeout=TIMEOUT)
    assert formula is None or len(formula) <= 20_000_000


@pytest.mark.parametrize("simplified", [False, True], ids=["full", "residual"])
def test_large_formulas_are_refused_before_they_are_made(simplified):
    for encoding in ("extended", "support"):
        with time_limit(10), pytest.raises(LimitError, match="the limit is"):
            encode(empty(81), encoding, simplified=simplified)


def test_literals_are_limited_too():
    """18 million clauses of support have 49 literals each."""
    with pytest.raises(LimitError, match="766,718,533 literals"):
        encode(empty(49), "support")


def test_residual_formulas_that_are_not_listed_have_the_stated_size():
    puzzle = Puzzle((1, *(0,) * (25**2 - 1)))
    formula = encode(puzzle, "extended", simplified=True)
    count = last = 0
    for clause in formula:
        count += 1
        last = max(last, *map(abs, clause))
    assert (count, last) == (len(formula), formula.variables)
    assert count > 500_000


def test_encodings_are_names_recipes_or_files(root):
    puzzle = "1... ..2. ..3. 4..."
    expected = encode(puzzle, "triad").clauses
    file = root / "encodings" / "triad.toml"
    for encoding in ("Triad", load("TRIAD"), file, str(file)):
        assert encode(puzzle, encoding).clauses == expected
    assert isinstance(load("triad"), Recipe)
    assert encode(puzzle).clauses == encode(puzzle, usual_encoding(4)).clauses


def test_negative_timeout():
    with pytest.raises(satdoku.UsageError):
        encode("1" + "." * 15, timeout=-1)
