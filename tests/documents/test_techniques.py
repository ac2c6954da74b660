"""The pages about techniques name each technique once, and show pictures they make."""

import re
from pathlib import Path

from satdoku.techniques.technique import FAMILIES, Technique

DOCS = Path(__file__).parents[2] / "docs"
TEXTS = {page.stem: page.read_text("utf-8") for page in DOCS.glob("techniques/*.md")}
NAMED = {
    page: " ".join(re.findall(r"^```\{technique\} (.*)$", text, re.MULTILINE)).split()
    for page, text in TEXTS.items()
}


def test_every_technique_is_described_once():
    named = [name for names in NAMED.values() for name in names]

    assert sorted(technique.key for technique in Technique) == sorted(named)


def test_the_index_leads_from_each_family_to_its_techniques():
    row = re.compile(r"^\| \{doc\}`(\w+)` \| ([^|]*) \|", re.MULTILINE)
    described = {}
    for page, families in row.findall(TEXTS["index"]):
        for family in re.findall(r"`([\w-]+)`", families):
            described.setdefault(family, set()).update(NAMED[page])

    assert set(FAMILIES) == set(described)
    for family, techniques in FAMILIES.items():
        assert {technique.key for technique in techniques} <= described[family]


def test_every_picture_is_made_and_shown_by_one_page():
    pictures = sorted(DOCS.glob("pictures/techniques/*.svg"))

    assert pictures
    for picture in pictures:
        made = [page for page, text in TEXTS.items() if f"-o {picture.name}\n" in text]
        shown = [
            page for page, text in TEXTS.items() if f"/{picture.name}\n:alt:" in text
        ]

        assert 1 == len(made), picture.name
        assert made == shown, picture.name
