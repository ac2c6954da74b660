"""Variants in and out: ISS text, boards of f-puzzles, JSON; what cannot hold them."""

import io
import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import satdoku
from satdoku import Geometry, Puzzle
from satdoku.constraints import (
    XV,
    AntiConsecutive,
    AntiKnight,
    Diagonals,
    DisjointGroups,
    GreaterThan,
    LookAndSay,
    Modular,
    PillArrow,
    Regions,
    Renban,
    Thermo,
    WhiteDot,
)
from satdoku.errors import InputError, UsageError
from satdoku.formats import write as write_to
from satdoku.formats.constraint_items import constraint_items, read_constraints
from tests.formats.inner import (
    Format,
    PuzzleRecord,
    Writer,
    find_any,
    formats,
    scan,
    unpack,
    write,
)

CAGE = ".Shape~4x4.~R1C1_1.Cage~3~R1C3~R1C4"
BOARD_KEYS = {
    one["key"]: one
    for one in map(
        json.loads,
        Path(__file__).with_name("board_keys.jsonl").read_text().splitlines(),
    )
}
"""Keys of boards, with a value, what is drawn for them, whether ISS text has them."""
IRREGULAR = "AAAB ACBB CCDB CDDD"


def read(text, **options):
    """Return the entries of a text."""
    return list(scan(io.StringIO(text), **options))


def board(size=9, regions=None, **keys):
    """Return a board of f-puzzles without clues."""
    grid = [[{} for _ in range(size)] for _ in range(size)]
    for at, region in enumerate(regions or ()):
        grid[at // size][at % size]["region"] = region
    return json.dumps({"size": size, "grid": grid, **keys})


# ISS text


def test_iss_is_written_a_line_a_puzzle():
    text = f"{CAGE}\n\n.Diagonal~1\n\n.Shape~9x9\n"
    puzzles = [entry.puzzle for entry in read(text)]
    stream = io.StringIO()
    with Writer(stream, "iss") as writer:
        for puzzle in puzzles:
            writer.write(puzzle)

    assert [entry.puzzle for entry in read(stream.getvalue())] == puzzles
    assert puzzles[2] == Puzzle("." * 81)


def test_iss_of_boxes_of_another_shape():
    tall = Geometry.of_box(3, 2)
    puzzle = Puzzle("." * 36, [DisjointGroups(), Diagonals()], geometry=tall)
    (again,) = read(write(puzzle, "iss"))

    assert again.puzzle.geometry == tall
    assert {frozenset(unit) for unit in again.puzzle.units} == {
        frozenset(unit) for unit in puzzle.units
    }


def test_iss_as_an_argument(run):
    done = run("solve", "-q", ".Shape~4x4.~R1C1_1.Cage~3~R1C2~R2C2", "--to", "line")

    assert done.exit_code == 3  # r1c2 would be 1


def test_counts_of_values_in_iss():
    """Counts of values beyond 9 are written as the values themselves."""
    text = ".Shape~16x16.ContainExact~12_12_2~R1C1~R2C3~R3C1"
    (entry,) = read(text)
    counts = ((2, 1), (12, 2))
    assert entry.puzzle.constraints == (LookAndSay("r1c1 r2c3 r3c1", counts),)
    written = write(entry.puzzle, "iss")
    assert "ContainExact" in written
    (again,) = read(written)
    assert again.puzzle == entry.puzzle


# f-puzzles


JUNK = [True, 5, 1.5, None, "R", "", "²", [], {}, [[1]], [None], "R0C0", -1, 10**12]


def places_in(value, path=()):
    """Yield the path to each value inside a value of JSON."""
    pairs = enumerate(value) if isinstance(value, list) else ()
    for key, inner in value.items() if isinstance(value, dict) else pairs:
        yield (*path, key)
        yield from places_in(inner, (*path, key))


def put(value, path, new):
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


def test_boards_with_wrong_values_are_read_or_refused(shared_data):
    path = shared_data / "variants" / "fpuzzles_boards.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    published = [json.loads(line)["board"] for line in lines]
    texts = [
        *map(json.dumps, published),
        *(board(**{key: one["value"]}) for key, one in BOARD_KEYS.items()),
    ]
    dice = Random(1)
    for _ in range(300):
        broken = json.loads(dice.choice(texts))
        paths = [*places_in(broken)]
        rules = [path for path in paths if path[0] != "grid"]
        put(broken, dice.choice(dice.choice((rules, rules, paths))), dice.choice(JUNK))
        with suppress(InputError):
            next(satdoku.read_all(io.StringIO(json.dumps(broken))))


def test_read_warns_of_drawings():
    text = board(rectangle=[{"cells": ["R1C1"]}])
    with pytest.warns(UserWarning, match="drawings may be rules: 1 rectangle"):
        satdoku.read(io.StringIO(text))


@pytest.mark.parametrize("key", BOARD_KEYS)
def test_boards_of_f_puzzles(key):
    """Each key becomes constraints, and comes back from a board and from ISS text."""
    (entry,) = read(board(**{key: BOARD_KEYS[key]["value"]}))
    puzzle = entry.puzzle
    (again,) = read(write(puzzle, "fpuzzles"))
    rules = puzzle.constraints
    assert rules
    assert set(again.puzzle.constraints) == set(rules)
    items = constraint_items(puzzle)
    assert read_constraints(items, puzzle.geometry) == list(rules)
    for other in ("json", "iss") if BOARD_KEYS[key].get("iss", True) else ("json",):
        (between,) = read(write(puzzle, other))
        (again,) = read(write(between.puzzle, "fpuzzles"))
        expected = {
            # Each cell beside a maximum is less than it.
            Thermo(rule.cells[::-1]) if isinstance(rule, GreaterThan) else rule
            for rule in between.puzzle.constraints
        }
        assert set(again.puzzle.constraints) == expected
        assert other == "iss" or expected == set(rules)


@pytest.mark.parametrize(
    ("cell", "direction"),
    [
        *(("R0C3", "DR"), ("R0C7", "DL"), ("R10C3", "UR"), ("R10C7", "UL")),
        *(("R3C0", "DR"), ("R7C0", "UR"), ("R3C10", "DL"), ("R7C10", "UL")),
        # One cell alone, in a corner.
        *(("R0C2", "DL"), ("R0C8", "DR"), ("R10C2", "UL"), ("R10C8", "UR")),
    ],
)
def test_little_killers_keep_their_direction(cell, direction):
    text = board(littlekillersum=[{"cell": cell, "direction": direction, "value": "9"}])
    (entry,) = read(text)
    (between,) = read(write(entry.puzzle, "json"))
    (again,) = read(write(between.puzzle, "fpuzzles"))

    assert again.puzzle == entry.puzzle
    (short,) = read(write(entry.puzzle, "iss"))
    (found,) = short.puzzle.constraints
    assert {*found.cells} == {*entry.puzzle.constraints[0].cells}
    if len(found.cells) > 1:
        assert type(found) is type(entry.puzzle.constraints[0])


def written_board(entry):
    """Return a board as it is written."""
    packed = write(entry, "fpuzzles").strip().partition("load=")[2]
    return json.loads(unpack(packed, 1 << 16))


@pytest.mark.parametrize("key", BOARD_KEYS)
def test_what_only_the_plugin_shows_is_drawn_too(key):
    """Each drawing says of which constraint it is, so it is not kept as one's own."""
    expected = BOARD_KEYS[key].get("drawn", ())
    (entry,) = read(board(**{key: BOARD_KEYS[key]["value"]}))
    for _ in range(2):
        keys = written_board(entry)
        drawn = [
            one
            for kind in ("line", "circle", "rectangle", "cage", "text")
            for one in keys.get(kind, ())
        ]
        assert len(drawn) == len(expected)
        assert all(one["fromConstraint"] for one in drawn)
        assert all(
            one.get("isLLConstraint", False) == (key == "lockout") for one in drawn
        )
        assert {*expected} <= {*keys}
        (entry,) = read(json.dumps(keys))
        assert not entry.metadata.warnings


def test_a_board_keeps_its_drawings_colours_and_marks():
    mine = {"lines": [["R1C1", "R1C2"]], "outlineC": "#000000", "width": 0.5}
    text = board(
        4,
        line=[mine],
        cage=[{"cells": ["R1C1"], "value": "x"}],
        renban=[{"lines": [["R2C2", "R2C3"]]}],
        fogofwar=["R1C1"],
    )
    keys = json.loads(text)
    keys["grid"][1][2] = {"c": "#FF0000", "cArray": ["#FF0000"], "highlightArray": [1]}
    keys["grid"][3][3] = {"value": 2, "given": True, "cornerPencilMarks": [1, 2]}
    (entry,) = read(json.dumps(keys))
    (again,) = read(write(entry, "fpuzzles"))
    found = written_board(again)

    assert found["line"][-1] == mine
    assert [one.get("fromConstraint") for one in found["line"]] == ["Renban", None]
    assert (found["cage"], found["fogofwar"]) == (keys["cage"], ["R1C1"])
    assert found["grid"] == keys["grid"]
    assert again.metadata.warnings == entry.metadata.warnings
    assert "these drawings may be rules: 1 line, 1 cage" in entry.metadata.doubt


def test_a_line_that_meets_itself_counts_each_cell_once():
    line = ["R1C1", "R1C2", "R2C2", "R1C1"]
    (entry,) = read(board(4, renban=[{"lines": [line]}]))

    plain = Puzzle("." * 16, [Renban("r1c1 r1c2 r2c2")])
    assert int(satdoku.count(entry.puzzle)) == int(satdoku.count(plain)) > 0
    assert written_board(entry)["renban"] == [{"lines": [line]}]
    assert XV("r1c1 r1c2 r1c1", 5) == XV("r1c1 r1c2", 5)


def test_irregular_regions():
    marks = IRREGULAR.replace(" ", "")
    (entry,) = read(board(4, ["ABCD".index(mark) for mark in marks], antiknight=True))
    puzzle = entry.puzzle
    shape = Geometry(4, 4, None)
    same = Puzzle("." * 16, [Regions(IRREGULAR), AntiKnight()], geometry=shape)
    assert puzzle.geometry == shape
    assert set(puzzle.units) == set(same.units)
    (again,) = read(write(puzzle, "fpuzzles"))
    assert again.puzzle == puzzle


def test_drawings_are_skipped_with_a_warning(run):
    mine = {"lines": [["R1C1", "R1C2"]]}
    copy = {**mine, "fromConstraint": "Renban"}
    for drawings, warned in (([copy], False), ([copy, mine], True)):
        text = board(line=drawings, antiknight=True)
        done = run("convert", "--to", "iss", text=text, code=0)
        assert done.stdout == ".AntiKnight\n"
        assert ("drawings may be rules: 1 line" in done.stderr) == warned


def test_colours_corner_marks_and_fog_are_skipped_with_a_warning(run):
    text = board(fogofwar=["R1C1"])
    keys = json.loads(text)
    keys["grid"][0][0] |= {"c": "#FF0000", "cornerPencilMarks": [1, 2]}
    done = run("convert", "--to", "json", text=json.dumps(keys), code=0)
    for lost in ("1 coloured cell", "corner marks", "fog"):
        assert lost in done.stderr
        assert lost in str(json.loads(done.stdout)["warnings"])
        assert lost in run("check", text=done.stdout).stderr


def test_answers_are_about_the_rules_that_were_read(run):
    """Where a drawing may stand for a rule, nothing is simply unique."""
    clues = "123434122143432."
    for drawn, under in (([], False), ([{"lines": [["R1C1", "R1C2"]]}], True)):
        keys = json.loads(board(4, line=drawn))
        for at, digit in enumerate(clues[:-1]):
            keys["grid"][at // 4][at % 4] = {"value": int(digit), "given": True}
        text = json.dumps(keys)
        words = "under the rules that were read"
        checked = " ".join(run("check", text=text, code=0).stdout.split())
        assert (f"exactly one solution {words}; these" in checked) == under
        solved = " ".join(run("solve", text=text, code=0).stderr.split())
        assert (f"This is the only solution {words}; these" in solved) == under
        (record,) = run.json("solve", text=text, code=0)
        assert ("warnings" in record) == under


@pytest.mark.parametrize(
    ("rules", "geometry"),
    [
        ((), Geometry(6, 9)),
        ((), Geometry(9, 9, None)),
        ((Modular("r1c1 r1c2 r1c3", 4),), Geometry(9, 9)),
        # The board leaves out pairs with dots, the rule does not.
        ((AntiConsecutive(), WhiteDot("r1c1 r1c2")), Geometry(9, 9)),
    ],
)
def test_what_a_board_cannot_say_is_refused(rules, geometry):
    puzzle = Puzzle("." * geometry.cells, rules, geometry=geometry)
    with pytest.raises(UsageError, match="f-puzzles has no"):
        write(puzzle, "fpuzzles")


def test_a_pill_that_is_not_in_the_order_of_rows_and_columns():
    """Both texts read a pill in that order, so it would be another number."""
    puzzle = Puzzle("." * 81, [PillArrow("r1c2 r1c1 r2c1 r2c2")])
    with pytest.raises((InputError, UsageError), match="pill arrow: r1c2 r1c1"):
        write(puzzle, "fpuzzles")
    (written,) = read(write(puzzle, "iss"))
    assert puzzle.is_solution(satdoku.solve(written.puzzle).solution)
    (again,) = read(write(puzzle, "json"))
    assert again.puzzle == puzzle


def test_extra_regions_beside_boxes_are_kept():
    marks = "A........" * 9
    puzzle = Puzzle("." * 81, [Regions(marks)])
    text = write(puzzle, "fpuzzles")
    (again,) = read(text)

    assert '"region"' not in unpack(text.strip().partition("load=")[2], 1 << 16)
    assert set(again.puzzle.units) == set(puzzle.units)


# JSON


@pytest.mark.nightly
def test_published_puzzles_in_json(shared_data):
    """All are read from JSON with their solutions, written and read again."""
    path = shared_data / "variants" / "iss.jsonl"
    found = [entry for entry in scan(path) if isinstance(entry, PuzzleRecord)]

    assert len(found) == 166
    for entry in found:
        assert entry.puzzle.is_solution(entry.metadata.solution), entry.name
        (again,) = read(write(entry, "json"))
        assert again.puzzle.geometry == entry.puzzle.geometry
        assert again.puzzle.candidate_masks() == entry.puzzle.candidate_masks()
        assert {frozenset(unit) for unit in again.puzzle.units} == {
            frozenset(unit) for unit in entry.puzzle.units
        }
        if not any(isinstance(rule, Regions) for rule in entry.puzzle.constraints):
            rules = set(entry.puzzle.constraints)
            assert set(again.puzzle.constraints) == rules, entry.name
        assert again.metadata.solution == entry.metadata.solution


def test_constraints_in_json():
    puzzle = Puzzle("1" + "." * 80, [Thermo("r1c1 r2c2"), AntiKnight()])
    record = json.loads(write(puzzle, "json"))
    (again,) = read(json.dumps({"grid": record["puzzle"], **record}))

    assert record["constraints"] == ["Thermo~R1C1~R2C2", "AntiKnight"]
    assert "shape" not in record
    assert again.puzzle == puzzle


def test_values_from_zero_in_json():
    shape = Geometry(6, 9, None, first_value=0)
    puzzle = Puzzle((1, 9, *(0,) * 52), [AntiKnight()], geometry=shape)
    record = json.loads(write(puzzle, "json"))
    (again,) = read(json.dumps(record))

    assert record["shape"] == ".Shape~6x9~0-8.NoBoxes"
    assert record["puzzle"][:3] == "08."
    assert again.puzzle == puzzle


def test_answers_in_json_are_read_as_puzzles(run):
    text = ".Shape~4x4~0-3.~R1C1_3.Cage~1~R1C2~R1C3"
    done = run("solve", "--json", text, code=0)
    answer = json.loads(done.stdout)
    (entry,) = read(done.stdout)

    assert (answer["puzzle"], answer["shape"]) == ("3" + "." * 15, ".Shape~4x4~0-3")
    assert entry.puzzle == read(text)[0].puzzle
    assert entry.metadata.solution.line == answer["solution"]


# What cannot hold a variant


@pytest.mark.parametrize(
    "name", [f.name for f in formats() if getattr(f, "write", getattr(f, "writer", 0))]
)
def test_constraints_are_never_dropped(name):
    puzzle = Puzzle("." * 81, [AntiKnight()])
    format_ = find_any(name)
    stream = io.StringIO() if isinstance(format_, Format) else io.BytesIO()
    if "constraints" in format_.keeps:
        (again,) = read(write(puzzle, name))
        assert again.puzzle == puzzle
        return
    if name == "parquet":
        pytest.importorskip("pyarrow")
    with pytest.raises(UsageError, match="cannot hold the rule 'anti-knight'"):
        write_to(puzzle, stream, name)


@pytest.mark.parametrize("options", [(), ("--lossy",)])
def test_convert_refuses_to_drop_rules(run, options):
    done = run("convert", "--to", "line", *options, text=CAGE, code=2)

    assert "cannot hold the rule 'cage of 3: r1c3 r1c4'; try json or iss" in done.stderr
    assert not done.stdout


def test_convert_writes_the_state_with_its_rules(run):
    text = board(antiknight=True).replace("{}", '{"value": 5}', 1)
    done = run("convert", "--state", "--to", "iss", text=text, code=0)

    assert done.stdout == ".~R1C1_5.AntiKnight\n"


# Printing


@pytest.mark.parametrize(
    ("to", "text"),
    [
        ("line", "01234567812345678023456780134567801245678012356780123"),
        ("rows", "012345678\n123456780\n"),
        ("grid", "012345678\n123456780\n"),
        ("numbers", "0 1 2 3 4 5 6 7 8\n1 2 3"),
    ],
)
def test_solutions_show_values(run, to, text):
    full = "".join(str((row + column) % 9) for row in range(6) for column in range(9))
    clues = "".join(
        f"~R{at // 9 + 1}C{at % 9 + 1}_{value}" for at, value in enumerate(full)
    )
    done = run("solve", "--to", to, f".Shape~6x9~0-8.NoBoxes.{clues}", code=0)

    assert done.stdout.startswith(text)


def test_grids_of_other_values_are_read_as_they_print():
    for first in (0, 2, 30):
        shape = Geometry(4, 4, first_value=first)
        grid = Puzzle((1, 2, 3, 4, *(0,) * 12), geometry=shape).clues
        assert type(grid)(grid.line, shape) == type(grid)(str(grid), shape) == grid
    with pytest.raises(InputError, match="'4' cannot be in a cell"):
        Puzzle("0124" + "." * 12, geometry=Geometry(4, 4, first_value=0))


# --variant


def test_variant_adds_rules_to_plain_puzzles(run):
    lines = ["1" + "." * 80, "." * 20 + "5" + "." * 9 + "5" + "." * 50]
    done = run("solve", "--json", "--variant", "diagonal,anti-knight", text=lines[0])
    (entry,) = read(done.stdout)

    assert set(entry.puzzle.constraints) == {Diagonals(), AntiKnight()}
    assert entry.puzzle.is_solution(entry.metadata.solution)
    done = run("solve", "--variant", "anti-king", text="\n".join(lines), code=3)
    assert "1 without a solution" in done.stderr


@pytest.mark.nightly
def test_variant_for_very_many_puzzles(run, tmp_path):
    """Engine lanes, which does not know the rule, answers none of them."""
    path = tmp_path / "many.txt"
    path.write_text(f"1{'.' * 80}\n" * 300)
    done = run("solve", path, "--variant", "diagonal", code=0)
    rows = done.stdout.split()

    assert len(rows) == 300
    assert all(len(set(row[::10])) == len(set(row[8:80:8])) == 9 for row in rows)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--variant", "killer"), "'killer'; expected anti-king, anti-knight"),
        (("--variant", "windoku", "--box", "1x4"), "no windoku"),
        (
            ("--variant", "diagonal", "--dask", "tcp://a:1"),
            "which excludes --repair and --variant",
        ),
    ],
)
def test_variant_that_is_refused(run, options, message):
    done = run("solve", *options, text="." * 16, code=2)

    assert message in done.stderr
