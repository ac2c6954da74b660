"""Hints, from a nudge to the whole step; by the command, which alone has levels."""

import pytest

import satdoku
from satdoku import explain, find_steps, hint
from tests.explanation.support import CLASHING, EASY, FOUR, HARD, SEVERAL, STUCK, told

LINE = "1.....2...3.4..."


def levels(run, puzzle, *options, code=0):
    """Return the texts of the four levels."""
    return [
        run.json(
            "hint", "-", "--detail", level, *options, text=puzzle + "\n", code=code
        )[0]["text"]
        for level in (1, 2, 3, 4)
    ]


def test_a_hint_is_the_first_entry():
    for puzzle in (FOUR, EASY, HARD):
        assert hint(puzzle).step == explain(puzzle, until=1).entries[0]
        assert hint(puzzle) == hint(puzzle)
    assert "naked-single r1c3=4" == told(hint(FOUR).step)
    assert hint(FOUR)


def test_nothing_to_hint_at():
    """Hints distinguish a solved grid, several solutions and none."""
    solved, several, none = hint("1234 3412 2143 4321"), hint(SEVERAL), hint(CLASHING)
    assert not any((solved, several, none, hint("." * 16)))
    assert solved.step is several.step is none.step is None
    assert "complete" in str(solved)
    assert "several solutions" in str(several)
    assert "r1c1=1" in str(none)
    assert solved.text(1) == str(solved)
    with pytest.raises(satdoku.UsageError):
        solved.text(5)


def test_a_hint_in_a_notebook():
    assert 'class="mark-placed"' in hint(FOUR)._repr_svg_()
    assert 'class="mark-placed"' not in hint(SEVERAL)._repr_svg_()


def test_each_level_says_more_and_only_the_last_the_digit(run):
    one, two, three, four = levels(run, LINE)

    assert "r1c3" not in one + two
    assert "naked single" not in one.lower()
    assert "easy" in one.lower()
    assert "row 1" in one
    assert "naked single" in two.lower()
    assert "naked single" in three.lower()
    assert "r1c3" in three
    assert "r1c3=4" in four
    assert not any("=4" in text for text in (one, two, three))
    assert run.json("hint", "-", text=LINE)[0]["text"] == one


FISHY = (
    "7.....14.....5....8...6...9..8691.....2....5.3...8.6.......3..6.3...671...4.....5"
)
WINGED = (
    "3..8.7.1..4..532.....1....9..1...94......8.53..7.....28........7.....53.....62..."
)
PAIRED = (
    "2....1.6....36..4.3...9...........851.....93.7........4.9.....3.2...8.57.7..5.4.."
)


@pytest.mark.parametrize(
    ("name", "puzzle", "first", "cells"),
    [
        ("pointing", FISHY, ["box 2"], ["r23c4"]),
        ("naked-pair", PAIRED, ["row 8"], ["r8c17", "1,6"]),
        ("x-wing", FISHY, ["digit 6"], ["r5c12", "r9c12", "6"]),
        ("xy-wing", WINGED, ["row "], ["r28c4", "r3c6"]),
        ("aic", FISHY, ["row "], ["r"]),
        ("als-xz", FISHY, ["row 1"], ["r1c"]),
    ],
)
def test_where_levels_say_to_look(run, name, puzzle, first, cells):
    """A unit or a digit first; then cells, wherever the step has them."""
    step = hint(puzzle, techniques=name).step
    one, two, three, four = levels(run, puzzle, "--only", name)
    assert all(word in one for word in first), one
    assert step.technique.level.key in one.lower()
    assert step.technique.title not in one
    assert step.technique.title in two
    assert step.technique.title in three
    assert all(word in three for word in cells), three
    assert step.outcome in four
    assert "<>" not in one + two + three


def test_trials_are_hinted_at(run):
    position = explain(STUCK, techniques="easy", search=False).position
    line = "".join(map(str, position.values))
    entry = hint(line, techniques="easy").step
    one, two, three, four = levels(run, line, "--only", "easy")

    assert one == two
    assert entry.tried not in one
    assert entry.tried in three
    assert entry.outcome in four


def test_searches_are_hinted_at(run):
    one, two, three, four = levels(run, LINE, "--only", "x-wing")
    entry = hint(LINE, techniques="x-wing").step
    assert one == two
    assert "r1c2=2" not in two
    assert "r1c2=2" in three
    assert entry.outcome == "r1c2=2"  # one digit, not all that search found
    assert entry.outcome in four


def test_only_what_is_named_is_used():
    assert "hidden-single" == hint(EASY, techniques="hidden-single").step.technique.key
    with pytest.raises(satdoku.UsageError):
        hint(EASY, techniques=["naked-piar"])


def test_all_steps_of_a_position(run):
    steps = run.json("hint", "-", "--all", text=LINE)[0]["steps"]
    expected = find_steps(LINE)
    few = [one for one in expected if "forcing" not in one.technique.key]
    assert sorted((one.technique.key, one.outcome) for one in few) == sorted(
        (one["technique"], one["outcome"]) for one in steps
    )
    assert len(expected) > len(few) > 100
    nets = run.json("hint", "-", "--all", "--use", "forcing", text=LINE)[0]["steps"]
    assert len(expected) == len(nets)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), "usual"),
        (("--only", "singles"), "singles"),
        (("--avoid", "full-house"), None),
        (("--only", "singles,x-wing", "--avoid", "naked-single"), None),
        (("--only", "naked-single", "--use", "full-house"), "naked-single,full-house"),
    ],
)
def test_options_choose_techniques(run, options, expected):
    (answer,) = run.json("explain", "-", "--no-search", *options, text=EASY)
    names = [step["technique"] for step in answer["steps"]]
    if expected:
        path = explain(EASY, techniques=expected, search=False)
        assert [step.technique.key for step in path.entries] == names
    else:
        assert options[-1] not in names
        assert names
