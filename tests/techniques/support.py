"""What tests of techniques share: positions as text, steps as records, chance.

Everything that may get another name inside satdoku is imported here alone.
"""
# ruff: noqa: F401  tests import them from here

import json
from random import Random

from satdoku import Puzzle
from satdoku.techniques.state import State
from satdoku.techniques.step import CellSet, Node, Step
from satdoku.techniques.technique import UNIQUENESS, USUAL, Technique

FIELDS = ("places", "removes", "cells", "digits", "units", "covers", "fins")


def position(text, geometry):
    """Read pencil marks, a word a cell: `=5` is placed, `127` are candidates."""
    words = text.split()
    values = [int(word[1:]) if word[0] == "=" else 0 for word in words]
    masks = [sum(1 << int(sign) - 1 for sign in word.strip("=-")) for word in words]
    return Puzzle(tuple(values), geometry=geometry, candidates=tuple(masks))


def marks(grid):
    """Write a position as `position` reads it; `-` is a cell without candidates."""
    cells = zip(grid.values, candidate_sets(grid), strict=True)
    return " ".join(
        f"={value}" if value else "".join(map(str, sorted(digits))) or "-"
        for value, digits in cells
    )


def candidate_sets(grid):
    """Return the candidates of each cell as a set, of a filled one its value."""
    return [
        {digit for digit in grid.geometry.digit_range if mask >> digit - 1 & 1}
        for mask in grid.candidate_masks()
    ]


def peers(geometry):
    """Return of each cell the cells that share a unit with it."""
    return [
        {other for unit in geometry.units if cell in unit for other in unit} - {cell}
        for cell in range(geometry.cells)
    ]


def record(step):
    """Return all that a step says as lists and texts, without what is empty."""
    found = {"technique": step.technique.key}
    for name in FIELDS:
        if value := getattr(step, name):
            found[name] = value
    if step.sets:
        found["sets"] = [[one.cells, one.digits, one.role] for one in step.sets]
    if step.chains:
        found["chains"] = [[_node(node) for node in chain] for chain in step.chains]
    return json.loads(json.dumps(found))


def _node(node):
    values = [node.digit, node.cells, "+" if node.on else "-", node.by, node.after]
    while values[-1] in (-1, ()):
        values.pop()
    return values


def short(entry):
    """Return what an entry of an explanation is called and what it does, in a line."""
    name = entry.geometry.cell_name
    kind = getattr(entry, "technique", None)
    return " ".join(
        [
            kind.key if kind else type(entry).__name__.lower(),
            *(f"{name(cell)}={digit}" for cell, digit in entry.places),
            *(f"{name(cell)}<>{digit}" for cell, digit in entry.removes),
        ]
    )


def golden(path):
    """Return the records of a golden file, a JSON object a line."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write_golden(path, records):
    """Write a golden file."""
    lines = [json.dumps(one, separators=(",", ":")) + "\n" for one in records]
    path.write_text("".join(lines), "utf-8")


def shifted_solution(geometry, dice):
    """Make a solution: shifted rows, with the digits renamed."""
    height, width, n = geometry.box_height, geometry.box_width, geometry.size
    names = dice.sample(range(1, n + 1), n)
    return [
        names[(width * (row % height) + row // height + column) % n]
        for row in range(n)
        for column in range(n)
    ]


def random_positions(geometry, count, seed):
    """Yield positions that a solution still fits, as grids, and that solution.

    The clues of the puzzle are its values; what else is known are removed candidates.
    """
    dice = Random(seed)
    around = peers(geometry)
    for _ in range(count):
        values = shifted_solution(geometry, dice)
        clues, kept = dice.uniform(0.1, 0.6), dice.uniform(0.4, 1)
        start = [value if dice.random() < clues else 0 for value in values]
        masks = []
        for cell, value in enumerate(values):
            seen = {start[other] for other in around[cell]}
            open_ = {
                digit
                for digit in geometry.digit_range
                if digit == value
                or (not start[cell] and digit not in seen and dice.random() <= kept)
            }
            masks.append(sum(1 << digit - 1 for digit in open_))
        yield Puzzle(tuple(start), geometry=geometry, candidates=tuple(masks)), values
