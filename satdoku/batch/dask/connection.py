"""A client of our own to a scheduler: found within ten seconds or told, and quiet.

Dask logs what happens to a connection, with tracebacks: a scheduler that goes away, a
Ctrl-C while something is waited for.  Here that becomes one error with one line, so
what the thread of this client logs is dropped; other clients are heard as ever.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from importlib import import_module
from threading import get_ident
from typing import Any

from satdoku.errors import UsageError, printable, shown

__all__ = ["Connection", "line_of"]

_PATIENCE = 10.0
"""Seconds for a scheduler to answer, and to come back when its connection broke."""
_FAREWELL = 5.0
"""Seconds for a client to close."""
_TALKERS = ("distributed", "tornado", "asyncio")


class Connection:
    """A client that is opened, and closed again.

    Args:
        address: Of the scheduler.

    Raises:
        UsageError: No scheduler answers there.
    """

    client: Any

    def __init__(self, address: str) -> None:
        dask: Any = import_module("distributed")
        try:
            # Before a thread is begun for nothing.
            import_module("distributed.comm").resolve_address(address)
        except (OSError, ValueError, TypeError) as error:
            raise _nowhere(address, line_of(error)) from error
        self._runner: Any = import_module("distributed.utils").LoopRunner()
        self._runner.start()
        self._mute = _Mute(self._runner.run_sync(_thread))
        # Made in two steps, to have it in hand when the second one fails.
        self.client = dask.Client.__new__(dask.Client)
        try:
            self.client.__init__(
                address,
                loop=self._runner.loop,
                timeout=_PATIENCE,
                set_as_default=False,
            )
        except BaseException as error:
            self._abandon()
            if isinstance(error, (OSError, ValueError, TypeError, ImportError)):
                raise _nowhere(address, line_of(error)) from error
            if isinstance(error, Exception):  # a greeting that Dask could not read
                raise _nowhere(address, "something else answers there") from error
            raise

    def close(self) -> None:
        """Close the client, whatever has become of the scheduler."""
        with suppress(OSError):  # it takes too long
            self.client.close(timeout=_FAREWELL)
        self._abandon()

    def _abandon(self) -> None:
        # It would be closed once more when it is collected, and may wait for that.
        self.client.status = "closed"
        self._runner.stop()
        self._mute.lift()


class _Mute(logging.Filter):
    """Drops what one thread logs by Dask, until it is lifted."""

    def __init__(self, thread: int) -> None:
        super().__init__()
        self._thread = thread
        self._loggers = [
            logging.getLogger(name)
            for name in [*_TALKERS, *logging.root.manager.loggerDict]
            if name.partition(".")[0] in _TALKERS
        ]
        for logger in self._loggers:
            logger.addFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether something is to be logged."""
        return record.thread != self._thread

    def lift(self) -> None:
        """Let it be heard again."""
        for logger in self._loggers:
            logger.removeFilter(self)


async def _thread() -> int:
    return get_ident()


def line_of(error: BaseException) -> str:
    """Return what an error says, on one line."""
    return printable(" ".join(str(error).split()), 200)


def _nowhere(address: str, why: str) -> UsageError:
    return UsageError(f"no Dask scheduler at {shown(address)}: {why}")
