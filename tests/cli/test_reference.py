"""Commands whose answers are kept in `reference/*.jsonl`."""

import pytest

from tests.cli.samples import agree, cases, label

FILES = (
    *("check", "cnf", "explain", "hint", "lists", "minimize", "prove", "rate", "sat"),
    *("schemas", "show"),
)


@pytest.mark.parametrize(
    "case", [case for name in FILES for case in cases(name)], ids=label
)
def test_reference(run, tmp_path, monkeypatch, case, renew):
    monkeypatch.chdir(tmp_path)
    agree(run, case, renew=renew)
