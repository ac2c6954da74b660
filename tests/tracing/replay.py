"""Replays a trace from its JSON lines; believes nothing but the clauses.

Shares no code with what writes traces.
"""

import json
from dataclasses import dataclass, field
from io import StringIO
from itertools import product

from satdoku.cnf.formula import Formula


def formula(variables, *clauses):
    """Make a formula of clauses, its literals named as in DIMACS."""
    return Formula.of(clauses, variables)


CORE = [(a * 3, b * 4, c * 5) for a in (1, -1) for b in (1, -1) for c in (1, -1)]
JUMPING = formula(6, (1, 2, 6), *CORE)
"""Has no model, and with the first rule a decision that has no part in that."""


def lines_of(trace):
    """Return the lines that a trace writes, read again."""
    stream = StringIO()
    trace.write(stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@dataclass
class Replay:
    """A search, followed line by line.

    `levels[k]` is [literal, whether flipped, whether a model was found] of level k + 1,
    `true[k]` what became true in level k, and `now` what is true at all.
    """

    clauses: list
    assumptions: tuple
    levels: list = field(default_factory=list)
    true: list = field(default_factory=lambda: [[]])
    now: set = field(default_factory=set)
    models: list = field(default_factory=list)
    ended: str = ""
    counts: dict = field(default_factory=dict)
    jumps: int = 0

    def run(self, lines):
        first, *events, last = lines
        assert "begun" == first["event"]
        assert len(self.clauses) == first["clauses"]
        assert list(self.assumptions) == first["assumptions"]
        for number, line in enumerate(events, 1):
            assert number == line["number"]
            kind = line["event"]
            self.counts[kind] = self.counts.get(kind, 0) + 1
            getattr(self, kind)(line)
        assert "ended" == last["event"]
        assert self.counts == last["counts"]
        assert len(events) == last["events"]
        statistics = last["statistics"]
        assert self.counts.get("decided", 0) == statistics["decisions"]
        assert self.counts.get("conflict", 0) == statistics["conflicts"]
        assert self.jumps == statistics["jumps"]
        if last["ending"] == "complete":
            assert self.ended
            assert not self.levels

    def undo(self):
        self.now.difference_update(self.true.pop())
        return self.levels.pop()

    def learn(self, line, level):
        literal = line["literal"]
        assert not self.ended
        assert level == line["level"] == len(self.levels)
        assert self.now.isdisjoint((literal, -literal))
        self.true[-1].append(literal)
        self.now.add(literal)

    def cited(self, cited):
        literals = cited["literals"]
        assert set(self.clauses[cited["number"] - 1]) == set(literals)
        assert literals == [] or len(cited["text"].split(" or ")) == len(literals)
        return literals

    def assumed(self, line):
        assert line["literal"] in self.assumptions
        self.learn(line, 0)

    def decided(self, line):
        self.levels.append([line["literal"], False, False])
        self.true.append([])
        self.learn(line, len(self.levels))

    def propagated(self, line):
        literals = self.cited(line["reason"])
        assert line["literal"] in literals
        assert all(-other in self.now for other in literals if other != line["literal"])
        self.learn(line, len(self.levels))

    def conflict(self, line):
        assert not self.ended
        assert len(self.levels) == line["level"]
        self.ended = "conflict"
        cited = line["clause"]
        if cited["number"] is None:
            (literal,) = cited["literals"]
            assert literal in self.assumptions
            assert not self.levels
            assert -literal in self.now
        else:
            assert all(-literal in self.now for literal in self.cited(cited))

    def found(self, line):
        assert not self.ended
        self.ended = "found"
        model = set(line["model"])
        assert all((abs(one) in model) == (one > 0) for one in self.now)
        assert all(
            any((abs(one) in model) == (one > 0) for one in clause)
            for clause in self.clauses
        )
        self.models.append(tuple(line["model"]))
        for level in self.levels:
            level[2] = True

    def flipped(self, line):
        assert self.ended
        literal, flipped, fruitful = self.undo()
        assert not flipped
        assert -literal == line["literal"]
        assert fruitful or self.refuted(literal)
        self.ended = ""
        self.levels.append([line["literal"], True, fruitful])
        self.true.append([])
        self.learn(line, len(self.levels))

    def left(self, line):
        assert self.ended
        assert len(self.levels) == line["level"]
        literal, flipped, fruitful = self.undo()
        if line["jumped"]:
            self.jumps += 1
            assert not flipped
            assert self.refuted(-literal)
        elif not fruitful:
            assert flipped
            assert self.refuted(literal)

    def refuted(self, literal):
        """Return whether no model holds a literal and what is true, by trying all."""
        true = self.now | {literal}
        free = sorted({abs(one) for clause in self.clauses for one in clause})
        free = [v for v in free if true.isdisjoint((v, -v))]
        if len(free) > 8:
            return True  # too many to try; smaller formulas show it
        for values in product((1, -1), repeat=len(free)):
            now = true | {v * sign for v, sign in zip(free, values, strict=True)}
            if all(not now.isdisjoint(clause) for clause in self.clauses):
                return False
        return True
