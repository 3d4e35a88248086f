/* Small pieces of page: elements, buttons, steppers, choices, tables, bars. */

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

/** h("p", {class: "note", onclick: f}, "text", node, [more]): an HTML element. */
export const h = (tag, properties = {}, ...children) =>
  fill(document.createElement(tag), properties, children);

/** The same for SVG. */
export const svg = (tag, properties = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);

/** A button; properties as for h. */
export const button = (text, onclick, properties = {}) =>
  h("button", { type: "button", onclick, ...properties }, text);

/** Replace what is in an element, and keep the focus on the control with the same data-key. */
export function show(element, ...children) {
  const key = element.contains(document.activeElement) && document.activeElement.dataset.key;
  element.replaceChildren(...children.flat(Infinity).filter((c) => c != null && c !== false));
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** Minus, number, plus. label names it to everyone: stepper("Attempts", 5, 1, 50, set). */
export function stepper(label, value, least, most, set, text = label) {
  const step = (by, sign, word) => button(sign, () => set(value + by), {
    "aria-label": `${word} ${label}`,
    "data-key": `${word} ${label}`,
    disabled: value + by < least || value + by > most,
  });
  return h("span", { class: "stepper", role: "group", "aria-label": label },
    step(-1, "−", "less"), h("output", {}, String(value), " ", text), step(1, "+", "more"));
}

let names = 0;

/** One of several: options are [value, text]; set(value) is called when another is chosen. */
export function choice(legend, options, chosen, set, hidden = false) {
  const name = `choice-${(names += 1)}`;
  return h("fieldset", { class: "choice" },
    h("legend", { class: hidden ? "unseen" : "" }, legend),
    options.map(([value, text]) => h("label", {},
      h("input", { type: "radio", name, value, checked: value === chosen,
        "data-key": `${legend} ${value}`, onchange: () => set(value) }),
      h("span", {}, text))));
}

/** A table: heads are texts, rows are arrays of texts or nodes; the first cell names the row. */
export function table(caption, heads, rows, properties = {}) {
  const cell = (content, at) => (at ? h("td", {}, content)
    : h("th", { scope: "row" }, content));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", properties, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell))))));
}

/** Bars of shares: rows are {label, share (0 to 1), number (text or node), kind (a class)}. */
export function bars(label, rows) {
  return h("ul", { class: "bars", "aria-label": label }, rows.map((row) => {
    const bar = h("span", { class: `bar ${row.kind ?? ""}`, "aria-hidden": "true" });
    bar.style.width = `${Math.max(row.share * 100, row.share > 0 ? 0.5 : 0)}%`;
    return h("li", {}, h("span", {}, row.label), h("b", {}, row.number),
      h("span", { class: "track" }, bar));
  }));
}
