"""`satdoku list`: what there is."""

import re

import pytest

from tests.cli.samples import SOLVED, refused

ENGINES = [
    "dpll",
    "cadical153",
    "minisat22",
    "bitmask",
    "backtracking",
    "lanes",
    "logic",
]


def test_engines(run):
    record = run.json("list", "engines", code=0)
    _, *lines = run("list", "engines").stdout.splitlines()
    text = [line for line in lines if line[0] != " "]  # the others go on
    listed = [one["name"] for one in record]
    assert {*ENGINES} < {*listed}
    assert [line.split()[0] for line in text] == listed
    for one, line in zip(record, text, strict=True):
        assert line.split()[1] == ("yes" if one["available"] else "-")
        assert one["time_limit"] in line
        assert (one["no_proofs"] is None) == one["proofs"]
    by_name = {one["name"]: one for one in record}
    assert "g4" in by_name["glucose4"]["aliases"]
    assert by_name["dpll"]["proofs"]
    assert by_name["cadical195"]["proofs"]
    assert not by_name["minisat22"]["proofs"]


@pytest.mark.parametrize(
    ("options", "grid"),
    [([], "9x9"), (["--size", "6"], "6x6")],
)
def test_encodings_have_the_sizes_of_their_formulas(run, options, grid):
    """Clauses as in the table are those that `cnf` writes."""
    text = run("list", "encodings", *options, code=0).stdout
    assert grid in text
    rows, columns = {"9x9": (3, 3), "6x6": (2, 3)}[grid]
    box = f"{rows}x{columns}"
    for name in ("extended", "minimal", "triad"):
        row = next(line for line in text.splitlines() if line.startswith(f"{name} "))
        empty = "." * (rows * columns) ** 2
        header = re.search(
            r"^p cnf (\d+) (\d+)",
            run("cnf", "--encoding", name, "--box", box, text=empty).stdout,
            re.MULTILINE,
        )
        assert f"{int(header[1]):,}" in row
        assert f"{int(header[2]):,}" in row


def test_one_encoding_and_one_of_ones_own(run, tmp_path):
    text = run("list", "encodings", "triad", code=0).stdout
    assert "triad" in text
    assert "extended" not in text
    own = tmp_path / "mine.toml"
    own.write_text(
        'format = 1\nname = "mine"\nsummary = "Own."\nreference = "nobody"\n'
        '[cell]\nat_least_one = true\n[unit]\nat_most_one = "pairwise"\n'
    )
    assert "nobody" in run("list", "encodings", own, code=0).stdout
    own.write_text("format = 1\nnane = 1\n")
    refused(run, "list", "encodings", own, word=f"{own}: unknown key")


def test_what_techniques_lists_can_be_used(run):
    record = run.json("list", "techniques")
    for name in {one[key] for one in record for key in ("name", "family", "level")}:
        run(
            "explain",
            "--only",
            "full-house",
            "--use",
            name,
            text=f"{SOLVED[:-1]}.",
            code=0,
        )


def test_names_choose_rows(run):
    (one, other) = run.json("list", "engines", "lanes", "DPLL", code=0)
    assert (one["name"], other["name"]) == ("lanes", "dpll")
    (thermo,) = run.json("list", "constraints", "Thermo", code=0)
    assert thermo["iss"] == ["Thermo"]
    assert thermo["fpuzzles"] == ["thermometer", "slowthermometer"]
    assert thermo["python"] == "Thermo(cells, slow=False)"
    assert thermo["summary"].endswith(".")


def test_constraints_are_found_by_the_names_that_setters_use(run):
    found = run.json("list", "constraints", "Kropki", "killercage", "Even", code=0)
    assert [row["name"] for row in found] == [
        *("WhiteDot", "BlackDot", "Killer", "Allowed"),
    ]
    assert "no constraint 'Xyz'" in run("list", "constraints", "Xyz", code=2).stderr
    for name, meant in (("Killer", "Cage"), ("Kropki", "WhiteDot or BlackDot")):
        text = f".{name}~5~R1C1~R1C2"
        message = run("count", text=text, code=2).stderr
        assert f"no constraint '{name}' is known; did you mean {meant}" in message
