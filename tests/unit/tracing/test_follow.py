"""A search is told from its beginning to its end, however that comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from satdoku.cnf.encode import simplify
from satdoku.cnf.recipe import load
from satdoku.engines.dpll.engine import Dpll
from satdoku.engines.engine import Limits, Status
from satdoku.errors import EngineError, Stopped, UsageError
from satdoku.grid import Grid
from satdoku.tracing import subject as subject_module
from satdoku.tracing.event import Assumed, Conflict, Ending, Found, Left
from satdoku.tracing.follow import Search
from satdoku.tracing.subject import of_formula, of_puzzle

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.cnf.formula import Formula
    from tests.unit.tracing.conftest import Notes

EMPTY = Grid.parse("." * 16)
PROPER = Grid.parse("1.....2...3.4...")


def test_complete(notes: Notes) -> None:
    """A puzzle with one solution: clues, what follows, the solution, the end."""
    search = Search(of_puzzle(PROPER, source="here"), [notes])
    models = list(search.models())

    assert 1 == len(models)
    (begun,), (ended,) = notes.begun, notes.ended
    assert ("puzzle", "here", PROPER.line) == (begun.kind, begun.source, begun.puzzle)
    assert ("2x2", "extended", 64, 384) == (
        begun.geometry,
        begun.encoding,
        begun.variables,
        begun.clauses,
    )
    assumed = [event.name for event in notes.events if isinstance(event, Assumed)]
    assert ["r1c1=1", "r2c3=2", "r3c3=3", "r4c1=4"] == assumed
    found = [event for event in notes.events if isinstance(event, Found)]
    assert ["1243342121344312"] == [event.solution for event in found]
    assert [event.number for event in notes.events] == list(
        range(1, len(notes.events) + 1)
    )
    assert Ending.COMPLETE is ended.ending
    assert len(notes.events) == ended.events
    assert search.statistics == ended.statistics


def test_enough(notes: Notes) -> None:
    """As many models as asked for."""
    models = list(Search(of_puzzle(EMPTY), [notes]).models(asked=3))

    assert 3 == len(models) == notes.kinds.count("found")
    assert [Ending.ENOUGH] == [ended.ending for ended in notes.ended]


def test_closed_early(notes: Notes) -> None:
    """Whoever asks for no more has had enough."""
    walk = Search(of_puzzle(EMPTY), [notes]).models()
    next(walk)
    walk.close()

    assert [Ending.ENOUGH] == [ended.ending for ended in notes.ended]


def test_interrupted_while_looking(notes: Notes) -> None:
    """Ctrl-C at a model that was yielded is told as what it is."""

    def look() -> None:
        walk = Search(of_puzzle(EMPTY), [notes]).models()
        try:
            next(walk)
            raise KeyboardInterrupt
        finally:
            walk.close()

    with pytest.raises(KeyboardInterrupt):
        look()
    assert [Ending.INTERRUPTED] == [ended.ending for ended in notes.ended]


class _Bomb:
    """A sink that is interrupted at its n-th event."""

    def __init__(self, error: type[BaseException], at: int) -> None:
        self.error, self.left = error, at
        self.ended = 0

    def begin(self, begun: object) -> None:
        """Pass over it."""

    def take(self, event: object) -> None:
        """Count down."""
        del event
        self.left -= 1
        if not self.left:
            raise self.error

    def end(self, ended: object) -> None:
        """Count it."""
        del ended
        self.ended += 1


def test_interrupted_while_searching(notes: Notes) -> None:
    """Ctrl-C in the search is told, and goes on."""
    search = Search(of_puzzle(EMPTY), [notes, _Bomb(KeyboardInterrupt, 9)])

    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert [Ending.INTERRUPTED] == [ended.ending for ended in notes.ended]
    assert 9 == len(notes.events)


def test_a_failure_has_no_end(notes: Notes) -> None:
    """A disk that is full, say: nobody is told that the search ended."""
    bomb = _Bomb(OSError, 5)

    with pytest.raises(OSError):  # noqa: PT011  it has no words
        Search(of_puzzle(EMPTY), [notes, bomb]).run()
    assert (0, []) == (bomb.ended, notes.ended)


def test_stopped_by_a_limit(notes: Notes, jumping: Formula) -> None:
    """A limit of the engine is told, with its words."""
    with pytest.raises(Stopped):
        list(Search(of_formula(jumping), [notes]).models(Limits(conflicts=2)))

    (ended,) = notes.ended
    assert (Ending.STOPPED, "stopped after 2 conflicts") == (ended.ending, ended.why)
    assert 2 == notes.kinds.count("conflict") == ended.statistics["conflicts"]


def test_stopped_after_events(notes: Notes) -> None:
    """A limit of events stops the search, and none too many is told."""
    Search(of_puzzle(EMPTY), [notes], limit=40).run()

    (ended,) = notes.ended
    assert (40, Ending.STOPPED) == (len(notes.events), ended.ending)
    assert "after 40 events" == ended.why
    assert 40 == ended.events


def test_solve(notes: Notes, formula: Callable[..., Formula], jumping: Formula) -> None:
    """One model of a formula, or that there is none, or neither."""
    found = Search(of_formula(formula(2, (1, 2), (-1,))), [notes]).solve()
    refuted = Search(of_formula(jumping), []).solve()
    stopped = Search(of_formula(jumping), []).solve(Limits(conflicts=1))

    assert (Status.SATISFIABLE, (2,)) == (found.status, found.model)
    assert (Status.UNSATISFIABLE, None) == (refuted.status, refuted.model)
    assert (Status.UNKNOWN, None) == (stopped.status, stopped.model)
    assert None is notes.begun[0].encoding


def test_clashing_clues(notes: Notes) -> None:
    """The whole formula shows why: an assumption that is false already."""
    Search(of_puzzle(Grid.parse("11.. .... .... ....")), [notes]).run()

    last = notes.events[-1]
    assert isinstance(last, Conflict)
    assert ("r1c2=1", 0, None) == (last.clause.text, last.level, last.clause.number)
    assert "an assumption that is false already" == last.clause.meaning


def test_simplified(notes: Notes) -> None:
    """Only what the puzzle leaves open; what singles refute is the empty clause."""
    Search(of_puzzle(Grid.parse("12.3 ..4. .... ...."), simplified=True), [notes]).run()

    (conflict,) = notes.events
    assert isinstance(conflict, Conflict)
    assert () == conflict.clause.literals
    small = simplify(Grid.parse("12.3 ..4. .... ...."), load("extended"))
    assert small.refuted == conflict.clause.meaning


def test_candidates_are_assumed(notes: Notes) -> None:
    """What a puzzle rules out beyond its clues is assumed, too."""
    puzzle = Grid.parse("1... .... .... ....").with_candidates((15, 7) + (15,) * 14)
    Search(of_puzzle(puzzle), [notes]).run(asked=1)

    assumed = [event.name for event in notes.events if isinstance(event, Assumed)]
    assert ["r1c1=1", "r1c2≠4"] == assumed


@pytest.mark.parametrize("recipe", ["extended", "triad", "extended-commander"])
def test_every_solution_comes_once(recipe: str, notes: Notes) -> None:
    """Also by recipes whose models are more than the solutions."""
    puzzle = Grid.parse("1... .... .... ...2")
    Search(of_puzzle(puzzle, recipe), [notes]).run()

    found = [event.solution for event in notes.events if isinstance(event, Found)]
    assert 18 == len(found) == len(set(found))


def test_a_jump(
    notes: Notes, jumping: Formula, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A level that is left without its other branch says so."""
    kept: Any = Dpll.__init__.__kwdefaults__
    monkeypatch.setitem(kept, "backjump_after", 0)
    Search(of_formula(jumping, rule="first"), [notes]).run()

    left = [event for event in notes.events if isinstance(event, Left)]
    assert (1, True) == (left[-1].level, left[-1].jumped)
    assert 1 == notes.ended[0].statistics["jumps"]


def test_no_such_rule() -> None:
    """It is told before anything is searched."""
    with pytest.raises(UsageError, match="nonsense"):
        Search(of_puzzle(EMPTY, rule="nonsense"), [])


def test_a_wrong_model_is_caught(monkeypatch: pytest.MonkeyPatch, notes: Notes) -> None:
    """What is told as a solution obeys the rules, whatever the engine says."""

    class Liar:
        formula = of_puzzle(EMPTY).formula
        aux_determined = True

        def literals(self, grid: Grid) -> list[int]:
            return [grid.clue_count] * 0

        def decode(self, model: object) -> Grid:
            del model
            return Grid.parse("1" * 16)

    monkeypatch.setattr(subject_module, "encoding", lambda *_: Liar())

    with pytest.raises(EngineError, match="no solution"):
        Search(of_puzzle(EMPTY), [notes]).run()
    assert not notes.ended
