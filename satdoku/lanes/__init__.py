"""Many puzzles of 9×9 at once: DPLL over the triad encoding, a puzzle a SIMD lane."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.util import find_spec

__all__ = ["has_compiler"]


@cache
def has_compiler() -> bool:
    """Whether Numba is there and not switched off; nothing is loaded.

    `NUMBA_DISABLE_JIT=1` switches it off.  Its code here is for processors that store
    the lowest byte of a number first, as all do that Numba has wheels for.
    """
    switched_off = os.environ.get("NUMBA_DISABLE_JIT", "") not in ("", "0")
    little = sys.byteorder == "little"
    return little and not switched_off and find_spec("numba") is not None
