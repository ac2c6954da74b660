// Asks Python, one request at a time: the server that served this page, or Pyodide in a
// worker.  Both answer the same requests with the same replies.

export class Cancelled extends Error {}

/** @typedef {(name: "loading" | "ready" | "failed", text: string) => void} OnState */
/** @typedef {(count: number, unit: string) => void} OnProgress */

/** @param {OnState} onState @returns {ServerEngine | PyodideEngine} */
export function startEngine(onState) {
  const meta = document.querySelector("meta[name=satdoku-token]");
  const token = meta?.getAttribute("content") ?? "";
  return token ? new ServerEngine(token, onState) : new PyodideEngine(onState);
}

// One question after the other: what is asked meanwhile waits.
class Queue {
  constructor() {
    this.last = Promise.resolve();
  }

  /** @template T @param {() => Promise<T>} job @returns {Promise<T>} */
  add(job) {
    const result = this.last.then(job, job);
    this.last = result.then(() => {}, () => {});
    return result;
  }
}

const LOST = "the program that answers this page does not run any more; start `satdoku web` again";

export class ServerEngine {
  isStatic = false;

  /** @param {string} token @param {OnState} onState */
  constructor(token, onState) {
    this.token = token;
    this.onState = onState;
    this.queue = new Queue();
    /** @type {Set<AbortController>} */
    this.running = new Set();
    onState("loading", "Starting…");
  }

  /** @param {object} request @param {OnProgress} onProgress @returns {Promise<any>} */
  ask(request, onProgress = () => {}) {
    const abort = new AbortController();
    this.running.add(abort);
    const reply = this.queue.add(() => this.send(request, onProgress, abort.signal));
    return reply.finally(() => this.running.delete(abort));
  }

  async send(request, onProgress, signal) {
    if (signal.aborted) throw new Cancelled();
    try {
      const response = await fetch("answer", {
        method: "POST", signal, cache: "no-store",
        headers: { "Content-Type": "application/json", "X-Satdoku-Token": this.token },
        body: JSON.stringify(request),
      });
      if (response.status === 413) throw new Error("the puzzle is too large");
      if (!response.ok || !response.body) throw new Error(LOST);
      const reply = await lastLine(response.body, onProgress);
      this.onState("ready", "Ready");
      return reply;
    } catch (error) {
      if (signal.aborted) throw new Cancelled();
      const isOurs = /too large/.test(String(error));
      if (!isOurs) this.onState("failed", "Not connected");
      throw isOurs ? error : new Error(LOST);
    }
  }

  cancel() {
    for (const abort of this.running) abort.abort();
  }

  retry() {
    this.onState("loading", "Starting…");
  }
}

// Reads lines of JSON: reports of progress, and at last the reply.
async function lastLine(body, onProgress) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "", reply = null;
  for (;;) {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const record = JSON.parse(line);
      if (record.progress) onProgress(...record.progress);
      else reply = record;
    }
    if (done) break;
  }
  if (!reply) throw new Error(LOST);
  return reply;
}

const IDLE = 3000; // milliseconds after which a second Python is loaded, for Cancel

export class PyodideEngine {
  isStatic = true;

  /** @param {OnState} onState */
  constructor(onState) {
    this.onState = onState;
    /** @type {Map<number, {resolve: (reply: any) => void, reject: (error: Error) => void, onProgress: OnProgress}>} */
    this.waiting = new Map();
    this.last = 0;
    this.spare = null;
    this.start();
  }

  start() {
    this.failure = null;
    this.worker = this.spare ?? this.load();
    this.spare = null;
    const worker = this.worker;
    if (worker.isReady) this.ready(worker);
    else this.onState("loading", "Loading Python…");
  }

  // Loads Python in a worker of its own.
  load() {
    const worker = /** @type {Worker & {isReady?: boolean}} */ (new Worker("worker.js", { type: "module" }));
    worker.onmessage = ({ data }) => this.receive(worker, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(worker, event.message || "the worker could not be loaded");
    };
    return worker;
  }

  ready(worker) {
    worker.isReady = true;
    if (worker !== this.worker) return;
    this.onState("ready", "Ready");
    const memory = /** @type {any} */ (navigator).deviceMemory ?? 8;
    if (memory >= 4) setTimeout(() => { this.spare ??= this.load(); }, IDLE);
  }

  receive(worker, { ready, failed, loading, id, progress, reply }) {
    if (ready) this.ready(worker);
    else if (failed) this.fail(worker, failed);
    else if (worker !== this.worker) return;
    else if (loading) this.onState("loading", loading);
    else if (progress) this.waiting.get(id)?.onProgress(progress[0], progress[1]);
    else {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      waiting?.resolve(reply);
    }
  }

  fail(worker, text) {
    if (worker !== this.worker) {
      if (worker === this.spare) this.spare = null;
      return;
    }
    const message = `Python could not be loaded: ${text}`;
    this.failure = new Error(message);
    this.onState("failed", message);
    this.rejectAll(this.failure);
  }

  rejectAll(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  /** @param {object} request @param {OnProgress} onProgress @returns {Promise<any>} */
  ask(request, onProgress = () => {}) {
    if (this.failure) return Promise.reject(this.failure);
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      this.worker.postMessage({ id, request });
    });
  }

  cancel() {
    this.worker.terminate();
    this.rejectAll(new Cancelled());
    this.start();
  }

  retry() {
    this.start();
  }
}
