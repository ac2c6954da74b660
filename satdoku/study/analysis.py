"""What runs say: medians, means, ratios with their intervals, contradictions.

    runs ─repeats─▶ outcomes ─puzzles─▶ summaries
                        └─pairs─▶ comparisons

All tables are pandas data frames.  The median stands for repeats, which one slow repeat
does not move.  A run that was cut off counts with its time, which is at least its
limit; where a median, mean or ratio rests on one, it is a bound.  Runs that failed or
were refused have no time.
"""

from __future__ import annotations

from math import exp, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.study.worker import COUNTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pandas import DataFrame

__all__ = [
    "Contradiction",
    "compare",
    "contradictions",
    "hardest_of",
    "interval",
    "nearest",
    "outcomes",
    "paired",
    "summaries",
]

_ENDED = ("failed", "memory", "timeout", "answered", "refused")
"""Repeats that end differently count as the first of these, except that as many answers
as timeouts are an answer."""

_MIN_PAIRS = 5
"""Fewer pairs say too little about their spread."""

_SHORTEST = 1e-7  # seconds: no clock tells less from nothing


def outcomes(runs: DataFrame) -> DataFrame:
    """Take the repeats of runs together: a row a solver and puzzle, or whole set.

    Args:
        runs: The rows of `runs.csv`.

    Returns:
        Columns of the runs with medians in place of repeated values, and `repeats`,
        `cut_off` (how many), `is_bound` (whether `time_s` is a lower bound), `is_cut`
        (whether it counts as cut off), `seconds` a puzzle, `kind` (the difficulty, or
        the set) and `notes`.
    """
    import pandas as pd  # noqa: PLC0415  heavy

    places = ["part", "set", "number", "solver"]
    rows = [_outcome(group) for _, group in runs.groupby(places, sort=False)]
    columns = [*runs.columns, "repeats", "cut_off", "is_bound", "notes"]
    found = pd.DataFrame(rows, columns=columns)
    found["is_cut"] = found["ended"] == "timeout"
    found["seconds"] = (found["time_s"] / found["puzzles"]).clip(lower=_SHORTEST)
    found["kind"] = found["difficulty"].where(found["difficulty"] != "", found["set"])
    return found


def _outcome(runs: DataFrame) -> dict[str, Any]:
    counts = runs["ended"].value_counts().to_dict()
    ended = next(way for way in _ENDED if way in counts)
    if ended == "timeout" and counts.get("answered", 0) >= counts["timeout"]:
        ended = "answered"
    timed = runs[runs["ended"].isin(("answered", "timeout"))]
    if ended in ("failed", "memory"):
        timed = timed[:0]
    times = timed["time_s"]
    late = times[timed["ended"] == "timeout"]
    measured = ("time_s", "cpu_s", "peak_bytes", "own_bytes", *COUNTERS)
    return {
        **runs.iloc[0].to_dict(),
        **{name: timed[name].median() for name in measured},
        "ended": ended,
        "repeats": len(runs) - counts.get("refused", 0),
        "cut_off": counts.get("timeout", 0),
        # The two in the middle make the median of an even number.
        "is_bound": bool((late <= times.quantile(interpolation="higher")).any()),
        "notes": tuple(dict.fromkeys(note for note in runs["note"] if note)),
    }


def summaries(found: DataFrame) -> DataFrame:
    """Sum outcomes up: a row a solver and set of a part.

    Args:
        found: What `outcomes` returns.

    Returns:
        Counts of puzzles and of how they ended; mean, median, least, greatest and total
        seconds, memory and counters.  Whole sets have no median, least and greatest.
    """
    import pandas as pd  # noqa: PLC0415  heavy

    groups = found.groupby(["part", "set", "solver"], sort=False)
    return pd.DataFrame([_summary(key, group) for key, group in groups])


def _summary(key: tuple[str, str, str], group: DataFrame) -> dict[str, Any]:
    part, name, solver = key
    puzzles = group["puzzles"]
    timed = group[group["time_s"].notna()]
    times, whole = timed["time_s"], bool((group["number"] == 0).all())
    cut = times[timed["is_bound"]]
    total = times.sum() if len(times) else nan
    single = times[:0] if whole else times
    middle = single.quantile(interpolation="higher")
    row = {
        "part": part,
        "set": name,
        "solver": solver,
        "whole": whole,
        "puzzles": int(puzzles.sum()),
        **{
            {"timeout": "timeouts"}.get(way, way): int(
                puzzles[group["ended"] == way].sum()
            )
            for way in ("answered", "timeout", "memory", "failed", "refused")
        },
        "mean_s": total / timed["puzzles"].sum() if len(timed) else nan,
        "median_s": single.median(),
        "min_s": single.min(),
        "max_s": single.max(),
        "total_s": total,
        "is_bound": len(cut) > 0,
        "median_is_bound": bool((cut <= middle).any()),
        "peak_bytes": timed["peak_bytes"].mean(),
        "own_bytes": timed["own_bytes"].mean(),
    }
    for name in COUNTERS:
        known = timed[timed[name].notna()]
        row[name] = known[name].sum() / known["puzzles"].sum() if len(known) else nan
    return row


def interval(values: Iterable[float], level: float = 0.95) -> tuple[float, float]:
    """Return the bootstrap interval (BCa) of a mean.

    Args:
        values: The values; for a geometric mean their logarithms.
        level: How often such an interval holds the true mean.

    Returns:
        Both ends; `nan` where the values say nothing of their spread.

    Example:
        >>> low, high = interval([1.0, 2.0, 2.0, 3.0, 4.0, 6.0])
        >>> 1 < low < 3 < high < 6
        True
        >>> interval([2.5, 2.5, 2.5])
        (2.5, 2.5)
        >>> interval([2.5])
        (nan, nan)
    """
    from warnings import catch_warnings, simplefilter  # noqa: PLC0415

    import numpy as np  # noqa: PLC0415  heavy
    from scipy.stats import bootstrap  # noqa: PLC0415  the same

    # In order, so that the same values in another order give the same interval.
    ordered = np.sort(np.fromiter(values, float))
    if len(ordered) < 2:
        return nan, nan
    if ordered[0] == ordered[-1]:
        return float(ordered[0]), float(ordered[0])
    with catch_warnings():
        simplefilter("ignore")  # of degenerate values, whose ends are nan
        found = bootstrap(
            (ordered,), np.mean, confidence_level=level, n_resamples=2000, rng=1
        ).confidence_interval
    return float(found.low), float(found.high)


def compare(found: DataFrame, baseline: str, by: str = "set") -> DataFrame:
    """Compare solvers with the baseline, puzzle by puzzle.

    Times of one puzzle are divided before anything is averaged, so that the spread of a
    set from easy to hard hides nothing.  Source: P. J. Fleming, J. J. Wallace, How not
    to lie with statistics, Communications of the ACM 29(3), 1986.

    Args:
        found: What `outcomes` returns.
        baseline: A solver.
        by: The column to group puzzles by.

    Returns:
        `part`, the group, `solver`, `pairs`, `ratio` (the geometric mean of solver /
        baseline), `bound` (`≥`, `≤`, `~` for either, or empty) and the 95 % interval
        from `low` to `high`, where five pairs or more were not cut off.
    """
    import numpy as np  # noqa: PLC0415  heavy
    import pandas as pd  # noqa: PLC0415  heavy

    puzzle = ["part", "set", "number"]
    timed = found[found["time_s"] > 0]
    base = timed.loc[timed["solver"] == baseline, [*puzzle, "time_s", "is_bound"]]
    pairs = timed[timed["solver"] != baseline].merge(
        base, on=puzzle, suffixes=("", "_base")
    )
    pairs = pairs[~(pairs["is_bound"] & pairs["is_bound_base"])]
    pairs["log"] = np.log(pairs["time_s"] / pairs["time_s_base"])
    rows: list[dict[str, Any]] = []
    for (part, group, solver), mine in pairs.groupby(
        ["part", by, "solver"], sort=False
    ):
        bound = _bound(least=mine["is_bound"].any(), most=mine["is_bound_base"].any())
        is_enough = not bound and len(mine) >= _MIN_PAIRS
        low, high = interval(mine["log"]) if is_enough else (nan, nan)
        row = {"part": part, by: group, "solver": solver, "pairs": len(mine)}
        ends = {"low": exp(low), "high": exp(high)}
        rows.append(row | {"ratio": exp(mine["log"].mean()), "bound": bound} | ends)
    columns = ["part", by, "solver", "pairs", "ratio", "bound", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def _bound(*, least: bool, most: bool) -> str:
    return ("~" if most else "≥") if least else ("≤" if most else "")


def paired(found: DataFrame, default: str) -> DataFrame:
    """Return seconds a puzzle of solvers and of the default, on the puzzles of both.

    Args:
        found: What `outcomes` returns.
        default: The solver that the others stand beside.

    Returns:
        `part`, `set`, `solver`, `time`, `default_time`, `is_bound`,
        `default_is_bound`, and `complete`: whether the solver answered every puzzle.
    """
    import pandas as pd  # noqa: PLC0415  heavy

    puzzle = ["part", "set", "number"]
    timed = found[found["time_s"] > 0]
    mine = timed.loc[timed["solver"] == default, [*puzzle, "time_s", "is_bound"]]
    pairs = found[found["solver"] != default].merge(
        mine, on=puzzle, suffixes=("", "_default")
    )
    rows: list[dict[str, Any]] = []
    for (part, name, solver), group in pairs.groupby(
        ["part", "set", "solver"], sort=False
    ):
        both = group[group["time_s"] > 0]
        many = both["puzzles"].sum()
        if many:
            rows.append(
                {
                    "part": part,
                    "set": name,
                    "solver": solver,
                    "time": both["time_s"].sum() / many,
                    "default_time": both["time_s_default"].sum() / many,
                    "is_bound": bool(both["is_bound"].any()),
                    "default_is_bound": bool(both["is_bound_default"].any()),
                    "complete": bool((group["ended"] == "answered").all()),
                }
            )
    columns = "part set solver time default_time is_bound default_is_bound complete"
    return pd.DataFrame(rows, columns=columns.split())


def nearest(pairs: DataFrame) -> DataFrame:
    """Return the quickest solver of each set that answered all of it.

    Args:
        pairs: What `paired` returns.

    Returns:
        Its rows with `ratio`, the default's time as a multiple, and `bound`.
    """
    able = pairs[pairs["complete"].astype(bool)]
    best = able.loc[able.groupby(["part", "set"], sort=False)["time"].idxmin()].copy()
    best["ratio"] = best["default_time"] / best["time"]
    best["bound"] = ["≥" if late else "" for late in best["default_is_bound"]]
    return best


def hardest_of(pairs: DataFrame, solvers: Sequence[str]) -> DataFrame:
    """Return each solver on the set where it takes longest a puzzle.

    Args:
        pairs: What `paired` returns.
        solvers: The solvers.

    Returns:
        Its rows with `ratio`, the solver's time as a multiple of the default's, and
        `bound`.
    """
    mine = pairs[pairs["solver"].isin(solvers)]
    worst = mine.loc[mine.groupby("solver", sort=False)["time"].idxmax()].copy()
    worst["ratio"] = worst["time"] / worst["default_time"]
    worst["bound"] = [
        _bound(least=least, most=most)
        for least, most in zip(
            worst["is_bound"], worst["default_is_bound"], strict=True
        )
    ]
    places = {name: place for place, name in enumerate(solvers)}
    return worst.sort_values("solver", key=lambda names: names.map(places))


class Contradiction(NamedTuple):
    """A puzzle of which solvers say what cannot be true together.

    Args:
        place: Where it was first met: part, set, number.
        puzzle: The puzzle in a line.
        said: Each status with the solvers that gave it.
    """

    place: tuple[str, str, int]
    puzzle: str
    said: Mapping[str, Sequence[str]]


def contradictions(runs: DataFrame) -> list[Contradiction]:
    """Find the puzzles of which solvers contradict each other.

    One finds no solution and another one, or one finds a unique solution and another a
    second: at least one is wrong, and the times mean little before that is settled.

    Args:
        runs: The rows of `runs.csv`.
    """
    known = runs[
        (runs["ended"] == "answered") & (runs["puzzle"] != "") & (runs["status"] != "")
    ]
    found: list[Contradiction] = []
    for (_, puzzle), group in known.groupby(["box", "puzzle"], sort=False):
        said = {
            status: list(dict.fromkeys(mine["solver"]))
            for status, mine in group.groupby("status", sort=False)
        }
        is_solved = not said.keys().isdisjoint(("found", "unique", "multiple"))
        if ("none" in said and is_solved) or {"unique", "multiple"} <= said.keys():
            first = group.iloc[0]
            place = first["part"], first["set"], int(first["number"])
            found.append(Contradiction(place, puzzle, said))
    return found
