"""Many puzzles of 9×9 at once: DPLL over the triad encoding, a puzzle a SIMD lane."""

from __future__ import annotations

import os
from importlib.util import find_spec

__all__ = ["has_compiler"]


def has_compiler() -> bool:
    """Whether Numba is there and not switched off; nothing is loaded.

    `NUMBA_DISABLE_JIT=1` switches it off.
    """
    switched_off = os.environ.get("NUMBA_DISABLE_JIT", "") not in ("", "0")
    return not switched_off and find_spec("numba") is not None
