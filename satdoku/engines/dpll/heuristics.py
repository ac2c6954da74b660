"""Decision heuristics: which literal to try next when propagation is at its fixpoint.

A heuristic looks at the open clauses (no true literal yet; at least two free ones) and
returns a literal of one of them, or None when no clause is open.  The search tries the
literal first and its negation afterwards.  `allowed` holds, a bank at a time, the
occurrences that may be chosen; None stands for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.engines.dpll.problem import Problem

_CONSIDERED = 8  # literals looked at by `fewest`; more halve no search but cost


class Heuristic(Protocol):
    """Chooses a literal to decide on."""

    def __call__(
        self,
        problem: Problem,
        clause_state: Sequence[int],
        allowed: Sequence[int] | None = None,
    ) -> int | None:
        """Return a literal that is neither true nor false, or None."""
        ...


def fewest(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Of the clauses with the fewest free literals, the literal that shortens most.

    Up to eight literals of those clauses are considered, none that one before would
    decide: one that makes more of the others false decides more of these clauses at
    once.  On the hardest puzzles that halves the decisions of `fewest-first`, and
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


def fewest_first(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Return the first free literal of the first clause with the fewest."""
    number, shortest = _shortest(problem, clause_state, allowed)
    if not shortest:
        return None
    return problem.banks[number].literals[(shortest & -shortest).bit_length() - 1]


def first(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Return the first free literal of the first open clause."""
    for number, fields, guards in _open_clauses(problem, clause_state, allowed):
        bank = problem.banks[number]
        free = fields & bank.literal_bits(guards & -guards)
        return bank.literals[(free & -free).bit_length() - 1]
    return None


def dlis(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Return the literal that is in the most open clauses (Marques-Silva 1999)."""
    return _heaviest(problem, clause_state, allowed, lambda _: 1.0)


def jeroslow_wang(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Like `dlis`, a clause of k free literals weighing 2^-k (Jeroslow, Wang 1990)."""
    return _heaviest(problem, clause_state, allowed, lambda free: 2.0**-free)


def random_literal(seed: int) -> Heuristic:
    """Make a heuristic that picks any free literal of any open clause."""
    from random import Random  # noqa: PLC0415  5 ms that only this heuristic needs

    random = Random(seed)  # noqa: S311  nothing secret

    def pick(
        problem: Problem,
        clause_state: Sequence[int],
        allowed: Sequence[int] | None = None,
    ) -> int | None:
        clauses = open_clauses(problem, clause_state, allowed)
        literals = [literal for clause in clauses for literal in clause]
        return random.choice(literals) if literals else None

    return pick


HEURISTICS: dict[str, Heuristic] = {
    "fewest": fewest,
    "fewest-first": fewest_first,
    "first": first,
    "dlis": dlis,
    "jeroslow-wang": jeroslow_wang,
}
"""The heuristics by name; `random` and `random:SEED` are made by `find_heuristic`."""


def find_heuristic(name: str | Heuristic) -> Heuristic:
    """Return a decision heuristic by name; one that is no name is returned as it is.

    Raises:
        UsageError: There is none of that name.

    Example:
        >>> find_heuristic("fewest") is fewest
        True
    """
    if callable(name):
        return name
    name = str(name)
    if name in HEURISTICS:
        return HEURISTICS[name]
    kind, _, seed = name.partition(":")
    if kind == "random" and (not seed or (seed.isascii() and seed.isdigit())):
        return random_literal(int(seed or 0))
    msg = (
        f"no decision heuristic {printable(name)!r}; "
        f"expected {', '.join(HEURISTICS)} or random:SEED"
    )
    raise UsageError(msg)


def open_clauses(
    problem: Problem, clause_state: Sequence[int], allowed: Sequence[int] | None = None
) -> Iterator[list[int]]:
    """Yield the free literals of each open clause, those that may be chosen.

    A heuristic of your own calls it with what it is given itself.
    """
    for number, fields, guards in _open_clauses(problem, clause_state, allowed):
        bank = problem.banks[number]
        for guard in _bits(guards):
            free = fields & bank.literal_bits(1 << guard)
            yield [bank.literals[bit] for bit in _bits(free)]


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


def _heaviest(
    problem: Problem,
    clause_state: Sequence[int],
    allowed: Sequence[int] | None,
    weight: Callable[[int], float],
) -> int | None:
    """Return the literal with the largest sum of weights over its open clauses.

    `weight` takes the number of free literals of a clause.
    """
    sums: dict[int, float] = {}
    for clause in open_clauses(problem, clause_state, allowed):
        clause_weight = weight(len(clause))
        for literal in clause:
            sums[literal] = sums.get(literal, 0.0) + clause_weight
    return max(sums, key=lambda literal: (sums[literal], -abs(literal)), default=None)


def _bits(mask: int) -> Iterator[int]:
    """Yield the places of the set bits, highest first."""
    while mask:
        bit = mask.bit_length() - 1
        yield bit
        mask ^= 1 << bit
