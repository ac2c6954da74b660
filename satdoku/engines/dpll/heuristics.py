"""The decision heuristic of `dpll`, `fewest`, which works on clause banks.

It looks at the open clauses (no true literal yet, at least two free ones) of three
literals or more alone: clauses of two are no fields of a bank but implications.  That
is a choice: nearly all clauses of two of a Sudoku say "not both", and to decide on them
first would be to rule candidates out one by one.  Heuristics that count every clause
are in `satdoku.engines.heuristics`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.engines.dpll.problem import Problem

_CONSIDERED = 8  # literals looked at by `fewest`; more halve no search but cost


def fewest(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Of the clauses with the fewest free literals, the literal that shortens most.

    `allowed` holds, a bank at a time, the occurrences that may be chosen; None stands
    for all.  None is returned where no clause is open.

    Up to eight literals of those clauses are considered, none that one before would
    decide: one that makes more of the others false decides more of these clauses at
    once.  On the hardest puzzles that halves the decisions of taking the first one, and
    looking at all of them gains no more.
    """
    number, shortest = _shortest(problem, clause_state, allowed)
    if not shortest:
        return None
    effects = problem.banks[number].effects
    best, most = 0, -1
    candidates = shortest
    for _ in range(_CONSIDERED):
        bit = candidates.bit_length() - 1
        step, keep, _, undecided, _ = effects[bit] or problem.effect(number, bit)
        shortened = (shortest & ~keep).bit_count()
        if shortened > most:
            best, most = step[0], shortened
        candidates &= undecided
        if not candidates:
            break
    return best


def _open_clauses(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None
) -> Iterator[tuple[int, int, int]]:
    """Yield (bank, its occurrences to choose from, guards of its open clauses)."""
    for number, bank in enumerate(problem.banks):
        fields = clause_state[number]
        guards = bank.guards & ~(fields << 1)
        if guards and allowed is not None:
            # A clause with nothing to choose from loses its guard, as in propagation.
            fields &= allowed[number] | bank.guards
            guards &= fields & (fields - bank.ones)
        if guards:
            yield number, fields, guards


def _shortest(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None
) -> tuple[int, int]:
    """Find the open clauses with the fewest free literals, of one bank.

    Returns:
        The bank, and the free occurrences of those clauses; no occurrences where no
        clause is open.
    """
    best_bank, occurrences = 0, 0
    fewest_free = problem.span
    for number, fields, guards in _open_clauses(problem, clause_state, allowed):
        bank = problem.banks[number]
        ones, every = bank.ones, bank.guards
        rest = fields & (fields - ones)
        length = 1
        while length < fewest_free:
            shorter = (rest | every) - ones
            due = guards & ~shorter
            if due:
                fewest_free, best_bank = length, number
                occurrences = fields & bank.literal_bits(due)
                break
            rest &= shorter
            length += 1
    return best_bank, occurrences
