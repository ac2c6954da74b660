"""How long a study still takes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.study.contender import Contender
from satdoku.study.forecast import Forecast
from satdoku.study.part import Part
from satdoku.study.plan import tasks
from satdoku.study.run import Ended, Run

if TYPE_CHECKING:
    from satdoku.study.subject import Subject


def test_each_by_its_own(subjects: tuple[Subject, ...], run: Run) -> None:
    """What is left takes as long as the same contender took."""
    part = Part(subjects, (Contender("slow"), Contender("quick")), key="b")
    forecast = Forecast(tasks([part]))
    slow = replace(run, set="small", contender="slow", time_s=2.9)
    quick = replace(slow, contender="quick", time_s=0.9)
    parts = [forecast.part()]
    for one in (slow, quick, slow, quick):
        forecast.ended(one)
        parts.append(forecast.part())

    assert [None, 3 / 12, 4 / 8, 7 / 8, 1.0] == parts
    assert 0 == forecast.runs


def test_what_is_given_up_takes_no_time(
    subjects: tuple[Subject, ...], run: Run
) -> None:
    """The rest of it is over at once."""
    part = Part(subjects, (Contender("slow"),), key="b", repeat=4)
    forecast = Forecast(tasks([part]))
    late = replace(run, set="small", contender="slow", ended=Ended.TIMEOUT)
    forecast.ended(late)
    before = forecast.part()
    forecast.ended(replace(late, ended=Ended.REFUSED, time_s=None))

    assert (0.125, 1.0) == (before, forecast.part())


def test_what_is_not_repeated_takes_no_time(
    subjects: tuple[Subject, ...], run: Run
) -> None:
    """Once it took so long; what is short still comes again."""
    contenders = (Contender("slow"), Contender("quick"))
    part = Part(subjects[:1], contenders, key="b", repeat=4, repeat_below=1.0)
    forecast = Forecast(tasks([part]))
    slow = replace(run, set="small", number=1, contender="slow", repeat=1, time_s=2.9)
    forecast.ended(slow)
    runs = [forecast.runs]
    forecast.ended(replace(slow, contender="quick", time_s=0.9))
    runs.append(forecast.runs)

    assert [4, 3] == runs
    assert 4 / 7 == forecast.part()
