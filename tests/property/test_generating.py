"""New puzzles: whatever is asked for, what comes out has it and is proper."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from satdoku import Stopped, UsageError, check, generate, solve
from satdoku.deduce.path import Ending, walk
from satdoku.deduce.technique import Technique
from satdoku.generating.symmetry import Symmetry

ASKED = st.fixed_dictionaries(
    {"size": st.sampled_from([4, 6, "3x2", 8, "1x4"]), "seed": st.integers(0, 99)},
    optional={
        "symmetry": st.sampled_from(list(Symmetry)),
        "clues": st.integers(3, 16),
        "minimal": st.booleans(),
        "singles_only": st.booleans(),
        "level": st.sampled_from(["easy", "medium", "hard"]),
        "score": st.tuples(st.integers(0, 300), st.integers(150, 900)),
    },
)


class TestGenerate:
    """`Make new proper puzzles` that are as they were asked for."""

    @settings(max_examples=40, deadline=None)
    @given(ASKED)
    def test_as_asked_for(self, asked: dict[str, Any]) -> None:
        """Size, clues, symmetry, minimal, level, score: each is kept, or none comes."""
        least, most = asked.get("score", (0, 10**9))
        assume(least <= most)
        try:
            [made] = generate(max_attempts=20, **{"clues": None, **asked})
        except Stopped:
            return
        except UsageError:  # a level or score that contradicts something else
            assert {"level", "score"} & asked.keys()
            return
        puzzle = made.grid
        result = solve(puzzle, engine="dpll")

        assert result.is_unique
        assert made.solution == result.solution
        assert asked.get("clues") in {None, puzzle.clue_count}
        symmetry: Symmetry = asked.get("symmetry", Symmetry.NONE)
        cells = (cell for cell, _ in puzzle.clues)
        assert symmetry.has(cells, puzzle.geometry.size)
        if asked.get("minimal"):
            assert check(puzzle).is_minimal
        if asked.get("singles_only"):
            singles = {one for one in Technique if one.is_single}
            assert Ending.SOLVED is walk(puzzle, singles).ending
        if {"level", "score"} & asked.keys():
            path = walk(puzzle)
            assert asked.get("level") in {None, path.level.key}
            assert least <= path.score <= most
            assert (path.level, path.score) == (made.level, made.score)
