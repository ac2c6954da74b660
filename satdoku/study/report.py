"""The report of a study: what was asked, what came out, and what did not, as Markdown.

    what it was measured on
    a section a part: what was asked, tables, against the baseline, what is missing
    of which loading
    how the default stands
    the figures the reports printed, beside these    (preset `reports` alone)

That of a preset begins in short (`satdoku.study.brief`).

The same tables go to a terminal, where no folder is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.study.brief import in_short
from satdoku.study.contradiction import contradictions
from satdoku.study.ending import ends
from satdoku.study.heading import HOW_TO_READ, machine_lines
from satdoku.study.known_sets import about
from satdoku.study.part_tables import (
    comparison_table,
    ordered_sets,
    part_tables,
    runs_of_part,
)
from satdoku.study.table import escaped
from satdoku.study.words import asked, contradicted, unanswered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from satdoku.study.part import Part
    from satdoku.study.run import Run
    from satdoku.study.table import Table

__all__ = ["report", "terminal"]


def report(
    study: Mapping[str, Any],
    parts: Sequence[Part],
    runs: Sequence[Run],
    figures: Sequence[str] = (),
) -> str:
    """Write the report of a study.

    Args:
        study: What `study.json` holds: `machine`, `versions`, `settings`, `begun`.
        parts: The parts of the study.
        runs: What was measured.
        figures: The paths of figures, from where the report lies.

    Returns:
        Markdown.
    """
    preset = str(study.get("settings", {}).get("preset") or "")
    lines = [f"# Study: {escaped(preset)}" if preset else "# Study", ""]
    lines += _warnings(runs)
    lines += machine_lines(study)
    lines += ["", HOW_TO_READ]
    if preset:
        lines += ["", "## In short", "", *in_short(study, parts, runs)]
    for part in parts:
        lines += _part(part, runs, told=bool(preset))
    lines += ends(study, parts, runs)
    if figures:
        lines += ["", "## Figures"]
        for path in figures:
            lines += ["", f"![{_caption(path)}]({_link(path)})"]
    return "\n".join(lines) + "\n"


def terminal(parts: Sequence[Part], runs: Sequence[Run]) -> str:
    """Return the tables of a study as text, and what was not answered.

    Args:
        parts: The parts of the study.
        runs: What was measured.
    """
    blocks: list[str] = []
    for part in parts:
        mine = runs_of_part(runs, part)
        if part.title:
            blocks.append(_title(part))
        blocks += [table.text() for table in _tables(part, mine)]
        if missing := unanswered(mine):
            blocks.append("\n".join(line.replace("`", "") for line in missing))
    found = list(contradicted(contradictions(runs)))
    if found:
        blocks.append("\n".join([_LOUD, *(line.replace("`", "") for line in found)]))
    return "\n\n".join(blocks) + "\n"


_KINDS = {
    "boxes": "how times spread",
    "cactus": "puzzles answered within a time",
    "clues": "time against clues",
    "memory": "memory",
    "sizes": "time against the size of the grid",
    "speedup": "speed-up against the baseline",
}
"""What figures show, by their files' names."""

_LOUD = "CONTRADICTION: contenders tell what cannot be true together."


def _warnings(runs: Sequence[Run]) -> Iterator[str]:
    """Say first of all who contradicts whom."""
    found = list(contradicted(contradictions(runs)))
    if found:
        yield f"> **{_LOUD}**"
        yield "> At least one of them is wrong:"
        yield ">"
        yield from (f"> - {line}" for line in found)
        yield ""


def _part(part: Part, runs: Sequence[Run], *, told: bool) -> Iterator[str]:
    mine = runs_of_part(runs, part)
    yield from ("", f"## {_title(part) or 'Results'}", "", asked(part), "")
    for name, members in ordered_sets(part).items():
        count = "1 puzzle" if len(members) == 1 else f"{len(members):,} puzzles"
        what = about(name, len(members)) if told else ""
        if source := members[0].source:
            what = f"from {escaped(source)}"
        yield f"- {escaped(name)}: {count}{f', {what}' if what else ''}"
    for table in _tables(part, mine):
        yield from ("", table.markdown())
    if missing := unanswered(mine):
        yield from ("", "What is missing there:", "")
        yield from (f"- {line}" for line in missing)


def _tables(part: Part, runs: Iterable[Run]) -> list[Table]:
    mine = list(runs)
    tables = part_tables(part, mine)
    if compared := comparison_table(part, mine):
        tables.append(compared)
    return tables


def _title(part: Part) -> str:
    return f"{part.key}. {part.title}" if part.key else part.title


def _caption(path: str) -> str:
    """Return what a figure shows, from its file's name: PART-KIND, or KIND."""
    part, _, kind = path.rpartition("/")[2].rpartition(".")[0].rpartition("-")
    return escaped(": ".join(filter(None, [part, _KINDS.get(kind, kind)])))


def _link(path: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415  only where there are figures

    return quote(path)
