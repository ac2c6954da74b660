"""Compiled code: found in the user's cache directory or made, and loaded.

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

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from types import ModuleType

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


def compile_with_numba(
    modules: Sequence[ModuleType],
    run: Callable[..., Any],
    signature: Callable[[Any], Any],
    entry: str,
) -> bytes:
    """Compile a function for this processor; return an object file.

    Numba's own dispatcher and cache are not used: they keep code beside the package or
    in pickles, know no functions of other files, and to load them takes half a second.

    Args:
        modules: All functions of them may be called by it, from the first to the last.
        run: The function.
        signature: Given the types of Numba, returns that of the function.
        entry: Its name in the object file.
    """
    from numba import cfunc, types  # noqa: PLC0415  takes half a second
    from numba.extending import register_jitable  # noqa: PLC0415  the same

    without_counting: dict[str, Any] = {"_nrt": False}
    for module in modules:
        for function in list(vars(module).values()):
            if getattr(function, "__module__", "") == module.__name__:
                register_jitable(**without_counting)(function)
    code: Any = cfunc(signature(types), **without_counting)(run)
    return _emit(code.inspect_llvm(), code.native_name, entry)


def _emit(module_text: str, function: str, entry: str) -> bytes:
    """Return an object file of code that Numba made.

    LLVM optimises once more with every function but the entry internal, so that it may
    fold them into each other.

    Args:
        module_text: The code.
        function: The name of the function that is called from Python.
        entry: Its name in the object file.
    """
    code = llvm.parse_assembly(module_text)
    for value in (*code.functions, *code.global_variables):
        if not value.is_declaration and value.name != function:
            value.linkage = "internal"
    code.get_function(function).name = entry
    machine = _target_machine()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(code, builder)
    made: bytes = machine.emit_object(code)
    return made


class NativeCode:
    """Compiled code of one entry function, loaded once in a process.

    Args:
        name: What it is called, in the cache, too.
        sources: The files that it is made of.
        compile_code: Makes the object file.
        arguments: The types of the entry's arguments, of `ctypes`.
        result: The type of what it returns; None for nothing.

    Attributes:
        entry: The name of the entry function.
    """

    def __init__(
        self,
        name: str,
        sources: Sequence[Path],
        compile_code: Callable[[], bytes],
        arguments: Sequence[Any],
        result: Any = None,
    ) -> None:
        self.entry = f"satdoku_{name}"
        self._name = name
        own = Path(__file__)
        self._sources = (own, own.with_name("intrinsics.py"), *sources)
        self._compile = compile_code
        self._type = ctypes.CFUNCTYPE(result, *arguments)
        self._lock = Lock()
        self._function: Callable[..., Any] | None = None
        self._holder: Any = None  # the code is freed with it

    def load(self, compiling: Callable[[], None] | None) -> Callable[..., Any] | None:
        """Return the entry function; it runs without the interpreter's lock.

        Args:
            compiling: Is called if there is no compiled code yet, before it is
                compiled, here or by another process; None not to compile.

        Returns:
            None if it is not to be compiled.
        """
        with self._lock:
            if self._function is None:
                file = self._file()
                code = _read(file) if file else None
                if code is None:
                    if compiling is None:
                        return None
                    compiling()
                    code = self._compiled(file)
                self._function = self._loaded(code)
            return self._function

    def _loaded(self, code: bytes) -> Callable[..., Any]:
        machine = _target_machine()
        self._holder = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._holder.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._holder.finalize_object()
        return self._type(self._holder.get_function_address(self.entry))

    def _file(self) -> Path | None:
        """Return the file for this version of everything; None if none can be kept.

        That is so where this user has no home, and where the sources are not to be
        seen.
        """
        digest = hashlib.sha256()
        try:
            for source in self._sources:
                digest.update(source.read_bytes())
            directory = cache_directory()
        except (OSError, RuntimeError):
            return None
        host = llvm.get_default_triple(), llvm.get_host_cpu_name()
        features = llvm.get_host_cpu_features().flatten()
        # Each llvmlite goes with one version of Numba.
        about = llvmlite.__version__, platform.python_version(), *host, features
        digest.update("\0".join(about).encode())
        return directory / f"{self._name}-{digest.hexdigest()[:24]}.o"

    def _compiled(self, file: Path | None) -> bytes:
        """Compile, and keep the code; or wait for another process that does."""
        if file is None:
            return self._compile()
        with _alone(file.parent, self._name):
            code = _read(file)
            if code is None:
                code = self._compile()
                _write(file, code)
            return code


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
def _alone(directory: Path, name: str) -> Generator[None]:
    """Wait until no other process compiles the same.

    The system ends a lock with its process.  Where there are no locks (Windows), or no
    place for one, each process compiles for itself.
    """
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            import fcntl  # noqa: PLC0415  not on Windows

            lock = os.open(directory / f"{name}.lock", os.O_CREAT | os.O_RDWR, 0o600)
            stack.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
