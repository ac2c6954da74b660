// What all parts of the page share: the puzzle, the board, questions and their answers.

import { Board } from "./board.js";
import { $, make, sentence } from "./dom.js";
import { Cancelled, startEngine } from "./engine.js";
import * as state from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {{text: string, below?: any[]}} Answer */

class Page {
  constructor() {
    this.history = new state.History(state.blank(9));
    /** @type {Record<string, any>} What answers add to the board. */
    this.overlay = {};
    /** @type {null | {what: string, since: number, count: string, timer: any}} */
    this.busy = null;
    /** @type {(state: State) => boolean} Whether the answer is about a state. */
    this.isAbout = () => true;
    /** @type {((before: State) => void)[]} Called when another state is shown. */
    this.listeners = [];
    this.board = new Board($("board"), () => this.onSelect());
    this.onSelect = () => {};
    /** @type {Set<number>} */
    this.clashes = new Set();
    this.engine = startEngine((name, text) => this.showEngine(name, text));
  }

  /** @returns {State} */
  get state() {
    return this.history.state;
  }

  showEngine(name, text) {
    document.body.dataset.engine = name;
    $("status").textContent = text;
    $("retry").hidden = name !== "failed";
  }

  // The board

  refresh() {
    $("undo").disabled = this.history.index === 0;
    $("redo").disabled = this.history.index === this.history.states.length - 1;
    this.board.show(this.state, { ...this.overlay, clashes: this.clashes });
  }

  /** @param {Record<string, any>} shown */
  over(shown) {
    this.overlay = shown;
    this.refresh();
  }

  /** @param {State} next */
  change(next) {
    const before = this.state;
    this.history.push(next);
    this.changed(before);
  }

  move(by) {
    const before = this.state;
    if (!this.history.move(by)) return;
    this.changed(before);
    $("said").textContent = by < 0 ? "Undone" : "Redone";
  }

  // Shows another state.  An answer holds as long as the clues are the same; a hint needs
  // the same digits, too.
  changed(before) {
    this.overlay = this.overlay.keeps?.(this.state) ? this.overlay : {};
    this.clashes = state.clashes(this.state);
    this.refresh();
    if (!this.isAbout(this.state)) {
      this.say("The puzzle has changed; ask again.");
      this.isAbout = () => true;
    }
    for (const listener of this.listeners) listener(before);
  }

  // Answers

  /** @param {string} text */
  say(text, isError = false, below = []) {
    $("answer").textContent = text;
    $("answer").classList.toggle("error", isError);
    $("details").replaceChildren(...below);
    $("stepper").replaceChildren();
    this.board.step = null;
    this.board.showPicture(null);
    this.refresh();
  }

  setBusy(what) {
    clearInterval(this.busy?.timer);
    this.busy = what && { what, since: performance.now(), count: "", timer: null };
    $("progress").hidden = !this.busy;
    document.body.classList.toggle("busy", Boolean(this.busy));
    for (const one of document.querySelectorAll(".ask")) {
      /** @type {HTMLButtonElement} */ (one).disabled = Boolean(this.busy);
    }
    if (this.busy) this.busy.timer = setInterval(() => this.tick(), 250);
    this.tick();
  }

  tick() {
    if (!this.busy) return;
    const time = ((performance.now() - this.busy.since) / 1000).toFixed(0);
    $("doing").textContent = `${this.busy.what}… ${time} s${this.busy.count}`;
  }

  get timeout() {
    const value = Number($("timeout").value);
    return value > 0 && value <= 3600 ? Math.ceil(value) : 60;
  }

  /**
   * @param {object} request @param {import("./engine.js").OnProgress} onProgress
   * @returns {Promise<any>} the reply; errors are thrown
   */
  async send(request, onProgress = () => {}) {
    const reply = await this.engine.ask(request, onProgress);
    if (reply.ok) return reply;
    throw new Error(`${reply.kind === "Stopped" ? "stopped: " : ""}${reply.error}`);
  }

  // Asks, and returns the reply, or nothing where there is none; errors are shown.
  async ask(what, request) {
    if (this.busy) return null;
    const before = document.activeElement;
    this.setBusy(what);
    try {
      return await this.send(request, (count, unit) => {
        if (this.busy) this.busy.count = `, ${count.toLocaleString("en")} ${unit}`;
      });
    } catch (error) {
      const isCancelled = error instanceof Cancelled;
      this.say(isCancelled ? "Cancelled." : sentence(error.message), !isCancelled);
      return null;
    } finally {
      const { activeElement } = document;
      this.setBusy(null);
      if (activeElement === $("cancel")) $("cancel").blur();
      if (before !== document.body) keepFocus(before);
    }
  }

  /**
   * Asks a question and shows its answer.
   * @param {string} what @param {(reply: any) => Answer} show @param {Record<string, any>} request
   */
  async answer(what, show, request) {
    if (this.busy) return;
    this.over({});
    const before = this.state, focused = document.activeElement;
    const reply = await this.ask(what, request);
    if (!reply) return;
    if ("puzzle" in request && !state.isSamePuzzle(this.state, before)) {
      this.say("The puzzle has changed; ask again.");
      return;
    }
    this.say("");
    const { text, below = [] } = show(reply);
    const doubt = reply.record?.warnings ? " This holds under the rules that were read." : "";
    $("answer").textContent = `${text}${doubt}`;
    $("details").replaceChildren(...below);
    this.holdsFor(request.do === "hint" || request.do === "explain");
    if (focused !== document.body) keepFocus(focused, $("stepper").querySelector("button"), $("answer"));
  }

  // Says that the answer is about the state of now; with its digits, or its clues alone.
  holdsFor(withDigits) {
    const now = this.state;
    this.isAbout = (other) => state.isSamePuzzle(other, now)
      && (!withDigits || String(other.digits) === String(now.digits));
  }

  // What requests have of the puzzle.
  get about() {
    return { puzzle: state.puzzleOf(this.state), timeout: this.timeout };
  }

  get position() {
    return { puzzle: state.positionOf(this.state), timeout: this.timeout };
  }
}

// A button that is disabled or removed drops the focus: gives it to the first of these.
export function keepFocus(...elements) {
  const focused = /** @type {any} */ (document.activeElement);
  if (focused && focused !== document.body && !focused.disabled) return;
  elements.find((element) => element?.isConnected && !element.disabled)
    ?.focus({ preventScroll: true });
}

export const page = new Page();

/** @param {string} id @param {string[]} texts */
export function listIn(id, texts) {
  $(id).replaceChildren(...texts.map((text) => make("li", {}, text)));
}
