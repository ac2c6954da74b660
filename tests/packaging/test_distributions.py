"""The wheel and the source distribution in the folder that SATDOKU_DIST names."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement

import satdoku

PUZZLES = "generated_16x16/minimal.csv generated_4x4/easy.csv generated_6x6/hard.csv"
PUZZLES = [*PUZZLES.split(), "generated_9x9/*", "seeds/*"]
"""What of `data/` the presets of `satdoku study` use, so that the wheel has it."""


@pytest.fixture(scope="session")
def dist():
    if not (place := os.environ.get("SATDOKU_DIST")):
        pytest.skip("SATDOKU_DIST is not set; .ci/run builds what it names")
    return Path(place)


@pytest.fixture(scope="session")
def wheel(dist):
    (path,) = dist.glob("satdoku-*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="session")
def site(wheel, tmp_path_factory):
    """Return a folder that holds what the wheel installs, and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    wheel.extractall(folder)
    return folder


@pytest.fixture
def python(site, tmp_path):
    """Return a function that runs this Python with the wheel, far from the checkout."""

    def run(*arguments, cwd=tmp_path):
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=cwd,
            env=os.environ | {"PYTHONPATH": str(site)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert 0 == done.returncode, done.stderr
        return done

    return run


def test_wheel_holds_the_package_recipes_and_puzzles(root, wheel):
    package = root / "satdoku"
    expected = {
        f"satdoku/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for pattern in ["encodings/*", *(f"data/{pattern}" for pattern in PUZZLES)]:
        found = list(root.glob(pattern))
        assert found, pattern
        for path in found:
            name = f"satdoku/{path.relative_to(root).as_posix()}"
            expected[name] = path.read_bytes()
    names = [name for name in wheel.namelist() if ".dist-info/" not in name]

    assert sorted(expected) == sorted(names)
    assert expected == {name: wheel.read(name) for name in names}


def test_metadata(root, wheel):
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    info = f"satdoku-{satdoku.__version__}.dist-info"
    metadata = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())
    needs = metadata.get_all("Requires-Dist", [])

    assert satdoku.__version__ == metadata["Version"]
    assert "MIT AND Bitstream-Vera" == metadata["License-Expression"]
    assert ">=3.11" == metadata["Requires-Python"]
    own = [Requirement(need) for need in needs if "extra ==" not in need]
    assert set(map(Requirement, project["dependencies"])) == set(own)
    assert (
        "satdoku = satdoku.__main__:run"
        in wheel.read(f"{info}/entry_points.txt").decode()
    )
    assert b"the satdoku authors" in wheel.read(f"{info}/licenses/LICENSE")


def test_extra_all_has_every_extra(root):
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    (own,) = [need for need in extras["all"] if need.startswith("satdoku[")]
    named = set(re.search(r"\[(.*)\]", own)[1].split(","))

    assert extras.keys() - {"all", "test", "count"} == named
    assert any(need.startswith("pyganak") for need in extras["all"])


def test_source_distribution_is_complete(root, dist):
    (path,) = dist.glob("satdoku-*.tar.gz")
    with tarfile.open(path) as archive:
        parts = [PurePosixPath(name).parts[1:] for name in archive.getnames()]
    names = {PurePosixPath(*part).as_posix() for part in parts}
    folders = ("satdoku", "tests", "benchmarks", "docs", "data", "encodings", ".ci")
    expected = {
        file.relative_to(root).as_posix()
        for folder in folders
        for file in (root / folder).rglob("*")
        if file.is_file() and not {"__pycache__", "_build"} & set(file.parts)
    }
    top = "CHANGELOG.md CITATION.cff CONTRIBUTING.md Dockerfile LICENSE README.md"

    assert expected | {*top.split(), "SECURITY.md"} <= names
    assert [] == [name for name in names if name.endswith(".pyc") or ".git/" in name]


def test_installed_program(root, python):
    """It solves beside a folder `encodings/`, and finds its recipes and version."""
    done = python("-m", "satdoku", "solve", "-q", "data/seeds/input.txt", cwd=root)
    names = sorted(path.stem for path in (root / "encodings").glob("*.toml"))
    listed = python("-m", "satdoku", "list", "encodings").stdout

    assert re.sub(r"\D", "", done.stdout).startswith("594167832618239574237458169")
    assert "" == done.stderr
    assert [] == [
        name for name in names if not re.search(rf"^{name}\b", listed, re.MULTILINE)
    ]
    assert satdoku.__version__ in python("-m", "satdoku", "--version").stdout


@pytest.mark.parametrize("command", ["solve", "count"])
def test_one_puzzle_loads_no_heavy_package(root, python, command):
    puzzle = root / "data" / "seeds" / "input.txt"
    done = python("-X", "importtime", "-m", "satdoku", command, puzzle)
    lines = done.stderr.splitlines()
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}

    assert "satdoku" in loaded
    assert set() == loaded & {"numpy", "numba", "pysat", "pysolvers", "asyncio"}
