"""What a study was measured on: the machine, and the versions of what ran."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import satdoku
from satdoku.processes import cores

__all__ = ["LIBRARIES", "machine", "processor", "versions"]

LIBRARIES = ("numpy", "numba", "python-sat", "scipy", "ortools")
"""What engines are made of, as it is installed by."""

_CPUINFO = Path("/proc/cpuinfo")
_LIMIT = Path("/sys/fs/cgroup/memory.max")


def machine() -> dict[str, str | int | None]:
    """Describe the machine, without its name or paths.

    Returns:
        `processor`; `cores`, as many as may be used; `memory_bytes`, as much as may be
        used, None where nobody tells; `system`; `python`.

    Example:
        >>> machine()["cores"] >= 1
        True
    """
    return {
        "processor": processor(),
        "cores": cores(),
        "memory_bytes": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def processor() -> str:
    """Return the model of the processor; empty where nobody tells."""
    with suppress(OSError):
        for line in _CPUINFO.read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def versions() -> dict[str, str]:
    """Return the versions of satdoku and of the libraries that are installed.

    Example:
        >>> list(versions())[0]
        'satdoku'
    """
    found = {"satdoku": satdoku.__version__}
    for name in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def _memory() -> int | None:
    """Return the memory of the machine, or of the container that this runs in."""
    found: list[int] = []
    with suppress(OSError, ValueError, AttributeError):  # not on Windows
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(OSError, ValueError):  # "max", where there is no limit
        found.append(int(_LIMIT.read_text("ascii")))
    return min(found, default=None)
