"""Trace `dpll` and `cdcl`: events, text, JSON lines, search trees, implication graphs.

search.py      run a search and report what happens: `trace`
events.py      the events, and their JSON lines
clauses.py     literals and clauses in words: "row 1 holds 3 only once"
narration.py   the search in words
tree.py        the search tree of dpll, built from events; as SVG, DOT and TikZ
pictures.py    what else a trace can become, and filters of events
stepper.py     one HTML page to step through a search
conflicts.py   the conflicts of cdcl: implication graph, resolution, learned clause

    from satdoku.study.tracing import trace

    found = trace(puzzle)
    for event in found:          # the search runs as events are read
        print(event)
    print(found.text())          # in words
    found.write(stream)          # as JSON lines
    found.tree().to_svg()        # the search tree
"""

from satdoku.study.tracing.clauses import Clause
from satdoku.study.tracing.conflicts import Conflict, GraphNode, Resolution
from satdoku.study.tracing.events import Event, JsonLines, SearchInfo, Summary
from satdoku.study.tracing.narration import Narration
from satdoku.study.tracing.search import Trace, trace
from satdoku.study.tracing.tree import Counts, Node, Tree, TreeBuilder

__all__ = [
    "Clause",
    "Conflict",
    "Counts",
    "Event",
    "GraphNode",
    "JsonLines",
    "Narration",
    "Node",
    "Resolution",
    "SearchInfo",
    "Summary",
    "Trace",
    "Tree",
    "TreeBuilder",
    "trace",
]
