"""The ways to count, and which options go with which.

search      one by one, exact up to a limit
exact       all, however many there are, by a model counter beside a search
estimate    roughly, from samples of the search tree
"""

from __future__ import annotations

from enum import StrEnum

from satdoku.choice import AUTO
from satdoku.errors import UsageError, shown

__all__ = ["Method", "method_of"]


class Method(StrEnum):
    """A way to count."""

    SEARCH = "search"
    EXACT = "exact"
    ESTIMATE = "estimate"


def method_of(
    name: object,
    *,
    limited: bool = False,
    engine: str = AUTO,
    encoding: str | None = None,
    samples: int | None = None,
    seed: int | None = None,
) -> Method:
    """Return the method of that name, if it goes with the other options.

    Args:
        name: `search`, `exact` or `estimate`.
        limited: Whether a limit was asked for.
        engine: The engine that was asked for, or `auto`.
        encoding: The encoding that was asked for, if any.
        samples: The number of samples that was asked for, if any.
        seed: The seed that was asked for, if any.

    Raises:
        UsageError: There is no such method, or an option makes no sense with it.

    Example:
        >>> method_of("estimate", samples=100)
        <Method.ESTIMATE: 'estimate'>
        >>> method_of("exact", limited=True)
        Traceback (most recent call last):
        satdoku.errors.UsageError: method exact takes no limit; method search does
    """
    known = [str(method) for method in Method]
    if name not in known:
        raise UsageError(f"no method {shown(name)}; expected {', '.join(known)}")
    method = Method(str(name))
    for given, option, owner in (
        (limited, "limit", Method.SEARCH),
        (str(engine).lower() != AUTO, "engine", Method.SEARCH),
        (encoding is not None, "encoding", Method.SEARCH),
        (samples is not None, "number of samples", Method.ESTIMATE),
        (seed is not None, "seed", Method.ESTIMATE),
    ):
        if given and method is not owner:
            raise UsageError(f"method {method} takes no {option}; method {owner} does")
    for value, what, least in ((samples, "samples", 2), (seed, "a seed", 0)):
        if value is not None and (type(value) is not int or value < least):
            raise UsageError(
                f"{shown(value)} as {what} makes no sense; "
                f"expected a whole number from {least}"
            )
    return method
