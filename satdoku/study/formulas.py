"""The work of an encoding study: make a formula, load it into an engine, solve it.

    encode   make all clauses
    load     give them to the engine
    solve    find a first solution, or none, or reach the limit

Times are CPU time, so that other programs disturb little; so is the limit of the
search.  The engine answers a small formula before the clock starts, so that its imports
are loaded.  The solution is checked by the rules after the clock stops.

How strongly a recipe propagates is measured without an engine: the clues are assumed on
the whole formula, and unit propagation goes as far as it gets.  Source: I. Lynce,
J. Ouaknine, "Sudoku as a SAT problem" (2006).
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from time import process_time
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import encoding, formula_size, simplify
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.base import Limits, Outcome
from satdoku.errors import EngineError, LimitError
from satdoku.explanation.strength import Propagator

if TYPE_CHECKING:
    from satdoku.cnf.encoder import Encoding, Simplified
    from satdoku.engines.base import Engine
    from satdoku.puzzle import Puzzle

__all__ = ["MAX_LITERALS", "FormulaItem", "measure", "propagation"]

MAX_LITERALS = 20_000_000
"""Larger formulas are not made: they would fill gigabytes in Python."""

_STATUS = {True: "solved", False: "none", None: ""}
_TOO_SHORT = 0.1  # seconds: not worth another call of the engine
_SMALL = Group(Origin("example", "all"), ((1, 2), (-1, -2)))


@dataclass(frozen=True, slots=True)
class FormulaItem:
    """A puzzle, and the formula to make of it.

    Args:
        puzzle: The puzzle.
        encoding: The recipe by name or file.
        form: `whole` for a formula of the grid with the clues as assumptions,
            `simplified` for one of what the clues leave open.
        engine: The engine; empty for propagation alone.
        seconds: CPU time of the search; None for no limit.
    """

    puzzle: Puzzle
    encoding: str
    form: str = "whole"
    engine: str = ""
    seconds: float | None = None


def measure(item: FormulaItem) -> dict[str, object]:
    """Make the formula, load it and search it.

    Returns:
        Columns of `encodings.csv`, and `late`, whether the search was cut off; or
        `refused`, with the reason.

    Raises:
        EngineError: The model is not a solution.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> found = measure(FormulaItem(puzzle, "extended", engine="dpll"))
        >>> found["status"], found["clauses"], found["literals"]
        ('solved', 384, 896)
    """
    puzzle = item.puzzle
    recipe = load_recipe(item.encoding)
    warm = registry.load(item.engine, Formula(2, 2, lambda: [_SMALL], str))
    warm.solve()
    warm.close()
    began = _cpu()
    form: Encoding | Simplified
    assumed: list[int] = []
    try:
        if item.form == "whole":
            form = encoding(puzzle.geometry, recipe, MAX_LITERALS, puzzle.constraints)
            assumed = form.literals(puzzle)
        else:
            form = simplify(puzzle, recipe, MAX_LITERALS // 2)
    except LimitError as error:
        return {"refused": str(error).partition(";")[0]}
    groups = list(form.formula.groups())
    made = _cpu()
    formula = replace(form.formula, make_groups=lambda: groups)
    engine = registry.load(item.engine, formula)
    loaded = _cpu()
    found = _search(engine, assumed, item.seconds)
    solved = _cpu()
    if found.model is not None and not puzzle.is_solution(form.decode(found.model)):
        raise EngineError(f"{item.engine} gave a model that is not a solution")
    late = found.satisfiable is None
    return {
        **found.statistics,
        "late": late,
        "status": _STATUS[found.satisfiable],
        "variables": formula.variables,
        "clauses": len(formula),
        "literals": sum(map(len, formula)),
        "encode_s": made - began,
        "load_s": loaded - made,
        "solve_s": max(solved - loaded, (item.seconds or 0.0) if late else 0.0),
    }


def _search(engine: Engine, assumed: list[int], seconds: float | None) -> Outcome:
    """Search within a limit of CPU time; engines have limits of wall time alone."""
    began = _cpu()
    counted: dict[str, int] = {}
    left = seconds
    while True:
        found = engine.solve(assumed, Limits(left))
        for name, number in found.statistics.items():
            counted[name] = counted.get(name, 0) + number
        if seconds is not None:
            left = seconds - (_cpu() - began)
        if found.satisfiable is not None or left is None or left < _TOO_SHORT:
            return Outcome(found.satisfiable, found.model, counted)


def _cpu() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def propagation(item: FormulaItem) -> dict[str, object]:
    """Find out how far unit propagation gets on the whole formula.

    Returns:
        Columns of `encodings.csv`: `fixed`, the share of the empty cells that it fills,
        and `removed`, that of the candidates that have to go, all but one a cell.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> found = propagation(FormulaItem(Puzzle("12.. .... .... ...3"), "extended"))
        >>> found["fixed"]
        0.15384615384615385
    """
    puzzle, recipe = item.puzzle, load_recipe(item.encoding)
    variables, clauses, literals, _ = formula_size(puzzle.geometry, recipe)
    size = {"variables": variables, "clauses": clauses, "literals": literals}
    propagator = Propagator(puzzle.geometry, item.encoding)
    true = propagator.closure(propagator.literals(puzzle))
    if true is None:
        return {**size, "status": "none"}
    form = encoding(puzzle.geometry, recipe)
    fixed = cells = removed = candidates = 0
    for cell, mask in enumerate(puzzle.left()):
        if puzzle.values[cell]:
            continue
        cells += 1
        candidates += mask.bit_count()
        for digit in puzzle.geometry.digits:
            variable = form.variable_of(cell, digit)
            fixed += variable in true
            removed += bool(mask >> (digit - 1) & 1) and -variable in true
    return {
        **size,
        "fixed": fixed / cells if cells else None,
        "removed": removed / (candidates - cells) if candidates > cells else None,
    }
