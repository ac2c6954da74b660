"""The compiled passes over a proof (`engines.native` keeps them)."""

from __future__ import annotations

import ctypes
from pathlib import Path

from satdoku.engines.native import NativeCode, compile_with_numba
from satdoku.proof import backward


def _compile() -> bytes:
    """Compile `backward.run` on a memory, which takes some seconds."""
    from satdoku.engines.intrinsics import pointers_of  # noqa: PLC0415  needs Numba

    run, parts = backward.run, pointers_of(backward.ARRAYS)

    def in_memory(memory: list[int], visits: int) -> int:
        return run(visits, parts(memory))

    return compile_with_numba(
        [backward],
        in_memory,
        lambda types: types.int64(types.CPointer(types.int64), types.int64),
        code.entry,
    )


code = NativeCode(
    "proofs",
    [Path(__file__), Path(backward.__file__)],
    _compile,
    (ctypes.c_void_p, ctypes.c_int64),
    ctypes.c_int64,
)
"""Called with the address of a memory, which begins with the places of the arrays, and
watches to look at."""
