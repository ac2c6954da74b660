"""Explain how a puzzle is solved, step by step.

explain   the path: techniques, then trials, then search; each step checked by SAT
trials    what follows from trying a candidate, where no technique applies
constraint_steps
          what single constraints rule out, trials by all rules, what search finds
propagation
          unit propagation, for these and for `strength`
hints     a path or its next step in words: the facts, and hints of four details
strength  how much propagation of a formula sees of each step
drawing   pictures of steps
page      a path as an HTML page, with pictures (page.html, page.css, page.js)
"""

from satdoku.explanation.drawing import step_svg
from satdoku.explanation.explain import explain, find_steps
from satdoku.explanation.hints import hint
from satdoku.explanation.page import html_page
from satdoku.explanation.rating import rate, rate_stream
from satdoku.explanation.strength import Strength, strengths

__all__ = [
    "Strength",
    "explain",
    "find_steps",
    "hint",
    "html_page",
    "rate",
    "rate_stream",
    "step_svg",
    "strengths",
]
