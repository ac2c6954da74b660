// Asks the worker, one request at a time, and ends it where somebody cancels.

export class Cancelled extends Error {}

export class Engine {
  // `onState` is called with "loading", "ready" or "failed" and what there is to say.
  constructor(onState) {
    this.onState = onState;
    this.waiting = new Map();
    this.last = 0;
    this.start();
  }

  start() {
    this.onState("loading", "Loading Python…");
    this.failure = null;
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message || "the worker could not be loaded");
    };
  }

  receive({ ready, failed, id, progress, reply }) {
    if (ready) this.onState("ready", "Ready");
    else if (failed) this.fail(failed);
    else if (progress) this.waiting.get(id)?.onProgress(...progress);
    else {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      waiting?.resolve(reply);
    }
  }

  fail(text) {
    this.onState("failed", `Python could not be loaded: ${text}`);
    this.failure = new Error(`Python could not be loaded: ${text}`);
    this.rejectAll(this.failure);
  }

  rejectAll(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

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
}
