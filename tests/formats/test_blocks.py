"""Blocks hold what the readers read one by one: the same puzzles, places and errors."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from satdoku.errors import InputError
from tests.formats.cases import options_of, source_of
from tests.formats.inner import scan, scan_blocks
from tests.puzzles import NEWSPAPER as PUZZLE
from tests.puzzles import NEWSPAPER_SOLUTION as SOLUTION

REFERENCE_FILES = sorted((Path(__file__).parent / "reference").glob("*.jsonl"))
LINES = (
    PUZZLE.replace(".", "0"),
    PUZZLE.replace(".", "_"),
    f"{PUZZLE} name",
    f"{PUZZLE},x;y",
    f"{PUZZLE}\tnaïve",
    f" {PUZZLE}",
    PUZZLE[:-1],
    PUZZLE.replace(".", " "),
    "ABCDEFGHI" * 9,
    "." * 16,
    "1" * 100,
    "1234" * 64,
    "#" * 81,
    "# comment",
    "",
    "  ",
    "x" * 200,
)
lines = st.lists(
    st.one_of(st.just(PUZZLE), st.just(PUZZLE), st.sampled_from(LINES)), max_size=30
)
sizes = st.sampled_from((2, 5, 40, 1000))


def described(items):
    """Return what can be compared of puzzles and errors."""
    return [
        str(item)
        if isinstance(item, InputError)
        else (
            item.puzzle,
            item.source,
            item.line,
            item.number,
            item.format,
            item.puzzle.geometry.symbols,
        )
        for item in items
    ]


def agree(data, size, max_size=None):
    """See to it that both ways tell the same."""
    one_by_one = described(scan(io.BytesIO(data), max_size=max_size))
    blocks = scan_blocks(io.BytesIO(data), max_size=max_size, size=size)

    assert one_by_one == described(item for block in blocks for item in block)


class TestSameAsOneByOne:
    """What is read as blocks is what is read one by one."""

    @given(
        lines,
        st.sampled_from(("\n", "\r\n", "\r")),
        st.sampled_from((b"", b"\xef\xbb\xbf", "\ufeff".encode("utf-16-le"))),
        st.sampled_from((b"", b"\xff", b"\0\n", b"\n")),
        sizes,
        st.sampled_from((None, 9)),
    )
    @example(
        [PUZZLE] * 3 + ["1234" * 64, PUZZLE, PUZZLE[:-1]],
        "\n",
        b"",
        b"",
        2,
        None,
    )
    def test_lines(
        self,
        found,
        end,
        mark,
        tail,
        size,
        max_size,
    ):
        text = end.join([PUZZLE, *found])
        if mark == "\ufeff".encode("utf-16-le"):
            data = mark + text.encode("utf-16-le")
        else:
            data = mark + text.encode() + tail
        agree(data, size, max_size)

    @given(
        lines,
        st.sampled_from(",;\t"),
        st.permutations(("puzzle", "solution", "rating")),
        st.sampled_from(("", "name", "type")),
        st.booleans(),
        sizes,
    )
    def test_tables(
        self,
        found,
        separator,
        order,
        more,
        quoted,
        size,
    ):
        columns = [*order, more] if more else order
        rows = [separator.join(columns)]
        for puzzle in [PUZZLE, *found]:
            value = f'"{puzzle}"' if quoted and len(puzzle) % 2 else puzzle
            cells = {"puzzle": value, "solution": SOLUTION, "rating": "1.5"}
            rows.append(separator.join(cells.get(name, "classic") for name in columns))
        agree("\n".join(rows).encode(), size)

    @given(lines, st.sampled_from((0, 1, 2, 3)), st.booleans(), sizes)
    def test_objects(
        self,
        found,
        kind,
        listed,
        size,
    ):
        values = [{"puzzle": PUZZLE}, *({"puzzle": puzzle} for puzzle in found)]
        for number, item in enumerate(values):
            if kind > 0:
                item["solution"] = SOLUTION if number % 5 else PUZZLE
            if kind > 1:
                item["name"] = "same" if kind == 2 else f"puzzle {number}"
        text = "\n".join(map(json.dumps, values))
        if listed:
            text = "[" + ",\n".join(map(json.dumps, values)) + "]"
        agree(text.encode(), size)


@pytest.mark.parametrize("path", REFERENCE_FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("size", "every"),
    [(1, 4), *(pytest.param(size, 1, marks=pytest.mark.nightly) for size in (1, 1000))],
)
def test_cases_of_the_reference(path, size, every, needs):
    if path.stem == "parquet":
        needs("pyarrow")
    for line in path.read_text("utf-8").splitlines()[::every]:
        case = json.loads(line)
        other = {"grid", "write", "repair", "solution_column"} & case.keys()
        # A block that packed data is cut off in gives the error alone.
        cut = case["about"] == "packed: cut off"
        if other or cut or "refused" == case["result"]:
            continue
        options = options_of(case)
        found = scan_blocks(source_of(case), size=size, **options)
        one_by_one = described(scan(source_of(case), **options))
        assert one_by_one == described(item for block in found for item in block), case
