"""The page of an explanation: one well-formed file, every step drawn."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from satdoku import Geometry, Puzzle, explain
from satdoku.constraints import Killer, Whisper
from satdoku.explanation import html_page, step_svg
from tests.explanation.support import ESCARGOT, FOUR, HARD, STUCK, UNFAIR

VOID = {"meta", "rect", "circle", "path", "use", "br", "wbr", "link", "img"}
OWN = {"back", "where", "next", "board"}


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
    assert ("legend" in page.classes) == bool(path.entries or path.contradiction)
    assert 1 + len(path.entries) == len(
        {i for n, i in page.attributes if n == "id"} - OWN
    )


def test_trials_are_lists_of_singles():
    path = explain(ESCARGOT, until=3)
    trial = path.entries[-1]
    page = Page(html_page(path))

    main = Page(
        html_page(path).split("<main>")[1].split("<script>")[0].replace("</main>", "")
    )
    assert 1 + len(trial.trials) == main.tags.count("ol")
    assert trial.size == main.tags.count("li")
    assert any(trial.dead_end_text in text for text in page.texts)
    name = trial.geometry.cell_name
    for one in set(trial.followed) - set(trial.trials):
        assert any(f"{name(one.cell)}={one.digit}" in text for text in page.texts)


def test_it_loads_nothing():
    page = Page(html_page(explain(FOUR)))
    values = [value for name, value in page.attributes if name != "xmlns"]
    assert not [value for value in values if "http" in value or "url(" in value]
    assert not {"link", "img", "iframe", "object", "image"} & set(page.tags)
    assert not {"src", "xlink:href"} & {name for name, _ in page.attributes}
    links = {value for name, value in page.attributes if name == "href"}
    assert all(link.startswith("#") for link in links)
    style = style_of(html_page(explain(FOUR)))
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
    ("puzzle", "options", "samples", "links"),
    [
        (FOUR, {}, "placed pattern band", 0),
        (HARD, {}, "placed removed used pattern band blocker", 0),
        (
            STUCK,
            {"techniques": "easy"},
            "placed removed on off pattern band blocker number",
            0,
        ),
        (
            ESCARGOT,
            {"until": 3},
            "placed removed used on off fin pattern band cover blocker number",
            0,
        ),
        (
            UNFAIR,
            {},
            (
                "placed removed used on off fin set in-set pattern band cover blocker "
                "group"
            ),
            2,
        ),
    ],
    ids=range(5),
)
def test_marks_are_explained_where_they_occur(puzzle, options, samples, links):
    """The legend has the marks that are drawn, in its order, and no others."""
    text = html_page(explain(puzzle, **options))
    expected = [*samples.split(), *["link"] * links]
    assert expected == re.findall(r'class="sample ([\w-]+)"', text)


def style_of(text):
    return re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]


def test_every_mark_has_a_style():
    """In the legend, by variables with a value for light and dark."""
    style = style_of(html_page(explain(UNFAIR)))
    light, dark = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    assert "prefers-color-scheme: dark" in style
    used = set(re.findall(r"var\((--[\w-]+)\)", style))
    assert used <= set(re.findall(r"(--[\w-]+):", light))
    for name in ("--paper", "--ink", "--found", "--band", "--set-1", "--link-1"):
        assert f"{name}:" in dark
    for name in ("placed", "removed", "on", "off", "fin", "set", "band", "cover"):
        assert f".sample.{name}" in style


def test_a_dark_window_shows_dark_pictures():
    """Each colour of a dark picture stands in the place of a light one."""
    puzzle = Puzzle("." * 81, [Whisper("r1c1 r1c2 r2c3"), Killer(6, "r9c1 r9c2")])
    path = explain(puzzle, until=2)
    style = style_of(html_page(path))
    for position, step in path.positions():
        light, dark = (
            re.sub(r"<style>[^<]*", "", step_svg(position, step, dark=kind))
            for kind in (False, True)
        )
        pattern = r'(fill|stroke)="(#\w+)"'
        pairs = zip(
            re.findall(pattern, light), re.findall(pattern, dark)[1:], strict=True
        )
        changed = {(one, other[1]) for one, other in pairs if one != other}
        assert len(changed) > 5
        for (kind, before), after in changed:
            assert f'svg [{kind}="{before}"]{{{kind}:{after}}}' in style
    assert "svg{fill:#ececec}" in style


def test_singles_are_folded_and_an_index_leads_to_the_other_steps():
    path = explain(HARD)
    text = html_page(path)
    index = re.search(r"<ol>\n(.*?)</ol>\n</details>", text, re.DOTALL)[1]
    titles = [
        "singles" if entry.technique.is_single else entry.title
        for entry in path.entries
    ]
    pairs = enumerate(zip(["", *titles], titles, strict=False), 1)
    firsts = [number for number, (before, title) in pairs if before != title]
    assert [f"#step-{number}" for number in firsts] + ["#end"] == re.findall(
        r'<a href="(#[\w-]+)"', index
    )
    hardest = max(path.entries, key=lambda entry: entry.technique.score)
    assert hardest.title in re.search(r'class="hardest".*?>(.*?)<', index)[1]
    numbers = [n for n, title in enumerate(titles) if title != "singles"]
    folded = "".join(
        re.findall(r'<details class="singles">.*?</details>', text, re.DOTALL)
    )
    assert len(path.entries) - len(numbers) == folded.count("<figure")
    for number, entry in enumerate(path.entries, 1):
        assert f'<figure id="step-{number}">' in text
        if entry.technique.is_single:
            assert f'<figure id="step-{number}">' in folded
    # With nothing but singles there is nothing to fold them away for.
    assert '<details class="singles" open>' in html_page(explain(FOUR))


def test_a_path_of_one_step_and_of_none():
    assert "1 steps" not in html_page(explain(FOUR, until=1))
    assert 1 == html_page(explain("1234 3412 2143 4321")).count("<figure")


def test_a_position_is_said_to_be_one():
    path = explain(FOUR, now="1.43 ..2. ..3. 4...")
    text = html_page(path)
    assert "2 digits placed" in text
    assert "digits placed" not in html_page(explain(FOUR))
    assert "1 digit placed" in html_page(explain(FOUR, now="1.4. ..2. ..3. 4..."))


def test_letters_of_large_boards():
    values = [
        0 if (row + column) % 7 == 0 else (4 * row + row // 3 + column) % 12 + 1
        for row in range(12)
        for column in range(12)
    ]
    path = explain(Puzzle(tuple(values), geometry=Geometry(12, 12)))
    assert "r12c11=A" in html_page(path)


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
    text = "Four & four\n1.....2...3.4..."
    shown = run("explain", "-", "--to", "html", text=text, code=0).stdout
    assert 13 == Page(shown).tags.count("figure")
    assert "<h1>Four &amp; four</h1>" in shown
