"""Outside checkers: what each of their answers is taken for, whatever they do.

The checkers here are scripts that print what the real ones print.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from threading import Timer
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from satdoku.errors import InputError, LostError, Stopped, UsageError
from satdoku.proof.outside import check_outside
from tests.unit.proof.conftest import DEFINED, LRAT, NO, NO_MODEL, YES

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[[str, str], str]

DRAT = "1 0\n0\n"


@pytest.mark.parametrize("name", YES)
def test_yes(name: str, make: Make, formula: Path, lrat: Path) -> None:
    """What the real ones print and end with for a right proof is a yes."""
    verdict = check_outside(make(name, YES[name]), formula, lrat, "lrat")

    assert (name, True) == (verdict.checker, verdict.accepted)
    assert verdict.said == ("s VERIFIED UNSAT" if name == "cake_lpr" else "s VERIFIED")
    assert verdict.version == ("0.2.0" if name == "lrat-trim" else None)
    assert verdict.turned == (name == "drat-trim")
    assert "accepts the proof" in str(verdict)


@pytest.mark.parametrize("name", NO)
def test_no(name: str, make: Make, formula: Path, lrat: Path) -> None:
    """What they print for a wrong one is a no, with the reason."""
    script, reason = NO[name]

    verdict = check_outside(make(name, script), formula, lrat, "lrat")

    assert (False, reason) == (verdict.accepted, verdict.said)
    assert "does not accept the proof" in str(verdict)


def test_lrat_trim_without_the_empty_clause(
    make: Make, formula: Path, lrat: Path
) -> None:
    """lrat-trim ends with 0 where all steps are right and none is the empty clause."""
    script = "echo c no empty clause found and checked"

    assert not check_outside(make("lrat-trim", script), formula, lrat, "lrat").accepted


def test_formula_with_an_empty_clause(make: Make, formula: Path, lrat: Path) -> None:
    """drat-trim says yes with the status of a no where there is nothing to prove."""
    script = r"printf '\rc trivial UNSAT\ns VERIFIED\n'; exit 1"

    assert check_outside(make("drat-trim", script), formula, lrat, "lrat").accepted


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("cake_lpr", "true"),
        ("cake_lpr", "echo s VERIFIED UNSAT; exit 1"),
        ("cake_lpr", "echo s VERIFIED UNSATISFIABLE"),
        ("cake_lpr", "echo is s VERIFIED UNSAT"),
        ("cake_lpr", "echo s VERIFIED SAT"),
        ("cake_lpr", "echo CakeML heap space exhausted. >&2; exit 1"),
        ("drat-trim", "echo s VERIFIED; exit 1"),
        ("drat-trim", "echo s VERIFIED; echo s NOT VERIFIED"),
        ("drat-trim", "echo s DERIVATION; exit 1"),
        ("drat-trim", "echo c VERIFIED"),
        ("drat-trim", "echo c MEMOUT: reallocation of proof list failed"),
        ("drat-trim", "echo s VERIFIED >&2"),
        ("lrat-trim", "echo s VERIFIED"),
        ("lrat-trim", "exit 20"),
        ("lrat-trim", "echo lrat-trim: error: can not read >&2; exit 1"),
    ],
)
def test_neither(name: str, script: str, make: Make, formula: Path, lrat: Path) -> None:
    """Half a yes, a yes elsewhere, or no word at all is no answer; never a yes."""
    with pytest.raises(LostError, match=f"{name} gives no answer"):
        check_outside(make(name, script), formula, lrat, "lrat")


def test_error_of_cake_lpr_beats_status_0(
    make: Make, formula: Path, lrat: Path
) -> None:
    """cake_lpr ends with 0 on failure too; the line on standard error does not help."""
    script = "echo s VERIFIED UNSAT >&2"

    assert not check_outside(make("cake_lpr", script), formula, lrat, "lrat").accepted


def test_crash(make: Make, formula: Path, lrat: Path) -> None:
    """A crash is told as one, by its signal, even behind a yes."""
    script = "echo s VERIFIED; kill -s SEGV $$"

    with pytest.raises(LostError, match="ended by SIGSEGV"):
        check_outside(make("drat-trim", script), formula, lrat, "lrat")


def test_prints_for_ever(make: Make, formula: Path, lrat: Path) -> None:
    """What prints without end is ended."""
    with pytest.raises(LostError, match="prints more than 16 MiB"):
        check_outside(make("drat-trim", "exec yes s VERIFIED"), formula, lrat, "lrat")


def test_hangs(make: Make, formula: Path, lrat: Path, tmp_path: Path) -> None:
    """At the timeout it is ended, and what it has started too."""
    pids = tmp_path / "pids"
    script = f"sleep 60 & echo $$ $! > {pids}; echo s VERIFIED; wait"

    with pytest.raises(Stopped, match=r"drat-trim has not finished within 0\.3 s"):
        check_outside(make("drat-trim", script), formula, lrat, "lrat", timeout=0.3)

    assert_gone(pids)


def test_stays_without_a_word(
    make: Make, formula: Path, lrat: Path, tmp_path: Path
) -> None:
    """A checker that closes its outputs and stays is ended as well."""
    pids = tmp_path / "pids"
    script = f"echo s VERIFIED; echo $$ > {pids}; exec sleep 60 >&- 2>&-"

    with pytest.raises(Stopped):
        check_outside(make("drat-trim", script), formula, lrat, "lrat", timeout=0.3)

    assert_gone(pids)


def test_interrupted(make: Make, formula: Path, lrat: Path, tmp_path: Path) -> None:
    """Ctrl-C ends it, and what it has started, and is not swallowed."""
    pids = tmp_path / "pids"
    script = f"sleep 60 & echo $$ $! > {pids}; wait"
    timer = Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.raises(KeyboardInterrupt):
        check_outside(make("drat-trim", script), formula, lrat, "lrat")

    assert_gone(pids)


def assert_gone(pids: Path) -> None:
    """Assert that none of some processes runs any more, a moment given."""
    end = monotonic() + 5
    left = [int(pid) for pid in pids.read_text().split()]
    assert left
    while left := [pid for pid in left if _runs(pid)]:
        assert monotonic() < end, left
        sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_own_limit_of_drat_trim(make: Make, formula: Path, lrat: Path) -> None:
    """drat-trim is told the timeout; its own `s TIMEOUT`, with status 0, is one."""
    script = 'echo "s TIMEOUT"; test "$3 $4" = "-t 9"'

    with pytest.raises(Stopped, match="came to its limit of time"):
        check_outside(make("drat-trim", script), formula, lrat, "lrat", timeout=7.5)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_no_timeout(timeout: float, make: Make, formula: Path, lrat: Path) -> None:
    """A timeout that is none is refused."""
    with pytest.raises(UsageError, match="a timeout of"):
        check_outside(make("cake_lpr", "exit"), formula, lrat, "lrat", timeout=timeout)


def test_input_is_closed(make: Make, formula: Path, lrat: Path) -> None:
    """A checker that reads its standard input finds its end."""
    script = f"cat; {YES['drat-trim']}"

    assert check_outside(make("drat-trim", script), formula, lrat, "lrat").accepted


def test_names_are_no_options(make: Make, tmp_path: Path) -> None:
    """Whatever the files are called, the checker gets full paths of plain copies."""
    formula, lrat = tmp_path / "-S.cnf", tmp_path / "-o proof; ls"
    formula.write_text("c p cnf 1 1\n" + NO_MODEL + "c 1 0\n")
    lrat.write_text("c text\n" + LRAT)
    script = (
        f'echo "$@" > {tmp_path}/seen; cat "$1" "$2" >> {tmp_path}/seen; '
        f"pwd >> {tmp_path}/seen; {YES['cake_lpr']}"
    )
    program = make("cake_lpr", script)

    before = Path.cwd()
    try:
        os.chdir(tmp_path)
        check_outside(program, Path(formula.name), Path(lrat.name), "lrat")
    finally:
        os.chdir(before)

    arguments, *content, folder = (tmp_path / "seen").read_text().splitlines()
    first, second = arguments.split(" ")
    assert (folder, folder) == (os.path.dirname(first), os.path.dirname(second))  # noqa: PTH120
    assert folder.startswith("/")
    assert not Path(folder).exists()
    assert (NO_MODEL + LRAT).splitlines() == content


def test_space_of_cake_lpr(
    make: Make, formula: Path, lrat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """cake_lpr is told how much memory it may use, unless somebody has told it."""
    monkeypatch.delenv("CML_HEAP_SIZE", raising=False)
    monkeypatch.setenv("CML_STACK_SIZE", "7")
    checks = 'test "$CML_STACK_SIZE" = 7 && test "$CML_HEAP_SIZE" -gt 500'
    script = f"{checks} && {YES['cake_lpr']}"

    assert check_outside(make("cake_lpr", script), formula, lrat, "lrat").accepted


def test_turned_into_drat(make: Make, formula: Path, tmp_path: Path) -> None:
    """drat-trim gets LRAT without numbers and hints, and deletions by literals."""
    lrat = tmp_path / "proof.lrat"
    lrat.write_text("5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n")
    seen = tmp_path / "seen"
    script = f"cat $2 > {seen}; {YES['drat-trim']}"

    verdict = check_outside(make("drat-trim", script), formula, lrat, "lrat")

    assert seen.read_text() == "1 0\nd 1 2 0\nd 1 -2 0\n0\n"
    assert "turned into DRAT" in str(verdict)


def test_binary_becomes_text(make: Make, formula: Path, tmp_path: Path) -> None:
    """drat-trim never has to guess whether a proof is binary."""
    drat, seen = tmp_path / "proof.drat", tmp_path / "seen"
    drat.write_bytes(b"a\x02\0a\0")
    script = f"cat $2 > {seen}; {YES['drat-trim']}"

    assert not check_outside(make("drat-trim", script), formula, drat, "drat").turned
    assert seen.read_text() == DRAT


@pytest.mark.parametrize("name", ["cake_lpr", "lrat-trim"])
def test_drat_has_no_hints(
    name: str, make: Make, formula: Path, tmp_path: Path
) -> None:
    """DRAT is not for those that read hints; told is what writes some."""
    drat = tmp_path / "proof.drat"
    drat.write_text(DRAT)

    with pytest.raises(UsageError, match=r"reads LRAT .* prove --format lrat"):
        check_outside(make(name, YES[name]), formula, drat, "drat")


def test_definitions_are_too_much_for_lrat_trim(
    make: Make, formula: Path, tmp_path: Path
) -> None:
    """A no of lrat-trim to definitions does not say that the proof is wrong."""
    lrat = tmp_path / "proof.lrat"
    lrat.write_text(DEFINED)
    script = f'grep -qx "p cnf 3 4" "$1" || exit 9; {NO["lrat-trim"][0]}'

    with pytest.raises(
        UsageError, match=r"cannot follow the 2 definitions .* --encoding extended"
    ):
        check_outside(make("lrat-trim", script), formula, lrat, "lrat")
    assert check_outside(
        make("lrat-trim", YES["lrat-trim"]), formula, lrat, "lrat"
    ).accepted


@pytest.mark.parametrize(
    ("cnf", "text", "place"),
    [
        ("p cnf 1 2\n1 0\n", LRAT, r"formula\.cnf:1: the header says 2"),
        (NO_MODEL, "5 1 0 1 x 0\n", r"proof:1: 'x' is no number"),
        (NO_MODEL, LRAT + "6 d 9 0\n", r"proof:3: deletion of clause 9"),
        (NO_MODEL, LRAT + "7 0", r"proof:3: the file ends within a line"),
    ],
)
def test_unreadable_files(cnf: str, text: str, place: str, make: Make) -> None:
    """A file that is not what it is said to be is told by its name and line."""
    program = Path(make("drat-trim", YES["drat-trim"]))
    formula, proof = program.with_name("formula.cnf"), program.with_name("proof")
    formula.write_text(cnf)
    proof.write_text(text)

    with pytest.raises(InputError, match=place):
        check_outside(str(program), formula, proof, "lrat")
