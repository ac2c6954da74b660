"""The folder of a study: what was measured, and on what, safe on the disk.

    study.json      the machine, the versions, the settings, the sets; written first
    runs.csv        a row a run, written as runs end
    runs.parquet    the same, in the end, where pyarrow is installed
    report.md, figures/     what it says; others write them
    summary.md      the same in short, of a preset

A study that was stopped goes on from its rows: a last row that was cut off is left out,
and the run made again.  It goes on only as the same study: with the same settings and
puzzles, on the same kind of machine, with the same versions.

Whole files are written aside and renamed, so that each is there whole or as before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.study.kept import STUDY, Kept, read_rows, read_study
from satdoku.study.rows import TABLE
from satdoku.study.run import Run

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "FIGURES",
    "REPORT",
    "RUNS",
    "STUDY",
    "SUMMARY",
    "Folder",
    "read_runs",
    "read_study",
]

RUNS = TABLE.name
REPORT, SUMMARY, FIGURES = "report.md", "summary.md", "figures"


class Folder(Kept[Run]):
    """A folder that a study of runs is written to; see `Kept`.

    Args:
        path: Where; it is made if it is not there.
        study: What `study.json` says, as `satdoku.study.settings.described` makes it.
        resume: Whether to go on with the study that is there.

    Raises:
        UsageError, InputError, OSError: As `Kept`.
    """

    def __init__(
        self, path: str | Path, study: dict[str, Any], *, resume: bool = False
    ) -> None:
        super().__init__(path, study, TABLE, resume=resume)

    @property
    def runs(self) -> list[Run]:
        """The runs that are there already."""
        return self.rows


def read_runs(path: str | Path) -> list[Run]:
    """Read the runs of a study.

    Args:
        path: Its folder, or its `runs.csv`.  A last row without its end was cut off,
            and is left out.

    Raises:
        InputError: It is not such a table; it names the line.
        OSError: It cannot be read.
    """
    return read_rows(TABLE, path)
