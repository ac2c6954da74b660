"""pencilmark: a grader of variants, whose search is in C++."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.peers import Peer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NODES = 10**9
"""Nodes of a search; its own limit is two million, and CP-SAT goes on from there."""


def search(board: object, limit: int, nodes: int = NODES) -> list[list[int]] | None:
    """Return up to so many solutions of a loaded board; None if it gave up."""
    from pencilmark.cbackend import brute_solve

    solutions = brute_solve(board, limit, node_limit=nodes)
    return (
        [list(grid) for grid in solutions]
        if solutions.complete or solutions[limit:]
        else None
    )


def reader() -> Callable[[str], Any]:
    """Return what reads a link of f-puzzles; it raises where a rule is not known."""
    from pencilmark import load
    from pencilmark.sources.fpuzzles import to_puzzle

    return lambda link: load(to_puzzle(link, fetch=False))


def make() -> Peer:
    """Return the peer; several solutions come all at once."""
    from pencilmark import load

    def some(puzzle: str, k: int) -> Iterator[str]:
        for solution in search(load(puzzle), k) or ():
            yield "".join(map(str, solution))

    return Peer(lambda puzzle: next(some(puzzle, 1), None), some)
