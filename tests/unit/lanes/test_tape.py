"""The tape: traced right, nothing superfluous, run like the sweep it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.lanes.layout import (
    BIVALUE,
    BLOCK,
    CANDIDATES,
    FIELDS,
    OPEN,
    SOLVED,
    STATE,
)
from satdoku.lanes.sweep import sweep
from satdoku.lanes.tape import sweep_tape
from satdoku.lanes.tape_runner import TapeRunner

if TYPE_CHECKING:
    from numpy.typing import NDArray

OPERATIONS = {"load", "and", "or", "xor", "add", "sub", "shl", "shr", "not"}


def random_words(lanes: int, chance: float, seed: int) -> NDArray[np.uint32]:
    """Make lanes in which each candidate is there with some chance.

    What a sweep writes only is full of rubbish, which must make no difference.
    """
    dice = np.random.default_rng(seed)
    words = dice.integers(2**32, size=(BLOCK, lanes), dtype=np.uint32)
    bits = dice.random((STATE, lanes, 30)) < chance
    places = np.left_shift(np.uint32(1), np.arange(30, dtype=np.uint32))
    state = (bits * places).sum(axis=2).astype(np.uint32) & np.uint32(FIELDS)
    candidates, solved = state[:CANDIDATES], state[SOLVED:]
    once = np.zeros_like(solved)
    twice = np.zeros_like(solved)
    for digit in range(9):
        own = candidates[3 * digit : 3 * digit + 3]
        twice |= once & own
        once |= own
    words[:CANDIDATES] = candidates
    words[SOLVED:STATE] = solved & once & ~twice
    return words


def test_lines() -> None:
    """A line refers to earlier ones only, and none is there twice."""
    tape = sweep_tape()

    assert len(tape.lines) == len(set(tape.lines))
    for at, line in enumerate(tape.lines):
        assert line.operation in OPERATIONS
        if line.operation == "load":
            assert 0 <= line.left < STATE
            continue
        assert 0 <= line.left < at
        assert line.right is None or 0 <= line.right < at
        assert 0 <= line.constant < 2**32
        assert line.right is None or line.constant == 0
        if line.operation in ("shl", "shr"):
            assert line.right is None
            assert 0 < line.constant < 32


def test_every_line_is_used() -> None:
    """Each line is in the past of something that is stored or told."""
    tape = sweep_tape()
    used = {line for line, _ in tape.stores} | {tape.conflict, tape.progress}
    for at in range(len(tape.lines) - 1, -1, -1):
        line = tape.lines[at]
        if at in used and line.operation != "load":
            used.add(line.left)
            used |= set() if line.right is None else {line.right}

    assert set(range(len(tape.lines))) == used


def test_stores() -> None:
    """Each word of a lane is stored once, in order, and each of a branch is loaded."""
    tape = sweep_tape()
    loads = [line.left for line in tape.lines if line.operation == "load"]

    assert list(range(BLOCK)) == [word for _, word in tape.stores]
    assert list(range(STATE)) == sorted(loads)


@pytest.mark.parametrize("chance", [0.05, 0.4, 0.7, 0.9, 1.0])
@pytest.mark.parametrize("lanes", [1, 16, 333])
def test_runs_like_the_sweep(lanes: int, chance: float) -> None:
    """Run again and again, the tape does to lanes what `sweep` does to arrays."""
    words = random_words(lanes, chance, seed=lanes)
    runner = TapeRunner(sweep_tape(), words)
    for _ in range(5):
        before: Any = words.copy()
        expected = sweep(list(before[:CANDIDATES]), list(before[SOLVED:STATE]))

        runner.run()

        for first, group in (
            (0, expected.candidates),
            (SOLVED, expected.solved),
            (OPEN, expected.open),
            (BIVALUE, expected.bivalue),
        ):
            for at, word in enumerate(group):
                assert np.array_equal(word, words[first + at]), first + at
        assert np.array_equal(expected.conflict, runner.conflict)
        assert np.array_equal(expected.progress, runner.progress)


def test_other_lanes_make_no_difference() -> None:
    """A lane is swept the same, whatever is beside it."""
    words = random_words(64, 0.8, seed=5)
    alone = words[:, 20:21].copy()
    TapeRunner(sweep_tape(), words).run()
    TapeRunner(sweep_tape(), alone).run()

    assert np.array_equal(words[:, 20:21], alone)
