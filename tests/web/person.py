"""Somebody who uses the page, by roles and texts."""

import re

GOLDEN = (
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
TABS = {
    **dict.fromkeys(("Read", "Generate", "Empty grid"), "Open"),
    **dict.fromkeys(("Hint", "Explain", "Solve", "Check my digits"), "Play"),
    **dict.fromkeys(("Fill in candidates", "Clear digits and marks"), "Play"),
    **dict.fromkeys(("Check the puzzle", "True candidates", "Count", "Rate"), "Prove"),
    **dict.fromkeys(("All solutions", "Prove", "Formula (CNF)"), "Prove"),
    **dict.fromkeys(("Copy address", "Print", "Picture", "Write"), "Share"),
}
"""The tab of each button."""
_SECONDS = 60_000  # milliseconds; a busy machine takes long


class Person:
    """Somebody who uses the page."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.problems, self.addresses = [], []
        page.set_default_timeout(_SECONDS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self.addresses.append(request.url))

    def _console(self, message):
        if message.type in {"error", "warning"}:
            self.problems.append(message.text)

    def open(self, more=""):
        self.page.goto(self.address + more)
        self.page.wait_for_selector("body[data-engine=ready]")
        self.page.wait_for_selector("#encoding option", state="attached")
        self.idle()

    def tab(self, name):
        self.page.get_by_role("tab", name=name).click()

    def idle(self):
        self.page.wait_for_selector("body:not(.busy)")

    def press(self, name):
        if name in TABS:
            self.tab(TABS[name])
        self.page.get_by_role("button", name=name, exact=True).click()

    def ask(self, name):
        self.press(name)
        self.idle()
        return self.answer

    @property
    def answer(self):
        return self.page.inner_text("#answer")

    def read(self, text):
        self.tab("Open")
        self.page.get_by_label("A puzzle as text").fill(text)
        return self.ask("Read")

    def paste(self, text):
        assert "ead as" in self.read(text)

    def kept(self):
        """Wait until the address holds what was entered, by a timer of the page."""
        self.page.evaluate("new Promise((done) => setTimeout(done, 500))")

    @property
    def cells(self):
        return self.page.locator("[role=gridcell]")

    def labels(self):
        return [cell.get_attribute("aria-label") for cell in self.cells.all()]

    @property
    def line(self):
        """Return the digits that the grid shows."""
        found = [re.search(r": |, (\w), ", label) for label in self.labels()]
        return "".join(match[1] if match and match[1] else "." for match in found)


def type_in(person, line):
    """Enter a puzzle by keyboard alone, from the first cell."""
    person.cells.first.focus()
    for at, mark in enumerate(line):
        if mark != ".":
            person.page.keyboard.press(mark)
        person.page.keyboard.press("ArrowRight")
        if at % 9 == 8:
            person.page.keyboard.press("ArrowDown")
