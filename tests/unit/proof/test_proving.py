"""Proving: claims, and how their proofs are found."""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku.cnf.recipe import shipped
from satdoku.engines.register import engines
from satdoku.errors import (
    EngineError,
    LimitError,
    ProofError,
    Stopped,
    UsageError,
)
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.proof import clock, evidence, proving
from satdoku.proof.evidence import Proof
from satdoku.proof.proving import Prover, prove
from satdoku.proof.verifying import verify

if TYPE_CHECKING:
    from pathlib import Path

    from satdoku.engines.register import EngineInfo

PROVERS = [info.name for info in engines() if info.proofs and info.available]
RECIPES = [recipe.name for recipe in shipped()]
HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
IMPOSSIBLE = (
    "5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8"
)
SEVERAL = "1... .... .... ...2"


@pytest.mark.parametrize(
    ("puzzle", "claim"),
    [
        ("1... ..2. ..3. 4...", "exactly one solution"),
        ("12.. ..3. ...4 ....", "no solution"),
        ("11.. .... .... ....", "no solution"),
        (SEVERAL, "exactly 18 solutions"),
        ("1234 3412 2143 4321", "exactly one solution"),
        ("1234 3412 2143 4312", "no solution"),
        (HARD, "exactly one solution"),
        (IMPOSSIBLE, "no solution"),
    ],
)
def test_claims(puzzle: str, claim: str) -> None:
    """None, one or several solutions: proved, and checked again."""
    proof = prove(puzzle)

    assert claim == str(proof.claim) == str(verify(proof).claim)
    assert proof.checked == verify(proof).checked


@pytest.mark.parametrize("name", PROVERS)
def test_every_engine(name: str) -> None:
    """Every engine that proves does so of puzzles with none, one and more solutions."""
    prover = Prover(name)
    for puzzle, words in (
        (SEVERAL, "exactly 18 solutions"),
        ("12.. ..3. ...4 ....", "no solution"),
        (HARD, "exactly one solution"),
    ):
        proof = prover.prove(Grid.parse(puzzle))

        assert words == str(proof.claim)
        assert proof.search.startswith(name)


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe(name: str) -> None:
    """Whatever recipe is searched, the proof is about the textbook's clauses."""
    for text in ("..21" + "." * 12, "1.............2."):
        proof = prove(text, encoding=name)
        plain = prove(text, encoding="extended")

        assert plain.claim == proof.claim
        assert [*plain.claim.clauses()] == [*proof.claim.clauses()]


@pytest.mark.parametrize(
    "info", [info for info in engines() if not info.proofs], ids=lambda info: info.name
)
def test_engines_that_cannot(info: EngineInfo) -> None:
    """Asking an engine that writes no proofs, or wrong ones, is refused at once."""
    with pytest.raises(UsageError, match=info.name):
        Prover(info.name)


def test_triads_enter_as_definitions() -> None:
    """On triads there are RAT steps; on the textbook's own clauses there are none."""
    triads = prove(HARD, encoding="triad-lite").checked
    plain = prove(HARD, encoding="extended").checked

    assert triads is not None
    assert plain is not None
    assert triads.definitions > 0 == plain.definitions


@pytest.mark.parametrize("encoding", ["extended", "triad-lite", "extended-product"])
def test_the_same_whatever_came_before(encoding: str) -> None:
    """A puzzle's proof does not depend on what was proved before it."""
    prover = Prover("dpll", encoding)
    first = prover.prove(Grid.parse(SEVERAL))
    for puzzle in ("1... ..2. ..3. 4...", "12.. ..3. ...4 ....", "." * 16):
        prover.prove(Grid.parse(puzzle))

    assert (
        first
        == prover.prove(Grid.parse(SEVERAL))
        == prove(SEVERAL, engine="dpll", encoding=encoding)
    )


def test_limit() -> None:
    """Beyond the limit it is claimed that there are more; no proof is needed."""
    proof = prove(SEVERAL, limit=17)

    assert "at least 18 solutions" == str(proof.claim)
    assert (None, ()) == (proof.checked, proof.lemmas)
    assert "exactly 18 solutions" == str(prove(SEVERAL, limit=18).claim)
    with pytest.raises(UsageError, match="limit of solutions"):
        prove(SEVERAL, limit=0)


def test_stopped() -> None:
    """A time limit ends the search, and says so."""
    with pytest.raises(Stopped):
        prove(HARD, timeout=0)
    with pytest.raises(UsageError):
        prove(HARD, timeout=-1)


@pytest.mark.parametrize("step", ["elaborate", "derivation", "check_lrat"])
def test_stopped_after_the_search(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after the search looks at the clock as well."""
    late = [monotonic()]
    real = getattr(evidence if step == "check_lrat" else proving, step)

    def slow(*arguments: object) -> object:
        late[0] += 100
        return real(*arguments)

    monkeypatch.setattr(clock, "monotonic", lambda: late[0])
    place = evidence if step == "check_lrat" else proving
    monkeypatch.setattr(place, step, slow)
    with pytest.raises(Stopped, match="out of time"):
        prove(HARD, engine="cadical195", encoding="triad", timeout=50)


def test_too_large() -> None:
    """A formula beyond the limit is refused, but only where one is needed."""
    with pytest.raises(LimitError, match="has 404 clauses; the limit is 380 clauses"):
        prove(SEVERAL, max_clauses=380)
    some = prove(SEVERAL, limit=2, max_clauses=380)

    assert "at least 3 solutions" == str(some.claim)


def test_hard_for_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where plain search loses patience, another engine finds the proof."""
    monkeypatch.setattr(proving, "_PATIENCE", 3)

    assert prove(HARD).search.startswith("cadical195")


def test_16x16() -> None:
    """Larger boards are proved as well, and others than the usual boxes."""
    rows = [[(4 * r + r // 4 + c) % 16 + 1 for c in range(16)] for r in range(16)]
    dice = Random(16)  # noqa: S311  nothing secret
    holes = [[v if dice.random() < 0.8 else 0 for v in row] for row in rows]
    upright = Grid.trusted(Geometry(3, 2), (1, 2, 3, 4, 5, 6, *(0,) * 30))

    assert tuple(map(tuple, rows)) in {one.rows for one in prove(holes).claim.solutions}
    assert "at least 3 solutions" == str(prove(upright, limit=2).claim)


def test_candidates() -> None:
    """What a puzzle rules out beyond its clues is part of the formula."""
    puzzle = Grid.parse(SEVERAL)
    less = puzzle.with_candidates((1, 2, *puzzle.left()[2:]))
    proof = prove(less)

    assert satdoku.count(less).value == len(proof.claim.solutions)
    assert 2 == proof.claim.parts["ruled out"]


def test_wrong_lemmas_are_not_given_out() -> None:
    """Lemmas that do not prove the claim never become a proof."""
    claim = prove("12.. ..3. ...4 ....").claim
    with pytest.raises(ProofError):
        Proof.checked_first(claim, (), "nobody")
    other = prove("1... ..2. ..3. 4...")
    with pytest.raises(ProofError):
        Proof.checked_first(claim, other.lemmas, "nobody")


def test_engine_that_finds_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model of the formula that should have none is an engine's fault."""

    def nothing(*_: object, **__: object) -> None:
        return None

    monkeypatch.setattr("satdoku.engines.register.refute", nothing)
    with pytest.raises(EngineError, match="a solution that nobody else did"):
        prove("12.. ..3. ...4 ....")


class TestWriting:
    """The folder of a proof."""

    def test_files(self, tmp_path: Path) -> None:
        """It holds just the files that are named, and returns the proof's size."""
        proof = prove(SEVERAL)
        for form in ("lrat", "drat"):
            size = proof.write(tmp_path / form, format=form)

            assert size == (tmp_path / form / f"proof.{form}").stat().st_size
            assert {
                "certificate.txt",
                "formula.cnf",
                f"proof.{form}",
                "solutions.txt",
            } == {path.name for path in (tmp_path / form).iterdir()}
        assert {"lrat", "drat"} == {path.name for path in tmp_path.iterdir()}

    def test_without_proof(self, tmp_path: Path) -> None:
        """Where solutions are proof enough there are two files."""
        assert 0 == prove(SEVERAL, limit=2).write(tmp_path / "some")
        assert {"certificate.txt", "solutions.txt"} == {
            path.name for path in (tmp_path / "some").iterdir()
        }

    def test_replaced_only_if_told(self, tmp_path: Path) -> None:
        """The folder of an earlier proof is replaced with force alone, and whole."""
        prove(SEVERAL).write(tmp_path / "a", format="drat")
        other = prove("12.. ..3. ...4 ....")
        with pytest.raises(UsageError, match="exists; --force"):
            other.write(tmp_path / "a")

        other.write(tmp_path / "a", force=True)

        assert not (tmp_path / "a" / "proof.drat").exists()
        assert "no solution" == str(verify(tmp_path / "a").claim)
        assert ["a"] == [path.name for path in tmp_path.iterdir()]

    @pytest.mark.parametrize("force", [False, True])
    def test_never_over_other_things(self, tmp_path: Path, force: bool) -> None:  # noqa: FBT001  both ways
        """A folder with anything else in it, or a file, stays as it is."""
        proof = prove("12.. ..3. ...4 ....")
        (tmp_path / "file").write_text("mine")
        mixed = tmp_path / "mixed"
        proof.write(mixed)
        (mixed / "notes.txt").write_text("mine")
        for name, said in (("file", "is a file"), ("mixed", "holds other things")):
            with pytest.raises(UsageError, match=said):
                proof.write(tmp_path / name, force=force)

        assert "mine" == (tmp_path / "file").read_text()
        assert "mine" == (mixed / "notes.txt").read_text()
        assert {"file", "mixed"} == {path.name for path in tmp_path.iterdir()}

    def test_empty_folder_is_filled(self, tmp_path: Path) -> None:
        """A folder that is there and empty gives way."""
        (tmp_path / "a").mkdir()
        prove("12.. ..3. ...4 ....").write(tmp_path / "a")

        assert "no solution" == str(verify(tmp_path / "a").claim)

    def test_nothing_is_left_of_a_failure(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An error in the middle leaves neither the folder nor its scratch."""
        proof = prove(SEVERAL)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("satdoku.proof.evidence.write_lrat", full)
        with pytest.raises(OSError, match="No space"):
            proof.write(tmp_path / "a")

        assert [] == list(tmp_path.iterdir())

    def test_format(self, tmp_path: Path) -> None:
        """An unknown format is refused, and there is no such folder."""
        with pytest.raises(UsageError, match="expected lrat or drat"):
            prove(SEVERAL).write(tmp_path / "a", format="frat")
        with pytest.raises(FileNotFoundError):
            prove(SEVERAL).write(tmp_path / "no" / "a")
