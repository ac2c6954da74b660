"""Many puzzles of 9×9 at once: DPLL over the triad encoding, a puzzle a SIMD lane."""
