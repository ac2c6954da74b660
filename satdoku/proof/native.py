"""The compiled passes over a proof (`engines.native` keeps them)."""

from __future__ import annotations

import ctypes
from pathlib import Path

from satdoku.engines.native import NativeCode, compile_with_numba
from satdoku.proof import backward


def _compile() -> bytes:
    """Compile `backward.run`, which takes some seconds."""
    return compile_with_numba(
        [backward],
        backward.run,
        lambda types: types.int64(
            types.int64, *[types.CPointer(types.int64)] * backward.ARRAYS
        ),
        code.entry,
    )


code = NativeCode(
    "proofs",
    [Path(__file__), Path(backward.__file__)],
    _compile,
    (ctypes.c_int64, *[ctypes.c_void_p] * backward.ARRAYS),
    ctypes.c_int64,
)
"""Called with watches to look at, and the addresses of the arrays."""
