"""At-most-one schemes: one suite for all, one line for each."""

from itertools import chain, combinations, product

import pytest

from satdoku.cnf import amo
from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.recipe import load
from satdoku.puzzle.geometry import Geometry
from tests.conftest import table

Clauses = list[tuple[int, ...]]


def _encoded(scheme, literals, first):
    return scheme.encode(literals, first)


def _exactly(scheme):
    """Return the form to take where at least one literal is known to be true."""
    return scheme if scheme.exactly is None else scheme._replace(encode=scheme.exactly)


def _extensions(clauses, assumed, auxiliary):
    """Count the assignments of the auxiliary variables that satisfy all clauses."""
    true = set(assumed)
    count = 0
    for signs in product((1, -1), repeat=len(auxiliary)):
        model = true.union(s * v for s, v in zip(signs, auxiliary, strict=True))
        count += all(not model.isdisjoint(clause) for clause in clauses)
    return count


def _propagated(clauses, assumed):
    """Follow unit clauses to the end."""
    true = {assumed}
    before = 0
    while before != len(true):
        before = len(true)
        for clause in clauses:
            if true.isdisjoint(clause):
                left = [literal for literal in clause if -literal not in true]
                assert left, "a single true literal is no conflict"
                if len(left) == 1:
                    true.add(left[0])
    return true


SCHEMES = [pytest.param(scheme, id=name) for name, scheme in amo.SCHEMES.items()]


@pytest.mark.parametrize("scheme", SCHEMES)
class TestScheme:
    """What `satdoku.cnf.amo` promises of each scheme."""

    def test_promise_is_kept(self, scheme):
        for size in (*range(20), 25, 36, 49, 100):
            self.check_promise(scheme, size)

    def check_promise(self, scheme, size):
        literals = list(range(1, size + 1))
        for form in (scheme, _exactly(scheme)):
            clauses = _encoded(form, literals, 1001)
            used = {abs(literal) for literal in chain(*clauses)} - set(literals)

            size_of_set = form.size(size)
            assert size_of_set.clauses == len(clauses)
            assert size_of_set.literals == sum(map(len, clauses))
            assert set(range(1001, 1001 + size_of_set.variables)) == used
            assert len({tuple(sorted(clause)) for clause in clauses}) == len(clauses)
            assert all(len({abs(x) for x in c}) == len(c) for c in clauses)
            assert list(size_of_set.made) == _encoded(form, literals, size + 1)

    @pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 7])
    @pytest.mark.parametrize("sign", [1, 0])
    def test_every_assignment(self, scheme, size, sign):
        literals = [v * (sign or (-1) ** v) for v in range(3, 3 + size)]
        clauses = _encoded(scheme, literals, 20)
        auxiliary = range(20, 20 + scheme.size(size).variables)
        for signs in product((1, -1), repeat=size):
            assumed = [s * x for s, x in zip(signs, literals, strict=True)]
            true = signs.count(1)
            found = _extensions(clauses, assumed, auxiliary)

            assert (true <= 1) == (found > 0)
            if true == 1 or (true == 0 and scheme.determined):
                assert found == 1

    @pytest.mark.parametrize("size", [1, 2, 4, 7])
    def test_exactly(self, scheme, size):
        form = _exactly(scheme)
        literals = list(range(1, size + 1))
        clauses = _encoded(form, literals, 20)
        auxiliary = range(20, 20 + form.size(size).variables)
        for signs in product((1, -1), repeat=size):
            assumed = [s * x for s, x in zip(signs, literals, strict=True)]
            if signs.count(1):
                expected = 1 if signs.count(1) == 1 else 0

                assert _extensions(clauses, assumed, auxiliary) == expected

    @pytest.mark.parametrize("size", [1, 2, 5, 9, 13, 25])
    def test_propagation(self, scheme, size):
        literals = list(range(1, size + 1))
        clauses = _encoded(scheme, literals, 1001)
        for literal in literals:
            others = {-other for other in literals if other != literal}

            assert others <= _propagated(clauses, literal)


def test_which_leave_a_choice():
    for name in amo.SCHEMES:
        scheme = amo.SCHEMES[name]
        if not scheme.determined:
            clauses = _encoded(scheme, [1, 2, 3, 4, 5], 20)
            auxiliary = range(20, 20 + scheme.size(5).variables)

            assert _extensions(clauses, [-1, -2, -3, -4, -5], auxiliary) > 1


def test_groups_of_the_commander():
    clauses = _encoded(amo.SCHEMES["commander"], [1, 2, 3, 4, 5, 6, 7], 8)
    inside = [*combinations((-1, -2, -3), 2), (-1, 8), (-2, 8), (-3, 8), (1, 2, 3, -8)]
    second = [*combinations((-4, -5, -6), 2), (-4, 9), (-5, 9), (-6, 9), (4, 5, 6, -9)]
    top = [(-8, -9), (-8, -7), (-9, -7)]

    assert [*inside, *second, *top] == clauses


@pytest.mark.parametrize(
    ("name", "nine", "sixteen"),
    table(__file__, "test_extended_by_each_scheme"),
)
def test_extended_by_each_scheme(name, nine, sixteen):
    for box, expected in ((3, nine), (4, sixteen)):
        made = encode_rules(Geometry.of_box(box, box), load(name))

        assert expected == (made.formula.variables, made.size.textbook)
