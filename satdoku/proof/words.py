"""A proof in words: each step of LRAT by the names of its literals, with its hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.proof.files import LratStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.proof.claim import Claim
    from satdoku.proof.files import LratDeletion

_KINDS = {
    "rules": "a rule",
    "constraints": "a constraint",
    "clues": "a clue",
    "eliminated": "ruled out",
    "solutions": "not that solution again",
}


def in_words(claim: Claim, steps: Iterable[LratStep | LratDeletion]) -> Iterator[str]:
    """Yield a line for each step of a proof, and one for each of its hints.

    Args:
        claim: What is proved; its clauses have the numbers 1 to m.
        steps: The proof; deletions are left out.

    Example:
        >>> import satdoku
        >>> certificate = satdoku.prove("1... .2.. ..3. ...4", engine="dpll")
        >>> lines = list(in_words(certificate.claim, certificate.lrat()))
        >>> for line in lines[:3]:
        ...     print(line)
        391: r4c4≠1
          as 388 r4c4=4: a clue
          and 109 r4c4≠1 or r4c4≠4: a rule
    """
    clauses = list(claim.clauses())
    known: dict[int, Sequence[int]] = dict(enumerate(clauses, 1))
    kinds = [_KINDS[part] for part, many in claim.parts.items() for _ in range(many)]
    for step in steps:
        if not isinstance(step, LratStep):
            continue
        yield f"{step.number}: {_named(claim, step.literals)}"
        known[step.number] = step.literals
        for at, hint in enumerate(step.hints):
            number = abs(hint)
            kind = f": {kinds[number - 1]}" if number <= len(kinds) else ""
            text = _named(claim, known[number])
            yield f"  {'and' if at else 'as'} {number} {text}{kind}"


def _named(claim: Claim, clause: Sequence[int]) -> str:
    """Return a clause by the names of its literals."""
    geometry = claim.puzzle.geometry
    n, texts = geometry.size, geometry.digit_texts

    def name(literal: int) -> str:
        cell, digit = divmod(abs(literal) - 1, n)
        if cell >= geometry.cells:
            return f"{'' if literal > 0 else 'not '}auxiliary {abs(literal)}"
        sign = "=" if literal > 0 else "≠"
        return f"{geometry.cell_name(cell)}{sign}{texts[digit + 1]}"

    if len(clause) > n * 2:
        return f"one of {len(clause)} literals differs"
    return " or ".join(map(name, clause)) or "the empty clause: a contradiction"
