"""Chains and nets looked over link by link, from the position alone."""

from __future__ import annotations

from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from satdoku.deduce.shape import mask_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.deduce.state import State
    from satdoku.deduce.step import CellSet, Node, Step

__all__ = ["faults", "net_faults"]


def faults(state: State, step: Step, values: Sequence[int]) -> list[str]:
    """Say what is wrong with a step of chains: links, and what it does."""
    return [
        f"{first} to {second} in {step}"
        for chain in step.chains
        for first, second in pairwise(chain)
        if not _links(state, step.sets, first, second)
    ] + _wrong_outcome(state, step, values)


def net_faults(state: State, step: Step, values: Sequence[int]) -> list[str]:
    """Say what is wrong with a step of nets."""
    return [
        f"{node} in {step}"
        for chain in step.chains
        for index, node in enumerate(chain[1:], 1)
        if not _joins(state, chain, index, node)
    ] + _wrong_outcome(state, step, values)


def _wrong_outcome(state: State, step: Step, values: Sequence[int]) -> list[str]:
    wrong = [
        f"{each} in {step}"
        for each in step.removes
        if values[each[0]] == each[1] or not state.left[each[0]] >> (each[1] - 1) & 1
    ]
    wrong += [
        f"{cell} in {step}" for cell, digit in step.places if values[cell] != digit
    ]
    if not step.places and not step.removes:
        wrong.append(f"nothing done in {step}")
    if list(step.removes) != sorted(set(step.removes), key=itemgetter(1, 0)):
        wrong.append(f"no order in {step}")
    return wrong


def _links(state: State, sets: Sequence[CellSet], first: Node, second: Node) -> bool:
    if first.on == second.on:
        return False
    if first.on:
        return _is_weak(state, first, second)
    if second.by >= 0:
        return _is_by_set(state, sets[second.by], first, second)
    return _is_strong(state, first, second)


def _is_weak(state: State, first: Node, second: Node) -> bool:
    """Whether not both hold."""
    if first.digit != second.digit:
        return len(first.cells) == 1 and first.cells == second.cells
    peers = state.shape.peers
    return all(
        peers[cell] >> other & 1 for cell in first.cells for other in second.cells
    )


def _is_strong(state: State, first: Node, second: Node) -> bool:
    """Whether one of the two holds."""
    if first.digit != second.digit:
        both = 1 << (first.digit - 1) | 1 << (second.digit - 1)
        (cell,) = first.cells
        return first.cells == second.cells and state.left[cell] == both
    mask = mask_of(first.cells + second.cells)
    return any(
        not mask & ~unit and not state.where[first.digit] & unit & ~mask
        for unit in state.shape.units
    )


def _is_by_set(state: State, held: CellSet, first: Node, second: Node) -> bool:
    """Whether a set that loses a digit holds another, or leaves a cell that alone."""
    digits = 0
    for cell in held.cells:
        digits |= state.left[cell]
    mask = mask_of(held.cells)
    if digits.bit_count() != len(held.cells) + 1:
        return False
    if not any(not mask & ~unit for unit in state.shape.units):
        return False
    if mask & state.where[first.digit] != mask_of(first.cells):
        return False
    digits &= ~(1 << (first.digit - 1))
    if set(second.cells) <= set(held.cells):
        here = mask & state.where[second.digit] == mask_of(second.cells)
        return here and bool(digits >> (second.digit - 1) & 1)
    (cell,) = second.cells
    rest = state.left[cell] & ~(1 << (second.digit - 1))
    return all(
        digits >> (digit - 1) & 1
        and not mask & state.where[digit] & ~state.shape.peers[cell]
        for digit in state.shape.geometry.digits
        if rest >> (digit - 1) & 1
    )


def _joins(state: State, chain: Sequence[Node], index: int, node: Node) -> bool:
    """Whether a node of a net follows from those it comes after."""
    if any(each >= index for each in node.after):
        return False
    causes = [chain[each] for each in node.after]
    if not node.on:
        return len(causes) == 1 and causes[0].on and _is_weak(state, causes[0], node)
    if any(cause.on for cause in causes):
        return False
    off = {(cell, cause.digit) for cause in causes for cell in cause.cells}
    if len(node.cells) == 1:
        (cell,) = node.cells
        if all(
            digit == node.digit or (cell, digit) in off
            for digit in state.shape.geometry.digits
            if state.left[cell] >> (digit - 1) & 1
        ):
            return True
    return any(
        set(node.cells) <= set(unit)
        and all(
            cell in node.cells or (cell, node.digit) in off
            for cell in unit
            if state.where[node.digit] >> cell & 1
        )
        for unit in state.shape.geometry.units
    )
