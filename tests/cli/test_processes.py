"""Real processes: Ctrl-C, readers that go away, full disks, locales, closed streams.

What each kind of accident leaves is checked for one or two commands in every run, and
for all of them each night.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import satdoku
from tests.cli.conftest import settle
from tests.cli.many import AT_ONCE, CLUES, ONE_BY_ONE, PUZZLES, SOLUTION, SOLUTIONS
from tests.cli.samples import EMPTY, PROPER, SOLVED, names, pigeons
from tests.cli.test_usage import COMMANDS
from tests.conftest import HOME, nightly

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
needs_full = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="needs /dev/full"
)
PUZZLE = (
    "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2....."
    "\n"
)
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HOME)}
ARGUMENTS = {
    "solve": ["many.txt", "--to", "line"],
    "count": ["many.txt"],
    "check": ["many.txt"],
    "convert": ["many.txt", "--to", "csv"],
    "cnf": ["board.txt"],
    "decode": ["four.txt", "model.txt"],
    "show": ["one.txt"],
    "sat": ["formula.cnf"],
    "check-cnf": ["rules.cnf"],
    "trace": ["one.txt"],
    "study": ["one.txt", "--engines", "bitmask"],
    "explain": ["many.txt"],
    "hint": ["one.txt"],
    "profile": ["one.txt", "--repeat", "1"],
    "rate": ["many.txt"],
    "minimize": ["many.txt", "--to", "line"],
    "generate": ["--size", "4", "-n", "9", "--seed", "1"],
    "prove": ["one.txt"],
    "verify": ["proof"],
    "list": ["encodings"],
}
"""What each command prints a whole answer to."""
ENDLESS = [
    "solve",
    "count",
    "check",
    "explain",
    "rate",
    "cnf",
    "sat",
    "trace",
    "convert",
]
"""Those that write more than a pipe holds."""
WAITING = ["solve", "count", "check", "minimize", "convert", "rate"]
STREAMING = ["solve", "count", "check", "convert", "explain", "rate", "minimize"]
QUICK = ("solve", "list")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with what the commands read; they run in it."""
    (tmp_path / "many.txt").write_text(PUZZLE * 3_000)
    (tmp_path / "one.txt").write_text(PUZZLE)
    (tmp_path / "four.txt").write_text("." * 16 + "\n")
    (tmp_path / "board.txt").write_text("." * 256 + "\n")
    (tmp_path / "hard.txt").write_text("0 " * 36**2)
    (tmp_path / "pigeons.cnf").write_text(pigeons(13))
    satdoku.encode("." * 16, "minimal").write(tmp_path / "rules.cnf")
    satdoku.prove(PUZZLE).write(tmp_path / "proof")
    true = [4 * cell + int(digit) for cell, digit in enumerate(SOLVED)]
    values = " ".join(str(v if v in true else -v) for v in range(1, 65))
    (tmp_path / "model.txt").write_text(f"s SATISFIABLE\nv {values} 0\n")
    wide = " ".join(map(str, range(1, 100_001)))
    (tmp_path / "formula.cnf").write_text(f"p cnf 100000 1\n{wide} 0\n")
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def finished(*arguments, **options):
    """Run the program to its end, with pipes where nothing else is said."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    done = subprocess.run(
        [sys.executable, "-m", "satdoku", *map(str, arguments)],
        env=ENVIRONMENT,
        check=False,
        timeout=60,
        **{**pipes, **options},
    )
    assert b"Traceback" not in (done.stderr or b"")
    assert b"Exception ignored" not in (done.stderr or b"")
    return done


def test_every_command_is_here():
    assert {*ARGUMENTS, "web"} == {*COMMANDS}  # which serves a page, and prints nothing


# Ctrl-C, SIGTERM, SIGHUP: at once, and what is done is kept.


@pytest.mark.parametrize("name", nightly(WAITING, "solve", "rate"))
def test_waiting_for_input(interrupted, name):
    """What was answered by then is there."""
    style = ["--to", "line"] if name in ("solve", "convert") else []
    text = f"{PROPER}\n" * 3
    code, out, err = interrupted(name, "--from", "line", *style, text=text)
    expected = {
        "solve": f"{SOLVED}\n" * 3,
        "count": "".join(f"1\t<stdin>:{at}\n" for at in (1, 2, 3)),
        "convert": text,
        "minimize": text,
    }
    assert code == 130
    assert out == expected.get(name, out)
    assert out.count("\n") >= 3
    assert err.count("\n") == 1
    assert " 3 " in err


def test_a_formula_and_a_model(interrupted, puzzle):
    code, out, err = interrupted("sat", text="p cnf 1 1\n")
    assert (code, out) == (130, "s UNKNOWN\n")
    code, out, err = interrupted("decode", puzzle, text="s SATISFIABLE\n")
    assert (code, out, err) == (130, "", "")


@pytest.mark.parametrize(
    "number", nightly([signal.SIGTERM, signal.SIGHUP], signal.SIGTERM)
)
def test_signals_cut_no_line_of_a_pipe(program, tmp_path, number):
    path = tmp_path / "many.txt"
    path.write_text(f"{CLUES}\n" * 2_000)
    with program("solve", "--to", "line", *AT_ONCE, path) as process:
        head = process.stdout.read(10)
        process.send_signal(number)
        rest = process.stdout.read().decode()
        assert process.wait(20) == 128 + number
    assert (head.decode() + rest).splitlines() == [SOLUTION] * (
        1 + rest.count(SOLUTION)
    )
    assert rest.endswith("\n")


def test_an_older_file_stays(interrupted, tmp_path):
    """The new answers are beside it."""
    target = tmp_path / "out.txt"
    target.write_text("whole")
    options = ("--from", "line", "--to", "line", "--force", "-o", target)
    code, _, _ = interrupted("solve", *options, text=f"{PROPER}\n" * 3)
    assert code == 130
    assert target.read_text() == "whole"
    assert (tmp_path / "out.txt.partial").read_text() == f"{SOLVED}\n" * 3


def test_json_is_ended(program):
    """An object among endless solutions is whole."""
    with program("solve", "--all", "--json") as process:
        process.stdin.write(EMPTY.encode())
        process.stdin.close()
        head = process.stdout.read(2_000)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(10) == 130
    answer = json.loads(head + rest)
    assert answer["complete"] is False
    assert len(answer["solutions"]) > 10


@pytest.mark.parametrize(
    "engine", nightly(["dpll", "cadical153", "lingeling", "kissat404"], "dpll")
)
def test_an_endless_search(interrupted, tmp_path, engine):
    path = tmp_path / "pigeons.cnf"
    path.write_text(pigeons(13))
    code, out, err = interrupted("sat", path, "--engine", engine, after=1.5)
    assert (code, out, err.count("\n")) == (130, "s UNKNOWN\n", 1)


@pytest.mark.nightly
@pytest.mark.parametrize("engine", ["lingeling", "kissat404"])
def test_an_endless_search_ends_by_sigterm(program, tmp_path, engine):
    """Python would hear of it after the search."""
    path = tmp_path / "pigeons.cnf"
    path.write_text(pigeons(13))
    with program("sat", path, "--engine", engine) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) in {-signal.SIGTERM, 143}


JUMPED = (
    "import atexit, os, signal, sys, time\n"
    f"sys.path.insert(0, {str(HOME)!r})\n"
    "from satdoku.__main__ import run\n"
    "from satdoku.engines.dpll.search import Dpll\n"
    "atexit.register(time.sleep, 600)\n"
    "Dpll.solve = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
    "run('satdoku')\n"
)


def test_a_stopped_program_cleans_nothing_up(tmp_path):
    """As a solver that was jumped out of would search on."""
    path = tmp_path / "one.cnf"
    path.write_text("p cnf 1 1\n1 0\n")
    line = [sys.executable, "-c", JUMPED, "sat", path, "--engine", "dpll"]
    done = subprocess.run(line, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (130, b"s UNKNOWN\n")


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["solve", "check"])
def test_an_endless_puzzle(interrupted, folder, name):
    line = (name, "hard.txt", "--engine", "dpll")
    code, _, err = interrupted(*line, after=5)
    assert code == 130
    assert " 1\n" in err


@pytest.mark.nightly
def test_a_formula_in_the_making(interrupted, tmp_path):
    """No file is left."""
    board = tmp_path / "board.txt"
    board.write_text("0 " * 64**2)
    options = ("--encoding", "triad", "-o", tmp_path / "board.cnf")
    code, _, _ = interrupted("cnf", board, *options, after=1.5)
    assert code == 130
    assert names(tmp_path) == ["board.txt"]


TRAP = (
    "import atexit, os, signal, sys\n"
    "class Trap:\n"
    "    def find_spec(self, name, path=None, target=None):\n"
    "        if name == {module!r}: os.kill(os.getpid(), signal.SIGINT)\n"
    "sys.meta_path.insert(0, Trap())\n"
    "if {module!r} == 'the end':\n"
    "    atexit.register(os.kill, os.getpid(), signal.SIGINT)\n"
    f"sys.path.insert(0, {str(HOME)!r})\n"
    "from satdoku.__main__ import run\n"
    "run('satdoku')\n"
)


@pytest.mark.parametrize(
    "module", nightly(["click", "satdoku.cli.main", "the end"], "click")
)
def test_while_loading(puzzle, module):
    """It ends without a word; at the end it changes nothing any more."""
    trap = [sys.executable, "-c", TRAP.format(module=module)]
    line = ["solve", "-q", "--to", "line", puzzle]
    done = subprocess.run([*trap, *line], capture_output=True, check=False)
    answer = f"{SOLVED}\n".encode()
    expected = (0, answer, b"") if module == "the end" else (130, b"", b"")
    assert (done.returncode, done.stdout, done.stderr) == expected
    if module == "click":  # as a shell starts what runs in the background
        shell = ["/bin/sh", "-c", 'trap "" INT; exec "$0" "$@"']
        done = subprocess.run([*shell, *trap, *line], capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, answer, b"")


@pytest.mark.nightly
def test_under_nohup(program, tmp_path):
    """A terminal that is closed does not matter there."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = program("convert", "--from", "line", "-o", tmp_path / "x.csv")
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        process.stdin.write(f"{PROPER}\n".encode())
        process.stdin.flush()
        settle(process, 1.5)
        process.send_signal(signal.SIGHUP)
        process.stdin.close()
        assert process.wait(20) == 0


@pytest.mark.parametrize(
    "ending",
    nightly(["parquet", "npy", "csv", "opensudoku", "jsonl"], "opensudoku"),
)
def test_a_conversion_is_a_whole_file(run, interrupted, tmp_path, ending, needs):
    """Of the puzzles so far, with its beginning and its end."""
    if ending == "parquet":
        needs("pyarrow")
    target = tmp_path / f"x.{ending}"
    options = ("convert", "--from", "line", "-o", target)
    code, _, err = interrupted(*options, text=("1" + "." * 80 + "\n") * 3)
    assert code == 130
    part = tmp_path / f"{target.name}.partial"
    assert str(part) in err.splitlines()[-1]
    assert names(tmp_path) == [part.name]
    part.rename(target)
    again = run("convert", "--to", "line", target, code=0).stdout
    assert again == ("1" + "." * 80 + "\n") * 3


def has_begun(out, name):
    """Return whether files are being written in a folder."""
    if name == "prove":
        return (out / "o" / "2").exists()
    return any(path.stat().st_size >= 500 for path in out.glob("*.partial"))


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", [*STREAMING, "cnf", "prove"])
def test_in_the_middle_of_writing(program, folder, name, number):
    """No file appears but one named so: whole answers, unless SIGKILL came."""
    (folder / "many.txt").write_text(PUZZLE * 100_000)
    words = ARGUMENTS[name] if name != "prove" else ["many.txt"]
    words = words if name != "cnf" else ["hard.txt"]
    environment = {"PYTHONUNBUFFERED": "1"}
    with program(name, *words, "-o", "out/o", **environment) as process:
        until = time.monotonic() + 20
        while not has_begun(folder / "out", name):
            assert process.poll() is None
            assert time.monotonic() < until
        process.send_signal(number)
        code = process.wait(20)
        _, err = process.communicate()
    assert b"Traceback" not in err
    assert code == (-number if number == signal.SIGKILL else 128 + number)
    kept = [path for path in (folder / "out").rglob("*") if path.is_file()]
    if name == "prove":
        whole = [path for path in kept if ".satdoku-" not in str(path)]
        for place in {path.parent for path in whole}:
            assert satdoku.verify(place)
    else:
        assert {path.name for path in kept} <= {"o.partial"}
        if number != signal.SIGKILL:
            assert all(path.read_bytes().endswith(b"\n") for path in kept)


# Readers that go away are no failure to report.


@pytest.mark.parametrize("name", nightly(ENDLESS, "solve", "cnf"))
def test_the_first_line_alone(program, folder, name):
    """`| head -1` gets its line."""
    (folder / "many.txt").write_text(PUZZLE * 20_000)
    with program(name, *ARGUMENTS[name]) as process:
        assert process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(30) == 141
    assert err == b"" or (name == "cnf" and err.count(b"\n") == 1)


@pytest.mark.parametrize("name", nightly(["--help", *ARGUMENTS], "--help", "solve"))
def test_nobody_reads(folder, name):
    reading, writing = os.pipe()
    os.close(reading)
    words = ARGUMENTS.get(name, ())
    done = finished(name, *words, stdout=writing)
    os.close(writing)
    assert done.returncode == 141
    assert b"roken" not in done.stderr


def test_closed_streams(puzzle):
    """An error or an answer."""
    base = f"{sys.executable} -m satdoku solve"
    for command, code in (
        (f"{base} {puzzle} >&-", 1),
        (f"{base} - <&-", 2),
        (f"{base} {puzzle} 2>&-", 0),
    ):
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            capture_output=True,
            check=False,
            env=ENVIRONMENT,
        )
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


LIMITED = """
import resource, sys
kind, most, home, *sys.argv = sys.argv[1:]
sys.path.insert(0, home)
import satdoku.cli.main
if kind == "AS":
    with open("/proc/self/statm") as numbers:
        most = int(most) + int(numbers.read().split()[0]) * resource.getpagesize()
resource.setrlimit(getattr(resource, "RLIMIT_" + kind), (int(most), int(most)))
from satdoku.__main__ import run
run("satdoku")
"""


def limited(kind, most, *arguments, text=""):
    """Run the program under a limit of the system, such as the size of files."""
    done = subprocess.run(
        [
            *(sys.executable, "-B", "-c", LIMITED, kind, str(most), str(HOME)),
            *("satdoku", *map(str, arguments)),
        ],
        input=text.encode(),
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stderr.decode()


# One message, and no half file.


@needs_full
@pytest.mark.parametrize("name", nightly(["--help", *ARGUMENTS], "--help", *QUICK))
def test_standard_output(folder, name):
    with Path("/dev/full").open("wb") as full:
        done = finished(name, *ARGUMENTS.get(name, ()), stdout=full)
    errors = [line for line in done.stderr.splitlines() if b" error: " in line]
    assert done.returncode == 1
    assert len(errors) == 1


@pytest.mark.parametrize("size", nightly([100_000, 1_500_000], 100_000))
@pytest.mark.parametrize("way", nightly(["at once", "one by one"], "at once"))
def test_solve_keeps_whole_lines(run, folder, size, way):
    """Nearly as many as the disk has taken, and it goes on from there."""
    times = size // 7_500
    out, text = folder / "out" / "o", "\n".join(PUZZLES * times)
    options = ("--engine", "lanes") if way == "at once" else ONE_BY_ONE
    words = ("solve", *options, "-o", out)
    code, err = limited("FSIZE", size, *words, text=text)
    assert code == 1
    assert str(out) in err
    assert "--resume" in err
    part = folder / "out" / "o.partial"
    lines = part.read_text().splitlines(keepends=True)
    assert size // 82 + 1 >= len(lines) > size // 100
    assert lines[:-1] == [f"{SOLUTIONS[at % 100]}\n" for at in range(len(lines) - 1)]
    assert names(folder / "out") == [part.name]
    limited("FSIZE", size, *words, "--resume", text=text)
    assert part.read_text().startswith("".join(lines[:-1]))
    run("solve", "-q", "-o", out, "--resume", text=text, code=0)
    assert out.read_text().split() == SOLUTIONS * times


@pytest.mark.parametrize("ending", nightly(["npy", "parquet", "opensudoku"], "npy"))
def test_files_that_lack_their_end(folder, ending, needs):
    if ending == "parquet":
        needs("pyarrow")
    out = folder / "out" / f"o.{ending}"
    text = "\n".join(PUZZLES * 30)
    code, err = limited(
        "FSIZE", 2000, "solve", "--engine", "lanes", "-o", out, text=text
    )
    assert code == 1
    assert str(out) in err
    assert names(folder / "out") == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", [*STREAMING, "cnf", "show", "hint", "prove"])
def test_every_command(folder, name):
    words = ["one.txt", "--to", "svg"] if name == "hint" else ARGUMENTS[name]
    words = ["many.txt"] if name == "prove" else words
    most = 10 if name in ("show", "hint") else 2_000
    out = f"out/o{'.svg' if name in ('show', 'hint') else ''}"
    code, err = limited("FSIZE", most, name, *words, "-o", out)
    assert code == 1
    assert len([line for line in err.splitlines() if " error: " in line]) == 1
    kept = [path for path in (folder / "out").rglob("*") if path.is_file()]
    assert kept == [] or name in ("solve", "count")  # to be resumed


# MemoryError, wherever it comes, is one message, and nothing is left.


@pytest.mark.parametrize(
    ("name", "most", "words"),
    [
        ("cnf", 600_000, ["hard.txt"]),
        pytest.param(
            *("solve", 30 << 20, ["hard.txt", "--engine", "dpll"]),
            marks=pytest.mark.nightly,
        ),
        pytest.param(*("rate", 2 << 20, ["hard.txt"]), marks=pytest.mark.nightly),
    ],
)
def test_out_of_memory(folder, name, most, words):
    code, err = limited("AS", most, name, *words, "-o", "out/o")
    assert code == 1
    assert len([line for line in err.splitlines() if " error: " in line]) == 1
    assert names(folder / "out") == []


@pytest.mark.nightly
@pytest.mark.parametrize("most", [5 << 20, 120 << 20, 180 << 20])
def test_libraries_that_cannot_be_loaded(folder, most, needs):
    needs("numba", "pyganak")
    line = ("count", "--method", "exact", "--timeout", "20", "one.txt")
    code, err = limited("AS", most, *line)
    assert code in (0, 1)
    assert code == 0 or "memory" in err


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
)
def test_locales(program, tmp_path, environment):
    """Whatever a file is called."""
    odd = tmp_path / "rätsel—\udcff.txt"
    try:
        odd.write_text(f"{PROPER}\n11..............\n12\n")
    except OSError:
        pytest.skip("the file system takes no such name")
    name = os.fsencode(odd).decode("utf-8", "surrogateescape")
    with program("solve", name, **environment) as process:
        out, err = process.communicate()
    assert process.returncode == 2
    assert out.decode("utf-8", "replace").splitlines()[0] == SOLVED
    assert b"Traceback" not in err
    assert b"\x1b" not in out + err


@pytest.mark.parametrize(
    "case",
    nightly(
        [f"{name} ascii" for name in ARGUMENTS]
        + [f"{name} cp1252" for name in ARGUMENTS],
        "list ascii",
    ),
)
def test_encodings_of_terminals(program, folder, case):
    """What they lack is written in ASCII."""
    name, encoding = case.split()
    words = [*ARGUMENTS[name]]
    words = [word.replace("many.txt", "one.txt") for word in words]
    with program(name, *words, PYTHONIOENCODING=encoding) as process:
        out, err = process.communicate()
    assert process.returncode in (0, 3, 10)
    assert out.decode(encoding)
    assert b"Traceback" not in err
    assert b"\\u" not in out + err


def test_numpy_starts_no_threads(tmp_path):
    """OpenBLAS would take 30 MB for each core, and end the process without them."""
    board = tmp_path / "many.txt"
    board.write_text(PUZZLE * 300)
    text = (
        "import atexit, os, sys\n"
        "from satdoku.__main__ import run\n"
        "tell = lambda: print(len(os.listdir('/proc/self/task')), file=sys.stderr)\n"
        "atexit.register(tell)\n"
        f"sys.argv = ['satdoku', 'solve', '-q', {str(board)!r}]\n"
        "run()\n"
    )
    environment = {k: v for k, v in ENVIRONMENT.items() if "NUM_THREADS" not in k}
    environment["NUMBA_DISABLE_JIT"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stderr.split()) == (0, ["1"])
    assert len(done.stdout.splitlines()) == 300
