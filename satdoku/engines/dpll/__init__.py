"""The hand-written engine: DPLL in Python alone, for any formula, Sudoku or not."""
