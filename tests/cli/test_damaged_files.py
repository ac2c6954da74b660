"""Files of every format, damaged: a message, the right exit code, and no traceback.

Each is cut, shuffled, merged with another one, or written in a wrong encoding, and read
by one command.
"""

import bz2
import gzip
import io
import lzma
import random
import re
import zipfile
from importlib.util import find_spec
from time import perf_counter

import pytest

import satdoku
from satdoku.formats.registry import written_names
from tests.cli.many import CLUES

SIX = "1....." + "." * 24 + ".....2"
LINK = "https://sudokuwiki.org/sudoku.htm?bd=" + CLUES.replace(".", "0")
COMMANDS = (
    "solve --timeout 2",
    "count --limit 3 --timeout 2",
    "check --timeout 2",
    "convert --to line --lossy",
    "rate --timeout 2",
    "solve --to csv --timeout 2 --repair",
)
SLOWEST = 60
ERROR = re.compile(r"^satdoku.*: error: ", re.MULTILINE)


def good_files():
    """Return a file of each format, some packed, by name."""
    puzzles = [satdoku.Puzzle(CLUES), satdoku.Puzzle(CLUES[:-1] + ".")]
    found = {"link": f"{LINK}\n".encode(), "boxes": b"box 3x2\n" + SIX.encode() + b"\n"}
    for name in written_names():
        for many in (puzzles, puzzles[:1]):
            stream = io.BytesIO()
            try:
                satdoku.write(many, stream, name)
            except satdoku.UsageError:  # it holds one puzzle
                continue
            found[name] = stream.getvalue()
            break
    for pack in (gzip.compress, bz2.compress, lzma.compress):
        found[pack.__module__] = pack(found["line"])
    with zipfile.ZipFile(archive := io.BytesIO(), "w") as packed:
        packed.writestr("puzzles.csv", found["csv"])
    found["zip"] = archive.getvalue()
    if find_spec("zstandard"):
        import zstandard

        found["zst"] = zstandard.compress(found["csv"])
    return list(found.values())


def cut(data, other, chance):
    del other
    start, stop = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return chance.choice([data[:stop], data[start:], data[:start] + data[stop:]])


def shuffled(data, other, chance):
    del other
    parts = data.splitlines(keepends=True) if chance.random() < 0.7 else [*data]
    if isinstance(parts[0], int):
        at = chance.randrange(len(data))
        window = [*data[at : at + 12]]
        chance.shuffle(window)
        return data[:at] + bytes(window) + data[at + 12 :]
    chance.shuffle(parts)
    return b"".join(parts)


def merged(data, other, chance):
    if chance.random() < 0.5:
        at = chance.randrange(len(data) + 1)
        return data[:at] + other + data[at:]
    pairs = zip(data.splitlines(keepends=True), other.splitlines(True), strict=False)
    return b"".join(line for pair in pairs for line in pair)


def recoded(data, other, chance):
    del other
    text = data.decode("latin-1")
    at = chance.randrange(len(text) + 1)
    text = text[:at] + chance.choice("\0é٣\uff10\x1a\u2028ÿ\t") + text[at:]
    codes = ["utf-16", "utf-8-sig", "utf-32", "cp500", "utf-7", "utf-8"]
    return text.encode(chance.choice(codes), "replace")


@pytest.mark.parametrize(
    "seed",
    [0, *[pytest.param(i, marks=pytest.mark.nightly) for i in range(1, 40)]],
)
def test_damaged_files(run, tmp_path, seed):
    chance = random.Random(seed)
    files = good_files()
    path = tmp_path / "puzzles.txt"
    for number in range(50):
        data, other = chance.choice(files), chance.choice(files)
        damage = chance.choice([cut, shuffled, merged, recoded])
        path.write_bytes(damage(data, other, chance))
        for command in COMMANDS if number % 6 == 0 else COMMANDS[number % 6 :][:1]:
            begun = perf_counter()
            done = run(*command.split(), path)
            where = (seed, number, damage.__name__, command, done.output)
            assert perf_counter() - begun < SLOWEST, where
            assert done.exit_code in (0, 2, 3, 4), where
            assert (done.exit_code == 2) == bool(ERROR.search(done.stderr)), where
