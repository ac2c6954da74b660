"""Fields: the arithmetic finds exactly what a look at each field finds."""

from random import Random

import pytest

from satdoku.engines.dpll.bank import NO_CLAUSE, lay_out, mask_of, satisfied


def due_fields(bank, live):
    """Return the guards of due fields, and of those among them that are empty."""
    rest = live & (live - bank.ones)
    due = bank.guards & ~((rest | bank.guards) - bank.ones)
    return due, due & ~rest


@pytest.mark.parametrize("size", [0, 1, 2, 7, 8, 9, 64, 100])
def test_mask_of_sets_these_bits(size):
    places = list(range(0, size, 3))

    assert sum(1 << place for place in places) == mask_of(places, size)


def test_lay_out_says_whose_each_bit_is():
    bank = lay_out([(4, (5, -6)), (7, ()), (9, (-1,))])

    assert [5, -6, 0, 0, 0, 0, -1, 0, 0] == bank.literals
    assert [4, 4, 4, 4, 7, 7, 9, 9, 9] == bank.clauses
    assert 0b101101011 == bank.start
    assert 0b001010001 == bank.ones
    assert 0b100101000 == bank.guards


def test_due_is_what_a_look_at_each_field_finds():
    dice = Random(1)
    clauses = [(k, tuple(range(1, k + 1))) for k in (0, 1, 2, 3, 5, 9, 1, 0, 4)]
    bank = lay_out(clauses)
    for _ in range(2000):
        live = bank.guards
        expected_due = expected_empty = base = 0
        for _, clause in clauses:
            guard = base + len(clause) + 1
            bits = dice.getrandbits(len(clause)) & dice.getrandbits(len(clause))
            # A satisfied field holds its true literal and the bit `satisfied`.
            if bits and dice.random() < 0.3:
                bits |= 1 << len(clause)
            live |= bits << base
            expected_due |= (bits.bit_count() <= 1) << guard
            expected_empty |= (bits == 0) << guard
            base = guard + 1

        assert (expected_due, expected_empty) == due_fields(bank, live)


def test_fields_are_all_bits_below_the_guards():
    bank = lay_out([(0, (1, 2)), (1, (3,)), (2, (4, 5)), (3, ())])
    guards = [3, 6, 10, 12]
    lowest = [0, 4, 7, 11]
    for chosen in range(16):
        picked = [k for k in range(4) if chosen >> k & 1]
        expected = sum((1 << guards[k]) - (1 << lowest[k]) for k in picked)

        assert expected == bank.fields(sum(1 << guards[k] for k in picked))


def test_an_emptied_bank_is_a_conflict():
    for widths in ((0,), (1,), (3, 1, 2), (0, 6, 0), (1, 1, 5, 2)):
        bank = lay_out([(k, tuple(range(1, k + 1))) for k in widths])

        assert (bank.guards, bank.guards) == due_fields(bank, 0)


def test_the_bank_without_clauses_is_never_due():
    bank = satisfied()

    assert (0, 0) == due_fields(bank, bank.start)
    assert (bank.guards, bank.guards) == due_fields(bank, 0)
    assert {NO_CLAUSE} == set(bank.clauses)
