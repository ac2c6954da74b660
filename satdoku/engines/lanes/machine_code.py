"""The tape as vector code, and the few machine operations that Numba lacks.

A block of sixteen lanes is one vector of sixteen words: each line of the tape becomes
one operation on it, in a function of its own without a loop.  LLVM cuts the vectors to
the width the processor has.  (A loop over lanes left to the vectoriser would have to
prove that nothing overlaps, and is promoted to 64 bits by Numba's rules of types.)

Arrays are plain pointers here: to count references to them at every call took four
times as long as the search.
"""

# mypy: disable-error-code="untyped-decorator"
# (Numba has no types: what it decorates is Any, as its callers here need it.)

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic

from satdoku.engines.lanes.state import BIVALUE, LANES, OPEN, Pool, make_pool
from satdoku.engines.lanes.tape import Tape, sweep_tape

_LONG = ir.IntType(64)
_VECTOR = ir.VectorType(ir.IntType(32), LANES)
_METHODS = {"and": "and_", "or": "or_", "shr": "lshr"}  # others have the same name


def _constant(value: int) -> Any:
    return ir.Constant(_VECTOR, [value] * LANES)


def _emit_sweep(function: Any, tape: Tape) -> None:
    """Write the body: load words, run the lines, store words, return the flags."""
    builder = ir.IRBuilder(function.append_basic_block("entry"))

    def place(word: int) -> Any:
        return builder.gep(function.args[0], [ir.Constant(_LONG, word)], inbounds=True)

    def flags(value: Any) -> Any:
        some = builder.icmp_unsigned("!=", value, _constant(0))
        return builder.zext(builder.bitcast(some, ir.IntType(LANES)), _LONG)

    values: list[Any] = []
    stored: dict[int, list[int]] = {}
    for word, at in enumerate(tape.stores):
        stored.setdefault(at, []).append(word)
    for at, line in enumerate(tape.lines):
        if line.operation == "load":
            value = builder.load(place(line.left), align=4)
        else:
            emit = getattr(builder, _METHODS.get(line.operation, line.operation))
            other = line.right
            right = _constant(line.constant) if other is None else values[other]
            value = emit(values[line.left], right)
        values.append(value)
        for word in stored.get(at, ()):
            builder.store(value, place(word), align=4)
    one, two, three = (values[at] for at in tape.stores[OPEN:BIVALUE])
    some_open = builder.or_(builder.or_(one, two), three)
    result = flags(values[tape.conflict])
    for at, value in enumerate((values[tape.progress], some_open), 1):
        moved = builder.shl(flags(value), ir.Constant(_LONG, LANES * at))
        result = builder.or_(result, moved)
    builder.ret(result)


@intrinsic
def sweep_block(_context: Any, words: Any, _offset: Any) -> Any:
    """Sweep the block whose first word is `words[offset]`.

    Returns:
        Flags of the sixteen lanes: conflict in bits 0-15, progress in 16-31, open cells
        in 32-47.
    """

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        name = ir.FunctionType(_LONG, [_VECTOR.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, name, "sweep")
        if function.is_declaration:
            function.linkage = "internal"
            function.attributes.add("noinline")
            _emit_sweep(function, sweep_tape())
        place = builder.gep(args[0], [args[1]], inbounds=True)
        return builder.call(function, [builder.bitcast(place, _VECTOR.as_pointer())])

    return types.int64(words, types.int64), generate


@intrinsic
def pool_at(_context: Any, table: Any) -> Any:
    """Turn a table of addresses into a `Pool` of pointers."""
    example = make_pool(np.zeros((0, 81), np.uint8))
    kinds = [types.CPointer(from_dtype(array.dtype)) for array in example]
    pool = types.NamedTuple(kinds, Pool)

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointers = [
            builder.inttoptr(
                builder.load(builder.gep(args[0], [ir.Constant(_LONG, at)])),
                context.get_value_type(kind),
            )
            for at, kind in enumerate(kinds)
        ]
        return context.make_tuple(builder, pool, pointers)

    return pool(table), generate


@intrinsic
def read_8_bytes(_context: Any, array: Any, _at: Any) -> Any:
    """Read eight bytes of an array as one number, the first byte lowest."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = builder.bitcast(builder.gep(args[0], [args[1]]), _LONG.as_pointer())
        return builder.load(place, align=1)

    return types.uint64(array, types.int64), generate


@intrinsic
def write_8_bytes(_context: Any, array: Any, _at: Any, _value: Any) -> Any:
    """Write a number to an array as eight bytes, the lowest first."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        place = builder.bitcast(builder.gep(args[0], [args[1]]), _LONG.as_pointer())
        builder.store(args[2], place, align=1)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), generate
