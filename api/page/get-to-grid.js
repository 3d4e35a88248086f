/* The map of a Get To quest: a grid to tap, and small pictures of it with the best tiles. */
import { h, svg } from "./dom.js";

export const same = (a, b) => String(a) === String(b);

/** As the service's texts name a tile: "(2, 3)", or its name. */
export const tileName = (tile) => (Array.isArray(tile) ? `(${tile.join(", ")})` : tile);

export const countAt = ({ deck }, tile) => deck.filter((card) => same(card, tile)).length;

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Arrow keys move between the tiles, of which one is in the tab order. */
function move(event) {
  const { target, key, currentTarget } = event;
  if (!ARROWS[key]) return;
  event.preventDefault();
  const [row, column] = target.dataset.key.split(",").map((n, i) => Number(n) + ARROWS[key][i]);
  const next = currentTarget.querySelector(`[data-key="${row},${column}"]`);
  if (!next) return;
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function cell(state, tile, mark, current, tap) {
  const [blocked, here, cards] = [mark === "#", same(state.owner, tile), countAt(state, tile)];
  const words = [tileName(tile), blocked ? "blocked" : "free", here && "the owner",
    cards && `Position cards: ${cards}`];
  return h("button", { type: "button", role: "gridcell", "data-key": tile, class: blocked && "blocked",
    tabindex: same(tile, current) ? 0 : -1, "aria-label": words.filter(Boolean).join(", "),
    onclick: () => tap(tile) }, here && h("i", { class: "owner" }), cards > 0 && h("i", { class: "pos" }, cards));
}

/** The grid to tap; current is the tile in the tab order. */
export function editor(state, current, tap) {
  const { grid } = state.map;
  const head = (n) => h("span", { "aria-hidden": true }, n);
  const element = h("div", { role: "grid", class: "map", "aria-label": "Map", onkeydown: move },
    h("div", { "aria-hidden": "true" }, h("span"), [...grid[0]].map((_, column) => head(column))),
    grid.map((line, row) => h("div", { role: "row" }, head(row),
      [...line].map((mark, column) => cell(state, [row, column], mark, current, tap)))));
  element.style.setProperty("--columns", grid[0].length);
  return element;
}

const square = ([row, column], inset, name) => svg("rect", { x: column + inset, y: row + inset,
  width: 1 - 2 * inset, height: 1 - 2 * inset, rx: 0.1, class: name });

/** The map with the best tiles marked; label tells what it shows. */
export function picture({ map: { grid }, owner }, card, best, label) {
  return svg("svg", { role: "img", "aria-label": label, viewBox: `0 0 ${grid[0].length} ${grid.length}` },
    grid.map((line, row) => [...line].map((mark, column) =>
      square([row, column], 0.05, mark === "#" ? "blocked" : ""))),
    best.map((tile) => square(tile, 0.05, "best")), square(card, 0.3, "pos"),
    svg("circle", { cx: owner[1] + 0.5, cy: owner[0] + 0.5, r: 0.25, class: "owner" }));
}
