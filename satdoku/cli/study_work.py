"""What `satdoku study` carries out: measurements of one kind, and what they say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from satdoku.study.run import Ended
    from satdoku.study.tidy import Tidy

__all__ = ["Work"]


class Measured(Protocol):
    """A row of what was measured."""

    @property
    def ended(self) -> Ended:
        """How it ended."""
        ...


Row = TypeVar("Row", bound=Measured)


class Work(ABC, Generic[Row]):
    """A study that is laid out; all that can be wrong has been told.

    Attributes:
        unit: What a row is called.
        table: How rows are written.
        about: What `study.json` says.
    """

    unit: str
    table: Tidy[Row]
    about: dict[str, Any]

    @abstractmethod
    def rows(
        self, done: Sequence[Row], step: Callable[[str], None]
    ) -> Generator[Row, None, None]:
        """Yield what is measured, as it is.

        Args:
            done: What was measured before.
            step: Is told what is measured next.
        """

    @abstractmethod
    def part(self) -> float | None:
        """Return how much of what is left has been done, from 0 to 1."""

    def load(self, step: Callable[[str], None]) -> None:
        """Measure what is to be measured besides, once for a folder."""

    @abstractmethod
    def terminal(self, rows: Sequence[Row]) -> str:
        """Return the tables for a terminal."""

    @abstractmethod
    def report(self, rows: Sequence[Row], figures: Sequence[str]) -> str:
        """Return the report, with figures by their paths from there."""

    def brief(self, rows: Sequence[Row]) -> str:
        """Return the report in short; empty where the whole is short."""
        del rows
        return ""

    @abstractmethod
    def draw(
        self, rows: Sequence[Row], folder: Path, guard: AbstractContextManager[object]
    ) -> list[Path]:
        """Draw the figures, by matplotlib; return their files.

        Args:
            rows: What was measured.
            folder: Where they are written.
            guard: Is entered for each figure anew.
        """

    @abstractmethod
    def sums(self, rows: Sequence[Row]) -> dict[str, Any]:
        """Return what `study.json` says in the end, besides."""
