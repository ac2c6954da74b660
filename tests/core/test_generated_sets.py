"""The sets of generated puzzles in `data/` are what their SOURCE.md says they are."""

import pytest

from satdoku import Level, check, generate, rate, read_all, solve

SETS = {  # how many puzzles, size, level, kind
    "9x9/easy": (1000, 9, "easy", "minimal"),
    "9x9/medium": (1000, 9, "medium", "minimal"),
    "9x9/hard": (1000, 9, "hard", "minimal"),
    "9x9/extreme": (1000, 9, "extreme", "minimal"),
    "4x4/easy": (1000, 4, "easy", "minimal"),
    "6x6/easy": (1000, 6, "easy", "minimal"),
    "6x6/medium": (100, 6, "medium", "minimal"),
    "6x6/hard": (100, 6, "hard", "minimal"),
    "16x16/minimal": (100, 16, None, "minimal"),
    "16x16/easy": (100, 16, "easy", "rotational180"),
    "16x16/medium": (100, 16, "medium", "rotational180"),
    "16x16/hard": (100, 16, "hard", "rotational180"),
}


def entries(root, name):
    folder, kind = name.split("/")
    return list(read_all(root / "data" / f"generated_{folder}" / f"{kind}.csv"))


def assert_as_said(entry, level, kind):
    result = solve(entry.puzzle)
    assert result.is_unique
    assert entry.metadata.solution == result.solution
    if kind == "minimal":
        assert check(entry.puzzle).is_minimal
    else:
        filled = [value > 0 for value in entry.puzzle.values]
        assert filled == filled[::-1]
    if level is not None:
        rating = rate(entry.puzzle)
        assert (level, str(rating.score)) == tuple(entry.columns.values[2:])
        assert Level.parse(level) is rating.level


def test_every_file_is_here(root):
    found = (root / "data").glob("generated_*/*.csv")

    assert set(SETS) == {
        f"{path.parent.name.removeprefix('generated_')}/{path.stem}" for path in found
    }


@pytest.mark.parametrize("name", SETS)
def test_some(root, name):
    """As many puzzles as said, no two alike; some are what they are said to be."""
    count, size, level, kind = SETS[name]
    found = entries(root, name)

    assert count == len(found) == len({entry.puzzle for entry in found})
    assert {size} == {entry.puzzle.geometry.size for entry in found}
    few = 1 if level == "extreme" or size == 16 else 3
    for entry in found[5 :: count // few]:
        assert_as_said(entry, level, kind)


@pytest.mark.nightly
@pytest.mark.parametrize("name", SETS)
def test_made_again(root, name):
    """The same command makes the same puzzles."""
    _, size, level, kind = SETS[name]
    found = entries(root, name)[0].puzzle
    made = generate(
        size=size,
        level=level,
        minimal=kind == "minimal",
        symmetry="none" if kind == "minimal" else kind,
        seed=size,
    )

    assert found == made
