"""Formulas for the tests of engines, and the solvers of PySAT that are here."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.pysat.loading import lacking
from satdoku.engines.pysat.table import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HERE = tuple(row.name for row in TABLE if lacking(row) is None)


class Cases:
    """What the tests ask engines about."""

    @staticmethod
    def formula(clauses: Iterable[Sequence[int]], variables: int) -> Formula:
        """Return clauses as a formula."""
        group = Group(Origin("test", "all"), tuple(map(tuple, clauses)))
        return Formula(variables, len(group.clauses), lambda: [group], str)

    @staticmethod
    def models_of(
        clauses: Sequence[Sequence[int]], variables: int, assumed: Sequence[int] = ()
    ) -> set[tuple[int, ...]]:
        """Return every model by trying all assignments."""
        found = set[tuple[int, ...]]()
        for values in product((False, True), repeat=variables):
            true = {number for number, value in enumerate(values, 1) if value}
            if all(
                any((literal > 0) == (abs(literal) in true) for literal in clause)
                for clause in [*clauses, *([literal] for literal in assumed)]
            ):
                found.add(tuple(sorted(true)))
        return found

    @staticmethod
    def random_clauses(seed: int, variables: int, count: int) -> list[list[int]]:
        """Return random clauses of three different variables."""
        random = Random(seed)  # noqa: S311  not for secrets
        return [
            [
                random.choice((1, -1)) * x
                for x in random.sample(range(1, variables + 1), 3)
            ]
            for _ in range(count)
        ]

    @staticmethod
    def pigeons(holes: int, switch: int = 0) -> list[list[int]]:
        """Return "one pigeon more than holes": false, and hard, if `switch` is true.

        The variables are 1 to holes · (holes + 1).
        """
        off = [-switch] if switch else []

        def sits(pigeon: int, hole: int) -> int:
            return pigeon * holes + hole + 1

        some = [
            [*off, *(sits(pigeon, hole) for hole in range(holes))]
            for pigeon in range(holes + 1)
        ]
        apart = [
            [-sits(one, hole), -sits(two, hole)]
            for hole in range(holes)
            for one, two in combinations(range(holes + 1), 2)
        ]
        return some + apart

    @staticmethod
    def grids_4x4() -> list[list[int]]:
        """Return the 4x4 Sudoku: 64 variables, 288 models, one digit in each cell."""

        def digit(row: int, column: int, value: int) -> int:
            return (row * 4 + column) * 4 + value + 1

        units = list[list[int]]()
        for a, b in product(range(4), repeat=2):
            units += [
                [digit(a, b, i) for i in range(4)],
                [digit(a, i, b) for i in range(4)],
                [digit(i, a, b) for i in range(4)],
                [digit(a // 2 * 2 + i // 2, a % 2 * 2 + i % 2, b) for i in range(4)],
            ]
        pairs = {pair for unit in units for pair in combinations(sorted(unit), 2)}
        return units + [[-one, -two] for one, two in sorted(pairs)]


@pytest.fixture(params=HERE)
def solver(request: pytest.FixtureRequest) -> str:
    """Return the name of a solver of PySAT that is installed: each in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def cases() -> Cases:
    """Return the formulas."""
    return Cases()
