"""The laboratory at work: samples of real processes, and what becomes of odd ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.study import isolations
from satdoku.study.isolated import Isolated, Isolation
from satdoku.study.kept import Kept
from satdoku.study.laboratory.conduct import conduct_laboratory
from satdoku.study.laboratory.plan import Laboratory, Task
from satdoku.study.laboratory.sample import PROPAGATION, Form
from satdoku.study.laboratory.subjects import dug
from satdoku.study.laboratory.table import TABLE, read_samples
from satdoku.study.run import Ended
from satdoku.study.subject import Subject

if TYPE_CHECKING:
    from pathlib import Path

    from satdoku.study.laboratory.measured import Item

OWN = Subject(Grid.parse("1... ..2. ..3. 4..."), "mine", 1)
SMALL = Laboratory((), ("dpll",), ("minimal", "triad"), own=(OWN,))


@pytest.fixture
def became(monkeypatch: pytest.MonkeyPatch) -> dict[str, Isolated]:
    """Return what becomes of recipes, by name, without a process."""
    found: dict[str, Isolated] = {}

    class Told(Isolation):
        def __init__(self, work: str, item: Item) -> None:
            self._name = item.encoding if work.endswith(":measure") else PROPAGATION

        def result(self, seconds: float | None) -> Isolated:
            del seconds
            answered = Isolated(Ended.ANSWERED, {"late": False, "status": "solved"})
            return found.get(self._name, answered)

        def end(self) -> None:
            pass

    monkeypatch.setattr(isolations, "Isolation", Told)
    return found


def test_samples() -> None:
    """A sample has its sizes, its times, what was counted, and the memory."""
    tasks = [task for task in SMALL.tasks() if task.encoding == "triad"][:2]
    searched, propagated = conduct_laboratory(tasks)

    assert [task.key for task in tasks] == [searched.key, propagated.key]
    assert (Ended.ANSWERED, "solved", 128) == (
        *(searched.ended, searched.status, searched.variables),
    )
    assert searched.total_s is not None
    assert searched.decisions is not None
    assert searched.fixed is None
    assert (1.0, 1.0, None) == (
        *(propagated.fixed, propagated.removed, propagated.total_s),
    )


@pytest.mark.usefixtures("became")
def test_going_on(tmp_path: Path) -> None:
    """A stopped study goes on: what is there is read, and not measured again."""
    tasks = list(SMALL.tasks())
    with Kept(tmp_path, {"schema": 1}, TABLE) as folder:
        for sample, _ in zip(conduct_laboratory(tasks), range(2), strict=False):
            folder.append(sample)
    with (tmp_path / "encodings.csv").open("a") as file:
        file.write("4,2x2,mi")  # cut off
    with Kept(tmp_path, {"schema": 1}, TABLE, resume=True) as folder:
        there = list(folder.rows)
        for sample in conduct_laboratory(tasks, there):
            folder.append(sample)

    assert 2 == len(there)
    assert [task.key for task in tasks] == [one.key for one in read_samples(tmp_path)]


@pytest.mark.parametrize(
    ("isolated", "ended", "note"),
    [
        (Isolated(Ended.ANSWERED, {"late": True}), Ended.TIMEOUT, ""),
        (Isolated(Ended.ANSWERED, {"refused": "why"}), Ended.REFUSED, "why"),
        (Isolated(Ended.MEMORY, None, note="gone"), Ended.MEMORY, "gone"),
        (Isolated(Ended.FAILED, None, note="exit"), Ended.FAILED, "exit"),
        (Isolated(Ended.TIMEOUT, None), Ended.TIMEOUT, "cut off before its search"),
    ],
)
def test_odd_ends(
    became: dict[str, Isolated], isolated: Isolated, ended: Ended, note: str
) -> None:
    """Whatever becomes of a process is told in its sample, and the rest goes on."""
    became["minimal"] = isolated
    found = list(conduct_laboratory(SMALL.tasks(), workers=2))
    odd = [one for one in found if one.encoding == "minimal" and one.engine == "dpll"]

    assert {ended} == {one.ended for one in odd}
    assert all(one.note.startswith(note) for one in odd)
    assert 6 == len(found)


def test_too_large_is_not_begun(became: dict[str, Isolated]) -> None:
    """What is too large has a sample with its size, and no process."""
    became["support"] = Isolated(Ended.FAILED, None, note="begun")
    large = Subject(dug(Geometry(6, 6), 0), "empty", 1)
    task = Task(large, "support", Form.WHOLE, "dpll", 1, 1.0)
    (sample,) = conduct_laboratory([task])

    assert (Ended.REFUSED, 5_250_096) == (sample.ended, sample.clauses)


def test_other_tables(tmp_path: Path) -> None:
    """A table of something else is told as such."""
    file = tmp_path / "encodings.csv"
    file.write_text("puzzle,solution\n")

    with pytest.raises(InputError, match=r"encodings\.csv:1: the columns are not"):
        read_samples(file)
