"""A polite end of the process (SIGTERM, SIGHUP), told as Ctrl-C is: by an exception.

Without it these signals end Python at once, and what is half-written stays behind.
"""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from satdoku.cli.failures import HungUp, Terminated

if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Self

__all__ = ["Ends"]


class Ends:
    """A context in which such an end raises `Terminated` or `HungUp`.

    In other threads than the main one it does nothing: that is the host's business.

    Example:
        >>> try:
        ...     with Ends():
        ...         signal.raise_signal(signal.SIGTERM)
        ... except KeyboardInterrupt as error:
        ...     print(repr(error))
        Terminated()
    """

    def __init__(self) -> None:
        self._handlers: dict[int, object] = {}

    def __enter__(self) -> Self:
        numbers = [signal.SIGTERM]
        if (
            sys.platform != "win32"
            and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL
        ):
            numbers.append(signal.SIGHUP)  # unless it is ignored, as `nohup` does
        with suppress(ValueError):  # not in the main thread
            for number in numbers:
                self._handlers[number] = signal.signal(number, _end)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._handlers.items():
            if callable(handler) or isinstance(handler, signal.Handlers):
                signal.signal(number, handler)
        self._handlers.clear()


def _end(number: int, frame: FrameType | None) -> None:
    del frame
    raise Terminated if number == signal.SIGTERM else HungUp
