"""`satdoku solve`: what it prints, reports and returns."""

import csv
import io
import json
import re

import numpy as np
import pytest

import satdoku
from tests.cli.many import CLUES, DEAD, OPEN, SOLUTION
from tests.cli.runs import BOTH, agree, cases, is_solution, label
from tests.cli.samples import CLASHING, DEAD_END, EMPTY, PROPER, SEVERAL, SOLVED, names
from tests.conftest import places

FORMATS = (  # of text, with more than one puzzle a file
    "cells csv euler forum fpuzzles grid hodoku json line numbers "
    "opensudoku pencilmarks rows sudokuwiki sukaku"
).split()


@pytest.mark.parametrize("some", cases("solve"), ids=label)
def test_reference(run, some, place, renew):
    agree(run, some, place, renew=renew)


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("option", [(), ("--all",)])
def test_answers_are_read_again(run, tmp_path, to, option):
    """In every format, whether it has comments or not, also where one has no answer."""
    path = tmp_path / "three.sdm"
    path.write_text(f"{CLUES}\n{DEAD}\n{CLUES}\n")
    done = run("solve", path, "--to", to, *option, code=3)
    assert places(done.stderr) == [f"{path}:2"]
    again = run.json("solve", "--from", to, text=done.stdout)
    assert [x["status"] for x in again].count("unique") == 2
    assert {x["solution"] for x in again} - {None} == {SOLUTION}
    assert len(again) == (3 if to in ("csv", "json") else 2)


def test_tables_hold_solutions_that_are_checked(run):
    text = f"{PROPER}\n{DEAD_END}\n{SEVERAL}\n"
    table = run("solve", "--to", "csv", text=text, code=3).stdout
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["puzzle"] for row in rows] == [PROPER, DEAD_END, SEVERAL]
    checked = run.json("check", "--solutions", text=table, code=3)
    assert [x["given"]["right"] for x in checked] == [True, None, True]


def test_every_solution_is_printed_once(run):
    lines = run("solve", "--all", "--to", "line", text=SEVERAL).stdout.split()
    assert sorted(lines) == sorted(BOTH)
    some = run("solve", "--limit", "30", "--to", "line", text=EMPTY, code=0).stdout
    assert len(some.split()) == len({*some.split()}) == 30
    assert all(is_solution(line, EMPTY) for line in some.split())


@pytest.mark.parametrize("puzzle", [SEVERAL, OPEN, "1" + "." * 255])
def test_where_solutions_differ(run, puzzle):
    """The cell that is named, and its digits, are those of two solutions."""
    (answer,) = run.json("solve", "--unique", text=puzzle, code=3)
    one, two = map(satdoku.Grid, answer["solutions"])
    error = run("solve", "--unique", text=puzzle).stderr
    name = re.findall(r"r\d+c\d+", error)[0]
    cell = next(at for at, x in enumerate(one.values) if x != two.values[at])
    assert name == one.geometry.cell_name(cell)
    texts = [one.geometry.digit_texts[grid.values[cell]] for grid in (one, two)]
    found = re.search(r"can be (\w+) or (\w+)", error)
    assert sorted(found.groups()) == sorted(texts)
    assert name in run("solve", text=puzzle, code=0).stderr


def test_arrays_to_standard_output(run, program, puzzle):
    with program("solve", puzzle, "--to", "npy") as process:
        out, _ = process.communicate()
    assert np.load(io.BytesIO(out)).tolist() == [list(map(int, SOLVED))]


def test_an_array_of_all_solutions(run, tmp_path):
    """A row a solution, those of a puzzle one after the other."""
    one, text = tmp_path / "all.npy", f"{SEVERAL}\n{SEVERAL}\n"
    run("solve", "--all", "-o", one, text=text, code=0)
    rows = ["".join(map(str, row)) for row in np.load(one)]
    assert sorted(rows[:2]) == sorted(rows[2:]) == sorted(BOTH)


@pytest.mark.parametrize("stats", [(), ("--stats",)])
@pytest.mark.parametrize("at_once", [(), ("--workers", "1")])
def test_parquet_has_the_columns_of_csv(run, tmp_path, needs, stats, at_once):
    needs("pyarrow")
    from pyarrow import parquet

    text = "\n".join((CLUES, CLASHING + "." * 65, CLUES[:-1], CLUES)) + "\n"
    options = ("solve", "-q", *stats, *at_once)
    run(*options, "-o", tmp_path / "out.parquet", text=text, code=2)
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    table = run(*options, "--to", "csv", text=text, code=2).stdout.splitlines()
    expected = [
        ",".join("" if value is None else str(value) for value in row.values())
        for row in rows
    ]
    assert table == [",".join(rows[0]), *expected]
    assert names(tmp_path) == ["out.parquet"]
    again = run("solve", "--to", "line", tmp_path / "out.parquet").stdout.splitlines()
    assert [again[0], again[-1]] == [SOLUTION, SOLUTION]


def test_large_boards(run):
    """Beyond all symbols, numbers are written, and read again from a table."""
    full = " ".join(
        str((8 * (row % 8) + row // 8 + column) % 64 + 1)
        for row in range(64)
        for column in range(64)
    )
    (answer,) = run.json("solve", "--from", "numbers", text=full + "\n", code=0)
    assert answer["solution"] == answer["puzzle"]
    table = run("solve", "--from", "numbers", "--to", "csv", text=full + "\n").stdout
    assert table.partition("\n")[2].partition(",")[0].split() == full.split()
    checked = run.json("check", "--solutions", text=table)
    assert checked[0]["given"]["right"] is True
    lines = run("solve", "--from", "numbers", text=f"{full}\n{full}\n").stdout
    assert lines.split() == full.split() * 2


def test_statements_of_solvers(run):
    """`--to sat`: a status line, value lines of every variable, as solvers do."""
    lines = run("solve", "--to", "sat", text=PROPER, code=10).stdout.splitlines()
    assert [line for line in lines if line.startswith("s ")] == ["s SATISFIABLE"]
    assert {line[:2] for line in lines} <= {"c ", "s ", "v "}
    words = " ".join(line[2:] for line in lines if line.startswith("v ")).split()
    values = list(map(int, words))
    assert [abs(value) for value in values] == [*range(1, 65), 0]
    true = [value for value in values if value > 0]
    assert "".join(str((value - 1) % 4 + 1) for value in true) == SOLVED
    wide = run("solve", "--to", "sat", text="1" + "." * 255, code=10).stdout
    assert all(len(line) <= 4096 for line in wide.splitlines())
    assert " ".join(re.findall(r"^v (.*)", wide, re.MULTILINE)).count(" ") == 4096
    refuted = run("solve", "--to", "sat", text=CLASHING, code=20).stdout
    assert "s UNSATISFIABLE" in refuted.splitlines()
    late = run("solve", "--to", "sat", "--timeout", "1e-9", text=EMPTY, code=0).stdout
    assert "s UNKNOWN" in late.splitlines()
    assert "\nv " not in late


def test_logic_goes_as_far_as_its_techniques(run):
    """More techniques leave less to the search; those on uniqueness are not usual."""
    three = (  # a hidden rectangle takes one of its solutions away
        "8.........95.......67.........472968...913245...856137....9.716...6.8492......"
        "583"
    )
    for option in (["--use", "uniqueness"], []):
        found = run("solve", "--engine", "logic", "--all", *option, text=three, code=0)
        assert found.stdout.count("---+---+---") == 6
    six = "....64...........2...351.16........6"
    steps = [
        run.json("solve", "--engine", "logic", *options, text=six)[0]["statistics"]
        for options in (
            ["--only", "death-blossom"],
            ["--only", "naked-single"],
            ["--only", "singles", "--use", "pointing"],
            [],
        )
    ]
    assert [each["steps"] for each in steps] == [0, 2, 3, 3]


@pytest.mark.parametrize("engine", ["auto", "dpll", "cadical153"])
@pytest.mark.parametrize("command", ["solve", "count", "check"])
def test_out_of_time(run, command, engine):
    hard = (
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4......"
    )
    options = ("--engine", engine, "--timeout", "1e-6")
    done = run(command, *options, text=f"{hard}...", code=4)
    assert done.stdout == ("at least 0\n" if command == "count" else done.stdout)
    assert done.stdout or places(done.stderr) == ["<stdin>:1"]
    (answer,) = run.json(command, *options, text=f"{hard}...", code=4)
    assert answer.get("complete", False) is False


@pytest.mark.parametrize("name", ["ilp", "cp"])
def test_engines_of_libraries(run, name):
    """Where its library is missing, the message names it and the code is 2."""
    rows = {row["name"]: row for row in run.json("list", "engines")}
    if rows[name]["available"]:
        done = run("solve", "--engine", name, "--to", "line", text=PROPER, code=0)
        assert done.stdout == f"{SOLVED}\n"
        assert run("count", "--engine", name, text=SEVERAL).stdout == "2\n"
        assert run("solve", "--engine", name, text=CLASHING, code=3).stdout == ""
    else:
        done = run("solve", "--engine", name, text=PROPER, code=2)
        assert name in done.stderr


@pytest.mark.parametrize("engine", ["lanes", "bitmask", "logic", "ilp"])
@pytest.mark.parametrize(
    ("command", "text"),
    [("check", PROPER), ("prove", PROPER), ("sat", "p cnf 0 0")],
)
def test_engines_without_formulas(run, place, engine, command, text):
    before = names(place)
    options = ["-o", "proof"] if command == "prove" else []
    done = run(command, *options, "--engine", engine, text=text, code=2)
    assert done.stdout == ""
    assert engine in done.stderr
    assert done.stderr.count("\n") == 1
    assert names(place) == before


def test_debug_shows_tracebacks(run, mixed):
    """The answers and the code stay; without it no line of Python is shown."""
    plain, shown = run("solve", mixed, code=2), run("--debug", "solve", mixed, code=2)
    assert "Traceback" not in plain.stderr
    assert plain.stdout == shown.stdout
    assert "Traceback" in run("--debug", "solve", "missing.txt", code=2).stderr
    assert "Traceback" in run("--debug", "solve", "--wrong", code=2).stderr


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("solve --to line --from line", f"{SOLUTION}\n"),
        ("solve --to line --at-once", f"{SOLUTION}\n"),
        pytest.param("minimize --from line", "...", marks=pytest.mark.nightly),
        pytest.param("rate --from line --to json", CLUES, marks=pytest.mark.nightly),
        ("rate --from line --workers 2 --to json", CLUES),
    ],
)
def test_processes_answer_one_by_one(program, line, answer):
    """With --to, an answer comes before the next puzzle is asked for."""
    with program(*line.split()) as process:
        for _ in range(2):
            process.stdin.write(f"{CLUES}\n".encode())
            process.stdin.flush()
            assert answer in process.stdout.readline().decode()
        process.stdin.close()
        assert process.wait(20) == 0


def test_the_module_is_the_program(program):
    with program("solve", "--wrong", "one.txt") as process:
        _, error = process.communicate()
    assert process.returncode == 2
    assert b"--wrong" in error
    assert error.count(b"\n") == 1


TALL = "1" + "." * 35
"""A puzzle that is solved with boxes of 3x2 (three rows, two columns)."""


@pytest.mark.parametrize("to", ["line", "csv", "rows", "npy", "parquet"])
def test_solutions_are_written_in_the_boxes_that_box_gave(run, tmp_path, to, needs):
    if to == "parquet":
        needs("pyarrow")
    given = tmp_path / "given.txt"
    given.write_text(TALL + "\n")
    out = tmp_path / f"out.{to}"
    box = ("--box", "3x2")
    run("solve", *box, given, "--to", to, "-o", out, code=0)
    column = ("--column", "solution") if to in {"csv", "parquet"} else ()
    (record,) = run.json("check", *box, *column, "--from", to, out, code=0)
    assert 36 == record["clues"]
    assert record["proper"]
    assert run("minimize", *box, out, *column, "--from", to, code=0).stdout.count(".")


@pytest.mark.parametrize("to", ["line", "csv", "npy", "parquet"])
def test_boxes_that_a_format_cannot_hold_are_refused(run, tmp_path, to, needs):
    """What would read back in other boxes, and so as another puzzle, is not written."""
    if to == "parquet":
        needs("pyarrow")
    tall = json.dumps({"puzzle": TALL, "box": "3x2"}) + "\n"
    out = tmp_path / f"out.{to}"
    done = run("solve", "--to", to, "-o", out, text=tall, code=2)
    assert "boxes of 3x2" in done.stderr
    asked = ("--box", "3x2", "--to", to, "-o", out, "--force")
    done = run("convert", *asked, text=TALL, code=2)
    assert "boxes of 3x2" in done.stderr
    assert run("solve", "--to", "grid", text=tall, code=0).stdout


def test_boxes_that_cannot_be_drawn_are_not_sent_to_a_drawing(run):
    """Rows that are boxes have no borders: `grid` is no way out."""
    flat = json.dumps({"puzzle": "1...............", "box": "1x4"})
    done = run("solve", "--to", "line", text=flat, code=2)
    assert "boxes of 1x4" in done.stderr
    assert "try json\n" in done.stderr
    assert run("solve", "--json", text=flat, code=0)
    assert run("solve", "--box", "1x4", text="1...............", code=0).stdout


def test_statistics_name_a_requested_engine(run):
    """Only an engine that was named, not the encoding that it usually has."""
    named = run("solve", "--stats", "--engine", "dpll", text=SEVERAL).stderr
    assert "dpll; extended, simplified" in named
    chosen = run("solve", "--stats", "--encoding", "triad", text=SEVERAL).stderr
    assert "triad" in chosen
    assert "requested" not in chosen


def test_a_wrong_pencil_mark_points_to_the_command_that_names_it(run):
    """Without a mark that is right, there is no solution; `hint` says which it is."""
    marks = run("convert", "--to", "pencilmarks", text="1.....2...3.4...").stdout
    wrong = marks.replace("234", "34 ", 1)
    assert "satdoku hint" in run("solve", text=wrong, code=3).stderr
    assert "r1c" in run("hint", text=wrong, code=3).stdout
    assert "satdoku hint" not in run("solve", text="11..............", code=3).stderr


@pytest.mark.parametrize("blank", ["-", "x", "_", "*"])
def test_puzzles_as_arguments_write_empty_cells_in_many_ways(run, blank):
    text = CLUES.replace("0", ".").replace(".", blank)

    assert run("solve", text, code=0).stdout == run("solve", CLUES, code=0).stdout


def test_names_with_dashes_are_files(run):
    assert "no such file" in run("solve", "2024-01-01-backup", code=2).stderr
