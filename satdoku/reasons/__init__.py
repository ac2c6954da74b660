"""Why a puzzle is as it is: why it has no solution, why several, which clues it needs.

oracle        a loaded engine, asked about sets of clues; its models are looked at
hitting       sets that hit others, any or with the fewest members
minimal_sets  clues without a model together, none of them to spare: one, all
conflict      why there is no solution
difference    why there are several
minimizing    which clues are needed: minimal puzzles inside a puzzle
"""
