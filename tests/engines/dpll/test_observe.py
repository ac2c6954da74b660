"""The events of small searches, word for word; the properties replay many more."""


class Notes:
    """Writes every event down as a line."""

    def __init__(self):
        """Begin with nothing."""
        self.lines = []

    def assumed(self, literal):
        """Note an assumption."""
        self.lines.append(f"assumed {literal}")

    def decided(self, level, literal):
        """Note a decision."""
        self.lines.append(f"decided {level}: {literal}")

    def propagated(self, literal, reason):
        """Note a propagation."""
        self.lines.append(f"propagated {literal} by {tuple(reason)}")

    def conflict(self, clause):
        """Note a conflict."""
        self.lines.append(f"conflict {tuple(clause)}")

    def left(self, level, *, jumped):
        """Note a level that is done with."""
        self.lines.append(f"left {level}" + ", jumped" * jumped)

    def flipped(self, level, literal):
        """Note the other branch."""
        self.lines.append(f"flipped {level}: {literal}")

    def found(self, model):
        """Note a model."""
        self.lines.append(f"found {tuple(model)}")


def test_a_search_from_beginning_to_end(load):
    notes = Notes()
    engine = load(4, [(-4, 1, 2, 3), (-1, 2), (-1, -2, 3)], observer=notes)
    models = list(engine.models([4, -3]))

    assert [(2, 4)] == models
    assert [
        "assumed 4",
        "assumed -3",
        "decided 1: 1",
        "propagated 2 by (-1, 2)",
        "conflict (-1, -2, 3)",
        "flipped 1: -1",
        "propagated 2 by (-4, 1, 2, 3)",
        "found (2, 4)",
        "left 1",
    ] == notes.lines


def test_a_closure_that_contradicts_itself(load):
    notes = Notes()
    engine = load(3, [(-1, 2), (-2, 3), (-1, -3)], observer=notes)
    engine.solve([1])

    assert ["assumed 1", "propagated 2 by (-1, 2)"] == notes.lines[:2]
    assert "propagated -3 by (-1, -3)" in notes.lines
    assert "conflict (-2, 3)" == notes.lines[-1]


def test_each_conflict_is_told_with_its_own_clause(load):
    notes = Notes()
    fails = [(-1, 2), (-1, -2)]
    rest = [(1, 3, 4), (1, 3, -4), (1, -3, 4), (1, -3, -4)]
    load(4, fails + rest, observer=notes, heuristic="first").solve()

    assert [
        "decided 1: 1",
        "propagated 2 by (-1, 2)",
        "conflict (-1, -2)",
        "flipped 1: -1",
        "decided 2: 3",
        "propagated -4 by (1, -3, -4)",
        "conflict (1, -3, 4)",
        "flipped 2: -3",
        "propagated -4 by (1, 3, -4)",
        "conflict (1, 3, 4)",
        "left 2",
        "left 1",
    ] == notes.lines


def test_assumptions_that_contradict_each_other(load):
    notes = Notes()
    engine = load(3, [(-1, 2), (1, 2, 3)], observer=notes)
    outcome = engine.solve([1, -2])

    assert ["assumed 1", "propagated 2 by (-1, 2)", "conflict (-2,)"] == notes.lines
    assert 1 == outcome.statistics["conflicts"]


def test_a_jump_is_told(load):
    core = [(3, 4, 5), (3, 4, -5), (3, -4, 5), (3, -4, -5)]
    core += [(-3, 4, 5), (-3, 4, -5), (-3, -4, 5), (-3, -4, -5)]
    notes = Notes()
    first = [(1, 2, 6)]
    engine = load(6, first + core, observer=notes, backjump_after=0, heuristic="first")
    engine.solve()

    assert "decided 1: 1" == notes.lines[0]
    assert "left 1, jumped" == notes.lines[-1]
    assert 1 == engine.statistics()["jumps"]
    assert "flipped 1: -1" not in notes.lines


def test_an_untold_level_is_left(load):
    notes = Notes()
    engine = load(2, [], observer=notes)
    models = list(engine.models(project=[1]))

    assert [(), (1,)] == models
    assert [
        "decided 1: -1",
        "decided 2: -2",
        "found ()",
        "left 2",
        "flipped 1: 1",
        "decided 2: -2",
        "found (1,)",
        "left 2",
        "left 1",
    ] == notes.lines
