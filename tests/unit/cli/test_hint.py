"""`satdoku hint`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.schemas import told as schema_told

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
CLASHING = "11.............."
CLASH = "these 2 clues contradict each other: r1c1=1, r1c2=1"
IMPOSSIBLE = (
    "208000002050000000064030000080002090501040000030009460900800630000054008005690020"
)
MARKED = "1 34 4 34\n3 34 2 134\n2 12 3 124\n4 123 1 12\n"
POSITION = (
    ":0803:14:6..+9+5..7...+9.2.....58.+31...+1+64+3+8+9+7+52...1+7+59+46597+24+6..8"
    "92+54+1+76+8+3...5+6+2.....68+93...::417 427 437 489 499::"
)
MISTAKEN = POSITION.replace("+9+5..7", "+9+5+4.7")


def test_levels(run: Run) -> None:
    """From a nudge to the whole step; the least is usual."""
    told = [run("hint", "--level", str(n), text=PROPER).stdout for n in (1, 2, 3, 4)]

    assert [
        "an easy step: look at row 1\n",
        "a Naked Single\n",
        "a Naked Single: look at r1c3\n",
        "Naked Single: r1c3=4, the only candidate of r1c3\n",
    ] == told
    assert told[0] == run("hint", text=PROPER).stdout


def test_all(run: Run) -> None:
    """Every step there is, technique by technique."""
    done = run("hint", "--all", "--only", "singles", text=PROPER)
    lines = done.stdout.splitlines()

    assert 0 == done.exit_code
    assert "  r1c3=4, the only candidate of r1c3" in lines
    assert ["Naked Single (4)", "Hidden Single (8)"] == [
        line for line in lines if not line.startswith(" ")
    ]


def test_all_without_forcing(run: Run) -> None:
    """Forcing chains and nets are told if they are named."""
    plain = run("hint", "--all", text=POSITION).stdout
    named = run("hint", "--all", "--with", "forcing-chain-contradiction", text=POSITION)

    assert "W-Wing (" in plain
    assert "Forcing" not in plain
    assert "Forcing Chain Contradiction (" in named.stdout
    assert "Forcing Net" not in named.stdout


def test_position_and_mistakes(run: Run) -> None:
    """It goes on from where somebody is; mistakes are all that is told of others."""
    right = run("hint", "--level", "2", text=POSITION)
    wrong = run("hint", "--level", "2", text=POSITION.replace("+9+5..7", "+9+5+4.7"))
    clues = run("hint", "--level", "2", "--from-clues", text=POSITION)

    assert (0, "a W-Wing\n") == (right.exit_code, right.stdout)
    assert (3, "r1c6=4 cannot be right\n") == (wrong.exit_code, wrong.stdout)
    assert "a Naked Single\n" == clues.stdout


@pytest.mark.parametrize(
    ("text", "code", "out", "err"),
    [
        (SOLVED, 0, "", "The grid is complete, and right.\n"),
        (
            CLASHING,
            3,
            f"there is no solution: {CLASH}\n",
            "",
        ),
        ("." * 16, 3, "nothing follows\n", "This puzzle has several solutions.\n"),
        ("1", 2, "", None),
    ],
)
def test_nothing_to_hint_at(
    run: Run, text: str, code: int, out: str, err: str | None
) -> None:
    """Each has its words and its code."""
    done = run("hint", text=text)

    assert (code, out) == (done.exit_code, done.stdout)
    assert err in (None, done.stderr)


def test_no_technique_leads_on(run: Run) -> None:
    """Then a candidate is named that clashes; the nudge does not tell it."""
    nudge = run("hint", "--only", "x-wing", text=PROPER)
    whole = run("hint", "--only", "x-wing", "--level", "4", text=PROPER)

    assert nudge.stdout.startswith("no technique leads on; level 3 tells a candidate")
    assert whole.stdout.startswith("Clash: ")


def test_json(run: Run) -> None:
    """Says no more than the level does."""
    first = json.loads(run("hint", "--json", text=PROPER).stdout)
    whole = json.loads(run("hint", "--json", "--level", "4", text=PROPER).stdout)
    every = json.loads(
        run("hint", "--json", "--all", "--only", "singles", text=PROPER).stdout
    )

    assert (1, "an easy step: look at row 1", []) == (
        first["level"],
        first["text"],
        first["steps"],
    )
    assert ["naked-single"] == [step["technique"] for step in whole["steps"]]
    assert 12 == len(every["steps"])


def test_picture(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """The whole step; of nothing there is no picture."""
    target = tmp_path / "next.svg"
    done = run("hint", puzzle, "-o", target)
    nothing = run("hint", "-o", tmp_path / "none.svg", text=SOLVED)

    assert (0, "", "") == (done.exit_code, done.stdout, done.stderr)
    assert target.read_bytes() == run("hint", "--svg", puzzle).stdout_bytes
    assert "mark-placed" in target.read_text("utf-8")
    assert (0, False) == (nothing.exit_code, (tmp_path / "none.svg").exists())


@pytest.mark.parametrize("options", [[], ["--level", "4"], ["--all"]])
def test_no_solution(run: Run, options: list[str]) -> None:
    """No step is told, though singles follow; which clues contradict each other is."""
    done = run("hint", *options, text=IMPOSSIBLE)
    (told,) = done.stdout.splitlines()

    assert 3 == done.exit_code
    assert (
        "there is no solution: these 2 clues contradict each other: r1c1=2, r1c9=2"
        == told
    )
    (one,) = schema_told(
        "hint", run("hint", *options, "--json", text=IMPOSSIBLE).stdout
    )
    assert ("none", None, [], ["r1c1", "r1c9"]) == (
        one["status"],
        one["text"],
        one["steps"],
        one["conflict"],
    )


@pytest.mark.parametrize("ending", ["svg", "png"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (MISTAKEN, "r1c6=4 cannot be right\n"),
        (CLASHING, "there is no solution: these 2 clues"),
    ],
)
def test_no_picture(run: Run, tmp_path: Path, text: str, why: str, ending: str) -> None:
    """Why there is none is said, also with --quiet, for it is wrong."""
    pytest.importorskip("PIL", reason="Pillow draws PNG")
    target = tmp_path / f"next.{ending}"
    done = run("hint", "-q", "-o", target, text=text)

    assert (3, "", False) == (done.exit_code, done.stdout, target.exists())
    assert done.stderr.startswith(why)
    assert 1 == done.stderr.count("\n")


def test_mistake_in_pencilmarks(run: Run) -> None:
    """The digits alone are the puzzle where all of it has no solution."""
    wrong = run("hint", "--level", "3", text=MARKED)
    (told,) = schema_told("hint", run("hint", "--json", text=MARKED).stdout)
    clues = run("hint", "--level", "3", "--from-clues", text=MARKED)

    assert (3, "r1c2<>2 cannot be right\n") == (wrong.exit_code, wrong.stdout)
    assert (PROPER, [{"cell": "r1c2", "digit": 2}]) == (
        told["puzzle"],
        told["mistakes"],
    )
    assert (0, "a Naked Single: look at r1c3\n") == (clues.exit_code, clues.stdout)


def test_pencilmarks_without_mistakes(run: Run) -> None:
    """All of them are the puzzle, and the hint goes on from there."""
    right = MARKED.replace("1 34 4", "1 24 4")
    done = run("hint", "--level", "4", text=right)
    clues = run("hint", "--json", "--from-clues", text=right)

    assert (0, "Naked Single: r1c3=4, the only candidate of r1c3\n") == (
        done.exit_code,
        done.stdout,
    )
    assert "puzzle_candidates" in run("hint", "--json", text=right).stdout
    assert "puzzle_candidates" not in clues.stdout


@pytest.mark.parametrize("name", ["next.pdf", "next.html", "next.json", "next.txt.gz"])
def test_unknown_endings(run: Run, tmp_path: Path, name: str) -> None:
    """Are refused, with those that there are; nothing is written."""
    done = run("hint", "-o", tmp_path / name, text=PROPER)

    assert (2, "", False) == (done.exit_code, done.stdout, (tmp_path / name).exists())
    assert "expected .svg, .png, or .txt or none for text" in done.stderr


@pytest.mark.parametrize("name", ["next", "next.txt", "dir.d/next"])
def test_text_endings(run: Run, tmp_path: Path, name: str) -> None:
    """No ending or .txt is text."""
    target = tmp_path / name
    target.parent.mkdir(exist_ok=True)

    assert 0 == run("hint", "-o", target, text=PROPER).exit_code
    assert "an easy step: look at row 1\n" == target.read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--json", "--svg"], "--json and --svg contradict each other"),
        (["--svg", "--level", "2"], "leave out --level"),
        (["--all", "--level", "2"], "leave out --level"),
        (["--all", "--svg"], "a picture is of one step; leave out --all"),
        (["--level", "5"], "--level: 5 is not in the range 1<=x<=4"),
        (["--without", "all"], "no technique is left to use"),
    ],
)
def test_wrong_use(run: Run, options: list[str], message: str) -> None:
    """One message, and 2."""
    done = run("hint", *options, text=PROPER)

    assert (2, 1) == (done.exit_code, done.stderr.count("\n"))
    assert message in done.stderr


def test_one_of_many(run: Run, mixed: Path) -> None:
    """The first, and that is said; or the one that is named."""
    assert "--number K" in run("hint", mixed).stderr
    assert 3 == run("hint", "--number", "3", mixed).exit_code
    assert "there is no puzzle 6" in run("hint", "--number", "6", mixed).stderr


def test_all_steps_have_one_deadline(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first step took is gone for the others."""
    lefts: list[float | None] = []
    times = iter([100.0, 107.0])

    def find(*_: object, timeout: float | None, **__: object) -> list[object]:
        lefts.append(timeout)
        return []

    monkeypatch.setattr("satdoku.explaining.finding.find_steps", find)
    monkeypatch.setattr("satdoku.cli.hint.monotonic", lambda: next(times))
    run("hint", "--all", "--timeout", "10", text=PROPER)

    assert [3.0] == lefts


def test_time_over(run: Run) -> None:
    """Ends with 4, also in the middle of all steps."""
    done = run("hint", "--timeout", "0.000000001", text=PROPER)

    assert (4, "", "satdoku: stopped: <stdin>:1: out of time\n") == (
        done.exit_code,
        done.stdout,
        done.stderr,
    )


def test_verbose_and_quiet(run: Run) -> None:
    """How the puzzle was understood; or no remark at all."""
    assert "<stdin>:1" in run("hint", "-v", text=PROPER).stderr
    assert "" == run("hint", "-q", text="." * 16).stderr
