"""SudokuPad's own puzzles: what is understood, what is named, what is refused."""

import io
import json
from dataclasses import fields, replace
from pathlib import Path
from urllib.parse import unquote

import pytest

import satdoku
from satdoku.constraints import (
    Allowed,
    AntiKing,
    AntiKnight,
    Contains,
    Diagonals,
    LittleKiller,
    Windoku,
)
from satdoku.errors import InputError
from satdoku.puzzle.constraints.catalogue import read_python
from satdoku.puzzle.geometry import Geometry
from tests.conftest import nightly
from tests.formats.inner import pack, scan, unpack
from tests.formats.inner import write as text_of

TINY = {
    "cells": [
        [{"value": 1}, {}, {}, {}],
        [{}] * 4,
        [{}, {}, {"value": 2}, {}],
        [{}] * 4,
    ],
    "cages": [{"cells": [[0, 1], [0, 2]], "value": 5, "unique": True}],
    "metadata": {"title": "Tiny", "solution": "1234341221434321"},
}
JSON = (
    "N4IgxgpgNlDOIC4DaTQDcCGUCuFEEYBfAGmBLNMIF1jVz7Ka7LSRMc8EAmepi/3jXAYA5hHjJQkGBJQAGYv"
    "iYKuVIe1yIArMRDYAdgEsAjpoQAXAE65qugLYRzGACYYniUOcPmonEABVDfQBPEF1YAHscLwj9RBB8LgBmA"
    "BZUxK58NLTMkEJCIA="
)
SHORT = (
    "N4WwpgLghgJl0C5gGcD2AbArhAlqgdggIwBMAzACyWklFVW0A0ECA5ACo74CerAvowDGYBAG1RwAG7EBjRg"
    "F1GouQqVypCEgMXK58xYKhjgmfDgCOmERCEjxABkZEdjkvsbSArH3l8gA"
)
BOXES = [
    [[a + b, c + d] for b in (0, 1) for d in (0, 1)] for a in (0, 2) for c in (0, 2)
]
WORDS = "Normal sudoku rules apply. Digits in cages sum to the total and cannot repeat."


def pad(**keys):
    """Return a puzzle of SudokuPad that is understood, with some keys in its place."""
    board = {**TINY, "regions": BOXES, **keys}
    board["metadata"] = {"rules": WORDS, **TINY["metadata"], **keys.get("metadata", {})}
    return json.dumps(board)


def record(text):
    (found,) = scan(io.StringIO(text))
    if isinstance(found, InputError):
        raise found
    return found


def test_worked_examples_both_ways():
    text = json.dumps(TINY, separators=(",", ":"))

    assert text == unpack(JSON, 10**4)
    assert JSON == pack(text)
    assert SHORT == pack(unpack(SHORT, 10**4))
    one, other = record(f"scl{JSON}"), record(f"https://sudokupad.app/ctc{SHORT}")
    for each in (one, other):
        assert "Tiny" == each.name
        assert "1.........2....." == each.puzzle.line
        assert "1234341221434321" == each.metadata.solution.line
        assert ["cage of 5: r1c2 r1c3"] == [
            rule.describe() for rule in each.puzzle.constraints
        ]


def test_real_puzzles(shared_data):
    folder = shared_data / "variants" / "sudokupad"
    for case in map(json.loads, (folder / "expected.jsonl").read_text().splitlines()):
        found = record((folder / case["file"]).read_text())
        puzzle, told = found.puzzle, found.metadata
        assert case["title"] == found.name
        assert case["author"] == dict(told.details).get("author")
        assert case["givens"] == puzzle.line
        assert case["solution"] == told.solution.line
        cages = [rule for rule in puzzle.constraints if hasattr(rule, "total")]
        assert [cage[0] for cage in case["cages"]] == [cage.total for cage in cages]
        assert [cage[3] for cage in case["cages"]] == [
            [f"R{row + 1}C{column + 1}" for row, column in cage.cells] for cage in cages
        ]
        units = [sorted(unit) for unit in puzzle.units]
        for mark in set(case["regions"]):
            cells = [at for at, own in enumerate(case["regions"]) if own == mark]
            assert cells in units
        for what, many in case["drawn"].items():
            assert f"{many} {what if many > 1 else what[:-1]}" in told.doubt
        assert (case["reading"] == "complete") == (told.doubt == "")
        if "solutions" in case:
            assert case["solution"] == satdoku.solve(puzzle).solution.line
            assert 1 == satdoku.count(puzzle)


@pytest.mark.parametrize(
    ("keys", "doubt"),
    [
        ({}, ""),
        ({"overlays": [{"class": "board-position"}]}, ""),
        ({"lines": [{"target": "cell-grids"}]}, ""),
        ({"lines": [{"wayPoints": [[0, 0], [1, 1]]}] * 2}, "2 lines"),
        ({"regions": []}, "no regions"),
        ({"cages": [{"cells": [[0, 1], [0, 2]], "value": "A"}]}, "1 cage"),
        ({"cages": [{"cells": [[0, 1]], "style": "fpRowIndexer"}]}, "1 cage"),
        ({"global": ["antiknight"]}, "antiknight"),
        ({"metadata": {"antiking": True}}, "antiking"),
        ({"metadata": {"rules": f"{WORDS} Rows are odd"}}, "Rows are odd"),
        ({"metadata": {"rules": "Normal 9x9 sudoku rules apply."}}, "9x9"),
        ({"metadata": {"rules": ""}}, "no words"),
        ({"metadata": {"rules": "Digits in cages sum to the total or so."}}, "Digits"),
    ],
)
def test_what_is_not_understood_is_named(keys, doubt):
    told = record(pad(**keys)).metadata

    assert doubt in told.doubt
    assert bool(doubt) == bool(told.doubt)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("https://sudokupad.app/abcd1234", "'abcd1234'"),
        (f"scl{JSON[:60]}", "cut off"),
        (f"scl{pack('[1, 2, 3, 4, 5, 6, 7, 8]')}", "object"),
        (pad(cells=[[{"value": 7}, {}, {}, {}], *TINY["cells"][1:]]), "r1c1"),
        (pad(cages=[{"cells": [[0, 9]]}]), "[0, 9]"),
        (pad(regions=[[[0, "a"]]]), "'a'"),
        ("{ce:[[{v:1},[,],", "not JSON"),
        (f"scl{pack('{ce:' + '[' * 5000)}", "deep"),
        (f"scf{'0' * 80}", "80 cells"),
    ],
)
def test_what_is_refused(text, quoted):
    with pytest.raises(InputError) as caught:
        record(text)

    assert quoted in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "words",
    [
        "Killer cages: digits in a cage sum to the total and do not repeat.",
        "KILLER CAGES \u2013 Digits in each cage differ and add up to its number.",
        "Standard killer rules apply.",
        "In cages, digits sum to the total in the top-left corner and must differ.",
        "Digits don't repeat in any row, column or box. Classic killer sudoku rules.",
    ],
)
def test_usual_words_of_killers(run, words):
    """With no mark of what cages are, words alone say it."""
    cages = [{"cells": [[0, 1], [0, 2]], "value": "5"}]
    words = f"Normal sudoku rules apply. {words}"

    found = record(pad(cages=cages, metadata={"rules": words}))

    assert () == found.metadata.warnings
    assert ["cage of 5: r1c2 r1c3"] == [r.describe() for r in found.puzzle.constraints]


@pytest.mark.parametrize(
    "words",
    [
        "Killer cages: not all of them are true.",
        "Killer rules do not apply.",
        "Digits in cages sum to the total and do not repeat on the diagonals.",
        "Killer cages: digits in a cage sum to the total. Anti-knight.",
        "Whispers: digits on green lines differ by 5.",
    ],
)
def test_words_that_may_be_rules_are_named(words):
    words = f"Normal sudoku rules apply. {words}"
    assert record(pad(metadata={"rules": words})).metadata.doubt


def test_a_slash_that_a_server_made_of_two():
    titles = (f"{'a' * n}\u7fff" for n in range(100))
    boards = ({**TINY, "metadata": {"title": title}} for title in titles)
    texts = (pack(json.dumps(board, ensure_ascii=False)) for board in boards)
    payload = next(text for text in texts if "//" in text)

    found = record(f"https://sudokupad.app/scl{payload.replace('//', '/', 1)}")

    assert found.name.endswith("\u7fff")


def test_colours_need_no_sign_in_short_texts():
    """They are kept, and written again."""
    text = "{ce:[[,,,],[,,,],[,,,],[,,,]],l:[{c:ff0000,th:3,wp:[[0,0],[1,1]]}]}"

    lines = written(record(text))["lines"]

    assert "#ff0000" in [line["color"] for line in lines]


@pytest.mark.parametrize(
    ("cage", "rule"),
    [
        ({"unique": False, "value": 8}, "Total"),
        ({"unique": True, "value": 8}, "Killer"),
        ({"type": "rowcol"}, "Killer"),
    ],
)
def test_what_a_cage_says(cage, rule):
    """A sum whose cells may repeat; cells that differ; a row is a unit already."""
    cells = [[0, 0], [1, 1], [2, 2]]
    row = {"cells": [[0, c] for c in range(4)], "type": "rowcol"}

    found = record(pad(cages=[{"cells": cells, **cage}, row]))

    assert [rule] == [type(each).__name__ for each in found.puzzle.constraints]


def test_a_text_of_a_board_keeps_its_size():
    grid = [[{} for _ in range(4)] for _ in range(4)]
    text = {"cells": ["R1C1"], "value": "half", "size": 0.5}

    board = written(record(json.dumps({"size": 4, "grid": grid, "text": [text]})))

    assert [16] == [m["fontSize"] for m in board["overlays"] if m["text"] == "half"]


def test_values_of_a_quadruple_elsewhere_are_drawn_as_a_cage():
    board = written(satdoku.Puzzle("." * 16, [Contains("r1c1 r1c2 r1c3", (1, 2))]))

    assert "1 2" in [cage.get("value") for cage in board["cages"]]


def test_regions_of_unequal_sizes_are_named():
    five = [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0]]
    rows = [[[row, c] for c in range(4)] for row in (2, 3)]

    found = record(pad(regions=[five, [[1, 1], [1, 2], [1, 3]], *rows]))

    assert "regions of other sizes" in found.metadata.doubt


def test_eliminated_candidates_come_back():
    puzzle = satdoku.Puzzle("1" + "." * 15).with_candidates([1, 6, *[15] * 14])

    assert puzzle == record(text_of(puzzle, "sudokupad")).puzzle


@pytest.mark.parametrize(("size", "solution"), [(9, "123456789"), (10, None)])
def test_a_solution_is_written_where_a_figure_holds_each_value(size, solution):
    row = Geometry(1, size, None)
    values = list(range(1, size + 1))
    entry = record(text_of(satdoku.Puzzle([[0] * size], geometry=row), "sudokupad"))
    metadata = replace(entry.metadata, solution=satdoku.Grid([values], row))

    board = written(replace(entry, metadata=metadata))

    assert solution == board["metadata"].get("solution")


def test_classic_puzzles_of_scf():
    found = record(f"https://sudokupad.app/scf?puzzleid=scf5U3{'0' * 75}*wxtIt**s*aMe*")

    assert f"5....3{'.' * 75}" == found.puzzle.line
    assert Geometry(9, 9) == found.puzzle.geometry
    assert {Windoku(), Diagonals()} == set(found.puzzle.constraints)
    assert ("It*s", (("author", "Me"),)) == (found.name, found.metadata.details)


def test_clues_outside_are_no_part_of_the_grid():
    """Board of 5 by 5, of which a column and a row are for clues outside."""
    cells = [[{}] * 5, *([{}, *row] for row in TINY["cells"])]
    boxes = [[[r + 1, c + 1] for r, c in box] for box in BOXES]
    found = record(pad(cells=cells, regions=boxes, cages=[], metadata={"solution": 0}))

    assert "1.........2....." == found.puzzle.line


def test_no_answer_to_drawings_unless_asked_for(run, tmp_path):
    text = pad(lines=[{"wayPoints": [[0, 0], [1, 1]]}])
    assert (
        "these drawings may be rules: 1 line" in run("solve", text=text, code=2).stderr
    )
    for command in ("solve", "count", "check"):
        done = run(command, "--ignore-drawings", text=text)
        assert "these drawings may be rules: 1 line" in done.stderr
    for to in ("json", "fpuzzles"):
        assert "1 line" in run("convert", "--to", to, text=text, code=2).stderr
    words = pad(metadata={"rules": "Rows of odd digits alone."})
    assert "odd" in run("convert", "--to", "fpuzzles", text=words, code=2).stderr
    run("convert", "--lossy", "--to", "json", text=text, code=0)
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(InputError, match="1 line"):
        satdoku.read(path)
    with pytest.warns(UserWarning, match="1 line"):
        assert satdoku.read(path, ignore_drawings=True).constraints


# Writing


PARTS = ("cages", "lines", "arrows", "underlays", "overlays")


def board_of(link, start):
    """Return the object that is packed in a link."""
    return json.loads(unpack(unquote(link).strip().removeprefix(start), 10**6))


def written(puzzle):
    return board_of(text_of(puzzle, "sudokupad"), "https://sudokupad.app/scl")


def test_what_is_drawn():
    """A line a kind of constraint: what draws it, checked by eye against the format."""
    path = Path(__file__).with_name("pad_drawings.jsonl")
    for case in map(json.loads, path.read_text().splitlines()):
        board = written(satdoku.Puzzle("." * 16, [read_python(case["rule"])]))
        drawn = {key: board[key] for key in PARTS if board[key]}
        usual, _, sentence = board["metadata"]["rules"].partition(". ")
        assert (case["parts"], case["sentence"]) == (drawn, sentence)
        assert "Normal sudoku rules apply" == usual


@pytest.mark.parametrize(
    ("cells", "center"),
    [("r1c3 r2c2 r3c1", [-0.5, 3.5]), ("r4c4", [4.5, 2.5]), ("r1c1", [-0.5, 1.5])],
)
def test_the_sum_of_a_diagonal_stands_where_it_begins(cells, center):
    """Outside the grid, from where the arrow points along it or into its one cell."""
    board = written(satdoku.Puzzle("." * 16, [LittleKiller(4, cells)]))
    (mark,) = board["overlays"]
    ((start, _),) = [arrow["wayPoints"] for arrow in board["arrows"]]
    assert (mark["text"], mark["center"]) == ("4", center)
    assert all(abs(a - b) < 0.5 for a, b in zip(start, center, strict=True))


def test_odd_and_even_are_those_of_the_values():
    """In a grid of the values 0 to 3, as in one of 1 to 4, a disc is odd."""
    grid = satdoku.Grid("." * 16, Geometry(4, 4, first_value=0))
    for values, sentence in (((1, 3), "Disc: the"), ((0, 2), "Square: the")):
        board = written(satdoku.Puzzle(grid, [Allowed("r1c1", values)]))
        assert sentence in board["metadata"]["rules"]


def boards_of(shared_data, first=0):
    """Return every eighth published board of f-puzzles."""
    lines = (shared_data / "variants" / "fpuzzles_boards.jsonl").read_text()
    return [*map(json.loads, lines.splitlines()[first::8])]


@pytest.mark.parametrize("first", nightly(range(8), 1))
def test_what_is_written_is_read_back(run, shared_data, first):
    """Boards of f-puzzles keep clues, constraints, texts and drawings on the way."""
    for case in boards_of(shared_data, first):
        entry, start = record(json.dumps(case["board"])), "https://f-puzzles.com/?load="
        link = text_of(entry, "sudokupad")
        again = record(link)
        for field in fields(entry):
            if field.name not in {"format", "source", "metadata"}:
                assert getattr(entry, field.name) == getattr(again, field.name)
        assert entry.metadata == again.metadata
        back = run("convert", "--to", "fpuzzles", text=link, code=0).stdout
        assert board_of(text_of(entry, "fpuzzles"), start) == board_of(back, start)


@pytest.mark.parametrize("first", nightly(range(8), 1))
def test_published_boards_are_unique_or_have_rules_that_are_not_read(
    shared_data, first
):
    """A board that is complete has the stored solution alone, and no warning."""
    for case in boards_of(shared_data, first):
        entry = record(json.dumps(case["board"]))
        if entry.metadata.doubt:
            assert satdoku.count(entry.puzzle, limit=1).complete is False
            continue
        assert () == entry.metadata.warnings
        assert case["solution"].split(",") == [
            str(digit) for digit in satdoku.solve(entry.puzzle).solution.values
        ]
        assert 1 == satdoku.count(entry.puzzle)


def test_the_check_of_the_site_knows_moves_and_rows_that_repeat():
    """Without rows and columns the puzzle is no Latin square, here and there."""
    shape = satdoku.Geometry(4, 4, raw=True)
    puzzle = satdoku.Puzzle("1" + "." * 15, [AntiKnight(), AntiKing()], geometry=shape)
    board = written(puzzle)["metadata"]

    assert {"antiknight", "antiking", "norowcol"} < {k for k in board if board[k]}
    assert board["rules"].startswith("Digits may repeat in rows and columns. ")
    assert puzzle == record(text_of(puzzle, "sudokupad")).puzzle


def test_artwork_of_others_is_kept():
    drawn = {"lines": [{"wayPoints": [[0, 0], [1, 1]], "color": "#123456"}]}
    text = pad(
        **drawn,
        cells=[
            [{}] * 4,
            [{"centremarks": [1]}, {}, {}, {}],
            TINY["cells"][2],
            [{}] * 4,
        ],
    )
    entry = record(text)
    board, again = written(entry), record(text_of(entry, "sudokupad"))

    assert drawn["lines"] == board["lines"]
    assert {"centremarks": [1]} == board["cells"][1][0]
    assert (entry.puzzle, entry.metadata) == (again.puzzle, again.metadata)
    assert text_of(entry, "sudokupad") == text_of(again, "sudokupad")


def test_the_solution_is_for_the_check_of_the_site(run):
    puzzle = "1234341221434..."
    board = board_of(
        run("convert", "--to", "sudokupad", text=puzzle).stdout,
        "https://sudokupad.app/scl",
    )

    assert "1234341221434321" == board["metadata"]["solution"]


def test_letters_beyond_latin():
    entry = record(pad(metadata={"title": "\U0001d4d0 \u2019x\u2019"}))

    assert "\U0001d4d0 \u2019x\u2019" == entry.name
    assert entry.name == record(text_of(entry, "sudokupad")).name


@pytest.mark.parametrize(
    "own",
    [
        {},
        {"shape": [9, 9, [3, 3], 1, 9]},
        {"shape": [4, 4, [2, 2], 1, 4], "looks": {"line": [], "cells": [1]}},
        {"shape": [4, 4, [2, 2], 1, 4], "constraints": ["Thermo~R9C9~R9C8"]},
        {"shape": [4, 4, [2, 2], 1, 4], "at": [0, 1]},
    ],
)
def test_constraints_that_satdoku_did_not_write(own):
    with pytest.raises(InputError):
        record(pad(metadata={"satdoku": own}))


MIXED = ".Shape~4x4.Cage~5~R1C1~R1C2.Thermo~R3C1~R3C2~R4C2.AntiKing"
COPY = "satdoku's copy of the rules does not fit what is drawn, and is not read"


CHANGES = {
    "total": lambda board: board["cages"][0].update(value=6),
    "cage": lambda board: board["cages"].append({"cells": [[3, 0]], "value": 7}),
    "no cage": lambda board: board["cages"].clear(),
    "no line": lambda board: board["lines"].clear(),
    "moved": lambda board: board["underlays"][0].update(center=[3.5, 1.5]),
    "region": lambda board: board["regions"].pop(),
    "switch": lambda board: board["metadata"].update(antiking=False),
    "global": lambda board: board.update({"global": ["antiknight"]}),
    "words": lambda board: board["metadata"].update(rules="Some rows are odd."),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_copy_of_rules_counts_only_if_it_fits_what_is_drawn(run, what):
    board = written(record(MIXED))
    CHANGES[what](board)

    done = run("count", text=json.dumps(board), code=2)

    assert "these drawings" in done.stderr
    assert COPY in done.stderr
    assert COPY in record(json.dumps(board)).metadata.warnings


def test_words_of_an_author_are_part_of_what_must_fit():
    entry = record(json.dumps({**TINY, "regions": BOXES, "metadata": {"rules": WORDS}}))
    board = written(entry)
    assert () == record(json.dumps(board)).metadata.warnings

    board["metadata"]["rules"] += " Knights do not repeat."

    assert COPY in record(json.dumps(board)).metadata.warnings


def test_titles_clues_and_packing_leave_the_copy_as_it_is():
    """Packing turns numbers into texts, quotes into others, and drops what is empty."""
    board = written(record(MIXED))
    board["metadata"] |= {"title": "Mine", "solution": "1" * 16, "author": "Me"}
    board["cells"][0][2] = {"value": "1", "given": True}
    board["cages"][0]["value"] = "5"
    del board["arrows"], board["overlays"]

    found = record(json.dumps(board))

    assert () == found.metadata.warnings
    assert "..1............." == found.puzzle.line
    assert 3 == len(found.puzzle.constraints)


def test_signs_between_cells_far_apart_are_said_in_words(run):
    text = ".Shape~9x9~0-9.Doppelganger.GreaterThan~DGB9~DGB8~DGB6"

    link = run("convert", "--to", "sudokupad", text=text, code=0).stdout

    assert record(text).puzzle == record(link).puzzle
