"""Reading and writing in every format: the cases of `reference/*.jsonl`."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.formats.cases import outcome, same

REFERENCE = Path(__file__).parent / "reference"
FILES = sorted(REFERENCE.glob("*.jsonl"))


def cases_of(path):
    """Return the cases of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cases(path, renew):
    for case in cases_of(path):
        if "parquet" in (path.stem, *case["about"].split()) and not find_spec(
            "pyarrow"
        ):
            continue
        found = json.loads(json.dumps(outcome(case)))
        assert renew or same(case["result"], found), (case, found)


def test_renewed(renew):
    """Write the results anew with --renew; without it there is nothing to do."""
    for path in FILES if renew else ():
        cases = [{**case, "result": outcome(case)} for case in cases_of(path)]
        lines = [json.dumps(case) + "\n" for case in cases]
        path.write_text("".join(lines), "utf-8")
