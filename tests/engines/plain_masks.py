"""Engine `masks` without the compiler: its kernel is plain Python, too."""

from __future__ import annotations

from ctypes import c_int64

from satdoku.engines.masks import kernel
from satdoku.engines.masks.layout import PARTS


class _Memory:
    """Numbers of one array from a place on; unlike compiled code it knows the end."""

    def __init__(self, numbers, start, end):
        self._numbers, self._start, self._end = numbers, start, end

    def _place(self, at):
        place = self._start + at
        if not self._start <= place < self._end:
            raise IndexError(at)
        return place

    def __getitem__(self, at):
        if isinstance(at, slice):
            return _Memory(self._numbers, self._start + at.start, self._end)
        return self._numbers[self._place(at)]

    def __setitem__(self, at, number):
        self._numbers[self._place(at)] = number


class _Arrays(_Memory):
    """All arrays of a search; the places of all come first."""

    def __getitem__(self, at):
        if not isinstance(at, slice):
            return super().__getitem__(at)
        later = (place for place in self._numbers[:PARTS] if place > at.start)
        return _Memory(self._numbers, at.start, min(later, default=self._end))


def run(address: int, nodes: int) -> int:
    """Search on in a memory, as the compiled code does."""
    places = (c_int64 * PARTS).from_address(address)
    weights, models, last = places[-3:]
    end = last + models - weights  # both hold a number a cell
    return kernel.run(_Arrays((c_int64 * end).from_address(address), 0, end), nodes)
