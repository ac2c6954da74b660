"""`satdoku hint`: the next step, from a nudge to all of it."""

import pytest

from tests.cli.samples import (
    CLASHING,
    EASY,
    MISTAKEN,
    MIXED,
    POSITION,
    PROPER,
    SOLVED,
    names,
    refused,
)


def test_all_are_grouped_by_technique(run):
    (record,) = run.json("hint", "--all", "--only", "singles", text=PROPER, code=0)
    titles = [step["title"] for step in record["steps"]]
    assert titles == ["Naked Single"] * 4 + ["Hidden Single"] * 8
    lines = run("hint", "--all", "--only", "singles", text=PROPER).stdout.splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads == ["Naked Single (4)", "Hidden Single (8)"]
    assert len(lines) == 14


def test_forcing_chains_are_found_if_named(run):
    options = ("hint", "--all", "--avoid", "fish,uniqueness,als,chains", "--use")
    plain = run(*options, "x-wing", text=POSITION).stdout
    more = run(*options, "forcing-chain-contradiction", text=POSITION).stdout
    assert "W-Wing (" in plain
    assert "Forcing" not in plain
    assert "Forcing Chain Contradiction (" in more
    assert "Forcing Net" not in more


def test_picture(run, tmp_path):
    puzzle, target = tmp_path / "p.txt", tmp_path / "next.svg"
    puzzle.write_text(PROPER)
    done = run("hint", puzzle, "-o", target, code=0)
    assert (done.stdout, done.stderr) == ("", "")
    assert target.read_bytes() == run("hint", "--to", "svg", puzzle).stdout_bytes
    assert "mark-placed" in target.read_text("utf-8")
    run("hint", "-o", tmp_path / "none.svg", text=SOLVED, code=0)
    assert names(tmp_path) == ["next.svg", "p.txt"]


@pytest.mark.parametrize("ending", ["svg", "png"])
@pytest.mark.parametrize(("text", "word"), [(MISTAKEN, "r1c6=4"), (CLASHING, "r1c1=1")])
def test_no_picture_of_what_is_wrong(run, needs, tmp_path, text, word, ending):
    """Why there is none is said, also with --quiet."""
    if ending == "png":
        needs("PIL", "resvg_py")
    done = run("hint", "-q", "-o", tmp_path / f"next.{ending}", text=text, code=3)
    assert (done.stdout, done.stderr.count("\n"), names(tmp_path)) == ("", 1, [])
    assert word in done.stderr


def test_remarks(run):
    assert "--pick" in run("hint", text=MIXED, code=0).stderr
    assert "4x4" in run("hint", "-v", text=PROPER).stderr
    assert run("hint", "-q", text=MIXED).stderr == ""
    assert run("hint", text="." * 16, code=3).stderr
    assert run("hint", "-q", text="." * 16, code=3).stderr == ""
    assert run("hint", text="." * 16, code=3).stdout != ""
    assert run("hint", text=SOLVED, code=0).stdout == "the grid is complete\n"
    assert run("hint", text=PROPER).stderr == ""
    late = run("hint", "--timeout", "1e-9", text=PROPER, code=4)
    assert (late.stdout, "<stdin>:1" in late.stderr) == ("", True)


def test_now_takes_what_was_placed_in_a_saved_game(run, tmp_path):
    game, rows = tmp_path / "game.sdk", "1...\n..2.\n..3.\n4...\n"
    game.write_text(f"[Puzzle]\n{rows}[State]\n{rows.replace('1...', '124.')}")
    done = run("hint", PROPER, "--now", game, "--detail", "4", code=0)
    assert done.stdout == run("hint", game, "--detail", "4", code=0).stdout
    assert "r1c4=3" in done.stdout


def test_a_clue_that_the_position_lacks_is_reported_of_its_file(run, tmp_path):
    now = tmp_path / "now.txt"
    now.write_text(PROPER.replace("2", "."))
    refused(run, "hint", "--now", now, text=PROPER, word="now.txt:1: ")


def test_a_wrong_clue_in_the_position_is_a_mistake(run, tmp_path):
    now = tmp_path / "now.txt"
    now.write_text(PROPER.replace("2", "1"))
    assert "r2c3=1" in run("hint", "--now", now, text=PROPER, code=3).stdout
    (record,) = run.json("hint", "--now", now, text=PROPER, code=3)
    assert record["mistakes"] == [{"cell": "r2c3", "digit": 1}]
    assert "r2c3=1" in run("hint", "--all", "--now", now, text=PROPER, code=3).stdout


def test_the_position_of_another_puzzle_is_refused(run):
    other = SOLVED.translate(str.maketrans("1234", "2341"))
    message = run("hint", "--now", other, PROPER, code=2).stderr
    assert "4 of 4 clues differ" in message
    other = run("solve", "-q", "--to", "line", EASY, code=0).stdout.strip()
    other = other.translate(str.maketrans("123456", "234561"))
    assert "clues differ" in run("hint", "--now", other, EASY, code=2).stderr


def test_many_mistakes_are_not_all_listed(run):
    """All in the record, the first ten in words."""
    solution = run("solve", "-q", "--to", "line", EASY, code=0).stdout.strip()
    wrong = solution.translate(str.maketrans("123456789", "231456789"))
    now = "".join(
        clue if clue != "." else digit for clue, digit in zip(EASY, wrong, strict=True)
    )
    record = run.json("hint", "--now", now, EASY, code=3)[0]
    assert len(record["mistakes"]) > 10
    assert record["text"].count("r") < 40
