"""What all tests share: where the puzzle sets are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of puzzle sets and reference cases; skip where it is missing.

    It lies beside the checkout, or where the environment variable SATDOKU_DATA says.
    """
    place = Path(os.environ.get("SATDOKU_DATA", ROOT.parent / "shared" / "data"))
    if not place.is_dir():
        pytest.skip(f"no puzzle sets at {place}; SATDOKU_DATA can name their folder")
    return place


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in tests/cross, so that it can be left out or run alone."""
    for item in items:
        if ROOT / "tests" / "cross" in item.path.parents:
            item.add_marker(pytest.mark.cross)
