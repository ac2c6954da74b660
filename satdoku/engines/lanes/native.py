"""Compiled code: found in the user's cache directory or made, and called.

What the compiler makes is kept as an object file, named by a digest of the sources, the
compiler's version and the processor, so that it is never stale and never in the
installed package, which may be read-only.  It is loaded, in milliseconds and without
Numba, only if it is whole (it begins with its own digest) and nobody else can have
written it.  Of several processes that find none, one compiles and the others wait.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import stat
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from satdoku.engines.lanes.state import Pool

_ENTRY = "satdoku_lanes"
_SOURCES = "branching formulas kernel machine_code native state tape"
_DIGEST = 32


def cache_directory() -> Path:
    """Return where compiled code is kept; `SATDOKU_CACHE_DIR` says otherwise."""
    if chosen := os.environ.get("SATDOKU_CACHE_DIR"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "satdoku"


def _target_machine() -> Any:
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

    That is so where this user has no home, and where the sources are not to be seen.
    """
    digest = hashlib.sha256()
    try:
        for name in _SOURCES.split():
            digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
        directory = cache_directory()
    except (OSError, RuntimeError):
        return None
    host = llvm.get_default_triple(), llvm.get_host_cpu_name()
    features = llvm.get_host_cpu_features().flatten()
    # Each llvmlite goes with one version of Numba.
    about = llvmlite.__version__, platform.python_version(), *host, features
    digest.update("\0".join(about).encode())
    return directory / f"lanes-{digest.hexdigest()[:24]}.o"


def _read(file: Path) -> bytes | None:
    """Read compiled code; None if there is none that can be trusted."""
    try:
        with file.open("rb") as stream:
            about = os.fstat(stream.fileno())
            content = stream.read()
    except OSError:
        return None
    others = stat.S_IWGRP | stat.S_IWOTH
    if os.name == "posix" and (about.st_uid != os.geteuid() or about.st_mode & others):
        return None
    digest, code = content[:_DIGEST], content[_DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def _write(file: Path, code: bytes) -> None:
    """Write compiled code, whole or not at all."""
    # Where nothing can be written (a full disk, a home that is read-only) the code in
    # memory serves this process, and the next one compiles again.
    part = file.with_suffix(f".{os.getpid()}.part")
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            part.touch(mode=0o600)
            part.write_bytes(hashlib.sha256(code).digest() + code)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _alone(directory: Path) -> Generator[None]:
    """Wait until no other process compiles.

    The system ends a lock with its process.  Where there are no locks (Windows), or no
    place for one, each process compiles for itself.
    """
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            import fcntl  # noqa: PLC0415  not on Windows

            lock = os.open(directory / "lanes.lock", os.O_CREAT | os.O_RDWR, 0o600)
            stack.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _compiled(file: Path | None) -> bytes:
    """Compile, and keep the code; or wait for another process that does."""
    if file is None:
        return _compile()
    with _alone(file.parent):
        code = _read(file)
        if code is None:
            code = _compile()
            _write(file, code)
        return code


def _compile() -> bytes:
    """Compile `kernel.run` for this processor, which takes some seconds.

    Numba's own dispatcher and cache are not used: they keep code beside the package or
    in pickles, know neither that the tape is part of it nor functions of other files,
    and to load them takes half a second.  LLVM optimises once more with every function
    but the entry internal, so that it may fold them into each other.
    """
    from numba import cfunc, types  # noqa: PLC0415  takes half a second
    from numba.extending import register_jitable  # noqa: PLC0415  the same

    from satdoku.engines.lanes import branching, kernel  # noqa: PLC0415  the same

    without_counting: dict[str, Any] = {"_nrt": False}
    for module in (branching, kernel):
        for function in list(vars(module).values()):
            if getattr(function, "__module__", "") == module.__name__:
                register_jitable(**without_counting)(function)
    arguments = (types.CPointer(types.int64), *[types.int64] * 6)
    compiled: Any = cfunc(types.void(*arguments), **without_counting)(kernel.run)
    code = llvm.parse_assembly(compiled.inspect_llvm())
    for value in (*code.functions, *code.global_variables):
        if not value.is_declaration and value.name != compiled.native_name:
            value.linkage = "internal"
    code.get_function(compiled.native_name).name = _ENTRY
    machine = _target_machine()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(code, builder)
    made: bytes = machine.emit_object(code)
    return made


class Native:
    """The compiled kernel.

    Args:
        code: An object file.
    """

    def __init__(self, code: bytes) -> None:
        # Kept: the code is freed with it.
        self._holder = llvm.create_mcjit_compiler(
            llvm.parse_assembly(""), _target_machine()
        )
        self._holder.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._holder.finalize_object()
        made = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_int64] * 6)
        self._run = made(self._holder.get_function_address(_ENTRY))

    def search(
        self, pool: Pool, limit: int, max_guesses: int, share_after: int
    ) -> Callable[[int], None]:
        """Return what runs `kernel.run` on a pool for some rounds.

        It runs without the interpreter's lock.  Only one thread at a time may work on a
        pool.
        """
        table = np.array([array.ctypes.data for array in pool], np.int64)

        def run(rounds: int) -> None:
            start, sizes = table.ctypes.data, (len(pool.counts), len(pool.output_index))
            self._run(start, *sizes, limit, max_guesses, share_after, rounds)

        return run


_lock = Lock()
_loaded: list[Native] = []


def native(compiling: Callable[[], None] | None) -> Native | None:
    """Return the compiled kernel.

    Args:
        compiling: Is called if there is no compiled code yet, before it is compiled,
            here or by another process; None not to compile.

    Returns:
        None if it is not to be compiled.
    """
    with _lock:
        if not _loaded:
            file = _file()
            code = _read(file) if file else None
            if code is None:
                if compiling is None:
                    return None
                compiling()
                code = _compiled(file)
            _loaded.append(Native(code))
        return _loaded[0]
