"""A study that is conducted: which runs there are, and what becomes of odd ones."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, wait
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from satdoku.study import conduct as conducting
from satdoku.study import isolations
from satdoku.study.conduct import conduct
from satdoku.study.contender import Contender
from satdoku.study.isolated import Isolated, Isolation
from satdoku.study.part import Ask, Part
from satdoku.study.plan import tasks
from satdoku.study.run import Ended, Run
from tests.unit.study.conftest import SEVERAL

if TYPE_CHECKING:
    from satdoku.study.measured import Item
    from satdoku.study.plan import Task
    from satdoku.study.subject import Subject

DPLL, BITMASK = Contender("dpll", "", "minimal"), Contender("bitmask")


@pytest.fixture
def became(monkeypatch: pytest.MonkeyPatch) -> dict[str, Isolated]:
    """Return what becomes of contenders, by name, without a process."""
    found: dict[str, Isolated] = {}

    class Told(Isolation):
        def __init__(self, work: str, item: Item) -> None:
            assert "satdoku.study.measured:answer" == work
            self._name = str(item.contender)

        def result(self, seconds: float | None) -> Isolated:
            del seconds
            return found.get(self._name, Isolated(Ended.ANSWERED, {"certain": True}))

        def end(self) -> None:
            pass

    monkeypatch.setattr(isolations, "Isolation", Told)
    return found


def test_runs(subjects: tuple[Subject, ...]) -> None:
    """Every contender has a run on every puzzle, measured, with what was found."""
    part = Part(subjects[:1], (DPLL, BITMASK), ask=Ask.UNIQUE, timeout=60.0)
    first, second = conduct([part])

    assert ["unique", "unique"] == [first.status, second.status]
    assert [task.key for task in tasks([part])] == [first.key, second.key]
    assert (4, "2x2", 4.0, "easy", 1) == (
        *(first.size, first.box, first.clues, first.difficulty, first.puzzles),
    )
    assert (64, 240) == (first.variables, first.clauses)
    assert (None, None) == (second.variables, second.clauses)
    assert None not in (first.time_s, first.cpu_s, first.start_s, first.decisions)


def test_what_is_done_is_not_run_again(
    subjects: tuple[Subject, ...], became: dict[str, Isolated]
) -> None:
    """Who goes on runs the rest, in the same order."""
    part = Part(subjects, (DPLL, BITMASK), repeat=2)
    every = list(conduct([part]))
    begun: list[Task] = []
    rest = list(conduct([part], every[1:6], begun=begun.append))

    assert not became
    assert [every[0].key, *(run.key for run in every[6:])] == [run.key for run in rest]
    assert [run.key for run in rest] == [task.key for task in begun]


def test_given_up(subjects: tuple[Subject, ...], became: dict[str, Isolated]) -> None:
    """After some timeouts in a set a contender is spared the rest of it."""
    became["bitmask"] = Isolated(Ended.TIMEOUT, None, 2.0)
    other = tuple(replace(one, set="other") for one in subjects)
    part = Part((*subjects, *other), (DPLL, BITMASK), repeat=2, give_up=1)
    found = list(conduct([part]))
    mine = [run for run in found if run.engine == "bitmask"]

    assert [Ended.TIMEOUT, Ended.REFUSED, Ended.TIMEOUT, *[Ended.REFUSED] * 5] == [
        run.ended for run in mine
    ]
    assert "given up after a timeout" == mine[1].note
    assert {Ended.ANSWERED} == {run.ended for run in found if run.engine == "dpll"}


def test_long_runs_are_not_repeated(
    subjects: tuple[Subject, ...], became: dict[str, Isolated]
) -> None:
    """But the short ones are; also where a study goes on."""
    became["bitmask"] = Isolated(Ended.TIMEOUT, None, 2.0)
    part = Part(subjects, (DPLL, BITMASK), repeat=3, repeat_below=1.5)
    found = list(conduct([part]))
    rest = list(conduct([part], found[:5]))

    assert [1] * len(subjects) == [
        run.repeat for run in found if run.engine == "bitmask"
    ]
    assert {1, 2, 3} == {run.repeat for run in found if run.engine == "dpll"}
    assert [run.key for run in found[5:]] == [run.key for run in rest]
    every = replace(part, repeat_below=2.5)
    assert 3 * 2 * len(subjects) == len(list(conduct([every])))


def test_given_up_before(
    subjects: tuple[Subject, ...], became: dict[str, Isolated]
) -> None:
    """Timeouts of an earlier part of the study count."""
    became["bitmask"] = Isolated(Ended.TIMEOUT, None, 2.0)
    part = Part(subjects, (BITMASK,), give_up=1)
    first = next(conduct([part]))
    became.clear()
    (second,) = conduct([part], [first])

    assert (Ended.TIMEOUT, Ended.REFUSED) == (first.ended, second.ended)


def test_refused_without_a_process(
    subjects: tuple[Subject, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who cannot be asked at all is refused at once, and told why."""
    monkeypatch.setattr(isolations, "Isolation", None)
    (run,) = conduct([Part(subjects[:1], (Contender("abacus"),))])

    assert Ended.REFUSED is run.ended
    assert "abacus" in run.note
    assert run.time_s is None


@pytest.mark.parametrize(
    ("isolated", "expected"),
    [
        (Isolated(Ended.ANSWERED, {"refused": "too large"}), Ended.REFUSED),
        (Isolated(Ended.ANSWERED, {"certain": False}), Ended.FAILED),
        (Isolated(Ended.MEMORY, None), Ended.MEMORY),
        (Isolated(Ended.FAILED, None, note="ended by SIGSEGV"), Ended.FAILED),
    ],
)
def test_ends(
    subjects: tuple[Subject, ...],
    became: dict[str, Isolated],
    isolated: Isolated,
    expected: Ended,
) -> None:
    """However a run ends, there is a row of it, and the study goes on."""
    became["bitmask"] = isolated
    first, second = conduct([Part(subjects[:1], (BITMASK, DPLL))])

    assert (expected, Ended.ANSWERED) == (first.ended, second.ended)


def test_mixed_sets(subjects: tuple[Subject, ...], became: dict[str, Isolated]) -> None:
    """Of a whole set that is told which all its puzzles have in common."""
    del became
    big = replace(subjects[0], puzzle=type(SEVERAL).parse("." * 81), difficulty="hard")
    (same,) = conduct([Part(subjects, (BITMASK,), whole=True)])
    (mixed,) = conduct([Part((*subjects, big), (BITMASK,), whole=True)])

    assert (0, 2, "", 4, "2x2", 4.0, "easy") == _of_set(same)
    assert (0, 3, "", 0, "", 8 / 3, "") == _of_set(mixed)


def _of_set(run: Run) -> tuple[object, ...]:
    return (
        *(run.number, run.puzzles, run.puzzle, run.size),
        *(run.box, run.clues, run.difficulty),
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_left_early(
    subjects: tuple[Subject, ...], monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    """Who leaves ends what is running, and no thread is left."""
    before = threading.active_count()
    started: list[Isolation] = []

    class Sleepy(Isolation):
        def __init__(self, work: str, item: Item) -> None:
            del work, item
            super().__init__("time:sleep", 300)
            started.append(self)

    def interrupted(futures: list[Future[object]], *_: object) -> object:
        while not all(future.done() for future in futures):
            if len(started) == workers:
                raise KeyboardInterrupt
            time.sleep(0.001)
        return wait(futures)

    monkeypatch.setattr(isolations, "Isolation", Sleepy)
    monkeypatch.setattr(conducting._Crew, "_warm_up", lambda *_: None)
    monkeypatch.setattr(isolations, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(conduct([Part(subjects, (BITMASK, DPLL))], workers=workers))

    assert workers == len(started)
    assert all(one._child.poll() is not None for one in started)
    assert before == threading.active_count()


def test_engines_are_warmed_up(
    subjects: tuple[Subject, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before its first run, and then no more, an engine answers another puzzle."""
    asked: list[tuple[str, bool]] = []
    mine = {subject.puzzle for subject in subjects}

    class Told(Isolation):
        def __init__(self, work: str, item: Item) -> None:
            del work
            asked.append((str(item.contender), item.puzzles[0] in mine))

        def result(self, seconds: float | None) -> Isolated:
            del seconds
            return Isolated(Ended.ANSWERED, {"certain": True})

        def end(self) -> None:
            pass

    monkeypatch.setattr(isolations, "Isolation", Told)
    runs = list(conduct([Part(subjects[:1], (DPLL, BITMASK), repeat=2)]))

    assert 4 == len(runs)
    assert {
        "dpll/minimal": [False, True, True],
        "bitmask": [False, True, True],
    } == {
        name: [is_mine for other, is_mine in asked if other == name]
        for name in (str(DPLL), str(BITMASK))
    }
