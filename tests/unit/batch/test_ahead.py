"""Work that is begun ahead: how far, in which order, and how it ends."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from satdoku.batch.ahead import Ahead

if TYPE_CHECKING:
    from collections.abc import Generator

pytestmark = pytest.mark.usefixtures("nothing_is_left")


def numbers(count: int, begun: list[int]) -> Generator[int]:
    """Yield numbers, and note those that were asked for."""
    for number in range(count):
        begun.append(number)
        yield number


def settled(begun: list[int]) -> int:
    """Return how many were asked for, once no more are."""
    before = -1
    while before < len(begun):
        before = len(begun)
        time.sleep(0.05)
    return before


def test_room() -> None:
    """As many are held as there is room for, the one that was taken among them."""
    begun: list[int] = []
    with Ahead(numbers(9, begun), str, lambda: 3) as ahead:
        assert "0" == ahead.first()
        assert 3 == settled(begun)
        assert "0" == ahead.take()
        assert 3 == settled(begun)
        assert ["1", "2"] == ahead.jobs()
        assert "1" == ahead.first()
        assert 4 == settled(begun)
        assert ["1", "2", "3"] == ahead.jobs()


def test_all_in_order() -> None:
    """Jobs come in the order of the items, and then there are none, for ever."""
    with Ahead(numbers(50, []), int, lambda: 4) as ahead:
        found: list[int] = []
        while ahead.first() is not None:
            found.append(ahead.take())
        assert list(range(50)) == found
        assert ahead.first() is None
        assert ahead.first() is None


def test_nothing_is_begun_behind_the_end() -> None:
    """Whoever leaves has all that was begun, and it becomes no more."""
    begun: list[int] = []
    with Ahead(numbers(9, []), begun.append, lambda: 2) as ahead:
        settled(begun)
    held = ahead.jobs()

    assert 2 == settled(begun) == len(held)


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("where", ["source", "begin", "room"])
def test_what_is_raised_comes_in_its_turn(
    kind: type[BaseException], where: str
) -> None:
    """What is raised in the thread comes out behind the jobs before it, once."""
    begun: list[int] = []

    def fail(*here: object) -> None:
        if where in here and len(begun) == 2:
            raise kind

    def source() -> Generator[int]:
        while True:
            fail("source")
            yield len(begun)

    def begin(number: int) -> int:
        fail("begin")
        begun.append(number)
        return number

    def room() -> int:
        fail("room")
        return 5

    with Ahead(source(), begin, room) as ahead:
        for number in range(2):
            assert number == ahead.first()
            ahead.take()
        with pytest.raises(kind):
            ahead.first()
        assert ahead.first() is None
