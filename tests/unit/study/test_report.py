"""The report: what was asked, what came out, what did not, and who contradicts whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.grid import Grid
from satdoku.study.brief import brief
from satdoku.study.contender import Contender
from satdoku.study.part import Ask, Part
from satdoku.study.preset_reports import reports
from satdoku.study.report import report, terminal
from satdoku.study.run import COLUMNS, Ended
from satdoku.study.settings import described
from satdoku.study.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from satdoku.study.run import Run

GRID = Grid.parse("1... ..2. ..3. 4...")
STUDY: dict[str, Any] = {
    "machine": {
        "processor": "Some Processor",
        "cores": 2,
        "memory_bytes": 8_000_000_000,
        "system": "Linux x86_64",
        "python": "CPython 3.13.1",
    },
    "versions": {"satdoku": "1.2.3", "numpy": "4.5"},
    "settings": {"preset": "", "workers": 1},
    "begun": "2026-11-22T10:00:00+00:00",
}
WHOLE = """\
# Study

Some Processor, 2 cores, 8.00 GB of memory, Linux x86_64, CPython 3.13.1.
satdoku 1.2.3, numpy 4.5.
Measured 2026-11-22, one run at a time.

{how}

## Results

A solution is asked for; once; 60 s for each run, which is a puzzle.

- small: 1 puzzle

**Time**

| | small |
|---|---:|
| auto | 2.00 ms |
| bitmask | 30.0 ms |
| ilp | - |

**Time as a multiple of that of auto**

| | small |
|---|---:|
| bitmask | 15.0× |

What is missing there:

- `ilp` not begun: engine ilp is not installed (small: 1)

## How auto, the default, stands

**auto against the best other contender of each set, time a puzzle**

| set | best | its time | auto | auto / best | met |
|---|---:|---:|---:|---:|---:|
| small | bitmask | 30.0 ms | 2.00 ms | 0.0667× | - |

Aimed at: at most 1.2 times as long as the best. {few}
"""
TEXT = """\
Time
           small
auto     2.00 ms
bitmask  30.0 ms
ilp            -

Time as a multiple of that of auto
         small
bitmask  15.0×

ilp not begun: engine ilp is not installed (small: 1)
"""


@pytest.fixture
def part() -> Part:
    """Return a part with one puzzle and three contenders."""
    names = map(Contender.parse, ("auto", "bitmask", "ilp"))
    return Part((Subject(GRID, "small", 1),), tuple(names), timeout=60.0)


@pytest.fixture
def runs(ran: Callable[..., Run]) -> list[Run]:
    """Return runs of that part, the last of them refused."""
    note = "engine ilp is not installed"
    return [
        ran("auto", 0.002, status="solved"),
        ran("bitmask", 0.03, status="solved"),
        ran("ilp", None, Ended.REFUSED, note=note),
    ]


def test_all_of_a_small_report(part: Part, runs: list[Run]) -> None:
    """Machine, question, tables, what is missing, how the default stands."""
    text = report(STUDY, [part], runs)
    how = next(line for line in text.splitlines() if line.startswith("Times are wall"))

    few = (
        "`-`: a single run, or a time that is mostly loading, is too little for a "
        "verdict."
    )

    assert WHOLE.format(how=how, few=few) == text


def test_terminal_has_the_same_tables(part: Part, runs: list[Run]) -> None:
    """The same values in columns of text, and what is missing."""
    assert TEXT == terminal([part], runs)


def test_contradictions_come_first(
    part: Part, runs: list[Run], ran: Callable[..., Run]
) -> None:
    """Who contradicts whom is told loudly, before anything is measured against it."""
    runs[2] = ran("ilp", 0.1, status="none")
    text = report(STUDY, [part], runs)
    warning = text.index("> **CONTRADICTION: contenders tell what cannot be true")
    expected = f"set small, puzzle 1: solved by {{}}; none by {{}}. {{}}{GRID.line}"

    assert warning < text.index("Some Processor")
    assert expected.format("`auto`, `bitmask`", "`ilp`", "`") in text
    assert terminal([part], runs).endswith(
        expected.format("auto, bitmask", "ilp", "") + "\n"
    )


def test_what_was_not_answered_is_told_in_words(
    part: Part, ran: Callable[..., Run]
) -> None:
    """By contender and reason, with the sets and how many puzzles of each."""
    runs = [
        ran("auto", 60.004, Ended.TIMEOUT, number=1),
        ran("auto", 60.0, Ended.TIMEOUT, number=2),
        ran("auto", None, Ended.REFUSED, number=3, note="given up after 2 timeouts"),
        ran("bitmask", 1.0, Ended.FAILED, number=1, note="ended by SIGSEGV"),
        ran("ilp", 1.0, Ended.MEMORY, number=1),
        ran("ilp", 30.0, Ended.TIMEOUT, set="all", number=0, puzzles=50),
    ]
    text = report(STUDY, [part], runs)

    assert (
        """\
- `auto` cut off at the limit, after 60.0 s (small: 2)
- `auto` not begun: given up after 2 timeouts (small: 1)
- `bitmask` failed: ended by SIGSEGV (small: 1)
- `ilp` out of memory (small: 1)
- `ilp` cut off at the limit, somewhere in the set, after 30.0 s (all: 50)
"""
        in text
    )


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (
            {"ask": Ask.UNIQUE, "repeat": 3, "timeout": 20.0, "give_up": 1},
            (
                "A solution is asked for, and whether it is the only one; 3 times; "
                "20 s for each run, which is a puzzle; after a timeout in a set a "
                "contender is spared the rest of it."
            ),
        ),
        (
            {"whole": True, "give_up": 2},
            (
                "A solution is asked for; once; no limit of time for a run, which is a "
                "whole set, its puzzles in turn; after 2 timeouts in a set a contender "
                "is spared the rest of it."
            ),
        ),
    ],
)
def test_what_was_asked(told: dict[str, Any], expected: str) -> None:
    """The question, how often it was asked, and all limits."""
    part = Part((Subject(GRID, "small", 1),), (Contender("dpll"),), **told)

    assert expected in report(STUDY, [part], [])


def test_figures_are_linked(part: Part, runs: list[Run]) -> None:
    """With a caption each, and as links can be written."""
    paths = ["figures/a-speedup.svg", "figures/cactus.svg", "figures/an odd-one.svg"]
    text = report(STUDY, [part], runs, paths)

    assert text.endswith(
        "## Figures\n\n"
        "![a: speed-up against the baseline](figures/a-speedup.svg)\n\n"
        "![puzzles answered within a time](figures/cactus.svg)\n\n"
        "![an odd: one](figures/an%20odd-one.svg)\n"
    )


def test_reports_tell_which_sets_were_used(ran: Callable[..., Run]) -> None:
    """Stand-ins are called that; printed figures stand beside the measured ones."""
    parts = reports(each=1)
    runs = [ran("ilp", 5.5, part="d", set="stand-in-hard", number=0, puzzles=95)]
    text = report(described(parts, "reports"), parts, runs)

    assert text.startswith("# Study: reports\n")
    assert (
        "- stand-in-hard: 95 puzzles, generated by satdoku, hard; stands in for Peter "
        "Norvig's 95 (top95.txt)\n"
    ) in text
    assert "## Beside what the reports printed" in text
    assert "| 40 ms | a puzzle, the linear program | ilp | - |" in text


def test_sets_stand_alike_everywhere(ran: Callable[..., Run]) -> None:
    """How the default stands is told in the order of the tables."""
    names = Contender("auto"), Contender("dpll")
    order = ("hard", "easy")
    sets = tuple(Subject(GRID, name, 1, name) for name in order)
    runs = [ran(str(who), 1.0, set=name) for name in order for who in names]
    text = report(STUDY, [Part(sets, names)], runs)

    assert "| | easy | hard |" in text
    assert ["easy", "hard"] == re.findall(r"^\| (\w+) \| dpll \|", text, re.MULTILINE)


def test_files_of_the_same_name_are_told_apart() -> None:
    """The list of sets says which file each is from, where that is not plain."""
    subjects = (
        Subject(GRID, "easy", 1, source="6x6/easy.csv"),
        Subject(GRID, "easy-2", 1, source="*/easy.csv"),
        Subject(GRID, "hard", 1),
    )
    text = report(STUDY, [Part(subjects, (Contender("dpll"),))], [])

    assert (
        "- easy: 1 puzzle, from 6x6/easy.csv\n"
        "- easy-2: 1 puzzle, from \\*/easy.csv\n"
        "- hard: 1 puzzle\n"
    ) in text


def test_a_cut_down_preset_says_so() -> None:
    """Where fewer puzzles were measured than the printed figures are about."""
    parts = reports(each=1)
    (whole,) = [part for part in parts if part.key == "d"]
    cut = Part(whole.subjects[:3], whole.contenders, key="d", whole=True)

    assert "Part d has 3 of the 156 puzzles here." in report(
        described([cut], "reports"), [cut], []
    )
    assert "of the 156 puzzles here" not in report(
        described(parts, "reports"), parts, []
    )


def test_loading_has_a_table(part: Part, runs: list[Run]) -> None:
    """What contenders load first can be taken off what they took."""
    text = report(STUDY | {"loading_s": {"auto": 0.001, "bitmask": 0.02}}, [part], runs)

    assert "## Of which loading, before the first puzzle" in text
    assert "| bitmask | 20.0 ms |" in text


def test_a_preset_in_short(ran: Callable[..., Run]) -> None:
    """Half a page says what each part comes to, of what was run, and times alone."""
    whole = reports(each=1)[3]
    part = Part(whole.subjects[:3], whole.contenders, key="d", title="T", whole=True)
    told: dict[str, Any] = {"part": "d", "set": "stand-in-easy"}
    told |= {"number": 0, "puzzles": 3}
    runs = [ran("auto", 0.3, **told), ran("ilp", 0.15, **told, guesses=1)]
    study = described([part], "reports")
    text = brief(study, [part], runs)
    row = "| d | 3 | ilp | 50.0 ms | 100 ms | 2.00× |"

    assert row in text
    assert row in report(study, [part], runs).partition("## d. T")[0]
    assert "all 156. Here: ilp 150 ms in all, of 3; auto 300 ms in all, of 3." in text
    assert "### d. T" not in text.partition("#### d. T")[0]
    assert "**Total time**" in text
    assert "Guesses" not in text
    assert all(line[:3] == "###" for line in text.splitlines() if line[:1] == "#")


def test_the_page_tells_every_column(root: Path) -> None:
    """`docs/study.md` says of each column of `runs.csv` what it holds, in order."""
    page = (root / "docs" / "study.md").read_text("utf-8")
    table = page.partition("## The columns of runs.csv")[2].partition("\n## ")[0]
    told = [line.split("|")[1] for line in table.splitlines() if line[:3] == "| `"]

    assert list(COLUMNS) == re.findall("`(.+?)`", "".join(told))
