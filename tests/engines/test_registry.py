"""The registry: names, facts about engines, loading."""

import re
import subprocess
import sys

import pytest

import satdoku
from satdoku.engines import EngineInfo, engines, find
from satdoku.engines.dpll.search import Dpll
from satdoku.engines.registry import available, load, refute, register, unregister
from satdoku.errors import UsageError
from satdoku.solving.choice import LEARNER


def test_engines():
    names = [info.name for info in engines()]
    reference = ["backtracking", "backtracking-blocks", "backtracking-fewest"]
    reference += ["constraint", "elimination", "bitmask", "norvig", "dlx", "ilp", "cp"]

    assert [
        "dpll",
        "cdcl",
        "lanes",
        "masks",
        "logic",
        *reference,
        "cadical103",
    ] == names[:16]
    assert len(set(names)) == len(names) > 20
    assert {"minisat22", "minisat-gh", "cadical153", "kissat404", "lingeling"} <= {
        *names
    }
    assert {"dpll", "cdcl", "lanes", "masks", "deduce", "reference", "pysat"} == {
        info.kind for info in engines()
    }
    assert ["lanes", "masks", "logic", *reference] == [
        info.name for info in engines() if not info.takes_formulas
    ]
    assert reference == [info.name for info in engines() if info.kind == "reference"]


def test_what_is_missing_is_not_available():
    missing = {"library": "no_such_module", "needs": "satdoku[cp]"}

    assert not available(EngineInfo("cp", "a solver", "reference", **missing))
    assert available(find("dpll"))


def test_all_that_is_available_answers(cases):
    formula = cases.formula([[1, 2], [-1]], 2)
    for info in engines():
        for name in (info.name, info.name.upper(), *info.aliases):
            if not info.takes_formulas:
                with pytest.raises(UsageError):
                    load(name, formula)
            elif available(info):
                engine = load(name, formula)

                assert info.name == engine.name
                assert (2,) == engine.solve().model
                assert engine.solve([-2]).satisfiable is False
            else:
                with pytest.raises(UsageError):
                    load(name, formula)


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("dpll", "dpll"),
        ("DPLL", "dpll"),
        ("Lanes", "lanes"),
        ("LOGIC", "logic"),
        ("BitMask", "bitmask"),
        ("g4", "glucose4"),
        ("cd15", "cadical153"),
        ("M22", "minisat22"),
        ("minisatgh", "minisat-gh"),
        ("PySAT", LEARNER),
    ],
)
def test_find(name, canonical):
    assert canonical == find(name).name


def test_what_takes_formulas():
    assert "dpll" == find("dpll", formulas=True).name
    with pytest.raises(UsageError, match="lanes takes puzzles of 9x9, not formulas"):
        find("Lanes", formulas=True)
    for name in ("logic", "bitmask", "cp"):
        with pytest.raises(UsageError):
            find(name, proofs=True)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cadcal153", "did you mean cadical153"),
        ("gluocse4", "did you mean glucose4"),
        ("dpl", "did you mean dpll"),
        ("lane", "did you mean lanes"),
        ("bitmasks", "did you mean bitmask"),
        ("", "there are dpll, cdcl, lanes, masks, logic, backtracking"),
        ("\x1b[31mzzz", "there are dpll, cdcl, lanes, masks, logic, backtracking"),
    ],
)
def test_unknown_name(cases, name, message):
    with pytest.raises(UsageError, match=message) as caught:
        find(name)
    with pytest.raises(UsageError, match=message):
        load(name, cases.formula([], 0))

    assert str(caught.value).isprintable()


def test_options(cases):
    formula = cases.formula([[1, 2]], 2)
    # Told by true variables alone, (1, 2) is forbidden along with (1,) or (2,).
    assert 2 >= len(list(load("minisat22", formula, one_hot=True).models()))
    with pytest.raises(UsageError):
        load("dpll", formula, heuristic="no such rule")


def test_proofs():
    for info in engines():
        assert info.proofs == (not info.no_proofs)
        assert len(info.no_proofs) < 30
        if info.proofs:
            assert info == find(info.name, proofs=True)
        else:
            with pytest.raises(UsageError):
                find(info.name, proofs=True)


def test_refute(cases):
    formula = cases.formula([[1, 2], [-1], [-2]], 2)

    assert refute("DPLL", formula) == refute("dpll", formula)
    assert [()] == [literals for literals, _ in refute("g4", formula) or ()]
    assert None is refute("dpll", cases.formula([[1]], 1))
    with pytest.raises(UsageError, match="did you mean cadical153"):
        refute("cadcal153", formula)


def test_knowing_names_imports_nothing(root):
    program = """
import sys
from satdoku.engines.registry import find, load
from satdoku.errors import UsageError
find("dpll")
find("lanes")
find("logic")
find("ilp")
find("cp")
try:
    find("nothing of the kind")
except UsageError:
    pass
unused = {"numpy", "pysolvers", "pysat", "satdoku.engines.pysat"}
unused |= {"highspy", "ortools", "scipy", "satdoku.engines.baselines.bitmask"}
assert not unused & set(sys.modules)
from satdoku.cnf.formula import Formula
load("minisat22", Formula(1, 0, lambda: [], str)).solve()
assert "pysolvers" in sys.modules
heavy = {"numpy", "subprocess", "logging", "ctypes"}
print(sorted(heavy & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        check=False,
        text=True,
        env={"PYTHONPATH": ":".join([str(root), *sys.path])},
    )

    assert ("", "[]\n") == (done.stderr, done.stdout)


def test_an_own_engine_keeps_groups_and_names_for_each_model():
    """What blocks earlier models is a group more; the rest is as it was."""
    formulas = []

    def make(formula):
        formulas.append(formula)
        return Dpll(formula)

    register("mine", make)
    try:
        puzzle = "12.. 34.. .... ...."
        assert len(list(satdoku.solutions(puzzle, engine="mine"))) > 1
    finally:
        unregister("mine")
    (*rules, _), (*same, _) = (list(formula.groups()) for formula in formulas[-2:])
    assert len(rules) > 1
    assert rules == same
    assert re.fullmatch(r"r\dc\d=\d", formulas[-1].name_of(1))
