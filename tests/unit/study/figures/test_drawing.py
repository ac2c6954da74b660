"""Figures written: which files, the same bytes again, and nothing left aside."""

from __future__ import annotations

import warnings
from importlib import util
from typing import TYPE_CHECKING

import pytest

from satdoku.errors import UsageError
from satdoku.study.contender import Contender
from satdoku.study.figures import draw, draw_encodings
from satdoku.study.laboratory.sample import Form, Sample
from satdoku.study.part import Part
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from satdoku.study.run import Run

    Make = Callable[..., list[Run]]

TIMES = {"auto": [0.01], "ilp": [0.1]}
PART = Part((), (Contender("ilp"),), key="b", title="Means", baseline="ilp")


def test_files_are_named_after_parts(measured: Make, tmp_path: Path) -> None:
    """Each part has its figures; what has nothing to show is not there."""
    runs = measured(TIMES, part="b")
    folder = tmp_path / "new" / "figures"

    paths = draw(runs, [PART], folder)

    names = ["b-boxes.svg", "b-boxes.png", "b-speedup.svg", "b-speedup.png"]
    assert [folder / name for name in names] == paths
    assert sorted(paths) == sorted(folder.iterdir())
    assert b"<svg" in paths[0].read_bytes()
    assert paths[1].read_bytes().startswith(b"\x89PNG")
    text = paths[2].read_text("utf-8")
    assert ">b: Means</text>" in text
    assert "Speed-up of ilp: how many times as long the others take" in text


def test_same_runs_same_bytes(measured: Make, tmp_path: Path) -> None:
    """Drawn again, over what is there, a figure is the same to the last byte."""
    runs = measured(TIMES)
    first = {path: path.read_bytes() for path in draw(runs, [], tmp_path)}

    again = {path: path.read_bytes() for path in draw(runs, [], tmp_path)}

    assert first == again
    assert all(
        b"date" not in data and b"Software" not in data for data in again.values()
    )


def test_strange_names(measured: Make, tmp_path: Path) -> None:
    """Names are no formulas, no paths, and may be in letters that the font has not."""
    runs = measured({"auto": [0.1]}, part="../b", set="$x$ 数独 \x1b[31m")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (path,) = draw(runs, [], tmp_path, formats=["svg"])

    assert tmp_path / "b-boxes.svg" == path
    text = path.read_text("utf-8")
    assert "$x$ 数独" in text
    assert "\x1b" not in text


def test_settings_of_others_are_left_alone(measured: Make, tmp_path: Path) -> None:
    """What a person has set up for matplotlib changes no figure, and is there after."""
    import matplotlib as mpl

    runs = measured({"auto": [0.1]})
    (path,) = draw(runs, [], tmp_path, formats=["svg"])
    before = path.read_bytes()

    with mpl.rc_context({"font.size": 31, "axes.facecolor": "red"}):
        draw(runs, [], tmp_path, formats=["svg"])
        assert 31 == mpl.rcParams["font.size"]

    assert before == path.read_bytes()


def test_encodings(tmp_path: Path) -> None:
    """The laboratory's samples have a figure for each engine and form."""
    samples = [
        Sample(
            4,
            "2x2",
            "empty",
            1,
            0,
            name,
            form,
            "dpll",
            1,
            Ended.ANSWERED,
            clauses=many,
            solve_s=many / 1e4,
        )
        for form in Form
        for name, many in (("triad", 224), ("extended", 384))
    ]

    paths = draw_encodings(samples, tmp_path, formats=["svg"])

    assert ["clauses-dpll.svg", "clauses-dpll-simplified.svg"] == [
        p.name for p in paths
    ]


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where it is missing, that is said, and what brings it."""
    monkeypatch.setattr("satdoku.study.figures.drawing.find_spec", no_spec)

    with pytest.raises(
        UsageError, match=r"not installed: pip install 'satdoku\[study\]'"
    ):
        draw([], [], tmp_path)
    with pytest.raises(UsageError, match="matplotlib"):
        draw_encodings([], tmp_path)


def no_spec(name: str) -> None:
    """Find nothing."""
    assert util.find_spec(name) is not None


class _Guard:
    """Tells how many files there are whenever it is left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: list[int] = []

    def __enter__(self) -> None:
        """Nothing is done."""

    def __exit__(self, *_: object) -> None:
        self.seen.append(len(list(self.folder.iterdir())))


def test_each_figure_is_guarded(measured: Make, tmp_path: Path) -> None:
    """The guard is entered for each figure, and left when its files are written."""
    guard = _Guard(tmp_path)

    draw(measured(TIMES), [], tmp_path, guard=guard)

    assert {2, 4} <= set(guard.seen)
    assert guard.seen == sorted(guard.seen)
