"""The searches: one for each technique, in order, loaded when first used."""

from __future__ import annotations

import subprocess
import sys

from satdoku.deduce.searches import SEARCHES, search_of, searches
from satdoku.deduce.technique import USUAL, Technique


def test_every_technique_has_one_search() -> None:
    """And every search is that of a technique's place in the order."""
    found = [technique for search in SEARCHES for technique in search.techniques]

    assert sorted(Technique, key=str) == sorted(found, key=str)
    for search in SEARCHES:
        assert {search.order} == {technique.order for technique in search.techniques}
        for technique in search.techniques:
            assert search is search_of(technique)


def test_every_search_is_there() -> None:
    """Its module has the function, and says the reasons."""
    for search in SEARCHES:
        assert search.function == search.find.__name__
        assert callable(sys.modules[search.find.__module__].reason)


def test_they_are_in_order() -> None:
    """Each place once, rising."""
    orders = [search.order for search in SEARCHES]

    assert sorted(set(orders)) == orders


def test_searches_of_some_techniques() -> None:
    """Those that find any of them, in order; of none, none."""
    wanted = {Technique.AIC, Technique.FULL_HOUSE}

    assert [search_of(Technique.FULL_HOUSE), search_of(Technique.AIC)] == list(
        searches(wanted)
    )
    assert () == searches(())
    assert searches() == searches(USUAL)


def test_nothing_is_loaded_before_it_is_searched() -> None:
    """A puzzle of singles loads one module of techniques."""
    code = (
        "import sys\n"
        "from satdoku.deduce.path import walk\n"
        "from satdoku.grid import Grid\n"
        "assert 'satdoku.deduce.singles' not in sys.modules\n"
        "assert walk(Grid.parse('1... ..2. ..3. 4...')).end.is_complete\n"
        "assert 'satdoku.deduce.singles' in sys.modules\n"
        "assert 'satdoku.deduce.naked_subsets' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
