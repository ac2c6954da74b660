"""A search told in words."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any

from satdoku.engines.dpll.engine import Dpll
from satdoku.grid import Grid
from satdoku.tracing.follow import Search
from satdoku.tracing.narrate import Narration
from satdoku.tracing.subject import of_formula, of_puzzle

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from satdoku.cnf.formula import Formula
    from satdoku.tracing.subject import Subject


def told(subject: Subject, limit: int | None = None) -> list[str]:
    """Tell a search; return the lines."""
    stream = StringIO()
    Search(subject, [Narration(stream, limit)]).run()
    return stream.getvalue().splitlines()


def test_a_formula(formula: Callable[..., Formula]) -> None:
    """Both branches, a conflict, a model: word for word."""
    clauses = [(-4, 1, 2, 3), (-1, 2), (-1, -2, 3)]
    subject = of_formula(formula(4, *clauses), [4, -3], source="f.cnf")

    assert [
        "Formula  4 variables, 3 clauses, 2 assumptions  f.cnf",
        "Engine   dpll, rule fewest",
        "",
        "Level 0",
        "    1  assume     4",
        "    2  assume     -3",
        "",
        "Level 1",
        "    3  decide     1",
        "    4  propagate  2   because 1: -1 or 2 [clause 2]",
        "    5  conflict   1, 2, -3, but -1 or -2 or 3 [clause 3]",
        "",
        "Level 1, the other branch",
        "    6  flip       -1  after 1: it is refuted",
        "    7  propagate  2   because 4, -1, -3: -4 or 1 or 2 or 3 [clause 1]",
        "    8  model      true: 2 4",
        "    9  leave      level 1  both branches are done",
        "",
        "End: nothing is left to look at.",
        "1 decision, 2 propagations, 1 conflict, 1 model.",
    ] == told(subject)


def test_a_puzzle() -> None:
    """Reasons are told by what their clauses say."""
    lines = told(of_puzzle(Grid.parse("1... 23.. .... ....")))

    assert "Puzzle   1...23.........." == lines[0]
    assert "    1  assume     r1c1=1  a clue" == lines[5]
    assert (
        "    2  propagate  r1c1≠2  because r1c1=1: "
        "r1c1 holds only one digit [cell clause 2]" == lines[6]
    )
    assert any(": box 1 holds 4 [unit clause " in line for line in lines)
    assert any(line.endswith("its models are found") for line in lines)


def test_contradictions() -> None:
    """An assumption that is false already, and what singles refute."""
    clash = told(of_puzzle(Grid.parse("11.. .... .... ....")))
    refuted = told(of_puzzle(Grid.parse("12.3 ..4. .... ...."), simplified=True))

    assert any(
        line.endswith("conflict   r1c2≠1, but r1c2=1 is assumed") for line in clash
    )
    assert any("conflict   r1c3" in line for line in refuted)


def test_jump_and_same(
    jumping: Formula, formula: Callable[..., Formula], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Branches that are not tried, and why."""
    kept: Any = Dpll.__init__.__kwdefaults__
    monkeypatch.setitem(kept, "backjump_after", 0)
    jumped = told(of_formula(jumping, rule="first"))
    same = told(of_puzzle(Grid.parse("1... .... ...2 ...."), "extended-commander"))

    assert any(
        line.endswith("level 1  -1 is not tried: no conflict rests on 1")
        for line in jumped
    )
    assert not any("not tried" in line for line in told(of_formula(formula(1, (1,)))))
    assert all("both branches are done" in line for line in same if "leave" in line)


def test_projected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level whose other branch holds the same solution is left."""
    from satdoku.tracing import subject as subject_module

    plain = of_puzzle(Grid.parse("1... 23.. .... ...."))
    project = subject_module.Subject(plain.begun, plain.formula, range(1, 5))
    lines = told(project)
    del monkeypatch

    assert any("is not tried: the model stands for it" in line for line in lines)


def test_cut() -> None:
    """The end says where it was cut, and counts all."""
    lines = told(of_puzzle(Grid.parse("1... 23.. .... ....")), 3)

    assert "    3  propagate" == lines[7][:16]
    assert lines[9].startswith("Cut here, after 3 events; ")
    assert lines[-1].endswith("12 models.")
