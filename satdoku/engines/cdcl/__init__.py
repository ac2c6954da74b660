"""The engine `cdcl`: conflict-driven clause learning in Python, to read and watch.

trail.py      the true literals, their levels and reasons
clauses.py    clauses, and unit propagation by watched literals or by counters
analysis.py   a conflict: the first unique implication point, and the learned clause
decisions.py  which variable to decide on: VSIDS with a heap
search.py     the search loop, and the engine
proof.py      what is learned, with hints

Read them in this order.  Each part can be switched off (`search.Switches`), so that
what it is good for can be measured alone.
"""
