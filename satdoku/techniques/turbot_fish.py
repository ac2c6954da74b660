"""Turbot fish: two strong links of a digit, joined by a weak one.

Of four cells in a row the first two are all that a unit has left for the digit, and so
are the last two; the second sees the third, so not both of these hold it.  Then the
first or the last does, and no cell that sees both.  Skyscrapers and two-string kites
are turbot fish of a certain look.

Source: the forums of 2005; searched for as an X-chain of four cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.chains import chains_of, reason
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = ["reason", "turbot_fish"]


def turbot_fish(view: View) -> Iterator[Step]:
    """Find X-chains of four cells."""
    return chains_of(view, Technique.TURBOT_FISH, 2)
