"""Many puzzles at once: answers, messages and codes are those of one by one."""

import csv
import json
import re
from itertools import pairwise

import numpy as np
import pytest

from tests.cli.many import (
    AT_ONCE,
    CLASHING,
    CLUES,
    DEAD,
    ONE_BY_ONE,
    OPEN,
    PUZZLES,
    SOLUTION,
    SOLUTIONS,
)
from tests.cli.runs import is_solution
from tests.cli.samples import PROPER, SOLVED
from tests.conftest import nightly, places


def answered(text):
    """Return JSON answers without what depends on who answered, and when."""
    for line in text.splitlines():
        answer = json.loads(line)
        rest = ("engine", "encoding", "simplified", "statistics", "time_s", "reason")
        yield {key: value for key, value in answer.items() if key not in rest}


def settled(text):
    """Return messages without times."""
    return re.sub(r"in [0-9.]+ s", "", text)


OPTIONS = [
    (),
    ("--unique",),
    ("-q",),
    ("--to", "line"),
    ("--to", "csv"),
    ("--to", "grid"),
    ("--to", "hodoku"),
    ("--to", "forum"),
    ("--json",),
    ("--to", "line", "--to-symbols", "A-Z"),
    ("--pick", "2-30,69-80,105-"),
    ("--pick", "-72", "--json"),
    ("--pick", "9-75", "--to", "csv"),
    ("--pick", "60-,107", "--to", "line"),
]


@pytest.mark.parametrize(
    "options", nightly(OPTIONS, *OPTIONS[:2], *OPTIONS[4:6], *OPTIONS[8:11])
)
def test_same_as_one_by_one(run, blend, options):
    single = run("solve", blend, *options, *ONE_BY_ONE)
    bulk = run("solve", blend, *options, *AT_ONCE)
    assert settled(bulk.stderr) == settled(single.stderr)
    assert bulk.exit_code == single.exit_code > 0
    if "--json" in options:
        assert [*answered(bulk.stdout)] == [*answered(single.stdout)]
    else:
        assert bulk.stdout == single.stdout
    assert bulk.stdout.count("\n") > 10


@pytest.mark.parametrize("size", [3, 50])
@pytest.mark.parametrize("options", [(), ("--json",), ("--pick", "20-60,99-")])
def test_blocks_of_any_size(run, blend, size, options, monkeypatch):
    """Input is read in blocks of 16,384 puzzles, which is long for a quick test."""
    whole = run("solve", blend, *options, *AT_ONCE)
    monkeypatch.setattr("satdoku.formats.bulk.BLOCK", size)
    blocks = run("solve", blend, *options, *AT_ONCE)
    assert settled(blocks.stderr) == settled(whole.stderr)
    assert blocks.exit_code == whole.exit_code
    if options == ("--json",):
        assert [*answered(blocks.stdout)] == [*answered(whole.stdout)]
    else:
        assert blocks.stdout == whole.stdout


def test_standard_input_and_several_files(run, many, tmp_path):
    done = run("solve", "-q", *AT_ONCE, text=many.read_text(), code=0)
    assert done.stdout.split() == SOLUTIONS
    files = [many, tmp_path / "none.txt", many]
    single = run("solve", *files, *ONE_BY_ONE, code=2)
    bulk = run("solve", *files, *AT_ONCE, code=2)
    assert bulk.stdout == single.stdout
    assert settled(bulk.stderr) == settled(single.stderr)


def test_lanes_answer_many_but_not_few(run, tmp_path):
    """Without any option: how many come is seen before the first is answered."""
    for count, engines in ((20, {"", "cadical153"}), (700, {"lanes"})):
        path = tmp_path / "puzzles.txt"
        path.write_text(f"{CLUES}\n" * count)
        assert {x["engine"] for x in run.json("solve", path)} == engines
    others = tmp_path / "others.txt"
    others.write_text(f"{PROPER}\n" * 700)
    record = run.json("solve", "--from", "line", others)
    assert not {"lanes"} & {x["engine"] for x in record}


def test_lanes_take_over_within_a_run(run, program):
    """Of a pipe nobody knows the end: it begins one by one, all answers are right."""
    puzzles = (PUZZLES * 12)[:1100]
    with program("solve", "--to", "csv", "--stats") as process:
        process.stdin.write(f"{puzzles[0]}\n".encode())
        process.stdin.flush()
        first = [process.stdout.readline(), process.stdout.readline()]
        out, err = process.communicate("\n".join(puzzles[1:]).encode())
    lines = b"".join([*first, out]).decode().splitlines()
    assert [line.split(",")[1] for line in lines[1:]] == (SOLUTIONS * 12)[:1100]
    assert b"1,100 puzzles in " in err


def test_several_solutions(run):
    text = f"{OPEN}\n" * 70 + f"{CLUES}\n"
    answers = run.json("solve", *AT_ONCE, text=text, code=0)
    assert [x["status"] for x in answers] == ["multiple"] * 70 + ["unique"]
    for answer in answers[:70]:
        one, two = answer["solutions"]
        assert one != two
        assert answer["solution"] == one
        assert is_solution(one, OPEN)
        assert is_solution(two, OPEN)
    lines = run("solve", "-q", *AT_ONCE, text=text, code=0).stdout.split()
    assert all(is_solution(line, OPEN) for line in lines)
    assert lines[70:] == [SOLUTION]
    for options in (AT_ONCE, ONE_BY_ONE):
        done = run("solve", "--unique", *options, text=text, code=3)
        messages = done.stderr.splitlines()
        assert places(done.stderr)[:10] == [f"<stdin>:{at}" for at in range(1, 11)]
        assert re.findall(r"\d+", messages[10]) == ["60"]
        assert len(messages) == 12
        quiet = run("solve", "--unique", "-q", *options, text=text, code=3)
        assert len(quiet.stderr.splitlines()) == 11


@pytest.mark.parametrize("workers", ["1", "2"])
def test_statistics_of_all(run, many, workers):
    """Puzzles, guesses, sweeps and rate, on a line of their own."""
    options = ("--workers", workers, *AT_ONCE)
    done = run("solve", "-q", "--stats", *options, many, code=0)
    found = re.fullmatch(
        r"lanes: (\d+) \D+(\d+) \D+([\d,]+) \D+([\d.]+) s\D+([\d,]+) \D+\n", done.stderr
    )
    puzzles, guesses, sweeps, seconds, rate = (
        float(text.replace(",", "")) for text in found.groups()
    )
    table = run("solve", "-q", "--stats", "--to", "csv", *options, many)
    rows = [line.split(",") for line in table.stdout.splitlines()]
    assert rows[0][2:] == ["status", "engine", "guesses", "sweeps", "error"]
    assert [row[1] for row in rows[1:]] == SOLUTIONS
    assert guesses == sum(int(row[4]) for row in rows[1:])
    assert sweeps == sum(int(row[5]) for row in rows[1:]) > 100
    assert puzzles == 100
    assert 0 < rate < 1e7
    assert rate * (seconds - 0.005) < 101  # both are rounded
    assert rate * (seconds + 0.005) > 99


def test_tables_of_a_blend(run, blend):
    done = run("solve", "-q", "--stats", "--to", "csv", *AT_ONCE, blend, code=2)
    rows = list(csv.reader(done.stdout.splitlines()[1:]))
    assert len(rows) == 107
    statuses = [row[3] for row in rows]
    assert {x: statuses.count(x) for x in {*statuses}} == {
        "unique": 102,
        "none": 3,
        "unreadable": 2,
    }
    for puzzle, _, solution, status, _, guesses, sweeps, error in rows:
        assert bool(error) == (status != "unique")
        assert bool(solution) == (status == "unique")
        assert (int(sweeps) > 0 and int(guesses) >= 0) if len(puzzle) == 81 else True
        assert bool(sweeps) == (len(puzzle) == 81)


def test_arrays_have_a_row_a_puzzle(run, tmp_path):
    text = "\n".join([*PUZZLES, CLASHING, CLUES[:-1], *PUZZLES[:3]])
    for at, options in enumerate((AT_ONCE, ONE_BY_ONE)):
        out = tmp_path / f"{at}.npy"
        run("solve", "-q", *options, "-o", out, text=text, code=2)
        found = np.load(out)
        assert (found.dtype, found.shape) == (np.uint8, (105, 81))
        rows = ["".join(map(str, row)) for row in found]
        assert rows == [*SOLUTIONS, "0" * 81, "0" * 81, *SOLUTIONS[:3]]


@pytest.mark.parametrize("options", [(), AT_ONCE])
def test_lanes_by_name_refuse_others(run, options):
    text = f"{CLUES}\n{PROPER}\n{CLUES}\n"
    done = run("solve", "--engine", "lanes", *options, text=text, code=2)
    lines = done.stdout.splitlines()
    assert [lines[0], lines[2]] == [SOLUTION] * 2
    assert lines[1].startswith("# unknown: <stdin>:2: ")
    assert places(done.stderr) == ["<stdin>:2"]
    other = run("solve", "-q", *AT_ONCE, text=text, code=0)
    assert other.stdout.split() == [SOLUTION, SOLVED, SOLUTION]


def test_verbose(run, blend):
    """How the input was understood is the same; every engine is named once."""
    single = run("solve", blend, "--verbose", *ONE_BY_ONE).stderr.splitlines()
    bulk = run("solve", blend, "--verbose", *AT_ONCE).stderr.splitlines()
    of = [[line for line in lines if "9x9" in line] for lines in (single, bulk)]
    assert of[0] == of[1]
    engines = [line for line in bulk if re.search(r"\b(lanes|bitmask)\b", line)]
    assert all(one != two for one, two in pairwise(engines))
    assert any("lanes" in line for line in engines)


def test_columns_of_a_table_are_kept(run, tmp_path):
    """Those of every record, plain, quoted, short or unreadable."""
    table = tmp_path / "table.csv"
    rows = [f"{number},{puzzle},me" for number, puzzle in enumerate(PUZZLES)]
    rows[20] = f'20,{PUZZLES[20]},"you, too"'
    rows[21] = f"21,{PUZZLES[21]}"
    rows[22] = "22,12,me"
    table.write_text("id,puzzle,error\n" + "\n".join(rows) + "\n")
    found = {}
    for options in (ONE_BY_ONE, AT_ONCE, (*AT_ONCE, "--stats")):
        done = run("solve", table, "--to", "csv", *options, code=2)
        header, *records = csv.reader(done.stdout.splitlines())
        assert header[:5] == ["id", "puzzle", "error", "solution", "status"]
        assert header[-1] == "error_2"
        assert "error_2" in done.stderr
        assert [record[0] for record in records] == [str(n) for n in range(100)]
        found[options] = [record[:5] for record in records]
        assert [record[2] for record in records[19:24]] == "me|you, too||me|me".split(
            "|"
        )
        assert records[22][1] == "12"
    assert len({str(records) for records in found.values()}) == 1


def test_symbols_of_parquet_tables(run, many, tmp_path, needs):
    """The digits are written in the symbols that were asked for, as in csv."""
    needs("pyarrow")
    from pyarrow import parquet

    letters = str.maketrans("123456789", "ABCDEFGHI")
    for at, options in enumerate((AT_ONCE, ONE_BY_ONE)):
        out = tmp_path / f"{at}.parquet"
        run("solve", "-q", *options, "--to-symbols", "A-Z", "-o", out, many, code=0)
        found = parquet.read_table(out).column("solution").to_pylist()
        assert found == [line.translate(letters) for line in SOLUTIONS]


def test_options_that_lanes_do_not_know(run):
    """Constraints and repairs count in large inputs, too."""
    text = f"{CLUES}\n" * 300
    answers = run("count", "--variant", "diagonal", text=text).stdout.splitlines()
    assert [line.split("\t")[0] for line in answers] == ["0"] * 300
    solved = run("solve", "--repair", "--to", "line", text=text, code=0).stdout
    assert solved == f"{SOLUTION}\n" * 300


@pytest.fixture
def stated(tmp_path):
    """Return a table whose solutions are right, wrong, short, empty or of others."""
    rows = [f"{puzzle},{SOLUTIONS[at]}" for at, puzzle in enumerate(PUZZLES)]
    rows[70] = f"{PUZZLES[70]},{SOLUTIONS[71]}"
    rows[75] = f"{PUZZLES[75]},"
    rows[80] = f"{PUZZLES[80]},12"
    rows[85] = f"{OPEN},{SOLUTION}"
    rows[90] = f"{DEAD},{SOLUTION}"
    rows[95] = f"12,{SOLUTION}"
    rows[98] = f'"{PUZZLES[98]}","{SOLUTIONS[98][:80]}."'
    path = tmp_path / "stated.csv"
    path.write_text("\n".join(["quizzes,solutions", *rows]) + "\n")
    return path


@pytest.mark.parametrize("workers", nightly(["1", "2"], "2"))
@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("count",), 106),
        (("count", "--limit", "1"), 106),
        (("count", "--limit", "2", "-q"), 106),
        (("check", "-q"), 30),
    ],
)
def test_count_and_check_as_one_by_one(run, blend, words, lines, workers):
    single = run(*words, blend)
    bulk = run(*words, "--workers", workers, *AT_ONCE, blend)
    assert bulk.stdout == single.stdout
    assert settled(bulk.stderr) == settled(single.stderr)
    assert bulk.exit_code == single.exit_code > 0
    assert bulk.stdout.count("\n") >= lines


@pytest.mark.parametrize("workers", nightly(["1", "2"], "1"))
def test_stated_solutions_as_one_by_one(run, stated, workers):
    words = ("check", "-q", "--solutions")
    single = run(*words, stated, code=2)
    bulk = run(*words, "--workers", workers, *AT_ONCE, stated, code=2)
    assert bulk.stdout == single.stdout
    assert bulk.stderr == single.stderr
    places = re.findall(r"^\S+stated.csv:(\d+)$", bulk.stdout, re.MULTILINE)
    assert places == ["72", "82", "87", "92", "100"]
    proper = run("check", "-q", *AT_ONCE, stated)
    assert re.findall(r"stated.csv:(\d+)$", proper.stdout, re.MULTILINE) == ["87", "92"]


@pytest.mark.parametrize(
    "words", [("solve",), ("count",), ("check", "-q"), ("rate",), ("check",)]
)
@pytest.mark.usefixtures("processes_never")
def test_quick_work_starts_no_process(run, tmp_path, words):
    """Lanes answer, and short work stays here: workers make nothing slower."""
    many = tmp_path / "some.txt"
    many.write_text("\n".join(PUZZLES[:20]))
    alone = run(*words, many)
    assert run(*words, many, "--workers", "2").stdout == alone.stdout
    assert run(*words, many, "--workers", "2", *AT_ONCE).stdout == alone.stdout


@pytest.mark.parametrize(
    "words", nightly([("check",), COUNT := ("count", "--encoding", "minimal")], COUNT)
)
@pytest.mark.usefixtures("processes_at_once")
def test_processes_take_over(run, blend, words):
    """Long work goes on in processes: answers, messages and codes are the same."""
    alone = run(*words, blend)
    both = run(*words, blend, "--workers", "2")
    assert both.stdout == alone.stdout
    assert settled(both.stderr) == settled(alone.stderr)
    assert both.exit_code == alone.exit_code
