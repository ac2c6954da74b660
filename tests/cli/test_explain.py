"""`satdoku explain`: a path to the solution, as text, JSON, pages and pictures."""

import gzip
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from tests.cli.samples import (
    BEYOND,
    CLASHING,
    EASY,
    MISTAKEN,
    MIXED,
    POSITION,
    PROPER,
    SOLVED,
    names,
)


def test_techniques_are_counted(run):
    (record,) = run.json("explain", text=EASY, code=0)
    counted = {one["technique"]: one["count"] for one in record["techniques"]}
    steps = Counter(step["technique"] for step in record["steps"])
    assert counted == steps
    assert record["score"] == sum(step["score"] for step in record["steps"])
    placed = [place for step in record["steps"] for place in step["places"]]
    assert len(placed) == 51
    for place in placed:
        row, column = map(int, place["cell"][1:].split("c"))
        assert int(record["solution"][9 * row + column - 10]) == place["digit"]


def test_what_is_no_technique_is_counted(run):
    (record,) = run.json("explain", "--only", "x-wing", text=PROPER)
    counted = {each["kind"]: each["count"] for each in record["beyond"]}
    assert counted == Counter(step["kind"] for step in record["steps"])
    assert "search" in counted
    assert record["techniques"] == []


def test_letters_of_large_grids(run):
    """Sentences have the letters of the grid, and need no key."""
    digits = "123456789ABCDEFG"
    text = "".join(
        "." if (row + column) % 7 == 0 else digits[(4 * row + row // 4 + column) % 16]
        for row in range(16)
        for column in range(16)
    )
    shown = run("explain", text=text, code=0).stdout
    assert "=G, the last empty cell" in shown
    assert "A is 10" not in shown


def test_several_files_and_verbose(run, tmp_path):
    (tmp_path / "a.txt").write_text(PROPER)
    (tmp_path / "b.txt").write_text(SOLVED)
    done = run("explain", "-v", tmp_path / "a.txt", tmp_path / "b.txt", code=0)
    assert f"{tmp_path / 'a.txt'}:1" in done.stdout
    assert f"{tmp_path / 'b.txt'}:1" in done.stdout
    assert "4x4" in done.stderr
    assert run("explain", "-q", text=MIXED).stderr.count("\n") == 1


def test_page(run, puzzle, tmp_path):
    target = tmp_path / "path.html"
    done = run("explain", puzzle, "-o", target, code=0)
    shown = run("explain", "--to", "html", puzzle).stdout_bytes
    assert (done.stdout, done.stderr) == ("", "")
    assert target.read_bytes() == shown
    assert shown.startswith(b"<!DOCTYPE html>")
    assert shown.count(b"<figure") == 13
    assert b'src="http' not in shown


def test_page_of_one_of_many(run, tmp_path):
    mixed, target = tmp_path / "mixed.txt", tmp_path / "second.html"
    mixed.write_text(MIXED)
    assert "--pick" in run("explain", "--to", "html", mixed, code=0).stderr
    assert run("explain", "--to", "html", "-q", mixed, code=0).stderr == ""
    run("explain", "--pick", "2", mixed, "-o", target, code=3)
    assert target.read_text().startswith("<!DOCTYPE html>")
    run("explain", "--pick", "4", mixed, "-o", tmp_path / "no.html", code=2)
    assert names(tmp_path) == ["mixed.txt", "second.html"]


def test_picture_of_the_last_step(run, puzzle, tmp_path):
    target = tmp_path / "step.svg"
    done = run("explain", "--until", "3", puzzle, "-o", target, code=0)
    sentence = run.json("explain", "--until", "3", puzzle)[0]["steps"][-1]["text"]
    assert ET.fromstring(target.read_text("utf-8")).get("aria-label") == sentence
    assert done.stdout == ""
    assert run("explain", "--to", "svg", puzzle).stdout.startswith("<svg")
    assert "mark-" not in run("explain", "--to", "svg", text=SOLVED).stdout


def test_png(run, needs, puzzle, tmp_path):
    needs("PIL", "resvg_py")
    for options in ([], ["--to", "png"]):
        run("explain", *options, puzzle, "-o", tmp_path / "s.png", "--force", code=0)
        assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("text", "word"), [(MISTAKEN, "r1c6=4"), (CLASHING, "r1c1")])
def test_picture_of_what_is_wrong(run, tmp_path, text, word):
    done = run("explain", "-o", tmp_path / "step.svg", text=text, code=3)
    assert word in done.stderr
    assert names(tmp_path) == ["step.svg"]


@pytest.mark.parametrize("name", ["path.html", "path.svg"])
def test_nothing_is_left_when_it_fails(run, tmp_path, name):
    run("explain", "--timeout", "1e-9", "-o", tmp_path / name, text=PROPER, code=4)
    assert names(tmp_path) == []


@pytest.mark.parametrize("limit", ["0.01", "0.02", "0.04"])
def test_time_over_on_the_way(run, limit):
    """The steps found by then are shown; the puzzle keeps its place."""
    (record,) = run.json("explain", "--timeout", limit, text=BEYOND, code=4)
    assert record.get("error") or record["end"] == "timeout"
    assert (record["line"], record["puzzle"]) == (1, BEYOND)


@pytest.mark.parametrize(
    ("name", "options", "head"),
    [
        ("path.txt", [], "<stdin>:1\n"),
        ("path", [], "<stdin>:1\n"),
        ("path.json", ["--json"], '{"schema"'),
        ("path.txt.gz", ["--json"], '{"schema"'),
        ("path.HTM", [], "<!DOCTYPE html>"),
    ],
)
def test_endings_name_the_kind(run, tmp_path, name, options, head):
    target = tmp_path / name
    run("explain", *options, "-o", target, text=PROPER, code=0)
    data = target.read_bytes()
    text = gzip.decompress(data) if name.endswith(".gz") else data
    assert text.decode().startswith(head)


def test_position_of_a_file(run, tmp_path):
    source = tmp_path / "library.txt"
    source.write_text(POSITION)
    (record,) = run.json("explain", source, code=0)
    assert record["steps"][0]["technique"] == "w-wing"
    assert len(record["steps"]) == 34
