"""The page in Chromium: what a person does, by roles and texts."""

import json
import re
from pathlib import Path

import pytest

import satdoku
from satdoku.formats import text_of
from tests.cli.samples import EASY, MEDIUM, PROPER, SOLVED
from tests.web.person import GOLDEN, type_in

KILLER = {
    "schema": 2,
    "puzzle": "1...............",
    "constraints": ["Cage~5~R1C2~R2C2", "Cage~7~R4C3~R4C4", "Thermo~R3C1~R3C2"],
}


def test_enter_and_paste_and_solve(me):
    """The smoke test."""
    type_in(me, EASY)
    assert me.line == EASY
    assert "exactly one solution" in me.ask("Solve")
    assert me.line == satdoku.solve(EASY).solution.line
    me.paste(MEDIUM)
    assert me.line == MEDIUM
    assert me.ask("Hint").startswith("Hint 1 of 4")


nightly = pytest.mark.nightly


@nightly
def test_an_improper_puzzle_names_its_culprits(me):
    me.paste("55" + "." * 79)
    assert "no solution" in me.ask("Check the puzzle")
    labels = [label for label in me.labels() if "contradicts others" in label]
    assert len(labels) == 2
    me.paste(EASY.replace("9", ".").replace("8", "."))
    assert "several solutions" in me.ask("Check the puzzle")
    assert any("candidates" in label for label in me.labels())


@nightly
def test_hints_in_four_levels(me):
    me.paste(MEDIUM)
    texts = [me.ask("Hint"), *(me.ask("Tell me more") for _ in range(3))]
    assert [text[:9] for text in texts] == [f"Hint {n} of" for n in range(1, 5)]
    assert me.page.locator(".frame .step").count() == 1
    place, digit = re.search(r": (r\dc\d)=(\d)", texts[-1]).groups()
    me.ask("Do this step")
    cell = 9 * (int(place[1]) - 1) + int(place[3]) - 1
    assert me.line[cell] == digit
    assert me.page.locator(".frame .step").count() == 0


@nightly
def test_cancel_stops_a_long_count_at_once(me):
    me.tab("Prove")
    me.page.get_by_label("Count up to").select_option("100000000")
    me.press("Count")
    me.page.wait_for_selector("#doing:has-text('solutions')")
    me.press("Cancel")
    me.page.wait_for_selector("#answer:has-text('Cancelled.')", timeout=30_000)
    me.paste(EASY)  # a new worker answers
    assert me.ask("Count") == "1 solution."


@nightly
def test_limits_are_said(me):
    assert "more than 100,000 solutions" in me.ask("Count")
    assert "limit of 1,000 solutions" in me.ask("All solutions")
    me.tab("Prove")
    me.page.get_by_label("Stop after").fill("1")
    me.page.get_by_label("Count up to").select_option("100000000")
    assert me.ask("Count").startswith("Stopped (out of time): at least")


@nightly
def test_an_address_holds_puzzle_digits_and_marks(me, visit):
    me.paste(PROPER)
    me.page.get_by_role("radio", name="Digit").check()
    me.cells.nth(1).click()
    me.page.keyboard.press("2")
    me.cells.nth(2).click()
    me.page.keyboard.press("Shift+Digit4")
    me.page.keyboard.press("Shift+Digit3")
    me.kept()
    wanted = me.labels()
    assert wanted[1:3] == ["row 1 column 2, 2, entered", "row 1 column 3, marks 3 4"]
    _, _, more = me.page.url.partition("#")
    with visit(f"#{more}") as other:
        assert other.labels() == wanted


@nightly
def test_links_of_other_programs_are_parameters(visit):
    text = text_of(EASY, "fpuzzles").strip()
    with visit("?load=" + text.partition("load=")[2]) as person:
        person.page.wait_for_selector("#answer:has-text('ead as')")
        assert person.line == EASY


@nightly
def test_undo_and_redo(me):
    me.paste(PROPER)
    me.cells.nth(1).click()
    me.page.keyboard.press("2")
    assert me.line[:2] == "12"
    me.page.keyboard.press("Control+z")
    assert me.line[:2] == "1."
    me.page.keyboard.press("Control+y")
    assert me.line[:2] == "12"
    me.press("Undo")
    assert me.page.locator("#undo").is_disabled()
    assert me.cells.count() == 16  # a puzzle that was opened stays


@nightly
def test_dark_mode(visit):
    ground = "getComputedStyle(document.body).backgroundColor"
    with visit(color_scheme="dark") as person:
        dark = person.page.evaluate(ground)
        person.press("Light or dark")
        light = person.page.evaluate(ground)
    shades = [sum(map(int, re.findall(r"\d+", colour))) for colour in (dark, light)]
    assert shades[0] < 150
    assert shades[1] > 600


@nightly
def test_a_killer_is_drawn_and_solved(me):
    me.paste(json.dumps(KILLER))
    assert me.page.locator("#rule-list").get_by_text("cage of 5: r1c2 r2c2").count()
    assert me.ask("All solutions") == "6 solutions: all there are."
    assert me.page.locator(".frame.drawn img").count() == 1
    assert "." not in me.line
    assert "Proved" in me.ask("Prove")


@nightly
def test_a_proof_is_downloaded_and_verified(me, tmp_path):
    me.paste(MEDIUM)
    assert me.ask("Prove").endswith("Verified from the files below.")
    for link in me.page.locator("a.download").all():
        with me.page.expect_download() as coming:
            link.click()
        coming.value.save_as(tmp_path / coming.value.suggested_filename)
    assert satdoku.verify(tmp_path).claim.puzzle == satdoku.Puzzle(MEDIUM)


@nightly
def test_generated_puzzles_have_the_size_and_level(me):
    me.tab("Open")
    me.page.get_by_role("combobox", name="Rows").select_option("6")
    me.page.get_by_role("combobox", name="Level").select_option("easy")
    assert "Rated easy" in me.ask("Generate")
    assert me.cells.count() == 36
    assert me.ask("Rate").startswith("Rated easy")


@nightly
def test_keyboard_alone_reaches_everything(me):
    me.page.locator("body").click(position={"x": 1, "y": 1})
    seen = []
    for _ in range(80):
        me.page.keyboard.press("Tab")
        name = "(e => e.id || e.getAttribute('aria-label') || e.textContent)"
        seen.append(me.page.evaluate(f"{name}(document.activeElement)"))
    wanted = ["theme", "row 1 column 1, empty", "several", "tab-play", "hint", "solve"]
    places = [seen.index(one) for one in wanted]
    assert places == sorted(places)


def focused(person):
    return person.page.evaluate(
        "document.activeElement.id || document.activeElement.textContent"
    )


@nightly
def test_the_focus_stays_where_somebody_asks(me):
    me.paste(MEDIUM)
    for name, then in (("solve", "solve"), ("hint", "hint")):
        me.page.focus(f"#{name}")
        me.page.keyboard.press("Enter")
        me.page.wait_for_selector("#answer:not(:has-text('ead as'))")
        me.idle()
        assert focused(me) == then
    me.page.get_by_role("button", name="Tell me more").focus()
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector("#answer:has-text('Hint 2')")
    assert focused(me) == "Tell me more"
    me.cells.nth(MEDIUM.index(".")).click()
    me.page.keyboard.press("1")
    me.page.focus("#undo")
    me.page.keyboard.press("Enter")
    assert me.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


@nightly
def test_escape_cancels(me):
    me.tab("Prove")
    me.page.focus("#count")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector("#doing:has-text('solutions')")
    me.page.keyboard.press("Escape")
    me.page.wait_for_selector("#answer:has-text('Cancelled.')", timeout=30_000)


@nightly
def test_an_answer_goes_when_the_clues_change(me):
    me.tab("Open")
    me.page.get_by_role("combobox", name="Rows").select_option("4")
    me.press("Empty grid")
    me.paste(MEDIUM)
    me.ask("Solve")
    me.cells.nth(MEDIUM.index(".")).click()
    me.page.keyboard.press("1")  # a digit, no clue
    assert "exactly one solution" in me.answer
    me.ask("Hint")
    me.press("Undo")
    assert me.answer == "The puzzle has changed; ask again."  # the digit is gone
    me.ask("Solve")
    me.press("Undo")
    assert me.answer == "The puzzle has changed; ask again."
    assert me.page.get_by_role("button", name="Enter the solution").count() == 0


@nightly
def test_without_python_every_question_says_so(browser, address):
    page = browser.new_page()
    page.route("**/answer", lambda route: route.abort())
    page.goto(address)
    page.wait_for_selector("body[data-engine=failed]")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("#answer.error:has-text('does not run any more')")
    page.unroute("**/answer")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("body[data-engine=ready]")
    page.close()


@nightly
def test_errors_name_no_option_of_the_command_line(me):
    message = me.read("hello")
    assert message.startswith("Line 1: no puzzle recognised")
    assert "--" not in message


@nightly
def test_a_narrow_window_needs_no_scrolling_sideways(visit):
    with visit(viewport={"width": 320, "height": 640}) as person:
        person.paste(MEDIUM)
        for name in ("Explain", "Rate", "Prove", "Solve"):
            person.ask(name)
            person.idle()
            wide = person.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 320, name


@nightly
def test_text_stays_text(me):
    script = "<img src=x onerror=alert(1)>"
    me.paste(json.dumps({"puzzle": SOLVED, "name": script}))
    assert me.page.locator("#answer img, #details img").count() == 0
    me.read(script)
    assert me.page.locator("#answer img").count() == 0


def luminance(colour):
    channels = [int(one) / 255 for one in re.findall(r"\d+", colour)[:3]]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


CONTRAST = (Path(__file__).parent / "contrast.js").read_text()


@nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_is_aa(visit, scheme):
    """Every text has 4.5:1 against what is behind it."""
    with visit(color_scheme=scheme) as person:
        for puzzle, name in (
            (MEDIUM, "Explain"),
            ("55" + "." * 79, "Check the puzzle"),
        ):
            person.paste(puzzle)
            person.ask(name)
            for text, ink, ground in person.page.evaluate(CONTRAST):
                dark, light = sorted((luminance(ink), luminance(ground)))
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, ink, ground)


@nightly
def test_a_path_without_a_score_is_shown(me):
    """This puzzle needs a search, and a search has no score."""
    me.paste(GOLDEN)
    me.ask("Explain")
    me.page.wait_for_selector(".frame .step")
    assert "Trial" in me.page.inner_text(".steps")
    assert "extreme" in me.page.inner_text("#details")


@nightly
def test_a_fault_of_the_page_is_said(me):
    me.page.evaluate("() => { Promise.reject(new Error('so and so')); }")
    me.page.wait_for_selector("#answer.error:has-text('so and so')")
    me.problems.clear()


@nightly
def test_warnings_of_the_reader_stay(me, visit):
    board = {
        "size": 4,
        "grid": [[{} for _ in range(4)] for _ in range(4)],
        "text": [{"cells": ["R1C1"], "value": "odd"}],
    }
    for row, digits in enumerate(("1234", "3412", "2143", "432.")):
        for column, digit in enumerate(digits.replace(".", "")):
            board["grid"][row][column] = {"value": int(digit), "given": True}
    me.paste(json.dumps(board))
    assert "these drawings may be rules: 1 text" in me.page.inner_text("#warnings")
    assert "the rules that were read" in me.ask("Solve")
    me.kept()
    with visit(me.page.url.removeprefix(me.address)) as other:
        assert "these drawings may be rules: 1 text" in other.page.inner_text(
            "#warnings"
        )
        assert "the rules that were read" in other.ask("Check the puzzle")


@nightly
def test_wrong_digits_are_marked_in_a_solution(me):
    me.paste(EASY)
    solution = satdoku.solve(EASY).solution.line
    first = EASY.index(".")
    wrong = str(int(solution[first]) % 9 + 1)
    me.cells.nth(first).focus()
    me.page.keyboard.press(wrong)
    assert "1 digit that you entered is wrong" in me.ask("Solve")
    assert "a mistake" in me.labels()[first]
    assert sum("a mistake" in label for label in me.labels()) == 1
