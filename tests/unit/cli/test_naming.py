"""The name of the file where the system tells an error without one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from satdoku.cli.naming import naming

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

EASY = (
    "001700509573024106800501002700295018009400305652800007465080071000159004908007053"
)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "options",
    [["rate", "-q", "-", "--histogram"], ["solve", "-", "-o"], ["show", "-", "-o"]],
)
def test_full_disk(run: Run, tmp_path: Path, options: list[str]) -> None:
    """A disk that is full is told with the name of the file."""
    path = tmp_path / "full.svg"
    path.symlink_to("/dev/full")
    done = run(*options, path, text=EASY)

    assert 1 == done.exit_code
    assert f"satdoku: error: {path}: No space left on device\n" == done.stderr


@pytest.mark.parametrize(("name", "told"), [("a.txt", "a.txt"), (3, None)])
def test_naming(name: object, told: str | None) -> None:
    """A number is no name."""
    with pytest.raises(OSError, match="full") as caught, naming(name):
        raise OSError(28, "full")

    assert told == caught.value.filename


def test_keeps_a_name() -> None:
    """An error that has a name keeps it."""
    with pytest.raises(OSError, match="full") as caught, naming("b.txt"):
        raise OSError(28, "full", "a.txt")

    assert "a.txt" == caught.value.filename
