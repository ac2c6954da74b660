"""Every technique does in the library's cases what the library says, and no more."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from tests.unit.deduce.cases import Case, cases_of, verdict

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def library(shared_data: Path) -> dict[str, list[Case]]:
    """The cases of the library by their code."""
    by_code: dict[str, list[Case]] = defaultdict(list)
    for case in cases_of(shared_data / "reference" / "technique_cases.txt"):
        by_code[case.code].append(case)
    return by_code


CODES = [
    "0000",
    "0002",
    "0003",
    "0100",
    "0101",
    "0110",
    "0111",
    "0200",
    "0201",
    "0202",
    "0210",
    "0211",
    "0212",
    "0300",
    "0301",
    "0302",
    "0310",
    "0311",
    "03111",
    "0312",
    "03121",
    "0320",
    "0321",
    "03211",
    "0322",
    "03221",
    "0331",
    "0332",
    "0340",
    "0341",
    "03411",
    "0342",
    "03421",
    "0362",
    "03621",
    "0364",
    "0400",
    "0401",
    "0402",
    "0403",
    "0404",
    "0405",
    "0500",
    "0501",
    "0502",
    "0600",
    "0601",
    "0602",
    "0603",
    "0604",
    "0605",
    "0606",
    "0607",
    "0608",
    "0610",
    "0701",
    "0702",
    "0703",
    "0706",
    "0707",
    "0708",
    "0709",
    "0710",
    "0711",
    "0800",
    "0801",
    "0803",
    "0901",
    "0902",
    "0903",
    "0904",
    "1101",
    "1201",
    "1202",
]


@pytest.mark.parametrize("code", CODES)
def test_cases(library: dict[str, list[Case]], code: str) -> None:
    """All cases of a technique: the stated outcome, and nothing in a fail case."""
    wrong = [
        f"{case.line}: {found}"
        for case in library[code]
        if (found := verdict(case)) != "right"
    ]
    assert not wrong, "\n".join(wrong)
