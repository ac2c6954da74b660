"""The tape as vector code, and the few machine operations that Numba lacks.

A block of sixteen lanes is one vector of sixteen words: each line of the tape becomes
one operation on it, in a function of its own without a loop.  LLVM cuts the vectors to
the width the processor has.  (A loop over lanes left to the vectoriser would have to
prove that nothing overlaps, and is promoted to 64 bits by Numba's rules of types.)
"""
# pyright: basic
# (llvmlite and Numba have no types.)

from __future__ import annotations

import sys
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from satdoku.lanes.layout import LANES
from satdoku.lanes.tape import Line, Tape, sweep_tape

__all__ = [
    "lowest_bit",
    "popcount",
    "read_8_bytes",
    "sweep_block",
    "write_8_bytes",
]

_WORD = ir.IntType(32)
_LONG = ir.IntType(64)
_BYTE = ir.IntType(8)
_VECTOR = ir.VectorType(_WORD, LANES)
_NAME = "satdoku_sweep"


def _constant(value: int) -> Any:
    return ir.Constant(_VECTOR, [value] * LANES)


def _operation(builder: Any, line: Line, left: Any, right: Any) -> Any:
    """Emit one line of the tape."""
    if line.operation == "not":
        return builder.xor(left, _constant(0xFFFF_FFFF))
    emit = {
        "and": builder.and_,
        "or": builder.or_,
        "xor": builder.xor,
        "add": builder.add,
        "sub": builder.sub,
        "shl": builder.shl,
        "shr": builder.lshr,
    }[line.operation]
    return emit(left, right)


def _emit_sweep(function: Any, tape: Tape) -> None:
    """Write the body: load words, run the lines, store words, return the flags."""
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    block = builder.bitcast(function.args[0], _VECTOR.as_pointer())

    def place(word: int) -> Any:
        return builder.gep(block, [ir.Constant(_LONG, word)], inbounds=True)

    stored: dict[int, list[int]] = {}
    for at, word in tape.stores:
        stored.setdefault(at, []).append(word)
    values: list[Any] = []
    for at, line in enumerate(tape.lines):
        if line.operation == "load":
            value = builder.load(place(line.left), align=4)
        else:
            right = (
                _constant(line.constant) if line.right is None else values[line.right]
            )
            value = _operation(builder, line, values[line.left], right)
        values.append(value)
        for word in stored.get(at, ()):
            builder.store(value, place(word), align=4)

    def flags(value: Any) -> Any:
        some = builder.icmp_unsigned("!=", value, _constant(0))
        return builder.zext(builder.bitcast(some, ir.IntType(LANES)), _LONG)

    *_, one, two, three = (at for at, _ in tape.stores[:33])
    still_open = builder.or_(builder.or_(values[one], values[two]), values[three])
    result = flags(values[tape.conflict])
    for shift, value in ((16, values[tape.progress]), (32, still_open)):
        moved = builder.shl(flags(value), ir.Constant(_LONG, shift))
        result = builder.or_(result, moved)
    builder.ret(result)


def _sweep_block(_context: Any, words: Any, _offset: Any) -> Any:
    """Sweep the block whose first word is `words[offset]`.

    Returns:
        Flags of the sixteen lanes: conflict in bits 0-15, progress in 16-31, open cells
        in 32-47.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        name = ir.FunctionType(_LONG, [_WORD.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, name, _NAME)
        if function.is_declaration:
            function.linkage = "internal"
            function.attributes.add("noinline")
            _emit_sweep(function, sweep_tape())
        place = builder.gep(array.data, [args[1]], inbounds=True)
        return builder.call(function, [place])

    return types.int64(words, types.int64), generate


def _counter(name: str) -> Any:
    """Make a function of one word from an instruction that counts bits."""

    def typed(_context: Any, _word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            value = args[0]
            if name == "popcount":
                return builder.ctpop(value)
            return builder.cttz(value, ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), generate

    typed.__name__ = name
    return intrinsic(typed)


def _bytes_at(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """Return a pointer to eight bytes within an array of bytes."""
    place = context.make_array(kind)(context, builder, array)
    return builder.bitcast(
        builder.gep(place.data, [at], inbounds=True), _LONG.as_pointer()
    )


def _little(builder: Any, value: Any) -> Any:
    """Turn eight bytes into a number, the first byte lowest, or back."""
    return value if sys.byteorder == "little" else builder.bswap(value)


def _read_8_bytes(_context: Any, array: Any, _at: Any) -> Any:
    """Read eight bytes of an array as one number, the first byte lowest."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _bytes_at(context, builder, signature.args[0], args[0], args[1])
        return _little(builder, builder.load(place, align=1))

    return types.uint64(array, types.int64), generate


def _write_8_bytes(_context: Any, array: Any, _at: Any, _value: Any) -> Any:
    """Write a number to an array as eight bytes, the lowest first."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _bytes_at(context, builder, signature.args[0], args[0], args[1])
        builder.store(_little(builder, args[2]), place, align=1)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), generate


sweep_block: Any = intrinsic(_sweep_block)
popcount: Any = _counter("popcount")
lowest_bit: Any = _counter("lowest_bit")
read_8_bytes: Any = intrinsic(_read_8_bytes)
write_8_bytes: Any = intrinsic(_write_8_bytes)
