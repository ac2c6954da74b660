"""The events of small searches, word for word; the properties replay many more."""

from tests.engines.conftest import of_first_longer_clause


class Notes:
    """Writes every event down as a line."""

    def __init__(self):
        self.lines = []

    def __getattr__(self, event):
        def write(*values, jumped=False):
            words = (
                value if isinstance(value, int) else tuple(value) for value in values
            )
            self.lines.append(" ".join(map(str, [event, *words, *["jumped"] * jumped])))

        return write


def test_a_search_from_beginning_to_end(load):
    notes = Notes()
    engine = load(4, [(-4, 1, 2, 3), (-1, 2), (-1, -2, 3)], observer=notes)
    models = list(engine.models([4, -3]))

    assert [(2, 4)] == models
    assert [
        "assumed 4",
        "assumed -3",
        "decided 1 1",
        "propagated 2 (-1, 2)",
        "conflict (-1, -2, 3)",
        "flipped 1 -1",
        "propagated 2 (-4, 1, 2, 3)",
        "found (2, 4)",
        "left 1",
    ] == notes.lines


def test_each_conflict_is_told_with_its_own_clause(load):
    notes = Notes()
    fails = [(-1, 2), (-1, -2)]
    rest = [(1, 3, 4), (1, 3, -4), (1, -3, 4), (1, -3, -4)]
    load(4, fails + rest, observer=notes, heuristic=of_first_longer_clause).solve()

    assert [
        "decided 1 1",
        "propagated 2 (-1, 2)",
        "conflict (-1, -2)",
        "flipped 1 -1",
        "decided 2 3",
        "propagated -4 (1, -3, -4)",
        "conflict (1, -3, 4)",
        "flipped 2 -3",
        "propagated -4 (1, 3, -4)",
        "conflict (1, 3, 4)",
        "left 2",
        "left 1",
    ] == notes.lines


def test_a_jump_is_told(load):
    core = [(3, 4, 5), (3, 4, -5), (3, -4, 5), (3, -4, -5)]
    core += [(-3, 4, 5), (-3, 4, -5), (-3, -4, 5), (-3, -4, -5)]
    notes = Notes()
    first = [(1, 2, 6)]
    engine = load(
        6,
        first + core,
        observer=notes,
        backjump_after=0,
        heuristic=of_first_longer_clause,
    )
    engine.solve()

    assert "decided 1 1" == notes.lines[0]
    assert "left 1 jumped" == notes.lines[-1]
    assert 1 == engine.statistics()["jumps"]
    assert "flipped 1 -1" not in notes.lines
