"""Texts as people paste them, kept in `everyday.jsonl`, and the same ones damaged.

A case has a text and what is in it: lines of puzzles, 1 for any one puzzle, or "error"
for a text that has to be refused with one error.
"""

import io
import json
import random
from pathlib import Path

import pytest

from satdoku import Puzzle
from satdoku.errors import InputError
from tests.formats.inner import scan

CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("everyday.jsonl").read_text().splitlines()
]
SIGNS = "0123456789. |-,xA"


def read(text):
    """Return the puzzles of a text, and its errors."""
    items = list(scan(io.StringIO(text)))
    errors = [str(item) for item in items if isinstance(item, InputError)]
    return [item for item in items if not isinstance(item, InputError)], errors


@pytest.mark.parametrize("case", CASES, ids=[case["about"] for case in CASES])
def test_everyday_text(case):
    found, errors = read(case["text"])
    lines = [item.puzzle.line.replace("0", ".") for item in found]

    if case["puzzles"] == "error":
        assert not lines
        assert 1 == len(errors)
        return
    assert not errors
    if case["puzzles"] == 1:
        assert 1 == len(lines)
    else:
        assert case["puzzles"] == lines
    if "names" in case:
        assert case["names"] == [item.name for item in found]


OF_FILES = ("{", "id,", "quizzes", "<")


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in CASES
        if not case["text"].startswith(OF_FILES)
        and (case["puzzles"] == 1 or len(case["puzzles"]) == 1)
    ],
)
def test_pasted_text_is_read_as_a_file(case):
    """`Puzzle` reads every layout; tables and JSON are formats of files."""
    (item,), _ = read(case["text"])
    assert item.puzzle == Puzzle(case["text"])


def damaged(text, rng):
    """Return a text with one typing error: a sign or a line lost, added or changed."""
    lines, spot = text.split("\n"), rng.randrange(len(text))
    row, sign = rng.randrange(len(lines)), rng.choice(SIGNS)
    kind = rng.choice(("lose", "add", "change", "lose line", "double line", "cut"))
    if kind in ("lose", "add", "change"):
        middle = "" if kind == "lose" else sign
        return text[:spot] + middle + text[spot + (kind != "add") :]
    if kind == "lose line":
        del lines[row]
    elif kind == "double line":
        lines.insert(row, lines[row])
    else:
        lines[row] = lines[row][:-1]
    return "\n".join(lines)


def misread(whole, found):
    """Whether puzzles differ from those of the whole text in more than a cell."""
    return any(
        not one.puzzle.geometry.same_shape(two.puzzle.geometry)
        or sum(map(int.__ne__, one.puzzle.values, two.puzzle.values)) > 1
        for one, two in zip(whole, found, strict=True)
    )


@pytest.mark.parametrize("times", [4, pytest.param(100, marks=pytest.mark.nightly)])
def test_damage_is_never_misread(times):
    """One typing error changes a cell at most, or is reported; one in 1,000 may not."""
    rng, count, wrong = random.Random(times), 0, []
    for case in CASES:
        whole, errors = read(case["text"])
        if errors or len(case["text"]) > 3000:
            continue
        for _ in range(times):
            text = damaged(case["text"], rng)
            found, errors = read(text)
            count += 1
            if not errors and len(found) == len(whole) and misread(whole, found):
                wrong.append((case["about"], text))
    assert len(wrong) * 1000 <= count, wrong
