"""What the keys of a JSON object tell: whether there is a puzzle, and its kind."""

from __future__ import annotations

from typing import cast

from satdoku.errors import InputError, printable, shown
from satdoku.formats.json_keys import LISTS, NEVER, ONES, SURE
from satdoku.formats.variants import constraint_error, kind_error

__all__ = ["as_json", "has_puzzle", "holds", "no_puzzle", "refusal"]

_MOST_NAMED = 8


def refusal(told: dict[str, object], *, of_list: bool) -> InputError | None:
    """Return what refuses an object: it is of a variant, or says a thing twice."""
    words = [key.strip().lower() for key in told]
    if len(set(words)) < len(words):
        twice = next(word for word in words if words.count(word) > 1)
        return InputError(
            f"the key '{printable(twice)}' is there twice, in other letters",
            expected="each key once",
        )
    kinds = (kind_error(key, value, of_list=of_list) for key, value in told.items())
    return constraint_error(told) or next(filter(None, kinds), None)


def holds(value: object) -> bool:
    """Whether a value can hold a puzzle besides its cells: an object or a list."""
    return bool(value) and isinstance(value, (dict, list))


def has_puzzle(item: tuple[str, object]) -> bool:
    """Whether what is under a key has a key of a puzzle, or is a list of what has."""
    key, value = item
    word = key.strip().lower()
    if word.startswith(NEVER) or word.rstrip("s").endswith(NEVER):
        return False
    if isinstance(value, list):
        items = cast("list[object]", value)
        value = items[0] if items else None
    if not isinstance(value, dict):
        return False
    words = {key.strip().lower() for key in cast("dict[str, object]", value)}
    return not words.isdisjoint((*SURE, *LISTS))


def no_puzzle(told: dict[str, object], by_word: dict[str, object]) -> InputError:
    """Return what is wrong with an object in which there is no puzzle."""
    if isinstance(said := by_word.get("error"), str):
        return InputError(f"an answer without a puzzle: {printable(said, 200)}")
    named = next((key for key in ONES if key in by_word), None)
    if named is not None:
        value, hint = by_word[named], None
        if type(value) in (int, float):
            hint = "a program that takes digits for a number loses some; write a text"
        return InputError(
            f"{named} is {as_json(value)}",
            expected="its cells, as a text or a list",
            hint=hint,
        )
    keys = ", ".join(printable(key, 20) for key in list(told)[:_MOST_NAMED])
    what = f"no puzzle among the keys {keys}" if keys else "an empty object"
    return InputError(what, expected="the key puzzle, or another name of one")


def as_json(value: object) -> str:
    """Return a value as JSON writes it, for a message."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return shown(value)
