"""What was measured, of which the choices of `auto` are computed.

Written by `python -m benchmarks choice`, which says how it is measured; not by hand.
"""

from __future__ import annotations

from satdoku.choosing.figure import Figure, Listing

__all__ = ["FIGURES", "LISTINGS", "MACHINE"]

MACHINE = "2026-11-22, Intel(R) Xeon(R) Processor, CPython 3.11.7, python-sat 1.9.dev17"
"""When and on what: day, processor, versions."""

FIGURES = (
    Figure("trial", 4, 0.12, 0.064, 0.00678),
    Figure("trial", 6, 0.09, 0.147, 0.00678),
    Figure("trial", 9, 0.21, 0.471, 0.00678),
    Figure("trial", 16, 0.25, 0.679, 0.01951),
    Figure("trial", 25, 0.6, 1.645, 0.05153),
    Figure("simplified", 4, 5.07, 0.123, 0.02243),
    Figure("simplified", 6, 4.44, 0.4, 0.02243),
    Figure("simplified", 9, 5.87, 0.978, 0.02243),
    Figure("simplified", 16, 5.75, 0.976, 0.04301),
    Figure("simplified", 25, 6.99, 3.114, 0.04301),
    Figure("whole", 4, 6.46, 0.05, 0.01879),
    Figure("whole", 6, 7.56, 0.1, 0.01879),
    Figure("whole", 9, 10.8, 0.249, 0.01879),
    Figure("whole", 16, 32.32, 1.282, 0.07646),
    Figure("lanes", 9, 137.05, 0.004, 0.0),
    Figure("lanes-numpy", 9, 99.0, 0.088, 0.0),
    Figure("dpll", 4, 1.04, 0.124, 0.0491),
    Figure("dpll", 6, 1.03, 0.603, 0.0491),
    Figure("dpll", 9, 1.14, 2.043, 0.0491),
    Figure("dpll", 16, 0.57, 0.976, 0.08817),
)
"""What each way costs, in milliseconds, by the size of the grid."""

LISTINGS = (
    Listing("dpll", 9, 2.0, 20_000),
    Listing("minisat22", 9, 7.0, 15_000),
    Listing("lanes", 9, 190.0, 4_000_000),
)
"""How quickly all solutions of a puzzle are listed."""
