"""`satdoku.prove`: claims, engines, the formula, the folder."""

from __future__ import annotations

import pytest

import satdoku
from satdoku import (
    Geometry,
    Grid,
    LimitError,
    Puzzle,
    Stopped,
    UsageError,
    prove,
    verify,
)
from tests.cnf.test_encodings_proved import textbook
from tests.conftest import nightly
from tests.puzzles import INKALA as HARD

IMPOSSIBLE = (
    "5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8"
)
PROPER, NONE = "1.....2...3.4...", "12....3....4...."
SEVERAL = "1..............2"  # 18 solutions


def steps_of(proof, folder):
    """Return (number, literals, hints) of each step of a proof in LRAT."""
    proof.write(folder)
    steps = []
    for line in (folder / "proof.lrat").read_text().splitlines():
        number, *numbers = map(int, line.split())
        cut = numbers.index(0)
        steps.append((number, numbers[:cut], numbers[cut + 1 : -1]))
    return steps


def assert_trimmed(proof, folder):
    """Assert that each step but the last is named by a later one."""
    steps, needed = steps_of(proof, folder), set()
    first = proof.claim.clause_count + 1
    assert [*range(first, first + len(steps))] == [number for number, _, _ in steps]
    for number, literals, hints in reversed(steps):
        assert number in needed or not literals
        assert all(0 < abs(hint) < number for hint in hints)
        assert len(set(hints)) == len(hints)
        needed.update(map(abs, hints))


# --- claims ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "claim"),
    [
        (PROPER, "exactly one solution"),
        (NONE, "no solution"),
        ("11" + "." * 14, "no solution"),
        (SEVERAL, "exactly 18 solutions"),
        ("." * 16, "exactly 288 solutions"),
        ("1234341221434321", "exactly one solution"),
        ("1234341221434312", "no solution"),
        (HARD, "exactly one solution"),
        (IMPOSSIBLE, "no solution"),
    ],
)
def test_claims(puzzle, claim, tmp_path):
    proof = prove(puzzle)
    again = verify(proof)

    assert claim == str(proof.claim) == str(again.claim)
    assert proof.checked == again.checked
    assert ("lrat", 0) == (again.format, again.bytes)
    assert set(satdoku.all_solutions(puzzle)) == set(proof.claim.solutions)
    assert proof.search.startswith("dpll by satdoku")
    assert 0 == proof.checked.definitions == proof.checked.deletions
    assert_trimmed(proof, tmp_path / "a")


@pytest.mark.parametrize("puzzle", nightly([NONE, SEVERAL, HARD], NONE, SEVERAL))
def test_engines(puzzle, run, tmp_path):
    """Every engine that proves does; one that cannot is refused by name."""
    known = run.json("list", "engines")
    provers = [one["name"] for one in known if one["proofs"] and one["available"]]
    assert len(provers) > 10
    for name in (
        provers if puzzle == NONE else provers[:: 3 if puzzle == SEVERAL else 6]
    ):
        proof = prove(puzzle, engine=name.upper() if name == "dpll" else name)

        assert proof.search.startswith(f"{name} by ")
        assert {NONE: 0, SEVERAL: 18, HARD: 1}[puzzle] == len(proof.claim.solutions)
        assert proof.claim.complete
        assert_trimmed(proof, tmp_path / name)
    for one in known:
        if not one["proofs"]:
            with pytest.raises(UsageError, match=one["name"]):
                prove(puzzle, engine=one["name"])


def test_the_same_each_time():
    """A proof does not depend on what was proved before it."""
    first = prove(SEVERAL, engine="dpll")
    prove(PROPER, engine="dpll")
    assert first == prove(SEVERAL, engine="dpll")


def test_limit_of_solutions():
    """Beyond the limit the claim is that there are more, which needs no proof."""
    proof = prove(SEVERAL, limit=17)

    assert "at least 18 solutions" == str(proof.claim) == str(verify(proof).claim)
    assert (None, (), 18) == (
        proof.checked,
        proof.lemmas,
        len(set(proof.claim.solutions)),
    )
    assert "exactly 18 solutions" == str(prove(SEVERAL, limit=18).claim)
    assert "at least 2 solutions" == str(prove(SEVERAL, limit=1).claim)
    for wrong in (0, -1, True, 1.5):
        with pytest.raises(UsageError):
            prove(SEVERAL, limit=wrong)


@pytest.mark.parametrize("timeout", [0, 0.001])
def test_timeout(timeout):
    with pytest.raises(Stopped):
        prove(HARD, timeout=timeout, engine="cadical195")
    with pytest.raises(Stopped):
        prove(HARD, timeout=timeout)


def test_limit_of_clauses():
    """The claim about 18 solutions has 384 clauses of rules, 2 clues and 18 more."""
    assert 404 == prove(SEVERAL, max_clauses=404).claim.clause_count
    with pytest.raises(LimitError) as caught:
        prove(SEVERAL, max_clauses=403)
    assert "403" in str(caught.value)
    # No formula is needed to show some solutions.
    assert not prove(SEVERAL, limit=2, max_clauses=380).claim.complete


@pytest.mark.nightly
def test_another_engine_where_plain_search_takes_long():
    proof = prove("1234564561" + "." * 26, limit=2496)

    assert "exactly 2496 solutions" == str(proof.claim)
    assert proof.search.startswith("cadical195 by ")


@pytest.mark.parametrize(
    ("box", "holes"),
    [pytest.param((4, 4), 9, marks=pytest.mark.nightly), ((3, 2), 2), ((1, 5), 2)],
)
def test_other_sizes(box, holes):
    geometry = Geometry.of_box(*box)
    n, (height, width) = geometry.size, box
    rows = [
        [(width * (r % height) + r // height + c) % n + 1 for c in range(n)]
        for r in range(n)
    ]
    full = Grid(tuple(value for row in rows for value in row), geometry)
    values = [v if at // 3 % holes else 0 for at, v in enumerate(full.values)]
    proof = prove(Puzzle(tuple(values), geometry=geometry))

    assert full in verify(proof).claim.solutions
    assert satdoku.count(proof.claim.puzzle).value == len(proof.claim.solutions)
    assert proof.search.startswith("dpll" if n <= 9 else "cadical195")


def test_candidates():
    """What a puzzle rules out beyond its clues is part of the formula."""
    puzzle = Puzzle(SEVERAL)
    less = puzzle.with_candidates((1, 2, *puzzle.candidate_masks()[2:]))
    proof = prove(less)

    assert satdoku.count(less).value == len(proof.claim.solutions)
    assert {"rules": 384, "clues": 2, "eliminated": 2} == {
        kind: count for kind, count in proof.claim.parts.items() if kind != "solutions"
    }
    assert verify(proof).claim == proof.claim


# --- the formula ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "box", [(1, 2), (2, 2), (2, 3), (3, 2), (1, 5), (3, 1), (2, 4), (3, 3)]
)
def test_formula_is_the_textbook(box, tmp_path):
    """Rules, each once; clues; what is ruled out; a clause a solution."""
    n = box[0] * box[1]
    if n <= 4:
        puzzle = Puzzle((1, *(0,) * (n * n - 1)), geometry=Geometry.of_box(*box))
        left = list(puzzle.candidate_masks())
        left[n + 1] &= ~1
        puzzle = puzzle.with_candidates(left)
    else:
        puzzle = Puzzle((1, 1, *(0,) * (n * n - 2)), geometry=Geometry.of_box(*box))
    proof = prove(puzzle)
    proof.write(tmp_path / "a")
    *comments, header, _ = (tmp_path / "a" / "formula.cnf").read_text().split("\n")[:5]
    rows = (tmp_path / "a" / "formula.cnf").read_text().splitlines()[4:]
    clauses = [tuple(map(int, row.split()[:-1])) for row in rows]
    solutions, ruled = proof.claim.solutions, len(puzzle.eliminated)
    clues = [cell * n + digit for cell, digit in puzzle.clues.filled]
    rules = len(clauses) - len(clues) - ruled - len(solutions)

    assert all(row.endswith(" 0") for row in rows)
    assert f"p cnf {n**3} {len(clauses)}" == header
    assert (n**3, len(clauses)) == (proof.claim.variables, proof.claim.clause_count)
    assert [True] * 3 == [comment.startswith("c ") for comment in comments]
    expected = set(map(frozenset, textbook(puzzle.geometry)))
    assert expected == set(map(frozenset, clauses[:rules]))
    assert len(expected) == rules == proof.claim.parts["rules"]
    rest = clauses[rules:]
    assert [(literal,) for literal in clues] == rest[: len(clues)]
    removed = [(-(cell * n + digit),) for cell, digit in puzzle.eliminated]
    assert removed == rest[len(clues) : len(clues) + ruled]
    assert [
        tuple(
            -(cell * n + value)
            for cell, value in enumerate(solution.values)
            if not puzzle.values[cell]
        )
        for solution in solutions
    ] == rest[len(clues) + ruled :]


def test_full_grid_is_forbidden_by_all_its_cells():
    full = Grid("1234341221434321")

    assert 16 == len([*prove(full).claim.clauses()][-1])


# --- writing --------------------------------------------------------------------------


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("kind", ["lrat", "drat"])
def test_folder(kind, tmp_path):
    """It has the files that are named, and `write` returns the size of the proof."""
    proof = prove(SEVERAL)
    size = proof.write(tmp_path / "a", format=kind)
    seen = verify(tmp_path / "a")

    files = ["certificate.json", "formula.cnf", f"proof.{kind}", "solutions.txt"]
    assert files == names(tmp_path / "a")
    assert size == seen.bytes == (tmp_path / "a" / f"proof.{kind}").stat().st_size
    assert (proof.claim, kind) == (seen.claim, seen.format)
    assert (len(proof.lemmas), 404) == (seen.checked.steps, seen.checked.clauses)
    assert ["a"] == names(tmp_path)


def test_folder_without_proof(tmp_path):
    assert 0 == prove(SEVERAL, limit=2).write(tmp_path / "some")
    assert ["certificate.json", "solutions.txt"] == names(tmp_path / "some")
    assert prove(NONE).write(tmp_path / "none") > 0
    assert ["certificate.json", "formula.cnf", "proof.lrat"] == names(tmp_path / "none")


def test_folder_is_replaced_only_by_force(tmp_path):
    prove(SEVERAL).write(tmp_path / "a", format="drat")
    with pytest.raises(UsageError):
        prove(NONE).write(tmp_path / "a")
    assert "exactly 18 solutions" == str(verify(tmp_path / "a").claim)

    prove(NONE).write(tmp_path / "a", force=True)

    assert "no solution" == str(verify(tmp_path / "a").claim)
    assert not (tmp_path / "a" / "proof.drat").exists()
    assert ["a"] == names(tmp_path)


@pytest.mark.parametrize("force", [False, True])
def test_nothing_else_is_overwritten(force, tmp_path, monkeypatch):
    proof = prove(NONE)
    (tmp_path / "file").write_text("mine")
    proof.write(tmp_path / "mixed")
    (tmp_path / "mixed" / "notes.txt").write_text("mine")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "solutions.txt").write_text("mine")
    (tmp_path / "empty").mkdir()
    for name in ("file", "mixed", "other"):
        with pytest.raises(UsageError):
            proof.write(tmp_path / name, force=force)
    monkeypatch.chdir(tmp_path / "empty")
    with pytest.raises(UsageError):
        proof.write(".", force=force)

    assert "mine" == (tmp_path / "file").read_text()
    assert "mine" == (tmp_path / "mixed" / "notes.txt").read_text()
    assert ["solutions.txt"] == names(tmp_path / "other")
    assert ["empty", "file", "mixed", "other"] == names(tmp_path)


def test_empty_folder_is_filled(tmp_path):
    (tmp_path / "a").mkdir()
    prove(NONE).write(tmp_path / "a")

    assert "no solution" == str(verify(tmp_path / "a").claim)
    assert ["a"] == names(tmp_path)


def test_write_refused(tmp_path):
    with pytest.raises(UsageError, match="frat"):
        prove(NONE).write(tmp_path / "a", format="frat")
    with pytest.raises(FileNotFoundError) as caught:
        prove(NONE).write(tmp_path / "no" / "a")
    assert str(tmp_path / "no" / "a") == caught.value.filename
    assert [] == names(tmp_path)
