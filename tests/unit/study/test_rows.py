"""Runs as rows: what is written is read, and what is not a row is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from satdoku.errors import InputError
from satdoku.study.rows import HEADER, runs_of, written
from satdoku.study.run import COLUMNS, Ended, Run


def test_there_and_back(run: Run) -> None:
    """Every value comes back as it was, and what is not known as None."""
    nothing: dict[str, Any] = dict.fromkeys(COLUMNS[16:-1])
    bare = replace(run, ended=Ended.TIMEOUT, **nothing)
    rows = [HEADER, written(run), written(bare)]

    assert [run, bare] == list(runs_of(rows, "runs.csv"))


@pytest.mark.parametrize(
    ("text", "mended", "expected"),
    [
        ("a note", "a note,1", "29 values; expected 28"),
        (",0.25,", ",soon,", "time_s is 'soon'; expected a number"),
        (",0.25,", ",inf,", "time_s is 'inf'; expected a number"),
        (",0.25,", ",-1,", "time_s is '-1'; expected a number"),
        ("answered", "lost", "ended is 'lost'; expected one of answered, timeout,"),
        (",2,1,", ",,1,", "number is ''; expected a number, 0, 1"),
        ('set"', 'set" x', ""),
    ],
)
def test_what_is_no_row(run: Run, text: str, mended: str, expected: str) -> None:
    """The line is named, and what is wrong with it."""
    row = written(run)
    assert text in row
    with pytest.raises(InputError) as error:
        list(runs_of([HEADER, row, row.replace(text, mended)], "runs.csv"))

    assert str(error.value).startswith(f"runs.csv:3: {expected}")


@pytest.mark.parametrize("header", ["", "puzzle,solution\n"])
def test_other_tables(header: str) -> None:
    """A table of other columns is none of a study."""
    with pytest.raises(InputError, match=r"^runs\.csv:[01]: the columns are not those"):
        list(runs_of([header] if header else [], "runs.csv"))
