"""Steps on puzzles whose rules are units, and what is said where they are not."""

import json

import pytest

from satdoku import Puzzle, explain, find_steps, hint, rate, solve
from satdoku.constraints import (
    AntiKing,
    AntiKnight,
    Diagonals,
    DisjointGroups,
    Regions,
    Thermo,
    Windoku,
)
from satdoku.errors import InputError, UsageError
from satdoku.formats.iss import read_iss
from satdoku.geometry import Geometry
from satdoku.techniques.technique import UNIQUENESS

NO_BOXES = Geometry(9, 9, box=None)
JIGSAW = (
    "AAABBBBCC AAAADBBCC EAADDBBCC EEFDDDBCC EEFFDGHHC EEFFDGGHH EFFFGGHHI"
    "EFIIGGHHI EIIIIIGHG"
)


def _wrong(found, solution):
    """Return the steps that place or remove what the solution contradicts."""
    return [
        step
        for step in found
        if any(solution.values[cell] != digit for cell, digit in step.places)
        or any(solution.values[cell] == digit for cell, digit in step.removes)
    ]


def test_steps_on_published_puzzles_keep_the_solution(shared_data):
    """Every step is true, and techniques that need boxes or one solution are unused."""
    lines = (shared_data / "variants" / "iss.jsonl").read_text(encoding="utf-8")
    names = {"Jigsaw boxes, disconnected", "Sudoku X"}
    records = [one for one in map(json.loads, lines.splitlines()) if one["name"] in names]
    assert len(records) == len(names)
    for record in records:
        puzzle = read_iss(record["puzzle"])
        solution = solve(puzzle).solution
        steps = find_steps(puzzle, techniques="all", timeout=60)
        assert steps
        assert not _wrong(steps, solution)
        assert not {step.technique for step in steps} & UNIQUENESS
    path = explain(read_iss(records[0]["puzzle"]), until=60, verify=True)
    assert not _wrong(path.entries, solve(path.puzzle).solution)
