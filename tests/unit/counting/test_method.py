"""Which options go with which way to count."""

from __future__ import annotations

from typing import Any

import pytest

from satdoku.counting.method import Method, method_of
from satdoku.errors import UsageError


@pytest.mark.parametrize("method", Method)
def test_names(method: Method) -> None:
    """Each goes by its name."""
    assert method is method_of(str(method))


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("guess", {}, "no method 'guess'; expected search, exact, estimate"),
        (None, {}, "no method None"),
        ("exact", {"limited": True}, "exact takes no limit; method search does"),
        ("estimate", {"engine": "lanes"}, "estimate takes no engine"),
        ("exact", {"encoding": "triad"}, "exact takes no encoding"),
        ("search", {"samples": 5}, "takes no number of samples; method estimate"),
        ("exact", {"seed": 5}, "exact takes no seed; method estimate does"),
        ("estimate", {"samples": 1}, "1 as samples makes no sense"),
        ("estimate", {"samples": 2.5}, "2.5 as samples makes no sense"),
        ("estimate", {"seed": -1}, "-1 as a seed makes no sense"),
    ],
)
def test_senseless(name: object, options: dict[str, Any], said: str) -> None:
    """What makes no sense is refused, by a line that says what does."""
    with pytest.raises(UsageError, match=said):
        method_of(name, **options)
