"""The command: `python -m benchmarks`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import calls, choice, iss
from benchmarks.machine import machine
from benchmarks.peers import PEERS
from benchmarks.report import complaints, markdown
from benchmarks.roster import versions
from benchmarks.sections import NEED_FILES, SECTIONS
from benchmarks.sets import SETS, shared_data
from benchmarks.settings import Settings
from benchmarks.whole_sets import WHOLE_SETS

_SETS = list(dict.fromkeys((*SETS, *WHOLE_SETS)))


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _number(text: str) -> int:
    if int(text) < 1:
        raise ValueError(text)
    return int(text)


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure satdoku and its peers in one run: CPU time, and ratios.",
        epilog="examples: python -m benchmarks first --sets top95 --engines dpll; "
        "python -m benchmarks cold; python -m benchmarks --output results/today",
    )
    add = made.add_argument
    add(
        "sections",
        nargs="*",
        metavar="SECTION",
        help=f"what to measure: {', '.join(SECTIONS)} (all); or `choice` alone, for "
        "the figures that auto chooses by; or `calls` alone, for what a call costs; or "
        "`iss` alone, for variants beside Interactive Sudoku Solver",
    )
    add("--sets", type=_names, default=_SETS, help=f"of {','.join(_SETS)}")
    add("--engines", type=_names, default=["dpll", "cadical153"], help="of satdoku")
    add("--encodings", type=_names, default=["extended"], help="for each engine")
    add("--peers", type=_names, default=list(PEERS), help=f"of {','.join(PEERS)}")
    add("--base", default="satdoku", help="the contender ratios are to (%(default)s)")
    add("--limit", type=float, default=10, help="seconds a puzzle (%(default)g)")
    add(
        "--large-limit",
        type=float,
        default=120,
        help="the same for a large board, and for many solutions (%(default)g)",
    )
    add(
        "--give-up",
        type=_number,
        default=3,
        help="leave a set after so many time-outs of a contender (%(default)s)",
    )
    add("--repeats", type=_number, default=3, help="of everything (%(default)s)")
    add("--first", type=_number, help="only the first so many puzzles of each set")
    add(
        "--solutions",
        type=_number,
        default=100_000,
        help="how many the section enumerate asks for (%(default)s)",
    )
    add(
        "--puzzles",
        type=_number,
        default=1_000_000,
        help="how many the section workers solves (%(default)s)",
    )
    add("--output", type=Path, help="writes OUTPUT.json and OUTPUT.md")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Measure, report; 1 where an answer was wrong."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["choice"]:
        return choice.main(given[1:])
    alone = {"calls": calls.main, "iss": iss.main}
    if given and given[0] in alone:
        return alone[given[0]](given[1:])
    made = parser()
    asked = made.parse_args(given)
    sections = asked.sections or list(SECTIONS)
    for what, names, all_of in (
        ("section", sections, SECTIONS),
        ("set", asked.sets, _SETS),
        ("peer", asked.peers, PEERS),
    ):
        for name in names:
            if name not in all_of:
                made.error(f"no {what} {name!r}; there are {', '.join(all_of)}")
    if NEED_FILES & set(sections) and not shared_data().is_dir():
        made.error(f"no puzzle sets at {shared_data()}; SATDOKU_DATA can name them")
    settings = Settings(
        sets=asked.sets,
        contenders=[
            "satdoku",
            *(f"satdoku:{e}/{r}" for e in asked.engines for r in asked.encodings),
            *asked.peers,
        ],
        limit=asked.limit,
        large_limit=asked.large_limit,
        give_up=asked.give_up,
        repeats=asked.repeats,
        first=asked.first,
        solutions=asked.solutions,
        puzzles=asked.puzzles,
    )
    if asked.base not in settings.contenders:
        made.error(f"no contender {asked.base!r} in {', '.join(settings.contenders)}")
    report: dict[str, Any] = {
        "machine": machine(),
        "versions": versions(),
        "settings": asdict(settings),
        "sections": {name: SECTIONS[name](settings) for name in sections},
    }
    table = markdown(report, asked.base)
    print(table)
    if asked.output is not None:
        asked.output.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(report, indent=1, ensure_ascii=False)
        asked.output.with_suffix(".json").write_text(text + "\n", "utf-8")
        asked.output.with_suffix(".md").write_text(table, "utf-8")
    found = complaints(report)
    for complaint in found:
        print(f"wrong: {complaint}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
