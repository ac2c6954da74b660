"""The distributions that the packaging tests look into: made once a session."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


def build(root: Path, folder: Path) -> None:
    """Build the wheel and the source distribution of `root` into `folder`."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=root,
        check=True,
        capture_output=True,
    )


@pytest.fixture(scope="session")
def dist(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with one wheel and one source distribution.

    Built from the checkout, unless the environment variable SATDOKU_DIST names a folder
    with those that are to be tested.
    """
    if given := os.environ.get("SATDOKU_DIST"):
        return Path(given)
    folder = tmp_path_factory.mktemp("dist")
    build(root, folder)
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    """Return the path of the wheel."""
    (path,) = dist.glob("satdoku-*.whl")
    return path


@pytest.fixture(scope="session")
def sdist(dist: Path) -> Path:
    """Return the path of the source distribution."""
    (path,) = dist.glob("satdoku-*.tar.gz")
    return path


@pytest.fixture(scope="session")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds what the wheel installs, and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder
