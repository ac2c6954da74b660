// Playing: keys, pointer, what is entered, and whether it is right.

import { $, button, counted, make } from "./dom.js";
import { keepFocus, page } from "./page.js";
import * as state from "./state.js";

/** @typedef {"clue" | "digit" | "mark" | "centre" | "colour"} Kind */

const KINDS = ["digit", "mark", "centre", "colour"];
const KEYS = { z: "digit", x: "mark", c: "centre", v: "colour" };
const COLOURS = ["grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "brown"];

/** @returns {Kind} */
export const kind = () =>
  /** @type {any} */ (document.querySelector("input[name=kind]:checked")).value;

/** @param {Kind} name */
export function setKind(name) {
  const input = /** @type {HTMLInputElement} */ (document.querySelector(`input[name=kind][value=${name}]`));
  input.checked = true;
  keypad();
}

/** @param {number} digit @param {Kind} what */
export function enter(digit, what = kind()) {
  if (pointer.tool?.hasNumber && pointer.tool.key(digit ? String(digit) : "Backspace")) return;
  const cells = page.board.selection, before = page.state;
  if (what !== "clue" && what !== "colour" && cells.every((cell) => before.clues[cell])) {
    tell(cells.length > 1 ? "These are clues; choose “Clue” to change them."
      : "That is a clue; choose “Clue” to change it.");
    return;
  }
  const isMark = what === "mark" || what === "centre";
  const open = cells.filter((cell) => !before.clues[cell] && !before.digits[cell]);
  if (isMark && digit && !open.length) {
    tell("There is a digit; erase it first to mark the cell.");
    return;
  }
  if (what === "colour" && digit > state.COLOURS) return;
  page.change(state.enter(before, cells, digit, what));
  $("said").textContent = page.board.cells[page.board.cursor].getAttribute("aria-label");
}

// Says something small that is no answer.
function tell(text) {
  $("told").textContent = text;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { $("told").textContent = ""; }, 4000);
}
/** @type {any} */
tell.timer = 0;

let keys = "";
export function keypad() {
  const { texts } = page.state.board;
  const isNumber = Boolean(pointer.tool?.hasNumber), isColour = kind() === "colour" && !isNumber;
  const key = `${texts.join()} ${isColour} ${isNumber}`;
  if (keys === key) return;
  keys = key;
  const names = isColour ? ["", ...COLOURS] : texts;
  const buttons = names.map((text, digit) => {
    const label = digit ? text : "Erase";
    const one = button(isColour || !digit ? "" : text, () => enter(digit), { "aria-label": label, title: label });
    if (!digit) one.append("⌫");
    else if (isColour) one.append(make("span", { class: `swatch colour-${digit}` }));
    return one;
  });
  const zero = button("0", () => pointer.tool?.key("0"));
  $("keypad").replaceChildren(...buttons.slice(1), ...(isNumber ? [zero] : []), buttons[0]);
}

// Counts how often each digit is there, and greys out those that are complete.
function countDigits() {
  if (kind() === "colour") return;
  const counts = Array(page.state.board.texts.length).fill(0);
  page.state.clues.forEach((_, cell) => { counts[state.value(page.state, cell)] += 1; });
  [...$("keypad").children].forEach((one, at) => {
    one.classList.toggle("complete", counts[at + 1] >= page.state.board.rows);
  });
}

// Keys work wherever the focus is, but in a field.
function onKey(event) {
  const { key, target } = event;
  if (event.defaultPrevented || event.altKey || target.closest?.("textarea, select, input:not([type=radio], [type=checkbox])")) return;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && ["z", "y"].includes(key.toLowerCase())) {
    page.move(key.toLowerCase() === "z" && !event.shiftKey ? -1 : 1);
    event.preventDefault();
    return;
  }
  if (isControl && key.toLowerCase() === "a") {
    page.board.select(page.board.cells.map((_, cell) => cell));
    event.preventDefault();
    return;
  }
  const isInput = Boolean(target.closest?.("input, summary, [role=tab]"));
  if (page.board.isMove(key)) {
    if (isInput) return;
    page.board.move(key, event.shiftKey || isControl);
  } else {
    const isButton = target.closest?.("button, a");
    if (pointer.tool && !isControl && !(isButton && key === "Enter") && pointer.tool.key(key)) {
      event.preventDefault();
      return;
    }
    const digit = page.board.digitOf(event);
    const named = KEYS[key.toLowerCase()];
    if (digit >= 0) enter(digit, digit && event.shiftKey ? "mark" : digit && isControl ? "centre" : kind());
    else if (isControl) return;
    else if (named) setKind(named);
    else if (key === " " && !target.closest?.("button, a, input, summary")) nextKind(event.shiftKey ? -1 : 1);
    else return;
  }
  event.preventDefault();
}

function nextKind(by) {
  const at = KINDS.indexOf(kind());
  setKind(/** @type {Kind} */ (KINDS[(at + by + KINDS.length) % KINDS.length]));
}

// The pointer selects: a click, with Ctrl or Shift one more, and a drag what it touches.
// A tool of the editor may take it over.
/** @type {{tool: null | import("./editor.js").Pointer}} */
export const pointer = { tool: null };

function listenToPointer() {
  let isDown = false, isRemoving = false;
  const element = $("board");
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || event.target.closest("button")) return;
    const place = page.board.whereIs(event);
    if (pointer.tool?.down(place, event)) {
      isDown = true;
      event.preventDefault();
      return;
    }
    const cell = page.board.cellAt(place);
    if (cell < 0) return;
    isDown = true;
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey || $("several").checked;
    const { selection } = page.board;
    isRemoving = isMore && selection.includes(cell) && selection.length > 1;
    const rest = selection.filter((one) => one !== cell);
    page.board.select(isRemoving ? rest : isMore ? [...rest, cell] : [cell]);
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    event.preventDefault();
  });
  window.addEventListener("pointermove", (event) => {
    if (!isDown) return;
    const place = page.board.whereIs(event);
    if (pointer.tool?.move(place, event)) return;
    const cell = page.board.cellAt(place, 0.46);
    const { selection } = page.board;
    if (cell < 0 || isRemoving !== selection.includes(cell)) return;
    const rest = selection.filter((one) => one !== cell);
    if (isRemoving && !rest.length) return;
    page.board.select(isRemoving ? rest : [...rest, cell]);
  });
  const end = () => {
    if (isDown) pointer.tool?.up();
    isDown = false;
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  element.addEventListener("dblclick", (event) => {
    const cell = page.board.cellAt(page.board.whereIs(event));
    const digit = cell < 0 ? 0 : state.value(page.state, cell);
    if (!digit || pointer.tool) return;
    const same = page.state.clues.flatMap((_, at) =>
      (at !== cell && state.value(page.state, at) === digit ? [at] : []));
    page.board.select([...same, cell]);
  });
}

// Is it right?

// Marks wrong digits, but only for who asks.
export function checkMine() {
  return page.answer("Checking your digits", ({ record }) => {
    const wrong = record.mistakes.map(({ cell }) => page.board.cellNamed(cell));
    page.over({ mistakes: new Set(wrong) });
    if (record.status === "none") return { text: "The puzzle itself has no solution." };
    if (wrong.length === 1) return { text: `${record.mistakes[0].cell} is wrong.` };
    if (wrong.length) return { text: `${wrong.length} digits are wrong, and marked.` };
    if (state.isFull(page.state)) return { text: "Solved: every digit is right." };
    return { text: "No mistake so far." };
  }, { do: "hint", ...page.position, detail: 1 });
}

let greeted = ""; // the digits of a full grid that was checked

// A grid that is full is checked at once: that it is right is said, what is wrong is not.
async function greetFull() {
  const digits = String(page.state.digits);
  if (!state.isFull(page.state) || digits === greeted || !page.state.digits.some(Boolean)) return;
  greeted = digits;
  if (page.busy) return;
  if (page.clashes?.size) {
    page.say("The grid is full, but a digit repeats.");
    return;
  }
  const { state: now } = page;
  const reply = await page.ask("Checking", { do: "hint", ...page.position, detail: 1 });
  if (!reply || page.state !== now) return;
  const isWrong = reply.record.mistakes.length || reply.record.status === "none";
  if (!isWrong) clock.stop();
  const time = clock.isShown ? ` in ${clock.text}` : "";
  page.say(isWrong ? "The grid is full, but not right. “Check my digits” marks what is wrong."
    : `Solved${time}. Well done!`);
}

export function fillCandidates() {
  page.change(state.withMarks(page.state, state.plainCandidates(page.state)));
  page.say("Each cell shows the digits that no digit in its row, column or box rules out.");
}

// The clock counts while the page is seen.
export const clock = {
  seconds: 0,
  isRunning: false,
  isShown: false,
  get text() {
    const minutes = Math.floor(this.seconds / 60), rest = String(this.seconds % 60).padStart(2, "0");
    return `${minutes}:${rest}`;
  },
  show() {
    $("clock").textContent = this.isShown ? this.text : "";
  },
  reset() {
    this.seconds = 0;
    this.isRunning = true;
    this.show();
  },
  stop() {
    this.isRunning = false;
  },
};

export function startPlay() {
  document.addEventListener("keydown", onKey);
  listenToPointer();
  for (const input of document.querySelectorAll("input[name=kind]")) {
    input.addEventListener("change", keypad);
  }
  page.listeners.push((before) => {
    keypad();
    countDigits();
    if (!state.isSamePuzzle(before, page.state)) clock.reset();
    greetFull();
  });
  setInterval(() => {
    if (!clock.isRunning || document.hidden) return;
    clock.seconds += 1;
    clock.show();
  }, 1000);
  $("undo").addEventListener("click", () => { page.move(-1); keepFocus(page.board.cells[page.board.cursor]); });
  $("redo").addEventListener("click", () => { page.move(1); keepFocus(page.board.cells[page.board.cursor]); });
  $("clear").addEventListener("click", () => page.change(state.clear(page.state)));
  $("mine").addEventListener("click", checkMine);
  $("fill").addEventListener("click", fillCandidates);
  $("clock-on").addEventListener("change", (event) => {
    clock.isShown = event.target.checked;
    clock.show();
  });
  keypad();
}

/** @param {State} next @typedef {import("./state.js").State} State */
export function enterSolution(next) {
  greeted = String(next.digits); // it is no merit
  page.change(next);
  page.say(`The solution is entered: ${counted(next.digits.filter(Boolean).length, "digit")}.`);
}
