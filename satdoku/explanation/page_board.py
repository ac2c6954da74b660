"""The boards of a page, small: what is the same on all of them is written once.

Lines and clues are defined at the top of the page, and every board uses them.  The
candidates of a row are one text with a place for each digit, which browsers know; a
picture that stands alone has a text a candidate, for programs that do not.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.drawing import vector
from satdoku.drawing.vector import svg_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.drawing.vector import Scene, Shape

__all__ = ["PageBoard"]

_SAME = ("cell-lines", "box-lines", "frame", "label", "clue")
_NAME = "board"
_PLACE = f'<g class="{_NAME}">'

_TEXTS = re.compile(r'(?:^<text x="[^"]+" y="[^"]+">[^<&]</text>\n){3,}', re.MULTILINE)
_TEXT = re.compile(r'<text x="([^"]+)" y="([^"]+)">(.)</text>')


class PageBoard:
    """What all boards of a page share.

    Args:
        scene: Any of them.

    Example:
        >>> from satdoku.drawing.vector import Scene, text
        >>> clue, found = text(4, 5, "7", 6, name="clue"), text(9, 5, "8", 6)
        >>> board = PageBoard(Scene(12, 12, (clue, found), paper=None))
        >>> print(board.svg(Scene(12, 12, (clue,), paper=None)).split(chr(10))[1])
        <use href="#board"/>
    """

    def __init__(self, scene: Scene) -> None:
        self._shared = tuple(
            shape
            for shape in scene.shapes
            if shape.partition('class="')[2].partition('"')[0] in _SAME
        )
        self._scene = scene

    def definition(self) -> str:
        """Return what boards use; by itself it is not seen."""
        whole = replace(self._scene, shapes=(vector.group(self._shared, name=_NAME),))
        text = _hidden(svg_text(whole, width=0.0))
        return text.replace(_PLACE, f'<g id="{_NAME}">', 1)

    def svg(self, scene: Scene) -> str:
        """Write a board."""
        text = _hidden(svg_text(replace(scene, shapes=tuple(self._own(scene)))))
        text = text.replace(f"{_PLACE}\n</g>", f'<use href="#{_NAME}"/>', 1)
        return _TEXTS.sub(_by_rows, text)

    def _own(self, scene: Scene) -> Iterator[Shape]:
        """Yield the shapes of a board; instead of those that all have, their place."""
        for shape in scene.shapes:
            if shape not in self._shared:
                yield shape
            elif shape == self._shared[0]:
                yield vector.group((), name=_NAME)


def _hidden(svg: str) -> str:
    """Return a picture that is not read out: what it shows is told beside it."""
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
