"""`satdoku web`: the page is served, and answered, on this machine alone."""

import gzip
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest

import satdoku
from satdoku.web import server as served
from tests.cli.samples import EMPTY, PROPER
from tests.conftest import ROOT
from tests.web.conftest import resident

LONG = {"do": "count", "puzzle": EMPTY, "limit": 100_000_000, "timeout": 600}


@pytest.fixture(scope="module")
def server():
    with served.Server(0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Client:
    """What somebody sends to the server."""

    def __init__(self, server):
        self.host = f"127.0.0.1:{server.server_port}"
        self.right = {
            "Host": self.host,
            "Origin": f"http://{self.host}",
            "X-Satdoku-Token": server.token,
            "Content-Type": "application/json",
        }
        self.port = server.server_port

    def send(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in (headers or {}).items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        return response, data

    def get(self, path="/", method="GET", **headers):
        return self.send(method, path, headers={"Host": self.host, **headers})

    def post(self, request, path="/answer", **headers):
        body = request if isinstance(request, bytes) else json.dumps(request).encode()
        length = {"Content-Length": str(len(body))}
        return self.send("POST", path, body, {**self.right, **length, **headers})

    def ask(self, request):
        response, data = self.post(request)
        assert response.status == 200
        return [json.loads(line) for line in data.splitlines()]

    def raw(self, data):
        """Send bytes, and return what comes back until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as stream:
            stream.sendall(data)
            return b"".join(iter(lambda: stream.recv(65_536), b""))


@pytest.fixture
def client(server):
    return Client(server)


def test_the_page_and_its_answers(client):
    response, page = client.get()
    token = re.search(r'satdoku-token" content="(.+?)"', page.decode())[1]
    reply = client.ask({"do": "solve", "puzzle": PROPER})[-1]

    assert response.headers["Content-Type"].startswith("text/html")
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert token == client.right["X-Satdoku-Token"]
    assert reply["record"]["solution"] == satdoku.solve(PROPER).solution.line


def test_progress_comes_before_the_reply(client):
    lines = client.ask(LONG | {"limit": 200_000})

    assert lines[0]["progress"][1] == "solutions"
    assert lines[-1]["record"]["count"] == 200_000


def test_head_tags_and_compression(client):
    response, page = client.get("/app.js")
    head, nothing = client.get("/app.js", "HEAD")
    tag = response.headers["ETag"]
    same, empty = client.get("/app.js", **{"If-None-Match": tag})
    packed, data = client.get("/app.js", **{"Accept-Encoding": "gzip, br"})

    assert head.status == 200
    assert nothing == b""
    assert head.headers["Content-Length"] == response.headers["Content-Length"]
    assert (same.status, empty) == (304, b"")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(data) == page
    assert len(data) < len(page) / 2


def test_who_hangs_up_cancels_and_the_next_is_answered_at_once(server, client):
    client.ask({"do": "about"})
    process = server.answers._idle[-1]._popen
    body = json.dumps(LONG).encode()
    head = "".join(f"{name}: {value}\r\n" for name, value in client.right.items())
    stream = socket.create_connection(("127.0.0.1", client.port), timeout=60)
    stream.sendall(
        f"POST /answer HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode()
        + body
    )
    assert b"progress" in stream.recv(4096) + stream.recv(4096)
    stream.close()
    started = time.monotonic()

    assert client.ask({"do": "solve", "puzzle": PROPER})[-1]["ok"]
    assert time.monotonic() - started < 30  # the count would take minutes
    assert process.poll() is not None  # killed


def test_a_process_that_is_killed_is_replaced(server, client):
    client.ask({"do": "about"})
    server.answers._idle[-1]._popen.kill()

    assert not client.ask({"do": "about"})[-1]["ok"]
    assert client.ask({"do": "about"})[-1]["ok"]


WRONG_HEADERS = [
    *(
        {"Host": host}
        for host in (
            *("evil.example", "127.0.0.1", "127.0.0.1:1", "", None, "localhost"),
            *("127.0.0.1.evil.com", "[::1]", "127.0.0.1:80:{port}", "0.0.0.0:{port}"),
            *("127.0.0.1:{port}.evil.com", "{port}", "127.0.0.1:0{port}", "a" * 5000),
        )
    ),
    *(
        {"Origin": origin}
        for origin in (
            *(None, "", "null", "*", "http://evil.example", "https://127.0.0.1:{port}"),
            *("http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:{port}"),
            *(
                "http://127.0.0.1:{port}/",
                "http://127.0.0.1:{port}.evil.com",
                "file://",
            ),
            *("http://user@127.0.0.1:{port}", "http://127.0.0.1:{port} x"),
        )
    ),
    *(
        {"X-Satdoku-Token": token}
        for token in (None, "", "x", "0" * 32, "{token}x", "x{token}", "\xe9", "*")
    ),
    *(
        {"Content-Type": kind}
        for kind in (
            *(None, "", "text/plain", "application/x-www-form-urlencoded"),
            *("multipart/form-data", "application/json; charset=latin-1", "text/json"),
        )
    ),
    *(
        {"Content-Length": length}
        for length in (
            *(None, "", "-1", "+5", "1e3", "0x10", "99999999999999999999", "five", "²"),
            *("2000001", "999999999", "1, 1", "5 5", "\xb2"),
        )
    ),
]
PATHS = (
    *("/", "/answers", "/answer/", "/../answer", "/./answer", "/app.js", "*", "/%00"),
    *("http://evil.example/answer", "/answer?x=1", "/ANSWER"),
)
FILES = (
    *("/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/api.py"),
    *("/wheels/", "/%00", "/static/app.js", "/sw.js", "/server.py", "/.git/config"),
)
METHODS = ("PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "ANSWER")
BODIES = (
    *(b"", b"null", b"[]", b"{}", b"\x00" * 100, b"{" * 100_000),
    *(b"1" * 10_000, b'"' + b"x" * 1_000_000 + b'"', b"[" * 1_999_999, b"NaN"),
    *(b'{"do": "solve"}', b'{"do": "solve", "puzzle": "/etc/passwd"}', b"\n\n\n"),
    *(b'{"do": "read", "puzzle": "x\\ny"}', b'{"timeout": "x"}', b'{"timeout": 1e999}'),
)
RAW = (
    *(
        b"\x16\x03\x01\x02\x00\x01",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n" * 9,
    ),
    *(b"GET / " + b"x" * 70_000, b"POST /answer HTTP/1.1\r\n" + b"A: b\r\n" * 300),
    *(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET / HTTP/1.1\r\n:\r\n\r\n"),
)


def filled(headers, client):
    token = client.right["X-Satdoku-Token"]
    return {
        name: value
        and value.replace("{port}", str(client.port)).replace("{token}", token)
        for name, value in headers.items()
    }


def test_hostile_requests_are_refused_and_nothing_else_happens(
    client, monkeypatch, capfd
):
    """An answer or a closed connection, no file but the page's, and no traceback."""
    codes = []
    for headers in WRONG_HEADERS:
        response, body = client.post({"do": "about"}, **filled(headers, client))
        codes.append(response.status)
        assert b"tools" not in body, headers
    codes += [client.post({"do": "about"}, path)[0].status for path in PATHS]
    for path in FILES:
        response, body = client.get(path)
        codes.append(response.status)
        assert b"root" not in body
    codes += [client.send(method, "/answer")[0].status for method in METHODS]
    codes += [client.post(body)[0].status for body in (b"\xff\xfe", b"\xed\xa0\x80")]
    replies = [client.ask(body)[-1] for body in BODIES]
    monkeypatch.setattr(served, "_ARRIVAL", 0.5)
    for data in RAW:
        assert b"200 OK" not in client.raw(data)

    monkeypatch.undo()
    total = len(codes) + len(replies) + len(RAW)
    assert total >= 100
    assert [code for code in codes if not 400 <= code < 600] == []
    assert not any(reply["ok"] for reply in replies)
    assert not [reply for reply in replies if reply["kind"] == "internal"]
    assert client.ask({"do": "about"})[-1]["ok"]
    assert "Traceback" not in capfd.readouterr().err


def test_memory_stays_flat_under_attack(server, client):
    """That of the server, and that of the process which answers."""
    big = [b"[" * 1_999_999, b'"' + b"x" * 1_000_000 + b'"', b"\x00" * 1_000_000]

    def attack():
        for body in big * 4:
            client.ask(body)
        for headers in WRONG_HEADERS:
            client.post(big[-1][:9], **filled(headers, client))
        processes = (os.getpid(), server.answers._idle[-1]._popen.pid)
        return sum(map(resident, processes))

    before, _, *after = [attack() for _ in range(6)]

    assert min(after) - before < 12  # 16 MB are sent each time


def test_slow_and_many_connections(server, client, monkeypatch, capfd):
    """A half request is closed in time, and too many at once; the rest goes on."""
    monkeypatch.setattr(served, "_ARRIVAL", 0.5)
    address = ("127.0.0.1", server.server_port)
    half = [socket.create_connection(address) for _ in range(served._CONNECTIONS + 20)]
    for stream in half:
        stream.sendall(b"POST /answer HTTP/1.1\r\nHost:")
    closed = 0
    for stream in half:
        stream.settimeout(10)
        try:
            closed += stream.recv(100) == b""
        except ConnectionError:
            closed += 1
        stream.close()
    monkeypatch.undo()

    assert closed == len(half)
    assert client.ask({"do": "about"})[-1]["ok"]
    assert "Traceback" not in capfd.readouterr().err


def test_only_this_machine_is_answered(client):
    assert client.get(Host="attacker.example:80")[0].status == 403
    assert client.get(Host=f"localhost:{client.port}")[0].status == 200


def test_a_port_that_is_taken(run, server):
    done = run("web", "--no-browser", "--port", str(server.server_port))

    assert done.exit_code == 2
    assert f"port {server.server_port}" in done.stderr


def test_pyodide_is_for_folders_alone(run):
    done = run("web", "--no-browser", "--pyodide", ".")

    assert done.exit_code == 2
    assert "--build" in done.stderr


def test_serves_until_ctrl_c():
    command = "web --no-browser --port 0".split()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "satdoku", *command],
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with process:
        line = process.stderr.readline()
        port = re.search(r"http://127\.0\.0\.1:(\d+)/ until Ctrl-C", line)[1]
        connection = http.client.HTTPConnection("127.0.0.1", int(port))
        connection.request("GET", "/app.js")
        response = connection.getresponse()
        assert response.status == 200
        assert response.headers["Content-Type"].startswith("text/javascript")
        connection.close()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
        assert "stopped" in process.stderr.read()
