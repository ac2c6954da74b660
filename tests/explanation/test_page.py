"""The page of an explanation: one well-formed file, every step drawn."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from satdoku import Geometry, Puzzle, explain, html_page
from tests.explanation.support import ESCARGOT, FOUR, HARD, STUCK, UNFAIR

VOID = {"meta", "rect", "circle", "path", "use", "br", "wbr", "link", "img"}
MEANINGS = "legend"


class Page(HTMLParser):
    """Reads a page; tags that do not fit together fail the test."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.texts = [], [], [], []
        self.classes = []
        self.feed(text)
        self.close()
        assert [] == self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.classes += (dict(attrs).get("class") or "").split()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert tag == self.open.pop()

    def handle_data(self, data):
        self.texts.append(data)


def test_every_step_is_drawn_and_explained():
    path = explain(FOUR)
    page = Page(html_page(path, title="Four"))

    assert len(path.entries) + 1 == page.tags.count("figure") == page.tags.count("use")
    assert 2 == page.texts.count("Four")  # title and heading
    assert all(entry.reason in page.texts for entry in path.entries)
    assert len(path.entries) == page.classes.count("mark-placed")


@pytest.mark.parametrize(
    ("puzzle", "options"),
    [
        ("1234341221434321", {}),
        ("11..............", {}),
        ("1" + "." * 15, {}),
        (FOUR, {"now": "1.43 ..2. ..3. 4..."}),
        (FOUR, {"techniques": "x-wing"}),
        (STUCK, {"techniques": "easy", "verify": True}),
        (HARD, {}),
        (Puzzle((1,) + (0,) * 35, geometry=Geometry(6, 6)), {}),
    ],
    ids=range(8),
)
def test_pages_of_every_kind(puzzle, options):
    path = explain(puzzle, **options)
    page = Page(html_page(path))
    removed = sum(len(entry.removes) for entry in path.entries)

    assert len(path.entries) + 1 == page.tags.count("figure")
    assert page.classes.count("strike") >= removed
    assert ("legend" in page.classes) == bool(path.entries or path.conflict)


def test_trials_are_lists_of_singles():
    path = explain(ESCARGOT, until=3)
    trial = path.entries[-1]
    page = Page(html_page(path))

    assert 1 + len(trial.trials) == page.tags.count("ol")
    assert trial.size == page.tags.count("li")
    assert any(trial.contradiction_text in text for text in page.texts)
    name = trial.geometry.cell_name
    for one in trial.placements:
        assert any(f"{name(one.cell)}={one.digit}" in text for text in page.texts)


def test_it_loads_nothing():
    page = Page(html_page(explain(FOUR)))
    values = [value for name, value in page.attributes if name != "xmlns"]
    assert not [value for value in values if "http" in value or "url(" in value]
    assert not {"link", "img", "iframe", "object", "image"} & set(page.tags)
    assert not {"src", "xlink:href"} & {name for name, _ in page.attributes}
    assert {"#board"} == {value for name, value in page.attributes if name == "href"}
    style = re.search(r"<style>(.*?)</style>", html_page(explain(FOUR)), re.DOTALL)[1]
    assert "url(" not in style
    assert "@import" not in style


def test_its_policy_allows_its_own_script_alone():
    text = html_page(explain(FOUR))
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    code = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{code}'" in text
    assert not re.search(r"\son\w+=", text)


def test_titles_are_only_text():
    text = html_page(explain(FOUR), title="</title><script>alert(1)</script>\x00&")
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    for title in (" ", ""):
        assert html_page(explain(FOUR)) == html_page(explain(FOUR), title=title)


@pytest.mark.parametrize(
    ("puzzle", "options", "keys", "lines"),
    [
        (FOUR, {}, "placed pattern band", 3),
        (HARD, {}, "placed removed used pattern band", 5),
        (STUCK, {"techniques": "easy"}, "placed removed on off pattern band number", 7),
        (
            ESCARGOT,
            {"until": 3},
            "placed removed used on off fin pattern band cover number",
            10,
        ),
        (
            UNFAIR,
            {},
            "placed removed used on off fin set in-set pattern band cover group",
            14,
        ),
        (FOUR, {"techniques": "x-wing", "until": 1}, "removed clash", 2),
        (
            HARD,
            {"techniques": "singles,locked,fish", "search": False},
            "placed removed used pattern band",
            5,
        ),
    ],
    ids=range(7),
)
def test_marks_are_explained_where_they_occur(puzzle, options, keys, lines):
    """The legend has the marks that are drawn, in its order, and no others."""
    text = html_page(explain(puzzle, **options))
    assert keys.split() == re.findall(r'class="key ([\w-]+)"', text)
    legend = re.search(r'<p class="legend">(.*?)</p>', text)[1]
    assert lines == legend.count("<span>")  # links have a line without a sample


def test_every_mark_has_a_style():
    """In the legend and on the board, by light and in the dark."""
    style = re.search(r"<style>(.*?)</style>", html_page(explain(FOUR)), re.DOTALL)[1]
    dark = style.split("prefers-color-scheme:dark")[1]
    for name in ("placed", "removed", "on", "off", "fin", "set", "band", "cover"):
        assert f".key.{name}" in style
    for name in (
        "clue",
        "found",
        "candidate",
        "band",
        "set-1",
        "set-4",
        "mark-removed",
    ):
        assert re.search(rf"\.{name}\{{fill:#\w+\}}", dark), name
    for name in ("set-line-1", "cell-lines", "strike"):
        assert re.search(rf"\.{name}\{{stroke:#\w+\}}", dark), name


def test_a_position_is_said_to_be_one():
    path = explain(FOUR, now="1.43 ..2. ..3. 4...")
    text = html_page(path)
    assert "2 digits" in text
    assert "2 digits" not in html_page(explain(FOUR))


def test_letters_of_large_boards_are_explained():
    values = [
        0 if (row + column) % 7 == 0 else (4 * row + row // 3 + column) % 12 + 1
        for row in range(12)
        for column in range(12)
    ]
    assert re.search(
        r"\bA\b.*\b10\b",
        html_page(explain(Puzzle(tuple(values), geometry=Geometry(12, 12)))),
    )


def test_the_board_is_shared():
    """A path of fifty steps takes less than 200 kB."""
    path = explain(
        "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2....."
    )
    text = html_page(path)
    assert 50 < len(path.entries)
    assert len(text) < 200_000
    assert 1 == text.count('id="board"')


def test_by_the_command(run, tmp_path):
    target = tmp_path / "four.html"
    run("explain", "-", "-o", target, text="1.....2...3.4...", code=0)
    page = Page(target.read_text("utf-8"))
    assert 13 == page.tags.count("figure")
    shown = run("explain", "-", "--html", text="1.....2...3.4...", code=0).stdout
    assert 13 == Page(shown).tags.count("figure")
