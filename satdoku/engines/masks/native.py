"""The compiled kernel of engine `masks` (`engines.native` keeps it)."""

from __future__ import annotations

import ctypes
from pathlib import Path

from satdoku.engines.native import NativeCode

_SOURCES = "kernel layout machine_code native propagators sums"


def _compile() -> bytes:
    """Compile the kernel, which takes some ten seconds."""
    from satdoku.engines.masks import machine_code  # noqa: PLC0415  needs Numba

    return machine_code.compiled(code.entry)


code = NativeCode(
    "masks",
    [Path(__file__).with_name(f"{name}.py") for name in _SOURCES.split()],
    _compile,
    (ctypes.c_void_p, ctypes.c_int64),
    ctypes.c_int64,
)
"""Called with the address of a memory and nodes to search."""
