"""The stepper: a search as one HTML page to step through, back and forth.

The page needs no other file and no network.  It holds the events; its script replays
them to any place, draws the grid and the trail, and finds out what another decision
would lead to (unit propagation alone, in the formula and what was learned by then).
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from satdoku.errors import counted, printable
from satdoku.study.tracing.narration import (
    after_blocking,
    because,
    contradiction,
    describe_engine,
    describe_formula,
    some_of,
)

if TYPE_CHECKING:
    from satdoku.cnf.formula import Formula
    from satdoku.study.tracing.events import Event, SearchInfo

_MAX_CLAUSES = 40_000
"""Formulas with more are left out of the page, which has no "what if" then."""

_MAX_GRAPHS, _MAX_NODES = 300, 60
"""Larger implication graphs are left out; the resolution is shown all the same."""


class Stepper:
    """Makes the page of a search; a sink.

    Args:
        formula: What is searched.

    Example:
        >>> from satdoku.study.tracing import trace
        >>> page = trace("1... ..2. ..3. 4...", engine="cdcl").page()
        >>> page.startswith("<!DOCTYPE html>"), "r1c1=1" in page
        (True, True)
    """

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._search: SearchInfo | None = None
        self._records: list[dict[str, Any]] = []
        self._graphs: list[str] = []

    def __call__(self, event: Event) -> None:
        """Take an event."""
        if event.search is not None:
            self._search = event.search
        elif event.summary is None:
            self._records.append(self._record(event))

    def picture(self, kind: str) -> str:
        """Return the page; `kind` is `html`."""
        del kind
        folder = Path(__file__).parent
        html = (folder / "stepper.html").read_text("utf-8")
        script = (folder / "stepper.js").read_text("utf-8")
        digest = b64encode(sha256(f"\n{script}".encode()).digest()).decode()
        search = self._search
        about = "" if search is None else describe_formula(search)
        who = "" if search is None else describe_engine(search)
        source = search and search.source and f"{printable(search.source, 80)}: "
        return Template(html).substitute(
            title=escape(f"{source or ''}{who}"),
            about=escape(about),
            digest=digest,
            data=self._data().replace("</", "<\\/"),
            script=script,
        )

    def _record(self, event: Event) -> dict[str, Any]:
        """Return what the page knows of an event."""
        clause = event.clause
        record: dict[str, Any] = {"kind": event.kind, "level": event.level}
        record["text"] = self._text(event)
        if event.literal:
            record["literal"] = event.literal
        if clause is not None:
            record["clause"] = clause.literals
            origin = clause.origin
            record["clue"] = origin is not None and origin.family == "clue"
        record["clue"] = record.get("clue") or event.kind == "assumed"
        if clause is not None and event.kind == "propagated":
            record["why"] = because(event.literal, clause)
        elif clause is not None and event.kind == "conflict":
            record["why"] = contradiction(clause)
        if event.conflict is not None:
            record["why"] = event.conflict.words
            if not event.conflict.follows:
                noun = "solution" if self._search is None else self._search.noun
                record["why"] += f" ({after_blocking(noun)})"
            record["steps"] = [
                f"{step.name} is because of {step.reason.text}: left is "
                f"{some_of(step.clause)}"
                for step in event.conflict.steps
            ]
            is_small = len(event.conflict.nodes) <= _MAX_NODES
            if is_small and len(self._graphs) < _MAX_GRAPHS:
                record["graph"] = len(self._graphs)
                self._graphs.append(event.conflict.to_svg())
        return record

    @staticmethod
    def _text(event: Event) -> str:
        """Say what happened, in a few words."""
        clause = "" if event.clause is None else event.clause.text
        if event.clause is not None and event.clause.is_blocking:
            clause = f"the clause that {event.clause.meaning}"
        return {
            "assumed": f"{event.name} is assumed",
            "decided": f"decide {event.name}",
            "propagated": f"{event.name} follows",
            "flipped": f"the other branch, {event.name}",
            "conflict": f"conflict: {clause} is false",
            "left": "this level is done with",
            "learned": f"learn {clause}",
            "jumped": f"back to level {event.level}",
            "restarted": "restart: all decisions are undone",
            "deleted": f"delete {counted(event.deleted, 'learned clause')}",
            "found": "a solution" if event.solution is not None else "a model",
        }[event.kind]

    def _data(self) -> str:
        """Return everything that the script reads."""
        formula, search = self._formula, self._search
        puzzle = None if search is None else search.puzzle
        data: dict[str, Any] = {
            "events": self._records,
            "graphs": self._graphs,
            "names": {v: formula.name_of(v) for v in range(1, formula.variables + 1)},
            "cells": {},
            "clauses": None,
            "rows": 0,
            "columns": 0,
            "box": None,
            "symbols": [],
        }
        if formula.clause_count <= _MAX_CLAUSES:
            data["clauses"] = list(formula)
        if puzzle is not None:
            geometry = puzzle.geometry
            texts = geometry.digit_texts[1:]
            data |= {
                "rows": geometry.rows,
                "columns": geometry.columns,
                "symbols": list(texts),
            }
            if isinstance(geometry.box, tuple):
                data["box"] = geometry.box
            places = {
                f"{geometry.cell_name(cell)}={text}": (cell, digit)
                for cell in range(geometry.cells)
                for digit, text in enumerate(texts, 1)
            }
            names = data["names"].items()
            data["cells"] = {v: places[name] for v, name in names if name in places}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
