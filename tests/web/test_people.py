"""People at the page: who sets a puzzle, who learns, who plays; in Chromium."""

import json
from itertools import pairwise

import pytest

import satdoku
from satdoku.web.api import answer, handle
from tests.cli.samples import EASY, MEDIUM
from tests.conftest import ROOT
from tests.web.person import GOLDEN

pytestmark = pytest.mark.nightly
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
DOZEN = (ROOT / "data" / "variants" / "dozen.iss").read_text()


class Mouse:
    """A hand on a mouse."""

    def __init__(self, person):
        self.person, self.page = person, person.page

    def tap(self, x, y):
        self.page.mouse.click(x, y)

    def drag(self, points):
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point, steps=3)
        mouse.up()


class Finger(Mouse):
    """A finger on a screen."""

    def __init__(self, person):
        super().__init__(person)
        self.session = self.page.context.new_cdp_session(self.page)

    def _touch(self, kind, *point):
        points = [{"x": point[0], "y": point[1]}] if point else []
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
        )

    def tap(self, x, y):
        self.page.touchscreen.tap(x, y)

    def drag(self, points):
        self._touch("touchStart", *points[0])
        for before, after in pairwise(points):
            for share in (1 / 3, 2 / 3, 1):
                pairs = zip(before, after, strict=True)
                self._touch("touchMove", *(a + share * (b - a) for a, b in pairs))
        self._touch("touchEnd")


class Setter:
    """Somebody who builds a puzzle with the tools of the page."""

    def __init__(self, hand):
        self.hand, self.person, self.page = hand, hand.person, hand.page
        tools = json.loads(answer('{"do": "about"}'))["tools"]
        self.tools = {tool["name"]: tool for tool in tools}
        self.rules = 0

    def start(self, size="9"):
        self.person.tab("Open")
        self.page.locator("#size").select_option(size)
        self.person.press("Empty grid")
        self.person.tab("Set")

    def point(self, cell, down=0.0, right=0.0):
        box = None
        while box is None:  # while the board is drawn anew, it has no place
            box = self.person.cells.nth(cell).bounding_box()
        return (
            box["x"] + box["width"] * (0.5 + right),
            box["y"] + box["height"] * (0.5 + down),
        )

    def use(self, name):
        select = self.page.locator("#tool")
        if select.input_value() != name:
            select.select_option(name)
        self.page.locator("#board").scroll_into_view_if_needed()

    def type(self, number):
        for mark in str(number):
            self.page.locator("#keypad button", has_text=mark).first.click()

    def clue(self, cell, mark):
        self.use("")
        self.hand.tap(*self.point(cell))
        self.type(mark)

    def add(self, rule):
        """Add a constraint as `read` describes it."""
        tool, values = self.tools[rule["kind"]], rule["fields"]
        if tool["shape"] == "grid":
            self.check(rule["kind"])
            return
        self.use(rule["kind"])
        self.page.evaluate("scrollTo(0, 0)")
        for field in tool["fields"]:
            value = values.get(field["name"], field["default"])
            if value == field["default"]:
                continue
            if field["form"] == "choice":
                self.page.locator("#field-" + field["name"]).select_option(str(value))
            else:
                self.type(value)
        if tool["shape"] == "line":
            self.hand.drag([self.point(cell) for cell in rule["cells"]])
        elif tool["shape"] == "edge":
            first, second = sorted(rule["cells"])
            aside = second == first + 1
            self.hand.tap(*self.point(first, 0.5 * (not aside), 0.5 * aside))
        elif tool["shape"] == "outside":
            end = "right" if values["line"][0] == "r" else "below"
            start = "left" if values["line"][0] == "r" else "above"
            where = end if values["reverse"] else start
            self.page.get_by_label(f"{values['line']}, from the {where}").click()
        else:
            several = self.page.get_by_label("Select several")
            self.hand.tap(*self.point(rule["cells"][0]))
            several.check()
            for cell in rule["cells"][1:]:
                self.hand.tap(*self.point(cell))
            several.uncheck()
            self.page.locator("#add").click()
        self.is_added()

    def check(self, kind):
        """Check the box of a rule of the whole grid."""
        self.page.get_by_text("Rules of the whole grid").click()
        self.page.locator(f"#globals input[value={kind}]").check()
        self.page.get_by_text("Rules of the whole grid").click()
        self.is_added()

    def is_added(self):
        self.rules += 1
        self.page.wait_for_selector(f"#rule-count:text-is('{self.rules}')")
        self.sees_candidates()

    def paint(self, regions, painted):
        """Paint regions, as `read` describes them, where they are not painted yet."""
        columns = round(len(painted) ** 0.5)
        self.use("Regions")
        for name, region in zip("123456789", regions, strict=False):
            self.page.locator("#field-region").select_option(name)
            self.page.evaluate("scrollTo(0, 0)")
            for row, column in region:
                cell = row * columns + column
                if painted[cell] != name:
                    self.hand.tap(*self.point(cell))
        self.rules += 1
        self.page.wait_for_selector(f"#rule-count:text-is('{self.rules}')")
        self.page.wait_for_selector("#edit-note:empty")

    def sees_candidates(self):
        self.page.wait_for_selector("#live:not(:empty)")
        self.page.wait_for_selector("[data-kind=candidates]")

    def rebuild(self, text):
        reply = handle({"do": "read", "puzzle": text})
        self.start(str(reply["board"]["rows"]))
        for rule in reply["board"]["rules"]:
            if rule["kind"] != "Regions":
                self.add(rule)
        for cell, mark in enumerate(reply["record"]["puzzle"]):
            if mark != ".":
                self.clue(cell, mark)

    def written(self, name):
        self.person.tab("Share")
        self.page.locator("#format").select_option(name)
        self.person.ask("Write")
        return self.page.get_by_label("The puzzle as text").input_value()


def solution_of(text):
    return handle({"do": "solve", "puzzle": text})["record"]["solution"]


def is_rebuilt(setter, text):
    setter.page.wait_for_selector("#live:text-is('Exactly one solution.')")
    for name in ("sudokupad", "fpuzzles", "iss"):
        assert solution_of(setter.written(name)) == solution_of(text), name


def test_a_setter_rebuilds_arrows_cages_thermometers_whispers_and_dots(visit):
    with visit(**LAPTOP) as person:
        setter = Setter(Mouse(person))
        setter.rebuild(DOZEN)
        is_rebuilt(setter, DOZEN)


def test_a_setter_rebuilds_it_by_touch_on_a_phone(visit):
    with visit(**PHONE) as person:
        setter = Setter(Finger(person))
        setter.rebuild(DOZEN)
        setter.page.wait_for_selector("#live:text-is('Exactly one solution.')")


def board_named(shared_data, name):
    lines = (shared_data / "variants" / "fpuzzles_boards.jsonl").read_text()
    boards = [json.loads(line) for line in lines.splitlines()]
    return json.dumps(next(one["board"] for one in boards if one["name"] == name))


def test_a_setter_rebuilds_a_published_killer_with_thermometers(visit, shared_data):
    text = board_named(shared_data, "2kqh7aeg")
    with visit(**LAPTOP) as person:
        setter = Setter(Mouse(person))
        setter.rebuild(text)
        is_rebuilt(setter, text)


def puzzle_named(shared_data, name):
    lines = (shared_data / "variants" / "iss.jsonl").read_text().splitlines()
    return next(one["puzzle"] for one in map(json.loads, lines) if one["name"] == name)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Con-Set-Cutive", ".Shape~6x6~9.RegionSize~6"),  # a killer with arrows
        ("Buy Or Rent? (Numbered Rooms Version)", ".Shape~7x7~9.RegionSize~9"),
    ],
)
def test_a_setter_rebuilds_published_puzzles_of_other_shapes(
    visit, shared_data, name, shape
):
    text = puzzle_named(shared_data, name)
    board = handle({"do": "read", "puzzle": text})["board"]
    with visit(**LAPTOP) as person:
        setter = Setter(Mouse(person))
        person.paste(shape)
        person.tab("Set")
        for rule in board["rules"]:
            if rule["kind"] == "Regions":
                setter.paint(rule["fields"]["regions"], "." * person.cells.count())
            else:
                setter.add(rule)
        setter.page.wait_for_selector("#live:text-is('Exactly one solution.')")
        assert solution_of(setter.written("iss")) == solution_of(text)


def test_a_setter_draws_regions_and_clues_outside(visit, shared_data):
    """The regions of a published jigsaw, its clues, and sandwiches around it."""
    text = board_named(shared_data, "2eqr9brs")
    read = handle({"do": "read", "puzzle": text})
    regions = read["board"]["rules"][0]["fields"]["regions"]
    with visit(**LAPTOP) as person:
        setter = Setter(Mouse(person))
        setter.start()
        boxes = [str(cell // 27 * 3 + cell % 9 // 3 + 1) for cell in range(81)]
        setter.paint(regions, boxes)
        solution = satdoku.Grid(solution_of(text))
        for line in ("r1", "r5", "c2", "c9"):
            fields = {"line": line, "reverse": False}
            fields["clue"] = sandwich(solution, line)
            setter.add({"kind": "Sandwich", "fields": fields, "cells": []})
        for cell, mark in enumerate(read["record"]["puzzle"]):
            if mark != ".":
                setter.clue(cell, mark)
        setter.page.wait_for_selector("#live:text-is('Exactly one solution.')")
        assert solution_of(setter.written("json")) == solution_of(text)
        assert solution_of(setter.written("sudokupad")) == solution_of(text)


def add_typed(setter, tool, **fields):
    setter.use(tool)
    for field, value in fields.items():
        setter.page.locator(f"#field-{field}").fill(value)
    setter.page.locator("#add").click()
    setter.rules += 1
    setter.page.wait_for_selector(f"#rule-count:text-is('{setter.rules}')")


def test_a_setter_types_what_cannot_be_drawn(visit):
    with visit(**LAPTOP) as person:
        page, setter = person.page, Setter(Mouse(person))
        setter.start()
        add_typed(setter, "Var", name="A", columns="2", title="Outside")
        setter.use("Killer")
        page.get_by_role("button", name="VA1", exact=True).click()
        setter.hand.tap(*setter.point(0))
        add_typed(setter, "Killer", total="6")
        page.locator("#tool").select_option("Regex")
        setter.hand.tap(*setter.point(9))
        page.keyboard.press("Shift+ArrowRight")
        add_typed(setter, "Regex", pattern="[12]9")
        setter.use("FullRank")
        for line, rank in (("r9, from the left", "7"), ("c9, from the below", "12")):
            page.locator("#field-clues").fill(rank)
            page.get_by_label(line).click()
            page.wait_for_selector(f"#rule-list:has-text('{rank} at the')")
        setter.rules += 1
        either = "Or([Killer(5, 'r8c8 r8c9'), Killer(6, 'r8c8 r8c9')])"
        add_typed(setter, "text", text=either)
        page.locator("#field-text").fill("Killer(5, 'r1c0')")
        page.locator("#add").click()
        page.wait_for_selector("#edit-note:has-text('r1c0')")

        assert page.locator("#rule-list li > span > span").all_inner_texts() == [
            "cells VA1 to VA2 (Outside)",
            "cage of 6: VA1 r1c1",
            "regex [12]9: r2c1 r2c2",
            "full rank: 7 at the start of r9, 12 at the end of c9",
            "(cage of 5: r8c8 r8c9) or (cage of 6: r8c8 r8c9)",
        ]
        person.ask("Solve")
        outside = page.get_by_role("group", name="Outside").inner_text()
        assert f"VA1{6 - int(person.line[0])}" in outside.replace("\n", "")


def sandwich(solution, line):
    rows = [list(row) for row in solution.rows]
    number = int(line[1:]) - 1
    cells = rows[number] if line[0] == "r" else [row[number] for row in rows]
    low, high = sorted((cells.index(1), cells.index(9)))
    return sum(cells[low + 1 : high])


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_learner_follows_seventy_steps_and_sees_each_sentence(visit, screen):
    with visit(**screen) as person:
        page, high = person.page, screen["viewport"]["height"]
        person.paste(GOLDEN)
        person.ask("Explain")
        page.wait_for_selector(".frame .step")
        page.evaluate("scrollTo(0, 0)")
        steps = page.locator(".steps li").all_inner_texts()
        assert len(steps) >= 70
        for number in range(2, 72):
            page.keyboard.press("ArrowRight")
            page.wait_for_selector(f"#answer:has-text('{number}. ')")
            box = page.locator("#answer").bounding_box()
            board = page.locator(".frame").bounding_box()
            assert 0 <= box["y"] < box["y"] + min(box["height"], 24) <= high
            assert box["y"] + box["height"] <= board["y"] + 1
            assert board["y"] + board["height"] <= high
            assert person.answer[len(f"{number}. ") :][:40] == steps[number - 1][:40]
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector("#answer:has-text('70. ')")
        page.keyboard.press("Escape")
        assert "120 steps" in person.answer


def test_a_player_solves_by_keyboard_alone_from_anywhere(visit):
    with visit(**LAPTOP) as person:
        person.paste(EASY)
        person.page.get_by_role("button", name="Light or dark").focus()
        solution = satdoku.solve(EASY).solution.line
        for row in range(9):
            for column in range(9):
                if EASY[9 * row + column] == ".":
                    person.page.keyboard.press(solution[9 * row + column])
                if column < 8:
                    person.page.keyboard.press("ArrowRight")
            person.page.keyboard.press("Home")
            person.page.keyboard.press("ArrowDown")
        person.page.wait_for_selector("#answer:has-text('Solved')")
        assert person.line == solution


BESIDE = '{"puzzle": "1...............", "constraints": ["Var(\'A\', 1, 2)"]}'
STATES = {
    "start": lambda me: None,
    "puzzle": lambda me: me.paste(EASY),
    "error": lambda me: me.read("hello"),
    "hint": lambda me: [me.ask("Hint"), me.ask("Tell me more")],
    "path": lambda me: [me.ask("Explain"), me.page.wait_for_selector(".step")],
    "technique": lambda me: me.page.locator("#stepper .ask").click(),
    "solved": lambda me: me.ask("Solve"),
    "checked": lambda me: [me.paste("55" + "." * 79), me.ask("Check the puzzle")],
    "several": lambda me: [me.paste(EASY.replace("9", ".")), me.ask("All solutions")],
    "proof": lambda me: [me.paste(MEDIUM), me.ask("Prove")],
    "set": lambda me: [me.paste(DOZEN), me.tab("Set")],
    "tool": lambda me: me.page.locator("#tool").select_option("Sandwich"),
    "beside": lambda me: [me.paste(BESIDE), me.tab("Set")],
    "typed": lambda me: me.page.locator("#tool").select_option("Regex"),
    "open": lambda me: me.tab("Open"),
    "written": lambda me: me.ask("Write"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(visit, needs, scheme):
    needs("axe_core_python")
    from axe_core_python.sync_playwright import Axe

    axe, found = Axe(), {}
    with visit(color_scheme=scheme, **LAPTOP) as person:
        for name, reach in STATES.items():
            reach(person)
            person.idle()
            person.page.wait_for_timeout(200)
            faults = axe.run(person.page)["violations"]
            if faults:
                nodes = [(one["id"], one["nodes"][0]["html"][:200]) for one in faults]
                found[name] = nodes
    assert found == {}


def test_the_folder_runs_on_pyodide_and_starts_offline(browser, folder, visit):
    with visit(at=folder) as person:
        person.paste(EASY)
        assert "exactly one solution" in person.ask("Solve")
        person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        person.kept()
        person.page.context.set_offline(True)
        person.page.reload()
        person.page.wait_for_selector("body[data-engine=ready]")
        person.idle()
        assert person.line == EASY  # nothing is lost
        assert "exactly one solution" in person.ask("Solve")
        person.ask("Empty grid")
        person.tab("Prove")
        person.page.get_by_label("Count up to").select_option("100000000")
        person.press("Count")
        person.page.wait_for_selector("#doing:has-text('solutions')")
        person.press("Cancel")
        person.page.wait_for_selector("#answer:has-text('Cancelled.')")
        person.page.wait_for_selector("body[data-engine=ready]")
        person.paste(EASY)
        assert person.ask("Count") == "1 solution."
