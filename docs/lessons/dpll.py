"""The code of the lesson docs/dpll.md."""

# DPLL: decide, propagate, backtrack

from satdoku import encode
def propagate(clauses, true):
    """Add what follows to `true`; return False if a clause became false."""
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if not any(x in true for x in clause):
                rest = [x for x in clause if -x not in true]
                if not rest:
                    return False
                if len(rest) == 1:
                    true.add(rest[0])
                    changed = True
    return True
def models(clauses, true):
    if not propagate(clauses, true):
        return
    free = {abs(x) for c in clauses for x in c if x not in true and -x not in true}
    if not free:
        yield true
        return
    decision = min(free)
    yield from models(clauses, true | {decision})
    yield from models(clauses, true | {-decision})
puzzle = encode("1.....2........3", "minimal").clauses
for model in models(puzzle, set()):
    digits = [(x - 1) % 4 + 1 for x in sorted(model) if x > 0]
    print("".join(map(str, digits)))

# The trace

# The search tree

# Which literal to try

# Pure literals

# Jumping back

# Step through it

# Traces for programs

from collections import Counter
from satdoku.study.tracing import trace
events = trace("1.....2........3", encoding="minimal")
print(Counter((event.kind for event in events))['propagated'])

# Which formula
