"""Figures of a study, drawn by matplotlib (the extra `satdoku[study]`).

    runs ─points─▶ a point for each puzzle and contender ─boxes, cactus, …─▶ Figure

One file a figure; each is a function from runs to a figure, or None where the runs have
nothing to show in it.  `draw` writes all there are.
"""

from satdoku.study.figures.drawing import FORMATS, draw, draw_encodings

__all__ = ["FORMATS", "draw", "draw_encodings"]
