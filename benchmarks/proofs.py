"""The section about proofs: found by satdoku, checked by satdoku and by peers.

All contenders have the same puzzles and, where they check, the same files: an answer of
satdoku each, in LRAT and in DRAT.  The yardstick of the checkers is `dratify`, the one
on PyPI that is in Python alone; that of proving is CaDiCaL 1.9.5 writing a proof of the
same formula, of which nobody has looked whether it is one.  `drat-trim` is compiled C,
and reads the files itself; it is measured where it is on the PATH, its start included.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from benchmarks.measure import say
from benchmarks.sets import SETS
from satdoku.engines.registry import refute
from satdoku.proof.proving import Prover
from satdoku.proof.verifying import verify
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.settings import Results, Settings
    from satdoku.proof.certificate import Certificate

__all__ = ["proofs"]

_BARE = "cadical195, proof unread"
_PEER = "dratify"
_SETS = ("easy50", "top95", "hardest")
_MOST = 100


def proofs(settings: Settings) -> Results:
    """Proofs of uniqueness: CPU µs a puzzle, whole; ratios as told in proofs.py."""
    results: Results = {}
    for name in _SETS:
        if name not in settings.sets or name not in SETS:
            continue
        puzzles = [Puzzle(line) for line in SETS[name].puzzles()]
        puzzles = puzzles[: min(settings.first or _MOST, _MOST)]
        with TemporaryDirectory(prefix="satdoku-benchmark-") as folder:
            results[name] = _measured(name, puzzles, Path(folder), settings.repeats)
    return results


def _measured(
    name: str, puzzles: list[Puzzle], folder: Path, repeats: int
) -> dict[str, Any]:
    """Measure all contenders on one set; they take turns in each repeat."""
    provers = {engine: Prover(engine) for engine in ("dpll", "cadical195")}
    made = [provers["dpll"].prove(puzzle) for puzzle in puzzles]
    for number, proof in enumerate(made):
        for form in ("lrat", "drat"):
            proof.write(folder / f"{number}.{form}", format=form)
    asked: dict[str, Callable[[int], object]] = {
        _BARE: lambda at: _bare(made[at]),
        "prove, dpll": lambda at: provers["dpll"].prove(puzzles[at]),
        "prove, cadical195": lambda at: provers["cadical195"].prove(puzzles[at]),
        "verify, LRAT": lambda at: verify(folder / f"{at}.lrat"),
        "verify, DRAT": lambda at: verify(folder / f"{at}.drat"),
    }
    why: dict[str, Any] = {}
    peers = {_PEER: _dratify(folder), "drat-trim": _drat_trim(folder)}
    for peer, ask in peers.items():
        if ask is None:
            why[peer] = {"not measured": "it is not installed"}
        else:
            asked[peer] = ask
    times: dict[str, list[float]] = {contender: [] for contender in asked}
    for repeat in range(repeats):
        for contender, ask in asked.items():
            say(f"proofs {name} {contender} {repeat + 1}/{repeats}")
            before = _cpu()
            for at in range(len(puzzles)):
                ask(at)
            times[contender].append((_cpu() - before) / len(puzzles))
    return {
        **{contender: _summed(contender, times, len(puzzles)) for contender in times},
        **why,
    }


def _cpu() -> float:
    """Return the CPU time of this process and its children so far, in µs."""
    used = (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    return 1e6 * sum(one.ru_utime + one.ru_stime for one in used)


def _summed(contender: str, times: dict[str, list[float]], size: int) -> dict[str, Any]:
    mine = times[contender]
    base = times.get(_BARE if contender.startswith("prove") else _PEER)
    summed: dict[str, Any] = {
        "puzzles": size,
        "finished": size,
        "mean": statistics.median(mine),
        "best": min(mine),
        "means": mine,
        "wrong": [],
    }
    if base and mine is not base and contender != _BARE:
        summed["ratio"] = statistics.median(
            one / other for one, other in zip(mine, base, strict=True)
        )
    return summed


def _bare(proof: Certificate) -> None:
    """Let CaDiCaL refute the textbook's formula of a claim, and believe it."""
    from satdoku.cnf.formula import Formula, Group, Origin

    claim = proof.claim
    clauses = tuple(claim.clauses())
    group = Group(Origin("benchmark", "all"), clauses)
    formula = Formula(claim.variables, len(clauses), lambda: [group], str)
    if refute("cadical195", formula) is None:
        raise RuntimeError("the formula of a true claim has a model")


def _dratify(folder: Path) -> Callable[[int], object] | None:
    try:
        import dratify
    except ImportError:
        return None

    def ask(at: int) -> None:
        files = folder / f"{at}.drat"
        formula = dratify.parse_dimacs((files / "formula.cnf").read_text())
        proof = (files / "proof.drat").read_text()
        if not dratify.check_proof(formula, proof, engine="python").ok:
            raise RuntimeError("dratify rejects a proof")

    return ask


def _drat_trim(folder: Path) -> Callable[[int], object] | None:
    program = shutil.which("drat-trim")
    if program is None:
        return None

    def ask(at: int) -> None:
        files = folder / f"{at}.drat"
        command = [program, str(files / "formula.cnf"), str(files / "proof.drat")]
        done = subprocess.run(command, capture_output=True, check=False)
        if b"s VERIFIED" not in done.stdout:
            raise RuntimeError("drat-trim rejects a proof")

    return ask
