"""The files of the page, and a folder of them that runs on Pyodide.

    index.html, *.js, style.css …  from `web/static`
    config.json                    where Pyodide is, and which packages it loads
    wheels/                        satdoku, made of what is installed here
    pyodide/                       Pyodide and the wheel of python-sat, with a folder

Nothing is fetched here: what is at an address is loaded by the browser.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from satdoku.errors import UsageError, printable
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
_ADDRESS = re.compile(r"(https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?)/(?:[\w.~-]+/)*")
_POLICY = "<!-- policy -->"
_UNUSED = (
    *("cli/", "data/", "study/"),
    *(f"web/{name}" for name in ("server.py", "site.py", "static/", "worker.py")),
)
"""The parts of the package that the page on Pyodide does without."""


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
        "img-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'"
    )


def page_files(token: str = "", policy: str = policy()) -> dict[str, bytes]:
    """Return the files of the page itself.

    Args:
        token: What the page shows the server that answers it; empty if the page
            answers itself, on Pyodide.
        policy: The Content-Security-Policy.
    """
    content = {
        name: file.read_bytes()
        for name, file in _files(files("satdoku.web") / "static")
    }
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    meta += f'<meta name="satdoku-token" content="{token}">'
    page = content["index.html"].replace(_POLICY.encode(), meta.encode())
    return content | {"index.html": page}


class Site:
    """The files of the page that runs on Pyodide.

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
        name, data = wheel()
        self.files[f"wheels/{name}"] = data
        self.files |= page_files(policy=self.policy)
        config = {"pyodide": place, "package": f"wheels/{name}", "solver": solver}
        self.files["config.json"] = json.dumps(config).encode()
        self.files["sw.js"] = self._service_worker(config)

    def _service_worker(self, config: dict[str, str]) -> bytes:
        """Return the service worker, which keeps all files for a start offline."""
        place, runtime = config["pyodide"], [*self.files]
        if "://" in place:
            runtime += [f"{place}{name}" for name in _RUNTIME]
        digest = hashlib.sha256()
        for name in sorted(self.files):
            digest.update(name.encode() + _bytes(self.files[name]))
        text = _bytes(self.files["sw.js"]).decode()
        text = text.replace('"version"', json.dumps(digest.hexdigest()[:16]))
        return text.replace("[/* files */]", json.dumps(sorted(runtime))).encode()

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
            path.write_bytes(_bytes(self.files[name]))


def wheel() -> tuple[str, bytes]:
    """Make a wheel of what the page needs of satdoku, from its installed files.

    Returns:
        Its name, and its bytes, the same for the same files.

    Example:
        >>> name, data = wheel()
        >>> name.endswith("-py3-none-any.whl"), data[:2]
        (True, b'PK')
    """
    from satdoku.cnf.recipe import built_in_files  # noqa: PLC0415  not to serve the page

    content = {
        f"satdoku/{name}": file.read_bytes()
        for name, file in _files(files("satdoku"))
        if not name.startswith(_UNUSED)
    }
    for name, recipe in built_in_files().items():
        content[f"satdoku/encodings/{name}.toml"] = Path(recipe).read_bytes()
    metadata = f"Metadata-Version: 2.1\nName: satdoku\nVersion: {__version__}\n"
    folder = f"satdoku-{__version__}.dist-info"
    content[f"{folder}/METADATA"] = metadata.encode()
    content[f"{folder}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: satdoku\nRoot-Is-Purelib: true\n"
        b"Tag: py3-none-any\n"
    )
    names = [*sorted(content), f"{folder}/RECORD"]
    content[names[-1]] = "".join(f"{name},,\n" for name in names).encode()
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names:
            entry = ZipInfo(name)  # dated 1980
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content[name])
    return f"satdoku-{__version__}-py3-none-any.whl", stream.getvalue()


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
