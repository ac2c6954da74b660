"""Work begun ahead: a source is read in a thread of its own, while answers go out.

Whoever writes some puzzles and waits for their answers must get them, though the source
has no more to give for now.  Nobody can ask an iterator whether the next item would
have to be waited for; so a thread waits for it.  The alternative was to read on only
while nothing is on its way: no worker would have its next part when it needs it.

Invariants: the source is used by that thread alone, and is closed by it.  Jobs come in
the order of the items.  At most `room` of them are held: those on their way, and the
one whose answer whoever reads the answers has at hand.  Nothing is begun once this is
closed.
"""

from __future__ import annotations

import sys
from collections import deque
from contextlib import closing
from contextvars import copy_context
from threading import Condition, Thread
from typing import TYPE_CHECKING, Generic, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import TracebackType

__all__ = ["Ahead"]

_A_MOMENT = 0.2  # seconds: not everywhere does Ctrl-C wake who waits for ever
_FAREWELL = 0.1  # seconds in which a source that waits for nothing is closed

Item = TypeVar("Item")
Job = TypeVar("Job")


class Ahead(Generic[Item, Job]):
    """Jobs that are begun as their items come and as there is room.

    A context manager: whoever leaves it, leaves a source that is waiting to itself; the
    thread ends as soon as the source has given what it was asked for, and does not keep
    the interpreter from its end.

    Args:
        source: Where the items come from.
        begin: Begins what is to be done with one; called in the thread of the source,
            as `room` is.
        room: Tells how many jobs may be held at a time.

    Example:
        >>> with Ahead((n for n in range(3)), str, lambda: 2) as ahead:
        ...     while ahead.first() is not None:
        ...         ahead.take()
        '0'
        '1'
        '2'
    """

    def __init__(
        self,
        source: Generator[Item],
        begin: Callable[[Item], Job],
        room: Callable[[], int],
    ) -> None:
        self._source = source
        self._begin = begin
        self._room = room
        self._jobs: deque[Job] = deque()
        self._taken = 0  # 1 while the answer that was taken last is in use
        self._closed = self._over = False
        self._failure: BaseException | None = None
        self._news = Condition()
        # What the caller has set for NumPy, decimals, …, is set for the source, too.
        self._thread = Thread(
            target=copy_context().run,
            args=(self._read,),
            name="satdoku-source",
            daemon=True,
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(_FAREWELL)

    def first(self) -> Job | None:
        """Wait for the first job that was not taken; None if there will be none.

        Raises:
            BaseException: What the source, `begin` or `room` raised, in its turn: when
                all jobs before it were taken.
        """
        with self._news:
            self._taken = 0
            self._news.notify_all()
            while not (self._jobs or self._over):
                self._news.wait(_A_MOMENT)
            if self._jobs:
                return self._jobs[0]
            failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        return None

    def take(self) -> Job:
        """Take the first job; its room is free from the next `first` on."""
        with self._news:
            self._taken = 1
            return self._jobs.popleft()

    def jobs(self) -> list[Job]:
        """Return all that were begun and not taken."""
        with self._news:
            return list(self._jobs)

    def _read(self) -> None:
        # Were standard input given up while it is read here, Python would end by
        # "could not acquire lock": so it is held as long as this thread lives.
        held, failure = sys.stdin, None
        try:
            with closing(self._source):
                self._begin_all()
        except BaseException as error:  # noqa: BLE001  raised by `first`, in its turn
            failure = error
        with self._news:
            self._failure, self._over = failure, True
            self._news.notify_all()
        del held

    def _begin_all(self) -> None:
        while self._has_room():
            try:
                item = next(self._source)
            except StopIteration:
                return
            with self._news:
                if self._closed:
                    return
                self._jobs.append(self._begin(item))
                self._news.notify_all()
            del item  # the next one may be long in coming

    def _has_room(self) -> bool:
        """Wait until there is room for one more; False if none is wanted any more."""
        while True:
            most = self._room()  # outside the lock: it may have to ask a cluster
            with self._news:
                if self._closed:
                    return False
                if len(self._jobs) + self._taken < most:
                    return True
                self._news.wait()
