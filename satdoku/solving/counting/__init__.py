"""How many solutions there are, also where they are too many to list.

method.py       `satdoku.count`: the three methods, and their options
exact.py        a search and a model counter side by side
ganak.py        the model counter, in a process of its own
estimating.py   samples of the search tree, and their error
"""
