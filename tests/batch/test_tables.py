"""Tables of pandas in, the same tables with the answers out."""

import io

import numpy as np
import pytest

import satdoku
from satdoku import InputError, UsageError
from tests.lanes.puzzles import CLASH, EMPTY, LINE, SOLVED

pandas = pytest.importorskip("pandas", reason="pandas is not installed")

ANSWERS = ["solution", "count", "status", "guesses", "sweeps"]


@pytest.mark.parametrize("kind", [object, "str", "string"])
def test_answers(kind):
    """Each row is answered; the table that was given is not changed."""
    puzzles = pandas.Series([EMPTY, CLASH, LINE], dtype=kind)
    table = pandas.DataFrame({"id": [7, 8, 9], "puzzle": puzzles}, index=[5, 3, 1])
    table["puzzle"] = puzzles.tolist()
    table["puzzle"] = table["puzzle"].astype(kind)
    expected = satdoku.solve_batch([EMPTY, CLASH, LINE])
    found = satdoku.solve_frame(table)
    assert list(found.columns) == ["id", "puzzle", *ANSWERS]
    assert found["id"].tolist() == [7, 8, 9]
    assert found.index.tolist() == [5, 3, 1]
    assert found["solution"].tolist() == [*expected.lines[:2], SOLVED]
    assert found["status"].tolist() == ["multiple", "none", "unique"]
    assert found["count"].tolist() == [2, 0, 1]
    assert found["guesses"].tolist() == expected.guesses.tolist()
    assert found["sweeps"].tolist() == expected.sweeps.tolist()
    assert list(table.columns) == ["id", "puzzle"]


def test_options():
    """Cells may be lists, too; options are those of `solve_batch`."""
    table = pandas.DataFrame({"quiz": [[0] * 81, LINE, "12"]})
    options = {"limit": 5, "workers": 2, "timeout": 60, "errors": "mark"}
    found = satdoku.solve_frame(table, column="quiz", **options)
    assert found["status"].tolist() == ["multiple", "unique", "unreadable"]
    assert found["solution"].tolist()[1:] == [SOLVED, ""]
    assert found["count"].tolist() == [5, 1, 0]


def test_no_rows():
    """Texts are texts there, too, and numbers numbers."""
    table = pandas.DataFrame({"puzzle": [LINE], "id": [1], "r": [0.5]})
    some, none = satdoku.solve_frame(table), satdoku.solve_frame(table[:0])
    assert len(none) == 0
    assert dict(some.dtypes) == dict(none.dtypes)
    assert dict(table.dtypes).items() <= dict(some.dtypes).items()


@pytest.mark.parametrize("there", ANSWERS)
def test_columns_that_are_there_are_kept(there):
    """Nothing is overwritten; with a prefix the answers have other names."""
    table = pandas.DataFrame({"puzzle": [LINE], there: ["the reference"]})
    with pytest.raises(UsageError, match=there):
        satdoku.solve_frame(table)
    found = satdoku.solve_frame(table, prefix="my_")
    assert found[there].tolist() == ["the reference"]
    assert list(found.columns) == ["puzzle", there, *(f"my_{name}" for name in ANSWERS)]
    assert found["my_status"].tolist() == ["unique"]
    with pytest.raises(UsageError, match="my_"):
        satdoku.solve_frame(found, prefix="my_")


def test_a_table_of_kaggle():
    """The usual column is found; numbers are refused, and the way out is named."""
    puzzle = LINE.replace(".", "0")
    text = f"quizzes,solutions\n{puzzle},{SOLVED}\n"
    found = satdoku.solve_frame(pandas.read_csv(io.StringIO(text), dtype=str))
    assert found["status"].tolist() == ["unique"]
    as_numbers = pandas.read_csv(io.StringIO(text))
    with pytest.raises(InputError, match=r"dtype=str") as refused:
        satdoku.solve_frame(as_numbers)
    assert refused.value.source == "puzzles[0]"
    assert "zeros" in str(refused.value)
    marked = satdoku.solve_frame(as_numbers, errors="mark")
    assert marked["status"].tolist() == ["unreadable"]


def test_missing_column():
    """A column that is not there is named with those that are."""
    with pytest.raises(UsageError) as refused:
        satdoku.solve_frame(pandas.DataFrame({"cells": [EMPTY]}))
    assert "'puzzle'" in str(refused.value)
    assert "cells" in str(refused.value)


@pytest.mark.parametrize("row", ["12", None, np.nan, 1.5e80])
def test_a_row_without_a_puzzle(row):
    """It is named by its number."""
    with pytest.raises(InputError) as refused:
        satdoku.solve_frame(pandas.DataFrame({"puzzle": [EMPTY, row]}))
    assert refused.value.source == "puzzles[1]"


def test_polars(needs):
    """Its tables are answered alike; columns stay as they are, types included."""
    needs("polars")
    import polars as pl

    table = pl.DataFrame({"id": [7, 8], "quizzes": [LINE, None], "r": [0.5, None]})
    found = satdoku.solve_frame(table, errors="mark")
    assert found["solution"].to_list() == [SOLVED, ""]
    assert found["status"].to_list() == ["unique", "unreadable"]
    assert found.select(table.columns).equals(table)
    assert satdoku.solve_frame(table[:0]).schema == found.schema


def test_tables_of_pyarrow():
    """Other columns keep their types, and the answers are columns behind them."""
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table(
        {"id": arrow.array([1, 2], arrow.int8()), "quizzes": ["." * 81] * 2}
    )
    solved = satdoku.solve_frame(table)
    assert ["id", "quizzes", *ANSWERS] == solved.column_names
    assert arrow.int8() == solved.schema.field("id").type
    assert ["multiple"] * 2 == solved["status"].to_pylist()
    assert table.equals(solved.select(table.column_names))
