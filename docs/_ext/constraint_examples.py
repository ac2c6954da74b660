"""The examples of docs/variants.md: one for each constraint of the catalogue.

An example is a fenced block: an expression, the digits of a solution, a sentence.

    ```{constraint} Thermo("r6c1 r5c1 r4c2")
    :solution: 312456546321425613631245253164164532
    Values increase along the line, from the bulb.
    ```

`python docs/_ext/constraint_examples.py` draws the pictures anew.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from satdoku import Grid, Puzzle, constraints, encode, svg
from satdoku.errors import InputError
from satdoku.formats.iss import read_iss
from satdoku.formats.iss_writing import write_iss
from satdoku.puzzle.constraints.forms import spellings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.puzzle.constraints.base import BaseConstraint

DOCS = Path(__file__).parents[1]
PICTURES = DOCS / "pictures" / "variants"

_BLOCK = re.compile(r"^```\{constraint\} (.+)\n((?::\w+: .+\n)*)", re.MULTILINE)
_LONGEST = 150


@dataclass(frozen=True)
class Example:
    """One constraint on an empty grid.

    Args:
        expression: What makes it, such as `Thermo("r1c1 r1c2")`.
        solution: A solution, a character for each cell.
        shape: Shape and boxes, as ISS text has them.
        others: Further constraints, which it needs.
    """

    expression: str
    solution: str
    shape: str = "6x6"
    others: str = ""

    @property
    def rules(self) -> list[BaseConstraint]:
        """The constraint, and those that it needs."""
        source = f"[{self.expression}, {self.others}]"
        rules: list[BaseConstraint] = eval(source, dict(vars(constraints)))  # noqa: S307  ours
        return rules

    @property
    def rule(self) -> BaseConstraint:
        """The constraint."""
        return self.rules[0]

    @property
    def name(self) -> str:
        """The name of its class."""
        return type(self.rule).__name__

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle: an empty grid with the constraints."""
        geometry = read_iss(f".Shape~{self.shape}").geometry
        return Puzzle("." * geometry.cells, self.rules, geometry=geometry)

    def picture(self) -> str:
        """Draw the board, with the digits of the solution in the cells it is about."""
        puzzle = self.puzzle
        grid = Grid(self.solution, puzzle.geometry)
        about = set(self.rule.cell_indices(puzzle.geometry))
        shown = [value * (cell in about) for cell, value in enumerate(grid.values)]
        return svg(puzzle, solution=Grid(tuple(shown), puzzle.geometry))

    def clauses(self) -> str:
        """Say what the constraint adds to a formula."""
        puzzle, rule = self.puzzle, self.rule
        units = Counter(len(unit) for unit in rule.units(puzzle.geometry))
        facts = [
            f"{many} unit{'s' * (many > 1)} of {size} cells"
            for size, many in units.items()
        ]
        parts = Counter(type(part).__name__ for part in rule.parts(puzzle.geometry))
        if parts:
            families = encode(puzzle, "natural").groups()
            name = rule.describe()
            own = [
                c
                for at, c in families
                if (at.family, at.subject) == ("constraint", name)
            ]
            count = sum(map(len, own))
            made = " and ".join(f"{many} × {part}" for part, many in parts.items())
            facts.append(f"{count} clauses from {made}")
        cells = rule.extra_cells(puzzle.geometry)
        if cells:
            facts.append(f"{len(cells)} cell{'s' * (len(cells) > 1)} outside the grid")
        return ", ".join(facts)

    def iss(self) -> str:
        """Write the constraint as ISS text, cut off where it is long; or nothing."""
        try:
            text = write_iss(self.puzzle).removeprefix(f".Shape~{self.shape}")
        except InputError:
            return ""
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"

    def fpuzzles(self) -> str:
        """Return its keys in boards of f-puzzles."""
        kind = type(self.rule)
        keys = dict.fromkeys(each.name for each in spellings(kind, kind.fpuzzles))
        return ", ".join(keys) or "-"


def examples() -> Iterator[Example]:
    """Read the examples of the page."""
    page = (DOCS / "variants.md").read_text("utf-8")
    for expression, options in _BLOCK.findall(page):
        fields = dict(re.findall(r"^:(\w+): (.+)$", options, re.MULTILINE))
        yield Example(expression, **fields)


def main() -> None:
    """Draw all pictures."""
    PICTURES.mkdir(exist_ok=True)
    for example in examples():
        path = PICTURES / f"{example.name}.svg"
        path.write_text(example.picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
