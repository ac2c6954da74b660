"""Claims, contradictions and verities in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.step import candidates_text, cells_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from satdoku.geometry import Geometry
    from satdoku.techniques.step import Node, Step

__all__ = ["claim_text", "forced_text"]


def claim_text(geometry: Geometry, node: Node) -> str:
    """Write what a node says: a digit in a cell, in one of some, or in none of them.

    Example:
        >>> from satdoku.techniques.step import Node
        >>> from satdoku.geometry import Geometry
        >>> board = Geometry(9, 9)
        >>> claim_text(board, Node(4, (0,), on=True))
        'r1c1=4'
        >>> claim_text(board, Node(4, (0, 1), on=False))
        'r1c12<>4'
    """
    sign = "=" if node.on else "<>"
    return f"{cells_text(geometry, node.cells)}{sign}{node.digit}"


def forced_text(step: Step) -> str:
    """Write what a contradiction or verity is about, but for the ways.

    Example:
        >>> from satdoku.techniques.step import Node, Step
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.geometry import Geometry
        >>> start = Node(1, (0,), on=True)
        >>> ends = Node(4, (18,), on=False), Node(4, (19,), on=False)
        >>> forced_text(
        ...     Step(
        ...         Geometry(9, 9),
        ...         Technique.FORCING_CHAIN_CONTRADICTION,
        ...         removes=((0, 1),),
        ...         units=(2,),
        ...         chains=tuple((start, end) for end in ends),
        ...     )
        ... )
        'r1c1=1 leads to r3c12<>4, which leaves no 4 in row 3'
    """
    board = step.geometry
    if step.technique in _VERITIES:
        starts = " or ".join(claim_text(board, chain[0]) for chain in step.chains)
        about = "".join(f" in {board.unit_name(unit)}" for unit in step.units)
        return f"{starts}{about}, and each leads to {step.outcome}"
    start = claim_text(board, step.chains[0][0])
    ends = [chain[-1] for chain in step.chains]
    if any(end.on for end in ends) or len(ends) == 1:
        told = " and ".join(claim_text(board, end) for end in ends)
        return f"{start} leads to {told}"
    told = candidates_text(board, [(end.cells[0], end.digit) for end in ends])
    left = (
        f"no {ends[0].digit} in {board.unit_name(step.units[0])}"
        if step.units
        else f"nothing for {board.cell_name(ends[0].cells[0])}"
    )
    return f"{start} leads to {told}, which leaves {left}"


_VERITIES = {Technique.FORCING_CHAIN_VERITY, Technique.FORCING_NET_VERITY}
