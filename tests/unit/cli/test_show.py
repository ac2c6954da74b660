"""`satdoku show`."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
CLASHING = "11.............."
DEAD_END = "12.3..4........."


def texts(path: Path, name: str) -> list[str]:
    """Return the texts of one kind of an SVG."""
    root = ET.fromstring(path.read_text("utf-8"))  # noqa: S314  our own
    return [
        text.text or ""
        for element in root.iter()
        if element.get("class") == name
        for text in element.iter("{http://www.w3.org/2000/svg}text")
    ]


def test_drawing_in_the_terminal(run: Run, puzzle: Path) -> None:
    """The puzzle, in a frame; no escape sequences in a pipe."""
    done = run("show", puzzle)

    assert 0 == done.exit_code
    assert "│ 1 . │ . . │" == done.stdout.splitlines()[1]
    assert "\x1b" not in done.stdout
    assert "" == done.stderr


def test_colours_can_be_forced(run: Run, puzzle: Path) -> None:
    """And then clues and found digits stand in one drawing."""
    done = run("show", "--solution", "--color", "always", puzzle)

    assert "\x1b[1m1\x1b[0m \x1b[38;5;63m2\x1b[0m" in done.stdout
    assert "\x1b" not in run("show", "--colour", "never", puzzle).stdout


def test_svg(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """Well-formed, with the clues, and the solution if it is asked for."""
    target = tmp_path / "grid.svg"
    done = run("show", "--solution", puzzle, "-o", target)

    assert (0, "", "This is the only solution.\n") == (
        done.exit_code,
        done.stdout,
        done.stderr,
    )
    assert ["1", "2", "3", "4"] == texts(target, "clue")
    assert 12 == len(texts(target, "found"))


def test_png(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """A picture of the size that is asked for."""
    image = pytest.importorskip("PIL.Image", reason="Pillow draws PNG")
    target = tmp_path / "GRID.PNG"
    assert 0 == run("show", puzzle, "-o", target, "--size", "333").exit_code

    with image.open(target) as picture:
        assert ("PNG", (333, 333)) == (picture.format, picture.size)


def test_text_into_a_file(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """As in a pipe, in UTF-8; and it is read in again."""
    target = tmp_path / "grid.txt"
    assert 0 == run("show", puzzle, "-o", target).exit_code

    assert run("show", puzzle).stdout == target.read_text("utf-8")
    assert target.read_text("utf-8") == run("show", target).stdout


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_to_names_the_kind(run: Run, puzzle: Path, tmp_path: Path, kind: str) -> None:
    """Where the file has another name, or there is none."""
    if kind == "png":
        pytest.importorskip("PIL", reason="Pillow draws PNG")
    target = tmp_path / "grid"
    assert 0 == run("show", puzzle, "--to", kind, "-o", target).exit_code
    shown = run("show", puzzle, "--to", kind).stdout_bytes

    assert target.read_bytes() == shown
    assert shown.startswith(b"<svg" if kind == "svg" else b"\x89PNG")


def test_svg_is_utf8_wherever_it_goes(run: Run, puzzle: Path) -> None:
    """The title comes back, and is only text."""
    title = "Zwölf <script>alert(1)</script> & 数独"
    root = ET.fromstring(  # noqa: S314  our own
        run("show", puzzle, "--to", "svg", "--title", title).stdout_bytes
    )

    assert title == root.get("aria-label")
    assert [] == [element for element in root.iter() if "script" in element.tag]


def test_candidates(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """Those that the clues leave open, in text and in a picture."""
    target = tmp_path / "grid.svg"
    run("show", "--candidates", puzzle, "-o", target)

    drawing = run("show", "--candidates", puzzle).stdout
    assert "│ 1 234 │ 4 34  │" == drawing.splitlines()[1]
    assert ["2", "3", "4", "4", "3", "4"] == texts(target, "candidate")[:6]


def test_candidates_with_the_solution(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """The right one of each cell is marked."""
    target = tmp_path / "grid.svg"
    run("show", "--candidates", "--solution", puzzle, "-o", target)

    assert 12 == len(texts(target, "found-candidate"))
    assert [] == texts(target, "found")


SAVED = """[Puzzle]
1...
..2.
..3.
4...
[State]
12..
..2.
..3.
4...
"""


def test_candidates_are_those_of_a_saved_game(run: Run, tmp_path: Path) -> None:
    """What was placed is found, not given; without --candidates the clues alone."""
    saved, target = tmp_path / "game.sdk", tmp_path / "grid.svg"
    saved.write_text(SAVED)
    run("show", "--candidates", saved, "-o", target)

    assert (["1", "2", "3", "4"], ["2"]) == (
        texts(target, "clue"),
        texts(target, "found"),
    )
    assert "│ 1 . │ . . │" == run("show", saved).stdout.splitlines()[1]


def test_clashes_are_marked_and_told(run: Run, tmp_path: Path) -> None:
    """The picture is drawn, for that is what shows them."""
    target = tmp_path / "grid.svg"
    done = run("show", "-o", target, text=CLASHING)

    assert 0 == done.exit_code
    assert "r1c1 and r1c2 are both 1 in row 1 (and 1 more).\n" == done.stderr
    assert 2 == target.read_text().count('class="clash"')


@pytest.mark.parametrize("text", [CLASHING, DEAD_END])
@pytest.mark.parametrize("option", ["--solution", "--diff"])
def test_no_solution(run: Run, tmp_path: Path, text: str, option: str) -> None:
    """Exit code 3, the reason, and no picture."""
    target = tmp_path / "grid.svg"
    done = run("show", option, "-o", target, text=text)

    assert 3 == done.exit_code
    assert done.stderr.startswith("satdoku: <stdin>:1: no solution: ")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "grid.gif"), "grid.gif ends in none of .svg, .png and .txt"),
        (("-o", "grid.svg", "--to", "png"), "grid.svg would not be png"),
        (("--to", "gif"), "'gif'; expected svg, png, text"),
        (("--size", "100"), "--size is of pictures"),
        (("--size", "0", "--to", "svg"), "--size"),
        (("--size", "99999", "--to", "png"), "--size"),
        (("--color", "always", "--to", "svg"), "--color is of drawings"),
        (("--color", "maybe"), "--color"),
        (("--number", "0"), "--number"),
        (("--diff", "--diff-with", "x"), "contradict each other"),
        (("--diff-with", "-"), "cannot both be standard input"),
        (("--diff-with", ""), "an empty file name"),
        (("-o", "$P.svg"), "exists; --force replaces it"),
        (("-o", "$P"), "is an input"),
        (("--diff-with", "$9"), "cannot be laid over one of 4x4"),
        (("--box", "3x3"), "expected 81"),
        (("--engine", "nonsense", "--solution"), "nonsense"),
    ],
)
def test_wrong_use(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    """Exit code 2, one line that says what was expected, and nothing is written."""
    puzzle, picture, large = (tmp_path / name for name in ("p.txt", "p.svg", "9.txt"))
    puzzle.write_text(f"{PROPER}\n")
    picture.write_text("mine")
    large.write_text("." * 81 + "\n")
    names = {"$P.svg": str(picture), "$P": str(puzzle), "$9": str(large)}
    first = "-" if arguments == ("--diff-with", "-") else str(puzzle)
    done = run("show", first, *(names.get(a, a) for a in arguments))

    assert 2 == done.exit_code
    assert message in done.stderr
    assert 1 == done.stderr.count("\n")
    assert "" == done.stdout
    assert "mine" == picture.read_text()
    assert 3 == len(list(tmp_path.iterdir()))


def test_missing_pillow(
    run: Run, puzzle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line with the command that brings it, before anything is done."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    target = tmp_path / "grid.png"
    done = run("show", "--solution", puzzle, "-o", target)

    assert 2 == done.exit_code
    assert 'pip install "satdoku[png]"' in done.stderr
    assert not target.exists()


def test_timeout(run: Run, tmp_path: Path) -> None:
    """Exit code 4 and no picture."""
    target = tmp_path / "grid.svg"
    large = tmp_path / "large.txt"
    large.write_text(" ".join(["."] * 25**2) + "\n")
    done = run("show", "--solution", "--timeout", "1e-9", large, "-o", target)

    assert 4 == done.exit_code
    assert "out of time" in done.stderr
    assert not target.exists()


def test_force_replaces(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """A picture that is there already."""
    target = tmp_path / "grid.svg"
    target.write_text("old")

    assert 0 == run("show", puzzle, "-o", target, "--force").exit_code
    assert target.read_text().startswith("<svg")


def test_verbose(run: Run, puzzle: Path) -> None:
    """How the puzzle was read, and what searched."""
    done = run("show", "-v", "--solution", puzzle)

    assert re.search(r"read as grid: 4x4", done.stderr)
    assert 3 == done.stderr.count("\n")


def test_title_is_written_above_the_drawing(run: Run, puzzle: Path) -> None:
    """Escape sequences in it are not."""
    done = run("show", "--title", "a\x1b[31mb", puzzle)

    assert "a\\x1b[31mb" == done.stdout.splitlines()[0]


@pytest.mark.parametrize("size", [(2, 3), (3, 4), (4, 4), (5, 5), (10, 10)])
def test_every_size(run: Run, tmp_path: Path, size: tuple[int, int]) -> None:
    """From 6x6 to 100x100, text and picture."""
    n = size[0] * size[1]
    path, target = tmp_path / "p.txt", tmp_path / "p.svg"
    path.write_text(
        "\n".join(
            [" ".join([str(n), *["."] * (n - 1)])] + [" ".join(["."] * n)] * (n - 1)
        )
        + "\n"
    )
    box = ("--from", "numbers", "--box", f"{size[0]}x{size[1]}")

    assert 0 == run("show", path, "-o", target, *box).exit_code
    assert 1 == len(texts(target, "clue"))
    assert n + n // size[0] + 1 == len(run("show", path, *box).stdout.splitlines())
