"""Fails if the suite skipped a test that should have run: `skipped.py REPORT.xml`.

A skip is right only where what its reason names is truly missing: the folder of puzzle
sets, or a program that is not on the path.  Every extra is expected to be installed.
"""

import os
import re
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

PACKAGES = {"PIL", "distributed", "hypothesis", "jsonschema", "lzstring", "matplotlib"}
PACKAGES |= {"numba", "ortools", "pandas", "polars", "pyarrow", "pyganak", "scipy"}


def right(reason: str) -> bool:
    """Return whether a skip was right."""
    if "no puzzle sets at" in reason:
        return not Path(os.environ.get("SATDOKU_DATA", "../shared/data")).is_dir()
    if "no Pyodide" in reason:  # .ci/run fetches it where there are both
        return not (shutil.which("chromium") and shutil.which("npm"))
    if "root may read everything" in reason:
        return os.geteuid() == 0
    # .ci/run runs the tests of SATDOKU_DIST by themselves.
    fine = ("SATDOKU_DIST", "it is installed", "takes no such name")
    if any(part in reason for part in fine):
        return True
    name = re.search(r"([\w-]+) is not installed", reason)
    if name and name[1] not in PACKAGES:
        return shutil.which(name[1]) is None
    return False


def main() -> int:
    """Print what was skipped; return the exit status."""
    cases = list(ET.parse(sys.argv[1]).iter("testcase"))  # noqa: S314  pytest wrote it
    skipped = [
        (f"{case.get('classname')}::{case.get('name')}", found.get("message") or "")
        for case in cases
        for found in case.iter("skipped")
    ]
    wrong = [(test, why) for test, why in skipped if not right(why)]
    print(f"{len(cases)} tests, {len(skipped)} skipped, {len(wrong)} without need")
    for test, why in wrong:
        print(f"  {test}: {why}")
    return 1 if wrong or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
