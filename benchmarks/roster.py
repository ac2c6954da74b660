"""From a name to a contender: `norvig`, `satdoku`, `satdoku:dpll/extended`."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import satdoku
from benchmarks import ours
from benchmarks.peers import PEERS

if TYPE_CHECKING:
    from benchmarks.contender import Contender

__all__ = ["contender", "versions"]


def contender(name: str) -> Contender:
    """Load a contender.

    Raises:
        ImportError: What it needs is not installed.
        ValueError: There is no engine or encoding of that name.
    """
    if name in PEERS:
        return PEERS[name].make()
    if name == "satdoku":
        return ours.face()
    engine, _, recipe = name.removeprefix("satdoku:").partition("/")
    return ours.engine(engine, recipe)


def versions() -> dict[str, str]:
    """Return the version of each package that takes part, or "not installed"."""
    found = {"satdoku": satdoku.__version__}
    peers = {peer.distribution for peer in PEERS.values() if peer.distribution}
    for name in sorted({*peers, "numpy", "numba", "llvmlite"}):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found
