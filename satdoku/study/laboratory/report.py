"""The laboratory's report: what was measured on, the tables by size, who wins.

The same tables go to a terminal, where no folder is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.study.heading import machine_lines
from satdoku.study.laboratory.crossover import ENOUGH, LEVEL, verdicts
from satdoku.study.laboratory.tables import scheme_tables, size_tables
from satdoku.study.laboratory.words import place, said
from satdoku.study.run import Ended
from satdoku.study.table import escaped
from satdoku.study.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from satdoku.study.laboratory.sample import Sample

__all__ = ["report", "terminal"]

_HOW_TO_READ = (
    "Each puzzle, recipe, form and engine was measured in a fresh process, step by "
    "step: all clauses made, the engine loaded with them, a first solution found with "
    "the clues as assumptions. Times are CPU time. The simplified form speaks of what "
    "the clues leave open; the whole form of all the grid, so that one engine serves "
    "many puzzles. Puzzles have so many clues in a hundred cells, at random places, "
    "and may have several solutions; those of `fewest clues` have one, and none of "
    "their clues can go. The head of a column says of how many puzzles it is the mean: "
    "of one, it tells about that puzzle, not about its kind. `≥` is before means of "
    "which some searches were cut off and count with their limit; `-` is nothing "
    "measured."
)
_WHO_WINS = (
    "The recipes `extended…` differ in their at-most-one scheme alone; pairwise is "
    "`extended`. How many times as quick as pairwise is a geometric mean over puzzles, "
    f"with its {LEVEL:.0%} bootstrap interval. A scheme wins where the whole interval "
    f"is above 1 and {ENOUGH} puzzles or more were compared; of fewer no interval is "
    "told. A puzzle of which no clause is left has nothing to solve. Where one of the "
    "two was cut off, its limit stands for its time."
)
_NONE_COMPARED = (
    "Nothing was measured that could be compared: that takes `extended`, which is "
    "pairwise, and another of the recipes `extended…`."
)
_HOW = {
    Ended.TIMEOUT: "cut off at the limit",
    Ended.MEMORY: "out of memory",
    Ended.FAILED: "failed",
    Ended.REFUSED: "not made",
}


def report(
    study: Mapping[str, Any], samples: Sequence[Sample], figures: Sequence[str] = ()
) -> str:
    """Write the report.

    Args:
        study: What `study.json` holds.
        samples: What was measured.
        figures: The paths of figures, from where the report lies.

    Returns:
        Markdown.
    """
    settings: Mapping[str, Any] = study.get("settings", {})
    timeout = settings.get("timeout")
    limit = f" A search may take {seconds_text(timeout)}." if timeout else ""
    lines = ["# Study: encodings", "", *machine_lines(study)]
    lines += ["", _HOW_TO_READ + limit, "", "## Which at-most-one scheme wins", ""]
    sentences = [f"- {line}." for line in _sentences(samples)]
    lines += [_WHO_WINS, "", *sentences] if sentences else [_NONE_COMPARED]
    for size in _sizes(samples):
        lines += ["", f"## {size}x{size}"]
        for table in (*size_tables(samples, size), *scheme_tables(samples, size)):
            lines += ["", table.markdown()]
        missing = list(_missing(one for one in samples if one.size == size))
        if missing:
            lines += ["", "What is missing there:", ""]
            lines += [f"- {line}" for line in missing]
    if figures:
        lines += ["", "## Figures"]
        for path in figures:
            lines += ["", f"![{escaped(path)}]({path})"]
    return "\n".join(lines) + "\n"


def terminal(samples: Sequence[Sample]) -> str:
    """Return the tables as text, and who wins.

    Args:
        samples: What was measured.
    """
    blocks = [
        table.text()
        for size in _sizes(samples)
        for table in (*size_tables(samples, size), *scheme_tables(samples, size))
    ]
    sentences = list(_sentences(samples))
    if sentences:
        blocks.append("\n".join(sentences))
    missing = list(_missing(samples))
    if missing:
        blocks.append("\n".join(line.replace("`", "") for line in missing))
    return "\n\n".join(blocks) + "\n"


def _sizes(samples: Iterable[Sample]) -> list[int]:
    return sorted({one.size for one in samples})


def _sentences(samples: Sequence[Sample]) -> Iterator[str]:
    """Say of each field who wins, of all puzzles together."""
    for verdict in verdicts(samples):
        yield f"{place(verdict.field)}: {said(verdict)}"


def _missing(samples: Iterable[Sample]) -> Iterator[str]:
    """Say what was cut off, failed or was not made, a line for each reason."""
    groups: dict[tuple[str, str, Ended, str], list[str]] = {}
    for one in samples:
        if one.ended is not Ended.ANSWERED:
            note = "" if one.ended is Ended.TIMEOUT and not one.note else one.note
            key = f"{one.engine}/{one.encoding}", str(one.form), one.ended, note
            groups.setdefault(key, []).append(one.set)
    for (who, form, ended, note), sets in groups.items():
        counts = dict.fromkeys(sets, 0)
        for name in sets:
            counts[name] += 1
        where = ", ".join(f"{escaped(name)}: {count}" for name, count in counts.items())
        why = f": {escaped(note)}" if note else ""
        yield f"`{who}`, {form}, {_HOW[ended]}{why} ({where})"
