"""Which solutions a puzzle has: one, all, how many; of one puzzle or of millions.

solver.py      the search for solutions: propagate, choose engines, check
choice.py      which engines search, by default
backends.py    formulas and loaded engines
results.py     the values that are returned
batch.py       many 9×9 puzzles at once, in arrays
many.py        many puzzles of any size, one after another
cluster.py     Dask
counting/      how many solutions, also where they are too many to list
"""
