"""Manual pages: as data in roff, and as the tools of roff see them."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku.cli.reference import CommandText, OptionText, describe, names
from satdoku.cli.roff import escaped, manual_page, page_name

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

EVERY = ["", *names()]
ODD = CommandText(
    name="odd",
    summary=".Starts 'oddly' \\ ends.",
    usage="satdoku odd [-x]",
    examples=((".hidden 'a' \\n", "'quotes' first"),),
    paragraphs=(".TH is no request. 'Nor is this'. ... 9×9 ~ ^", "word " * 40 + "."),
    options=(OptionText(("-x",), "A-B", ". 'help'", "d-e", ("f", "g")),),
    exit_codes=((0, "done"),),
)


def checked(name: str) -> str:
    """Return a program's path; skip where it is missing."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.mark.parametrize("name", EVERY)
def test_sections(run: Run, name: str) -> None:
    """A page has the usual sections, the examples first, and is ASCII."""
    done = run("man", *([name] if name else []))
    sections = re.findall(r"^\.SH (.+)$", done.stdout, re.MULTILINE)

    assert (0, "") == (done.exit_code, done.stderr)
    assert done.stdout.isascii()
    assert ["NAME", "SYNOPSIS", "EXAMPLES", "DESCRIPTION"] == sections[:4]
    assert ["OPTIONS", "EXIT STATUS", "SEE ALSO"] == sections[-3:]
    assert f"satdoku {satdoku.__version__}" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


@pytest.mark.parametrize("tool", ["groff", "mandoc"])
@pytest.mark.parametrize("name", [*EVERY, "odd"])
def test_lint(tool: str, name: str) -> None:
    """The tools of roff have nothing to complain about."""
    told = ODD if name == "odd" else describe(name)
    options = {
        "groff": ("-man", "-ww", "-Tascii", "-z"),
        "mandoc": ("-Tlint", "-W", "warning"),
    }
    done = subprocess.run(
        [checked(tool), *options[tool]],
        input=manual_page(told, "1.0", "2026-01-31").encode(),
        capture_output=True,
        check=False,
    )

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("tool", ["groff", "mandoc"])
def test_shown_as_it_is(tool: str) -> None:
    """What roff could take for its own is shown as it is written."""
    options = {"groff": ("-man", "-Tutf8", "-rLL=300n"), "mandoc": ("-Tutf8",)}
    done = subprocess.run(
        [checked(tool), *options[tool]],
        input=manual_page(ODD, "1.0", "2026-01-31").encode(),
        capture_output=True,
        check=True,
    )
    plain = re.sub(r".\x08|\x1b\[[0-9;]*m", "", done.stdout.decode())
    shown = " ".join(plain.split())

    for text in (
        ".Starts 'oddly' \\ ends",
        ".hidden 'a' \\n",
        "'quotes' first",
        ".TH is no request. 'Nor is this'. ... 9×9 ~ ^",
        "-x A-B",
        "One of f, g.",
        "The default is d-e.",
    ):
        assert text in shown


def test_date(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that is to come out the same twice says which day it is."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")

    assert '.TH SATDOKU\\-SOLVE 1 1970-01-02 "satdoku' in run("man", "solve").stdout


def test_folder(run: Run, tmp_path: Path) -> None:
    """With -o every page is a file of its own; none is replaced unasked."""
    folder = tmp_path / "share" / "man1"
    assert 0 == run("man", "-o", folder).exit_code
    pages = {path.name: path.read_text() for path in folder.iterdir()}
    assert {f"{page_name(name)}.1" for name in EVERY} == set(pages)
    (folder / "satdoku.1").write_text("mine")
    refused = run("man", "-o", folder)

    assert 2 == refused.exit_code
    assert "exists; --force replaces it" in refused.stderr
    assert "mine" == (folder / "satdoku.1").read_text()
    assert 0 == run("man", "-o", folder, "--force").exit_code
    assert pages == {path.name: path.read_text() for path in folder.iterdir()}


def test_one_page(run: Run, tmp_path: Path) -> None:
    """Or that of one command."""
    assert 0 == run("man", "count", "-o", tmp_path).exit_code
    assert ["satdoku-count.1"] == [path.name for path in tmp_path.iterdir()]


def test_folder_that_is_none(run: Run, tmp_path: Path) -> None:
    """A file in the place of the folder is told."""
    (tmp_path / "file").write_text("")
    done = run("man", "-o", tmp_path / "file")

    assert 1 == done.exit_code
    assert "file: File exists" in done.stderr


def test_escaped() -> None:
    """A hyphen stays one that a shell understands."""
    assert r"\-o\(rs" == escaped("-o\\")
