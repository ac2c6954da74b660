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
    # CPU time is read within wall time, so that of one thread it is never the more;
    # that of children, which the system counts in steps of 10 ms, is read outside.
    children = _of_children()
    start, cpu = time.perf_counter(), time.process_time()
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
    cpu = time.process_time() - cpu
    told["time_s"] = time.perf_counter() - start
    told["cpu_s"] = cpu + (_of_children() - children)
    told["peak"] = memory().peak
    try:
        return pickle.dumps(told | {"value": value})
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        return pickle.dumps(told | {"told": "failed", "note": _named(error)})


def _named(error: BaseException) -> str:
    said = str(error)
    kind = type(error).__name__
    return f"{kind}: {said}" if said else kind


def _of_children() -> float:
    """Return the CPU time of children that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _end_with_parent() -> None:
    """End as soon as nobody is there who would hear the answer."""
    while os.read(0, 4096):
        pass
    os._exit(1)
