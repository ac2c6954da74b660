"""The preset `reports`: the tables of the reports, as parts of a study.

    a   single puzzles, from easy to extreme
    b   means over sets, by difficulty
    c   elimination with and without its rules
    d   the 156: 50 easy, 95 hard, 11 hardest, each set in one go
    e   puzzles against search by rows
    f   sizes that grow, which the reports left open

How many puzzles, repeats and seconds are chosen so that all of it ends within a quarter
of an hour on two cores, though some of the reports' solvers take hours for a puzzle:
these are cut off, and after some timeouts spared the rest of a set.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from satdoku.baselines import TECHNIQUES
from satdoku.study.contender import Contender
from satdoku.study.known_sets import LEVELS, SIZES
from satdoku.study.part import Part
from satdoku.study.sets import against, generated, published, seed, sized

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["OF_REPORTS", "reports"]

OF_REPORTS = (
    "backtracking:rows",
    "backtracking:blocks",
    "backtracking:fewest",
    "constraint",
    "elimination",
    "bitmask",
    "ilp",
)
"""The solvers that the reports compare, as contenders."""

_OWN = ("auto", "dpll", "dpll/triad", "cadical153", "lanes")
_ALL = (*OF_REPORTS, "cp", *_OWN)
_SINGLE = (
    ("easy_45", "easy"),
    ("medium_35", "medium"),
    ("hard_25", "hard"),
    ("extreme_17", "extreme"),
)
_RULED = (
    "elimination:none",
    *(
        f"elimination:{'+'.join(TECHNIQUES[:count])}"
        for count in range(1, len(TECHNIQUES))
    ),
    "elimination:all",
)
_AGAINST_ROWS = (
    *("backtracking:rows", "backtracking:blocks", "backtracking:fewest"),
    *("constraint", "elimination", "bitmask", "dpll", "auto"),
)
_MADE_OF = ("extreme_17", "easy", "hard", "extreme")


def reports(folder: Path | None = None, each: int = 8) -> list[Part]:
    """Return the parts of the preset.

    Args:
        folder: Where the published sets are looked for; None for their stand-ins.
        each: How many puzzles a set of parts b and c has.

    Raises:
        InputError: The folder is not there, or holds no set, or not a whole one.

    Example:
        >>> [(part.key, len(part.subjects)) for part in reports(each=3)]
        [('a', 4), ('b', 12), ('c', 12), ('d', 156), ('e', 6), ('f', 13)]
    """
    levels = tuple(chain.from_iterable(generated(level, each) for level in LEVELS))
    anti = [seed("anti_backtracking", "made"), seed("extreme_17", "extreme")]
    return [
        Part(
            tuple(seed(name, difficulty) for name, difficulty in _SINGLE),
            _contenders(_ALL),
            key="a",
            title="Single puzzles, from easy to extreme",
            repeat=5,
            repeat_below=0.5,
            timeout=10.0,
            give_up=1,
        ),
        Part(
            levels,
            _contenders(_ALL),
            key="b",
            title="Means over sets, by difficulty",
            timeout=10.0,
            give_up=2,
        ),
        Part(
            levels,
            _contenders((*_RULED, "auto")),
            key="c",
            title="Elimination without its rules, and with one more each",
            timeout=10.0,
            give_up=2,
            baseline=_RULED[-1],
        ),
        Part(
            tuple(chain.from_iterable(published(folder))),
            _contenders(_ALL),
            key="d",
            title="Easy, hard and hardest puzzles, each set in one go",
            repeat=9,
            repeat_below=0.2,
            timeout=20.0,
            whole=True,
        ),
        Part(
            (*anti, *map(against, _MADE_OF)),
            _contenders(_AGAINST_ROWS),
            key="e",
            title="Puzzles against search by rows",
            repeat=3,
            repeat_below=0.5,
            timeout=5.0,
            give_up=1,
        ),
        Part(
            tuple(chain.from_iterable(map(sized, SIZES))),
            _contenders(_ALL),
            key="f",
            title="Sizes that grow",
            repeat=3,
            repeat_below=0.2,
            timeout=5.0,
            give_up=1,
        ),
    ]


def _contenders(names: tuple[str, ...]) -> tuple[Contender, ...]:
    return tuple(map(Contender.parse, names))
