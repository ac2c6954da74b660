"""The sets of generated puzzles are what their SOURCE.md says they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku import Grid, check, generate, read_all, solve
from satdoku.deduce.path import walk
from satdoku.deduce.technique import Level

if TYPE_CHECKING:
    from pathlib import Path

    from satdoku.formats import Entry

SETS = {
    "9x9/easy": (1000, 9, "easy", "minimal", 9),
    "9x9/medium": (1000, 9, "medium", "minimal", 9),
    "9x9/hard": (1000, 9, "hard", "minimal", 9),
    "9x9/extreme": (1000, 9, "extreme", "minimal", 9),
    "4x4/easy": (1000, 4, "easy", "minimal", 4),
    "6x6/easy": (1000, 6, "easy", "minimal", 6),
    "6x6/medium": (100, 6, "medium", "minimal", 6),
    "6x6/hard": (100, 6, "hard", "minimal", 6),
    "16x16/minimal": (100, 16, None, "minimal", 16),
    "16x16/easy": (100, 16, "easy", "rotational180", 16),
    "16x16/medium": (100, 16, "medium", "rotational180", 16),
    "16x16/hard": (100, 16, "hard", "rotational180", 16),
}
"""Of each file: how many puzzles, the size, the level, the kind, and the seed."""

SAMPLE = 97
"""One in so many is looked at where all would take long."""


def entries(root: Path, name: str) -> list[Entry]:
    """Return the puzzles of a file."""
    folder, kind = name.split("/")
    return list(read_all(root / "data" / f"generated_{folder}" / f"{kind}.csv"))


def look_at(entry: Entry, level: str | None, kind: str) -> None:
    """See to it that a puzzle has the solution, the level and the score it should."""
    result = solve(entry.grid)
    assert result.is_unique
    assert entry.extras.solution == result.solution
    if kind == "minimal":
        assert check(entry.grid).is_minimal
    else:
        filled = [value > 0 for value in entry.grid.values]
        assert filled == filled[::-1]
    if level is not None:
        path = walk(entry.grid)
        assert Level.parse(level) == path.level
        assert f"{level} {path.score}" == entry.name


def test_every_file_is_here(root: Path) -> None:
    """A new file gets its line in the table."""
    found = (root / "data").glob("generated_*/*.csv")

    assert set(SETS) == {
        f"{path.parent.name.removeprefix('generated_')}/{path.stem}" for path in found
    }


@pytest.mark.parametrize("name", SETS)
def test_sample(root: Path, name: str) -> None:
    """As many puzzles as promised, no two alike; some are what they are said to be."""
    count, size, level, kind, _ = SETS[name]
    found = entries(root, name)

    assert count == len(found) == len({entry.grid for entry in found})
    assert {size} == {entry.grid.geometry.size for entry in found}
    few = {"extreme": 500}.get(level or "", SAMPLE)
    for entry in found[::few]:
        look_at(entry, level, kind)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_all(root: Path, name: str) -> None:
    """Of a set of 1,000 one in four, of the hardest and the largest fewer."""
    count, _, level, kind, _ = SETS[name]
    few = {"9x9/extreme": 20, "16x16/minimal": 5}
    step = few.get(name, 4 if count == 1000 else 1)

    for entry in entries(root, name)[::step]:
        look_at(entry, level, kind)


@pytest.mark.parametrize("name", SETS)
def test_made_again(root: Path, name: str) -> None:
    """The command that made them makes them again."""
    _, size, level, kind, seed = SETS[name]
    found = [entry.grid for entry in entries(root, name)[:1]]
    made = generate(
        1,
        size=size,
        level=level,
        minimal=kind == "minimal",
        symmetry="none" if kind == "minimal" else kind,
        seed=seed,
    )

    assert found == [Grid(one.grid.geometry, one.grid.values) for one in made]
