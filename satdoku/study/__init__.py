"""Studies: solvers or encodings measured side by side.

puzzles × solvers × repeats ─▶ runs ─▶ tables, figures, report

plan.py        sets of puzzles, solvers, parts; plans in TOML files
runner.py      makes runs, each in a fresh process
worker.py      what such a process does
studies.py     a study carried out, and its folder
report.py      runs ─▶ medians, means, ratios ─▶ tables and text
figures.py     the figures
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.study.plan import presets
    from satdoku.study.studies import run

__all__ = ["presets", "run"]

_HOMES = {"presets": "satdoku.study.plan", "run": "satdoku.study.studies"}


def __getattr__(name: str) -> object:
    """Load a public name when it is used: the processes of runs need none of them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
