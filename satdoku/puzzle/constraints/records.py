"""Frozen records, as `dataclass(frozen=True)` makes them, in a tenth of the time.

A dataclass compiles six functions for each class, which for all constraints takes as
long as to solve a puzzle.  Here most of them are written once, for all classes; and a
class becomes a dataclass when somebody looks at its fields, which a process does for
the few constraints of its puzzle.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from inspect import Signature

T = TypeVar("T")

_lock = RLock()
"""Held while a class becomes a dataclass; its bases may become some, too."""


class _Fields:
    """The fields of a class that is no dataclass yet; it becomes one by this look.

    Args:
        kind: The class; others may derive from it.
    """

    def __init__(self, kind: type[Any]) -> None:
        self._kind = kind

    def __get__(self, record: object, _: type[Any]) -> dict[str, Field[Any]]:
        kind = self._kind
        with _lock:
            if vars(kind)["__dataclass_fields__"] is self:
                dataclass(frozen=True, init=False, repr=False, eq=False)(kind)
        made: dict[str, Field[Any]] = vars(kind)["__dataclass_fields__"]
        return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def declared(kind: type[T]) -> type[T]:
    """Make a class that derives from `Record` a frozen record of its fields.

    A class that derives from it may be a frozen dataclass as well.
    """
    kind.__dataclass_fields__ = _Fields(kind)  # type: ignore[attr-defined]
    return kind


def default_of(kind: type[Any], name: str) -> object:
    """Return what a field of a class holds unless given.

    Example:
        >>> from satdoku.constraints import Entropic
        >>> default_of(Entropic, "groups")
        ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    """
    return next(each.default for each in fields(kind) if each.name == name)


def _fields_of(record: Any) -> tuple[Field[Any], ...]:  # noqa: ANN401  or its class
    return fields(record)


class _Signature:
    """What `inspect.signature` shows of a record."""

    def __get__(self, _: object, kind: type[Any]) -> Signature:
        from inspect import Parameter, Signature  # noqa: PLC0415  for `help` alone

        parameters = [
            Parameter(
                each.name,
                Parameter.KEYWORD_ONLY
                if each.kw_only
                else Parameter.POSITIONAL_OR_KEYWORD,
                default=Parameter.empty if each.default is MISSING else each.default,
                annotation=each.type,
            )
            for each in _fields_of(kind)
        ]
        return Signature(sorted(parameters, key=lambda parameter: parameter.kind))


class Record:
    """The functions of frozen records.

    Example:
        >>> @declared
        ... class Point(Record):
        ...     x: int
        ...     y: int = 0
        >>> Point(1), Point(1) == Point(1, y=0), Point(1) == Point(2)
        (Point(x=1, y=0), True, False)
    """

    __signature__ = _Signature()

    def __init__(self, *args: Any, **named: Any) -> None:  # noqa: ANN401  its fields
        own = _fields_of(self)
        positions = [each.name for each in own if not each.kw_only]
        values = dict(zip(positions, args, strict=False))
        twice = values.keys() & named
        values |= named
        wrong = values.keys() - {each.name for each in own}
        if len(args) > len(positions) or twice or wrong:
            raise TypeError(f"{type(self).__name__} takes {', '.join(positions)}")
        for each in own:
            value = values.get(each.name, each.default)
            if value is MISSING:
                raise TypeError(f"{type(self).__name__} needs {each.name}")
            object.__setattr__(self, each.name, value)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the fields, or bring them into one form; nothing by default."""

    def _values(self) -> tuple[Any, ...]:
        own = _fields_of(self)
        return tuple([getattr(self, each.name) for each in own])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        own = _fields_of(self)
        texts = (f"{each.name}={getattr(self, each.name)!r}" for each in own)
        return f"{type(self).__qualname__}({', '.join(texts)})"
