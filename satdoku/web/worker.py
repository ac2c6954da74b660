"""The process that answers the page which `satdoku web` serves.

A line of its input is a request, written as a JSON string; a line of its output a
reply, or a report of progress.  It ends when its input does.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from satdoku.formats.records import to_json
from satdoku.web.api import answer

_BETWEEN = 0.1  # seconds between two reports of progress


def serve() -> None:
    """Answer the requests on standard input, one after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's
    target = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what anybody prints must not come between the answers
    requests: SimpleQueue[str] = SimpleQueue()
    last = 0.0

    def listen() -> None:
        for line in sys.stdin.buffer:
            requests.put(json.loads(line))
        os._exit(0)  # whatever is done now: nobody waits for it

    def progress(number: int, what: str) -> None:
        nonlocal last
        if monotonic() - last > _BETWEEN:
            last = monotonic()
            target.write(to_json({"progress": [number, what]}).encode() + b"\n")

    Thread(target=listen, daemon=True).start()
    with suppress(BrokenPipeError):
        while True:
            target.write(answer(requests.get(), progress).encode() + b"\n")
