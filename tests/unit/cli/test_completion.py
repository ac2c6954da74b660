"""Completion in the shells themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.conftest import HOME

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

CADICALS = ["cadical103", "cadical153", "cadical195", "cadical300"]
CASES = [
    ("satdoku so", ["solve"]),
    ("satdoku solve --engine cad", CADICALS),
    ("satdoku solve --engine CAD", CADICALS),
    ("satdoku count --encoding triad-", ["triad-exact3", "triad-lite"]),
    ("satdoku solve --from eu", ["euler"]),
    ("satdoku decode --to num", ["numbers"]),
    ("satdoku solve --to sa", ["sadman", "sat"]),
    ("satdoku check --symbols 0", ["0-9A-Z"]),
    ("satdoku sat --rule fe", ["fewest", "fewest-first"]),
    ("satdoku encodings mini", ["minimal"]),
    ("satdoku man cou", ["count"]),
    ("satdoku completion z", ["zsh"]),
    ("satdoku solve --uni", ["--unique"]),
]
FILES = [
    ("satdoku solve puz", ["puzzle.txt"]),
    ("satdoku solve -o puz", ["puzzle.txt"]),
    ("satdoku cnf --encoding min", ["minimal"]),
    ("satdoku cnf --encoding mine.", ["mine.toml"]),
]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


def shell(name: str) -> str:
    """Return the path of a shell; skip where it is missing."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with files in it; satdoku is a command there."""
    program = tmp_path / "bin" / "satdoku"
    program.parent.mkdir()
    program.write_text(
        f"#!{sys.executable}\n"
        f"import sys\nsys.path.insert(0, {str(HOME)!r})\n"
        "from satdoku.__main__ import run\nrun()\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "puzzle.txt").write_text("")
    (folder / "mine.toml").write_text("")
    return folder


def typed(arguments: list[str], place: Path, keys: list[str], end: str) -> str:
    """Type into a shell on a terminal; return what it shows, up to `end`."""
    import pty
    import select

    leader, follower = pty.openpty()
    with subprocess.Popen(
        arguments,
        cwd=place,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        env={**os.environ, "TERM": "dumb", "PS1": "> ", "COLUMNS": "200"},
    ) as process:
        os.close(follower)
        shown = ""
        deadline = time.monotonic() + 30
        for key in keys:
            os.write(leader, key.encode())
            want = end if key is keys[-1] else key[-9:].strip()
            start = len(shown)
            while time.monotonic() < deadline and want not in shown[start:]:
                if select.select([leader], [], [], 0.1)[0]:
                    shown += os.read(leader, 4096).decode()
        process.kill()
        process.wait()
    os.close(leader)
    return shown


@pytest.mark.parametrize(
    ("line", "found"),
    [
        *CASES,
        ("satdoku solve --engine=cad", CADICALS),
        ("satdoku solve --all --limit 2 --engine = cad", CADICALS),
    ],
)
def test_bash(place: Path, line: str, found: list[str]) -> None:
    """The function that bash calls finds what begins so."""
    words = line.replace("=", " = ").split()
    script = (
        'eval "$(satdoku completion bash)"\n'
        f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}\n"
        "_satdoku_completion satdoku\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        [shell("bash"), "--norc", "-c", script],
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
    )

    assert "" == done.stderr
    assert found == done.stdout.split()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("satdoku so", "satdoku solve "),
        ("satdoku solve --engine=cadical15", "--engine=cadical153 "),
        ("satdoku solve puz", "satdoku solve puzzle.txt "),
        ("satdoku solve -o puz", "-o puzzle.txt "),
        ("satdoku cnf --encoding mine.", "--encoding mine.toml "),
    ],
)
def test_bash_at_the_keyboard(place: Path, line: str, shown: str) -> None:
    """A key completes the line, files included."""
    setup = 'eval "$(satdoku completion bash)"; echo re""ady\n'
    keys = [setup, f"{line}\t"]
    arguments = [shell("bash"), "--norc", "--noprofile", "-i"]

    assert shown in typed(arguments, place, ["", *keys][1:], shown)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        *CASES,
        *FILES,
        ("satdoku solve --engine=cad", [f"--engine={name}" for name in CADICALS]),
    ],
)
def test_fish(place: Path, line: str, found: list[str]) -> None:
    """So does fish, files included."""
    script = f"satdoku completion fish | source; complete -C '{line}'"
    done = subprocess.run(
        [shell("fish"), "--no-config", "-c", script],
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
    )

    assert found == [one.split("\t")[0] for one in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("satdoku so", "satdoku solve "),
        ("satdoku solve --engine cad", "cadical103  cadical153  cadical195"),
        ("satdoku solve --engine=cadical15", "--engine=cadical153 "),
        ("satdoku solve --en", "--engine    -- What searches"),
        ("satdoku solve puz", "satdoku solve puzzle.txt "),
    ],
)
def test_zsh_at_the_keyboard(place: Path, line: str, shown: str) -> None:
    """So does zsh, with what the options do."""
    setup = (
        "autoload -U compinit; compinit -u -D; "
        'eval "$(satdoku completion zsh)"; echo re""ady\n'
    )
    arguments = [shell("zsh"), "-f", "-i"]

    assert shown in typed(arguments, place, [setup, f"{line}\t\t"], shown)


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_script(run: Run, name: str) -> None:
    """The script names the program and the variable that asks it."""
    done = run("completion", name)

    assert (0, "") == (done.exit_code, done.stderr)
    assert "_SATDOKU_COMPLETE" in done.stdout
    assert f"{name}_complete" in done.stdout


@pytest.mark.parametrize("words", ["", "satdoku nothing ", "satdoku --wrong x"])
def test_nonsense(place: Path, words: str) -> None:
    """A line that makes no sense completes to nothing, and says nothing."""
    done = subprocess.run(
        ["satdoku"],  # noqa: S607  the one of this test
        cwd=place,
        env={
            **os.environ,
            "_SATDOKU_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split())),
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert "" == done.stderr
    assert "plain,satdoku" not in done.stdout
