"""The peers: other programs of the field, each behind one small adapter.

A file a peer; its `make` imports the peer, builds what is built once, and returns what
answers.  Text in, text out, for all alike: a puzzle is a line of 81 characters with `.`
for an empty cell, a solution is a line of 81 digits.  None of the peers is needed by
satdoku.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Board = list[list[int]]
"""A grid of any size, 0 for an empty cell."""

PEERS = {
    "dlx": "dancing_links",
    "exact-cover": "exact_cover_c",
    "py-sudoku": "py_sudoku",
    "ortools": "cp_sat",
    "pencilmark": "pencilmark",
    "pysat": "pysat_loop",
}
"""The module of each peer, by the name it has in tables."""


@dataclass(frozen=True)
class Peer:
    """The answers of one program; None to a question that it cannot be asked.

    Args:
        first: The first solution found, None where there is none.
        some: The first k solutions, no two of them alike.
        two: How many solutions there are, up to two; by `some` if None.
        board: The first solution of a grid of any size, with square boxes.
    """

    first: Callable[[str], str | None]
    some: Callable[[str, int], Iterator[str]] | None = None
    two: Callable[[str], int] | None = None
    board: Callable[[Board], Board | None] | None = None


def load(name: str) -> Peer:
    """Load a peer.

    Raises:
        ImportError: It is not installed.
    """
    module = import_module(f"benchmarks.peers.{PEERS[name]}")
    return cast("Peer", module.make())
