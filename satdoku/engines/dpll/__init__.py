"""The hand-written engine: DPLL in Python alone, for any formula, Sudoku or not.

problem.py      a formula as clause banks, and unit propagation over them
heuristics.py   which literal to try next
search.py       the search loop, and the engine `dpll`
trail.py        the search one literal at a time: implication graph and observer
proof.py        a search that writes its refutation down
"""
