"""Which scheme wins: made-up samples, whose answer is known."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from typing import TYPE_CHECKING

from satdoku.study.laboratory.crossover import Measure, against, verdicts
from satdoku.study.laboratory.report import report, terminal
from satdoku.study.laboratory.sample import PROPAGATION, Form
from satdoku.study.laboratory.words import said
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from satdoku.study.laboratory.crossover import Verdict
    from satdoku.study.laboratory.sample import Sample
    from tests.unit.study.laboratory.conftest import Sampled

BASE, PRODUCT = "extended", "extended-product"


def pairs(
    sampled: Sampled, size: int, base: float, other: float, count: int = 8
) -> list[Sample]:
    """Return samples of pairwise and product, on puzzles that differ."""
    return [
        sampled(name, seconds * (1 + number / 10), size=size, number=number)
        for number in range(1, count + 1)
        for name, seconds in ((BASE, base), (PRODUCT, other))
    ]


def solving(samples: list[Sample]) -> Verdict:
    """Return the verdict about solving alone."""
    (found,) = (one for one in verdicts(samples) if one.field.measure is Measure.SOLVE)
    return found


def test_ratio(sampled: Sampled) -> None:
    """The ratio is that of the times, and in total all steps count."""
    total, solve = against(pairs(sampled, 9, 4.0, 1.0))

    assert (Measure.TOTAL, Measure.SOLVE) == (total.field.measure, solve.field.measure)
    assert isclose(4.0, solve.ratio)
    assert 1 < total.ratio < 4
    assert (8, 0) == (solve.puzzles, solve.cut)
    assert solve.wins


def test_crossover(sampled: Sampled) -> None:
    """Another scheme wins from the size on where it does at all that follow."""
    samples = [
        *pairs(sampled, 9, 1.0, 2.0),
        *pairs(sampled, 16, 2.0, 1.0),
        *pairs(sampled, 25, 3.0, 1.0),
    ]

    assert 16 == solving(samples).since
    assert "pairwise is beaten from 16x16 on (16x16: product 2.00" in said(
        solving(samples)
    )


def test_no_crossover(sampled: Sampled) -> None:
    """Where no scheme wins, that is said, and which comes nearest."""
    samples = [*pairs(sampled, 9, 1.0, 2.0), *pairs(sampled, 16, 1.0, 4.0)]
    found = solving(samples)

    assert found.since is None
    assert said(found).startswith(
        "no scheme beats pairwise from 9x9 to 16x16; nearest is product 0.25"
    )


def test_a_win_that_does_not_last(sampled: Sampled) -> None:
    """A scheme that wins on small grids alone has no crossover."""
    samples = [*pairs(sampled, 9, 2.0, 1.0), *pairs(sampled, 16, 1.0, 2.0)]
    found = solving(samples)

    assert found.since is None
    assert said(found).startswith("pairwise is beaten at some sizes, not at the larg")


def test_few_puzzles(sampled: Sampled) -> None:
    """Nothing is said for sure of seven puzzles, or of one."""
    samples = [
        *pairs(sampled, 9, 9.0, 1.0, count=7),
        *pairs(sampled, 16, 9.0, 1.0, count=1),
    ]
    found = solving(samples)

    assert found.since is None
    assert "too few puzzles to tell at 9x9, 16x16" == said(found)


def test_few_puzzles_have_no_interval(sampled: Sampled) -> None:
    """Tables tell how few there were in its place, and each head of how many it is."""
    text = report({}, pairs(sampled, 9, 9.0, 1.0, count=4))

    assert "| product | 9.00 (4 only) |" in text
    assert "30% (4 puzzles)" in text
    assert "too few puzzles to tell at 9x9" in text


def test_nothing_to_solve(sampled: Sampled) -> None:
    """Where no clause is left nobody wins, and what takes no time names no scheme."""
    samples = pairs(sampled, 9, 3e-5, 1e-5)
    empty = [replace(one, clauses=0) for one in samples]

    assert {Measure.TOTAL} == {one.field.measure for one in against(empty)}
    assert "| dpll, whole | below 1.00 ms |" in report({}, samples)


def test_even_schemes(sampled: Sampled) -> None:
    """Where puzzles disagree, the interval holds 1, and nobody wins."""
    samples = [
        sampled(name, seconds, number=number)
        for number, other in enumerate((0.5, 2.0, 0.8, 1.3, 1.0, 1.1), 1)
        for name, seconds in ((BASE, 1.0), (PRODUCT, other))
    ]
    (one,) = (x for x in against(samples) if x.field.measure is Measure.SOLVE)

    assert one.low is not None
    assert one.high is not None
    assert one.low < 1 < one.high
    assert not one.wins


def test_cut_off(sampled: Sampled) -> None:
    """Where one was cut off its limit counts; where both were, nothing does."""
    late = Ended.TIMEOUT
    samples = [
        sampled(BASE, 1.0, number=1),
        sampled(PRODUCT, 3.0, number=1, ended=late),
        sampled(BASE, 3.0, number=2, ended=late),
        sampled(PRODUCT, 3.0, number=2, ended=late),
    ]
    (one,) = (x for x in against(samples) if x.field.measure is Measure.SOLVE)

    assert (1, 1) == (one.puzzles, one.cut)
    assert isclose(1 / 3, one.ratio)


def test_repeats(sampled: Sampled) -> None:
    """Repetitions of a puzzle are one value, their median."""
    samples = [
        sampled(name, seconds, repeat=repeat)
        for repeat, other in enumerate((2.0, 100.0, 2.0), 1)
        for name, seconds in ((BASE, 1.0), (PRODUCT, other))
    ]
    (one,) = (x for x in against(samples) if x.field.measure is Measure.SOLVE)

    assert 1 == one.puzzles
    assert isclose(0.5, one.ratio)


def test_others_are_left_out(sampled: Sampled) -> None:
    """Forms, engines and sets are not mixed, and other recipes are not schemes."""
    samples = [
        sampled(BASE, 1.0),
        sampled(PRODUCT, 1.0, form=Form.SIMPLIFIED),
        sampled(PRODUCT, 1.0, engine="minisat22"),
        sampled(PRODUCT, None, engine=PROPAGATION, encode_s=None),
        sampled(PRODUCT, None, ended=Ended.FAILED, encode_s=None),
        sampled("triad", 1.0),
    ]

    assert [] == against(samples)
    assert [] == against([*samples, sampled(PRODUCT, 1.0)], sets=["45%"])
    assert 2 == len(against([*samples, sampled(PRODUCT, 1.0)], sets=["30%"]))


def test_report(sampled: Sampled) -> None:
    """The report names who wins, has a table a size, and what was cut off."""
    samples = [
        *pairs(sampled, 16, 2.0, 1.0),
        sampled("triad", 3.0, ended=Ended.TIMEOUT, size=16, clauses=60_672),
        sampled("triad", None, engine=PROPAGATION, fixed=0.25, removed=0.5),
    ]
    study = {"machine": {"cores": 2}, "settings": {"timeout": 3.0}}
    text = report(study, samples)

    assert "- dpll, whole formula, to solve alone: pairwise is beaten at 16x16" in text
    assert "| product | 2.00 (2.00 to 2.00) |" in text
    assert "| triad | - | 60,672 |" in text
    assert "| triad | ≥ 3.00 s |" in text
    assert "| triad | 25%, 50% |" in text
    assert "- `dpll/triad`, whole, cut off at the limit (30%: 1)" in text
    assert "pairwise is beaten at 16x16" in terminal(samples)


def test_report_without_schemes(sampled: Sampled) -> None:
    """Where there is nothing to compare, the report says that and explains nothing."""
    heading = "## Which at-most-one scheme wins\n\n"
    alone = report({}, [sampled("triad", 3.0), sampled("minimal", 1.0)])
    compared = report({}, pairs(sampled, 9, 2.0, 1.0))
    _, rest = alone.split(heading)
    sentence, _ = rest.split("\n\n## 9x9\n")

    assert (
        "Nothing was measured that could be compared: that takes `extended`, which is "
        "pairwise, and another of the recipes `extended…`."
    ) == sentence
    assert "bootstrap" not in alone
    assert "Nothing was measured" not in compared
    assert "bootstrap" in compared


def test_order_does_not_matter(sampled: Sampled) -> None:
    """The same samples in another order say the same, to the last digit."""
    samples = [
        sampled(name, seconds, number=number)
        for number, other in enumerate((0.5, 2.0, 0.8, 1.3, 1.0, 1.1), 1)
        for name, seconds in ((BASE, 1.0), (PRODUCT, other))
    ]

    assert against(samples) == against(samples[::-1])
