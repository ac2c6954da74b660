"""The page: whole, alone, escaped, with every step."""

from __future__ import annotations

import re
import shutil
import subprocess
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from satdoku.deduce.technique import Technique
from satdoku.explaining.explain import explain
from satdoku.explaining.finding import find_steps
from satdoku.explaining.page import html_page
from satdoku.explaining.page_style import SCRIPT, STYLE
from satdoku.explaining.trial import Trial
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.pictures.palette import contrast

if TYPE_CHECKING:
    from pathlib import Path

FOUR = "1.....2...3.4..."
VOID = {"meta", "rect", "circle", "path", "use", "br", "wbr", "link", "img"}


class _Page(HTMLParser):
    """Reads a page; tells tags that do not fit together."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_every_step_is_drawn() -> None:
    """A figure a step, and one of the end."""
    told = explain(FOUR)
    page = _Page(html_page(told, title="Four"))

    assert [] == page.open
    assert len(told.entries) + 1 == page.tags.count("figure") == page.tags.count("use")
    assert page.texts.count("Four") == 2  # title and heading
    for entry in told.entries:
        assert entry.reason in page.texts


def test_trials_are_told_single_by_single() -> None:
    """A trial, and the trials within it, as lists with a reason each."""
    told = explain(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7"
        "..7...3..",
        until=3,
    )
    trial = told.entries[-1]
    page = _Page(html_page(told))

    assert isinstance(trial, Trial)
    assert [] == page.open
    assert 1 + len(trial.trials) == page.tags.count("ol")
    assert trial.size == page.tags.count("li")
    assert any(trial.contradiction_text in text for text in page.texts)


def test_it_loads_nothing() -> None:
    """No address but the name of SVG; no other tag that loads; a policy against it."""
    page = _Page(html_page(explain(FOUR)))
    values = [value for name, value in page.attributes if name != "xmlns"]

    assert not [value for value in values if "http" in value or "url(" in value]
    assert not {"link", "img", "iframe", "object", "image"} & set(page.tags)
    assert not {"src", "xlink:href"} & {name for name, _ in page.attributes}
    assert {"#board"} == {value for name, value in page.attributes if name == "href"}
    assert "url(" not in STYLE
    assert "@import" not in STYLE


def test_its_script_is_the_only_one() -> None:
    """The policy names the hash of the script that is there, and allows no other."""
    text = html_page(explain(FOUR))
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    code = b64encode(sha256(script.encode()).digest()).decode()

    assert f"script-src 'sha256-{code}'" in text
    assert not re.search(r"\son\w+=", text)


def test_text_is_escaped() -> None:
    """A title is only text; an empty one is none."""
    text = html_page(explain(FOUR), title="</title><script>alert(1)</script>\x00&")

    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<h1>A Sudoku explained</h1>" in html_page(explain(FOUR), title=" ")


def test_puzzles_of_every_kind() -> None:
    """Without steps, without a solution, with several."""
    for puzzle in ("1234341221434321", "11..............", "1" + "." * 15):
        told = explain(puzzle)
        page = _Page(html_page(told))

        assert [] == page.open
        assert len(told.entries) + 1 == page.tags.count("figure")


def test_position() -> None:
    """Where it starts with a position, that is said."""
    now = Grid.parse("1.43..2...3.4...")
    text = html_page(explain(FOUR, now=now))

    assert "the position that the source gives: 2 digits placed" in text
    assert "the position" not in html_page(explain(FOUR))


def test_letters_are_told() -> None:
    """In the facts, where the boards have letters."""
    told = "A is 10, B 11, C 12 in the grid"

    values = [
        0 if (row + column) % 7 == 0 else (4 * row + row // 3 + column) % 12 + 1
        for row in range(12)
        for column in range(12)
    ]

    assert told in html_page(explain(Grid(Geometry(3, 4), tuple(values))))
    assert "in the grid" not in html_page(explain(FOUR))


def test_links_of_a_net_are_a_list() -> None:
    """Of many, each stands in a line of its own; of two, both in the sentence."""
    names = {Technique.FORCING_NET_CONTRADICTION}
    (long, *_) = [
        step
        for step in find_steps(FOUR, techniques=names)
        if step.reason.count(" then ") > 2
    ]
    told = replace(explain(FOUR), entries=(long,))
    page = _Page(html_page(told))

    assert [] == page.open
    assert long.reason.count(";") + 1 == page.tags.count("li")
    assert 1 == page.tags.count("ol")
    assert 0 == _Page(html_page(explain(FOUR))).tags.count("li")


def test_size() -> None:
    """A path of fifty steps takes less than 200 kB."""
    told = explain(
        "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2....."
    )

    assert 50 < len(told.entries)
    assert len(html_page(told)) < 200_000


def test_steps_come_first_on_a_small_screen() -> None:
    """What is told of the puzzle can be folded, and the script does it."""
    page = html_page(explain(FOUR))

    assert 2 == page.count("<details open>") == page.count("</details>")
    assert page.index("<dt>") < page.index("</details>") < page.index("<main>")
    assert "open(false)" in SCRIPT
    assert "scroll-margin-top" in STYLE


def test_colours_in_the_dark() -> None:
    """Letters can be read on every ground that they stand on."""
    dark = STYLE.split("prefers-color-scheme:dark")[1]
    rules = dict(re.findall(r"\.([\w-]+)\{fill:(#\w+)\}", dark))
    (ground,) = re.findall(r"body\{color:#\w+;background:(#\w+)\}", dark)
    for name in ("clue", "found", "candidate"):
        for tint in ("band", "pattern", "set-1", "set-2", "set-3", "set-4"):
            assert contrast(rules[name], rules[tint]) >= 4.5
        assert contrast(rules[name], ground) >= 4.5
    assert contrast(rules["mark-removed-digit"], rules["mark-removed"]) >= 4.5


def test_script_is_well_formed(tmp_path: Path) -> None:
    """As a browser's engine reads it, where there is one."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    path = tmp_path / "script.mjs"
    path.write_text(SCRIPT)

    assert 0 == subprocess.run([node, "--check", path], check=False).returncode
