"""Hold Ctrl-C back for a moment, so that what is written is not cut in two.

A signal that comes while a line is written could leave half of it in the file, or lose
what was held for the disk.  Behind a shield it waits until the line is whole.
"""

from __future__ import annotations

import signal
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType
    from typing import Self

    Handler = Callable[[int, FrameType | None], object]

__all__ = ["Shield"]

_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # SIGHUP is unknown to Windows
)


class Shield:
    """A context; where it is entered again, signals wait until that is left.

    These are SIGINT, SIGTERM and SIGHUP.

    Example:
        >>> with Shield() as shield:
        ...     told = ["interrupted as ever"]
        ...     with shield:
        ...         told.append("not interrupted; a signal is late")

    In other threads than the main one it does nothing: signals do not come there.
    """

    def __init__(self) -> None:
        self._handlers: dict[int, Handler] = {}
        self._depth = 0
        self._late: int | None = None

    def __enter__(self) -> Self:
        if not self._depth and current_thread() is main_thread():
            for number in _SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, self._came)
        self._depth += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._depth -= 1
        if not self._depth:
            for number, handler in self._handlers.items():
                signal.signal(number, handler)
            self._handlers.clear()
        if self._depth <= 1 and self._late is not None:
            late, self._late = self._late, None
            signal.raise_signal(late)

    def _came(self, number: int, frame: FrameType | None) -> None:
        if self._depth > 1:
            self._late = number
        else:
            self._handlers[number](number, frame)
