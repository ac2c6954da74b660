"""Engines that are registered, in the processes of a study."""

import pytest

from satdoku import UsageError
from satdoku.engines.dpll.search import Dpll
from satdoku.engines.registry import register, unregister
from satdoku.study.plan import PuzzleSet, make_part, tasks
from satdoku.study.runner import conduct

MODULE = """
from satdoku.engines.dpll.search import Dpll

class Mine(Dpll):
    pass
"""


@pytest.fixture
def small():
    yield [PuzzleSet.of("small", ["1... ..2. ..3. 4..."])]
    unregister("mine")


def test_a_class_of_a_module_answers(small, tmp_path, monkeypatch):
    (tmp_path / "my_engine_module.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    from my_engine_module import Mine

    register("mine", Mine)
    rows = list(conduct(tasks([make_part(small, ["mine"], ask="unique")])))
    assert [(row["solver"], row["status"]) for row in rows] == [("mine", "unique")]


def test_a_class_that_no_other_process_can_import_is_refused(small):
    class Mine(Dpll):
        pass

    register("mine", Mine)
    with pytest.raises(UsageError, match="engine mine is known in this process alone"):
        list(tasks([make_part(small, ["mine"])]))
