"""What new puzzles have to be: size, level, clues, symmetry, pattern, techniques."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, TypedDict

from satdoku.errors import (
    InputError,
    Stopped,
    UsageError,
    check_choice,
    shown,
    whole_number,
)
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.techniques.technique import USUAL, Level, Technique, choices

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.techniques.technique import Named

_MAX_SIZE = 25  # larger grids take hours
_FEWEST_CLUES: dict[object, int] = {(2, 2): 4, (3, 3): 17}
"""By the shape of the boxes, where the number is proved.

4x4 by trying all; 9x9 by McGuire, Tugemann, Civario, "There is no 16-clue Sudoku"
(2012).
"""
_NO_CLUE = frozenset("0._-")
_BORDERS = str.maketrans("", "", " \t\r\n|")

_MOTIONS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "half turn": lambda row, column, last: (last - row, last - column),
    "quarter turn": lambda row, column, last: (column, last - row),
    "upside down": lambda row, column, last: (last - row, column),
    "left to right": lambda row, column, last: (row, last - column),
    "main diagonal": lambda row, column, _: (column, row),
    "other diagonal": lambda row, column, last: (last - column, last - row),
}
"""Where each motion of the square takes a row and column; `last` is the last row."""


class Symmetry(Enum):
    """A symmetry of the places of clues: its key, and the motions that make it.

    All cells of a group that these motions carry to one another have clues, or none.

    Example:
        >>> Symmetry.parse("rotational90").cell_groups(4)[0]
        (0, 3, 12, 15)
    """

    NONE = ("none", ())
    ROTATIONAL180 = ("rotational180", ("half turn",))
    ROTATIONAL90 = ("rotational90", ("quarter turn",))
    HORIZONTAL = ("horizontal", ("upside down",))
    VERTICAL = ("vertical", ("left to right",))
    DIAGONAL = ("diagonal", ("main diagonal",))
    ANTIDIAGONAL = ("antidiagonal", ("other diagonal",))
    AXES = ("axes", ("upside down", "left to right"))
    DIAGONALS = ("diagonals", ("main diagonal", "other diagonal"))
    FULL = ("full", ("quarter turn", "main diagonal"))

    def __init__(self, key: str, motions: tuple[str, ...]) -> None:
        self.key = key
        self._motions = [_MOTIONS[name] for name in motions]

    @staticmethod
    def parse(symmetry: object) -> Symmetry:
        """Find a symmetry by its key.

        Raises:
            UsageError: There is none of that name.
        """
        if isinstance(symmetry, Symmetry):
            return symmetry
        by_key = {member.key: member for member in Symmetry}
        name = str(symmetry).lower()
        check_choice("symmetry", name, by_key)
        return by_key[name]

    def cell_groups(self, size: int) -> tuple[tuple[int, ...], ...]:
        """Return the groups of cells of an n × n grid, each ascending."""
        seen: set[int] = set()
        groups: list[tuple[int, ...]] = []
        for cell in range(size * size):
            if cell in seen:
                continue
            group = {cell}
            todo = [cell]
            while todo:
                row, column = divmod(todo.pop(), size)
                for motion in self._motions:
                    to_row, to_column = motion(row, column, size - 1)
                    place = to_row * size + to_column
                    if place not in group:
                        group.add(place)
                        todo.append(place)
            seen |= group
            groups.append(tuple(sorted(group)))
        return tuple(groups)

    def images(self, cells: Sequence[int], size: int) -> list[tuple[int, ...]]:
        """Return cells of an n × n grid, and where the motions take them, in order.

        Example:
            >>> Symmetry.ROTATIONAL180.images((0, 1), 4)
            [(0, 1), (15, 14)]
        """
        images = [tuple(cells)]
        for image in images:
            for motion in self._motions:
                places = (motion(*divmod(cell, size), size - 1) for cell in image)
                moved = tuple(row * size + column for row, column in places)
                if moved not in images:
                    images.append(moved)
        return images

    def allows(self, clues: int, size: int) -> bool:
        """Whether so many cells of an n × n grid can lie symmetrically."""
        sums = 1  # bit c: c cells can
        for group in self.cell_groups(size):
            sums |= sums << len(group)
        return bool(sums >> clues & 1)


class GenerateArguments(TypedDict, total=False):
    """What a new puzzle has to be, besides its level; `generate` explains each."""

    size: int | Geometry | None
    clues: int | None
    symmetry: Symmetry | str
    minimal: bool
    score: tuple[int | None, int | None] | None
    techniques: Named | None
    hardest: Technique | str | None
    singles_only: bool
    pattern: PuzzleLike | None
    solution: PuzzleLike | None


class GenerateOptions:
    """What a new puzzle has to be: the options, read and checked.

    Args:
        level: As for `satdoku.generate`.
        **options: The others; their values by default are those of no request.

    Attributes:
        geometry: The shape of the grid.
        needed: What the path has to use: one technique of each of these sets.
        pattern: The cells of the clues.
        solution: The solution.

    Raises:
        UsageError: An option is wrong, or two contradict each other.
        InputError: The pattern or the solution cannot be read.

    Example:
        >>> GenerateOptions(size=4, level="easy").level
        <Level.EASY: 1>
    """

    def __init__(
        self, level: Level | str | None = None, **options: Unpack[GenerateArguments]
    ) -> None:
        unknown = sorted(options.keys() - GenerateArguments.__annotations__.keys())
        if unknown:
            raise TypeError(f"generate() got an unexpected option {unknown[0]!r}")
        size, solution = options.get("size"), options.get("solution")
        pattern, clues = options.get("pattern"), options.get("clues")
        techniques, hardest = options.get("techniques"), options.get("hardest")
        if not isinstance(size, Geometry | None):
            number = whole_number("size", size)
            check_size(number)
            size = Geometry.of_size(number)
        self.solution: tuple[int, ...] | None = None
        if solution is not None:
            try:
                solved = _solution(solution, size)
            except InputError as error:
                raise error.at(source="solution") from None
            size, self.solution = solved.geometry, solved.values
        self.pattern: frozenset[int] | None = None
        if pattern is not None:
            try:
                size, self.pattern = pattern_cells(pattern, size)
            except InputError as error:
                raise error.at(source="pattern") from None
        self.geometry = size or Geometry()
        check_size(self.geometry.size)
        self.clues = None if clues is None else whole_number("clues", clues, 0)
        self.symmetry = Symmetry.parse(options.get("symmetry", Symmetry.NONE))
        self.minimal = _flag("minimal", options.get("minimal", False))
        if not isinstance(level, Level | None):
            level = Level.parse(str(level))
        self.level = level
        self.score = _bounds(options.get("score"))
        self.needed = frozenset(() if techniques is None else choices(techniques))
        if not isinstance(hardest, Technique | None):
            hardest = Technique.parse(str(hardest))
        self.hardest = hardest
        if hardest is not None:
            self.needed |= {frozenset((hardest,))}
        self.singles_only = _flag("singles_only", options.get("singles_only", False))
        self._refuse_contradictions()

    def _refuse_contradictions(self) -> None:
        """Check that no two options contradict each other.

        Raises:
            UsageError: Two do.
        """
        low, high = self.score
        cells = self.geometry.cells
        if self.pattern is not None:
            if self.clues not in (None, len(self.pattern)):
                raise UsageError(
                    f"{self.clues} clues contradict a pattern of {len(self.pattern)}"
                )
            if self.symmetry is not Symmetry.NONE:
                raise UsageError("a pattern has its own symmetry; leave out symmetry")
        if self.clues is not None and self.clues > cells:
            raise UsageError(f"{self.clues} clues, but the grid has {cells} cells")
        if low is not None and high is not None and low > high:
            raise UsageError(f"no score is at least {low} and at most {high}")
        if self.singles_only and self.level is not None and self.level > Level.MEDIUM:
            raise UsageError(f"no {self.level.key} puzzle is solved by singles alone")
        for some in self.needed:
            key = min(some & USUAL or some, key=lambda technique: technique.order).key
            if not some & USUAL:
                raise UsageError(f"{key} is never used when puzzles are rated")
            if not some & self.allowed:
                bounds = [bound.key for bound in (self.level, self.hardest) if bound]
                bounds = [bound for bound in bounds if bound != key]
                bounds += ["singles_only"] * self.singles_only
                raise UsageError(f"{key} contradicts {' and '.join(bounds)}")

    def refuse_impossible(self) -> None:
        """Check that puzzles with these clues can exist, as far as is known.

        Raises:
            Stopped: None exists.
        """
        geometry, clues = self.geometry, self.clues
        if self.pattern is not None:
            reason = _never_proper(geometry, self.pattern)
            if reason:
                raise Stopped(f"no puzzle with these clues is proper: {reason}")
            clues = len(self.pattern)
        if clues is None:
            return
        fewest = _FEWEST_CLUES.get(geometry.box, geometry.size - 1)
        if clues < fewest:
            n = geometry.size
            raise Stopped(f"no proper {n}x{n} puzzle has fewer than {fewest} clues")
        if not self.symmetry.allows(clues, geometry.size):
            raise Stopped(f"{clues} cells cannot have symmetry {self.symmetry.key}")

    @property
    def is_rated(self) -> bool:
        """Whether puzzles have to be solved by techniques."""
        return self.level is not None or self.score != (None, None) or bool(self.needed)

    @property
    def allowed(self) -> frozenset[Technique]:
        """The techniques that the path may use."""
        level, hardest = self.level, self.hardest
        return frozenset(
            technique
            for technique in USUAL
            if (level is None or technique.level <= level)
            and (not self.singles_only or technique.is_single)
            and (
                hardest is None
                or (technique.level, technique.score) <= (hardest.level, hardest.score)
            )
        )


def check_size(size: int) -> None:
    """Refuse sizes of which no puzzles are made.

    Raises:
        UsageError: It is larger than 25.
    """
    if size > _MAX_SIZE:
        raise UsageError(f"a grid of {size}x{size}; expected at most 25x25")


def _flag(name: str, value: object) -> bool:
    """Return True or False.

    Raises:
        UsageError: It is neither.
    """
    if not isinstance(value, bool):
        raise UsageError(f"{name} cannot be {shown(value)}; expected True or False")
    return value


def _bounds(score: object) -> tuple[int | None, int | None]:
    """Return the lowest and the highest score, None for no bound.

    Raises:
        UsageError: They are not two whole numbers from 0, or None.
    """
    if score is None:
        return None, None
    if not isinstance(score, Sequence) or isinstance(score, str) or len(score) != 2:
        raise UsageError(
            f"score cannot be {shown(score)}; expected the lowest and the highest "
            "score, such as (500, 1000) or (500, None)"
        )
    low, high = (
        None if bound is None else whole_number("score", bound, 0) for bound in score
    )
    return low, high


def _never_proper(geometry: Geometry, cells: frozenset[int]) -> str:
    """Say why clues in these cells never have one solution; empty if unknown."""
    for word, of, depth in (
        ("row", geometry.row_of, geometry.box_height),
        ("column", geometry.column_of, geometry.box_width),
    ):
        filled = {of(cell) for cell in cells}
        for first in range(0, geometry.size, depth):
            free = [k + 1 for k in range(first, first + depth) if k not in filled]
            if len(free) > 1:
                return f"{word}s {free[0]} and {free[1]} have none and can be swapped"
    if len(cells) < geometry.size - 1:
        return f"with {len(cells)} two digits are missing and can be swapped"
    return ""


def pattern_cells(
    source: PuzzleLike, geometry: Geometry | None = None
) -> tuple[Geometry, frozenset[int]]:
    """Read a pattern: the cells that hold clues.

    Args:
        source: A text with one character a cell, `.` `0` `_` or `-` for no clue;
            blanks, line ends, `|` and border lines are skipped.  Or whatever `Puzzle`
            takes.
        geometry: The geometry; by default the usual one for so many cells.

    Raises:
        InputError: The number of cells is wrong, or all or none hold a clue.

    Example:
        >>> sorted(pattern_cells("X..X .... .... X..X")[1])
        [0, 3, 12, 15]
    """
    if isinstance(source, str):
        marks = pattern_marks(source)
        geometry = geometry or Geometry.of_cells(len(marks))
        if len(marks) != geometry.cells:
            raise InputError(
                f"a pattern of {len(marks)} cells",
                expected=f"{geometry.cells} for a grid of {geometry}",
            )
        cells = frozenset(at for at, mark in enumerate(marks) if mark not in _NO_CLUE)
    else:
        puzzle = Puzzle(source, geometry=geometry)
        puzzle.require_classic("generate")
        geometry = puzzle.geometry
        cells = frozenset(cell for cell, _ in puzzle.clues.filled)
    if not cells:
        raise InputError("a pattern without clues")
    if len(cells) == geometry.cells:
        raise InputError(
            "a pattern without an empty cell", hint="write . or 0 for an empty cell"
        )
    return geometry, cells


def pattern_marks(text: str) -> str:
    r"""Return the characters of the cells of a pattern.

    Example:
        >>> pattern_marks("x.|.1\n--+--\n")
        'x..1'
    """
    rows = text.splitlines()
    is_border = [("+" in row and set(row) <= set("-+| \t")) for row in rows]
    cells = (row for row, skip in zip(rows, is_border, strict=True) if not skip)
    return "".join(cells).translate(_BORDERS)


def _solution(source: PuzzleLike, geometry: Geometry | None) -> Puzzle:
    puzzle = Puzzle(source, geometry=geometry)
    puzzle.require_classic("generate")
    if not puzzle.is_complete:
        raise InputError(
            f"a solution with {puzzle.geometry.cells - puzzle.clue_count} empty cells",
            hint="solve it first",
        )
    if clashes := puzzle.clashes():
        raise InputError(f"no solution: {clashes[0]}")
    return puzzle
