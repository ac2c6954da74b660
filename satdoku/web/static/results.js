// Shows answers: each function takes a reply, and returns a sentence, and what stands
// below it.

import { button, counted, download, list, make, note, number, sentence } from "./dom.js";
import { page } from "./page.js";
import { enterSolution } from "./play.js";
import * as state from "./state.js";

/** @typedef {import("./page.js").Answer} Answer */
/** @typedef {import("./replies").Answer} Solved */
/** @typedef {import("./replies").Check} Checked */
/** @typedef {import("./replies").Count} Counted */
/** @typedef {import("./replies").Rate} Rated */
/** @typedef {import("./replies").Proof} Proved */

/** @param {number} time */
const seconds = (time) => (time < 0.001 ? "less than 1 ms" : `${time.toFixed(time < 1 ? 3 : 1)} s`);
/** @param {string | null} key */
const words = (key) => (key ?? "none").replaceAll("-", " ");

// Returns how the puzzle writes a value: 0 where digits count from 0.
const symbol = (value) => page.state.board.texts[value - page.state.board.first + 1];
const twice = ({ digit, unit, cells }) =>
  sentence(`${unit} holds ${symbol(digit)} twice: ${cells.join(" ")}`);
const cellSet = (names) => new Set((names ?? []).map((name) => page.board.cellNamed(name)));

const STATUS = {
  unique: "The puzzle has exactly one solution.",
  multiple: "The puzzle has several solutions.",
  found: "A solution was found; the limit came before it was certain that it is the only one.",
  none: "The puzzle has no solution.",
  unknown: "Stopped by the limit before the answer was complete.",
};

// Buttons to go through a list; `show` is called with each index.
function stepper(count, what, show) {
  let index = 0;
  const place = make("span", { class: "place", "aria-live": "polite" });
  const go = (by) => {
    index = (index + by + count) % count;
    place.textContent = `${what} ${number(index + 1)} of ${number(count)}`;
    show(index);
  };
  const row = make("p", { class: "stepper" }, button("Previous", () => go(-1)), place,
    button("Next", () => go(1)));
  return { row, go, jump: (to) => go(to - index) };
}

/** @param {{record: Solved, complete: boolean, hidden: any[]}} reply @returns {Answer} */
export function solve({ record, complete, hidden }) {
  const { solutions } = record;
  const { board } = page.state;
  const facts = [record.engine && `engine ${record.engine}`, record.encoding, seconds(record.time_s)];
  const below = [note(facts.filter(Boolean).join(", "))];
  let text = STATUS[record.status];
  if (record.clashes.length) {
    const clash = record.clashes[0];
    text += ` ${twice(clash)}`;
    page.over({ culprits: cellSet(record.clashes.flatMap(({ cells }) => cells)) });
  } else if (record.reason) text += ` ${sentence(record.reason)}`;
  if (!solutions.length) return { text, below };
  const grids = solutions.map((line) => state.toDigits(board, line));
  const differs = new Set();
  if (grids.length === 2) grids[0].forEach((d, cell) => d !== grids[1][cell] && differs.add(cell));
  const unlike = (grid) => new Set(page.state.digits.flatMap((digit, cell) =>
    digit && digit !== grid[cell] ? [cell] : []));
  const isOnly = record.status === "unique";
  const show = (index) => page.over({
    solution: grids[index], differs, ...hidden[index], [isOnly ? "mistakes" : "unlike"]: unlike(grids[index]),
  });
  const wrong = unlike(grids[0]).size;
  if (isOnly && wrong) {
    text += ` ${counted(wrong, "digit")} that you entered ${wrong === 1 ? "is" : "are"} wrong, and marked.`;
  }
  if (grids.length > 1) {
    const { row, go } = stepper(grids.length, "Solution", show);
    go(0);
    below.unshift(row);
    if (record.status === "multiple" && !complete) {
      below.unshift(note("There may be more; “All solutions” lists up to 1,000."));
    }
  } else show(0);
  below.push(button("Enter the solution", () => enterSolution(state.withDigits(page.state, grids[0]))));
  return { text, below };
}

/** @param {{record: Solved, complete: boolean, hidden: any[]}} reply @returns {Answer} */
export function solutions(reply) {
  const { record, complete } = reply;
  const { below = [] } = solve(reply);
  const found = record.solutions.length;
  let text = `${counted(found, "solution")}: all there are.`;
  if (!found) text = STATUS[record.status];
  else if (!complete && record.complete) text = `Stopped at the limit of ${counted(found, "solution")}; there are more.`;
  else if (!complete) text = `Out of time after ${counted(found, "solution")}; there may be more.`;
  return { text, below: below.filter((node) => !node.classList?.contains("note")) };
}

/** @param {{record: Counted, text: string}} reply @returns {Answer} */
export function count({ record, text: said }) {
  let text = `${said} ${record.complete && record.count === 1 ? "solution" : "solutions"}.`;
  if (record.stopped) text = `Stopped (${record.stopped}): at least ${counted(record.count, "solution")}.`;
  else if (!record.complete) text = `Stopped at the limit: more than ${number(record.count)} solutions.`;
  return { text, below: [note(seconds(record.time_s))] };
}

/** @param {{record: Checked}} reply @returns {Answer} */
export function check({ record }) {
  const over = {}, below = [];
  let text = STATUS[record.status];
  if (record.status === "unique") {
    const extra = ["redundant", "redundant_candidates", "redundant_constraints"]
      .flatMap((key) => record[key] ?? [])
      .map((name) => name.replace(/<>(\d+)$/, (_, value) => `<>${symbol(Number(value))}`));
    text += record.minimal ? " It is minimal: no clue can be removed." : "";
    if (extra.length) {
      below.push(note(`Each of these can be removed alone: ${extra.join(", ")}.`));
      over.redundant = cellSet(record.redundant);
    }
  } else if (record.status === "none") {
    const rules = record.contradiction_constraints ?? [];
    const named = [...(record.contradiction ?? []), ...rules];
    over.culprits = cellSet(record.contradiction);
    if (named.length) text += ` These contradict each other: ${named.join(", ")}.`;
    if (record.contradiction_minimal) below.push(note("Remove any one of them and the others fit together."));
    if (record.reason) below.push(note(sentence(record.reason)));
    below.push(...record.clashes.map((clash) => note(twice(clash))));
  } else if (record.status === "multiple") {
    if (record.count) text += ` There are ${record.count_complete ? "" : "more than "}${number(record.count)}.`;
    const cells = (record.unavoidable ?? []).map(({ cell, digits }) => `${cell} can be ${digits.map((value) => symbol(value)).join(" or ")}`);
    if (cells.length) below.push(note("Two solutions differ here:"), list(cells));
    over.differs = cellSet(record.differences);
    over.candidates = record.candidates;
  }
  if (record.stopped) below.push(note(`Stopped: ${record.stopped}.`));
  below.push(note(`${counted(record.clues, "clue")}, ${seconds(record.time_s)}`));
  page.over(over);
  return { text, below };
}

/** @param {{record: Checked}} reply @returns {Answer} */
export function candidates({ record }) {
  if (!record.candidates) return { text: STATUS[record.status], below: [] };
  const lists = record.candidates;
  page.over({ candidates: lists });
  const open = lists.filter((digits) => digits.length > 1).length;
  const text = record.status === "none" ? STATUS.none
    : open ? `Each cell shows the digits that it has in some solution; ${counted(open, "cell")} open.`
      : "Each cell has one digit: there is exactly one solution.";
  return { text, below: [button("Keep them as marks", () => page.change(state.withMarks(page.state, lists)))] };
}

/** @param {{record: Rated}} reply @returns {Answer} */
export function rate({ record }) {
  const score = record.score == null ? "no score" : `score ${number(record.score)}`;
  const level = record.level ? `${record.level}, ` : "";
  const text = record.scheme === "se"
    ? `Rating ${record.score ?? `at least ${record.at_least}`} by ${record.version}: hardest step ${words(record.hardest)}.${record.stopped ? ` Stopped: ${record.stopped}.` : ""}`
    : `Rated ${level}${score} by ${record.version}; hardest step ${words(record.hardest)}.`;
  const rows = Object.entries(record.techniques).map(([name, times]) => make("tr", {},
    make("th", { scope: "row" }, words(name)), make("td", {}, number(times))));
  const table = make("table", {}, make("caption", {}, "How often each technique is used"), ...rows);
  return { text, below: [table, note(seconds(record.time_s))] };
}

export function generate({ record, seed }) {
  const { level, rating } = record.details ?? {};
  const rated = level ? ` Rated ${level}, score ${rating}.` : "";
  return { text: `A new puzzle with exactly one solution.${rated}`, below: [note(`Seed ${seed}.`)] };
}

/** @param {{record: Proved, verdict: any, files: Record<string, string>}} reply @returns {Answer} */
export function prove({ record, verdict, files }) {
  const text = `Proved: ${record.claim}. ${verdict.verified ? "Verified" : "Not verified"} from the files below.`;
  const how = verdict.steps == null
    ? "The solutions are the proof; each keeps the clues and rules."
    : `The checker read a formula of ${counted(verdict.clauses, "clause")} and followed ${counted(verdict.steps, "step")} in ${verdict.format.toUpperCase()} to the empty clause.`;
  const links = Object.entries(files).map(([name, content]) => download(name, content));
  return { text, below: [note(how), note(seconds(record.time_s)), list(links)] };
}

export function cnf({ text: formula, variables, clauses }) {
  const text = `A formula of ${counted(variables, "variable")} and ${counted(clauses, "clause")}; its models are the solutions.`;
  return { text, below: [list([download("puzzle.cnf", formula)])] };
}

export function convert({ text: written }) {
  const field = make("textarea", { readonly: true, rows: 10, "aria-label": "The puzzle as text" });
  field.value = written;
  return { text: "The puzzle in that format:", below: [field, list([download("puzzle.txt", written)])] };
}
