"""What once went wrong at the page, each with its own test; in Chromium."""

import json

import pytest

import satdoku
from satdoku.formats import text_of
from satdoku.web import api, following
from tests.cli.samples import EASY, MEDIUM, PROPER, SOLVED
from tests.web.person import GOLDEN

nightly = pytest.mark.nightly
KILLER = {"schema": 2, "puzzle": "." * 81, "constraints": ["Cage~15~R1C1~R1C2~R2C1"]}
ODD = ".~R1C6_7~R1C7_2~R4C7_2_4_6_8~R5C5_1_3_5_7_9"
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
SIDE = {"viewport": {"width": 844, "height": 390}}


def box_of(person, selector):
    return person.page.locator(selector).first.bounding_box()


@nightly
def test_candidates_that_are_ruled_out_are_shown(me):
    me.paste(ODD)
    labels = me.labels()

    assert labels[3 * 9 + 6] == "row 4 column 7, empty, only 4 6 8"
    given = me.cells.nth(3 * 9 + 6).locator(".marks.given span")
    assert given.all_inner_texts() == ["4", "6", "8"]


def test_a_path_that_ran_out_of_time_is_kept(monkeypatch):
    asked = []
    explain_from = following.explain_from

    def explained(*args, **options):
        asked.append(options["timeout"])
        return explain_from(*args, **options)

    monkeypatch.setattr(following, "explain_from", explained)
    request = {"puzzle": "." * 256, "timeout": 0}
    assert api.handle({"do": "explain", **request})["record"]["end"] == "timeout"
    api.handle({"do": "step", **request, "step": 1})
    api.handle({"do": "step", **request, "step": 1})
    assert len(asked) == 1
    api.handle({"do": "explain", **request, "timeout": 1})
    assert len(asked) == 2


@nightly
def test_keys_work_wherever_the_focus_is(me):
    me.paste(EASY)
    me.cells.nth(EASY.index(".")).click()
    me.ask("Hint")
    me.page.keyboard.press("1")
    assert me.line[EASY.index(".")] == "1"
    me.page.locator("#keypad button", has_text="2").click()
    me.page.keyboard.press("ArrowRight")
    me.page.keyboard.press("4")
    assert me.line[EASY.index(".") + 1] == "4"


@nightly
def test_a_link_is_shown_before_there_is_python(browser, address):
    page = browser.new_page()
    page.route("**/answer", lambda route: None)  # never
    page.goto(f"{address}#p={EASY}&d=0.0.4.~78")
    cells = page.locator("[role=gridcell]")
    assert cells.nth(0).get_attribute("aria-label").endswith("5, clue")
    assert cells.nth(2).get_attribute("aria-label").endswith("4, entered")
    page.goto("about:blank")
    page.goto(f"{address}?bd={EASY}")
    assert cells.nth(0).get_attribute("aria-label").endswith("5, clue")
    page.close()


@nightly
def test_marks_keep_away_from_the_sum_of_a_cage(me):
    me.paste(json.dumps(KILLER))
    me.cells.first.click()
    me.page.keyboard.press("Shift+Digit1")
    cell, mark = box_of(me, "[role=gridcell]"), box_of(me, ".marks span")

    assert mark["y"] - cell["y"] > 0.22 * cell["height"]
    order = me.page.evaluate(
        "[...document.querySelector('.frame').children].map(e => e.className)"
    )
    assert order[0].endswith("shades")  # the selection lies below the drawing
    assert order[1] == "picture"


@nightly
def test_title_author_and_rules_are_shown_and_written(me):
    board = {"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)]}
    board |= {"title": "Blister", "author": "Rangsk", "ruleset": "Normal rules."}
    board["killercage"] = [{"cells": ["R1C1", "R1C2"], "value": "9"}]
    me.paste(json.dumps(board))

    assert me.page.inner_text("#title") == "Blister by Rangsk"
    assert me.page.inner_text("#maker-rules") == "Normal rules."
    assert "1 rule" in me.answer
    me.tab("Share")
    me.page.locator("#format").select_option("fpuzzles")
    me.ask("Write")
    written = me.page.get_by_label("The puzzle as text").input_value()
    reply = api.handle({"do": "read", "puzzle": written})
    assert reply["record"]["name"] == "Blister"
    assert dict(reply["details"])["author"] == "Rangsk"


def fill(person, line):
    for cell, mark in enumerate(line):
        person.cells.nth(cell).click()
        person.page.keyboard.press(mark)


@nightly
def test_a_full_grid_is_right_or_not_and_my_digits_are_checked_when_asked(me):
    me.paste(PROPER)
    solution = satdoku.solve(PROPER).solution.line
    open_cells = [cell for cell, mark in enumerate(PROPER) if mark == "."]
    for cell in open_cells[:-1]:
        me.cells.nth(cell).click()
        me.page.keyboard.press(solution[cell])
    assert me.ask("Check my digits") == "No mistake so far."
    last = open_cells[-1]
    wrong = next(mark for mark in "1234" if mark != solution[last])
    me.cells.nth(last).click()
    me.page.keyboard.press(wrong)
    me.page.wait_for_selector("#answer:has-text('The grid is full, but')")
    assert not [label for label in me.labels() if "a mistake" in label]
    name = f"r{last // 4 + 1}c{last % 4 + 1}"
    assert me.ask("Check my digits") == f"{name} is wrong."
    me.page.keyboard.press(solution[last])
    me.page.wait_for_selector("#answer:has-text('Solved')")


@nightly
def test_digits_that_clash_are_marked_and_the_same_digits_shown(me):
    me.paste(EASY)
    first = EASY.index(".")
    me.cells.nth(first).click()
    me.page.keyboard.press("5")
    labels = [label for label in me.labels() if "the same digit" in label]

    assert len(labels) >= 2
    me.cells.nth(0).click()
    assert me.page.locator(".shade.same").count() == (EASY + "5").count("5")
    assert me.page.locator(".shade.peer").count() == 20


@nightly
def test_rows_and_columns_have_names_and_hints_mark_what_they_name(me):
    me.paste(MEDIUM)
    assert me.page.locator(".lines text").all_text_contents()[:2] == ["r1", "r2"]
    texts = [me.ask("Hint"), me.ask("Tell me more"), me.ask("Tell me more")]
    assert "look at r" in texts[-1]
    assert len([label for label in me.labels() if "named by the hint" in label]) == 1


@nightly
def test_no_key_is_swallowed_without_a_word(me):
    me.paste(EASY)
    me.cells.nth(0).click()
    me.page.keyboard.press("7")
    assert "That is a clue" in me.page.inner_text("#told")
    first = EASY.index(".")
    me.cells.nth(first).click()
    me.page.keyboard.press("4")
    me.page.keyboard.press("Shift+Digit1")
    assert "erase it first" in me.page.inner_text("#told")
    assert me.line[first] == "4"


@nightly
def test_candidates_are_filled_in_without_the_solution(me):
    me.paste(MEDIUM)
    me.press("Fill in candidates")
    candidates = satdoku.Puzzle(MEDIUM).candidates
    for label, digits in zip(me.labels(), candidates, strict=True):
        if len(digits) > 1:
            assert label.endswith("marks " + " ".join(map(str, digits)))


@nightly
def test_after_cancel_the_next_question_is_answered_at_once(me):
    me.tab("Prove")
    me.page.get_by_label("Count up to").select_option("100000000")
    me.press("Count")
    me.page.wait_for_selector("#doing:has-text('solutions')")
    me.press("Cancel")
    me.page.wait_for_selector("#answer:has-text('Cancelled.')")
    me.page.wait_for_timeout(3_000)  # the reserve is there again
    me.page.get_by_label("Count up to").select_option("100000")
    assert "more than 100,000" in me.ask("Count")


@nightly
def test_theme_game_and_time_stay(visit):
    with visit() as me:
        me.paste(EASY)
        me.press("Light or dark")
        first = EASY.index(".")
        me.cells.nth(first).click()
        me.page.keyboard.press("4")
        me.kept()
        theme = me.page.evaluate("document.documentElement.dataset.theme")
        me.page.goto("about:blank")
        me.open()  # without the address
        assert me.line[first] == "4"
        assert me.page.evaluate("document.documentElement.dataset.theme") == theme
        me.page.reload()
        me.page.wait_for_selector("body[data-engine=ready]")
        assert me.line[first] == "4"
        me.page.goto("about:blank")
        me.page.go_back()
        me.page.wait_for_selector("body[data-engine=ready]")
        assert me.line[first] == "4"


@nightly
@pytest.mark.parametrize("screen", [LAPTOP, SIDE], ids=["laptop", "phone on its side"])
def test_the_board_fits_the_height_of_the_window(visit, screen):
    with visit(**screen) as me:
        me.paste(json.dumps(KILLER))
        me.page.evaluate("document.querySelector('.play').scrollIntoView()")
        board, high = box_of(me, ".frame"), screen["viewport"]["height"]
        assert board["y"] >= -1
        assert board["y"] + board["height"] <= high
        assert board["height"] > 0.55 * high


@nightly
def test_addresses_that_cannot_change_stop_nothing(visit):
    script = "history.replaceState = () => { throw new Error('too often'); };"
    with visit(script=script) as me:
        me.paste(EASY)
        me.cells.nth(EASY.index(".")).click()
        me.page.keyboard.press("4")
        me.kept()
        assert me.line[EASY.index(".")] == "4"
        assert me.page.evaluate("localStorage['satdoku.game']").startswith("#p=")


@nightly
def test_a_timed_out_path_is_shown(me):
    me.paste("." * 256)
    me.tab("Prove")
    me.page.get_by_label("Stop after").fill("1")
    me.ask("Explain")
    assert me.answer


@nightly
def test_sixteen_rows(visit):
    line = text_of(satdoku.Puzzle("." * 256), "line").strip()
    with visit(viewport={"width": 390, "height": 844}) as me:
        me.paste(line)
        me.cells.first.click()
        me.page.keyboard.press("g")
        assert me.line[0] == "G"
        me.page.keyboard.press("Shift+A")
        assert me.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert "several solutions" in me.ask("Solve")


@nightly
def test_printing_leaves_the_puzzle_and_its_rules(me):
    me.paste(json.dumps(KILLER))
    me.page.emulate_media(media="print")
    assert me.page.locator(".frame").is_visible()
    assert me.page.get_by_text("cage of 15").first.is_visible() is False
    assert me.page.locator("#rules li").first.is_visible()
    for hidden in ("#answer", ".tools", ".controls", "header"):
        assert not me.page.locator(hidden).is_visible()
    me.page.emulate_media(media="screen")
    me.paste(EASY)
    me.ask("Explain")
    me.page.wait_for_selector(".frame .step")
    me.page.emulate_media(media="print")
    assert me.page.locator("#answer").is_visible()  # the sentence of the step


@nightly
def test_golden_nugget_is_explained_done_and_cancelled(me):
    me.paste(GOLDEN)
    me.ask("Explain")
    me.page.wait_for_selector(".frame .step")
    me.page.keyboard.press("End")
    me.page.wait_for_selector("#answer:has-text('120. ')")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector("#answer:has-text('Solved')")
    assert me.line == satdoku.solve(GOLDEN).solution.line


LAYOUT = "".join(
    chr(ord("A") + row // 4 * 4 + (column + row % 2) % 16 // 4)
    for row in range(16)
    for column in range(16)
)


@nightly
def test_a_layout_behind_a_grid_is_its_regions(me):
    """It was once taken for the name of a classic puzzle."""
    me.paste("1" + "." * 255 + "\n\n" + LAYOUT)

    assert "1 rule" in me.answer
    assert "regions hold each digit once" in me.page.inner_text("#rules")
    assert me.page.locator("#title").is_hidden()
    assert "several solutions" in me.ask("Solve")
    line = me.line
    assert all(len({*line[16 * row : 16 * row + 16]}) == 16 for row in range(16))
    for region in {*LAYOUT}:
        assert len({line[at] for at in range(256) if LAYOUT[at] == region}) == 16


@nightly
def test_links_of_sudokupad_are_read_and_those_that_only_name_a_puzzle_explained(visit):
    link = text_of(satdoku.Puzzle(EASY), "sudokupad").strip()
    with visit("?puzzleid=" + link.rpartition("/")[2]) as me:
        me.page.wait_for_selector("#answer:has-text('ead as')")
        assert me.line == EASY
        for short in ("https://sudokupad.app/abcd1234", "https://f-puzzles.com/?id=xy"):
            message = me.read(short)
            assert "the puzzle in the link" in message or "export it" in message
            assert me.line == EASY


@nightly
def test_a_cage_that_is_only_drawn_is_a_warning(me):
    board = {"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)]}
    board["cage"] = [{"cells": ["R1C1", "R1C2"], "value": "9"}]
    me.paste(json.dumps(board))

    assert "these drawings may be rules: 1 cage" in me.page.inner_text("#warnings")
    assert me.answer.startswith("Read as fpuzzles: 9x9")


@nightly
def test_changes_in_quick_succession_all_stay(me):
    me.tab("Set")
    me.page.evaluate(
        "for (const name of ['Diagonals', 'AntiKnight', 'Windoku'])"
        " document.querySelector(`#globals input[value=${name}]`).click()"
    )
    me.page.wait_for_selector("#rule-count:text-is('3')")


@nightly
def test_a_technique_is_described(me):
    me.paste(SOLVED.replace("1", "."))
    me.ask("Explain")
    me.page.wait_for_selector(".frame .step")
    me.page.get_by_role("button", name="About").click()
    me.page.wait_for_selector(".about h2")
    assert len(me.page.inner_text(".about p")) > 40
