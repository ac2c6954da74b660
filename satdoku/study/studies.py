"""A study carried out: its plan, its rows, its folder.

    study.json               machine, versions, plan; written first, sums in the end
    runs.csv                 a row a run, written as the run ends
    runs.parquet             the same, where pyarrow is installed
    report.md, figures/      what the runs say

A study that was stopped goes on from its rows: a last row that was cut off is dropped,
and its run made again.  Whole files are written aside and renamed, so that each is
complete or as before.
"""

from __future__ import annotations

import csv
import json
import os
import platform
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, UsageError, printable
from satdoku.runtime.processes import cores
from satdoku.runtime.version import __version__
from satdoku.study import encodings, report
from satdoku.study.encodings import EncodingPlan
from satdoku.study.plan import (
    Part,
    Preset,
    PuzzleSet,
    fingerprint,
    loading_items,
    read_preset,
    tasks,
)
from satdoku.study.runner import ENCODINGS, RUNS, Children, RunTable, conduct
from satdoku.study.worker import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Self

    from matplotlib.figure import Figure
    from pandas import DataFrame

    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.study.runner import Row, Task

STUDY = "study.json"
_ASIDE = ".satdoku-"
_SCHEMA = 2
_LIBRARIES = ("numpy", "numba", "python-sat", "scipy", "ortools")
_LOADING_TIMES = 3
_LOADING_LIMIT = 60.0  # seconds: what is compiled once may be compiled now


def frame(table: RunTable, rows: Iterable[Mapping[str, Any]]) -> DataFrame:
    """Return runs as a pandas data frame with the columns of their table."""
    import pandas as pd  # noqa: PLC0415  heavy

    runs = pd.DataFrame(list(rows), columns=list(table.columns))
    texts = {name: "" for name, kind in table.columns.items() if kind is str}
    numbers = {name: float for name in table.columns if name not in texts}
    return runs.fillna(texts).astype(numbers)


class Store:
    """A folder that rows are written to; a context that closes the table.

    Args:
        path: The folder; made if it does not exist.
        study: What `study.json` says; `begun`, `arguments` and `loading_s` of a study
            that goes on are taken from there.
        table: The table of its rows.
        resume: Whether to go on with the study that is in the folder.

    Attributes:
        path: The folder.
        rows: All rows of the table.

    Raises:
        UsageError: The folder holds a study that is not to be resumed or is another
            one, or other files.
        InputError: The files of the study cannot be read.
        OSError: The folder cannot be written.
    """

    def __init__(
        self, path: str | Path, study: Row, table: RunTable, *, resume: bool = False
    ) -> None:
        self.path = Path(path)
        self._table, self._study = table, study
        if self._holds_study(resume=resume):
            before = read_study(self.path)
            _refuse_other(before, json.loads(json.dumps(study)), self.path)
            once = ("begun", "arguments", "loading_s")
            study |= {key: before[key] for key in once if key in before}
        self.path.mkdir(parents=True, exist_ok=True)
        file = self.path / table.name
        data = file.read_bytes() if file.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        self.rows = _rows(table, whole, file) if whole else []
        self._write_study()
        if len(whole) < len(data):
            os.truncate(file, len(whole))
        self._target = file.open("a", encoding="utf-8", newline="")
        self._writer = csv.writer(self._target, lineterminator="\n")
        if not whole:
            self._writer.writerow(table.columns)
            self._target.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._target.close()

    def append(self, row: Row) -> None:
        """Write a row; the system has it at once."""
        self._writer.writerow([row.get(column) for column in self._table.columns])
        self._target.flush()
        self.rows.append(row)

    def write(self, name: str, data: bytes) -> None:
        """Write a file completely, or leave the older one."""
        target = self.path / name
        target.parent.mkdir(exist_ok=True)
        aside = target.with_name(_ASIDE + target.name)
        try:
            aside.write_bytes(data)
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)

    def finish(self, **facts: object) -> None:
        """Write the sums to `study.json`, and the table as Parquet where possible."""
        self._study |= facts
        self._write_study()
        if find_spec("pyarrow") is not None:
            kinds = self._table.columns.items()
            whole = {name: "Int64" for name, kind in kinds if kind is int}
            data = frame(self._table, self.rows).astype(whole).to_parquet(index=False)
            self.write(Path(self._table.name).with_suffix(".parquet").name, data)

    def _write_study(self) -> None:
        text = json.dumps(self._study, ensure_ascii=False, indent=2)
        self.write(STUDY, text.encode() + b"\n")

    def _holds_study(self, *, resume: bool) -> bool:
        """Return whether there is a study to go on with."""
        name = printable(str(self.path), 200)
        for place in (self.path, *self.path.parents):
            if place.is_file():
                file = printable(str(place), 200)
                raise UsageError(f"{file} is a file; expected a folder")
        if not self.path.exists():
            return False
        names = sorted(entry.name for entry in self.path.iterdir())
        names = [name for name in names if not name.startswith(_ASIDE)]
        if STUDY in names and not resume:
            raise UsageError(
                f"{name} holds a study; continue it with --resume, or name another "
                "folder"
            )
        if STUDY not in names and names:
            raise UsageError(
                f"{name} holds {printable(names[0])} and no study; expected a new or "
                "empty folder"
            )
        return STUDY in names


def _rows(table: RunTable, data: bytes, file: Path) -> list[Row]:
    """Read the rows of a table.

    Raises:
        InputError: It is not such a table.
    """
    lines = csv.DictReader(StringIO(data.decode("utf-8"), newline=""), strict=True)
    if lines.fieldnames != list(table.columns):
        expected = ",".join(table.columns)
        raise InputError("other columns", expected=expected, source=str(file))
    kinds = table.columns.items()
    try:
        return [
            {
                name: kind(row[name]) if row[name] or kind is str else None
                for name, kind in kinds
            }
            for row in lines
        ]
    except (ValueError, csv.Error) as error:
        line = lines.line_num
        raise InputError(str(error), source=str(file), line=line) from None


def read_study(path: str | Path) -> Row:
    """Read the `study.json` of a folder.

    Raises:
        InputError: It is not a JSON object.
        OSError: It cannot be read.
    """
    file = Path(path) / STUDY
    try:
        study: Any = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        what = f"not JSON: {printable(str(error), 100)}"
        raise InputError(what, source=str(file)) from None
    if not isinstance(study, dict):
        raise InputError("not a study", expected="a JSON object", source=str(file))
    return study


_OPTIONS = {"solvers": "--engines", "each": "--repeat", "give_up": "--give-up"}
_OPTIONS |= {
    name: f"--{name}"
    for name in (
        *("repeat", "timeout", "ask", "whole", "baseline", "workers", "preset"),
        *("sizes", "engines", "encodings"),
    )
}
_LONG = ("puzzles", "sets", "versions")


def _refuse_other(before: Row, now: Row, path: Path) -> None:
    """Refuse a folder whose study differs in its plan, machine or versions.

    Raises:
        UsageError: It does; the message names what differs.
    """

    def facts(study: Row) -> list[tuple[str, Any]]:
        groups = [study["settings"], study["machine"], *study.get("parts", [])]
        facts = [fact for group in groups for fact in group.items()]
        facts += [(key, study[key]) for key in ("puzzles", "versions")]
        return [fact for fact in facts if fact[0] != "memory_bytes"]

    try:
        pairs = list(zip_longest(facts(before), facts(now)))
    except (KeyError, TypeError, AttributeError):
        raise InputError("not a study", source=str(path / STUDY)) from None
    differences: list[str] = []
    for old, new in pairs:
        if old is None or new is None or old[0] != new[0]:
            differences.append("other parts")
            break
        if old[1] != new[1]:
            values = f"{json.dumps(old[1])}, now {json.dumps(new[1])}"
            word = f"{_OPTIONS.get(new[0], new[0])}: {values}"
            differences.append(f"other {new[0]}" if new[0] in _LONG else word)
    if differences:
        raise UsageError(
            f"{printable(str(path), 200)} holds another study "
            f"({printable('; '.join(differences), 400)}); --resume without other "
            "options continues it"
        )


@dataclass(frozen=True, slots=True)
class Study:
    """A study of solvers, or of encodings.

    Args:
        plan: The parts of a study of solvers; or the plan of one of encodings.
        preset: The preset, if it is one.
        workers: Runs at a time.
    """

    plan: tuple[Part, ...] | EncodingPlan
    preset: Preset | None = None
    workers: int = 1

    def tasks(self) -> Iterator[Task]:
        """Yield the runs."""
        is_encoding = isinstance(self.plan, EncodingPlan)
        return self.plan.tasks() if is_encoding else tasks(self.plan)  # type: ignore[union-attr, arg-type]

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts; none of a study of encodings."""
        return () if isinstance(self.plan, EncodingPlan) else self.plan

    @property
    def table(self) -> RunTable:
        """The table of its rows."""
        return RUNS if self.parts else ENCODINGS

    def describe(self) -> Row:
        """Return what `study.json` says before anything is run."""
        settings: Row = {
            "preset": self.preset.name if self.preset else "",
            "workers": self.workers,
        }
        about: Row = {
            "schema": _SCHEMA,
            "begun": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": machine(),
            "versions": versions(),
            "settings": settings,
        }
        if isinstance(self.plan, EncodingPlan):
            settings |= self.plan.describe()
            return about | {"puzzles": fingerprint(self.plan.sets)}
        sets = [puzzle_set for part in self.plan for puzzle_set in part.sets]
        parts = [part.describe() for part in self.plan]
        return about | {"puzzles": fingerprint(sets), "parts": parts}

    def text(self, rows: Iterable[Row]) -> str:
        """Return the tables for a terminal."""
        runs = frame(self.table, rows)
        return (
            report.terminal(self.parts, runs)
            if self.parts
            else encodings.terminal(runs)
        )

    def finish(
        self,
        store: Store,
        about: Row,
        *,
        figures: bool = True,
        step: Callable[[str], None] = lambda _: None,
        guard: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """Write what the rows of a folder say: figures, report and sums.

        Args:
            store: The folder.
            about: What its `study.json` says.
            figures: Whether to draw.
            step: Called with what is done next.
            guard: Entered for each figure.
        """
        if self.parts and "loading_s" not in about:
            about["loading_s"] = dict(_loading(self.parts, step))
        runs = frame(self.table, store.rows)
        paths: list[str] = []
        for name, figure in self._figures(runs) if figures else ():
            step(f"drawing {name}")
            with guard():
                from satdoku.study.figures import image  # noqa: PLC0415  heavy

                for ending in ("png", "svg"):
                    store.write(f"figures/{name}.{ending}", image(figure, ending))
                paths.append(f"figures/{name}.svg")
        step("writing the report")
        if self.parts:
            text = report.report(about, self.preset, self.parts, runs, paths)
            sums = report.summaries(report.outcomes(runs)).astype(object)
            about["summaries"] = sums.where(sums.notna(), None).to_dict("records")
        else:
            text = encodings.report(about, runs, paths)
        store.write("report.md", text.encode())
        store.finish(ended=datetime.now(UTC).isoformat(timespec="seconds"), **about)

    def _figures(self, runs: DataFrame) -> Iterator[tuple[str, Figure]]:
        from satdoku.study import figures  # noqa: PLC0415  heavy

        if self.parts:
            return figures.solver_figures(runs, self.parts)
        return figures.encoding_figures(runs)


def run(
    puzzles: Mapping[str, Iterable[PuzzleLike]] | str,
    engines: Sequence[str] = ("auto", "cadical153", "bitmask", "elimination"),
    *,
    encodings: Sequence[str] = (),
    folder: str | Path | None = None,
    resume: bool = False,
    repeat: int = 1,
    timeout: float = 60.0,
    ask: str = "first",
    workers: int = 1,
) -> DataFrame:
    """Measure solvers side by side, each run in a fresh process.

    Args:
        puzzles: Sets of puzzles by name; or a preset by name or TOML file, which
            brings its own engines, encodings, repeats and limits.
        engines: Solver configurations, `ENGINE[:OPTION][/ENCODING]`.
        encodings: Encodings for the engines that take formulas and name none.
        folder: Where to write the rows, report and figures; None for nowhere.
        resume: Whether to go on with the study in the folder.
        repeat: How often each is measured.
        timeout: Seconds for a run.
        ask: `first` for a solution, `unique` for whether it is the only one.
        workers: Runs at a time, which slow each other down.

    Returns:
        A row a run; the columns are those of `runs.csv` or `encodings.csv`.

    Raises:
        UsageError: An engine, encoding or option does not exist, or the extra `study`
            is not installed.
        OSError: The folder cannot be written.

    Example:
        >>> runs = run({"small": ["1... ..2. ..3. 4..."]}, ["bitmask"], timeout=60)
        >>> list(runs["status"])
        ['found']
    """
    needs_extra()
    if isinstance(puzzles, str):
        preset = read_preset(puzzles)
        plan: tuple[Part, ...] | EncodingPlan = preset.parts
        if preset.encodings is not None:
            sizes = tuple(grid["size"] for grid in preset.encodings["grid"])
            limit = preset.encodings["timeout"]
            plan = EncodingPlan(preset.encodings, sizes, timeout=limit)
        study = Study(plan, preset, workers)
    else:
        sets = tuple(PuzzleSet.of(name, of) for name, of in puzzles.items())
        how: Row = {"ask": ask, "repeat": repeat, "timeout": timeout}
        study = Study((Part.of(sets, engines, encodings, **how),), None, workers)
    if folder is None:
        runs = conduct(study.tasks(), study.table, workers=workers)
        with closing(runs):
            return frame(study.table, runs)
    about = study.describe()
    with Store(folder, about, study.table, resume=resume) as store:
        runs = conduct(study.tasks(), study.table, list(store.rows), workers=workers)
        with closing(runs):
            for row in runs:
                store.append(row)
        study.finish(store, about)
        return frame(study.table, store.rows)


def needs_extra() -> None:
    """Check that the extra `study` is installed.

    Raises:
        UsageError: It is not.
    """
    libraries = ("pandas", "matplotlib", "scipy")
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"a study needs {', '.join(missing)}: pip install 'satdoku[study]'"
        )


def _loading(
    parts: Sequence[Part], step: Callable[[str], None]
) -> Iterator[tuple[str, float]]:
    """Yield the seconds that each solver takes to load.

    Each answers a tiny puzzle in a fresh process three times; the least counts, as
    disturbances only add to it.
    """
    with Children(1) as children:
        for solver, items in loading_items(parts).items():
            step(f"loading {solver}")
            for item in items:
                done = [
                    children.begin(answer, item, _LOADING_LIMIT).result()
                    for _ in range(_LOADING_TIMES)
                ]
                if all(
                    one["ended"] == "answered" and "refused" not in one["value"]
                    for one in done
                ):
                    yield solver, min(one["time_s"] for one in done)
                    break


def machine() -> dict[str, str | int | None]:
    """Describe the machine, without its name or paths.

    Returns:
        `processor`; `cores` that may be used; `memory_bytes` that may be used, None
        where unknown; `system`; `python`.

    Example:
        >>> machine()["cores"] >= 1
        True
    """
    processor = platform.processor()
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
    memory: list[int] = []
    with suppress(OSError, ValueError, AttributeError):  # not on Windows
        memory.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(OSError, ValueError):  # "max" where a container has no limit
        memory.append(int(Path("/sys/fs/cgroup/memory.max").read_text("ascii")))
    return {
        "processor": processor,
        "cores": cores(),
        "memory_bytes": min(memory, default=None),
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
