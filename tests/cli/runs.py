"""Reference runs: whole commands with all that they print and write.

A line of `reference/NAME.jsonl` is a command (`arguments`, with `input` on standard
input) that runs in the folder `place` of conftest.py.  Kept are its exit code, standard
output, the files that are new or changed, and of each message on standard error the
place, cells, numbers and names: no wording, no times.  To add a case write the first
two keys, and run with `--renew`.
"""

import bz2
import gzip
import json
import lzma
import re
import shlex

import numpy as np

import satdoku
from tests.cli.samples import REFERENCE

NAMES = (
    "auto dpll lanes bitmask backtracking constraint elimination logic ilp cp ganak "
    r"sampling cadical\d+ glucose\w+ gluecard\d minisat22 lingeling maplechrono "
    r"mergesat3 minicard extended minimal triad(?:-\w+)? simplified rows blocks fewest "
    "naked-single hidden-single naked-pair naked-triple"
).split()
TOKEN = re.compile(
    r"(?:<stdin>|[\w.-]+[a-z]\.[a-zA-Z]+)(?::\d+)*|r\d+c\d+|(?:row|column|box) \d+"
    rf"|\b(?:{'|'.join(NAMES)})\b|\d+x\d+|(?<!\w)-\d+|\b\d[\d,]*(?:\.\d+)?(?:e\+\d+)?"
)
OPTION = r"(?<!\w)--?[a-z][a-z-]*"
TIMES = re.compile(r"\d+:\d\d|[\d.]+ (?:µs|ms|s)\b|[\d,.]+ a second|measured: .*")
BOTH = ("1342421324313124", "1423324141322314")
"""The solutions of the puzzle `SEVERAL`; which of them is shown is the engine's."""
OWN = ("backtracking", "bitmask", "constraint", "elimination", "logic")
"""Engines of which the number of steps is fixed."""
OTHERS = re.compile(r"chosen: |^satdoku:   (?!known)|cadical|glucose|minisat")
"""Lines whose numbers are those of libraries, or of what was once measured."""


def message(line, options=()):
    """Return what carries the meaning of a line on standard error, in some order.

    Of options a message is to name those that were given.
    """
    tokens = TOKEN.findall(TIMES.sub("", line))
    if OTHERS.search(line) or ": error: " in line:
        tokens = [x for x in tokens if not x[0].isdigit()]
    if ": error: " in line:  # whatever else there is to choose from may be named, too
        given = [*re.split(r"[ ,:]", " ".join(options).lower()), *options]
        given = {x for x in given if not x[:1].isdigit()}
        given &= {*TOKEN.findall(line), *re.findall(OPTION, line)}
        own = {x for x in tokens if not re.fullmatch("|".join(NAMES), x)}
        tokens = own | given
    return " ".join(sorted(x.rstrip(",") for x in tokens))


def answers(line):
    """Return an answer without wording, and without what an engine may choose."""
    if line.startswith("# "):
        kind, _, rest = line.partition(": ")
        return f"{kind}: {message(f': error: {rest}')}"
    if line.startswith(("about ", "no estimate")):
        return f"about {message(line)}"
    if not line.startswith("{"):
        return re.sub("|".join(BOTH), "SOLUTION", line)
    found = json.loads(line)
    assert found.pop("time_s", 0) >= 0
    for key in {"error", "reason"} & found.keys():
        found[key] = found[key] and message(f": error: {found[key]}")
    if found.get("estimate"):  # beside it, what a short search has found in time
        assert 0 < found.pop("count") < found["estimate"]
    if found.get("engine", "").split(" ")[-1] not in OWN and "statistics" in found:
        found["statistics"] = sorted(found["statistics"])
    if found.get("status") == "multiple":
        assert found["solution"] == found["solutions"][0]
        solutions = set(found["solutions"])
        assert len(solutions) == len(found["solutions"])
        assert all(is_solution(each, found["puzzle"]) for each in solutions)
        found["solution"], found["solutions"] = "SOLUTION", len(solutions)
    return found


def contents(path):
    """Return what a file holds, as JSON can keep it."""
    if path.read_bytes()[1:6] == b"NUMPY":
        return np.load(path).tolist()
    unpack = {".gz": gzip, ".bz2": bz2, ".xz": lzma}.get(path.suffix.lower())
    data = path.read_bytes()
    text = (unpack.decompress(data) if unpack else data).decode()
    return [answers(line) for line in text.splitlines()] + [text[-1:]]


def cases(name, count=5):
    """Return the reference runs of a file, some at a time, to parametrize a test."""
    lines = (REFERENCE / f"{name}.jsonl").read_text("utf-8").splitlines()
    runs = [{"file": name, "at": at, **json.loads(x)} for at, x in enumerate(lines)]
    return [runs[at : at + count] for at in range(0, len(runs), count)]


def label(some):
    """Return a short name of some reference runs."""
    return f"{some[0]['at'] + 1} {some[0]['arguments'][:40]}"


def agree(run, some, place, *, renew=False):
    """Run commands of a reference file, and compare all there is."""
    for case in some:
        found = outcome(run, case, place)
        if renew:
            path = REFERENCE / f"{case['file']}.jsonl"
            kept = path.read_text("utf-8").splitlines()
            kept[case["at"]] = json.dumps(found, ensure_ascii=False)
            path.write_text("\n".join(kept) + "\n", "utf-8")
        else:
            assert {key: case[key] for key in found} == found


def outcome(run, case, place):
    """Run a command; return all there is, and leave the folder as it was."""
    before = {path: path.read_bytes() for path in place.iterdir()}
    words = shlex.split(case["arguments"])
    done = run(*words, text=case["input"])
    lines = done.stdout.splitlines()
    files = {}
    for path in sorted(place.iterdir()):
        if before.get(path) != path.read_bytes():
            files[path.name] = contents(path)
            path.unlink()
    for path, data in before.items():
        if not path.exists():
            path.write_bytes(data)
    return {
        "arguments": case["arguments"],
        "input": case["input"],
        "code": done.exit_code,
        "messages": [
            message(line.replace(f"{place}/", ""), words)
            for line in done.stderr.splitlines()
            if ": compiling engine " not in line  # said where nothing has before
        ],
        "output": [answers(line) for line in lines if not line.startswith("c ")],
        "files": files,
    }


def is_solution(line, puzzle):
    """Return whether a line is a solution of a puzzle, given as a line too."""
    grid = satdoku.Grid(line)
    return satdoku.Puzzle(puzzle).is_solution(grid)
