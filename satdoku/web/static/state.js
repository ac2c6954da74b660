// The puzzle and what somebody has entered: values that are replaced, never changed, so
// that undo keeps the old ones; and how they are written into the address.

/**
 * @typedef {object} Board How a grid is drawn, as web/reading.py says.
 * @property {number} rows
 * @property {number} columns
 * @property {number[] | null} box
 * @property {number} across
 * @property {string[]} texts
 * @property {string[]} marks
 * @property {number} first
 * @property {string | null} symbols
 * @property {number} cell
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {string | null} picture
 * @property {Rule[]} rules
 * @property {{title: string, columns: number, cells: string[]}[]} beside Cells outside the grid.
 *
 * @typedef {object} Rule
 * @property {string} text
 * @property {string} kind
 * @property {string | null} python
 * @property {number[]} cells
 * @property {Record<string, any>} fields
 * @property {string} sentence
 *
 * @typedef {object} State
 * @property {Board} board
 * @property {Record<string, any>} more What requests have beside the clues.
 * @property {number[]} clues
 * @property {number[]} digits
 * @property {number[]} marks Digits in the corners of each cell, as bits.
 * @property {number[]} centre Digits in its middle.
 * @property {number[]} colours Its colour; 0 for none.
 */

/** @type {Record<number, number[]>} */
const SHAPES = {
  4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 10: [2, 5],
  12: [3, 4], 14: [2, 7], 15: [3, 5], 16: [4, 4],
};
const MARKS = ".123456789ABCDEFG";
const MOST = 500; // steps that can be undone
const CELL = 48, LABELS = 26, MARGIN = 8;
export const COLOURS = 9;

export const sizes = Object.keys(SHAPES).map(Number);

/** @param {number} size @returns {State} an empty grid of a usual size */
export function blank(size) {
  const wide = LABELS + CELL * size + MARGIN;
  return fresh({
    rows: size, columns: size, box: SHAPES[size], across: SHAPES[size][1],
    texts: [...MARKS].slice(0, size + 1), marks: [...MARKS], first: 1, symbols: null,
    cell: CELL, left: LABELS, top: LABELS, width: wide, height: wide,
    picture: null, rules: [], beside: [],
  }, {}, Array(size * size).fill(0));
}

/** @param {Board} board @param {object} more @param {number[]} clues @returns {State} */
function fresh(board, more, clues) {
  const zeros = Array(clues.length).fill(0);
  return { board, more, clues, digits: zeros, marks: zeros, centre: zeros, colours: zeros };
}

const KEPT = ["box", "shape", "puzzle_candidates", "name", "details", "warnings"];

// Returns the state of a puzzle that was read.  `state` is how far somebody has come.
export function fromReply({ record, board, state, details }) {
  /** @type {Record<string, any>} */
  const more = board.symbols ? { symbols: board.symbols } : {};
  for (const key of KEPT) if (record[key] != null) more[key] = record[key];
  if (details?.length) more.details = Object.fromEntries(details);
  const rules = board.rules.map(({ python }, at) => python ?? record.constraints[at]);
  if (rules.length) more.constraints = rules;
  const clues = toDigits(board, record.puzzle);
  const read = fresh(board, more, clues);
  return state ? { ...read, digits: withoutClues(toDigits(board, state), clues) } : read;
}

function withoutClues(digits, clues) {
  return digits.map((digit, cell) => (clues[cell] ? 0 : digit));
}

// Records have grids in the usual symbols, requests in those of the puzzle.
export function toDigits(board, line) {
  return [...line].map((mark) => Math.max(0, board.marks.indexOf(mark)));
}

function toLine(board, digits) {
  return digits.map((digit) => (digit ? board.texts[digit] : ".")).join("");
}

/** @param {State} state @param {number} cell */
export const value = (state, cell) => state.clues[cell] || state.digits[cell];

/** @param {State} state @returns {Record<string, any>} the puzzle as requests have it */
export function puzzleOf(state) {
  return { schema: 2, ...state.more, puzzle: toLine(state.board, state.clues) };
}

/** @param {State} state @returns {Record<string, any>} the puzzle with the digits so far */
export function positionOf(state) {
  const isPlaced = state.digits.some((digit, cell) => digit && !state.clues[cell]);
  const grid = toLine(state.board, state.clues.map((_, cell) => value(state, cell)));
  return { ...puzzleOf(state), ...(isPlaced ? { state: { grid } } : {}) };
}

/** @param {State} state */
export const isFull = (state) => state.clues.every((_, cell) => value(state, cell));

/** @param {State} state @param {State} other */
export function isSamePuzzle(state, other) {
  return String(state.clues) === String(other.clues)
    && JSON.stringify(state.more) === JSON.stringify(other.more);
}

/**
 * Writes into cells: a digit, 0 to erase.
 * @param {State} state @param {number[]} cells @param {number} digit
 * @param {"clue" | "digit" | "mark" | "centre" | "colour"} kind
 * @returns {State}
 */
export function enter(state, cells, digit, kind) {
  const next = {
    ...state, clues: [...state.clues], digits: [...state.digits], marks: [...state.marks],
    centre: [...state.centre], colours: [...state.colours],
  };
  if (kind === "clue") {
    for (const cell of cells) {
      next.clues[cell] = digit;
      next.digits[cell] = 0;
    }
    return next;
  }
  const open = cells.filter((cell) => !state.clues[cell]);
  if (!digit) return erase(next, open, cells, kind);
  if (kind === "colour") {
    const isSet = cells.every((cell) => state.colours[cell] === digit);
    for (const cell of cells) next.colours[cell] = isSet ? 0 : digit;
  } else if (kind === "digit") {
    const isSet = open.length > 0 && open.every((cell) => state.digits[cell] === digit);
    for (const cell of open) next.digits[cell] = isSet ? 0 : digit;
  } else {
    const list = kind === "mark" ? next.marks : next.centre;
    const bit = 1 << (digit - 1), empty = open.filter((cell) => !state.digits[cell]);
    const isSet = empty.length > 0 && empty.every((cell) => list[cell] & bit);
    for (const cell of empty) list[cell] = isSet ? list[cell] & ~bit : list[cell] | bit;
  }
  return next;
}

// Erases what lies on top: digits, else marks of that kind, else all marks, else colours.
function erase(next, open, cells, kind) {
  const layers = [["digits", open]];
  if (kind === "mark") layers.push(["marks", open]);
  if (kind === "centre") layers.push(["centre", open]);
  if (kind === "colour") layers.unshift(["colours", cells]);
  layers.push(["marks", open], ["centre", open], ["colours", cells]);
  const layer = layers.find(([name, some]) => some.some((cell) => next[name][cell]));
  if (layer) for (const cell of layer[1]) next[layer[0]][cell] = 0;
  return next;
}

/** @param {State} state */
export function clear(state) {
  return fresh(state.board, state.more, state.clues);
}

/** @param {State} state @param {number[]} digits */
export function withDigits(state, digits) {
  return { ...state, digits: withoutClues(digits, state.clues) };
}

/** @param {State} state @param {number[][]} lists the digits of each cell */
export function withMarks(state, lists) {
  const masks = lists.map((digits, cell) => (value(state, cell) ? 0
    : digits.reduce((mask, digit) => mask | (1 << (digit - 1)), 0)));
  return { ...state, marks: masks };
}

// Returns a puzzle that is the same board, with what somebody entered in another.
export function keepEntries(state, old) {
  if (state.clues.length !== old.clues.length) return state;
  const { marks, centre, colours } = old;
  return { ...state, digits: withoutClues(old.digits, state.clues), marks, centre, colours };
}

/**
 * Sets of cells that hold each digit at most once, as far as this page knows them.
 * @param {State} state @returns {number[][]}
 */
export function units({ board }) {
  const { rows, columns, box } = board;
  const sets = new Map();
  const add = (key, cell) => sets.set(key, [...(sets.get(key) ?? []), cell]);
  for (let cell = 0; cell < rows * columns; cell += 1) {
    const row = Math.floor(cell / columns), column = cell % columns;
    add(`r${row}`, cell);
    add(`c${column}`, cell);
    if (box) add(`b${Math.floor(row / box[0])}.${Math.floor(column / box[1])}`, cell);
  }
  const distinct = board.rules.filter(({ kind }) => DISTINCT.has(kind));
  const regions = board.rules.flatMap(({ kind, fields }) =>
    (kind === "Regions" ? regionsOf(fields.regions, columns) : []));
  return [...sets.values(), ...distinct.map(({ cells }) => cells), ...regions];
}

const DISTINCT = new Set(["Killer", "Renban", "RellikCage", "Lunchbox", "EqualityCage"]);

/**
 * Returns the cells of each region, from a text or from lists of places.
 * @param {string | [number, number][][]} regions @param {number} columns
 * @returns {number[][]}
 */
export function regionsOf(regions, columns) {
  if (typeof regions !== "string") {
    return regions.map((cells) => cells.map(([row, column]) => row * columns + column));
  }
  const names = [...new Set(regions.replaceAll(".", ""))];
  return names.map((name) => [...regions].flatMap((each, cell) => (each === name ? [cell] : [])));
}

/** @param {State} state @returns {Set<number>} cells whose digit another one repeats */
export function clashes(state) {
  const found = new Set();
  for (const cells of units(state)) {
    const seen = new Map();
    for (const cell of cells) {
      const digit = value(state, cell);
      if (digit && seen.has(digit)) found.add(cell).add(seen.get(digit));
      else if (digit) seen.set(digit, cell);
    }
  }
  return found;
}

/** @param {State} state @returns {number[][]} the digits that no digit in sight rules out */
export function plainCandidates(state) {
  const full = state.board.texts.length - 1;
  const open = state.clues.map((_, cell) => {
    const given = state.more.puzzle_candidates?.[cell];
    return new Set(given ?? Array.from({ length: full }, (_item, at) => at + 1));
  });
  for (const cells of units(state)) {
    const seen = cells.map((cell) => value(state, cell)).filter(Boolean);
    for (const cell of cells) for (const digit of seen) open[cell].delete(digit);
  }
  return open.map((digits) => [...digits]);
}

export class History {
  /** @param {State} state */
  constructor(state) {
    this.states = [state];
    this.index = 0;
  }

  get state() {
    return this.states[this.index];
  }

  /** @param {State} state */
  push(state) {
    const kept = this.states.slice(0, this.index + 1).slice(-MOST);
    this.states = [...kept, state];
    this.index = kept.length;
  }

  /** @param {State} state */
  replace(state) {
    this.states[this.index] = state;
  }

  /** @param {number} by */
  move(by) {
    const index = this.index + by;
    if (index < 0 || index >= this.states.length) return false;
    this.index = index;
    return true;
  }
}

// The address

const ENTRIES = { d: "digits", m: "marks", n: "centre", k: "colours" };

/** @param {State} state */
export function toFragment(state) {
  const { schema, ...puzzle } = puzzleOf(state);
  const keys = Object.keys(puzzle);
  const text = keys.length === 1 ? puzzle.puzzle : JSON.stringify({ schema, ...puzzle });
  const parts = [`p=${encodeURIComponent(text)}`];
  for (const [key, name] of Object.entries(ENTRIES)) {
    if (state[name].some(Boolean)) parts.push(`${key}=${packed(state[name])}`);
  }
  return `#${parts.join("&")}`;
}

// Numbers with dots between them, in which `~N` stands for N zeros.
function packed(numbers) {
  return numbers.join(".").replace(/(?:\b0(?:\.|$)){3,}/g, (zeros) => {
    const count = zeros.split("0").length - 1;
    return `~${count}${zeros.endsWith(".") ? "." : ""}`;
  });
}

function numbers(text) {
  if (!text || !/^[0-9.~]+$/.test(text)) return null;
  return text.split(".").flatMap((part) => (part.startsWith("~")
    ? Array(Math.min(Number(part.slice(1)) || 0, 625)).fill(0) : [Number(part)]));
}

function parameters(text) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const part of text.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at <= 0) continue;
    try {
      found[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1)); // `+` stays: links
    } catch {
      found[part.slice(0, at)] = part.slice(at + 1);
    }
  }
  return found;
}

const LINKS = {
  load: "https://f-puzzles.com/?load=",
  fpuzzles: "https://f-puzzles.com/?load=",
  puzzleid: "https://sudokupad.app/",
  bd: "https://www.sudokuwiki.org/sudoku.htm?bd=",
};

/**
 * Returns the puzzle that an address names, as text, with what was entered; or nothing.
 * @param {{hash: string, search?: string}} address
 * @returns {{text: string, entries: Record<string, number[] | null>} | null}
 */
export function fromAddress({ hash, search = "" }) {
  const given = { ...parameters(search), ...parameters(hash) };
  const entries = Object.fromEntries(
    Object.entries(ENTRIES).map(([key, name]) => [name, numbers(given[key])]));
  const text = given.p ?? given.puzzle;
  if (text) return { text, entries };
  const name = Object.keys(LINKS).find((key) => given[key]);
  return name ? { text: LINKS[name] + given[name], entries: {} } : null;
}

/**
 * Returns what can be shown of a text before Python reads it; nothing if that is nothing.
 * @param {string} text @returns {State | null}
 */
export function firstView(text) {
  let line = text.replace(LINKS.bd, "");
  if (text.startsWith("{")) {
    try {
      const { puzzle, symbols } = JSON.parse(text);
      line = symbols ? "" : String(puzzle);
    } catch {
      return null;
    }
  }
  const size = Math.sqrt(line.length);
  if (!SHAPES[size] || !/^[.0-9A-G]+$/.test(line)) return null;
  const state = blank(size);
  const clues = toDigits(state.board, line.replaceAll("0", "."));
  return clues.every((digit) => digit <= size) ? { ...state, clues } : null;
}

/**
 * Returns the state with the entries of an address, as far as they fit.
 * @param {State} state @param {Record<string, number[] | null>} entries
 */
export function withEntries(state, entries) {
  const size = state.board.texts.length - 1;
  const most = { digits: size, marks: 2 ** size - 1, centre: 2 ** size - 1, colours: COLOURS };
  const next = { ...state };
  for (const [name, items] of Object.entries(entries)) {
    const fits = items?.length === state.clues.length && items.every((item) => item <= most[name]);
    if (fits) next[name] = name === "digits" ? withoutClues(items, state.clues) : items;
  }
  return next;
}
