"""An explanation as one HTML page that needs nothing else.

No file and no network: pictures stand in the page as SVG, and a rule for the browser
(Content-Security-Policy) forbids it to load anything.  Without scripts all steps stand
below each other; a few lines of script show them one by one.  It follows the light or
dark colours of the window, and is printed in light ones.  All text is escaped.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

from satdoku.deduce.step import Step
from satdoku.explaining.clash import Clash
from satdoku.explaining.drawing import step_scene
from satdoku.explaining.page_style import SCRIPT, STYLE
from satdoku.explaining.summary import facts, start_text
from satdoku.pictures.plain import plain
from satdoku.pictures.svg import svg_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.explaining.explanation import Entry, Explanation
    from satdoku.grid import Grid

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
        >>> from satdoku.explaining.explain import explain
        >>> page = html_page(explain("1... ..2. ..3. 4..."), title="Four")
        >>> page.count("<figure"), page.count("<h1>Four</h1>")
        (13, 1)
    """
    name = escape(plain(title).strip() or _TITLE)
    code = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{code}'"
    )
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
        f"<p><code>{escape(told.puzzle.line)}</code></p>",
        *_facts(told, stop),
        "</header>",
        *_legend(told),
        _BUTTONS,
        "<main>",
        *_steps(told),
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
    for heading, text in said:
        yield f"<dt>{escape(heading)}</dt><dd>{escape(text)}</dd>"
    yield "</dl>"


_MARKS = (
    ("placed", "placed"),
    ("removed", "removed"),
    ("used", "of the pattern"),
    ("on", "true in a chain"),
    ("off", "false in a chain"),
    ("fin", "a fin, or an extra"),
)


def _legend(told: Explanation) -> Iterator[str]:
    """Tell what the marks mean, as far as there are any."""
    if not told.entries:
        return
    parts = [f'<span class="key {mark}">5</span> {text}' for mark, text in _MARKS]
    chains = any(isinstance(entry, Step) and entry.chains for entry in told.entries)
    if not chains:
        parts = [part for part in parts if "chain" not in part]
    else:
        parts.append("&#8594; one of the two holds")
        parts.append("&#8674; not both hold")
    yield f'<p class="legend">{"; ".join(parts)}</p>'


def _steps(told: Explanation) -> Iterator[str]:
    for number, (position, entry) in enumerate(told.positions(), 1):
        yield from _figure(told, position, entry, number)
    yield from _figure(told, told.position, None, len(told.entries) + 1)


def _figure(
    told: Explanation, position: Grid, entry: Entry | None, number: int
) -> Iterator[str]:
    scene = step_scene(position, entry, puzzle=told.puzzle)
    # What can be seen is told below; a page of a hundred boards need not say it twice.
    scene = replace(scene, paper=None, title="", description="")
    yield f'<figure id="step-{number}">'
    yield svg_text(scene).rstrip().replace('role="img"', 'aria-hidden="true"', 1)
    yield f"<figcaption>{_caption(entry, number, told)}</figcaption>"
    yield "</figure>"


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
        kind, score = ("Clash" if isinstance(entry, Clash) else "Search"), ""
    told_ = f"<b>{number}. {escape(kind)}</b>{score}<br>{escape(entry.outcome)}"
    return f"{told_}<br>{_breakable(escape(entry.reason))}"


def _breakable(text: str) -> str:
    """Let a chain be broken behind each link."""
    return text.replace("=(", "=<wbr>(").replace("-(", "-<wbr>(")
