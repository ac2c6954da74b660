"""What is installed starts, finds its recipes, and imports little."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import satdoku

if TYPE_CHECKING:
    from pathlib import Path


def python(
    *arguments: str, site: Path | None = None, cwd: Path
) -> subprocess.CompletedProcess[str]:
    """Run this Python in `cwd`, with satdoku from `site` where one is given."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    if site is not None:
        environment["PYTHONPATH"] = str(site)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def solved(output: str) -> bool:
    """Whether the output holds the solution of `data/seeds/input.txt`."""
    digits = "".join(re.findall(r"[1-9]", output))
    return (
        "594167832618239574237458169981726345375841296"
        "426395781762584913143972658859613427"
    ) in digits


def test_installed_package_comes_from_its_folder(site: Path, tmp_path: Path) -> None:
    """The tests of this file speak of the unpacked wheel, not of the checkout."""
    done = python(
        "-c", "import satdoku; print(satdoku.__file__)", site=site, cwd=tmp_path
    )

    assert str(site / "satdoku" / "__init__.py") == done.stdout.strip()


def test_version(site: Path, tmp_path: Path) -> None:
    """`satdoku --version` tells the version of the package."""
    done = python("-m", "satdoku", "--version", site=site, cwd=tmp_path)

    assert (0, "") == (done.returncode, done.stderr)
    assert satdoku.__version__ in done.stdout.split()


def test_solves(root: Path, site: Path, tmp_path: Path) -> None:
    """The installed program solves the worked example, far from the checkout."""
    puzzle = root / "data" / "seeds" / "input.txt"
    done = python("-m", "satdoku", "solve", "-q", str(puzzle), site=site, cwd=tmp_path)

    assert (0, "") == (done.returncode, done.stderr)
    assert solved(done.stdout)


def test_every_recipe_is_found(root: Path, site: Path, tmp_path: Path) -> None:
    """The installed package loads every recipe of `encodings/` by its name."""
    recipes = sorted(path.stem for path in (root / "encodings").glob("*.toml"))
    code = (
        "import sys\n"
        "from satdoku.cnf import recipe\n"
        "for name in sys.argv[1:]: print(recipe.load(name).name)\n"
    )
    done = python("-c", code, *recipes, site=site, cwd=tmp_path)

    assert "" == done.stderr
    assert recipes == done.stdout.split()


def test_runs_beside_encodings(root: Path, site: Path) -> None:
    """A folder `encodings/` in the current folder does not disturb satdoku."""
    done = python(
        "-m", "satdoku", "solve", "-q", "data/seeds/input.txt", site=site, cwd=root
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert solved(done.stdout)


@pytest.mark.parametrize("library", ["numpy", "numba", "pysat", "pysolvers", "asyncio"])
@pytest.mark.parametrize("command", ["solve", "count"])
def test_cold_answer_imports_little(
    root: Path, site: Path, tmp_path: Path, command: str, library: str
) -> None:
    """One puzzle at the command line, solved or counted, loads no heavy library."""
    puzzle = root / "data" / "seeds" / "input.txt"
    done = python(
        *("-X", "importtime", "-m", "satdoku", command, str(puzzle)),
        site=site,
        cwd=tmp_path,
    )
    loaded = {
        line.rpartition("|")[2].strip().partition(".")[0]
        for line in done.stderr.splitlines()
    }

    assert solved(done.stdout) if command == "solve" else "1\n" == done.stdout
    assert "satdoku" in loaded
    assert library not in loaded
