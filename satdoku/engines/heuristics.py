"""Decision heuristics: which literal to try next when propagation is at its fixpoint.

A heuristic is a function of the formula and of what is true by now:

    def choose(formula: SearchedFormula, assignment: Assignment) -> int | None

It returns a free literal, which the search tries first, and its negation afterwards; or
None, and the search tries the first free variable.  Clauses of any length count, those
of two literals included, which are almost all clauses of a Sudoku.

A clause is *open* while none of its literals is true.  After propagation it has two
free literals at least.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias

from satdoku.errors import InputError, UsageError, printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class SearchedFormula:
    """The formula that is searched, as a heuristic sees it.

    Args:
        variables: The variables are 1 … `variables`.
        clauses: The clauses, in the order of the formula.

    Example:
        >>> formula = SearchedFormula(3, [(1, 2), (-1, 2, 3)])
        >>> list(formula.open_clauses(Assignment([0] * 7)))
        [[1, 2], [-1, 2, 3]]
        >>> formula.partners[2]
        [1]
    """

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]) -> None:
        self.variables = variables
        self._source = clauses

    @cached_property
    def clauses(self) -> tuple[tuple[int, ...], ...]:
        """The clauses, in the order of the formula.

        Repeated literals are left out, and clauses that are always true.
        """
        distinct = (tuple(dict.fromkeys(clause)) for clause in self._source)
        return tuple(one for one in distinct if len({*map(abs, one)}) == len(one))

    @cached_property
    def partners(self) -> list[list[int]]:
        """By literal (-1 is the last place), the others of its clauses of two."""
        partners: list[list[int]] = [[] for _ in range(2 * self.variables + 1)]
        for clause in self.clauses:
            if len(clause) == 2:
                partners[clause[0]].append(clause[1])
                partners[clause[1]].append(clause[0])
        return partners

    @cached_property
    def longer(self) -> list[tuple[int, ...]]:
        """The clauses of three literals or more."""
        return [clause for clause in self.clauses if len(clause) > 2]

    def open_clauses(
        self,
        assignment: Assignment,
        clauses: Iterable[Sequence[int]] | None = None,
    ) -> Iterator[list[int]]:
        """Yield the free literals of each open clause, in the order of the formula.

        Args:
            assignment: What is true.
            clauses: Clauses to look at; None for all.
        """
        values = assignment.values
        for clause in self.clauses if clauses is None else clauses:
            free: list[int] = []
            for literal in clause:
                value = values[literal]
                if value > 0:
                    break
                if not value:
                    free.append(literal)
            else:
                if free:
                    yield free


class Assignment:
    """What is true and false at a moment of a search.

    Args:
        values: By literal: 1 for true, -1 for false, 0 for free. A negative literal is
            an index from the end, as Python counts.
        trail: The true literals, in the order in which they became true.

    Example:
        >>> assignment = Assignment([0, 1, 0, 0, -1], [1])
        >>> assignment.values[1], assignment.values[-1], assignment.is_free(2)
        (1, -1, True)
    """

    __slots__ = ("_trail", "values")

    def __init__(
        self,
        values: Sequence[int],
        trail: Sequence[int] | Callable[[], Sequence[int]] = (),
    ) -> None:
        self.values = values
        self._trail = trail

    @property
    def trail(self) -> Sequence[int]:
        """The true literals, in the order in which they became true."""
        return self._trail() if callable(self._trail) else self._trail

    def is_free(self, literal: int) -> bool:
        """Whether a literal is neither true nor false."""
        return not self.values[literal]


Heuristic: TypeAlias = Callable[[SearchedFormula, Assignment], int | None]
"""Chooses a literal to decide on; see the module."""

_SIGNATURE = "def choose(formula, assignment)"

Choice: TypeAlias = Callable[[Assignment], int | None]
"""A heuristic that knows its formula."""


def first(formula: SearchedFormula, assignment: Assignment) -> int | None:
    """Return the first variable without a value: it is made true first."""
    free = (x for x in range(1, formula.variables + 1) if assignment.is_free(x))
    return next(free, None)


def fewest_first(formula: SearchedFormula, assignment: Assignment) -> int | None:
    """Return the first free literal of the first open clause with the fewest."""
    shortest: list[int] = []
    for clause in formula.open_clauses(assignment):
        if not shortest or len(clause) < len(shortest):
            shortest = clause
            if len(clause) == 2:
                break  # propagation leaves none that is shorter
    return shortest[0] if shortest else None


def dlis(formula: SearchedFormula, assignment: Assignment) -> int | None:
    """Return the literal that is in the most open clauses.

    Dynamic largest individual sum: Marques-Silva, "The impact of branching heuristics
    in propositional satisfiability algorithms" (EPIA 1999).
    """
    return _heaviest(formula, assignment, lambda _: 1.0)


def jeroslow_wang(formula: SearchedFormula, assignment: Assignment) -> int | None:
    """Like `dlis`, an open clause of k free literals weighing 2^-k.

    Jeroslow and Wang, "Solving propositional satisfiability problems" (Annals of
    Mathematics and Artificial Intelligence 1990), counted anew at each decision.
    """
    return _heaviest(formula, assignment, lambda free: 2.0**-free)


def random_literal(seed: int) -> Heuristic:
    """Make a heuristic that picks any free literal of any open clause."""
    from random import Random  # noqa: PLC0415  5 ms that only this heuristic needs

    random = Random(seed)  # noqa: S311  nothing secret

    def pick(formula: SearchedFormula, assignment: Assignment) -> int | None:
        literals = [x for clause in formula.open_clauses(assignment) for x in clause]
        return random.choice(literals) if literals else None

    return pick


HEURISTICS: dict[str, Heuristic | None] = {
    "fewest": None,
    "fewest-first": fewest_first,
    "first": first,
    "dlis": dlis,
    "jeroslow-wang": jeroslow_wang,
    "vsids": None,
}
"""The heuristics by name; None where an engine has it built in: `fewest` in `dpll`,
`vsids` in `cdcl`.  `random` and `random:SEED` are made by `find_heuristic`."""

BUILT_IN = {"dpll": "fewest", "cdcl": "vsids"}
"""The heuristic that each engine has built in, and uses where none is named."""


def find_heuristic(
    heuristic: str | Heuristic | None, engine: str = "dpll"
) -> Heuristic | None:
    """Return the heuristic of an engine.

    Args:
        heuristic: Its name, `FILE.py:FUNCTION`, the function, or None for the usual.
        engine: The engine that is to use it.

    Returns:
        The function; None for the one that the engine has built in.

    Raises:
        UsageError: There is none of that name, or not for that engine.
        InputError: The file cannot be read, or has no such function.

    Example:
        >>> find_heuristic("first") is first, find_heuristic("vsids", "cdcl")
        (True, None)
    """
    built_in = BUILT_IN[engine]
    if heuristic is None or callable(heuristic):
        return heuristic
    name = str(heuristic)
    if name in HEURISTICS:
        if HEURISTICS[name] is None and name != built_in:
            owner = next(one for one, own in BUILT_IN.items() if own == name)
            raise UsageError(f"engine {engine} has no heuristic {name}; {owner} has")
        return HEURISTICS[name]
    kind, _, rest = name.partition(":")
    if kind == "random" and (not rest or (rest.isascii() and rest.isdigit())):
        return random_literal(int(rest or 0))
    if ".py:" in name:
        return _from_file(name)
    msg = (
        f"no decision heuristic {printable(name)!r}; "
        f"expected {', '.join(HEURISTICS)}, random:SEED or FILE.py:FUNCTION"
    )
    raise UsageError(msg)


def chooser(
    heuristic: str | Heuristic | None,
    engine: str,
    variables: int,
    clauses: Iterable[Sequence[int]],
) -> Choice | None:
    """Return a heuristic that knows its formula and whose answers are checked.

    Args:
        heuristic: As for `find_heuristic`.
        engine: The engine that is to use it.
        variables: The variables are 1 … `variables`.
        clauses: The formula; it is not read before the first decision.

    Returns:
        The heuristic; None for the one that the engine has built in.
    """
    function = find_heuristic(heuristic, engine)
    if function is None:
        return None
    return partial(_choose, function, SearchedFormula(variables, clauses))


def _choose(
    function: Heuristic, formula: SearchedFormula, assignment: Assignment
) -> int | None:
    """Return what a heuristic chooses.

    Raises:
        UsageError: It is no free literal.
    """
    literal = function(formula, assignment)
    if literal is None:
        return None
    size = formula.variables
    if type(literal) is not int or not 0 < abs(literal) <= size:
        raise UsageError(
            f"the heuristic chose {shown(literal)}; expected a literal of the "
            f"variables 1 to {size}"
        )
    if not assignment.is_free(literal):
        raise UsageError(f"the heuristic chose {literal}, which has a value")
    return literal


def _from_file(name: str) -> Heuristic:
    """Load `FILE.py:FUNCTION`: a program that its user named.

    Raises:
        InputError: The file cannot be run, or has no such function.
    """
    from runpy import run_path  # noqa: PLC0415  seldom needed

    path, _, function = name.rpartition(":")
    try:
        value = run_path(path).get(function)
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror or error}", source=path
        ) from None
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:
        raise _failure("does not run", path, error) from error
    if not callable(value):
        raise InputError(
            f"no function {printable(function)!r}",
            expected=f"{_SIGNATURE}, named after a colon",
            source=path,
        )
    return partial(_call, value, path, function)


def _call(
    heuristic: Heuristic,
    path: str,
    name: str,
    formula: SearchedFormula,
    assignment: Assignment,
) -> int | None:
    """Return what a function of a file chooses.

    Raises:
        InputError: It fails, with the line of the file.
    """
    try:
        return heuristic(formula, assignment)
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:
        what = f"heuristic {printable(name)} failed"
        failure = _failure(what, path, error)
        failure.expected = None if failure.line else _SIGNATURE
        raise failure from error


def _failure(what: str, path: str, error: BaseException) -> InputError:
    """Return the error about a file's program that failed, with its last line there."""
    from traceback import extract_tb  # noqa: PLC0415  only for mistakes

    lines = [at.lineno for at in extract_tb(error.__traceback__) if at.filename == path]
    if isinstance(error, SyntaxError) and error.filename == path:
        lines, error = [error.lineno], SyntaxError(error.msg)
    text = f"{type(error).__name__}: {printable(str(error), 200)}".removesuffix(": ")
    return InputError(f"{what}: {text}", source=path, line=lines[-1] if lines else None)


def _heaviest(
    formula: SearchedFormula,
    assignment: Assignment,
    weight: Callable[[int], float],
) -> int | None:
    """Return the literal with the largest sum of weights over its open clauses.

    Clauses of two literals are counted from lists, as there are so many of them.  Of
    equal literals the one of the lowest variable is returned, and the positive one.
    """
    values = assignment.values
    free = [not value for value in values]
    pair = weight(2)
    sums: dict[int, float] = {}
    for variable in range(1, formula.variables + 1):
        if free[variable]:
            for literal in (variable, -variable):
                partners = formula.partners[literal]
                sums[literal] = pair * sum(map(free.__getitem__, partners))
    for clause in formula.open_clauses(assignment, formula.longer):
        for literal in clause:
            sums[literal] += weight(len(clause))
    best = max(sums, key=sums.__getitem__, default=0)
    return best if best and sums[best] else None
