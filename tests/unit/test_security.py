"""What SECURITY.md promises of the source, and the limits it tells."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku.cli import options
from satdoku.cli.main import main
from satdoku.cnf import recipe
from satdoku.cnf.dimacs_reader import DimacsLimits
from satdoku.formats import npy_header
from satdoku.formats.limits import USUAL_LIMITS
from satdoku.proof import outside_run
from satdoku.proof.files import numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = frozenset(
    (
        *("pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "yaml"),
        *("marshal", "code", "codeop", "runpy", "subprocess", "pty", "pdb", "imp"),
        *(
            "ctypes",
            "socket",
            "ssl",
            "urllib.request",
            "http",
            "ftplib",
            "smtplib",
            "requests",
        ),
        *("xml.dom", "xml.etree", "xml.sax", "lxml", "xmlrpc", "zipfile", "tarfile"),
    )
)
"""What runs input, or programs, or talks to others, or believes what it unpacks."""

CALLS = frozenset(
    (
        *("eval", "exec", "compile", "__import__", "breakpoint", "input"),
        *("os.system", "os.popen", "os.startfile"),
        *(
            f"os.{kind}{how}"
            for kind in ("exec", "spawn")
            for how in ("v", "ve", "vp", "l")
        ),
    )
)

ALLOWED = {
    "batch/process.py": {
        "pickle": "between this process and a worker of its own",
        "subprocess": "this same Python, with a file of our own",
    },
    "counting/ganak.py": {
        "marshal": "between this process and a child of its own",
        "subprocess": "this same Python, with a text of our own",
    },
    "crew.py": {
        "pickle": "between this process and a worker of its own",
        "subprocess": "this same Python, with a text of our own",
    },
    "engines/pysat/process.py": {
        "marshal": "between this process and a child of its own",
        "subprocess": "this same Python, where there is no fork",
        "ctypes": "a search in a library is ended by its own function",
    },
    "engines/pysat/refuting.py": {
        "marshal": "between this process and a child of its own",
    },
    "engines/pysat/native.py": {
        "ctypes": "the C library's own buffers are written out"
    },
    "lanes/native.py": {"ctypes": "calls what Numba has compiled here"},
    "lanes/compiler.py": {"exec": "a text made of names of our own"},
    "profiling/starting.py": {"subprocess": "this same Python, with a text of our own"},
    "proof/outside_run.py": {"subprocess": "the checker that the person names"},
    "study/inside.py": {"pickle": "between this process and its parent"},
    "study/isolated.py": {
        "pickle": "between this process and a child of its own",
        "subprocess": "this same Python, with a text of our own",
    },
}
"""Where such a thing is needed, and why no input reaches it."""


def found_in(text: str) -> Iterator[str]:
    """Name the modules and calls of a source that are not to be there."""
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call):
            yield from wrong_calls(node)
            if ast.unparse(node.func).endswith("import_module"):
                names = [ast.unparse(node.args[0]).strip("'")]
        for name in names:
            parts = name.split(".")
            yield from MODULES & {".".join(parts[: i + 1]) for i in range(len(parts))}


def unsafe_starts(text: str) -> Iterator[str]:
    """Tell where a Python is started that looks for modules in the current folder.

    The name of the interpreter is to stand first in a list, and -P or -I behind it.
    """
    tree = ast.parse(text)
    safe = {
        id(node.elts[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.List | ast.Tuple)
        and len(node.elts) > 1
        and isinstance(node.elts[1], ast.Constant)
        and node.elts[1].value in ("-P", "-I")
    }
    for node in ast.walk(tree):
        named = isinstance(node, ast.Attribute) and node.attr == "executable"
        brought = isinstance(node, ast.alias) and node.name == "executable"
        told = isinstance(node, ast.Constant) and node.value == "PYTHONPATH"
        if (named and id(node) not in safe) or brought or told:
            yield ast.unparse(node)


def wrong_calls(node: ast.Call) -> Iterator[str]:
    """Name what a call is not to be, or not to be told."""
    called = ast.unparse(node.func)
    if called in CALLS:
        yield called
    if called in ("np.load", "numpy.load"):
        yield "numpy.load"
    for given in node.keywords:
        told = ast.unparse(given.value)
        if given.arg in ("shell", "allow_pickle") and told != "False":
            yield f"{given.arg}={told}"


def test_nothing_of_input_is_run() -> None:
    """Neither here nor there, but for a few places with their reasons."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    package = Path(satdoku.__file__).parent
    for path in package.rglob("*.py"):
        name = path.relative_to(package).as_posix()
        found[name].update(found_in(path.read_text("utf-8")))

    allowed = {name: set(reasons) for name, reasons in ALLOWED.items()}
    assert allowed == {name: what for name, what in found.items() if what}


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import pickle", {"pickle"}),
        ("def f():\n    from yaml import load", {"yaml"}),
        ("import xml.etree.ElementTree as t", {"xml.etree"}),
        ("from xml import sax", {"xml.sax"}),
        ("import_module('marshal')", {"marshal"}),
        ("x = eval('1')", {"eval"}),
        ("os.system('ls')", {"os.system"}),
        ("run(['ls'], shell=True)", {"shell=True"}),
        ("np.load(f, allow_pickle=told)", {"allow_pickle=told", "numpy.load"}),
        ("from xml.parsers import expat; re.compile('a'); json.load(f)", set()),
    ],
)
def test_the_walk_finds_them(source: str, what: set[str]) -> None:
    """However they are written."""
    assert what == set(found_in(source))


def test_every_python_has_a_safe_path() -> None:
    """None that satdoku starts runs what lies in the current folder."""
    package = Path(satdoku.__file__).parent

    assert "sys.executable" in (package / "child.py").read_text("utf-8")
    assert [] == [
        f"{path.name}: {start}"
        for path in package.rglob("*.py")
        for start in unsafe_starts(path.read_text("utf-8"))
    ]


@pytest.mark.parametrize(
    ("source", "unsafe"),
    [
        ("run([sys.executable, '-c', text])", True),
        ("run((sys.executable,))", True),
        ("run([*flags, sys.executable, '-P'])", True),
        ("python = sys.executable", True),
        ("from sys import executable", True),
        ("env = dict(PATH='', **{'PYTHONPATH': '.'})", True),
        ("run([sys.executable, '-P', '-c', text])", False),
        ("run([sys.executable, '-I', *more])", False),
    ],
)
def test_unsafe_starts_are_found(source: str, *, unsafe: bool) -> None:
    """However they are written."""
    assert unsafe == bool(list(unsafe_starts(source)))


LIMITS = {
    "rows of a grid": (USUAL_LIMITS.size, "--max-size"),
    "characters of a line, or of a puzzle on several": (
        USUAL_LIMITS.line,
        "--max-line",
    ),
    "characters of a file, unpacked": (USUAL_LIMITS.file, "--max-file"),
    "characters that a link unpacks to": (USUAL_LIMITS.link, "--max-link"),
    "characters of a text that is held to be repaired": (USUAL_LIMITS.document, ""),
    "clauses of a formula that is made": (options.MAX_CLAUSES, "--max-clauses"),
    "clauses of a formula that is read": (DimacsLimits().clauses, ""),
    "variables of a formula that is read": (DimacsLimits().variables, ""),
    "bytes of a recipe": (recipe._LONGEST, ""),
    "bytes of the header of an `.npy` file": (npy_header._LONGEST, ""),
    "bytes of a line of a proof": (numbers.LONGEST, ""),
    "megabytes that an outside checker may print": (outside_run.MOST_HEARD >> 20, ""),
}


def test_the_limits_are_those_of_the_code(root: Path) -> None:
    """The table tells each limit, its default and the option that moves it."""
    page = (root / "SECURITY.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in page.splitlines()
        if line.startswith("| ") and not line.startswith("| limit ")
    ]
    told = {what: (default, option.strip("`")) for what, default, option in rows}

    assert told == {
        what: ("any number" if default is None else f"{default:,}", option)
        for what, (default, option) in LIMITS.items()
    }


def test_the_options_are_there() -> None:
    """Every option that the table names is one of `solve`."""
    solve = main.get_command(None, "solve")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  it looks at the name alone
    assert solve is not None
    known = {name for param in solve.params for name in param.opts}

    assert {option for _, option in LIMITS.values() if option} <= known
