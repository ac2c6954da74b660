"""Why a puzzle has no solution, or several, and which of its clues are redundant.

minimal_sets  minimal sets of clues without a model together, and what finds them
conflict      why there is no solution
difference    why there are several
minimizing    minimal puzzles inside a puzzle
apart         a formula whose models differ from a known solution
"""
