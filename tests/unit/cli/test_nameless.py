"""Files without a name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from satdoku.cli import nameless
from satdoku.cli.output import Output


def test_it_is_there_when_it_has_a_name(tmp_path: Path) -> None:
    """Until then the folder is empty; then it holds what was written before."""
    number = nameless.open_nameless(str(tmp_path))
    if number is None:
        pytest.skip("this system knows no files without a name")
    os.write(number, b"whole")
    assert [] == list(tmp_path.iterdir())
    nameless.give_name(number, str(tmp_path / "named"))
    os.close(number)

    assert b"whole" == (tmp_path / "named").read_bytes()


def test_no_name_is_taken_from_another(tmp_path: Path) -> None:
    """A file of that name stays."""
    number = nameless.open_nameless(str(tmp_path))
    if number is None:
        pytest.skip("this system knows no files without a name")
    (tmp_path / "named").write_text("theirs")
    with pytest.raises(FileExistsError):
        nameless.give_name(number, str(tmp_path / "named"))
    os.close(number)

    assert "theirs" == (tmp_path / "named").read_text()


@pytest.mark.parametrize("kind", [None, -1])
def test_systems_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: int | None
) -> None:
    """There the file has another name first, and its own in the end."""
    if kind is None:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    else:  # a file system that does not know the flag
        monkeypatch.setattr(os, "O_TMPFILE", os.O_DIRECTORY, raising=False)
    with Output(str(tmp_path / "out")) as output:
        output.stream.write("whole\n")
        (scratch,) = tmp_path.iterdir()
        assert scratch.name.startswith(".satdoku-")

    assert ["out"] == [path.name for path in tmp_path.iterdir()]


def test_folders_that_are_not_there(tmp_path: Path) -> None:
    """What is wrong is told by whoever opens it under a name."""
    assert nameless.open_nameless(str(tmp_path / "nowhere")) is None
    with pytest.raises(FileNotFoundError) as raised:
        Output(str(tmp_path / "nowhere" / "out"))

    assert str(tmp_path / "nowhere" / "out") == raised.value.filename
    assert not Path(tmp_path / "nowhere").exists()
