"""Dancing links: Sudoku as an exact cover, by Knuth's Algorithm X.

An option is a digit in a cell.  It covers four items: the cell, and the digit in each
of its units.  A solution is a set of options that covers each item exactly once; items
of units that need not hold every digit are covered at most once.  The item with the
fewest options left is covered next, whether that is a cell or a digit in a unit.

Options and items are nodes in doubly linked lists.  What is taken out still knows its
neighbours, so that going back puts it in again at no cost: the links dance.  (D. E.
Knuth, "Dancing Links", in Millennial Perspectives in Computer Science, 2000.)

Counters: `guesses` are options tried where an item had several, `propagations` options
chosen as an item's only one, `conflicts` items without any, `depth` the most guesses
that stood at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.baselines.base import Baseline, steps, units_of_cells

if TYPE_CHECKING:
    from collections.abc import Generator

    from satdoku.engines.baselines.base import Start


class Dlx(Baseline):
    """Searches for exact covers.

    Example:
        >>> from satdoku.runtime.deadline import Deadline
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle, counters = Puzzle("1... ..2. ..3. 4..."), {}
        >>> list(Dlx().solutions(puzzle, None, Deadline(), counters))
        [Grid('1243342121344312')]
        >>> counters
        {'guesses': 0, 'propagations': 16, 'conflicts': 0, 'depth': 0}
    """

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        matrix, statistics = _Matrix(start), start.statistics
        values = start.values
        # Of each option so far: its node, and whether it was a guess.
        stack: list[tuple[int, bool]] = []
        depth, is_guess = 0, False
        for _ in steps(start.deadline, every=8):
            item = matrix.fewest()
            if item:
                is_guess = matrix.options[item] > 1
                statistics["conflicts"] += not matrix.options[item]
                matrix.cover(item)
                node = matrix.down[item]
            else:
                yield tuple(values)
                node = item
            # Go back, until there is an item with another option to try.
            while node <= matrix.items:
                if node:
                    matrix.uncover(node)
                if not stack:
                    return
                node, is_guess = stack.pop()
                matrix.release(node)
                depth -= is_guess
                node = matrix.down[node]
            matrix.choose(node)
            stack.append((node, is_guess))
            statistics["guesses" if is_guess else "propagations"] += 1
            depth += is_guess
            statistics["depth"] = max(statistics["depth"], depth)
            cell, digit = matrix.meaning[node]
            values[cell] = digit


class _Matrix:
    """Items and options, as nodes in linked lists.

    Node 0 is the head of the list of items, nodes 1 to `items` are the items, all
    others the items of options, those of an option one after the other.

    Attributes:
        items: The number of items.
        down: The next node below each node.
        options: How many options each item has.
        meaning: Cell and digit of each node of an option.
    """

    def __init__(self, start: Start) -> None:
        cells, size = len(start.values), start.size
        self.items = cells + len(start.units) * size
        nodes = range(self.items + 1)
        self._left, self._right = list(nodes), list(nodes)
        self._up, self.down, self._item = list(nodes), list(nodes), list(nodes)
        self.options = [0] * len(nodes)
        self.meaning: dict[int, tuple[int, int]] = {}
        self._option_of: dict[int, range] = {}
        required = list(range(1, cells + 1))
        for number, unit in enumerate(start.units):
            first = cells + 1 + number * size
            required += range(first, first + size) if len(unit) == size else ()
        for before, item in zip([0, *required], [*required, 0], strict=True):
            self._right[before], self._left[item] = item, before
        units_of = units_of_cells(start.units, cells)
        for cell, mask in enumerate(start.candidates()):
            for digit in range(size):
                if mask >> digit & 1:
                    in_units = [cells + 1 + u * size + digit for u in units_of[cell]]
                    self._add([cell + 1, *in_units], (cell, digit + 1))

    def _add(self, items: list[int], meaning: tuple[int, int]) -> None:
        """Add an option."""
        nodes = range(len(self._item), len(self._item) + len(items))
        for node, item in zip(nodes, items, strict=True):
            last = self._up[item]
            self._up.append(last)
            self.down.append(item)
            self._item.append(item)
            self.down[last] = self._up[item] = node
            self.options[item] += 1
            self.meaning[node], self._option_of[node] = meaning, nodes

    def fewest(self) -> int:
        """Return the item with the fewest options; 0 if all are covered."""
        best, fewest, item = 0, len(self._item), self._right[0]
        while item:
            if self.options[item] < fewest:
                best, fewest = item, self.options[item]
                if fewest < 2:
                    break
            item = self._right[item]
        return best

    def cover(self, item: int) -> None:
        """Take out an item, and all options of it from other items."""
        left, right = self._left[item], self._right[item]
        self._right[left], self._left[right] = right, left
        row = self.down[item]
        while row != item:
            for node in self._option_of[row]:
                if node != row:
                    up, down = self._up[node], self.down[node]
                    self.down[up], self._up[down] = down, up
                    self.options[self._item[node]] -= 1
            row = self.down[row]

    def uncover(self, item: int) -> None:
        """Put an item in again, in the opposite order."""
        row = self._up[item]
        while row != item:
            for node in reversed(self._option_of[row]):
                if node != row:
                    self.options[self._item[node]] += 1
                    self.down[self._up[node]] = self._up[self.down[node]] = node
            row = self._up[row]
        self._right[self._left[item]] = self._left[self._right[item]] = item

    def choose(self, node: int) -> None:
        """Cover the other items of an option."""
        for other in self._option_of[node]:
            if other != node:
                self.cover(self._item[other])

    def release(self, node: int) -> None:
        """Uncover the other items of an option, in the opposite order."""
        for other in reversed(self._option_of[node]):
            if other != node:
                self.uncover(self._item[other])
