"""`satdoku cnf`: a puzzle as DIMACS."""

import pytest

from tests.cli.samples import (
    DEAD_END,
    EASY,
    MIXED,
    PROPER,
    SEVERAL,
    names,
    refused,
)

ENCODINGS = ("extended", "minimal", "triad", "triad-lite")


@pytest.mark.parametrize("simplify", [[], ["--simplify"]], ids=["whole", "simplify"])
@pytest.mark.parametrize(
    ("puzzle", "answer"),
    [(PROPER, 10), (EASY, 10), (SEVERAL, 10), (DEAD_END, 20)],
    ids=["proper", "easy", "several", "dead"],
)
def test_the_header_counts_and_the_formula_is_the_puzzle(run, puzzle, answer, simplify):
    encoding = ENCODINGS[len(puzzle) % 3 + len(simplify)]
    done = run("cnf", "--names", "--encoding", encoding, *simplify, text=puzzle, code=0)
    lines = [line for line in done.stdout.splitlines() if line[:2] != "c "]
    _, _, variables, clauses = lines[0].split()
    literals = [int(word) for line in lines[1:] for word in line.split()]
    assert (len(lines) - 1, literals.count(0)) == (int(clauses), int(clauses))
    assert max(map(abs, literals), default=0) <= int(variables)
    assert f"{int(variables):,}" in done.stderr
    assert f"{int(clauses):,}" in done.stderr
    assert run("sat", text=done.stdout).exit_code == answer
    assert run("cnf", "-q", "--encoding", encoding, *simplify, text=puzzle).stderr == ""


def test_comments_name_the_puzzle_the_encoding_and_variables(run, tmp_path):
    puzzle = tmp_path / "mine.txt"
    puzzle.write_text(PROPER)
    lines = run("cnf", "--names", puzzle).stdout.splitlines()
    comments = "\n".join(line for line in lines if line.startswith("c "))
    for word in (str(puzzle), "4x4", "2x2", "extended", "c var 1 r1c1=1"):
        assert word in comments
    assert sum(line.startswith("c var ") for line in lines) == 64
    assert lines[-4:] == ["1 0", "26 0", "43 0", "52 0"]
    assert "r1c2" in run("cnf", "--simplify", text="11" + "." * 14).stdout


def test_nothing_is_written_where_it_is_refused(run, tmp_path):
    target = tmp_path / "p.cnf"
    refused(run, "cnf", "--encoding", "extended", "-o", target, text="0 " * 64**2)
    run("cnf", "--timeout", "0.000001", "-o", target, text=PROPER, code=4)
    refused(run, "cnf", "-o", target, text=MIXED, word="<stdin>:2")
    refused(run, "cnf", "--encoding", "tirad", "-o", target, text=PROPER, word="tirad")
    refused(run, "cnf", "", text=PROPER)
    assert names(tmp_path) == []


def test_large_grids_have_a_smaller_encoding(run):
    """Extended would have 752,500 clauses at 25x25."""
    done = run("cnf", text="0 " * 25**2, code=0)
    assert "\nc encoding: triad-lite" in done.stdout


def test_an_encoding_from_a_file(run, tmp_path, root):
    own = tmp_path / "minimal.toml"
    own.write_bytes((root / "encodings" / "minimal.toml").read_bytes())
    drawn = run("cnf", "--encoding", own, text=PROPER, code=0).stdout
    usual = run("cnf", "--encoding", "minimal", text=PROPER).stdout
    assert drawn.partition("p cnf")[2] == usual.partition("p cnf")[2]
