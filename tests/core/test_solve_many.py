"""solve_many: each puzzle as `solve` answers it, in order, as they come."""

from itertools import count, islice

import pytest

import satdoku
from satdoku import InputError, Puzzle, Status, UsageError, solve_many
from tests.core.puzzles import EASY, HARD, MANY, NEWSPAPER, NONE, TWO

PROPER = NEWSPAPER.line


def mixture():
    """Return puzzles of many kinds and sizes, one with candidates ruled out."""
    several = Puzzle(PROPER[:-9] + "." * 9)
    left = several.candidate_masks()
    at = next(cell for cell, mask in enumerate(left) if mask.bit_count() > 1)
    masks = [*left[:at], left[at] & -left[at], *left[at + 1 :]]
    lines = [PROPER, EASY.line, HARD.line, "55" + "." * 79, "." * 16, "." * 36]
    return [
        *map(Puzzle, lines),
        *(several, NONE, several.with_candidates(masks), MANY, TWO, HARD, EASY, NONE),
    ]


def answer(result):
    """Return what an answer says, whatever engine found it."""
    unique = result.status is Status.UNIQUE
    return (
        result.puzzle,
        result.status,
        result.solution if unique else result.solution is None,
        result.second is None,
        result.complete,
        result.reason,
    )


@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize("number", [1, 20])
def test_same_as_one_by_one(number, unique):
    """A few by a solver; many, as a list or as they come, in part at once."""
    puzzles = mixture()
    expected = [answer(satdoku.solve(puzzle, unique=unique)) for puzzle in puzzles]
    for source in (puzzles * number, iter(puzzles * number)):
        found = list(solve_many(source, unique=unique))
        assert expected * number == list(map(answer, found))
        for result in found:
            for solution in filter(None, (result.solution, result.second)):
                assert result.puzzle.is_solution(solution)
            assert result.solution is None or result.solution != result.second
        if number == 1:
            assert not any("lanes" in result.engine for result in found)


def test_very_many_are_answered_at_once():
    results = solve_many([PROPER] * 3_000)
    first = next(results)

    assert "lanes" == first.engine
    assert "" == first.encoding
    assert {"guesses", "sweeps"} == first.statistics.keys()
    rest = list(results)
    assert 2_999 == sum(result.status is Status.UNIQUE for result in rest)
    assert {first.solution} == {result.solution for result in rest}


def test_dozens_are_answered_by_a_loaded_formula():
    """The first ones are tried by a short search first."""
    first, *_, last = solve_many([HARD] * 9)

    assert first.engine.startswith("bitmask")
    assert ("cadical153", False) == (last.engine, last.simplified)


def test_streams_are_read_as_needed():
    """There may be no end; 256 puzzles are read before the first is answered."""
    taken = []

    def puzzles():
        for number in count():
            taken.append(number)
            yield EASY

    results = solve_many(puzzles())
    assert [Status.UNIQUE] * 3 == [one.status for one in islice(results, 3)]
    assert 256 >= len(taken)
    results.close()
    assert [] == list(results)


def test_what_holds_puzzles():
    found = [one.puzzle for one in solve_many((EASY, EASY.line, EASY.rows))]

    assert [EASY] * 3 == found
    assert [] == list(solve_many([]))


def test_an_unreadable_puzzle():
    """It is named by its index, after the answers before it."""
    results = solve_many([EASY, "12q4" * 4])

    assert next(results).is_unique
    with pytest.raises(InputError) as caught:
        next(results)
    assert ("puzzles[1]", (1, 3)) == (caught.value.source, caught.value.cell)


@pytest.mark.parametrize("number", [1, 150])
def test_unreadable_puzzles_are_marked(number):
    """Each says why, in its place."""
    puzzles = [PROPER, "12q4" * 4, EASY] * number
    results = list(solve_many(iter(puzzles), errors="mark"))
    assert [result.puzzle is None for result in results[:3]] == [False, True, False]

    assert [Status.UNIQUE, Status.UNREADABLE, Status.UNIQUE] * number == [
        result.status for result in results
    ]
    assert (None, None) == (results[1].solution, results[1].is_unique)
    assert "puzzles[1]" in results[1].reason
    with pytest.raises(UsageError):
        solve_many(puzzles, errors="ignore")


def test_options():
    """Engine, encoding and timeout are those of `solve`, however many puzzles."""
    puzzles = [PROPER] * 500
    named = solve_many(puzzles, engine="minisat22", encoding="triad")
    assert {("minisat22", "triad")} == {(one.engine, one.encoding) for one in named}
    for options in ({"timeout": 60.0}, {"encoding": "extended"}, {"engine": "bitmask"}):
        found = list(islice(solve_many(puzzles, **options), 5))
        assert [Status.UNIQUE] * 5 == [one.status for one in found]
        assert not any("lanes" in one.engine for one in found)
    late = list(solve_many([HARD] * 3, timeout=0))
    assert [(Status.UNKNOWN, False)] * 3 == [(one.status, one.complete) for one in late]
    assert ["lanes"] == [one.engine for one in solve_many([PROPER], engine="lanes")]
    assert ["lanes"] == [one.engine for one in solve_many([PROPER], engine="LANES")]
    for options in ({"timeout": -1.0}, {"engine": "abacus"}, {"encoding": "abacus"}):
        with pytest.raises(UsageError):
            solve_many([EASY], **options)
    with pytest.raises(InputError):
        list(solve_many([EASY], engine="lanes"))


def test_a_table_is_for_solve_frame():
    table = pytest.importorskip("pandas").DataFrame({"puzzle": [PROPER]})

    with pytest.raises(UsageError, match="solve_frame"):
        solve_many(table)
