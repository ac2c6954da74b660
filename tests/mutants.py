"""Measures what the tests notice: plants random faults, runs the tests they meet.

    python -m tests.mutants --count 150 --seed 1 --results FILE PATH...

Copies the checkout, plants faults ("mutants") in the functions below each PATH, as many
in each, and runs the whole suite once with none of them active, to learn which tests
execute which fault, in child processes too.  Then each fault in turn is switched on and
its tests run, the most specific first, until one fails.  Run it in an environment where
nothing but the copy can be imported as satdoku, or leave `PYTHONPATH` to it.  Compiled
code takes no faults: measure `engines/lanes` and `engines/masks` where Numba is not
installed, or switched off (`NUMBA_DISABLE_JIT=1`).

A fault is `survived` if every test passed, `capped` if the time ran out before all had
run, `unseen` if no test executes it.  The last line is the score.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

ROOT = Path(__file__).resolve().parents[1]
NOT_COPIED = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", ".venv", "build")
COMPILED = {
    "kernel",
    "pieces",
    "branching",
    "cells",
    "intrinsics",
    "machine_code",
    "compiler",
    "native",
}
"""Modules of `engines/lanes` that Numba compiles: a fault there has no switch."""

SWITCH = '''"""Switches faults on and notes which tests meet them."""
import os
ACTIVE = int(os.environ.get("SATDOKU_MUTANT", "-1"))
LOG = os.environ.get("SATDOKU_MUTANT_LOG")
seen = set()


def hit(number):
    if LOG is not None and number not in seen:
        seen.add(number)
        test = os.environ.get("PYTEST_CURRENT_TEST", "")
        file = os.open(LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(file, f"{number}\\t{test.rpartition(' (')[0]}\\n".encode())
        os.close(file)
    return number == ACTIVE
'''

# --- faults ---------------------------------------------------------------------------

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


def faulty(node: ast.AST) -> ast.AST | None:  # noqa: PLR0911  one kind of node a line
    """Return a node with a fault in it, or None where this kind of node takes none."""
    match node:
        case ast.Compare(ops=[only]):
            return ast.Compare(node.left, [COMPARISONS[type(only)]()], node.comparators)
        case ast.BoolOp(op=op):
            return ast.BoolOp(
                ast.Or() if isinstance(op, ast.And) else ast.And(), node.values
            )
        case ast.UnaryOp(op=ast.Not()):
            return node.operand
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            return ast.BinOp(node.left, OPERATORS[type(op)](), node.right)
        case ast.AugAssign(op=op) if type(op) in OPERATORS:
            return ast.AugAssign(node.target, OPERATORS[type(op)](), node.value)
        case ast.Constant(value=bool() as value):
            return ast.Constant(not value)
        case ast.Constant(value=int() as value):
            return ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as value) if not isinstance(
            value, ast.Constant
        ):
            return ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()):
            return ast.Pass()
        case ast.Continue():
            return ast.Break()
        case ast.IfExp() | ast.If():
            changed = deepcopy(node)
            changed.test = ast.UnaryOp(ast.Not(), changed.test)
            return changed
    return None


def places(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes inside functions that take a fault.

    Not what runs at import, nor annotations, assertions, messages and patterns.
    """

    def inside(node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(
            node, ast.Assert | ast.Raise | ast.JoinedStr | ast.pattern | ast.arguments
        ):
            return
        if faulty(node) is not None:
            yield node
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list", "type_params"}:
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from inside(child)

    def functions(node: ast.AST) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                for statement in child.body:
                    yield from inside(statement)
            elif not isinstance(child, ast.expr):
                yield from functions(child)

    yield from functions(tree)


class Plant(ast.NodeTransformer):
    """Puts the chosen faults into a tree, each behind its switch."""

    def __init__(self, chosen: dict[int, int]) -> None:
        self.chosen = chosen

    def visit(self, node: ast.AST) -> ast.AST:
        """Replace a chosen node by a choice between it and its fault."""
        number = self.chosen.get(id(node))
        result = self.generic_visit(node)
        if number is None:
            return result
        fault: Any = faulty(result)
        original: Any = result
        test = ast.Call(ast.Name("_hit", ast.Load()), [ast.Constant(number)], [])
        if isinstance(node, ast.expr):
            return ast.IfExp(test, fault, original)
        return ast.If(test, [fault], [original])


def plant(copy: Path, paths: list[str], count: int, seed: int) -> list[dict[str, Any]]:
    """Plant faults below each path in a copy of the checkout; return what they are."""
    random = Random(seed)
    trees: dict[Path, ast.Module] = {}
    chosen: dict[Path, dict[int, int]] = defaultdict(dict)
    mutants: list[dict[str, Any]] = []
    for at, path in enumerate(paths):
        spots: list[tuple[Path, ast.AST]] = []
        below = copy / path
        for file in [below] if below.is_file() else sorted(below.rglob("*.py")):
            if file.parent.name == "lanes" and file.stem in COMPILED:
                continue
            if file not in trees:
                trees[file] = ast.parse(file.read_text("utf-8"))
            spots += [(file, node) for node in places(trees[file])]
        share = (count - len(mutants)) // (len(paths) - at)
        for file, node in random.sample(spots, min(share, len(spots))):
            number = len(mutants)
            chosen[file][id(node)] = number
            code = ast.unparse(node).splitlines()[0]
            fault = ast.unparse(faulty(node) or node).splitlines()[0]
            mutants.append(
                {
                    "number": number,
                    "area": path,
                    "file": str(file.relative_to(copy)),
                    "line": getattr(node, "lineno", 0),
                    "code": f"{code} -> {fault}",
                }
            )
    for file, numbers in chosen.items():
        tree = Plant(numbers).visit(trees[file])
        first = next(
            at
            for at, statement in enumerate([*tree.body, None])
            if not (
                isinstance(statement, ast.Expr)
                or (
                    isinstance(statement, ast.ImportFrom)
                    and statement.module == "__future__"
                )
            )
        )
        name = [ast.alias("hit", "_hit")]
        tree.body.insert(first, ast.ImportFrom("satdoku._mutants", name, 0))
        file.write_text(ast.unparse(ast.fix_missing_locations(tree)), "utf-8")
    (copy / "satdoku" / "_mutants.py").write_text(SWITCH, "utf-8")
    return mutants


# --- inside pytest: this module is its plugin -----------------------------------------


def pytest_runtest_setup() -> None:
    """Note the faults that this test meets, whatever others met before."""
    from satdoku import _mutants

    _mutants.seen.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep how long a test took, and whether it failed without any fault."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    if report.failed:
        Runs.failed = True
    if place := os.environ.get("SATDOKU_OUTCOMES"):
        with Path(place).open("a") as file:
            line = [report.nodeid, report.outcome, report.duration]
            file.write(json.dumps(line) + "\n")


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """With faults to try: run the tests of each in a process of its own."""
    place = os.environ.get("SATDOKU_MUTANT_PLAN")
    if not place or "PYTEST_XDIST_WORKER" in os.environ:
        return None
    plan = json.loads(Path(place).read_text())
    Runs(session, plan).all()
    return True


class Runs:
    """Runs the tests of each fault, some faults at a time."""

    failed = False

    def __init__(self, session: pytest.Session, plan: dict[str, Any]) -> None:
        self.items = {item.nodeid: item for item in session.items}
        self.plan = plan
        self.running: dict[int, dict[str, Any]] = {}

    def all(self) -> None:
        """Try each fault and append what became of it to the results."""
        waiting = list(self.plan["mutants"])
        while waiting or self.running:
            while waiting and len(self.running) < self.plan["jobs"]:
                self.start(waiting.pop(0))
            time.sleep(0.05)
            for pid in list(self.running):
                self.look(pid)

    def start(self, mutant: dict[str, Any]) -> None:
        """Fork a process that runs the tests of a fault."""
        steps = Path(tempfile.mkstemp(prefix="mutant-")[1])
        tests = [test for test in mutant["tests"] if test[0] in self.items]
        pid = os.fork()
        if pid == 0:
            self.child(mutant["number"], [name for name, _ in tests], steps)
        now = time.monotonic()
        self.running[pid] = {
            "mutant": mutant,
            "tests": tests,
            "steps": steps,
            "began": now,
            "at": (-1, now),
        }

    def child(self, number: int, names: list[str], steps: Path) -> None:
        """Run tests until one fails; never returns."""
        from satdoku import _mutants

        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        os.environ["SATDOKU_MUTANT"] = str(number)
        _mutants.ACTIVE, _mutants.LOG = number, None
        os.environ.pop("SATDOKU_MUTANT_LOG", None)
        Runs.failed = False
        code = 3
        try:
            code = 0
            items = [self.items[name] for name in names]
            for at, item in enumerate(items):
                with steps.open("a") as file:
                    file.write(".")
                after = items[at + 1] if at + 1 < len(items) else None
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if Runs.failed:
                    code = 1
                    break
        except BaseException:  # noqa: BLE001  whatever ends a run has noticed the fault
            code = 1
        finally:
            os._exit(code)

    def look(self, pid: int) -> None:
        """See whether a process has ended, or has to."""
        run = self.running[pid]
        tests, now = run["tests"], time.monotonic()
        done, status = os.waitpid(pid, os.WNOHANG)
        at = run["steps"].stat().st_size - 1
        if at != run["at"][0]:
            run["at"] = (at, now)
        outcome = ""
        if done:
            survived = os.waitstatus_to_exitcode(status) == 0
            outcome = "survived" if survived else "killed"
        elif now - run["at"][1] > 30 + 10 * (tests[at][1] if 0 <= at else 1):
            outcome = "killed"  # it hangs
        elif now - run["began"] > self.plan["cap"]:
            outcome = "capped"
        if not outcome:
            return
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        if not done:
            os.waitpid(pid, 0)
        del self.running[pid]
        run["steps"].unlink()
        by = tests[at][0] if outcome == "killed" else ""
        record = run["mutant"] | {
            "tests": len(tests),
            "outcome": outcome if tests else "unseen",
            "by": by,
            "run": at + 1,
            "seconds": round(now - run["began"], 1),
        }
        with Path(self.plan["results"]).open("a") as file:
            file.write(json.dumps(record) + "\n")


# --- the whole of it ------------------------------------------------------------------


def tests_of(log: Path, outcomes: Path) -> dict[int, list[tuple[str, float]]]:
    """Return for each fault its tests and their seconds, the most specific first."""
    took: Counter[str] = Counter()
    bad: set[str] = set()
    for line in outcomes.read_text().splitlines():
        name, outcome, seconds = json.loads(line)
        took[name] += seconds
        if outcome == "failed":
            bad.add(name)
    print(f"{len(took)} tests, {len(bad)} fail without a fault and are not used")
    met: dict[int, set[str]] = defaultdict(set)
    for line in set(log.read_text().splitlines()):
        number, _, name = line.partition("\t")
        if name in took and name not in bad:
            met[int(number)].add(name)
    hits = Counter(name for names in met.values() for name in names)
    return {
        number: [
            (name, took[name])
            for name in sorted(names, key=lambda name: hits[name] * (took[name] + 0.02))
        ]
        for number, names in met.items()
    }


def main() -> None:
    """Plant, learn, try, and print the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cap", type=float, default=180, help="seconds for each fault")
    parser.add_argument("--results", type=Path, required=True, help="JSON lines")
    parser.add_argument("--work", type=Path, help="where the copy goes, and stays")
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:cut])
    more = words[cut + 1 :]  # after --: options of pytest
    work = options.work or Path(tempfile.mkdtemp(prefix="mutants-"))
    copy, log, outcomes = work / "copy", work / "log", work / "outcomes"
    mutants_file = work / "mutants.json"
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants", *more]
    data = os.environ.get("SATDOKU_DATA", str(ROOT.parent / "shared" / "data"))
    environment["SATDOKU_DATA"] = data
    if not outcomes.exists():
        shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
        mutants = plant(copy, options.paths, options.count, options.seed)
        mutants_file.write_text(json.dumps(mutants))
        learn = {"SATDOKU_MUTANT_LOG": str(log), "SATDOKU_OUTCOMES": str(outcomes)}
        subprocess.run(
            [*command, "-n", str(options.jobs), "--dist", "worksteal"],
            cwd=copy,
            env=environment | learn,
            check=False,
        )
    mutants = json.loads(mutants_file.read_text())
    tests = tests_of(log, outcomes)
    done = set()
    if options.results.exists():
        lines = options.results.read_text().splitlines()
        done = {json.loads(line)["number"] for line in lines}
    plan = {
        "mutants": [
            mutant | {"tests": tests.get(mutant["number"], [])}
            for mutant in mutants
            if mutant["number"] not in done
        ],
        "jobs": options.jobs,
        "cap": options.cap,
        "results": str(options.results.resolve()),
    }
    (work / "plan.json").write_text(json.dumps(plan))
    subprocess.run(
        [*command, "-n", "0", "-p", "no:cacheprovider"],
        cwd=copy,
        env=environment | {"SATDOKU_MUTANT_PLAN": str(work / "plan.json")},
        check=False,
    )
    report([json.loads(line) for line in options.results.read_text().splitlines()])


def report(records: list[dict[str, Any]]) -> None:
    """Print a line a survivor, and how many were killed in each area."""
    for record in sorted(records, key=lambda record: record["number"]):
        if record["outcome"] != "killed":
            place = f"{record['file']}:{record['line']}"
            print(f"{record['outcome']:9}{place}: {record['code']}")
    for area in dict.fromkeys(record["area"] for record in records):
        own = [record for record in records if record["area"] == area]
        killed = sum(record["outcome"] == "killed" for record in own)
        print(f"{area:30}{killed:4} of {len(own)}")
    killed = sum(record["outcome"] == "killed" for record in records)
    print(f"{killed} of {len(records)} killed")


if __name__ == "__main__":
    main()
