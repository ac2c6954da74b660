"""Engine `masks`: puzzles with constraints, by propagation on bit masks and search.

rows.py          a puzzle as rows of numbers, made of the primitives of its constraints
layout.py        what rows and arrays hold
propagators.py   the propagators of rows
sums.py          that of sums
kernel.py        the queues of rows, and the search
machine_code.py  how Numba compiles the kernel
native.py        the compiled kernel, kept in the user's cache
search.py        a search that stops and goes on; candidates narrowed without Numba
"""
