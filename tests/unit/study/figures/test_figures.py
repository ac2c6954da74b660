"""Each figure: what is in it, and none where there is nothing to show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from satdoku.study.figures.boxes import boxes
from satdoku.study.figures.by_clues import by_clues
from satdoku.study.figures.by_size import by_size
from satdoku.study.figures.cactus import cactus
from satdoku.study.figures.clauses import clauses
from satdoku.study.figures.encoding_times import (
    EncodingTime,
    encoding_times,
    sample_times,
)
from satdoku.study.figures.memory import memory
from satdoku.study.figures.speedup import speedup
from satdoku.study.laboratory.sample import PROPAGATION, Form, Sample
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    from satdoku.study.run import Run

    Make = Callable[..., list[Run]]

FIVE = [0.01, 0.02, 0.03, 0.04, 0.08]


def ticks(axes: Axes) -> list[str]:
    """Return the names of the rows of a panel."""
    return [label.get_text() for label in axes.get_yticklabels()]


def texts(axes: Axes) -> list[str]:
    """Return what is written in and beside a panel."""
    return [text.get_text() for text in axes.texts]


def xs(line: Line2D) -> list[float]:
    """Return how far to the right the points of a line are."""
    return [float(each) for each in np.asarray(line.get_xdata())]


def ys(line: Line2D) -> list[float]:
    """Return how high the points of a line are."""
    return [float(each) for each in np.asarray(line.get_ydata())]


def hollow(figure: Figure) -> int:
    """Count the hollow markers of a figure."""
    lines = [line for axes in figure.axes for line in axes.lines]
    marked = [line for line in lines if line.get_marker() not in ("None", "")]
    return sum(
        len(xs(line)) for line in marked if "white" == line.get_markerfacecolor()
    )


@pytest.mark.parametrize(
    "draw",
    [boxes, cactus, by_clues, by_size, speedup, memory],
    ids=lambda f: f.__name__,
)
def test_nothing_to_show(
    draw: Callable[[Sequence[Run]], Figure | None], ran: Callable[..., Run]
) -> None:
    """Where nothing was measured there is no figure."""
    assert draw([]) is None
    assert draw([ran("auto", None, Ended.REFUSED)]) is None


def test_boxes(measured: Make) -> None:
    """A panel a difficulty, easy first; a box of five times, or markers of fewer."""
    runs = measured({"auto": FIVE, "ilp": [1.0] * 4 + [-5.0]}, difficulty="hard")
    runs += measured({"auto": [0.01], "ilp": [0.1]}, difficulty="easy", set="e")

    figure = boxes(runs)

    assert figure is not None
    easy, hard = figure.axes
    assert ["easy (1)", "hard (5)"] == [
        one.get_title(loc="left") for one in figure.axes
    ]
    assert ["ilp", "auto"] == ticks(easy)
    assert (0, 2) == (len(easy.patches), len(hard.patches))
    assert ["1.00 s, 1 cut", "30.0 ms"] == texts(hard)
    assert "log" == easy.get_xscale() == hard.get_xscale()
    assert 1 == hollow(figure)


def test_boxes_tell_bounds(measured: Make) -> None:
    """Where at least half was cut off, the median is told as a bound."""
    figure = boxes(measured({"ilp": [1.0, -5.0, -5.0]}))

    assert figure is not None
    assert ["> 5.00 s, 2 cut"] == texts(figure.axes[0])


def test_boxes_of_whole_sets(ran: Callable[..., Run]) -> None:
    """A set that was one run is a marker at its time a puzzle."""
    figure = boxes([ran("auto", 2.0, number=0, puzzles=4)])

    assert figure is not None
    assert ["500 ms"] == texts(figure.axes[0])
    assert ["small"] == [axes.get_title(loc="left") for axes in figure.axes]


def test_cactus(measured: Make) -> None:
    """A line a contender, its times sorted; who was cut off ends hollow and earlier."""
    figure = cactus(measured({"auto": FIVE[::-1], "ilp": [1.0, -9.0, 0.5, -9.0, 2.0]}))

    assert figure is not None
    (axes,) = figure.axes
    lines = [ys(line) for line in axes.lines]
    assert FIVE in lines
    assert [0.5, 1.0, 2.0] in lines
    assert {"auto", "ilp"} == set(texts(axes))
    assert "log" == axes.get_yscale()
    assert 1 == hollow(figure)


def test_cactus_of_many(measured: Make) -> None:
    """More contenders than eyes can follow are dealt out, the baseline to all."""
    figure = cactus(measured({f"e{at}": FIVE for at in range(12)}), baseline="e3")

    assert figure is not None
    assert 2 == len(figure.axes)
    assert all("e3" in texts(axes) for axes in figure.axes)


def test_cactus_needs_single_puzzles(ran: Callable[..., Run]) -> None:
    """Means of whole sets are not puzzles answered within a time."""
    whole = [ran("auto", 2.0, number=0, puzzles=9, set=name) for name in "abcd"]

    assert cactus(whole) is None


def test_by_clues(measured: Make) -> None:
    """A panel a contender, with the running median, and that of the baseline."""
    runs = measured({"auto": FIVE, "ilp": [1, 2, 3, 4, -9]}, clues=[20, 20, 21, 22, 25])

    figure = by_clues(runs)

    assert figure is not None
    auto, ilp = figure.axes
    assert ["auto", "ilp"] == [axes.get_title(loc="left") for axes in figure.axes]
    medians = [0.02, 0.025, 0.035, 0.08]
    assert [pytest.approx(medians)] == [
        ys(line) for line in ilp.lines if "#1a1a1a" == line.get_color()
    ]
    assert "log" == auto.get_yscale()
    assert 1 == hollow(figure)


def test_by_clues_needs_clues_that_differ(measured: Make) -> None:
    """Two numbers of clues are no relation."""
    assert by_clues(measured({"auto": FIVE}, clues=[20, 20, 21, 21, 20])) is None


def test_by_size(measured: Make) -> None:
    """Both axes are logarithmic, and a line leads through the medians."""
    runs = measured({"auto": FIVE}) + measured({"auto": [1, 2, -9]}, set="9", size=9)

    figure = by_size(runs)

    assert figure is not None
    (axes,) = figure.axes
    assert ("log", "log") == (axes.get_xscale(), axes.get_yscale())
    assert ["4×4", "9×9"] == [label.get_text() for label in axes.get_xticklabels()]
    assert [0.03, 2] in [ys(line) for line in axes.lines]
    assert 0 == hollow(figure)


def test_by_size_needs_sizes(measured: Make) -> None:
    """With one size there is no growth."""
    assert by_size(measured({"auto": FIVE})) is None


def test_speedup(measured: Make) -> None:
    """As the tables have it: times as long as the baseline, with its interval."""
    slow = [0.11, 0.2, 0.31, 0.4, 0.78]
    runs = measured({"auto": FIVE, "ilp": slow, "cp": [-1.0] * 5})

    figure = speedup(runs)

    assert figure is not None
    (axes,) = figure.axes
    assert ["cp", "ilp"] == ticks(axes)
    assert ["≥ 34.9×", "10.2×"] == texts(axes)
    (bar,) = [line for line in axes.lines if line.get_alpha()]
    low, high = sorted(xs(bar))
    assert 9 < low < 10.2 < high < 11
    assert 1 == hollow(figure)


def test_speedup_needs_the_baseline(measured: Make) -> None:
    """Without the baseline there is nobody to be compared with."""
    assert speedup(measured({"ilp": FIVE, "cp": FIVE})) is None
    assert speedup(measured({"ilp": FIVE, "cp": FIVE}), baseline="cp") is not None


def test_memory(measured: Make) -> None:
    """A row a contender, the least at the top, with its peak and its own share."""
    runs = measured({"ilp": FIVE}, peak_bytes=80_000_000, own_bytes=65_000_000)
    runs += measured({"auto": FIVE}, peak_bytes=16_000_000, own_bytes=0)

    figure = memory(runs)

    assert figure is not None
    (axes,) = figure.axes
    assert ["ilp", "auto"] == ticks(axes)
    assert ["80.0 MB, 65.0 MB", "16.0 MB, 10.0 kB"] == texts(axes)
    assert "log" == axes.get_xscale()


def test_clauses() -> None:
    """A panel a size, a point an encoding, each with its name."""
    times = [
        EncodingTime("dpll", name, size, many * size, 0.01 * size, is_bound=size == 9)
        for size in (4, 9)
        for name, many in (("triad", 20), ("minimal", 30), ("extended", 35))
    ]

    figure = clauses(times)

    assert figure is not None
    small, large = figure.axes
    assert ["4×4", "9×9"] == [axes.get_title(loc="left") for axes in figure.axes]
    assert {"triad", "minimal", "extended"} == set(texts(small)) == set(texts(large))
    assert 3 == hollow(figure)


def test_clauses_need_two_encodings() -> None:
    """A single encoding is not compared with anything."""
    assert clauses([EncodingTime("dpll", "triad", 9, 7000, 0.1)]) is None


def test_times_of_encodings_in_runs(measured: Make) -> None:
    """The median of an engine's runs with an encoding; none where it has no clauses."""
    runs = measured(
        {"dpll/triad": [0.1, 0.3, -0.9]}, engine="dpll", encoding="triad", clauses=224
    )

    assert [EncodingTime("dpll", "triad", 4, 224, 0.3)] == encoding_times(runs)
    assert [] == encoding_times([replace(run, clauses=None) for run in runs])


def test_times_of_encodings_in_samples() -> None:
    """The time to solve, of a form, without those of propagation alone."""

    def sample(engine: str, number: int, solve_s: float, ended: Ended) -> Sample:
        return Sample(
            9, "3x3", "30%", number, 24, "triad", Form.WHOLE, engine, 1, ended,
            clauses=7000, solve_s=solve_s,
        )  # fmt: skip

    samples = [
        sample("dpll", 1, 0.5, Ended.ANSWERED),
        sample("dpll", 2, 3.0, Ended.TIMEOUT),
        sample("dpll", 3, 3.0, Ended.TIMEOUT),
        sample("dpll", 4, 9.0, Ended.FAILED),
        sample(PROPAGATION, 1, 0.1, Ended.ANSWERED),
    ]

    expected = EncodingTime("dpll", "triad", 9, 7000, 3.0, is_bound=True)
    assert [expected] == sample_times(samples, Form.WHOLE)
    assert [] == sample_times(samples, Form.SIMPLIFIED)
