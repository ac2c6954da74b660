"""A process of one's own that searches, for executors that hold the interpreter.

Idea: a bare interpreter that reads arrays from its input and writes arrays to its
output.  `multiprocessing` was the alternative: it runs the caller's script again in
each process (which then needs `if __name__ == "__main__"`), answers Ctrl-C with a
traceback a process, and leaves its processes behind where the parent is killed.  Here
the process has a group of its own, where Ctrl-C does not reach it, and ends as soon as
its input does, which is when its parent is gone, however that came about.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, cast

from satdoku.child import fresh_python
from satdoku.errors import EngineError
from satdoku.lanes.search import Found, search

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch.options import Options

__all__ = ["Process", "serve"]

_STARTER = "from satdoku.batch.process import main; main()"


class Process:
    """A process that searches puzzles, one part after the other."""

    def __init__(self) -> None:
        apart: dict[str, Any] = {"process_group": 0}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._child = subprocess.Popen(  # noqa: S603  this interpreter, this file
            fresh_python(_STARTER),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **apart,
        )

    def search(
        self,
        puzzles: NDArray[np.uint8],
        options: Options,
        progress: Callable[[int], None],
    ) -> Found:
        """Do what `satdoku.lanes.search.search` does, over there.

        Raises:
            EngineError: The process has ended, by itself or by another's hand.
            Exception: Whatever the search raises.
        """
        source = cast("IO[bytes]", self._child.stdout)
        target = cast("IO[bytes]", self._child.stdin)
        try:
            target.write(pickle.dumps((puzzles, options)))
            target.flush()
            while True:
                # From a process that was started here and runs this file.
                said: object = pickle.load(source)  # noqa: S301
                if isinstance(said, BaseException):
                    raise said
                if isinstance(said, Found):
                    return said
                progress(cast("int", said))
        except (EOFError, BrokenPipeError, pickle.UnpicklingError) as error:
            code = self._child.wait()
            raise EngineError(
                f"a process that searched has ended (exit code {code}); "
                "out of memory, or ended by somebody"
            ) from error

    def end(self) -> None:
        """End the process, whatever it is doing; nothing is left of it."""
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not yet sent goes to nobody
                    pipe.close()


def serve(
    source: IO[bytes], target: IO[bytes], leave: Callable[[], None] = lambda: None
) -> None:
    """Search what comes, until no more comes or nobody listens.

    Args:
        source: Where the puzzles come from.
        target: Where to say what was found, and how far a search is.
        leave: Ends the process; called as soon as no more comes, whatever is searched
            then: a search for all solutions may have no end.
    """
    questions: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        with suppress(EOFError):
            while True:
                questions.put(pickle.load(source))  # noqa: S301  from the parent
        questions.put(None)
        leave()

    def tell(said: object) -> None:
        target.write(pickle.dumps(said))
        target.flush()

    Thread(target=listen, daemon=True).start()
    with suppress(BrokenPipeError):
        while (question := questions.get()) is not None:
            puzzles, options = question
            try:
                found = search(
                    puzzles,
                    limit=options.limit,
                    max_guesses=options.max_guesses,
                    executor=options.executor,
                    progress=tell,
                )
            except BrokenPipeError:
                raise
            except Exception as error:  # noqa: BLE001  it is raised where it was asked
                tell(error)
            else:
                tell(found)


def main() -> None:
    """Serve the process that started this one."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints must not come between the arrays
    serve(sys.stdin.buffer, target, lambda: os._exit(0))
