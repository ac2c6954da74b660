"""Slow reference checkers, and proofs made by chance; nothing here uses satdoku."""

from __future__ import annotations

import re
from ctypes import CDLL
from random import Random

from pysat.solvers import Solver

SOLVERS = ("cadical153", "cadical195", "glucose3", "glucose42", "lingeling", "maplecm")
NUMBER = re.compile(r"0+|-?0*[1-9]\d*")


# --- reference checkers ---------------------------------------------------------------


def has_model(clauses):
    """Try all assignments at once: bit i of a number is assignment i."""
    top = max((abs(literal) for clause in clauses for literal in clause), default=0)
    every = (1 << (1 << top)) - 1
    true = {v: every // ((1 << (1 << (v - 1))) + 1) for v in range(1, top + 1)}
    left = every
    for clause in clauses:
        satisfied = 0
        for literal in clause:
            satisfied |= true[literal] if literal > 0 else every ^ true[-literal]
        left &= satisfied
    return left != 0


def closure(clauses, false=()):
    """Return what is true once some literals are false; None at a conflict."""
    true = {-literal for literal in false}
    if any(-literal in true for literal in true):
        return None
    sets = [set(clause) for clause in clauses]
    changed = True
    while changed:
        changed = False
        for clause in sets:
            if true & clause:
                continue
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return None
            if len(left) == 1:
                true.add(left[0])
                changed = True
    return true


def parse(text, *, deletion_first):
    """Return (numbers before `d`, is deletion, numbers) of each line; None if wrong."""
    if text and not text.endswith("\n"):
        return None
    steps = []
    for line in text.split("\n"):
        words = line.split()
        if not words or words[0].startswith("c"):
            continue
        at = 0 if deletion_first else 1
        deletion = words[at : at + 1] == ["d"]
        if deletion:
            del words[at]
        if not all(map(NUMBER.fullmatch, words)):
            return None
        numbers = list(map(int, words))
        if any(abs(number) > 2**31 - 1 for number in numbers):
            return None
        steps.append((deletion, numbers))
    return steps


def check_lrat(clauses, text):  # noqa: PLR0911  a reason to refuse each
    """Return (steps, definitions, deletions) of a right LRAT proof, else None."""
    live = dict(enumerate(map(tuple, clauses), 1))
    last = len(live)
    steps = definitions = deletions = 0
    refuted = False
    lines = parse(text, deletion_first=False)
    if lines is None:
        return None
    for deletion, (number, *numbers) in lines:  # the form of every line first
        zeros = [at for at, one in enumerate(numbers) if one == 0]
        expected = 1 if deletion else 2
        if number < 1 or len(zeros) != expected or zeros[-1] != len(numbers) - 1:
            return None
        if deletion and any(one < 0 for one in numbers):
            return None
    for deletion, (number, *numbers) in lines:
        if refuted:
            break
        if deletion:
            for one in numbers[:-1]:
                if live.pop(one, None) is None:
                    return None
                deletions += 1
            continue
        cut = numbers.index(0)
        literals, hints = tuple(numbers[:cut]), numbers[cut + 1 : -1]
        if number <= last:
            return None
        groups = [[0]]
        for hint in hints:
            groups.append([hint]) if hint < 0 else groups[-1].append(hint)
        false = set(literals)
        ended = _follow(live, groups[0][1:], false)
        if ended is None:
            return None
        if not ended:
            if not literals or not _is_rat(live, literals, groups[1:], false):
                return None
            definitions += 1
        steps, last, refuted = steps + 1, number, not literals
        live[number] = literals
    return (steps, definitions, deletions) if refuted else None


def _follow(live, hints, false):
    """Return whether hints lead to a conflict; None if one of them is wrong."""
    for hint in hints:
        if hint not in live:
            return None
        left = set(live[hint]) - false
        if len(left) > 1:
            return None
        if not left:
            return True
        false |= {-literal for literal in left}
    return False


def _is_rat(live, literals, groups, false):
    pivot = literals[0]
    against = {number for number, clause in live.items() if -pivot in clause}
    for candidate, *hints in groups:
        if -candidate not in against:
            return False
        rest = set(live[-candidate]) - {-pivot}
        if not any(-literal in false for literal in rest) and not _follow(
            live, hints, false | rest
        ):
            return False
    return against <= {-candidate for candidate, *_ in groups}


def check_drat(clauses, text):
    """Return (steps, definitions, deletions) of a right DRAT proof, else None.

    Only for proofs that delete no clause with a literal that is true at the root.
    """
    lines = parse(text, deletion_first=True)
    if lines is None or any(
        not numbers or numbers.index(0) != len(numbers) - 1
        for _, numbers in lines
        if 0 in numbers or not numbers
    ):
        return None
    if any(0 not in numbers for _, numbers in lines):
        return None
    live = [frozenset(clause) for clause in clauses]
    steps = definitions = deletions = 0
    for deletion, (*literals, _) in lines:
        clause = frozenset(literals)
        if deletion:
            deletions += 1
            if clause in live and closure(live) is not None:
                live.remove(clause)
            continue
        if closure(live, clause) is not None:
            against = -literals[0] if literals else 0
            if not literals or any(
                closure(live, clause | (other - {against})) is not None
                for other in live
                if against in other
            ):
                return None
            definitions += 1
        steps += 1
        live.append(clause)
        if not literals:
            return steps, definitions, deletions
    return None


# --- proofs made by chance ------------------------------------------------------------


def random_clauses(dice, top, count, lengths=(1, 2, 3, 3, 3)):
    return [
        tuple(
            dice.choice((-1, 1)) * variable
            for variable in dice.sample(range(1, top + 1), dice.choice(lengths))
        )
        for _ in range(count)
    ]


def tight_formula(dice):
    """Return clauses without a model, which have one as soon as any of them is gone."""
    while True:
        formula = []
        while has_model(formula):
            formula += random_clauses(dice, 6, 1, (3,))
        for clause in formula.copy():
            rest = [other for other in formula if other is not clause]
            if not has_model(rest):
                formula = rest
        if len(formula) >= 12:
            return formula


def weakened(formula, dice):
    """Return a tight formula with a clause of no effect in place of another."""
    at = dice.randrange(len(formula))
    clause = formula[at]
    return [*formula[:at], (*clause, -clause[0]), *formula[at + 1 :]]


def proof_of(name, formula):
    """Return the lines that one of PySAT's solvers writes; None if there is a model.

    PySAT closes the file before C's stream of it is flushed, which would then write
    into another file with the same number.
    """
    solver = Solver(name, bootstrap_with=[list(c) for c in formula], with_proof=True)
    lines = None if solver.solve() else solver.get_proof() or []
    file, solver.solver.prfile = solver.solver.prfile, None
    solver.delete()
    CDLL(None).fflush(None)
    file.close()
    return lines


def lemmas_of(name, formula):
    """Return the clauses that one of PySAT's solvers adds, the empty one last."""
    lines = proof_of(name, formula)
    assert lines is not None
    found = [tuple(map(int, line.split()[:-1])) for line in lines if line[:1] != "d"]
    return [*(lemma for lemma in found if lemma), ()]


def hints_of(live, clause):
    """Return the numbers of clauses that show by propagation that a clause follows."""
    false, hints = set(clause), []
    while True:
        for number, other in live.items():
            left = set(other) - false
            if number in hints or len(left) > 1 or {-one for one in left} & false:
                continue
            hints.append(number)
            if not left:
                return hints
            false |= {-one for one in left}
            break
        else:
            return None


def lrat_of(formula, dice, *, define=False, delete=False):
    """Return an LRAT proof of a formula as lines of numbers (and `d`)."""
    live = dict(enumerate(formula, 1))
    steps, last, lemmas = [], len(formula), []
    if define:
        top = max(abs(literal) for clause in formula for literal in clause)
        one, two = (dice.choice((-1, 1)) * v for v in dice.sample(range(1, top + 1), 2))
        new, first = top + 1, last + 1
        for clause, hints in (
            ((-new, one, two), []),
            ((new, -one), [-first]),
            ((new, -two), [-first]),
        ):
            last += 1
            live[last] = clause
            steps.append([last, *clause, 0, *hints, 0])
        lemmas = [(-one, new)]
    for lemma in lemmas + lemmas_of(dice.choice(SOLVERS), list(live.values())):
        last += 1
        hints = hints_of(live, lemma)
        steps.append([last, *lemma, 0, *hints, 0])
        live[last] = lemma
    return with_deletions(steps, dice) if delete else steps


def with_deletions(steps, dice):
    """Delete some clauses behind the last step that names them."""
    found, named = [], set()
    for step in reversed(steps):
        hints = {abs(hint) for hint in step[step.index(0, 1) + 1 : -1]}
        gone = sorted(hint for hint in hints - named if dice.random() < 0.7)
        named |= hints
        if gone and found:
            found.append([step[0], "d", *gone, 0])
        found.append(step)
    return found[::-1]


def drat_of(formula, dice, *, define=False, delete=False):
    """Return a DRAT proof as lines; deletes no clause with a literal of the root."""
    clauses, steps = dict(enumerate(formula, 1)), []
    for number, *numbers in lrat_of(formula, dice, define=define, delete=delete):
        if numbers[0] != "d":
            clauses[number] = tuple(numbers[: numbers.index(0)])
            steps.append([*clauses[number], 0])
            continue
        for gone in numbers[1:-1]:
            root = closure(clauses.values())
            if root is not None and not root & set(clauses[gone]):
                clause = clauses.pop(gone)
                steps.append(["d", *dice.sample(clause, len(clause)), 0])
        steps.append(["d", 1, 2, 9, 0])  # no such clause
    return steps


def written(steps):
    return "".join(" ".join(map(str, step)) + "\n" for step in steps)


def mutants(steps, dice):
    """Yield proofs that differ from one in a single place."""
    for at, step in enumerate(steps):
        before, behind = steps[:at], steps[at + 1 :]
        yield before + behind
        yield [*before, step, step, *behind]
        yield [*before, *behind[:1], step, *behind[1:]]
        for place, word in enumerate(step):
            left, right = step[:place], step[place + 1 :]
            changed = [[*left, *right], [*left, dice.randint(-9, 25), word, *right]]
            if word != "d":
                changed += [
                    [*left, -word, *right],
                    [*left, word + dice.choice((-1, 1)), *right],
                ]
            if place < len(step) - 2:
                changed.append([*left, right[0], word, *right[1:]])
            for one in dice.sample(changed, 2):
                yield [*before, one, *behind]


def other_characters(text, dice):
    """Yield texts with another character in one place."""
    for at in range(len(text)):
        yield text[:at] + dice.choice("0123456789- d\nc") + text[at + 1 :]


def chance(seed):
    return Random(seed)
