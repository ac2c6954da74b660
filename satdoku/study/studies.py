"""A study carried out: its plan, its rows, its folder."""

from __future__ import annotations

import os
import platform
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import satdoku
from satdoku.errors import UsageError
from satdoku.processes import cores
from satdoku.study import encodings, report
from satdoku.study.analysis import outcomes, summaries
from satdoku.study.encodings import EncodingPlan
from satdoku.study.plan import (
    Part,
    Preset,
    PuzzleSet,
    configurations,
    fingerprint,
    loading_items,
    read_preset,
    tasks,
)
from satdoku.study.runner import Children, conduct
from satdoku.study.store import ENCODINGS, RUNS, Store, frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from matplotlib.figure import Figure
    from pandas import DataFrame

    from satdoku.puzzle import PuzzleLike
    from satdoku.study.runner import Task
    from satdoku.study.store import Row

__all__ = ["Study", "machine", "needs_extra", "run", "versions"]

_SCHEMA = 2
_LIBRARIES = ("numpy", "numba", "python-sat", "scipy", "ortools")
_LOADING_TIMES = 3
_LOADING_LIMIT = 60.0  # seconds: what is compiled once may be compiled now


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
    def table(self) -> Any:  # noqa: ANN401
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
        sets = [each for part in self.plan for each in part.sets]
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
            sums = summaries(outcomes(runs)).to_dict("records")
            about["summaries"] = [
                {key: None if _is_nan(value) else value for key, value in one.items()}
                for one in sums
            ]
        else:
            text = encodings.report(about, runs, paths)
        store.write("report.md", text.encode())
        store.finish(ended=datetime.now(UTC).isoformat(timespec="seconds"), **about)

    def _figures(self, runs: DataFrame) -> Iterator[tuple[str, Figure]]:
        from satdoku.study import figures  # noqa: PLC0415  heavy

        if self.parts:
            return figures.solver_figures(runs, self.parts)
        return figures.encoding_figures(runs)


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and isnan(value)


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
        solvers = configurations(engines, encodings)
        for solver in solvers:
            solver.check()
        base = "auto" if "auto" in map(str, solvers) else str(solvers[0])
        part = Part(
            *(sets, solvers),
            ask=ask,
            repeat=repeat,
            timeout=timeout,
            baseline=base,
        )
        study = Study((part,), None, workers)
    if folder is None:
        found = conduct(study.tasks(), study.table, workers=workers)
        with closing(found):
            return frame(study.table, found)
    about = study.describe()
    with Store(folder, about, study.table, resume=resume) as store:
        found = conduct(study.tasks(), study.table, list(store.rows), workers=workers)
        with closing(found):
            for row in found:
                store.append(row)
        study.finish(store, about)
        return frame(study.table, store.rows)


def needs_extra() -> None:
    """Check that the extra `study` is installed.

    Raises:
        UsageError: It is not.
    """
    wanted = ("pandas", "matplotlib", "scipy")
    missing = [name for name in wanted if find_spec(name) is None]
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
                    children.begin(
                        "satdoku.study.worker:answer", item, _LOADING_LIMIT
                    ).result()
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
    found = {"satdoku": satdoku.__version__}
    for name in _LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found
