"""Whole paths, step by step, as they must stay: `golden/paths.jsonl`.

`python -m pytest tests/explanation --renew` writes what is found anew; look through the
difference before you keep it.
"""

from pathlib import Path

import pytest

from satdoku import Geometry, Puzzle, explain, hint
from tests.explanation.support import told
from tests.techniques.support import golden, write_golden

FILE = Path(__file__).parent / "golden" / "paths.jsonl"
RECORDS = golden(FILE)
PARTS = 8


def read(one):
    return Puzzle(one["puzzle"], geometry=Geometry.parse(one["box"]))


def explained(one):
    """Return a record (puzzle, box, options) with what satdoku finds."""
    path = explain(read(one), **one["options"])
    level = path.level.key if path.level and path.score is not None else None
    return {
        **{name: one[name] for name in ("puzzle", "box", "options")},
        "status": path.status.name.lower(),
        "end": path.end.value,
        "score": path.score,
        "level": level,
        "by_logic": path.by_logic,
        "contradiction": list(path.contradiction.cells if path.contradiction else ()),
        "entries": [told(entry) for entry in path.entries],
        "position": path.position.line,
    }


def test_renew(renew):
    """Not a test of satdoku: this writes the file when `--renew` is given."""
    if renew:
        write_golden(FILE, map(explained, RECORDS))


@pytest.mark.parametrize("part", range(PARTS))
def test_paths(part, renew):
    for one in RECORDS[part::PARTS]:
        assert one == explained(one)


def test_the_first_entry_is_the_hint():
    for one in RECORDS:
        if one["options"] or one["status"] == "none":
            continue
        step = hint(read(one)).step
        assert one["entries"][:1] == ([told(step)] if step else [])


def test_many_techniques_are_in_these_paths():
    used = {entry.split()[0] for one in RECORDS for entry in one["entries"]}
    assert len(used) > 35
    assert {"trial", "searchstep"} < used
    ends = {one["end"] for one in RECORDS}
    assert {"solved", "searched", "several", "none", "stopped"} == ends
