"""The folder of compiled code: where it is on each system, and who may say so."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")

from satdoku.lanes import native


class TestDirectory:
    """`Return where compiled code is kept; SATDOKU_CACHE_DIR says otherwise`."""

    @pytest.fixture(autouse=True)
    def _nothing_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("SATDOKU_CACHE_DIR", "XDG_CACHE_HOME"):
            monkeypatch.delenv(name, raising=False)

    def test_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The variable names the folder itself, before any other."""
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
        monkeypatch.setenv("SATDOKU_CACHE_DIR", str(tmp_path))

        assert tmp_path == native.cache_directory()

    @pytest.mark.parametrize("told", ["", None])
    def test_home(
        self, told: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without it, it is where each system keeps such things for a person."""
        monkeypatch.setattr(Path, "home", lambda: tmp_path)
        monkeypatch.delenv("LOCALAPPDATA", raising=False)
        if told is not None:
            monkeypatch.setenv("SATDOKU_CACHE_DIR", told)
            monkeypatch.setenv("XDG_CACHE_HOME", told)
        expected = {
            "linux": ".cache/satdoku",
            "darwin": "Library/Caches/satdoku",
            "win32": "AppData/Local/satdoku/Cache",
        }
        for system, place in expected.items():
            monkeypatch.setattr(sys, "platform", system)

            assert tmp_path / place == native.cache_directory()

    def test_xdg(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """XDG_CACHE_HOME is where it says, but on systems with ways of their own."""
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

        assert tmp_path / "satdoku" == native.cache_directory()
