"""Ctrl-C, pressed by a test."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ctrl_c_after"]


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[None]:
    """Press Ctrl-C once; not any more when what stands within has ended before."""
    clock = Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    clock.start()
    try:
        yield
    finally:
        clock.cancel()
        clock.join()
