"""The other side of `satdoku.study.isolated`: does the work, and measures it.

    in    (work, item)
    out   {"told": "ready", memory}, then
          {"told": "done", value, time, CPU time, memory} or what went wrong instead

What is imported here comes before each work, so it is little.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from importlib import import_module
from threading import Thread
from typing import Any

from satdoku.study.memory import memory, reset_peak

__all__ = ["main", "measured"]


def main() -> None:
    """Do the one work that the parent tells, and end."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints must not come between the answers
    work, item = pickle.load(sys.stdin.buffer)  # noqa: S301  from the parent
    Thread(target=_end_with_parent, daemon=True).start()
    module, _, name = work.partition(":")
    function = getattr(import_module(module), name)
    reset_peak()
    before = memory().now
    pickle.dump({"told": "ready", "before": before}, target)
    target.flush()
    target.write(measured(function, item))
    target.flush()
    os._exit(0)  # nothing of what was loaded has to be put in order


def measured(function: Any, item: object) -> bytes:  # noqa: ANN401  whatever a module has
    """Call a function, and return what it said and took, pickled."""
    told: dict[str, object]
    cpu, start = _cpu(), time.perf_counter()
    try:
        value = function(item)
    except MemoryError:
        value = None
        told = {"told": "memory"}
    except BaseException as error:  # noqa: BLE001  it is told, whatever it is
        value = None
        told = {"told": "failed", "note": _named(error)}
    else:
        told = {"told": "done"}
    told["time_s"] = time.perf_counter() - start
    told["cpu_s"] = _cpu() - cpu
    told["peak"] = memory().peak
    try:
        return pickle.dumps(told | {"value": value})
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        return pickle.dumps(told | {"told": "failed", "note": _named(error)})


def _named(error: BaseException) -> str:
    said = str(error)
    kind = type(error).__name__
    return f"{kind}: {said}" if said else kind


def _cpu() -> float:
    """Return the CPU time of this process, all threads, and of ended children."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _end_with_parent() -> None:
    """End as soon as nobody is there who would hear the answer."""
    while os.read(0, 4096):
        pass
    os._exit(1)
