"""The scheme `se`: puzzles solved and rated in the manner of Sudoku Explainer 1.2.1.

The rules, their order, their ratings and which step of several is taken are published
behaviour of that program (Nicolas Juillerat, 2006-2009).  The code is our own and uses
none of its source: sets of cells as masks, implications as masks.

    rules        the table, the step, units in the scheme's order
    basics       singles, locking, sets, fish, wings, aligned exclusion; unique
                 rectangles and loops, BUG
    chains       links; forcing chains and cycles: one strand
    forcing      what follows from a candidate; nishio, multiple and dynamic chains
    nested       what dynamic chains of higher levels use besides links
    rating       the order of rules, the path, ER, EP, ED
"""
