"""Puzzles of SudokuMaker: constraints by number, and what is refused."""

import io
import json

import pytest

import satdoku
from satdoku.errors import InputError
from tests.formats.inner import pack, scan

BOXES = [cell // 8 * 2 + cell % 4 // 2 for cell in range(16)]


def link(*rules, **keys):
    cells = [{} for _ in range(16)]
    cells[0] = {"given": True, "value": 1}
    puzzle = {"size": 4, "cells": cells, "name": "Tiny", "author": "Me"}
    puzzle["constraints"] = [{"type": 0}, {"type": 1, "regions": BOXES}, *rules]
    puzzle |= keys
    packed = pack(json.dumps({"formatVersion": "1.5.0", "puzzle": puzzle}))
    packed = packed.replace("/", "-").replace("=", "$").replace("+", "%2B")
    return f"https://sudokumaker.app/?puzzle={packed}"


def record(text):
    (found,) = scan(io.StringIO(text))
    if isinstance(found, InputError):
        raise found
    return found


def test_a_puzzle_with_names_marks_and_digits():
    cells = [{} for _ in range(16)]
    cells[0] = {"given": True, "value": 1}
    cells[5] = {"value": 4}
    cells[6] = {"candidates": 0b110}
    found = record(link(cells=cells, comment="Normal sudoku rules apply."))

    assert satdoku.Puzzle("1...............") == found.puzzle
    assert "Tiny" == found.name
    assert {"author": "Me", "rules": "Normal sudoku rules apply."} == dict(
        found.metadata.details
    )
    assert "1....4.........." == found.metadata.state.line
    assert 0b11 == found.metadata.state.candidate_masks()[6]
    assert () == found.metadata.warnings


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"type": 10}, "falling diagonal"),
        ({"type": 11}, "rising diagonal"),
        ({"type": 13}, "anti-knight"),
        ({"type": 100, "cells": [1]}, "one of 2 4: r1c2"),
        ({"type": 101, "cells": [1, 4]}, "one of 1 3: r1c2 r2c1"),
        ({"type": 102, "cells": [5]}, "maximum: r2c2"),
        ({"type": 200, "clues": [{"edge": 1, "value": 1}]}, "1: r1c1 r1c2"),
        ({"type": 200, "clues": [{"edge": 4, "value": 1}]}, "1: r1c1 r2c1"),
        ({"type": 201, "clues": [{"edge": 27, "value": 2}]}, "2: r4c3 r4c4"),
        ({"type": 202, "clues": [{"edge": 23, "value": 5}]}, "V: r3c4 r4c4"),
        ({"type": 202, "clues": [], "negative": [5, 10]}, "no other X or V"),
        ({"type": 300, "thermometers": [[1, 5]]}, "thermometer: r1c2 r2c2"),
        ({"type": 300, "slow": True, "thermometers": [[1, 5]]}, "slow thermometer"),
        ({"type": 301, "cages": [{"cells": [1, 2], "value": 5}]}, "cage of 5"),
        ({"type": 301, "cages": [{"cells": [1, 2], "value": 0}]}, "cage: r1c2 r1c3"),
        ({"type": 302, "groups": [[1, 8]]}, "same values: r1c2 = r3c1"),
        ({"type": 304, "cages": [{"cells": [1, 2], "value": "13"}]}, "1 of 3"),
        ({"type": 305, "cells": [1, 6]}, "cage: r1c2 r2c3"),
        ({"type": 400, "lines": [[1, 2]]}, "renban: r1c2 r1c3"),
        ({"type": 401, "lines": [[1, 2]], "minDifference": 2}, "whisper of 2"),
        ({"type": 402, "lines": [[1, 4]]}, "palindrome"),
        ({"type": 403, "lines": [[1, 2, 3]]}, "between line"),
        ({"type": 404, "lines": [[1, 2]]}, "equal sums: r1c2 = r1c3"),
        ({"type": 406, "lines": [[1, 2]], "groups": [2, 12, 16]}, "entropic line"),
        ({"type": 406, "lines": [[1, 2]], "groups": [10, 20]}, "modular line"),
        ({"type": 407, "lines": [[1, 2, 3]]}, "lockout of 4"),
        (
            {"type": 408, "bulbsWithArrows": [{"bulbCells": [1], "arrows": [[1, 2]]}]},
            "arrow: r1c2",
        ),
        ({"type": 409, "lines": [[1, 2, 3]]}, "double arrow"),
        ({"type": 601, "cells": [1]}, "indexing by columns: r1c2"),
    ],
)
def test_a_constraint_is_read_by_its_number(rule, words):
    (found,) = record(link(rule)).puzzle.constraints

    assert words in found.describe()
    assert () == record(link({**rule, "disabled": True})).puzzle.constraints


def test_units_of_a_pill_come_first():
    bulb = {"bulbCells": [2, 1], "arrows": [[2, 3, 7]]}
    found = record(link({"type": 408, "bulbsWithArrows": [bulb]})).puzzle

    assert "pill arrow: r1c2 r1c3 is the sum of r1c4 r2c4" in [
        rule.describe() for rule in found.constraints
    ]


def test_without_regions_rows_and_columns_are_all():
    found = record(link(constraints=[{"type": 2003}], minDigit=0)).puzzle

    assert satdoku.Geometry(4, 4, None, 0) == found.geometry
    assert () == found.constraints


def test_regions_that_are_no_boxes():
    regions = [0, 0, 0, 0, 1, 1, 1, 1, *[-1] * 8]
    found = record(link(constraints=[{"type": 1, "regions": regions}])).puzzle

    assert found.geometry.box is None
    assert {(0, 1, 2, 3), (4, 5, 6, 7)} < set(found.units)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (
            link({"type": 500, "clues": [{"value": 9, "outerCell": 4}]}),
            "little killers",
        ),
        (link({"type": 1000}), "own code"),
        (link({"type": 77}), "type 77"),
        (link({"type": 200, "clues": [{"edge": 0, "value": 1}]}), "edge 0"),
        (link({"type": 200, "clues": [], "negative": [1]}), "negative"),
        (link({"type": 305, "cells": [16]}), "cell 16"),
        (link({"type": 400}), "without lines"),
        (link(size=5), "16 cells"),
        (link(type="custom"), "may repeat"),
        (link(cells=[{"value": 7}, *[{}] * 15]), "r1c1"),
        ("https://sudokumaker.app/", "without a puzzle"),
        ("https://sudokumaker.app/?puzzle=N4IgZg", "cut off"),
    ],
)
def test_what_is_refused(text, quoted):
    with pytest.raises(InputError) as caught:
        record(text)

    assert quoted in str(caught.value)


def test_drawings_and_words_are_named():
    drawn = record(link({"type": 2000, "lines": [[1]]}, {"type": 4000, "cells": [1]}))
    said = record(link(comment="Each row begins with an odd digit, says the author."))

    assert "1 line" in drawn.metadata.doubt
    assert "fog is not read" in drawn.metadata.warnings
    assert "odd digit" in said.metadata.doubt
