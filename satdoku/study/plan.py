"""The plan of a study: parts, each of solvers on sets of puzzles.

A part measures every solver on every puzzle of its sets, a number of times.  Solvers
take turns on a puzzle and repeats come far apart, so that whatever disturbs the machine
for a while disturbs all solvers alike.

A plan comes from arguments (`make_part`) or from a TOML file (`read_plan`):

    [sets.mine]                     a set of puzzles
    file = "mine.txt"               in --sets, beside the plan, or in satdoku's data
    first = 20                      how many; all if left out
    difficulty = "hard"

    [[part]]
    key = "a"
    title = "My puzzles"
    sets = ["mine"]
    engines = ["auto", "dpll:first", "cadical153/triad"]
    timeout = 10.0
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from importlib.resources import files
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.cnf.recipe import built_in_files
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines.registry import find, registered
from satdoku.errors import InputError, UsageError, printable
from satdoku.formats import read_all
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.setting.generator import generate_many
from satdoku.solving.choice import AUTO
from satdoku.solving.solver import Solver
from satdoku.study.worker import PROPAGATION, Item, work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from satdoku.puzzle.puzzle import PuzzleLike

ASKS = ("first", "unique")
"""What a solver has to find: a solution, or whether it is the only one as well."""

_FORMS = ("", "whole", "simplified")
_DIFFICULTIES = (
    *("trivial", "beginner", "easy", "simple", "medium", "moderate", "normal"),
    *("intermediate", "hard", "difficult", "very hard", "expert", "fiendish"),
    *("unfair", "evil", "diabolical", "extreme", "hardest"),
)
"""From easy to hard."""
_OPTIONS = {AUTO: "heuristic", "dpll": "heuristic", "logic": "techniques"}
_PROGRAM = "exec:"
_SEED = 7


def rank(difficulty: str) -> int:
    """Return the place of a word for a difficulty; unknown words come last.

    Example:
        >>> sorted(["hard", "easy", "odd", "medium"], key=rank)
        ['easy', 'medium', 'hard', 'odd']
    """
    ranks = {word: place for place, word in enumerate(_DIFFICULTIES)}
    return ranks.get(difficulty.lower(), len(ranks))


class PuzzleSet(NamedTuple):
    """A set of puzzles.

    Args:
        name: The name in tables.
        puzzles: The puzzles.
        difficulties: A word for the difficulty of each puzzle, or empty.
        about: What the report says of the set.
    """

    name: str
    puzzles: tuple[Puzzle, ...]
    difficulties: tuple[str, ...]
    about: str = ""

    @classmethod
    def of(
        cls,
        name: str,
        puzzles: Iterable[PuzzleLike],
        difficulty: str = "",
        about: str = "",
    ) -> PuzzleSet:
        """Make a set of puzzles that are alike in difficulty."""
        every = tuple(map(Puzzle.of, puzzles))
        return cls(name, every, (difficulty,) * len(every), about)

    def first(self, count: int) -> PuzzleSet:
        """Return a set of the first puzzles."""
        puzzles, difficulties = self.puzzles[:count], self.difficulties[:count]
        return self._replace(puzzles=puzzles, difficulties=difficulties)


class SolverConfiguration(NamedTuple):
    """An engine with an option and an encoding, written `ENGINE[:OPTION][/ENCODING]`.

    Args:
        engine: An engine by name, `auto`, or `propagation`, which propagates alone;
            `cdcl:PART+PART` and `exec:PROGRAM` in full.
        option: The heuristic of `dpll`, or techniques of `logic` joined by `+`; empty
            for the usual.
        encoding: A recipe by name or file; empty for the usual.
    """

    engine: str
    option: str = ""
    encoding: str = ""

    @classmethod
    def parse(cls, text: str) -> SolverConfiguration:
        """Read a configuration.

        Raises:
            UsageError: It names no engine.

        Example:
            >>> SolverConfiguration.parse("dpll:jeroslow-wang/triad")
            SolverConfiguration(engine='dpll', option='jeroslow-wang', encoding='triad')
        """
        text = text.strip()
        head, _, encoding = text.partition("/")
        if text.startswith(_PROGRAM) or ".py:" in text:  # slashes may be of a path
            head, _, encoding = text.rpartition("/")
            if encoding.lower() not in built_in_files():
                head, encoding = text, ""
        engine, _, option = head.partition(":")
        if not engine:
            raise UsageError(
                f"no engine in {printable(text)!r}; expected ENGINE[:OPTION][/ENCODING]"
            )
        if engine.lower() in {"cdcl", "exec"}:  # all of that names an engine
            return cls(head, "", encoding)
        return cls(engine.lower(), option, encoding)

    def __str__(self) -> str:
        option = f":{self.option}" if self.option else ""
        encoding = f"/{self.encoding}" if self.encoding else ""
        return f"{self.engine}{option}{encoding}"

    def options(self) -> dict[str, Any]:
        """Return the arguments of `Solver` that the option stands for.

        Raises:
            UsageError: The engine has no option.
        """
        name = _OPTIONS.get(self.engine)
        if not self.option:
            return {}
        if name is None:
            raise UsageError(f"engine {printable(self.engine)} has no option to choose")
        if name == "techniques":
            known: dict[str, Any] = {"all": None, "none": []}
            return {name: known.get(self.option, self.option.split("+"))}
        return {name: self.option}

    def check(self) -> None:
        """Check that the engine, its option and its encoding exist and are installed.

        Raises:
            UsageError: One does not.
            InputError: The recipe's file cannot be read.

        Example:
            >>> SolverConfiguration("dpll", "first").check()
        """
        if self.encoding:
            load_recipe(self.encoding)
        if self.engine != PROPAGATION:
            Solver(self.engine, self.encoding or None, **self.options())
            registered(self.engine)


def configurations(
    engines: Iterable[str], encodings: Iterable[str] = ()
) -> tuple[SolverConfiguration, ...]:
    """Return every engine with every encoding, each once, in order.

    Engines that take no formula, `auto`, and those that name an encoding themselves
    appear once, without the encodings.

    Raises:
        UsageError: An engine is unknown, or none takes the encodings.

    Example:
        >>> found = configurations(["dpll", "bitmask"], ["triad", "minimal"])
        >>> [str(one) for one in found]
        ['dpll/triad', 'dpll/minimal', 'bitmask']
    """
    encodings = list(encodings)
    solvers: list[SolverConfiguration] = []
    for solver in map(SolverConfiguration.parse, engines):
        own = solver.engine in {AUTO, PROPAGATION}
        takes = solver.engine == PROPAGATION or (
            not own and find(solver.engine).takes_formulas
        )
        if takes and not solver.encoding and encodings:
            solvers += [solver._replace(encoding=name) for name in encodings]
        else:
            solvers.append(solver)
    if encodings and not any(solver.encoding in encodings for solver in solvers):
        raise UsageError("encodings are given, and none of the engines takes one")
    return tuple(dict.fromkeys(solvers))


@dataclass(frozen=True, slots=True)
class Part:
    """Every solver on every puzzle of some sets, a number of times.

    Args:
        sets: The sets of puzzles.
        solvers: The solvers.
        key: What identifies the part; empty if it is the only one.
        title: What it is about, in a line.
        ask: One of ASKS.
        form: Empty to measure solvers; `whole` or `simplified` to measure, in CPU time,
            formulas of the whole grid or of what the clues leave open.
        repeat: How many times; runs that take long are made once.
        timeout: Seconds for a run; with a form, of CPU time for the search.
        whole: Whether a run is a whole set, its puzzles one after the other.
        give_up: After how many timeouts in a set a solver skips the rest of it.
        baseline: The solver that others are compared with; or an encoding, which is
            compared with others on the same engine.
        level: How often an interval of a ratio holds the true one.
    """

    sets: tuple[PuzzleSet, ...]
    solvers: tuple[SolverConfiguration, ...]
    key: str = ""
    title: str = ""
    ask: str = "first"
    form: str = ""
    repeat: int = 1
    timeout: float = 60.0
    whole: bool = False
    give_up: int = 3
    baseline: str = ""
    level: float = 0.95

    def baseline_of(self, solver: SolverConfiguration) -> str:
        """Return the solver that one is compared with."""
        if self.baseline in map(str, self.solvers):
            return self.baseline
        return str(solver._replace(encoding=self.baseline))

    @property
    def label(self) -> str:
        """Its key and title."""
        return ". ".join(filter(None, [self.key, self.title]))


def make_part(
    sets: Iterable[PuzzleSet],
    engines: Iterable[str],
    encodings: Iterable[str] = (),
    baseline: str | None = None,
    **settings: Any,  # noqa: ANN401  fields
) -> Part:
    """Return the part that measures engines, each on every encoding.

    Args:
        sets: The sets of puzzles.
        engines: Configurations, `ENGINE[:OPTION][/ENCODING]`.
        encodings: Those of engines that take formulas and name none.
        baseline: A solver or an encoding; `auto` or else the first solver if None.
        settings: Other fields of `Part`.

    Raises:
        UsageError: An engine or option does not exist, no engine takes an encoding, the
            baseline is not measured, or a setting makes no sense.
    """
    solvers = configurations(engines, encodings)
    for solver in solvers:
        solver.options()
    names = [str(solver) for solver in solvers]
    if baseline is None:
        baseline = AUTO if AUTO in names else names[0]
    if baseline not in {*names, *(solver.encoding for solver in solvers)}:
        wrong = f"baseline {printable(baseline)} is not measured"
        raise UsageError(f"{wrong}; expected one of {', '.join(names)}")
    part = Part(tuple(sets), solvers, baseline=baseline, **settings)
    if part.ask not in ASKS:
        raise UsageError(f"ask of a [[part]] is not one of {', '.join(ASKS)}")
    if part.form not in _FORMS:
        raise UsageError(f"form of a [[part]] is not one of {', '.join(_FORMS[1:])}")
    if not (part.sets and part.timeout > 0 and min(part.repeat, part.give_up) > 0):
        raise UsageError("expected sets, and numbers above 0")
    return part


class Task(NamedTuple):
    """One run to be made.

    Args:
        row: The columns of `runs.csv` that are known beforehand.
        item: The argument of `work`.
        seconds: When the process is killed.
        give_up: After how many timeouts of its solver and set the run is refused.
        work: What the process does; it returns the other columns.
    """

    row: dict[str, Any]
    item: Any
    seconds: float
    give_up: int
    work: Callable[[Any], Mapping[str, Any]] = work


_PREPARING = 300.0  # seconds to make and load a formula, and to end its search


def tasks(parts: Iterable[Part]) -> Iterator[Task]:
    """Yield the runs of a study in their order.

    Example:
        >>> small = PuzzleSet.of("small", ["1... ..2. ..3. 4..."])
        >>> part = make_part([small], ["dpll", "bitmask"], repeat=2)
        >>> [(task.row["repeat"], task.row["solver"]) for task in tasks([part])]
        [(1, 'dpll'), (1, 'bitmask'), (2, 'dpll'), (2, 'bitmask')]
    """
    for part in parts:
        for repeat in range(1, part.repeat + 1):
            for puzzle_set in part.sets:
                numbers = range(1, len(puzzle_set.puzzles) + 1)
                for number in (0,) if part.whole else numbers:
                    for solver in part.solvers:
                        yield _task(part, puzzle_set, number, solver, repeat)


def _task(
    part: Part, of: PuzzleSet, number: int, solver: SolverConfiguration, repeat: int
) -> Task:
    """Return the run of a puzzle, or of a whole set if `number` is 0."""
    here = slice(number - 1, number) if number else slice(None)
    puzzles, difficulties = of.puzzles[here], set(of.difficulties[here])
    geometry = puzzles[0].geometry
    row = {
        "part": part.key,
        "set": of.name,
        "number": number,
        "puzzles": len(puzzles),
        "puzzle": puzzles[0].line if number else "",
        "digest": _digest(puzzles),
        "size": geometry.size,
        "box": f"{geometry.box_height}x{geometry.box_width}",
        "clues": puzzles[0].clue_count if number else None,
        "difficulty": difficulties.pop() if len(difficulties) == 1 else "",
        "solver": str(solver),
        **solver._asdict(),
        "ask": part.ask,
        "form": part.form,
        "limit_s": part.timeout,
        "repeat": repeat,
    }
    item = Item(
        puzzles,
        solver.engine,
        solver.encoding or None,
        solver.options(),
        unique=part.ask == "unique",
        whole=part.whole,
        form=part.form,
        seconds=part.timeout,
        make=registered(solver.engine),
    )
    preparing = _PREPARING if part.form else 0.0
    return Task(row, item, part.timeout + preparing, part.give_up)


def _digest(puzzles: Iterable[Puzzle]) -> str:
    """Return what identifies puzzles, in hexadecimal."""
    rules = [
        (str(puzzle.geometry), puzzle.values, puzzle.masks, puzzle.constraints)
        for puzzle in puzzles
    ]
    return sha256(repr(rules).encode()).hexdigest()[:12]


# Puzzles that are made


def random_puzzle(geometry: Geometry, share: int, number: int = 1) -> Puzzle:
    """Return a puzzle with a share of clues at random cells; the same each time.

    Its solution is the pattern that every size has (in each row the digits in order,
    moved on by a box's width from row to row and by one more from band to band), with
    digits, bands, stacks, and rows and columns within them exchanged at random.

    Args:
        geometry: The shape.
        share: Clues in a hundred cells.
        number: Which of those puzzles.

    Example:
        >>> random_puzzle(Geometry(9, 9), 30).clue_count
        24
    """
    n, height, width = geometry.size, geometry.box_height, geometry.box_width
    random = Random(f"{geometry} {share} {number} {_SEED}")  # noqa: S311  no secret

    def lines(depth: int) -> list[int]:
        return [
            first * depth + line
            for first in random.sample(range(n // depth), n // depth)
            for line in random.sample(range(depth), depth)
        ]

    digits = random.sample(geometry.digit_range, n)
    rows, columns = lines(height), lines(width)
    values = [
        digits[(row % height * width + row // height + column) % n]
        for row in rows
        for column in columns
    ]
    clues = set(random.sample(range(n * n), round(n * n * share / 100)))
    return Puzzle.trusted(
        geometry,
        tuple(value if cell in clues else 0 for cell, value in enumerate(values)),
    )


# Plans in files


class Plan(NamedTuple):
    """A plan that was read.

    Args:
        name: The file's name, without `.toml`.
        parts: Its parts.
        workers: Runs at a time.
        about: How to read it, if what is measured is not how solvers answer puzzles.
    """

    name: str
    parts: tuple[Part, ...]
    workers: int = 1
    about: str = ""


def presets() -> tuple[str, ...]:
    """Return the names of the plans that come with satdoku.

    Example:
        >>> presets()
        ('encodings', 'reports', 'speed')
    """
    entries = (files("satdoku.study") / "presets").iterdir()
    return tuple(
        sorted(file.name[:-5] for file in entries if file.name.endswith(".toml"))
    )


def read_plan(
    name: str, sets: str | None = None, keys: Sequence[str] | None = None
) -> Plan:
    """Read a plan.

    Args:
        name: One of `presets()`, or the path of a TOML file.
        sets: A folder with the files of sets that do not come with satdoku.
        keys: The keys of the parts to take; None for all.

    Raises:
        UsageError: There is no such preset or part.
        InputError: The file, or a file of puzzles, cannot be read or is wrong.

    Example:
        >>> [(part.key, len(part.sets)) for part in read_plan("reports").parts]
        [('a', 4), ('b', 4), ('d', 3), ('e', 6), ('f', 4)]
    """
    base: Traversable = files("satdoku.study") / "presets"
    file, places = f"{name}.toml", [] if sets is None else [Path(sets)]
    if name.endswith(".toml"):
        base, file = Path(name).parent, Path(name).name
        places.append(Path(name).parent)
    elif name not in presets():
        known = ", ".join(presets())
        raise UsageError(
            f"there is no preset {printable(name)}; expected {known} or FILE.toml"
        )
    try:
        plan = tomllib.loads((base / file).read_text("utf-8"))
        _only(plan, ("workers", "sets", "part"), "the plan")
        tables = plan.get("sets", {})
        _require_sets(sets, tables)
        by_key = {str(table.get("key", "")): table for table in plan["part"]}
        _only(dict.fromkeys(keys or ()), by_key, "--parts")
        chosen = [by_key[key] for key in keys or by_key]
        parts = tuple(_read_part(table, tables, places) for table in chosen)
        return Plan(Path(name).stem, parts, int(plan.get("workers", 1)))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", source=name) from None
    except KeyError as error:
        raise InputError(f"{error} is missing", source=name) from None
    except OSError as error:
        raise InputError(str(error.strerror), source=str(error.filename)) from None
    except (UsageError, TypeError, AttributeError, ValueError) as error:
        raise InputError(str(error), source=name) from None


def _require_sets(folder: str | None, tables: Mapping[str, Any]) -> None:
    """Check that a folder of sets has one of those that a plan names.

    Raises:
        InputError: It has none.
    """
    names = sorted({table["file"] for table in tables.values() if "file" in table})
    if folder and not any((Path(folder) / name).is_file() for name in names):
        some = f"some of {', '.join(names)}"
        raise InputError("holds no set", expected=some, source=folder)


def _only(table: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    """Check that a table has no other keys.

    Raises:
        UsageError: It has.
    """
    for key in table:
        if key not in keys:
            expected = ", ".join(keys)
            raise UsageError(f"{where} has {printable(key)!r}; expected {expected}")


def _read_part(
    table: Mapping[str, Any], sets: Mapping[str, Any], places: Sequence[Path]
) -> Part:
    """Make a part of a table `[[part]]`."""
    names = [field.name for field in fields(Part) if field.name != "solvers"]
    _only(table, (*names, "engines", "encodings"), "a [[part]]")
    puzzle_sets = [_read_set(name, sets, places) for name in table["sets"]]
    return make_part(**{**table, "sets": puzzle_sets})


_SET = ("name", "difficulty", "about", "otherwise")
_FILE = ("file", "first", "numbers", *_SET)
_MADE = ("size", "clues", "puzzles", *_SET)


def _read_set(name: str, sets: Mapping[str, Any], places: Sequence[Path]) -> PuzzleSet:
    """Read or make the set `[sets.NAME]`, or its stand-in where its file is nowhere.

    Args:
        name: The set.
        sets: The tables of all sets.
        places: Where files of puzzles are, besides satdoku's data.

    Raises:
        UsageError: There is no such set.
        InputError: Its file cannot be read, or has too few puzzles.
    """
    if name not in sets:
        raise UsageError(f"there is no [sets.{printable(name)}]")
    package = files("satdoku")
    data = package / "data"
    every = [*places, data if data.is_dir() else package.joinpath("..", "data")]
    for given in filter(None, [sets[name], sets[name].get("otherwise")]):
        table = {"name": name, "difficulty": "", "about": "", **given}
        _only(table, _FILE if "file" in table else _MADE, f"[sets.{name}]")
        paths = [place / table["file"] for place in every if "file" in table]
        file = next((file for file in paths if file.is_file()), None)
        if file is not None or not paths:
            puzzles = _made(table) if file is None else _from_file(file, table)
            notes = table["difficulty"], table["about"]
            return PuzzleSet.of(table["name"], puzzles, *notes)
    raise InputError("no such file", source=sets[name]["file"])


def _from_file(file: Traversable, table: Mapping[str, Any]) -> list[Puzzle]:
    numbers = table.get("numbers")
    count = table.get("first", max(numbers) if numbers else None)
    source = file if isinstance(file, Path) else StringIO(file.read_text("utf-8"))
    records = list(islice(read_all(source), count))
    if len(records) < (count or 1):
        expected = f"{count or 1} at least"
        raise InputError(
            f"holds {len(records)} puzzles", expected=expected, source=str(file)
        )
    return [
        record.puzzle for record in records if not numbers or record.number in numbers
    ]


def _made(table: Mapping[str, Any]) -> list[Puzzle]:
    """Make puzzles: minimal ones, or with a share of clues at random cells."""
    geometry, many = Geometry.of_size(table["size"]), table.get("puzzles", 1)
    if "clues" not in table:
        return list(generate_many(many, size=geometry, seed=_SEED, minimal=True))
    share = table["clues"]
    return [random_puzzle(geometry, share, at) for at in range(1, many + 1)]


def restricted(
    plan: Plan, first: int | None, repeat: int | None, timeout: float | None
) -> Plan:
    """Return a plan of the first puzzles of each set, with other limits."""
    parts = [
        replace(
            part,
            sets=tuple(
                puzzle_set.first(first) if first else puzzle_set
                for puzzle_set in part.sets
            ),
            repeat=repeat or part.repeat,
            timeout=timeout or part.timeout,
        )
        for part in plan.parts
    ]
    return plan._replace(parts=tuple(parts))
