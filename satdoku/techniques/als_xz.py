"""ALS-XZ: two almost locked sets that cannot both hold a digit.

The set that lacks the restricted common is locked, so any other digit that both share
is in one of them: cells that see it all in both cannot have it.

If they have two restricted commons, each set lacks one of them and holds all its other
digits: the sets are locked at once, and each takes its digits from all that see them.

Source: the community's ALS-XZ rule; which of several comes first is as in HoDoKu 2.2.0,
by the sets' order, without sets that share cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.als_steps import Find, set_text, steps
from satdoku.techniques.state import bits
from satdoku.techniques.step import digits_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.restricted_commons import RestrictedCommons
    from satdoku.techniques.state import View
    from satdoku.techniques.step import Step

__all__ = ["als_xz", "reason"]


def als_xz(view: View) -> Iterator[Step]:
    """Find pairs of almost locked sets with a restricted common, or two."""
    yield from steps(view, Technique.ALS_XZ, _pairs)


def _pairs(commons: RestrictedCommons, view: View) -> Iterator[Find]:
    """Yield the pairs that remove something, by the first set, then by the other."""
    span = view.geometry.cells
    for first in range(len(commons.sets)):
        view.look()
        behind = -1 << (first + 1)
        rivals = commons.rivals[first]
        once = twice = found = 0
        for link, who in commons.links[first].items():
            linked = who & behind
            if linked:
                twice |= once & linked
                once |= linked
                for digit, others in rivals.items():
                    if digit != link:
                        found |= linked & others
        for second in bits(found | twice):
            links = tuple(
                link for link, who in commons.links[first].items() if who >> second & 1
            )
            pair = first, second
            removes = _removes(commons, pair, links[:2], span)
            if removes:
                yield Find(removes, pair, links[:2])


def _removes(
    commons: RestrictedCommons, pair: tuple[int, int], links: tuple[int, ...], span: int
) -> int:
    """Return what two sets remove, by their restricted commons."""
    first, second = pair
    both = commons.takes[first] & commons.takes[second]
    block = (1 << span) - 1
    if len(links) == 1:
        return both & ~(block << (links[0] - 1) * span)
    for one, other in (first, second), (second, first):
        als = commons.sets[one]
        for digit in bits(als.digits):
            if digit + 1 not in links:
                seen = als.seen[digit + 1] & ~commons.sets[other].cells
                both |= seen << digit * span
    return both


def reason(step: Step) -> str:
    """Say why it holds."""
    first, second = set_text(step, 0), set_text(step, 1)
    link = step.chains[0][1].digit
    told = f"almost locked sets {first} and {second} cannot both hold {link}"
    closing = step.chains[0][-1].digit
    if len(step.chains[0]) % 2:
        return f"{told} nor both {closing}, so each holds all its other digits"
    return f"{told}, and the one without it holds {digits_text(step.digits)}"
