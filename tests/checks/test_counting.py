"""`satdoku.count` by `method="exact"`: a model counter beside a search.

Most tests replace the counter's package, which runs in a process of its own, by a few
lines of Python: one that answers, fails, or never ends.
"""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from itertools import combinations
from time import monotonic

import pytest

from satdoku import (
    Count,
    EngineError,
    Geometry,
    Grid,
    LimitError,
    Puzzle,
    UsageError,
    count,
)
from tests.checks.reference import solutions_of
from tests.proof.reference import chance
from tests.puzzles import MANY

PACKAGE = """
import json, os, time
class Counter:
    def __init__(self): self.told = {{"clauses": []}}
    def new_vars(self, number): self.told["variables"] = number
    def add_clauses(self, clauses): self.told["clauses"] += [list(c) for c in clauses]
    def set_sampling_set(self, chosen): self.told["counted"] = list(chosen)
    def count(self):
        with open({place!r}, "w") as stream: json.dump(self.told, stream)
        {answer}
"""


@pytest.fixture
def counter(tmp_path, monkeypatch):
    """Return a function that replaces the package of the model counter."""

    def replace(answer):
        text = PACKAGE.format(place=str(tmp_path / "told.json"), answer=answer)
        (tmp_path / "pyganak.py").write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path))
        sys.modules.pop("pyganak", None)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        if find_spec("pyganak").origin != str(tmp_path / "pyganak.py"):
            pytest.skip("another pyganak comes first")

    return replace


def exactly(puzzle, **options):
    return count(puzzle, method="exact", **options)


KNOWN = [
    ("." * 16, 288),
    ("12" + "." * 14, 24),
    ("1.....2...3.4...", 1),
    ("11" + "." * 14, 0),
    ("12.3..4.........", 0),
    (MANY, 872),
    ("123456456123" + "." * 24, 1408),
]


@pytest.mark.parametrize(("line", "number"), KNOWN)
def test_known_numbers(line, number, needs):
    needs("pyganak")
    assert Count(number, complete=True) == exactly(line)


@pytest.mark.parametrize(("line", "number"), KNOWN)
def test_search_alone(line, number, counter):
    """The search finds the number where the counter never answers."""
    counter("time.sleep(60)")
    assert Count(number, complete=True) == exactly(line)


@pytest.mark.nightly
def test_six_by_six(needs):
    needs("pyganak")
    assert Count(28_200_960, complete=True) == exactly("." * 36)


def test_candidates(counter):
    """What is ruled out beyond the clues counts, also for digits that are alike."""
    counter("time.sleep(60)")
    dice, empty = chance(3), Puzzle("." * 16)
    assert 216 == exactly(empty.with_candidates([7, *[15] * 15])).value
    for _ in range(25):
        masks = [dice.choice((15, 15, 15, 7, 13, 12, 3)) for _ in range(16)]
        puzzle = empty.with_candidates(masks)
        assert Count(len(solutions_of(puzzle)), complete=True) == exactly(puzzle)


def test_first_answer_wins(counter, tmp_path):
    """An empty 9x9 is never searched to its end; all nine digits are alike."""
    counter("return 7")
    started = monotonic()

    assert Count(7 * 362_880, complete=True) == exactly("." * 81)
    record = json.loads((tmp_path / "told.json").read_text())
    assert [*range(1, 730)] == record["counted"]
    assert record["variables"] == max(
        abs(one) for row in record["clauses"] for one in row
    )
    assert Count(7 * 5040, complete=True) == exactly("12" + "." * 79)
    apart = Puzzle.of_candidates(Geometry(9, 9), [511, 510, *[511] * 79])
    assert Count(7 * 40_320, complete=True) == exactly(apart)
    assert monotonic() - started < 20


def test_timeout(counter):
    """What the search has found by then is a lower bound."""
    counter("time.sleep(60)")
    found = exactly("." * 81, timeout=0.3)

    assert (False, True) == (found.complete, bool(found.stopped))
    assert found.value % 362_880 == 0
    assert exactly("." * 16, timeout=60).complete


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("raise MemoryError", LimitError),
        pytest.param("os.abort()", LimitError, marks=pytest.mark.nightly),
        ("os.kill(os.getpid(), 9)", LimitError),
        pytest.param("os._exit(3)", EngineError, marks=pytest.mark.nightly),
        ("os._exit(0)", EngineError),
    ],
)
def test_a_counter_that_fails(counter, answer, error):
    """Its failure is reported where the search does not know the number either."""
    counter(answer)
    with pytest.raises(error):  # noqa: PT012
        for timeout in (0.3, 1, 5, 30):  # until the process has had time to fail
            exactly("." * 81, timeout=timeout)
    assert Count(288, complete=True) == exactly("." * 16)


def test_without_the_package(monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    if find_spec("pyganak"):
        pytest.skip("pyganak is found all the same")
    for puzzle in ("." * 16, "11" + "." * 14):
        with pytest.raises(UsageError, match="pyganak"):
            exactly(puzzle)


def test_digits_that_are_alike():
    """Solutions are so many times those in which digits without a clue rise in a unit.

    Which of the two parts answers first is open, so the parts of the puzzle and the
    clauses for the counter are compared with all solutions here, inside.
    """
    from satdoku.solving.counting.exact import alike, rising, split

    dice, gained = chance(7), 0
    full = Grid("1234341221434321").values
    for number in range(40):
        kept = set(dice.sample(range(16), dice.randint(1, 8)))
        lost = dice.sample((1, 2, 3, 4), dice.randint(1, 4))
        values = [v if c in kept and v not in lost else 0 for c, v in enumerate(full)]
        grid = Puzzle(tuple(values), geometry=Geometry(4, 4))
        if number % 2:
            masks = list(grid.candidate_masks())
            masks[dice.choice([c for c, v in enumerate(values) if not v])] &= ~3
            grid = grid.with_candidates(masks)
        every = solutions_of(grid)
        for most in (None, 1, 2):
            digits = alike(grid, most)
            gained += digits.factor > 1
            assert most is None or digits.choices <= most
            parts = [one for part in split(grid, digits) for one in solutions_of(part)]
            assert len(every) == digits.factor * len(parts)
            assert set(parts) <= set(every)
            assert len(parts) == len(set(parts))
            clauses = list(rising(digits, lambda cell, digit: 4 * cell + digit))
            assert len(clauses) == len([*combinations(digits.cells, 2)]) * len(
                [*combinations(digits.digits, 2)]
            )
            true = [{4 * c + v for c, v in enumerate(one)} for one in every]
            assert len(parts) == sum(
                not any(-a in model and -b in model for a, b in clauses)
                for model in true
            )
    assert gained > 20
