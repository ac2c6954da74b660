"""What tests of explanations share: puzzles, and entries as text."""
# ruff: noqa: F401  tests import them from here

from satdoku.explanation.explain import End, SearchStep
from satdoku.explanation.trials import Trial
from tests.puzzles import EASY, ESCARGOT, HARD
from tests.puzzles import SINGLES_END as STUCK
from tests.techniques.support import short

FOUR = "1... ..2. ..3. 4..."
"""Solved by four naked singles and eight full houses."""
SEVERAL = "1... .... .... ...."
CLASHING = "12.. ..3. ...4 ...."
"""The clues in r1c1, r1c2 and r2c3 contradict each other."""
UNFAIR = (
    "...8...4..3......8.16....5.....3..1.1..7.5..2......4.6..1...8...9..7..64.5.4.2..7"
)
"""Takes some tenths of a second."""


def told(entry):
    """Return what an entry does, and of a trial all that it rests on.

    What a clash rests on may depend on how much time there was to make it shorter.
    """
    if isinstance(entry, Trial):
        steps = [_followed(entry.geometry, one) for one in entry.followed]
        cell, unit, digit = entry.dead_end
        return " ".join([short(entry), "by", *steps, f"to {cell} {unit} {digit}"])
    return short(entry)


def _followed(geometry, one):
    if isinstance(one, Trial):
        return f"({told(one)})"
    unit = "" if one.unit < 0 else f"/{geometry.unit_name(one.unit)}"
    place = f"{geometry.cell_name(one.cell)}={one.digit}"
    return f"{place}:{one.technique.key}{unit}".replace(" ", "")


def cells_and_digits(text):
    """Return the r1c1=4 and r1c1<>4 that a text has."""
    return {
        word.strip(".,;:()") for word in text.split() if word[:1] == "r" and "c" in word
    }
