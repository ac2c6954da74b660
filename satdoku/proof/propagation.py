"""Unit propagation for checking proofs: two watched literals, and who forced what.

A clause *follows by reverse unit propagation* (RUP) from others if making all its
literals false leads, by unit propagation alone, to a clause whose literals are all
false.  `Propagation` holds clauses by number, keeps what follows from them without any
assumption (the *root*), and says whether a clause follows.

Invariants
  1. `_trail` lists the true literals, each after those that forced it; `_true` is their
     set; `_reasons` has the number of the clause that forced each, but for assumed
     ones, and may have more: of literals that are not true now.
  2. A clause of three and more literals is watched by its first two.  Unless there is a
     conflict at the root, a watched literal is false only if the other one is true and
     stands no later on the trail, or if the trail is still being propagated.
  3. Between calls nothing is assumed: all that is true is at the root.

Sources: watched literals after Moskewicz et al., "Chaff" (DAC 2001); RUP after Goldberg
and Novikov, "Verification of proofs of unsatisfiability for CNF formulas" (DATE 2003).
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Propagation:
    """Clauses by number, and what follows from them.

    Example:
        >>> propagation = Propagation()
        >>> for number, clause in enumerate([(1,), (-1, 3, 4)], 2):
        ...     propagation.add(number, clause)
        >>> propagation.follows((3, 4)), propagation.follows((3,))
        (True, False)
    """

    def __init__(self) -> None:
        self._clauses: dict[int, list[int]] = {}
        self._binary: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        self._watching: defaultdict[int, list[int]] = defaultdict(list)
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._reasons: dict[int, int] = {}
        self._conflict: int | None = None

    @property
    def refuted(self) -> bool:
        """Whether a conflict follows without any assumption."""
        return self._conflict is not None

    def clause(self, number: int) -> Sequence[int]:
        """Return the literals of a clause, each once, in any order."""
        return self._clauses[number]

    @property
    def clauses(self) -> Mapping[int, Sequence[int]]:
        """The clauses that are here, by number; each literal once, in any order."""
        return self._clauses

    def add(self, number: int, literals: Iterable[int]) -> None:
        """Add a clause, and to the root what follows from it.

        Args:
            number: Of no other clause that is here.
            literals: In any order; repeated ones count once.
        """
        clause = list(dict.fromkeys(literals))
        self._clauses[number] = clause
        if self.refuted:
            return
        # Two literals that are not false come first, so that they are watched.
        clause.sort(key=self._is_false)
        if len(clause) > 2:
            self._watching[clause[0]].append(number)
            self._watching[clause[1]].append(number)
        elif len(clause) == 2:
            first, second = clause
            self._binary[first].append((second, number))
            self._binary[second].append((first, number))
        if not clause or -clause[0] in self._true:
            self._conflict = number
        elif clause[0] not in self._true and (
            len(clause) == 1 or -clause[1] in self._true
        ):
            start = len(self._trail)
            self._force(clause[0], number)
            self._conflict = self._propagate(start)

    def remove(self, number: int) -> bool:
        """Take a clause away that has forced nothing that is true.

        A clause that has forced something stays, as if this had not been called: what
        follows from it would have to be taken back.  So does every clause once there is
        a conflict.

        Returns:
            Whether it is gone.
        """
        clause = self._clauses[number]
        if self.refuted or any(
            literal in self._true and self._reasons[literal] == number
            for literal in clause
        ):
            return False
        if len(clause) == 2:
            first, second = clause
            self._binary[first].remove((second, number))
            self._binary[second].remove((first, number))
        elif len(clause) > 2:
            for literal in clause[:2]:
                self._watching[literal].remove(number)
        del self._clauses[number]
        return True

    def follows(self, literals: Iterable[int]) -> bool:
        """Whether a clause follows by reverse unit propagation."""
        true, trail = self._true, self._trail
        clause = dict.fromkeys(literals)
        if self.refuted or any(
            literal in true or -literal in clause for literal in clause
        ):
            return True
        start = len(trail)
        self._assume_false(clause)
        conflict = self._propagate(start)
        self._undo(start)
        return conflict is not None

    def _is_false(self, literal: int) -> bool:
        return -literal in self._true

    def _assume_false(self, clause: Iterable[int]) -> None:
        assumed = [-literal for literal in clause if -literal not in self._true]
        self._true.update(assumed)
        self._trail += assumed

    def _force(self, literal: int, reason: int) -> None:
        self._true.add(literal)
        self._trail.append(literal)
        self._reasons[literal] = reason

    def _undo(self, height: int) -> None:
        """Take back all that stands on the trail from this place on."""
        self._true.difference_update(self._trail[height:])
        del self._trail[height:]

    def _propagate(self, start: int) -> int | None:  # noqa: C901  calls would double its time
        """Make true what follows from the trail; return a clause that is all false."""
        true, trail, reasons = self._true, self._trail, self._reasons
        clauses, binary, watching = self._clauses, self._binary, self._watching
        at = start
        while at < len(trail):
            false = -trail[at]
            at += 1
            for other, number in binary.get(false, ()):
                if other not in true:
                    if -other in true:
                        return number
                    true.add(other)
                    trail.append(other)
                    reasons[other] = number
            numbers = watching.get(false)
            if not numbers:
                continue
            kept: list[int] = []
            watching[false] = kept
            for place, number in enumerate(numbers):
                clause = clauses[number]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if first in true:
                    kept.append(number)
                    continue
                for index in range(2, len(clause)):
                    other = clause[index]
                    if -other not in true:
                        clause[1], clause[index] = other, false
                        watching[other].append(number)
                        break
                else:
                    kept.append(number)
                    if -first in true:
                        kept += numbers[place + 1 :]
                        return number
                    true.add(first)
                    trail.append(first)
                    reasons[first] = number
        return None
