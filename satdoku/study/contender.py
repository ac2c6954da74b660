"""Contenders: an engine with an option and an encoding, told in a word.

ENGINE[:OPTION][/ENCODING]

auto                        what satdoku chooses by itself
cadical153/triad-lite       a solver on a formula
dpll:jeroslow-wang/triad    a decision rule
backtracking:fewest         an order of cells
elimination:none            without any of its techniques
elimination:naked-single+hidden-single
                            with some of them; `all` of them is usual
logic:singles               techniques and families, joined by +
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from satdoku.choice import AUTO
from satdoku.errors import UsageError, printable
from satdoku.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Contender", "contenders"]

_NONE, _ALL = "none", "all"


@dataclass(frozen=True, slots=True, order=True)
class Contender:
    """What is measured.

    Args:
        engine: An engine by name, or `auto`.
        option: Its decision rule, order or techniques; empty for the usual.
        encoding: A recipe by name or file; empty for what satdoku chooses.
    """

    engine: str
    option: str = ""
    encoding: str = ""

    @classmethod
    def parse(cls, text: str) -> Contender:
        """Read a contender.

        Raises:
            UsageError: There is no engine in it.

        Example:
            >>> Contender.parse("dpll:jeroslow-wang/triad")
            Contender(engine='dpll', option='jeroslow-wang', encoding='triad')
        """
        head, _, encoding = text.strip().partition("/")
        engine, _, option = head.partition(":")
        if not engine:
            raise UsageError(
                f"no engine in {printable(text)!r}; expected ENGINE[:OPTION][/ENCODING]"
            )
        return cls(engine.lower(), option, encoding)

    def __str__(self) -> str:
        option = f":{self.option}" if self.option else ""
        encoding = f"/{self.encoding}" if self.encoding else ""
        return f"{self.engine}{option}{encoding}"

    def session(self, puzzles: int = 1) -> Solver:
        """Make a new solver that asks it.

        Args:
            puzzles: How many puzzles it is to be asked for.

        Raises:
            UsageError: There is no such engine, option or encoding; or the engine takes
                none; or it needs what is not installed.
            InputError: The recipe's file cannot be read.

        Example:
            >>> from satdoku.puzzle import Puzzle
            >>> session = Contender.parse("backtracking:fewest").session()
            >>> session.solve(Puzzle("1... ..2. ..3. 4...")).engine
            'backtracking'
        """
        make = partial(Solver, self.engine, self.encoding or None, puzzles=puzzles)
        if not self.option:
            return make()
        if self.engine == "backtracking":
            return make(order=self.option)
        if self.engine in ("elimination", "logic"):
            return make(techniques=self._techniques())
        if self.engine in (AUTO, "dpll"):
            return make(heuristic=self.option)
        raise UsageError(f"engine {printable(self.engine)} has no option to choose")

    def _techniques(self) -> list[str] | None:
        if self.option == _ALL:
            return None
        return [] if self.option == _NONE else self.option.split("+")


def contenders(engines: Iterable[str], encodings: Iterable[str]) -> list[Contender]:
    """Return all pairs of engines and encodings, each once, in order.

    Engines that take no formula, `auto`, and those that name an encoding themselves are
    there once, without one of the encodings.

    Raises:
        UsageError: One of the engines names none, or is not known.

    Example:
        >>> [str(one) for one in contenders(["dpll", "bitmask"], ["triad", "minimal"])]
        ['dpll/triad', 'dpll/minimal', 'bitmask']
    """
    from satdoku.engines.registry import find  # noqa: PLC0415  slows a start

    encodings = list(encodings)
    found: dict[Contender, None] = {}
    for text in engines:
        one = Contender.parse(text)
        takes = one.engine != AUTO and find(one.engine).takes_formulas
        if takes and not one.encoding and encodings:
            for encoding in encodings:
                found[Contender(one.engine, one.option, encoding)] = None
        else:
            found[one] = None
    return list(found)
