"""What is asked, of which contenders, on which sets; and the process that answers.

A contender is a function that loads it and returns what is called for each puzzle, or
once for all: that alone is measured.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import satdoku
from benchmarks import peers, rules
from benchmarks.sets import ROOT, link
from satdoku.cnf import recipe
from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.propagate import propagate
from satdoku.engines import registry
from satdoku.errors import UsageError
from satdoku.proof.proving import Prover
from satdoku.proof.verifying import verify
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.solving.attempts import Task as Search
from satdoku.solving.attempts import search_bitmask
from satdoku.solving.solver import Solver
from satdoku.techniques.path import follow
from satdoku.techniques.state import State
from satdoku.techniques.technique import USUAL, Technique

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.proof.certificate import Certificate

Ask: TypeAlias = "Callable[[Any], Any]"
"""Answers a puzzle, in the form that its question gives it."""

_SOLUTIONS = 100_000
_COUNTED = 100  # solutions of a variant
_BLOCK = 40_000  # puzzles that lanes are given at least


@dataclass(frozen=True)
class Question:
    """A question.

    Args:
        title: What is asked.
        sets: Of which sets.
        contenders: What loads a contender and returns what answers.
        baseline: The contender that others are compared with.
        take: Returns what is given to contenders for a puzzle; the path is free.
        wrong: Says what is wrong with an answer, if anything is.
        block: Makes one thing of what is given, if a call is for a whole set.
    """

    title: str
    sets: tuple[str, ...]
    contenders: dict[str, Callable[[], Ask]]
    baseline: str
    take: Callable[[Puzzle, Path], Any] = lambda puzzle, _: puzzle.line
    wrong: Callable[[Any, Any], str | None] = rules.wrong
    block: Callable[[list[Any]], Any] | None = None


class Item(NamedTuple):
    """A question to a contender about the puzzles of a set."""

    question: str
    contender: str
    puzzles: tuple[Puzzle, ...]


def work(item: Item) -> dict[str, object]:
    """Ask a contender; return columns of `runs.csv`.

    Raises:
        ValueError: An answer is wrong.
    """
    question = QUESTIONS[item.question]
    try:
        ask = question.contenders[item.contender]()
    except (ImportError, UsageError) as error:
        return {"refused": str(error)}
    with TemporaryDirectory(prefix="satdoku-benchmark-") as folder:
        given = [
            question.take(puzzle, Path(folder) / str(number))
            for number, puzzle in enumerate(item.puzzles)
        ]
        if question.block is not None:
            given = [question.block(given)]
        if len(item.puzzles) > 1:
            ask(given[0])  # loads what is loaded late
        began = _cpu()
        answers = list(map(ask, given))
        seconds = _cpu() - began
    for number, (puzzle, answer) in enumerate(zip(given, answers, strict=True), 1):
        if complaint := question.wrong(puzzle, answer):
            raise ValueError(f"puzzle {number}: {complaint}")
    if question.block is not None:  # a small set was given several times over
        seconds *= len(item.puzzles) / len(answers[0])
    return {"complete": True, "time_s": seconds, "cpu_s": seconds}


def _cpu() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return process_time() + used.ru_utime + used.ru_stime


# Solutions of puzzles


def _first() -> Ask:
    def ask(line: str) -> str | None:
        solution = satdoku.solve(line, unique=False).solution
        return None if solution is None else solution.line

    return ask


def _engine(name: str, encoding: str) -> peers.Peer:
    """Load an engine with all rules, without what satdoku does before and after."""
    encoded = encode_rules(Geometry(9, 9), recipe.load(encoding))
    loaded = registry.load(name, encoded.formula)

    def first(line: str) -> str | None:
        outcome = loaded.solve(encoded.literals(Puzzle(line)))
        return None if outcome.model is None else encoded.decode(outcome.model).line

    def some(line: str, count: int) -> Any:  # noqa: ANN401  as Peer.some
        models = loaded.models(encoded.literals(Puzzle(line)), project=range(1, 730))
        return (encoded.decode(model).line for model in islice(models, count))

    return peers.Peer(first, some)


_LOADED: dict[str, Callable[[], peers.Peer]] = {
    "dpll/extended": lambda: _engine("dpll", "extended"),
    "cadical153/extended": lambda: _engine("cadical153", "extended"),
    **{name: partial(peers.load, name) for name in peers.PEERS},
}


def _first_of(load: Callable[[], peers.Peer]) -> Ask:
    return load().first


def _two_of(load: Callable[[], peers.Peer]) -> Ask:
    peer = load()
    if peer.two is not None:
        return peer.two
    some = _required(peer.some)
    return lambda line: sum(1 for _ in some(line, 2))


def _some_of(load: Callable[[], peers.Peer]) -> Ask:
    some = _required(load().some)
    return lambda line: list(some(line, _SOLUTIONS))


def _required(answer: Any) -> Any:  # noqa: ANN401  one of Peer's functions
    """Return a function of a peer.

    Raises:
        UsageError: It has none.
    """
    if answer is None:
        raise UsageError("it cannot be asked this")
    return answer


def _solved(line: str) -> int:
    return 2 - bool(satdoku.solve(line).is_unique)


def _checked(line: str, *, minimal: bool = False) -> int:
    report = satdoku.check(line)
    if minimal and report.is_minimal is None:
        raise ValueError("whether it is minimal is not known")
    return 2 - bool(report.is_proper)


def _not_one(_: str, count: int) -> str | None:
    return None if count == 1 else f"{count} solutions, where there is one"


def _not_many(line: str, answers: list[str] | int) -> str | None:
    if isinstance(answers, int):
        return None if answers == _SOLUTIONS else f"{answers} solutions"
    if len(set(answers)) != _SOLUTIONS:
        return f"{len(set(answers))} solutions that differ"
    return rules.wrong(line, answers[0]) or rules.wrong(line, answers[-1])


def _all_by(engine: str) -> Ask:
    def ask(line: str) -> list[str]:
        grids = satdoku.solutions(line, engine=engine)
        return [grid.line for grid in islice(grids, _SOLUTIONS)]

    return ask


def _counted(line: str) -> int:
    return int(satdoku.solve_batch([line], limit=_SOLUTIONS).counts[0])


def _face_board() -> Ask:
    def ask(board: peers.Board) -> peers.Board | None:
        solution = satdoku.solve(board).solution
        return None if solution is None else [list(row) for row in solution.rows]

    return ask


# Whole sets


class _Block(NamedTuple):
    """A set as lines, and as an array in which a small set stands several times."""

    lines: list[str]
    array: Any


def _block(lines: list[str]) -> _Block:
    import numpy as np

    from satdoku.solving.batch import puzzle_array

    times = -(-_BLOCK // len(lines))
    return _Block(lines, np.tile(puzzle_array(lines, {}), (times, 1)))


def _lanes(executor: str, limit: int) -> Ask:
    from satdoku.solving.batch import solve_block

    return lambda block: solve_block(block.array, limit, executor)


def _all_first(load: Callable[[], Ask]) -> Ask:
    ask = load()
    return lambda block: [ask(line) for line in block.lines]


def _wrong_block(block: _Block, answers: Any) -> str | None:  # noqa: ANN401  list or Batch
    """Check solutions; all puzzles of a set have one, or none has."""
    if not isinstance(answers, list):
        batch = answers[: len(block.lines)]
        solved = zip(batch.solutions, batch.counts, strict=True)
        answers = ["".join(map(str, x)) if count else None for x, count in solved]
    if set(answers) == {None}:
        return None
    pairs = zip(block.lines, answers, strict=True)
    return next(filter(None, (rules.wrong(*pair) for pair in pairs)), None)


# Proofs


def _bare(pair: tuple[Puzzle, Certificate]) -> None:
    """Let CaDiCaL refute the formula of a claim, and believe it."""
    claim = pair[1].claim
    clauses = tuple(claim.clauses())
    group = Group(Origin("benchmark", "all"), clauses)
    formula = Formula(claim.variables, len(clauses), lambda: [group], str)
    if registry.refute("cadical195", formula) is None:
        raise RuntimeError("the formula of a true claim has a model")


def _prover(engine: str) -> Ask:
    prover = Prover(engine)
    return lambda pair: prover.prove(pair[0])


def _written(puzzle: Puzzle, folder: Path) -> Path:
    """Write a proof of uniqueness, once with hints and once without."""
    proof = Prover("dpll").prove(puzzle)
    for form in ("lrat", "drat"):
        proof.write(folder.with_suffix(f".{form}"), format=form)
    return folder


def _dratify() -> Ask:
    import dratify

    def ask(path: Path) -> None:
        files = path.with_suffix(".drat")
        formula = dratify.parse_dimacs((files / "formula.cnf").read_text())
        proof = (files / "proof.drat").read_text()
        if not dratify.check_proof(formula, proof, engine="python").ok:
            raise RuntimeError("dratify rejects a proof")

    return ask


def _drat_trim() -> Ask:
    program = shutil.which("drat-trim")
    if program is None:
        raise UsageError("drat-trim is not installed")

    def ask(path: Path) -> None:
        files = path.with_suffix(".drat")
        command = [program, str(files / "formula.cnf"), str(files / "proof.drat")]
        done = subprocess.run(command, capture_output=True, check=False)
        if b"s VERIFIED" not in done.stdout:
            raise RuntimeError("drat-trim rejects a proof")

    return ask


# Variants, techniques, choices, cold starts


def _pencilmark() -> Ask:
    from benchmarks.peers import pencilmark

    read = pencilmark.reader()
    boards: dict[Puzzle, Any] = {}

    def ask(puzzle: Puzzle) -> int:
        if puzzle not in boards:
            boards[puzzle] = read(link(puzzle))
        return len(pencilmark.search(boards[puzzle], _COUNTED) or ())

    return ask


def _engine_lines(engine: str) -> Ask:
    solver = Solver(engine)

    def ask(line: str) -> str | None:
        solution = solver.solve(Puzzle(line), unique=False).solution
        return None if solution is None else solution.line

    return ask


def _path(line: str, techniques: frozenset[Technique] = USUAL) -> str:
    state = State.of(Puzzle(line))
    for _ in follow(state, techniques):
        pass
    return state.grid().line


def _singles() -> Ask:
    techniques = frozenset(technique for technique in Technique if technique.is_single)
    return partial(_path, techniques=techniques)


def _rate(line: str) -> None:
    satdoku.rate(line)


def _other_digits(line: str, answer: str | None) -> str | None:
    """Check a path's last grid, which may have empty cells, or a rating, as None."""
    if answer is None or "." in answer:
        return None
    return rules.wrong(line, answer)


def _presolve(budget: int) -> Ask:
    def ask(line: str) -> None:
        task = Search(Puzzle(line), 2, Deadline())
        task.candidates = propagate(task.puzzle).candidates
        sum(1 for _ in search_bitmask(task, budget))

    return ask


def _learner(engine: str, *, anew: bool) -> Ask:
    solver = Solver(engine)

    def ask(line: str) -> None:
        if anew:
            solver.close()  # what is loaded answers from the second puzzle on
        solver.solve(line)

    return ask


def _program(*command: str) -> Ask:
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as an installed package
    run = partial(subprocess.run, command, cwd=ROOT, env=environment)
    return lambda _: run(check=True, capture_output=True)


def _nothing(*_: object) -> None:
    """Find nothing wrong."""


_PUZZLES = ("easy50", "top95", "clues17", "hardest")
_python = partial(partial, _program, sys.executable)

QUESTIONS = {
    "first": Question(
        "The first solution",
        _PUZZLES,
        {
            "satdoku": _first,
            **{name: partial(_first_of, load) for name, load in _LOADED.items()},
            "norvig": partial(_engine_lines, "norvig"),
        },
        "satdoku",
    ),
    "unique": Question(
        "How many solutions, up to two",
        _PUZZLES,
        {
            "satdoku.solve": lambda: (
                lambda line: 2 - bool(satdoku.solve(line).is_unique)
            ),
            "satdoku.count": lambda: lambda line: satdoku.count(line, limit=2).value,
            "satdoku.check": lambda: _checked,
            "satdoku.check, minimal": lambda: partial(_checked, minimal=True),
            **{name: partial(_two_of, load) for name, load in _LOADED.items()},
        },
        "pysat",
        wrong=_not_one,
    ),
    "enumerate": Question(
        f"The first {_SOLUTIONS:,} solutions of one puzzle, no two of them alike",
        ("15 clues",),
        {
            **{f"{name}, all": partial(_all_by, name) for name in ("auto", "lanes")},
            "lanes, counted": lambda: _counted,
            **{name: partial(_some_of, load) for name, load in _LOADED.items()},
        },
        "auto, all",
        wrong=_not_many,
    ),
    "large": Question(
        "Large boards, making their formulas included",
        ("25x25", "64x64", "100x100"),
        {
            "satdoku": _face_board,
            "ortools": lambda: _required(peers.load("ortools").board),
        },
        "ortools",
        take=lambda puzzle, _: [list(row) for row in puzzle.rows],
        wrong=rules.wrong_board,
    ),
    "lanes": Question(
        "Whole sets at once, first solutions, or uniqueness (2)",
        (*_PUZZLES, "several", "minimal", "impossible"),
        {
            "cadical153": lambda: _all_first(lambda: peers.load("pysat").first),
            **{
                f"{executor} {limit}": partial(_lanes, executor, limit)
                for executor in ("numba", "numpy")
                for limit in (1, 2)
            },
        },
        "cadical153",
        wrong=_wrong_block,
        block=_block,
    ),
    "prove": Question(
        "Proofs of uniqueness",
        ("easy50", "top95", "hardest"),
        {
            "cadical195, proof unread": lambda: _bare,
            "dpll": partial(_prover, "dpll"),
            "cadical195": partial(_prover, "cadical195"),
        },
        "cadical195, proof unread",
        take=lambda puzzle, _: (puzzle, Prover("dpll").prove(puzzle)),
        wrong=_nothing,
    ),
    "verify": Question(
        "Proofs of uniqueness, checked",
        ("easy50", "top95", "hardest"),
        {
            "dratify": _dratify,
            "LRAT": lambda: lambda path: verify(path.with_suffix(".lrat")),
            "DRAT": lambda: lambda path: verify(path.with_suffix(".drat")),
            "drat-trim": _drat_trim,
        },
        "dratify",
        take=_written,
        wrong=_nothing,
    ),
    "ratings": Question(
        "Puzzles solved and rated as a person does, beside Norvig's search",
        ("rated",),
        {
            "norvig": partial(_engine_lines, "norvig"),
            "path": lambda: _path,
            "path, singles alone": _singles,
            "rate": lambda: _rate,
            "engine logic": partial(_engine_lines, "logic"),
        },
        "norvig",
        wrong=_other_digits,
    ),
    "variants": Question(
        f"Variants: how many solutions, up to {_COUNTED}",
        ("variants", "variants, loosened"),
        {
            "pencilmark": _pencilmark,
            "satdoku": lambda: lambda puzzle: Solver().count(puzzle, _COUNTED).value,
        },
        "pencilmark",
        take=lambda puzzle, _: puzzle,
        wrong=lambda _, count: None if count else "no solution found",
    ),
    "choice": Question(
        "What the constants of satdoku.solving.choice rest on",
        _PUZZLES,
        {
            **{
                f"presolve, {budget} steps": partial(_presolve, budget)
                for budget in (30, 60, 150, 480, 1500)
            },
            **{
                f"{engine}, {'simplified' if anew else 'loaded'}": partial(
                    _learner, engine, anew=anew
                )
                for engine in ("glucose4", "cadical153", "minisat22")
                for anew in (True, False)
            },
        },
        "cadical153, loaded",
        wrong=_nothing,
    ),
    "cold": Question(
        "Whole processes, from the shell and back",
        ("starts",),
        {
            "import click": _python("-c", "import click"),
            "python": _python("-c", "pass"),
            "satdoku --version": _python("-m", "satdoku", "--version"),
            "satdoku solve": _python("-m", "satdoku", "solve", "data/seeds/input.txt"),
            "import pysat.solvers": _python("-c", "import pysat.solvers"),
        },
        "import click",
        wrong=_nothing,
    ),
}
"""The questions by name."""
