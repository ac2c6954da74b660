"""Statistics: what a search took."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

T = TypeVar("T")


class Statistics(dict[str, int]):
    """What a search took: counters by name, added up.

    Attributes:
        stages: Seconds and calls of each (stage, engine); the engine is empty where
            none is at it.
        engines: The engines that searched, in turn.
        encoding: The recipe of the formula; empty where none was made.
        simplified: Whether the formula held only what the puzzle leaves open.
        variables: How many the formula has; 0 where none was made.
        clauses: The same of clauses.
        notes: What else there is to say, in a few words each.
    """

    def __init__(
        self, counters: Mapping[str, int] | None = None, *engines: str
    ) -> None:
        super().__init__(counters or {})
        self.stages: dict[tuple[str, str], tuple[float, int]] = {}
        self.engines = list(engines)
        self.encoding = ""
        self.simplified = False
        self.variables = self.clauses = 0
        self.notes: list[str] = []

    def use(self, engine: str) -> None:
        """Note that an engine searches."""
        if engine not in self.engines:
            self.engines.append(engine)

    def count(self, counters: dict[str, int]) -> None:
        """Add the counters of a search; of depths the deepest stays.

        Example:
            >>> statistics = Statistics({"depth": 3, "guesses": 1})
            >>> statistics.count({"depth": 2, "guesses": 1})
            >>> statistics
            {'depth': 3, 'guesses': 2}
        """
        for key, value in counters.items():
            before = self.get(key, 0)
            self[key] = max(before, value) if key == "depth" else before + value

    def spend(self, stage: str, since: float, engine: str = "") -> float:
        """Add the time since then, by `time.perf_counter`, to a stage; return now."""
        now = perf_counter()
        self.add_time(stage, engine, now - since, 1)
        return now

    def add_time(self, stage: str, engine: str, seconds: float, calls: int) -> None:
        """Add seconds and calls to a stage."""
        before, times = self.stages.get((stage, engine), (0.0, 0))
        self.stages[stage, engine] = before + seconds, times + calls

    def timed(self, stage: str, engine: str, items: Iterable[T]) -> Iterator[T]:
        """Yield items; the time that each takes to come belongs to a stage."""
        iterator = iter(items)
        while True:
            since = perf_counter()
            try:
                item = next(iterator)
            except StopIteration:
                return
            finally:
                self.spend(stage, since, engine)
            yield item


def counter_text(name: str, value: int) -> str:
    """Return a counter of a search in words.

    Example:
        >>> counter_text("guesses", 1), counter_text("conflicts", 0)
        ('1 guess', '0 conflicts')
        >>> counter_text("depth", 9)
        'depth 9'
    """
    if name == "depth":
        return f"depth {value:,}"
    singular = {"guesses": "guess"}.get(name, name.removesuffix("s"))
    return f"{value:,} {singular if value == 1 else name}"
