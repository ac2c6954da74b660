"""Frozen values: what `dataclass(frozen=True, slots=True)` promises, held to the end.

With slots the decorator makes the class a second time, and its guard against new values
still asks for the first: setting a property, or a name that is no field, ends in a
complaint about `super()` (as of Python 3.14).  `frozen` puts a guard in its place that
says of every name that it cannot be assigned to.
"""

from __future__ import annotations

from typing import Never, TypeVar

__all__ = ["frozen"]

_Class = TypeVar("_Class", bound=type)


def frozen(cls: _Class) -> _Class:
    """Make a class whose attributes cannot be set or deleted, whatever their name.

    Example:
        >>> from dataclasses import dataclass
        >>> @frozen
        ... @dataclass(frozen=True, slots=True)
        ... class Point:
        ...     x: int
        >>> Point(1).y = 2
        Traceback (most recent call last):
        dataclasses.FrozenInstanceError: cannot assign to field 'y'
    """
    for name, guard in (("__setattr__", _refuse_set), ("__delattr__", _refuse_delete)):
        setattr(cls, name, guard)
    return cls


def _refuse_set(self: object, name: str, value: object) -> Never:  # noqa: ARG001  as Python calls it
    from dataclasses import FrozenInstanceError  # noqa: PLC0415  seldom needed

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: object, name: str) -> Never:  # noqa: ARG001  as Python calls it
    from dataclasses import FrozenInstanceError  # noqa: PLC0415  seldom needed

    raise FrozenInstanceError(f"cannot delete field {name!r}")
