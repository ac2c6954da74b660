"""Every example in a docstring runs and gives what it shows.

Collected from the package that is imported, so that the examples of an installed wheel
are tested as those of a checkout are.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import satdoku

MODULES = sorted(
    found.name
    for found in pkgutil.walk_packages(satdoku.__path__, "satdoku.")
    if not found.name.endswith(".__main__")
)
NEEDS = {
    "satdoku.counting.exact": "pyganak",
    "satdoku.counting.ganak": "pyganak",
    "satdoku.reference.program": "scipy",
}
"""What the examples of a module need that cannot be installed everywhere."""


@pytest.mark.parametrize("name", ["satdoku", *MODULES])
def test_examples(name: str) -> None:
    """The examples of one module hold, each with names of its own module alone."""
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason=f"{NEEDS[name]} is not installed")
    results = doctest.testmod(
        importlib.import_module(name), optionflags=doctest.ELLIPSIS
    )

    assert 0 == results.failed


def test_examples_are_found() -> None:
    """The walk finds modules and the finder finds their examples: not vacuous."""
    grid = importlib.import_module("satdoku.grid")
    finder = doctest.DocTestFinder(exclude_empty=True)

    assert "satdoku.cnf.formula" in MODULES
    assert 3 < sum(len(found.examples) for found in finder.find(grid))
