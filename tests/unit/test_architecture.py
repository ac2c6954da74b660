"""The architecture: who may import whom, and the other rules a file can break.

`RULES` are functions from a module (its dotted name, its text) to what is wrong with
it.  Each is held against planted violations and their lawful twins, and then against
every file of the package.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import satdoku

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKAGE = Path(satdoku.__file__).parent

STOREYS = (
    ("child", "errors"),
    ("asked", "crew", "frozen", "geometry", "symbols"),
    ("candidates", "pictures", "rules", "text"),
    ("holders",),
    ("grid",),
    ("formats", "cnf"),
    ("reference",),
    ("deduce", "engines", "lanes"),
    ("choosing",),
    ("answers", "choose"),
    ("spread",),
    ("forms", "walk"),
    ("ledger", "logic", "referring", "trial"),
    ("special",),
    ("session", "unavoidable"),
    ("counting", "sampling"),
    ("solving", "batch"),
    ("many",),
    (
        "checking",
        "proof",
        "illustration",
        "profiling",
        "tracing",
    ),
    ("reasons",),
    ("explaining", "generating"),
    ("study",),
    ("cli",),
)
"""The rooms from the ground up; a room imports from below itself, or from itself."""

FACE = {"__init__", "__main__"}

HEAVY = {
    "PIL",
    "dask",
    "distributed",
    "matplotlib",
    "numba",
    "numpy",
    "ortools",
    "pandas",
    "pyarrow",
    "pycryptosat",
    "pyganak",
    "pysat",
    "pysolvers",
    "rich",
    "scipy",
    "starlette",
}
"""What is imported only inside the function that needs it."""

ARRAY_ROOMS = {"lanes", "batch", "rules", "sampling"}
"""Rooms that are made of arrays and may import `numpy` and `numba` at the top."""

LONGEST = 400


@dataclass(frozen=True)
class Import:
    """One imported module, where it stands, and when it is run."""

    module: str
    line: int
    at_top: bool
    """Run when the importing module is (not in a function)."""
    types_only: bool
    """Under `if TYPE_CHECKING:`, so never run."""


def imports(name: str, text: str) -> Iterator[Import]:
    """Walk over every import of a module, relative ones made absolute.

    The name of a package's own file ends in `.__init__`, so that the dots of a
    relative import count alike everywhere.
    """

    def visit(node: ast.AST, *, at_top: bool, types_only: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, at_top, types_only)
        elif isinstance(node, ast.ImportFrom):
            base = name.split(".")[: -node.level] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield Import(f"{stem}.{alias.name}", node.lineno, at_top, types_only)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for guarded in node.body:
                yield from visit(guarded, at_top=at_top, types_only=True)
            for other in node.orelse:
                yield from visit(other, at_top=at_top, types_only=types_only)
        else:
            inner = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for child in ast.iter_child_nodes(node):
                yield from visit(
                    child, at_top=at_top and not inner, types_only=types_only
                )

    yield from visit(ast.parse(text), at_top=True, types_only=False)


def room_of(module: str) -> str:
    """Return the room a module of the package is in: `satdoku.cnf.encode` → `cnf`."""
    return [*module.split("."), ""][1]


def storey_of(room: str) -> int | None:
    """Return how high a room lies, or None where it is not one of the plan."""
    for height, rooms in enumerate(STOREYS):
        if room in rooms:
            return height
    return None


def upward_imports(name: str, text: str) -> Iterator[str]:
    """An import goes down or stays in its room; a new room gets its place in STOREYS.

    The face of the package (`satdoku`, `satdoku.__main__`) may import from any room;
    only `cli` may import the face, as it stands on top of every room.  What says where
    the package lies (`satdoku.__path__`) is no part of the face.
    """
    room = room_of(name)
    if room in FACE:
        return
    mine = storey_of(room)
    if mine is None:
        yield f"{name}: the room {room!r} has no place in STOREYS"
        return
    for found in imports(name, text):
        if found.module.split(".")[0] != "satdoku":
            continue
        other = room_of(found.module)
        if other == room:
            continue
        theirs = storey_of(other)
        if theirs is None:
            if room != "cli" and not (found.module == "satdoku" and anchor_only(text)):
                yield f"{name}:{found.line}: imports the face ({found.module})"
        elif theirs >= mine:
            yield f"{name}:{found.line}: {room} imports {other}, which is not below it"


def anchor_only(text: str) -> bool:
    """Whether all that is used of the name `satdoku` are dunders like `__path__`."""
    used = [
        node.attr
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "satdoku"
    ]
    return bool(used) and all(name.startswith("__") for name in used)


def sudoku_in_dpll(name: str, text: str) -> Iterator[str]:
    """`engines/dpll` knows formulas and the engines' contract, nothing of Sudoku."""
    if not f"{name}.".startswith("satdoku.engines.dpll."):
        return
    for found in imports(name, text):
        module = f"{found.module}."
        if not module.startswith("satdoku."):
            continue
        if module.startswith(
            ("satdoku.errors.", "satdoku.engines.engine.", "satdoku.engines.dpll.")
        ):
            continue
        if module.startswith("satdoku.cnf.formula.") and found.types_only:
            continue
        yield f"{name}:{found.line}: the hand-written solver imports {found.module}"


def engines_in_checker(name: str, text: str) -> Iterator[str]:
    """`proof/checker` shares no code with any engine."""
    if f"{name}.".startswith("satdoku.proof.checker."):
        for found in imports(name, text):
            if f"{found.module}.".startswith("satdoku.engines."):
                yield f"{name}:{found.line}: the checker imports {found.module}"


def pysat_elsewhere(name: str, text: str) -> Iterator[str]:
    """Only `satdoku.engines.pysat*` imports PySAT."""
    if name.startswith("satdoku.engines.pysat"):
        return
    for found in imports(name, text):
        if found.module.split(".")[0] in ("pysat", "pysolvers"):
            yield f"{name}:{found.line}: imports {found.module}"


def heavy_at_top(name: str, text: str) -> Iterator[str]:
    """Heavy libraries are imported inside the function that needs them."""
    for found in imports(name, text):
        library = found.module.split(".")[0]
        if library not in HEAVY or found.types_only or not found.at_top:
            continue
        if library in ("numpy", "numba") and room_of(name) in ARRAY_ROOMS:
            continue
        yield f"{name}:{found.line}: {library} is imported at the top"


def too_long(name: str, text: str) -> Iterator[str]:
    """A file has at most 400 lines."""
    lines = len(text.splitlines())
    if lines > LONGEST:
        yield f"{name}: {lines} lines, more than {LONGEST}"


def no_docstring(name: str, text: str) -> Iterator[str]:
    """A file that holds anything says in its first lines what it is."""
    if text.strip() and ast.get_docstring(ast.parse(text)) is None:
        yield f"{name}: no docstring"


RULES: tuple[Callable[[str, str], Iterator[str]], ...] = (
    upward_imports,
    sudoku_in_dpll,
    engines_in_checker,
    pysat_elsewhere,
    heavy_at_top,
    too_long,
    no_docstring,
)

LAZY_NUMPY = "def f():\n    import numpy\n"
FOR_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "
FORMULA = "from satdoku.cnf.formula import Formula\n"

VIOLATIONS: list[tuple[Callable[[str, str], Iterator[str]], str, str]] = [
    (upward_imports, "satdoku.errors", "import satdoku.grid\n"),
    (upward_imports, "satdoku.grid", "from satdoku.cli import main\n"),
    (upward_imports, "satdoku.grid", "from satdoku import solving\n"),
    (upward_imports, "satdoku.grid", "from . import solving\n"),
    (upward_imports, "satdoku.cnf.encode", "from ..engines import engine\n"),
    (upward_imports, "satdoku.cnf.encode", "from satdoku.formats import read\n"),
    (upward_imports, "satdoku.cnf.encode", "def f():\n    import satdoku.solving\n"),
    (upward_imports, "satdoku.cnf.encode", FOR_TYPES + "import satdoku.solving\n"),
    (upward_imports, "satdoku.solving", "import satdoku\n"),
    (upward_imports, "satdoku.cnf.recipe", "import satdoku\nsatdoku.read('')\n"),
    (upward_imports, "satdoku.cellar", "import os\n"),
    (sudoku_in_dpll, "satdoku.engines.dpll.search", "import satdoku.geometry\n"),
    (sudoku_in_dpll, "satdoku.engines.dpll.search", "from satdoku import cnf\n"),
    (sudoku_in_dpll, "satdoku.engines.dpll.search", FORMULA),
    (sudoku_in_dpll, "satdoku.engines.dpll.__init__", "from .. import register\n"),
    (engines_in_checker, "satdoku.proof.checker", "import satdoku.engines.dpll\n"),
    (pysat_elsewhere, "satdoku.solving", "def f():\n    import pysat.solvers\n"),
    (pysat_elsewhere, "satdoku.engines.register", "from pysat import solvers\n"),
    (heavy_at_top, "satdoku.grid", "import numpy as np\n"),
    (heavy_at_top, "satdoku.grid", "try:\n    import numba\nexcept E:\n    pass\n"),
    (heavy_at_top, "satdoku.grid", "class A:\n    from numpy import uint8\n"),
    (heavy_at_top, "satdoku.engines.pysat", "from pysat.solvers import Solver\n"),
    (too_long, "satdoku.grid", "\n" * (LONGEST + 1)),
    (no_docstring, "satdoku.grid", "import os\n"),
]

LAWFUL: list[tuple[Callable[[str, str], Iterator[str]], str, str]] = [
    (upward_imports, "satdoku.__init__", "from satdoku.solving import solve\n"),
    (upward_imports, "satdoku.__main__", "from satdoku.cli.main import main\n"),
    (upward_imports, "satdoku.cli.main", "from satdoku import errors, grid\n"),
    (upward_imports, "satdoku.cli.main", "from satdoku import __version__\n"),
    (upward_imports, "satdoku.cnf.encode", "from . import recipe\n"),
    (upward_imports, "satdoku.cnf.__init__", "from . import recipe\n"),
    (upward_imports, "satdoku.cnf.encode", "from ..grid import Grid\n"),
    (upward_imports, "satdoku.cnf.recipe", "import satdoku\nsatdoku.__path__\n"),
    (upward_imports, "satdoku.grid", "import click, os.path\n"),
    (sudoku_in_dpll, "satdoku.engines.dpll.search", FOR_TYPES + FORMULA),
    (sudoku_in_dpll, "satdoku.engines.dpll.search", "from . import trail\n"),
    (sudoku_in_dpll, "satdoku.engines.register", "import satdoku.cnf.formula\n"),
    (engines_in_checker, "satdoku.proof.checker", "import satdoku.errors\n"),
    (pysat_elsewhere, "satdoku.engines.pysat_time", "def f():\n    import pysat\n"),
    (heavy_at_top, "satdoku.grid", LAZY_NUMPY),
    (heavy_at_top, "satdoku.grid", FOR_TYPES + "import numpy\n"),
    (heavy_at_top, "satdoku.lanes.search", "import numpy\n"),
    (too_long, "satdoku.grid", "\n" * LONGEST),
    (no_docstring, "satdoku.cli.__init__", ""),
]


@pytest.mark.parametrize(("rule", "name", "text"), VIOLATIONS)
def test_rule_sees_violation(
    rule: Callable[[str, str], Iterator[str]], name: str, text: str
) -> None:
    """A planted violation is told, with the file's name."""
    found = list(rule(name, text))

    assert found
    assert all(line.startswith(name) for line in found)


@pytest.mark.parametrize(("rule", "name", "text"), LAWFUL)
def test_rule_lets_pass(
    rule: Callable[[str, str], Iterator[str]], name: str, text: str
) -> None:
    """The lawful twin of a violation is let pass."""
    assert [] == list(rule(name, text))


def test_every_rule_was_seen_to_fail() -> None:
    """No rule is without a planted violation and a lawful twin."""
    assert set(RULES) == {rule for rule, _, _ in VIOLATIONS}
    assert set(RULES) == {rule for rule, _, _ in LAWFUL}


def modules() -> Iterator[tuple[str, Path]]:
    """Walk over the files of the package under their dotted names."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        yield ".".join(("satdoku", *parts)), path


@pytest.mark.parametrize("rule", RULES)
def test_package_keeps_rule(rule: Callable[[str, str], Iterator[str]]) -> None:
    """Every file of the package keeps the rule."""
    walked = list(modules())

    assert {"satdoku.grid", "satdoku.cnf.__init__"} <= dict(walked).keys()
    assert [] == [
        wrong for name, path in walked for wrong in rule(name, path.read_text("utf-8"))
    ]


@pytest.mark.parametrize(
    ("name", "text", "module"),
    [
        ("satdoku.cnf.encode", "from . import recipe", "satdoku.cnf.recipe"),
        ("satdoku.cnf.__init__", "from . import recipe", "satdoku.cnf.recipe"),
        ("satdoku.cnf.encode", "from .amo import pairwise", "satdoku.cnf.amo.pairwise"),
        ("satdoku.cnf.amo.__init__", "from ... import grid", "satdoku.grid"),
    ],
)
def test_relative_imports_are_resolved(name: str, text: str, module: str) -> None:
    """The dots of a relative import are counted from the file they stand in."""
    assert [module] == [found.module for found in imports(name, text)]


def test_no_python_in_encodings(root: Path) -> None:
    """Recipes are data; code in `encodings/` would shadow the standard library's."""
    folder = root / "encodings"

    assert any(folder.glob("*.toml"))
    assert [] == sorted(folder.rglob("*.py"))
    assert [] == sorted((PACKAGE / "encodings").rglob("*.py"))
