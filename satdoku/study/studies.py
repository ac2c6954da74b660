"""A study carried out: its runs, its folder.

    runs.csv                 a row a run, appended as the run ends
    study.json               machine, versions, plan
    report.md, figures/      what the runs say

Runs that are in the table are not repeated: the same command again goes on with a study
that was stopped, and one with more engines, puzzles or repeats adds to it.  A last row
that was cut off is dropped.  The report is about the runs of the plan alone.
"""

from __future__ import annotations

import csv
import json
import os
import platform
from contextlib import closing, suppress
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.output import open_output
from satdoku.runtime.processes import cores
from satdoku.runtime.version import __version__
from satdoku.study.plan import Plan, PuzzleSet, make_part, read_plan, tasks
from satdoku.study.runner import COLUMNS, conduct, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
    from typing import Self

    from pandas import DataFrame

    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.study.plan import Part, Task
    from satdoku.study.runner import Row

_SCHEMA = 2
_LIBRARIES = ("numpy", "numba", "python-sat", "scipy", "ortools")


class Study:
    """The runs of a plan; in a folder if one is named.

    A context manager, which closes the table.

    Args:
        plan: The plan.
        folder: The folder, new or of a study; None for none.
        tasks: Returns the runs of parts.

    Attributes:
        rows: The runs of the plan so far.
        missing: The tasks that are still to be done.
        about: What `study.json` says.

    Raises:
        UsageError: The folder holds other files, or runs of another machine or version.
        InputError: The table cannot be read.
        OSError: The folder cannot be written.
    """

    def __init__(
        self,
        plan: Plan,
        folder: str | Path | None = None,
        tasks: Callable[[Iterable[Part]], Iterable[Task]] = tasks,
    ) -> None:
        self.plan = plan
        self.folder = None if folder is None else Path(folder)
        self.about: Row = {
            "schema": _SCHEMA,
            "plan": plan.name,
            "begun": datetime.now(UTC).isoformat(timespec="seconds"),
            "workers": plan.workers,
            "machine": machine(),
            "versions": versions(),
            "parts": [_describe(part) for part in plan.parts],
        }
        self._target: Any = None
        known = {} if self.folder is None else self._open(self.folder)
        self._tasks = {key_of(task.row): task for task in tasks(plan.parts)}
        self.rows = [row for key, row in known.items() if key in self._tasks]
        self.missing = [task for key, task in self._tasks.items() if key not in known]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._target is not None:
            self._target.close()

    def _open(self, folder: Path) -> dict[tuple[object, ...], Row]:
        """Open the table of a folder; return its rows by their keys."""
        name = printable(str(folder), 200)
        for place in (folder, *folder.parents):
            if place.is_file():
                file = printable(str(place), 200)
                raise UsageError(f"{file} is a file; expected a folder")
        about, table = folder / "study.json", folder / "runs.csv"
        if about.is_file():
            self._keep_begun(about)
        elif folder.exists() and (others := sorted(folder.iterdir())):
            raise UsageError(
                f"{name} holds {printable(others[0].name)} and no study; expected a "
                "new or empty folder"
            )
        folder.mkdir(parents=True, exist_ok=True)
        data = table.read_bytes() if table.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        rows = _read_rows(whole, table) if whole else []
        if len(whole) < len(data):
            os.truncate(table, len(whole))
        text = json.dumps(self.about, ensure_ascii=False, indent=2)
        self.write("study.json", text.encode() + b"\n")
        self._target = table.open("a", encoding="utf-8", newline="")
        if not whole:
            csv.writer(self._target, lineterminator="\n").writerow(COLUMNS)
        return {key_of(row): row for row in rows}

    def _keep_begun(self, file: Path) -> None:
        """Take the date from an earlier `study.json`, if it is of this machine.

        Raises:
            UsageError: It is of another one, or of other versions.
            InputError: It cannot be read.
        """
        try:
            earlier = json.loads(file.read_bytes())
            now = json.loads(json.dumps(self.about))
            names = ("schema", "machine", "versions", "workers")
            other = [name for name in names if earlier[name] != now[name]]
            self.about["begun"] = str(earlier["begun"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise InputError("not a study", source=str(file)) from None
        if other:
            folder = printable(str(file.parent), 200)
            raise UsageError(
                f"{folder} holds runs of other {' and '.join(other)}, whose times "
                "cannot be compared; name another folder"
            )

    def measure(
        self, begun: Callable[[Task], None] = lambda _: None
    ) -> Generator[Row, None, None]:
        """Make the runs that are missing; yield their rows, for `append`, as they end.

        Closing the generator stops those that run.
        """
        return conduct(
            self._tasks.values(), self.rows, workers=self.plan.workers, begun=begun
        )

    def append(self, row: Row) -> None:
        """Add a row, also to the table, which the system has at once."""
        if self._target is not None:
            csv.writer(self._target, lineterminator="\n").writerow(row.values())
            self._target.flush()
        self.rows.append(row)

    def write(self, name: str, data: bytes) -> None:
        """Write a file of the folder completely, or leave the older one."""
        if self.folder is None:
            raise ValueError("a study without a folder")
        target = self.folder / name
        target.parent.mkdir(exist_ok=True)
        with open_output(target) as file:
            file.stream.write(data)

    def frame(self) -> DataFrame:
        """Return the runs as a pandas data frame."""
        return frame(self.rows)


def frame(rows: Iterable[Mapping[str, Any]]) -> DataFrame:
    """Return runs as a pandas data frame with the columns of `runs.csv`."""
    import pandas as pd  # noqa: PLC0415  heavy

    table = pd.DataFrame(list(rows), columns=list(COLUMNS))
    texts = {name: "" for name, kind in COLUMNS.items() if kind is str}
    numbers = {name: float for name in COLUMNS if name not in texts}
    return table.fillna(texts).astype(numbers)


def _read_rows(data: bytes, file: Path) -> list[Row]:
    """Read the rows of a table.

    Raises:
        InputError: It is not such a table.
    """
    lines = csv.DictReader(StringIO(data.decode("utf-8"), newline=""), strict=True)
    if lines.fieldnames != list(COLUMNS):
        expected = ",".join(COLUMNS)
        raise InputError("other columns", expected=expected, source=str(file))
    try:
        return [
            {
                name: kind(row[name]) if row[name] or kind is str else None
                for name, kind in COLUMNS.items()
            }
            for row in lines
        ]
    except (ValueError, csv.Error) as error:
        line = lines.line_num
        raise InputError(str(error), source=str(file), line=line) from None


def _describe(part: Part) -> Row:
    """Return what `study.json` says of a part."""
    names = ("key", "title", "ask", "form", "repeat", "timeout", "whole", "give_up")
    return {name: getattr(part, name) for name in (*names, "baseline", "level")} | {
        "solvers": [str(solver) for solver in part.solvers],
        "sets": [
            {
                "name": puzzle_set.name,
                "about": puzzle_set.about,
                "puzzles": len(puzzle_set.puzzles),
            }
            for puzzle_set in part.sets
        ],
    }


def run(
    puzzles: Mapping[str, Iterable[PuzzleLike]] | str,
    engines: Sequence[str] = ("auto", "cadical153", "bitmask", "elimination"),
    *,
    encodings: Sequence[str] = (),
    folder: str | Path | None = None,
    repeat: int = 1,
    timeout: float = 60.0,
    ask: str = "first",
    workers: int = 1,
) -> DataFrame:
    """Measure solvers side by side, each run in a fresh process.

    Args:
        puzzles: Sets of puzzles by name; or a plan, by the name of a preset or its
            TOML file, which brings all that follows but the folder.
        engines: Solvers, `ENGINE[:OPTION][/ENCODING]`.
        encodings: Encodings for the engines that take formulas and name none.
        folder: Where to write runs, report and figures; None for nowhere.
        repeat: How often each is measured.
        timeout: Seconds for a run.
        ask: `first` for a solution, `unique` for whether it is the only one.
        workers: Runs at a time, which slow each other down.

    Returns:
        A row a run; the columns are those of `runs.csv`.

    Raises:
        UsageError: An engine, encoding or option does not exist, or the extra `study`
            is not installed.
        OSError: The folder cannot be written.

    Example:
        >>> runs = run({"small": ["1... ..2. ..3. 4..."]}, ["bitmask"], timeout=60)
        >>> list(runs["status"])
        ['found']
    """
    require_extra()
    if isinstance(puzzles, str):
        plan = read_plan(puzzles)
    else:
        sets = [PuzzleSet.of(name, of) for name, of in puzzles.items()]
        limits: Row = {"ask": ask, "repeat": repeat, "timeout": timeout}
        part = make_part(sets, engines, encodings, **limits)
        for solver in part.solvers:
            solver.check()
        plan = Plan("", (part,), workers)
    with Study(plan, folder) as study:
        with closing(study.measure()) as rows:
            for row in rows:
                study.append(row)
        if folder is not None:
            write_report(study)
        return study.frame()


def write_report(
    study: Study, to: str = "markdown", step: Callable[[str], None] = lambda _: None
) -> None:
    """Write report and figures of a study into its folder.

    Args:
        study: The study.
        to: `markdown`, or `latex` with figures as PDF.
        step: Called with what is done next.
    """
    # matplotlib takes half a second to import.
    from satdoku.study.figures import figures, image  # noqa: PLC0415
    from satdoku.study.report import report  # noqa: PLC0415

    runs = study.frame()
    endings = ("pdf",) if to == "latex" else ("svg", "png")
    drawn: list[tuple[str, str]] = []
    for name, caption, figure in figures(runs, study.plan.parts):
        step(f"drawing {name}")
        for ending in endings:
            study.write(f"figures/{name}.{ending}", image(figure, ending))
        drawn.append((f"figures/{name}.{endings[0]}", caption))
    step("writing the report")
    text = report(study.about, study.plan, runs, to, drawn)
    study.write("report.tex" if to == "latex" else "report.md", text.encode())


def require_extra() -> None:
    """Check that the extra `study` is installed.

    Raises:
        UsageError: It is not.
    """
    names = ("pandas", "matplotlib", "scipy")
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"a study needs {', '.join(missing)}: pip install 'satdoku[study]'"
        )


def machine() -> dict[str, str | int | None]:
    """Describe the machine, without its name or paths.

    Returns:
        `processor`; `cores` that may be used; `memory_bytes`, None where unknown;
        `system`; `python`.

    Example:
        >>> machine()["cores"] >= 1
        True
    """
    processor, memory = platform.processor(), None
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
    with suppress(OSError, ValueError, AttributeError):  # not on Windows
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": processor,
        "cores": cores(),
        "memory_bytes": memory,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def versions() -> dict[str, str]:
    """Return the versions of satdoku and of the installed libraries of engines.

    Example:
        >>> list(versions())[0]
        'satdoku'
    """
    numbers = {"satdoku": __version__}
    for name in _LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            numbers[name] = metadata.version(name)
    return numbers
