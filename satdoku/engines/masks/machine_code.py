"""How the kernel is compiled, and what it has of the processor; needs Numba."""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from satdoku.engines.intrinsics import lowest_bit, pointers_of, popcount
from satdoku.engines.masks import kernel, layout, propagators, sums
from satdoku.engines.native import compile_with_numba

if TYPE_CHECKING:
    from collections.abc import Callable


@intrinsic
def _leading(_context: Any, _word: Any) -> Any:
    """Return how many bits above the highest are not set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def _from_place(_context: Any, memory: Any, _at: Any) -> Any:
    """Return a pointer to a place of a memory."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return memory(memory, types.int64), generate


_parts = pointers_of(layout.PARTS)

_MADE: dict[Callable[..., Any], Callable[..., Any]] = {
    layout.popcount: lambda word: lambda word: popcount(word),
    layout.lowest: lambda word: lambda word: lowest_bit(word),
    layout.highest: lambda word: lambda word: 63 - _leading(word),
    layout.from_place: lambda memory, at: lambda memory, at: _from_place(memory, at),
    layout.parts: lambda memory: lambda memory: _parts(memory),
}
"""What Numba compiles in place of a function: it passes the types of the arguments."""


def compiled(entry: str) -> bytes:
    """Compile the kernel for this processor; return an object file.

    Args:
        entry: The name of its entry function there.
    """
    for function, made in _MADE.items():
        overload(function)(made)
    return compile_with_numba(
        [sums, propagators, kernel],
        kernel.run,
        lambda types: types.int64(types.CPointer(types.int64), types.int64),
        entry,
    )
