"""Explanations: where they start and end, what they hold, what they refuse."""

from itertools import pairwise

import pytest

import satdoku
from satdoku import (
    Geometry,
    Level,
    Puzzle,
    Status,
    Step,
    explain,
    find_steps,
    hint,
    solve,
)
from tests.explanation.support import (
    CLASHING,
    EASY,
    FOUR,
    HARD,
    SEVERAL,
    STUCK,
    UNFAIR,
    End,
    Trial,
    told,
)
from tests.techniques.support import Technique

NOW = "1.4. ..2. ..3. 4..."


def without(puzzle, *pairs):
    """Return a puzzle with some (cell, digit) candidates ruled out."""
    grid = Puzzle(puzzle)
    masks = list(grid.candidate_masks())
    for cell, digit in pairs:
        masks[cell] &= ~(1 << digit - 1)
    return grid.with_candidates(masks)


def test_an_easy_puzzle():
    path = explain(EASY, verify=True)

    assert (End.SOLVED, Status.UNIQUE) == (path.end, path.status)
    assert path.by_logic
    assert path.verified
    assert solve(EASY).solution == path.position.clues == path.solution
    assert (Level.EASY, 216) == (path.level, path.score)
    assert path.entries == path.steps
    assert (None, ()) == (path.contradiction, path.mistakes)
    assert Puzzle(EASY) == path.puzzle == path.start
    assert not explain(EASY).verified


def test_positions_lead_from_start_to_end():
    path = explain(HARD)
    positions = list(path.positions())

    assert path.start == positions[0][0]
    assert [entry for _, entry in positions] == list(path.entries)
    for (before, entry), (after, _) in pairwise(positions):
        for cell, digit in entry.places:
            assert (0, digit) == (before.values[cell], after.values[cell])
        for cell, digit in entry.removes:
            assert before.candidate_masks()[cell] >> digit - 1 & 1
            assert not after.candidate_masks()[cell] >> digit - 1 & 1
        assert after.clue_count == before.clue_count + len(entry.places)


def test_an_explanation_prints_a_line_an_entry():
    path = explain(FOUR)
    lines = str(path).splitlines()

    assert len(path.entries) == len(lines)
    for line, entry in zip(lines, path.entries, strict=True):
        assert line == str(entry)
        assert entry.outcome in line
        assert entry.reason in line
    assert "4x4" in repr(path)
    assert "12" in repr(path)


# --- from a position ------------------------------------------------------------------


@pytest.mark.parametrize(
    "now",
    [NOW, Puzzle(NOW), [[1, 0, 4, 0], [0, 0, 2, 0], [0, 0, 3, 0], [4, 0, 0, 0]]],
)
def test_a_position_in_any_form(now):
    assert Puzzle(NOW) == explain(FOUR, now=now).start
    assert hint(FOUR, now=NOW) == hint(FOUR, now=now)
    steps = find_steps(FOUR, now=now, techniques="singles")
    assert steps == find_steps(FOUR, now=NOW, techniques="singles")
    assert steps != find_steps(FOUR, techniques="singles")


def test_the_rest_of_a_path_is_the_same():
    whole = explain(HARD)
    for count in (1, 20):
        first = explain(HARD, until=count)
        rest = explain(HARD, now=first.position)
        assert first.position == rest.start
        assert whole.entries == first.entries + rest.entries


def test_what_either_has_ruled_out_is_ruled_out():
    path = explain(without(FOUR, (1, 3)), now=without(FOUR, (15, 1)))
    assert ((1, 3), (15, 1)) == path.start.eliminated

    plain = Puzzle(SEVERAL)
    masks = [*plain.candidate_masks()[:3], 0b0100, *plain.candidate_masks()[4:]]
    only = plain.with_candidates(masks)
    assert ["naked-single r1c4=3"] == [
        told(e) for e in explain(only, now=plain, until=1).entries
    ]
    assert () == explain(plain, now=plain, until=1).entries


@pytest.mark.parametrize(
    ("puzzle", "now", "mistakes"),
    [
        (FOUR, "1.3. ..2. ..3. 4...", ((2, 3),)),
        (FOUR, "13.. ..2. ..3. 4..1", ((1, 3), (15, 1))),
        (FOUR, without(FOUR, (1, 2)), ((1, 2),)),
        (FOUR, without("13.. ..2. ..3. 4...", (2, 4)), ((1, 3), (2, 4))),
        ("12.. .... .... ....", "122. .... .... ....", ((2, 2),)),
        (without(FOUR, (3, 4)), "1..4 ..2. ..3. 4...", ((3, 4),)),
        (without(SEVERAL, (3, 4)), "1..4 .... .... ....", ((3, 4),)),
        # of several removed candidates those that matter together, and no others
        (
            "12.. .... .... ....",
            without("12.. .... .... ....", (2, 4), (3, 4), (9, 1), (10, 2), (15, 3)),
            ((2, 4), (3, 4)),
        ),
    ],
)
def test_mistakes_end_it_before_it_begins(puzzle, now, mistakes):
    path = explain(puzzle, now=now)
    assert (mistakes, (), End.NONE) == (path.mistakes, path.entries, path.end)
    with pytest.raises(satdoku.InputError) as error:
        hint(puzzle, now=now)
    name = path.puzzle.geometry.cell_name
    assert all(name(cell) in str(error.value) for cell, _ in mistakes)


def test_where_there_is_no_solution_nothing_is_a_mistake():
    path = explain(without("11.. .... .... ....", (3, 4)), now="11.4 .... .... ....")
    assert ((), (), (0, 1)) == (path.mistakes, path.entries, path.contradiction.cells)


@pytest.mark.parametrize("call", [explain, hint, find_steps])
def test_what_is_no_position_of_the_puzzle(call):
    for now in (3.5, "1...", "?" * 99, [[1]], object()):
        with pytest.raises(satdoku.InputError):
            call(FOUR, now=now)
    for now in ("..4. ..2. ..3. 4...", "2... ..2. ..3. 4...", Puzzle("." * 81)):
        with pytest.raises(satdoku.UsageError) as error:
            call(FOUR, now=now)
        assert isinstance(now, Puzzle) or "r1c1" in str(error.value)
    with pytest.raises(satdoku.UsageError):
        call(FOUR, now=Puzzle((0,) * 16, geometry=Geometry.of_box(1, 4)))


# --- ends -----------------------------------------------------------------------------


def fills_r1c2(entry):
    return any(cell == 1 for cell, _ in entry.places)


@pytest.mark.parametrize(
    ("until", "last"),
    [
        ("r1c2", "full-house r1c2=2"),
        ("R1C2", "full-house r1c2=2"),
        (fills_r1c2, "full-house r1c2=2"),
        ("full-house", "full-house r4c3=1"),
        (Technique.FULL_HOUSE, "full-house r4c3=1"),
        ("singles", "naked-single r1c3=4"),
        ("easy", "naked-single r1c3=4"),
        ("EASY", "naked-single r1c3=4"),
        (Level.EASY, "naked-single r1c3=4"),
        (1, "naked-single r1c3=4"),
        ("2", "full-house r4c3=1"),
        (2, "full-house r4c3=1"),
    ],
    ids=range(12),
)
def test_until(until, last):
    whole = [told(entry) for entry in explain(FOUR).entries]
    path = explain(FOUR, until=until)
    entries = [told(entry) for entry in path.entries]

    assert End.STOPPED is path.end
    assert last == entries[-1]
    assert entries == whole[: len(entries)]
    assert whole.index(last) == len(entries) - 1


def test_until_a_level_or_family_of_a_hard_puzzle():
    levels = [entry.technique.level for entry in explain(HARD).entries]
    for level in sorted(set(levels))[1:]:
        found = [one.technique.level for one in explain(HARD, until=level).entries]
        first = next(index for index, one in enumerate(levels) if one >= level)
        assert levels[: first + 1] == found
    last = explain(HARD, until="locked").entries[-1]
    assert last.technique.key in {
        "pointing",
        "claiming",
        "locked-pair",
        "locked-triple",
    }


def test_what_is_no_technique_is_beyond_all_levels():
    for until in ("extreme", "trial"):
        path = explain(STUCK, techniques="easy", until=until)
        assert isinstance(path.entries[-1], Trial)
        assert all(isinstance(entry, Step) for entry in path.entries[:-1])
    assert explain(FOUR, techniques="x-wing", until="search").reached


@pytest.mark.parametrize("until", ["x-wing", "hard", 13, "999999999", "chains"])
def test_until_what_does_not_come(until):
    path = explain(FOUR, until=until)
    assert (End.SOLVED, 12) == (path.end, len(path.entries))


def test_until_the_last_entry_it_is_solved():
    assert End.SOLVED is explain(FOUR, until=12).end
    assert End.STOPPED is explain(FOUR, until=11).end


def test_without_search_it_stops_where_techniques_end():
    path = explain(HARD, techniques="singles", search=False)

    assert (End.STOPPED, Status.UNIQUE) == (path.end, path.status)
    assert not path.position.is_complete
    assert not path.by_logic
    assert path.score is not None
    assert [] == find_steps(HARD, now=path.position, techniques="singles")


def test_several_solutions():
    """All that follows is found, by search where need be; nothing is guessed."""
    path = explain(SEVERAL)
    assert (End.SEVERAL, None, Status.MULTIPLE) == (
        path.end,
        path.solution,
        path.status,
    )
    assert (None, None) == (path.level, path.score)
    assert not path.position.is_complete
    path = explain("12.. .... .... ....")
    for cell, mask in enumerate(path.position.candidate_masks()):
        for digit in range(1, 5):
            if mask >> digit - 1 & 1 and not path.position.values[cell]:
                values = list(path.puzzle.values)
                values[cell] = digit
                assert solve(
                    Puzzle(tuple(values), geometry=path.puzzle.geometry)
                ).solution


@pytest.mark.parametrize(
    ("puzzle", "contradiction"),
    [(CLASHING, (0, 1, 6)), ("11.. .... .... ....", (0, 1))],
)
def test_no_solution(puzzle, contradiction):
    path = explain(puzzle)
    assert (End.NONE, contradiction, Status.NONE) == (
        path.end,
        path.contradiction.cells,
        path.status,
    )
    assert not hint(puzzle)
    assert path.solution is None
    assert (None, None) == (path.level, path.score)


@pytest.mark.parametrize("text", ["....4..32.....1.", "3.....2.....4..1"])
def test_no_solution_that_comes_to_light_on_the_way(text):
    path = explain(text)
    assert End.NONE is path.end
    assert path.entries
    assert not path.position.is_complete


def test_a_complete_grid():
    path = explain("1234 3412 2143 4321")
    assert (End.SOLVED, ()) == (path.end, path.entries)
    assert (Level.EASY, 0, True) == (path.level, path.score, path.by_logic)
    assert [] == find_steps("1234 3412 2143 4321")
    assert not hint("1234 3412 2143 4321")


# --- checked and limited --------------------------------------------------------------


def test_timeouts():
    for call in (hint, find_steps):
        with pytest.raises(satdoku.Stopped):
            call(HARD, timeout=1e-6)
    path = explain(HARD, timeout=1e-6)
    assert (path.end, path.status, path.entries) == (End.TIMEOUT, Status.UNKNOWN, ())
    for call in (explain, hint, find_steps):
        with pytest.raises(satdoku.UsageError):
            call(HARD, timeout=-1)


def test_steps_found_before_the_time_is_over_are_kept():
    """Fish of any units take longer than singles, which come before them."""
    singles, partial = find_steps(HARD, techniques="singles"), ()
    slow = "singles,mutant-fish"
    for number in range(10):
        if not partial:
            with pytest.raises(satdoku.Stopped) as stop:
                find_steps(HARD, techniques=slow, timeout=0.02 * 2**number)
            partial = list(stop.value.partial)
    assert partial[: len(singles)] == singles[: len(partial)] != []


def test_time_over_on_the_way():
    """The entries found by then are a beginning of the whole path."""
    whole = explain(UNFAIR)
    ends, timeout = [], 0.002
    while timeout < 10 and End.SOLVED not in ends:
        timeout *= 2
        path = explain(UNFAIR, timeout=timeout)
        ends.append(path.end)
        assert path.entries == whole.entries[: len(path.entries)]
        assert path.status is Status.UNIQUE or not path.entries
    assert End.SOLVED in ends


@pytest.mark.parametrize("call", [explain, hint, find_steps])
def test_what_cannot_be_read(call):
    for puzzle in ("12", 7, [[1]], "1" * 17):
        with pytest.raises(satdoku.InputError):
            call(puzzle)


@pytest.mark.parametrize("puzzle", [FOUR, EASY, HARD, SEVERAL, STUCK])
def test_verified_paths_are_the_same(puzzle):
    plain, checked = explain(puzzle), explain(puzzle, verify=True)
    assert plain.entries == checked.entries
    assert checked.verified


def test_paths_are_the_same_each_time():
    assert explain(HARD) == explain(HARD)
    names = ["naked-pair", "singles", "pointing"]
    assert explain(HARD, techniques=names) == explain(HARD, techniques=names[::-1])
