"""What an earlier run has written is known again, whatever it answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.cli.kept_lines import kept_lines
from satdoku.errors import UsageError
from tests.unit.cli.conftest import CLASHING, DEAD_END, PROPER, SEVERAL

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

MIXED = [PROPER, CLASHING, "1234", DEAD_END, SEVERAL, "." * 81, "." * 256, "é" * 16]


@pytest.mark.parametrize(
    ("to", "columns", "options"),
    [
        ("line", 0, ("--to", "line")),
        ("line", 0, ("--to", "line", "--to-symbols", "A-Z")),
        ("csv", 2, ("--to", "csv")),
        ("csv", 2, ("--to", "csv", "--to-symbols", "A-Z")),
        ("csv", 5, ("--to", "csv", "--stats")),
        ("json", 0, ("--json",)),
    ],
)
def test_own_answers(run: Run, to: str, columns: int, options: tuple[str, ...]) -> None:
    """Whatever is printed is taken for an answer, wherever it is cut off."""
    options = (*options, "--max-clauses", "300000000", "--from", "line")
    text = run("solve", "-q", *options, text="\n".join(MIXED)).stdout
    lines = text.splitlines(keepends=True)[to == "csv" :]
    assert len(MIXED) == len(lines)
    for line in lines:
        kept = kept_lines(to, "a file", columns)
        kept.look_at(line.encode())
        for end in range(len(line)):
            kept.look_at_rest(line[:end].encode())
    kept_lines(to, "a file", columns).look_at("".join(lines).encode())


def test_large_sizes(run: Run) -> None:
    """In tables, sizes beyond all symbols have numbers."""
    size = 64
    rows = [
        [(row % 8 * 8 + row // 8 + at) % size + 1 for at in range(size)]
        for row in range(size)
    ]
    text = " ".join(str(value) for row in rows for value in row)
    table = run("solve", "-q", "--to", "csv", "--from", "numbers", text=text).stdout
    record = table.partition("\n")[2]

    assert 2 * size**2 == record.count(" ") + 2
    kept_lines("csv", "a file", 2).look_at(record.encode())


def test_place(tmp_path: Path) -> None:
    """The line is told, over all pieces; a table's header is one."""
    name = str(tmp_path / "notes")
    good = '{"schema": 1, "source": null, "status": "unknown", "error": "x"}\n'
    kept = kept_lines("json", name)
    kept.look_at(good.encode() * 3)
    with pytest.raises(UsageError) as caught:
        kept.look_at(good.encode() + b"no\n")

    assert str(caught.value).startswith(f"{name}:5: no answer in the format json")
    with pytest.raises(UsageError, match="notes:4: no answer"):
        kept.look_at_rest(b"no")
    with pytest.raises(UsageError, match="notes:2: no answer"):
        kept_lines("csv", name, 2).look_at(b"a,b,c\n")
