/* Small pieces of page. */
import { approx } from "./numbers.js";

const given = (value) => value != null && value !== false;
const flat = (children) => children.flat(Infinity).filter(given);

function made(element, properties, children) {
	for (const [name, value] of Object.entries(properties)) {
		if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
		else if (given(value)) element.setAttribute(name, value === true ? "" : value);
	}
	element.append(...flat(children));
	return element;
}

/** h("p.note", {onclick: f}, "text", node, [more]), with properties or without. */
export function h(tag, ...parts) {
	const [name, ...kinds] = tag.split(".");
	const properties = parts[0]?.constructor === Object ? parts.shift() : {};
	return made(document.createElement(name), { class: kinds.join(" ") || null, ...properties }, parts);
}

export const svg = (tag, properties = {}, ...children) =>
	made(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);

export const button = (text, onclick, properties = {}) =>
	h("button", { type: "button", onclick, "data-key": properties["aria-label"] ?? text, ...properties }, text);

export const row = (...parts) => h("div.row", parts);
export const panel = (title, ...parts) => h("fieldset", h("legend", title), parts);
export const tick = (text, checked, set) => h("label.check",
	h("input", { type: "checkbox", checked, "data-key": text, onchange: () => set(!checked || undefined) }), text);

/** The focus stays on the same data-key, or goes to [data-focus]. */
export function show(element, ...children) {
	const old = element.contains(document.activeElement) && document.activeElement;
	element.replaceChildren(...flat(children));
	if (!old) return;
	const same = element.querySelector(`[data-key="${CSS.escape(old.dataset.key)}"]:enabled`);
	(same ?? element.querySelector("[data-focus]"))?.focus();
}

export function stepper(label, value, least, most, set, text = label) {
	const step = (by, sign, word) => button(sign, () => set(value + by), {
		"aria-label": `${word} ${label}`, disabled: value + by < least || value + by > most });
	return h("span.stepper", { role: "group", "aria-label": label },
		step(-1, "−", "less"), h("output", `${value} ${text}`), step(1, "+", "more"));
}

let names = 0;

/** One of several; options are [value, text]. */
export function choice(legend, options, chosen, set, hidden = false) {
	const name = `choice-${(names += 1)}`;
	return h("fieldset.choice", h("legend", { class: hidden && "unseen" }, legend),
		options.map(([value, text]) => h("label", {},
			h("input", { type: "radio", name, value, checked: value === chosen,
				"data-key": `${legend} ${value}`, onchange: () => set(value) }), h("span", text))));
}

export function table(caption, heads, rows) {
	const cell = (content, at) => (at ? h("td", content) : h("th", { scope: "row" }, content));
	return h("div.scroll", { tabindex: 0 },
		h("table", h("caption", caption),
			h("thead", h("tr", heads.map((head) => h("th", { scope: "col" }, head)))),
			h("tbody", rows.map((row) => h("tr", row.map(cell))))));
}

/** A choice of what only this part shows: make(chosen). */
export function look(legend, options, make, hidden = true) {
	const part = h("div");
	const draw = (chosen) => show(part, options.length > 1 && choice(legend, options, chosen, draw, hidden), make(chosen));
	draw(options[0][0]);
	return part;
}

/** Probabilities: list has [label, probability, class], numbers their texts. */
export const bars = (label, list, numbers) => h("ul.bars", { "aria-label": label }, list.map(([name, value, kind], i) => {
	const bar = h(`span.bar.${kind}`);
	bar.style.width = `${approx(value) * 100}%`;
	return h("li", h("span", name), h("span.track", bar), h("b", numbers[i]));
}));
