"""What the comparison of schemes says, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.study.laboratory.crossover import Measure
from satdoku.study.laboratory.sample import Form

if TYPE_CHECKING:
    from satdoku.study.laboratory.crossover import Against, Field, Verdict

__all__ = ["place", "ratio_words", "said"]

_FORMS = {Form.WHOLE: "whole formula", Form.SIMPLIFIED: "simplified formula"}
_MEASURES = {
    Measure.TOTAL: "to make, load and solve",
    Measure.SOLVE: "to solve alone",
}


def place(field: Field) -> str:
    """Name where schemes are compared.

    Example:
        >>> from satdoku.study.laboratory.crossover import Field
        >>> place(Field(Form.WHOLE, "dpll", Measure.SOLVE))
        'dpll, whole formula, to solve alone'
    """
    return f"{field.engine}, {_FORMS[field.form]}, {_MEASURES[field.measure]}"


def ratio_words(one: Against) -> str:
    """Say how many times as quick as pairwise a scheme is, and how sure that is.

    Example:
        >>> from satdoku.study.laboratory.crossover import Against, Field
        >>> field = Field(Form.WHOLE, "dpll", Measure.SOLVE)
        >>> ratio_words(Against(9, field, "product", 0.514, 0.4, 0.66, 5, 0))
        'product 0.51 times as quick (0.40 to 0.66, 5 puzzles)'
    """
    told = [_puzzles(one.puzzles)]
    if one.low is not None and one.high is not None:
        told.insert(0, f"{one.low:.2f} to {one.high:.2f}")
    if one.cut:
        told.append(f"{one.cut} cut off")
    return f"{one.scheme} {one.ratio:.2f} times as quick ({', '.join(told)})"


def said(verdict: Verdict) -> str:
    """Say whether, and from which size on, a scheme beats pairwise.

    Example:
        >>> from satdoku.study.laboratory.crossover import Against, Field, Verdict
        >>> field = Field(Form.WHOLE, "dpll", Measure.SOLVE)
        >>> one = Against(9, field, "product", 0.514, 0.4, 0.66, 8, 0)
        >>> said(Verdict(field, ((9, (one,)),)))  # doctest: +NORMALIZE_WHITESPACE
        'no scheme beats pairwise at 9x9; nearest is product 0.51 times as quick
        (0.40 to 0.66, 8 puzzles)'
    """
    known = [size for size, _ in verdict.known]
    few = [_grid(size) for size, _ in verdict.sizes if size not in known]
    left = f"; too few puzzles to tell at {', '.join(few)}" if few else ""
    if not known:
        return left.removeprefix("; ")
    winners = {
        size: [one for one in ranked if one.wins] for size, ranked in verdict.known
    }
    told = "; ".join(
        f"{_grid(size)}: {ratio_words(found[0])}{_also(found)}"
        for size, found in winners.items()
        if found
    )
    if not told:
        size, ranked = verdict.known[-1]
        where = f", at {_grid(size)}" if len(known) > 1 else ""
        near = f"nearest is {ratio_words(ranked[0])}{where}"
        return f"no scheme beats pairwise {_from(known)}; {near}{left}"
    since = verdict.since
    if since is None:
        return f"pairwise is beaten at some sizes, not at the largest ({told}){left}"
    beaten = _from(known) if since == known[0] else f"from {_grid(since)} on"
    return f"pairwise is beaten {beaten} ({told}){left}"


def _from(sizes: list[int]) -> str:
    first, *_, last = sizes if len(sizes) > 1 else sizes * 2
    if first == last:
        return f"at {_grid(first)}"
    return f"from {_grid(first)} to {_grid(last)}"


def _also(found: list[Against]) -> str:
    others = ", ".join(f"{one.scheme} {one.ratio:.2f}" for one in found[1:])
    return f", then {others}" if others else ""


def _grid(size: int) -> str:
    return f"{size}x{size}"


def _puzzles(count: int) -> str:
    return "1 puzzle" if count == 1 else f"{count} puzzles"
