"""`satdoku solve`: what it prints, says and returns."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

import satdoku
from satdoku.errors import InputError
from satdoku.formats import Entry, scan
from satdoku.formats.register import find, written_texts
from satdoku.grid import Grid

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
BOTH = {"1342421324313124", "1423324141322314"}
CLASHING = "11.............."
DEAD_END = "12.3..4........."
NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def test_one_puzzle_is_drawn(run: Run, puzzle: Path) -> None:
    """One puzzle gives one grid on standard output, and the remark beside it."""
    done = run("solve", puzzle)

    assert "12|43\n34|21\n--+--\n21|34\n43|12\n" == done.stdout
    assert "This is the only solution.\n" == done.stderr
    assert 0 == done.exit_code


def test_quiet_keeps_remarks_back(run: Run, puzzle: Path, mixed: Path) -> None:
    """With -q only what is wrong is said."""
    assert "" == run("solve", "-q", puzzle).stderr
    said = run("solve", "-q", mixed).stderr.splitlines()

    assert 2 == len(said)
    assert "no solution" in said[0]
    assert "error" in said[1]


def test_output_is_input(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """What is printed can be read in again, and is told to be complete."""
    solved = tmp_path / "solved.txt"
    solved.write_text(run("solve", puzzle).stdout)
    again = run("solve", solved)

    assert solved.read_text() == again.stdout
    assert "The grid was complete already, and obeys every rule.\n" == again.stderr


def test_many_puzzles_keep_their_places(run: Run, mixed: Path) -> None:
    """Line n answers puzzle n, also where there is no answer."""
    done = run("solve", mixed)
    lines = done.stdout.splitlines()

    assert 5 == len(lines)
    assert [SOLVED, SOLVED] == [lines[0], lines[4]]
    assert lines[1] in BOTH
    assert lines[2].startswith(f"# none: {mixed}:3: r1c1 and r1c2 are both 1")
    assert lines[3].startswith(f"# unreadable: {mixed}:4: 4 cells")
    assert 2 == done.exit_code
    assert "2 with one solution, 1 with more than one, 1 without" in done.stderr


@pytest.mark.parametrize("to", [n for n in written_texts() if not find(n).single])
@pytest.mark.parametrize("option", [(), ("--all",)])
def test_what_has_no_solution_breaks_no_format(
    run: Run, tmp_path: Path, to: str, option: tuple[str, ...]
) -> None:
    """Also where there are no comments, what is written is read back."""
    several = tmp_path / "several.sdm"
    several.write_text(f"{NINE}\n11{'.' * 79}\n{NINE}\n")
    done = run("solve", several, "--to", to, *option)
    read = list(scan(io.StringIO(done.stdout), format=to))
    solved = [e for e in read if isinstance(e, Entry)]

    assert len(solved) == len(read)
    if to in ("csv", "json"):  # a record each, which keeps the place
        assert 3 == len(read)
        assert solved.pop(1).extras.solution is None
        assert all(e.extras.solution is not None for e in solved)
    else:
        assert all(e.grid.is_complete for e in solved)
    assert 2 == len(solved)
    assert f"{several}:2: no solution" in done.stderr
    assert 3 == done.exit_code


@pytest.mark.parametrize("to", ["line", "grid", "rows", "numbers", "euler"])
def test_stream_is_read_again(run: Run, mixed: Path, to: str) -> None:
    """In every format the answers to many puzzles, places included, are input."""
    done = run("solve", mixed, "--to", to)
    read = list(scan(io.StringIO(done.stdout)))

    assert 3 == len(read)
    for entry, text in zip(read, (PROPER, SEVERAL, PROPER), strict=True):
        assert not isinstance(entry, InputError)
        assert entry.grid.solves(Grid.parse(text))


@pytest.mark.parametrize("to", ["line", "grid", "rows", "numbers", "euler"])
def test_all_of_many_is_read_again(run: Run, mixed: Path, to: str) -> None:
    """The same where every solution is printed below its puzzle's name."""
    done = run("solve", mixed, "--all", "--to", to)
    read = list(scan(io.StringIO(done.stdout)))

    assert 4 == len(read)
    assert not [error for error in read if isinstance(error, InputError)]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (CLASHING, 3, "r1c1 and r1c2 are both 1 in row 1"),
        (DEAD_END, 3, "r1c3 has no candidate"),
        (SEVERAL, 0, "one solution of several"),
        ("12", 2, "no puzzle recognised"),
        ("", 2, "no puzzle found"),
    ],
)
def test_exit_code_of_one(run: Run, text: str, code: int, said: str) -> None:
    """A single puzzle without a sure answer is told with its reason."""
    done = run("solve", "-", text=text)

    assert code == done.exit_code
    assert said in done.stderr
    assert (code == 0) == bool(done.stdout)


def test_unique(run: Run) -> None:
    """With --unique, several solutions are a fault, and where they differ is said."""
    done = run("solve", "--unique", text=SEVERAL)

    assert 3 == done.exit_code
    said = done.stderr.replace("4 or 3", "3 or 4")
    assert "more than one solution: r1c2 can be 3 or 4" in said
    assert 0 == run("solve", "--unique", text=PROPER).exit_code


def test_all(run: Run) -> None:
    """With --all every solution comes, each once."""
    done = run("solve", "--all", "--to", "line", text=SEVERAL)

    assert BOTH == set(done.stdout.split())
    assert "These are all 2 solutions.\n" == done.stderr
    assert 3 == run("solve", "--all", "--unique", text=SEVERAL).exit_code
    assert 3 == run("solve", "--all", text=CLASHING).exit_code


def test_limit(run: Run) -> None:
    """With --limit no more than that many come, out of however many there are."""
    done = run("solve", "--limit", "3", "--to", "line", text="." * 81)
    lines = done.stdout.split()

    assert 3 == len(set(lines)) == len(lines)
    assert all(Grid.parse(line).solves(Grid.parse("." * 81)) for line in lines)
    assert "there may be more" in done.stderr
    assert 0 == done.exit_code


def test_strict(run: Run, mixed: Path) -> None:
    """With --strict the first unreadable puzzle ends the run."""
    done = run("solve", "--strict", mixed)

    assert 2 == done.exit_code
    assert 3 == len(done.stdout.splitlines())
    assert f"{mixed}:4: 4 cells" in done.stderr


def test_json(run: Run, mixed: Path) -> None:
    """Each puzzle is one JSON object, with the keys that the help tells."""
    done = run("solve", "--json", mixed)
    told = [json.loads(line) for line in done.stdout.splitlines()]

    assert ["unique", "several", "none", "unreadable", "unique"] == [
        each["status"] for each in told
    ]
    assert [True, False, False, None, True] == [each.get("unique") for each in told]
    assert {1} == {each["schema"] for each in told}
    assert [1, 2, 3, 4, 5] == [each["line"] for each in told]
    assert (PROPER, SOLVED, [SOLVED]) == (
        told[0]["puzzle"].replace("0", "."),
        told[0]["solution"],
        told[0]["solutions"],
    )
    assert set(told[1]["solutions"]) == BOTH
    assert ["r1c1", "r1c2"] == told[2]["clashes"][0]["cells"]
    assert "4 cells" in told[3]["error"]
    shown = run("solve", "--help").stdout
    assert [] == [key for each in told for key in each if key not in shown]


def test_json_of_all(run: Run) -> None:
    """With --all the object holds every solution."""
    (line,) = run("solve", "--json", "--all", text=SEVERAL).stdout.splitlines()
    told = json.loads(line)

    assert BOTH == set(told["solutions"])
    assert told["solutions"][0] == told["solution"]


def test_sat_format(run: Run) -> None:
    """--format sat speaks as solvers do: one s line, v lines, 10 or 20."""
    done = run("solve", "--format", "sat", text=PROPER)
    lines = done.stdout.splitlines()
    words = " ".join(line[2:] for line in lines if line.startswith("v ")).split()
    true = [int(word) for word in words if int(word) > 0]

    assert 10 == done.exit_code
    assert ["s SATISFIABLE"] == [line for line in lines if line.startswith("s ")]
    assert all(line[:2] in ("c ", "s ", "v ") for line in lines)
    assert max(map(len, lines)) <= 4096
    assert ("0", 65) == (words[-1], len(words))
    assert SOLVED == "".join(str((variable - 1) % 4 + 1) for variable in true)
    refuted = run("solve", "--to", "sat", text=CLASHING)
    assert 20 == refuted.exit_code
    assert "s UNSATISFIABLE" in refuted.stdout.splitlines()
    assert 2 == run("solve", "--to", "sat", text="12").exit_code


@pytest.mark.parametrize(
    "arguments",
    [
        ["--timeout", "0"],
        ["--timeout", "nan"],
        ["--timeout", "soon"],
        ["--limit", "0"],
        ["--max-clauses", "-1"],
        ["--engine", "abacus"],
        ["--encoding", "morse"],
        ["--to", "pdf"],
        ["--from", "pdf"],
        ["--box", "3"],
        ["--symbols", "roman"],
        ["--json", "--to", "line"],
        ["--to", "sat", "--all"],
    ],
)
def test_wrong_use(run: Run, arguments: list[str]) -> None:
    """Options that make no sense are refused before anything is read or written."""
    done = run("solve", *arguments, text=PROPER)

    assert 2 == done.exit_code
    assert "" == done.stdout
    assert arguments[-1] in done.stderr or arguments[0] in done.stderr


def test_sat_format_of_many(run: Run, mixed: Path) -> None:
    """The solvers' convention tells of one formula, so many puzzles are refused."""
    done = run("solve", "--to", "sat", mixed)

    assert (2, "") == (done.exit_code, done.stdout)
    assert "one puzzle" in done.stderr


def test_too_many_clauses(run: Run) -> None:
    """A formula beyond --max-clauses is refused; the stream goes on."""
    asked = ("--engine", "dpll", "--max-clauses", "10")
    done = run("solve", *asked, text=f"{'.' * 16}\n{PROPER}\n")

    assert 2 == done.exit_code
    assert "--max-clauses" in done.stderr
    assert SOLVED == done.stdout.splitlines()[1]


def test_stats(run: Run) -> None:
    """--stats tells engine, encoding and time on standard error alone."""
    plain = run("solve", "--to", "line", text=SEVERAL)
    done = run(
        *("solve", "--to", "line", "--stats", "--engine", "dpll"),
        *("--encoding", "minimal"),
        text=SEVERAL,
    )

    assert len(plain.stdout) == len(done.stdout)
    for word in ("dpll", "minimal", "decisions", "propagations", "conflicts", "depth"):
        assert word in done.stderr
    every = run("solve", "--all", "--stats", "--engine", "dpll", text=SEVERAL)
    assert "decisions" in every.stderr


def test_engine_and_encoding_are_used(run: Run) -> None:
    """What is asked for is what searches."""
    done = run(
        *("solve", "--json", "--engine", "minisat22", "--encoding", "triad"),
        text=SEVERAL,
    )
    told = json.loads(done.stdout)

    assert ("minisat22", "triad") == (told["engine"], told["encoding"])


def test_box_and_column(run: Run) -> None:
    """--box and --column reach the reader."""
    grid = "1234563456125612342341654652316135264"[:36]
    rows = "\n".join(grid[i : i + 6] for i in range(0, 36, 6))
    tall = run("solve", "--box", "3x2", text="123456\n" + "......\n" * 5)
    assert "|" in tall.stdout
    assert "12|34|56" == tall.stdout.splitlines()[0]
    table = f"a,b\n{SEVERAL},{PROPER}\n"
    assert (
        f"{SOLVED}\n"
        == run("solve", "--column", "b", "--to", "line", text=table).stdout
    )
    assert rows.count("\n") == 5


def test_help_names_every_status(run: Run) -> None:
    """The help tells every status that --json may have."""
    shown = run("solve", "--help").stdout

    assert [] == [status for status in satdoku.Status if status not in shown]
