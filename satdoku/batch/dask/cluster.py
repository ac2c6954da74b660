"""A Dask cluster as seen from here: who may join in, what is sent, what has failed.

A piece of work travels inside its task (`submit`), not as data of its own (`scatter`):
a task that carries its data can be run again anywhere when a worker dies, whereas what
was scattered is lost with the worker that held it.  Measured with pieces of 65,536
puzzles: 18 ms a piece, there and back, 15 ms when scattered straight to the workers.

Whoever joins must have this version of satdoku: a worker without it cannot even read
its tasks, ends, is started again, and so on.  So newcomers are asked for theirs, with
what Python itself brings, as nothing of satdoku could be sent to them.
"""

from __future__ import annotations

import time
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pydoc import locate
from threading import Lock
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from satdoku.batch.dask.connection import Connection, line_of
from satdoku.batch.dask.task import MISSING, solve_piece, version
from satdoku.errors import LostError, UsageError, printable, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    import numpy as np
    from distributed import Client
    from numpy.typing import NDArray

    from satdoku.batch.dask.task import Arrays, Asked

__all__ = ["Cluster"]

_LOOK = 2.0
"""Seconds from one look at who takes part to the next."""
_SILENCE = 4.0
"""Seconds without a worker after which that is said."""


class Cluster:
    """A cluster, reached through a client of Dask.

    Args:
        client: A client, which stays open; or the address of a scheduler, to which a
            client is opened and closed again.
        wait: Seconds to wait for a worker where there is none; None for ever.
        notice: Is told once, after some of these seconds, what is waited for.

    Raises:
        UsageError: Dask is not installed, this is no client, no scheduler answers, or
            one of those who take part has no satdoku, or another version.
    """

    def __init__(
        self,
        client: Client | str,
        wait: float | None = None,
        notice: Callable[[str], None] | None = None,
    ) -> None:
        try:
            self._dask: Any = import_module("distributed")
        except ImportError:
            raise UsageError(MISSING) from None
        self._wait = wait
        self._notice = notice
        self._own = Connection(client) if isinstance(client, str) else None
        self._client: Any = self._own.client if self._own else self._reached(client)
        self._where = f"the Dask cluster at {_address(self._client)}"
        self._known: set[str] = set()
        self._threads = 0
        self._looked = -_LOOK
        self._looking = Lock()
        self._name = f"satdoku-{uuid4().hex}"
        self._sent = 0
        try:
            self._compare({"the scheduler": self._asked_scheduler()})
            self.threads()
        except BaseException:
            self.close()
            raise

    def _reached(self, client: object) -> Any:  # noqa: ANN401  the client, unwatched
        if not isinstance(client, self._dask.Client):
            raise UsageError(
                f"{shown(client)} is no client of Dask; expected a "
                "distributed.Client or the address of a scheduler"
            )
        found: Any = client
        if found.asynchronous:
            raise UsageError("an asynchronous client cannot be used here")
        if found.status != "running":
            raise UsageError(f"the client of Dask is {found.status}")
        return found

    def threads(self) -> int:
        """Return how many threads the workers have, and look at who is new.

        Raises:
            UsageError: A new worker has no satdoku, or another version.
            LostError: The cluster cannot be reached any more.
        """
        # Asked by who sends (is there room?) and by who waits, each in a thread.
        with self._looking:
            if time.monotonic() - self._looked >= _LOOK:
                self._look()
            return self._threads

    def _look(self) -> None:
        with self._at_hand():
            workers: dict[str, int] = self._client.nthreads()
            new = [address for address in workers if address not in self._known]
            told: dict[str, object] = (
                self._client.run(
                    locate, "satdoku.__version__", workers=new, on_error="return"
                )
                if new
                else {}
            )
        # A worker that went away meanwhile has nothing to tell.
        told = {
            who: what for who, what in told.items() if not isinstance(what, OSError)
        }
        self._compare({f"the worker {who}": what for who, what in told.items()})
        self._known.update(told)
        self._threads = sum(workers.values())
        self._looked = time.monotonic()

    def _asked_scheduler(self) -> object:
        with self._at_hand():
            return self._client.run_on_scheduler(locate, "satdoku.__version__")

    @contextmanager
    def _at_hand(self) -> Generator[None]:
        """Say in our words that the cluster is gone."""
        try:
            yield
        except (OSError, CancelledError, self._dask.client.ClosedClientError) as error:
            raise LostError(
                f"{self._where} was lost: its scheduler does not answer any more"
            ) from error

    def _awaited(self, since: float) -> float:
        """Return when a worker was there, known that there was none since a time.

        Raises:
            UsageError: As `threads`.
            LostError: As `threads`; or it has waited for a worker long enough.
        """
        threads, now = self.threads(), time.monotonic()
        if threads:
            return now
        if self._wait is not None and now - since >= self._wait:
            raise LostError(f"{self._where} had no worker for {self._wait:g} s")
        if self._notice is not None and now - since >= _SILENCE:
            self._notice(f"waiting for a worker of {self._where}")
            self._notice = None
        return since

    def _compare(self, told: dict[str, object]) -> None:
        for who, what in told.items():
            if what != version():
                has = f"satdoku {what}" if isinstance(what, str) else "no satdoku"
                raise UsageError(
                    f"{who} has {has}, the client {version()}; install the same "
                    "version on all"
                )

    def submit(self, puzzles: NDArray[np.uint8], first: int, asked: Asked) -> Any:  # noqa: ANN401  a future
        """Send a piece of work; return its future.

        It is not sent a second time when it raises: what it raises is about puzzles or
        an installation, and would come again.  When its worker dies, Dask gives it to
        another one, as often as the scheduler's `allowed-failures` says (3).
        """
        self._sent += 1
        with self._at_hand():
            return self._client.submit(
                solve_piece,
                puzzles,
                first,
                asked,
                key=f"{self._name}-{self._sent}",
                retries=0,
            )

    def result(self, future: Any) -> Arrays:  # noqa: ANN401  as above
        """Wait for a piece of work.

        Raises:
            UsageError: A worker that has come meanwhile has no satdoku of this version.
            LostError: It cannot be had: the cluster is gone, no worker has come, or
                every worker that was given the piece died.
        """
        since = time.monotonic()
        while not self._done(future):
            # Whoever came and cannot read its tasks is told here.
            since = self._awaited(since)
        # What went wrong in the task itself says nothing of the cluster.
        reached = nullcontext() if future.status == "error" else self._at_hand()
        try:
            with reached:
                arrays: Arrays = future.result()
        except self._dask.KilledWorker as error:
            self._looked = -_LOOK
            self.threads()  # one that cannot read its tasks is told by its name
            raise LostError(
                f"every worker of {self._where} that was given these puzzles died; "
                f"its log may tell why (memory?): {line_of(error)}"
            ) from error
        future.release()
        return arrays

    def _done(self, future: Any) -> bool:  # noqa: ANN401  as above
        with self._at_hand(), self._client.as_current():
            try:
                self._dask.wait(future, timeout=_LOOK)
            except TimeoutError:
                return False
        return True

    def cancel(self, futures: list[Any]) -> None:
        """Give up what is wanted no more; the workers stop within a second or so."""
        for future in futures:
            future.release()

    def close(self) -> None:
        """Close the client, if it was opened here."""
        if self._own:
            self._own.close()


def _address(client: Any) -> str:  # noqa: ANN401  as above
    return printable(str(client.scheduler.address), 200)
