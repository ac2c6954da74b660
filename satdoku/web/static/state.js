// The puzzle and what somebody has entered: values that are replaced, never changed, so
// that undo keeps the old ones; and how they are written into the address.

const SHAPES = {
  4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 10: [2, 5],
  12: [3, 4], 14: [2, 7], 15: [3, 5], 16: [4, 4],
};
const MARKS = ".123456789ABCDEFG";
const MOST = 500; // steps that can be undone

export const sizes = Object.keys(SHAPES).map(Number);

// Returns an empty grid of a usual size, as the request `read` describes others.
export function blank(size) {
  const board = {
    rows: size, columns: size, box: SHAPES[size], across: SHAPES[size][1],
    texts: [...MARKS].slice(0, size + 1), marks: [...MARKS], first: 1, symbols: null,
    picture: null, rules: [],
  };
  return fresh(board, {}, Array(size * size).fill(0));
}

function fresh(board, more, clues) {
  const zeros = Array(clues.length).fill(0);
  return { board, more, clues, digits: zeros, marks: zeros };
}

// Returns the state of a puzzle that was read.  `state` is how far somebody has come.
export function fromReply({ record, board, state }) {
  const more = board.symbols ? { symbols: board.symbols } : {};
  for (const key of ["box", "shape", "constraints", "puzzle_candidates", "name", "warnings"]) {
    if (record[key] != null) more[key] = record[key];
  }
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

export const value = (state, cell) => state.clues[cell] || state.digits[cell];

// Returns the puzzle as requests have it.
export function puzzleOf(state) {
  return { schema: 2, ...state.more, puzzle: toLine(state.board, state.clues) };
}

// Returns the digits so far for `now`; nothing where there are none but clues.
export function positionOf(state) {
  const placed = state.digits.some((digit, cell) => digit && !state.clues[cell]);
  return placed ? { now: state.clues.map((_, cell) => value(state, cell)) } : {};
}

const at = (list, cell, item) => list.map((old, index) => (index === cell ? item : old));

// Writes a digit, 0 to erase: a clue, a digit or a mark.
export function enter(state, cell, digit, kind) {
  if (kind === "clue") {
    const clues = at(state.clues, cell, digit);
    return { ...state, clues, digits: at(state.digits, cell, 0) };
  }
  if (state.clues[cell]) return state;
  if (kind === "mark" && digit) {
    const marks = at(state.marks, cell, state.marks[cell] ^ (1 << (digit - 1)));
    return { ...state, marks, digits: at(state.digits, cell, 0) };
  }
  if (!digit && !state.digits[cell]) return { ...state, marks: at(state.marks, cell, 0) };
  return { ...state, digits: at(state.digits, cell, digit) };
}

export function clear(state) {
  return fresh(state.board, state.more, state.clues);
}

export function withDigits(state, digits) {
  return { ...state, digits: withoutClues(digits, state.clues) };
}

export function withMarks(state, lists) {
  const masks = lists.map((list) => list.reduce((mask, digit) => mask | (1 << (digit - 1)), 0));
  return { ...state, marks: masks };
}

export class History {
  constructor(state) {
    this.states = [state];
    this.index = 0;
  }

  get state() {
    return this.states[this.index];
  }

  push(state) {
    if (state === this.state) return;
    const kept = this.states.slice(0, this.index + 1).slice(-MOST);
    this.states = [...kept, state];
    this.index = kept.length;
  }

  move(by) {
    const index = this.index + by;
    if (index < 0 || index >= this.states.length) return false;
    this.index = index;
    return true;
  }
}

// The address

export function toFragment(state) {
  const { schema, ...puzzle } = puzzleOf(state);
  const keys = Object.keys(puzzle);
  const text = keys.length === 1 ? puzzle.puzzle : JSON.stringify({ schema, ...puzzle });
  const parts = [`p=${encodeURIComponent(text)}`];
  if (state.digits.some(Boolean)) parts.push(`d=${state.digits.join(".")}`);
  if (state.marks.some(Boolean)) parts.push(`m=${state.marks.join(".")}`);
  return `#${parts.join("&")}`;
}

function parameters(text) {
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

// Returns the puzzle that an address names, as text, with digits and marks; or nothing.
export function fromAddress({ hash, search }) {
  const asked = { ...parameters(search), ...parameters(hash) };
  const text = asked.p ?? asked.puzzle;
  if (text) return { text, digits: numbers(asked.d), marks: numbers(asked.m) };
  const name = Object.keys(LINKS).find((key) => asked[key]);
  return name ? { text: LINKS[name] + asked[name] } : null;
}

function numbers(text) {
  return text && /^[0-9.]+$/.test(text) ? text.split(".").map(Number) : null;
}

// Returns the state with the digits and marks of an address, as far as they fit.
export function withEntries(state, { digits, marks }) {
  const size = state.board.texts.length - 1;
  const fits = (list, most) =>
    list?.length === state.clues.length && list.every((item) => item <= most);
  return {
    ...state,
    digits: fits(digits, size) ? withoutClues(digits, state.clues) : state.digits,
    marks: fits(marks, 2 ** size - 1) ? marks : state.marks,
  };
}
