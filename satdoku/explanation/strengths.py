"""What a whole path asks of a SAT solver, encoding by encoding.

Each step is looked at in the position before it, so a step that one encoding needs a
search for does not spoil the next: both have the candidates that are left by then.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satdoku.explanation.strength import Propagator, Strength
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.explanation.explanation import Explanation

__all__ = ["StrengthTable", "strengths"]


def strengths(
    explanation: Explanation, encodings: str | Iterable[str]
) -> list[tuple[Strength, ...]]:
    """Say what each encoding needs for each entry of an explanation.

    Args:
        explanation: The explanation.
        encodings: By name or file; a text has a comma between them.

    Returns:
        For each entry a strength an encoding, in their order.

    Raises:
        UsageError: There is no such encoding.
        InputError: Its file cannot be read.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> told = explain("1... ..2. ..3. 4...")
        >>> [need.value for need in strengths(told, ["natural", "extended"])[0]]
        ['unit propagation', 'unit propagation']
    """
    if isinstance(encodings, str):
        encodings = map(str.strip, encodings.split(","))
    geometry = explanation.puzzle.geometry
    propagators = [Propagator(geometry, recipe) for recipe in encodings]
    return [
        tuple(propagator.strength(entry, position) for propagator in propagators)
        for position, entry in explanation.positions()
    ]


class StrengthTable:
    r"""How often each technique needs what, counted over any number of puzzles.

    Args:
        recipes: The encodings by name or file.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> table = StrengthTable(["natural", "extended"])
        >>> table.add(explain("1... ..2. ..3. 4..."))
        >>> print(*table.lines(), sep="\n")
        technique     steps              natural             extended
                              prop failed search   prop failed search
        Full House        8      8      0      0      8      0      0
        Naked Single      4      4      0      0      4      0      0
    """

    def __init__(self, recipes: Sequence[str]) -> None:
        self.recipes = tuple(recipes)
        self._counts: Counter[tuple[str, str, Strength]] = Counter()
        self._orders: dict[str, int] = {}

    def add(self, told: Explanation) -> None:
        """Count the entries of an explanation."""
        self.count_in(told, strengths(told, self.recipes))

    def count_in(
        self, told: Explanation, found: Iterable[tuple[Strength, ...]]
    ) -> None:
        """Count the entries of an explanation whose strengths are known."""
        for entry, needs in zip(told.entries, found, strict=True):
            # What is no technique has its name in front of its sentence.
            title, order = str(entry).partition(":")[0], _LAST
            if isinstance(entry, Step):
                title, order = entry.technique.title, entry.technique.order
            self._orders[title] = order
            for recipe, need in zip(self.recipes, needs, strict=True):
                self._counts[title, recipe, need] += 1

    def count(self, title: str, recipe: str, need: Strength) -> int:
        """Return how many steps of a technique need that with an encoding."""
        return self._counts[title, recipe, need]

    def titles(self) -> Iterable[str]:
        """Return the techniques that were counted, in the order of trying."""
        return sorted(self._orders, key=lambda title: self._orders[title])

    def lines(self) -> Iterator[str]:
        """Yield the lines of a table.

        Under each encoding three numbers: the steps that unit propagation sees, those
        that need a failed literal, and those that need a search.
        """
        wide = max(map(len, self.titles()), default=0)
        wide = max(wide, len("technique"))
        yield f"{'technique':<{wide}}  steps" + "".join(
            f"{recipe:>{_WIDE * len(_SHORT)}}" for recipe in self.recipes
        )
        short = "".join(f"{name:>{_WIDE}}" for name in _SHORT)
        yield " " * (wide + 7) + short * len(self.recipes)
        for title in self.titles():
            counts = [
                [self.count(title, recipe, need) for need in Strength]
                for recipe in self.recipes
            ]
            total = sum(counts[0])
            cells = "".join(
                f"{number:{_WIDE},}" for three in counts for number in three
            )
            yield f"{title:<{wide}}  {total:5,}{cells}"


_SHORT = ("prop", "failed", "search")
"""Headings of the three columns of an encoding, as in `Strength`."""

_WIDE = 7
"""How wide such a column is."""

_LAST = 10_000
"""The order of what is no technique."""
