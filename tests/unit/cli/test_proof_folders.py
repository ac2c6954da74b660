"""Where `satdoku prove` writes: whole folders or none; nothing of others is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from satdoku.proof.evidence import Proof
from satdoku.proof.verifying import verify
from tests.unit.cli.test_keeping import LIMITED

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Program, Run

PROPER = "1.....2...3.4..."
SEVERAL = "1....2....3....4"
DEAD_END = "12.3..4........."
ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: Path) -> list[str]:
    """Name what a folder holds, hidden things too."""
    return sorted(path.name for path in folder.iterdir())


def test_default_folder(run: Run, here: Path) -> None:
    """It is called after the file, and lies where one is, not where the file is."""
    (here / "sub").mkdir()
    (here / "sub" / "mine.sdk").write_text(PROPER)

    assert 0 == run("prove", here / "sub" / "mine.sdk").exit_code
    assert 0 == run("prove", "-", text=PROPER).exit_code
    assert ["mine.proof", "puzzle.proof", "sub"] == names(here)


def test_existing_proof(run: Run, here: Path) -> None:
    """A proof is replaced with --force alone, whatever its format was."""
    run("prove", "--format", "drat", text=PROPER)
    before = (here / "puzzle.proof" / "certificate.txt").read_text()
    refused = run("prove", text=DEAD_END)

    assert 2 == refused.exit_code
    assert "puzzle.proof exists; --force replaces it" in refused.stderr
    assert before == (here / "puzzle.proof" / "certificate.txt").read_text()

    assert 0 == run("prove", "--force", text=DEAD_END).exit_code
    assert ["certificate.txt", "formula.cnf", "proof.lrat"] == names(
        here / "puzzle.proof"
    )
    assert ["puzzle.proof"] == names(here)


def test_folder_of_something_else(run: Run, here: Path) -> None:
    """What is no proof is never replaced, nor a proof with something beside it."""
    run("prove", "-o", "a", text=PROPER)
    (here / "a" / "notes.txt").write_text("mine\n")
    for force in ((), ("--force",)):
        done = run("prove", *force, "-o", "a", text=PROPER)

        assert 2 == done.exit_code
        assert "a holds other things than a proof" in done.stderr
    assert "mine\n" == (here / "a" / "notes.txt").read_text()


@pytest.mark.parametrize("text", [PROPER, f"{PROPER}\n{SEVERAL}\n"])
def test_file_in_the_way(run: Run, here: Path, text: str) -> None:
    """A file is no folder, and stays."""
    (here / "a").write_text("mine\n")
    done = run("prove", "--force", "-o", "a", text=text)

    assert 2 == done.exit_code
    assert "a is a file; expected the name of a folder" in done.stderr
    assert "mine\n" == (here / "a").read_text()


def test_empty_folder(run: Run, here: Path) -> None:
    """An empty folder is filled, but not the one that somebody is in."""
    (here / "a").mkdir()
    inside = run("prove", "-o", ".", text=PROPER)

    assert 0 == run("prove", "-o", "a", text=PROPER).exit_code
    assert 4 == len(names(here / "a"))
    assert 2 == inside.exit_code
    assert ". is the folder you are in" in inside.stderr


def test_link_to_a_folder(run: Run, here: Path) -> None:
    """A link stays one: what it leads to is filled."""
    (here / "real").mkdir()
    (here / "link").symlink_to("real")

    assert 0 == run("prove", "-o", "link", text=PROPER).exit_code
    assert (here / "link").is_symlink()
    assert 4 == len(names(here / "real"))


@pytest.mark.parametrize("text", [PROPER, f"{PROPER}\n{SEVERAL}\n"])
def test_no_folder_to_write_in(run: Run, here: Path, text: str) -> None:
    """It is told before anything is done, by the name that was given."""
    done = run("prove", "-o", "not/there", text=text)

    assert (1, "satdoku: error: not: no such folder\n") == (done.exit_code, done.stderr)
    assert [] == names(here)


def test_no_standard_output(run: Run, here: Path) -> None:
    """A folder cannot be written there."""
    done = run("prove", "-o", "-", text=PROPER)

    assert 2 == done.exit_code
    assert "a proof is a folder of files" in done.stderr
    assert [] == names(here)


def test_several_where_something_is(run: Run, here: Path) -> None:
    """Several go to a folder with others by --force alone, and never into a proof."""
    two = f"{PROPER}\n{SEVERAL}\n"
    run("prove", "-q", "-o", "all", text=f"{two}{PROPER}\n")
    run("prove", "-q", "-o", "one", text=PROPER)
    refused = run("prove", "-o", "all", text=two)
    forced = run("prove", "-q", "--force", "-o", "all", text=two)
    single = run("prove", "--force", "-o", "one", text=two)

    assert (
        "all is not empty; --resume goes on with the proofs in it, --force"
        in refused.stderr
    )
    assert (0, "satdoku: all holds 1 proof of other runs, too\n") == (
        forced.exit_code,
        forced.stderr,
    )
    assert "one holds the proof of one puzzle" in single.stderr
    assert [2, 2] == [refused.exit_code, single.exit_code]
    assert 4 == len(names(here / "one"))


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left")])
def test_end_while_writing(
    run: Run,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException | type[BaseException],
    *,
    force: bool,
) -> None:
    """Half a folder is none; what was there before is there, and nothing else."""
    if force:
        run("prove", text=DEAD_END)

    def half(_: Proof, folder: Path, form: str) -> int:
        (folder / f"proof.{form}").write_text("1 2")
        raise error

    monkeypatch.setattr(Proof, "_fill", half)
    done = run("prove", "--force", text=PROPER)

    assert (130 if error is KeyboardInterrupt else 1) == done.exit_code
    assert (["puzzle.proof"] if force else []) == names(here)
    assert not force or "no solution" == str(verify(here / "puzzle.proof").claim)
    if isinstance(error, OSError):
        assert "satdoku: error: puzzle.proof: No space left\n" == done.stderr


@ON_POSIX
@pytest.mark.parametrize("size", [0, 1_000])
def test_full_disk(here: Path, size: int) -> None:
    """It leaves a message, and nothing else."""
    (here / "p.txt").write_text(PROPER)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(size), "prove", "p.txt"],
        cwd=here,
        capture_output=True,
        check=False,
        timeout=60,
    )

    assert (1, b"") == (done.returncode, done.stdout)
    assert b"satdoku: error: p.proof: File too large\n" == done.stderr
    assert ["p.txt"] == names(here)


@ON_POSIX
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_ended(program: Program, here: Path, number: int, code: int) -> None:
    """Ctrl-C and SIGTERM end it at once; what was proved before stays."""
    (here / "many.txt").write_text(f"{'.' * 16}\n" * 1_000_000)
    arguments = ("--from", "line", "many.txt", "-o", "all", "-q")
    with program("prove", *arguments) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline(), process.stderr.read()
        time.sleep(0.2)
        process.send_signal(number)
        process.stdout.read()
        said = process.stderr.read()

        assert code == process.wait(10)

    assert said.startswith(b"satdoku: stopped ")
    assert b"Traceback" not in said
    assert {"all", "many.txt"} == {*names(here)}
    for number_ in names(here / "all"):
        assert number_.isdecimal()
        assert [
            "certificate.txt",
            "formula.cnf",
            "proof.lrat",
            "solutions.txt",
        ] == names(here / "all" / number_)


def test_resumed(run: Run, here: Path) -> None:
    """What a run that was ended has proved is left as it is; the rest is added."""
    text = f"{PROPER}\n{SEVERAL}\n{DEAD_END}\n"
    run("prove", "-o", "a", text=text)
    first = here / "a" / "1" / "certificate.txt"
    kept = first.stat()
    for file in (here / "a" / "2").iterdir():
        file.unlink()
    (here / "a" / "2").rmdir()
    again = run("prove", "-o", "a", text=text)
    done = run("prove", "-o", "a", "--resume", text=text)

    assert 2 == again.exit_code
    assert "a is not empty; --resume goes on with the proofs in it" in again.stderr
    assert 0 == done.exit_code
    assert ["a/2"] == [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert "1 proved, 2 proved before" in done.stderr
    left = first.stat()  # reading it may change when it was read last
    assert (kept.st_ino, kept.st_mtime_ns) == (left.st_ino, left.st_mtime_ns)
    assert 0 == run("verify", "a").exit_code


def test_resumed_with_other_puzzles(run: Run, here: Path) -> None:
    """Proofs of other puzzles are not taken for those of these."""
    run("prove", "-o", "a", text=f"{PROPER}\n{SEVERAL}\n")
    done = run("prove", "-o", "a", "--resume", text=f"{PROPER}\n{DEAD_END}\n")

    assert 2 == done.exit_code
    assert "a/2 holds the proof of another puzzle" in done.stderr
    assert verify(here / "a" / "2").claim.solutions


def test_force_looks_first(run: Run, here: Path) -> None:
    """Something foreign in one of the folders stops it before any is replaced."""
    text = f"{PROPER}\n{SEVERAL}\n"
    run("prove", "-o", "a", text=text)
    (here / "a" / "2" / "notes.txt").write_text("mine\n")
    before = (here / "a" / "1" / "certificate.txt").stat()
    done = run("prove", "-o", "a", "--force", text=text)

    assert 2 == done.exit_code
    assert "a/2 holds other things than a proof" in done.stderr
    assert before == (here / "a" / "1" / "certificate.txt").stat()
