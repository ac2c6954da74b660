// Elements, sentences and pictures; whatever text is in an element stays text.

/** @param {string} id @returns {any} the element with that id */
export const $ = (id) => document.getElementById(id);

/**
 * Makes an element: `on…` are listeners, `true` is an attribute without a value.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...any} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, item] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), item);
    else if (item === true) element.setAttribute(name, "");
    else if (item !== false && item != null) element.setAttribute(name, item);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** @param {string} text @param {(event: any) => any} onclick */
export const button = (text, onclick, attributes = {}) =>
  make("button", { type: "button", onclick, ...attributes }, text);

/** @param {any[]} items */
export const list = (items, kind = "ul") =>
  make(kind, {}, ...items.map((item) => make("li", {}, item)));

/** @param {string} text */
export const note = (text) => make("p", { class: "note" }, text);

/**
 * Returns a message of Python as a sentence; the name of a cell stays small.
 * @param {string} text
 */
export function sentence(text) {
  const start = /^r\d+c\d/.test(text) ? text[0] : text[0].toUpperCase();
  return `${start}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** @param {number} count */
export const number = (count) => count.toLocaleString("en");
/** @param {number} count @param {string} one */
export const counted = (count, one) => `${number(count)} ${one}${count === 1 ? "" : "s"}`;

const NS = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, any>} attributes @param {...any} children */
export function shape(tag, attributes, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, item] of Object.entries(attributes)) element.setAttribute(name, item);
  element.append(...children);
  return element;
}

/** @param {string} svg @param {string} alt */
export function pictureOf(svg, alt) {
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return make("img", { src: source, alt, class: "picture", draggable: "false" });
}

/** @param {string} name @param {string} text @param {string} [label] */
export function download(name, text, label, type = "text/plain") {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const size = `${name} (${number(text.length)} bytes)`;
  return make("a", { href, download: name, class: "download" }, label ?? size);
}

// What the browser keeps; where it keeps nothing, as in a private window, neither do we.
export const store = {
  /** @param {string} key @returns {string | null} */
  get(key) {
    try {
      return localStorage.getItem(`satdoku.${key}`);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(`satdoku.${key}`, value);
    } catch {
      // a full or forbidden store is no reason to stop
    }
  },
};
