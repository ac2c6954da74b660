"""Killers and jigsaws as maps of letters: read, or refused where they are ambiguous."""

import io

import pytest

from satdoku import Geometry, Puzzle, count
from satdoku.constraints import Killer
from satdoku.errors import InputError
from tests.formats.inner import scan

MAP = "aab. a=6 b=7\nc.b.\ncdd. d=5\n....\nc = 4\n"
CAGES = [
    Killer(6, "r1c1 r1c2"),
    Killer(7, "r1c3 r2c3"),
    Killer(4, "r2c1 r3c1"),
    Killer(5, "r3c2 r3c3"),
]
JIGSAW = "1122\n1142\n3342\n3344\n"


def puzzles(text):
    return [one if isinstance(one, InputError) else one.puzzle for one in scan(text)]


def test_a_killer_with_or_without_a_word_above():
    for text in (f"killer:\n{MAP}", MAP, f"# from paper\n\nKiller :\n\n{MAP}"):
        assert [Puzzle("." * 16, CAGES)] == puzzles(io.StringIO(text))


def test_parts_of_puzzles():
    clues = "clues:\n...2\n1...\n....\n0000\n"
    text = f"jigsaw:\n{JIGSAW}{clues}killer:\n{MAP}\nkiller:\n{MAP}"
    first, second = puzzles(io.StringIO(text))

    assert first.line == "...21..........."
    assert first.geometry == Geometry(4, 4, None)
    assert set(first.constraints[1:]) == {*CAGES}
    assert {(0, 1, 4, 5), (6, 10, 14, 15)} < set(map(tuple, first.units))
    assert second == Puzzle("." * 16, CAGES)


def test_regions_that_are_boxes(run):
    text = "jigsaw:\naabb\naabb\nccdd\nccdd\nclues:\n1...\n..2.\n.3..\n...4\n"
    (puzzle,) = puzzles(io.StringIO(text))

    assert puzzle == Puzzle("1.....2..3.....4")
    assert int(run("count", text=text, code=0).stdout) == count(puzzle)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("aa.a a=6\n....\n....\n....", ":1: cells with a that do not touch"),
        ("aa.. a=6\n..b.\n....\n....", ":2: no sum for b"),
        ("aa.. a=6 b=3\n....\n....\n....", ":1: a sum for b"),
        ("aa.. a=6 a=7\n....\n....\n....", ":1: two sums for a"),
        ("aa.. a=6\n....\n...\n....", ":3: 3 cells in '...'"),
        ("aa.. a=6\n....\n....", ":1: 4 cells in 'aa..'"),
        ("aa.. a=6 and more\n....\n....\n....", "'and more' beside the cells"),
        ("jigsaw:\naaab\naabb\nccdd\nccdd\n", ":1: 5 cells with a"),
        ("jigsaw:\naabb\naabb\nccdd\nccdd\nclues:\n1...\n", "1 row below 'clues:'"),
        ("jigsaw:\naabb\naabb\nccdd\nccdd\nclues:\n1...\n..9.\n.3..\n...4\n", "'9'"),
        ("killer:\n", "no cells below the word"),
    ],
)
def test_what_is_refused(text, quoted):
    (error,) = puzzles(io.StringIO(text))

    assert isinstance(error, InputError)
    assert quoted in str(error)
