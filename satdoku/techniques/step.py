"""A step: one deduction in a position, what follows from it, and why, in words.

A step is a value.  It says what is placed or removed, by which technique, and all that
the technique rests on, so that it can be put into words, drawn and checked without
finding it again:

    cells, digits     the pattern: the cells of a pair and its two digits, …
    units, covers     the units it is about, as indices into `Geometry.units`: that of
                      a single or subset; the base and cover sets of a fish
    fins              candidates that stand in the way: the fins of a fish, the extra
                      candidates of a unique rectangle
    sets              almost locked sets, colours, and the like: cells with digits
    chains            what follows from what: nodes in order, each on (true) or off

Each technique's module says which of these it fills.

Cells and candidates are written in the standard notation: `r4c7=5`, `r1c23<>4`,
`r13c5`.  Cells of one row are written together (`r1c23`), and so are cells of one
column (`r13c5`), the rest one by one; numbers above 9 are separated by a dot
(`r1c9.10`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.puzzle.geometry import Geometry
    from satdoku.techniques.technique import Technique


class CellSet(NamedTuple):
    """Cells with digits that belong together: an almost locked set, a colour.

    Args:
        cells: The cells, rising.
        digits: The digits, rising.
        role: What it is in the technique, in a word or two: `pivot`, `first colour`.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    role: str = ""


class Node(NamedTuple):
    """A link's end: a digit in one of some cells, said to be so, or not to be so.

    Args:
        digit: The digit.
        cells: One cell, or the cells of a group: in one of them.
        on: Whether it is said to be there, or to be in none of them.
        by: What leads here from the node before, where it is no plain link: an index
            into the step's `sets` (an almost locked set); -1 for a plain link.
        after: In a net, the indices of the nodes that together lead here; empty for
            the node before.
    """

    digit: int
    cells: tuple[int, ...]
    on: bool
    by: int = -1
    after: tuple[int, ...] = ()


def chain_of(*places: tuple[int, tuple[int, ...]]) -> tuple[Node, ...]:
    """Return a chain of links, strong and weak in turn, from a digit that is false.

    Args:
        *places: Each digit with its cell or the cells of its group.

    Example:
        >>> [node.on for node in chain_of((4, (0,)), (4, (5,)), (4, (7,)))]
        [False, True, False]
    """
    return tuple(
        Node(digit, cells, on=bool(index % 2))
        for index, (digit, cells) in enumerate(places)
    )


class _Symbol(int):
    """A digit that prints as a puzzle writes it, and is compared as the number."""

    text: str

    @classmethod
    def of(cls, digit: int, text: str) -> _Symbol:
        symbol = cls(digit)
        symbol.text = text
        return symbol

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Step:
    """What can be placed or removed next, and why.

    Args:
        geometry: Of the grid.
        technique: How it was found.
        places: (cell, digit) pairs to be placed.
        removes: (cell, digit) pairs to be removed, in the order in which they go.
        cells: The cells of the pattern.
        digits: Its digits.
        units: The units it is about.
        covers: The cover sets of a fish.
        fins: (cell, digit) pairs that stand in the way.
        sets: Sets of cells and digits it is made of.
        chains: Chains of nodes.

    Example:
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.puzzle.geometry import Geometry
        >>> board = Geometry(9, 9)
        >>> print(Step(board, Technique.NAKED_SINGLE, places=((30, 5),), cells=(30,)))
        Naked Single: r4c4=5, the only candidate of r4c4
    """

    geometry: Geometry
    technique: Technique
    places: tuple[tuple[int, int], ...] = ()
    removes: tuple[tuple[int, int], ...] = ()
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()
    fins: tuple[tuple[int, int], ...] = ()
    sets: tuple[CellSet, ...] = ()
    chains: tuple[tuple[Node, ...], ...] = ()

    @property
    def title(self) -> str:
        """The title of its technique."""
        return self.technique.title

    @property
    def outcome(self) -> str:
        """What it does, in the standard notation (`r4c7=5`, `r1c23<>4`)."""
        parts: list[str] = []
        if self.places:
            parts.append(candidates_text(self.geometry, self.places, "="))
        if self.removes:
            parts.append(candidates_text(self.geometry, self.removes))
        return ", ".join(parts)

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        text: str = self.technique.module.reason(self.in_symbols())
        return text

    def in_symbols(self) -> Step:
        """Return the step with digits that print as the puzzle writes them."""
        texts = self.geometry.digit_texts
        if all(text == str(digit) for digit, text in enumerate(texts) if digit):
            return self
        symbols = [_Symbol.of(digit, text) for digit, text in enumerate(texts)]

        def pairs(candidates: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
            return tuple((cell, symbols[digit]) for cell, digit in candidates)

        def digits_of(digits: Iterable[int]) -> tuple[int, ...]:
            return tuple(symbols[digit] for digit in digits)

        return replace(
            self,
            places=pairs(self.places),
            removes=pairs(self.removes),
            digits=digits_of(self.digits),
            fins=pairs(self.fins),
            sets=tuple(
                cell_set._replace(digits=digits_of(cell_set.digits))
                for cell_set in self.sets
            ),
            chains=tuple(
                tuple(node._replace(digit=symbols[node.digit]) for node in chain)
                for chain in self.chains
            ),
        )

    def __str__(self) -> str:
        return f"{self.title}: {self.outcome}, {self.reason}"


def listed(parts: Iterable[object]) -> str:
    """Write a list as a sentence has it: `3, 7 and 9`.

    Example:
        >>> listed([3, 7, 9]), listed(["row 1"])
        ('3, 7 and 9', 'row 1')
    """
    *most, last = map(str, parts)
    return f"{', '.join(most)} and {last}" if most else last


def digits_text(digits: Iterable[int]) -> str:
    """Write digits: `3,7`.

    Example:
        >>> digits_text((3, 7))
        '3,7'
    """
    return ",".join(map(str, digits))


def cells_text(geometry: Geometry, cells: Iterable[int]) -> str:
    """Write cells, those of a row or of a column together.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> cells_text(Geometry(9, 9), [0, 1, 4]), cells_text(Geometry(9, 9), [4, 22])
        ('r1c125', 'r13c5')
        >>> cells_text(Geometry(9, 9), [0, 1, 12])
        'r1c12, r2c4'

        Cells left alone by that are joined the other way:

        >>> cells_text(Geometry(9, 9), [42, 43, 64, 73])
        'r5c78, r89c2'
    """
    n = geometry.columns
    places = [divmod(cell, n) for cell in sorted(set(cells))]
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for row, column in places:
        rows.setdefault(row, []).append(column)
        columns.setdefault(column, []).append(row)
    by_columns = len(columns) < len(rows)
    lines = columns if by_columns else rows
    alone: dict[int, list[int]] = {}
    for line, (first, *others) in lines.items():
        if not others:
            alone.setdefault(first, []).append(line)
    parts: dict[tuple[int, int], str] = {}
    for line, across in lines.items():
        along = alone.get(across[0], []) if len(across) == 1 else []
        if len(along) < 2:
            group = (across, [line]) if by_columns else ([line], across)
        else:
            group = (across, along) if by_columns else (along, across)
        parts[group[0][0], group[1][0]] = f"r{_numbers(group[0])}c{_numbers(group[1])}"
    return ", ".join(text for _, text in sorted(parts.items()))


def _numbers(indices: Sequence[int]) -> str:
    return ("." if max(indices) > 8 else "").join(str(index + 1) for index in indices)


def candidates_text(
    geometry: Geometry, candidates: Iterable[tuple[int, int]], sign: str = "<>"
) -> str:
    """Write candidates by digit, the cells of each together.

    Args:
        geometry: Of the grid.
        candidates: (cell, digit) pairs.
        sign: What stands between a cell and its digit: `=` or `<>`.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> candidates_text(Geometry(9, 9), [(0, 4), (1, 4), (2, 7)])
        'r1c12<>4, r1c3<>7'
    """
    by_digit: dict[int, list[int]] = {}
    for cell, digit in candidates:
        by_digit.setdefault(digit, []).append(cell)
    # Cells that are not written together get the digit each: `r1c1<>4, r2c5<>4`.
    return ", ".join(
        f"{part}{sign}{geometry.digit_texts[digit]}"
        for digit, cells in sorted(by_digit.items())
        for part in cells_text(geometry, cells).split(", ")
    )


def chain_text(
    geometry: Geometry, chain: Sequence[Node], sets: Sequence[CellSet] = ()
) -> str:
    """Write a chain as in Eureka notation: `(4)r1c1=(4)r1c5-(7)r1c5=(7)r3c5`.

    `=` is a strong link (one of the two holds), `-` a weak one (not both hold).  The
    nodes of a chain alternate, so what a link is follows from the node it leads to.
    `=A=` is a strong link by way of an almost locked set A: without the one digit the
    set holds the other.

    Args:
        geometry: Of the grid.
        chain: The nodes.
        sets: The sets that links go by, each with its name as its role.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> nodes = Node(4, (0,), on=False), Node(4, (4,), on=True)
        >>> chain_text(Geometry(9, 9), nodes)
        '(4)r1c1=(4)r1c5'
        >>> nodes = Node(4, (0,), on=False), Node(7, (1,), on=True, by=0)
        >>> chain_text(Geometry(9, 9), nodes, [CellSet((0, 1), (3, 4, 7), "A")])
        '(4)r1c1=A=(7)r1c2'
    """
    text = ""
    for index, node in enumerate(chain):
        if index:
            by = f"{sets[node.by].role}=" if sets and node.by >= 0 else ""
            text += f"={by}" if node.on else "-"
        symbol = geometry.digit_texts[node.digit]
        text += f"({symbol}){cells_text(geometry, node.cells)}"
    return text


def units_text(board: Geometry, units: Iterable[int]) -> str:
    """Name units, those of a kind together.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> units_text(Geometry(9, 9), [0, 4, 20])
        'rows 1 and 5 and box 3'
    """
    kinds: dict[str, list[str]] = {}
    for unit in units:
        kind, _, number = board.unit_name(unit).rpartition(" ")
        kinds.setdefault(kind, []).append(number)
    return listed(
        f"{kind}{('es' if kind == 'box' else 's') * (len(numbers) > 1)} "
        f"{listed(numbers)}"
        for kind, numbers in kinds.items()
    )
