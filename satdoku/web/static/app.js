// The page: buttons, the grid, and what becomes of answers.

import { Board, make, sentence } from "./board.js";
import { Cancelled, Engine } from "./engine.js";
import * as results from "./results.js";
import * as state from "./state.js";

const $ = (id) => document.getElementById(id);
const page = { history: new state.History(state.blank(9)), over, enterDigits, enterMarks, hint, step };
let overlay = {};
let busy = null;
let isAbout = () => true; // whether the answer is about a state
let written = "";

page.board = new Board($("board"), { onEnter: enter });
const engine = new Engine((name, text) => {
  document.body.dataset.engine = name;
  $("status").textContent = text;
});

// The grid

function refresh() {
  const { history } = page;
  page.board.show(history.state, overlay);
  $("undo").disabled = history.index === 0;
  $("redo").disabled = history.index === history.states.length - 1;
  written = state.toFragment(history.state);
  window.history.replaceState(null, "", location.pathname + written);
  keypad();
  const rules = history.state.board.rules ?? [];
  list("rules", rules);
  $("rules-box").hidden = rules.length === 0;
  list("warnings", (history.state.more.warnings ?? []).map((text) => `Warning: ${text}.`));
}

function list(id, texts) {
  $(id).replaceChildren(...texts.map((text) => make("li", {}, text)));
}

function over(shown) {
  overlay = shown;
  page.board.show(page.history.state, overlay);
}

// Shows another state.  An answer holds as long as the clues are the same; a hint needs
// the same digits, too.
function changed() {
  overlay = {};
  refresh();
  if (isAbout(page.history.state)) return;
  say("The puzzle has changed; ask again.");
  isAbout = () => true;
}

function change(next) {
  page.history.push(next);
  changed();
}

const kind = () => document.querySelector("input[name=kind]:checked").value;
const setKind = (name) => {
  document.querySelector(`input[name=kind][value=${name}]`).checked = true;
};

function enter(cell, digit, isMark) {
  change(state.enter(page.history.state, cell, digit, isMark ? "mark" : kind()));
  const label = page.board.cells[cell].getAttribute("aria-label");
  $("said").textContent = label;
}

function enterDigits(digits) {
  change(state.withDigits(page.history.state, digits));
}

function enterMarks(lists) {
  change(state.withMarks(page.history.state, lists));
}

function move(by) {
  if (!page.history.move(by)) return;
  changed();
  keepFocus($("board").querySelector("[tabindex='0']"));
  $("said").textContent = by < 0 ? "Undone" : "Redone";
}

let keys = null;
function keypad() {
  const { texts } = page.history.state.board;
  if (keys === texts) return;
  keys = texts;
  const buttons = texts.map((text, digit) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = digit ? text : "⌫";
    if (!digit) button.setAttribute("aria-label", "Erase");
    button.addEventListener("click", () => enter(page.board.selected, digit, false));
    return button;
  });
  $("keypad").replaceChildren(...buttons.slice(1), buttons[0]);
}

// Answers

function say(text, isError = false, below = []) {
  $("answer").textContent = text;
  $("answer").classList.toggle("error", isError);
  $("details").replaceChildren(...below);
  $("answer").scrollIntoView({ block: "nearest" });
}

// Says what went wrong in the page itself: no question stays without an answer.
function fault(error) {
  say(`This page has a fault: ${error?.message ?? error}. Please report it.`, true);
}

window.addEventListener("error", ({ error, message }) => fault(error ?? message));
window.addEventListener("unhandledrejection", ({ reason }) => fault(reason));

// A button that is disabled or removed drops the focus: gives it to the first of these.
function keepFocus(...elements) {
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.disabled) return;
  elements.find((element) => element?.isConnected && !element.disabled)?.focus();
}

function setBusy(what) {
  clearInterval(busy?.timer);
  busy = what && { what, since: performance.now(), count: "" };
  $("progress").hidden = !busy;
  document.body.classList.toggle("busy", Boolean(busy));
  for (const button of document.querySelectorAll(".ask")) button.disabled = Boolean(busy);
  if (busy) busy.timer = setInterval(tick, 250);
  tick();
}

function tick() {
  if (!busy) return;
  const time = ((performance.now() - busy.since) / 1000).toFixed(0);
  $("doing").textContent = `${busy.what}… ${time} s${busy.count}`;
}

function timeout() {
  const value = Number($("timeout").value);
  return value > 0 && value <= 3600 ? value : 60;
}

// Asks, and returns the reply, or nothing where there is none; errors are shown.
async function ask(what, request) {
  const before = document.activeElement;
  setBusy(what);
  try {
    const reply = await engine.ask(request, (count, unit) => {
      if (busy) busy.count = `, ${count.toLocaleString("en")} ${unit}`;
    });
    if (!reply.ok) say(sentence(`${reply.kind === "Stopped" ? "Stopped: " : ""}${reply.error}`), true);
    return reply.ok ? reply : null;
  } catch (error) {
    say(error instanceof Cancelled ? "Cancelled." : sentence(error.message), !(error instanceof Cancelled));
    return null;
  } finally {
    const { activeElement } = document;
    setBusy(null);
    if (activeElement === $("cancel")) activeElement.blur();
    if (before !== document.body) keepFocus(before, $("answer"));
  }
}

async function answer(what, show, request) {
  if (busy) return;
  over({});
  const before = page.history.state, focused = document.activeElement;
  const reply = await ask(what, request);
  if (!reply) return;
  const isOther = page.history.state.clues !== before.clues;
  if (isOther && "puzzle" in request) {
    say("The puzzle has changed; ask again.");
    return;
  }
  const { text, below } = show(reply, page);
  if (page.history.state !== before && "puzzle" in request) over({});
  const doubt = reply.record?.warnings ? " This holds under the rules that were read." : "";
  say(`${text}${doubt}`, false, below);
  const { clues, digits } = page.history.state;
  isAbout = (other) => other.clues === clues
    && (request.do !== "hint" || String(other.digits) === String(digits));
  if (focused !== document.body) keepFocus($("details").querySelector("button"), $("answer"));
}

const about = () => ({ puzzle: state.puzzleOf(page.history.state), timeout: timeout() });
const position = () => state.positionOf(page.history.state);

function hint(detail) {
  return answer("Looking for a step", results.hint, { do: "hint", ...about(), ...position(), detail });
}

let explained = {};
function step(number) {
  return engine.ask({ do: "step", ...explained, step: number }).catch(() => null);
}

async function read(text, entries = {}) {
  if (busy) return;
  const reply = await ask("Reading", { do: "read", puzzle: text });
  if (!reply) return;
  change(state.withEntries(state.fromReply(reply), entries));
  setKind("digit");
  const first = reply.several ? "The first puzzle of several. " : "";
  const [rule] = reply.board.rules; // the rules are listed below the grid
  const understood = rule ? reply.understood.split(`, ${rule}`)[0] : reply.understood;
  say(`${first}${sentence(understood)}`);
  $("board").scrollIntoView({ block: "nearest" });
}

const ACTIONS = {
  solve: () => answer("Solving", results.solve, { do: "solve", ...about() }),
  solutions: () => answer("Solving", results.solutions, { do: "solve", ...about(), limit: 1000 }),
  count: () => answer("Counting", results.count, { do: "count", ...about(), limit: Number($("limit").value) }),
  check: () => answer("Checking", results.check, { do: "check", ...about() }),
  candidates: () => answer("Checking", results.candidates, { do: "check", ...about() }),
  hint: () => hint(1),
  explain: () => {
    explained = { ...about(), ...position() };
    return answer("Explaining", results.explain, { do: "explain", ...explained });
  },
  rate: () => answer("Rating", results.rate, { do: "rate", ...about(), scheme: $("scheme").value }),
  prove: () => answer("Proving", results.prove, { do: "prove", ...about() }),
  cnf: () => {
    const { puzzle } = about();
    return answer("Encoding", results.cnf, { do: "cnf", puzzle, encoding: $("encoding").value });
  },
  convert: () => {
    const { puzzle } = about();
    return answer("Writing", results.convert, { do: "convert", puzzle, to: $("format").value });
  },
  generate: () => {
    const request = { do: "generate", timeout: timeout(), size: Number($("size").value) };
    if ($("level").value) request.level = $("level").value;
    request.symmetry = $("symmetry").value;
    return answer("Generating", (reply) => {
      change(state.fromReply(reply));
      setKind("digit");
      return results.generate(reply, page);
    }, request);
  },
  blank: () => {
    change(state.blank(Number($("size").value)));
    setKind("clue");
    say("An empty grid.");
  },
  clear: () => change(state.clear(page.history.state)),
  read: () => read($("text").value),
  undo: () => move(-1),
  redo: () => move(1),
  cancel: () => engine.cancel(),
  share: async () => {
    const address = location.href;
    try {
      await navigator.clipboard.writeText(address);
      say("The address is copied; it holds the puzzle.");
    } catch {
      say(`Copy the address: ${address}`);
    }
  },
  theme: () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  },
  print: () => window.print(),
};

for (const [name, act] of Object.entries(ACTIONS)) {
  $(name)?.addEventListener("click", act);
}

document.addEventListener("keydown", (event) => {
  if (busy && event.key === "Escape") engine.cancel();
  const isText = event.target.closest?.("textarea, input[type=number]");
  if (isText || !(event.ctrlKey || event.metaKey)) return;
  const by = { z: event.shiftKey ? 1 : -1, y: 1 }[event.key.toLowerCase()];
  if (!by) return;
  move(by);
  event.preventDefault();
});

document.addEventListener("paste", (event) => {
  if (event.target.closest?.("textarea, input")) return;
  const text = event.clipboardData.getData("text/plain");
  if (text) read(text);
});

$("board").addEventListener("pointerdown", (event) => {
  const cell = page.board.cells.indexOf(event.target.closest("[role=gridcell]"));
  if (cell < 0) return;
  page.board.select(cell);
  event.preventDefault();
});

function fromAddress() {
  const found = state.fromAddress(location);
  if (found) read(found.text, found);
}

window.addEventListener("hashchange", () => {
  if (location.hash !== written) fromAddress();
});

function fill(id, names, usual) {
  const options = names.map((name) => {
    const option = document.createElement("option");
    option.value = option.textContent = name;
    option.selected = name === usual;
    return option;
  });
  $(id).append(...options);
}

fill("size", state.sizes, 9);
const found = state.fromAddress(location);
refresh();
engine.ask({ do: "about" }).then((reply) => {
  $("version").textContent = `satdoku ${reply.version}`;
  fill("format", reply.formats, "line");
  fill("encoding", reply.encodings, "extended");
  fill("level", reply.levels);
  fill("symmetry", reply.symmetries, "none");
  fill("scheme", reply.schemes, "hodoku");
}).catch(() => {});
if (found) read(found.text, found);
