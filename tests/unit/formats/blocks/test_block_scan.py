"""Blocks of every format hold what the reader of the format reads one by one."""

from __future__ import annotations

import io
import os
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.errors import InputError
from satdoku.formats import scan
from satdoku.formats.blocks.block import fits
from satdoku.formats.blocks.scan import scan_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from satdoku.formats import Entry
    from satdoku.formats.blocks.block import Block

PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
VALUES = [0 if mark == "." else int(mark) for mark in PUZZLE]


def told(items: Iterable[Entry | InputError]) -> list[str]:
    """Return what can be compared of puzzles and errors."""
    return [
        str(item)
        if isinstance(item, InputError)
        else f"{item.source} {item.line} {item.number} {item.name} {item.grid!r}"
        for item in items
    ]


def flat(blocks: Iterable[Block]) -> list[Entry | InputError]:
    """Return the items of blocks."""
    return [item for block in blocks for item in block]


def agree(data: bytes, size: int = 7) -> list[Block]:
    """See to it that both ways tell the same; return the blocks."""
    blocks = list(scan_blocks(io.BytesIO(data), size=size))

    assert told(scan(io.BytesIO(data))) == told(flat(blocks))
    return blocks


def saved(array: Any) -> bytes:  # noqa: ANN401  of any kind
    """Return an array as a file."""
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float64"])
@pytest.mark.parametrize("shape", [(20, 81), (20, 9, 9)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays(dtype: str, shape: tuple[int, ...], order: Any) -> None:  # noqa: ANN401  numpy's own
    """Arrays of all types and shapes, with numbers that cannot be in a cell."""
    array: Any = np.array([VALUES] * 20, dtype)
    array[3, 5] = 10
    array[19, 80] = 77
    blocks = agree(saved(np.asarray(array.reshape(shape), order=order)))

    assert 2 == sum(len(block.others) for block in blocks)


def test_array_cut_off() -> None:
    """What is whole of an array comes before the error."""
    data = saved(np.array([VALUES] * 20, np.uint8))
    agree(data[:-100])
    agree(data + b"more")


def test_array_of_another_size() -> None:
    """Puzzles of another size are none of the rows."""
    blocks = agree(saved(np.zeros((5, 16), np.uint8)))

    assert 0 == sum(len(block.values) for block in blocks)


@pytest.mark.parametrize("kind", ["string", "large_string", "fixed", "binary", "lists"])
@pytest.mark.parametrize("with_names", [False, True])
def test_tables_of_parquet(kind: str, with_names: bool) -> None:  # noqa: FBT001  of pytest
    """Columns of every type, groups of rows of any length, puzzles of any kind."""
    arrow: Any = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet: Any = pytest.importorskip(
        "pyarrow.parquet", reason="pyarrow is not installed"
    )
    texts = [PUZZLE] * 10 + [PUZZLE[:-1], PUZZLE.replace(".", "_")] + [PUZZLE] * 9
    columns: dict[str, Any] = {
        "string": arrow.array(texts),
        "large_string": arrow.array([*texts[:-1], None], arrow.large_string()),
        "fixed": arrow.array([bytes(VALUES)] * 21, arrow.binary(81)),
        "binary": arrow.array([text.encode() for text in texts], arrow.binary()),
        "lists": arrow.array([VALUES] * 21, arrow.list_(arrow.int8())),
    }
    told_ = {"puzzle": columns[kind]}
    if with_names:
        told_["name"] = arrow.array([f"n{number}" for number in range(21)])
    for rows in (4, 100):
        stream = io.BytesIO()
        parquet.write_table(arrow.table(told_), stream, row_group_size=rows)
        agree(stream.getvalue())


def test_packed(tmp_path: Path) -> None:
    """What is packed is unpacked on the way."""
    import gzip

    path = tmp_path / "puzzles.txt.gz"
    path.write_bytes(gzip.compress(f"{PUZZLE}\n".encode() * 50))

    assert told(scan(str(path))) == told(flat(scan_blocks(str(path), size=7)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "# nothing\n",
        "no puzzle at all\n",
        f"> {PUZZLE}\n> {PUZZLE}\n",
        "1.34\n3.12\n.143\n4321\n",
        f"puzzle\n{PUZZLE}\n",
        "puzzle,rating\n",
        f'[\n"{PUZZLE}",\n"{PUZZLE}"\n]\n',
        f'{{"puzzle": "{PUZZLE}"}}\n{{"puzzle": "12"}}\n[\n{{"puzzle": "{PUZZLE}"}}\n',
        f"puzzle,type\n{PUZZLE},killer\n",
        f'puzzle,name\n{PUZZLE},a\n{PUZZLE},"b\nc"\n{PUZZLE},d\n',
    ],
)
def test_small_texts(text: str) -> None:
    """What is no list of puzzles in plain sight is read as ever."""
    agree(text.encode())


def test_file_that_is_not_there() -> None:
    """The error says so, as one of the others."""
    assert told(scan("nothing.txt")) == told(flat(scan_blocks("nothing.txt")))


def test_plain_chunks_are_whole_blocks() -> None:
    """Lines in plain sight come as rows, whatever their length, the rest between."""
    lines = [f"{PUZZLE} {number}" for number in range(500)]
    lines[200] = "12"
    (block,) = agree("\n".join(lines).encode(), 1000)

    assert 499 == len(block.values)
    assert [200] == [row for row, _ in block.others]
    assert ["199", "201"] == [block.names[row] for row in (199, 200) if block.names]


@pytest.mark.parametrize(("start", "step"), [(0, 1), (0, 2), (1, 3), (7, 5), (50, 2)])
def test_select(start: int, step: int) -> None:
    """Every so many items of a block, rows and others alike."""
    lines = [f"{PUZZLE} {number}" if number % 4 else "12" for number in range(1, 41)]
    for block in agree("\n".join(lines).encode(), 1000):
        assert told(block)[start::step] == told(block.select(start, step))


def test_pipe_is_not_waited_for() -> None:
    """What is in a pipe is a block, though more may come."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:
        os.write(writing, f"{PUZZLE}\n".encode() * 3)
        blocks = scan_blocks(stream)
        first = next(blocks)
        late = threading.Timer(0.2, os.write, (writing, f"{PUZZLE}\n".encode()))
        late.start()
        second = next(blocks)
        os.close(writing)

        assert [] == list(blocks)
    late.join()

    assert (3, 1) == (len(first.values), len(second.values))
    assert [4] == second.numbers.tolist()


def test_what_fits() -> None:
    """Only puzzles of 9x9, of clues alone and in usual digits, are rows."""
    fit = [
        fits(item)
        for text in (PUZZLE, "." * 16, "ABCDEFGHI" + "." * 72)
        for item in scan(io.StringIO(text))
        if not isinstance(item, InputError)
    ]

    assert [True, False, False] == fit
