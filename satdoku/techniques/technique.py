"""The techniques: their names, how hard each is held to be, and in which order to try.

A technique has a key (`hidden-single`: commands and files), a title (`Hidden Single`:
sentences), and what HoDoKu 2.2.0 gives it: level, score, place in the order, and the
code in its library of cases.  Techniques that share a place are found by one search,
which tells them apart by what it finds: an AIC and the loop it may close, say.

`USUAL` are those that HoDoKu's solver has switched on, its default; the rest are for
whoever asks.

Source: the table of steps of HoDoKu 2.2.0 (names of solving techniques as in its
documentation, where the community's shorter ones are not usual).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from satdoku.errors import UsageError, printable
from satdoku.techniques.level import Level

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["UNIQUENESS", "USUAL", "Level", "Technique", "key_of"]

_EASY, _MEDIUM, _HARD, _UNFAIR, _EXTREME = Level

_TITLES = {
    "BUG_PLUS_1": "BUG+1",
    "TWO_STRING_KITE": "2-String Kite",
    "DUAL_TWO_STRING_KITE": "Dual 2-String Kite",
    "W_WING": "W-Wing",
    "XY_WING": "XY-Wing",
    "XYZ_WING": "XYZ-Wing",
    "UNIQUE_RECTANGLE_1": "Unique Rectangle Type 1",
    "UNIQUE_RECTANGLE_2": "Unique Rectangle Type 2",
    "UNIQUE_RECTANGLE_3": "Unique Rectangle Type 3",
    "UNIQUE_RECTANGLE_4": "Unique Rectangle Type 4",
    "UNIQUE_RECTANGLE_5": "Unique Rectangle Type 5",
    "UNIQUE_RECTANGLE_6": "Unique Rectangle Type 6",
    "AVOIDABLE_RECTANGLE_1": "Avoidable Rectangle Type 1",
    "AVOIDABLE_RECTANGLE_2": "Avoidable Rectangle Type 2",
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
"""Where the title is not the name in other letters."""


def key_of(text: str) -> str:
    """Return a name as keys are written.

    Example:
        >>> key_of("Hidden Single"), key_of("HIDDEN_SINGLE")
        ('hidden-single', 'hidden-single')
    """
    return text.lower().replace("_", "-").replace(" ", "-")


class Technique(Enum):
    """A way to place a digit or to remove a candidate.

    Attributes:
        level: How hard it is held to be.
        score: What each use of it adds to a puzzle's score.
        order: Its place: lower is tried first.  Equal: one search finds both.
        code: Of HoDoKu's library of cases.

    Example:
        >>> Technique.HIDDEN_SINGLE.title, Technique.parse("x-wing").score
        ('Hidden Single', 140)
    """

    FULL_HOUSE = (_EASY, 4, 100, "0000")
    NAKED_SINGLE = (_EASY, 4, 200, "0003")
    HIDDEN_SINGLE = (_EASY, 14, 300, "0002")
    LOCKED_PAIR = (_MEDIUM, 40, 1000, "0110")
    LOCKED_TRIPLE = (_MEDIUM, 60, 1100, "0111")
    POINTING = (_MEDIUM, 50, 1200, "0100")
    CLAIMING = (_MEDIUM, 50, 1210, "0101")
    NAKED_PAIR = (_MEDIUM, 60, 1300, "0200")
    NAKED_TRIPLE = (_MEDIUM, 80, 1400, "0201")
    HIDDEN_PAIR = (_MEDIUM, 70, 1500, "0210")
    HIDDEN_TRIPLE = (_MEDIUM, 100, 1600, "0211")
    NAKED_QUAD = (_HARD, 120, 2000, "0202")
    HIDDEN_QUAD = (_HARD, 150, 2100, "0212")
    X_WING = (_HARD, 140, 2200, "0300")
    SWORDFISH = (_HARD, 150, 2300, "0301")
    JELLYFISH = (_HARD, 160, 2400, "0302")
    SQUIRMBAG = (_UNFAIR, 470, 2500, "0303")
    WHALE = (_UNFAIR, 470, 2600, "0304")
    LEVIATHAN = (_UNFAIR, 470, 2700, "0305")
    REMOTE_PAIR = (_HARD, 110, 2800, "0703")
    BUG_PLUS_1 = (_HARD, 100, 2900, "0610")
    SKYSCRAPER = (_HARD, 130, 3000, "0400")
    TWO_STRING_KITE = (_HARD, 150, 3100, "0401")
    DUAL_TWO_STRING_KITE = (_HARD, 150, 3110, "0404")
    TURBOT_FISH = (_HARD, 120, 3120, "0403")
    EMPTY_RECTANGLE = (_HARD, 120, 3170, "0402")
    DUAL_EMPTY_RECTANGLE = (_HARD, 120, 3180, "0405")
    W_WING = (_HARD, 150, 3200, "0803")
    XY_WING = (_HARD, 160, 3300, "0800")
    XYZ_WING = (_HARD, 180, 3400, "0801")
    UNIQUE_RECTANGLE_1 = (_HARD, 100, 3500, "0600")
    UNIQUE_RECTANGLE_2 = (_HARD, 100, 3600, "0601")
    UNIQUE_RECTANGLE_3 = (_HARD, 100, 3700, "0602")
    UNIQUE_RECTANGLE_4 = (_HARD, 100, 3800, "0603")
    UNIQUE_RECTANGLE_5 = (_HARD, 100, 3900, "0604")
    UNIQUE_RECTANGLE_6 = (_HARD, 100, 4000, "0605")
    HIDDEN_RECTANGLE = (_HARD, 100, 4010, "0606")
    AVOIDABLE_RECTANGLE_1 = (_HARD, 100, 4020, "0607")
    AVOIDABLE_RECTANGLE_2 = (_HARD, 100, 4030, "0608")
    FINNED_X_WING = (_HARD, 130, 4100, "0310")
    SASHIMI_X_WING = (_HARD, 150, 4200, "0320")
    FINNED_SWORDFISH = (_UNFAIR, 200, 4300, "0311")
    SASHIMI_SWORDFISH = (_UNFAIR, 240, 4400, "0321")
    FINNED_JELLYFISH = (_UNFAIR, 250, 4500, "0312")
    SASHIMI_JELLYFISH = (_UNFAIR, 260, 4600, "0322")
    FINNED_SQUIRMBAG = (_UNFAIR, 470, 4700, "0313")
    SASHIMI_SQUIRMBAG = (_UNFAIR, 470, 4800, "0323")
    FINNED_WHALE = (_UNFAIR, 470, 4900, "0314")
    SASHIMI_WHALE = (_UNFAIR, 470, 5000, "0324")
    FINNED_LEVIATHAN = (_UNFAIR, 470, 5100, "0315")
    SASHIMI_LEVIATHAN = (_UNFAIR, 470, 5200, "0325")
    SUE_DE_COQ = (_UNFAIR, 250, 5300, "1101")
    SIMPLE_COLOURS_TRAP = (_HARD, 150, 5330, "0500")
    SIMPLE_COLOURS_WRAP = (_HARD, 150, 5330, "0501")
    MULTI_COLOURS_1 = (_HARD, 200, 5360, "0502")
    MULTI_COLOURS_2 = (_HARD, 200, 5360, "0503")
    X_CHAIN = (_UNFAIR, 260, 5400, "0701")
    XY_CHAIN = (_UNFAIR, 260, 5500, "0702")
    CONTINUOUS_NICE_LOOP = (_UNFAIR, 280, 5600, "0706")
    DISCONTINUOUS_NICE_LOOP = (_UNFAIR, 280, 5600, "0707")
    AIC = (_UNFAIR, 280, 5600, "0708")
    GROUPED_CONTINUOUS_NICE_LOOP = (_UNFAIR, 300, 5650, "0709")
    GROUPED_DISCONTINUOUS_NICE_LOOP = (_UNFAIR, 300, 5650, "0710")
    GROUPED_AIC = (_UNFAIR, 300, 5650, "0711")
    ALS_XZ = (_UNFAIR, 300, 5700, "0901")
    ALS_XY_WING = (_UNFAIR, 320, 5800, "0902")
    ALS_CHAIN = (_UNFAIR, 340, 5900, "0903")
    DEATH_BLOSSOM = (_UNFAIR, 360, 6000, "0904")
    FRANKEN_X_WING = (_UNFAIR, 300, 6100, "0330")
    FRANKEN_SWORDFISH = (_UNFAIR, 350, 6200, "0331")
    FRANKEN_JELLYFISH = (_UNFAIR, 370, 6300, "0332")
    FRANKEN_SQUIRMBAG = (_EXTREME, 470, 6400, "0333")
    FRANKEN_WHALE = (_EXTREME, 470, 6500, "0334")
    FRANKEN_LEVIATHAN = (_EXTREME, 470, 6600, "0335")
    FINNED_FRANKEN_X_WING = (_UNFAIR, 390, 6700, "0340")
    FINNED_FRANKEN_SWORDFISH = (_UNFAIR, 410, 6800, "0341")
    FINNED_FRANKEN_JELLYFISH = (_UNFAIR, 430, 6900, "0342")
    FINNED_FRANKEN_SQUIRMBAG = (_EXTREME, 470, 7000, "0343")
    FINNED_FRANKEN_WHALE = (_EXTREME, 470, 7100, "0344")
    FINNED_FRANKEN_LEVIATHAN = (_EXTREME, 470, 7200, "0345")
    MUTANT_X_WING = (_EXTREME, 450, 7300, "0350")
    MUTANT_SWORDFISH = (_EXTREME, 450, 7400, "0351")
    MUTANT_JELLYFISH = (_EXTREME, 450, 7500, "0352")
    MUTANT_SQUIRMBAG = (_EXTREME, 470, 7600, "0353")
    MUTANT_WHALE = (_EXTREME, 470, 7700, "0354")
    MUTANT_LEVIATHAN = (_EXTREME, 470, 7800, "0355")
    FINNED_MUTANT_X_WING = (_EXTREME, 470, 7900, "0360")
    FINNED_MUTANT_SWORDFISH = (_EXTREME, 470, 8000, "0361")
    FINNED_MUTANT_JELLYFISH = (_EXTREME, 470, 8100, "0362")
    FINNED_MUTANT_SQUIRMBAG = (_EXTREME, 470, 8200, "0363")
    FINNED_MUTANT_WHALE = (_EXTREME, 470, 8300, "0364")
    FINNED_MUTANT_LEVIATHAN = (_EXTREME, 470, 8400, "0365")
    FORCING_CHAIN_CONTRADICTION = (_EXTREME, 500, 8500, "1301")
    FORCING_CHAIN_VERITY = (_EXTREME, 500, 8500, "1302")
    FORCING_NET_CONTRADICTION = (_EXTREME, 700, 8600, "1303")
    FORCING_NET_VERITY = (_EXTREME, 700, 8600, "1304")
    TEMPLATE_SET = (_EXTREME, 10000, 8700, "1201")
    TEMPLATE_DELETE = (_EXTREME, 10000, 8800, "1202")

    def __init__(self, level: Level, score: int, order: int, code: str) -> None:
        self.level = level
        self.score = score
        self.order = order
        self.code = code

    @property
    def key(self) -> str:
        """The word of commands and files: `hidden-single`."""
        return key_of(self.name)

    @property
    def title(self) -> str:
        """The words of sentences: `Hidden Single`."""
        usual = self.name.replace("_", " ").title().replace("X Wing", "X-Wing")
        return _TITLES.get(self.name, usual)

    @staticmethod
    def parse(
        text: str, *, what: str = "technique", others: Iterable[str] = ()
    ) -> Technique:
        """Read a technique by its key.

        Args:
            text: The key, in either case, with spaces or hyphens.
            what: What else was looked for as well, for the message.
            others: Keys of that, for the message.

        Raises:
            UsageError: There is no technique of that name.
        """
        wanted = key_of(text)
        for technique in Technique:
            if technique.key == wanted:
                return technique
        from difflib import get_close_matches  # noqa: PLC0415  seldom needed

        known = {*others, *(each.key for each in Technique)}
        near = get_close_matches(wanted, known, 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UsageError(
            f"no {what} {printable(text)!r}{hint} (`satdoku techniques` lists them)"
        )

    @property
    def is_single(self) -> bool:
        """Whether it is one of the three that place a digit by one unit or cell."""
        return self.order <= Technique.HIDDEN_SINGLE.order


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
"""Parts of the keys of what HoDoKu leaves switched off."""

USUAL = frozenset(
    technique
    for technique in Technique
    if not any(part in technique.key for part in _UNUSUAL)
)
"""What is tried unless told otherwise."""

UNIQUENESS = frozenset(
    technique
    for technique in Technique
    if "rectangle-" in technique.key
    or technique in (Technique.HIDDEN_RECTANGLE, Technique.BUG_PLUS_1)
)
"""What rests on the puzzle having one solution: of others it must not be asked."""
