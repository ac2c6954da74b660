"""The other ways to solve, for comparison: each a solver of its own, a file each.

    backtracking   cells in turn, digits in turn
    constraint     the same over candidates, which each placed digit rules out
    elimination    four techniques until none applies, then a trial
    bitmask        rows, columns and boxes as integers, the cell with fewest candidates
    ilp            the 0-1 program, by HiGHS
    cp             the constraint program, by OR-Tools' CP-SAT

They take puzzles, not formulas.  `table` tells which there are; `solver` what each does
and promises.
"""
