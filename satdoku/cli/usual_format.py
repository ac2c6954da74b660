"""The format of commands that write puzzles of their own: a line each."""

from __future__ import annotations

from os.path import splitext

from satdoku.formats.registry import formats, written_names

__all__ = ["usual_format"]

_USUAL = "line"
"""The format, where nobody says another."""


def usual_format(output: str | None) -> str | None:
    """Return the usual format, unless the ending of a file is that of others."""
    ending = splitext(output or "")[1].lower()  # noqa: PTH122  pathlib is slow
    known = written_names()
    fit = [f.name for f in formats() if ending in f.extensions and f.name in known]
    return None if fit and _USUAL not in fit else _USUAL
