"""Reads the report of the tests: what was skipped, and what passed and failed.

    python .ci/skipped.py REPORTS DATA        fails where a test was skipped needlessly
    python .ci/skipped.py --count REPORTS N   prints "… passed, … failed"

REPORTS is the folder of the reports, `*.xml`, one for each run of pytest.
N is how many steps of the run failed; they are counted like failed tests.
A skip is right only where what the test needs is truly not here: the folder of puzzle
sets, or a program or library that its reason names as `NAME is not installed`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Iterator


RUNS = 2
"""How many reports there are when every run of pytest has finished."""


def cases(report: Path) -> Iterator[ET.Element]:
    """Yield the test cases of a report."""
    yield from ET.parse(report).iter("testcase")  # noqa: S314  pytest wrote it


def reasons(reports: Path) -> Iterator[tuple[str, str]]:
    """Yield each skipped test with its reason; an expected failure is one too."""
    for report in sorted(reports.glob("*.xml")):
        for case in cases(report):
            for skipped in case.iter("skipped"):
                yield (
                    f"{case.get('classname')}::{case.get('name')}",
                    (skipped.get("message") or ""),
                )


def needed(reason: str, data: Path) -> bool:
    """Whether what the reason says is missing is missing."""
    if "no puzzle sets at" in reason:
        return not data.is_dir()
    if "the system's administrator may read everything" in reason:
        return os.geteuid() == 0
    if absent := re.search(r"([A-Za-z0-9_-]+) is not installed", reason):
        name = absent[1]
        return shutil.which(name) is None and find_spec(name.replace("-", "_")) is None
    return False


def count(reports: Path, failed_steps: int) -> str:
    """Add up what passed and what failed, each failed step of the run as one more."""
    passed = failed = told = 0
    for report in sorted(reports.glob("*.xml")):
        before = failed
        for case in cases(report):
            outcomes = {child.tag for child in case}
            failed += bool(outcomes & {"failure", "error"})
            passed += not outcomes & {"failure", "error", "skipped"}
        told += failed > before
    # A step that ran a failed test is not counted again.
    failed += max(0, failed_steps - told)
    return f"{passed} passed, {failed} failed"


def main(arguments: list[str]) -> int:
    """Do what the arguments ask; return the exit status."""
    if arguments[0] == "--count":
        print(count(Path(arguments[1]), int(arguments[2])))
        return 0
    reports, data = Path(arguments[0]), Path(arguments[1])
    if len(list(reports.glob("*.xml"))) < RUNS:
        print("a report is missing: not all tests finished")
        return 1
    skipped = list(reasons(reports))
    wrong = [(test, why) for test, why in skipped if not needed(why, data)]
    print(f"{len(skipped)} skipped, {len(wrong)} of them without need")
    for test, why in wrong:
        print(f"  {test}: {why}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
