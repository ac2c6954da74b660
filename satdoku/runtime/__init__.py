"""How a search is run: time limits, statistics, worker processes, the version.

deadline.py    when a search has to stop
statistics.py  what a search took
processes.py   worker processes
version.py     the version of satdoku
"""
