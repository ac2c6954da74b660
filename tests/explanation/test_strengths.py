"""What each encoding needs for a step: propagation, a failed literal or a search."""

import re
from itertools import chain, islice

import pytest

import satdoku
from satdoku import explain
from satdoku.explanation import Strength, strengths
from satdoku.explanation.strength import Propagator
from tests.explanation.support import FOUR, HARD, SEVERAL
from tests.puzzles import POINTING as PUZZLE

PROPAGATION, FAILED, SEARCH = Strength


def by_technique(path, encoding):
    found = {}
    for entry, (need,) in zip(path.entries, strengths(path, encoding), strict=True):
        found.setdefault(entry.technique.key, set()).add(need)
    return found


@pytest.fixture(scope="module")
def path():
    return explain(PUZZLE)


def test_singles_are_propagation_where_units_have_their_clauses(path):
    for encoding in ("extended", "triad-lite"):
        found = by_technique(path, encoding)
        assert {PROPAGATION} == found["naked-single"] == found["hidden-single"]
    found = by_technique(path, "natural")
    assert {PROPAGATION} == found["naked-single"]
    assert FAILED in found["hidden-single"]


def test_exact_needs_of_a_path(path):
    """How many steps need what, for encodings that say more and more."""
    names = ["natural", "extended", "triad-lite"]
    needs = strengths(path, names)

    assert len(path.entries) == len(needs)
    counts = [[row[at] for row in needs] for at in range(3)]
    assert [[column.count(need) for need in Strength] for column in counts] == [
        [40, 5, 15],
        [57, 3, 0],
        [60, 0, 0],
    ]
    order = list(Strength)
    for row in needs:
        ranks = [order.index(need) for need in row]
        assert sorted(ranks, reverse=True) == ranks


def test_locked_candidates_and_subsets(path):
    locked = explain(HARD, techniques="singles,locked", search=False)
    found = by_technique(locked, "extended")
    assert {FAILED} == found["pointing"]
    assert {PROPAGATION} == by_technique(locked, "triad-lite")["pointing"]


AT_MOST = {
    ("extended", "singles"): PROPAGATION,
    ("triad", "singles,pointing,claiming"): PROPAGATION,
    ("minimal", "naked-pair,xy-wing,xyz-wing,remote-pair,xy-chain"): FAILED,
    ("extended", "pointing,claiming,hidden-pair,w-wing,x-chain"): FAILED,
    ("extended", "x-wing,finned-x-wing,sashimi-x-wing"): FAILED,
    ("extended", "single-digit,colours"): FAILED,
    ("extended", "aic,continuous-nice-loop,discontinuous-nice-loop"): FAILED,
}
"""What the documents say that techniques need at most: docs/techniques."""


@pytest.mark.parametrize("need", AT_MOST)
def test_techniques_need_no_more_than_the_documents_say(need, root):
    encoding, techniques = need
    order = list(Strength)
    propagator = Propagator(satdoku.Geometry(), encoding)
    before = "naked-single" if PROPAGATION is AT_MOST[need] else "singles"
    files = [root / "data" / "generated_9x9" / f"{e}.csv" for e in ("hard", "extreme")]
    checked = 0
    for entry in chain.from_iterable(islice(satdoku.read_all(f), 3) for f in files):
        now = explain(entry.puzzle, techniques=before, search=False).position
        for step in satdoku.find_steps(entry.puzzle, now=now, techniques=techniques):
            checked += 1
            rank = order.index(propagator.strength(step, now))
            assert rank <= order.index(AT_MOST[need]), str(step)

    assert checked >= 20


def test_encodings_are_a_text_or_a_list():
    path = explain(FOUR, until=2)
    needs = [(PROPAGATION, PROPAGATION)] * 2
    assert needs == strengths(path, "natural, triad")
    assert needs == strengths(path, ["natural", "triad"])
    assert [(), ()] == strengths(path, [])
    with pytest.raises(satdoku.UsageError):
        strengths(path, "naturl")


def test_after_a_contradiction_everything_is_propagation():
    path = explain("3.....2.....4..1")
    assert path.status is satdoku.Status.NONE
    assert PROPAGATION in {need for (need,) in strengths(path, "extended")}


def test_a_table_counts_them(run):
    """By the command: techniques in their order, three numbers for each encoding."""
    once = run("explain", "-", "--strength", "natural,extended", text=PUZZLE).stdout
    lines = table(once)
    path = explain(PUZZLE)
    needs = strengths(path, "natural,extended")
    for title, total, *numbers in lines:
        rows = [
            need
            for entry, need in zip(path.entries, needs, strict=True)
            if entry.technique.title == title
        ]
        expected = [
            [row[at] for row in rows].count(need) for at in (0, 1) for need in Strength
        ]
        assert [total, *numbers] == [len(rows), *expected]
    assert len(path.entries) == sum(total for _, total, *_ in lines)


def table(text):
    """Read the rows of a table of strengths: (title, total, six numbers)."""
    rows = re.findall(r"^ +([A-Z].*?)((?: +\d+){7})$", text, re.MULTILINE)
    return [(title, *map(int, numbers.split())) for title, numbers in rows]


def test_strengths_as_json(run):
    (answer,) = run.json("explain", "-", "--strength", "extended", text=PUZZLE)
    needs = [need.value for (need,) in strengths(explain(PUZZLE), "extended")]
    assert [{"extended": need} for need in needs] == [
        step["strength"] for step in answer["steps"]
    ]


def test_of_no_entries():
    assert [] == strengths(explain(SEVERAL), "extended")
