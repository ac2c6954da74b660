"""Who may import whom: rooms on floors, and a few that share nothing with others.

A module may import from its own room and from rooms on lower floors.  Rooms on one
floor do not know each other.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import satdoku

PACKAGE = Path(satdoku.__file__).parent

FLOORS = (
    {"errors"},
    {"puzzle", "runtime"},
    {"formats", "drawing", "cnf", "techniques"},
    {"engines"},
    {"solving"},
    {"setting", "proof"},
    {"explanation"},
    {"study"},
    {"web"},
    {"cli"},
)
"""The rooms of satdoku, from the ground up."""

USES = {
    "errors": set(),
    "puzzle": {"errors"},
    "runtime": {"errors"},
    "formats": {"puzzle"},
    "drawing": {"puzzle"},
    "cnf": {"puzzle", "runtime"},
    "techniques": {"puzzle", "runtime"},
    "engines": {"puzzle", "runtime", "cnf"},
}
"""What rooms on the lower floors use at most, beside `errors`."""

DOORS = {
    ("puzzle/notebook.py", "satdoku.drawing.board.Board"),
    ("puzzle/notebook.py", "satdoku.drawing.scene.board_svg"),
    ("drawing/api.py", "satdoku.solving.solver.solve"),
}
"""The only imports from above: values that show themselves in notebooks, and pictures
of solutions."""

FACE = {"__init__", "__main__", "constraints"}
"""The public names: they import from anywhere, and no room imports them."""

MAX_CIRCLE = 4
"""Files that may import each other in a circle."""

HEAVY = {"dask", "distributed", "matplotlib", "numba", "ortools", "pandas"}
HEAVY |= {
    "pyarrow",
    "pyganak",
    "pysat",
    "pysolvers",
    "reportlab",
    "resvg_py",
    "scipy",
    "svglib",
}
ARRAYS = {
    "engines/intrinsics",
    "engines/lanes",
    "engines/masks/machine_code",
    "formats/bulk",
    "puzzle/rules",
    "solving/batch",
    "solving/frames",
    "solving/cluster",
    "solving/counting/estimating",
    "study/figures",
    "study/report",
}
"""What works on arrays and may import NumPy, and compile, at the top."""


@cache
def imports(path):
    """Return each imported name, and whether it is imported with the module itself."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    by_text = loaded_by_text(tree) if "import_module(" in text else []
    return [*statements(path, tree), *by_text]


def statements(path, tree):
    """Yield what the statements of a module import."""
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
                for part in ("body", "handlers", "orelse", "finalbody", "cases"):
                    for child in getattr(node, part, ()):
                        yield from visit(child, at_top and not inside)

    yield from visit(tree, at_top=True)


def loaded_by_text(tree):
    """Yield the names that a module imports by `import_module`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Name(id="import_module"),
                args=[ast.Constant(value=str(name)), *_]
                | [ast.JoinedStr(values=[ast.Constant(value=str(name)), *_]), *_],
            ):
                yield name.removesuffix("."), False


def room_of(path):
    return path.parts[0].removesuffix(".py")


@pytest.fixture(scope="module")
def found():
    """Return (file, room, imported name, at the top) of every import."""
    return [
        (path.relative_to(PACKAGE), room_of(path.relative_to(PACKAGE)), name, at_top)
        for path in sorted(PACKAGE.rglob("*.py"))
        for name, at_top in imports(path)
    ]


def test_every_module_stands_in_a_room():
    rooms = {room_of(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py")}
    loose = {path.stem for path in PACKAGE.glob("*.py")}

    assert rooms == set().union(*FLOORS) | FACE
    assert loose == FACE | {"errors"}


def test_rooms_import_from_lower_floors(found):
    floor = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}
    up, used = [], set()
    for path, room, name, _ in found:
        if room in FACE or not name.startswith("satdoku"):
            continue
        _, _, rest = name.partition(".")
        other = rest.partition(".")[0]
        if other == room:
            continue
        used.add((room, other))
        height = floor.get(other, len(FLOORS))
        if height >= floor[room] and (path.as_posix(), name) not in DOORS:
            up.append(f"{path} imports {name}")

    assert [] == up
    doors = {(door[0].partition("/")[0], door[1].split(".")[1]) for door in DOORS}
    assert [] == sorted(
        (room, other)
        for room, other in used - doors
        if room in USES and other not in USES[room] | {"errors"}
    )


def test_every_door_is_needed(found):
    assert DOORS <= {(path.as_posix(), name) for path, _, name, _ in found}


def test_files_import_each_other_in_small_circles_alone():
    modules = {
        ".".join(("satdoku", *path.relative_to(PACKAGE).with_suffix("").parts)): path
        for path in PACKAGE.rglob("*.py")
        if path.parent != PACKAGE
    }
    arrows = {
        name: {
            module
            for imported, _ in imports(path)
            for module in (imported, imported.rpartition(".")[0])
            if module in modules and module != name
        }
        for name, path in modules.items()
    }

    def reached(start):
        seen, todo = set(), [start]
        while todo:
            for module in arrows[todo.pop()] - seen:
                seen.add(module)
                todo.append(module)
        return seen

    reach = {name: reached(name) for name in modules}
    circles = {
        frozenset({other for other in reach[name] if name in reach[other]} | {name})
        for name in modules
    }

    assert [] == [sorted(circle) for circle in circles if len(circle) > MAX_CIRCLE]


def test_dpll_and_cdcl_know_nothing_of_sudoku(found):
    known = (
        "satdoku.runtime.deadline",
        "satdoku.errors",
        "satdoku.engines.base",
        "satdoku.engines.dpll",
        "satdoku.engines.cdcl",
        "satdoku.engines.heuristics",
    )
    wrong = [
        (path, name)
        for path, _, name, at_top in found
        if path.as_posix().startswith(("engines/dpll/", "engines/cdcl/"))
        and name.startswith("satdoku.")
        and not name.startswith(known)
        and not (at_top is None and name.startswith("satdoku.cnf.formula"))
    ]

    assert [] == wrong


def test_checks_import_no_engine(found):
    """Proof checkers and the rules of Sudoku share no code with what they check."""
    checkers = (
        *("proof/check_", "proof/claim.py", "proof/files.py", "proof/propagation.py"),
        "puzzle/",
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
        for path, _, name, at_top in found
        if at_top
        and ARRAYS.isdisjoint({path.with_suffix("").as_posix(), path.parent.as_posix()})
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

    assert {"engines/pysat.py", "engines/pysat_solver.py", "cnf/formula.py"} == users


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
