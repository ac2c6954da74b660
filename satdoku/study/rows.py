"""Runs as text: a row of `runs.csv` each, and back."""

from __future__ import annotations

from satdoku.study.run import Ended, Run
from satdoku.study.tidy import Tidy

__all__ = ["HEADER", "TABLE", "runs_of", "written"]

TABLE = Tidy("runs.csv", Run, Ended)
"""How runs are written and read."""

HEADER = TABLE.header
written = TABLE.written
runs_of = TABLE.read
