"""Which solutions a puzzle has: one, all, how many; of one puzzle or of millions.

solver.py      the search for solutions: propagate, choose engines, check
choice.py      which engines search, by default
attempts.py    formulas and loaded engines
variants.py    SAT and masks in turns
results.py     the values that are returned
batch.py       many 9×9 puzzles at once, in arrays
frames.py      data frames of pandas and polars
many.py        many puzzles of any size, one after another
cluster.py     Dask
counting/      how many solutions, also where they are too many to list
"""
