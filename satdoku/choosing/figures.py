"""What was measured, of which the choices of `auto` are computed.

Written by `python -m benchmarks choice`, which says how it is measured; not by hand.
"""

from __future__ import annotations

from satdoku.choosing.figure import Figure, Listing

__all__ = ["FIGURES", "LISTINGS", "MACHINE"]

MACHINE = "2026-11-22, AMD EPYC, CPython 3.11.7, python-sat 1.9.dev17"
"""When and on what: day, processor, versions."""

FIGURES = (
    Figure("trial", 4, 0.11, 0.048, 0.048, 0.00766),
    Figure("trial", 6, 0.11, 0.114, 0.148, 0.00766),
    Figure("trial", 9, 0.27, 0.27, 0.54, 0.00766),
    Figure("trial", 16, 0.11, 0.628, 0.694, 0.02383),
    Figure("trial", 25, 0.33, 0.657, 5.184, 0.05986),
    Figure("simplified", 4, 10.29, 0.115, 0.115, 0.02262),
    Figure("simplified", 6, 10.09, 0.333, 0.395, 0.02262),
    Figure("simplified", 9, 10.18, 0.711, 1.031, 0.02262),
    Figure("simplified", 16, 10.01, 1.118, 1.14, 0.04949),
    Figure("simplified", 25, 10.2, 2.1, 3.393, 0.04949),
    Figure("whole", 4, 10.58, 0.045, 0.045, 0.02377),
    Figure("whole", 6, 12.09, 0.094, 0.094, 0.02377),
    Figure("whole", 9, 16.03, 0.227, 0.25, 0.02377),
    Figure("whole", 16, 39.58, 1.008, 1.28, 0.08302),
    Figure("lanes", 9, 118.7, 0.0, 0.004, 0.0),
    Figure("lanes-numpy", 9, 85.55, 0.0, 0.098, 0.0),
    Figure("dpll", 4, 5.44, 0.119, 0.119, 0.05485),
    Figure("dpll", 6, 5.45, 0.249, 0.596, 0.05485),
    Figure("dpll", 9, 5.66, 0.54, 2.275, 0.05485),
    Figure("dpll", 16, 5.57, 1.04, 1.041, 0.10462),
)
"""What each way costs, in milliseconds, by the size of the grid."""

LISTINGS = (
    Listing("dpll", 9, 18.2, 15_100),
    Listing("minisat22", 9, 23.1, 15_400),
    Listing("lanes", 9, 97.5, 7_285_300),
)
"""How quickly all solutions of a puzzle are listed."""
