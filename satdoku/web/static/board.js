// Draws the grid, and turns keys, clicks and touches into entries.

import { value } from "./state.js";

const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

// Makes an element; whatever text is in it stays text.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, item] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), item);
    else if (item === true) element.setAttribute(name, "");
    else if (item !== false && item != null) element.setAttribute(name, item);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

// Returns a message of Python as a sentence; the name of a cell stays small.
export function sentence(text) {
  const start = /^r\d+c\d/.test(text) ? text[0] : text[0].toUpperCase();
  return `${start}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

export function pictureOf(svg, alt) {
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return make("img", { src: source, alt, class: "picture" });
}

export class Board {
  // `onEnter` is called with a cell, a digit (0 to erase) and whether it is a mark.
  constructor(element, { onEnter, onMove }) {
    this.element = element;
    this.onEnter = onEnter;
    this.onMove = onMove;
    this.selected = 0;
    this.cells = [];
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focusin", (event) => {
      const cell = this.cells.indexOf(event.target);
      if (cell >= 0) this.select(cell, false);
    });
  }

  build(board) {
    this.board = board;
    const grid = make("div", {
      role: "grid", class: "grid", "aria-label": `Sudoku of ${board.rows} rows`,
      "aria-rowcount": board.rows, "aria-colcount": board.columns,
    });
    this.cells = [];
    for (let row = 0; row < board.rows; row += 1) {
      const line = make("div", { role: "row", class: "row" });
      for (let column = 0; column < board.columns; column += 1) {
        const thick = this.edges(row, column);
        const cell = make("div", { role: "gridcell", class: `cell ${thick}`, tabindex: -1 });
        this.cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    const frame = make("div", { class: "frame" });
    if (board.picture) {
      const { width, height, left, top, cell } = board;
      const part = (length, whole) => `${(100 * length) / whole}%`;
      frame.append(pictureOf(board.picture, ""));
      frame.classList.add("drawn");
      frame.style.setProperty("--unit", `${(100 * cell) / width}cqw`);
      Object.assign(grid.style, {
        left: part(left, width), top: part(top, height),
        width: part(cell * board.columns, width), height: part(cell * board.rows, height),
      });
      frame.style.aspectRatio = `${width} / ${height}`;
    } else {
      frame.style.setProperty("--unit", `${100 / board.columns}cqw`);
      frame.style.aspectRatio = `${board.columns} / ${board.rows}`;
    }
    frame.append(grid);
    this.element.replaceChildren(frame);
    this.select(Math.min(this.selected, this.cells.length - 1), false);
  }

  // Returns the classes of the thick lines at a cell of a classic grid.
  edges(row, column) {
    const [high, wide] = this.board.box ?? [this.board.rows, this.board.columns];
    const top = row % high === 0 ? "top" : "";
    return `${top} ${column % wide === 0 ? "left" : ""}`;
  }

  // Shows a state.  `over` has what answers add: solution, candidates, sets of cells.
  show(state, over = {}) {
    if (state.board !== this.board) this.build(state.board);
    this.cells.forEach((element, cell) => this.fill(element, cell, state, over));
  }

  fill(element, cell, state, over) {
    const own = value(state, cell);
    const digit = own || over.solution?.[cell] || 0;
    const mask = over.candidates ? toMask(over.candidates[cell]) : state.marks[cell];
    const [row, column] = this.place(cell);
    const parts = [`row ${row + 1} column ${column + 1}`];
    const { texts } = this.board;
    element.replaceChildren();
    if (digit) {
      element.append(make("span", { class: "value" }, texts[digit]));
      const kind = state.clues[cell] ? "clue" : own ? "entered" : "found";
      parts.push(`${texts[digit]}, ${kind}`);
      element.dataset.kind = kind;
    } else if (mask) {
      element.append(this.marks(mask));
      const listed = texts.filter((_, d) => d && (mask >> (d - 1)) & 1);
      parts.push(`${over.candidates ? "candidates" : "marks"} ${listed.join(" ")}`);
      element.dataset.kind = over.candidates ? "candidates" : "marks";
    } else {
      parts.push("empty");
      element.dataset.kind = "empty";
    }
    for (const [name, text] of Object.entries(NOTES)) {
      const noted = over[name]?.has(cell) ?? false;
      element.classList.toggle(name, noted);
      if (noted) parts.push(text);
    }
    element.setAttribute("aria-label", parts.join(", "));
  }

  marks(mask) {
    const { texts, across } = this.board;
    const down = Math.ceil((texts.length - 1) / across);
    const marks = make("span", { class: "marks" });
    marks.style.setProperty("--across", across);
    marks.style.setProperty("--down", down);
    for (let digit = 1; digit < texts.length; digit += 1) {
      if (!((mask >> (digit - 1)) & 1)) continue;
      const mark = make("span", {}, texts[digit]);
      const row = Math.floor((digit - 1) / across) + 1;
      mark.style.gridArea = `${row} / ${((digit - 1) % across) + 1}`;
      marks.append(mark);
    }
    return marks;
  }

  place(cell) {
    return [Math.floor(cell / this.board.columns), cell % this.board.columns];
  }

  select(cell, focus = true) {
    this.cells[this.selected]?.setAttribute("tabindex", -1);
    this.cells[this.selected]?.classList.remove("selected");
    this.selected = cell;
    this.cells[cell].setAttribute("tabindex", 0);
    this.cells[cell].classList.add("selected");
    if (focus) this.cells[cell].focus();
    this.onMove?.(cell);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const [row, column] = this.place(this.selected);
    const { rows, columns } = this.board;
    if (MOVES[key]) {
      const [down, right] = MOVES[key];
      const next = ((row + down + rows) % rows) * columns;
      this.select(next + ((column + right + columns) % columns));
    } else if (key === "Home" || key === "End") {
      this.select(row * columns + (key === "Home" ? 0 : columns - 1));
    } else {
      const digit = this.digitOf(event);
      if (digit < 0) return;
      this.onEnter(this.selected, digit, event.shiftKey && digit > 0);
    }
    event.preventDefault();
  }

  // Returns the digit of a key, 0 for one that erases, -1 for none.
  digitOf({ key, code }) {
    const typed = /^(Digit|Numpad)[0-9]$/.test(code) ? code.slice(-1) : key.toUpperCase();
    const digit = this.board.texts.indexOf(typed);
    if (digit > 0) return digit;
    return ["Delete", "Backspace", "0", "."].includes(key) ? 0 : -1;
  }

  cellNamed(name) {
    const [, row, column] = /^r(\d+)c(\d+)$/.exec(name);
    return (row - 1) * this.board.columns + (column - 1);
  }
}

const NOTES = {
  culprits: "contradicts others",
  redundant: "redundant",
  differs: "differs between solutions",
  mistakes: "a mistake",
  unlike: "another digit in the solution shown",
};

function toMask(digits) {
  return digits.reduce((mask, digit) => mask | (1 << (digit - 1)), 0);
}
