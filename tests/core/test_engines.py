"""Every engine and encoding against published cases: counts, solutions, refutations.

Each engine meets one encoding, and each encoding engine dpll or minisat22; others are
for nightly runs.
"""

import csv
from functools import cache
from itertools import islice

import pytest

import satdoku
from satdoku import Count, EngineError, Geometry, Grid, Puzzle, Status
from tests.conftest import nightly
from tests.core.puzzles import (
    EASY,
    HARD,
    IMPOSSIBLE,
    INPUT_SOLUTION,
    NONE,
    TWENTY_FOUR,
    TWO,
    solver,
)

PYSAT = """
cadical103 cadical153 cadical195 cadical300 ergo gluecard3 gluecard4
glucose3 glucose4 glucose42 kissat404 lingeling maplechrono maplecm maplesat mergesat3
minicard minisat-ep minisat-gh minisat22
""".split()
FORMULAS = ["dpll", *PYSAT]
BASELINES = ["backtracking", "backtracking-blocks", "backtracking-fewest", "constraint"]
BASELINES += ["elimination", "bitmask", "norvig", "dlx", "ilp", "cp"]
ALL = ["auto", "lanes", "masks", "logic", "cdcl", *FORMULAS, *BASELINES]
RECIPES = """
extended extended-bimander extended-bitwise extended-commander extended-ladder
extended-product extended-sequential minimal natural support triad triad-exact3
triad-lite
""".split()
OF_RECIPES = [("dpll" if each > "t" else "minisat22", each) for each in RECIPES]
PAIRS = [(engine, RECIPES[at % len(RECIPES)]) for at, engine in enumerate(FORMULAS)]
PAIRS = nightly([*OF_RECIPES, *sorted({*PAIRS} - {*OF_RECIPES})], *OF_RECIPES)
# One by propagation; one by search; none by clues; none by search; two; a 4x4 grid.
FEW = [
    (INPUT_SOLUTION.line[:78] + ".2.", 1),
    (HARD.line, 1),
    (NONE.line, 0),
    (IMPOSSIBLE.line, 0),
    (TWO.line, 2),
    ("12...........4..", 6),
]


@pytest.fixture
def engine(request, engines):
    """Return the engine of this name; skip where it is not installed."""
    if request.param != "auto" and request.param not in engines:
        pytest.skip(f"{request.param} is not installed")
    return request.param


@cache
def counted_cases(path):
    """Read lines `puzzle:count[:solution]`."""
    found = []
    for line in path.read_text("ascii").split():
        puzzle, count, *solution = line.split(":")
        found.append((Puzzle(puzzle), int(count), *map(Grid, solution)))
    assert 43 == len(found)
    return found


@pytest.fixture
def cases(shared_data):
    return counted_cases(shared_data / "reference" / "solution_counts.txt")


def assert_solutions(session, puzzle, count, *known):
    found = list(islice(session.solutions(puzzle), count + 1))

    assert count == len(found) == len(set(found)), puzzle.line
    assert set(known) <= set(found)
    assert all(puzzle.is_solution(solution) for solution in found)


def test_lists_are_complete(engines, recipes):
    """A new engine or encoding gets into the lists above."""
    assert set(engines) <= set(ALL)
    assert recipes == RECIPES
    for engine in FORMULAS:
        assert engine not in engines or engines[engine]["kind"] in {"dpll", "pysat"}


def few(engine, recipe):
    session = solver(engine, recipe)
    for text, count in FEW:
        if engine == "dpll" and text == IMPOSSIBLE.line and recipe != "extended":
            continue  # made to be hard for search that does not learn
        puzzle = Puzzle(text)
        assert_solutions(session, puzzle, count)
        result = session.solve(puzzle)
        assert (count == 1) is result.is_unique
        assert (engine, recipe) == (result.engine, result.encoding)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_pairs(pair, engines):
    if pair[0] not in engines:
        pytest.skip(f"{pair[0]} is not installed")
    few(*pair)


# The counts that tdoku publishes, 0 to 847

EVERY = {"logic": 80, "cdcl": 9, "auto": 6, "dpll": 9, "bitmask": 6, "minisat22": 5}


def is_quick(engine, puzzle, count):
    """Whether an engine takes a tenth of a second at most, or so."""
    if engine in {"auto", "lanes"}:
        return True
    if engine.startswith("backtracking") or engine in {
        *("constraint", "ilp", "cp", "elimination")
    }:
        return puzzle.clue_count >= 30 and count <= 13
    return count <= (140 if engine in {"glucose4", "minisat22"} else 13)


@pytest.mark.parametrize(
    "engine", nightly(ALL, *(x for x in ALL if x != "logic")), indirect=True
)
def test_published_counts(engine, cases, needs):
    if engine == "lanes":
        needs("numba")
    session = solver(engine)
    quick = [case for case in cases if is_quick(engine, *case[:2])]
    for puzzle, count, *known in quick[:: EVERY.get(engine, 8)]:
        assert_solutions(session, puzzle, count, *known)
    for puzzle, count, *_ in quick[-3:]:
        assert (count == 1) is session.solve(puzzle).is_unique
    if engine in {"auto", "dpll", "lanes", "minisat22"}:
        for puzzle, count, *_ in cases[17:38:4]:
            assert Count(count, complete=True) == session.count(puzzle)
            assert Count(0, complete=count == 0) == session.count(puzzle, 0)
            if count:
                assert Count(count - 1, complete=False) == session.count(
                    puzzle, count - 1
                )
                assert Count(count, complete=True) == session.count(puzzle, count)


@pytest.mark.nightly
@pytest.mark.parametrize("engine", ALL, indirect=True)
def test_all_published_counts(engine, cases):
    session = solver(engine)
    for puzzle, count, *known in cases:
        most = {"kissat404": 15, "ilp": 20, "logic": 200}.get(engine, 1_000)
        slow = engine in {"constraint", "ilp"} or engine.startswith("backtracking")
        if count <= most and (puzzle.clue_count >= 30 or not slow):
            assert_solutions(session, puzzle, count, *known)


@pytest.mark.nightly
@pytest.mark.parametrize("recipe", RECIPES)
@pytest.mark.parametrize("engine", ["dpll", "minisat22"])
def test_published_counts_by_encoding(engine, recipe, cases):
    session = solver(engine, recipe)
    weak = engine == "dpll" and recipe in ("minimal", "natural", "support")
    for puzzle, count, *known in cases:
        if count <= (400 if engine == "dpll" else 1_000) and not (
            weak and puzzle.clue_count < 25
        ):
            assert_solutions(session, puzzle, count, *known)


# Other published cases


@pytest.mark.parametrize(
    "engine",
    nightly(
        ["auto", "dpll", "lanes", "bitmask", "logic", "cadical153", "glucose4"],
        *("auto", "dpll", "lanes", "bitmask"),
    ),
    indirect=True,
)
def test_sudopedia(engine, shared_data, needs):
    if engine == "lanes":
        needs("numba")
    text = (shared_data / "reference" / "sudopedia_cases.csv").read_text("utf-8")
    session = solver(engine)
    for case in csv.DictReader(text.splitlines()):
        puzzle = Puzzle(case["puzzle"])
        if case["expected"].isdigit():
            if engine != "logic" or int(case["expected"]) <= 10:
                assert_solutions(session, puzzle, int(case["expected"]))
        elif engine != "logic":
            assert 100 == len(set(islice(session.solutions(puzzle), 100)))


@cache
def solution_of(puzzle):
    """Return the solution by the usual engines."""
    return satdoku.solve(puzzle).solution


@pytest.mark.parametrize("engine", ALL, indirect=True)
def test_seeds(engine, root):
    """The puzzles of the reports have one solution each."""
    session = solver(engine)
    too_hard = {"backtracking": {"anti_backtracking", "extreme_17", "hard_25"}}
    too_hard["constraint"] = too_hard["backtracking"]
    for path in sorted((root / "data" / "seeds").glob("*.txt")):
        skipped = {"bad_character", "against_rows", *too_hard.get(engine, ())}
        if path.stem not in skipped:
            puzzle = satdoku.read(path)
            result = session.solve(puzzle)
            assert result.status is Status.UNIQUE
            assert solution_of(puzzle) == result.solution


@pytest.mark.parametrize("engine", ["auto", "dpll", "minisat22", "logic", *BASELINES])
def test_no_engine_is_believed(engine, engines, monkeypatch):
    """What breaks the rules, here all grids, is an error that names the engine."""
    if engine != "auto" and engine not in engines:
        pytest.skip(f"{engine} is not installed")
    monkeypatch.setattr(Puzzle, "is_solution", lambda *_: False)
    puzzles = (
        [EASY, TWENTY_FOUR] if engine in ("logic", *BASELINES) else [EASY, TWO, HARD]
    )
    slow = engine in {"backtracking", "constraint", "elimination", "bitmask"}
    for puzzle in puzzles:
        session = solver(engine)
        for ask in (
            session.solve,
            session.count,
            lambda puzzle, session=session: session.solve(puzzle, unique=False),
        ):
            with pytest.raises(EngineError) as caught:
                ask(puzzle)
            assert not slow or engine in str(caught.value)


@pytest.mark.nightly
@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
@pytest.mark.parametrize("engine", ["auto", "logic", "minisat22"])
def test_all_grids_of_6x6(engine, box):
    first = Puzzle((1, 2, 3, 4, 5, 6, *(0,) * 30), geometry=Geometry.of_box(*box))

    assert 39_168 == sum(1 for _ in solver(engine).solutions(first))
