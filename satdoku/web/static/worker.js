// Runs satdoku on Pyodide.  In: {id, request}.  Out: {ready}, {id, progress} and
// {id, reply}, or {failed} where it cannot start.  The page ends it to cancel.

const BETWEEN = 100; // milliseconds between two reports of progress

async function start() {
  const base = new URL("./", self.location.href);
  const config = await (await fetch(new URL("config.json", base))).json();
  const place = new URL(config.pyodide, base).href;
  const { loadPyodide } = await import(`${place}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: place });
  const packages = config.packages.map((name) =>
    name.endsWith(".whl") ? new URL(name, base).href : name,
  );
  const failed = [];
  await python.loadPackage(packages, {
    messageCallback: () => {},
    errorCallback: (text) => failed.push(text),
  });
  if (failed.length) throw new Error(failed.join("; "));
  return python.pyimport("satdoku.web.api").answer;
}

const answer = start();
answer.then(
  () => self.postMessage({ ready: true }),
  (error) => self.postMessage({ failed: String(error.message ?? error) }),
);

self.onmessage = async ({ data: { id, request } }) => {
  let last = 0;
  const progress = (count, what) => {
    const now = performance.now();
    if (now - last < BETWEEN) return;
    last = now;
    self.postMessage({ id, progress: [count, what] });
  };
  const ask = await answer;
  self.postMessage({ id, reply: JSON.parse(ask(JSON.stringify(request), progress)) });
};
