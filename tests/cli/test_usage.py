"""Wrong use, the help of every command, completion, `satdoku FILE`."""

import os
import re
import shutil
import subprocess
import sys

import click
import pytest

import satdoku
from satdoku.cli.main import main
from tests.cli.samples import PROPER
from tests.conftest import HOME

COMMANDS = main.list_commands(click.Context(main))
SECTIONS = ("Options", "Search", "Input and output")


def params_of(name):
    """Return the options of a command; each has a help."""
    command = main.get_command(click.Context(main), name)
    options = [each for each in command.params if isinstance(each, click.Option)]
    assert all(each.help and not each.hidden for each in options)
    return options


def options_of(name):
    """Return the spellings of the options of a command: `{"--limit", "-o", ...}`."""
    options = params_of(name)
    return {text for each in options for text in (*each.opts, *each.secondary_opts)}


def test_commands_and_version(run):
    assert COMMANDS[:2] == ["solve", "count"]
    assert len(COMMANDS) == len({*COMMANDS}) == 21
    done = run("--help", code=0)
    assert [name for name in COMMANDS if f"\n  {name} " not in done.stdout] == []
    assert run("--version", code=0).stdout == f"satdoku {satdoku.__version__}\n"
    assert run("-h").stdout == run("help").stdout == done.stdout
    nothing = run(code=2)
    assert (nothing.stdout, nothing.stderr) == ("", done.stdout)


@pytest.mark.parametrize("name", COMMANDS)
def test_help(run, name):
    """What it does, examples, options in sections; `solve` on one screen."""
    shown = run(name, "--help", code=0).stdout
    lines = shown.splitlines()
    assert len(lines) <= {"solve": 46}.get(name, 60)
    assert max(map(len, lines)) <= 80
    assert shown.isascii()
    assert lines[0].startswith(f"Usage: satdoku {name} ")
    assert f"satdoku {name}" in shown.partition("\n  Examples:\n")[2]
    listed = {*re.findall(r"(?<![\w-])--?[a-z][a-z-]*", shown)}
    assert options_of(name) | {"--help", "-h"} <= listed
    sections = [line[:-1] for line in lines if re.fullmatch(r"[A-Z][a-z ]+:", line)]
    assert sections == sorted(sections, key=SECTIONS.index)
    assert run("help", name).stdout == run(name, "-h").stdout == shown


def test_few_options():
    """At most 380 in all commands, and one way to say what is written."""
    assert sum(len(params_of(name)) for name in COMMANDS) <= 380
    gone = {"--csv", "--html", "--svg", "--table", "--markdown", "--format", "--first"}
    assert not gone & {option for name in COMMANDS for option in options_of(name)}


@pytest.mark.parametrize("before", [(), ("solve",)])
@pytest.mark.parametrize("way", ["file", "text", "input", "option"])
def test_a_file_is_solved(run, place, before, way):
    """`satdoku FILE` is `satdoku solve FILE`, whatever FILE is."""
    words = {
        "file": ["one.txt", "--to", "line"],
        "text": [PROPER, "--to", "line"],
        "input": ["-", "--to", "line"],
        "option": ["--to", "line", "one.txt"],
    }[way]
    text = PROPER if way == "input" else ""
    done = run(*before, *words, text=text, code=0)
    assert len(done.stdout.strip()) == len(PROPER)
    assert done.stdout.isdigit() or done.stdout.strip().isdigit()


def test_commands_win_over_files(run, place):
    (place / "count").write_text(PROPER)
    assert "Usage" in run("count", "-h", code=0).stdout
    assert run("./count", "--to", "line", code=0).stdout.strip().isdigit()
    (place / "count").unlink()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("slove", "'solve'"),
        ("help slove", "'solve'"),
        ("engines", "'list engines'"),
        ("on.txt", "'one.txt'"),
        ("solve --al", "--all"),
        ("solve --engine cadcal153", "cadical153"),
        ("solve --encoding tirad", "triad"),
        ("count --limt 3", "--limit"),
    ],
)
def test_did_you_mean(run, place, line, meant):
    error = run(*line.split(), text=PROPER, code=2).stderr
    assert meant in error
    assert "did you mean" in error.lower()
    assert "did you mean" not in run("zzz").stderr + run("solve", "--wrong").stderr


def test_control_characters_are_not_echoed(run, tmp_path):
    done = run("solve", "--to", "\x1b]0;hello\x07", code=2)
    assert "\x1b" not in done.stderr
    assert "hello" in done.stderr


CADICALS = ["cadical103", "cadical153", "cadical195", "cadical300"]
COMPLETIONS = [
    ("satdoku so", ["solve"]),
    ("satdoku solve --engine cad", CADICALS),
    ("satdoku solve --engine CAD", CADICALS),
    ("satdoku count --encoding triad-", ["triad-exact3", "triad-lite"]),
    ("satdoku solve --from eu", ["euler"]),
    ("satdoku decode --to num", ["numbers"]),
    ("satdoku solve --to sad", ["sadman"]),
    ("satdoku check --symbols 0", ["0-9A-Z"]),
    ("satdoku sat --heuristic fe", ["fewest", "fewest-first"]),
    ("satdoku solve --use naked-s", ["naked-single"]),
    ("satdoku list en", ["engines", "encodings"]),
    ("satdoku solve --use naked-single,hidden-s", ["naked-single,hidden-single"]),
    ("satdoku solve --uni", ["--unique"]),
    ("satdoku nothing ", []),
    ("satdoku --wrong x", []),
    ("", []),
]


@pytest.mark.parametrize(("line", "found"), COMPLETIONS)
def test_completions(run, monkeypatch, line, found):
    """What the shells ask the program for; a line without sense completes to none."""
    monkeypatch.setenv("_SATDOKU_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - (line[-1:] != " ")))
    done = run()
    assert done.stderr == ""
    values = [text.partition(",")[2] for text in done.stdout.splitlines()]
    if found:
        assert [value for value in values if value] == found
    else:
        assert "satdoku" not in values


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_scripts_for_shells(run, monkeypatch, name):
    monkeypatch.setenv("_SATDOKU_COMPLETE", f"{name}_source")
    done = run(code=0)
    assert "_SATDOKU_COMPLETE" in done.stdout
    assert f"{name}_complete" in done.stdout


@pytest.fixture
def shell_place(tmp_path, monkeypatch):
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
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "puzzle.txt").write_text("")
    (folder / "mine.toml").write_text("")
    return folder


BASH = """eval "$(_SATDOKU_COMPLETE=bash_source satdoku)"
COMP_WORDS=({line}); COMP_CWORD={last}
_satdoku_completion satdoku
printf "%s\\n" "${{COMPREPLY[@]}}"
"""
FILES = [
    ("satdoku solve puz", ["puzzle.txt"]),
    ("satdoku solve -o puz", ["puzzle.txt"]),
    ("satdoku cnf --encoding mine.", ["mine.toml"]),
]


def completed(shell, line, folder):
    """Return what a real shell completes a line to."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    words = line.split()
    scripts = {
        "bash": BASH.format(line=" ".join(words), last=len(words) - 1),
        "fish": "env _SATDOKU_COMPLETE=fish_source satdoku | source; "
        f"complete -C '{line}'",
    }
    done = subprocess.run(
        [shell, "--norc" if shell == "bash" else "--no-config", "-c", scripts[shell]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return [one.split("\t")[0] for one in done.stdout.splitlines()]


def test_bash(shell_place):
    assert completed("bash", "satdoku solve --engine cad", shell_place) == CADICALS


@pytest.mark.nightly
@pytest.mark.parametrize("shell", ["bash", "fish"])
@pytest.mark.parametrize(("line", "found"), COMPLETIONS[:13] + FILES)
def test_shells(shell_place, shell, line, found):
    if shell == "bash" and (line, found) in FILES:
        return  # bash itself completes the names of files
    if shell == "fish" and "," in line:
        return  # click's script for fish cuts completions at a comma
    completions = completed(shell, line, shell_place)
    assert (
        completions == found
        if shell == "bash"
        else sorted(completions) == sorted(found)
    )
