// Setting a puzzle: constraints are added, changed and deleted, and after each change it
// says how many solutions there are.
//
// There is one editor for all constraints.  Python lists them as tools (web/tools.py): the
// shape says how cells are selected, the fields what is typed.

import { $, button, list, make, sentence } from "./dom.js";
import { Cancelled } from "./engine.js";
import { page } from "./page.js";
import { keypad, pointer, setKind } from "./play.js";
import * as state from "./state.js";

/**
 * @typedef {{name: string, form: string, expected: string, example: any[], options: any[], default: any, needed: boolean}} Field
 * @typedef {{name: string, title: string, shape: string, summary: string, least: number, item: string, places: string[], fields: Field[]}} Tool
 * @typedef {[number, number]} Place
 *
 * @typedef {object} Pointer What takes over the pointer and digits while a tool is used.
 * @property {(place: Place, event: PointerEvent) => boolean} down
 * @property {(place: Place, event: PointerEvent) => boolean} move
 * @property {() => void} up
 * @property {(key: string) => boolean} key
 * @property {boolean} hasNumber
 */

const SHAPES = {
  cells: "Cells", line: "Lines", edge: "Between two cells", outside: "Outside the grid",
  region: "Regions", grid: "Whole grid", text: "Any rule",
};
const HOW = {
  cells: "Select the cells, then Add.",
  line: "Draw the line from its start, or select its cells in order, then Add.",
  edge: "Click the border between two cells, or select both, then Add.",
  outside: "Choose a place beside the grid, then Add.",
  region: "Choose a region and draw its cells.",
  grid: "",
  text: "",
};
/** @type {Tool} What no other tool can say. */
const AS_TEXT = {
  name: "text", title: "As text", shape: "text", least: 0, item: "", places: [],
  summary: "A rule as Python or Interactive Sudoku Solver writes it, such as Or([Killer(5, 'r1c1 r1c2'), Killer(6, 'r1c1 r1c2')]) or Cage~5~R1C1~R1C2.",
  fields: [{ name: "text", form: "text", expected: "a rule", example: [], options: [], default: null, needed: true }],
};
const QUIET = 120; // milliseconds without a change before solutions are counted
const PATIENCE = 400; // milliseconds that the last count may still take after a change

/** @type {Tool[]} */
let tools = [];
/** @type {Tool | null} */
let tool = null;
/** @type {number | null} The rule that is edited. */
let editing = null;
/** @type {{line: string, reverse: boolean} | null} */
let target = null;

const isOpen = () => !$("panel-set").hidden;

// Changes of the puzzle

/** @type {Promise<any>} The changes so far: each begins with what the last one left. */
let changes = Promise.resolve();

/** @param {(more: Record<string, any>) => Record<string, any>} change @returns {Promise<boolean>} */
function edit(change) {
  changes = changes.catch(() => {}).then(() => apply(change));
  return changes;
}

async function apply(change) {
  for (;;) {
    await makeRoom();
    const before = page.state;
    const more = change({ ...before.more, constraints: [...(before.more.constraints ?? [])] });
    if (!more.constraints.length) delete more.constraints;
    try {
      const reply = await page.send({ do: "read", puzzle: state.puzzleOf({ ...before, more }) });
      page.change(state.keepEntries(state.fromReply(reply), page.state));
      complain("");
      return true;
    } catch (error) {
      if (error instanceof Cancelled) continue; // by what counts; the change is not lost
      complain(sentence(error.message.replace(/^line 1: /, "")));
      schedule();
      return false;
    }
  }
}

const complain = (text) => { $("edit-note").textContent = text; };

/** @param {string} text a constraint, as Python or ISS writes it */
async function put(text) {
  const at = editing;
  const isDone = await edit((more) => {
    if (at == null) more.constraints.push(text);
    else more.constraints[at] = text;
    return more;
  });
  if (!isDone) return;
  editing = null;
  target = null;
  page.board.chosen = [];
  for (const field of tool?.fields ?? []) if (field.default == null) inputOf(field).value = "";
  page.board.select([page.board.cursor], false);
  showTool();
}

function remove(at) {
  editing = null;
  return edit((more) => ({ ...more, constraints: more.constraints.filter((_, each) => each !== at) }));
}

// What is written

const inputOf = (field) => $(`field-${field.name}`);

/** @param {any} value @returns {string} numbers as they are typed, lists with commas */
function typed(value) {
  if (!Array.isArray(value)) return String(value ?? "");
  return value.map(typed).join(value.some(Array.isArray) ? ", " : " ");
}

const numbers = (text) => `(${(text.match(/-?\d+/g) ?? []).map((each) => `${each}, `).join("")})`;

/** @param {Field} field @returns {string | null} the value in Python; nothing if it is missing */
function written(field) {
  const input = inputOf(field);
  if (field.form === "flag") return input.checked ? "True" : "False";
  const text = input.value.trim();
  if (!text) return field.needed ? null : "None";
  if (field.form === "number") return /^-?\d+$/.test(text) ? text : null;
  if (field.form === "numbers") return numbers(text);
  if (field.form === "lists") return `[${text.split(/[,;]/).map(numbers).join(", ")}]`;
  return typeof field.options[0] === "number" ? text : JSON.stringify(text);
}

/** @param {number[]} selected */
function add(selected = page.board.selection) {
  if (!tool) return;
  const cells = [...page.board.chosen, ...selected.map((cell) => page.board.nameOf(cell))];
  const fields = tool.fields.filter((field) => field.needed || field.default == null || inputOf(field).value);
  const values = Object.fromEntries(fields.map((field) => [field.name, written(field)]));
  const missing = fields.find(({ name, form }) => values[name] == null && form !== "clues");
  const isPlaced = ["cells", "line", "edge"].includes(tool.shape);
  const least = Math.max(tool.least, tool.shape === "edge" ? 2 : 1);
  if (isPlaced && cells.length < least) complain(`${HOW[tool.shape]} It needs ${least} cell${least > 1 ? "s" : ""} at least.`);
  else if (tool.shape === "outside" && !target) complain(HOW.outside);
  else if (missing) complain(`Type the ${missing.name} first: ${missing.expected}.`);
  else if (tool.shape === "text") put(inputOf(AS_TEXT.fields[0]).value.trim());
  else if (tool.item) put([tool.item, ...cells.map((cell) => cell.toUpperCase())].join("~"));
  else {
    if ("clues" in values) Object.assign(values, clues());
    else if (target) Object.assign(values, { line: `'${target.line}'`, reverse: target.reverse ? "True" : "False" });
    for (const name of isPlaced ? tool.places : []) {
      const few = name === "cell" ? cells.slice(0, 1) : cells;
      const text = `'${few.join(" ")}'`;
      if (name !== "arms" && name !== "around") values[name] = text;
      else if (cells.length > 1) values[name] = name === "arms" ? `[${text}]` : text;
    }
    put(`${tool.name}(${Object.entries(values).map(([name, text]) => `${name}=${text}`).join(", ")})`);
  }
}

// Clues that are one rule together: takes the clue of the target among them, or from them.
function clues() {
  const at = page.state.board.rules.findIndex(({ kind }) => kind === tool?.name);
  const { line, reverse } = /** @type {{line: string, reverse: boolean}} */ (target);
  const old = (at < 0 ? [] : page.state.board.rules[at].fields.clues)
    .filter(([, where, isBack]) => where !== line || isBack !== reverse);
  const text = $("field-clues").value.trim();
  const all = text ? [...old, [Number(text), line, reverse]] : old;
  editing = at < 0 ? null : at;
  const python = all.map(([rank, where, isBack]) => `(${rank}, '${where}', ${isBack ? "True" : "False"})`);
  return { clues: `[${python.join(", ")}]` };
}

// Tools and the pointer

const near = (from, to) => {
  const [row, column] = page.board.place(from), [down, right] = page.board.place(to);
  return Math.max(Math.abs(row - down), Math.abs(column - right));
};

/** @type {Record<string, Partial<Pointer>>} */
const POINTERS = {
  cells: {},
  line: {
    down(place) {
      const cell = page.board.cellAt(place);
      if (cell >= 0) page.board.select([cell]);
      return cell >= 0;
    },
    move(place) {
      const cell = page.board.cellAt(place, 0.36);
      const path = page.board.selection;
      if (cell < 0 || cell === path.at(-1)) return true;
      if (cell === path.at(-2)) page.board.select(path.slice(0, -1), false);
      else page.board.select([...path, ...between(/** @type {number} */ (path.at(-1)), cell)], false);
      return true;
    },
    up() {
      if (page.board.selection.length > 1) add();
    },
  },
  edge: {
    down(place) {
      const pair = edgeAt(place);
      if (!pair) return false;
      page.board.select(pair, false);
      const at = page.state.board.rules.findIndex(({ kind, cells }) => kind === tool?.name
        && cells.length === 2 && pair.every((cell) => cells.includes(cell)));
      if (at >= 0) remove(at);
      else add(pair);
      return true;
    },
    move: () => true,
  },
  outside: {},
  grid: {},
  text: {},
  region: {
    down: (place) => paintAt(place),
    move: (place) => {
      paintAt(place);
      return true;
    },
    up: () => void putRegions(),
  },
};

// Cells that the pointer skipped on its way.
function between(from, to) {
  const steps = near(from, to), cells = [];
  const [row, column] = page.board.place(from), [down, right] = page.board.place(to);
  for (let step = 1; step <= steps; step += 1) {
    const at = [row + Math.round(((down - row) * step) / steps), column + Math.round(((right - column) * step) / steps)];
    cells.push(at[0] * page.state.board.columns + at[1]);
  }
  return cells;
}

// Returns the two cells whose common border is near a place.
function edgeAt([down, right]) {
  const { rows, columns } = page.state.board;
  const row = Math.round(down), column = Math.round(right);
  const fromRow = Math.abs(down - row), fromColumn = Math.abs(right - column);
  if (Math.min(fromRow, fromColumn) > 0.3) return null;
  const pair = fromRow < fromColumn
    ? [[row - 1, Math.floor(right)], [row, Math.floor(right)]]
    : [[Math.floor(down), column - 1], [Math.floor(down), column]];
  const isIn = pair.every(([y, x]) => y >= 0 && x >= 0 && y < rows && x < columns);
  return isIn ? pair.map(([y, x]) => y * columns + x) : null;
}

/** @type {string[]} The region of each cell while they are painted. */
let painted = [];

function paintAt(place) {
  const cell = page.board.cellAt(place);
  if (cell < 0) return false;
  painted[cell] = $("field-region").value;
  page.board.select([cell], false);
  page.board.showRegions(painted);
  return true;
}

/** @param {state.State} state @returns {string} the shape of the grid, and its digits, without boxes */
function boxless({ board: { rows, columns }, more: { shape } }) {
  const plain = rows === 9 && columns === 9 ? "" : `.Shape~${rows}x${columns}`;
  return `${(shape ?? plain).replace(".NoBoxes", "")}.NoBoxes`;
}

function putRegions() {
  const layout = `Regions('${painted.join("")}')`;
  return edit((more) => {
    const others = more.constraints.filter((text) => !text.startsWith("Regions("));
    delete more.box;
    return { ...more, shape: boxless(page.state), constraints: [...others, layout] };
  });
}

// Starts painting with the regions that are there, or the boxes.
function startRegions() {
  const { board } = page.state;
  const rule = board.rules.find(({ kind }) => kind === "Regions");
  const [high, wide] = board.box ?? [board.rows, board.columns];
  painted = page.state.clues.map((_, cell) => {
    const [row, column] = page.board.place(cell);
    const box = Math.floor(row / high) * (board.columns / wide) + Math.floor(column / wide);
    return board.box && !rule ? regionName(box) : ".";
  });
  const regions = rule ? state.regionsOf(rule.fields.regions, board.columns) : [];
  regions.forEach((cells, at) => cells.forEach((cell) => { painted[cell] = regionName(at); }));
  page.board.showRegions(painted);
}

const regionName = (at) => (at + 1).toString(36).toUpperCase();

function pointerOf() {
  const { down, move, up } = POINTERS[tool?.shape ?? "cells"];
  const isDrag = Boolean(down);
  return {
    down: (place, event) => Boolean(down?.(place, event)),
    move: (place, event) => isDrag && Boolean(move?.(place, event)),
    up: () => up?.(),
    hasNumber: Boolean(numberField()),
    key: typeNumber,
  };
}

const NUMERIC = ["number", "numbers", "clues"];
const numberField = () => tool?.fields.find(({ form, needed }) => needed && NUMERIC.includes(form))
  ?? tool?.fields.find(({ form }) => NUMERIC.includes(form)) ?? null;

// Digits go into the field of the tool, Enter adds.
function typeNumber(key) {
  const field = numberField();
  if (key === "Enter") add();
  else if (!field) return false;
  else if (key === "Backspace" || key === "Delete") inputOf(field).value = inputOf(field).value.slice(0, -1);
  else if (/^[0-9]$/.test(key)) inputOf(field).value += field.form === "numbers" && inputOf(field).value ? ` ${key}` : key;
  else return false;
  return true;
}

// A cell outside the grid is chosen for a tool; the cells of the grid come behind it.
function choose(name) {
  if (!pointer.tool) return;
  const { board } = page, isChosen = board.chosen.includes(name);
  const isFirst = !board.chosen.length;
  board.chosen = isChosen ? board.chosen.filter((each) => each !== name) : [...board.chosen, name];
  board.select(isFirst ? [] : board.selection, false);
}

// What is shown

function showTool() {
  const isOn = isOpen() && tool != null;
  pointer.tool = isOn ? pointerOf() : null;
  $("board").classList.toggle("outside", isOn && tool?.shape === "outside");
  $("add").hidden = !tool || tool.shape === "region";
  $("add").textContent = editing == null ? "Add" : "Replace";
  const hasBeside = page.state.board.beside.length && tool?.places.length;
  $("tool-how").textContent = !tool ? "Clues are entered with the keys."
    : `${tool.summary} ${HOW[tool.shape]}${hasBeside ? " Cells outside the grid that you choose come first." : ""}`;
  page.board.canChoose = isOn;
  page.refresh();
  showSlots(isOn && tool?.shape === "outside");
  page.board.showRegions(isOn && tool?.shape === "region" ? painted : []);
  keypad();
}

function chooseTool(name) {
  tool = [...tools, AS_TEXT].find((each) => each.name === name) ?? null;
  editing = null;
  target = null;
  page.board.chosen = [];
  complain("");
  $("tool").value = name;
  const fields = (tool?.fields ?? []).map(fieldInput);
  if (tool?.shape === "region") {
    startRegions();
    const names = Array.from({ length: page.state.board.rows }, (_, at) => regionName(at));
    fields.push(make("label", {}, "Region ", make("select", { id: "field-region" }, ...names.map((each) => make("option", {}, each)))));
  }
  $("tool-fields").replaceChildren(...fields);
  showTool();
}

/** @param {Field} field */
function fieldInput(field) {
  const id = `field-${field.name}`;
  const name = field.name[0].toUpperCase() + field.name.slice(1);
  if (field.form === "flag") return make("label", {}, make("input", { type: "checkbox", id, checked: field.default }), ` ${name}`);
  if (field.form === "choice") {
    const options = field.options.map((each) => make("option", { selected: each === field.default }, String(each)));
    return make("label", {}, `${name} `, make("select", { id }, ...options));
  }
  const isNumber = NUMERIC.includes(field.form);
  return make("label", {}, `${name} `, make("input", {
    id, type: "text", inputmode: isNumber ? "numeric" : "text", size: isNumber ? 6 : tool === AS_TEXT ? 40 : 16, autocomplete: "off",
    spellcheck: "false", value: typed(field.default), title: field.expected, placeholder: typed(field.example),
    onkeydown: (event) => { if (event.key === "Enter") add(); },
  }));
}

// Buttons beside the grid, at both ends of rows and columns.
function showSlots(isOn) {
  const { frame } = page.board;
  for (const old of frame.querySelectorAll(".slot")) old.remove();
  if (!isOn) return;
  const { rows, columns, cell, left, top, width, height } = page.state.board;
  const slot = (line, reverse, style) => {
    const isTarget = target?.line === line && target?.reverse === reverse;
    const end = reverse ? (line[0] === "r" ? "right" : "below") : (line[0] === "r" ? "left" : "above");
    const one = button("+", () => {
      target = { line, reverse };
      showSlots(true);
      if (numberField() && !inputOf(numberField()).value) complain(`Type the clue of ${line}, then Add.`);
      else add();
    }, { class: `slot ${end}`, "aria-label": `${line}, from the ${end}`, "aria-pressed": String(isTarget) });
    Object.assign(one.style, style);
    frame.append(one);
  };
  for (let row = 0; row < rows; row += 1) {
    const style = { top: `${(100 * (top + row * cell)) / height}%`, height: `${(100 * cell) / height}%` };
    slot(`r${row + 1}`, false, style);
    slot(`r${row + 1}`, true, style);
  }
  for (let column = 0; column < columns; column += 1) {
    const style = { left: `${(100 * (left + column * cell)) / width}%`, width: `${(100 * cell) / width}%` };
    slot(`c${column + 1}`, false, style);
    slot(`c${column + 1}`, true, style);
  }
}

function showRules() {
  const { rules } = page.state.board;
  const items = rules.map((rule, at) => {
    const known = toolOf(rule);
    const point = () => page.board.pointAt(rule.cells);
    const item = make("span", { onpointerenter: point, onpointerleave: () => page.board.pointAt([]), onfocusin: point, onfocusout: () => page.board.pointAt([]) },
      make("span", {}, rule.text), " ");
    if (known) {
      item.append(button("Edit", () => startEdit(at, rule, known), { "aria-label": `Edit ${rule.text}` }), " ");
    }
    item.append(button("Delete", () => remove(at), { "aria-label": `Delete ${rule.text}` }));
    return item;
  });
  $("rule-list").replaceChildren(...list(items).children);
  $("rule-count").textContent = String(rules.length);
  for (const box of $("globals").querySelectorAll("input")) {
    box.checked = rules.some(({ kind }) => kind === box.value);
  }
  $("boxes").checked = page.state.board.box != null;
}

// Returns the tool that can change a rule: as text, where it says more than others can.
function toolOf({ kind, python, fields }) {
  const known = tools.find(({ name, item }) => name === kind && !item);
  const isPlain = !known?.places.includes("cell") && !fields.cells?.some(([row]) => row < 0);
  if (known?.shape === "region" || !python) return null;
  return known && isPlain ? known : AS_TEXT;
}

/** @param {number} at @param {state.Rule} rule @param {Tool} known */
function startEdit(at, rule, known) {
  chooseTool(known.name);
  editing = at;
  const values = known === AS_TEXT ? { text: rule.python } : rule.fields;
  for (const field of known.fields) {
    if (field.form === "flag") inputOf(field).checked = values[field.name];
    else if (field.form !== "clues") inputOf(field).value = typed(values[field.name]);
  }
  if (values.line) target = { line: values.line, reverse: values.reverse };
  if (rule.cells.length && known !== AS_TEXT) page.board.select(rule.cells, false);
  showTool();
}

// Title, author, rules in words

const WORDS = { "set-title": "name", "set-author": "author", "set-rules": "rules" };

function showWords() {
  const { more } = page.state;
  $("set-title").value = more.name ?? "";
  $("set-author").value = more.details?.author ?? "";
  $("set-rules").value = more.details?.rules ?? "";
}

function changeWord(id) {
  const key = WORDS[id], text = $(id).value.trim(), more = { ...page.state.more };
  if (key === "name") more.name = text || undefined;
  else {
    more.details = { ...more.details, [key]: text };
    if (!text) delete more.details[key];
    if (!Object.keys(more.details).length) delete more.details;
  }
  page.change({ ...page.state, more: JSON.parse(JSON.stringify(more)) });
}

// How many solutions: after each change, unless the next comes first

let timer = 0, started = 0;
/** @type {state.State | null} The state that is counted. */
let counting = null;
/** @type {string | null} */
let counted = null;

const keyOf = (one) => JSON.stringify(state.puzzleOf(one));

// What is asked next does not wait for a count of what has changed since.
async function makeRoom() {
  if (page.busy) page.engine.cancel();
  while (counting && performance.now() - started < PATIENCE) await pause(20);
  if (counting) page.engine.cancel();
  while (counting || page.busy) await pause(5);
}

/** @param {number} time milliseconds */
const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

function schedule() {
  clearTimeout(timer);
  if (isOpen() && $("live-on").checked) timer = window.setTimeout(count, QUIET);
}

async function count() {
  const now = page.state, key = keyOf(now);
  if (!isOpen() || key === counted || (counting && key === keyOf(counting))) return;
  if (page.busy) {
    schedule();
    return;
  }
  await makeRoom();
  if (keyOf(page.state) !== key) return; // the next change has its own turn
  counting = now;
  started = performance.now();
  let text = "", record = null;
  const slow = setTimeout(() => { $("live").textContent = "Counting…"; }, QUIET);
  try {
    ({ record } = await page.send({ do: "live", puzzle: state.puzzleOf(now), timeout: 20 }));
  } catch (error) {
    if (error instanceof Cancelled) return; // what came instead counts again
    text = sentence(error.message);
  } finally {
    clearTimeout(slow);
    counting = null;
  }
  if (keyOf(page.state) !== key || !isOpen()) return;
  counted = key;
  if (record) showLive(record);
  else if (text) $("live").textContent = text;
}

const LIVE = {
  unique: "Exactly one solution.", multiple: "2 solutions or more.", none: "No solution",
  found: "One solution at least; not counted in time.", unknown: "Not counted in time.",
};

function showLive(record) {
  const named = [...record.contradiction, ...record.contradiction_constraints];
  const why = record.status === "none" ? (named.length ? `: ${named.join(", ")}.` : ".") : "";
  $("live").textContent = `${LIVE[record.status]}${why}`;
  $("live").dataset.status = record.status;
  const culprits = new Set(record.contradiction.map((name) => page.board.cellNamed(name)));
  const candidates = record.status === "none" ? null : record.candidates;
  page.over({ candidates, culprits, keeps: isOpen });
}

export function openEditor() {
  counted = null;
  if (!page.state.clues.some(Boolean) || page.state.board.rules.length) setKind("clue");
  chooseTool(tool?.name ?? "");
  showRules();
  showWords();
  schedule();
}

export function closeEditor() {
  clearTimeout(timer);
  if (counting) page.engine.cancel();
  pointer.tool = null;
  showTool();
  if (page.overlay.keeps) page.over({});
}

/** @param {Tool[]} given */
export function setTools(given) {
  tools = given;
  const groups = Object.entries(SHAPES).map(([shape, label]) => {
    const some = [...tools, AS_TEXT].filter((each) => each.shape === shape && (shape !== "grid" || each.fields.length));
    return make("optgroup", { label }, ...some.map(({ name, title }) => make("option", { value: name }, title)));
  });
  $("tool").replaceChildren(make("option", { value: "" }, "Clues"), ...groups);
  const simple = tools.filter(({ shape, fields }) => shape === "grid" && !fields.some(({ needed }) => needed));
  const boxes = simple.map(({ name, title, summary }) =>
    make("label", { title: summary }, make("input", { type: "checkbox", value: name }), ` ${title}`));
  $("globals").replaceChildren(...boxes);
  showRules();
}

export function startEditor() {
  page.board.onBeside = choose;
  $("tool").addEventListener("change", () => chooseTool($("tool").value));
  $("add").addEventListener("click", () => add());
  $("live-on").addEventListener("change", () => {
    counted = null;
    if ($("live-on").checked) schedule();
    else page.over({});
  });
  $("globals").addEventListener("change", async ({ target: box }) => {
    const at = page.state.board.rules.findIndex(({ kind }) => kind === box.value);
    if (box.checked && at < 0) await edit((more) => ({ ...more, constraints: [...more.constraints, `${box.value}()`] }));
    else if (at >= 0) await remove(at);
    showRules();
  });
  $("boxes").addEventListener("change", () => edit((more) => {
    delete more.box;
    const shape = boxless(page.state);
    return { ...more, shape: $("boxes").checked ? shape.replace(".NoBoxes", "") || undefined : shape };
  }));
  for (const id of Object.keys(WORDS)) $(id).addEventListener("change", () => changeWord(id));
  page.listeners.push((before) => {
    if (before.board !== page.state.board) {
      showRules();
      showTool();
    }
    if (isOpen()) {
      if (before.more !== page.state.more) showWords();
      schedule();
    }
  });
}
