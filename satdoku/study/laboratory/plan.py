"""What the laboratory measures: its settings made tasks, in the order they are run.

    for each number, from 1                 so that a study that is stopped has some of
        for each size and set               every kind, and repeats come far apart
            for each form, encoding, engine

Unless somebody says otherwise, small grids are measured by all recipes and by `dpll`
too.  Beyond 9×9 recipes are left out whose clauses outgrow all others, and beyond 16×16
those that leave propagation blind and plain search, which would be cut off nearly
always.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.cnf.recipe import encodings, load
from satdoku.engines.registry import find
from satdoku.errors import UsageError
from satdoku.geometry import Geometry
from satdoku.study.laboratory.measured import Item
from satdoku.study.laboratory.sample import PROPAGATION, Form
from satdoku.study.laboratory.subjects import subjects

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.study.subject import Subject

__all__ = ["ENGINES", "SIZES", "TIMEOUT", "WORKERS", "Laboratory", "Task", "usual_each"]

SIZES = (9, 16, 25, 36)
TIMEOUT = 3.0
WORKERS = 2
"""Samples at a time, unless somebody says otherwise: CPU times bear company."""

ENGINES = ("dpll", "cadical153", "minisat22")
"""Who searches, unless somebody says otherwise; up to 16×16 all of them."""

_PLAIN = "dpll"
_SEARCHED = 16  # the largest size for plain search
_LARGEST = {
    "support": 9,
    "triad-exact3": 9,
    "minimal": 16,
    "natural": 16,
    "triad": 25,
}
"""The largest size for some recipes."""

_EACH = ((16, 2), (25, 3))
"""How many puzzles of each kind, up to so many cells in a row: enough for a claim."""

_MORE = 4  # beyond: some searches are cut off, and tell nothing
_RIDGE = "45%"  # beyond 25×25 every search is cut off: one puzzle shows it


_LARGEST_SIZE = 225
"""The largest size: that of the largest puzzles that are read."""


def usual_each(size: int) -> int:
    """Return how many puzzles of each kind there are, unless somebody says otherwise.

    Example:
        >>> [usual_each(size) for size in SIZES]
        [2, 2, 3, 4]
    """
    return next((each for largest, each in _EACH if size <= largest), _MORE)


@dataclass(frozen=True, slots=True)
class Task:
    """What becomes one sample.

    Args:
        subject: The puzzle.
        encoding: The recipe by name or file.
        form: What the formula speaks of.
        engine: The engine; or `propagation`.
        repeat: Which repetition, from 1.
        seconds: How long it may search.
    """

    subject: Subject
    encoding: str
    form: Form
    engine: str
    repeat: int
    seconds: float | None

    @property
    def key(self) -> tuple[str, str, int, str, str, str, int]:
        """As that of its sample."""
        geometry = self.subject.puzzle.geometry
        return (
            f"{geometry.box_height}x{geometry.box_width}",
            self.subject.set,
            self.subject.number,
            self.encoding,
            self.form,
            self.engine,
            self.repeat,
        )

    @property
    def item(self) -> Item:
        """What its process is told."""
        engine = "" if self.engine == PROPAGATION else self.engine
        puzzle = self.subject.puzzle
        return Item(puzzle, self.encoding, self.form, engine, self.seconds)


@dataclass(frozen=True, slots=True)
class Laboratory:
    """What is measured.

    Args:
        sizes: Cells in a row, of the laboratory's own puzzles.
        engines: Who searches; None for the usual ones of each size.
        encodings: The recipes by name or file; None for the usual ones of each size.
        each: How many puzzles of each kind, and how often a person's own are measured;
            None for as many as it takes to tell who wins, and once.
        timeout: Seconds that a search may take.
        own: A person's own puzzles, besides.

    Raises:
        UsageError: There is no such size, engine or recipe, or the engine takes no
            formulas or is not installed; or there is nothing to measure.
        InputError: A recipe's file cannot be read.

    Example:
        >>> small = Laboratory((4,), ("dpll",), ("minimal", "extended"))
        >>> for task in list(small.tasks())[:3]:
        ...     print(task.subject.set, task.form, task.encoding, task.engine)
        empty whole minimal dpll
        empty whole extended dpll
        30% whole minimal dpll
    """

    sizes: tuple[int, ...] = SIZES
    engines: tuple[str, ...] | None = None
    encodings: tuple[str, ...] | None = None
    each: int | None = None
    timeout: float | None = TIMEOUT
    own: tuple[Subject, ...] = ()

    def __post_init__(self) -> None:
        if not (self.sizes or self.own):
            raise UsageError("there is nothing to measure; expected sizes or puzzles")
        for size in self.sizes:
            Geometry.of_size(size)
            if size > _LARGEST_SIZE:
                raise UsageError(
                    f"puzzles of {size:,}x{size:,} are too large for a laboratory; "
                    f"expected sizes up to {_LARGEST_SIZE}"
                )
        for name in self.engines or ENGINES:
            found = find(name, formulas=True)
            if not found.available:
                raise UsageError(f"engine {found.name}: {found.summary}")
        for name in self.encodings or ():
            load(name)

    def subjects(self) -> list[Subject]:
        """Return the puzzles, size by size, then a person's own."""
        made = [
            one
            for size in self.sizes
            for one in subjects(size, self.each or usual_each(size))
            if self.each or one.number == 1 or size <= _EACH[-1][0] or one.set != _RIDGE
        ]
        return made + list(self.own)

    def tasks(self, puzzles: Sequence[Subject] | None = None) -> Iterator[Task]:
        """Yield what becomes samples, in order.

        Args:
            puzzles: What `subjects` returns, where that is known; else it is made.
        """
        every = self.subjects() if puzzles is None else list(puzzles)
        own = {id(one) for one in self.own}
        often = self.each or 1
        for turn in range(1, max([often, *(one.number for one in every)]) + 1):
            for one in every:
                if id(one) not in own:
                    if one.number == turn:
                        yield from self._of(one, 1)
                elif turn <= often:
                    yield from self._of(one, turn)

    def _of(self, subject: Subject, repeat: int) -> Iterator[Task]:
        """Yield the tasks of a puzzle."""
        puzzle = subject.puzzle
        size = puzzle.geometry.size
        says_little = not subject.clues and puzzle.candidates is None
        for form in Form:
            if says_little and form is Form.SIMPLIFIED:
                continue  # nothing is simplified by no clues
            for encoding in self.encodings_of(size):
                for engine in self.engines_of(size):
                    yield Task(subject, encoding, form, engine, repeat, self.timeout)
                if form is Form.WHOLE and not says_little and repeat == 1:
                    yield Task(subject, encoding, form, PROPAGATION, 1, None)

    def engines_of(self, size: int) -> tuple[str, ...]:
        """Return who searches on grids of a size."""
        if self.engines is not None:
            return self.engines
        return tuple(name for name in ENGINES if name != _PLAIN or size <= _SEARCHED)

    def encodings_of(self, size: int) -> tuple[str, ...]:
        """Return the recipes of a size."""
        if self.encodings is not None:
            return self.encodings
        names = (recipe.name for recipe in encodings())
        return tuple(name for name in names if size <= _LARGEST.get(name, size))
