// The page: its tabs and buttons, what is read, and what is kept.

import { $, button, download, list, make, note, sentence, store } from "./dom.js";
import { closeEditor, openEditor, setTools, startEditor } from "./editor.js";
import * as follow from "./follow.js";
import { page } from "./page.js";
import { clock, setKind, startPlay } from "./play.js";
import * as results from "./results.js";
import * as state from "./state.js";

const KEPT = 300; // milliseconds after a change when it is written into the address
const TABS = ["play", "set", "prove", "open", "share"];

// Reading

let isNew = true; // whether nobody has done anything yet

/** @param {state.State} next @param {boolean} isOpened whether it replaces an untouched page */
function show(next, isOpened = isNew) {
  if (!isOpened) {
    page.change(next);
    return;
  }
  const before = page.state;
  page.history.replace(next);
  page.isAbout = () => true;
  page.changed(before);
}

/** @param {string} text @param {Record<string, any>} entries */
async function read(text, entries = {}) {
  const wasNew = isNew;
  const reply = await page.ask("Reading", { do: "read", puzzle: text });
  if (!reply) return;
  const next = state.withEntries(state.fromReply(reply), entries);
  show(next, wasNew);
  setKind("digit");
  const first = reply.several ? "The first puzzle of several. " : "";
  const { rules } = reply.board;
  const understood = rules.length
    ? `${reply.understood.split(`, ${rules[0].text}`)[0]}, ${rules.length} rule${rules.length === 1 ? "" : "s"}`
    : reply.understood;
  page.say(`${first}${sentence(understood)}`);
  if (!$("panel-open").hidden) choose("play");
}

// What the puzzle is called, what its maker says, what was not read

function showWords() {
  const { more, board } = page.state;
  const words = more.details ?? {};
  const title = [more.name, words.author && `by ${words.author}`].filter(Boolean).join(" ");
  $("title").textContent = title;
  $("title").hidden = !title;
  const rules = board.rules.map(({ text, sentence: plain }) => [plain, text]);
  const plain = [...new Set(rules.map(([text, other]) => text || other))];
  $("maker-rules").textContent = words.rules ?? "";
  $("rules").replaceChildren(...list(plain).children);
  $("rules-box").hidden = !plain.length && !words.rules;
  const texts = (more.warnings ?? []).map((text) => `Warning: ${text}.`);
  $("warnings").replaceChildren(...list(texts).children);
}

// What is kept: the address, and the game for the next visit

let written = "", timer = 0;

function keep() {
  clearTimeout(timer);
  timer = 0;
  written = state.toFragment(page.state);
  try {
    window.history.replaceState(null, "", location.pathname + written);
  } catch {
    // a browser that allows few changes of the address keeps the game all the same
  }
  store.set("game", written);
  store.set("seconds", String(clock.seconds));
}

function keepSoon() {
  isNew = false;
  if (!timer) timer = window.setTimeout(keep, KEPT);
}

window.addEventListener("pagehide", () => {
  if (!isNew) keep();
});

// Opens what the address names, or else the game of the last visit.
function openAddress(isFirst = false) {
  const given = state.fromAddress(location)
    ?? (isFirst ? state.fromAddress({ hash: store.get("game") ?? "" }) : null);
  if (!given) return;
  const view = state.firstView(given.text);
  if (view) show(state.withEntries(view, given.entries), isNew);
  clock.seconds = Number(store.get("game") === location.hash || !location.hash ? store.get("seconds") : 0) || 0;
  const wasNew = isFirst;
  isNew = isNew || wasNew;
  const isPlain = view && !given.text.startsWith("{");
  if (isPlain && isFirst) {
    page.say("");
    setKind("digit");
    isNew = false;
    return;
  }
  if (view) page.say("The rules are being read…");
  const seconds = clock.seconds;
  read(given.text, given.entries).then(() => { clock.seconds = Math.max(clock.seconds, seconds); });
}

// Tabs

function choose(name) {
  const wasOpen = !$("panel-set").hidden;
  for (const each of TABS) {
    $(`panel-${each}`).hidden = each !== name;
    $(`tab-${each}`).setAttribute("aria-selected", String(each === name));
    $(`tab-${each}`).tabIndex = each === name ? 0 : -1;
  }
  store.set("tab", name);
  if (name === "set") openEditor();
  else if (wasOpen) closeEditor();
}

function startTabs() {
  for (const name of TABS) $(`tab-${name}`).addEventListener("click", () => choose(name));
  $("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = TABS.findIndex((name) => $(`tab-${name}`) === document.activeElement);
    const next = TABS[(at + by + TABS.length) % TABS.length];
    choose(next);
    $(`tab-${next}`).focus();
    event.preventDefault();
  });
}

// Light and dark

function setTheme(name) {
  if (name) document.documentElement.dataset.theme = name;
}

function otherTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (isDark ? "dark" : "light");
  setTheme(now === "dark" ? "light" : "dark");
  store.set("theme", document.documentElement.dataset.theme ?? "");
}

// Buttons

const ask = (what, show_, request) => () => page.answer(what, show_, request());

const ACTIONS = {
  hint: () => follow.hint(),
  explain: () => follow.explain(),
  solve: ask("Solving", results.solve, () => ({ do: "solve", ...page.about })),
  solutions: ask("Solving", results.solutions, () => ({ do: "solve", ...page.about, limit: 1000 })),
  count: ask("Counting", results.count, () => ({ do: "count", ...page.about, limit: Number($("limit").value) })),
  check: ask("Checking", results.check, () => ({ do: "check", ...page.about })),
  candidates: ask("Checking", results.candidates, () => ({ do: "check", ...page.about })),
  rate: ask("Rating", results.rate, () => ({ do: "rate", ...page.about, scheme: $("scheme").value })),
  prove: ask("Proving", results.prove, () => ({ do: "prove", ...page.about })),
  cnf: ask("Encoding", results.cnf, () => ({ do: "cnf", puzzle: page.about.puzzle, encoding: $("encoding").value })),
  convert: ask("Writing", results.convert, () => ({ do: "convert", puzzle: page.about.puzzle, to: $("format").value })),
  picture: ask("Drawing", ({ text }) => ({
    text: "The picture of the puzzle, with its rules:",
    below: [list([download("puzzle.svg", text, undefined, "image/svg+xml")])],
  }), () => ({ do: "picture", puzzle: page.about.puzzle })),
  generate: () => {
    const request = { do: "generate", timeout: page.timeout, size: Number($("size").value), symmetry: $("symmetry").value };
    if ($("level").value) Object.assign(request, { level: $("level").value });
    return page.answer("Generating", (reply) => {
      show(state.fromReply(reply));
      setKind("digit");
      return results.generate(reply);
    }, request);
  },
  blank: () => {
    show(state.blank(Number($("size").value)));
    setKind("clue");
    page.say("An empty grid.");
  },
  read: () => read($("text").value),
  cancel: () => page.engine.cancel(),
  share: async () => {
    keep();
    try {
      await navigator.clipboard.writeText(location.href);
      page.say("The address is copied; it holds the puzzle.");
    } catch {
      page.say(`Copy the address: ${location.href}`);
    }
  },
  theme: otherTheme,
  print: () => window.print(),
  retry: () => {
    page.engine.retry();
    start();
  },
};

// A shelf of puzzles to begin with

async function showShelf() {
  const shelf = await (await fetch("shelf.json")).json();
  const parts = Object.entries(shelf).map(([heading, puzzles]) => make("div", {}, make("h2", {}, heading),
    make("p", { class: "buttons" }, ...puzzles.map(({ name, puzzle }) =>
      button(name, () => read(puzzle), { class: "ask" })))));
  $("shelf").replaceChildren(...parts);
}

// A format that can hold the puzzle, until somebody chooses another.
function suggestFormat() {
  if (!$("format").dataset.isChosen) $("format").value = page.state.board.rules.length ? "sudokupad" : "line";
}
$("format").addEventListener("change", () => { $("format").dataset.isChosen = "true"; });

// Starting

function fill(id, names, usual = "") {
  const options = names.map((name) => {
    const text = name.replace(/(\d+)$/, " $1°").replaceAll("_", " ");
    const label = id === "symmetry" ? text : name;
    return make("option", { value: name, selected: name === usual }, label);
  });
  $(id).replaceChildren(...(id === "level" ? [make("option", { value: "" }, "any")] : []), ...options);
}

async function start() {
  try {
    const about = await page.send({ do: "about" });
    $("version").textContent = `satdoku ${about.version}`;
    fill("format", about.formats);
    suggestFormat();
    fill("encoding", about.encodings, "extended");
    fill("level", about.levels);
    fill("symmetry", about.symmetries, "none");
    setTools(about.tools);
  } catch (error) {
    page.say(sentence(error.message), true);
  }
}

// Says what went wrong in the page itself: no question stays without an answer.
function fault(error) {
  page.say(`This page has a fault: ${error?.message ?? error}. Please report it.`, true);
}

window.addEventListener("error", ({ error, message }) => fault(error ?? message));
window.addEventListener("unhandledrejection", ({ reason }) => fault(reason));

setTheme(store.get("theme"));
startTabs();
for (const [name, act] of Object.entries(ACTIONS)) $(name).addEventListener("click", act);

document.addEventListener("keydown", (event) => {
  if (page.busy && event.key === "Escape") page.engine.cancel();
});
document.addEventListener("keydown", follow.onFollowKey);
startPlay();
startEditor();

document.addEventListener("paste", (event) => {
  if (/** @type {any} */ (event.target).closest?.("textarea, input")) return;
  const text = event.clipboardData?.getData("text/plain");
  if (text) read(text);
});

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) read(await file.text());
});
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (file) read(await file.text());
  $("file").value = "";
});

window.addEventListener("hashchange", () => {
  if (location.hash !== written) openAddress();
});

page.onSelect = () => page.refresh();
page.listeners.push(keepSoon, showWords, suggestFormat, follow.onChange);
fill("size", state.sizes.map(String), "9");
page.refresh();
openAddress(true);
choose(store.get("tab") === "set" ? "set" : "play");
start();
showShelf().catch(() => $("shelf").replaceChildren(note("The shelf could not be loaded.")));
if ("serviceWorker" in navigator && page.engine.isStatic) {
  navigator.serviceWorker.register("sw.js").catch(() => {}); // private windows have none
}
