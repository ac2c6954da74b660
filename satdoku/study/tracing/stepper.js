"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const { events, names, cells, clauses, rows, columns, box, symbols, graphs } = data;
const byId = (id) => document.getElementById(id);
let at = 0;

function make(tag, text, kind) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
}
function nameOf(literal) {
  const name = names[Math.abs(literal)];
  if (literal > 0) return name;
  if (cells[-literal]) return name.replace("=", "≠");
  return /^\d+$/.test(name) ? "-" + name : "not " + name;
}
const numbers = new Map(Object.keys(names).flatMap((v) => [[nameOf(+v), +v], [nameOf(-v), -v]]));
function literalOf(text) {
  const name = text.trim().replace("!=", "≠");
  return numbers.get(name);
}

// The trail after the first `end` events: [literal, level, event] each.
function trailAt(end) {
  const trail = [], back = (level) => { while (trail.length && trail[trail.length - 1][1] >= level) trail.pop(); };
  for (const event of events.slice(0, end)) {
    if (event.kind === "left" || event.kind === "flipped") back(event.level);
    if (event.kind === "jumped") back(event.level + 1);
    if (event.literal) trail.push([event.literal, event.level, event]);
  }
  return trail;
}
function isPlaced(event) { return event.literal > 0 && cells[event.literal] !== undefined; }

function drawGrid(trail, event) {
  byId("grid").replaceChildren();
  if (!rows) return;
  const placed = {}, gone = {}, marked = new Set();
  for (const [literal, level, from] of trail) {
    const place = cells[Math.abs(literal)];
    if (!place) continue;
    const [cell, digit] = place;
    if (literal > 0) placed[cell] = [digit, level, from]; else (gone[cell] ??= new Set()).add(digit);
  }
  for (const literal of (event && event.clause) || []) {
    const place = cells[Math.abs(literal)];
    if (place) marked.add(place[0]);
  }
  const now = event && event.literal ? cells[Math.abs(event.literal)] : undefined;
  const table = make("table");
  for (let row = 0; row < rows; row++) {
    const line = table.insertRow();
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column, field = line.insertCell();
      if (placed[cell]) {
        const [digit, level, from] = placed[cell];
        field.textContent = symbols[digit - 1];
        field.classList.add(from.clue ? "clue" : level ? "deep" : "fact");
      } else {
        const open = symbols.map((symbol, i) => (gone[cell] && gone[cell].has(i + 1) ? " " : symbol));
        const wide = Math.ceil(Math.sqrt(open.length)), small = make("small", "");
        for (let i = 0; i < open.length; i += wide) small.append(open.slice(i, i + wide).join(" ") + "\n");
        field.append(small);
      }
      if (now && now[0] === cell) field.classList.add("now");
      if (marked.has(cell)) field.classList.add("clause");
      if (box && (column + 1) % box[1] === 0 && column + 1 < columns) field.classList.add("right");
      if (box && (row + 1) % box[0] === 0 && row + 1 < rows) field.classList.add("below");
    }
  }
  byId("grid").append(table);
}
function drawTrail(trail) {
  const parent = byId("trail"), levels = new Map();
  const wasOpen = parent.querySelector("details")?.open ?? false;
  parent.replaceChildren();
  for (const [literal, level] of trail) {
    if (!levels.has(level)) levels.set(level, []);
    levels.get(level).push(nameOf(literal));
  }
  for (const [level, literals] of levels) {
    const line = make("p");
    if (level === 0) {
      const folded = make("details"); folded.open = wasOpen;
      folded.append(make("summary", "Level 0: " + literals.length + " literals"), make("p", literals.join(", ")));
      parent.append(folded);
      continue;
    }
    line.append("Level " + level + ": ", make("b", literals[0]));
    if (literals.length > 1) line.append(", " + literals.slice(1).join(", "));
    parent.append(line);
  }
}
function drawEvent(event) {
  const parent = byId("event"), graph = byId("graph");
  parent.className = event ? event.kind : "";
  parent.replaceChildren(make("p", event ? "Step " + at + " of " + events.length + ", level " + event.level + ": " + event.text : "Before the first step."));
  if (event && event.why) parent.append(make("p", event.why));
  if (event && event.steps) {
    const list = make("ol");
    for (const step of event.steps) list.append(make("li", step));
    parent.append(list);
  }
  graph.replaceChildren();
  const picture = event && event.graph !== undefined ? graphs[event.graph] : "";
  if (picture) graph.innerHTML = picture;
}
function show(to) {
  at = Math.max(0, Math.min(events.length, to));
  const event = at ? events[at - 1] : null, trail = trailAt(at);
  byId("at").max = events.length; byId("at").value = at;
  byId("if").replaceChildren();
  drawGrid(trail, event); drawTrail(trail); drawEvent(event);
}
function seek(test, step) {
  for (let to = at + step; to > 0 && to <= events.length; to += step) if (test(events[to - 1])) return show(to);
}
function go(where, step = 1) {
  if (where === "first") show(0);
  else if (where === "last") show(events.length);
  else if (where === "back") show(at - 1);
  else if (where === "on") show(at + 1);
  else if (where === "placed") seek(isPlaced, step);
  else if (where === "until") {
    const literal = literalOf(byId("until").value);
    if (literal) seek((event) => event.literal === literal, step);
    else byId("if").replaceChildren(make("p", "No literal of that name; expected one such as " + nameOf(1) + " or " + nameOf(-1)));
  } else if (where === "decided") seek((event) => event.kind === "decided" || event.kind === "flipped", step);
  else seek((event) => event.kind === where, step);
}

// What if: propagate another decision from here, in the formula and what was learned.
function whatIf() {
  const parent = byId("if"), literal = literalOf(byId("literal").value), trail = trailAt(at);
  parent.replaceChildren();
  if (!literal) return parent.append(make("p", "No literal of that name; expected one such as " + nameOf(1)));
  if (!clauses) return parent.append(make("p", "The formula is too large to be in this page."));
  const learned = events.slice(0, at).filter((event) => event.kind === "learned").map((event) => event.clause);
  const truths = new Set(trail.map(([one]) => one)), every = clauses.concat(learned), found = [];
  if (truths.has(literal) || truths.has(-literal)) return parent.append(make("p", nameOf(literal) + " is " + (truths.has(literal) ? "true" : "false") + " already."));
  truths.add(literal);
  let conflict = null, changed = true;
  while (changed && !conflict) {
    changed = false;
    for (const clause of every) {
      if (clause.some((x) => truths.has(x))) continue;
      const open = clause.filter((x) => !truths.has(-x));
      if (!open.length) { conflict = clause; break; }
      if (open.length === 1) { truths.add(open[0]); found.push(open[0]); changed = true; }
    }
  }
  parent.append(make("p", "What if " + nameOf(literal) + "? " + found.length + " literals follow" + (conflict ? ", and a conflict: " + conflict.map(nameOf).join(" or ") + " is false. So " + nameOf(-literal) + " follows from the trail." : ", no conflict.")));
  if (found.length) parent.append(make("p", found.map(nameOf).join(", "), "grey"));
  const extra = [literal, ...found].map((one) => [one, 1, {}]);
  drawGrid(trail.concat(extra), { literal, clause: conflict || [] });
}

for (const button of document.querySelectorAll("button[data-go]")) button.onclick = (event) => go(button.dataset.go, event.shiftKey ? -1 : 1);
byId("what").onclick = whatIf;
byId("literal").onkeydown = (event) => { if (event.key === "Enter") whatIf(); };
byId("until").onkeydown = (event) => { if (event.key === "Enter") go("until"); };
byId("at").oninput = () => show(+byId("at").value);
const keys = { ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last", d: "decided", c: "conflict", p: "placed", r: "restarted", s: "found" };
document.onkeydown = (event) => {
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const where = keys[event.key] || keys[event.key.toLowerCase()];
  if (where) { go(where, event.shiftKey ? -1 : 1); event.preventDefault(); }
};
show(0);
