"""Techniques by name, family and level; their published scores, order, and titles."""

import csv
from pathlib import Path

import pytest

import satdoku
from satdoku import Level, explain, find_steps
from tests.puzzles import EASY, HARD
from tests.techniques.support import USUAL, Technique

TABLE = Path(__file__).parent / "golden" / "techniques.csv"
FIELDS = (
    "name",
    "title",
    "family",
    "level",
    "score",
    "order",
    "usual",
    "uniqueness",
    "code",
)
FOUR = "1... ..2. ..3. 4..."


def rows(run):
    """Return what the command says of each technique, as texts."""
    for one in run.json("list", "techniques"):
        technique = Technique.parse(one["name"])
        assert one["score"] == technique.score
        assert one["title"] == technique.title
        yield {name: str(one[name]) for name in FIELDS}


@pytest.fixture
def table(run, renew):
    found = list(rows(run))
    if renew:
        with TABLE.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(found)
    return found


def test_the_table(table):
    """All techniques in the order in which they are tried, with all that is known."""
    with TABLE.open(encoding="utf-8") as file:
        assert list(csv.DictReader(file)) == table


def test_scores_are_hodokus(shared_data):
    with (shared_data / "reference" / "hodoku_scores.csv").open() as file:
        published = {row["library_code"]: row for row in csv.DictReader(file)}
    listed = [technique for technique in Technique if technique.code in published]
    assert len(listed) > 80
    for technique in listed:
        row = published[technique.code]
        assert technique.level.key == row["level"].lower()
        assert technique.score == int(row["score"])
        assert technique.order == int(row["order"])
        assert (technique in USUAL) == (row["enabled_by_default"] == "true")


def keys(**options):
    """Return which techniques are used in a position in which many find something."""
    return {step.technique.key for step in find_steps(EASY, **options)}


@pytest.mark.parametrize(
    "choice",
    [
        "naked-single,pointing",
        " Naked Single , POINTING",
        ["naked_single", "pointing"],
        (name for name in ("naked single", "Pointing")),
        {Technique.NAKED_SINGLE, Technique.POINTING},
        ["pointing,naked-single", Technique.POINTING],
    ],
)
def test_some_techniques_by_name(choice):
    assert {"naked-single", "pointing"} == keys(techniques=choice)


def test_families_levels_and_groups():
    singles = find_steps(EASY, techniques="singles")
    assert singles == find_steps(EASY, techniques=Level.EASY)
    assert singles == find_steps(EASY, techniques="easy")
    assert singles == find_steps(EASY, techniques=["full-house", "naked-single,easy"])
    assert find_steps(FOUR, techniques="usual") == find_steps(FOUR)
    assert [] == find_steps(EASY, techniques=[]) == find_steps(EASY, techniques=())
    assert {"pointing", "claiming"} <= keys(techniques="locked")
    assert "finned-jellyfish" in keys(techniques="fish")


@pytest.mark.parametrize("name", ["hidden-single", "naked-single", "x-wing"])
def test_only_what_is_chosen_is_used(name):
    record = explain(HARD, techniques=name, search=False)
    assert {step.technique.key for step in record.steps} <= {name}


@pytest.mark.parametrize("text", ["x-wing", "X-Wing", "X_WING", "x wing"])
def test_one_technique_is_read_in_any_case(text):
    assert Technique.X_WING is Technique.parse(text)


@pytest.mark.parametrize(
    ("hardest", "score", "level"),
    [
        (1, 800, "easy"),
        (1, 801, "medium"),
        (1, 1000, "medium"),
        (1, 1001, "hard"),
        (2, 0, "medium"),
        (3, 1600, "hard"),
        (3, 1601, "unfair"),
        (4, 1800, "unfair"),
        (1, 1801, "extreme"),
        (5, 10**6, "extreme"),
    ],
)
def test_a_level_rises_with_the_score(hardest, score, level):
    assert level == Level.of_score(Level(hardest), score).key


def test_levels_are_ordered_and_read():
    names = ["easy", "medium", "hard", "unfair", "extreme"]
    assert names == [level.key for level in sorted(Level)]
    assert all(Level.parse(name.upper()).key == name for name in names)
    with pytest.raises(satdoku.UsageError):
        Level.parse("simple")
