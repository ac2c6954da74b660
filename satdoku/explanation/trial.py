"""Where techniques end: a candidate refuted by trying it.

    candidate ──placed──▶ single ──▶ single ──▶ … ──▶ contradiction

The candidate is taken to be right, and singles are followed until a cell has no
candidate left, or a unit no cell for a digit; so it was wrong.  To a solver this is a
failed literal: with the extended encoding, unit propagation sees what singles see.

The very hardest puzzles take more: a trial within the trial, by which another candidate
goes before singles lead on.  Deeper than that no trial is.

Told is what the contradiction rests on, and nothing else.

Source: failed literals as in J. W. Freeman, "Improvements to propositional
satisfiability search algorithms" (1995); people call it trial and error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques import singles
from satdoku.techniques.step import Step, candidates_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.geometry import Geometry
    from satdoku.techniques.technique import Technique

__all__ = ["Contradiction", "Placement", "Trial"]


class Placement(NamedTuple):
    """A single that is followed in a trial.

    Args:
        cell: Where.
        digit: What is placed.
        technique: The kind of single.
        unit: The unit it is about, as an index into `Geometry.units`; -1 for a naked
            single.
    """

    cell: int
    digit: int
    technique: Technique
    unit: int = -1


class Contradiction(NamedTuple):
    """What a trial leads to: a cell without candidates, or a unit without a digit.

    Args:
        cell: The cell; -1 if it is a unit.
        unit: The unit, as an index into `Geometry.units`; -1 if it is a cell.
        digit: What has no cell in the unit; 0 if it is a cell.
    """

    cell: int = -1
    unit: int = -1
    digit: int = 0


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate that cannot be, and where trying it leads.

    Args:
        geometry: Of the grid.
        removes: The candidate, as the one (cell, digit) pair.
        followed: What follows, in order, as far as it is needed: singles, and trials
            within this one, which have singles only.
        contradiction: What they lead to.
        places: Nothing; a step has it.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> print(Trial(Geometry(4, 4), ((5, 3),), (), Contradiction(unit=2, digit=1)))
        Trial: r2c2<>3, r2c2=3 leaves no 1 in row 3
    """

    geometry: Geometry
    removes: tuple[tuple[int, int], ...]
    followed: tuple[Placement | Trial, ...]
    contradiction: Contradiction
    places: tuple[tuple[int, int], ...] = ()

    @property
    def outcome(self) -> str:
        """What it does, in the standard notation."""
        return candidates_text(self.geometry, self.removes)

    @property
    def tried(self) -> str:
        """What is tried, in the standard notation."""
        return candidates_text(self.geometry, self.removes, "=")

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The singles of the trial itself, in order."""
        return tuple(one for one in self.followed if isinstance(one, Placement))

    @property
    def trials(self) -> tuple[Trial, ...]:
        """The trials within it, in order."""
        return tuple(one for one in self.followed if isinstance(one, Trial))

    @property
    def size(self) -> int:
        """How much there is to follow, all singles, and all trials within it."""
        return len(self.followed) + sum(trial.size for trial in self.trials)

    @property
    def contradiction_text(self) -> str:
        """What it leads to, in words (`no 9 in row 3`, `no candidate in r3c4`)."""
        cell, unit, digit = self.contradiction
        if cell >= 0:
            return f"no candidate in {self.geometry.cell_name(cell)}"
        return f"no {digit} in {self.geometry.unit_name(unit)}"

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        if not self.followed:
            return f"{self.tried} leaves {self.contradiction_text}"
        what = "singles and trials" if self.trials else "singles"
        return (
            f"with {self.tried} {what} lead on to {', '.join(self._texts())}, which "
            f"leaves {self.contradiction_text}"
        )

    def _texts(self) -> Iterator[str]:
        """Yield what follows: `r3c5=7`, `r2c2<>3 (r2c2=3 leaves no 1 in row 3)`."""
        name = self.geometry.cell_name
        for one in self.followed:
            if isinstance(one, Trial):
                yield f"{one.outcome} ({one.reason})"
            else:
                yield f"{name(one.cell)}={one.digit}"

    def why(self, placement: Placement) -> str:
        """Say why one of the singles holds, once those before it are placed."""
        cell, digit, technique, unit = placement
        units = () if unit < 0 else (unit,)
        step = Step(self.geometry, technique, ((cell, digit),), units=units)
        return singles.reason(step)

    def __str__(self) -> str:
        return f"Trial: {self.outcome}, {self.reason}"
