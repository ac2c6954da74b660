"""Who may import whom: packages in order, and a few that share nothing with others."""

import ast
import re
from pathlib import Path

import pytest

import satdoku

PACKAGE = Path(satdoku.__file__).parent

ORDER = (
    ("errors",),
    ("deadline",),
    ("geometry", "processes", "symbols"),
    ("cells", "rules"),
    ("grid",),
    ("constraints",),
    ("puzzle",),
    ("formats", "cnf"),
    ("answers",),
    ("baselines",),
    ("engines", "lanes", "techniques"),
    ("choice",),
    ("backends",),
    ("solver",),
    ("counting", "drawing"),
    ("batch",),
    ("cluster", "many"),
    ("checks", "proof", "profiling", "tracing"),
    ("generator",),
    ("rating",),
    ("explanation",),
    ("study",),
    ("cli",),
    ("web",),
)
"""Packages and modules of satdoku; each imports from before itself, or from itself."""

BY_NAME = {
    ("techniques/step.py", "satdoku.explanation.drawing.step_svg"),
    *(
        (f"{value}.py", name)
        for value in ("answers", "grid", "puzzle")
        for name in ("satdoku.drawing.api.notebook_svg", "satdoku.drawing.board.Board")
    ),
}
"""What is loaded from above when somebody asks for it by name."""

PLACE = {name: place for place, names in enumerate(ORDER) for name in names}
PUBLIC = {"__init__", "__main__"}
"""They import from anywhere; only `cli` may import them, or their dunder names."""

HEAVY = {"dask", "distributed", "matplotlib", "numba", "ortools", "pandas"}
HEAVY |= {"pyarrow", "pyganak", "pysat", "pysolvers", "resvg_py", "scipy"}
ARRAYS = {"lanes", "batch", "cluster", "rules"}
ARRAYS |= {
    "cli/bulk",
    "counting/estimating",
    "formats/bulk",
    "study/figures",
}
"""What works on arrays and may import NumPy, and compile, at the top."""


def imports(path):
    """Yield each imported name, and whether it is imported with the module itself."""
    module = ("satdoku", *path.relative_to(PACKAGE).with_suffix("").parts)

    def visit(node, at_top):
        match node:
            case ast.Import():
                yield from ((alias.name, at_top) for alias in node.names)
            case ast.ImportFrom():
                base = module[: -node.level] if node.level else ()
                stem = (*base, *((node.module,) if node.module else ()))
                for alias in node.names:
                    yield ".".join((*stem, alias.name)), at_top
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                for child in node.body:
                    yield from visit(child, None)
            case _:
                inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                for child in ast.iter_child_nodes(node):
                    if not isinstance(child, ast.expr):
                        yield from visit(child, at_top and not inside)

    yield from visit(ast.parse(path.read_text("utf-8")), at_top=True)


@pytest.fixture(scope="module")
def found():
    """Return (file, package, imported name, at the top) of every import."""
    return [
        (path.relative_to(PACKAGE), path.relative_to(PACKAGE).parts[0], name, at_top)
        for path in sorted(PACKAGE.rglob("*.py"))
        for name, at_top in imports(path)
    ]


def test_packages_import_in_order(found):
    wrong = []
    for path, package, name, _ in found:
        mine = package.removesuffix(".py")
        if not name.startswith("satdoku.") or mine in PUBLIC | {"cli"}:
            continue
        other = name.split(".")[1]
        if other in {mine, "__version__"} or other.startswith("__"):
            continue
        if (str(path), name) in BY_NAME:
            continue
        if PLACE.get(other, len(ORDER)) >= PLACE[mine]:
            wrong.append(f"{path} imports {name}")

    assert [] == wrong


def test_dpll_knows_nothing_of_sudoku(found):
    known = (
        "satdoku.runtime.deadline",
        "satdoku.errors",
        "satdoku.engines.base",
        "satdoku.engines.dpll",
    )
    wrong = [
        (path, name)
        for path, _, name, at_top in found
        if path.as_posix().startswith("engines/dpll/")
        and name.startswith("satdoku.")
        and not name.startswith(known)
        and not (at_top is None and name.startswith("satdoku.cnf.formula"))
    ]

    assert [] == wrong


def test_checks_import_no_engine(found):
    """Proof checkers and the rules of Sudoku share no code with what they check."""
    checkers = (
        *("proof/check_", "proof/claim.py", "proof/files.py", "proof/propagation.py"),
        *("rules.py", "grid.py", "puzzle.py", "constraints/"),
    )
    checks = [
        (path, name)
        for path, _, name, _ in found
        if path.as_posix().startswith(checkers)
    ]
    engines = (
        "satdoku.engines",
        "satdoku.engines.lanes",
        "satdoku.engines.baselines",
        "satdoku.cnf",
    )

    assert checks
    assert [] == [pair for pair in checks if pair[1].startswith(engines)]


def test_heavy_packages_are_imported_where_used(found):
    wrong = [
        (path, name)
        for path, package, name, at_top in found
        if at_top
        and ARRAYS.isdisjoint({package.removesuffix(".py"), str(path.with_suffix(""))})
        and name.split(".")[0] in HEAVY | {"numpy"}
    ]

    assert [] == wrong


def test_only_the_adapter_names_pysat():
    """And `Formula.to_pysat`, which makes a value of PySAT's."""
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(
            r"(import|from|import_module\(\"|import_module\(f\")\s*(pysat|pysolvers)\b",
            path.read_text("utf-8"),
        )
    }

    assert {"engines/pysat_solver.py", "cnf/formula.py"} == users


def test_no_python_in_encodings(root):
    """A module there would hide the standard library's `encodings`."""
    assert any((root / "encodings").glob("*.toml"))
    assert [] == sorted((root / "encodings").rglob("*.py"))


def test_packages_name_only_modules_that_exist():
    """A docstring that lists modules as `name.py` lists none that is gone."""
    listed = {
        (path.parent.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("__init__.py")
        for name in re.findall(
            r"\b\w+\.py\b", ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        )
    }

    assert ("study", "report.py") in listed
    assert [] == sorted(
        (folder, name)
        for folder, name in listed
        if not (PACKAGE / folder / name).is_file()
    )
