// Following a solution: hints and steps are drawn on the board, the sentence above it.

import { $, button, counted, make, note, number, sentence } from "./dom.js";
import { page } from "./page.js";
import * as state from "./state.js";

const STATUS = {
  multiple: "The puzzle has several solutions.",
  none: "The puzzle has no solution.",
};

/** @type {null | Path} The path that is followed. */
let path = null;

/** @typedef {import("./replies").Hint} HintRecord */
/** @typedef {import("./replies").Explain} PathRecord */

/**
 * What a path or a hint starts from, where that is not sound.
 * @param {HintRecord | PathRecord} record
 */
function faults(record) {
  const over = {}, lines = [];
  const { texts } = page.state.board;
  if (record.mistakes.length) {
    over.mistakes = new Set(record.mistakes.map(({ cell }) => page.board.cellNamed(cell)));
    const wrong = record.mistakes.map(({ cell, digit }) => `${cell}=${texts[digit]}`);
    lines.push(`Wrong: ${wrong.join(", ")}.`);
  }
  const named = [...record.contradiction, ...record.contradiction_constraints];
  if (named.length) {
    over.culprits = new Set(record.contradiction.map((name) => page.board.cellNamed(name)));
    lines.push(`These contradict each other: ${named.join(", ")}.`);
  }
  page.over(over);
  return lines;
}

export function hint(detail = 1) {
  path = null;
  const request = { do: "hint", ...page.position, detail };
  return page.answer("Looking for a step", (reply) => {
    /** @type {{record: HintRecord}} */
    const { record } = reply;
    if (record.mistakes.length && detail === 1) return mistakeHint(record);
    const lines = faults(record);
    if (lines.length) return { text: lines.join(" ") };
    page.over({ named: page.board.cellsIn(record.text) });
    const buttons = [];
    if (detail < 4) buttons.push(button("Tell me more", () => hint(detail + 1), { class: "ask" }));
    else if (record.steps.length) {
      const [step] = record.steps;
      showStep(reply);
      buttons.push(button("Do this step", () => doStep(step, reply), { class: "main" }), ...aboutButton(step));
    }
    buttons.push(button("Close", () => page.say("")));
    $("stepper").replaceChildren(...buttons);
    return { text: `Hint ${record.detail} of 4: ${record.text}.` };
  }, request);
}

// That something is wrong is a hint of its own; where, only for who asks.
function mistakeHint(record) {
  const count = counted(record.mistakes.length, "digit");
  $("stepper").replaceChildren(button("Show me", () => page.say(faults(record).join(" "))),
    button("Close", () => page.say("")));
  return { text: `Before a hint: ${count} of yours ${record.mistakes.length === 1 ? "is" : "are"} wrong.` };
}

function showStep(reply) {
  page.board.step = { digits: reply.digits, candidates: reply.candidates };
  page.refresh();
  page.board.showPicture(reply);
}

function aboutButton(step) {
  return step.technique ? [button(`About ${step.title}`, () => aboutTechnique(step.technique), { class: "ask" })] : [];
}

async function aboutTechnique(name) {
  const reply = await page.ask("Looking it up", { do: "technique", name });
  if (!reply) return;
  const box = make("section", { class: "about", "aria-label": reply.title },
    make("h2", {}, `${reply.title} (${reply.level})`), ...reply.text.map((text) => make(text.startsWith(" ") ? "pre" : "p", {}, text)));
  $("details").querySelector(".about")?.remove();
  $("details").prepend(box);
  if (box.getBoundingClientRect().top > innerHeight - 120) box.scrollIntoView({ block: "nearest" });
}

// Enters what a step places, and takes from the marks what it removes.
function doStep(step, reply, now = page.state) {
  const digits = [...now.digits], marks = [...now.marks];
  const cellOf = ({ cell }) => page.board.cellNamed(cell);
  for (const place of step.places) if (!now.clues[cellOf(place)]) digits[cellOf(place)] = place.digit;
  for (const remove of step.removes) {
    const cell = cellOf(remove);
    const mask = marks[cell] || reply.candidates[cell].reduce((bits, digit) => bits | (1 << (digit - 1)), 0);
    if (!digits[cell]) marks[cell] = mask & ~(1 << (remove.digit - 1));
  }
  page.isAbout = () => true;
  page.change({ ...now, digits, marks });
  if (path) path.go(1);
  else page.say(`Done: ${step.outcome}. Ask for the next hint when you like.`);
}

// A path, step by step.
class Path {
  constructor(request, steps, text) {
    this.request = request;
    this.steps = steps;
    this.text = text;
    this.index = 0;
    /** @type {Map<number, Promise<any>>} */
    this.replies = new Map();
    this.items = steps.map((step, at) => button(step.text, () => this.show(at)));
    this.box = make("div", { class: "steps", tabindex: 0, role: "region", "aria-label": "All steps" }, make("ol", {}, ...this.items.map((item) => make("li", {}, item))));
  }

  // The picture of a step is asked for once.
  replyTo(index) {
    let reply = this.replies.get(index);
    if (!reply) {
      reply = page.send({ do: "step", ...this.request, step: index + 1 });
      reply.catch(() => this.replies.delete(index));
      this.replies.set(index, reply);
    }
    return reply;
  }

  go(by) {
    const index = Math.min(Math.max(this.index + by, 0), this.steps.length - 1);
    return this.show(index);
  }

  async show(index) {
    this.index = index;
    const step = this.steps[index];
    $("answer").textContent = `${number(index + 1)}. ${sentence(step.text)}`;
    $("answer").classList.remove("error");
    $("answer").scrollTop = 0;
    this.controls(step);
    this.items.forEach((item, at) => {
      if (at === index) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    this.scroll();
    try {
      const reply = await this.replyTo(index);
      if (path !== this || this.index !== index) return;
      this.reply = reply;
      showStep(reply);
      if (index + 1 < this.steps.length) this.replyTo(index + 1).catch(() => {});
    } catch (error) {
      if (path === this && this.index === index) $("details").prepend(note(sentence(error.message)));
    }
  }

  controls(step) {
    if (!this.row) {
      this.place = make("span", { class: "place" });
      this.doIt = button("Do this step", () => this.enterStep(), { class: "main" });
      this.about = make("span");
      this.row = [button("◀", () => this.go(-1), { "aria-label": "Previous" }), this.place,
        button("▶", () => this.go(1), { "aria-label": "Next" }), this.doIt, this.about,
        button("Close", () => this.close())];
    }
    if ($("stepper").firstChild !== this.row[0]) $("stepper").replaceChildren(...this.row);
    this.place.textContent = `Step ${number(this.index + 1)} of ${number(this.steps.length)}`;
    this.about.replaceChildren(...aboutButton(step));
  }

  async enterStep() {
    const at = this.index;
    const reply = await this.replyTo(at);
    const steps = this.steps.slice(0, at + 1);
    // What led here is entered with it.
    const digits = [...page.state.digits];
    for (const { places } of steps) {
      for (const { cell, digit } of places) {
        const index = page.board.cellNamed(cell);
        if (!page.state.clues[index]) digits[index] = digit;
      }
    }
    doStep(this.steps[at], reply, { ...page.state, digits });
  }

  scroll() {
    const { offsetTop, offsetHeight } = this.items[this.index], { box } = this;
    const least = offsetTop + offsetHeight - box.clientHeight;
    box.scrollTop = Math.min(Math.max(box.scrollTop, least), offsetTop);
  }

  close() {
    path = null;
    page.say(this.text);
  }
}

export function explain() {
  const request = page.position;
  return page.answer("Explaining", (reply) => {
    /** @type {{record: PathRecord}} */
    const { record } = reply;
    const { steps } = record;
    const lines = faults(record);
    if (STATUS[record.status]) lines.unshift(STATUS[record.status]);
    if (!steps.length) return { text: lines.join(" ") || "The grid is complete." };
    const score = record.score == null ? "" : `, score ${number(record.score)}`;
    const level = record.level ? `, ${record.level}${score} (${record.scheme})` : "";
    if (record.end === "timeout") lines.push("Out of time before the end.");
    const summary = `${counted(steps.length, "step")}${level}. ${lines.join(" ")}`;
    path = new Path(request, steps, summary);
    const followed = path;
    queueMicrotask(() => {
      if (path !== followed) return;
      followed.show(0);
      $("answer").focus({ preventScroll: true }); // so that Enter does the step
    });
    return { text: summary, below: [note(summary), followed.box] };
  }, { do: "explain", ...request });
}

export const isFollowing = () => Boolean(path && $("stepper").firstChild === path.row?.[0]);

// Arrow keys go through the steps; Enter does one, Escape closes.
export function onFollowKey(event) {
  if (!isFollowing() || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.("textarea, input, select")) return;
  const { key } = event;
  const followed = /** @type {Path} */ (path);
  const isButton = event.target.closest?.("button, a");
  if (key === "ArrowRight" || key === "ArrowDown") followed.go(1);
  else if (key === "ArrowLeft" || key === "ArrowUp") followed.go(-1);
  else if (key === "Home") followed.show(0);
  else if (key === "End") followed.show(followed.steps.length - 1);
  else if (key === "Escape") followed.close();
  else if (key === "Enter" && !isButton) followed.enterStep();
  else return;
  event.preventDefault();
}

/** @param {import("./state.js").State} before */
export function onChange(before) {
  if (path && !state.isSamePuzzle(before, page.state)) path = null;
}
