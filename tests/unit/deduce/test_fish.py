"""What fish have in common: sizes, sets in words, twins."""

from __future__ import annotations

from satdoku.deduce.fish import Fish, siamese, size_of, units_text
from satdoku.deduce.technique import Technique
from satdoku.geometry import Geometry


def test_sizes() -> None:
    """The last part of a fish's name is its size."""
    assert (2, 4, 7) == (
        size_of(Technique.FINNED_MUTANT_X_WING),
        size_of(Technique.SASHIMI_JELLYFISH),
        size_of(Technique.LEVIATHAN),
    )


def test_units_in_words() -> None:
    """Units of a kind are told together, one and many by their words."""
    assert "row 2, columns 1, 3 and 4 and boxes 5 and 9" == units_text(
        Geometry(3, 3), [1, 9, 11, 12, 22, 26]
    )


def test_twins_need_fins_and_something_of_their_own() -> None:
    """No pair: other base sets, no fins, an outcome in the other's, a pair already."""
    one = Fish((0, 1), (9, 10), fins=4, endo=0, removes=0b0011)
    other = one._replace(covers=(9, 11), fins=8, removes=0b0110)
    no_pairs = [
        (one, other._replace(units=(0, 2))),
        (one, other._replace(fins=0)),
        (one, other._replace(removes=0b0001)),
        (one, other._replace(twin=16)),
    ]

    assert [] == list(siamese(no_pairs))
    assert [Fish((0, 1), (9, 10, 9, 11), 4, 0, 0b0111, 8)] == list(
        siamese([(one, other)])
    )
