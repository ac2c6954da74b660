"""The plan of a study: sets of puzzles, solver configurations, limits; and presets.

A part is every solver configuration on every puzzle of some sets, a number of times.
Solvers take turns on a puzzle and repeats come far apart, so that whatever disturbs the
machine for a while disturbs all solvers alike, and not all repeats.

Presets are TOML files.  `--preset NAME` reads one of those beside this module,
`--preset FILE.toml` any other:

    [sets.mine]                     a set of puzzles
    file = "mine.txt"               in --sets, beside the preset, or in satdoku's data
    first = 20                      how many; all if left out
    difficulty = "hard"
    about = "what the report says of it"

    [[part]]
    key = "a"
    title = "My puzzles"
    sets = ["mine"]
    solvers = ["auto", "dpll/triad"]
    timeout = 10.0
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satdoku.engines.registry import find
from satdoku.errors import InputError, SatdokuError, UsageError, printable
from satdoku.formats import read_all
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.choice import AUTO
from satdoku.solving.solver import Solver, solve
from satdoku.study.runner import Task
from satdoku.study.worker import Item, answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.study.runner import Row

ASKS = ("first", "unique")
"""What a solver has to find: a solution, or whether it is the only one as well."""

TINY = "12.4 3412 21.3 4321"
EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
"""A puzzle without a guess, for engines that take 9x9 only."""

_DIFFICULTIES = (
    *("trivial", "beginner", "easy", "simple", "medium", "moderate", "normal"),
    *("intermediate", "hard", "difficult", "very hard", "expert", "fiendish"),
    *("unfair", "evil", "diabolical", "extreme", "hardest"),
)
"""From easy to hard."""


_OPTIONS = {AUTO: "heuristic", "dpll": "heuristic", "logic": "techniques"}


def by_difficulty(words: Mapping[str, Iterable[str]]) -> list[str]:
    """Order names from easy to hard if that is known of all of them, else as they are.

    Args:
        words: The words for the difficulty of each name; the hardest counts.

    Example:
        >>> by_difficulty({"b": ["hard", "easy"], "a": ["easy"]})
        ['a', 'b']
        >>> by_difficulty({"b": ["hard"], "c": [""], "a": ["easy"]})
        ['b', 'c', 'a']
    """
    ranks = {word: rank for rank, word in enumerate(_DIFFICULTIES)}
    unknown = len(_DIFFICULTIES)
    hardest = {
        name: max(ranks.get(word.lower(), unknown) for word in of)
        for name, of in words.items()
    }
    if unknown in hardest.values():
        return list(hardest)
    return sorted(hardest, key=hardest.__getitem__)


@dataclass(frozen=True, slots=True)
class PuzzleSet:
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
        every = tuple(
            one if isinstance(one, Puzzle) else Puzzle(one) for one in puzzles
        )
        return cls(name, every, (difficulty,) * len(every), about)

    def first(self, count: int) -> PuzzleSet:
        """Return a set of the first puzzles."""
        if count >= len(self.puzzles):
            return self
        about = f"the first {count} of: {self.about}" if self.about else ""
        return PuzzleSet(
            self.name, self.puzzles[:count], self.difficulties[:count], about
        )

    def describe(self) -> Row:
        """Return what `study.json` says of it."""
        clues = [one.clue_count for one in self.puzzles]
        return {
            "name": self.name,
            "about": self.about,
            "puzzles": len(self.puzzles),
            "sizes": sorted({one.geometry.size for one in self.puzzles}),
            "clues": [min(clues), max(clues)],
            "difficulties": sorted(set(self.difficulties)),
        }


def fingerprint(sets: Iterable[PuzzleSet]) -> str:
    """Return a hash of all puzzles, in hexadecimal."""
    digest = sha256()
    for one in sets:
        for puzzle, difficulty in zip(one.puzzles, one.difficulties, strict=True):
            record = (
                *(one.name, difficulty, str(puzzle.geometry)),
                *(puzzle.values, puzzle.masks, puzzle.constraints),
            )
            digest.update(repr(record).encode() + b"\n")
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class SolverConfiguration:
    """An engine with an option and an encoding, written `ENGINE[:OPTION][/ENCODING]`.

    Args:
        engine: An engine by name, or `auto`.
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
        head, _, encoding = text.strip().partition("/")
        engine, _, option = head.partition(":")
        if not engine:
            raise UsageError(
                f"no engine in {printable(text)!r}; expected ENGINE[:OPTION][/ENCODING]"
            )
        return cls(engine.lower(), option, encoding)

    def __str__(self) -> str:
        option = f":{self.option}" if self.option else ""
        encoding = f"/{self.encoding}" if self.encoding else ""
        return f"{self.engine}{option}{encoding}"

    def item(
        self, puzzles: Sequence[Puzzle], ask: str = "first", *, whole: bool = False
    ) -> Item:
        """Return the work of solving puzzles.

        Raises:
            UsageError: The engine has no option.
        """
        name = _OPTIONS.get(self.engine)
        if self.option and name is None:
            raise UsageError(f"engine {printable(self.engine)} has no option to choose")
        value: Any = self.option
        if name == "techniques":
            known: dict[str, Any] = {"all": None, "none": []}
            value = known.get(value, value.split("+"))
        option = {name: value} if self.option and name else {}
        return Item(
            tuple(puzzles),
            self.engine,
            self.encoding or None,
            option,
            unique=ask == "unique",
            whole=whole,
        )

    def check(self) -> None:
        """Check that the engine, its option and its encoding exist and are installed.

        Raises:
            UsageError: One does not.
            InputError: The recipe's file cannot be read.

        Example:
            >>> SolverConfiguration("dpll", "first").check()
        """
        item = self.item(())
        Solver(item.engine, item.encoding, **item.options)


def configurations(
    engines: Iterable[str], encodings: Iterable[str] = ()
) -> tuple[SolverConfiguration, ...]:
    """Return every engine with every encoding, each once, in order.

    Engines that take no formula, `auto`, and those that name an encoding themselves
    appear once, without the encodings.

    Raises:
        UsageError: An engine is unknown.

    Example:
        >>> found = configurations(["dpll", "bitmask"], ["triad", "minimal"])
        >>> [str(one) for one in found]
        ['dpll/triad', 'dpll/minimal', 'bitmask']
    """
    encodings = list(encodings)
    made: list[SolverConfiguration] = []
    for one in map(SolverConfiguration.parse, engines):
        takes = one.engine != AUTO and find(one.engine).takes_formulas
        if takes and not one.encoding and encodings:
            made += [replace(one, encoding=name) for name in encodings]
        else:
            made.append(one)
    return tuple(dict.fromkeys(made))


@dataclass(frozen=True, slots=True)
class Part:
    """Every solver configuration on every puzzle, a number of times.

    Args:
        sets: The sets of puzzles.
        solvers: The solver configurations.
        key: What tells it from other parts; empty if it is the only one.
        title: What it is about, in a line.
        ask: One of ASKS.
        repeat: How many times.
        repeat_below: From how many seconds on a run is not repeated: disturbances are
            small beside it.  None to repeat all.
        timeout: Seconds for a run.
        whole: Whether a run is a whole set, its puzzles one after the other.
        give_up: After how many timeouts in a set a solver skips the rest of it; None
            for never.
        baseline: The solver that the others are compared with.
    """

    sets: tuple[PuzzleSet, ...]
    solvers: tuple[SolverConfiguration, ...]
    key: str = ""
    title: str = ""
    ask: str = "first"
    repeat: int = 1
    repeat_below: float | None = None
    timeout: float = 60.0
    whole: bool = False
    give_up: int | None = None
    baseline: str = AUTO

    def __post_init__(self) -> None:
        counts = self.repeat, self.give_up or 1
        if not (self.sets and self.solvers and self.timeout > 0 and min(counts) > 0):
            raise ValueError("expected sets, solvers, and numbers above 0")

    @classmethod
    def of(
        cls,
        sets: Iterable[PuzzleSet],
        engines: Iterable[str],
        encodings: Iterable[str] = (),
        baseline: str | None = None,
        **settings: Any,  # noqa: ANN401  fields
    ) -> Part:
        """Return the part that measures engines, each on every encoding.

        Args:
            sets: The sets of puzzles.
            engines: Solver configurations, as `configurations` takes them.
            encodings: Those of engines that take formulas and name none.
            baseline: The baseline; `auto` or else the first if None.
            settings: Other fields.

        Raises:
            UsageError: An engine, encoding or option does not exist, no engine takes
                an encoding, or the baseline is not measured.
        """
        encodings = tuple(encodings)
        solvers = configurations(engines, encodings)
        if encodings and not any(one.encoding in encodings for one in solvers):
            raise UsageError("encodings are given, and none of the engines takes one")
        for one in solvers:
            one.check()
        names = [str(one) for one in solvers]
        if baseline is None:
            baseline = AUTO if AUTO in names else names[0]
        baseline = str(SolverConfiguration.parse(baseline))
        if baseline not in names:
            wrong = f"baseline {printable(baseline)} is not measured"
            raise UsageError(f"{wrong}; expected one of {', '.join(names)}")
        return cls(tuple(sets), solvers, baseline=baseline, **settings)

    def changed(self, **changes: Any) -> Part:  # noqa: ANN401  fields
        """Return the part with other values of some fields."""
        return replace(self, **changes)

    def describe(self) -> Row:
        """Return what `study.json` says of it."""
        record = {field.name: getattr(self, field.name) for field in fields(self)}
        return record | {
            "solvers": [str(one) for one in self.solvers],
            "sets": [puzzle_set.describe() for puzzle_set in self.sets],
        }

    @property
    def ordered(self) -> list[PuzzleSet]:
        """The sets from easy to hard, if that is known of all of them."""
        by_name = {puzzle_set.name: puzzle_set for puzzle_set in self.sets}
        words = {puzzle_set.name: puzzle_set.difficulties for puzzle_set in self.sets}
        return [by_name[name] for name in by_difficulty(words)]


def tasks(parts: Iterable[Part]) -> Iterator[Task]:
    """Yield the runs of a study in their order.

    Example:
        >>> small = PuzzleSet.of("small", ["1... ..2. ..3. 4..."])
        >>> part = Part((small,), configurations(["dpll", "bitmask"]), repeat=2)
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
    here = slice(None) if part.whole else slice(number - 1, number)
    puzzles, difficulties = of.puzzles[here], set(of.difficulties[here])
    geometries = {puzzle.geometry for puzzle in puzzles}
    geometry = geometries.pop() if len(geometries) == 1 else None
    refused = _refusal(solver)
    item = warm_up = None
    if not refused:
        item = solver.item(puzzles, part.ask, whole=part.whole)
        easy = solver.item([Puzzle(EASY)], part.ask, whole=part.whole)
        warm_up = (solver.engine, part.whole), easy
    row = {
        "part": part.key,
        "set": of.name,
        "number": number,
        "puzzles": len(puzzles),
        "puzzle": "" if part.whole else puzzles[0].line,
        "size": geometry.size if geometry else 0,
        "box": f"{geometry.box_height}x{geometry.box_width}" if geometry else "",
        "clues": sum(one.clue_count for one in puzzles) / len(puzzles),
        "difficulty": difficulties.pop() if len(difficulties) == 1 else "",
        "solver": str(solver),
        "engine": solver.engine,
        "option": solver.option,
        "encoding": solver.encoding,
        "repeat": repeat,
    }
    limits = part.timeout, part.give_up, part.repeat_below
    return Task(row, answer, item, *limits, refused, warm_up)


@cache
def _refusal(solver: SolverConfiguration) -> str:
    """Return why a solver cannot be measured; empty if it can."""
    try:
        solver.check()
    except SatdokuError as error:
        return str(error)
    return ""


def loading_items(parts: Iterable[Part]) -> dict[str, list[Item]]:
    """Return for each solver puzzles that take little besides loading it."""
    solvers = dict.fromkeys(solver for part in parts for solver in part.solvers)
    return {
        str(solver): [solver.item([Puzzle(text)]) for text in (TINY, EASY)]
        for solver in solvers
        if not _refusal(solver)
    }


def against_rows(puzzle: Puzzle, solution: Grid) -> Puzzle:
    """Change a puzzle so that a search by rows takes long; its solutions stay as many.

    Bands with fewer clues come first, and rows within them; digits are renamed so that
    the first row of the solution is 9 8 7 … 1.  A search by rows and rising digits then
    meets most clues last and tries right digits last; for a search by candidates
    nothing has changed.  The idea is that of "Sudoku puzzle hard for brute force" in
    Wikipedia's article on Sudoku solving algorithms.

    Args:
        puzzle: A puzzle of clues alone.
        solution: A solution of it.

    Example:
        >>> from satdoku.puzzle.grid import Grid
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> print(against_rows(puzzle, Grid("1243 3421 2134 4312")))
        4.|..
        ..|3.
        --+--
        ..|1.
        2.|..
    """
    geometry, rows = puzzle.geometry, puzzle.rows
    size, height = geometry.size, geometry.box_height

    def clues(these: Sequence[int]) -> int:
        return sum(value != 0 for row in these for value in rows[row])

    bands = [
        sorted(range(top, top + height), key=lambda row: clues([row]))
        for top in range(0, size, height)
    ]
    order = [row for band in sorted(bands, key=clues) for row in band]
    renamed = {0: 0}
    for place, digit in enumerate(solution.rows[order[0]]):
        renamed[digit] = size - place
    return Puzzle.trusted(
        geometry, tuple(renamed[value] for row in order for value in rows[row])
    )


@dataclass(frozen=True, slots=True)
class Preset:
    """A study that somebody has laid out in a TOML file.

    Args:
        name: Its name: that of the file, without `.toml`.
        parts: Solver studies; empty for an encoding study.
        encodings: The table `[encodings]`, which `satdoku.study.encodings` reads.
        printed: Figures that were printed elsewhere, to stand beside those measured:
            the rows of the CSV file that the preset names.
        compared: Solvers that `auto` is compared with on the set hardest for each.
    """

    name: str
    parts: tuple[Part, ...] = ()
    encodings: Mapping[str, Any] | None = None
    printed: str = ""
    compared: tuple[str, ...] = ()


def presets() -> tuple[str, ...]:
    """Return the names of the presets that come with satdoku.

    Example:
        >>> presets()
        ('encodings', 'reports')
    """
    names = (files("satdoku.study") / "presets").iterdir()
    return tuple(sorted(one.name[:-5] for one in names if one.name.endswith(".toml")))


def read_preset(name: str, sets: str | None = None) -> Preset:
    """Read a preset.

    Args:
        name: One of `presets()`, or the path of a TOML file.
        sets: A folder with the files of sets that do not come with satdoku.

    Raises:
        UsageError: There is no preset of that name.
        InputError: The file, or a file of puzzles, cannot be read or is wrong.

    Example:
        >>> [(part.key, len(part.sets)) for part in read_preset("reports").parts]
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
        tables = plan.get("sets", {})
        needed = sorted({str(table["file"]) for table in tables.values()})
        if sets and needed and not any((Path(sets) / one).is_file() for one in needed):
            some = f"some of {', '.join(needed)}"
            raise InputError("holds no set", expected=some, source=sets)
        return _preset(Path(name).stem, plan, base, places)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", source=name) from None
    except KeyError as error:
        raise InputError(f"{error} is missing", source=name) from None
    except OSError as error:
        raise InputError(str(error.strerror), source=str(error.filename)) from None
    except (UsageError, TypeError, AttributeError, ValueError) as error:
        raise InputError(str(error), source=name) from None


def _preset(
    name: str, plan: Mapping[str, Any], base: Traversable, places: Sequence[Path]
) -> Preset:
    _only(plan, ("sets", "part", "encodings", "printed", "compared"), "the preset")
    encodings, tables = plan.get("encodings"), plan.get("sets", {})
    if ("part" in plan) == (encodings is not None):
        raise UsageError("expected [[part]] tables, or [encodings]")
    if encodings is not None:
        _only(encodings, ("clues", "timeout", "workers", "grid"), "[encodings]")
        keys = ("size", "puzzles", "engines", "skip", "single", "minimal")
        for grid in encodings["grid"]:
            _only(grid, keys, "[[encodings.grid]]")
    parts = tuple(_part(one, tables, places) for one in plan.get("part", ()))
    printed = plan.get("printed", "")
    printed = (base / printed).read_text("utf-8") if printed else ""
    return Preset(name, parts, encodings, printed, tuple(plan.get("compared", ())))


def _only(table: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    """Check that a table has no other keys.

    Raises:
        UsageError: It has.
    """
    for key in table:
        if key not in keys:
            expected = ", ".join(keys)
            raise UsageError(f"{where} has {printable(key)!r}; expected {expected}")


def _part(
    table: Mapping[str, Any], sets: Mapping[str, Any], places: Sequence[Path]
) -> Part:
    """Make a part of a table `[[part]]`."""
    _only(table, [field.name for field in fields(Part)], "a [[part]]")
    solvers = tuple(map(SolverConfiguration.parse, table["solvers"]))
    for solver in solvers:
        if solver.engine != AUTO:
            find(solver.engine)
    puzzle_sets = tuple(_set(name, sets, places) for name in table["sets"])
    part = Part(**{**table, "sets": puzzle_sets, "solvers": solvers})
    if part.ask not in ASKS:
        raise UsageError(f"ask of a [[part]] is not one of {', '.join(ASKS)}")
    if part.baseline not in map(str, solvers):
        return replace(part, baseline=str(solvers[0]))
    return part


_SET = ("name", "file", "first", "numbers", "difficulty", "about", "against_rows")


def _set(name: str, sets: Mapping[str, Any], places: Sequence[Path]) -> PuzzleSet:
    """Read the set `[sets.NAME]`, or its stand-in where its file is nowhere.

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
        table = {"name": name, **given}
        _only(table, (*_SET, "otherwise"), f"[sets.{name}]")
        paths = [place / table["file"] for place in every]
        file = next((file for file in paths if file.is_file()), None)
        if file is not None:
            return _read_set(file, table)
    raise InputError("no such file", source=sets[name]["file"])


def _read_set(file: Traversable, table: Mapping[str, Any]) -> PuzzleSet:
    numbers = table.get("numbers")
    count = table.get("first", max(numbers) if numbers else None)
    source = file if isinstance(file, Path) else StringIO(file.read_text("utf-8"))
    entries = list(islice(read_all(source), count))
    if len(entries) < (count or 1):
        expected = f"{count or 1} at least"
        many = f"holds {len(entries)} puzzles"
        raise InputError(many, expected=expected, source=str(file))
    puzzles = [one.puzzle for one in entries if not numbers or one.number in numbers]
    if table.get("against_rows"):
        known = [one.metadata.solution or solve(one.puzzle).solution for one in entries]
        pairs = zip(puzzles, known, strict=True)
        puzzles = [against_rows(one, solution) for one, solution in pairs if solution]
    texts = table.get("difficulty", ""), table.get("about", "")
    return PuzzleSet.of(table["name"], puzzles, *texts)
