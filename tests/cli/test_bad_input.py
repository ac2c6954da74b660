"""Bad input, a table: what users expect, and other programs get wrong.

The rows 1 to 58 are those of the design.  Each input is solved; refused input has the
code 2, no output, and one short printable line that names the place.
"""

import csv
import gzip
import json
import os
import pickle
import re
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import satdoku
from tests.cli.many import CLUES, SOLUTION
from tests.cli.samples import CONFLICT
from tests.conftest import HOME, ROOT, places

ROWS = [CLUES[at : at + 9] for at in range(0, 81, 9)]
TEXT = "\n".join(ROWS) + "\n"
NUMBERS = "\n".join(" ".join(row) for row in ROWS) + "\n"
SQUARE = [["."] * 16 for _ in range(16)]
FROM_ZERO = "\n".join(
    " ".join(
        str((4 * row + row // 4 + column) % 16) if (row + column) % 3 else "."
        for column in range(16)
    )
    for row in range(16)
)
LARGE = "\n".join([" ".join(["256", *["..."] * 255]), *[" ".join(["..."] * 256)] * 255])
BOXES = "┌───┬───┐\n│1 .│3 4│\n│3 4│. 2│\n├───┼───┤\n│. 1│4 3│\n│4 3│2 1│\n└───┴───┘\n"
with (ROOT / "tests" / "fixtures" / "sudopedia.csv").open() as table:
    SUDOPEDIA = {row["name"]: row["puzzle"] for row in csv.DictReader(table)}


def joined(row, column, value):
    """Return an empty board of 16×16 in numbers, with one value."""
    board = [[*each] for each in SQUARE]
    board[row][column] = value
    return "\n".join(" ".join(each) for each in board)


def packed(text):
    return gzip.compress(text.encode(), mtime=0)


REFUSED = [  # row, input, options, place, words of the message
    *((row, text, (), "<stdin>", ()) for row, text in ((1, ""), (1, "# x\n"))),
    *((2, text, (), "<stdin>", ()) for text in (" ", "\n", " \n\n\t\n", "\r\n" * 100)),
    (3, CLUES[:-1], (), "<stdin>:1", ("80", "81")),
    (3, CLUES[1:], (), "<stdin>:1", ("80", "81")),
    (4, f"{CLUES}5", (), "<stdin>:1", ("82", "81")),
    (4, f"5{CLUES}", (), "<stdin>:1", ("82", "81")),
    (5, TEXT.replace("6..195", "6.a195"), (), "<stdin>:2: r2c3", ("'a'", "1-9")),
    (5, CLUES.replace("6..195", "6.a195"), (), "<stdin>:1:12: r2c3", ("'a'",)),
    *(
        (6, NUMBERS.replace("1 9 5", f"{x} 9 5"), (), "<stdin>:2: r2c4", (f"'{x}'",))
        for x in ("-1", "+1", "-9")
    ),
    (18, TEXT.encode("utf-16-le"), (), "<stdin>:1", ("NUL", "UTF-16")),
    *(
        (19, CLUES.replace("6", x, 1), (), "<stdin>:1:10: r2c1", (x, "ASCII"))
        for x in ("\u0666", "\uff16", "\u09ec", "\u516d", "\U0001d7d6")
    ),
    (19, TEXT.replace("6", "\u0666", 1), (), "<stdin>:2: r2c1", ("\u0666",)),
    (19, NUMBERS.replace("6", "\u0666", 1), (), "<stdin>:2: r2c1", ("\u0666",)),
    (20, CLUES.replace("5", "\u2075", 1), (), "<stdin>:1:1: r1c1", ("\u2075",)),
    (20, CLUES.replace("6", "\u2465", 1), (), "<stdin>:1:10: r2c1", ("\u2465",)),
    (21, CLUES[:30].encode() + b"\0" + CLUES[31:].encode(), (), "<stdin>:1", ("NUL",)),
    (22, bytes(range(256)) * 4, (), "<stdin>:1", ("NUL",)),
    (22, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(30), (), "<stdin>", ("PNG",)),
    (22, b"PK\x03\x04" + bytes(40), (), "<stdin>", ("zip",)),
    (22, b"\xff\xfe\xfa" + CLUES.encode(), (), "<stdin>:1", ()),
    (22, CLUES[:40].encode() + b"\xb7" + CLUES[41:].encode(), (), None, ("'·'",)),
    (22, packed(TEXT)[:-60], (), "<stdin>", ("gzip",)),
    (24, CLUES.replace(".", "*", 5).replace(".", "_", 5), (), None, ("'.'",)),
    (25, "\n".join(x.replace(".", " ").rstrip() for x in ROWS), (), None, ()),
    *(
        (29, "\n".join([*ROWS[: at - 1], ROWS[at - 1][:-1], *ROWS[at:]]), (), *where)
        for at in (1, 5, 9)
        for where in [(f"<stdin>:{at}", (f"row {at}", "8", "9"))]
    ),
    (30, "1" * 10_000_000, (), "<stdin>:1", ("4,194,304",)),
    (32, CLUES * 3, (), "<stdin>:1", ("243", "81")),
    (33, "G" + "." * 20 + "0" + "." * 234, (), None, ("1-9A-Z", "0-9A-Z")),
    (33, "G" + "." * 255, ("--symbols", "0-9A-Z"), "<stdin>:1:1: r1c1", ("'G'",)),
    (34, LARGE, (), None, ("256x256", "225x225")),
    (35, "\n".join(["." * 7] * 7), (), None, ("7x7", "--box 1x7")),
    (36, joined(3, 4, "17"), (), "<stdin>:4: r4c5", ("17", "16x16")),
    (36, FROM_ZERO, (), None, ("0",)),
    (37, "", ("/dev/zero",), "/dev/zero:1", ("NUL",)),
    (47, "board", (), "<stdin>:1", ("killer",)),
    (50, NUMBERS.replace("5", "9" * 5000, 1), (), "<stdin>:1: r1c1", ()),
    (50, '{"puzzle": [' + "9" * 5000 + "]}", (), "<stdin>:1", ()),
    *(
        (51, f"puzzle\n{x}\n", (), "<stdin>:2", ())
        for x in ("5.3007E+80", "5.3007e80", "53007000.0")
    ),
]
UNDERSTOOD = [  # row, input, options
    (15, TEXT.replace("\n", "\r\n"), ()),
    (16, TEXT.replace("\n", "\r"), ()),
    (16, TEXT.replace("\n", "\r", 4), ()),
    (17, b"\xef\xbb\xbf" + TEXT.encode(), ()),
    (17, b"\xef\xbb\xbf" + CLUES.encode(), ()),
    (18, TEXT.encode("utf-16"), ()),
    (18, TEXT.replace("\n", "\r\n").encode("utf-16"), ()),
    (18, b"\xfe\xff" + TEXT.encode("utf-16-be"), ()),
    (18, TEXT.encode("utf-32"), ()),
    (22, packed(TEXT), ()),
    (23, TEXT.rstrip("\n"), ()),
    (24, CLUES.replace(".", "0", 9), ()),
    (24, CLUES.replace(".", "*"), ()),
    (25, TEXT.replace(".", " "), ()),
    (27, f"Grid 01\n{TEXT}", ()),
    (28, f"quizzes,solutions\n{CLUES.replace('.', '0')},{SOLUTION}\n", ()),
]
ELSEWHERE = {
    7: "../core/test_puzzle.py: test_clashes",
    8: "../checks/test_contradictions.py: test_published_cases",
    12: "../core/test_engines.py: test_sudopedia",
    38: "test_terminal.py: test_typing",
    39: "test_processes.py: test_the_first_line_alone",
    40: "test_processes.py: test_an_endless_search",
    41: "test_solve.py: test_out_of_time",
    42: "test_output.py: test_files_appear_and_stay",
    43: "test_output.py: test_inputs_are_never_written",
    44: "../cnf/test_dimacs_fixtures.py: test_command",
    53: "test_show.py: test_title",
    54: "../core/test_reading.py: test_arrays",
    55: "../core/test_reading.py: test_what_holds_no_grid",
    57: "test_processes.py: test_locales",
    58: "test_terminal.py: test_colours_are_switched_off",
}


def ids(cases):
    return [f"row {case[0]}, {at}" for at, case in enumerate(cases)]


def refuse(run, text, *options):
    """Return why an input is refused: in one short line that is safe to show."""
    done = run("solve", "-q", *options, text=text, code=2)
    line = done.stderr.removesuffix("\n")
    assert done.stdout == ""
    assert line.startswith("satdoku: error: ")
    assert line.isprintable()
    assert len(line) < 400
    return line


def link(board):
    """Return a link to a board, packed as others do."""
    lzstring = pytest.importorskip("lzstring", reason="lzstring is not installed")
    return (
        f"https://f-puzzles.com/?load={lzstring.LZString().compressToBase64(board)}\n"
    )


@pytest.mark.parametrize("case", REFUSED, ids=ids(REFUSED))
def test_refused(run, case):
    row, text, options, place, words = case
    if text == "board":
        cages = {"size": 9, "grid": [[{}] * 9] * 9, "killerring": [{"cells": ["R1C1"]}]}
        text = link(json.dumps(cages))
    if row == 37 and not Path("/dev/zero").exists():
        pytest.skip("this system has no /dev/zero")
    line = refuse(run, text, *options)
    if place:
        assert line.removeprefix("satdoku: error: ").startswith(f"{place}: ") or (
            places(line) == [place]
            or re.sub(r":\d+(: r\d+c\d+: )", r"\1", line).startswith(
                f"satdoku: error: {place}: "
            )
        )
    for word in words:
        assert word in line


@pytest.mark.parametrize("case", UNDERSTOOD, ids=ids(UNDERSTOOD))
def test_understood(run, case):
    _, text, options = case
    done = run("solve", "--to", "line", *options, text=text, code=0)
    assert done.stdout == f"{SOLUTION}\n"


def test_every_row_is_here():
    """In a table, in a test named after it, or in another file."""
    covered = {case[0] for case in (*REFUSED, *UNDERSTOOD)} | {*ELSEWHERE}
    for name in globals():
        if found := re.fullmatch(r"test_row_(\d+)(?:_to_(\d+))?_\w+", name):
            covered |= {*range(int(found[1]), int(found[2] or found[1]) + 1)}
    assert covered == {*range(1, 59)}
    for place in ELSEWHERE.values():
        file, name = place.split(": ")
        assert f"def {name}(" in (Path(__file__).parent / file).read_text("utf-8")


def test_row_9_to_11_hard_and_complete(run):
    assert run("solve", text=CONFLICT, code=3).stdout == ""
    assert run("solve", "--to", "line", text=SOLUTION, code=0).stdout == f"{SOLUTION}\n"
    wrong = SOLUTION.replace("534", "543", 1)
    error = run("solve", text=wrong, code=3).stderr
    assert "r1c2" in error
    assert "r9c2" in error


def test_row_13_to_14_next_to_no_clues(run):
    few = SUDOPEDIA["insufficient givens (16)"]
    for puzzle in ("." * 81, "." * 40 + "1" + "." * 40, few):
        done = run("count", "--limit", "500", text=puzzle, code=4)
        assert done.stdout == "more than 500\n"
        run("solve", text=puzzle, code=0)
    lines = run("solve", "--limit", "1000", "--to", "line", text="." * 81, code=0)
    assert len({*lines.stdout.split()}) == 1000


@pytest.mark.nightly
@pytest.mark.parametrize(
    "command", [("solve", "--all", "--to", "line"), ("convert", "--to", "rows")]
)
def test_row_14_to_31_endless_in_flat_memory(program, command):
    """Solutions, or puzzles, come for as long as somebody reads them."""
    process = program(*command, "-")
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        pytest.skip("this system does not tell the memory of a process")
    stop = threading.Event()

    def feed():
        with suppress(OSError):  # the other end is closed
            while command[0] == "convert" and not stop.is_set():
                process.stdin.write(f"{CLUES}\n".encode() * 100)

    if command[0] == "solve":
        process.stdin.write(b"." * 81)
        process.stdin.close()
    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()

    def resident(lines):
        for _ in range(lines):
            assert process.stdout.readline()
        return int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1])

    growth = -resident(40_000) + resident(80_000)
    stop.set()
    process.kill()
    feeder.join(10)
    with suppress(OSError), process:
        pass  # closes its pipes
    assert growth < 12 << 10


def test_row_26_to_28_layouts(run):
    assert (
        run("solve", "--to", "line", text=BOXES, code=0).stdout == "1234341221434321\n"
    )
    table = f"quizzes,solutions\n{CLUES.replace('.', '0')},{SOLUTION}\n"
    wrong = table.replace(SOLUTION, SOLUTION[::-1])
    run("check", "-q", "--solutions", text=table, code=0)
    run("check", "-q", "--solutions", text=wrong, code=3)


def test_row_32_to_35_sizes_that_are_asked_for(run):
    for text, options, size in (
        ("." * 256, (), 256),
        ("G" + "." * 20 + "0" + "." * 234, ("--symbols", "1-9A-Z"), 256),
        ("\n".join(["." * 7] * 7), ("--box", "1x7"), 49),
    ):
        done = run("solve", "--to", "line", *options, text=text, code=0)
        assert len(done.stdout) == size + 1
    run("convert", "--to", "numbers", "--max-size", "256", text=LARGE, code=0)
    rows = [" ".join(["100", *["..."] * 99]), *[" ".join(["..."] * 100)] * 99]
    done = run("cnf", text="\n".join(rows), code=2)
    assert done.stdout == ""
    assert "53,550,000 clauses" in done.stderr


def test_row_37_files(run, tmp_path):
    missing = tmp_path / "nowhere.txt"
    for path in (missing, tmp_path):
        assert refuse(run, "", path).startswith(f"satdoku: error: {path}: ")
    secret = tmp_path / "secret.txt"
    secret.write_text(CLUES)
    secret.chmod(0)
    if not os.access(secret, os.R_OK):  # the administrator may read everything
        assert str(secret) in refuse(run, "", secret)
    good = tmp_path / "good.txt"
    good.write_text(CLUES)
    done = run("solve", missing, good, "--to", "line", code=2)
    assert SOLUTION in done.stdout
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(CLUES,), daemon=True)
    writer.start()
    assert run("solve", "--to", "line", pipe, code=0).stdout == f"{SOLUTION}\n"
    writer.join(10)


def test_row_45_to_47_links(run):
    assert places(refuse(run, link("[" * 20_000))) == ["<stdin>:1"]
    bomb = link('{"size": 9, "title": "' + "x" * 70_000 + '"}')
    assert len(bomb) < 2_000
    assert "bad link: a board without a grid" in refuse(run, bomb)
    for text in ("", "@@@"):
        refuse(run, f"https://f-puzzles.com/?load={text}\n")


def test_row_48_xml(run, tmp_path):
    """A document type is refused before anything in it is expanded or fetched."""
    secret = tmp_path / "secret.txt"
    secret.write_text(CLUES)
    bomb = '<!ENTITY a "1">' + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 8}">'
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    for entities in (bomb, f'<!ENTITY i SYSTEM "{secret.as_uri()}">'):
        game = '<opensudoku><game data="&i;"/></opensudoku>\n'
        line = refuse(run, f"<!DOCTYPE opensudoku [{entities}]>\n{game}")
        assert places(line) == ["<stdin>:1"]
        assert CLUES[:9] not in line


class Bait:
    """Leaves a trace when it is unpickled."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return (Path.touch, (self.trace,))


def test_row_49_files_that_run_code(run, tmp_path):
    trace = tmp_path / "trace"
    plain, array = tmp_path / "plain.pkl", tmp_path / "array.npy"
    plain.write_bytes(pickle.dumps(Bait(trace)))
    np.save(array, np.array([Bait(trace)], dtype=object), allow_pickle=True)
    for path in (plain, array):
        assert str(path) in refuse(run, "", path)
    assert not trace.exists()
    recipe = tmp_path / "recipe.toml"
    recipe.write_text("!!python/object/apply:os.system [id]\n")
    assert str(recipe) in refuse(run, CLUES, "--encoding", recipe)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("sat", f"p cnf 1 1\n{'1' * 5000} 0\n"),
        (f"count --limit {'9' * 5000}", CLUES),
        (f"solve --timeout {'9' * 5000}", CLUES),
        (f"solve --box 3x{'9' * 5000}", CLUES),
        (f"solve --column {'9' * 5000}", f"puzzle\n{CLUES}\n"),
        (f"convert --to line --number {'9' * 5000}", CLUES),
    ],
    ids=["DIMACS", "limit", "time", "box", "column", "number"],
)
def test_row_50_very_long_numbers(run, line, text):
    done = run(*line.split(), text=text, code=2)
    assert len(done.stderr) < 700
    assert done.stderr.count("\n") == 1


def test_row_51_zeros_in_front_are_kept(run):
    puzzle = "00" + CLUES[2:].replace(".", "0")
    done = run("convert", "--to", "line", text=f"id,puzzle\n1,{puzzle}\n", code=0)
    assert done.stdout == f"{puzzle.replace('0', '.')}\n"


def test_row_52_escapes(run, tmp_path):
    """None of a puzzle, nor of a file's name, reaches the terminal."""
    for text in (
        f"\x1b]0;title\x07{CLUES}",
        f"{CLUES[:-1]}\x1b",
        f"{CLUES} \x1b[31mname\n{CLUES[:-1]}\x1b[2J",
        f"\u202e{CLUES}",
        f"Grid \x1b[1m\n{TEXT}",
    ):
        for command in ("solve", "check", "count"):
            done = run(command, text=text)
            assert not {"\x1b", "\u202e", "\x07"} & {*done.output}
    path = tmp_path / "a\x1b[31m\nb.txt"
    path.write_text(CLUES[:-1])
    for name in (path, tmp_path / "no\x1b]0;x\x07"):
        assert "\\x1b" in refuse(run, "", name)


def test_row_56_threads_and_forks():
    """Every thread has its own engines, and so has a copy of the process."""
    found = []

    def work():
        for _ in range(5):
            found.append(satdoku.solve(CLUES).solution.line)
            found.extend([SOLUTION] * satdoku.count(CLUES).value)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [SOLUTION] * 40
    program = (
        "import os, satdoku\n"
        f"line = {CLUES!r}\n"
        "def answer(): return satdoku.solve(line, engine='cadical153').solution.line\n"
        "first = answer()\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    same = answer() == first\n"
        "    os._exit(0 if same and satdoku.count(line).value == 1 else 5)\n"
        "_, status = os.waitpid(child, 0)\n"
        "assert answer() == first\n"
        "raise SystemExit(os.waitstatus_to_exitcode(status))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=False,
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(HOME)},
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_how_to_pass_text_is_said_where_there_is_no_such_file(run, tmp_path):
    missing = run("solve", tmp_path / "lost.txt", code=2).stderr
    assert "lost.txt" in missing
    assert "as text" in missing
    (tmp_path / "empty.txt").write_text("")
    assert "as text" not in run("solve", tmp_path / "empty.txt", code=2).stderr


def test_names_of_files_and_quotes_are_no_options(run, tmp_path):
    """A message names options only where it says what to do."""
    name = tmp_path / "column=.txt"
    name.write_text("1...x=\n")
    result = run("solve", str(name), code=2)
    assert f"error: {name}:1" in result.stderr
    name = tmp_path / "force=True.txt"
    name.write_text("")
    result = run("solve", "-o", str(name), "1...............", code=2)
    assert f"{name} exists; --force replaces it" in result.stderr
