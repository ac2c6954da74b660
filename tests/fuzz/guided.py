"""The same parsers, fuzzed by atheris: libFuzzer, led by what code an input reaches.

    python -m pip install atheris

Each parser runs in a process of its own, as libFuzzer ends the process it is in.  It
starts from the inputs of the corpus, changed a little, and knows the same words.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["run_guided"]

_LONGEST = 16_384
_SEEDS = 300


def run_guided(
    names: Sequence[str], seconds: float, runs: int | None, folder: Path
) -> int:
    """Fuzz parsers one after the other; return 1 if there was a finding.

    Args:
        names: The parsers.
        seconds: How long, all together.
        runs: How many inputs, all together, if not as long as that.
        folder: Where findings go.
    """
    if find_spec("atheris") is None:
        print("atheris is not installed: python -m pip install atheris")
        return 1
    worst = 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        with tempfile.TemporaryDirectory() as corpus:
            given = [
                f"-max_len={_LONGEST}",
                "-timeout=10",
                "-rss_limit_mb=600",
                "-verbosity=0",
                "-print_final_stats=1",
                f"-artifact_prefix={folder}/{name}-",
            ]
            if runs is None:
                given.append(f"-max_total_time={max(1, round(seconds / len(names)))}")
            else:
                given.append(f"-runs={-(-runs // len(names))}")
            done = subprocess.run(
                [sys.executable, "-m", "tests.fuzz.guided", name, *given, corpus],
                check=False,
                capture_output=True,
                text=True,
                errors="replace",
            )
        said = [line for line in done.stderr.splitlines() if "executed" in line]
        count = said[0].rpartition(":")[2].strip() if said else "?"
        print(
            f"{name:14}{count:>10}  {'finding' if done.returncode else ''}", flush=True
        )
        if done.returncode:
            worst = 1
            (folder / f"{name}.txt").write_text(done.stderr[-20_000:], "utf-8")
    return worst


def _fuzz(name: str, given: Sequence[str]) -> None:
    """Fuzz a parser in this process, which ends with it."""
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["satdoku"]):
        from tests.fuzz.targets import parsers
        from tests.fuzz.watch import Watch

    parser = parsers()[name]
    corpus = Path(given[-1])
    for number in range(_SEEDS):
        (corpus / str(number)).write_bytes(parser.input(0, number)[:_LONGEST])
    watch = Watch(parser)

    def one(data: bytes) -> None:
        finding = watch.attempt(data)
        if finding is not None:
            raise RuntimeError(f"{finding.what}\n{finding.trace}")

    atheris.Setup([sys.argv[0], *given], one)
    with watch:
        atheris.Fuzz()


if __name__ == "__main__":
    _fuzz(sys.argv[1], sys.argv[2:])
