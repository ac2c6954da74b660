"""The peers: other programs of the field, each behind one small adapter.

A file a peer; its `make` imports the peer, builds what is built once, and returns the
contender.  None of them is needed by satdoku: one that is not installed is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from benchmarks.contender import Contender

__all__ = ["PEERS", "Peer"]


@dataclass(frozen=True)
class Peer:
    """A peer: its file here, the distribution it is in, and how it is made."""

    module: str
    distribution: str | None = None
    options: dict[str, bool] = field(default_factory=dict)

    def make(self) -> Contender:
        """Load the peer.

        Raises:
            ImportError: It is not installed.
        """
        found = import_module(f"benchmarks.peers.{self.module}")
        return cast("Contender", found.make(**self.options))


PEERS = {
    "norvig": Peer("norvig"),
    "dlx": Peer("dancing_links", "dlx", {"open_only": False}),
    "dlx-open": Peer("dancing_links", "dlx", {"open_only": True}),
    "exact-cover": Peer("exact_cover_c", "exact-cover"),
    "py-sudoku": Peer("py_sudoku", "py-sudoku"),
    "ortools": Peer("cp_sat", "ortools"),
    "pencilmark": Peer("pencilmark", "pencilmark"),
    "pysat": Peer("pysat_loop", "python-sat"),
}
"""The peers by the name that `--peers` takes."""
