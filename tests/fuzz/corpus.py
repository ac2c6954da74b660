"""Inputs to begin with, of every kind that satdoku reads: sound ones, and known bad.

Puzzles are written by satdoku's own writers, a format each; formulas and recipes are
the files of the checkout.
"""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path

from satdoku.errors import SatdokuError
from satdoku.formats import Entry, Extras, write
from satdoku.formats.register import names, written_texts
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.solving import encode, solve
from satdoku.symbols import dialect

__all__ = [
    "ALL_TEXTS",
    "FOUR",
    "NINE",
    "TOKENS",
    "answers",
    "boards",
    "formulas",
    "kept",
    "recipes",
    "texts",
]

ROOT = Path(__file__).resolve().parents[2]
NINE = Grid.parse(
    "000007000000009504000050169080000305075000290406000080762080000103900000000600000"
)
FOUR = Grid.parse("1.34 3.12 .1.3 4..1")
SIX = Grid.parse("1....." + "." * 24 + ".....2", Geometry(2, 3))
SIXTEEN = Grid.parse("1.34" * 16 + "." * 192)
MARKED = NINE.with_candidates([511] * 8 + [6] + [511] * 72)
LARGE = Grid(Geometry(8, 8), (64, *[0] * 4095))
BEGUN = Entry(
    NINE,
    "",
    1,
    1,
    "a title",
    "",
    Extras(
        (("author", "somebody"), ("rating", "1.5"), ("technique", "0100")),
        Grid(NINE.geometry, (8, *NINE.values[1:])).with_candidates([511] * 80 + [6]),
    ),
)
LETTERS = Entry(SIXTEEN, "", 1, 1, None, "", Extras(symbols=dialect("0-9A-Z")))
GSF = f"99480,99408,114,1895,{NINE.line},Easter-Monster,20.00s,0,C21.m/F35,C21\n"
SDX = (
    "2 679 6789 1 46789 5 469 9 3\n389 5 4 69 689 68 7 1 29\n"
    "9 1 679 2 4679 3 4569 8 59\n6 9 2 8 u1 7 3 59 4\n"
    "3489 3479 3789 56 2456 46 u1 2579 2579\n1 47 5 3 24 9 8 27 6\n"
    "3459 2 39 7 3589 1 59 6 589\n359 8 1 569 3569 6 2 4 579\n"
    "7 369 369 4 35689 2 59 359 1\n"
)

TOKENS = (
    *(b"Grid 01\n", b"[Puzzle]\n", b"#A", b"#T", b":0100:", b"u1", b"% ", b"# none: "),
    *(
        b"---+---",
        b"|:--|",
        b"***",
        b"...",
        b". . .",
        b"quizzes,solutions\n",
        b"puzzle",
    ),
    *(b"https://f-puzzles.com/?load=", b"https://sudokupad.app/fpuzzles", b"N4Ig"),
    *(b"https://www.sudokuwiki.org/sudoku.htm?bd=", b'{"size": 9, "grid": [['),
    *(b'"value": ', b'"given": true', b'"cages": [{}]', b"null", b"true", b"1e999"),
    *(b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&a;", b"<opensudoku>", b'data="', b"]]>"),
    *(b"[" * 5000, b'{"a":' * 3000, b"1" * 81, b"." * 256, b"," * 500, b"Infinity"),
    *(b"1 2 3 4 5 6 7 8 9 ", b"0123456789ABCDEF", b"{1,2}", b"(12)", b"a,b,c\n"),
    *(b"\xf0\x9f\x98\x80", b"\xe2\x80\xae", b"\xcc\x81" * 50, b"\\u0000", b"\\ud800"),
)
"""Words of the formats of puzzles."""


@cache
def texts(name: str) -> tuple[bytes, ...]:
    """Return texts of a format, sound ones."""
    by_hand = {"gsf": (GSF.encode() * 2,), "sdx": (SDX.encode(),)}
    if name in by_hand:
        return by_hand[name]
    if name == "link":
        return tuple(b"".join(texts(n)) for n in ("fpuzzles", "sudokuwiki"))
    if name not in written_texts():
        return ()
    found: dict[str, None] = {}
    for item in (NINE, FOUR, SIX, SIXTEEN, MARKED, BEGUN, LETTERS):
        try:
            found[write(item, name)] = None
        except SatdokuError:  # the format has no way to say it
            continue
    return tuple(
        text.encode() for text in (*found, "".join(found), *list(found)[:1] * 3)
    )


def _all_texts() -> tuple[bytes, ...]:
    other = (ROOT / "tests" / "fixtures" / "sudopedia.csv").read_bytes()
    bad = (b"", b"\n", b"1" * 80, b"." * 243, other, write(LARGE, "numbers").encode())
    every = (text for name in names() for text in texts(name))
    return (*every, *bad, write(NINE, "rows").encode("utf-16"))


ALL_TEXTS = _all_texts()
"""Texts of all formats."""


def boards() -> tuple[bytes, ...]:
    """Return the boards that links hold, as JSON."""
    cells = [
        [{"value": v, "given": True} if v else {"centerPencilMarks": [1]} for v in row]
        for row in FOUR.rows
    ]
    board = {"size": 4, "title": "}", "author": "x", "grid": cells}
    other = {**board, "killercage": [{"cells": ["R1C1"], "value": "3"}]}
    return tuple(
        json.dumps(b, indent=i).encode() for b in (board, other) for i in (0, 1)
    )


def formulas() -> tuple[bytes, ...]:
    """Return formulas in DIMACS, and what is none."""
    stream = io.StringIO()
    encode(FOUR).to_dimacs(stream)
    files = sorted((ROOT / "tests" / "fixtures" / "dimacs").glob("*.cnf"))
    return (stream.getvalue().encode(), *(path.read_bytes() for path in files))


def answers() -> tuple[bytes, ...]:
    """Return what solvers answer."""
    model = " ".join(f"{v if v % 4 == 1 else -v}" for v in range(1, 65))
    return (
        f"c a solver\ns SATISFIABLE\nv {model}\nv 0\n".encode(),
        f"SAT\n{model} 0\n".encode(),
        *(b"s UNSATISFIABLE\n", b"UNSAT\n", b"s UNKNOWN\n", b"INDET\n", b"v 1 -2 0\n"),
    )


def recipes() -> tuple[bytes, ...]:
    """Return the recipes that come with satdoku."""
    return tuple(p.read_bytes() for p in sorted((ROOT / "encodings").glob("*.toml")))


def kept(to: str) -> bytes:
    """Return what an earlier run has written, in a format of a record a puzzle."""
    solution = solve(FOUR).solution
    line = "" if solution is None else solution.line
    told = {
        "line": f"{line}\n# none: p.txt:2\n{line}\n",
        "csv": f"{FOUR.line},{line},unique\n{FOUR.line},,none\n",
        "json": f'{{"schema": 1, "source": "p", "status": "unique", "x": "{line}"}}\n',
    }
    return told[to].encode()
