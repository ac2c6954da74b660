"""The style sheet and the script of pages: `page` puts them in.

Colours of pictures are in their shapes; in a dark window they are overruled here, by
the classes that the shapes have.
"""

from __future__ import annotations

from satdoku.drawing.palette import (
    BLUE,
    DARK_GREEN,
    DARK_ORANGE,
    DARK_VERMILION,
    GREEN,
    GREY,
    INK,
    LIGHT_BLUE,
    LIGHT_GREEN,
    LIGHT_VERMILION,
    LIGHT_YELLOW,
    ORANGE,
    PALE_GREY,
    PAPER,
    PURPLE,
    SKY,
    VERMILION,
)

__all__ = ["SCRIPT", "STYLE"]

_GROUND = "#161616"
_TEXT = "#ececec"
_TINTS = {
    "band": "#2d2d2d",
    "pattern": "#173a2d",
    "set-1": "#12324a",
    "set-2": "#40390e",
    "set-3": "#44203a",
    "set-4": "#4b2815",
    "clash-ground": "#4b2815",
    "mark-set-1": "#12324a",
    "mark-set-2": "#40390e",
    "mark-set-3": "#44203a",
    "mark-set-4": "#4b2815",
    "mark-removed": "#4b2815",
    "mark-fin": "#40390e",
    "mark-used": _GROUND,
    "mark-off": _GROUND,
}
"""Grounds in the dark."""

_TEXTS = {
    "clue": _TEXT,
    "key": _TEXT,
    "label": "#b4b4b4",
    "found": "#8cc8f0",
    "candidate": "#b4b4b4",
    "mark-used-digit": _TEXT,
    "mark-off-digit": _TEXT,
    "mark-fin-digit": _TEXT,
    "mark-set-digit": _TEXT,
    "mark-removed-digit": "#ffb48a",
    "mark-gone-digit": "#b4b4b4",
}
"""Letters in the dark; those on full colours stay as they are."""

_LINES = {
    "cell-lines": "#6a6a6a",
    "box-lines": _TEXT,
    "frame": _TEXT,
    "set-line-1": SKY,
    "set-line-2": ORANGE,
    "set-line-3": PURPLE,
    "set-line-4": "#f08a4b",
    "group": GREEN,
    "strike": "#ffb48a",
}
"""Lines in the dark."""

_LINKS = ("#e6a5c8", SKY, "#f39a63", ORANGE)
"""Chains in the dark."""


def _dark() -> str:
    rules = [f".{name}{{fill:{colour}}}" for name, colour in _TINTS.items()]
    rules += [f".{name}{{fill:{colour}}}" for name, colour in _TEXTS.items()]
    rules += [f".{name}{{stroke:{colour}}}" for name, colour in _LINES.items()]
    for number, colour in enumerate(_LINKS, 1):
        for kind in ("strong", "weak"):
            link = f".link-{kind}-{number}"
            rules.append(f"{link}[stroke]{{stroke:{colour}}}")
            rules.append(f"{link}:not([stroke]){{fill:{colour}}}")
    return "\n".join(rules)


STYLE = f"""
:root{{color-scheme:light dark}}
body{{margin:0 auto;padding:1rem;max-width:90rem;color:{INK};background:{PAPER};
font:1rem/1.45 system-ui,Helvetica,Arial,sans-serif}}
h1{{font-size:1.4rem;margin:0 0 .5rem}}
code{{overflow-wrap:anywhere}}
dl{{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:0 0 .5rem}}
dt{{font-weight:bold}}
dd{{margin:0;overflow-wrap:anywhere}}
main{{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(22rem,100%),1fr));
gap:1.5rem;margin-top:1rem}}
main>svg{{position:absolute}}
figure{{margin:0;break-inside:avoid;scroll-margin-top:4.5rem}}
figure svg{{width:100%;height:auto;max-width:28rem;display:block}}
figcaption{{max-width:28rem;overflow-wrap:anywhere}}
figcaption small{{opacity:.75}}
figcaption ol{{margin:.2rem 0;padding-left:2rem}}
nav{{position:sticky;top:0;padding:.5rem 0;background:inherit;z-index:1}}
output{{display:inline-block;min-width:5em;text-align:center}}
summary{{cursor:pointer;opacity:.75}}
.legend{{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.4rem 0}}
.key{{print-color-adjust:exact;-webkit-print-color-adjust:exact;
display:inline-block;vertical-align:middle;box-sizing:border-box;width:1.35em;height:1.35em;
line-height:1.2em;text-align:center;font-weight:bold;border-radius:50%;
border:.1em solid {GREEN}}}
.key.placed{{background:{BLUE};border-color:{BLUE};color:{PAPER}}}
.key.on{{background:{DARK_GREEN};border-color:{DARK_GREEN};color:{PAPER}}}
.key.off{{border-style:dashed}}
.key.removed{{background:{LIGHT_VERMILION};border-color:{VERMILION};
color:{DARK_VERMILION};text-decoration:line-through}}
.key.fin{{background:{LIGHT_YELLOW};border-color:{DARK_ORANGE};border-radius:0;
color:{INK}}}
.key.set,.key.pattern,.key.band,.key.cover{{border-radius:0}}
.key.set,.key.in-set{{background:{LIGHT_BLUE};border-color:{BLUE};color:{INK}}}
.key.pattern{{background:{LIGHT_GREEN};border-color:{LIGHT_GREEN}}}
.key.band{{background:{PALE_GREY};border-color:{PALE_GREY}}}
.key.cover{{border:.15em dashed {PURPLE}}}
.key.clash{{border-color:{VERMILION}}}
.key.dead{{border:0;color:{VERMILION};font-size:1.2em;height:1em;line-height:1}}
.key.gone{{border:0;font-weight:normal;text-decoration:line-through;opacity:.75}}
.key.group{{width:2.2em;border-color:{DARK_GREEN};border-radius:.7em}}
.key.number{{font-size:.7em;border-color:{GREY}}}
@media screen{{
body.one main{{display:block}}
body.one figure:not(.here){{display:none}}
body.one figure svg,body.one figcaption{{max-width:36rem}}
}}
@media (max-width:36rem){{
body{{padding:.6rem}}
nav small{{display:none}}
}}
@media print{{
summary{{display:none}}
nav{{display:none}}
body{{font-size:9pt;padding:0}}
main{{grid-template-columns:1fr 1fr}}
}}
@media screen and (prefers-color-scheme:dark){{
body{{color:{_TEXT};background:{_GROUND}}}
{_dark()}
.key.pattern{{background:{_TINTS["pattern"]};border-color:{_TINTS["pattern"]}}}
.key.band{{background:{_TINTS["band"]};border-color:{_TINTS["band"]}}}
.key.set,.key.in-set{{background:{_TINTS["set-1"]};border-color:{SKY};color:{_TEXT}}}
.key.group{{border-color:{GREEN}}}
}}
"""
"""How a page looks."""

SCRIPT = """
const steps = [...document.querySelectorAll("figure")];
const body = document.body, where = document.getElementById("where");
const details = [...document.querySelectorAll("details")];
let at = -1;
const open = (is) => details.forEach((part) => { part.open = is; });
function all() {
  at = -1;
  open(true);
  body.classList.remove("one");
  where.textContent = steps.length - 1 + " steps";
}
function show(number) {
  if (number < 0 || number >= steps.length) return;
  const first = at < 0;
  at = number;
  body.classList.add("one");
  steps.forEach((step, n) => step.classList.toggle("here", n === at));
  if (first) {
    open(false);
    steps[at].scrollIntoView({ block: "nearest" });
  }
  where.textContent = at + 1 < steps.length
    ? at + 1 + " of " + (steps.length - 1) : "end";
}
const keys = {
  ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1),
  Home: () => show(0), End: () => show(steps.length - 1), Escape: all,
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
document.getElementById("back").onclick = keys.ArrowLeft;
document.getElementById("next").onclick = keys.ArrowRight;
document.getElementById("all").onclick = all;
document.querySelector("nav").hidden = false;
addEventListener("beforeprint", () => open(true));
const asked = steps.findIndex((step) => "#" + step.id === location.hash);
asked < 0 ? all() : show(asked);
"""
"""Shows steps one by one; without it all stand below each other."""
