"""Reading and writing in every format: the cases of `reference/*.jsonl`."""

import json
from pathlib import Path

import pytest

from tests.formats.cases import outcome, same

REFERENCE = Path(__file__).parent / "reference"
FILES = sorted(REFERENCE.glob("*.jsonl"))


def cases_of(path):
    """Return the cases of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def groups():
    """Return the cases of each subject."""
    subjects = {}
    for path in FILES:
        for case in cases_of(path):
            subjects.setdefault((path.stem, case["about"]), []).append(case)
    return {
        f"{name} {about}": (name, cases) for (name, about), cases in subjects.items()
    }


GROUPS = groups()


@pytest.mark.parametrize(("name", "cases"), GROUPS.values(), ids=GROUPS)
def test_cases(name, cases, needs, renew):
    for case in cases:
        if "parquet" in (name, *case["about"].split()):
            needs("pyarrow")
        found = json.loads(json.dumps(outcome(case)))
        assert renew or same(case["result"], found), (case, found)


def test_renewed(renew):
    """Write the results anew with --renew; without it there is nothing to do."""
    for path in FILES if renew else ():
        cases = [{**case, "result": outcome(case)} for case in cases_of(path)]
        lines = [json.dumps(case) + "\n" for case in cases]
        path.write_text("".join(lines), "utf-8")
