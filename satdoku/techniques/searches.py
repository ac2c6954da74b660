"""The searches: where each technique is looked for, and in which order.

A search is a function of a module of this room: it takes a `View` and yields the steps
there are, the one to take first.  It is named after the technique it finds, the first
of them if it finds several.  Each module has a function `reason(step)`, too, which puts
its steps into words.

Modules are loaded when they are first searched: a puzzle of singles loads two of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from satdoku.techniques.technique import USUAL, Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = ["SEARCHES", "Search", "search_of", "searches"]


@dataclass(frozen=True)
class Search:
    """A place in the order: what is looked for there, and by what.

    Args:
        order: Its place, lower first.
        techniques: What it finds.
        module: Its module in this room.
        function: The function of it.
    """

    order: int
    techniques: tuple[Technique, ...]
    module: str
    function: str

    @cached_property
    def find(self) -> Callable[[View], Iterator[Step]]:
        """The function itself; its module is loaded now."""
        module = import_module(f"satdoku.techniques.{self.module}")
        found: Callable[[View], Iterator[Step]] = getattr(module, self.function)
        return found


_MODULES = {
    "singles": "full-house naked-single hidden-single",
    "locked_candidates": "pointing claiming",
    "naked_subsets": "locked-pair locked-triple naked-pair naked-triple naked-quad",
    "hidden_subsets": "hidden-pair hidden-triple hidden-quad",
    "basic_fish": "x-wing swordfish jellyfish squirmbag whale leviathan",
    "finned_fish": """
        finned-x-wing finned-swordfish finned-jellyfish finned-squirmbag finned-whale
        finned-leviathan sashimi-x-wing sashimi-swordfish sashimi-jellyfish
        sashimi-squirmbag sashimi-whale sashimi-leviathan
        """,
    "franken_fish": """
        franken-x-wing franken-swordfish franken-jellyfish franken-squirmbag
        franken-whale franken-leviathan finned-franken-x-wing finned-franken-swordfish
        finned-franken-jellyfish finned-franken-squirmbag finned-franken-whale
        finned-franken-leviathan
        """,
    "mutant_fish": """
        mutant-x-wing mutant-swordfish mutant-jellyfish mutant-squirmbag mutant-whale
        mutant-leviathan finned-mutant-x-wing finned-mutant-swordfish
        finned-mutant-jellyfish finned-mutant-squirmbag finned-mutant-whale
        finned-mutant-leviathan
        """,
    "skyscraper": "skyscraper",
    "two_string_kite": "two-string-kite dual-two-string-kite",
    "turbot_fish": "turbot-fish",
    "empty_rectangle": "empty-rectangle dual-empty-rectangle",
    "w_wing": "w-wing",
    "xy_wing": "xy-wing xyz-wing",
    "bug": "bug-plus-1",
    "unique_rectangles": """
        unique-rectangle-1 unique-rectangle-2 unique-rectangle-3 unique-rectangle-4
        unique-rectangle-5 unique-rectangle-6 hidden-rectangle
        """,
    "avoidable_rectangles": "avoidable-rectangle-1 avoidable-rectangle-2",
    "simple_colours": "simple-colours-trap+simple-colours-wrap",
    "multi_colours": "multi-colours-1+multi-colours-2",
    "chains": "remote-pair x-chain xy-chain",
    "nice_loops": """
        continuous-nice-loop+discontinuous-nice-loop+aic
        grouped-continuous-nice-loop+grouped-discontinuous-nice-loop+grouped-aic
        """,
    "sue_de_coq": "sue-de-coq",
    "als": "als-xz als-xy-wing als-chain death-blossom",
    "forcing": """
        forcing-chain-contradiction+forcing-chain-verity
        forcing-net-contradiction+forcing-net-verity
        """,
    "templates": "template-set template-delete",
}
"""The modules of this room, and the searches of each: the techniques of one joined by
`+`.  Its function is named after the first of them: `x_wing`."""


def _named(module: str, names: str) -> Search:
    techniques = tuple(map(Technique.parse, names.split("+")))
    function = techniques[0].key.replace("-", "_")
    return Search(techniques[0].order, techniques, module, function)


SEARCHES = tuple(
    sorted(
        (
            _named(module, names)
            for module, searches in _MODULES.items()
            for names in searches.split()
        ),
        key=lambda search: search.order,
    )
)
"""All searches, in the order in which they are tried."""

_SEARCH_OF = {
    technique: search for search in SEARCHES for technique in search.techniques
}


def search_of(technique: Technique) -> Search:
    """Return the search that finds a technique."""
    return _SEARCH_OF[technique]


def searches(techniques: Collection[Technique] = USUAL) -> tuple[Search, ...]:
    """Return the searches that find any of some techniques, in order.

    Example:
        >>> [search.function for search in searches({Technique.HIDDEN_SINGLE})]
        ['hidden_single']
    """
    return _searches(frozenset(techniques))


@lru_cache(maxsize=16)
def _searches(techniques: frozenset[Technique]) -> tuple[Search, ...]:
    return tuple(
        search
        for search in SEARCHES
        if any(technique in techniques for technique in search.techniques)
    )
