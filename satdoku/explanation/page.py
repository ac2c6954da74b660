"""An explanation as one HTML page that needs nothing else.

No file and no network: pictures stand in the page as SVG, and a rule for the browser
(Content-Security-Policy) forbids it to load anything.  Without scripts all steps stand
below each other; a few lines of script show them one by one.  It follows the light or
dark colours of the window, and is printed in light ones.  All text is escaped.
"""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

from satdoku.drawing.board import digit_texts
from satdoku.drawing.vector import plain
from satdoku.explanation.drawing import step_scene
from satdoku.explanation.page_board import PageBoard
from satdoku.explanation.page_legend import legend
from satdoku.explanation.page_style import SCRIPT, STYLE
from satdoku.explanation.summary import facts, letters_text, start_text
from satdoku.explanation.trial import Trial
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.explanation.explanation import Entry, Explanation
    from satdoku.puzzle import Puzzle

__all__ = ["html_page"]

_TITLE = "A Sudoku explained"


def html_page(told: Explanation, *, title: str = "", stop: str = "") -> str:
    """Write an explanation as a page.

    Args:
        told: The explanation.
        title: What the page is called.
        stop: Why it ended where it did, if somebody said where.

    Raises:
        LimitError: There are more candidates than can be drawn.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> page = html_page(explain("1... ..2. ..3. 4..."), title="Four")
        >>> page.count("<figure"), page.count("<h1>Four</h1>")
        (13, 1)
    """
    name = escape(plain(title).strip() or _TITLE)
    code = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{code}'"
    )
    figures = _Figures(told)
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{name}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        "<header>",
        f"<h1>{name}</h1>",
        "<details open>",
        "<summary>Puzzle</summary>",
        f"<p><code>{escape(told.puzzle.line)}</code></p>",
        *_facts(told, stop),
        "</details>",
        *legend(figures.names),
        "</header>",
        _BUTTONS,
        "<main>",
        *figures.lines,
        "</main>",
        f"<script>{SCRIPT}</script>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


_BUTTONS = (
    '<nav hidden aria-label="Steps"><button id="back">&#8592; Back</button> '
    '<output id="where"></output> <button id="next">Next &#8594;</button> '
    '<button id="all">All</button> '
    "<small>or the keys &#8592; &#8594;, Home, End, Esc</small></nav>"
)


def _facts(told: Explanation, stop: str) -> Iterator[str]:
    yield "<dl>"
    said = list(facts(told, stop))
    if told.start != told.puzzle:
        said.insert(0, ("from", start_text(told.puzzle, told.start)))
    letters = letters_text(digit_texts(told.puzzle.geometry))
    if letters:
        said.append(("digits", letters))
    for heading, text in said:
        yield f"<dt>{escape(heading)}</dt><dd>{escape(text)}</dd>"
    yield "</dl>"


_CLASS = re.compile(r'class="([^"]+)"')


class _Figures:
    """The figures of a page.

    Args:
        told: What they show.
    """

    def __init__(self, told: Explanation) -> None:
        self.names: set[str] = set()
        """What all shapes are that are drawn."""
        self.lines: list[str] = []
        self._told = told
        self._board: PageBoard | None = None
        for number, (position, entry) in enumerate(told.positions(), 1):
            self._add(position, entry, number)
        self._add(told.position, None, len(told.entries) + 1)

    def _add(self, position: Puzzle, entry: Entry | None, number: int) -> None:
        scene = step_scene(position, entry, puzzle=self._told.puzzle)
        # A page of a hundred boards need not say twice what can be seen.
        scene = replace(scene, paper=None, title="", description="")
        for shape in scene.shapes:
            self.names.update(_CLASS.findall(shape))
        if self._board is None:
            self._board = PageBoard(scene)
            self.lines.append(self._board.definition())
        self.lines += (
            f'<figure id="step-{number}">',
            self._board.svg(scene),
            f"<figcaption>{_caption(entry, number, self._told)}</figcaption>",
            "</figure>",
        )


def _caption(entry: Entry | None, number: int, told: Explanation) -> str:
    if entry is None:
        what = "The solution" if told.position.is_complete else "What is left"
        return f"<b>{what}</b>"
    if isinstance(entry, Step):
        kind, hint = entry.technique.title, entry.technique.level.title
        score = (
            f' <small title="level and score">{hint}, {entry.technique.score}</small>'
        )
    else:
        kind, score = str(entry).partition(":")[0], ""
    told_ = f"<b>{number}. {escape(kind)}</b>{score}<br>{escape(entry.outcome)}"
    return f"{told_}{_reason(entry)}"


def _reason(entry: Entry) -> str:
    """Return why a step holds; a net link by link, for it would fill a page."""
    if isinstance(entry, Trial) and entry.followed:
        return f"<br>{_trial(entry)}"
    claim, _, links = entry.reason.partition(": ")
    parts = links.split("; ")
    if not isinstance(entry, Step) or len(parts) < _MOST_LINKS:
        return f"<br>{_breakable(escape(entry.reason))}"
    items = "".join(f"<li>{_breakable(escape(part))}</li>" for part in parts)
    return f"<br>{_breakable(escape(claim))}:<ol>{items}</ol>"


def _trial(trial: Trial) -> str:
    """Tell a trial single by single, numbered as in the picture."""
    name = trial.geometry.cell_name
    items = (
        f"{escape(one.outcome)}: {_trial(one)}"
        if isinstance(one, Trial)
        else f"{name(one.cell)}={one.digit}, {escape(trial.why(one))}"
        for one in trial.followed
    )
    if not trial.followed:
        return escape(trial.reason)
    listed = "".join(f"<li>{item}</li>" for item in items)
    return (
        f"try {escape(trial.tried)}:<ol>{listed}</ol>"
        f"which leaves {escape(trial.contradiction_text)}"
    )


_MOST_LINKS = 3
"""So many links are a list."""


def _breakable(text: str) -> str:
    """Let a chain be broken behind each link."""
    return text.replace("=(", "=<wbr>(").replace("-(", "-<wbr>(")
