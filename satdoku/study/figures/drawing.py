"""Draws all figures of a study and writes them, a file each and format.

Each part of a study has figures of its own, named after it: `a-boxes.svg`.  A figure
for which a part has nothing to show is not there.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

import re
from contextlib import nullcontext
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING
from warnings import catch_warnings, filterwarnings

from satdoku.choice import AUTO
from satdoku.errors import UsageError
from satdoku.study.figures.boxes import boxes
from satdoku.study.figures.by_clues import by_clues
from satdoku.study.figures.by_size import by_size
from satdoku.study.figures.cactus import cactus
from satdoku.study.figures.clauses import clauses
from satdoku.study.figures.encoding_times import encoding_times, sample_times
from satdoku.study.figures.memory import memory
from satdoku.study.figures.speedup import speedup
from satdoku.study.figures.style import alike, looks
from satdoku.study.laboratory.sample import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from matplotlib.figure import Figure

    from satdoku.study.figures.encoding_times import EncodingTime
    from satdoku.study.figures.style import Look
    from satdoku.study.laboratory.sample import Sample
    from satdoku.study.part import Part
    from satdoku.study.run import Run

__all__ = ["FORMATS", "draw", "draw_encodings"]

FORMATS = ("svg", "png")
_ASIDE = ".satdoku-"
_FORMS = {
    Form.WHOLE: ("", "Formulas of all the rules, clues as assumptions."),
    Form.SIMPLIFIED: ("-simplified", "Formulas of what the clues leave open."),
}


def draw(
    runs: Sequence[Run],
    parts: Sequence[Part],
    folder: Path,
    *,
    formats: Sequence[str] = FORMATS,
    guard: AbstractContextManager[object] | None = None,
) -> list[Path]:
    """Draw the figures of a study, part by part.

    The same runs give the same bytes, with the same matplotlib.

    Args:
        runs: What was measured.
        parts: The parts they are of: titles, baselines, and their order.
        folder: Where figures are written, over older ones; made if it is not there.
        formats: The endings of the files.
        guard: Is entered for each figure anew, and left when that is written.

    Returns:
        What was written.

    Raises:
        UsageError: Matplotlib is not installed.  Who can do without figures catches it
            and says so in a remark.
        OSError: A file cannot be written.
    """
    look_for_matplotlib()
    look = looks(run.contender for run in runs)
    titles = {part.key: part.title for part in parts}
    baselines = {part.key: part.baseline for part in parts}
    found: list[Path] = []
    for key in dict.fromkeys([*titles, *(run.part for run in runs)]):
        mine = [run for run in runs if run.part == key]
        title = f"{key}: {titles[key]}" if titles.get(key) and key else ""
        makers = _makers(mine, look, title, baselines.get(key, AUTO))
        found += _written(makers, folder, key, formats, guard)
    return found


def draw_encodings(
    samples: Sequence[Sample],
    folder: Path,
    *,
    formats: Sequence[str] = FORMATS,
    guard: AbstractContextManager[object] | None = None,
) -> list[Path]:
    """Draw clauses against time from the laboratory's samples, an engine and form each.

    Args:
        samples: What was measured.
        folder: Where figures are written, over older ones; made if it is not there.
        formats: The endings of the files.
        guard: Is entered for each figure anew, and left when that is written.

    Returns:
        What was written.

    Raises:
        UsageError: Matplotlib is not installed.
        OSError: A file cannot be written.
    """
    look_for_matplotlib()
    found: list[Path] = []
    for form, (ending, title) in _FORMS.items():
        times = sample_times(samples, form)
        makers = _of_engines(times, title, "time to solve", ending)
        found += _written(makers, folder, "", formats, guard)
    return found


def look_for_matplotlib() -> None:
    """Raise UsageError where matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise UsageError(
            "figures need matplotlib, which is not installed: "
            "pip install 'satdoku[study]'"
        )


def _makers(
    runs: Sequence[Run], look: Mapping[str, Look], part: str, baseline: str
) -> Iterator[tuple[str, Callable[[], Figure | None]]]:
    """Yield what makes each figure of a part, under its name."""
    yield "boxes", partial(boxes, runs, look, part=part)
    yield "cactus", partial(cactus, runs, look, part=part, baseline=baseline)
    yield "speedup", partial(speedup, runs, look, part=part, baseline=baseline)
    yield "memory", partial(memory, runs, look, part=part)
    yield "clues", partial(by_clues, runs, look, part=part, baseline=baseline)
    yield "sizes", partial(by_size, runs, look, part=part, baseline=baseline)
    yield from _of_engines(encoding_times(runs), part, "time for a puzzle")


def _of_engines(
    times: Iterable[EncodingTime], part: str, what: str, ending: str = ""
) -> Iterator[tuple[str, Callable[[], Figure | None]]]:
    engines: dict[str, list[EncodingTime]] = {}
    for one in times:
        engines.setdefault(one.engine, []).append(one)
    for engine, group in engines.items():
        name = f"clauses-{engine}{ending}"
        yield name, partial(clauses, group, part=part, what=what)


def _written(
    makers: Iterable[tuple[str, Callable[[], Figure | None]]],
    folder: Path,
    part: str,
    formats: Sequence[str],
    guard: AbstractContextManager[object] | None,
) -> list[Path]:
    found: list[Path] = []
    with alike(), catch_warnings():
        # A set may be called in letters that the font has not: SVG leaves them to who
        # shows it, PNG has boxes for them, and nobody else can help it.
        filterwarnings("ignore", r"Glyph .* missing from", UserWarning)
        for name, make in makers:
            with guard or nullcontext():
                figure = make()
                if figure is None:
                    continue
                stem = re.sub(r"[^A-Za-z0-9_.]+", "-", f"{part}-{name}").strip("-.")
                # The layout is made once, not for each format again.
                figure.draw_without_rendering()
                figure.set_layout_engine(None)
                for ending in formats:
                    path = folder / f"{stem}.{ending}"
                    _save(figure, path, ending)
                    found.append(path)
    return found


def _save(figure: Figure, path: Path, ending: str) -> None:
    """Write a figure aside and rename it, so that it is there whole or as before."""
    stream = BytesIO()
    nothing = {"png": "Software", "svg": "Date"}
    figure.savefig(stream, format=ending, metadata={nothing[ending]: None})
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(_ASIDE + path.name)
    try:
        aside.write_bytes(stream.getvalue())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
