"""What the page asks of techniques: hints, paths and their steps, ratings."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from satdoku.drawing.vector import svg_text
from satdoku.errors import Stopped, UsageError
from satdoku.explanation.drawing import step_scene
from satdoku.explanation.explain import End, explain_from
from satdoku.explanation.hints import DETAILS, Hint
from satdoku.explanation.rating import SCHEMES
from satdoku.explanation.rating import rate as rated
from satdoku.explanation.records import hint_record, path_record
from satdoku.formats.metadata import placed_of
from satdoku.formats.records import place_record
from satdoku.techniques.technique import Technique
from satdoku.web.reading import frame

if TYPE_CHECKING:
    from satdoku.explanation.explain import Explanation
    from satdoku.formats.model import PuzzleRecord
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.web.query import Query, Record

_paths: dict[tuple[Geometry, Puzzle, Puzzle | None], tuple[int, Explanation]] = {}
"""The last explanation, whose steps the page asks for one by one, and its limit."""


def _path(query: Query, entry: PuzzleRecord) -> Explanation:
    # Puzzles are equal in whatever symbols; sentences are not.
    key = (entry.puzzle.geometry, entry.puzzle, entry.metadata.state)
    # One that ran out of time is kept, too: its steps are asked for.
    seconds, path = _paths.get(key, (0, None))
    is_short = path is not None and path.end is End.TIMEOUT and query.timeout > seconds
    if path is None or is_short:
        path = _explained(query, entry, None)
        _paths.clear()
        _paths[key] = (query.timeout, path)
    return path


def _explained(query: Query, entry: PuzzleRecord, until: int | None) -> Explanation:
    """Explain a puzzle from how far somebody has come, else from its clues."""
    state = entry.metadata.state if any(placed_of(entry)) else None
    return explain_from(
        entry.puzzle,
        state,
        from_clues=state is None,
        timeout=query.timeout,
        until=until,
    )


def explain(query: Query) -> Record:
    """Explain a puzzle."""
    entry = query.entry
    path = _path(query, entry)
    entry = replace(entry, puzzle=path.puzzle)
    return {"record": query.record(entry, path_record(path))}


def step(query: Query) -> Record:
    """Draw a step of the last explanation."""
    path = _path(query, query.entry)
    number = query.number("step", 1, max(1, len(path.entries)))
    pair = next(islice(path.positions(), number - 1, None), None)
    if pair is None:
        raise UsageError("the explanation has no steps")
    return _drawn(path, *pair)


def _drawn(path: Explanation, position: Puzzle, step: Any) -> Record:  # noqa: ANN401  an entry
    scene = step_scene(position, step, puzzle=path.puzzle)
    shown = {"digits": list(position.values), "candidates": position.candidates}
    return {"svg": svg_text(scene), "text": str(step), **shown, **frame(scene)}


def technique(query: Query) -> Record:
    """Return what a technique is, as its module says; first what says most of it."""
    names = {each.key: each for each in Technique}
    kind = names[query.choice("name", names, "naked-single")]
    _, *paragraphs = (kind.module.__doc__ or "").rstrip().split("\n\n")
    texts = [text for text in paragraphs if not text.startswith("The order")]
    words = [word.rstrip("s") for word in kind.title.lower().split()]
    texts.sort(key=lambda text: -sum(word in text.lower() for word in words))
    # A table keeps its lines.
    lines = [t if t.startswith(" ") else " ".join(t.split()) for t in texts]
    return {"title": kind.title, "level": kind.level.key, "text": lines}


def hint(query: Query) -> Record:
    """Return a hint, the step drawn where it says all."""
    entry, detail = query.entry, query.number("detail", 1, DETAILS[-1])
    path = _explained(query, entry, 1)
    if path.end is End.TIMEOUT:
        raise Stopped("out of time")
    help_ = Hint(path)
    steps = [] if help_.step is None else [help_.step]
    record = hint_record(path, help_.text(detail), detail, steps)
    place = place_record(replace(entry, puzzle=path.puzzle))
    reply: Record = {"record": {**place, **record}}
    if steps and detail == DETAILS[-1]:
        reply |= _drawn(path, path.start, steps[0])
    return reply


def rate(query: Query) -> Record:
    """Rate a puzzle."""
    entry, scheme = query.entry, query.choice("scheme", list(SCHEMES), "hodoku")
    rating = rated(entry.puzzle, scheme, timeout=query.timeout)
    return {"record": query.record(entry, rating.record())}
