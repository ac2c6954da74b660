"""Trace the search of the hand-written DPLL: events, text, JSON lines, the search tree.

search.py      run a search and report what happens: `trace`
events.py      the events, and their JSON lines
clauses.py     literals and clauses in words: "row 1 holds 3 only once"
narration.py   the search in words
tree.py        the search tree, built from events; as SVG, and in DOT

    from satdoku.study.tracing import trace

    found = trace(puzzle)
    for event in found:          # the search runs as events are read
        print(event)
    print(found.text())          # in words
    found.write(stream)          # as JSON lines
    found.tree().to_svg()        # the search tree
"""

from satdoku.study.tracing.clauses import Clause
from satdoku.study.tracing.events import Event, JsonLines, SearchInfo, Summary
from satdoku.study.tracing.narration import Narration
from satdoku.study.tracing.search import Trace, trace
from satdoku.study.tracing.tree import Counts, Node, Tree, TreeBuilder

__all__ = [
    "Clause",
    "Counts",
    "Event",
    "JsonLines",
    "Narration",
    "Node",
    "SearchInfo",
    "Summary",
    "Trace",
    "Tree",
    "TreeBuilder",
    "trace",
]
