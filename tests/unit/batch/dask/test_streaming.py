"""`satdoku.dask_stream`: what can be said without a cluster.

With one: `tests/cross/test_batch_dask.py`.
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

import satdoku


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"limit": 0}, "limit cannot be 0"),
        ({"max_guesses": 1.5}, "max_guesses cannot be 1.5"),
        ({"executor": "abacus"}, "no executor 'abacus'"),
        ({"in_flight": 0}, "in_flight cannot be 0; expected a whole number from 1 on"),
    ],
)
def test_options_are_looked_at_first(options: dict[str, Any], told: str) -> None:
    """What makes no sense is told before anything is read or reached."""
    with pytest.raises(satdoku.UsageError, match=told):
        satdoku.dask_stream(iter([]), "tcp://127.0.0.1:1", **options)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Dask is missing, the message says how to get it."""
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(satdoku.UsageError, match=r"pip install 'satdoku\[dask\]'"):
        list(satdoku.dask_stream([], "tcp://127.0.0.1:8786"))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (5, "5 is no client of Dask"),
        ("nowhere", "no Dask scheduler at 'nowhere': missing port number"),
        ("ftp://127.0.0.1:1", "no Dask scheduler at .*: unknown address scheme 'ftp'"),
    ],
)
def test_what_is_no_cluster(wrong: Any, told: str) -> None:  # noqa: ANN401  anything
    """What is no client and no address is told in one line."""
    pytest.importorskip("distributed", reason="distributed is not installed")

    with pytest.raises(satdoku.UsageError, match=told) as caught:
        next(satdoku.dask_stream([], wrong))
    assert "\n" not in str(caught.value)
