"""`satdoku check`: what it says of a puzzle, as text and as JSON."""

import pytest

from tests.cli.samples import (
    CLASHING,
    CONFLICT,
    EASY,
    EMPTY,
    MIXED,
    PROPER,
    REASONS,
    SOLVED,
    settled,
    wordless,
)

SET = "data/generated_9x9/easy.csv"


@pytest.mark.parametrize("engine", ["dpll", "glucose4", "lingeling"])
def test_engines_agree(run, engine):
    one, other = (
        [settled(wordless(each)) for each in run.json("check", *options, text=MIXED)]
        for options in ((), ("--engine", engine))
    )
    assert one == other


def test_smallest_difference_of_an_empty_grid(run):
    """Two solutions of 9x9 differ in four cells at least."""
    (record,) = run.json("check", "--smallest", text=EMPTY, code=3)
    assert (record["smallest"], len(record["differences"])) == (True, 4)
    assert settled(record)["apart"] == 4


def test_conflicts_are_bounded_by_a_limit(run):
    (record,) = run.json("check", "--all-reasons", "--limit", "2", text=REASONS)
    assert (
        len(record["contradictions"]["sets"]),
        record["contradictions"]["complete"],
    ) == (2, False)
    (record,) = run.json("check", "--all-reasons", "--limit", "6", text=REASONS)
    assert (
        len(record["contradictions"]["sets"]),
        record["contradictions"]["complete"],
    ) == (5, True)


def test_out_of_time_for_reasons(run):
    """The answer is known by then; which clues it rests on is not."""
    text = run("check", "--timeout", "1e-6", text=CLASHING, code=3).stdout
    assert "r1c1" in text
    (record,) = run.json("check", "--timeout", "1e-6", text=CONFLICT, code=4)
    assert (record["status"], record["contradiction"]) == ("unknown", None)


def test_out_of_time_for_the_smallest(run):
    """A second solution is known; whether another is nearer is not."""
    options = ("--smallest", "--timeout", "0.05", "--engine", "cadical153")
    (record,) = run.json("check", *options, text="." * 256)
    assert record["status"] in ("multiple", "found", "unknown")
    assert not record.get("smallest")
    assert record["stopped"]


def test_several_files_are_told_apart(run, tmp_path):
    for name, text in (("a.txt", PROPER), ("b.txt", f"{SOLVED}\n{PROPER}\n")):
        (tmp_path / name).write_text(text)
    record = run.json("check", tmp_path / "a.txt", tmp_path / "b.txt", code=0)
    assert [(one["source"][-5:], one["line"]) for one in record] == [
        ("a.txt", 1),
        ("b.txt", 1),
        ("b.txt", 2),
    ]


def test_many_puzzles_as_one_by_one(run, tmp_path, root, monkeypatch):
    """Compiled lanes find out the same as a SAT engine."""
    rows = (root / SET).read_text().splitlines()[1:31]
    proper = [EASY, *(row[:81] for row in rows)]
    several = [f"{proper[3][:40]}..{proper[3][42:]}"]  # five solutions
    others = ["11" + "." * 79, "1" * 16, CONFLICT, "12"]
    file = tmp_path / "many.txt"
    file.write_text("\n".join([*proper, *several, *others]) + "\n")
    fast = run.json("check", "--at-once", file, code=2)
    monkeypatch.setattr("satdoku.setting.batches.has_compiler", lambda: False)
    slow = run.json("check", file, code=2)
    for record in (*fast, *slow):
        record.pop("time_s", None)
    assert fast == slow
    assert fast[0]["redundant"]
    statuses = [record["status"] for record in fast]
    assert {"unique", "multiple", "none", "unreadable"} == set(statuses)


def test_only_the_first_of_many_reasons_are_drawn(run):
    """All are listed, up to --limit."""
    text = "1111222233334444"
    done = run("check", "--all-reasons", "--limit", "9", text=text, code=3).stdout
    assert " 9: " in done
    assert "4 more sets are not drawn" in done
    assert done.count("--+--") == 5


def test_no_picture_of_what_cannot_be_read(run, tmp_path):
    run("check", "." * 82, "-o", tmp_path / "grid.svg", code=2)
    assert not [*tmp_path.iterdir()]


def test_other_boxes(run):
    """A grid for boxes of 3x2 clashes in the usual ones of 2x3, and in nothing else."""
    rows = ["123456", "345612", "561234", "214365", "436521", "652143"]
    text = run("check", text="\n".join(rows), code=3).stdout
    assert "with boxes of 3x2 (--box 3x2) it has exactly one solution" in text
    (record,) = run.json("check", text="\n".join(rows), code=3)
    assert [{"box": "3x2", "status": "unique"}] == record["other_boxes"]
    assert "boxes" not in run("check", text=CLASHING, code=3).stdout
    run("check", "--box", "3x2", text="\n".join(rows), code=0)


def test_counts_behind_each_candidate(run):
    text = "12..34..........\n"
    done = run("check", "--counts", "3", "-", text=text, code=3)
    assert "solutions with each candidate, up to 3:\n\n" in done.stdout
    assert "    r1c3  3: 3+  4: 3+\n" in done.stdout
    (record,) = run.json("check", "--counts", "3", "-", text=text, code=3)
    counts = record["candidate_counts"]
    assert (counts["most"], counts["complete"]) == (3, True)
    assert counts["counts"][:3] == [[3, 0, 0, 0], [0, 3, 0, 0], [0, 0, 3, 3]]
