"""Explain how a puzzle is solved, step by step.

explain   the path: techniques, then trials, then search; each step checked by SAT
trials    what follows from trying a candidate, where no technique applies
hints     a path or its next step in words: the facts, and hints of four details
strength  how much propagation of a formula sees of each step
drawing   pictures of steps
page      a path as an HTML page, with pictures (page.html, page.css, page.js)
"""
