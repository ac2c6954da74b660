"""The code of the lesson docs/propagation.md."""

# Unit propagation

# By hand

# On a Sudoku

# What each encoding propagates

# What propagation cannot see

from satdoku import encode
from satdoku.cnf import Formula
from satdoku.study.tracing import trace
def at_once(clauses):
    """Return the events before the first decision."""
    return [event for event in trace(Formula.of(clauses)) if event.level == 0]
rules = encode("." * 16, "extended").clauses
pair = [[-3], [-4], [-7], [-8]]  # r1c1 and r1c2 hold 1 or 2
print(-9 in [event.literal for event in at_once(rules + pair)])

print(at_once(rules + pair + [[9]])[-2].kind)

# Failed literals

# As a constraint problem
