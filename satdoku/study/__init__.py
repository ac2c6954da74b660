"""Studies: solver configurations or encodings measured side by side.

    puzzles × solvers × repeats ─▶ runs ─▶ tables, figures, report

A study is a folder: `runs.csv` has a row a run, `study.json` says what was measured and
on what, `report.md` and `figures/` show the results.

    plan.py        sets of puzzles, solver configurations, presets
    runner.py      runs tasks, each in a fresh process
    worker.py      what such a process does
    report.py      runs ─▶ medians, means, ratios ─▶ tables and text
    figures.py     the figures
    encodings.py   the study of encodings
    studies.py     a study carried out, and its folder
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.study.plan import presets
    from satdoku.study.studies import run

__all__ = ["presets", "run"]

_HOMES = {"presets": "satdoku.study.plan", "run": "satdoku.study.studies"}


def __getattr__(name: str) -> object:
    """Load a public name when it is used: the processes of runs need none of them."""
    from importlib import import_module  # noqa: PLC0415

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
