"""Every example in a docstring prints what it shows; a case for each package."""

import doctest
import importlib
import linecache
import pkgutil
from collections import defaultdict

import pytest

import satdoku
from tests.conftest import nightly

MODULES = defaultdict(list)
for found in pkgutil.walk_packages(satdoku.__path__, "satdoku."):
    if not found.name.endswith(".__main__"):
        MODULES[found.name.split(".")[1]].append(found.name)

NEEDS = {
    "satdoku.solving.counting.exact": "pyganak",
    "satdoku.solving.counting.ganak": "pyganak",
    "satdoku.engines.baselines.ilp": "scipy",
    "satdoku.study.studies": "pandas",
}
COMPILED = (
    "intrinsics native lanes.branching lanes.kernel lanes.machine_code lanes.native "
    "masks.machine_code masks.native"
)
IMPORTS = {f"satdoku.engines.{name}": "numba" for name in COMPILED.split()}
IMPORTS |= {"satdoku.proof.native": "numba"}
IMPORTS |= {"satdoku.study.figures": "matplotlib", "satdoku.study.report": "scipy"}
"""What the examples of a module need, and what it needs to be imported at all."""


def failures(name):
    module = importlib.import_module(name)
    linecache.clearcache()  # each example asks whether what is there has changed
    return doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed


@pytest.mark.parametrize(
    "package",
    nightly(["satdoku", *MODULES], "satdoku", *{*MODULES} - {"study"}),  # seconds
)
def test_examples(package):
    names = ["satdoku"] if package == "satdoku" else MODULES[package]
    plain = [name for name in names if name not in NEEDS | IMPORTS]

    assert [] == [name for name in plain if failures(name)]


@pytest.mark.parametrize("name", [*NEEDS, *IMPORTS])
def test_examples_of_extras(name, needs):
    needs((NEEDS | IMPORTS)[name])

    assert 0 == failures(name)


def test_examples_are_found():
    grid = importlib.import_module("satdoku.puzzle.grid")
    examples = doctest.DocTestFinder(exclude_empty=True).find(grid)

    assert sum(len(found.examples) for found in examples) > 3
    assert "satdoku.cnf.formula" in MODULES["cnf"]
