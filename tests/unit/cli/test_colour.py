"""Whether a grid is drawn in colours where it goes."""

from __future__ import annotations

from io import StringIO, TextIOWrapper
from typing import TYPE_CHECKING

import pytest

from satdoku.cli import colour
from satdoku.cli.colour import has_colours, look_of
from satdoku.cli.output import Output

if TYPE_CHECKING:
    from pathlib import Path


class Screen(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Output:
    """Return an output that goes to a terminal."""
    monkeypatch.setattr("sys.stdout", Screen())
    return Output(None)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, True),
        ({"TERM": "xterm-256color"}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "0"}, False),
        ({"NO_COLOR": ""}, True),  # no-color.org: if it is not empty
        ({"TERM": "dumb"}, False),
    ],
)
def test_terminal(
    screen: Output,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    expected: bool,
) -> None:
    """Unless somebody has switched them off; the option has the last word."""
    monkeypatch.setattr("sys.platform", "linux")

    assert expected is has_colours(screen, environment=environment)
    assert has_colours(screen, "always", environment)
    assert not has_colours(screen, "never", environment)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({}, False), ({"WT_SESSION": "x"}, True), ({"TERM": "cygwin"}, True)],
)
def test_windows(
    screen: Output,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    expected: bool,
) -> None:
    """Only where the console is known to read escape sequences."""
    monkeypatch.setattr("sys.platform", "win32")

    assert expected is has_colours(screen, environment=environment)


def test_file_and_pipe_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even with a terminal around."""
    monkeypatch.setattr("sys.stdout", StringIO())
    assert not has_colours(Output(None), environment={})
    assert look_of(Output(None), "auto").columns is None
    with Output(str(tmp_path / "out.txt")) as file:
        assert not has_colours(file, environment={})
        assert look_of(file, "always").colour
        assert look_of(file, "auto").unicode


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [("utf-8", True), ("ascii", False), ("latin-1", False), ("cp437", True)],
)
def test_boxes_where_the_encoding_has_them(
    encoding: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, expected: bool
) -> None:
    """Else plain ASCII."""
    with TextIOWrapper((tmp_path / "x").open("wb"), encoding=encoding) as stream:
        monkeypatch.setattr("sys.stdout", stream)

        assert expected is look_of(Output(None), "auto").unicode


def test_width_is_that_of_the_terminal(
    screen: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """COLUMNS has the first word, as everywhere."""
    monkeypatch.setenv("COLUMNS", "33")

    assert 33 == look_of(screen, "auto").columns


def test_choices_are_all_understood(screen: Output) -> None:
    """None of them is the same as another by mistake."""
    assert ("auto", "always", "never") == colour.CHOICES
    seen = [has_colours(screen, choice, {"TERM": "dumb"}) for choice in colour.CHOICES]

    assert [False, True, False] == seen
