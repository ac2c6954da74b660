"""The reference: public names, exit codes, who imports whom, the width of code."""

import importlib
import re

import pytest

import satdoku
from satdoku.cli import exits
from tests.documents.test_documents import FENCE, PAGES, ROOT
from tests.test_architecture import DOORS, FACE, FLOORS, PACKAGE, imports, room_of

SUBPACKAGES = (
    *("cnf", "drawing", "engines", "explanation", "formats", "proof"),
    *("solving.cluster", "study"),
    "study.tracing",
)
"""What programs import by name, besides `satdoku` itself."""

PARTS = "## Options and parts of answers"


def text(page):
    return (ROOT / page).read_text("utf-8")


def documented(page):
    """Return the names that a part of a page documents."""
    return re.findall(r"^\.\. (?:auto\w+|py:data):: satdoku\.(\S+)", page, re.MULTILINE)


def public_names():
    """Return the public names of the library, each with its object."""
    names = {name: getattr(satdoku, name) for name in satdoku.__all__}
    for package in SUBPACKAGES:
        module = importlib.import_module(f"satdoku.{package}")
        names |= {f"{package}.{name}": getattr(module, name) for name in module.__all__}
    return names


def test_public_names_are_documented():
    names = public_names()
    found = [names[name] for name in documented(text("docs/api.md")) if name in names]
    missing = [name for name, value in names.items() if value not in found]

    assert ["__version__"] == missing


def test_only_public_names_are_in_the_api():
    main, _, parts = text("docs/api.md").partition(PARTS)
    names = public_names()

    assert parts
    assert [] == [name for name in documented(main) if name not in names]
    assert [] == [name for name in documented(parts) if name in names]


def blocks(page):
    """Return the blocks of plain text on a page."""
    return [body for _, named, body in FENCE.findall(text(page)) if named == "text"]


@pytest.fixture(scope="module")
def imported():
    """Return the rooms that each room imports."""
    rooms = set().union(*FLOORS)
    used = {room: set() for room in rooms}
    for path in PACKAGE.rglob("*.py"):
        file = path.relative_to(PACKAGE)
        if room_of(file) not in FACE:
            used[room_of(file)] |= {
                name.split(".")[1]
                for name, _ in imports(path)
                if name.startswith("satdoku.") and (file.as_posix(), name) not in DOORS
            }
    return {room: (names & rooms) - {room} for room, names in used.items()}


def test_floors_are_drawn():
    drawn, _ = blocks("docs/architecture.md")
    lines = [line[14:] for line in drawn.splitlines() if "▼" not in line]

    assert list(reversed(FLOORS)) == [set(line.split(" · ")) for line in lines]


def test_imports_of_each_room_are_in_the_table(imported):
    cells = r"^\| `(\w+)` \| [^|]+ \| ([^|]*) \|$"
    table = dict(re.findall(cells, text("docs/architecture.md"), re.MULTILINE))
    lowest = FLOORS[0] | FLOORS[1]

    assert imported.keys() == table.keys()
    for room in imported.keys() - {"cli"}:
        shown = set(re.findall(r"`(\w+)`", table[room]))
        assert imported[room] - lowest == shown, room


def test_functions_on_the_way_of_a_puzzle_exist():
    _, way = blocks("docs/architecture.md")
    named = re.findall(r"[a-z]+(?:\.\w+)+", way)

    assert len(named) > 4
    for name in named:
        value = satdoku
        for part in name.split("."):
            if isinstance(value, type(satdoku)) and part[0].islower():
                value = getattr(value, part, None) or importlib.import_module(
                    f"{value.__name__}.{part}"
                )
            else:
                value = getattr(value, part)


@pytest.mark.parametrize("page", PAGES)
def test_code_fits_its_column(page):
    """No line is wider than 88 characters, unless one word is nearly as long."""
    lines = [
        line for *_, body in FENCE.findall(text(page)) for line in body.split("\n")
    ]
    wide = [line for line in lines if len(line) > 88]

    assert [] == [line for line in wide if max(map(len, line.split())) < 60]


def test_exit_codes_are_those_of_the_program():
    page = text("docs/limits.md")

    assert [] == [
        code for code, means in exits.MEANINGS if f"{code} | {means}" not in page
    ]
