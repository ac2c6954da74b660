// node pyodide.mjs FOLDER WHEEL...: answers the requests on standard input, an array of
// JSON, through Pyodide; prints [reply, seconds of processor time] of each.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...wheels] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
await python.loadPackage(wheels, { messageCallback: () => {} });
const answer = python.pyimport("satdoku.web.api").answer;
const start = process.cpuUsage();
const loaded = (start.user + start.system) / 1e6;
const replies = JSON.parse(readFileSync(0, "utf8")).map((request) => {
  const before = process.cpuUsage();
  const reply = JSON.parse(answer(JSON.stringify(request)));
  const { user, system } = process.cpuUsage(before);
  return [reply, (user + system) / 1e6];
});
process.stdout.write(JSON.stringify({ loaded, replies }));
