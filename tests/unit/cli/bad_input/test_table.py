"""The table of bad input: what users expect, and other programs get wrong.

Each row is a class of this folder, named by its number or by the first and last of
some; where a row is tested in full elsewhere, `ELSEWHERE` says where.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ELSEWHERE = {
    38: ("unit/cli/test_process.py", "test_keyboard"),
    39: ("unit/cli/test_process.py", "test_broken_pipe"),
    40: ("unit/cli/test_process.py", "test_interrupted_search"),
    44: ("unit/cnf/test_dimacs_fixtures.py", "test_command"),
    57: ("unit/cli/test_process.py", "test_locales"),
    58: ("unit/cli/test_terminal.py", "test_colours_are_switched_off"),
}
"""Rows whose test is another one: keyboard, pipes, Ctrl-C, DIMACS, locales, colours."""


def test_every_row_is_here() -> None:
    """A class for each row from 1 to 58, or another test by its name."""
    covered = set(ELSEWHERE)
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("TestRow"):
                first, _, last = node.name.removeprefix("TestRow").partition("To")
                covered |= set(range(int(first), int(last or first) + 1))

    assert set(range(1, 59)) == covered


@pytest.mark.parametrize("row", ELSEWHERE)
def test_elsewhere(row: int, root: Path) -> None:
    """The test that a row points to is there."""
    path, name = ELSEWHERE[row]
    tree = ast.parse((root / "tests" / path).read_text("utf-8"))
    functions = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}

    assert name in functions
