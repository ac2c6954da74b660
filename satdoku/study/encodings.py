"""The study of encodings: recipes on engines and sizes of grids, step by step.

    puzzles × recipes × forms × engines ─▶ encodings.csv ─▶ tables, figures

A form is a formula of the whole grid with clues as assumptions, or a simplified one of
what the clues leave open.  `satdoku.study.worker` makes and solves them.

The seven recipes `extended…` differ in their at-most-one scheme alone.  Each is
compared with pairwise, puzzle by puzzle; the geometric mean of the ratios stands, with
its bootstrap interval.  A scheme wins where the whole interval is above 1 and there are
enough puzzles.  As six schemes are tried at each place, the interval is that of 99 %:
by that of 95 % one would seem to win by chance at about every seventh place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any

from satdoku.cnf.encoder import formula_size
from satdoku.cnf.recipe import encodings, load
from satdoku.engines.registry import available, find
from satdoku.errors import UsageError, printable
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.setting.generator import generate_many
from satdoku.study.plan import PuzzleSet
from satdoku.study.report import (
    NOTHING,
    Table,
    count_text,
    crossed,
    figure_lines,
    interval,
    machine_lines,
    memory_text,
    missing,
    seconds_text,
)
from satdoku.study.runner import Task
from satdoku.study.worker import MAX_LITERALS, FormulaItem, measure, propagation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pandas import DataFrame, Series

    from satdoku.study.runner import Row

PROPAGATION = "propagation"
"""What stands as engine where unit propagation alone was measured."""

SCHEMES = {
    "extended": "pairwise",
    **{
        f"extended-{name}": name
        for name in (
            *("bimander", "bitwise", "commander", "ladder", "product", "sequential"),
        )
    },
}
"""The recipes that differ in their at-most-one scheme alone."""

ENOUGH = 8
"""Puzzles below which nothing is certain."""

LEVEL = 0.99
"""How often an interval holds the true ratio."""

_LARGEST = 225  # cells in a row, of the largest puzzles that are read
_MINIMAL = "fewest clues"  # the set of generated puzzles; `minimal` is a recipe
_SEED = 7
_PREPARING = 300.0  # seconds to make and load a formula, and to end a search
_SHORTEST = 1e-6  # seconds: less is not measured
_EFFORT = 1e-3  # seconds: less says nothing of a scheme
_FORMS = ("whole", "simplified")
_FEW = "too few puzzles"
_MEASURES = {"total": "make, load and solve", "solve": "solve"}
_HOW_TO_READ = """\
Each puzzle, recipe, form and engine is measured in a fresh process: all clauses are
made, the engine is loaded, a first solution is found. Times are CPU time. The whole
form is a formula of the whole grid, with clues as assumptions, so that one loaded
engine serves many puzzles; the simplified form has only what the clues leave open. Sets
are named after the clues in a hundred cells, at random places, and their puzzles may
have several solutions; those of `fewest clues` have one, and none of their clues can be
removed. The head of a column says how many puzzles its means are of. `≥` marks a lower
bound: some searches were cut off and count with their limit. `-` means that nothing was
measured."""
_WHO_WINS = f"""\
The recipes `extended…` differ in their at-most-one scheme alone; `extended` is
pairwise. The table shows the schemes that beat pairwise, quickest first: how many times
as quick, the geometric mean over puzzles with its {LEVEL:.0%} bootstrap interval. A
scheme wins where the whole interval is above 1 and {ENOUGH} puzzles or more were
compared. A search that was cut off counts with its limit."""
_NONE = """\
Nothing was measured that could be compared: that takes `extended`, which is pairwise,
and another of the recipes `extended…`."""


def made_puzzle(geometry: Geometry, share: int, number: int = 1) -> Puzzle:
    """Return a puzzle with a share of clues at random cells; the same each time.

    Its solution is the pattern that every size has (in each row the digits in order,
    moved on by a box's width from row to row and by one more from band to band), with
    digits, bands, stacks, and rows and columns within them exchanged at random.

    Args:
        geometry: The shape.
        share: Clues in a hundred cells.
        number: Which of those puzzles.

    Example:
        >>> made_puzzle(Geometry(9, 9), 30).clue_count
        24
    """
    n, height, width = geometry.size, geometry.box_height, geometry.box_width
    random = Random(f"{geometry} {share} {number} {_SEED}")  # noqa: S311  no secret

    def lines(depth: int) -> list[int]:
        return [
            first * depth + line
            for first in random.sample(range(n // depth), n // depth)
            for line in random.sample(range(depth), depth)
        ]

    digits = random.sample(geometry.digit_range, n)
    rows, columns = lines(height), lines(width)
    values = [
        digits[(row % height * width + row // height + column) % n]
        for row in rows
        for column in columns
    ]
    clues = set(random.sample(range(n * n), round(n * n * share / 100)))
    return Puzzle.trusted(
        geometry,
        tuple(value if cell in clues else 0 for cell, value in enumerate(values)),
    )


@dataclass(frozen=True, slots=True)
class EncodingPlan:
    """What a study of encodings measures.

    Args:
        settings: The table `[encodings]` of a preset.
        sizes: Cells in a row of the made puzzles.
        engines: The engines; None for those of the preset.
        encodings: The recipes by name or file; None for all that the preset does not
            skip.
        each: How many puzzles of each kind, and how often `own` are measured; None for
            as many as the preset says, and once.
        timeout: Seconds of CPU time for a search.
        own: Sets of a person's own puzzles, besides.

    Raises:
        UsageError: There is no such size, engine or recipe, an engine takes no formulas
            or is not installed, or there is nothing to measure.

    Example:
        >>> from satdoku.study.plan import read_preset
        >>> settings = read_preset("encodings").encodings
        >>> plan = EncodingPlan(settings, (4,), ("dpll",), ("minimal", "extended"))
        >>> for task in list(plan.tasks())[:3]:
        ...     print(*(task.row[name] for name in ("set", "form", "encoding")))
        empty whole minimal
        empty whole extended
        30% whole minimal
    """

    settings: Mapping[str, Any]
    sizes: tuple[int, ...] = ()
    engines: tuple[str, ...] | None = None
    encodings: tuple[str, ...] | None = None
    each: int | None = None
    timeout: float = 3.0
    own: tuple[PuzzleSet, ...] = ()
    made: list[PuzzleSet] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if not (self.sizes or self.own):
            raise UsageError("there is nothing to measure; expected sizes or puzzles")
        for name in self.encodings or ():
            load(name)
        if max(self.sizes, default=0) > _LARGEST:
            raise UsageError(
                f"puzzles of {max(self.sizes):,}x{max(self.sizes):,} are too large; "
                f"expected sizes up to {_LARGEST}"
            )
        own = {
            puzzle.geometry.size
            for puzzle_set in self.own
            for puzzle in puzzle_set.puzzles
        }
        for size in (*self.sizes, *own):
            for name in self.engines or self._grid(size)["engines"]:
                engine = find(name, formulas=True)
                if not available(engine):
                    raise UsageError(f"engine {engine.name}: {engine.summary}")
        self.made.extend(
            puzzle_set for size in self.sizes for puzzle_set in self._sets(size)
        )

    def describe(self) -> Row:
        """Return what `study.json` says of it."""
        names = ("sizes", "engines", "encodings", "each", "timeout")
        return {name: getattr(self, name) for name in names}

    @property
    def sets(self) -> list[PuzzleSet]:
        """All sets of puzzles."""
        return [*self.made, *self.own]

    def _grid(self, size: int) -> Mapping[str, Any]:
        """Return what the preset says of grids of a size."""
        grids: list[Mapping[str, Any]] = self.settings["grid"]
        ordered = sorted(grids, key=lambda grid: grid["size"])
        return next((grid for grid in ordered if size <= grid["size"]), ordered[-1])

    def _sets(self, size: int) -> Iterator[PuzzleSet]:
        geometry, grid = Geometry.of_size(size), self._grid(size)
        each = self.each or grid["puzzles"]
        for share in self.settings["clues"]:
            once = not share or (not self.each and share in grid.get("single", ()))
            many = 1 if once else each
            made = [made_puzzle(geometry, share, at) for at in range(1, many + 1)]
            yield PuzzleSet.of(f"{share}%" if share else "empty", made)
        if grid.get("minimal"):
            made = list(generate_many(each, size=geometry, seed=_SEED, minimal=True))
            yield PuzzleSet.of(_MINIMAL, made)

    def tasks(self) -> Iterator[Task]:
        """Yield the runs: one puzzle of every kind first, then the next of each.

        So a study that is stopped has some of every kind.
        """
        often = self.each or 1
        for turn in range(
            1, max([often, *(len(one.puzzles) for one in self.made)]) + 1
        ):
            for one in self.made:
                if turn <= len(one.puzzles):
                    yield from self._of(one, turn, 1)
            for one in self.own if turn <= often else ():
                for number in range(1, len(one.puzzles) + 1):
                    yield from self._of(one, number, turn)

    def _of(self, of: PuzzleSet, number: int, repeat: int) -> Iterator[Task]:
        """Yield the runs of a puzzle: every form, recipe and engine."""
        puzzle = of.puzzles[number - 1]
        geometry, grid = puzzle.geometry, self._grid(puzzle.geometry.size)
        skip = grid.get("skip", ())
        usual = [recipe.name for recipe in encodings() if recipe.name not in skip]
        is_empty = not puzzle.clue_count and puzzle.masks is None
        for form in _FORMS[:1] if is_empty else _FORMS:  # nothing simplifies it
            engines = list(self.engines or grid["engines"])
            if form == "whole" and not is_empty and repeat == 1:
                engines.append(PROPAGATION)
            for recipe in self.encodings or usual:
                row: Row = {
                    "size": geometry.size,
                    "box": f"{geometry.box_height}x{geometry.box_width}",
                    "set": of.name,
                    "number": number,
                    "clues": puzzle.clue_count,
                    "encoding": recipe,
                    "form": form,
                    "repeat": repeat,
                }
                refused = ""
                if form == "whole":
                    variables, clauses, literals, _ = _size(geometry, recipe)
                    if literals > MAX_LITERALS:
                        row |= {"variables": variables, "clauses": clauses}
                        row["literals"] = literals
                        most = f"{MAX_LITERALS:,}"
                        refused = f"{literals:,} literals; at most {most} are made"
                for engine in engines:
                    alone = engine == PROPAGATION
                    name, limit = (
                        ("", None) if alone else (engine, self.timeout + _PREPARING)
                    )
                    yield Task(
                        row | {"engine": engine},
                        propagation if alone else measure,
                        FormulaItem(puzzle, recipe, form, name, self.timeout),
                        limit,
                        refused=refused,
                    )


@cache
def _size(geometry: Geometry, recipe: str) -> tuple[int, int, int, int]:
    return formula_size(geometry, load(recipe))


def schemes(runs: DataFrame) -> DataFrame:
    """Compare every at-most-one scheme with pairwise.

    Puzzles of which no clause is left say nothing of solving; those where both were cut
    off say nothing at all.

    Args:
        runs: The rows of `encodings.csv`.

    Returns:
        `size`, `form`, `engine`, `measure` (`total` or `solve`), `scheme`, `ratio`
        (above 1 the scheme is quicker), its 99 % interval from `low` to `high`, and
        `puzzles`.
    """
    import numpy as np  # noqa: PLC0415  heavy
    import pandas as pd  # noqa: PLC0415  heavy

    place = ["size", "form", "engine"]
    puzzle = [*place, "box", "set", "number", "measure"]
    known = runs[
        runs["encoding"].isin(SCHEMES)
        & (runs["engine"] != PROPAGATION)
        & runs["ended"].isin(("answered", "timeout"))
    ].assign(
        total=runs["encode_s"] + runs["load_s"] + runs["solve_s"],
        solve=runs["solve_s"].where(runs["clauses"] > 0),
        cut=runs["ended"] == "timeout",
    )
    times = known.melt(
        [*puzzle[:-1], "encoding", "cut"], list(_MEASURES), "measure", "time"
    )
    times = times.dropna(subset="time").groupby([*puzzle, "encoding"], sort=False)
    times = times.agg(time=("time", "median"), cut=("cut", "any")).reset_index()
    times["time"] = times["time"].clip(lower=_SHORTEST)
    is_base = times["encoding"] == "extended"
    pairs = times[~is_base].merge(
        times[is_base].drop(columns="encoding"), on=puzzle, suffixes=("", "_base")
    )
    pairs = pairs[~(pairs["cut"] & pairs["cut_base"])]
    pairs["log"] = np.log(pairs["time_base"] / pairs["time"])
    rows: list[tuple[Any, ...]] = []
    keys = ["measure", *place, "encoding"]
    for (measured, *where, recipe), group in pairs.groupby(keys):
        low, high = interval(group["log"], LEVEL)
        ratio = exp(group["log"].mean()), exp(low), exp(high), len(group)
        rows.append((*where, measured, SCHEMES[recipe], *ratio))
    columns = [*place, "measure", "scheme", "ratio", "low", "high", "puzzles"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.sort_values("measure", key=lambda name: name != "total", kind="stable")


def _ratio(one: Series) -> str:
    """Write how many times as quick a scheme is, with its interval."""
    text = f"{one['ratio']:.2f}"
    if one["puzzles"] < ENOUGH:
        return f"{text} ({one['puzzles']} only)"
    return f"{text} ({one['low']:.2f} to {one['high']:.2f})"


def _winners(frame: DataFrame) -> Table:
    """Return the schemes that beat pairwise, by engine, form and measure."""

    def names(mine: DataFrame) -> str:
        mine = mine[mine["puzzles"] >= ENOUGH]
        wins = mine[mine["low"] > 1].sort_values("ratio", ascending=False)
        texts = [f"{one['scheme']} {_ratio(one)}" for _, one in wins.iterrows()]
        return ", ".join(texts) or ("none" if len(mine) else _FEW)

    frame = frame.assign(
        row=_joined(frame, "engine", "form") + ", " + frame["measure"].map(_MEASURES),
        grid=frame["size"].map("{0:.0f}x{0:.0f}".format),
    )
    order = frame.sort_values(["engine", "form", "measure"])["row"].unique()
    cells = crossed(frame, "row", "grid", names).fillna(_FEW).reindex(order)
    return Table("Schemes that beat pairwise", cells)


def _joined(frame: DataFrame, first: str, second: str) -> Series:
    return frame[first] + ", " + frame[second]


def report(study: Row, runs: DataFrame, figures: Sequence[str] = ()) -> str:
    """Write the report of a study of encodings as Markdown.

    Args:
        study: What `study.json` holds.
        runs: The rows of `encodings.csv`.
        figures: The paths of figures, seen from the report.
    """
    settings = study["settings"]
    limit = f" A search may take {seconds_text(settings['timeout'])}."
    lines = [f"# Study: {printable(settings['preset'])}", "", *machine_lines(study)]
    lines += ["", _HOW_TO_READ + limit, "", "## Which at-most-one scheme wins", ""]
    winners = _winners(schemes(runs))
    lines += [_NONE] if winners.is_empty else [_WHO_WINS, "", winners.markdown()]
    for size, here in runs.groupby("size"):
        lines += ["", f"## {size:.0f}x{size:.0f}"]
        for table in tables(here):
            lines += ["", table.markdown()]
        if reasons := _missing(here):
            lines += ["", "Missing there:", "", *(f"- {line}" for line in reasons)]
    return "\n".join([*lines, *figure_lines(figures)]) + "\n"


def terminal(runs: DataFrame) -> str:
    """Return the tables as text, and what was not answered."""
    written = [table for _, here in runs.groupby("size") for table in tables(here)]
    written.append(_winners(schemes(runs)))
    blocks = [table.text() for table in written if not table.is_empty]
    if reasons := _missing(runs):
        blocks.append("\n".join(reasons).replace("`", ""))
    return "\n\n".join(blocks) + "\n"


def _missing(runs: DataFrame) -> list[str]:
    frame = runs.assign(
        solver=runs["engine"] + "/" + runs["encoding"] + ", " + runs["form"],
        puzzles=1,
        repeats=1,
        cut_off=(runs["ended"] == "timeout").astype(int),
        time_s=0.0,
        notes=[(note,) if note else () for note in runs["note"]],
    )
    return missing(frame)


def tables(runs: DataFrame) -> list[Table]:
    """Return the tables of one size.

    Args:
        runs: The rows of `encodings.csv` of that size.
    """
    size = f"{runs['size'].iloc[0]:.0f}x{runs['size'].iloc[0]:.0f}"
    runs = runs.sort_values(["engine", "clues", "encoding"], kind="stable")
    runs = runs.sort_values("form", key=lambda form: form != "whole", kind="stable")
    puzzles = runs.drop_duplicates(["set", "box", "number"])["set"].value_counts()
    heads = {
        name: f"{name} ({many} puzzle{'s' * (many != 1)})"
        for name, many in puzzles.items()
    }
    runs = runs.assign(set=runs["set"].map(heads))
    searched = runs[runs["engine"] != PROPAGATION]

    def simplified(mine: DataFrame) -> str:
        clauses = mine["clauses"].mean()
        if not clauses >= 0:
            return NOTHING
        return f"{count_text(round(clauses))}, {_median(mine['encode_s'])}"

    def strength(mine: DataFrame) -> str:
        fixed, removed = mine["fixed"].mean(), mine["removed"].mean()
        return f"{fixed:.0%}, {removed:.0%}" if fixed >= 0 else NOTHING

    def solving(mine: DataFrame) -> str:
        mean = mine["solve_s"].mean()
        late = "≥ " if (mine["ended"] == "timeout").any() else ""
        return late + seconds_text(mean) if mean >= 0 else NOTHING

    def add(title: str, frame: DataFrame, write: Callable[[DataFrame], str]) -> None:
        cells = crossed(frame, "encoding", "set", write).sort_index()
        shown.append(Table(f"{size}: {title}", cells))

    shown = [Table(f"{size}: the whole formula, medians", _formulas(runs))]
    add(
        "the simplified formula, clauses and time to make them",
        searched[searched["form"] == "simplified"],
        simplified,
    )
    add(
        "what propagation alone finds, of the values and of the candidates that have "
        "to go",
        runs[runs["engine"] == PROPAGATION],
        strength,
    )
    for (form, engine), mine in searched.groupby(["form", "engine"], sort=False):
        add(f"time to solve, {engine}, {form}", mine, solving)
    ratios = schemes(runs)
    ratios["field"] = _joined(ratios, "engine", "form")
    for name, mine in ratios.groupby("measure", sort=False):
        title = f"{size}: how many times as quick as pairwise, to {_MEASURES[name]}"
        cells = crossed(mine, "scheme", "field", lambda one: _ratio(one.iloc[0]))
        shown.append(Table(title, cells.sort_index()))
    if len(ratios):
        title = f"{size}: the scheme with the least mean time to solve, and that time"
        known = searched[searched["encoding"].isin(SCHEMES)]
        known = known.assign(field=_joined(known, "engine", "form"))
        shown.append(Table(title, crossed(known, "field", "set", _quickest)))
    return [table for table in shown if not table.is_empty]


def _formulas(runs: DataFrame) -> DataFrame:
    """Return sizes of the whole formula, and what it takes to make and load it."""
    groups = runs[runs["form"] == "whole"].groupby("encoding")
    searched = runs[(runs["form"] == "whole") & (runs["engine"] != PROPAGATION)]
    sizes = groups[["variables", "clauses", "literals"]].first().rename_axis(None)
    cells = sizes.map(lambda many: count_text(many) if many >= 0 else NOTHING)
    cells["make"] = groups["encode_s"].apply(_median)
    for engine, mine in searched.groupby("engine", sort=False):
        cells[f"load {engine}"] = mine.groupby("encoding")["load_s"].apply(_median)
    peaks = searched.groupby("encoding")["peak_bytes"].max()
    cells["peak memory"] = peaks.map(memory_text, na_action="ignore")
    return cells


def _median(values: Series) -> str:
    middle = values.median()
    return seconds_text(middle) if middle >= 0 else NOTHING


def _quickest(mine: DataFrame) -> str:
    """Return the quickest scheme, where that took time worth the name."""
    failed = mine.loc[mine["ended"] != "answered", "encoding"]
    able = mine[~mine["encoding"].isin(failed)]
    means = able.groupby("encoding")["solve_s"].mean().dropna()
    if not len(means):
        return NOTHING
    if means.min() < _EFFORT:
        return f"below {seconds_text(_EFFORT)}"
    return f"{SCHEMES[means.idxmin()]}, {seconds_text(means.min())}"
