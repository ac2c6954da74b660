"""Random constraints of every kind on small boards."""

from itertools import product
from random import Random

from satdoku import Geometry, Puzzle, constraints
from satdoku.errors import UsageError

BOARDS = [
    Geometry(4, 4),
    Geometry(4, 4, first_value=0),
    Geometry(4, 4, box=None),
    Geometry(3, 3, box=None, digits=4),
    Geometry(3, 3, box=None, digits=4, first_value=0),
    Geometry(2, 4, box=None, digits=4, first_value=0),
]
PATTERNS = ("1.*[34]", "(12|3+){1,2}.*", "[^1].?[13].*", ".*2.*3.*")


class Maker:
    """Makes random constraints of a board.

    Args:
        rng: Where chance comes from.
        geometry: The board.
    """

    def __init__(self, rng: Random, geometry: Geometry) -> None:
        self.rng, self.geometry = rng, geometry
        self.values = [d + geometry.first_value - 1 for d in geometry.digit_range]

    def cells(self, least=2, most=4):
        """Return cells in any order."""
        every = list(product(range(self.geometry.rows), range(self.geometry.columns)))
        return self.rng.sample(every, self.rng.randint(least, most))

    def walk(self, least=2, most=4):
        """Return cells each of which is beside the one before."""
        line = self.cells(1, 1)
        for _ in range(40):
            row, column = line[-1]
            down, right = self.rng.choice([(0, 1), (0, -1), (1, 0), (-1, 0)])
            cell = row + down, column + right
            inside = 0 <= cell[0] < self.geometry.rows
            inside = inside and 0 <= cell[1] < self.geometry.columns
            if inside and cell not in line:
                line.append(cell)
            if len(line) == most:
                break
        return line[: max(least, self.rng.randint(least, most))]

    def some(self, least=1, most=3):
        """Return some values, each once."""
        return tuple(self.rng.sample(self.values, self.rng.randint(least, most)))

    def number(self, most):
        """Return a number from 0 on."""
        return self.rng.randint(0, most)

    def line(self):
        """Return a row or column, and an end of it."""
        kind = self.rng.choice("rc")
        last = self.geometry.rows if kind == "r" else self.geometry.columns
        return f"{kind}{self.rng.randint(1, last)}", self.rng.random() < 0.5

    def arguments(self, name):
        """Return arguments for a constraint by its name."""
        rng, number, walk, cells, some = (
            self.rng,
            self.number,
            self.walk,
            self.cells,
            self.some,
        )
        pairs = frozenset(
            p for p in product(self.values, repeat=2) if rng.random() < 0.6
        )
        value, line = rng.choice(self.values), self.line()
        every = [*product(range(self.geometry.rows), range(self.geometry.columns))]
        marked = frozenset(
            (cell, other)
            for cell in every
            for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
            if other in every and rng.random() < 0.7
        )
        arguments = {
            "Allowed": (cells(), some(1, 3)),
            "Alternating": (cells(), rng.choice(["parity", "size"])),
            "AntiConsecutive": (marked,),
            "AntiLeaper": ([(rng.randint(1, 2), rng.randint(0, 3))],),
            "AverageArrow": (cells(2, 4),),
            "BlackDot": (walk(), rng.randint(2, 3)),
            "BoxIndexing": (cells(3, 4), (1, 2)),
            "Contains": (cells(3, 4), some(1, 2)),
            "CountDistinct": (cells(2, 5),),
            "CountingCircles": (cells(2, 5),),
            "DisjointGroups": ((cells(2, 2), cells(2, 2)),),
            "Diagonals": (rng.choice(["both", "rising", "falling"]),),
            "DoubleArrow": (cells(3, 4),),
            "Entropic": (cells(3, 4), (some(1, 2), some(1, 2))),
            "EqualCages": ((cells(1, 2), cells(1, 2)),),
            "EqualSums": ((cells(1, 2), cells(1, 3)),),
            "EqualityCage": (cells(2, 2),),
            "FullRank": (((rng.randint(1, 16), *line),), rng.choice(["any", "none"])),
            "HiddenSkyscraper": (value, *line),
            "HowMany": (cells(2, 5), some(), (number(2), number(4))),
            "Indexing": (cells(1, 2), rng.choice(["rows", "columns"])),
            "Killer": (number(9), cells(2, 3)),
            "LittleKiller": (number(10), cells(2, 4)),
            "Lockout": (cells(2, 4), number(3)),
            "LookAndSay": (cells(2, 5), ((value, number(2)),)),
            "Lunchbox": (number(5), cells(2, 4)),
            "Maximum": (cells(1, 1),),
            "Minimum": (cells(1, 1),),
            "Modular": (cells(3, 4), rng.randint(2, 3)),
            "NFA": (cells(2, 5), "QO_XqA"),
            "Nabner": (cells(2, 3), number(2)),
            "NoIndexing": (rng.choice(["rows", "columns"]), rng.sample(every, 6)),
            "NoRatio": (marked, (rng.randint(2, 3),)),
            "NoXV": (marked,),
            "NumberedRoom": (value, *line),
            "PairTable": (cells(2, 4), pairs, rng.random() < 0.5),
            "PillArrow": (cells(3, 5), rng.randint(1, 2)),
            "ProductArrow": (cells(2, 4), 1),
            "Regex": (cells(2, 5), rng.choice(PATTERNS)),
            "RegionSameValues": (),
            "Regions": ((cells(2, 4), cells(2, 3)),),
            "RellikCage": (number(7), cells(2, 3)),
            "SameValues": (cells(4, 4), rng.choice([2, 4])),
            "Sandwich": (number(5), *line, rng.choice([(), some(2, 2)])),
            "Skyscraper": (rng.randint(1, 4), *line),
            "SumLine": (
                rng.choice([None, rng.randint(1, 6)]),
                cells(2, 5),
                rng.random() < 0.5,
            ),
            "Thermo": (cells(2, 3), rng.random() < 0.5),
            "Total": (number(10), cells(2, 3), (2, 1, -1)[: rng.choice([2, 3])]),
            "ValueIndexing": (cells(3, 5),),
            "Whisper": (cells(2, 3), number(3)),
            "WhiteDot": (walk(), rng.randint(1, 2)),
            "Windoku": (2, 2),
            "XSum": (number(8), *line),
            "XV": (walk(), rng.choice([5, 10])),
            "GreaterThan": (walk(),),
        }
        if name in {"And", "Or"}:
            return ([self.rule(rng.choice(PARTS)) for _ in "ab"],)
        named = {"Arrow", "Between", "Palindrome", "Renban", "Zipper"}
        return (cells(2, 4),) if name in named else arguments.get(name, ())

    def rule(self, name):
        """Return a constraint by its name; None where the board does not take it."""
        for _ in range(20):
            try:
                rule = getattr(constraints, name)(*self.arguments(name))
                Puzzle("." * self.geometry.cells, [rule], geometry=self.geometry)
            except UsageError:
                continue
            return rule
        return constraints.And(())


PARTS = "Thermo Killer Total Whisper Renban Skyscraper AntiKing HowMany Regex".split()
MODULES = {"automata", "lines", "outside", "places", "sets", "sums"}
NAMES = [
    name
    for name in constraints.__all__
    if getattr(constraints, name).__module__.rpartition(".")[2] in MODULES
]
"""The constraints of the cells of the grid alone."""
