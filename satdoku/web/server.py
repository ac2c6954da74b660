"""Serves the page on this machine, and answers it.

The page is at `/`; its requests come by POST to `/answer`.  Only the page itself gets
an answer: `Host` and `Origin` must be those of this server, and the token that the page
was given must come along.  A process of its own answers, one request at a time, and is
killed where nobody waits for the answer any more; another is ready in its place.

What a stranger can send is bounded: a connection carries one request, which must arrive
within seconds, and there are so many connections and no more.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import secrets
import select
import socket
import sys
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Lock, Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, cast

from satdoku.runtime.processes import start_python
from satdoku.web.site import page_files, policy

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

_CONNECTIONS = 100
_ARRIVAL = 5.0  # seconds in which a request must be there, and a file taken
_POLL = 0.05  # seconds between two looks at who waits for an answer
_MAX_BODY = 2_000_000  # bytes
_USUAL, _MAX_SECONDS, _GRACE = 60, 3_600, 15
"""Seconds for a request that names no time limit; the highest limit; what is added."""

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


class _Process:
    """A process that answers: started, and killed."""

    def __init__(self) -> None:
        self._popen = start_python("from satdoku.web.worker import serve; serve()")
        self.lines: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with cast("IO[bytes]", self._popen.stdout) as source:
            for line in source:
                self.lines.put(line)
        self.lines.put(b"")  # it has ended

    def send(self, request: str) -> None:
        """Send a request; where the process has ended, its lines say so."""
        target = cast("IO[bytes]", self._popen.stdin)
        with suppress(OSError):
            target.write(json.dumps(request).encode() + b"\n")
            target.flush()

    def kill(self) -> None:
        self._popen.kill()
        self._popen.wait()
        with suppress(OSError):
            cast("IO[bytes]", self._popen.stdin).close()


class Answers:
    """Answers requests, by a process that can be killed, with another in reserve."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[_Process] = []
        """The processes; the last one is asked next."""

    def start(self) -> None:
        """Start a process, before anybody asks."""
        self._idle.append(_Process())

    def lines(self, request: str, is_gone: Callable[[], bool]) -> Generator[bytes]:
        """Yield reports of progress and at last the reply, a line of JSON each.

        Args:
            request: The request.
            is_gone: Whether nobody waits for the answer any more; the process is killed
                then, and nothing else is yielded.
        """
        while not self._lock.acquire(timeout=_POLL):
            if is_gone():
                return
        try:
            yield from self._answer(request, is_gone)
        finally:
            while len(self._idle) < 2:
                self._idle.insert(0, _Process())
            self._lock.release()

    def _answer(self, request: str, is_gone: Callable[[], bool]) -> Generator[bytes]:
        process = self._idle.pop()
        end = monotonic() + _seconds(request) + _GRACE
        is_done = False
        process.send(request)
        try:
            while not is_done:
                try:
                    line = process.lines.get(timeout=_POLL)
                except Empty:
                    if is_gone():
                        return
                    if monotonic() < end:
                        continue
                    yield _refusal("Stopped", "out of time")
                    return
                if not line:
                    yield _refusal("EngineError", "the process that answers has ended")
                    return
                yield line
                is_done = not line.startswith(b'{"progress"')
        finally:
            if is_done:
                self._idle.append(process)
            else:
                process.kill()

    def close(self) -> None:
        """Kill the processes."""
        for process in self._idle:
            process.kill()


def _seconds(request: str) -> float:
    """Return the time limit that a request names."""
    try:
        limit = json.loads(request).get("timeout", _USUAL)
        return float(min(max(limit, 0), _MAX_SECONDS))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return _USUAL


def _refusal(kind: str, text: str) -> bytes:
    return json.dumps({"ok": False, "kind": kind, "error": text}).encode() + b"\n"


class Server(ThreadingHTTPServer):
    """The page and its answers, on the loopback interface alone.

    Args:
        port: The port; 0 for a free one.

    Attributes:
        token: What a request must bring.
        files: The files of the page.

    Raises:
        OSError: The port is taken.
    """

    daemon_threads = True
    request_queue_size = 2 * _CONNECTIONS

    def __init__(self, port: int) -> None:
        self.answers = Answers()
        super().__init__(("127.0.0.1", port), _Handler)
        self.answers.start()
        self.token = secrets.token_urlsafe(24)
        self.files = page_files(self.token)
        del self.files["sw.js"]  # which is for folders
        self.hosts = [
            f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")
        ]
        self._free = BoundedSemaphore(_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Answer in a thread, or close the connection if there are too many."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Answer, in its thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Keep quiet about clients that hang up."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Close the socket, and end the processes that answer."""
        super().server_close()
        self.answers.close()


class _Timed(io.RawIOBase):
    """What arrives on a socket, until a deadline."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket, self._end = connection, monotonic() + _ARRIVAL

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401  as in the base
        left = self._end - monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._socket.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    """Answers the one request of a connection."""

    server: Server
    server_version, sys_version = "satdoku", ""

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(_Timed(self.connection))

    def do_GET(self) -> None:
        """Send a file: a name outside the table is not found."""
        name = self.path.partition("?")[0][1:] or "index.html"
        data = self.server.files.get(name)
        if self._only("Host") not in self.server.hosts:
            self.send_error(403)
        elif data is None:
            self.send_error(404)
        else:
            self._send_file(_TYPES[name.rpartition(".")[2]], data)

    do_HEAD = do_GET  # noqa: N815  as in the base

    def _send_file(self, kind: str, data: bytes) -> None:
        tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        if self._only("If-None-Match") == tag:
            self._begin(304, {"ETag": tag})
            return
        headers = {
            "Content-Type": kind,
            "Content-Security-Policy": f"{policy()}; frame-ancestors 'none'",
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
            "ETag": tag,
        }
        if "gzip" in self._only("Accept-Encoding"):
            data = gzip.compress(data, mtime=0)
            headers["Content-Encoding"] = "gzip"
        self._begin(200, {**headers, "Content-Length": str(len(data))})
        if self.command != "HEAD":
            self.connection.settimeout(_ARRIVAL)
            self.wfile.write(data)

    def do_POST(self) -> None:
        """Answer a request of the page."""
        code = self._fault()
        if code:
            self.send_error(code)
            return
        length = int(self._only("Content-Length"))
        body = self.rfile.read(length)
        try:
            request = body.decode()
        except UnicodeDecodeError:
            self.send_error(400)
            return
        if len(body) < length:
            return  # who sent it has gone
        self._begin(200, {"Content-Type": "application/x-ndjson"})
        self.connection.settimeout(_ARRIVAL)
        with closing(self.server.answers.lines(request, self._is_gone)) as lines:
            for line in lines:
                self.wfile.write(line)

    def _fault(self) -> int:
        """Return the status of what is wrong with a request; 0 for nothing."""
        host, length = self._only("Host"), self._only("Content-Length")
        token = self._only("X-Satdoku-Token").encode()
        if host not in self.server.hosts or self._only("Origin") != f"http://{host}":
            return 403
        if not secrets.compare_digest(token, self.server.token.encode()):
            return 403
        if self.path != "/answer":
            return 404
        if self._only("Content-Type") != "application/json":
            return 415
        if not (length.isascii() and length.isdecimal()) or len(length) > 9:
            return 411
        return 413 if int(length) > _MAX_BODY else 0

    def _is_gone(self) -> bool:
        """Whether the page has closed the connection."""
        if not select.select([self.connection], [], [], 0)[0]:
            return False
        try:
            return not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def _only(self, name: str) -> str:
        """Return the value of a header; empty if it is missing, or there twice."""
        values = self.headers.get_all(name, [])
        return values[0] if len(values) == 1 else ""

    def _begin(self, code: int, headers: dict[str, str]) -> None:
        self.send_response(code)
        fixed = {
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Connection": "close",
        }
        for key, value in (headers | fixed).items():
            self.send_header(key, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  as in the base
        """Keep quiet."""
