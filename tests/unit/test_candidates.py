"""Candidates of a grid: kept in one form, whatever way they came."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from satdoku.candidates import open_masks, placed_values
from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.grid import Grid

SMALL = Geometry(2, 2)
PLAIN = Grid.parse("12.. .... .... ....")
NARROW = PLAIN.with_candidates((15, 15, 4) + (15,) * 13)


class TestForm:
    """What is in `candidates`, by the invariants of `Grid`."""

    def test_clues_alone_leave_none(self) -> None:
        """The usual case: nothing is ruled out beyond the clues."""
        assert PLAIN.candidates is None
        assert () == PLAIN.removed
        assert (1, 2, 12, 12, 12, 12, 15, 15, 14, 13) == PLAIN.left()[:10]
        assert open_masks(SMALL, PLAIN.values) == PLAIN.left()

    def test_nothing_new_is_none(self) -> None:
        """Candidates that say what the clues say make no other grid."""
        for masks in ((15,) * 16, PLAIN.left(), list(PLAIN.left())):
            again = Grid(SMALL, PLAIN.values).with_candidates(masks)
            assert again == PLAIN
            assert hash(again) == hash(PLAIN)
            assert again.candidates is None
            assert repr(again) == repr(PLAIN)

    def test_they_are_cut_to_what_the_clues_leave(self) -> None:
        """A filled cell has its value, an empty one nothing that a peer holds."""
        assert (1, 2, 4, 12, 12, 12, 15, 15) == (NARROW.candidates or ())[:8]
        assert NARROW.left() == NARROW.candidates
        assert ((2, 4),) == NARROW.removed
        assert NARROW != PLAIN
        assert 2 == len({NARROW, PLAIN, Grid(SMALL, NARROW.values, NARROW.left())})

    def test_all_or_none_can_be_taken_back(self) -> None:
        """None stands for what the clues leave."""
        assert NARROW.with_candidates(None) == PLAIN

    def test_none_left_is_allowed(self) -> None:
        """It means that there is no solution."""
        grid = PLAIN.with_candidates((1, 2, 0) + (15,) * 13)

        assert ((2, 3), (2, 4)) == grid.removed

    def test_complete_grids_have_none(self) -> None:
        """There is nothing left to rule out."""
        full = Grid.parse("1234 3412 2143 4321")

        assert (
            full
            == Grid(SMALL, full.values, (15,) * 16)
            == full.with_candidates(full.left())
        )

    @pytest.mark.parametrize(
        ("masks", "said"),
        [
            (
                (15,) * 15,
                "candidates of 15 cells; expected those of 16 for a grid of 4",
            ),
            ((15,) * 17, "candidates of 17 cells"),
            ((15, 15, 16) + (15,) * 13, "^r1c3: 16 cannot be the candidates of a cell"),
            ((15,) * 15 + (-1,), "^r4c4: -1 cannot be"),
            ((15,) * 15 + (True,), "^r4c4: True cannot be"),
            ((15,) * 15 + (2.0,), "^r4c4: 2.0 cannot be"),
            ((15, 13) + (15,) * 14, "^r1c2: its candidates exclude its value 2"),
        ],
    )
    def test_what_is_refused(self, masks: Any, said: str) -> None:  # noqa: ANN401  anything may come
        """The message names the cell."""
        with pytest.raises(InputError, match=said):
            PLAIN.with_candidates(masks)
        if "exclude" not in said:
            with pytest.raises(InputError, match=said):
                Grid.of_candidates(SMALL, masks)


class TestCandidatesAlone:
    """`Grid.of_candidates`: which cells count as placed."""

    def test_plain_puzzles_come_back(self) -> None:
        """Clues are the cells with one candidate that no peer has."""
        assert PLAIN == Grid.of_candidates(SMALL, PLAIN.left())

    def test_a_single_that_a_peer_shares_is_not_placed(self) -> None:
        """Nobody has followed it yet; solving comes to the same."""
        masks = (1, *(15,) * 15)
        grid = Grid.of_candidates(SMALL, masks)

        assert 0 == grid.clue_count
        assert ((0, 2), (0, 3), (0, 4)) == grid.removed
        assert (0,) * 16 == placed_values(SMALL, masks)

    def test_two_alike_are_not_placed(self) -> None:
        """They contradict each other, which is kept as it is."""
        masks = (1, 1, *(14,) * 14)

        assert 0 == Grid.of_candidates(SMALL, masks).clue_count

    def test_an_empty_mask_is_no_value(self) -> None:
        """A cell without a candidate stays empty."""
        assert 0 == Grid.of_candidates(SMALL, (0,) * 16).clue_count


class TestValue:
    """Grids with candidates are values like all others."""

    def test_repr_evaluates(self) -> None:
        """To an equal grid, also with boxes that are not the usual ones."""
        names = {"Grid": Grid, "Geometry": Geometry}
        other = Grid(Geometry(3, 2), (0,) * 36, (1,) * 36)
        large = Grid(Geometry(6, 6), (0,) * 1296, (3,) * 1296)

        for grid in (NARROW, other):
            assert grid == eval(repr(grid), names)  # noqa: S307  our own text
        assert "<Grid of 36x36 (boxes of 6x6), 0 clues, 44064 ruled out>" == repr(large)

    def test_drawing_is_of_values(self) -> None:
        """`str`, `line` and arrays tell the values alone."""
        assert str(PLAIN) == str(NARROW)
        assert PLAIN.line == NARROW.line
        assert PLAIN.to_numpy().tolist() == NARROW.to_numpy().tolist()

    @pytest.mark.parametrize("grid", [NARROW, PLAIN, Grid.trusted(SMALL, PLAIN.values)])
    def test_copies(self, grid: Grid) -> None:
        """Pickled, copied, deeply copied."""
        for again in (
            pickle.loads(pickle.dumps(grid)),  # noqa: S301  our own
            copy.copy(grid),
            copy.deepcopy(grid),
        ):
            assert grid == again
            assert hash(grid) == hash(again)
            assert grid.candidates == again.candidates

    def test_other_boxes(self) -> None:
        """Candidates were ruled out under boxes that would not be there any more."""
        grid = Grid(Geometry(2, 3), (0,) * 36, (1,) * 36)

        assert grid is Grid.of(grid, Geometry(2, 3))
        with pytest.raises(InputError, match=r"candidates of a grid of 6x6 .*2x3"):
            Grid.of(grid, Geometry(3, 2))

    def test_solutions_keep_candidates(self) -> None:
        """A solution of the clues may be none of the puzzle."""
        one = Grid.parse("1234 3412 2143 4321")
        two = Grid.parse("1243 3412 2134 4321")

        assert one.solves(PLAIN)
        assert two.solves(PLAIN)
        assert one.solves(NARROW)
        assert not two.solves(NARROW)
