"""Blocks of every format hold what the reader of the format reads one by one."""

import io

import numpy as np
import pytest

from tests.formats.inner import scan, scan_blocks
from tests.formats.test_blocks import PUZZLE, described

VALUES = [0 if mark == "." else int(mark) for mark in PUZZLE]


def flat(blocks):
    """Return the items of blocks."""
    return [item for block in blocks for item in block]


def agree(data, size=7):
    """See to it that both ways tell the same; return the blocks."""
    blocks = list(scan_blocks(io.BytesIO(data), size=size))

    assert described(scan(io.BytesIO(data))) == described(flat(blocks))
    return blocks


def saved(array):
    """Return an array as a file."""
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float64"])
@pytest.mark.parametrize("shape", [(20, 81), (20, 9, 9)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays(dtype, shape, order):
    array = np.array([VALUES] * 20, dtype)
    array[3, 5] = 10
    array[19, 80] = 77
    blocks = agree(saved(np.asarray(array.reshape(shape), order=order)))

    assert 2 == sum(len(block.others) for block in blocks)


def test_array_cut_off():
    data = saved(np.array([VALUES] * 20, np.uint8))
    agree(data[:-100])
    agree(data + b"more")


def test_array_of_another_size():
    blocks = agree(saved(np.zeros((5, 16), np.uint8)))

    assert 0 == sum(len(block.values) for block in blocks)


@pytest.mark.parametrize("kind", ["string", "large_string", "fixed", "binary", "lists"])
@pytest.mark.parametrize("with_names", [False, True])
def test_tables_of_parquet(kind, with_names):
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    texts = [PUZZLE] * 10 + [PUZZLE[:-1], PUZZLE.replace(".", "_")] + [PUZZLE] * 9
    columns = {
        "string": arrow.array(texts),
        "large_string": arrow.array([*texts[:-1], None], arrow.large_string()),
        "fixed": arrow.array([bytes(VALUES)] * 21, arrow.binary(81)),
        "binary": arrow.array([text.encode() for text in texts], arrow.binary()),
        "lists": arrow.array([VALUES] * 21, arrow.list_(arrow.int8())),
    }
    values = {"puzzle": columns[kind]}
    if with_names:
        values["name"] = arrow.array([f"n{number}" for number in range(21)])
    for rows in (4, 100):
        stream = io.BytesIO()
        parquet.write_table(arrow.table(values), stream, row_group_size=rows)
        agree(stream.getvalue())


def test_plain_lines_are_rows():
    lines = [f"{PUZZLE} {number}" for number in range(500)]
    lines[200] = "12"
    blocks = agree("\n".join(lines).encode(), 1000)

    assert 499 == sum(len(block.values) for block in blocks)
    assert 3 == len(blocks)  # two runs of plain lines, and the bad one


@pytest.mark.parametrize(("start", "step"), [(0, 1), (0, 2), (1, 3), (7, 5), (50, 2)])
def test_select(start, step):
    lines = [f"{PUZZLE} {number}" if number % 4 else "12" for number in range(1, 41)]
    for block in agree("\n".join(lines).encode(), 1000):
        assert described(block)[start::step] == described(
            block.select(slice(start, None, step))
        )


@pytest.mark.parametrize("gap", ["", "\n"])
@pytest.mark.parametrize("before", [5, 63, 64, 65, 100, 9000])
def test_title_above_a_line(before, gap):
    """A title in a long file names the same puzzle in blocks and one by one."""
    text = f"{PUZZLE}\n" * before + f"{gap}Easy one\n" + f"{PUZZLE}\n" * 100
    names = [item.name for item in scan(io.StringIO(text))]
    blocks = scan_blocks(io.StringIO(text), size=4000)
    assert [item.name for block in blocks for item in block] == names
    assert names.count("Easy one") == len(gap)
