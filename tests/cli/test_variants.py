"""Commands on variants."""

import csv

import pytest

import satdoku
from satdoku.drawing import png, svg
from satdoku.formats.iss import read_iss

CONTRADICTION = ".Shape~4x4.~R1C1_4.Thermo~R1C1~R1C2"
BY_CONSTRAINT = (
    ".Shape~4x4.~R2C1_3.~R3C3_1.Thermo~R1C1~R1C2~R1C3~R1C4.Thermo~R2C4~R3C4~R4C4"
)
PROPER = ".Shape~4x4.~R1C1_1.~R1C2_4.~R3C1_2.Thermo~R1C1~R1C2.Diagonal~1"


def test_check_names_the_constraints_of_a_contradiction(run):
    """Clues and constraints are in one sentence, and their cells are marked."""
    done = run("check", "-", text=f"{CONTRADICTION}\n", code=3)
    words = " ".join(done.stdout.split())
    assert "r1c1 = 4 and thermometer: r1c1 r1c2 contradict each other" in words
    assert "4* .*|.  ." in done.stdout
    (record,) = run.json("check", "-", text=f"{CONTRADICTION}\n", code=3)
    assert record["contradiction"] == ["r1c1"]
    assert record["contradiction_constraints"] == ["thermometer: r1c1 r1c2"]


def test_check_lists_every_set_with_its_constraints(run):
    """Two constraints contradict the same clue, one at a time."""
    text = f"{CONTRADICTION}.Cage~3~R1C1~R2C1\n"
    (record,) = run.json("check", "--all-reasons", "-", text=text, code=3)
    assert record["contradictions"]["complete"]
    assert record["contradictions"]["sets"] == [["r1c1"], ["r1c1"]]
    assert sorted(record["contradictions"]["constraints"]) == [
        ["cage of 3: r1c1 r2c1"],
        ["thermometer: r1c1 r1c2"],
    ]


def test_check_finds_redundant_constraints(run):
    """A constraint is redundant if the rest has one solution without it."""
    (record,) = run.json("check", "-", text=f"{PROPER}\n", code=0)
    assert record["status"] == "unique"
    assert record["redundant_constraints"] == ["thermometer: r1c1 r1c2"]
    assert record["minimal"] is False
    text = run("check", "-", text=f"{PROPER}\n").stdout
    assert "1 constraint is redundant: thermometer: r1c1 r1c2" in text


def test_minimize_removes_constraints(run):
    """The result is a variant again, and the message counts both."""
    done = run("minimize", "-", text=f"{PROPER}\n", code=0)
    kept = read_iss(done.stdout.strip())
    assert [rule.describe() for rule in kept.constraints] == ["rising diagonal"]
    assert "and 1 of 2 constraints; none of the other" in done.stderr
    (record,) = run.json("check", "-", text=done.stdout, code=0)
    assert record["minimal"] is True


def test_both_commands_name_one_table_of_scores(run):
    """A path and a rating of a variant are by the same extended table."""
    records = [run.json(name, "-", text=f"{PROPER}\n") for name in ("explain", "rate")]
    table = "HoDoKu 2.2.0 extended to variants"
    assert [records[0][0]["scheme"], records[1][0]["version"]] == [table, table]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("rate", ["--scheme", "se"]),
        ("count", ["--method", "estimate"]),
        ("solve", ["--engine", "bitmask"]),
        ("generate", ["--pattern"]),
    ],
)
def test_what_does_not_know_a_constraint_names_it(run, command, options):
    """Nothing is answered as if the constraint were not there."""
    done = run(command, *options, "-", text=f"{CONTRADICTION}\n", code=2)
    assert "does not know the constraint thermometer: r1c1 r1c2" in done.stderr


KILLER = ".Shape~4x4.~R1C1_1.Cage~5~R1C2~R1C3.Thermo~R2C3~R3C3~R4C3.WhiteDot~R3C1~R3C2"


def test_explain_writes_steps_of_constraints(run):
    """Text and JSON name the constraint, and how hard it is."""
    text = run("explain", "--verify", "-", text=f"{KILLER}\n", code=3).stdout
    assert (
        "    1  Constraint: r1c23<>4, cage of 5 in r1c23: 5 in 2 cells is 2+3 here\n"
        in text
    )
    assert "2 Constraints, 1 Constraint and Unit " in " ".join(text.split())
    (record,) = run.json("explain", "-", text=f"{KILLER}\n", code=3)
    step = record["steps"][0]
    assert step["kind"] == "constraint"
    assert step["constraints"] == ["cage of 5: r1c2 r1c3"]
    assert [one["digit"] for one in step["removes"]] == [4, 4]
    kinds = {one["kind"]: one["count"] for one in record["beyond"]}
    assert kinds == {"constraint": 3}
    assert (step["level"], step["score"]) == ("easy", 20)


def test_a_map_of_regions_without_a_header_is_pointed_out(run):
    """Letters that touch in groups are no digits; other clashes say nothing of it."""
    done = run("solve", "-", text="aabb\naabb\nccdd\nccdd\n", code=3)
    assert "regions of a jigsaw go below a line 'jigsaw:'" in done.stderr
    done = run("solve", "-", text="abcd\ncdab\nbadc\ndcbb\n", code=3)
    assert "jigsaw" not in done.stderr


def test_hint_names_a_constraint(run):
    done = run("hint", "--detail", "2", "-", text=f"{KILLER}\n", code=3)
    assert done.stdout == "a step by cage of 5: r1c2 r1c3\n"


def test_explain_draws_constraints(run, tmp_path):
    """The cage stands in the picture of the step that it makes."""
    target = tmp_path / "step.svg"
    run("explain", "--until", "1", "-", "-o", target, text=f"{KILLER}\n", code=3)
    assert "5 in 2 cells is 2+3" in target.read_text(encoding="utf-8")


def test_rate_rates_variants(run):
    """By the levels and scores of steps by constraints."""
    (record,) = run.json("rate", "-", text=f"{PROPER}\n", code=0)
    assert record["level"] == "easy"
    assert record["version"] == "HoDoKu 2.2.0 extended to variants"


def test_rate_names_a_constraint_as_the_hardest_step(run):
    """In the text of one puzzle, which knows the level of such a step."""
    done = run("rate", "-", text=f"{BY_CONSTRAINT}\n", code=0)
    assert "the hardest step: Constraint" in done.stdout


@pytest.mark.parametrize("command", ["rate", "check", "count"])
def test_a_table_of_answers_refuses_constraints(run, tmp_path, command):
    """Its row keeps the answer; that the constraint is not in it is said."""
    target = tmp_path / "rows.csv"
    done = run(command, "-", "-o", target, text=f"{PROPER}\n", code=2)
    assert "csv cannot hold the rule" in done.stderr
    (row,) = csv.DictReader(target.read_text(encoding="utf-8").splitlines())
    assert row["status"] != "unknown"
    assert "cannot hold the rule" in row["error"]


@pytest.mark.parametrize("method", ["search", "exact"])
def test_count_knows_constraints(run, method):
    """A thermometer leaves a sixth of 288, a diagonal a sixth as well."""
    if method == "exact":
        pytest.importorskip("pyganak")
    for rule, number in ((".Thermo~R1C1~R1C2~R1C3", 48), (".Diagonal~1", 48)):
        text = f".Shape~4x4{rule}\n"
        assert run("count", "--method", method, "-", text=text).stdout == f"{number}\n"


def test_verify_names_the_constraints(run, tmp_path):
    """A proof is about a puzzle with its constraints."""
    folder = tmp_path / "proof"
    run("prove", "-", "-o", folder, text=f"{CONTRADICTION}\n", code=0)
    text = run("verify", folder, code=0).stdout
    assert "  constraint: thermometer: r1c1 r1c2\n" in text
    (record,) = run.json("verify", folder, code=0)
    assert record["constraints"] == ["thermometer: r1c1 r1c2"]


def test_trace_names_the_constraints(run):
    """They stand below the puzzle; what follows from one says so."""
    text = ".Shape~4x4.~R1C2_2.Cage~6~R1C1~R1C3~R2C2\n"
    words = " ".join(run("trace", "-", text=text).stdout.split())
    assert "Rules cage of 6: r1c1 r1c3 r2c2" in words
    assert "constraint: cage of 6: r1c1 r1c3 r2c2 [constraint" in words


def test_cnf_names_the_variables_of_constraints(run, tmp_path):
    """The comments have the constraints; decode reads the cells of a model."""
    file = tmp_path / "x.cnf"
    run("cnf", "-", "-o", file, text=f"{PROPER}\n", code=0)
    assert "c constraint: rising diagonal\n" in file.read_text(encoding="utf-8")
    model = tmp_path / "model"
    model.write_text(run("sat", file, code=10).stdout, encoding="utf-8")
    solution = run("solve", "-", text=f"{PROPER}\n", code=0).stdout
    decoded = run("decode", "-", model, text=f"{PROPER}\n", code=0).stdout
    assert decoded.split() == solution.split()


def test_explain_a_puzzle_whose_rules_are_units(run):
    """Steps name the unit of a constraint."""
    text = f"{PROPER.replace('.Thermo~R1C1~R1C2', '')}\n"
    (record,) = run.json("explain", "-", text=text, code=0)
    assert record["end"] == "solved"
    assert (record["level"], record["score"]) == ("easy", 52)
    assert "naked single" in run("hint", "--detail", "2", "-", text=text).stdout.lower()
    hints = run("hint", "--all", "-", text=text, code=0).stdout
    assert "rising diagonal" in hints


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_check_draws_what_contradicts_each_other(run, tmp_path, kind):
    """The picture is that of the library; the report is printed as well."""
    if kind == "png":
        pytest.importorskip("resvg_py")
    file = tmp_path / f"contradiction.{kind}"
    text = f"{CONTRADICTION}.Diagonal~1\n"
    done = run("check", "-", "-o", file, text=text, code=3)
    puzzle = read_iss(text)
    draw = {"svg": svg, "png": png}[kind]
    drawn = draw(puzzle, contradiction=satdoku.contradiction(puzzle))
    assert file.read_bytes() == (drawn if kind == "png" else drawn.encode())
    assert "contradict each other" in " ".join(done.stdout.split())


def test_check_draws_one_puzzle(run, tmp_path):
    """A proper puzzle has its solution; with several nothing is drawn."""
    file = tmp_path / "one.svg"
    done = run("check", "-q", "-", "-o", file, text=f"{PROPER}\n", code=0)
    assert done.stdout == ""
    assert file.read_text() == svg(read_iss(PROPER), solution=True, labels=True)
    text = f"{PROPER}\n\n{PROPER}\n"
    done = run("check", "-", "-o", tmp_path / "two.svg", text=text, code=2)
    assert "a picture shows one puzzle" in done.stderr
    assert not (tmp_path / "two.svg").exists()


def test_check_names_values_of_grids_that_count_from_0(run):
    """Sentences and drawings show the same value."""
    for second, words in (
        ("~R1C2_2.Thermo~R1C1~R1C2", "r1c1 = 3 and thermometer: r1c1 r1c2 contradict"),
        ("~R2C2_3", "r1c1 and r2c2 are both 3 in box 1"),
    ):
        text = f".Shape~4x4~0-3.~R1C1_3.{second}\n"
        done = run("check", "-", text=text, code=3)
        assert words in " ".join(done.stdout.split())


def test_show_draws_the_candidates_that_constraints_leave(run):
    """A cage of 3 holds 1 and 2, whose box and row lose them."""
    text = run("show", "--candidates", "-", text=".Shape~4x4.Cage~3~R1C1~R1C2\n").stdout
    assert "12   12" in text
    assert "34   34" in text


def test_show_letters_the_regions_of_a_solution(run):
    """Of a chaos construction, where no frame shows them."""
    text = ".Shape~4x4.NoBoxes.ChaosConstruction.~R1C1_1~R1C2_2~R1C3_3~R1C4_4\n"
    drawing = run("show", "--solve", "-", text=text, code=0).stdout
    rows = drawing.partition("\nregions\n")[2].splitlines()
    letters = "".join(rows).replace(" ", "")
    assert sorted(letters) == sorted("ABCD" * 4)


@pytest.mark.parametrize(
    ("title", "doubts"), [("Anti-knight", 0), ("Thermo knight", 1)]
)
def test_words_that_name_a_rule_of_variant_are_no_doubt(run, title, doubts):
    text = f"{title}\n1...\n..2.\n....\n....\n"
    (record,) = run.json("check", "--variant", "anti-knight", "-", text=text)
    assert len(record.get("warnings", ())) == doubts
