"""The wheel and the source distribution: what is in them, and what is not."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

import satdoku

PUZZLES = (
    "generated_16x16/minimal.csv",
    "generated_4x4/easy.csv",
    "generated_6x6/hard.csv",
    "generated_9x9/*",
    "seeds/*",
)
"""What of `data/` presets measure, so that the wheel has it."""


def beside(root: Path) -> dict[str, bytes]:
    """Return what lies beside the package in a checkout, by its name in the wheel."""
    patterns = ("encodings/*", *(f"data/{pattern}" for pattern in PUZZLES))
    return {
        f"satdoku/{path.relative_to(root).as_posix()}": path.read_bytes()
        for pattern in patterns
        for path in root.glob(pattern)
    }


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    """Return what `pyproject.toml` says."""
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[PurePosixPath]:
    """Return the paths of the files in the wheel."""
    return {PurePosixPath(name) for name in zipfile.ZipFile(wheel).namelist()}


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the root folder of the unpacked source distribution."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (top,) = folder.iterdir()
    return top


def test_wheel_holds_the_recipes(root: Path, names: set[PurePosixPath]) -> None:
    """Every recipe of `encodings/` is in the package, and no others."""
    recipes = {path.name for path in (root / "encodings").glob("*.toml")}
    shipped = {
        name.name
        for name in names
        if name.match("satdoku/encodings/*") and name.suffix == ".toml"
    }

    assert recipes
    assert recipes == shipped


def test_wheel_holds_the_puzzles_of_presets(
    root: Path, names: set[PurePosixPath]
) -> None:
    """The sets that presets measure are in the package, and no others."""
    expected = {name for name in beside(root) if name.startswith("satdoku/data/")}
    shipped = {str(name) for name in names if name.match("satdoku/data/*/*")}

    assert len(PUZZLES) < len(expected)
    assert expected == shipped


def test_wheel_holds_the_package_alone(names: set[PurePosixPath]) -> None:
    """One top-level package: no tests, no benchmarks, no folder `encodings`."""
    tops = {name.parts[0] for name in names if ".dist-info" not in name.parts[0]}

    assert {"satdoku"} == tops
    assert PurePosixPath("satdoku/py.typed") in names
    assert not [name for name in names if "tests" in name.parts]
    assert not [name for name in names if name.match("encodings/*.py")]


def test_wheel_is_what_is_tested(root: Path, wheel: Path) -> None:
    """The package that all other tests import is, file for file, that in the wheel.

    So what they show of a checkout holds of the wheel, too.  In a checkout recipes and
    puzzles lie beside the package; the wheel has these, byte for byte.
    """
    package = Path(satdoku.__file__).parent
    archive = zipfile.ZipFile(wheel)
    tested = {
        f"satdoku/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    outside = beside(root)
    # What is tested may be an installed package, which has them inside.
    places = ("satdoku/encodings/", "satdoku/data/")
    inside = {name for name in tested if name.startswith(places)}
    shipped = {
        name: archive.read(name)
        for name in archive.namelist()
        if name.startswith("satdoku/")
    }

    assert len(tested) > 100
    assert outside
    assert inside in (set(), set(outside))
    expected = {**outside, **tested}
    assert sorted(expected) == sorted(shipped)
    assert expected == shipped
    assert outside == {name: shipped[name] for name in outside}


def test_wheel_metadata(wheel: Path, project: dict[str, Any]) -> None:
    """The metadata tell version, licence, command and needs; the licence is inside."""
    archive = zipfile.ZipFile(wheel)
    info = f"satdoku-{satdoku.__version__}.dist-info"
    metadata = Parser().parsestr(archive.read(f"{info}/METADATA").decode())

    assert satdoku.__version__ == metadata["Version"]
    assert "MIT" == metadata["License-Expression"]
    assert ">=3.11" == metadata["Requires-Python"]
    needs = [
        line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line
    ]
    assert sorted(project["project"]["dependencies"]) == sorted(needs)
    assert (
        "satdoku = satdoku.__main__:run"
        in archive.read(f"{info}/entry_points.txt").decode()
    )
    assert b"the satdoku authors" in archive.read(f"{info}/licenses/LICENSE")


@pytest.mark.parametrize(
    "path",
    [
        ".ci/run",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Dockerfile",
        "LICENSE",
        "README.md",
        "SECURITY.md",
        "benchmarks/__main__.py",
        "data/seeds/SOURCE.md",
        "data/seeds/input.txt",
        "encodings/README.md",
        "pyproject.toml",
        "satdoku/py.typed",
        "tests/README.md",
        "tests/conftest.py",
    ],
)
def test_sdist_is_complete(unpacked: Path, path: str) -> None:
    """The source distribution has what is needed to test, build and read satdoku."""
    assert (unpacked / path).is_file()


def test_sdist_has_no_leftovers(unpacked: Path) -> None:
    """No caches, builds or compiled files travel along."""
    assert [] == [
        path
        for path in unpacked.rglob("*")
        if path.name in ("__pycache__", ".git", "dist") or path.suffix == ".pyc"
    ]


def test_wheel_from_sdist_is_the_same(
    unpacked: Path, wheel: Path, tmp_path: Path
) -> None:
    """A wheel built from the source distribution has the same files and contents."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=unpacked,
        check=True,
        capture_output=True,
    )
    (again,) = tmp_path.glob("*.whl")

    def contents(path: Path) -> dict[str, int]:
        return {item.filename: item.CRC for item in zipfile.ZipFile(path).infolist()}

    assert contents(wheel) == contents(again)


def test_extra_and_group_are_one_list(project: dict[str, Any]) -> None:
    """`pip install ".[test]"` and `pip install --group test` bring the same."""
    extra = project["project"]["optional-dependencies"]["test"]

    assert sorted(extra) == sorted(project["dependency-groups"]["test"])


def test_lint_and_hooks_name_the_same_tools(root: Path) -> None:
    """The hooks before a commit run what `.ci/run` runs: none is forgotten."""
    hooks = (root / ".pre-commit-config.yaml").read_text("utf-8")
    checks = (root / ".ci" / "run").read_text("utf-8")

    for tool in ("ruff check", "ruff format", "mypy", "pyright"):
        assert f"python -m {tool}" in hooks
        assert f"-m {tool}" in checks
