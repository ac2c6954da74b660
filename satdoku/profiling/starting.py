"""What comes before a solve: Python starts, modules are loaded, caches are filled.

    start    from the call of Python until its first own line
    import   loading modules, in the first solve as well
    first    what else the first solve takes more than the second

Fresh processes are asked, each of which solves an easy puzzle twice with the same
engines (`satdoku.profiling.starter`); the profiled solve itself runs where all that is
done with.  What modules take is what Python tells (`-X importtime`), modules in modules
counted once.
"""

from __future__ import annotations

import subprocess
from statistics import median
from time import monotonic_ns
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import EngineError, printable
from satdoku.processes import fresh_python
from satdoku.profiling.marking import MARK

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["Started", "imported", "started"]

_CHILD = """
import time
began = time.monotonic_ns()
from satdoku.profiling.starter import main
main(began, {modules!r}, {sessions!r})
"""


class Started(NamedTuple):
    """What came before a solve, in nanoseconds.

    Args:
        start: Python itself.
        modules: Loading them.
        first: What else the first solve takes more.
    """

    start: int
    modules: int
    first: int


def started(
    sessions: Sequence[dict[str, Any]], modules: Sequence[str], times: int
) -> Started:
    """Measure it in so many fresh processes; return medians.

    Args:
        sessions: The sessions that are made, as `Asked.options` tells.
        modules: Modules that are loaded besides.
        times: How many processes.

    Raises:
        EngineError: Such a process failed.
        OSError: None can be started.
    """
    found = [_once(sessions, modules) for _ in range(times)]
    return Started(*(round(median(column)) for column in zip(*found, strict=True)))


def _once(sessions: Sequence[dict[str, Any]], modules: Sequence[str]) -> Started:
    text = _CHILD.format(modules=list(modules), sessions=list(sessions))
    python, *rest = fresh_python(text)
    called = monotonic_ns()
    done = subprocess.run(  # noqa: S603  this same Python, with a text of our own
        [python, "-X", "importtime", *rest],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        said = done.stderr.splitlines()[-1:] or ["nothing"]
        raise EngineError(
            f"a fresh process ended with {done.returncode} and said "
            f"{printable(said[0], 200)}"
        )
    began, cold, warm = map(int, done.stdout.split()[-3:])
    modules_ns = imported(done.stderr)
    return Started(began - called, modules_ns, max(0, cold - modules_ns - warm))


def imported(text: str) -> int:
    r"""Add up what modules took behind the mark, in nanoseconds.

    Args:
        text: What Python has written with `-X importtime`.

    Example:
        >>> imported(
        ...     "import time:  70 |  70 | site\n"
        ...     f"{MARK}\n"
        ...     "import time: self [us] | cumulative | imported package\n"
        ...     "import time:  50 |  50 |   re._parser\n"
        ...     "import time:  20 |  70 | re\n"
        ... )
        70000
    """
    total = 0
    for line in text.partition(MARK)[2].splitlines():
        head, _, _ = line.removeprefix("import time:").partition("|")
        if line.startswith("import time:") and head.strip().isdigit():
            total += int(head)
    return 1_000 * total
