"""Arguments that make no sense are refused by name, in one line, wherever they come."""

from pathlib import Path

import numpy as np
import pytest

import satdoku
from satdoku import Puzzle, UsageError

FOUR = "1... ..2. ..3. 4..."
NINE, SOLVED = "." * 81, "1243342121344312"
LINES = Path(__file__).with_name("refused.txt").read_text("utf-8").splitlines()[1:]


def each(**options):
    """Call every function that searches, and raise what all of them raise."""
    functions = [satdoku.solve, satdoku.solutions, satdoku.all_solutions]
    functions += [satdoku.count, satdoku.check]
    for function in functions + [satdoku.prove] * ("encoding" not in options):
        with pytest.raises(UsageError) as caught:
            function(Puzzle(FOUR), **options)
    raise caught.value


NAMES = {name: getattr(satdoku, name) for name in dir(satdoku)}
NAMES |= {"FOUR": FOUR, "NINE": NINE, "SOLVED": SOLVED, "each": each, "np": np}
NAMES |= {"satdoku": satdoku}


@pytest.mark.parametrize("line", LINES)
def test_refused(line, tmp_path, monkeypatch):
    call, error, *words = line.split(" || ")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Exception) as caught:
        eval(call, NAMES)
    kinds = {kind.__name__ for kind in type(caught.value).__mro__}
    assert error in kinds
    assert all(word in str(caught.value) for word in words)
    assert str(caught.value).isprintable()
    assert [] == list(tmp_path.iterdir())
