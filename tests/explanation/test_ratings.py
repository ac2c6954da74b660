"""Ratings by HoDoKu's table and by Sudoku Explainer's, alone and as a stream."""

import csv
import json
import threading
from itertools import islice, permutations
from pathlib import Path
from queue import SimpleQueue

import pytest

import satdoku
from satdoku import Geometry, Level, Puzzle, explain, rate, rate_stream
from tests.conftest import nightly
from tests.explanation.support import EASY, ESCARGOT, FOUR, HARD, SEVERAL
from tests.puzzles import NESTED
from tests.techniques.support import golden, position, write_golden

FILE = Path(__file__).parent / "golden" / "ratings.jsonl"
RECORDS = golden(FILE)


def rated(one):
    """Return both ratings of a puzzle, a line or pencil marks, as a record."""
    grid = one["puzzle"] if "puzzle" in one else position(one["now"], Geometry(9, 9))
    hodoku, explainer = rate(grid), rate(grid, "se")
    return {
        **{name: one[name] for name in ("puzzle", "now") if name in one},
        "hodoku": [
            hodoku.score,
            hodoku.level.key,
            hodoku.hardest,
            hodoku.guesses,
            dict(hodoku.techniques),
        ],
        "se": [
            explainer.score and round(explainer.score, 3),
            explainer.placing and round(explainer.placing, 3),
            explainer.removing and round(explainer.removing, 3),
            explainer.at_least,
            explainer.hardest,
            dict(explainer.techniques),
        ],
    }


def test_renew(renew):
    """Not a test of satdoku: this writes the file when `--renew` is given."""
    if renew:
        write_golden(FILE, map(rated, RECORDS))


@pytest.mark.parametrize("part", nightly(range(12), 2, 3, 7, 8, 11))
def test_golden_ratings(part, renew):
    """Scores, the hardest technique, and how often each is used, in their order."""
    for one in RECORDS[part::12]:
        assert json.dumps(one) == json.dumps(rated(one))


def rows(shared_data):
    with (shared_data / "reference" / "rated.csv").open() as file:
        return list(csv.DictReader(file))


KINDS = pytest.mark.parametrize("kind", ["simple", "easy", "intermediate", "expert"])


@KINDS
@pytest.mark.parametrize("every", nightly([5, 1], 5), ids=["some", "all"])
def test_ratings_are_those_of_the_programs(shared_data, kind, every):
    """Level and score of HoDoKu 2.2.0; ER, EP and ED of Sudoku Explainer 1.2.1."""
    some = [row for row in rows(shared_data) if row["qqwing_difficulty"] == kind]
    assert len(some) > 20
    for row in some[::every]:
        hodoku, explainer = rate(row["puzzle"]), rate(row["puzzle"], "se")
        assert (row["hodoku_level"], int(row["hodoku_score"])) == (
            hodoku.level.title,
            hodoku.score,
        )
        assert [float(row[name]) for name in ("se_er", "se_ep", "se_ed")] == [
            explainer.score,
            explainer.placing,
            explainer.removing,
        ]


def test_what_a_rating_says():
    rating = rate(FOUR)

    assert ("hodoku", "HoDoKu 2.2.0 extended to 4x4") == (
        rating.scheme,
        rating.version,
    )
    assert "HoDoKu 2.2.0" == rate(EASY).version
    assert (48, Level.EASY, "naked-single") == (
        rating.score,
        rating.level,
        rating.hardest,
    )
    assert (("full-house", 8), ("naked-single", 4)) == rating.techniques
    assert (None, None, None) == (rating.placing, rating.removing, rating.at_least)
    assert repr(rating).startswith("<Rating easy, 48 by HoDoKu")
    assert (0, Puzzle(FOUR)) == (rating.guesses, rating.puzzle)
    assert "Naked Single" == rating.titles["naked-single"]
    assert {rating} == {rate(FOUR)}


def test_the_score_is_that_of_the_explanation():
    for puzzle in (FOUR, EASY, HARD):
        record, rating = explain(puzzle), rate(puzzle)
        assert (record.score, record.level) == (rating.score, rating.level)
        assert sum(count for _, count in rating.techniques) == len(record.steps)


def test_a_complete_grid():
    rating = rate("1234 3412 2143 4321")
    assert (0, Level.EASY, "", ()) == (
        rating.score,
        rating.level,
        rating.hardest,
        rating.techniques,
    )
    full = satdoku.solve(EASY).solution
    rating = rate(full, "se")
    assert "" == rating.hardest
    assert () == rating.techniques


def test_guesses_where_techniques_end():
    """The middle one of the empty cells is taken from the solution, for 10,000."""
    rating = rate(ESCARGOT)

    assert rating.guesses >= 1
    assert ("brute-force", rating.guesses) == rating.techniques[-1]
    assert ("brute-force", Level.EXTREME) == (rating.hardest, rating.level)
    assert rating.guesses == rating.score // 10_000
    assert "Brute Force" == rating.titles["brute-force"]


@pytest.mark.nightly
def test_beyond_nested_chains_there_is_no_rating():
    rating = rate(ESCARGOT, "se")

    assert (None, 10.0, None) == (rating.score, rating.at_least, rating.level)
    assert "at least 10.0" in repr(rating)


def test_a_nested_rating_where_none_is_needed():
    assert rate(HARD, "se") == rate(HARD, "se", nested=True)
    assert rate(EASY, "se", nested=True).score == 1.2


@pytest.mark.nightly
def test_nested_chains(shared_data):
    """Puzzles of 9 and more, with what Sudoku Explainer itself says of AI Escargot."""
    rating = rate(NESTED, "se", nested=True)
    assert rating.score is not None
    assert rate(ESCARGOT, "se", nested=True).score == 10.5


def test_large_puzzles_are_rated():
    made = satdoku.generate(size=12, seed=3, level="easy")
    rating = rate(made)
    assert made.metadata["rating"] == str(rating.score)
    assert made.metadata["level"] == rating.level.key
    with pytest.raises(satdoku.InputError):
        rate(Puzzle("." * 144))


# --- streams --------------------------------------------------------------------------


@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize("workers", nightly([1, 2], 2))
def test_a_stream_is_in_order(workers):
    """Each as `rate` has it; what has no rating is an error in its place."""
    before = set(threading.enumerate())
    puzzles = [HARD, FOUR, SEVERAL, "no puzzle", [1, 2], HARD, FOUR]

    found = list(rate_stream(puzzles, workers=workers))

    assert [rate(HARD), rate(FOUR)] * 2 == [*found[:2], *found[5:]]
    for error, puzzle in zip(found[2:5], puzzles[2:5], strict=True):
        with pytest.raises(satdoku.InputError) as here:
            rate(puzzle)
        assert str(here.value) == str(error)
    assert before >= set(threading.enumerate())


@pytest.mark.usefixtures("processes_at_once")
def test_options_of_a_stream_reach_the_workers():
    (found,) = rate_stream([HARD], "se", workers=2)
    (stopped,) = rate_stream([HARD], timeout=1e-9)
    assert rate(HARD, "se") == found
    assert isinstance(stopped, satdoku.Stopped)


@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_rating_does_not_wait_for_the_next_puzzle(workers):
    puzzles = SimpleQueue()
    ratings = rate_stream(iter(puzzles.get, ""), workers=workers)
    for puzzle in (FOUR, EASY):
        puzzles.put(puzzle)
        assert rate(puzzle) == next(ratings)
    puzzles.put("")
    assert [] == list(ratings)


@pytest.mark.usefixtures("processes_at_once")
def test_an_endless_source_is_read_a_little_ahead():
    taken = []

    def endless():
        while True:
            taken.append(FOUR)
            yield FOUR

    ratings = rate_stream(endless(), workers=2)
    for _ in range(5):
        next(ratings)
    ratings.close()
    assert 5 <= len(taken) < 60


@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_source_that_fails(workers):
    def failing():
        yield FOUR
        raise OSError("the disk is gone")

    ratings = rate_stream(failing(), workers=workers)
    assert rate(FOUR) == next(ratings)
    with pytest.raises(OSError, match="the disk is gone"):
        next(ratings)


@pytest.mark.parametrize(
    "options",
    [{"scheme": "best"}, {"workers": 0}, {"workers": "many"}, {"timeout": -1}],
)
def test_wrong_requests_of_streams_are_errors_at_once(options):
    with pytest.raises(satdoku.UsageError):
        rate_stream([], **options)


def test_many_puzzles_at_once_are_rated_as_one_by_one():
    """A list has its solutions found together, where lanes are compiled."""
    puzzles = [
        EASY.translate(str.maketrans("123456789", "".join(map(str, order))))
        for order in islice(permutations(range(1, 10)), 120)
    ]
    puzzles[7], puzzles[110] = "." * 81, "11" + "." * 79
    puzzles[9], puzzles[10] = FOUR, HARD
    at_once = rate_stream(puzzles, "se")
    one_by_one = rate_stream(iter(puzzles), "se")
    for found, expected in zip(at_once, one_by_one, strict=True):
        assert str(found) == str(expected)
        assert found == expected or isinstance(expected, satdoku.InputError)


def test_out_of_time_the_steps_so_far_count():
    """An open rating is at least the sum of the scores so far."""
    large = (
        "..1.....EBC.......3.F..4..1.92.BA....G5.D...7.8....23.B1...F5.4."
        "..G...3A.....ED82..A..D..G.7C.1.D....4.8.C.2.3..C.B..6...A......"
        "G.A..F2..4..8...6..7..4..E......1D.9E...A.....F..2....9.3.B1.A67"
        "...6...E..3..9.C.....C..4...2..D.A9.7.......1..6.4..9.G..5.EAB.."
    )
    rating = rate(large, timeout=1)
    assert (rating.complete, rating.score) == (False, None)
    assert 0 < rating.at_least < 103_492
