"""Each technique does in HoDoKu's cases what they say, and no more."""

import pytest

from satdoku import Puzzle, find_steps
from tests.techniques.support import Technique

BY_CODE = {technique.code: technique for technique in Technique}
SLOW = "0364"
GROUPS = {
    "singles and locked": ("00", "01"),
    "subsets": ("02",),
    "fish": ("03",),
    "single-digit": ("04",),
    "colours and uniqueness": ("05", "06"),
    "chains": ("07",),
    "wings": ("08",),
    "almost locked sets": ("09", "11"),
    "templates": ("12",),
}


def candidates(text):
    """Read `digit row column` triples as (cell, digit)."""
    numbers = [[int(sign) for sign in word] for word in text.split()]
    return {(9 * row + column - 10, digit) for digit, row, column in numbers}


def grids(text, deleted):
    """Read a position; a `+` stands before a digit that is no clue."""
    clues, values, placed = [], [], False
    for sign in text:
        if sign == "+":
            placed = True
            continue
        value = int(sign) if sign.isdigit() else 0
        values.append(value)
        clues.append(0 if placed else value)
        placed = False
    puzzle = Puzzle("".join(map(str, clues)))
    now = Puzzle("".join(map(str, values)))
    masks = list(now.candidate_masks())
    for cell, digit in candidates(deleted):
        masks[cell] &= ~(1 << digit - 1)
    return puzzle, now.with_candidates(masks)


@pytest.fixture(scope="module")
def library(shared_data):
    """The cases by code: (variant, puzzle, position, removed, placed)."""
    path = shared_data / "reference" / "technique_cases.txt"
    found = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith(":"):
            _, name, _, text, deleted, removed, placed, *_ = line.split(":")
            code, _, variant = name.partition("-")
            found.setdefault(code, []).append((variant, text, deleted, removed, placed))
    return found


def faults(cases, code):
    """List the cases in which the technique does not do what the library says.

    The fifth digit of a code says that two fish with the same base sets are one step.
    """
    technique = BY_CODE[code[:4]]
    for variant, text, deleted, removed, placed in cases:
        puzzle, now = grids(text, deleted)
        steps = find_steps(puzzle, now=now, techniques=technique)
        outcomes = [(set(step.removes), set(step.places)) for step in steps]
        expected = candidates(removed), candidates(placed)
        if (not outcomes) if variant == "x" else (expected in outcomes):
            continue
        yield f"{code}-{variant} {text}: {outcomes[:3]}"


def some(cases):
    """Return the cases in which nothing is to be found, and two others."""
    return [case for case in cases if case[0] == "x"] + [
        case for case in cases if case[0] != "x"
    ][:2]


@pytest.mark.parametrize("group", GROUPS)
def test_some_cases_of_each_technique(library, group):
    checked = [
        (code, some(cases))
        for code, cases in library.items()
        if code.startswith(GROUPS[group]) and code != SLOW
    ]

    assert checked
    assert [] == [fault for code, cases in checked for fault in faults(cases, code)]


@pytest.mark.nightly
def test_all_cases(library):
    assert [] == [
        fault for code, cases in library.items() for fault in faults(cases, code)
    ]


def test_the_library_is_read_whole(library):
    assert 742 == sum(map(len, library.values()))
    assert {code[:4] for code in library} <= set(BY_CODE)
