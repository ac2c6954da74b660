"""Pictures of steps: well-formed, with every mark in its cell; exact shapes of a few.

`golden/pictures.json` has the marks of some pictures with their places; `--renew`
writes it anew.
"""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import satdoku
from satdoku import Geometry, Puzzle, explain, find_steps
from satdoku.constraints import Killer, Thermo, Whisper
from satdoku.explanation import step_svg
from satdoku.explanation.constraint_steps import ConstraintTrial
from satdoku.explanation.trials import DeadEnd
from tests.explanation.support import ESCARGOT, FOUR, HARD, STUCK, UNFAIR, Trial
from tests.techniques.support import CellSet, Node, Step, Technique, golden, position

FILE = Path(__file__).parent / "golden" / "pictures.json"
STEPS = Path(__file__).parents[1] / "techniques" / "golden" / "steps.jsonl"
NINE = Geometry(9, 9)
EMPTY = Puzzle("." * 81)
MARKS = (
    "mark-",
    "set-",
    "link-",
    "band",
    "cover",
    "group",
    "clash",
    "number",
    "strike",
)
MARKS += ("pattern", "key")
PLACES = ("x", "y", "cx", "cy", "r", "width", "height", "d", "font-weight", "rx")
DRAWN = (
    "hidden-single",
    "naked-triple",
    "finned-swordfish",
    "xy-wing",
    "als-xz",
    "sue-de-coq",
    "multi-colours-1",
    "grouped-aic",
    "death-blossom",
    "unique-rectangle-3",
    "forcing-chain-verity",
    "mutant-swordfish",
)


def elements(svg):
    return list(ET.fromstring(svg).iter())


def classes(*arguments, **options):
    """Return the classes of all that is drawn."""
    svg = step_svg(*arguments, **options)
    return [element.get("class") or "" for element in elements(svg)]


def shapes(svg):
    """Return the marks of a picture, each with its place."""
    found = []
    for element in elements(svg):
        name = element.get("class") or ""
        if name.startswith(MARKS):
            places = [element.get(key) for key in PLACES]
            text = [element.text.strip()] if (element.text or "").strip() else []
            found.append(" ".join([name, *filter(None, places), *text]))
    return found


def marked(svg, name, geometry):
    """Return the (cell, digit) pairs that have a mark, by its place and its digit."""
    found = set()
    n = geometry.size
    for element in elements(svg):
        if element.get("class") == f"{name}-digit":
            row, column = (
                int((float(element.get(key)) - 26) // 48) for key in ("y", "x")
            )
            found.add((row * n + column, int(element.text)))
    return found


def first_position(key):
    """Return the first golden position of a technique, and its first step."""
    one = next(
        one for one in golden(STEPS) if one["techniques"][-1] == key and "now" in one
    )
    puzzle = Puzzle(one["puzzle"], geometry=Geometry.parse(one["box"]))
    now = position(one["now"], puzzle.geometry)
    return puzzle, now, find_steps(puzzle, now=now, techniques=key)[0]


def drawn(key):
    puzzle, now, step = first_position(key)
    return step_svg(now, step, puzzle=puzzle)


def entry_pictures():
    """Return what is drawn of trials, one with trials within it, and of a search."""
    found = {}
    for name, puzzle, options in (
        ("trial", STUCK, {"techniques": "easy", "until": "extreme"}),
        ("trials", ESCARGOT, {"until": 3}),
        ("search", FOUR, {"techniques": "x-wing"}),
    ):
        now, entry = list(explain(puzzle, **options).positions())[-1]
        found[name] = step_svg(now, entry)
    return found


def test_exact_marks(renew):
    found = {key: shapes(drawn(key)) for key in DRAWN}
    found |= {name: shapes(svg) for name, svg in entry_pictures().items()}
    if renew:
        FILE.write_text(json.dumps(found, indent=0) + "\n", "utf-8")

    assert json.loads(FILE.read_text("utf-8")) == found


@pytest.mark.parametrize("puzzle", [STUCK, HARD])
def test_what_is_placed_and_removed_is_marked(puzzle):
    path = explain(puzzle)
    for index, (now, step) in enumerate(path.positions()):
        if index % 7 and step.places:
            continue
        svg = step_svg(now, step, puzzle=path.puzzle)
        assert set(step.places) == marked(svg, "mark-placed", NINE)
        assert set(step.removes) == marked(svg, "mark-removed", NINE)
        names = [element.get("class") for element in elements(svg)]
        assert len(step.removes) == names.count("strike")
        assert len(step.places) == names.count("mark-placed")


def test_clues_and_digits_found():
    """The puzzle says which digits are clues; without it all are."""
    path = explain(FOUR)
    now, step = list(path.positions())[-1]
    names = classes(now, step, puzzle=path.puzzle)
    assert {"clue", "found"} <= set(names)
    assert "found" not in classes(now, step)


def test_the_position_alone():
    names = classes(Puzzle(FOUR), None)
    assert "candidate" in names
    assert not [name for name in names if name.startswith((*MARKS, "sentence"))]


def test_texts():
    """The sentence is broken into lines; a title is only text."""
    path = explain(FOUR)
    now, step = next(path.positions())
    svg = step_svg(now, step, title="<b>&")

    texts = [element.text for element in elements(svg) if element.text]
    assert "<b>&" in texts
    assert "<b>" not in svg
    assert "sentence" in [element.get("class") for element in elements(svg)]
    assert str(step) in texts
    lines = classes(*list(explain(HARD).positions())[-1])
    assert "sentence" in lines


def test_letters_of_large_boards():
    """Sentences write them as the board does; where cells are summed, with values."""
    step = Step(Geometry(12, 12), Technique.NAKED_SINGLE, ((0, 12),), cells=(0,))
    position = Puzzle((0,) * 144, geometry=Geometry(12, 12))
    assert "r1c1=C" in step_svg(position, step)
    assert not re.search(r"A\b.*10", step_svg(position, step))
    summed = Puzzle(position, [Killer(20, "r1c1 r1c2")])
    assert re.search(r"A\b.*10.*C\b.*12", step_svg(summed, step))


def test_size():
    svg = step_svg(EMPTY, None, size=200)
    root = ET.fromstring(svg)
    assert "200" == root.get("width")
    assert root.get("viewBox") == ET.fromstring(step_svg(EMPTY, None)).get("viewBox")


def test_fish():
    step = Step(
        NINE,
        Technique.FINNED_X_WING,
        removes=((9, 5),),
        cells=(0, 4),
        digits=(5,),
        units=(0, 3),
        covers=(9, 13),
        fins=((1, 5),),
        sets=(CellSet((1,), (5,), "endo fin"), CellSet((20,), (5,), "set")),
    )
    svg = step_svg(EMPTY, step)
    names = [element.get("class") for element in elements(svg)]
    counted = {name: names.count(name) for name in set(names) if name}
    expected = {"band": 2, "cover": 2, "pattern": 2, "mark-used": 2, "mark-fin": 1}
    expected |= {"mark-removed": 1, "strike": 1}
    assert expected.items() <= counted.items()
    assert (2, 2) == (counted["set-1"], counted["set-line-1"])  # with the key below
    assert {(9, 5)} == marked(svg, "mark-removed", NINE)


def test_sets_and_chains():
    """Four kinds of borders come again; links are curves, whole or broken."""
    sets = tuple(CellSet((cell,), (1, 2)) for cell in range(5))
    chain = (
        Node(1, (80,), on=True),
        Node(1, (70, 71), on=False),
        Node(1, (60,), on=True, by=0),
    )
    step = Step(NINE, Technique.NAKED_SINGLE, ((79, 9),), sets=sets, chains=(chain,))
    names = classes(EMPTY, step)
    assert [2, 1, 1, 1] == [
        names.count(f"set-line-{number}") for number in (1, 2, 3, 4)
    ]
    links = [name for name in names if name.startswith("link-")]
    assert links.count("link-strong-1") == links.count("link-weak-1") > 0
    assert 1 == names.count("group")


@pytest.mark.parametrize(
    ("cells", "groups"),
    [((0, 1), 1), ((0, 9), 1), ((0, 10), 0), ((0, 4), 0), ((0, 27), 0)],
)
def test_groups_have_a_frame_where_they_are_in_a_line_of_a_box(cells, groups):
    chain = (Node(1, cells, on=False), Node(1, (80,), on=True))
    step = Step(NINE, Technique.GROUPED_AIC, removes=((79, 1),), chains=(chain,))
    assert groups == classes(EMPTY, step).count("group")


def test_each_set_is_named_below_the_board():
    roles = [f"almost locked set {number}" for number in range(6)]
    sets = tuple(CellSet((cell,), (1,), role) for cell, role in enumerate(roles))
    svg = step_svg(EMPTY, Step(NINE, Technique.NAKED_SINGLE, ((80, 9),), sets=sets))
    keys = [one for one in elements(svg) if one.get("class") == "key"]
    assert roles == [one.text for one in keys]
    *_, height = map(float, ET.fromstring(svg).get("viewBox").split())
    assert all(448 < float(one.get("y")) < height for one in keys)
    assert len({one.get("y") for one in keys}) > 1


def test_trials_are_numbered():
    """In the order in which they go on; a ring is around a cell that is left empty."""
    found = {}
    for now, entry in explain(STUCK, techniques="easy").positions():
        if not isinstance(entry, Trial):
            continue
        names = classes(now, entry)
        svg = step_svg(now, entry)
        numbers = [one.text for one in elements(svg) if one.get("class") == "number"]
        assert [str(number + 1) for number in range(len(entry.followed))] == numbers
        kind = "cell" if entry.dead_end.cell >= 0 else "unit"
        found[kind] = True
        assert names.count("clash") == (kind == "cell")
        assert names.count("band") == (kind == "unit")
    assert found


def test_a_trial_that_leaves_the_first_cell_empty():
    trial = Trial(NINE, ((1, 2),), (), DeadEnd(cell=0))
    assert str(trial).endswith("no candidate in r1c1")
    (mark,) = [one for one in shapes(step_svg(EMPTY, trial)) if "clash" in one]
    assert mark.split()[1:3] == ["50", "50"]


def test_a_hidden_single_shows_what_rules_out_the_other_cells():
    puzzle = Puzzle(FOUR)
    step = find_steps(puzzle, techniques="hidden-single")[0]
    svg = step_svg(puzzle, step)
    rings = [one for one in elements(svg) if one.get("class") == "blocker"]
    assert rings
    values, geometry = puzzle.values, puzzle.geometry
    ((single, digit),) = step.places
    cells = [
        (int(float(one.get("cy")) - 26) // 48) * 4
        + int(float(one.get("cx")) - 26) // 48
        for one in rings
    ]
    assert {digit} == {values[cell] for cell in cells}
    unit = geometry.units[step.units[0]]
    for other in set(unit) - {single}:
        seen = any(
            {other, cell} <= set(one) for cell in cells for one in geometry.units
        )
        assert seen or values[other]


def test_links_keep_off_large_digits():
    """On a path with many chains no curve runs through a digit of the grid."""
    path = explain(UNFAIR)
    links = 0
    for now, entry in path.positions():
        for one in elements(step_svg(now, entry)):
            if (
                not (one.get("class") or "").startswith("link-")
                or one.get("stroke") is None
            ):
                continue
            links += 1
            numbers = [float(text) for text in re.findall(r"[\d.]+", one.get("d"))]
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            for step in range(41):
                t = step / 40
                weights = (
                    (1 - t) ** 3,
                    3 * t * (1 - t) ** 2,
                    3 * t * t * (1 - t),
                    t**3,
                )
                x, y = (
                    sum(w * p[axis] for w, p in zip(weights, points, strict=True)) - 26
                    for axis in (0, 1)
                )
                cell = int(y // 48) * 9 + int(x // 48)
                if 0 <= cell < 81 and now.values[cell]:
                    assert abs(x % 48 - 24) > 9 or abs(y % 48 - 24) > 11
    assert links > 50


def test_a_step_and_a_path_in_a_notebook():
    path = explain(FOUR)
    assert 'class="mark-placed"' in step_svg(None, path.steps[0])
    assert 'class="candidate"' not in step_svg(None, path.steps[0])
    assert "<iframe" in path._repr_html_()
    assert "<script" not in path._repr_html_()  # escaped, in a frame of its own
    assert "<svg" in satdoku.generate(size=4, seed=1)._repr_svg_()


@pytest.mark.parametrize("size", [4, 6, 12, 25])
def test_boards_of_any_size(size):
    geometry = Geometry.of_size(size)
    last = geometry.cells - 1
    step = Step(
        geometry,
        Technique.HIDDEN_SINGLE,
        places=((last, size),),
        cells=(last,),
        digits=(size,),
        units=(3 * size - 1,),
    )
    svg = step_svg(Puzzle((0,) * geometry.cells, geometry=geometry), step)
    (disc,) = [one for one in elements(svg) if one.get("class") == "mark-placed"]
    width = float(ET.fromstring(svg).get("viewBox").split()[2])
    assert width - 60 < float(disc.get("cx")) < width


def test_far_too_large_boards_are_refused():
    large = Puzzle((0,) * 225**2, geometry=Geometry.of_box(15, 15))
    with pytest.raises(satdoku.LimitError):
        step_svg(large, None)


def test_pictures_of_the_command(run, tmp_path):
    """A hint and an explanation draw their last step."""
    for command, steps in (("hint", 1), ("explain", None)):
        path = explain(FOUR, until=steps)
        entry = path.entries[-1]
        expected = set(entry.places)
        target = tmp_path / f"{command}.svg"
        run(command, "-", "-o", target, text="1.....2...3.4...", code=0)
        svg = target.read_text("utf-8")
        found = {cell for cell, _ in marked(svg, "mark-placed", Geometry(4, 4))}
        assert {cell for cell, _ in expected} == found


def test_the_tint_of_a_pattern_lies_below_the_constraint():
    rules = [
        Whisper("r1c1 r1c2 r2c3"),
        Thermo("r5c5 r5c6 r6c6"),
        Killer(6, "r9c1 r9c2"),
    ]
    path = explain(Puzzle("." * 81, rules), until=3)
    for before, step in path.positions():
        kinds = [one.get("class") for one in elements(step_svg(before, step))]
        tinted = max(at for at, kind in enumerate(kinds) if kind == "pattern")
        drawn = ("path", "bulb", "cage", "corner", "cell-lines")
        assert tinted < min(map(kinds.index, drawn))


def test_a_long_sentence_is_written_whole():
    cages = tuple(Killer(9, f"r{k}c1 r{k}c2 r{k}c3 r{k}c4") for k in range(1, 10)) * 4
    step = ConstraintTrial(NINE, ((0, 1),), cages, (0, 1))
    picture = step_svg(Puzzle("." * 81, cages), step)
    lines = [
        one.text
        for group in elements(picture)
        if group.get("class") == "sentence"
        for one in group
    ]

    assert len(lines) > 12
    assert " ".join(lines) == str(step)
