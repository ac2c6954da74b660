"""The code of the lesson docs/learning.md."""

# Clause learning

# The formula and the clues

from satdoku import encode
clauses = encode("." * 16, "minimal").clauses
def literal(name):
    row, column, sign, digit = name[1], name[3], name[4], name[5]
    number = 16 * (int(row) - 1) + 4 * (int(column) - 1) + int(digit)
    return number if sign == "=" else -number
def name(literal):
    cell, digit = divmod(abs(literal) - 1, 4)
    sign = "=" if literal > 0 else "≠"
    return f"r{cell // 4 + 1}c{cell % 4 + 1}{sign}{digit + 1}"
def names(literals):
    return " or ".join(name(x) for x in sorted(literals, key=abs))
print((literal('r1c2=2'), name(-33)))

# Propagation that remembers its reasons

def propagate(trail, level):
    """Add what follows to the trail; return a clause that became false, or None."""
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any(x in trail for x in clause):
                continue  # already true
            rest = [x for x in clause if -x not in trail]
            if not rest:
                return clause
            if len(rest) == 1:
                trail[rest[0]] = level, clause
                changed = True
    return None
def assign(trail, text, level):
    trail[literal(text)] = level, None
    return propagate(trail, level)
trail = {}
assign(trail, "r1c2=2", 0)
assign(trail, "r4c1=4", 0)
print(len(trail))

assign(trail, "r3c3=2", 1)
assign(trail, "r3c4=4", 2)
conflict = assign(trail, "r2c3=3", 3)
print(names(conflict))

# The implication graph

def causes(clause, of=None):
    """Return the literals that made the others of a clause false."""
    return [-x for x in clause if x != of and trail[-x][0] > 0]
graph, todo = {}, causes(conflict)
while todo:
    x = todo.pop()
    level, reason = trail[x]
    graph[x] = causes(reason, x) if reason else []
    todo += graph[x]
for x in trail:
    if x in graph:
        print(f"level {trail[x][0]}: {name(x)}", *map(name, graph[x]), sep="  ")

# The first unique implication point

def learn(conflict, level):
    """Return the learned clause of the first UIP."""
    clause = {x for x in conflict if trail[-x][0] > 0}
    for x in reversed(list(trail)):
        here = [y for y in clause if trail[-y][0] == level]
        if len(here) == 1:
            return clause
        if -x in clause:
            clause.remove(-x)
            clause.update(-y for y in causes(trail[x][1], x))
            print("replace", name(-x), "->", names(clause))
first = learn(conflict, 3)
print(names(first))

check = {literal("r1c2=2"): (0, None), literal("r4c1=4"): (0, None)}
check.update({-x: (0, None) for x in first})
print(propagate(check, 0) is not None)

# Backjumping

clauses.append(sorted(first))
for x in [x for x in trail if trail[x][0] > 1]:
    del trail[x]
conflict = propagate(trail, 1)
print(names(conflict))

second = learn(conflict, 1)
print(names(second))

# What was learned

clauses = encode("." * 16, "extended").clauses
trail = {}
assign(trail, "r1c2=2", 0)
assign(trail, "r4c1=4", 0)
print(literal('r3c3≠2') in trail)

# What real solvers add

# Watch it

# What learning cannot do
