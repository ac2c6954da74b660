// Shows answers: each function takes a reply and the page, and returns a sentence for
// screen readers, and what stands below it.

import { make, pictureOf, sentence } from "./board.js";
import { toDigits } from "./state.js";

const number = (count) => count.toLocaleString("en");
const counted = (count, one) => `${number(count)} ${one}${count === 1 ? "" : "s"}`;
const seconds = (time) => (time < 0.001 ? "less than 1 ms" : `${time.toFixed(time < 1 ? 3 : 1)} s`);
const note = (text) => make("p", { class: "note" }, text);
const words = (key) => (key ?? "none").replaceAll("-", " ");
const button = (text, onclick) => make("button", { type: "button", onclick }, text);

// Returns how the puzzle writes a value: 0 where digits count from 0.
const symbol = ({ history: { state: { board } } }, value) => board.texts[value - board.first + 1];
const twice = (page, { digit, unit, cells }) =>
  sentence(`${unit} holds ${symbol(page, digit)} twice: ${cells.join(" ")}`);
const list = (items, kind = "ul") =>
  make(kind, {}, ...items.map((item) => make("li", {}, item)));

const STATUS = {
  unique: "The puzzle has exactly one solution.",
  multiple: "The puzzle has several solutions.",
  found: "A solution was found; the limit came before it was certain that it is the only one.",
  none: "The puzzle has no solution.",
  unknown: "Stopped by the limit before the answer was certain.",
};

function cellSet(page, names) {
  return new Set((names ?? []).map((name) => page.board.cellNamed(name)));
}

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

export function solve({ record, complete }, page) {
  const { solutions } = record;
  const { board } = page.history.state;
  const facts = [record.engine && `engine ${record.engine}`, record.encoding, seconds(record.time_s)];
  const below = [note(facts.filter(Boolean).join(", "))];
  let text = STATUS[record.status];
  if (record.clashes.length) {
    const clash = record.clashes[0];
    text += ` ${twice(page, clash)}`;
    page.over({ culprits: cellSet(page, record.clashes.flatMap(({ cells }) => cells)) });
  } else if (record.reason) text += ` ${sentence(record.reason)}`;
  if (!solutions.length) return { text, below };
  const grids = solutions.map((line) => toDigits(board, line));
  const differs = new Set();
  if (grids.length === 2) grids[0].forEach((d, cell) => d !== grids[1][cell] && differs.add(cell));
  const unlike = (grid) => new Set(page.history.state.digits.flatMap((digit, cell) =>
    digit && digit !== grid[cell] ? [cell] : []));
  const isOnly = record.status === "unique";
  const show = (index) => page.over({
    solution: grids[index], differs, [isOnly ? "mistakes" : "unlike"]: unlike(grids[index]),
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
  below.push(button("Enter the solution", () => page.enterDigits(grids[0])));
  return { text, below };
}

export function solutions(reply, page) {
  const { record, complete } = reply;
  const { below } = solve(reply, page);
  const found = record.solutions.length;
  let text = `${counted(found, "solution")}: all there are.`;
  if (!found) text = STATUS[record.status];
  else if (!complete && record.certain) text = `Stopped at the limit of ${counted(found, "solution")}; there are more.`;
  else if (!complete) text = `Out of time after ${counted(found, "solution")}; there may be more.`;
  return { text, below: below.filter((node) => !node.classList?.contains("note")) };
}

export function count({ record, text: said }, _page) {
  let text = `${said} ${record.exact && record.count === 1 ? "solution" : "solutions"}.`;
  if (record.stopped) text = `Stopped (${record.stopped}): at least ${counted(record.count, "solution")}.`;
  else if (!record.exact) text = `Stopped at the limit: more than ${number(record.count)} solutions.`;
  return { text, below: [note(seconds(record.time_s))] };
}

export function check({ record }, page) {
  const over = {}, below = [];
  let text = STATUS[record.status];
  if (record.status === "unique") {
    const extra = ["redundant", "redundant_candidates", "redundant_constraints"]
      .flatMap((key) => record[key] ?? [])
      .map((name) => name.replace(/<>(\d+)$/, (_, value) => `<>${symbol(page, Number(value))}`));
    text += record.minimal ? " It is minimal: no clue can be removed." : "";
    if (extra.length) {
      below.push(note(`Each of these can be removed alone: ${extra.join(", ")}.`));
      over.redundant = cellSet(page, record.redundant);
    }
  } else if (record.status === "none") {
    const rules = record.contradiction_constraints ?? [];
    const named = [...(record.contradiction ?? []), ...rules];
    over.culprits = cellSet(page, record.contradiction);
    if (named.length) text += ` These contradict each other: ${named.join(", ")}.`;
    if (record.contradiction_minimal) below.push(note("Remove any one of them and the others fit together."));
    if (record.reason) below.push(note(sentence(record.reason)));
    below.push(...record.clashes.map((clash) => note(twice(page, clash))));
  } else if (record.status === "multiple") {
    if (record.count) text += ` There are ${record.count_exact ? "" : "more than "}${number(record.count)}.`;
    const cells = (record.unavoidable ?? []).map(({ cell, digits }) => `${cell} can be ${digits.map((value) => symbol(page, value)).join(" or ")}`);
    if (cells.length) below.push(note("Two solutions differ here:"), list(cells));
    over.differs = cellSet(page, record.differences);
    over.candidates = record.candidates;
  }
  if (record.stopped) below.push(note(`Stopped: ${record.stopped}.`));
  below.push(note(`${counted(record.clues, "clue")}, ${seconds(record.time_s)}`));
  page.over(over);
  return { text, below };
}

export function candidates({ record }, page) {
  if (!record.candidates) return { text: STATUS[record.status], below: [] };
  const lists = record.candidates;
  page.over({ candidates: lists });
  const open = lists.filter((digits) => digits.length > 1).length;
  const text = record.status === "none" ? STATUS.none
    : open ? `Each cell shows the digits that it has in some solution; ${counted(open, "cell")} open.`
      : "Each cell has one digit: there is exactly one solution.";
  return { text, below: [button("Keep them as marks", () => page.enterMarks(lists))] };
}

// What a path or a hint starts from, where that is not sound.
function faults(record, page) {
  const over = {}, lines = [];
  if (record.mistakes.length) {
    over.mistakes = cellSet(page, record.mistakes.map(({ cell }) => cell));
    const { texts } = page.history.state.board;
    const wrong = record.mistakes.map(({ cell, digit }) => `${cell}=${texts[digit]}`);
    lines.push(`Wrong: ${wrong.join(", ")}.`);
  }
  const named = [...record.contradiction, ...record.contradiction_constraints];
  if (named.length) {
    over.culprits = cellSet(page, record.contradiction);
    lines.push(`These contradict each other: ${named.join(", ")}.`);
  }
  page.over(over);
  return lines;
}

export function hint({ record, svg }, page) {
  const lines = faults(record, page);
  const below = [];
  const { detail, text } = record;
  if (svg) below.push(pictureOf(svg, text));
  if (detail < 4 && !lines.length) below.push(button("Tell me more", () => page.hint(detail + 1)));
  return { text: lines.length ? lines.join(" ") : `Hint ${detail} of 4: ${text}.`, below };
}

export function explain({ record }, page) {
  const { steps } = record;
  const lines = faults(record, page);
  if (record.status !== "unique") lines.unshift(STATUS[record.status]);
  if (!steps.length) return { text: lines.join(" ") || "The grid is complete.", below: [] };
  const score = record.score == null ? "" : `, score ${number(record.score)}`;
  const level = record.level ? `, ${record.level}${score} (${record.scheme})` : "";
  const ends = { timeout: " Out of time before the end." };
  lines.push(`${counted(steps.length, "step")}${level}.${ends[record.end] ?? ""}`);
  const drawing = make("div", { class: "drawing" });
  const buttons = steps.map(({ text }, index) => button(text, () => jump(index)));
  const box = make("div", { class: "steps" }, list(buttons, "ol"));
  let wanted = 0;
  const show = async (index) => {
    wanted = index;
    buttons.forEach((one, at) => {
      if (at === index) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    const { offsetTop, offsetHeight } = buttons[index];
    box.scrollTop = Math.min(Math.max(box.scrollTop, offsetTop + offsetHeight - box.clientHeight), offsetTop);
    const reply = await page.step(index + 1);
    if (reply?.ok && wanted === index) drawing.replaceChildren(pictureOf(reply.svg, reply.text));
  };
  const { row, go, jump } = stepper(steps.length, "Step", show);
  go(0);
  return { text: lines.join(" "), below: [row, drawing, box] };
}

export function rate({ record }, _page) {
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

export function generate({ record, seed }, _page) {
  const { level, rating } = record.details ?? {};
  const rated = level ? ` Rated ${level}, score ${rating}.` : "";
  return { text: `A new puzzle with exactly one solution.${rated}`, below: [note(`Seed ${seed}.`)] };
}

function download(name, text, label) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  return make("a", { href: url, download: name, class: "download" }, label ?? `${name} (${number(text.length)} bytes)`);
}

export function prove({ record, verdict, files }, _page) {
  const text = `Proved: ${record.claim}. ${verdict.verified ? "Verified" : "Not verified"} from the files below.`;
  const how = verdict.steps == null
    ? "The solutions are the proof; each keeps the clues and rules."
    : `The checker read a formula of ${counted(verdict.clauses, "clause")} and followed ${counted(verdict.steps, "step")} in ${verdict.format.toUpperCase()} to the empty clause.`;
  const links = Object.entries(files).map(([name, content]) => download(name, content));
  return { text, below: [note(how), note(seconds(record.time_s)), list(links)] };
}

export function cnf({ text: formula, variables, clauses }, _page) {
  const text = `A formula of ${counted(variables, "variable")} and ${counted(clauses, "clause")}; its models are the solutions.`;
  return { text, below: [list([download("puzzle.cnf", formula)])] };
}

export function convert({ text: written }, _page) {
  const field = make("textarea", { readonly: true, rows: 10, "aria-label": "The puzzle as text" });
  field.value = written;
  return { text: "The puzzle in that format:", below: [field, list([download("puzzle.txt", written)])] };
}
