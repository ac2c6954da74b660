"""What the page asks first: the puzzle of a text, its board, other formats."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from satdoku.cnf.recipe import encodings
from satdoku.drawing.board import Board, candidate_block
from satdoku.drawing.elements import CELL
from satdoku.drawing.scene import board_scene
from satdoku.drawing.vector import svg_text
from satdoku.formats import text_of
from satdoku.formats.records import place_record, to_json, understood
from satdoku.formats.registry import written_names
from satdoku.puzzle.constraints.catalogue import CATALOGUE, python_text
from satdoku.puzzle.constraints.extra import extra_name, group_cells
from satdoku.puzzle.constraints.hidden import Var
from satdoku.runtime.version import __version__
from satdoku.setting.generator_options import Symmetry
from satdoku.techniques.technique import Level
from satdoku.web.tools import tools

if TYPE_CHECKING:
    from satdoku.drawing.vector import Scene
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.web.query import Query, Record

_FORMATS = [name for name in written_names() if name not in {"npy", "parquet"}]
"""The formats that are text."""


def about(_: Query) -> Record:
    """Return what the page offers: tools, and what its lists are filled with."""
    return {
        "tools": tools(),
        "version": __version__,
        "formats": _FORMATS,
        "encodings": [recipe.name for recipe in encodings()],
        "levels": [level.key for level in Level],
        "symmetries": [symmetry.key for symmetry in Symmetry],
    }


def read(query: Query) -> Record:
    """Read the first puzzle of a text."""
    entry, *others = query.entries()
    state = entry.metadata.state
    return {
        "record": place_record(entry),
        "board": board_of(entry.puzzle),
        "understood": understood(entry),
        "state": None if state is None else state.line,
        "details": list(map(list, entry.metadata.details)),
        "several": bool(others),
    }


def board_of(puzzle: Puzzle) -> Record:
    """Return what the page needs to draw a grid."""
    geometry = puzzle.geometry
    blank = (0,) * geometry.cells
    board = Board(geometry, blank, constraints=puzzle.constraints)
    # Selected cells are seen through the paper, and the page lists the rules.
    scene = replace(board_scene(board, labels=True, legend=0), paper=None)
    box = geometry.box
    is_drawn = bool(puzzle.constraints) or not geometry.is_standard
    return {
        "rows": geometry.rows,
        "columns": geometry.columns,
        "box": list(box) if isinstance(box, tuple) else None,
        "across": candidate_block(geometry)[1],
        "texts": list(geometry.digit_texts),
        "marks": list(geometry.with_symbols(None).digit_texts),
        "first": geometry.first_value,
        "symbols": None if geometry.symbols is None else geometry.symbols.name,
        **frame(scene),
        "picture": svg_text(scene) if is_drawn else None,
        "rules": [_rule(rule, geometry) for rule in puzzle.constraints],
        "beside": [_beside(rule) for rule in puzzle.constraints if type(rule) is Var],
    }


def _beside(rule: Var) -> Record:
    """Return cells outside the grid, which the page draws beside it."""
    cells = [*map(extra_name, group_cells(rule.prefix, rule.size))]
    return {"title": rule.title, "columns": rule.columns, "cells": cells}


def frame(scene: Scene) -> Record:
    """Return where the cells are in a picture."""
    left, top = scene.origin
    size = {"width": scene.width, "height": scene.height}
    return {"cell": CELL, "left": left, "top": top, **size}


def _rule(rule: Any, geometry: Geometry) -> Record:  # noqa: ANN401  a constraint
    """Return a constraint as the page lists and edits it."""
    is_known = type(rule) in CATALOGUE
    kind = type(rule).__name__
    values = {field.name: getattr(rule, field.name) for field in fields(rule)}
    indices = rule.cell_indices(geometry) if is_known else ()
    cells = [cell for cell in indices if cell < geometry.cells]
    return {
        "text": rule.describe(),
        "kind": kind,
        "python": python_text(rule) if is_known else None,
        "cells": cells if len(cells) < geometry.cells else [],
        "fields": json.loads(to_json(values)),
        "sentence": rule.sentence.format(rule, *values.values()) if is_known else "",
    }


def convert(query: Query) -> Record:
    """Write a puzzle in another format."""
    return {"text": text_of(query.entry, query.choice("to", _FORMATS, "grid"))}


def picture(query: Query) -> Record:
    """Draw a puzzle with its rules."""
    puzzle = query.entry.puzzle
    board = Board(puzzle.geometry, puzzle.values, constraints=puzzle.constraints)
    return {"text": svg_text(board_scene(board))}
