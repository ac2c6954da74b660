"""Compiles the kernel with Numba into an object file; nothing else needs Numba.

Numba's own dispatcher and cache are not used: they keep code beside the package or in
pickles, know neither that the tape is part of it nor functions of other files, and to
load them takes half a second.  An object file is loaded in milliseconds
(`satdoku.lanes.native`).

Two things make the code fast.  Reference counting is left out (`_nrt=False`): the
kernel makes no array and keeps none, and to count 33 of them at every call took four
times as long as the search.  And LLVM optimises once more with every function but the
entry internal, so that it may fold them into each other.
"""
# pyright: basic
# (Numba and llvmlite have no types.)

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import cfunc, types
from numba.extending import intrinsic, register_jitable
from numba.np.arrayobj import populate_array

from satdoku.lanes import branching, cells, kernel, pieces
from satdoku.lanes.native import ENTRY, target_machine
from satdoku.lanes.pool import Pool, make_pool

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["object_code"]

_LONG = ir.IntType(64)
_KINDS = {
    "uint8": types.uint8,
    "uint32": types.uint32,
    "uint64": types.uint64,
    "int64": types.int64,
}


def object_code() -> bytes:
    """Compile `kernel.run` for this processor.

    Takes some seconds.  The function in it is `satdoku.lanes.native.ENTRY`.
    """
    for module in (pieces, cells, branching, kernel):
        for function in list(vars(module).values()):
            if getattr(function, "__module__", "") == module.__name__:
                register_jitable(_nrt=False)(function)
    number = types.int64
    arguments = (types.CPointer(number), *[number] * 6)
    without_counting: dict[str, Any] = {"_nrt": False}
    compiled: Any = cfunc(types.void(*arguments), **without_counting)(_entry())
    # What Numba wraps around it for C would call Python; the function itself does not.
    native = compiled._wrapper_name.removeprefix("cfunc.")  # noqa: SLF001  no other way
    module = llvm.parse_assembly(compiled.inspect_llvm().replace(native, ENTRY))
    machine = target_machine()
    for function in module.functions:
        if not function.is_declaration and function.name != ENTRY:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def _entry() -> Callable[..., None]:
    """Make the function that turns a table of addresses and sizes into a `Pool`."""
    example: Sequence[NDArray[Any]] = make_pool(kernel.NO_PUZZLES, blocks=1)
    names = {f"as_{kind}": _array_of(kind) for kind in _KINDS}
    arrays = ", ".join(
        f"as_{array.dtype}(table, {at})" for at, array in enumerate(example)
    )
    space: dict[str, Any] = {"Pool": Pool, "run": kernel.run, **names}
    # Written out, since compiled code cannot loop over arrays of different types.
    source = (
        "def entry(table, limit, max_guesses, emit, together, patience, rounds):\n"
        f"    run(Pool({arrays}), limit, max_guesses, emit, together, patience, rounds)"
    )
    exec(source, space)  # noqa: S102  a constant text
    entry: Callable[..., None] = space["entry"]
    return entry


def _array_of(kind: str) -> Any:
    """Make the operation that takes an array from the table."""
    element = _KINDS[kind]
    array_type = types.Array(element, 1, "C")
    size = element.bitwidth // 8

    def as_array(_context: Any, _table: Any, _at: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            table, at = args
            first = builder.mul(at, _LONG(2))
            address = builder.load(builder.gep(table, [first]))
            length = builder.load(builder.gep(table, [builder.add(first, _LONG(1))]))
            array = context.make_array(array_type)(context, builder)
            pointer = ir.IntType(8 * size).as_pointer()
            populate_array(
                array,
                data=builder.inttoptr(address, pointer),
                shape=(length,),
                strides=(_LONG(size),),
                itemsize=_LONG(size),
                meminfo=None,
            )
            return array._getvalue()  # noqa: SLF001  how Numba's own functions do it

        return array_type(types.CPointer(types.int64), types.int64), generate

    return intrinsic(as_array)
