"""An explanation as one HTML page: `page.html` with its style and script.

The page needs no other file and no network: pictures stand in it as SVG, and a rule for
the browser (Content-Security-Policy) forbids it to load anything.  Without scripts all
steps stand below each other.  Singles are folded; an index leads to the other steps.
All text is escaped.
"""

from __future__ import annotations

import re
import sys
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import escape
from itertools import chain, groupby, product
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from satdoku.drawing.palette import IN_THE_DARK
from satdoku.drawing.vector import dark_style, plain, svg_text
from satdoku.errors import check_kind
from satdoku.explanation.drawing import step_scene
from satdoku.explanation.explain import Explanation
from satdoku.explanation.hints import facts
from satdoku.explanation.trials import Trial
from satdoku.runtime.deadline import Deadline
from satdoku.techniques.step import Step, candidates_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.drawing.vector import Scene
    from satdoku.explanation.constraint_steps import AnyStep

_TITLE = "A Sudoku explained"
_SINGLES = "singles"

_MANY_LINKS = 3
"""From so many links on, a chain of reasons is a list."""

_MARK = re.compile(r'<li data-mark="([a-z-]+)">.*</li>\n')
_NO_MARKS = (
    '<details open>\n<summary>Marks</summary>\n<ul class="legend">\n</ul>\n</details>\n'
)
_NAMES = re.compile(r'class="([a-z-]+?)(?:-\d)?"')
_SHARED = re.compile(r'<\w+ class="(?:cell-lines|box-lines|frame|label|clue)"')
_TEXTS = re.compile(r'(?:^<text x="[^"]+" y="[^"]+">[^<&]</text>\n){3,}', re.MULTILINE)
_TEXT = re.compile(r'<text x="([^"]+)" y="([^"]+)">(.)</text>')


def html_page(
    path: Explanation, *, title: str = "", timeout: float | None = None
) -> str:
    """Write an explanation as a page.

    Args:
        path: The explanation.
        title: The title of the page.
        timeout: Seconds of wall time after which to stop.

    Raises:
        LimitError: There are more candidates than can be drawn.
        Stopped: Time ran out.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> page = html_page(explain("1... ..2. ..3. 4..."), title="Four")
        >>> page.count("<figure"), page.count("<h1>Four</h1>")
        (13, 1)
    """
    check_kind("path", path, Explanation, "what satdoku.explain returned")
    check_kind("title", title, str, "a text")
    html, style, script = (
        Path(__file__).with_suffix(f".{kind}").read_text("utf-8")
        for kind in ("html", "css", "js")
    )
    scenes = [
        replace(
            step_scene(position, entry, puzzle=path.puzzle),
            paper=None,
            title="",  # what the picture shows is said beside it
            description="",
        )
        for position, entry in Deadline(timeout).limit(
            chain(path.positions(), [(path.position, None)])
        )
    ]
    shared = [shape for shape in scenes[0].shapes if _SHARED.match(shape)]
    figures = [
        f'<figure id="{_id(number, path)}">\n{_svg(scene, shared)}\n'
        f"<figcaption>{caption}</figcaption>\n</figure>\n"
        for number, (scene, caption) in enumerate(
            zip(scenes, _captions(path), strict=True)
        )
    ]
    index, steps = _folded(path, figures)
    names = {name for scene in scenes for name in _names(scene)}
    return Template(_with_legend(html, names)).substitute(
        digest=b64encode(sha256(f"\n{script}".encode()).digest()).decode(),
        title=escape(plain(title).strip() or _TITLE),
        style=style + dark_style(product(("fill", "stroke"), IN_THE_DARK), "svg"),
        script=script,
        puzzle=escape(path.puzzle.clues.text),
        facts="".join(
            f"<dt>{escape(heading)}</dt><dd>{escape(text)}</dd>\n"
            for heading, text in facts(path)
        ),
        index=index,
        board=_definition(scenes[0], shared),
        steps=steps,
    )


def framed_page(path: Explanation) -> str:
    """Write the page in a frame, for a notebook."""
    page = escape(html_page(path))
    style = "width:100%;height:44rem;border:0"
    return f'<iframe title="{_TITLE}" style="{style}" srcdoc="{page}"></iframe>'


def _id(number: int, path: Explanation) -> str:
    return f"step-{number + 1}" if number < len(path.entries) else "end"


def _folded(path: Explanation, figures: list[str]) -> tuple[str, str]:
    """Return the index and the figures, those of singles in folds.

    Steps of one kind in a row share a line of the index, where a long path would have
    hundreds; the hardest step is bold.
    """
    index: list[str] = []
    parts: list[str] = []
    entries = list(enumerate(path.entries))
    is_easy = all(map(_is_single, path.entries))
    hardest = max(map(_hardness, path.entries), default=0)
    for title, group in groupby(entries, lambda pair: _index_title(pair[1])):
        steps = list(group)
        first, last = steps[0][0], steps[-1][0]
        outcomes = escape(", ".join(entry.outcome for _, entry in steps))
        name = f"{first + 1}. {steps[0][1].title}"
        if len(steps) > 1:
            name = f"{first + 1}\u2013{last + 1}. {len(steps)} {title}"
        if title != _SINGLES:
            is_hardest = max(_hardness(entry) for _, entry in steps) == hardest
            kind = ' class="hardest"' if is_hardest else ""
            index.append(_link(first, path, name, f'{kind} title="{outcomes}"'))
            parts += figures[first : last + 1]
            continue
        index.append(_link(first, path, name, ' class="singles"'))
        parts.append(
            f'<details class="singles"{" open" if is_easy else ""}>\n'
            f"<summary><b>{name}:</b> {outcomes}</summary>\n"
            f"{''.join(figures[first : last + 1])}</details>\n"
        )
    end = len(entries)
    index.append(_link(end, path, _end_title(path)))
    return "".join(index), "".join([*parts, figures[end]])


def _link(number: int, path: Explanation, text: str, attributes: str = "") -> str:
    href = f"#{_id(number, path)}"
    return f'<li><a href="{href}"{attributes}>{escape(text)}</a></li>\n'


def _is_single(entry: AnyStep) -> bool:
    return isinstance(entry, Step) and entry.technique.is_single


def _index_title(entry: AnyStep) -> str:
    """Return how the index calls steps like this one."""
    return _SINGLES if _is_single(entry) else f"\xd7 {entry.title}"


def _hardness(entry: AnyStep) -> int:
    """Return a number that is the larger the harder a step is."""
    return entry.technique.score if isinstance(entry, Step) else sys.maxsize


def _end_title(path: Explanation) -> str:
    return "The solution" if path.position.is_complete else "The position at the end"


def _captions(path: Explanation) -> Iterator[str]:
    """Yield the sentence of each step, and of the end."""
    for number, entry in enumerate(path.entries, 1):
        level = ""
        if isinstance(entry, Step):
            hard = entry.technique
            level = f" <small>{hard.level.title}, {hard.score}</small>"
        yield (
            f"<h2>{number}. {escape(entry.title)}{level}</h2>\n"
            f'<p class="outcome">{escape(entry.outcome)}</p>\n{_reason(entry)}'
        )
    yield f"<h2>{_end_title(path)}</h2>"


def _reason(entry: AnyStep) -> str:
    """Return why a step holds; trials and nets link by link."""
    if isinstance(entry, Trial) and entry.followed:
        return _trial(entry)
    claim, _, links = entry.reason.partition(": ")
    parts = links.split("; ")
    if not isinstance(entry, Step) or len(parts) < _MANY_LINKS:
        return f"<p>{_breakable(entry.reason)}</p>"
    items = "".join(f"<li>{_breakable(part)}</li>" for part in parts)
    return f"<p>{_breakable(claim)}:</p><ol>{items}</ol>"


def _trial(trial: Trial) -> str:
    """Explain a trial single by single, numbered as in the picture."""
    if not trial.followed:
        return escape(trial.reason)
    board = trial.geometry
    items = (
        f"{escape(inner.outcome)}: {_trial(inner)}"
        if isinstance(inner, Trial)
        else f"{candidates_text(board, [inner[:2]], '=')}, {escape(trial.why(inner))}"
        for inner in trial.followed
    )
    listed = "".join(f"<li>{item}</li>" for item in items)
    return (
        f"try {escape(trial.tried)}:<ol>{listed}</ol>"
        f"which leaves {escape(trial.dead_end_text)}"
    )


def _breakable(text: str) -> str:
    """Escape a text, and let a chain break behind each link."""
    return escape(text).replace("=(", "=<wbr>(").replace("-(", "-<wbr>(")


def _names(scene: Scene) -> Iterator[str]:
    """Yield the names of the shapes that are drawn, without numbers."""
    for shape in scene.shapes:
        yield from _NAMES.findall(shape)


def _with_legend(html: str, names: set[str]) -> str:
    """Leave only the marks that occur in the legend of a page."""
    html = _MARK.sub(lambda mark: mark[0] if mark[1] in names else "", html)
    return html.replace(_NO_MARKS, "")


# The boards of a page are small: what is the same on all of them is written once, and
# the candidates of a row are one text with a place for each digit, which browsers know;
# a picture that stands alone has a text for each candidate, for programs that do not.


def _definition(scene: Scene, shared: list[str]) -> str:
    """Return what all boards use; by itself it is not seen."""
    board = "\n".join(['<g id="board">', *shared, "</g>"])
    return _hidden(svg_text(replace(scene, shapes=(board,)), styled=False))


def _svg(scene: Scene, shared: list[str]) -> str:
    """Write a board; instead of the shared shapes, where the first is, their use."""
    shapes = [
        '<use href="#board"/>' if shape == shared[0] else shape
        for shape in scene.shapes
        if shape == shared[0] or shape not in shared
    ]
    svg = _hidden(svg_text(replace(scene, shapes=tuple(shapes)), styled=False))
    return _TEXTS.sub(_by_rows, svg)


def _hidden(svg: str) -> str:
    """Hide a picture from screen readers: what it shows is said beside it."""
    return svg.rstrip().replace('role="img"', 'aria-hidden="true"', 1)


def _by_rows(texts: re.Match[str]) -> str:
    """Write digits of one height as one text."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for x, y, digit in _TEXT.findall(texts[0]):
        rows.setdefault(y, []).append((x, digit))
    return "".join(
        f'<text y="{y}" x="{" ".join(x for x, _ in row)}">'
        f"{''.join(digit for _, digit in row)}</text>\n"
        for y, row in rows.items()
    )
