"""`satdoku prove`: what is claimed, what is written where, and what is refused."""

import re

import pytest

import satdoku
from tests.cli.samples import (
    DEAD_END,
    EMPTY,
    HARD,
    MIXED,
    PROPER,
    SEVERAL,
    SUKAKU,
    names,
    refused,
)
from tests.conftest import places

TWO = f"{PROPER}\n{SEVERAL}\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Return the folder that the commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (PROPER, []),
        (SEVERAL, ["--to", "drat"]),
        (DEAD_END, ["--engine", "cadical195"]),
        (EMPTY, ["--limit", "20"]),
        ("1" + "." * 15, ["--limit", "288"]),
        (SUKAKU, ["--from", "sukaku"]),
        ("123456" + "." * 30, ["--box", "3x2", "--limit", "1"]),
        pytest.param("." * 256, ["--limit", "1"], marks=pytest.mark.nightly),
    ],
)
def test_what_is_told_is_in_the_files(run, here, text, options):
    done = run("prove", *options, text=text, code=0)
    (told,) = run.json("prove", *options, "-o", "json", text=text, code=0)
    claim = satdoku.verify(here / "puzzle.proof").claim
    assert done.stdout.startswith(f"puzzle.proof: {told['claim']} (")
    assert str(claim) == told["claim"]
    assert told["solutions"] == len(claim.solutions)
    proof = [name for name in names(here / "json") if name.startswith("proof.")]
    assert proof == ([f"proof.{told['format']}"] if told["format"] else [])
    if proof:
        assert told["bytes"] == (here / "json" / proof[0]).stat().st_size
        assert f"{told['steps']:,}" in done.stdout
        assert f"{told['bytes']:,}" in done.stdout
        header = (here / "json" / "formula.cnf").read_text().partition("p cnf ")[2]
        assert header.split()[:2] == [str(told["variables"]), str(told["clauses"])]
    for name in names(here / "json"):  # the same puzzle gives the same files
        one, two = (here / folder / name for folder in ("json", "puzzle.proof"))
        assert one.read_bytes() == two.read_bytes()


def test_search_does_not_change_the_formula(run, here):
    formulas = set()
    for at, options in enumerate(
        (
            ["--engine", "DPLL"],
            ["--engine", "g4"],
            ["--engine", "auto"],
        )
    ):
        (told,) = run.json("prove", "-o", at, *options, text=PROPER, code=0)
        name = {"DPLL": "dpll", "g4": "glucose4"}.get(options[1])
        assert told["search"].startswith(name or "dpll")
        certificate = (here / str(at) / "certificate.json").read_text()
        assert f'"search": "{told["search"]}"' in certificate
        formulas.add((here / str(at) / "formula.cnf").read_bytes())
    assert len(formulas) == 1


def test_larger_grids_write_numbers(run, here):
    run("prove", "--limit", "1", text="." * 256, code=0)
    lines = (here / "puzzle.proof" / "solutions.txt").read_text().splitlines()
    assert [len(line.split()) for line in lines] == [256, 256]
    assert {*lines[0].split()} == {*map(str, range(1, 17))}


def test_several(run, here):
    """Each puzzle gets the folder of its number."""
    (here / "mixed.txt").write_text(MIXED)
    done = run("prove", "mixed.txt", "-o", "all", "--limit", "1", code=2)
    assert names(here / "all") == ["1", "2", "3", "5"]
    assert places(done.stderr) == ["mixed.txt:4"]
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [
        "all/1",
        "all/2",
        "all/3",
        "all/5",
    ]
    assert "4" in done.stderr.splitlines()[-1]
    quiet = run("prove", "-q", "-o", "again", text=TWO, code=0)
    assert (quiet.stdout.count("\n"), quiet.stderr) == (2, "")


def test_default_folder(run, here):
    """It is called after the file, and lies where one is, not where the file is."""
    (here / "sub").mkdir()
    (here / "sub" / "mine.sdk").write_text(PROPER)
    run("prove", here / "sub" / "mine.sdk", code=0)
    run("prove", "-", text=PROPER, code=0)
    assert names(here) == ["mine.proof", "puzzle.proof", "sub"]


def test_several_files_need_a_name(run, here):
    for name in ("a.txt", "b.txt"):
        (here / name).write_text(PROPER)
    refused(run, "prove", "a.txt", "b.txt", word="-o")
    run("prove", "-q", "a.txt", "b.txt", "-o", "all", code=0)
    assert names(here / "all") == ["1", "2"]


def test_empty_folders_and_links(run, here):
    (here / "a").mkdir()
    (here / "real").mkdir()
    (here / "link").symlink_to("real")
    refused(run, "prove", "-o", ".", text=PROPER)
    run("prove", "-o", "a", text=PROPER, code=0)
    run("prove", "-o", "link", text=PROPER, code=0)
    assert (here / "link").is_symlink()
    assert len(names(here / "a")) == len(names(here / "real")) == 4


@pytest.mark.parametrize("text", [PROPER, TWO])
@pytest.mark.parametrize(("folder", "code"), [("not/there", 1), ("-", 2), ("", 2)])
def test_no_folder_to_write_in(run, here, text, folder, code):
    refused(run, "prove", "-o", folder, text=text, code=code)
    assert names(here) == []


def test_several_where_something_is(run, here):
    """Several go to a folder with others by --force alone, and never into a proof."""
    run("prove", "-q", "-o", "all", text=f"{TWO}{PROPER}\n", code=0)
    run("prove", "-q", "-o", "one", text=PROPER, code=0)
    refused(run, "prove", "-o", "all", text=TWO, word="--resume")
    run("prove", "-q", "--force", "-o", "all", text=TWO, code=0)
    refused(run, "prove", "--force", "-o", "one", text=TWO, word="one")
    assert len(names(here / "one")) == 4
    (here / "all" / "2" / "notes.txt").write_text("mine\n")
    run("prove", "-o", "all", "--force", text=TWO, code=2)
    assert (here / "all" / "2" / "notes.txt").read_text() == "mine\n"


def test_resumed(run, here):
    """What is proved already is left as it is; the rest is added."""
    text = f"{TWO}{DEAD_END}\n"
    run("prove", "-o", "a", text=text, code=0)
    first = here / "a" / "1" / "certificate.json"
    kept = first.stat()
    for file in (here / "a" / "2").iterdir():
        file.unlink()
    (here / "a" / "2").rmdir()
    refused(run, "prove", "-o", "a", text=text, word="--resume")
    done = run("prove", "-o", "a", "--resume", text=text, code=0)
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["a/2"]
    assert [word for word in done.stderr.split() if word.isdigit()] == ["3", "1", "2"]
    left = first.stat()
    assert (kept.st_ino, kept.st_mtime_ns) == (left.st_ino, left.st_mtime_ns)
    run("verify", "a", code=0)
    other = run("prove", "-o", "a", "--resume", text=f"{PROPER}\n{DEAD_END}\n", code=2)
    assert "a/2" in other.stderr
    assert satdoku.verify("a/2").claim.solutions


def test_limits_leave_nothing(run, here):
    for options, text, code in (
        (["--timeout", "0.000001"], HARD, 4),
        (["--timeout", "0.000001", "-o", "all"], f"{HARD}\n{HARD}\n", 4),
        (["--engine", "minisat22"], PROPER, 2),
    ):
        assert run("prove", *options, text=text, code=code).stdout == ""
        assert names(here) == []


def test_the_summary_counts_timeouts(run, here):
    options = ("prove", "--timeout", "0.000001", "-o", "all")
    done = run(*options, text=f"{HARD}\n" * 3, code=4)
    numbers = re.findall(r"-?\b\d+\b(?!\.)", done.stderr.splitlines()[-1])
    assert (numbers[0], numbers[-1]) == ("3", "3")
