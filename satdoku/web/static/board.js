// Draws the grid and what lies over it, and says which cells are selected.
//
// From the paper upwards: shades (selection, colours, answers), the picture of the empty
// board, the cells with digits and marks, and a step of an explanation in place of these.

import { make, pictureOf, shape } from "./dom.js";
import { value } from "./state.js";

/** @typedef {import("./state.js").State} State */

const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

const NOTES = {
  culprits: "contradicts others",
  redundant: "redundant",
  differs: "differs between solutions",
  mistakes: "a mistake",
  unlike: "another digit in the solution shown",
  clashes: "the same digit as another cell in sight",
  named: "named by the hint",
};
const COLOUR_NAMES = ["", "grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "brown"];

export class Board {
  /**
   * @param {HTMLElement} element
   * @param {() => void} onSelect called when other cells are selected
   */
  constructor(element, onSelect) {
    this.element = element;
    /** Called with the name of a cell outside the grid that somebody clicks. */
    this.onBeside = /** @type {(name: string) => void} */ (() => {});
    this.onSelect = onSelect;
    /** @type {number[]} The selected cells in order; the last one is the cursor. */
    this.selection = [0];
    this.cursor = 0;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {HTMLElement[]} */
    this.shades = [];
    this.drawn = [];
    /** @type {import("./state.js").Board} Set when a state is first shown. */
    this.board = /** @type {any} */ (null);
    /** @type {Record<string, any> | null} A step that is shown instead of the state. */
    this.step = null;
    /** @type {string[]} Cells outside the grid that are chosen. */
    this.chosen = [];
    this.canChoose = false;
    this.hasRegions = false;
    element.addEventListener("focusin", (event) => {
      const cell = this.cells.indexOf(/** @type {HTMLElement} */ (event.target));
      if (cell >= 0 && !this.selection.includes(cell)) this.select([cell], false);
    });
  }

  build(board) {
    this.board = board;
    this.drawn = [];
    const grid = make("div", {
      role: "grid", class: "grid", "aria-label": `Sudoku of ${board.rows} rows`,
      "aria-rowcount": board.rows, "aria-colcount": board.columns, "aria-multiselectable": "true",
    });
    const shades = make("div", { class: "grid shades", "aria-hidden": "true" });
    this.cells = this.fillGrid(grid, "cell", { role: "gridcell", tabindex: -1 });
    this.shades = this.fillGrid(shades, "shade", {});
    const { width, height, left, top, cell } = board;
    const part = (length, whole) => `${(100 * length) / whole}%`;
    for (const layer of [grid, shades]) {
      Object.assign(layer.style, {
        left: part(left, width), top: part(top, height),
        width: part(cell * board.columns, width), height: part(cell * board.rows, height),
      });
    }
    this.frame = make("div", { class: "frame" }, shades,
      board.picture ? pictureOf(board.picture, "") : this.plainPicture(), grid);
    this.frame.classList.toggle("drawn", Boolean(board.picture));
    this.frame.style.setProperty("--unit", `${(100 * cell) / width}cqw`);
    this.frame.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty("--ratio", String(width / height));
    this.element.replaceChildren(this.frame, ...board.beside.map((group) => this.besideOf(group)));
    const last = this.cells.length - 1;
    this.selection = this.selection.filter((one) => one <= last);
    this.cursor = Math.min(this.cursor, last);
    if (!this.selection.length) this.selection = [this.cursor];
  }

  // Draws cells outside the grid, below it.
  besideOf({ title, columns, cells }) {
    const grid = make("div", { class: "beside" }, ...cells.map((name) => make("button", {
      type: "button", "data-name": name, onclick: () => this.onBeside(name),
    }, make("small", {}, name), make("span"))));
    grid.style.setProperty("--across", columns);
    return make("div", { role: "group", "aria-label": title || "Cells outside the grid" },
      title ? make("p", { class: "note" }, title) : null, grid);
  }

  /** @param {Record<string, number>} values of cells outside the grid */
  showBeside(values) {
    for (const one of /** @type {NodeListOf<any>} */ (this.element.querySelectorAll(".beside button"))) {
      const { name } = one.dataset;
      one.lastElementChild.textContent = values[name] ?? "";
      one.disabled = !this.canChoose;
      one.setAttribute("aria-pressed", String(this.chosen.includes(name)));
      one.setAttribute("aria-label", name in values ? `${name}, ${values[name]}` : name);
    }
  }

  fillGrid(grid, name, attributes) {
    const cells = [];
    const role = attributes.role ? { role: "row" } : {};
    for (let row = 0; row < this.board.rows; row += 1) {
      const line = make("div", { class: "row", ...role });
      for (let column = 0; column < this.board.columns; column += 1) {
        const cell = make("div", { class: name, ...attributes });
        cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    return cells;
  }

  // Draws lines and labels of a board without constraints, as Python draws the others.
  plainPicture() {
    const { rows, columns, box, cell, left, top, width, height } = this.board;
    const [high, wide] = box ?? [rows, columns];
    let thin = "", thick = "";
    for (let row = 0; row <= rows; row += 1) {
      const path = `M${left} ${top + row * cell}h${columns * cell}`;
      if (row % high) thin += path;
      else thick += path;
    }
    for (let column = 0; column <= columns; column += 1) {
      const path = `M${left + column * cell} ${top}v${rows * cell}`;
      if (column % wide) thin += path;
      else thick += path;
    }
    const labels = (count, letter, place) => Array.from({ length: count }, (_, at) =>
      shape("text", place(at), `${letter}${at + 1}`));
    return shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "picture lines", "aria-hidden": "true" },
      shape("path", { d: thin, class: "thin" }), shape("path", { d: thick, class: "thick" }),
      ...labels(rows, "r", (at) => ({ x: left - 12, y: top + (at + 0.5) * cell + 4 })),
      ...labels(columns, "c", (at) => ({ x: left + (at + 0.5) * cell, y: top - 7 })));
  }

  /**
   * Shows a state.  `over` has what answers add: solution, candidates, sets of cells.
   * @param {State} state @param {Record<string, any>} over
   */
  show(state, over = {}) {
    if (state.board !== this.board) this.build(state.board);
    this.cells.forEach((element, cell) => {
      const look = this.lookOf(cell, state, over);
      const key = JSON.stringify(look);
      if (this.drawn[cell] === key) return;
      this.drawn[cell] = key;
      this.fill(element, cell, look);
    });
    this.highlight(state);
    this.showBeside(over.extra ?? {});
    if (over.regions || this.hasRegions) this.showRegions(over.regions ?? "");
    this.hasRegions = Boolean(over.regions);
  }

  // Returns all that decides how a cell looks.
  lookOf(cell, state, over) {
    const own = this.step ? this.step.digits[cell] : value(state, cell);
    const digit = own || (this.step ? 0 : over.solution?.[cell]) || 0;
    const listed = this.step ? this.step.candidates[cell] : over.candidates?.[cell];
    const kind = state.clues[cell] ? "clue" : own ? "entered" : "found";
    return {
      digit, kind: digit ? kind : listed?.length ? "candidates" : "open",
      candidates: digit ? null : listed ?? null,
      marks: state.marks[cell], centre: state.centre[cell], colour: state.colours[cell],
      given: state.more.puzzle_candidates?.[cell] ?? null,
      rules: this.rulesAt(cell),
      notes: this.step ? [] : Object.keys(NOTES).filter((name) => over[name]?.has(cell)),
    };
  }

  rulesAt(cell) {
    return this.board.rules.filter(({ cells }) => cells.includes(cell))
      .map(({ text }) => text.split(":")[0]);
  }

  fill(element, cell, look) {
    const [row, column] = this.place(cell);
    const { texts } = this.board;
    const words = (mask) => texts.filter((_, digit) => digit && (mask >> (digit - 1)) & 1).join(" ");
    const parts = [`row ${row + 1} column ${column + 1}`];
    element.replaceChildren();
    this.shades[cell].className = `shade ${look.colour ? `colour-${look.colour}` : ""}`;
    const full = texts.length - 1;
    const isCut = look.given && look.given.length < full;
    if (look.digit) {
      element.append(make("span", { class: "value" }, texts[look.digit]));
      parts.push(`${texts[look.digit]}, ${look.kind}`);
    } else if (look.candidates?.length) {
      const mask = look.candidates.reduce((bits, digit) => bits | (1 << (digit - 1)), 0);
      element.append(this.corner(mask));
      parts.push(`candidates ${words(mask)}`);
    } else {
      if (look.marks) {
        element.append(this.corner(look.marks));
        parts.push(`marks ${words(look.marks)}`);
      }
      if (look.centre) {
        element.append(make("span", { class: "centre" }, words(look.centre).replaceAll(" ", full > 9 ? " " : "")));
        parts.push(`centre ${words(look.centre)}`);
      }
      if (!look.marks && !look.centre) parts.push("empty");
    }
    if (isCut && !look.digit) {
      const mask = look.given.reduce((bits, digit) => bits | (1 << (digit - 1)), 0);
      parts.push(`only ${words(mask)}`);
      if (!look.marks && !look.centre && !look.candidates?.length) {
        const given = this.corner(mask);
        given.classList.add("given");
        element.append(given);
      }
    }
    if (look.colour) parts.push(COLOUR_NAMES[look.colour]);
    parts.push(...look.rules);
    for (const [name, text] of Object.entries(NOTES)) {
      const isNoted = look.notes.includes(name);
      element.classList.toggle(name, isNoted);
      this.shades[cell].classList.toggle(name, isNoted);
      if (isNoted) parts.push(text);
    }
    element.dataset.kind = look.kind;
    element.setAttribute("aria-label", parts.join(", "));
    element.setAttribute("aria-readonly", String(look.kind === "clue"));
  }

  corner(mask) {
    const { texts, across } = this.board;
    const down = Math.ceil((texts.length - 1) / across);
    const marks = make("span", { class: "marks" });
    marks.style.setProperty("--across", across);
    marks.style.setProperty("--down", String(down));
    for (let digit = 1; digit < texts.length; digit += 1) {
      if (!((mask >> (digit - 1)) & 1)) continue;
      const mark = make("span", {}, texts[digit]);
      const row = Math.floor((digit - 1) / across) + 1;
      mark.style.gridArea = `${row} / ${((digit - 1) % across) + 1}`;
      marks.append(mark);
    }
    return marks;
  }

  // Shades the selection, what one selected cell sees, and the same digits.
  highlight(state) {
    const isOne = this.selection.length === 1;
    const digit = isOne ? value(state, this.cursor) : 0;
    const [row, column] = this.place(this.cursor);
    const box = this.boxOf(row, column);
    this.shades.forEach((shade, cell) => {
      const [down, right] = this.place(cell);
      const sees = down === row || right === column || (box && box === this.boxOf(down, right));
      const isSelected = this.selection.includes(cell);
      shade.classList.toggle("selected", isSelected);
      shade.classList.toggle("peer", isOne && Boolean(sees) && !isSelected);
      shade.classList.toggle("same", digit > 0 && value(state, cell) === digit);
      this.cells[cell].setAttribute("aria-selected", String(isSelected));
      this.cells[cell].setAttribute("tabindex", cell === this.cursor ? "0" : "-1");
    });
  }

  boxOf(row, column) {
    const { box } = this.board;
    return box && `${Math.floor(row / box[0])}.${Math.floor(column / box[1])}`;
  }

  /** @param {Iterable<number>} cells */
  pointAt(cells) {
    const set = new Set(cells);
    this.shades.forEach((shade, cell) => shade.classList.toggle("pointed", set.has(cell)));
  }

  // Colours the regions that are painted; none for an empty list.
  showRegions(names) {
    this.shades.forEach((shade, cell) => {
      const name = names[cell] ?? ".";
      shade.dataset.region = name === "." ? "" : String(((parseInt(name, 36) - 1) % 9) + 1);
    });
  }

  /**
   * Shows the picture of a step over the board; nothing to show the state again.
   * @param {{svg: string, cell: number, left: number, top: number, width: number, height: number, text: string} | null} reply
   */
  showPicture(reply) {
    this.frame.querySelector(".step")?.remove();
    this.frame.classList.toggle("following", Boolean(reply));
    if (!reply) return;
    const { cell, left, top, width } = this.board;
    const scale = cell / reply.cell;
    const image = pictureOf(reply.svg, "");
    image.classList.add("step");
    Object.assign(image.style, {
      width: `${(100 * reply.width * scale) / width}%`,
      left: `${(100 * (left - reply.left * scale)) / width}%`,
      top: `${(100 * (top - reply.top * scale)) / this.board.height}%`,
    });
    this.frame.insertBefore(image, this.frame.lastElementChild);
  }

  place(cell) {
    return [Math.floor(cell / this.board.columns), cell % this.board.columns];
  }

  /** @param {number[]} cells @param {boolean} focus */
  select(cells, focus = true) {
    this.selection = cells;
    this.cursor = cells.at(-1) ?? this.cursor;
    this.onSelect();
    if (focus) this.cells[this.cursor].focus({ preventScroll: true });
  }

  // Moves the cursor; with `grows` the selection takes the cell with it.
  move(key, grows) {
    const [row, column] = this.place(this.cursor);
    const { rows, columns } = this.board;
    let cell = 0;
    if (MOVES[key]) {
      const [down, right] = MOVES[key];
      cell = ((row + down + rows) % rows) * columns + ((column + right + columns) % columns);
    } else cell = row * columns + (key === "Home" ? 0 : columns - 1);
    if (!grows) this.select([cell]);
    else this.select([...this.selection.filter((one) => one !== cell), cell]);
  }

  isMove(key) {
    return key in MOVES || key === "Home" || key === "End";
  }

  // Returns the digit of a key, 0 for one that erases, -1 for none.
  digitOf({ key, code }) {
    const typed = /^(Digit|Numpad)[0-9]$/.test(code) ? code.slice(-1) : key.toUpperCase();
    const digit = this.board.texts.indexOf(typed);
    if (digit > 0) return digit;
    return ["Delete", "Backspace", "0", "."].includes(key) ? 0 : -1;
  }

  /** @param {string} name @returns {number} */
  cellNamed(name) {
    const match = /^r(\d+)c(\d+)$/.exec(name);
    return match ? (Number(match[1]) - 1) * this.board.columns + Number(match[2]) - 1 : -1;
  }

  nameOf(cell) {
    const [row, column] = this.place(cell);
    return `r${row + 1}c${column + 1}`;
  }

  /**
   * Returns where a pointer is, in cells from the corner of the grid.
   * @returns {[number, number]}
   */
  whereIs({ clientX, clientY }) {
    const { left, top, width, height } = this.frame.lastElementChild.getBoundingClientRect();
    const { rows, columns } = this.board;
    return [((clientY - top) / height) * rows, ((clientX - left) / width) * columns];
  }

  // Returns the cell of a place, or -1; with `margin`, none close to its border.
  cellAt([down, right], margin = 0) {
    const { rows, columns } = this.board;
    const row = Math.floor(down), column = Math.floor(right);
    if (row < 0 || column < 0 || row >= rows || column >= columns) return -1;
    const distance = Math.hypot(down - row - 0.5, right - column - 0.5);
    return margin && distance > margin ? -1 : row * columns + column;
  }

  // Returns the names and cells that a sentence names: r1c23, box 5, row 3, column 2.
  cellsIn(text) {
    const { rows, columns, box } = this.board;
    const found = new Set();
    const digits = (part) => (part.includes(".") ? part.split(".") : [...part]).map(Number);
    for (const [, rowPart, columnPart] of text.matchAll(/\br([\d.]+)c([\d.]+)/g)) {
      for (const row of rows > 9 && !rowPart.includes(".") ? [Number(rowPart)] : digits(rowPart)) {
        const wide = columns > 9 && !columnPart.includes(".");
        for (const column of wide ? [Number(columnPart)] : digits(columnPart)) {
          if (row <= rows && column <= columns) found.add((row - 1) * columns + column - 1);
        }
      }
    }
    const across = box ? columns / box[1] : 1;
    for (const [, what, name] of text.matchAll(/\b(row|column|box) (\d+)/g)) {
      this.cells.forEach((_, cell) => {
        const [row, column] = this.place(cell);
        const inBox = box && Math.floor(row / box[0]) * across + Math.floor(column / box[1]) + 1;
        const at = { row: row + 1, column: column + 1, box: inBox }[what];
        if (at === Number(name)) found.add(cell);
      });
    }
    return found;
  }
}
