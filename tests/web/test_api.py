"""What the page asks and is answered: `satdoku.web.api`, run as in the browser."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import satdoku
from satdoku.constraints import Killer
from satdoku.puzzle.constraints.catalogue import rows
from satdoku.web.api import answer, handle
from satdoku.web.query import LONGEST
from tests.cli.samples import (
    CLASHING,
    EASY,
    EMPTY,
    ESCARGOT,
    MEDIUM,
    PROPER,
    SEVERAL,
    SOLVED,
    schema,
)
from tests.conftest import ROOT
from tests.web.conftest import resident

SIXTEEN = "." * 256
KILLER = {
    "schema": 2,
    "puzzle": "1...............",
    "constraints": ["Cage~5~R1C2~R2C2", "Cage~7~R4C3~R4C4"],
}
OF_PUZZLES = "read solve count check explain step hint rate convert cnf prove".split()
OF_PUZZLES += ["live", "picture"]


def ask(do, puzzle=None, **options):
    given = {} if puzzle is None else {"puzzle": puzzle}
    reply = json.loads(answer(json.dumps({"do": do, **given, **options})))
    assert reply["ok"], reply
    return reply


@pytest.fixture
def valid(needs):
    needs("jsonschema")
    import jsonschema

    def check(name, one):
        jsonschema.Draft202012Validator(schema(name)).validate(one)
        return one

    return check


@pytest.mark.parametrize("puzzle", [PROPER, SEVERAL, CLASHING, EASY], ids=str)
@pytest.mark.parametrize(
    ("do", "name"),
    [("solve", "answer"), ("count", "count"), ("check", "check"), ("hint", "hint")],
)
def test_records_keep_to_the_schemas(valid, do, name, puzzle):
    valid(name, ask(do, puzzle)["record"])


@pytest.mark.parametrize(
    ("do", "name"),
    [("explain", "explain"), ("rate", "rate"), ("prove", "proof")],
)
def test_records_of_a_proper_puzzle(valid, do, name):
    valid(name, ask(do, MEDIUM)["record"])


def test_a_generated_puzzle_has_the_level_that_was_asked_for(valid):
    reply = ask("generate", level="medium", size=6, symmetry="rotational180", seed=5)
    record = valid("puzzle", reply["record"])
    again = ask("generate", level="medium", size=6, symmetry="rotational180", seed=5)

    assert record == again["record"]
    assert ask("rate", record["puzzle"])["record"]["level"] == "medium"
    assert (reply["board"]["rows"], reply["board"]["box"]) == (6, [2, 3])


@pytest.mark.parametrize("name", "grid fpuzzles iss json line".split())
def test_reads_what_convert_writes(name):
    text = ask("convert", EASY, to=name)["text"]

    assert ask("read", text)["record"]["puzzle"] == EASY


def test_solutions_up_to_a_limit():
    empty = "." * 16
    few, every = ask("solve", empty, limit=2), ask("solve", empty, limit=288)

    assert len(few["record"]["solutions"]) == 2
    assert not few["complete"]
    assert len(every["record"]["solutions"]) == 288
    assert every["complete"]


def test_one_solution_says_whether_it_is_the_only_one():
    assert ask("solve", PROPER)["record"]["unique"]
    assert ask("solve", SEVERAL)["record"]["status"] == "multiple"


def test_count_says_which_limit_was_reached():
    assert ask("count", SEVERAL)["record"]["count"] == satdoku.count(SEVERAL)
    assert ask("count", "." * 16, limit=10)["text"] == "more than 10"
    stopped = ask("count", EMPTY, timeout=1, limit=10_000_000)["record"]
    assert stopped["stopped"] == "out of time"


def test_progress_names_what_it_counts():
    seen = []
    handle({"do": "count", "puzzle": SEVERAL}, lambda *pair: seen.append(pair))

    assert seen[-1] == (satdoku.count(SEVERAL), "solutions")


def test_check_names_the_culprits_and_the_true_candidates():
    record = ask("check", CLASHING)["record"]
    assert record["contradiction"] == ["r1c1", "r1c2"]
    candidates = ask("check", SEVERAL)["record"]["candidates"]
    assert candidates[0] == [1]
    assert max(map(len, candidates)) > 1


def test_hints_say_more_by_level():
    texts = [ask("hint", PROPER, detail=n)["record"]["text"] for n in range(1, 5)]

    assert len(set(texts)) == 4
    assert ask("hint", PROPER, detail=4)["svg"].startswith("<svg ")


def at(grid):
    return {"schema": 2, "puzzle": PROPER, "state": {"grid": grid}}


def test_a_hint_starts_from_the_position():
    first = ask("hint", at(PROPER), detail=4)["record"]["text"]
    later = ask("hint", at("1.4" + PROPER[3:]), detail=4)["record"]["text"]
    wrong = ask("hint", at("13" + PROPER[2:]), detail=4)["record"]

    assert first != later
    assert wrong["mistakes"] == [{"cell": "r1c2", "digit": 3}]


def test_every_step_is_drawn():
    steps = ask("explain", MEDIUM)["record"]["steps"]
    drawn = [ask("step", MEDIUM, step=n + 1) for n in range(len(steps))]

    assert [step["text"] for step in steps] == [one["text"] for one in drawn]
    assert all(one["svg"].startswith("<svg ") for one in drawn)


def test_a_variant_is_drawn_and_solved():
    board = ask("read", KILLER)["board"]

    texts = [rule["text"] for rule in board["rules"]]
    assert texts == ["cage of 5: r1c2 r2c2", "cage of 7: r4c3 r4c4"]
    assert board["rules"][0]["python"] == "Killer(5, 'r1c2 r2c2')"
    assert board["rules"][0]["cells"] == [1, 5]
    assert "<svg " in board["picture"]
    solution = satdoku.Grid(ask("solve", KILLER)["record"]["solution"])
    rules = [Killer(5, "r1c2 r2c2"), Killer(7, "r4c3 r4c4")]
    assert satdoku.Puzzle(KILLER["puzzle"], rules).is_solution(solution)


SAMPLES = {
    "number": "4",
    "numbers": "(1,)",
    "lists": "[(1, 2)]",
    "text": "'A'",
    "clues": "[(4, 'r1', False)]",
}
OF_REGIONS = {"SameRegion", "ChaosArrow", "ChaosCount", "CountRegions"}


def made_by(tool):
    """Write the constraint of a tool as the editor of the page does."""
    words = [
        f"{field['name']}={SAMPLES.get(field['form']) or repr(field['options'][0])}"
        for field in tool["fields"]
        if field["default"] is None
    ]
    if tool["item"]:
        return tool["item"] + "~R1C3~R1C4" * (tool["shape"] == "line")
    path = "r1c3 r1c4" if tool["shape"] == "edge" else "r1c3 r2c4 r3c5 r4c6"
    cells = {"cell": "'r1c3'", "arms": f"['{path}']"}
    places = [f"{name}={cells.get(name, repr(path))}" for name in tool["places"]]
    if tool["shape"] == "region":
        places = [f"'{'111222333' * 3}{'444555666' * 3}{'777888999' * 3}'"]
    elif tool["shape"] == "outside" and tool["name"] != "FullRank":
        places = ["line='c2'", "reverse=True"]
    return f"{tool['name']}({', '.join(places + words)})"


def test_every_tool_of_the_editor_makes_a_constraint_that_is_read_and_drawn():
    tools = ask("about")["tools"]
    assert len(tools) > 70
    for tool in tools:
        if tool["name"] in {"Doppelganger", "NFA"}:
            continue  # of a grid with 0, of an automaton that no sample is
        regions = ["ChaosConstruction()"] * (tool["name"] in OF_REGIONS)
        rules = [*regions, made_by(tool)]
        puzzle = {"schema": 2, "puzzle": "." * 81, "constraints": rules}
        board = ask("read", puzzle)["board"]
        assert board["rules"][-1]["kind"] == tool["name"]
        assert board["picture"].startswith("<svg ")


def test_only_what_cannot_be_selected_or_typed_has_no_tool():
    named = {tool["name"] for tool in ask("about")["tools"]}

    assert {row.name for row in rows()} - named == {"And", "Or", "EqualCages"}


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("Regex('r1c1', '[')", "regular expression '['"),
        ("BoxIndexing('r1c1 r1c2', at=[5])", "expected at most 2"),
        ("Sudoku('r1c1')", "no constraint 'Sudoku' is known"),
        ("Cage~5~R1C17", "R1C17"),
    ],
)
def test_a_rule_that_is_wrong_is_refused_with_its_reason(rule, problem):
    puzzle = {"schema": 2, "puzzle": "." * 81, "constraints": [rule]}
    reply = handle({"do": "read", "puzzle": puzzle})

    assert problem in reply["error"]


def test_cells_outside_the_grid_are_listed_and_their_digits_told():
    rules = ["Var('A', 1, 2, title='Outside')", "Killer(5, 'r1c2 VA1')"]
    puzzle = {"schema": 2, "puzzle": PROPER, "constraints": rules}
    beside = {"title": "Outside", "columns": 2, "cells": ["VA1", "VA2"]}

    assert ask("read", puzzle)["board"]["beside"] == [beside]
    solved = ask("solve", puzzle, limit=9)
    digits = [5 - int(line[1]) for line in solved["record"]["solutions"]]
    assert [one["extra"]["VA1"] for one in solved["hidden"]] == digits


def test_regions_that_had_to_be_found_come_with_the_solution():
    puzzle = {"schema": 2, "puzzle": "1" + "." * 15}
    puzzle |= {"shape": ".Shape~4x4.NoBoxes", "constraints": ["ChaosConstruction()"]}
    regions = ask("solve", puzzle)["hidden"][0]["regions"]

    assert sorted(regions) == sorted("AAAABBBBCCCCDDDD")


@pytest.mark.parametrize(
    ("puzzle", "status"),
    [
        (PROPER, "unique"),
        (SEVERAL, "multiple"),
        (CLASHING, "none"),
        (KILLER, "multiple"),
    ],
    ids=str,
)
def test_the_live_state_agrees_with_check(puzzle, status):
    live, record = ask("live", puzzle)["record"], ask("check", puzzle)["record"]
    assert live["status"] == record["status"] == status
    if status != "none":
        assert live["candidates"] == record["candidates"]
    assert live["contradiction"] == (record["contradiction"] or [])


def test_a_technique_is_described_first_by_what_says_most_of_it():
    texts = ask("technique", name="naked-single")["text"]
    assert "Naked single: a cell has one candidate" in texts[0]
    assert not [text for text in texts if "queues" in text]
    assert ask("technique", name="locked-pair")["text"][0].startswith("Naked subsets")
    assert ask("technique", name="skyscraper")["text"][0].startswith("Skyscraper")


def test_a_large_grid_is_drawn_with_letters():
    board = ask("read", SIXTEEN)["board"]

    assert board["texts"][9:] == ["9", *"ABCDEFG"]
    assert (board["across"], board["box"]) == (4, [4, 4])


def test_symbols():
    """The board names those of the puzzle, in which requests and sentences are."""
    letters = "A.....B...C.D..."
    reply = ask("read", letters)
    board = reply["board"]
    assert (board["symbols"], board["first"]) == ("A-Z", 1)
    assert (board["texts"], board["marks"]) == ([*".ABCD"], [*".1234"])
    assert reply["record"]["puzzle"] == "1.....2...3.4..."
    puzzle = {"schema": 2, "symbols": "A-Z", "puzzle": letters}
    assert "r1c3=D" in ask("step", puzzle)["text"]
    assert "r1c3=4" in ask("step", "1.....2...3.4...")["text"]
    assert "r1c3=D" in ask("step", puzzle)["text"]


def test_proofs_are_verified_from_their_files(tmp_path):
    reply = ask("prove", ESCARGOT)
    for name, text in reply["files"].items():
        (tmp_path / name).write_text(text)

    assert reply["verdict"]["verified"]
    assert satdoku.verify(tmp_path).claim.puzzle == satdoku.Puzzle(ESCARGOT)


def test_a_formula_has_the_solution_as_its_model(tmp_path):
    reply = ask("cnf", EASY, encoding="triad")
    header = f"p cnf {reply['variables']} {reply['clauses']}"

    assert header in reply["text"]


def test_a_solution_is_its_own_answer():
    assert ask("solve", SOLVED)["record"]["solution"] == SOLVED


def test_counts_without_numpy():
    """Where there is no NumPy, as in the browser, nothing asks for it."""
    program = (
        "import sys; sys.modules['numpy'] = None; import importlib.util as u; f = "
        "u.find_spec; u.find_spec = lambda n, *a: None if n == 'numpy' else f(n, *a);"
        "from satdoku.web.api import handle;"
        f"print(handle({{'do': 'count', 'puzzle': {EMPTY!r}, 'limit': 11000}})['text'])"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.stdout == "more than 11000\n", done.stderr


# Hostile requests

SEEDS = str(ROOT / "data" / "seeds" / "input.txt")
PATHS = (
    SEEDS,
    "data/seeds/input.txt",
    "./data/seeds/input.txt",
    "/etc/passwd",
    "file:///etc/passwd",
    "../../../../etc/passwd",
    "-",
    "~/.profile",
    "\\\\server\\share",
    "/dev/zero",
    "puzzle\0.txt",
)
SCRIPT = "<script>alert(1)</script>"
PUZZLES = (
    None,
    5,
    True,
    [],
    {},
    "",
    SCRIPT,
    "9" * (LONGEST + 1),
    "1" * 80,
    {"puzzle": ["1" * 9] * 8},
    {"schema": 2, "puzzle": PROPER, "constraints": [SCRIPT]},
    {"schema": 2, "puzzle": PROPER, "constraints": "Cage~5~R9C9"},
    {"schema": 2, "puzzle": PROPER, "box": "9999x9999"},
    {"schema": 2, "puzzle": PROPER, "shape": ".Shape~99999999x99999999"},
    "https://f-puzzles.com/?load=" + "A" * 5000,
    "PAR1" + "x" * 50,
    "\x93NUMPY" + "x" * 50,
    "." * 900,
    "\0" * 81,
    *PATHS,
)
NESTED = {"puzzle": PROPER}
for _ in range(3_000):
    NESTED = {"puzzle": NESTED}
WRONG = (
    None,
    5,
    "solve",
    [],
    {},
    {"do": None},
    {"do": []},
    {"do": {"do": "solve"}},
    {"do": "Solve", "puzzle": PROPER},
    {"do": "__class__"},
    {"do": "solve"},
    {"do": "about", "puzzle": PROPER},
    {"do": "solve", "puzzle": PROPER, SCRIPT: 1},
    {"do": "solve", "puzzle": PROPER, "file": SEEDS},
    {"do": "read", "puzzle": NESTED},
    *(
        {"do": "solve", "puzzle": PROPER, "timeout": value}
        for value in (-1, "1", True, None, [], 1e12, float("nan"), float("inf"))
    ),
    *(
        {"do": "solve", "puzzle": PROPER, "limit": value}
        for value in (0, -1, 1.5, "9", True, None, 10**30)
    ),
    *(
        {"do": "hint", "puzzle": PROPER, "detail": value}
        for value in (0, 5, "1", None, 1.0)
    ),
    *(
        {"do": "hint", "puzzle": {"schema": 2, "puzzle": PROPER, "state": value}}
        for value in (5, [], "", [1], {}, SEEDS, {"grid": 5}, {"grid": SEEDS})
    ),
    *(
        {"do": "hint", "puzzle": {"schema": 2, "puzzle": PROPER, "state": value}}
        for value in ({"grid": "2" * 16}, {"grid": "." * 16}, {"grid": "x" * 16})
    ),
    {"do": "step", "puzzle": PROPER, "step": 10**6},
    {"do": "step", "puzzle": SOLVED, "step": 1},
    {"do": "rate", "puzzle": PROPER, "scheme": "../hodoku"},
    {"do": "rate", "puzzle": SEVERAL},
    *(
        {"do": "convert", "puzzle": PROPER, "to": value}
        for value in ("npy", "parquet", "/tmp/x", None, 5, ["grid"])
    ),
    *(
        {"do": "cnf", "puzzle": PROPER, "encoding": value}
        for value in ("encodings/extended.toml", "../extended", None, 5, "")
    ),
    {"do": "prove", "puzzle": PROPER, "format": "../../x"},
    *({"do": "technique", "name": name} for name in ("../fish", None, 5, "", [])),
    {"do": "technique", "puzzle": PROPER},
    {"do": "prove", "puzzle": SIXTEEN, "timeout": 0},
    *({"do": "generate", "size": value} for value in (0, 5, 10**9, "9", None)),
    *({"do": "generate", "level": value} for value in ("", "../easy", None, 1)),
    {"do": "generate", "seed": -1},
    {"do": "generate", "pattern": SEEDS},
    {"do": "generate", "solution": SEEDS},
    {"do": "generate", "minimal": "yes"},
)
HOSTILE = (
    *({"do": do, "puzzle": puzzle} for do in OF_PUZZLES for puzzle in PUZZLES),
    *WRONG,
)

_opened, _watching = [], []


def _watch(event, arguments):
    if _watching and event in {"open", "os.listdir", "subprocess.Popen"}:
        _opened.append(str(arguments[0]))


sys.addaudithook(_watch)


def test_hostile_requests_get_an_error():
    """An error in JSON, none of our own making, and no file of others is opened."""
    allowed = (str(Path(satdoku.__file__).parent), str(ROOT / "encodings"), sys.prefix)
    allowed += (sys.base_prefix,)
    _watching.append(True)
    try:
        replies = [handle(request) for request in HOSTILE]
    finally:
        _watching.clear()
    wrong = [
        (str(request)[:200], reply)
        for request, reply in zip(HOSTILE, replies, strict=True)
        if reply["ok"]
        or reply["kind"] in {"internal", "EngineError"}
        or not reply["error"]
    ]

    assert len(HOSTILE) >= 300
    assert wrong == []
    assert [] == [path for path in _opened if not path.startswith(allowed)]
    assert len(json.dumps(replies)) < 1_000 * len(HOSTILE)
    before = resident(os.getpid())
    for request in HOSTILE:
        handle(request)
    assert resident(os.getpid()) - before < 2  # nothing of them is kept


@pytest.mark.parametrize(
    "text",
    ["", "[", "{", "[" * 100_000, "\x00", "NaN", "1" * 5_000, " " * (LONGEST + 1)],
    ids=lambda text: text[:5],
)
def test_text_that_is_no_request(text):
    reply = json.loads(answer(text))

    assert not reply["ok"]
    assert reply["kind"] != "internal"


def test_errors_speak_of_no_command():
    assert handle({"do": "read", "puzzle": "hello"})["error"].endswith(
        "expected a puzzle as text"
    )


def test_names_are_escaped_in_pictures():
    text = json.dumps({"puzzle": PROPER, "name": SCRIPT})

    assert ask("read", text)["record"]["name"] == SCRIPT
    assert SCRIPT not in ask("hint", text, detail=4)["svg"]
