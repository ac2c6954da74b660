"""Instructions of the processor that Numba lacks; needs Numba."""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:
    """Return how many bits of a word are set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def pointers_of(count: int) -> Any:
    """Return what makes of a memory so many pointers, to the places it begins with."""

    @intrinsic
    def parts(_context: Any, memory: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = [ir.Constant(ir.IntType(64), at) for at in range(count)]
            places = [builder.load(builder.gep(args[0], [at])) for at in numbers]
            pointers = [builder.gep(args[0], [place]) for place in places]
            return context.make_tuple(builder, signature.return_type, pointers)

        return types.UniTuple(memory, count)(memory), generate

    return parts


@intrinsic
def lowest_bit(_context: Any, _word: Any) -> Any:
    """Return the number of the lowest bit that is set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate
