"""`satdoku explain` as a page and as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from tests.unit.cli.test_explain import CLASHING, POSITION, steps

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"


def test_page(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """By --html, or by the ending of the file; whole, with every step."""
    target = tmp_path / "path.html"
    done = run("explain", puzzle, "-o", target)
    shown = run("explain", "--html", puzzle).stdout_bytes

    assert (0, "", "") == (done.exit_code, done.stdout, done.stderr)
    assert target.read_bytes() == shown
    assert shown.startswith(b"<!DOCTYPE html>")
    assert 13 == shown.count(b"<figure")


def test_page_of_one_of_many(run: Run, mixed: Path, tmp_path: Path) -> None:
    """The first, and that is said; or the one that is named."""
    first = run("explain", "--html", mixed)
    second = run("explain", "--number", "2", mixed, "-o", tmp_path / "second.html")

    assert "--number K" in first.stderr
    assert 3 == second.exit_code
    assert "several solutions" in (tmp_path / "second.html").read_text("utf-8")
    assert 1 == run("explain", "--number", "5", mixed).stdout.count("ended")


def test_picture_of_a_step(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """The last step, or the one with which it ends."""
    target = tmp_path / "step.svg"
    done = run("explain", "--until", "3", puzzle, "-o", target)
    sentence = steps(run("explain", "--until", "3", puzzle).stdout)[-1]
    root = ET.fromstring(target.read_text("utf-8"))  # noqa: S314  our own

    assert (0, "") == (done.exit_code, done.stdout)
    assert sentence == root.get("aria-label")
    assert run("explain", "--svg", puzzle).stdout.startswith("<svg")
    assert "mark-" not in run("explain", "--svg", text=SOLVED).stdout


def test_png(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """By the ending of the file."""
    image = pytest.importorskip("PIL.Image", reason="Pillow draws PNG")
    target = tmp_path / "step.png"
    assert 0 == run("explain", "--svg", puzzle, "-o", target).exit_code

    with image.open(target) as picture:
        assert "PNG" == picture.format


def test_nothing_is_left_when_it_fails(run: Run, tmp_path: Path) -> None:
    """A page that could not be made is not there."""
    target = tmp_path / "path.html"
    done = run("explain", "--timeout", "0.000000001", "-o", target, text=PROPER)

    assert (4, False) == (done.exit_code, target.exists())
    assert "satdoku: stopped: <stdin>:1: out of time\n" == done.stderr


@pytest.mark.parametrize("name", ["path.pdf", "path.json", "path.txt.gz"])
def test_unknown_endings(run: Run, tmp_path: Path, name: str) -> None:
    """Are refused, with those that there are; an option tells the kind for any."""
    done = run("explain", "-o", tmp_path / name, text=PROPER)
    named = run("explain", "--json", "-o", tmp_path / name, text=PROPER)

    assert (2, 1) == (done.exit_code, done.stderr.count("\n"))
    assert "expected .html, .svg, .png, or .txt or none for text" in done.stderr
    assert (0, True) == (named.exit_code, (tmp_path / name).exists())


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("mistakes", "r1c6=4 cannot be right\n"),
        ("clues", "there is no solution: these 2 clues contradict each other"),
    ],
)
def test_picture_of_what_is_wrong(
    run: Run, tmp_path: Path, wrong: str, why: str
) -> None:
    """The position is drawn, and what is wrong with it is said."""
    mistaken = POSITION.replace("+9+5..7", "+9+5+4.7")
    text = mistaken if wrong == "mistakes" else CLASHING
    target = tmp_path / "step.svg"
    done = run("explain", "-o", target, text=text)

    assert (3, "", True) == (done.exit_code, done.stdout, target.exists())
    assert done.stderr.startswith(why)
