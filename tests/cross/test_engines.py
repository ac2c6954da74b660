"""Every engine × every recipe against published cases: counts, solutions, refutations.

The hand-written engine and one of PySAT's take every recipe, the others every fourth,
so that each recipe meets several, over a few cases that differ in kind; each engine
with its usual recipe, and each recipe with those two, over all.
Engine `lanes`, which takes puzzles of 9×9 and no recipes, and engine `logic` stand
beside the others where those are asked; the reference solvers, some of which take
minutes for a puzzle, have `test_reference.py`.
"""

from __future__ import annotations

import csv
from collections import Counter
from itertools import islice, product
from typing import TYPE_CHECKING

import pytest

from satdoku import Count, Geometry, Grid, Session
from satdoku.cnf.recipe import shipped
from satdoku.engines import register

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

AVAILABLE = [info for info in register.engines() if info.available]
ENGINES = [info.name for info in AVAILABLE if info.takes_formulas]
ALL = [info.name for info in AVAILABLE if info.room != "reference"]
REFERENCE = [info.name for info in AVAILABLE if info.room == "reference"]
RECIPES = [recipe.name for recipe in shipped()]
# One by propagation; one by search; none by clues; none by search; two; a 4×4 grid.
FEW = [
    (line.partition(":")[0], int(line.partition(":")[2]))
    for line in """
594167832618239574237458169981726345375841296426395781762584913143972658859613.2.:1
98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6:1
9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3:0
.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........:0
.39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.:2
12...........4..:6
""".strip().splitlines()
]


def cases(path: Path) -> Iterator[tuple[Grid, int, Grid | None]]:
    """Read `puzzle:count[:solution]` lines."""
    for line in path.read_text(encoding="ascii").split():
        puzzle, count, *solution = line.split(":")
        known = Grid.parse(solution[0]) if solution else None
        yield Grid.parse(puzzle), int(count), known


def hold(session: Session, puzzle: Grid, count: int, known: Grid | None) -> None:
    """Hold a session's solutions against what is known of a puzzle."""
    found = list(islice(session.solutions(puzzle), count + 1))

    assert count == len(found), puzzle.line
    assert count == len(set(found)), puzzle.line
    assert known is None or known in found
    assert all(solution.solves(puzzle) for solution in found)


THOROUGH = ("dpll", "minisat22")


def recipes_of(engine: str) -> list[str]:
    """Return the recipes that an engine is tried with."""
    number = ENGINES.index(engine)
    return RECIPES if engine in THOROUGH else RECIPES[number % 4 :: 4]


def test_every_recipe_meets_several_engines() -> None:
    """Beside the two that take them all."""
    met = Counter(recipe for engine in ENGINES for recipe in recipes_of(engine))

    assert met.keys() == set(RECIPES)
    assert min(met.values()) >= len(THOROUGH) + 2


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_with_recipes(engine: str) -> None:
    """All of them count alike; a refutation is one for all."""
    for recipe, (text, count) in product(recipes_of(engine), FEW):
        if engine == "dpll" and text == FEW[3][0] and recipe != "extended":
            continue  # made to be hard for search that does not learn
        puzzle = Grid.parse(text)
        session = Session(engine, recipe)
        found = list(session.solutions(puzzle))

        assert count == len(set(found)) == len(found), (recipe, text)
        assert (count == 1) is session.solve(puzzle).is_unique, (recipe, text)


@pytest.mark.parametrize("engine", ["auto", *ALL])
def test_every_engine_counts_right(engine: str, shared_data: Path) -> None:
    """The counts tdoku publishes hold for each engine."""
    session = Session(engine)
    # The one starts anew for each solution, the other looks for chains and nets.
    most = {"kissat404": 15, "logic": 100}.get(engine, 1_000)
    for puzzle, count, known in cases(
        shared_data / "reference" / "solution_counts.txt"
    ):
        if count <= most:
            hold(session, puzzle, count, known)
            if engine in ("auto", "dpll", "lanes", "minisat22"):
                assert Count(count, exact=True) == session.count(puzzle)
                assert Count(0, exact=count == 0) == session.count(puzzle, 0)


@pytest.mark.parametrize("recipe", RECIPES)
@pytest.mark.parametrize("engine", THOROUGH)
def test_every_recipe_counts_right(engine: str, recipe: str, shared_data: Path) -> None:
    """The counts tdoku publishes hold for each recipe, auxiliary variables or not."""
    session = Session(engine, recipe)
    weak = recipe in ("minimal", "natural", "support")
    most = 400 if engine == "dpll" else 1_000
    for puzzle, count, known in cases(
        shared_data / "reference" / "solution_counts.txt"
    ):
        # Search by naked singles alone takes seconds where there are few clues.
        few = engine == "dpll" and weak and puzzle.clue_count < 25
        if count <= most and not few:
            hold(session, puzzle, count, known)


@pytest.mark.parametrize(
    "engine", ["auto", "dpll", "lanes", "logic", "cadical153", "glucose4"]
)
def test_sudopedia(engine: str, shared_data: Path) -> None:
    """The valid and invalid cases of Sudopedia are told as published."""
    path = shared_data / "reference" / "sudopedia_cases.csv"
    session = Session(engine)
    with path.open(newline="", encoding="utf-8") as stream:
        for case in csv.DictReader(stream):
            puzzle = Grid.parse(case["puzzle"])
            if case["expected"].isdigit():
                hold(session, puzzle, int(case["expected"]), None)
            else:
                assert 200 == len(set(islice(session.solutions(puzzle), 200)))


@pytest.mark.parametrize("engine", [*ALL, *REFERENCE])
def test_seeds(engine: str, root: Path) -> None:
    """The reports' puzzles have one solution each, the same for every engine."""
    session, reference = Session(engine), Session()
    # Trial in fixed order takes minutes for these two; for one it was made to.
    hard = ("anti_backtracking", "extreme_17")
    too_hard = hard if engine in ("backtracking", "constraint") else ()
    for path in sorted((root / "data" / "seeds").glob("*.txt")):
        if path.stem in ("bad_character", *too_hard):
            continue
        puzzle = Grid.parse(path.read_text(encoding="ascii"))
        answer = session.solve(puzzle)
        assert answer.is_unique is True, path.stem
        assert reference.solve(puzzle).solution == answer.solution


@pytest.mark.parametrize("engine", [*ENGINES, "logic"])
def test_grids_of_4x4(engine: str) -> None:
    """There are 288 grids of 4×4."""
    empty = Grid(Geometry(2, 2), (0,) * 16)
    first = Grid(Geometry(2, 2), (1, 2, 3, 4, *(0,) * 12))
    puzzle, count = (first, 12) if engine == "kissat404" else (empty, 288)

    assert count == len(set(Session(engine).solutions(puzzle)))


@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
@pytest.mark.parametrize("engine", ["auto", "logic", "minisat22"])
def test_grids_of_6x6(engine: str, box: tuple[int, int]) -> None:
    """There are 39,168 grids of 6×6 with a given first row (28,200,960 / 720)."""
    first = Grid(Geometry(*box), (1, 2, 3, 4, 5, 6, *(0,) * 30))

    assert 39_168 == sum(1 for _ in Session(engine).solutions(first))
