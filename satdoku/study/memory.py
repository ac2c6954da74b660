"""How much memory a process has, and the most it had, as its system tells.

On Linux by /proc: `VmRSS` and its high-water mark `VmHWM`.  Not by `ru_maxrss`, as
elsewhere: there a process begins with the mark of the one that started it, since that
mark outlives `exec`, so that a small child of a large parent would look large.
"""

from __future__ import annotations

import sys

__all__ = ["Memory", "memory", "reset_peak"]

_STATUS = "/proc/{}/status"
_RESET = "/proc/self/clear_refs"
_PEAK_ALONE = "5"  # what is written there: the mark falls to what there is now


class Memory:
    """What a process has of memory, in bytes; None where nobody tells.

    Args:
        now: What it has.
        peak: The most it had since it began, or since the mark was reset.
    """

    __slots__ = ("now", "peak")

    def __init__(self, now: int | None, peak: int | None) -> None:
        self.now = now
        self.peak = peak


def memory(process: int | None = None) -> Memory:
    """Return the memory of a process.

    Args:
        process: Its number; None for this one.  Of others only Linux tells.

    Example:
        >>> found = memory()
        >>> found.now is None or 0 < found.now <= found.peak
        True
    """
    found: dict[str, int] = {}
    try:
        path = _STATUS.format("self" if process is None else process)
        with open(path, encoding="ascii", errors="replace") as lines:  # noqa: PTH123  a run starts quicker without pathlib
            for line in lines:
                name, _, told = line.partition(":")
                if name in ("VmRSS", "VmHWM"):
                    found[name] = int(told.split()[0]) * 1024
    except OSError:  # not Linux, or the process is gone
        return Memory(None, None) if process is not None else _by_usage()
    if "VmHWM" not in found:  # its memory is gone already, or a kernel in a sandbox
        return Memory(found.get("VmRSS"), None)
    return Memory(found.get("VmRSS"), found["VmHWM"])


def _by_usage() -> Memory:
    """Return the peak, which is all that is told; what there is now is no more."""
    if sys.platform == "win32":
        return Memory(None, None)
    import resource  # noqa: PLC0415  not everywhere

    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return Memory(peak, peak)


def reset_peak() -> bool:
    """Let the peak begin anew; return whether that can be done here."""
    try:
        with open(_RESET, "w", encoding="ascii") as target:  # noqa: PTH123  as above
            target.write(_PEAK_ALONE)
    except OSError:
        return False
    return True
