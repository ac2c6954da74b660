"""Any formula, Sudoku or not: a model, or a proof that there is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from satdoku.deadline import Deadline
from satdoku.engines import registry
from satdoku.engines.base import Limits, Outcome, Status
from satdoku.errors import Stopped, UsageError

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from satdoku.cnf.formula import Formula

__all__ = ["solve_formula"]

_USUAL = "cadical153"


def solve_formula(
    formula: Formula,
    engine: str = "auto",
    assumptions: Sequence[int] = (),
    *,
    proof: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
) -> Outcome:
    """Look for a model of a formula.

    Args:
        formula: The formula, of `encode` or `read_dimacs`.
        engine: An engine of formulas by name; `auto` for CaDiCaL 1.5.3.
        assumptions: Literals that are true in the model.
        proof: Where to write a refutation in DRAT, as text, if there is no model; an
            earlier file is not replaced.
        timeout: Seconds after which to stop.

    Returns:
        The status, and the true variables of the model.

    Raises:
        UsageError: There is no such engine, it writes no proofs, or one is asked for
            under assumptions.
        OSError: The proof cannot be written.

    Example:
        >>> from satdoku.cnf import encode
        >>> outcome = solve_formula(encode("1... ..2. ..3. 4..."), "dpll")
        >>> str(outcome.status), len(outcome.model)
        ('satisfiable', 16)
    """
    name = _USUAL if engine.lower() == "auto" else engine
    deadline = Deadline(timeout)
    if proof is not None and assumptions:
        raise UsageError("a proof under assumptions is none of the formula")
    loaded = registry.load(name, formula)
    try:
        outcome = loaded.solve(assumptions, Limits(deadline.left))
    finally:
        loaded.close()
    if proof is not None and outcome.status is Status.UNSATISFIABLE:
        try:
            lemmas = registry.refute(name, formula, limits=Limits(deadline.left))
        except Stopped:
            return Outcome(Status.UNKNOWN, None, outcome.statistics)
        lines = (" ".join(map(str, (*each.literals, 0))) for each in lemmas or ())
        with Path(proof).open("x", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in lines)
    return outcome
