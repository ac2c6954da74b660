"""DIMACS: writing; formulas are read in `dimacs_reader`, answers in `answer`.

What is written: comments, `p cnf V C` with exact counts, then every clause on a line of
its own that ends in ` 0`; ASCII, LF.  The strictest parser known (`cadical --strict`)
takes it.  Clauses are made as they are written, so that a formula larger than memory
can be written too.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from satdoku.cnf.answer import Answer, read_model
from satdoku.cnf.dimacs_reader import DimacsLimits, read_dimacs
from satdoku.cnf.encode import Encoding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TextIO

    from satdoku.cnf.encode import Simplified
    from satdoku.cnf.formula import Clause, Formula

__all__ = [
    "Answer",
    "DimacsLimits",
    "provenance",
    "read_dimacs",
    "read_model",
    "write_dimacs",
]

_BATCH = 8_192


def write_dimacs(
    formula: Formula,
    stream: TextIO,
    *,
    clues: Sequence[int] = (),
    comments: Iterable[str] = (),
    names: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    r"""Write a formula in DIMACS.

    Args:
        formula: The formula.
        stream: Where to write; opened with `newline="\n"` where that matters.
        clues: Literals to add as clauses of their own.
        comments: Lines to write before, each after `c `.
        names: Whether to tell what each variable stands for (`c var 3 r1c1=3`).
        progress: Called with the number of clauses that have been written, from time
            to time.

    Example:
        >>> import sys
        >>> from satdoku.cnf.encode import encoding
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> formula = encoding(Geometry.of_box(1, 2), load("minimal")).formula
        >>> write_dimacs(formula, sys.stdout, comments=["two cells"], clues=[1])
        c two cells
        p cnf 8 13
        1 2 0
        3 4 0
        5 6 0
        7 8 0
        -1 -3 0
        -2 -4 0
        -5 -7 0
        -6 -8 0
        -1 -5 0
        -2 -6 0
        -3 -7 0
        -4 -8 0
        1 0
    """
    for comment in comments:
        safe = comment.encode("ascii", "backslashreplace").decode("ascii")
        stream.writelines(f"c {line}\n" for line in safe.splitlines())
    if names:
        stream.writelines(
            f"c var {variable} {formula.name_of(variable)}\n"
            for variable in range(1, formula.variables + 1)
        )
    stream.write(f"p cnf {formula.variables} {formula.clause_count + len(clues)}\n")
    clauses = iter(formula)
    written = 0
    while batch := list(islice(clauses, _BATCH)):
        stream.write(_lines(batch))
        if progress is not None:
            written += len(batch)
            progress(written)
    stream.write(_lines([(literal,) for literal in clues]))


def _lines(clauses: list[Clause]) -> str:
    return "".join([" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses])


def provenance(made: Encoding | Simplified) -> list[str]:
    """Say in comments what a formula is: geometry, recipe, variables, sizes.

    Example:
        >>> from satdoku.cnf.encode import encoding
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> for line in provenance(encoding(Geometry(9, 9), load("triad-lite"))):
        ...     print(line)
        made by satdoku: the rules of a 9x9 grid, boxes of 3x3
        encoding: triad-lite (satdoku; after Tdoku (t-dillon, 2019))
        cells: variables 1 to 729; row r, column c, digit d is 81(r-1) + 9(c-1) + d
        row triads: 730 to 972; row r, k-th box across: 729 + 27(r-1) + 9(k-1) + d
        column triads: 973 to 1215; column c, k-th box down: 972 + 27(c-1) + 9(k-1) + d
        sizes: 1215 variables, 6237 clauses
    """
    geometry, recipe, formula = made.geometry, made.recipe, made.formula
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    whole = isinstance(made, Encoding)
    subject = "the rules of a" if whole else "what a puzzle leaves open of a"
    cells = made.cell_variables
    lines = [
        f"made by satdoku: {subject} {n}x{n} grid, boxes of {h}x{w}",
        f"encoding: {recipe.name} ({recipe.reference})",
    ]
    first = cells.stop
    if whole:
        lines.append(
            f"cells: variables 1 to {cells[-1]}; row r, column c, digit d is "
            f"{n * n}(r-1) + {n}(c-1) + d"
        )
        if recipe.triad is not None:
            start, middle = cells[-1], cells[-1] + n * n * h
            first = middle + n * n * w + 1
            lines += [
                (
                    f"row triads: {start + 1} to {middle}; row r, k-th box across: "
                    f"{start} + {n * h}(r-1) + {n}(k-1) + d"
                ),
                (
                    f"column triads: {middle + 1} to {first - 1}; column c, k-th box "
                    f"down: {middle} + {n * w}(c-1) + {n}(k-1) + d"
                ),
            ]
    elif cells:
        lines.append(
            f"cells: variables 1 to {cells[-1]}, the open candidates cell by cell"
        )
    if formula.variables >= first:
        lines.append(f"auxiliary: variables {first} to {formula.variables}")
    sizes = ((formula.variables, "variable"), (len(formula), "clause"))
    told = (f"{number} {what}{'s' * (number != 1)}" for number, what in sizes)
    lines.append(f"sizes: {', '.join(told)}")
    return lines
