"""Wrong use of every command: one line says why, and nothing is written."""

import shlex

import pytest

from tests.cli.samples import (
    EASY,
    EMPTY,
    ESCARGOT,
    PROPER,
    REFERENCE,
    SEVERAL,
    SOLVED,
    refused,
)

LINES = (REFERENCE / "mistakes.txt").read_text("utf-8").splitlines()[1:]
FILES = {
    "one.txt": PROPER,
    "p.txt": PROPER,
    "9.txt": EMPTY,
    "two.txt": f"{EASY}\n{ESCARGOT}\n",
    "several.txt": "1..........2....\n",
    "hard.txt": f"{PROPER}\n{SEVERAL}\n",
    "odd.txt": f"{PROPER}\n{PROPER[:-1]}\n",
    "one.cnf": "p cnf 1 1\n1 0\n",
    "p.cnf": "p cnf 3 1\n1 0\n",
    "formula.txt": "p cnf 3 1\n1 0\n",
    "solved.txt": SOLVED,
    "p.svg": "mine",
    "there.svg": "mine",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with files, in which the commands run."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", sorted({line.split()[0] for line in LINES}))
def test_mistakes(run, needs, folder, command):
    if command == "study":
        needs("pandas", "matplotlib", "scipy")
    for line in LINES:
        words, _, word = line.partition(" ||")
        if words.split()[0] == command:
            refused(run, *shlex.split(words), text=PROPER, word=word.strip())
            left = {path.name: path for path in folder.iterdir()}
            assert {*left} == {*FILES, "empty"}, line
            assert all(left[name].read_text() == FILES[name] for name in FILES), line


def test_an_object_of_json_in_place_of_a_file(run):
    empty = "[{}, {}, {}, {}]"
    first = '[{"value": 1, "given": true}, {}, {}, {}]'
    board = f'{{"size": 4, "grid": [{first}, {empty}, {empty}, {empty}]}}'
    assert run("convert", "-q", board, "--to", "line").stdout == f"1{'.' * 15}\n"
