"""A board brought to where it goes."""

from __future__ import annotations

import re
from io import StringIO

import pytest

from satdoku import Grid, UsageError
from satdoku.cli.output import Output
from satdoku.cli.picture import Drawing, kind_of
from satdoku.cli.show_layers import Asked, Layers
from satdoku.formats import Entry


class Screen(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_png_is_not_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be rubbish there."""
    monkeypatch.setattr("sys.stdout", Screen())
    drawing = Drawing("png", title="", size=None, colour="auto", quiet=False)

    with pytest.raises(UsageError, match=r"not for a terminal; use -o FILE\.png"):
        drawing.look_at(Output(None))


@pytest.mark.parametrize("quiet", [False, True])
def test_too_wide_for_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, quiet: bool
) -> None:
    """Drawn all the same, and what would help is said."""
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setattr("sys.stdout", screen := Screen())
    asked = Asked(
        candidates=False, solution=False, diff=False, timeout=None, quiet=quiet
    )
    layers = Layers(Entry.of(Grid.parse("." * 81)), None, asked)
    drawing = Drawing("text", title="", size=None, colour="never", quiet=quiet)
    drawing.draw(Output(None), layers)

    assert ["...", "...", "..."] == re.split("[^.]", screen.getvalue().splitlines()[0])
    told = capsys.readouterr().err
    if quiet:
        assert "" == told
    else:
        assert told.startswith("The drawing is 11 columns wide, the terminal 10; ")


def test_kind_of_dash_is_text() -> None:
    """Standard output, unless --to says otherwise."""
    assert ("text", "svg") == (kind_of(None, "-"), kind_of("svg", "-"))
