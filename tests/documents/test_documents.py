"""The documents show what is so: their commands, library examples and code.

In README.md and every page of docs/ (Markdown):

    console     each `$ command` is run, in order, in one folder a page that holds the
                project's data/ and encodings/; what it prints must be what is shown,
                exactly, or with `[...]` for a part that may differ; a picture it writes
                must be the one of that name in docs/pictures (`--renew` writes it anew)
    pycon       run as doctests, one namespace a page, in the same kind of folder; so
                are the pictures they write compared
    python      compiled
    json, toml  parsed
    sh          not run: for machines that are not like this one; `UNRUN` counts them
"""

import doctest
import json
import re
import shutil
import textwrap
import tomllib
from pathlib import Path

import pytest

from satdoku import Geometry
from satdoku.cnf.encoder import formula_size
from satdoku.cnf.recipe import TriadOptions, encodings
from tests.conftest import nightly
from tests.documents.shell import Shell

FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
HERE = re.compile(r"<<END\n.*?^END$", re.MULTILINE | re.DOTALL)

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *(str(p.relative_to(ROOT)) for p in ROOT.glob("docs/**/*.md"))]
PAGES = sorted(page for page in PAGES if "_build" not in page)

UNRUN = {
    "README.md": 3,  # installs; .ci/run runs the two commands for a fresh machine
    "docs/cluster.md": 2,  # clusters that are not here
    "docs/commands.md": 1,  # installs completion and manual pages for a user's shell
    "docs/install.md": 2,  # package managers
    "docs/page.md": 2,  # serves until Ctrl-C; fetches Pyodide
    "docs/proofs.md": 1,  # checkers that somebody else has written
    "docs/quickstart.md": 1,  # installs
    "docs/tour/teach.md": 1,  # a study that takes long
}
"""How many blocks of `sh` a page may have at most."""

READERS = {
    "json": json.loads,
    "toml": tomllib.loads,
    "python": lambda text: compile(text, "page", "exec"),
}

NEEDS = {
    "docs/counting.md": ["pyganak"],
    "docs/cluster.md": ["distributed"],
    "docs/encodings.md": ["pyganak"],
    "docs/exercises.md": ["pyganak"],
    "docs/engines.md": ["scipy", "ortools"],
    "docs/pictures.md": ["resvg_py"],
    "docs/rating.md": ["matplotlib"],
    "docs/study.md": ["matplotlib", "pandas", "scipy"],
}
"""The extras that the examples of a page use."""


def blocks(page, language):
    text = (ROOT / page).read_text("utf-8")
    found = FENCE.findall(text)
    return [textwrap.dedent(body) for _, named, body in found if named == language]


def transcript(block):
    """Split a console block into (command, what it prints)."""
    joined = re.sub(r"\\\n", "\\\\\0", block)  # a continued command is one line here
    joined = HERE.sub(lambda found: found[0].replace("\n", "\0"), joined)
    parts = re.split(r"^\$ (.*)\n", joined, flags=re.MULTILINE)
    commands = [part.replace("\0", "\n") for part in parts[1::2]]
    return list(zip(commands, parts[2::2], strict=True))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Change to a folder with what a reader has in a checkout."""
    for name in ("data", "encodings"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


CADICAL = {"cadical": '#!/bin/sh\nexec satdoku sat "$@"\n'}
"""What stands for `cadical`, which not every machine has."""


LONG = {
    "docs/exercises.md",
    "docs/profile.md",
    "docs/proofs.md",
    "docs/rating.md",
    "docs/study.md",
    "docs/techniques/forcing.md",
    "docs/tour/teach.md",
}
"""Pages whose commands take seconds: run nightly, but for what `cdcl` prints."""


SLOW = {"docs/techniques/index.md"}
"""Pages whose library examples take seconds: run nightly."""


def pages(language, slow):
    """Return the pages with blocks of a language, slow ones as nightly."""
    found = [page for page in PAGES if blocks(page, language)]
    return nightly(found, *{*found} - slow)


@pytest.mark.parametrize("page", pages("console", LONG))
def test_commands(page, folder, needs, renew):
    needs(*NEEDS.get(page, []))
    shell = Shell(folder, CADICAL)
    for block in blocks(page, "console"):
        check_block(shell, block)
    check_pictures(folder, renew=renew)


@pytest.mark.parametrize(
    "page", nightly(["docs/exercises.md", "docs/tour/teach.md"], "docs/tour/teach.md")
)
def test_numbers_of_cdcl(page, folder):
    """They change with its code, and should be seen to before the night."""
    shell = Shell(folder)
    found = [block for block in blocks(page, "console") if "cdcl" in block]
    assert found
    for block in found:
        check_block(shell, block)


def check_block(shell, block):
    for command, expected in transcript(block):
        shown, _ = shell.run(command.replace("\\\n", " "))
        pattern = re.escape(expected).replace(re.escape("[...]"), ".*")

        assert re.fullmatch(pattern, shown, re.DOTALL), (
            f"$ {command}\nexpected:\n{expected}\ngot:\n{shown}"
        )


def check_pictures(folder, *, renew):
    for made in folder.glob("*.svg"):
        for kept in ROOT.glob(f"docs/pictures/**/{made.name}"):
            if renew:
                shutil.copyfile(made, kept)
            assert kept.read_bytes() == made.read_bytes(), f"{made.name} has changed"


@pytest.mark.parametrize("page", pages("pycon", SLOW))
def test_library(page, folder, needs, renew):
    needs(*NEEDS.get(page, []))
    text = "\n".join(blocks(page, "pycon"))
    examples = doctest.DocTestParser().get_doctest(text, {}, page, None, 0)
    loose = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

    assert 0 == doctest.DocTestRunner(optionflags=loose).run(examples).failed
    check_pictures(folder, renew=renew)


def test_code_is_well_formed():
    for page in PAGES:
        for language, reader in READERS.items():
            for text in blocks(page, language):
                reader(text)


def test_little_is_not_run():
    known = {"console", "pycon", "python", "json", "toml", "sh", "text", "math"}
    for page in PAGES:
        text = (ROOT / page).read_text("utf-8")
        prompts = re.compile(r"^(\$|>>>) ", re.MULTILINE)

        assert {named for _, named, _ in FENCE.findall(text)} <= known, page
        assert len(blocks(page, "sh")) <= UNRUN.get(page, 0), page
        assert not any(map(prompts.search, blocks(page, "text"))), page


def test_readme_is_short_and_shows_both_ways_to_use_it():
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    console = "".join(blocks("README.md", "console"))

    assert len(lines) <= 130
    assert console.count("$ satdoku ") >= 3
    assert "".join(blocks("README.md", "pycon")).count(">>> ") >= 3


def test_links_of_files_in_the_root_lead_somewhere():
    for file in ROOT.glob("*.md"):
        text = file.read_text("utf-8")
        links = re.findall(r'(?:\]\(|src="|srcset=")([^)"#:]+)[)"#]', text)

        assert [] == [link for link in links if not (ROOT / link).exists()], file.name


def _row_of_table(recipe):
    """Return what the table says of an encoding, by heading."""
    cell, unit, triad = recipe.cell, recipe.unit, recipe.triad or TriadOptions()
    size = formula_size(Geometry(9, 9), recipe)
    inside = triad.inside_at_most_one, "exact" if triad.exact else ""
    return {
        "encoding": recipe.name,
        "cell >=1": "yes" * cell.at_least_one,
        "cell <=1": cell.at_most_one or "",
        "unit >=1": "yes" * unit.at_least_one,
        "unit <=1": unit.at_most_one or "",
        "triad >=1": "yes" * triad.at_least_one,
        "triad <=1": triad.at_most_one or "",
        "in a triad": ", ".join(filter(None, inside)),
        "peers": "support" * recipe.peer.support,
        "variables": size.variables,
        "textbook": size.textbook,
        "clauses": size.clauses,
        "literals": size.literals,
        "propagation sees": recipe.sees,
    }


def test_the_table_of_encodings_is_what_is_so():
    page = (ROOT / "encodings" / "README.md").read_text("utf-8")
    records = list(map(_row_of_table, encodings()))
    head = [word.replace(">=", "≥ ").replace("<=", "≤ ") for word in records[0]]
    rule = ["---:" if isinstance(x, int) else "---" for x in records[0].values()]
    body = [
        [
            f"{x:,}" if isinstance(x, int) else x or "\N{EN DASH}"
            for x in record.values()
        ]
        for record in records
    ]
    table = "\n".join("| " + " | ".join(line) + " |" for line in [head, rule, *body])
    assert table in page
