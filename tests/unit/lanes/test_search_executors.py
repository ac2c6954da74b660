"""Which executor searches, and that it does not matter: a search is as a lone one.

What is found must not depend on who else is in the batch, how wide it is, or which
executor works.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.errors import UsageError
from satdoku.lanes import search as room
from satdoku.lanes.search import Found, find_executor, prepare, search, walk
from tests.unit.lanes.conftest import (
    COUNTED,
    HARD,
    LINE,
    array,
    assert_equal,
    assert_sound,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from tests.conftest import RandomPuzzles

    Puzzles = NDArray[np.uint8]

HARDEST = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    "98.7..6..7.....5....4.8..9.4...3..7..7...2.....31....53....61...4..9..3.........2",
    "98.7..6..7..5..94.....6....47...3....2...5.....96..4..2...5..1..9.8..2....8.....6",
    HARD,
)


def found_of(parts: Iterable[Any]) -> Found:
    """Put parts together."""
    return Found(*parts)


def joined(some: Iterable[Found]) -> Found:
    """Put the results of several searches together."""
    return found_of(np.concatenate(parts) for parts in zip(*some, strict=True))


class TestExecutors:
    """`auto`: the best of them that is installed."""

    def test_auto(self, numba: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Compiled code is preferred; without Numba it is NumPy."""
        assert numba == find_executor() == prepare()

        monkeypatch.setattr(room, "find_spec", lambda _name: None)
        monkeypatch.setattr(room, "_installed", [])

        assert "numpy" == find_executor() == prepare()
        with pytest.raises(UsageError, match=r"needs the package numba: pip install"):
            find_executor("numba")

    def test_few_need_no_compiler(
        self, numba: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """NumPy, until enough puzzles came; what was asked for, and what is there."""
        ready = False
        monkeypatch.setattr(room, "is_ready", lambda _name: ready)
        monkeypatch.setattr(room, "_uncompiled", [])
        some = room.WORTH_COMPILING // 3

        assert numba == room.executor_for(1, numba)
        assert ["numpy"] * 2 == [room.executor_for(some) for _ in range(2)]
        assert numba == room.executor_for(some) == room.executor_for(1)
        assert "numpy" == room.executor_for(some, "numpy")
        monkeypatch.setattr(room, "_uncompiled", [])
        ready = True
        assert numba == room.executor_for(1)

    def test_broken(self, numba: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A Numba that cannot be imported is told of once, and NumPy serves."""

        def native(*_: object) -> None:
            raise ImportError("Numba needs NumPy 2.2 or less")

        monkeypatch.setattr("satdoku.lanes.native.native", native)
        with pytest.raises(UsageError, match=r"numba cannot be used: Numba needs"):
            prepare(numba)
        monkeypatch.setattr(room, "_installed", [])

        with pytest.warns(RuntimeWarning, match="run in NumPy, since numba cannot"):
            assert "numpy" == prepare()
        assert "numpy" == find_executor() == prepare()

    @pytest.mark.parametrize("name", ["cuda", "", "NUMPY", "nu\nmpy"])
    def test_unknown(self, name: str) -> None:
        """Another name is refused by all that take one, in one line."""
        for call in (find_executor, prepare):
            with pytest.raises(UsageError, match="there is no executor") as refused:
                call(name)
            assert "\n" not in str(refused.value)
        with pytest.raises(UsageError, match="there is no executor"):
            search(array(LINE), executor=name)
        with pytest.raises(UsageError, match="there is no executor"):
            next(walk(array(LINE), executor=name))


class TestLoneSearch:
    """`What is found does not depend on the executor, the lanes or who helps whom`."""

    @staticmethod
    def with_a_clue_less(random_puzzles: RandomPuzzles, count: int) -> Puzzles:
        """Return hard puzzles, from which one clue is taken.

        They have some solutions that are far apart, so that of a divided search more
        than one part finds some.
        """
        hard = random_puzzles.shuffled(np.repeat(array(*HARDEST), count // 4, axis=0))
        for puzzle in hard:
            puzzle[random_puzzles.dice.choice(np.flatnonzero(puzzle))] = 0
        return hard

    @pytest.fixture
    def puzzles(self, random_puzzles: RandomPuzzles) -> Puzzles:
        """Return puzzles of all kinds: easy, hard, of none, one and many solutions."""
        hard = np.repeat(array(HARD, *(line for line, _ in COUNTED)), 6, axis=0)
        parts = [
            random_puzzles.mixed(300),
            random_puzzles.shuffled(hard),
            self.with_a_clue_less(random_puzzles, 120),
            random_puzzles.with_clues(8, 16, 40),
            np.zeros((2, 81), np.uint8),
        ]
        return random_puzzles.dice.permutation(np.concatenate(parts))

    @pytest.mark.parametrize("limit", [1, 2])
    def test_executors_agree(self, numba: str, limit: int, puzzles: Puzzles) -> None:
        """Both executors find the same, down to guesses and sweeps."""
        compiled = search(puzzles, limit=limit, executor=numba)

        assert_equal(compiled, search(puzzles, limit=limit, executor="numpy"))
        assert_sound(puzzles, compiled)

    def test_executors_agree_on_all(
        self, numba: str, random_puzzles: RandomPuzzles
    ) -> None:
        """The same without a limit, where many lanes search one puzzle."""
        puzzles = random_puzzles.with_clues(28, 40, 150)
        compiled = search(puzzles, limit=None, executor=numba)

        assert_equal(compiled, search(puzzles, limit=None, executor="numpy"))
        assert compiled.sweeps.max() > 1_000

    @pytest.mark.parametrize("limit", [3, 4, 10, 100])
    def test_executors_agree_beyond(
        self, numba: str, limit: int, puzzles: Puzzles
    ) -> None:
        """The same up to any limit, but for what it took."""
        compiled = search(puzzles, limit=limit, executor=numba)
        other = search(puzzles, limit=limit, executor="numpy")

        assert_equal(compiled, other, "counts", "complete", "solutions")

    @pytest.mark.parametrize("limit", [1, 2, 3, 10])
    def test_others_in_the_batch(
        self, executor: str, limit: int, puzzles: Puzzles
    ) -> None:
        """A puzzle's results are the same in any batch, at any place, alone."""
        names = Found._fields if limit <= 2 else ("counts", "complete", "solutions")
        together = search(puzzles, limit=limit, executor=executor)
        backwards = search(puzzles[::-1].copy(), limit=limit, executor=executor)
        chunks = [
            search(puzzles[at : at + size], limit=limit, executor=executor)
            for at, size in ((0, 5), (5, 95), (100, 150), (250, 10**6))
        ]
        few = range(0, len(puzzles), 1 if executor == "numba" else 97)
        alone = [
            search(puzzles[at : at + 1], limit=limit, executor=executor) for at in few
        ]

        assert_equal(together, found_of(part[::-1] for part in backwards), *names)
        assert_equal(together, joined(chunks), *names)
        some = found_of(part[list(few)] for part in together)
        assert_equal(some, joined(alone), *names)

    def test_without_a_limit(
        self, executor: str, random_puzzles: RandomPuzzles
    ) -> None:
        """The same where all solutions are looked for."""
        puzzles = random_puzzles.with_clues(30, 40, 60)
        together = search(puzzles, limit=None, executor=executor)
        backwards = search(puzzles[::-1].copy(), limit=None, executor=executor)
        hardest = int(together.sweeps.argmax())
        alone = search(puzzles[hardest : hardest + 1], limit=None, executor=executor)

        assert_equal(together, found_of(part[::-1] for part in backwards))
        part = found_of(part[hardest : hardest + 1] for part in together)
        assert_equal(part, alone)

    @pytest.mark.parametrize("limit", [1, 2])
    def test_never_divided(self, executor: str, limit: int, puzzles: Puzzles) -> None:
        """A bound of guesses keeps puzzles whole, and the same is found."""
        alone = search(puzzles, limit=limit, max_guesses=10**9, executor=executor)

        assert_equal(alone, search(puzzles, limit=limit, executor=executor))

    def test_again(self, executor: str, puzzles: Puzzles) -> None:
        """What was found stays as it is when the next search runs."""
        first = search(puzzles[:100], limit=2, executor=executor)
        kept = found_of(part.copy() for part in first)
        search(puzzles[100:200], limit=2, executor=executor)

        assert_equal(kept, first)
