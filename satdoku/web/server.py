"""The files of the page: made, written to a folder, or served on this machine.

    index.html, *.js, style.css    from `web/static`
    config.json                    where Pyodide is, and which packages it loads
    wheels/                        satdoku and click, made of what is installed here
    pyodide/                       Pyodide and the wheel of python-sat, with a folder

Nothing is fetched here: what is at an address is loaded by the browser.
"""

from __future__ import annotations

import io
import json
import re
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version as version_of
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from satdoku.cnf.recipe import built_in_files
from satdoku.errors import UsageError, printable
from satdoku.formats.output import open_output
from satdoku.runtime.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

RELEASE = "https://cdn.jsdelivr.net/pyodide/v314.0.7/full/"
"""The release of Pyodide that the page loads, unless another place is given."""

_RUNTIME = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
}
_ADDRESS = re.compile(r"(https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?)/(?:[\w.~-]+/)*")
_POLICY = "<!-- policy -->"


def policy(origin: str = "") -> str:
    """Return the Content-Security-Policy of the page.

    Args:
        origin: Where Pyodide comes from; empty for the page's own place.

    Example:
        >>> policy().split("; ")[:2]
        ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'"]
    """
    sources = f" {origin}" if origin else ""
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{sources}; "
        f"connect-src 'self'{sources}; worker-src 'self'; style-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; form-action 'none'"
    )


class Site:
    """The files of the page.

    Args:
        pyodide: The address of a release of Pyodide, or a folder that holds one, or the
            unpacked npm package and the wheel of python-sat.

    Attributes:
        files: Each by its path: its bytes, or where they are.
        policy: The Content-Security-Policy.

    Raises:
        UsageError: There is no Pyodide, or no wheel of python-sat for it.
    """

    def __init__(self, pyodide: str = RELEASE) -> None:
        self.files: dict[str, bytes | Path] = {}
        if "://" in pyodide:
            match = _ADDRESS.fullmatch(pyodide if pyodide[-1] == "/" else pyodide + "/")
            if match is None:
                raise UsageError(
                    f"{printable(pyodide)!r} is not an address of Pyodide; expected "
                    f"https://…/, such as {RELEASE}"
                )
            place, origin, solver = match[0], match[1], "python-sat"
        else:
            place, origin, solver = "pyodide/", "", self._add_runtime(Path(pyodide))
        self.policy = policy(origin)
        packages = [self._add_wheel("satdoku"), self._add_wheel("click"), solver]
        config = {"pyodide": place, "packages": packages}
        self.files["config.json"] = json.dumps(config).encode()
        meta = f'<meta http-equiv="Content-Security-Policy" content="{self.policy}">'
        for name, file in _files(files("satdoku.web") / "static"):
            data = file.read_bytes()
            if name == "index.html":
                data = data.replace(_POLICY.encode(), meta.encode())
            self.files[name] = data

    def _add_wheel(self, package: str) -> str:
        name, data = wheel(package)
        self.files[f"wheels/{name}"] = data
        return f"wheels/{name}"

    def _add_runtime(self, folder: Path) -> str:
        """Add Pyodide; return the path of the wheel of python-sat."""
        missing = [name for name in _RUNTIME if not (folder / name).is_file()]
        if missing:
            raise UsageError(
                f"{printable(str(folder), 200)} has no {missing[0]}; expected a "
                "release of Pyodide, or its npm package unpacked (npm pack pyodide)"
            )
        for name in _RUNTIME:
            self.files[f"pyodide/{name}"] = folder / name
        info = json.loads((folder / "pyodide-lock.json").read_bytes())["info"]
        python = "".join(info["python"].split(".")[:2])
        wheels = sorted(folder.glob(f"python_sat-*-cp{python}-*wasm32.whl"))
        if not wheels:
            raise UsageError(
                f"{printable(str(folder), 200)} has no wheel of python-sat for this "
                "Pyodide; fetch it there with: python3 -m pip download --pre --no-deps "
                f"--only-binary :all: --python-version {python} --implementation cp "
                f"--abi cp{python} --platform "
                f"pyemscripten_{info['abi_version']}_wasm32 python-sat"
            )
        path = f"pyodide/{wheels[-1].name}"
        self.files[path] = wheels[-1]
        return path

    def write(self, folder: Path) -> None:
        """Write all files to a folder, the page itself last.

        Raises:
            UsageError: There is something already.
            OSError: It cannot be written.
        """
        shown = printable(str(folder), 200)
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{shown} exists; expected a new or an empty folder")
        for name in sorted(self.files, key=lambda name: name == "index.html"):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with open_output(path) as file:
                file.stream.write(_bytes(self.files[name]))

    def server(self, port: int) -> ThreadingHTTPServer:
        """Return a server of the files on the loopback interface, and nothing else.

        Raises:
            OSError: The port is taken.
        """
        return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, self))


class _Handler(BaseHTTPRequestHandler):
    """Answers GET with a file of the page: a name outside its table is not found."""

    server_version, sys_version = "satdoku", ""
    protocol_version = "HTTP/1.1"

    def __init__(self, site: Site, *rest: object) -> None:
        self._site = site
        super().__init__(*rest)  # type: ignore[arg-type]  # as the server calls it

    def do_GET(self) -> None:
        """Send a file."""
        name = self.path.partition("?")[0].removeprefix("/") or "index.html"
        content = self._site.files.get(name)
        # Another name for this machine would be a page of somebody else's.
        host = self.headers.get("Host", "").rpartition(":")[0]
        if content is None or host not in {"127.0.0.1", "localhost"}:
            self.send_error(404)
            return
        data = _bytes(content)
        self.send_response(200)
        kind = _TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        for key, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(data))),
            ("Content-Security-Policy", f"{self._site.policy}; frame-ancestors 'none'"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cache-Control", "no-cache"),
        ):
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  as in the base
        """Keep quiet."""


def wheel(package: str) -> tuple[str, bytes]:
    """Make a wheel of a package of Python alone, from its installed files.

    Returns:
        Its name, and its bytes, the same for the same files.

    Example:
        >>> name, data = wheel("satdoku")
        >>> name.endswith("-py3-none-any.whl"), data[:2]
        (True, b'PK')
    """
    content = {
        f"{package}/{name}": file.read_bytes() for name, file in _files(files(package))
    }
    if package == "satdoku":
        for name, recipe in built_in_files().items():
            content[f"satdoku/encodings/{name}.toml"] = Path(recipe).read_bytes()
        version = __version__  # also of a checkout that is not installed
    else:
        version = version_of(package)
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
    folder = f"{package}-{version}.dist-info"
    content[f"{folder}/METADATA"] = metadata.encode()
    content[f"{folder}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: satdoku\nRoot-Is-Purelib: true\n"
        b"Tag: py3-none-any\n"
    )
    names = [*sorted(content), f"{folder}/RECORD"]
    content[names[-1]] = "".join(f"{name},,\n" for name in names).encode()
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name in names:
            entry = ZipInfo(name)  # dated 1980
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content[name])
    return f"{package}-{version}-py3-none-any.whl", stream.getvalue()


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the files of a package, by their paths in it; none that Python makes."""
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.is_dir():
            if file.name != "__pycache__":
                yield from _files(file, f"{prefix}{file.name}/")
        elif not file.name.endswith((".pyc", ".pyo")):
            yield prefix + file.name, file


def _bytes(content: bytes | Path) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()
