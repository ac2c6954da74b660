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

from satdoku.choice import AUTO
from satdoku.cnf.encoder import formula_size
from satdoku.cnf.recipe import load
from satdoku.engines.registry import find
from satdoku.errors import InputError, SatdokuError, UsageError, printable
from satdoku.formats import read_all
from satdoku.puzzle import Puzzle
from satdoku.solver import Solver, solve
from satdoku.study.runner import Task
from satdoku.study.worker import Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.puzzle import PuzzleLike
    from satdoku.study.store import Row

__all__ = [
    "ASKS",
    "Part",
    "Preset",
    "PuzzleSet",
    "SolverConfiguration",
    "against_rows",
    "by_difficulty",
    "configurations",
    "fingerprint",
    "loading_items",
    "presets",
    "read_preset",
    "tasks",
]

ASKS = ("first", "unique")
"""What a solver has to find: a solution, or whether it is the only one as well."""

TINY = "12.4 3412 21.3 4321"
EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
"""A puzzle without a guess, for engines that take 9x9 only."""

_DIFFICULTIES = (
    ("trivial", "beginner"),
    ("easy", "simple"),
    ("medium", "moderate", "normal", "intermediate"),
    ("hard", "difficult"),
    ("very hard", "expert", "fiendish", "unfair"),
    ("evil", "diabolical"),
    ("extreme",),
    ("hardest",),
)


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
    ranks = {word: rank for rank, same in enumerate(_DIFFICULTIES) for word in same}
    unknown = len(_DIFFICULTIES)
    found = {
        name: max(ranks.get(word.lower(), unknown) for word in of)
        for name, of in words.items()
    }
    return list(found) if unknown in found.values() else sorted(found, key=found.get)  # type: ignore[arg-type]


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
    for each in sets:
        for puzzle, difficulty in zip(each.puzzles, each.difficulties, strict=True):
            found = (
                *(each.name, difficulty, str(puzzle.geometry)),
                *(puzzle.values, puzzle.candidates, puzzle.constraints),
            )
            digest.update(repr(found).encode() + b"\n")
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class SolverConfiguration:
    """An engine with an option and an encoding, written `ENGINE[:OPTION][/ENCODING]`.

    Args:
        engine: An engine by name, or `auto`.
        option: The heuristic of `dpll`, the order of `backtracking`, or techniques of
            `elimination` and `logic` joined by `+`; empty for the usual.
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
        option: dict[str, Any] = {}
        if self.option and self.engine == "backtracking":
            option = {"order": self.option}
        elif self.option and self.engine in ("elimination", "logic"):
            lists: dict[str, list[str] | None] = {"all": None, "none": []}
            names = lists.get(self.option, self.option.split("+"))
            option = {"techniques": names}
        elif self.option and self.engine in (AUTO, "dpll"):
            option = {"heuristic": self.option}
        elif self.option:
            raise UsageError(f"engine {printable(self.engine)} has no option to choose")
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
            >>> SolverConfiguration("backtracking", "fewest").check()
        """
        item = self.item(())
        Solver(item.engine, item.encoding, puzzles=1, **item.options)


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
    found: list[SolverConfiguration] = []
    for one in map(SolverConfiguration.parse, engines):
        takes = one.engine != AUTO and find(one.engine).takes_formulas
        if takes and not one.encoding and encodings:
            found += [replace(one, encoding=name) for name in encodings]
        else:
            found.append(one)
    return tuple(dict.fromkeys(found))


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

    def changed(self, **changes: Any) -> Part:  # noqa: ANN401  fields
        """Return the part with other values of some fields."""
        return replace(self, **changes)

    def describe(self) -> Row:
        """Return what `study.json` says of it."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return told | {
            "solvers": [str(one) for one in self.solvers],
            "sets": [each.describe() for each in self.sets],
        }

    @property
    def ordered(self) -> list[PuzzleSet]:
        """The sets from easy to hard, if that is known of all of them."""
        by_name = {each.name: each for each in self.sets}
        words = {each.name: each.difficulties for each in self.sets}
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
            for each in part.sets:
                numbers = range(1, len(each.puzzles) + 1)
                for number in (0,) if part.whole else numbers:
                    for solver in part.solvers:
                        yield _task(part, each, number, solver, repeat)


def _task(
    part: Part, of: PuzzleSet, number: int, solver: SolverConfiguration, repeat: int
) -> Task:
    """Return the run of a puzzle, or of a whole set if `number` is 0."""
    here = slice(None) if part.whole else slice(number - 1, number)
    puzzles, difficulties = of.puzzles[here], set(of.difficulties[here])
    geometries = {puzzle.geometry for puzzle in puzzles}
    geometry = geometries.pop() if len(geometries) == 1 else None
    refused = _refusal(solver)
    size: dict[str, int] = {}
    if solver.encoding and geometry is not None and not refused:
        size = _formula(geometry, solver.encoding)
    kind = solver.engine, part.whole
    tiny = [Puzzle(EASY)]
    return Task(
        {
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
        },
        "satdoku.study.worker:answer",
        None if refused else solver.item(puzzles, part.ask, whole=part.whole),
        part.timeout,
        part.give_up,
        part.repeat_below,
        refused,
        None if refused else (kind, solver.item(tiny, part.ask, whole=part.whole)),
        size,
    )


@cache
def _refusal(solver: SolverConfiguration) -> str:
    """Return why a solver cannot be measured; empty if it can."""
    try:
        solver.check()
    except SatdokuError as error:
        return str(error)
    return ""


@cache
def _formula(geometry: Geometry, encoding: str) -> dict[str, int]:
    variables, clauses, *_ = formula_size(geometry, load(encoding))
    return {"variables": variables, "clauses": clauses}


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
        >>> from satdoku.grid import Grid
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
    found = (files("satdoku.study") / "presets").iterdir()
    return tuple(sorted(one.name[:-5] for one in found if one.name.endswith(".toml")))


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
        [('a', 4), ('b', 4), ('c', 4), ('d', 3), ('e', 6), ('f', 4)]
    """
    base: Traversable
    if name.endswith(".toml"):
        base, here, file = Path(name).parent, Path(name).parent, Path(name).name
    elif name in presets():
        base, here, file = files("satdoku.study") / "presets", None, f"{name}.toml"
    else:
        known = ", ".join(presets())
        raise UsageError(
            f"there is no preset {printable(name)}; expected {known} or FILE.toml"
        )
    try:
        plan = tomllib.loads((base / file).read_text("utf-8"))
        printed = plan.get("printed", "")
        printed = (base / printed).read_text("utf-8") if printed else ""
        _only(plan, ("sets", "part", "encodings", "printed", "compared"), "the preset")
        sources = _Sources(plan.get("sets", {}), sets, here)
        parts = tuple(_part(one, sources) for one in plan.get("part", ()))
        encodings = plan.get("encodings")
        _check_encodings(encodings, has_parts=bool(parts))
        sources.check_folder()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", source=name) from None
    except KeyError as error:
        raise InputError(f"{error} is missing", source=name) from None
    except OSError as error:
        raise InputError(str(error.strerror), source=str(error.filename)) from None
    except (UsageError, TypeError, AttributeError) as error:
        raise InputError(str(error), source=name) from None
    compared = tuple(map(str, plan.get("compared", ())))
    return Preset(Path(name).stem, parts, encodings, printed, compared)


def _check_encodings(table: Mapping[str, Any] | None, *, has_parts: bool) -> None:
    """Check a table `[encodings]`.

    Raises:
        UsageError: It is wrong, or is there beside parts, or neither is there.
    """
    if has_parts == (table is not None):
        raise UsageError("expected [[part]] tables, or [encodings]")
    if table is None:
        return
    numbers = (int, float)
    kinds = {"clues": list, "timeout": numbers, "workers": int, "grid": list}
    _only(table, kinds, "[encodings]", kinds, ("clues", "timeout", "grid"))
    kinds = {"size": int, "puzzles": int, "engines": list, "skip": list}
    kinds |= {"single": list, "minimal": bool}
    for grid in table["grid"]:
        needed = "size", "puzzles", "engines"
        _only(grid, kinds, "[[encodings.grid]]", kinds, needed)
    if not table["grid"]:
        raise UsageError("[encodings] has no [[encodings.grid]]")


def _only(
    table: Mapping[str, Any],
    known: Iterable[str],
    where: str,
    kinds: Mapping[str, Any] | None = None,
    needed: Iterable[str] = (),
) -> None:
    """Check the keys of a table, and the kinds of their values."""
    for key, value in table.items():
        if key not in known:
            expected = ", ".join(sorted(known))
            raise UsageError(f"{where} has {printable(key)!r}; expected {expected}")
        kind = (kinds or {}).get(key, object)
        if not isinstance(value, kind) or (kind is int and value < 1):
            raise UsageError(f"{key} of {where} is {printable(str(value))!r}")
    for key in needed:
        if key not in table:
            raise UsageError(f"{where} has no {key}")


def _part(table: Mapping[str, Any], sources: _Sources) -> Part:
    """Make a part of a table `[[part]]`."""
    names = [field.name for field in fields(Part)]
    kinds: dict[str, Any] = dict.fromkeys(names, str)
    kinds |= {"sets": list, "solvers": list, "whole": bool}
    kinds |= {"repeat": int, "give_up": int}
    kinds |= dict.fromkeys(("timeout", "repeat_below"), (int, float))
    _only(table, names, "a [[part]]", kinds, ("sets", "solvers"))
    if table.get("ask", "first") not in ASKS:
        raise UsageError(f"ask of a [[part]] is not one of {', '.join(ASKS)}")
    found = tuple(map(sources.read, table["sets"]))
    solvers = tuple(map(SolverConfiguration.parse, table["solvers"]))
    for solver in solvers:
        if solver.engine != AUTO:
            find(solver.engine)
    if not found or not solvers:
        raise UsageError("a [[part]] without sets or solvers")
    part = Part(**{**table, "sets": found, "solvers": solvers})
    if part.baseline not in map(str, solvers):
        return replace(part, baseline=str(solvers[0]))
    return part


class _Sources:
    """The tables `[sets.NAME]` of a preset, and where their files are."""

    _KEYS = ("name", "file", "first", "numbers", "difficulty", "about", "against_rows")

    def __init__(
        self, tables: Mapping[str, Any], folder: str | None, here: Path | None
    ) -> None:
        package = files("satdoku")
        data = package / "data"
        self._tables = tables
        self._folder = None if folder is None else Path(folder)
        self._places: list[Traversable] = [
            *filter(None, [self._folder, here]),
            data if data.is_dir() else package.joinpath("..", "data"),
        ]
        self._missed: list[str] = []
        self._hit = False

    def read(self, name: str) -> PuzzleSet:
        """Read a set, or its stand-in where its file is nowhere.

        Raises:
            UsageError: The preset has no such set.
            InputError: Its file cannot be read, or has too few puzzles.
        """
        if name not in self._tables:
            raise UsageError(f"there is no [sets.{printable(name)}]")
        table: Mapping[str, Any] = {"name": name, **self._tables[name]}
        _only(table, (*self._KEYS, "otherwise"), f"[sets.{name}]")
        found = self._find(table["file"])
        if found is None and "otherwise" in table:
            self._missed.append(table["file"])
            table = table["otherwise"]
            _only(table, self._KEYS, f"[sets.{name}.otherwise]")
            found = self._find(table["file"])
        if found is None:
            raise InputError("no such file", source=str(table["file"]))
        self._hit |= found.parent == self._folder if isinstance(found, Path) else False
        return _read_set(found, table)

    def check_folder(self) -> None:
        """Check that the folder of `--sets` holds one of the sets.

        Raises:
            InputError: It does not.
        """
        if self._folder is not None and self._tables and not self._hit:
            wrong = "holds no set" if self._folder.is_dir() else "no such folder"
            expected = f"some of {', '.join(self._missed)}"
            raise InputError(wrong, expected=expected, source=str(self._folder))

    def _find(self, file: str) -> Traversable | None:
        return next(
            (place / file for place in self._places if (place / file).is_file()), None
        )


def _read_set(file: Traversable, table: Mapping[str, Any]) -> PuzzleSet:
    numbers = table.get("numbers")
    wanted = table.get("first", max(numbers) if numbers else None)
    if isinstance(file, Path):
        entries = list(islice(read_all(file), wanted))
    else:
        entries = list(islice(read_all(StringIO(file.read_text("utf-8"))), wanted))
    if len(entries) < (wanted or 1):
        raise InputError(
            f"holds {len(entries)} puzzles",
            expected=f"{wanted or 1} at least",
            source=str(file),
        )
    puzzles = [one.grid for one in entries if not numbers or one.number in numbers]
    if table.get("against_rows"):
        known = [one.extras.solution or solve(one.grid).solution for one in entries]
        pairs = zip(puzzles, known, strict=True)
        puzzles = [against_rows(one, solution) for one, solution in pairs if solution]
    return PuzzleSet.of(
        table["name"], puzzles, table.get("difficulty", ""), table.get("about", "")
    )
