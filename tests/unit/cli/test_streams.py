"""Output for encodings that know less than Unicode."""

from __future__ import annotations

import io
import sys

import pytest

from satdoku.cli import streams


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", "9×9 … a\\b ü ≥"),
        ("ascii", "9x9 ... a\\b \\xfc >="),
        ("cp1252", "9×9 … a\\b ü >="),
        ("cp437", "9x9 ... a\\b ü ≥"),
    ],
)
def test_fallback(
    monkeypatch: pytest.MonkeyPatch, encoding: str, expected: str
) -> None:
    """What cannot be written becomes ASCII; the rest stays."""
    for name in ("stdout", "stderr"):
        raw = io.BytesIO()
        with monkeypatch.context() as patch:
            stream = io.TextIOWrapper(raw, encoding=encoding)
            patch.setattr(sys, name, stream)
            streams.prepare()
            stream.write("9×9 … a\\b ü ≥")
            stream.flush()

            assert expected == raw.getvalue().decode(encoding)


def test_no_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell may have closed them, and a host may have put its own there."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    streams.prepare()


def test_other_errors() -> None:
    """Only what cannot be written is its business."""
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", errors="satdoku")
