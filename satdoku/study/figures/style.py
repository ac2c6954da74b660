"""How all figures look: one page width, one letter size, a look for each contender.

A contender looks the same in every figure of a study.  Its colour is one of eight that
people with any colour sight tell apart, and that differ in lightness, too, so that they
do on grey paper; its marker and its line say the same once more.  Well-known engines
have a colour of their own, where no other contender took it before.

Nothing is left to what a person has set up: matplotlib's own defaults, then `SETTINGS`.
No date is written, and what names parts of an SVG is drawn from a fixed salt, so the
same runs give the same bytes.

Source of the colours: M. Okabe, K. Ito, Color Universal Design, 2008; its yellow, too
pale for lines on white, is left out, a grey and a violet are added.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from satdoku.choice import AUTO
from satdoku.study.contender import Contender

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

__all__ = ["FAINT", "INK", "PALE", "WIDTH", "Look", "alike", "looks"]

WIDTH = 7.6
"""Of every figure, in inches: the text of an A4 page, nearly."""

INK = "#1a1a1a"
FAINT = "#5c5c5c"
"""What explains: lighter than what is shown, dark enough to read."""

PALE = "#d9d9d9"
"""Lines of the grid."""

_DOTS = 200
"""An inch.  The layout is made for as many as are drawn: letters are wider or narrower
with other numbers, by rounding."""

SETTINGS: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#8a8a8a",
    "axes.grid": True,
    "axes.labelcolor": FAINT,
    "axes.labelsize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 4,
    "axes.titlesize": 8.5,
    "axes.titleweight": "bold",
    "figure.dpi": _DOTS,
    "font.family": ["DejaVu Sans"],
    "font.size": 8,
    "grid.color": PALE,
    "grid.linewidth": 0.5,
    "lines.linewidth": 1.4,
    "lines.markersize": 4.5,
    "savefig.dpi": _DOTS,
    "savefig.facecolor": "white",
    "svg.fonttype": "none",
    "svg.hashsalt": "satdoku",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": "#8a8a8a",
    "xtick.labelcolor": FAINT,
    "xtick.labelsize": 7.5,
    "xtick.minor.visible": False,
    "ytick.color": "#8a8a8a",
    "ytick.labelcolor": FAINT,
    "ytick.labelsize": 7.5,
    "ytick.minor.visible": False,
}

_BLACK = "#000000"
_COLOURS = (
    "#0072b2",  # blue
    "#d55e00",  # vermilion
    "#009e73",  # green
    "#cc79a7",  # pink
    "#e69f00",  # orange
    "#56b4e9",  # sky
    "#6a3d9a",  # violet
    "#7f7f7f",  # grey
)
_OWN = {
    "cadical153": "#0072b2",
    "backtracking": "#d55e00",
    "bitmask": "#009e73",
    "elimination": "#cc79a7",
    "constraint": "#e69f00",
    "dpll": "#56b4e9",
    "ilp": "#6a3d9a",
    "cp": "#7f7f7f",
}
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
_LINES: tuple[str | tuple[int, tuple[float, ...]], ...] = (
    "-",
    (0, (5, 1.5)),
    (0, (1.2, 1.2)),
    (0, (6, 1.5, 1.2, 1.5)),
)


@dataclass(frozen=True, slots=True)
class Look:
    """How a contender looks: colour, marker and line, as matplotlib takes them."""

    colour: str
    marker: str
    line: str | tuple[int, tuple[float, ...]] = "-"

    @property
    def ink(self) -> str:
        """The colour darker, as letters need it to be read on white."""
        parts = [int(self.colour[place : place + 2], 16) for place in (1, 3, 5)]
        return "#" + "".join(f"{part * 7 // 10:02x}" for part in parts)

    @property
    def points(self) -> dict[str, Any]:
        """What draws points that are measured whole, as arguments of `Axes.plot`."""
        size = 6.5 if self.marker == "*" else 4.5
        return {
            "linestyle": "",
            "marker": self.marker,
            "markersize": size,
            "color": self.colour,
            "markeredgewidth": 0.8,
        }

    @property
    def hollow(self) -> dict[str, Any]:
        """The same of points that are bounds, as something was cut off."""
        return {
            **self.points,
            "markerfacecolor": "white",
            "clip_on": False,
            "zorder": 5,
        }


def looks(contenders: Iterable[str]) -> dict[str, Look]:
    """Give every contender a look; `auto` is black, and none looks like another.

    The order in which they are told does not matter.

    Example:
        >>> given = looks(["bitmask", "auto", "dpll:first", "dpll"])
        >>> given["auto"].colour, given["bitmask"].colour
        ('#000000', '#009e73')
        >>> len(set(given.values()))
        4
    """
    found: dict[str, Look] = {}
    told = sorted(set(contenders), key=lambda name: (len(name), name))
    if AUTO in told:
        told.remove(AUTO)
        found[AUTO] = Look(_BLACK, "*")
    own: dict[str, str] = {}
    for name in told:
        engine = Contender.parse(name).engine
        if engine in _OWN and _OWN[engine] not in own.values():
            own[name] = _OWN[engine]
    # Each colour once, those with their own first; then each once more with the next
    # line; markers, being nine, go on from another one then.
    told.sort(key=lambda name: name not in own)
    free: list[str] = []
    for place, name in enumerate(told):
        free = free or list(_COLOURS)
        colour = own.get(name, free[0])
        free.remove(colour)
        line = _LINES[place // len(_COLOURS) % len(_LINES)]
        # No two of a colour have the same marker, as long as there are markers.
        taken = {one.marker for one in found.values() if one.colour == colour}
        turned = [_MARKERS[(place + at) % len(_MARKERS)] for at in range(len(_MARKERS))]
        marker = next((each for each in turned if each not in taken), turned[0])
        found[name] = Look(colour, marker, line)
    return found


@contextmanager
def alike() -> Generator[None]:
    """Draw and save with these settings, and leave those of others as they were."""
    import matplotlib as mpl  # noqa: PLC0415  heavy, and an extra

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        yield
