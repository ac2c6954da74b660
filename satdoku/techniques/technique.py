"""The techniques: one table of their names, scores, levels, order and searches.

A technique has a key (`hidden-single`: commands and files), a title (`Hidden Single`:
sentences), what HoDoKu 2.2.0 gives it (level, score, place in the order, code in its
library of cases), a family, and a search: the module of this package and the function
of it that finds the technique.  Techniques with the same place in the order are found
by one search, which names them by what it finds: an AIC and the loop it closes.

`USUAL` are the techniques that HoDoKu switches on by default; the others are used on
request.

Several techniques can be named in a word: by family, by level (`easy` to `extreme`), by
`usual` and by `all`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from functools import cached_property, lru_cache, partial
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING

from satdoku.errors import UsageError, check_choice, check_kind, printable, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import TypeAlias

    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.techniques.state import View
    from satdoku.techniques.step import Step

    Named: TypeAlias = "Technique | Level | Iterable[Technique | Level | str]"
    """A choice of techniques: keys, families, techniques or levels, one or many."""


class Level(IntEnum):
    """How hard a technique or a puzzle is; levels compare.

    Example:
        >>> Level.EASY < Level.UNFAIR, Level.of_score(Level.EASY, 900).title
        (True, 'Medium')
    """

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5

    @property
    def key(self) -> str:
        """The word for commands and files, `easy`."""
        return self.name.lower()

    @property
    def title(self) -> str:
        """The word for sentences, `Easy`."""
        return self.name.title()

    @staticmethod
    def of_score(hardest: Level, score: int) -> Level:
        """Return the level of a puzzle: that of its hardest step, or higher by score.

        Args:
            hardest: The level of the hardest step.
            score: The sum of the scores of all steps.
        """
        level = hardest
        while score > _MAX_SCORES.get(level, score):
            level = Level(level + 1)
        return level

    @staticmethod
    def parse(text: str) -> Level:
        """Read a level by its key.

        Raises:
            UsageError: There is no level of that name.
        """
        check_kind("a level", text, str, "its name, such as hard")
        by_key = {level.key: level for level in Level}
        check_choice("level", text.lower(), by_key)
        return by_key[text.lower()]


_EASY, _MEDIUM, _HARD, _UNFAIR, _EXTREME = Level
_MAX_SCORES = {_EASY: 800, _MEDIUM: 1000, _HARD: 1600, _UNFAIR: 1800}
"""The highest score of a puzzle of each level; extreme has none."""

_TITLES = {
    "BUG_PLUS_1": "BUG+1",
    "TWO_STRING_KITE": "2-String Kite",
    "DUAL_TWO_STRING_KITE": "Dual 2-String Kite",
    "W_WING": "W-Wing",
    "XY_WING": "XY-Wing",
    "XYZ_WING": "XYZ-Wing",
    "SUE_DE_COQ": "Sue de Coq",
    "MULTI_COLOURS_1": "Multi-Colours 1",
    "MULTI_COLOURS_2": "Multi-Colours 2",
    "X_CHAIN": "X-Chain",
    "XY_CHAIN": "XY-Chain",
    "AIC": "AIC",
    "GROUPED_AIC": "Grouped AIC",
    "ALS_XZ": "ALS-XZ",
    "ALS_XY_WING": "ALS-XY-Wing",
    "ALS_CHAIN": "ALS Chain",
}
"""Titles that are not the name in other letters."""

# Searches with long names.
_SIMPLE = "single_digit.simple_colours"
_MULTI = "single_digit.multi_colours"
_EMPTY = "single_digit.empty_rectangle"
_AVOIDABLE = "uniqueness.avoidable"
_LOOPS = "nice_loops.continuous_nice_loop"
_GROUPED = "nice_loops.grouped_continuous_nice_loop"
_CHAINS = "forcing.forcing_chain_contradiction"
_NETS = "forcing.forcing_net_contradiction"


class Technique(Enum):
    """A way to place a digit or to remove a candidate.

    Attributes:
        level: How hard it is.
        score: What each use adds to the score of a puzzle.
        order: Its place: lower is tried first.  Equal: one search finds both.
        code: Its code in HoDoKu's library of cases.
        family: Its family: `singles`, `fish`, ….
        search: The module of this package and the function that finds it.

    Example:
        >>> Technique.HIDDEN_SINGLE.title, Technique.parse("x-wing").score
        ('Hidden Single', 140)
        >>> Technique.X_WING.family, Technique.MUTANT_X_WING.family
        ('fish', 'mutant-fish')
    """

    FULL_HOUSE = _EASY, 4, 100, "0000", "singles", "subsets.full_house"
    NAKED_SINGLE = _EASY, 4, 200, "0003", "singles", "subsets.naked_single"
    HIDDEN_SINGLE = _EASY, 14, 300, "0002", "singles", "subsets.hidden_single"
    LOCKED_PAIR = _MEDIUM, 40, 1000, "0110", "locked", "subsets.naked"
    LOCKED_TRIPLE = _MEDIUM, 60, 1100, "0111", "locked", "subsets.naked"
    POINTING = _MEDIUM, 50, 1200, "0100", "locked", "subsets.locked"
    CLAIMING = _MEDIUM, 50, 1210, "0101", "locked", "subsets.locked"
    NAKED_PAIR = _MEDIUM, 60, 1300, "0200", "subsets", "subsets.naked"
    NAKED_TRIPLE = _MEDIUM, 80, 1400, "0201", "subsets", "subsets.naked"
    HIDDEN_PAIR = _MEDIUM, 70, 1500, "0210", "subsets", "subsets.hidden"
    HIDDEN_TRIPLE = _MEDIUM, 100, 1600, "0211", "subsets", "subsets.hidden"
    NAKED_QUAD = _HARD, 120, 2000, "0202", "subsets", "subsets.naked"
    HIDDEN_QUAD = _HARD, 150, 2100, "0212", "subsets", "subsets.hidden"
    X_WING = _HARD, 140, 2200, "0300", "fish", "fish.basic"
    SWORDFISH = _HARD, 150, 2300, "0301", "fish", "fish.basic"
    JELLYFISH = _HARD, 160, 2400, "0302", "fish", "fish.basic"
    SQUIRMBAG = _UNFAIR, 470, 2500, "0303", "fish", "fish.basic"
    WHALE = _UNFAIR, 470, 2600, "0304", "fish", "fish.basic"
    LEVIATHAN = _UNFAIR, 470, 2700, "0305", "fish", "fish.basic"
    REMOTE_PAIR = _HARD, 110, 2800, "0703", "chains", "chains.remote_pair"
    BUG_PLUS_1 = _HARD, 100, 2900, "0610", "uniqueness", "uniqueness.bug"
    SKYSCRAPER = _HARD, 130, 3000, "0400", "single-digit", "single_digit.skyscraper"
    TWO_STRING_KITE = _HARD, 150, 3100, "0401", "single-digit", "single_digit.kite"
    DUAL_TWO_STRING_KITE = _HARD, 150, 3110, "0404", "single-digit", "single_digit.kite"
    TURBOT_FISH = _HARD, 120, 3120, "0403", "single-digit", "single_digit.turbot_fish"
    EMPTY_RECTANGLE = _HARD, 120, 3170, "0402", "single-digit", _EMPTY
    DUAL_EMPTY_RECTANGLE = _HARD, 120, 3180, "0405", "single-digit", _EMPTY
    W_WING = _HARD, 150, 3200, "0803", "wings", "wings.w_wing"
    XY_WING = _HARD, 160, 3300, "0800", "wings", "wings.xy_wing"
    XYZ_WING = _HARD, 180, 3400, "0801", "wings", "wings.xyz_wing"
    UNIQUE_RECTANGLE_1 = _HARD, 100, 3500, "0600", "uniqueness", "uniqueness.unique"
    UNIQUE_RECTANGLE_2 = _HARD, 100, 3600, "0601", "uniqueness", "uniqueness.unique"
    UNIQUE_RECTANGLE_3 = _HARD, 100, 3700, "0602", "uniqueness", "uniqueness.unique"
    UNIQUE_RECTANGLE_4 = _HARD, 100, 3800, "0603", "uniqueness", "uniqueness.unique"
    UNIQUE_RECTANGLE_5 = _HARD, 100, 3900, "0604", "uniqueness", "uniqueness.unique"
    UNIQUE_RECTANGLE_6 = _HARD, 100, 4000, "0605", "uniqueness", "uniqueness.unique"
    HIDDEN_RECTANGLE = _HARD, 100, 4010, "0606", "uniqueness", "uniqueness.unique"
    AVOIDABLE_RECTANGLE_1 = _HARD, 100, 4020, "0607", "uniqueness", _AVOIDABLE
    AVOIDABLE_RECTANGLE_2 = _HARD, 100, 4030, "0608", "uniqueness", _AVOIDABLE
    FINNED_X_WING = _HARD, 130, 4100, "0310", "fish", "fish.finned"
    SASHIMI_X_WING = _HARD, 150, 4200, "0320", "fish", "fish.finned"
    FINNED_SWORDFISH = _UNFAIR, 200, 4300, "0311", "fish", "fish.finned"
    SASHIMI_SWORDFISH = _UNFAIR, 240, 4400, "0321", "fish", "fish.finned"
    FINNED_JELLYFISH = _UNFAIR, 250, 4500, "0312", "fish", "fish.finned"
    SASHIMI_JELLYFISH = _UNFAIR, 260, 4600, "0322", "fish", "fish.finned"
    FINNED_SQUIRMBAG = _UNFAIR, 470, 4700, "0313", "fish", "fish.finned"
    SASHIMI_SQUIRMBAG = _UNFAIR, 470, 4800, "0323", "fish", "fish.finned"
    FINNED_WHALE = _UNFAIR, 470, 4900, "0314", "fish", "fish.finned"
    SASHIMI_WHALE = _UNFAIR, 470, 5000, "0324", "fish", "fish.finned"
    FINNED_LEVIATHAN = _UNFAIR, 470, 5100, "0315", "fish", "fish.finned"
    SASHIMI_LEVIATHAN = _UNFAIR, 470, 5200, "0325", "fish", "fish.finned"
    SUE_DE_COQ = _UNFAIR, 250, 5300, "1101", "sue-de-coq", "wings.sue_de_coq"
    SIMPLE_COLOURS_TRAP = _HARD, 150, 5330, "0500", "colours", _SIMPLE
    SIMPLE_COLOURS_WRAP = _HARD, 150, 5330, "0501", "colours", _SIMPLE
    MULTI_COLOURS_1 = _HARD, 200, 5360, "0502", "colours", _MULTI
    MULTI_COLOURS_2 = _HARD, 200, 5360, "0503", "colours", _MULTI
    X_CHAIN = _UNFAIR, 260, 5400, "0701", "chains", "chains.x_chain"
    XY_CHAIN = _UNFAIR, 260, 5500, "0702", "chains", "chains.xy_chain"
    CONTINUOUS_NICE_LOOP = _UNFAIR, 280, 5600, "0706", "chains", _LOOPS
    DISCONTINUOUS_NICE_LOOP = _UNFAIR, 280, 5600, "0707", "chains", _LOOPS
    AIC = _UNFAIR, 280, 5600, "0708", "chains", _LOOPS
    GROUPED_CONTINUOUS_NICE_LOOP = _UNFAIR, 300, 5650, "0709", "chains", _GROUPED
    GROUPED_DISCONTINUOUS_NICE_LOOP = _UNFAIR, 300, 5650, "0710", "chains", _GROUPED
    GROUPED_AIC = _UNFAIR, 300, 5650, "0711", "chains", _GROUPED
    ALS_XZ = _UNFAIR, 300, 5700, "0901", "als", "als.als_xz"
    ALS_XY_WING = _UNFAIR, 320, 5800, "0902", "als", "als.als_xy_wing"
    ALS_CHAIN = _UNFAIR, 340, 5900, "0903", "als", "als.als_chain"
    DEATH_BLOSSOM = _UNFAIR, 360, 6000, "0904", "als", "als.death_blossom"
    FRANKEN_X_WING = _UNFAIR, 300, 6100, "0330", "franken-fish", "fish.mixed"
    FRANKEN_SWORDFISH = _UNFAIR, 350, 6200, "0331", "franken-fish", "fish.mixed"
    FRANKEN_JELLYFISH = _UNFAIR, 370, 6300, "0332", "franken-fish", "fish.mixed"
    FRANKEN_SQUIRMBAG = _EXTREME, 470, 6400, "0333", "franken-fish", "fish.mixed"
    FRANKEN_WHALE = _EXTREME, 470, 6500, "0334", "franken-fish", "fish.mixed"
    FRANKEN_LEVIATHAN = _EXTREME, 470, 6600, "0335", "franken-fish", "fish.mixed"
    FINNED_FRANKEN_X_WING = _UNFAIR, 390, 6700, "0340", "franken-fish", "fish.mixed"
    FINNED_FRANKEN_SWORDFISH = _UNFAIR, 410, 6800, "0341", "franken-fish", "fish.mixed"
    FINNED_FRANKEN_JELLYFISH = _UNFAIR, 430, 6900, "0342", "franken-fish", "fish.mixed"
    FINNED_FRANKEN_SQUIRMBAG = _EXTREME, 470, 7000, "0343", "franken-fish", "fish.mixed"
    FINNED_FRANKEN_WHALE = _EXTREME, 470, 7100, "0344", "franken-fish", "fish.mixed"
    FINNED_FRANKEN_LEVIATHAN = _EXTREME, 470, 7200, "0345", "franken-fish", "fish.mixed"
    MUTANT_X_WING = _EXTREME, 450, 7300, "0350", "mutant-fish", "fish.mixed"
    MUTANT_SWORDFISH = _EXTREME, 450, 7400, "0351", "mutant-fish", "fish.mixed"
    MUTANT_JELLYFISH = _EXTREME, 450, 7500, "0352", "mutant-fish", "fish.mixed"
    MUTANT_SQUIRMBAG = _EXTREME, 470, 7600, "0353", "mutant-fish", "fish.mixed"
    MUTANT_WHALE = _EXTREME, 470, 7700, "0354", "mutant-fish", "fish.mixed"
    MUTANT_LEVIATHAN = _EXTREME, 470, 7800, "0355", "mutant-fish", "fish.mixed"
    FINNED_MUTANT_X_WING = _EXTREME, 470, 7900, "0360", "mutant-fish", "fish.mixed"
    FINNED_MUTANT_SWORDFISH = _EXTREME, 470, 8000, "0361", "mutant-fish", "fish.mixed"
    FINNED_MUTANT_JELLYFISH = _EXTREME, 470, 8100, "0362", "mutant-fish", "fish.mixed"
    FINNED_MUTANT_SQUIRMBAG = _EXTREME, 470, 8200, "0363", "mutant-fish", "fish.mixed"
    FINNED_MUTANT_WHALE = _EXTREME, 470, 8300, "0364", "mutant-fish", "fish.mixed"
    FINNED_MUTANT_LEVIATHAN = _EXTREME, 470, 8400, "0365", "mutant-fish", "fish.mixed"
    FORCING_CHAIN_CONTRADICTION = _EXTREME, 500, 8500, "1301", "forcing", _CHAINS
    FORCING_CHAIN_VERITY = _EXTREME, 500, 8500, "1302", "forcing", _CHAINS
    FORCING_NET_CONTRADICTION = _EXTREME, 700, 8600, "1303", "forcing", _NETS
    FORCING_NET_VERITY = _EXTREME, 700, 8600, "1304", "forcing", _NETS
    TEMPLATE_SET = _EXTREME, 10000, 8700, "1201", "templates", "templates.agreed"
    TEMPLATE_DELETE = _EXTREME, 10000, 8800, "1202", "templates", "templates.agreed"

    def __init__(  # noqa: PLR0917  a row of the table
        self, level: Level, score: int, order: int, code: str, family: str, search: str
    ) -> None:
        self.level = level
        self.score = score
        self.order = order
        self.code = code
        self.family = family
        self.search = search

    @property
    def key(self) -> str:
        """The word for commands and files: `hidden-single`."""
        return _key_of(self.name)

    @property
    def title(self) -> str:
        """The words for sentences: `Hidden Single`."""
        usual = self.name.replace("_", " ").title().replace("X Wing", "X-Wing")
        if "Rectangle" in usual and usual[-1].isdigit():
            usual = f"{usual[:-1]}Type {usual[-1]}"
        return _TITLES.get(self.name, usual)

    @property
    def size(self) -> int:
        """Of a subset or fish, how many cells, digits or base sets it has.

        Example:
            >>> Technique.NAKED_PAIR.size, Technique.FINNED_FRANKEN_SWORDFISH.size
            (2, 3)
        """
        return int(self.code[-1]) + 2  # HoDoKu numbers the sizes from 2

    @property
    def is_single(self) -> bool:
        """Whether it is one of the three that place a digit by one unit or cell."""
        return self.family == "singles"

    @property
    def module(self) -> ModuleType:
        """The module that finds it and explains its steps; loaded on first use."""
        return import_module(f"satdoku.techniques.{self.search.split('.')[0]}")

    @cached_property
    def find(self) -> Callable[[View], Iterator[Step]]:
        """The function that yields its steps, and those of other techniques beside it.

        The step to take first comes first.  A function that serves several places of
        the order takes the technique as well.
        """
        function: Callable[..., Iterator[Step]] = getattr(
            self.module, self.search.split(".")[1]
        )
        if any(
            technique.search == self.search and technique.order != self.order
            for technique in Technique
        ):
            return partial(function, technique=self)
        return function

    @staticmethod
    def parse(
        text: str, *, what: str = "technique", others: Iterable[str] = ()
    ) -> Technique:
        """Read a technique by its key.

        Args:
            text: The key, in either case, with spaces or hyphens.
            what: What the message says was expected.
            others: Other keys that the message may suggest.

        Raises:
            UsageError: There is no technique of that name.
        """
        check_kind("a technique", text, str, "its name, such as x-wing")
        key = _key_of(text)
        for technique in Technique:
            if technique.key == key:
                return technique
        from difflib import get_close_matches  # noqa: PLC0415  seldom needed

        known = {*others, *(technique.key for technique in Technique)}
        near = get_close_matches(key, known, 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UsageError(f"no {what} {printable(text)!r}{hint}")


def _key_of(text: str) -> str:
    """Return a name as keys are written: lower case, with hyphens."""
    return text.lower().replace("_", "-").replace(" ", "-")


FAMILIES: dict[str, frozenset[Technique]] = {
    family: frozenset(
        technique for technique in Technique if technique.family == family
    )
    for family in dict.fromkeys(technique.family for technique in Technique)
}
"""The techniques of each family."""

UNIQUENESS = FAMILIES["uniqueness"]
"""Techniques that assume the puzzle has one solution, and are wrong if it has more."""

_OF_BOXES = frozenset(
    technique
    for technique in Technique
    if technique.family == "templates" or technique.search in {"fish.finned", _EMPTY}
)
"""Techniques that need boxes, not irregular regions."""

_OF_SQUARES = frozenset(
    technique
    for technique in Technique
    if technique.search.startswith(("fish.", "single_digit."))
    and technique.family != "colours"
)
"""Techniques that need as many rows, columns and boxes, if any, as digits."""

_UNUSUAL = (
    "squirmbag",
    "whale",
    "leviathan",
    "mutant",
    "franken-jellyfish",
    "death-blossom",
    "template",
    "dual",
)
"""Parts of the keys of techniques that HoDoKu switches off by default."""

USUAL = frozenset(
    technique
    for technique in Technique
    if not any(part in technique.key for part in _UNUSUAL)
)
"""The techniques used by default."""

_GROUPS = {
    **FAMILIES,
    **{
        level.key: frozenset(
            technique for technique in Technique if technique.level is level
        )
        for level in Level
    },
    "usual": USUAL,
    "all": frozenset(Technique),
}


def names() -> Iterator[str]:
    """Yield the names of families, levels and groups, then of techniques."""
    yield from _GROUPS
    # A family of one has the name of its technique.
    yield from (
        technique.key for technique in Technique if technique.key not in _GROUPS
    )


def chosen(techniques: Named | None) -> frozenset[Technique]:
    """Return the techniques of a choice.

    Args:
        techniques: Keys of techniques, families or groups, joined by commas;
            techniques; levels; or any number of these.  None for the usual techniques.

    Raises:
        UsageError: A name is unknown, or a value is no technique.

    Example:
        >>> sorted(technique.key for technique in chosen("locked,x-wing"))
        ['claiming', 'locked-pair', 'locked-triple', 'pointing', 'x-wing']
        >>> chosen(Technique.X_WING) == chosen(["x-wing"])
        True
        >>> chosen(None) == USUAL, len(chosen([]))
        (True, 0)
        >>> chosen("bugs")
        Traceback (most recent call last):
        satdoku.errors.UsageError: no technique or family 'bugs'
    """
    if techniques is None:
        return USUAL
    return frozenset(chain.from_iterable(choices(techniques)))


def suitable(techniques: frozenset[Technique], puzzle: Puzzle) -> frozenset[Technique]:
    """Return those of some techniques that hold for the rules of a puzzle.

    Raises:
        UsageError: None of them does.

    Example:
        >>> from satdoku.constraints import Diagonals
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle = Puzzle("." * 81, [Diagonals()])
        >>> Technique.BUG_PLUS_1 in suitable(USUAL, puzzle)
        False
    """
    if puzzle.is_classic:
        return techniques
    usable, geometry = techniques - UNIQUENESS, puzzle.geometry
    n, boxes = geometry.size, len(geometry.box_units)
    if boxes != n:
        usable -= _OF_BOXES
    is_square = geometry.rows == geometry.columns == n and not geometry.raw
    if not (is_square and boxes in {0, n}):
        usable -= _OF_BOXES | _OF_SQUARES
    if techniques and not usable:
        rules = ", ".join(rule.describe() for rule in puzzle.constraints)
        raise UsageError(
            f"none of these techniques holds with {rules or puzzle.geometry}"
        )
    return usable


def choices(techniques: Named) -> Iterator[frozenset[Technique]]:
    """Yield the techniques of each name, technique or level of a choice.

    Args:
        techniques: As for `chosen`.

    Raises:
        UsageError: A name is unknown, or a value is no technique.

    Example:
        >>> [len(choice) for choice in choices(["x-wing,singles", Technique.AIC])]
        [1, 3, 1]
    """
    if isinstance(techniques, str) or not isinstance(techniques, Iterable):
        techniques = (techniques,)
    for choice in techniques:
        if isinstance(choice, Technique):
            yield frozenset({choice})
        elif isinstance(choice, Level):
            yield _GROUPS[choice.key]
        elif isinstance(choice, str):
            for name in map(str.strip, choice.split(",")):
                group = _GROUPS.get(_key_of(name))
                yield group or frozenset(
                    {Technique.parse(name, what="technique or family", others=names())}
                )
        else:
            raise UsageError(
                f"{shown(choice)} is not a technique; expected names of techniques, "
                "families or levels"
            )


@lru_cache(maxsize=32)
def searches(techniques: frozenset[Technique]) -> tuple[Technique, ...]:
    """Return the first technique of each place where some techniques are searched for.

    Example:
        >>> found = searches(frozenset({Technique.AIC, Technique.HIDDEN_SINGLE}))
        >>> [technique.key for technique in found]
        ['hidden-single', 'continuous-nice-loop']
    """
    places = {technique.order for technique in techniques}
    firsts = {technique.order: technique for technique in reversed(Technique)}
    return tuple(firsts[order] for order in sorted(places))
