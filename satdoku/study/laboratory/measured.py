"""What is measured, in a process of its own: a formula is made, loaded and solved.

    encode   all clauses, group by group
    load     the engine, given those
    solve    a first solution, or none, or the limit

Times are CPU time, so that what else the machine does disturbs little.  So is the limit
of the search: engines keep limits of wall time, and one that was kept waiting goes on
with what it has learnt.  Before the clock starts an engine has answered a small
formula, so that what it imports is loaded.  The solution is held against the rules
after the clock stops.
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
from satdoku.study.laboratory.sample import Form
from satdoku.study.laboratory.strength import strength

if TYPE_CHECKING:
    from satdoku.cnf.encoder import Encoding, Simplified
    from satdoku.engines.base import Engine
    from satdoku.puzzle import Puzzle

__all__ = ["MOST_LITERALS", "Item", "measure", "propagated", "too_large"]

MOST_LITERALS = 20_000_000
"""Formulas with more literals are not made: they would fill gigabytes in Python."""

_COUNTED = ("decisions", "propagations", "conflicts")
_STATUS = {True: "solved", False: "none", None: ""}
_WORTHLESS = 0.1  # seconds: what is left then is not worth another call
_SMALL = Group(Origin("example", "all"), ((1, 2), (-1, -2)))


@dataclass(frozen=True, slots=True)
class Item:
    """What is measured.

    Args:
        puzzle: The puzzle.
        encoding: The recipe by name or file.
        form: What the formula speaks of.
        engine: The engine; nothing where propagation alone is looked at.
        seconds: How long it may search; None for as long as it likes.
    """

    puzzle: Puzzle
    encoding: str
    form: Form
    engine: str
    seconds: float | None


def measure(item: Item) -> dict[str, object]:
    """Make the formula, load it and search it.

    Returns:
        Columns of a `Sample`, and `late`, whether the search was cut off; or `refused`,
        why nothing was measured.

    Raises:
        EngineError: The engine told what is no solution.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> done = measure(Item(puzzle, "extended", Form.WHOLE, "dpll", None))
        >>> done["status"], done["clauses"], done["literals"]
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
        if item.form is Form.WHOLE:
            form = encoding(puzzle.geometry, recipe, MOST_LITERALS, puzzle.constraints)
            assumed = form.literals(puzzle)
        else:
            form = simplify(puzzle, recipe, MOST_LITERALS // 2)
    except LimitError as error:
        return {"refused": str(error).partition(";")[0]}
    groups = list(form.formula.groups())
    made = _cpu()
    formula = replace(form.formula, make_groups=lambda: groups)
    engine = registry.load(item.engine, formula)
    loaded = _cpu()
    found = _searched(engine, assumed, item.seconds)
    solved = _cpu()
    if found.model is not None and not puzzle.is_solution(form.decode(found.model)):
        raise EngineError(f"{item.engine} gave a model that is no solution")
    late = found.satisfiable is None
    told: dict[str, object] = {
        "late": late,
        "status": _STATUS[found.satisfiable],
        "variables": formula.variables,
        "clauses": len(formula),
        "literals": sum(map(len, formula)),
        "encode_s": made - began,
        "load_s": loaded - made,
        "solve_s": max(solved - loaded, (item.seconds or 0.0) if late else 0.0),
    }
    counted = found.statistics
    return told | {name: counted[name] for name in _COUNTED if name in counted}


def _searched(engine: Engine, assumed: list[int], seconds: float | None) -> Outcome:
    """Search for so long by the clock of the CPU; the counters are of all calls."""
    began = _cpu()
    counted: dict[str, int] = {}
    left = seconds
    while True:
        found = engine.solve(assumed, Limits(left))
        for name, number in found.statistics.items():
            counted[name] = counted.get(name, 0) + number
        if seconds is not None:
            left = seconds - (_cpu() - began)
        is_known = found.satisfiable is not None
        if is_known or left is None or left < _WORTHLESS:
            return Outcome(found.satisfiable, found.model, counted)


def _cpu() -> float:
    """Return the CPU time of this process, and of engines' own that have ended."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def propagated(item: Item) -> dict[str, object]:
    """Look how far unit propagation gets on the whole formula.

    Returns:
        As `measure`; `fixed` and `removed` in place of times.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> done = propagated(Item(puzzle, "extended", Form.WHOLE, "", None))
        >>> done["fixed"], done["removed"]
        (1.0, 1.0)
    """
    recipe = load_recipe(item.encoding)
    found = strength(item.puzzle, item.encoding)
    variables, clauses, literals, _ = formula_size(item.puzzle.geometry, recipe)
    return {
        "late": False,
        "status": "none" if found.is_refuted else "",
        "variables": variables,
        "clauses": clauses,
        "literals": literals,
        "fixed": found.fixed,
        "removed": found.removed,
    }


def too_large(item: Item) -> dict[str, object] | None:
    """Return the size of a whole formula that is too large to be made, and say so.

    Without making it, and without a process.  What only one puzzle leaves open has to
    be made to be counted, so that nothing is known of it here.

    Example:
        >>> from satdoku.study.laboratory.subjects import dug
        >>> from satdoku.geometry import Geometry
        >>> empty = dug(Geometry(36, 36), 0)
        >>> item = Item(empty, "support", Form.WHOLE, "dpll", None)
        >>> told = too_large(item)
        >>> told["clauses"], told["refused"]
        (5250096, '161,243,136 literals; at most 20,000,000 are made')
    """
    if item.form is not Form.WHOLE:
        return None
    size = formula_size(item.puzzle.geometry, load_recipe(item.encoding))
    variables, clauses, literals, _ = size
    if literals <= MOST_LITERALS:
        return None
    return {
        "variables": variables,
        "clauses": clauses,
        "literals": literals,
        "refused": f"{literals:,} literals; at most {MOST_LITERALS:,} are made",
    }
