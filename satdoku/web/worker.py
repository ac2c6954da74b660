"""The process that answers the page which `satdoku web` serves.

A line of its input is a request, written as a JSON string; a line of its output a
reply, or a report of progress.  It ends when its input does.
"""

from __future__ import annotations

import json
from contextlib import suppress
from queue import Empty
from time import monotonic
from typing import IO

from satdoku.formats.records import to_json
from satdoku.runtime.processes import from_parent
from satdoku.web.api import answer, load

_BETWEEN = 0.1  # seconds between two reports of progress
_IDLE = 0.3  # seconds without a request until all is loaded that may be needed


def serve() -> None:
    """Answer the requests on standard input, one after the other."""
    requests, target = from_parent(_read)
    last = 0.0

    def send(text: str) -> None:
        target.write(text.encode() + b"\n")
        target.flush()

    def progress(number: int, what: str) -> None:
        nonlocal last
        if monotonic() - last > _BETWEEN:
            last = monotonic()
            send(to_json({"progress": [number, what]}))

    def request() -> str:
        with suppress(Empty):
            return requests.get(timeout=_IDLE)
        load()
        return requests.get()

    load("reading")
    with suppress(BrokenPipeError):
        while True:
            send(answer(request(), progress))


def _read(source: IO[bytes]) -> str:
    """Read a request.

    Raises:
        EOFError: There is none any more.
    """
    line = source.readline()
    if not line:
        raise EOFError
    return str(json.loads(line))
