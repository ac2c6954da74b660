"""The study of encodings: recipes on engines and sizes of grids, step by step.

    puzzles × recipes × forms × engines ─▶ encodings.csv ─▶ tables, figures

A form is a formula of the whole grid with clues as assumptions, or a simplified one of
what the clues leave open.  `satdoku.study.formulas` makes and solves them.

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
from satdoku.engines.registry import find
from satdoku.errors import UsageError, printable
from satdoku.generator.generation import generate_many
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle
from satdoku.study.analysis import interval
from satdoku.study.formulas import MAX_LITERALS, FormulaItem
from satdoku.study.plan import PuzzleSet
from satdoku.study.report import (
    NOTHING,
    Table,
    count_text,
    figure_lines,
    machine_lines,
    memory_text,
    missing,
    seconds_text,
)
from satdoku.study.runner import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pandas import DataFrame

    from satdoku.study.store import Row

__all__ = [
    "PROPAGATION",
    "EncodingPlan",
    "made_puzzle",
    "report",
    "schemes",
    "tables",
    "terminal",
]

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

    digits = random.sample(geometry.digits, n)
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
    made: dict[int, list[PuzzleSet]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if not (self.sizes or self.own):
            raise UsageError("there is nothing to measure; expected sizes or puzzles")
        for name in self.encodings or ():
            load(name)
        for size in self.sizes:
            if size > _LARGEST:
                raise UsageError(
                    f"puzzles of {size:,}x{size:,} are too large; expected sizes up to "
                    f"{_LARGEST}"
                )
            Geometry.of_size(size)
        for size in (
            *self.sizes,
            *(p.geometry.size for s in self.own for p in s.puzzles),
        ):
            for name in self.engines or self._grid(size)["engines"]:
                found = find(name, formulas=True)
                if not found.available:
                    raise UsageError(f"engine {found.name}: {found.summary}")
        for size in self.sizes:
            self.made[size] = list(self._sets(size))

    def describe(self) -> Row:
        """Return what `study.json` says of it."""
        names = ("sizes", "engines", "encodings", "each", "timeout")
        return {name: getattr(self, name) for name in names}

    @property
    def sets(self) -> list[PuzzleSet]:
        """All sets of puzzles."""
        return [each for sets in self.made.values() for each in sets] + list(self.own)

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
        made = [each for sets in self.made.values() for each in sets]
        for turn in range(1, max([often, *(len(one.puzzles) for one in made)]) + 1):
            for one in made:
                if turn <= len(one.puzzles):
                    yield from self._of(one, turn, 1)
            for one in self.own if turn <= often else ():
                for number in range(1, len(one.puzzles) + 1):
                    yield from self._of(one, number, turn)

    def _of(self, of: PuzzleSet, number: int, repeat: int) -> Iterator[Task]:
        puzzle, place = of.puzzles[number - 1], (of.name, number, repeat)
        grid = self._grid(puzzle.geometry.size)
        names = [recipe.name for recipe in encodings()]
        skip = grid.get("skip", ())
        recipes = self.encodings or [name for name in names if name not in skip]
        is_empty = not puzzle.clue_count and puzzle.candidates is None
        for form in _FORMS[:1] if is_empty else _FORMS:  # nothing simplifies it
            for recipe in recipes:
                engines = list(self.engines or grid["engines"])
                if form == "whole" and not is_empty and repeat == 1:
                    engines.append(PROPAGATION)
                for engine in engines:
                    yield self._task(place, puzzle, recipe, form, engine)

    def _task(
        self,
        place: tuple[str, int, int],
        puzzle: Puzzle,
        recipe: str,
        form: str,
        engine: str,
    ) -> Task:
        name, number, repeat = place
        geometry, alone = puzzle.geometry, engine == PROPAGATION
        row: Row = {
            "size": geometry.size,
            "box": f"{geometry.box_height}x{geometry.box_width}",
            "set": name,
            "number": number,
            "clues": puzzle.clue_count,
            "encoding": recipe,
            "form": form,
            "engine": engine,
            "repeat": repeat,
        }
        refused = ""
        if form == "whole":
            variables, clauses, literals = _size(geometry, recipe)
            if literals > MAX_LITERALS:
                row |= {"variables": variables, "clauses": clauses}
                row["literals"] = literals
                refused = f"{literals:,} literals; at most {MAX_LITERALS:,} are made"
        return Task(
            row,
            f"satdoku.study.formulas:{'propagation' if alone else 'measure'}",
            FormulaItem(puzzle, recipe, form, "" if alone else engine, self.timeout),
            None if alone else self.timeout + _PREPARING,
            refused=refused,
        )


@cache
def _size(geometry: Geometry, recipe: str) -> tuple[int, int, int]:
    variables, clauses, literals, _ = formula_size(geometry, load(recipe))
    return variables, clauses, literals


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
    puzzle = [*place, "box", "set", "number"]
    known = runs[
        runs["encoding"].isin(SCHEMES)
        & (runs["engine"] != PROPAGATION)
        & runs["ended"].isin(("answered", "timeout"))
    ].assign(
        total=runs["encode_s"] + runs["load_s"] + runs["solve_s"],
        solve=runs["solve_s"].where(runs["clauses"] > 0),
        cut=runs["ended"] == "timeout",
    )
    rows: list[dict[str, Any]] = []
    for measure in ("total", "solve"):
        times = (
            known.dropna(subset=[measure])
            .groupby([*puzzle, "encoding"], sort=False)
            .agg(time=(measure, "median"), cut=("cut", "any"))
            .reset_index()
        )
        times["time"] = times["time"].clip(lower=_SHORTEST)
        is_base = times["encoding"] == "extended"
        pairs = times[~is_base].merge(
            times[is_base].drop(columns="encoding"), on=puzzle, suffixes=("", "_base")
        )
        pairs = pairs[~(pairs["cut"] & pairs["cut_base"])]
        pairs["log"] = np.log(pairs["time_base"] / pairs["time"])
        for key, group in pairs.groupby([*place, "encoding"]):
            low, high = interval(group["log"], LEVEL)
            row = dict(zip(place, key, strict=False)) | {"measure": measure}
            row |= {"scheme": SCHEMES[key[-1]], "ratio": exp(group["log"].mean())}
            ends = {"low": exp(low), "high": exp(high), "puzzles": len(group)}
            rows.append(row | ends)
    columns = [*place, "measure", "scheme", "ratio", "low", "high", "puzzles"]
    return pd.DataFrame(rows, columns=columns)


def _winners(found: DataFrame) -> Table:
    """Return the schemes that beat pairwise, by engine, form and measure."""
    sizes = sorted(found["size"].unique())
    rows: list[tuple[str, ...]] = []
    for (engine, form, measure), mine in found.groupby(
        ["engine", "form", "measure"], sort=True
    ):
        cells: list[str] = []
        for size in sizes:
            here = mine[(mine["size"] == size) & (mine["puzzles"] >= ENOUGH)]
            wins = here[here["low"] > 1].sort_values("ratio", ascending=False)
            names = [
                f"{one['scheme']} {one['ratio']:.2f} "
                f"({one['low']:.2f} to {one['high']:.2f})"
                for _, one in wins.iterrows()
            ]
            none = "none" if len(here) else "too few puzzles"
            cells.append(", ".join(names) or none)
        rows.append((f"{engine}, {form}, {_MEASURES[measure]}", *cells))
    heads = ("", *(f"{size}x{size}" for size in map(int, sizes)))
    return Table("Schemes that beat pairwise", heads, rows)


_MEASURES = {"total": "make, load and solve", "solve": "solve"}


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
    lines += [_WHO_WINS, "", winners.markdown()] if winners.rows else [_NONE]
    for size in sorted(map(int, runs["size"].unique())):
        here = runs[runs["size"] == size]
        lines += ["", f"## {size}x{size}"]
        for table in tables(here):
            lines += ["", table.markdown()]
        if reasons := _missing(here):
            lines += ["", "Missing there:", "", *(f"- {line}" for line in reasons)]
    return "\n".join([*lines, *figure_lines(figures)]) + "\n"


def terminal(runs: DataFrame) -> str:
    """Return the tables as text, and what was not answered."""
    sizes = sorted(runs["size"].unique())
    found = [table for size in sizes for table in tables(runs[runs["size"] == size])]
    winners = _winners(schemes(runs))
    blocks = [table.text() for table in (*found, winners) if table.rows]
    if reasons := _missing(runs):
        blocks.append("\n".join(line.replace("`", "") for line in reasons))
    return "\n\n".join(blocks) + "\n"


def _missing(runs: DataFrame) -> list[str]:
    names = runs["engine"] + "/" + runs["encoding"] + ", " + runs["form"]
    late = (runs["ended"] == "timeout").astype(int)
    found = runs.assign(
        solver=names,
        puzzles=1,
        repeats=1,
        cut_off=late,
        time_s=None,
        notes=[(note,) if note else () for note in runs["note"]],
    )
    return missing(found)


def tables(runs: DataFrame) -> Iterator[Table]:
    """Yield the tables of one size.

    Args:
        runs: The rows of `encodings.csv` of that size.
    """
    size = f"{int(runs['size'].iloc[0])}x{int(runs['size'].iloc[0])}"
    runs = runs.sort_values(["form", "engine", "clues", "encoding"], kind="stable")
    runs = runs.sort_values("form", key=lambda form: form != "whole", kind="stable")
    alone = runs[runs["engine"] == PROPAGATION]
    searched = runs[runs["engine"] != PROPAGATION]
    yield _formulas(runs, searched, f"{size}: the whole formula, medians")

    def simplified(mine: DataFrame) -> str:
        clauses = mine["clauses"].mean()
        if not clauses >= 0:
            return NOTHING
        return f"{count_text(round(clauses))}, {_median(mine, 'encode_s')}"

    def strength(mine: DataFrame) -> str:
        fixed, removed = mine["fixed"].mean(), mine["removed"].mean()
        return f"{fixed:.0%}, {removed:.0%}" if fixed >= 0 else NOTHING

    def solving(mine: DataFrame) -> str:
        mean = mine["solve_s"].mean()
        late = "≥ " if (mine["ended"] == "timeout").any() else ""
        return late + seconds_text(mean) if mean >= 0 else NOTHING

    found = [
        _by_set(
            searched[searched["form"] == "simplified"],
            f"{size}: the simplified formula, clauses and time to make them",
            simplified,
        ),
        _by_set(
            alone,
            f"{size}: what propagation alone finds, of the values and of the "
            "candidates that have to go",
            strength,
        ),
    ]
    for (form, engine), mine in searched.groupby(["form", "engine"], sort=False):
        found.append(_by_set(mine, f"{size}: time to solve, {engine}, {form}", solving))
    yield from (table for table in found if table.rows)
    ratios = schemes(runs)
    for measure, what in _MEASURES.items():
        mine = ratios[ratios["measure"] == measure]
        if len(mine):
            title = f"{size}: how many times as quick as pairwise, to {what}"
            yield _ratios(mine, title)
    if len(ratios):
        title = f"{size}: the scheme with the least mean time to solve, and that time"
        yield _quickest(searched[searched["encoding"].isin(SCHEMES)], title)


def _formulas(runs: DataFrame, searched: DataFrame, title: str) -> Table:
    """Return sizes of the whole formula, and what it takes to make and load it."""
    engines = list(dict.fromkeys(searched["engine"]))
    rows: list[tuple[str, ...]] = []
    for name, here in runs[runs["form"] == "whole"].groupby("encoding"):
        first, made = here.iloc[0], here[here["encode_s"].notna()]
        rows.append(
            (
                name,
                *(
                    count_text(first[column]) if first[column] >= 0 else NOTHING
                    for column in ("variables", "clauses", "literals")
                ),
                _median(here, "encode_s"),
                *(_median(here[here["engine"] == each], "load_s") for each in engines),
                memory_text(made["peak_bytes"].max())
                if made["peak_bytes"].notna().any()
                else NOTHING,
            )
        )
    loads = (f"load {engine}" for engine in engines)
    heads = ("", "variables", "clauses", "literals", "make", *loads, "peak memory")
    return Table(title, heads, rows)


def _median(mine: DataFrame, column: str) -> str:
    middle = mine[column].median()
    return seconds_text(middle) if middle >= 0 else NOTHING


def _heads(sets: Iterable[str], mine: DataFrame) -> Iterator[str]:
    """Name sets, and how many puzzles each has."""
    puzzles = mine.drop_duplicates(["set", "box", "number"])["set"].value_counts()
    for name in sets:
        many = int(puzzles[name])
        yield f"{name} ({many} puzzle{'s' * (many != 1)})"


def _by_set(mine: DataFrame, title: str, write: Callable[[DataFrame], str]) -> Table:
    """Return a table with a row a recipe and a column a set."""
    sets = list(dict.fromkeys(mine["set"]))
    rows = [
        (name, *(write(group[group["set"] == each]) for each in sets))
        for name, group in mine.groupby("encoding")
    ]
    return Table(title, ("", *_heads(sets, mine)), rows)


def _ratios(mine: DataFrame, title: str) -> Table:
    """Return how many times as quick as pairwise each scheme is."""
    cells: dict[tuple[str, str], str] = {}
    for _, one in mine.iterrows():
        text = f"{one['ratio']:.2f}"
        if one["puzzles"] < ENOUGH:
            text += f" ({one['puzzles']} only)"
        elif one["low"] >= 0:
            text += f" ({one['low']:.2f} to {one['high']:.2f})"
        cells[one["scheme"], f"{one['engine']}, {one['form']}"] = text
    fields = list(dict.fromkeys(field for _, field in cells))
    rows = [
        (scheme, *(cells.get((scheme, field), NOTHING) for field in fields))
        for scheme in sorted({scheme for scheme, _ in cells})
    ]
    return Table(title, ("", *fields), rows)


def _quickest(mine: DataFrame, title: str) -> Table:
    """Return the quickest scheme, set by set, where that took time worth the name."""
    sets = list(dict.fromkeys(mine["set"]))

    def cell(here: DataFrame) -> str:
        failed = set(here.loc[here["ended"] != "answered", "encoding"])
        able = here[~here["encoding"].isin(failed)]
        means = able.groupby("encoding")["solve_s"].mean().dropna()
        if not len(means):
            return NOTHING
        if means.min() < _EFFORT:
            return f"below {seconds_text(_EFFORT)}"
        return f"{SCHEMES[means.idxmin()]}, {seconds_text(means.min())}"

    rows = [
        (f"{engine}, {form}", *(cell(group[group["set"] == each]) for each in sets))
        for (engine, form), group in mine.groupby(["engine", "form"], sort=False)
    ]
    return Table(title, ("", *_heads(sets, mine)), rows)
