"""The invariants of `satdoku.engines.cdcl`, checked from scratch.

Far too slow for solving; tests run it after every propagation.
"""


def check(engine, *, fixpoint):
    """Assert what trail.py and clauses.py say of an engine; `fixpoint`: no conflict."""
    trail = engine.trail
    literals = trail.literals
    assert len({abs(x) for x in literals}) == len(literals), "trail 1: once at most"
    for variable in range(1, engine.variables + 1):
        value = (variable in literals) - (-variable in literals)
        assert trail.values[variable] == value == -trail.values[-variable], "trail 1"
    levels = [trail.levels[abs(x)] for x in literals]
    assert sorted(levels) == levels, "trail 2"
    assert [levels.index(k + 1) for k in range(trail.level)] == trail.starts, "trail 2"
    for place, literal in enumerate(literals):
        assert trail.places[abs(literal)] == place
        reason = trail.reasons[abs(literal)]
        if reason is None:
            opens = place in trail.starts or levels[place] == 0
            assert opens, "trail 3: a decision opens a level, an assumption is of 0"
        else:
            before = set(literals[:place])
            assert literal in reason
            assert all(-x in before for x in reason if x != literal), "trail 3"
    if fixpoint:
        assert trail.head == len(literals), "trail 4"
        check_pairs(engine)
        if engine.switches.watches and engine.switches.backjumping:
            check_watches(engine)


def check_pairs(engine):
    """Assert that each clause of two is in both lists, and that none is a unit."""
    for literal in range(-engine.variables, engine.variables + 1):
        for other, clause in engine.propagator.pairs[literal]:
            assert sorted(clause) == sorted((literal, other))
            assert (literal, clause) in engine.propagator.pairs[other]
            if engine.trail.values[literal] < 0:
                least = 1 if engine.switches.backjumping else 0
                assert engine.trail.values[other] >= least


def check_watches(engine):
    """Assert that a false watched literal stands beside a true one, no later."""
    trail = engine.trail
    watched = {}
    for literal in range(-engine.variables, engine.variables + 1):
        for clause in engine.propagator.lists[literal]:
            watched.setdefault(id(clause), (clause, []))[1].append(literal)
    for clause, both in watched.values():
        assert sorted(clause[:2]) == sorted(both), "watched: the first two"
        for false, other in (clause[:2], clause[1::-1]):
            if trail.values[false] < 0:
                assert trail.values[other] > 0, "watched: one is true"
                assert trail.levels[abs(other)] <= trail.levels[abs(false)]
