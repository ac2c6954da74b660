"""Everything of satdoku that reads something, reached by public calls and commands.

A target makes inputs and reads them.  It may refuse an input by an error of satdoku's
own, with a message of one printable line, and a command may end with one of the known
exit codes; everything else is a finding.
"""

from __future__ import annotations

import ast
import bz2
import gzip
import io
import json
import lzma
import os
import shutil
from functools import cache, partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, NamedTuple

import click

import satdoku
from satdoku.cli.main import main
from satdoku.cli.options import Name
from tests.conftest import ROOT, Run
from tests.fuzz.mutate import Mutator

NINE = (
    ".....7.......95.4....5.169.8....3.5.75....29.4.6....8.762.8....1.39.....6........"
)
FOUR = "1.343.12.1.34..1"
GSF = f"99480,99408,114,1895,{NINE},Easter-Monster,20.00s,0,C21.m/F35,C21\n".encode()
TABLE = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
"""Words that inputs are made of; those of bytes as in Latin-1."""
WORDS = tuple(word.encode("latin-1") for word in TABLE["words"])
SAT_WORDS = tuple(word.encode("latin-1") for word in TABLE["sat_words"])
CLAUSES = [*product((1, -1), (2, -2), (3, -3))]
LRAT = [
    b"9 1 2 0 1 2 0\n10 1 -2 0 3 4 0\n11 1 0 9 10 0\n11 d 1 2 3 4 0\n"
    + (tail := b"12 -1 2 0 5 6 0\n13 2 0 11 12 0\n14 0 11 13 7 8 0\n"),
    b"9 4 -1 0 0\n10 -4 1 0 -9 0\n11 1 2 0 1 2 0\n11 1 0 11 3 4 0\n" + tail,
]
DRAT = [
    b"4 1 0\n-4 -1 0\nd 4 1 0\n1 2 0\n1 -2 0\nd 1 2 3 0\n1 0\n2 0\n0\n",
    b"a\x02\x04\x00a\x02\x05\x00d\x02\x04\x06\x00a\x02\x00a\x04\x00a\x00",
]


class Finding(Exception):  # noqa: N818  what is looked for
    """What no input may bring about."""


class Target(NamedTuple):
    """What makes inputs, from dice, and what reads them; how many it gets."""

    make: Any
    read: Any
    weight: float = 1.0

    def input(self, name, seed, number):
        return self.make(Random(f"{name} {seed} {number}"))


def attempt(target, data):
    """Read an input; raise what is no error of satdoku's own."""
    try:
        target.read(data)
    except satdoku.SatdokuError as error:
        text = str(error)
        if not text.isprintable() or len(text) > 1000:
            raise Finding(f"a message: {text[:200]!r}") from None


@cache
def folder():
    """Return a folder for this process, removed with the others of the system."""
    return Path(mkdtemp(prefix="satdoku-fuzz-"))


call = Run()


@cache
def texts():
    """Return files of every format, as the program itself writes them."""
    rows = [NINE, FOUR, "1....." + "." * 24 + ".....2", "1.34" * 16 + "." * 192]
    (folder() / "seeds.txt").write_text("\n\n".join(rows))
    found = {"gsf": [GSF * 2]}
    for known in call.json("list", "formats"):
        name = known["name"]
        place = folder() / f"seeds.{name}"
        for text in (rows[0], f"{rows[1]}\n{rows[1]}\n") if known["written"] else ():
            if not call("convert", "-", "--to", name, "-o", place, text=text).exit_code:
                found.setdefault(name, []).append(place.read_bytes())
                place.unlink()
    return found


def read_puzzles(data, **options):
    """Read puzzles: each has values of its size."""
    for number, entry in enumerate(satdoku.read_all(io.BytesIO(data), **options)):
        grid = entry.puzzle
        if not all(0 <= value <= grid.geometry.size for value in grid.values):
            raise Finding(f"values of no grid: {grid.values[:50]}")
        if number > 3000:
            return


def decoded(data):
    return data.decode("utf-8", "replace")


def read_object(data):
    """Take what the input says, as a list in Python, for a puzzle."""
    try:
        value = ast.literal_eval(decoded(data))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return  # no list
    satdoku.Puzzle(value)


def read_proof(kind, data):
    """Check a proof of a formula without a model, and of one that has a model."""
    proof = folder() / f"proof.{kind}"
    proof.write_bytes(data)
    for clauses in (CLAUSES[:-1], CLAUSES):
        rows = "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
        formula = folder() / "proof.cnf"
        formula.write_text(f"p cnf 3 {len(clauses)}\n{rows}")
        try:
            satdoku.proof.check_proof(formula, proof)
        except satdoku.ProofError:
            continue
        if len(clauses) < 8:
            raise Finding("a formula with a model, refuted")


def read_certificate(place, name, data):
    """Verify a folder in which one file was changed."""
    before = (place / name).read_bytes()
    (place / name).write_bytes(data)
    try:
        satdoku.verify(place)
    finally:
        (place / name).write_bytes(before)
    if data != before and name != "certificate.json":
        raise Finding("a changed file, believed")


def read_file(name, arguments, codes, data):
    """Run a command on a file; `{}` is its name."""
    place = folder() / name
    place.write_bytes(data)
    done = call(*[str(one).replace("{}", str(place)) for one in arguments])
    check_end(done, codes, arguments)


def check_end(done, codes, arguments):
    said = done.stderr
    if done.exit_code not in codes or "internal error" in said or "Traceback" in said:
        raise Finding(f"{done.exit_code} {said[-200:]!r} {arguments}"[:400])


def packed(inner, pack, dice):
    """Pack what was changed; one in three is changed once more, packed."""
    data = pack(inner.make(dice))
    if dice.random() < 1 / 3:
        return Mutator([data], inner.tokens, 1 << 16).make(dice)
    return data


def npy(header):
    size = (len(header) & 0xFFFF).to_bytes(2, "little")
    return b"\x93NUMPY\x01\0" + size + header + bytes(map(int, NINE.replace(".", "0")))


# --- command lines --------------------------------------------------------------------

NEVER_RUN = {"study", "web"}  # takes minutes; serves until it is stopped
LEFT_OUT = {"dask", "workers", "checkers"}  # processes, networks
FILES = TABLE["files"]
OUTPUTS = TABLE["outputs"]
VALUES = TABLE["values"]


@cache
def commands():
    context = click.Context(main)
    found = {
        name: main.get_command(context, name) for name in main.list_commands(context)
    }
    return {name: command for name, command in found.items() if name not in NEVER_RUN}


def make_command(dice):
    """Make a command line: arguments with a NUL between each two."""
    name = dice.choice(list(commands()))
    words = [name]
    for param in commands()[name].params:
        if param.name in LEFT_OUT:
            continue
        if isinstance(param, click.Argument):
            words += dice.choices(FILES, k=dice.choice((1, 1, 1, 0, 2)))
        elif dice.random() < 0.08:
            words.append(dice.choice(param.opts))
            if not getattr(param, "is_flag", False):
                kind, metavar = param.type, param.metavar or param.type.name
                known = list(kind.choices) if isinstance(kind, click.Choice) else VALUES
                known = list(kind.names()) if isinstance(kind, Name) else known
                if "FILE" in metavar or "FOLDER" in metavar:
                    known = OUTPUTS if dice.random() < 0.7 else FILES
                if metavar.lower() == "seconds":
                    known = ("0.05", "1")
                words.append(str(dice.choice(known if dice.random() < 0.9 else VALUES)))
    if dice.random() < 0.05:
        words.insert(dice.randint(0, len(words)), dice.choice(VALUES))
    if "--timeout" in {opt for one in commands()[name].params for opt in one.opts}:
        words += ["--timeout", "0.2"]
    return "\0".join(words).encode("utf-8", "surrogateescape")


def run_command(data):
    """Run a command in a folder that looks the same each time."""
    arguments = data.decode("utf-8", "surrogateescape").split("\0")
    place, before = folder() / "run", Path.cwd()
    shutil.rmtree(place, ignore_errors=True)
    (place / "folder").mkdir(parents=True)
    for name, text in (
        ("nine.txt", NINE),
        ("four.txt", FOUR),
        ("bad.txt", "12\n[[\n\0"),
        ("f.cnf", "p cnf 3 2\n1 -3 0\n2 3 0\n"),
        ("m.toml", (ROOT / "encodings" / "extended.toml").read_text()),
    ):
        (place / name).write_text(text)
    os.chdir(place)
    try:
        check_end(call(*arguments, text=NINE), {0, 1, 2, 3, 4, 10, 20, 130}, arguments)
    finally:
        os.chdir(before)
    if left := [path.name for path in place.glob(".satdoku*")]:
        raise Finding(f"left behind: {left} {arguments}")


@cache
def targets():
    """Return all targets, by name."""
    every = [text for some in texts().values() for text in some]
    (folder() / "four.txt").write_text(FOUR)
    four, cnf, place = (folder() / name for name in ("four.txt", "cnf", "certificate"))
    call("cnf", four, "-o", cnf)
    satdoku.prove(FOUR).write(place, force=True)
    model = " ".join(str(v if v % 4 == 1 else -v) for v in range(1, 65)).encode()
    inner = Mutator(texts()["line"] + texts()["csv"] + texts()["json"], WORDS)
    arrays = Mutator(
        [
            b"{'descr': '|u1', 'fortran_order': False, 'shape': (3, 81), }\n",
            b"{'descr': '<i8', 'fortran_order': True, 'shape': (3, 9, 9), }\n",
        ],
        WORDS,
        4000,
    )
    make = Mutator([*every, b"", b"1" * 80, b"[[1, None, 2.0], (0,), '1']"], WORDS).make
    found = {
        "any": Target(make, read_puzzles),
        "repair": Target(make, partial(read_puzzles, repair=True), 0.2),
        "text": Target(make, lambda data: satdoku.Puzzle(decoded(data))),
        "object": Target(make, read_object),
        "npy": Target(partial(packed, arrays, npy), read_puzzles),
        "command": Target(make_command, run_command, 0.2),
    }
    for name, seeds in texts().items():
        if name not in ("npy", "parquet"):
            read = partial(read_puzzles, format=name)
            found[name] = Target(Mutator(seeds, WORDS).make, read)
    zipped = partial(gzip.compress, mtime=0)
    for name, pack in (("gz", zipped), ("bz2", bz2.compress), ("xz", lzma.compress)):
        found[name] = Target(partial(packed, inner, pack), read_puzzles)
    if find_spec("pyarrow") and "parquet" in texts():
        found["parquet"] = Target(Mutator(texts()["parquet"]).make, read_puzzles, 0.2)
    for name, seeds, arguments, codes in (
        (
            "f.cnf",
            [
                cnf.read_bytes(),
                b"p cnf 3 2\n1 -3 0\n2 3 0\n",
                b"p cnf 1 2\n1 0\n-1 0\n",
            ],
            ["sat", "{}", "--timeout", "1", "-q"],
            {0, 2, 4, 10, 20},
        ),
        (
            "model",
            [b"s SATISFIABLE\nv " + model + b"\nv 0\n", b"SAT\n" + model + b" 0\n"],
            ["decode", four, "{}"],
            {0, 2, 3, 4},
        ),
        (
            "mine.toml",
            [path.read_bytes() for path in sorted((ROOT / "encodings").glob("*.toml"))],
            ["cnf", four, "--encoding", "{}", "-o", "/dev/null"],
            {0, 1, 2, 3, 4},
        ),
        (
            "o.csv",
            [b"puzzle,solution,status\n", f"{FOUR},1234341221434321,unique\n".encode()],
            ["solve", folder() / "seeds.txt", "-o", "{}", "--to", "csv", "--resume"],
            {0, 2, 3},
        ),
    ):
        read = partial(read_file, name, arguments, codes)
        found[name] = Target(Mutator(seeds, SAT_WORDS).make, read, 0.3)
    for kind, seeds in (("lrat", LRAT), ("drat", DRAT)):
        make = Mutator(seeds, SAT_WORDS).make
        found[kind] = Target(make, partial(read_proof, kind))
    for path in sorted(place.iterdir()):
        read = partial(read_certificate, place, path.name)
        found[path.name] = Target(Mutator([path.read_bytes()]).make, read, 0.3)
    return found
