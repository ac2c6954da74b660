"""The encodings' laboratory: engines × recipes × sizes of grids.

    puzzles × recipes × forms × engines ─measured─▶ samples ─▶ tables, crossovers

A form is a formula of all the rules, with clues as assumptions, or of only what the
clues leave open.  A sample tells how large the formula is, how long each step takes
(all clauses made, the engine loaded, a first solution found) and what the search took;
besides, how much of each puzzle unit propagation alone finds by each recipe.  Samples
are the rows of `encodings.csv` in a study's folder.
"""
