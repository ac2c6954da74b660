"""What a seed makes stays what it is: puzzles, levels and scores, request by request.

`golden/puzzles.jsonl` has a request a line; `python -m pytest tests/generator --renew`
writes what is made anew.  A change there breaks a promise to users.
"""

import json
from pathlib import Path

import pytest

from satdoku import Geometry, generate_many
from tests.conftest import nightly

FILE = Path(__file__).parent / "golden" / "puzzles.jsonl"
RECORDS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
PARTS = 8


def made(request, **options):
    """Return a request with the puzzles that are made of it."""
    asked = dict(request["asked"])
    if "score" in asked:
        asked["score"] = tuple(asked["score"])
    if "box" in asked:
        asked["size"] = Geometry.parse(asked.pop("box"))
    return {
        "asked": request["asked"],
        "made": [
            [
                one.line,
                *(one.metadata.get(key) for key in ("solution", "level", "rating")),
            ]
            for one in generate_many(**{"n": 1, **asked}, **options)
        ],
    }


def test_renew(renew):
    """Not a test of satdoku: this writes the file when `--renew` is given."""
    if renew:
        lines = [json.dumps(made(one), separators=(",", ":")) for one in RECORDS]
        FILE.write_text("\n".join(lines) + "\n", "utf-8")


@pytest.mark.parametrize("part", nightly(range(PARTS), 0, 1, 2, 6))
def test_the_same_seed_makes_the_same_puzzles(part, renew):
    for one in RECORDS[part::PARTS]:
        assert one == made(one)


@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize("index", nightly([1, 29], 1))
def test_workers_change_nothing(index):
    assert RECORDS[index] == made(RECORDS[index], workers=2)


def test_all_options_are_asked_for():
    asked = {name for one in RECORDS for name in one["asked"]}
    assert asked >= {"clues", "symmetry", "minimal", "level", "score", "techniques"}
    assert asked >= {"hardest", "singles_only", "pattern", "solution", "size", "n"}
