"""The compiled kernel of the lanes (`engines.native` keeps it), and its call."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from satdoku.engines.native import NativeCode, compile_with_numba

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.engines.lanes.state import Pool

_SOURCES = "branching formulas kernel machine_code native state tape"


def _compile() -> bytes:
    """Compile `kernel.run` for this processor, which takes some seconds."""
    from satdoku.engines.lanes import branching, kernel  # noqa: PLC0415  needs Numba

    return compile_with_numba(
        [branching, kernel],
        kernel.run,
        lambda types: types.void(types.CPointer(types.int64), *[types.int64] * 6),
        _code.entry,
    )


_code = NativeCode(
    "lanes",
    [Path(__file__).with_name(f"{name}.py") for name in _SOURCES.split()],
    _compile,
    (ctypes.c_void_p, *[ctypes.c_int64] * 6),
)


class Native:
    """The compiled kernel.

    Args:
        run: Its entry function.
    """

    def __init__(self, run: Callable[..., Any]) -> None:
        self._run = run

    def search(
        self, pool: Pool, limit: int, max_guesses: int, share_after: int
    ) -> Callable[[int], None]:
        """Return what runs `kernel.run` on a pool for some rounds.

        It runs without the interpreter's lock.  Only one thread at a time may work on a
        pool.
        """
        table = np.array([array.ctypes.data for array in pool], np.int64)

        def run(rounds: int) -> None:
            start, sizes = table.ctypes.data, (len(pool.counts), len(pool.output_index))
            self._run(start, *sizes, limit, max_guesses, share_after, rounds)

        return run


def native(compiling: Callable[[], None] | None) -> Native | None:
    """Return the compiled kernel.

    Args:
        compiling: Is called if there is no compiled code yet, before it is compiled,
            here or by another process; None not to compile.

    Returns:
        None if it is not to be compiled.
    """
    run = _code.load(compiling)
    return None if run is None else Native(run)
