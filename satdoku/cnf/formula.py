"""A formula: clauses that know where they come from.

Literals are as in DIMACS: whole numbers, variables counted from 1, a minus sign for
"not".  A formula is made of groups, each the clauses of one origin (a family, a unit,
a digit); the groups are generated anew whenever somebody walks over them, so that a
formula larger than memory can still be counted and written.  How many variables and
clauses there are is known before the first clause is made.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import UsageError, check_kind, shown, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    from satdoku.puzzle.grid import Grid

_BATCH = 8_192
_MAX_COUNTED = 200_000  # clauses, up to which families are counted

Clause = tuple[int, ...]


class Origin(NamedTuple):
    """Where clauses come from: family, what of the grid they speak of, and digit.

    `digit` is 0 where the clauses are not about one digit; `symbol` is how the puzzle
    writes it.

    Example:
        >>> print(Origin("unit", "box 9", 4, "4"))
        unit: box 9, digit 4
    """

    family: str
    subject: str
    digit: int = 0
    symbol: str = ""

    def __str__(self) -> str:
        digit = f", digit {self.symbol}" if self.digit else ""
        return f"{self.family}: {self.subject}{digit}"


class Group(NamedTuple):
    """The clauses of one origin."""

    origin: Origin
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """A propositional formula in conjunctive normal form.

    Args:
        variables: How many variables there are; they are 1 … `variables`.
        clause_count: How many clauses `groups` gives.
        make_groups: Gives the groups, anew at each call and each time the same.
        name_of: Says what a variable stands for (`r1c2=3`).
        decoder: Turns a model, the true variables rising, into a grid; None where the
            formula is not a puzzle's.
        make_clauses: Gives the clauses of all groups, where that is faster.

    Invariant: `len(list(formula)) == formula.clause_count`, and every literal is of a
    variable 1 … `variables`.  The encoder's tests hold every recipe against it.

    Example:
        >>> from satdoku.cnf.encoder import encode_rules
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.puzzle.geometry import Geometry
        >>> formula = encode_rules(Geometry(4, 4), load("minimal")).formula
        >>> formula.variables, len(formula), next(iter(formula))
        (64, 240, (1, 2, 3, 4))
        >>> Formula.of([[1, -2], [2]]).clauses
        [[1, -2], [2]]
    """

    variables: int
    clause_count: int
    make_groups: Callable[[], Iterable[Group]]
    name_of: Callable[[int], str]
    decoder: Callable[[Sequence[int]], Grid] | None = None
    make_clauses: Callable[[], Iterable[Clause]] | None = None

    @staticmethod
    def of(clauses: Iterable[Iterable[int]], variables: int = 0) -> Formula:
        """Make a formula of clauses.

        Args:
            clauses: The clauses.
            variables: How many variables there are, at least.

        Raises:
            UsageError: The clauses are no lists of whole numbers.
        """
        variables = whole_number("the number of variables", variables, 0)
        try:
            made = [tuple(clause) for clause in clauses]
            last = max(map(abs, chain(*made)), default=0)
        except TypeError:
            raise UsageError(
                f"clauses cannot be {shown(clauses)}; expected lists of whole numbers, "
                "such as [[1, -2], [2]]"
            ) from None
        group = Group(Origin("formula", "all"), tuple(made))
        return Formula(max(variables, last), len(made), lambda: (group,), str)

    def __len__(self) -> int:
        return self.clause_count

    def __iter__(self) -> Iterator[Clause]:
        if self.make_clauses is not None:
            return iter(self.make_clauses())
        return chain.from_iterable(clauses for _, clauses in self.make_groups())

    def __repr__(self) -> str:
        return f"<Formula of {self.variables} variables, {self.clause_count} clauses>"

    def _repr_html_(self) -> str:
        """Show sizes and families in a notebook, and the first clauses by name."""
        from html import escape  # noqa: PLC0415  for notebooks alone

        lines = [f"<p>{self.variables:,} variables, {self.clause_count:,} clauses</p>"]
        if self.clause_count <= _MAX_COUNTED:
            rows = "".join(
                f"<tr><td>{escape(name)}</td><td>{many:,}</td></tr>"
                for name, many in families(self).items()
            )
            lines.append(f"<table>{rows}</table>")
        for clause in islice(self, 5):
            names = [f"{'not ' * (x < 0)}{self.name_of(abs(x))}" for x in clause]
            lines.append(f"<p><code>{escape(' or '.join(names))}</code></p>")
        return "".join(lines)

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses as lists, made anew at each call."""
        return [list(clause) for clause in self]

    def groups(self) -> Iterator[Group]:
        """Walk over the clauses origin by origin."""
        return iter(self.make_groups())

    def decode(self, model: Iterable[int]) -> Grid:
        """Turn a model into the grid that it says; the rules are not checked.

        Args:
            model: The literals that are true, in any order; false ones may be left out.

        Raises:
            UsageError: The formula is not a puzzle's.
            EngineError: A cell has no digit, or more than one.

        Example:
            >>> from satdoku.cnf import encode
            >>> formula = encode("1... ..2. ..3. 4...")
            >>> from pysat.solvers import Cadical153
            >>> with Cadical153(formula.clauses) as solver:
            ...     formula.decode(solver.get_model() if solver.solve() else ())
            Grid('1243342121344312')
        """
        if self.decoder is None:
            raise UsageError("the formula is not a puzzle's: no grid can be decoded")
        return self.decoder(sorted(literal for literal in model if literal > 0))

    def with_unit_clauses(self, literals: Iterable[int]) -> Formula:
        """Return this formula with unit clauses added: the clues of a puzzle, say.

        A negative literal is said to be of a candidate, which the puzzle eliminates.

        Example:
            >>> list(Formula.of([[1, 2]]).with_unit_clauses([-1]))
            [(1, 2), (-1,)]
        """
        check_kind("literals", literals, Iterable, "whole numbers, such as [1, -2]")
        units: list[Group] = []
        for literal in literals:
            family = "clue" if literal > 0 else "candidate"
            units.append(
                Group(Origin(family, self.name_of(abs(literal))), ((literal,),))
            )
        return Formula(
            self.variables,
            self.clause_count + len(units),
            lambda: chain(self.make_groups(), units),
            self.name_of,
            self.decoder,
        )

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the formula into a file in DIMACS; one that is there is replaced.

        Raises:
            OSError: The file cannot be written.
        """
        check_kind("path", path, (str, os.PathLike), "the name of a file")
        with open(path, "w", encoding="ascii", newline="\n") as stream:  # noqa: PTH123
            write_dimacs(self, stream)

    def to_pysat(self) -> Any:  # noqa: ANN401  PySAT has no types
        """Return the formula as a `pysat.formula.CNF`.

        Example:
            >>> Formula.of([[1, -2], [2]]).to_pysat().nv
            2
        """
        from pysat.formula import CNF  # noqa: PLC0415  heavy

        made = CNF(from_clauses=self.clauses)
        made.nv = self.variables
        return made


def families(formula: Formula) -> dict[str, int]:
    """Count the clauses by family, and by what they say.

    Example:
        >>> from satdoku.cnf import encode
        >>> families(encode("." * 16, "minimal"))
        {'cell, at least one': 16, 'unit, at most one': 224}
    """
    counts: dict[str, int] = {}
    for origin, clauses in formula.groups():
        for clause in clauses:
            kind = "at least one" if min(clause, default=0) > 0 else "at most one"
            is_plain = origin.family not in {"clue", "candidate", "clues"}
            name = f"{origin.family}, {kind}" if is_plain else origin.family
            counts[name] = counts.get(name, 0) + 1
    return counts


def family_comments(formula: Formula) -> list[str]:
    """Describe the families of a formula in comments; none of a large formula."""
    if formula.clause_count > _MAX_COUNTED:
        return []
    return [f"family {name}: {many}" for name, many in families(formula).items()]


def write_dimacs(
    formula: Formula,
    stream: TextIO,
    *,
    comments: Iterable[str] = (),
    names: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    r"""Write a formula in DIMACS.

    First comments, then `p cnf V C` with exact counts, then every clause on a line of
    its own that ends in ` 0`; ASCII, LF.  The strictest parser known (`cadical
    --strict`) takes it.  Clauses are made as they are written, so that a formula larger
    than memory can be written too.

    Args:
        formula: The formula.
        stream: Where to write; opened with `newline="\n"` where that matters.
        comments: Lines to write before, each after `c `.
        names: Whether to write what each variable stands for (`c var 3 r1c1=3`).
        progress: Called with the number of clauses that have been written, from time
            to time.

    Example:
        >>> import sys
        >>> from satdoku.cnf.encoder import encode_rules
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.puzzle.geometry import Geometry
        >>> formula = encode_rules(Geometry.of_box(1, 2), load("minimal")).formula
        >>> write_dimacs(formula, sys.stdout, comments=["two cells"])
        c two cells
        p cnf 8 12
        1 2 0
        3 4 0
        5 6 0
        7 8 0
        -1 -3 0
        -2 -4 0
        -5 -7 0
        -6 -8 0
        -1 -5 0
        -2 -6 0
        -3 -7 0
        -4 -8 0
    """
    if names:
        named = ((v, formula.name_of(v)) for v in range(1, formula.variables + 1))
        comments = chain(comments, (f"var {v} {name}" for v, name in named))
    for comment in comments:
        safe = comment.encode("ascii", "backslashreplace").decode("ascii")
        stream.writelines(f"c {line}\n" for line in safe.splitlines())
    stream.write(f"p cnf {formula.variables} {formula.clause_count}\n")
    clauses = iter(formula)
    written = 0
    while batch := list(islice(clauses, _BATCH)):
        lines = [" ".join(map(str, (*clause, 0))) + "\n" for clause in batch]
        stream.write("".join(lines))
        if progress is not None:
            written += len(batch)
            progress(written)
