"use strict";
// The address names the step that is shown (#step-12); without one, all are shown.
const steps = [...document.querySelectorAll("figure")];
const folds = [...document.querySelectorAll("details.singles")];
const unfolded = folds.filter((fold) => fold.open);
const links = [...document.querySelectorAll(".index a")];
const where = document.getElementById("where");
let at = -1;

function show() {
  at = steps.findIndex((step) => "#" + step.id === location.hash);
  const step = steps[at];
  document.body.classList.toggle("one", at >= 0);
  steps.forEach((each) => each.classList.toggle("here", each === step));
  folds.forEach((fold) => {
    fold.open = step ? fold.contains(step) : unfolded.includes(fold);
  });
  const last = links.findLast((link) => index(link.hash) <= at);
  links.forEach((link) => {
    if (link === last) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
  if (last) last.scrollIntoView({ block: "nearest" });
  const count = steps.length - 1;
  if (at < 0) where.textContent = count + (count === 1 ? " step" : " steps");
  else where.textContent = at < count ? at + 1 + " of " + count : "end";
  document.getElementById("back").href = "#" + steps[Math.max(at - 1, 0)].id;
  document.getElementById("next").href = "#" + steps[Math.min(at + 1, count)].id;
  scrollTo(0, 0);
}

function index(hash) {
  return steps.findIndex((step) => "#" + step.id === hash);
}

function go(number) {
  if (steps[number]) location.hash = steps[number].id;
}

const keys = {
  ArrowRight: () => go(at + 1),
  ArrowLeft: () => go(at - 1),
  Home: () => go(0),
  End: () => go(steps.length - 1),
  Escape: () => { location.hash = ""; },
};

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
// In the frame of a notebook a link would lead to the address of the notebook.
addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  location.hash = link.hash;
});
addEventListener("hashchange", show);
document.querySelector("nav").hidden = false;
show();
