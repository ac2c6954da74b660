"""Further columns of tables: kept where a format can hold them, named elsewhere."""

import csv
import io
import json

import pytest

from tests.puzzles import NEWSPAPER as PUZZLE
from tests.puzzles import NEWSPAPER_SOLUTION as SOLUTION

HEADINGS = ("source", "moves", "rating")
VALUES = ("a, b", "7", "1.5")


@pytest.fixture
def table(tmp_path):
    """Write a table with further columns."""
    path = tmp_path / "table.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow((HEADINGS[0], "puzzle", *HEADINGS[1:]))
        writer.writerows((VALUES[0], PUZZLE, *VALUES[1:]) for _ in range(3))
    return path


def records(text, separator=","):
    """Return the records of a table."""
    return list(csv.DictReader(io.StringIO(text), delimiter=separator))


@pytest.mark.parametrize("kind", ["json", "parquet", "csv"])
def test_convert_there_and_back(run, table, tmp_path, kind, needs):
    if kind == "parquet":
        needs("pyarrow")
    there = tmp_path / f"there.{kind}"
    run("convert", table, "-o", there, code=0)
    found = records(run("convert", there, "--to", "csv", code=0).stdout)
    expected = {**dict(zip(HEADINGS, VALUES, strict=True)), "puzzle": PUZZLE}

    assert [expected] * 3 == found


@pytest.mark.parametrize("options", [(), ("--engine", "auto"), ("--workers", "1")])
@pytest.mark.parametrize("source", ["csv", "json", "parquet"])
def test_solve_keeps_them(run, table, tmp_path, needs, source, options):
    needs("pyarrow")
    from pyarrow import parquet

    start = tmp_path / f"start.{source}"
    run("convert", table, "-o", start, code=0)
    expected = dict(zip(HEADINGS, VALUES, strict=True))
    out = tmp_path / "out.parquet"
    run("solve", "-q", start, "-o", out, *options, code=0)
    (*_, row) = parquet.read_table(out).to_pylist()
    (*_, record) = records(run("solve", start, "--to", "csv", *options).stdout)
    (*_, answer) = run.json("solve", start, *options, code=0)
    for found in (row, record, answer["columns"]):
        assert expected.items() <= found.items()
    assert SOLUTION == row["solution"] == record["solution"] == answer["solution"]


def test_resume_a_table(run, table, tmp_path):
    out = tmp_path / "out.csv"
    run("solve", "-q", table, "--pick", "-1", "-o", out, code=0)
    run("solve", "-q", table, "--resume", "-o", out, code=0)
    assert ["7"] * 3 == [row["moves"] for row in records(out.read_text())]


def test_types_stay(run, tmp_path, needs):
    """Numbers of JSON and Parquet do; so do zeros in a column of puzzles."""
    needs("pyarrow")
    import pyarrow as pa
    from pyarrow import parquet

    zeros = PUZZLE.replace(".", "0")
    names = ("id", "quizzes", "solutions", "rating", "tags")
    values = (0, zeros, SOLUTION, 0.5, None)
    lines = tmp_path / "lines.jsonl"
    pairs = dict(zip(names, values, strict=True))
    lines.write_text((json.dumps(pairs) + "\n") * 2)
    whole = tmp_path / "table.parquet"
    columns = {name: [value] * 2 for name, value in pairs.items()}
    columns["id"] = pa.array([0, 0], pa.int32())
    parquet.write_table(pa.table(columns), whole)
    for source in (lines, whole):
        for command in ("solve", "convert"):
            out = tmp_path / f"{source.stem}.{command}.parquet"
            run(command, "-q", source, "-o", out, code=0)
            found = parquet.read_table(out)
            assert list(names) == found.column_names[:5]
            assert pairs.items() <= found.to_pylist()[1].items()
            assert "null" if source is whole else "string" == str(found.schema[4].type)
    assert pa.int32() == found.schema.field("id").type
    (answer, _) = run.json("solve", whole, code=0)
    assert {"id": 0, "solutions": SOLUTION, "rating": 0.5} == {
        key: answer["columns"][key] for key in ("id", "solutions", "rating")
    }


def test_keys_of_other_programs(run):
    text = json.dumps({"id": 5, "puzzle": PUZZLE, "tags": ["x"], "moves": 7})
    (found,) = records(run("convert", "--to", "csv", text=text, code=0).stdout)
    assert {"puzzle": PUZZLE, "id": "5", "tags": '["x"]', "moves": "7"} == found


def test_they_are_named_where_they_are_left_out(run, table):
    done = run("convert", table, "--to", "line", code=0)
    assert "further columns (moves) of 3 puzzles" in done.stderr
    assert "further" not in run("convert", table, "--to", "csv", code=0).stderr


WRITTEN = f'puzzle,note\n{PUZZLE},"a  b\tc\n d"\n{PUZZLE}, e \n{PUZZLE},\x1b \n'


@pytest.mark.parametrize("command", ["convert", "solve"])
def test_cells_stay_as_they_are(run, tmp_path, command):
    path, out = tmp_path / "notes.csv", tmp_path / "out.csv"
    path.write_text(WRITTEN)
    run(command, "-q", path, "-o", out, code=0)
    notes = [each["note"] for each in records(out.read_text())]

    assert ["a  b\tc\n d", " e ", "\x1b "] == notes
    if command == "convert":
        assert WRITTEN == out.read_text()


def test_goes_on_behind_a_cell_of_two_lines(run, tmp_path):
    path, out = tmp_path / "notes.csv", tmp_path / "out.csv"
    path.write_text(WRITTEN)
    run("solve", "-q", path, "-o", out, code=0)
    whole = out.read_text()
    for end in range(1, 6):  # within the cell, too
        lines = whole.splitlines(keepends=True)[:end]
        (tmp_path / "out.csv.partial").write_text("".join(lines))
        out.unlink()
        run("solve", "-q", path, "-o", out, "--resume", code=0)

        assert whole == out.read_text()


@pytest.mark.parametrize("command", ["convert", "solve", "rate", "count", "check"])
def test_tabs_in_tsv(run, table, tmp_path, command):
    out = tmp_path / "out.tsv"
    run(command, table, "-o", out, code=0)
    heading, first = out.read_text().splitlines()[:2]

    assert "\t".join((HEADINGS[0], "puzzle", *HEADINGS[1:])) in heading
    assert first.startswith("\t".join((VALUES[0], PUZZLE, *VALUES[1:])))
    again = tmp_path / "again.tsv.gz"
    run("convert", out, "-o", again, code=0)
    back = run("convert", again, "--to", "csv", code=0).stdout
    assert records(back) == records(out.read_text(), "\t")


def test_goes_on_with_tabs(run, table, tmp_path):
    out = tmp_path / "out.tsv"
    run("solve", "-q", table, "-o", out, code=0)
    whole = out.read_text()
    out.rename(tmp_path / "out.tsv.partial")
    run("solve", "-q", table, "-o", out, "--resume", code=0)

    assert whole == out.read_text()


@pytest.mark.parametrize("count", [3, 3000])
def test_rows_of_blocks_with_tabs(run, tmp_path, count):
    path, out = tmp_path / "many.tsv", tmp_path / "out.tsv"
    path.write_text("id\tpuzzle\n" + "".join(f"{n}\t{PUZZLE}\n" for n in range(count)))
    run("solve", "-q", path, "-o", out, "--engine", "lanes", code=0)
    lines = out.read_text().splitlines()

    assert f"{count - 1}\t{PUZZLE}\t{SOLUTION}\tunique\t" == lines[-1]


@pytest.mark.parametrize("command", ["solve", "check", "rate", "count"])
def test_unreadable_rows_keep_their_columns(run, tmp_path, command):
    path, lines = tmp_path / "short.csv", tmp_path / "number.jsonl"
    path.write_text("id,puzzle,note\n3,12345,n\n")
    number = PUZZLE.replace(".", "0")
    lines.write_text(f'{{"puzzle": {number}, "id": 2}}\n')
    rows = [
        json.loads(run(command, "--json", each, code=2).stdout)
        for each in (path, lines)
    ]
    kept = [(each["name"], each["puzzle"], each["columns"]) for each in rows]

    assert [("3", "12345", {"id": "3", "note": "n"}), ("2", number, {"id": 2})] == kept
    out = tmp_path / "out.csv"
    run(command, lines, "-o", out, code=2)
    (row,) = records(out.read_text())
    assert (number, "2", "unreadable") == (row["puzzle"], row["id"], row["status"])


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("count", [1, 3000])
def test_excel_names_the_separator(run, tmp_path, mark, count):
    path = tmp_path / "excel.csv"
    rows = [mark.join((str(n), PUZZLE, "1.5")) for n in range(count)]
    path.write_text(
        "\r\n".join([f"sep={mark}", mark.join(("id", "puzzle", "d")), *rows])
    )
    found = records(run("solve", "-q", "--to", "csv", path, code=0).stdout)

    assert count == len(found)
    assert [str(count - 1), PUZZLE, "1.5", SOLUTION] == list(found[-1].values())[:4]
    bad = tmp_path / "bad.csv"
    bad.write_text(f"sep={mark}\nid{mark}puzzle\n1{mark}12\n")
    assert "bad.csv:3: " in run("solve", bad, code=2).stderr


@pytest.mark.parametrize(
    "name",
    "x X ratio difference even odd clone cage arrow quadruple thermometer".split(),
)
def test_measures_that_are_named_like_constraints(run, tmp_path, name):
    path = tmp_path / "data.jsonl"
    for value in (1, 1.5, "high"):
        path.write_text(json.dumps({"puzzle": PUZZLE, name: value}) + "\n")
        (answer,) = run.json("solve", path, code=0)
        assert {name: value} == answer["columns"]
    for value in ([["R1C1", "R1C2"]], True, "yes", "R1C1 R1C2"):
        path.write_text(json.dumps({"puzzle": PUZZLE, name: value}) + "\n")
        assert f"constraints not supported: {name}" in run("solve", path, code=2).stderr


OWN = [
    *({"cells": 16}, {"cells": [1, 2]}, {"board": SOLUTION}, {"values": "high"}),
    *({"details": {"a": [1]}}, {"state": {"step": 3}}, {"solution": {"steps": 3}}),
    *({"x": [1, 2]}, {"xv": [0.5]}, {"v": 3}, {"lines": 9}, {"region": "EU"}),
]


def test_own_keys_beside_a_puzzle_are_kept(run):
    """Those that may be a puzzle, or a constraint, in a form that is none."""
    for own in OWN:
        text = json.dumps({"puzzle": PUZZLE, **own})
        (line,) = run("convert", "--to", "json", text=text, code=0).stdout.splitlines()
        found = json.loads(line)
        assert (PUZZLE, own) == (found["puzzle"], found["columns"])


def test_own_keys_in_the_form_of_a_constraint_are_refused(run):
    for own in (
        *({"x": [[1, 2]]}, {"xv": ["r1c1"]}, {"odd": [1, 2]}, {"cage": [1]}),
        *({"region": "AABB" * 4}, {"regions": "jigsaw"}, {"lines": [[1, 2]]}),
    ):
        (name,) = own
        text = json.dumps({"puzzle": PUZZLE, **own})
        done = run("convert", "--to", "csv", text=text, code=2)
        assert f"constraints not supported: {name}" in done.stderr


def test_answers_to_variants_that_no_table_holds(run, tmp_path):
    """Solved and yet refused: the row says both."""
    path = tmp_path / "cage.iss"
    path.write_text(".Cage~3~R1C1~R1C2\n")
    done = run("solve", path, "--to", "csv", code=2)
    (row,) = records(done.stdout)

    assert "multiple" == row["status"]
    assert {"1", "2"} == {*row["solution"][:2]}
    assert "csv cannot hold the rule" in row["error"]
    assert row["error"] in done.stderr


@pytest.mark.parametrize("command", ["solve", "rate", "check", "count"])
def test_quiet_runs_say_nothing_of_names_and_prose(run, tmp_path, command):
    """They do without -q."""
    path, out = tmp_path / "named.csv", tmp_path / "out.csv"
    path.write_text(f"puzzle,status\n{PUZZLE},s\n")
    prose = tmp_path / "prose.txt"
    prose.write_text(f"This is a text without cells\nand another one.\n\n{PUZZLE}\n")
    for file, said in (path, "the new one is status_2"), (prose, "skipped text"):
        assert said in run(command, file, "-o", out, "--force", code=0).stderr
        done = run(command, "-q", file, "-o", out, "--force", code=0)
        assert not done.stderr


def test_a_column_of_solutions_is_no_column_of_puzzles(run, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text(f"text,solution,answer\n{PUZZLE},{SOLUTION},{SOLUTION}\n")
    done = run("convert", "-q", "--to", "line", table, code=0)
    assert done.stdout.strip() == PUZZLE
