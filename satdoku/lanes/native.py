"""Compiled code: found in the user's cache directory or made, and called.

What the compiler makes is kept as an object file, named by a digest of the sources, the
compiler's version and the processor, so that it is never stale and never in the
installed package, which may be read-only.  It is loaded only if it is whole (it begins
with its own digest) and nobody else can have written it.
"""
# pyright: basic
# (llvmlite has no types.)

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import stat
import sys
from contextlib import suppress
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.lanes.pool import Pool

__all__ = ["ENTRY", "Native", "cache_directory", "native", "target_machine"]

ENTRY = "satdoku_lanes"
"""The name of the compiled function."""

_SOURCES = (
    "branching",
    "cells",
    "compiler",
    "formulas",
    "kernel",
    "layout",
    "machine_code",
    "native",
    "pieces",
    "pool",
    "sweep",
    "tape",
)
_DIGEST = 32
_NEWEST = 8
_loading = Lock()


def cache_directory() -> Path | None:
    """Return where compiled code is kept; `SATDOKU_CACHE_DIR` says otherwise.

    None where this user has no home.
    """
    told = os.environ.get("SATDOKU_CACHE_DIR")
    if told:
        return Path(told)
    try:
        return _usual_directory()
    except RuntimeError:  # of `Path.home`
        return None


def _usual_directory() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base or Path.home() / "AppData" / "Local") / "satdoku" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "satdoku"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "satdoku"


def target_machine() -> Any:
    """Return LLVM's idea of the processor this runs on."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="default",
        codemodel="jitdefault",
    )


def _file() -> Path | None:
    """Return the file for this version of everything; None if code cannot be kept.

    That is so where there is no place, and where the sources are not to be seen.
    """
    directory = cache_directory()
    digest = hashlib.sha256()
    room = files("satdoku.lanes")
    try:
        for name in _SOURCES:
            digest.update(room.joinpath(f"{name}.py").read_bytes())
    except OSError:
        return None
    if directory is None:
        return None
    for text in (
        version("numba"),
        llvmlite.__version__,
        platform.python_version(),
        llvm.get_default_triple(),
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
    ):
        digest.update(text.encode() + b"\0")
    return directory / f"lanes-{digest.hexdigest()[:24]}.o"


def _kept(file: Path) -> bytes | None:
    """Read compiled code; None if there is none that can be trusted."""
    try:
        with file.open("rb") as stream:
            about = os.fstat(stream.fileno())
            content = stream.read()
    except OSError:
        return None
    if hasattr(os, "geteuid"):
        others = stat.S_IWGRP | stat.S_IWOTH
        if about.st_uid != os.geteuid() or about.st_mode & others:
            return None
    digest, code = content[:_DIGEST], content[_DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def _keep(file: Path, code: bytes) -> None:
    """Write compiled code, whole or not at all."""
    # Where nothing can be written (a full disk, a home that is read-only) the code in
    # memory serves this process, and the next one compiles again.
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile(
            dir=file.parent, prefix=file.stem, suffix=".part", delete=False
        ) as stream:
            try:
                stream.write(hashlib.sha256(code).digest() + code)
                stream.close()
                Path(stream.name).replace(file)
            except BaseException:
                Path(stream.name).unlink(missing_ok=True)
                raise
        _clear_out(file.parent)


def _clear_out(directory: Path) -> None:
    """Remove what older versions left, and what was never finished.

    Processors may share a home: the newest few files stay.
    """
    kept = sorted(directory.glob("lanes-*.o"), key=lambda file: file.stat().st_mtime)
    yesterday = time() - 86_400
    parts = [
        part
        for part in directory.glob("lanes-*.part")
        if part.stat().st_mtime < yesterday
    ]
    for file in (*kept[:-_NEWEST], *parts):
        file.unlink(missing_ok=True)


class Native:
    """The compiled kernel.

    Args:
        code: An object file.
    """

    def __init__(self, code: bytes) -> None:
        machine = target_machine()
        # Kept: the code is freed with it.
        self._holder = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._holder.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._holder.finalize_object()
        number, pointer = ctypes.c_int64, ctypes.c_void_p
        # Numba's convention: where a result and an error would go, then the arguments.
        made = ctypes.CFUNCTYPE(ctypes.c_int32, *[pointer] * 3, *[number] * 6)
        self._call = made(self._holder.get_function_address(ENTRY))

    def search(
        self,
        pool: Pool,
        *,
        limit: int,
        max_guesses: int,
        emit: bool,
        together: bool,
        patience: int,
    ) -> Callable[[int], None]:
        """Return what runs `kernel.run` on a pool for some rounds.

        It runs without the interpreter's lock.  Only one thread at a time may work on a
        pool.
        """
        table = np.array(
            [number for array in pool for number in (array.ctypes.data, array.size)],
            np.int64,
        )
        room = (ctypes.c_int64 * 8)()
        result = ctypes.addressof(room)
        error = result + 32
        first = table.ctypes.data

        def run(rounds: int) -> None:
            failed = self._call(
                result,
                error,
                first,
                limit,
                max_guesses,
                emit,
                together,
                patience,
                rounds,
            )
            # Named, so that they live as long as this function does.
            assert not failed, (pool, table, room)  # noqa: S101  it raises nothing

        return run


def native(compiling: Callable[[], None] | None = None) -> Native:
    """Return the compiled kernel; the first time it may have to be compiled.

    Args:
        compiling: Is called if the compiler has to run, before it does.
    """
    with _loading:
        return _native(compiling) if not _made else _made[0]


_made: list[Native] = []


def _native(compiling: Callable[[], None] | None) -> Native:
    file = _file()
    code = None if file is None else _kept(file)
    if code is None:
        if compiling is not None:
            compiling()
        from satdoku.lanes.compiler import object_code  # noqa: PLC0415  Numba is slow

        code = object_code()
        if file is not None:
            _keep(file, code)
    _made.append(Native(code))
    return _made[0]
