"""`satdoku explain`."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from satdoku.explaining.step_checker import StepChecker
from tests.unit.cli.schemas import told

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
CLASHING = "11.............."
DEAD_END = "12.3..4........."
IMPOSSIBLE = (
    "208001000050000000064030000080002090501040000030009460900800630000054008005690020"
)
HARD = (
    "000030086000020040090078520371856294900142375400397618200703859039205467700904132"
)
POSITION = (
    ":0803:14:6..+9+5..7...+9.2.....58.+31...+1+64+3+8+9+7+52...1+7+59+46597+24+6..8"
    "92+54+1+76+8+3...5+6+2.....68+93...::417 427 437 489 499::"
)


def steps(text: str) -> list[str]:
    """Return the sentences of an explanation."""
    return re.findall(r"^ +\d+  (\w.*: .*)$", text, re.MULTILINE)


def fact(text: str, heading: str) -> str:
    """Return what is said under a heading."""
    found = re.search(rf"^  {heading} +(.*)$", text, re.MULTILINE)
    assert found, heading
    return str(found[1])


def test_path(run: Run) -> None:
    """Every step, the facts, the solution."""
    done = run("explain", text=PROPER)

    assert (0, "") == (done.exit_code, done.stderr)
    assert 12 == len(steps(done.stdout))
    assert "Naked Single: r1c3=4, the only candidate of r1c3" == steps(done.stdout)[0]
    assert "solved by techniques alone" == fact(done.stdout, "ended")
    assert "48 (HoDoKu 2.2.0)" == fact(done.stdout, "score")
    assert done.stdout.endswith(
        "    12|43\n    34|21\n    --+--\n    21|34\n    43|12\n"
    )


def test_several_puzzles(run: Run, mixed: Path) -> None:
    """Each in turn; what is wrong with others is told, and counted."""
    done = run("explain", mixed)

    assert 2 == done.exit_code
    assert f"{mixed}:1\n" in done.stdout
    assert 2 == done.stdout.count("solved by techniques alone")
    assert 1 == done.stdout.count("it has several solutions")
    assert "there is no solution" in done.stdout
    assert "2 explained, 2 not proper, 1 refused" in done.stderr
    assert "" == run("explain", "-q", text=PROPER).stderr


@pytest.mark.parametrize("text", [SEVERAL, CLASHING, DEAD_END, "11" + "0" * 14])
def test_improper(run: Run, text: str) -> None:
    """What is not proper ends with 3; without a solution the clues are named."""
    done = run("explain", text=text)

    assert 3 == done.exit_code
    assert ("contradict each other" in done.stdout) == (text != SEVERAL)


def test_no_solution_comes_first(run: Run) -> None:
    """Before any step that follows from clues that contradict each other."""
    done = run("explain", text=IMPOSSIBLE)
    lines = done.stdout.splitlines()

    assert 3 == done.exit_code
    assert lines[1].startswith("  proper      no: there is no solution; the steps")
    assert "clues contradict each other" in lines[2]
    assert lines[3].startswith("    1  ")
    assert 1 < len(steps(done.stdout))


def test_mistake_in_pencilmarks(run: Run) -> None:
    """The digits alone are the puzzle where all of it has no solution."""
    marks = "1 34 4 34\n3 34 2 134\n2 12 3 124\n4 123 1 12\n"
    done = run("explain", text=marks)
    clues = run("explain", "--from-clues", text=marks)

    assert 3 == done.exit_code
    assert "r1c2<>2 cannot be right" == fact(done.stdout, "mistakes")
    assert "1 candidate removed" in fact(done.stdout, "from")
    assert (0, 12) == (clues.exit_code, len(steps(clues.stdout)))


def test_pencilmarks_that_leave_too_much(run: Run) -> None:
    """Digits with several solutions are no puzzle: the pencilmarks stay part of it."""
    done = run("explain", "--json", text="1 34 34 34\n" + "1234 1234 1234 1234\n" * 3)
    (one,) = told("explain", done.stdout)

    assert (3, "none", []) == (done.exit_code, one["status"], one["mistakes"])


def test_letters_are_told(run: Run) -> None:
    """Which numbers they are, where the grid has any."""
    digits = "123456789ABCDEFG"
    text = "".join(
        "." if (row + column) % 7 == 0 else digits[(4 * row + row // 4 + column) % 16]
        for row in range(16)
        for column in range(16)
    )
    large = run("explain", text=text)

    assert "A is 10, B 11, and so on to G 16 in the grid" == fact(
        large.stdout, "digits"
    )
    assert "  digits" not in run("explain", text=PROPER).stdout


def test_what_is_no_technique_is_counted_in_json(run: Run) -> None:
    """By its kind, beside the techniques."""
    done = run("explain", "--json", "--only", "x-wing", text=PROPER)
    (one,) = told("explain", done.stdout)
    counted = {each["kind"]: each["count"] for each in one["beyond"]}

    assert counted == Counter(step["kind"] for step in one["steps"])
    assert "search" in counted
    assert [] == one["techniques"]


def test_choice_of_techniques(run: Run) -> None:
    """--only, --without and --with take names, families and levels."""
    only = run("explain", "--only", "hidden-single", text=PROPER).stdout
    without = run("explain", "--without", "naked-single,full-house", text=PROPER).stdout
    more = run(
        "explain", "--only", "full-house", "--with", "hidden-single", text=PROPER
    ).stdout

    assert "12 Hidden Single" == fact(only, "techniques") == fact(without, "techniques")
    assert "Full House" in fact(more, "techniques")
    assert "12 Naked Single" == fact(
        run("explain", "--only", "easy", "--without", "full-house,hidden-single",
            text=PROPER).stdout,
        "techniques",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--with", "x-wnig"], "--with: no technique or family 'x-wnig'; did you mean"),
        (["--only", "fish", "--without", "fish"], "no technique is left to use"),
        (["--until", "nothing"], "--until: 'nothing' is no cell (r4c5), level"),
        (["--until", "0"], "--until: '0' is no cell"),
        (["--json", "--html"], "--json and --html contradict each other"),
        (["--svg", "-o", "a.html"], "-o: a.html would not be svg"),
        (["--timeout", "0"], "is not a number of seconds above 0"),
        (["--html", "a.txt", "b.txt"], "a page or a picture is of one FILE"),
        (["--number", "1", "a.txt", "b.txt"], "--number is of one FILE"),
        (["--number", "2"], "there is no puzzle 2; expected 1"),
    ],
)
def test_wrong_use(run: Run, options: list[str], message: str) -> None:
    """One message, and 2."""
    done = run("explain", *options, text=PROPER)

    assert (2, 1, "") == (done.exit_code, done.stderr.count("\n"), done.stdout)
    assert message in done.stderr


@pytest.mark.parametrize(
    ("end", "count", "where"),
    [
        ("r1c3", 1, "at r1c3"),
        ("R4C4", None, "at r4c4"),
        ("4", 4, "after 4 steps"),
        ("1", 1, "after 1 step"),
        ("easy", 1, "at the first easy step"),
        ("singles", 1, "at the first step of singles"),
    ],
)
def test_until(run: Run, end: str, count: int | None, where: str) -> None:
    """The last step is the one that was named."""
    done = run("explain", "--until", end, text=PROPER)
    told = steps(done.stdout)

    assert 0 == done.exit_code
    assert f"as asked, {where}" == fact(done.stdout, "ended")
    if count is None:
        assert "r4c4=2" in told[-1]
        assert not [step for step in told[:-1] if "r4c4" in step]
    else:
        assert count == len(told)


def test_until_a_technique(run: Run) -> None:
    """The first of it, of its family or its level; if there is none, that is said."""
    for end in ("w-wing", "wings", "hard"):
        done = run("explain", "--until", end, text=POSITION)

        assert ["W-Wing"] == [step.partition(":")[0] for step in steps(done.stdout)]
    for end in ("fish", "99"):
        none = run("explain", "--until", end, text=PROPER)
        said = f"solved by techniques alone (it did not come to --until {end})"

        assert said == fact(none.stdout, "ended")


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ("r5c1", "--until: there is no r5c1 in a grid of 4x4"),
        ("r1c1", "--until: r1c1 holds 1 from the start"),
    ],
)
def test_until_no_cell(run: Run, end: str, message: str) -> None:
    """A cell that is not there, or filled, is told of each puzzle."""
    done = run("explain", "--until", end, text=PROPER)

    assert (2, "") == (done.exit_code, done.stdout)
    assert f"satdoku: error: <stdin>:1: {message}" in done.stderr


def test_where_techniques_end(run: Run) -> None:
    """It goes on with trials or clashes, then by search; or ends there."""
    done = run("explain", "--only", "easy", text=HARD)
    ended = run("explain", "--only", "easy", "--no-search", text=HARD)
    search = run("explain", "--only", "x-wing", text=PROPER)

    clash = run("explain", "--only", "naked-single", text=HARD)

    assert 9 == sum(step.startswith("Trial: ") for step in steps(done.stdout))
    assert 2 == sum(step.startswith("Clash: ") for step in steps(clash.stdout))
    assert "Extreme" == fact(done.stdout, "level")
    assert "no technique leads on" in fact(ended.stdout, "ended")
    assert steps(search.stdout)[-1].startswith("Search: ")


def test_position(run: Run) -> None:
    """It starts where the source says, and tells so; or with the clues."""
    done = run("explain", text=POSITION)
    clues = run("explain", "--from-clues", text=POSITION)

    assert "24 digits placed" in fact(done.stdout, "from")
    assert steps(done.stdout)[0].startswith("W-Wing: ")
    assert "  from " not in clues.stdout
    assert "Naked Single: r7c6=7" in steps(clues.stdout)[0]


def test_mistakes(run: Run) -> None:
    """They are told, and nothing is built on them."""
    done = run("explain", text=POSITION.replace("+9+5..7", "+9+5+4.7"))

    assert 3 == done.exit_code
    assert "r1c6=4 cannot be right" == fact(done.stdout, "mistakes")
    assert [] == steps(done.stdout)


@pytest.mark.parametrize(
    ("puzzle", "state", "said"),
    [
        ("1" + "0" * 15, DEAD_END, "r1c2=2, r2c3=4 cannot all be right"),
        ("1" + "0" * 15, "1243342121344313", "cannot all be right"),
        (PROPER, "1.....2...3.4..1", "r4c4=1 cannot be right"),
    ],
)
def test_contradictory_positions(run: Run, puzzle: str, state: str, said: str) -> None:
    """Also of a puzzle with several solutions it is told what cannot be."""
    text = json.dumps({"schema": 1, "puzzle": puzzle, "state": {"grid": state}})
    done = run("explain", text=text)

    assert 3 == done.exit_code
    assert said in fact(done.stdout, "mistakes")
    assert [] == steps(done.stdout)


def test_position_of_another_puzzle(run: Run) -> None:
    """Is bad input, and told by place."""
    state = {"grid": "2.....2...3.4..."}
    text = json.dumps({"schema": 1, "puzzle": PROPER, "state": state})
    for command in ("explain", "hint"):
        done = run(command, text=text)

        assert (2, "") == (done.exit_code, done.stdout)
        assert "<stdin>:1: the position has no 1 in r1c1" in done.stderr


def test_verify(run: Run) -> None:
    """Every step is checked, and that is said."""
    done = run("explain", "--verify", text=PROPER)

    assert "each of the 12 steps by SAT" == fact(done.stdout, "verified")


def test_verify_refutes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that does not follow is an internal error."""

    def unproved(*_: object) -> tuple[tuple[int, int], ...]:
        return ((0, 1),)

    monkeypatch.setattr(StepChecker, "unproved", unproved)
    done = run("explain", "--verify", text=PROPER)

    assert (1, "") == (done.exit_code, done.stdout)
    assert "this does not follow: Naked Single: r1c3=4" in done.stderr


def test_time_over(run: Run) -> None:
    """Is told by place, and ends with 4; the next puzzle is explained."""
    done = run("explain", "--timeout", "0.000000001", text=f"{PROPER}\n{PROPER}\n")

    assert (4, "") == (done.exit_code, done.stdout)
    assert "satdoku: <stdin>:1: out of time" in done.stderr
    assert "2 not done in time" in done.stderr


@pytest.mark.parametrize("kind", ["text", "json"])
def test_time_over_on_the_way(
    run: Run, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The steps found by then are told, and that the time was over."""
    times = iter([0.0] * 20)
    monkeypatch.setattr("satdoku.deduce.deadline.monotonic", lambda: next(times, 1e12))
    flags = ["--json"] if kind == "json" else []
    done = run("explain", "--timeout", "1000", *flags, text=HARD)

    assert 4 == done.exit_code
    assert "satdoku: <stdin>:1: out of time\n" == done.stderr
    if kind == "json":
        answer = json.loads(done.stdout)
        assert "timeout" == answer["end"]
        assert answer["steps"]
    else:
        assert steps(done.stdout)
        assert "ended       out of time; " in done.stdout


def test_json(run: Run) -> None:
    """An object a puzzle, a line each; what could not be read keeps its place."""
    done = run("explain", "--json", "-q", text=f"{PROPER}\n1234\n{SEVERAL}\n")
    first, second, third = map(json.loads, done.stdout.splitlines())

    assert ("solved", 12, SOLVED) == (
        first["end"],
        len(first["steps"]),
        first["solution"],
    )
    assert [{"cell": "r1c3", "digit": 4}] == first["steps"][0]["places"]
    assert "unreadable" == second["status"]
    assert ("several", None) == (third["end"], third["solution"])


def test_verbose(run: Run) -> None:
    """Says how the puzzle was understood."""
    assert "<stdin>:1" in run("explain", "-v", text=PROPER).stderr


def test_other_sizes(run: Run) -> None:
    """A puzzle of 6x6 is solved in digits up to 6."""
    done = run("explain", text=".12.4..........6..4...2.5..3.6.3....")

    assert 0 == done.exit_code
    assert "solved by techniques alone" == fact(done.stdout, "ended")
    assert {"1", "2", "3", "4", "5", "6"} == set(re.findall(r"c\d=(\d)", done.stdout))
