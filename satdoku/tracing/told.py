"""A search tree and its nodes in words, for tooltips, headings and legends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.tracing.event import Ending
from satdoku.tracing.marks import MEANINGS
from satdoku.tracing.tree import Role

if TYPE_CHECKING:
    from satdoku.tracing.event import Begun, Ended
    from satdoku.tracing.tree import Counts, Node

__all__ = ["amounts", "engine_of", "formula_of", "number", "of_ended", "of_node"]


def number(count: int, what: str) -> str:
    """Count something.

    Example:
        >>> number(1, "node"), number(1200, "node")
        ('1 node', '1,200 nodes')
    """
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def amounts(counts: Counts) -> list[str]:
    """Say what a subtree holds, most important last; open branches included.

    Example:
        >>> from satdoku.tracing.tree import Counts
        >>> amounts(Counts(17, 8, 9)), amounts(Counts(3, 1, 0, 1, open=1))
        (['17 nodes', '9 conflicts'], ['3 nodes', '1 solution', '1 open'])
    """
    told = [number(counts.nodes, "node")]
    if counts.conflicts:
        told.append(number(counts.conflicts, "conflict"))
    if counts.solutions:
        told.append(number(counts.solutions, "solution"))
    if counts.open:
        told.append(f"{counts.open:,} open")
    return told


def of_node(node: Node) -> str:
    """Say in full what happened at a node.

    Example:
        >>> from satdoku.tracing.tree import Counts, End, Node
        >>> node = Node(Role.DECIDED, 2, 5, "r1c2=1", Counts(1), 3, End.SOLUTION)
        >>> of_node(node)
        'level 2: decided r1c2=1; 3 literals followed; solution'
    """
    parts = [_opening(node)]
    if node.role is not Role.UNTRIED and node.role is not Role.ELIDED:
        parts.append(f"{number(node.propagated, 'literal')} followed")
    if node.clause is not None:
        clause = node.clause
        meaning = f" ({clause.meaning})" if clause.meaning else ""
        parts.append(f"conflict: {clause.text}{meaning}")
    elif node.end is not None:
        parts.append(MEANINGS[node.end])
    if node.solution is not None:
        parts.append(node.solution)
    if node.folded:
        state = "" if node.counts.open else ", closed"
        parts.append(f"folded: {', '.join(amounts(node.counts))}{state}")
    elif node.role is Role.ELIDED:
        parts.append(", ".join(amounts(node.own)))
    elif node.children:
        parts.append(f"with all below: {', '.join(amounts(node.counts))}")
    return "; ".join(parts)


def _opening(node: Node) -> str:
    if node.role is Role.ROOT:
        return "level 0: what is assumed, and what follows"
    if node.role is Role.ELIDED:
        return f"level {node.level:,}: {node.name}, drawn as one"
    how = {
        Role.DECIDED: f"decided {node.name}",
        Role.FLIPPED: f"then {node.name}",
        Role.UNTRIED: f"the other branch, {node.name}",
    }[node.role]
    return f"level {node.level:,}: {how}"


def formula_of(begun: Begun) -> str:
    """Say which formula is searched, and how large it is.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.tracing.subject import of_puzzle
        >>> formula_of(of_puzzle(Puzzle("1... .... .... ...2")).begun)
        'encoding extended, the whole formula: 64 variables, 384 clauses, 2 assumptions'
    """
    told = f"{number(begun.variables, 'variable')}, {number(begun.clauses, 'clause')}"
    if begun.assumptions:
        told += f", {number(len(begun.assumptions), 'assumption')}"
    if begun.encoding is None:
        return told
    part = "what the puzzle leaves open" if begun.simplified else "the whole formula"
    return f"encoding {begun.encoding}, {part}: {told}"


def engine_of(begun: Begun) -> str:
    """Say what searches."""
    return f"engine {begun.engine}, rule {begun.rule}"


def of_ended(ended: Ended) -> str:
    """Say how a search ended.

    Example:
        >>> from satdoku.tracing.event import Ended, Ending
        >>> of_ended(Ended(Ending.STOPPED, "out of time"))
        'stopped by a limit: out of time'
    """
    told = {
        Ending.COMPLETE: "nothing is left to look at",
        Ending.ENOUGH: "as many models were found as were asked for",
        Ending.STOPPED: "stopped by a limit",
        Ending.INTERRUPTED: "interrupted",
    }[ended.ending]
    return f"{told}: {ended.why}" if ended.why else told
