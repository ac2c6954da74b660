"""Decision rules: which literal to try next when propagation has run dry.

A rule looks at the open clauses (no true literal yet; at least two free ones) and
returns a literal of one of them, or None when no clause is open.  The search tries the
literal first and its negation afterwards.  `allowed` holds, a bank at a time, the
occurrences a rule may choose from; None stands for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.engines.dpll.problem import Problem

__all__ = ["RULES", "Rule", "rule"]

_CONSIDERED = 8  # literals looked at by `fewest`; more halve no search but cost


class Rule(Protocol):
    """Choose a literal to decide on."""

    def __call__(
        self,
        problem: Problem,
        live: Sequence[int],
        allowed: Sequence[int] | None = None,
    ) -> int | None:
        """Return a literal that is neither true nor false, or None."""
        ...


def _places(bits: int) -> Iterator[int]:
    """Walk over the set bits, highest first."""
    while bits:
        place = bits.bit_length() - 1
        yield place
        bits ^= 1 << place


def _open_banks(
    problem: Problem, live: Sequence[int], allowed: Sequence[int] | None
) -> Iterator[tuple[int, int, int]]:
    """Walk over (bank, its occurrences to choose from, guards of its open clauses)."""
    for number, bank in enumerate(problem.banks):
        here = live[number]
        guards = bank.guards & ~(here << 1)
        if guards and allowed is not None:
            # A clause with nothing to choose from loses its guard, as in propagation.
            here &= allowed[number] | bank.guards
            guards &= here & (here - bank.ones)
        if guards:
            yield number, here, guards


def _shortest(
    problem: Problem, live: Sequence[int], allowed: Sequence[int] | None
) -> tuple[int, int]:
    """Find the open clauses with the fewest free literals, of one bank.

    Returns:
        The bank, and the free occurrences of those clauses; no occurrences where no
        clause is open.
    """
    bank_found, found = 0, 0
    least = problem.span
    for number, here, guards in _open_banks(problem, live, allowed):
        bank = problem.banks[number]
        ones, every = bank.ones, bank.guards
        rest = here & (here - ones)
        length = 1
        while length < least:
            fewer = (rest | every) - ones
            due = guards & ~fewer
            if due:
                least, bank_found = length, number
                found = here & bank.fields(due)
                break
            rest &= fewer
            length += 1
    return bank_found, found


def fewest(
    problem: Problem, live: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Of the clauses with the fewest free literals, the literal that shortens most.

    Up to eight literals of those clauses are considered, none that one before would
    decide: one that makes more of the others false decides more of these clauses at
    once.  On the hardest puzzles that halves the decisions of `fewest-first`, and
    looking at all of them gains no more.
    """
    number, shortest = _shortest(problem, live, allowed)
    if not shortest:
        return None
    effects = problem.banks[number].effects
    best, most = 0, -1
    pending = shortest
    for _ in range(_CONSIDERED):
        place = pending.bit_length() - 1
        step, keep, _, others, _ = effects[place] or problem.effect(number, place)
        hits = (shortest & ~keep).bit_count()
        if hits > most:
            best, most = step[0], hits
        pending &= others
        if not pending:
            break
    return best


def fewest_first(
    problem: Problem, live: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Return the first free literal of the first clause with the fewest."""
    number, shortest = _shortest(problem, live, allowed)
    if not shortest:
        return None
    return problem.banks[number].literals[(shortest & -shortest).bit_length() - 1]


def first(
    problem: Problem, live: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Return the first free literal of the first open clause."""
    for number, here, guards in _open_banks(problem, live, allowed):
        bank = problem.banks[number]
        free = here & bank.fields(guards & -guards)
        return bank.literals[(free & -free).bit_length() - 1]
    return None


def _weigh(
    problem: Problem,
    live: Sequence[int],
    allowed: Sequence[int] | None,
    weight: Callable[[int], float],
) -> int | None:
    """Return the literal with the largest sum of weights over its open clauses.

    `weight` takes the number of free literals of a clause.
    """
    sums: dict[int, float] = {}
    for number, here, guards in _open_banks(problem, live, allowed):
        bank = problem.banks[number]
        for guard in _places(guards):
            free = here & bank.fields(1 << guard)
            worth = weight(free.bit_count())
            for place in _places(free):
                literal = bank.literals[place]
                sums[literal] = sums.get(literal, 0.0) + worth
    return max(sums, key=lambda literal: (sums[literal], -abs(literal)), default=None)


def dlis(
    problem: Problem, live: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Return the literal that is in the most open clauses (Marques-Silva 1999)."""
    return _weigh(problem, live, allowed, lambda _: 1.0)


def jeroslow_wang(
    problem: Problem, live: Sequence[int], allowed: Sequence[int] | None = None
) -> int | None:
    """Like `dlis`, a clause of k free literals weighing 2^-k (Jeroslow, Wang 1990)."""
    return _weigh(problem, live, allowed, lambda free: 2.0**-free)


def at_random(seed: int) -> Rule:
    """Make a rule that picks any free literal of any open clause, by its own seed."""
    from random import Random  # noqa: PLC0415  5 ms that only this rule needs

    dice = Random(seed)  # noqa: S311  nothing secret

    def pick(
        problem: Problem, live: Sequence[int], allowed: Sequence[int] | None = None
    ) -> int | None:
        literals = [
            problem.banks[number].literals[place]
            for number, here, guards in _open_banks(problem, live, allowed)
            for place in _places(here & problem.banks[number].fields(guards))
        ]
        return dice.choice(literals) if literals else None

    return pick


RULES: dict[str, Rule] = {
    "fewest": fewest,
    "fewest-first": fewest_first,
    "first": first,
    "dlis": dlis,
    "jeroslow-wang": jeroslow_wang,
}
"""The rules by name; `random` and `random:SEED` are made when asked for."""


def rule(name: str) -> Rule:
    """Find a decision rule by name.

    Raises:
        UsageError: There is none of that name.

    Example:
        >>> rule("fewest") is fewest
        True
    """
    if name in RULES:
        return RULES[name]
    kind, _, seed = name.partition(":")
    if kind == "random" and (not seed or (seed.isascii() and seed.isdigit())):
        return at_random(int(seed or 0))
    msg = (
        f"no decision rule {printable(name)!r}; "
        f"expected {', '.join(RULES)} or random:SEED"
    )
    raise UsageError(msg)
