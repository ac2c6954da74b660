"""The ledger: what puzzles have cost decides what is chosen next, without a clock."""

from __future__ import annotations

from satdoku import Grid, Session
from satdoku.choose import Question
from satdoku.ledger import Ledger

PROPER = Grid.parse(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
MEDIUM = Grid.parse(
    "..8..4..6..71.....35..6..1........5.....2.3..6..8.1.97..9...........76..7...892.5"
)
HARD = Grid.parse(
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)


def engines(puzzles: list[Grid], coming: int = 0) -> list[tuple[str, bool]]:
    """Return which engines answer, and whether only what was open became clauses."""
    session = Session()
    session.ledger.coming = coming
    return [
        (result.engine, result.simplified) for result in map(session.solve, puzzles)
    ]


def test_the_same_in_every_run() -> None:
    """Whatever the machine does beside."""
    puzzles = [PROPER, HARD] * 40

    assert engines(puzzles) == engines(puzzles)


def test_many_puzzles_bring_a_whole_formula() -> None:
    """Once they have come, or if they are known to come; it stays loaded."""
    found = engines([MEDIUM] * 150)

    assert ("bitmask", False) == found[0]
    assert ("glucose4", False) == found[-1]
    after = found.index(("glucose4", False))
    assert {("glucose4", False)} == set(found[after:])
    assert ("glucose4", False) == engines([MEDIUM], coming=300)[0]


def test_hard_puzzles_do_so_sooner() -> None:
    """Trials that do not end cost more than they are worth."""
    hard, medium = engines([HARD] * 150), engines([MEDIUM] * 150)

    assert hard.index(("glucose4", False)) < medium.index(("glucose4", False))


def test_easy_puzzles_stay_with_trials() -> None:
    """Singles solve them as soon as a loaded solver does."""
    assert {("bitmask", False)} == set(engines([PROPER] * 150, coming=50))


def test_geometries_are_told_apart() -> None:
    """What one has cost says nothing of another."""
    ledger = Session().ledger
    session = Session()
    for _ in range(150):
        session.solve(PROPER)
    small = Grid.parse("1.....2...3.4...")

    assert ledger.choice(small, Question.FEW) == Ledger("auto", None).choice(
        small, Question.FEW
    )
    assert "bitmask" == session.solve(small).engine
