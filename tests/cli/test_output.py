"""`-o FILE`: whole or not at all, and nothing that is there is lost."""

import os
import signal
import stat
import sys
from pathlib import Path

import pytest

from tests.cli.many import CLUES, SOLUTION
from tests.cli.samples import PROPER, SOLVED, names

ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
WRITING = {
    "solve": ["puzzle.txt", "--to", "line"],
    "count": ["puzzle.txt"],
    "check": ["puzzle.txt"],
    "explain": ["puzzle.txt"],
    "hint": ["puzzle.txt"],
    "rate": ["puzzle.txt"],
    "minimize": ["puzzle.txt", "--to", "line"],
    "generate": ["--size", "4", "--seed", "1"],
    "convert": ["puzzle.txt", "--to", "json"],
    "show": ["puzzle.txt", "--to", "svg"],
    "cnf": ["puzzle.txt"],
    "decode": ["puzzle.txt", "model.txt"],
}
"""Commands that write a file, whose name comes behind `-o`."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "puzzle.txt").write_text(f"{PROPER}\n")
    rows = zip(range(16), SOLVED, strict=True)
    true = [4 * cell + int(digit) for cell, digit in rows]
    values = " ".join(str(v if v in true else -v) for v in range(1, 65))
    (tmp_path / "model.txt").write_text(f"s SATISFIABLE\nv {values} 0\n")
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "out"


@pytest.mark.parametrize("name", WRITING)
def test_files_appear_and_stay(run, folder, name):
    """The file holds what is printed; it is replaced with --force alone."""
    arguments, out = WRITING[name], folder / ("o.svg" if name == "show" else "o.txt")
    printed = run(name, *arguments, code=0).stdout
    run(name, *arguments, "-o", out, code=0)
    assert out.read_text() == printed
    assert names(folder) == [out.name]
    out.write_text("mine")
    done = run(name, *arguments, "-o", out, code=2)
    assert str(out) in done.stderr
    assert done.stdout == ""
    assert out.read_text() == "mine"
    run(name, *arguments, "-o", out, "--force", code=0)
    assert out.read_text() == printed
    assert names(folder) == [out.name]
    assert run(name, *arguments, "-o", "-").stdout == printed


@pytest.mark.parametrize("name", [name for name in WRITING if name != "generate"])
def test_inputs_are_never_written(run, folder, name):
    """By whatever name they are called, --force or not."""
    linked = folder / "linked.txt"
    linked.symlink_to("../puzzle.txt")
    before = Path("puzzle.txt").read_text()
    for out in ("puzzle.txt", "./out/../puzzle.txt", linked):
        done = run(name, *WRITING[name], "-o", out, "--force", code=2)
        assert str(out) in done.stderr
        assert done.stderr.count("\n") == 1
    assert Path("puzzle.txt").read_text() == before


@pytest.mark.parametrize("name", WRITING)
def test_quiet_and_verbose(run, folder, name):
    """They change remarks alone; --verbose names the size, --quiet says nothing."""
    words = WRITING[name]
    plain, quiet = run(name, *words, code=0), run(name, "-q", *words, code=0)
    assert quiet.stderr == ""
    assert name == "check" or quiet.stdout == plain.stdout
    if name != "generate":
        verbose = run(name, "-v", *words, code=0)
        assert verbose.stdout == plain.stdout
        assert "4x4" in verbose.stderr


def test_missing_folders_and_folders(run, folder):
    for command in ("solve", "cnf", "convert"):
        wanted = folder / "nowhere" / "out.txt"
        done = run(command, *WRITING[command], "-o", wanted, code=1)
        assert done.stderr.startswith(f"satdoku: error: {wanted}: ")
        done = run(command, *WRITING[command], "-o", folder, "--force", code=2)
        assert str(folder) in done.stderr
    assert names(folder) == []


def test_unreadable_input_leaves_no_file(run, folder):
    run("solve", "-o", folder / "out.txt", text="", code=2)
    run("convert", "--to", "line", "-o", folder / "out.txt", text="12", code=2)
    run("cnf", "-o", folder / "out.txt", text="12", code=2)
    assert names(folder) == []


@ON_POSIX
def test_links_are_followed(run, folder):
    real, link = folder / "real.txt", folder / "link.txt"
    real.write_text("old\n")
    link.symlink_to(real)
    run("solve", *WRITING["solve"], "-o", link, code=2)
    assert real.read_text() == "old\n"
    run("solve", *WRITING["solve"], "-o", link, "--force", code=0)
    assert link.is_symlink()
    assert real.read_text() == f"{SOLVED}\n"


@ON_POSIX
def test_modes(run, folder):
    """A new file has the usual mode, a replaced one that of the old file."""
    fresh, old, plain = (folder / name for name in ("fresh", "old", "plain"))
    plain.write_text("")
    old.write_text("")
    old.chmod(0o640)
    for path in (fresh, old):
        run("solve", *WRITING["solve"], "-o", path, "--force", code=0)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (fresh, old, plain)]
    assert modes[:2] == [modes[2], 0o640]


@ON_POSIX
def test_devices_are_written_to(run, folder):
    run("solve", *WRITING["solve"], "-o", os.devnull, code=0)
    assert not Path(os.devnull).is_file()
    if Path("/dev/full").exists():
        for name in ("solve", "show", "cnf", "convert"):
            full = folder / ("full.svg" if name == "show" else "full")
            full.unlink(missing_ok=True)
            full.symlink_to("/dev/full")
            done = run(name, *WRITING[name], "-o", full, code=1)
            assert f"satdoku: error: {full}: " in done.stderr.splitlines()[-1]


@ON_POSIX
def test_no_file_before_it_is_whole(program, folder):
    """While it is written the folder is empty, or has a hidden file."""
    out = folder / "out.txt"
    with program("solve", "--to", "line", "-o", out, "-") as process:
        process.stdin.write(f"{CLUES}\n".encode() * 3)
        process.stdin.flush()
        assert process.poll() is None
        assert not out.exists()
        process.stdin.close()
        assert process.wait(20) == 0
    assert out.read_text() == f"{SOLUTION}\n" * 3
    assert names(folder) == ["out.txt"]


@ON_POSIX
def test_a_name_that_was_taken_meanwhile(program, folder):
    """What somebody else wrote under the name in the meantime stays."""
    from tests.cli.conftest import settle

    out = folder / "out.txt"
    with program("solve", "--to", "line", "-o", out, "-") as process:
        process.stdin.write(f"{CLUES}\n".encode())
        process.stdin.flush()
        settle(process, 20)
        out.write_text("theirs\n")
        process.stdin.close()
        assert process.wait(20) == 2
        assert str(out) in process.stderr.read().decode()
    assert out.read_text() == "theirs\n"
    assert (folder / "out.txt.partial").read_text() == f"{SOLUTION}\n"


@ON_POSIX
@pytest.mark.parametrize("mode", ["wb", "ab"])
def test_standard_output_by_its_name(folder, mode):
    """It is written to as the shell has opened it, be it a file."""
    import subprocess

    from tests.conftest import HOME

    out = folder / "out.txt"
    out.write_text("before\n")
    with out.open(mode) as file:
        words = ["solve", "-q", *WRITING["solve"], "-o", "/dev/stdout"]
        done = subprocess.run(
            [sys.executable, "-m", "satdoku", *words],
            env={**os.environ, "PYTHONPATH": str(HOME)},
            stdout=file,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")
    before = "before\n" if mode == "ab" else ""
    assert out.read_text() == f"{before}{SOLVED}\n"


@ON_POSIX
def test_handlers_of_a_host_are_put_back(run, folder):
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    mine = signal.getsignal(signal.SIGTERM)
    try:
        run("solve", *WRITING["solve"], "-o", folder / "out.txt", code=0)
        run("solve", "-o", folder / "no.txt", text="", code=2)
        assert signal.getsignal(signal.SIGTERM) is mine
    finally:
        signal.signal(signal.SIGTERM, before)
