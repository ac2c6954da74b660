"""The table of samples: `encodings.csv`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.study.kept import read_rows
from satdoku.study.laboratory.sample import Form, Sample
from satdoku.study.run import Ended
from satdoku.study.tidy import Tidy

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["TABLE", "read_samples"]

TABLE = Tidy("encodings.csv", Sample, Ended, Form)
"""How samples are written and read."""


def read_samples(path: str | Path) -> list[Sample]:
    """Read the samples of a study.

    Args:
        path: Its folder, or its `encodings.csv`.  A last row without its end was cut
            off, and is left out.

    Raises:
        InputError: It is not such a table; it names the line.
        OSError: It cannot be read.
    """
    return read_rows(TABLE, path)
