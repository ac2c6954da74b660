"""Outside checkers: which programs are run, and what the real ones answer.

The real ones are run where they are on PATH or in the folder that SATDOKU_CHECKERS
names.
"""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from satdoku.errors import UsageError
from satdoku.proof.outside import check_outside
from tests.unit.proof.conftest import DEFINED, LRAT, NO_MODEL, YES

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[[str, str], str]

A_MODEL = "p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n"


def test_lrat_check_is_refused(make: Make, formula: Path, lrat: Path) -> None:
    """The sister of drat-trim is not run, and why."""
    with pytest.raises(UsageError, match=r"lrat-check is not run: .* wrong proofs"):
        check_outside(make("lrat-check", "echo c VERIFIED"), formula, lrat, "lrat")


def test_not_to_be_run(make: Make, formula: Path, lrat: Path, tmp_path: Path) -> None:
    """What cannot be run is told in one line each."""

    def told(program: str) -> str:
        with pytest.raises(UsageError) as caught:
            check_outside(program, formula, lrat, "lrat")
        return str(caught.value)

    assert "none of the checkers that are known: cake_lpr, drat" in told("kissat")
    assert "is not installed" in told(
        "drat-trim" if absent("drat-trim") else "cake_lpr"
    )
    assert "drat-trim is not there" in told(str(tmp_path / "drat-trim"))
    (tmp_path / "drat-trim").mkdir()
    assert "is no file" in told(str(tmp_path / "drat-trim"))
    Path(make("cake_lpr", "exit")).chmod(0o644)
    assert "has no permission" in told(str(tmp_path / "cake_lpr"))
    Path(make("lrat-trim", "exit")).write_text("#!/no/such/shell\n")
    assert "is not there" in told(str(tmp_path / "lrat-trim"))
    (tmp_path / "lrat-trim").write_bytes(b"\x7fELF junk")
    assert "no program for this machine" in told(str(tmp_path / "lrat-trim"))
    assert "give its name alone" in told(str(tmp_path / "dratify"))


def absent(name: str) -> bool:
    """Whether no program on PATH has a name."""
    return shutil.which(name) is None


def test_found_on_path(
    make: Make, formula: Path, lrat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name is looked up on PATH; the verdict tells where it was found."""
    program = Path(make("cake_lpr", YES["cake_lpr"]))
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)

    assert check_outside("cake_lpr", formula, lrat, "lrat").path == program.resolve()


FAKE_DRATIFY = """
__version__ = "0.1.10"
class Result:
    reason = "every step verified"
    ok = {ok}
    reached_empty = {reached}
def parse_dimacs(text): return text
def check_proof(formula, proof): return Result
"""


@pytest.mark.parametrize(
    ("words", "accepted"),
    [("True True", True), ("True False", False), ("False True", False), ("1 1", False)],
)
def test_dratify(
    words: str,
    accepted: object,
    formula: Path,
    lrat: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Python of its own runs dratify; both of its words have to be a yes."""
    ok, reached = words.split()
    folder = formula.parent
    (folder / "dratify.py").write_text(FAKE_DRATIFY.format(ok=ok, reached=reached))
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])

    verdict = check_outside("dratify", formula, lrat, "lrat")

    assert verdict.accepted == accepted
    assert ("0.1.10", folder.resolve()) == (verdict.version, verdict.path)
    assert verdict.said == ("s VERIFIED" if accepted else "every step verified")


def test_no_dratify(formula: Path, lrat: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where this Python has none, what to do is told."""
    monkeypatch.setattr(sys, "path", [])

    with pytest.raises(UsageError, match="pip install dratify"):
        check_outside("dratify", formula, lrat, "lrat")


@pytest.fixture(params=["cake_lpr", "drat-trim", "dratify", "lrat-trim"])
def real(request: pytest.FixtureRequest) -> str:
    """Return a real checker; skip where there is none."""
    name: str = request.param
    folder = os.environ.get("SATDOKU_CHECKERS")
    if folder and (Path(folder) / name).is_file():
        return str(Path(folder) / name)
    if find_spec(name) if name == "dratify" else shutil.which(name):
        return name
    pytest.skip(f"{name} is not installed; SATDOKU_CHECKERS can name its folder")


def test_real_one_accepts(real: str, formula: Path, lrat: Path) -> None:
    """A right proof is right for the real ones."""
    assert check_outside(real, formula, lrat, "lrat", timeout=60).accepted


@pytest.mark.parametrize(
    ("cnf", "proof"),
    [
        (A_MODEL, "4 1 0 1 2 0\n5 0 4 3 0\n"),
        (NO_MODEL, "5 0 1 2 3 4 0\n"),
        (NO_MODEL.replace("-1 -2", "-1 2"), LRAT),
    ],
)
def test_real_one_rejects(
    cnf: str, proof: str, real: str, formula: Path, lrat: Path
) -> None:
    """A wrong one is wrong for them: of another formula, or a step that is none."""
    formula.write_text(cnf)
    lrat.write_text(proof)

    assert not check_outside(real, formula, lrat, "lrat", timeout=60).accepted


def test_real_one_and_definitions(real: str, formula: Path, lrat: Path) -> None:
    """Definitions are right for the real ones, or too much for them."""
    lrat.write_text(DEFINED)

    if Path(real).name == "lrat-trim":
        with pytest.raises(UsageError, match="cannot follow the 2 definitions"):
            check_outside(real, formula, lrat, "lrat", timeout=60)
    else:
        assert check_outside(real, formula, lrat, "lrat", timeout=60).accepted


def test_real_one_and_a_comment(real: str, formula: Path, tmp_path: Path) -> None:
    """A comment behind the header makes no formula unsatisfiable.

    drat-trim, given the file itself and a binary proof, takes it for an empty clause.
    """
    formula.write_text(A_MODEL.replace("\n", "\nc nothing\n", 1))
    proof = tmp_path / "proof"
    if Path(real).name in {"drat-trim", "dratify"}:
        proof.write_bytes(b"a\x02\0a\0")
        verdict = check_outside(real, formula, proof, "drat", timeout=60)
    else:
        proof.write_text("4 1 0 1 2 0\n5 0 4 3 0\n")
        verdict = check_outside(real, formula, proof, "lrat", timeout=60)

    assert not verdict.accepted
