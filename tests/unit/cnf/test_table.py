"""The table of ticks: generated, and the same in `encodings/README.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.encode import encoding
from satdoku.cnf.recipe import Recipe, Ticks, load, shipped
from satdoku.cnf.table import HEADINGS, markdown, rows, sees, text
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from pathlib import Path

NINE = Geometry(3, 3)


def test_readme(root: Path) -> None:
    """`encodings/README.md` holds the table of 9x9 as it is generated."""
    readme = (root / "encodings" / "README.md").read_text(encoding="utf-8")

    assert markdown(NINE) in readme


def test_readme_names_every_scheme_and_key(root: Path) -> None:
    """What a recipe may say is told there."""
    readme = (root / "encodings" / "README.md").read_text(encoding="utf-8")
    for word in ("sequential", "inside_at_most_one", "exact", "support", "format"):
        assert f"`{word}`" in readme or f"\n{word} = " in readme


def test_sizes() -> None:
    """A row has the sizes of the formula."""
    found = rows(Geometry(2, 3))

    assert [row.encoding for row in found] == [recipe.name for recipe in shipped()]
    for row in found:
        made = encoding(Geometry(2, 3), load(row.encoding))

        assert (row.variables, row.textbook, row.clauses) == (
            made.formula.variables,
            made.textbook_count,
            len(made.formula),
        )
        assert row.literals == sum(map(len, made.formula))


def test_text() -> None:
    """In columns, ASCII, without trailing blanks and without columns of no tick."""
    lines = text(NINE).split("\n")

    assert len(lines) == 1 + len(shipped())
    assert all(line.isascii() and line == line.rstrip() for line in lines)
    (heading, row) = text(NINE, [load("natural")]).split("\n")

    assert heading.split("  ")[:4] == ["encoding", "cell >=1", "cell <=1", "unit <=1"]
    assert row == (
        "natural   yes       pairwise  pairwise        729    11,745   10,287    "
        "21,141  naked singles"
    )


def test_markdown() -> None:
    """As many cells in each line as there are headings."""
    counts = {line.count("|") for line in markdown(NINE).split("\n")}

    assert counts == {len(HEADINGS) + 1}


def test_what_propagation_sees() -> None:
    """Each shipped recipe is classified; an odd one of one's own need not be."""
    found = {recipe.name: sees(recipe) for recipe in shipped()}

    assert found.pop("minimal") == found.pop("natural") == "naked singles"
    assert found.pop("support") == "naked singles"
    assert found.pop("triad") == "singles, pointing, claiming"
    assert found.pop("triad-lite") == "singles, pointing, claiming"
    assert found.pop("triad-exact3") == "singles, pointing, claiming, full triads"
    assert set(found.values()) == {"singles"}
    odd = Recipe("odd", "s", "r", Ticks(at_most_one="ladder"), Ticks(at_least_one=True))
    assert sees(odd) == "not classified"
