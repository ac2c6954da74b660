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
from importlib import import_module
from pydoc import locate
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from satdoku.batch.dask.task import MISSING, solve_piece, version
from satdoku.errors import EngineError, SatdokuError, UsageError, printable, shown

if TYPE_CHECKING:
    import numpy as np
    from distributed import Client
    from numpy.typing import NDArray

    from satdoku.batch.dask.task import Arrays, Asked

__all__ = ["Cluster"]

_LOOK = 2.0
"""Seconds from one look at who takes part to the next."""


class Cluster:
    """A cluster, reached through a client of Dask.

    Args:
        client: A client, which stays open; or the address of a scheduler, to which a
            client is opened and closed again.

    Raises:
        UsageError: Dask is not installed, this is no client, no scheduler answers, or
            one of those who take part has no satdoku, or another version.
    """

    def __init__(self, client: Client | str) -> None:
        try:
            self._dask: Any = import_module("distributed")
        except ImportError:
            raise UsageError(MISSING) from None
        self._own = isinstance(client, str)
        self._client: Any = self._reached(client)
        self._known: set[str] = set()
        self._threads = 0
        self._looked = -_LOOK
        self._name = f"satdoku-{uuid4().hex}"
        self._sent = 0
        try:
            self._compare({"the scheduler": self._asked_scheduler()})
            self.threads()
        except BaseException:
            self.close()
            raise

    def _reached(self, client: Client | str) -> Any:  # noqa: ANN401  the client, unwatched
        if not isinstance(client, str):
            if not isinstance(client, self._dask.Client):
                raise UsageError(
                    f"{shown(client)} is no client of Dask; expected a "
                    "distributed.Client or the address of a scheduler"
                )
            if client.asynchronous:
                raise UsageError("an asynchronous client cannot be used here")
            if client.status != "running":
                raise UsageError(f"the client of Dask is {client.status}")
            return client
        try:
            # Looked at first: a client that cannot even begin leaves a thread behind.
            import_module("distributed.comm").resolve_address(client)
            return self._dask.Client(client, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise UsageError(
                f"no Dask scheduler at {shown(client)}: {_line(error)}"
            ) from error

    def threads(self) -> int:
        """Return how many threads the workers have, and look at who is new.

        Raises:
            UsageError: A new worker has no satdoku, or another version.
            EngineError: The cluster cannot be reached any more.
        """
        if time.monotonic() - self._looked < _LOOK:
            return self._threads
        try:
            workers: dict[str, int] = self._client.nthreads()
            new = [address for address in workers if address not in self._known]
            told: dict[str, object] = (
                self._client.run(
                    locate, "satdoku.__version__", workers=new, on_error="return"
                )
                if new
                else {}
            )
        except (OSError, CancelledError) as error:
            raise _lost(error) from error
        # A worker that went away meanwhile has nothing to tell.
        told = {
            who: what for who, what in told.items() if not isinstance(what, OSError)
        }
        self._compare({f"the worker {who}": what for who, what in told.items()})
        self._known.update(told)
        self._threads = sum(workers.values())
        self._looked = time.monotonic()
        return self._threads

    def _asked_scheduler(self) -> object:
        try:
            return self._client.run_on_scheduler(locate, "satdoku.__version__")
        except OSError as error:
            raise _lost(error) from error

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
        try:
            return self._client.submit(
                solve_piece,
                puzzles,
                first,
                asked,
                key=f"{self._name}-{self._sent}",
                retries=0,
            )
        except (OSError, CancelledError) as error:
            raise _lost(error) from error

    def result(self, future: Any) -> Arrays:  # noqa: ANN401  as above
        """Wait for a piece of work.

        Raises:
            UsageError: A worker that has come meanwhile has no satdoku of this version.
            EngineError: It cannot be had: the cluster is gone, or every worker that
                was given the piece died.
        """
        while True:
            try:
                with self._client.as_current():
                    self._dask.wait(future, timeout=_LOOK)
            except TimeoutError:
                self.threads()  # whoever came and cannot read its tasks is told here
            except CancelledError as error:
                raise _lost(error) from error
            else:
                break
        try:
            arrays: Arrays = future.result()
        except SatdokuError:
            raise
        except (OSError, CancelledError) as error:
            raise _lost(error) from error
        except self._dask.KilledWorker as error:
            self._looked = -_LOOK
            self.threads()  # one that cannot read its tasks is told by its name
            raise EngineError(
                "every worker of the Dask cluster that was given these puzzles died; "
                f"its log may tell why (memory?): {_line(error)}"
            ) from error
        future.release()
        return arrays

    def cancel(self, futures: list[Any]) -> None:
        """Give up what is wanted no more; the workers stop within a second or so."""
        for future in futures:
            future.release()

    def close(self) -> None:
        """Close the client, if it was opened here."""
        if self._own:
            self._client.close()


def _lost(error: BaseException) -> EngineError:
    what = _line(error)
    return EngineError(f"the Dask cluster was lost{f': {what}' if what else ''}")


def _line(error: BaseException) -> str:
    """Return what an error says, on one line."""
    return printable(" ".join(str(error).split()), 200)
