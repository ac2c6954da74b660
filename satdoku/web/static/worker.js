// Runs satdoku on Pyodide.  In: {id, request}.  Out: {loading}, {ready}, {id, progress}
// and {id, reply}, or {failed} where it cannot start.  The page ends it to cancel.

const BETWEEN = 100; // milliseconds between two reports of progress
const PLAIN = new Set(["about", "read", "convert", "picture"]); // no search

const say = (message) => self.postMessage(message);

async function start() {
  const base = new URL("./", self.location.href);
  const config = await (await fetch(new URL("config.json", base))).json();
  const place = new URL(config.pyodide, base).href;
  say({ loading: "Loading Python (1 of 3)…" });
  const { loadPyodide } = await import(`${place}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: place });
  say({ loading: "Loading satdoku (2 of 3)…" });
  await load(python, new URL(config.package, base).href);
  say({ loading: "Starting satdoku (3 of 3)…" });
  const api = python.pyimport("satdoku.web.api");
  api.load("reading");
  const { answer } = api, { solver } = config; // searches need it, and only they
  const source = solver.endsWith(".whl") ? new URL(solver, base).href : solver;
  const searches = load(python, source).then(() => api.load());
  searches.catch(() => {}); // who asks for a search is told
  return { answer, searches };
}

async function load(python, name) {
  const failed = [];
  await python.loadPackage([name], {
    messageCallback: () => {},
    errorCallback: (text) => failed.push(text),
  });
  if (failed.length) throw new Error(failed.join("; "));
}

const started = start();
started.then(
  () => say({ ready: true }),
  (error) => say({ failed: String(error.message ?? error) }),
);

self.onmessage = async ({ data: { id, request } }) => {
  let last = 0;
  const progress = (count, what) => {
    const now = performance.now();
    if (now - last < BETWEEN) return;
    last = now;
    say({ id, progress: [count, what] });
  };
  try {
    const { answer, searches } = await started;
    if (!PLAIN.has(request.do)) await searches;
    say({ id, reply: JSON.parse(answer(JSON.stringify(request), progress)) });
  } catch (error) {
    say({ id, reply: { ok: false, kind: "EngineError", error: String(error.message ?? error) } });
  }
};
