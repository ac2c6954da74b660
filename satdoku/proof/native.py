"""The compiled passes over a proof (`engines.native` keeps them)."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from satdoku.engines.native import NativeCode, emit
from satdoku.proof import backward


def _compile() -> bytes:
    """Compile `backward.run`, which takes some seconds."""
    from numba import cfunc, types  # noqa: PLC0415  slow to load
    from numba.extending import register_jitable  # noqa: PLC0415  the same

    without_counting: dict[str, Any] = {"_nrt": False}
    for function in list(vars(backward).values()):
        if getattr(function, "__module__", "") == backward.__name__:
            register_jitable(**without_counting)(function)
    pointers = [types.CPointer(types.int64)] * backward.ARRAYS
    signature = types.int64(types.int64, *pointers)
    run: Any = cfunc(signature, **without_counting)(backward.run)
    return emit(run.inspect_llvm(), run.native_name, code.entry)


code = NativeCode(
    "proofs",
    [Path(__file__), Path(backward.__file__)],
    _compile,
    (ctypes.c_int64, *[ctypes.c_void_p] * backward.ARRAYS),
    ctypes.c_int64,
)
"""Called with watches to look at, and the addresses of the arrays."""
