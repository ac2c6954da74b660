"""A reference solver as an engine: its options, and that it is believed nothing."""

from __future__ import annotations

from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku import (
    Count,
    EngineError,
    Grid,
    Session,
    Status,
    Stopped,
    UsageError,
)
from satdoku.reference import table
from satdoku.reference.bitmask import Bitmask
from satdoku.referring import Reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.reference.solver import Counters

EASY = Grid.parse("1... ..2. ..3. 4...")
MANY = Grid.parse("12.. .... .... ....")
CLASH = Grid.parse("11.. .... .... ....")
SLOW = Grid.parse(
    "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2.."
)
"""Row by row it takes minutes."""
PURE = ["backtracking", "constraint", "elimination", "bitmask"]


class Liar(Bitmask):
    """A solver that swaps two digits of every solution."""

    def solutions(
        self, puzzle: Grid, counters: Counters, deadline: float | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield values that solve nothing."""
        found = super().solutions(puzzle, counters, deadline)
        for first, second, *rest in found:
            yield (second, first, *rest)


@pytest.mark.parametrize("engine", PURE)
def test_a_session_asks_by_name(engine: str) -> None:
    """One solution, several, none; no formula is made, nobody else is asked."""
    session = Session(engine.upper())
    unique, several, none = map(session.solve, (EASY, MANY, CLASH))
    first = session.solve(MANY, unique=False)

    assert (Status.UNIQUE, satdoku.solve(EASY).solution) == (
        unique.status,
        unique.solution,
    )
    assert Status.SEVERAL is several.status
    assert Status.SOLVED is first.status
    assert Status.NONE is none.status
    assert none.reason is not None
    for result in (unique, several, none, first):
        assert (engine, "", False, "it was asked for") == (
            result.engine,
            result.encoding,
            result.simplified,
            result.because,
        )
        assert {"guesses", "conflicts", "depth"} <= result.statistics.keys()


@pytest.mark.parametrize("engine", PURE)
def test_all_solutions(engine: str) -> None:
    """They are counted up to a limit, and listed lazily."""
    session = Session(engine)
    walk = session.solutions(MANY)
    some = list(islice(walk, 3))
    walk.close()

    assert Count(24, exact=True) == session.count(MANY)
    assert Count(24, exact=True) == session.count(MANY, 24)
    assert Count(5, exact=False) == session.count(MANY, 5)
    assert 3 == len(set(some))
    assert engine == walk.engine
    assert 0 < walk.statistics["guesses"]
    assert set(satdoku.solutions(MANY)) == set(session.solutions(MANY))


def test_a_limit_of_time() -> None:
    """What is known by then is told, and that it is not certain."""
    session = Session("backtracking")
    result = session.solve(SLOW, timeout=0.05)
    count = session.count(SLOW, timeout=0.05)

    assert (Status.UNKNOWN, False, None) == (
        result.status,
        result.certain,
        result.solution,
    )
    assert 0 < result.statistics["guesses"]
    assert (0, False, "out of time") == (count.value, count.exact, count.stopped)
    with pytest.raises(Stopped):
        next(session.solutions(SLOW, timeout=0.05))
    assert session.solve(EASY).is_unique


def test_counters_up_to_a_deadline() -> None:
    """They are put down where the search was stopped, too."""
    counters: dict[str, int] = {}
    with pytest.raises(Stopped):
        list(Reference("backtracking").grids(SLOW, counters, monotonic() + 0.05))

    assert 0 < counters["depth"] <= counters["guesses"]


def test_order() -> None:
    """It reaches the solver: the same puzzle, far fewer guesses."""
    taken = {
        order: Session("backtracking", order=order).solve(EASY).statistics["guesses"]
        for order in table.ORDERS
    }

    assert 0 == taken["fewest"] < taken["rows"]
    assert Session("backtracking", order="blocks").solve(SLOW).is_unique


def test_techniques() -> None:
    """Some of the four, by key or family; all of them where nothing is said."""
    hard = Grid.parse(
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    )

    def guesses(*techniques: str) -> int:
        session = Session("elimination", techniques=techniques)
        return session.solve(hard).statistics["guesses"]

    every = Session("elimination").solve(hard).statistics["guesses"]
    assert guesses("hidden-single") < guesses("naked-single") == guesses()
    assert guesses("singles") == guesses("naked-single", "hidden-single")
    assert guesses("naked-single") == guesses("naked-single", "full-house")
    assert every == guesses(*table.RULES) == guesses("singles,subsets")
    assert every == guesses("usual") == guesses("all") < guesses("singles")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"engine": "bitmask", "order": "rows"}, "engine bitmask has no order"),
        ({"engine": "dpll", "order": "rows"}, "engine dpll has no order"),
        (
            {"engine": "backtracking", "order": "columns"},
            "no order 'columns'; expected rows, blocks, fewest",
        ),
        (
            {"engine": "backtracking", "techniques": "singles"},
            "engine backtracking has no techniques",
        ),
        (
            {"engine": "elimination", "techniques": "x-wing"},
            "engine elimination does not know 'x-wing'; it knows naked-single",
        ),
        (
            {"engine": "elimination", "techniques": ["naked-pair", "locked"]},
            "engine elimination does not know 'claiming'",
        ),
        (
            {"engine": "elimination", "techniques": "full-house"},
            "engine elimination does not know 'full-house'",
        ),
        (
            {"engine": "elimination", "techniques": "abacus"},
            "no technique or family 'abacus'",
        ),
        (
            {"engine": "constraint", "encoding": "triad"},
            "engine constraint takes no formula",
        ),
        ({"engine": "constraint", "rule": "first"}, "constraint has no decision rules"),
    ],
)
def test_what_it_does_not_take(arguments: dict[str, object], said: str) -> None:
    """Is refused before a puzzle is read, and the message has what there is."""
    with pytest.raises(UsageError, match=said):
        Session(**arguments)  # type: ignore[arg-type]


def test_what_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that is missing is told with what brings it; so is a wrong name."""
    rows = tuple(
        row._replace(library="no_such_library") if row.library else row
        for row in table.ROWS
    )
    monkeypatch.setattr(table, "ROWS", rows)
    for name in ("ilp", "cp"):
        with pytest.raises(UsageError, match=rf"pip install 'satdoku\[{name}\]'"):
            Reference(name)
    with pytest.raises(UsageError, match="there is no reference solver abacus"):
        Reference("abacus")


def test_no_solver_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What breaks the rules is no solution, whoever found it."""
    monkeypatch.setattr("satdoku.reference.bitmask.Bitmask", Liar)
    session = Session("bitmask")

    with pytest.raises(EngineError, match="bitmask gave a grid that is no solution of"):
        session.solve(EASY)


def test_a_walk_that_is_left_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver's iterator is closed along with what looks at it."""
    ended: list[str] = []

    class Told(Bitmask):
        def solutions(
            self, puzzle: Grid, counters: Counters, deadline: float | None = None
        ) -> Iterator[tuple[int, ...]]:
            try:
                yield from super().solutions(puzzle, counters, deadline)
            finally:
                ended.append("closed")

    monkeypatch.setattr("satdoku.reference.bitmask.Bitmask", Told)
    grids = Reference("bitmask").grids(MANY, {})
    next(grids)
    assert [] == ended
    grids.close()

    assert ["closed"] == ended
