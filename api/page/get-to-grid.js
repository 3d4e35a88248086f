/* The map of a Get To quest. */
import { button, h, svg } from "./dom.js";

export const same = (a, b) => `${a}` === `${b}`;
export const tileName = (tile) => (tile.map ? `(${tile.join(", ")})` : tile);

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** By arrow keys; one tile is in the tab order. */
function move(event) {
	const { target, key, currentTarget } = event;
	if (!ARROWS[key]) return;
	event.preventDefault();
	const place = target.dataset.key.split(",").map((n, i) => Number(n) + ARROWS[key][i]);
	const next = currentTarget.querySelector(`[data-key="${place}"]`);
	if (!next) return;
	target.tabIndex = -1;
	next.tabIndex = 0;
	next.focus();
}

function cell({ owner, deck, at }, tile, mark, tap) {
	const cards = deck.filter((card) => same(card, tile)).length;
	const here = same(owner, tile);
	const blocked = mark === "#" && "blocked";
	const words = [tileName(tile), blocked, here && "owner", cards && `cards: ${cards}`];
	return button([here && h("i.owner"), cards > 0 && h("i.pos", cards)], () => tap(tile),
		{ role: "gridcell", "data-key": tile, tabindex: same(tile, at) ? 0 : -1, class: blocked,
			"aria-label": words.filter(Boolean).join(", ") });
}

export function editor(state, tap) {
	const { grid } = state.map;
	const head = (text) => h("span", { "aria-hidden": "true" }, text);
	const element = h("div", { role: "grid", class: "map", "aria-label": "Map", onkeydown: move },
		h("div", head(), [...grid[0]].map((_, column) => head(column))),
		grid.map((line, at) => h("div", { role: "row" }, head(at),
			[...line].map((mark, column) => cell(state, [at, column], mark, tap)))));
	element.style.setProperty("--columns", grid[0].length);
	return element;
}

const square = ([y, x], inset, name) => svg("rect", { x: x + inset, y: y + inset,
	width: 1 - 2 * inset, height: 1 - 2 * inset, rx: 0.1, class: name });

export const picture = ({ map: { grid }, owner: [y, x] }, card, best, label) => svg("svg",
	{ role: "img", "aria-label": label, viewBox: `0 0 ${grid[0].length} ${grid.length}` },
	grid.map((line, at) => [...line].map((mark, column) => square([at, column], 0.05, mark === "#" && "blocked"))),
	best.map((tile) => square(tile, 0.05, "best")), square(card, 0.3, "pos"),
	svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.25, class: "owner" }));
