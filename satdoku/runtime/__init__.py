"""How a search is run: time limits, statistics, worker processes, lines of literals.

deadline.py    when a search has to stop
statistics.py  what a search took
processes.py   worker processes
literals.py    lines of literals, as formulas, models and proofs have them
version.py     the version of satdoku
"""
