/* What a Get To plan says: the number of Move actions, and the best tiles of the next one. */
import { bars, choice, h, show } from "./dom.js";
import { picture, tileName } from "./get-to-grid.js";
import { approx } from "./numbers.js";

const VIEWS = [["exactly", "Exactly"], ["within", "At most"], ["best_within", "At most, at best"]];

/** The answer as elements. */
export function answered({ text, deck, cards }, state, shell) {
  const panel = h("div");
  const options = cards.map(({ tile, count }, i) => [i, `${tileName(tile)} × ${count}`]);
  const choose = (i) => show(panel,
    cards.length > 1 && choice("Card drawn", options, i, choose),
    moves(cards[i], state),
    cards.length > 1 && forecast(`Card ${tileName(cards[i].tile)}`, cards[i], shell));
  choose(0);
  return [h("p", { class: "big" }, text), forecast("Whole deck", deck, shell),
    h("h2", {}, "Where to end the next Move action"), panel];
}

function moves({ tile, reachable, best }, state) {
  if (!reachable) return h("p", {}, "This tile is out of reach.");
  return h("ul", { class: "pictures" }, best.map(({ steps, tiles }) => {
    const where = tiles.map(tileName).join(" or ");
    const how = `${steps} step${steps === 1 ? "" : "s"}`;
    return h("li", {}, h("b", {}, how, ": "), where,
      state.map.grid && picture(state, tile, tiles, `With ${how}: end on ${where}`));
  }));
}

function forecast(title, found, shell) {
  const chart = h("div", { class: "slim" });
  const differs = found.within.some((p, i) => p.exact !== found.best_within[i].exact);
  const views = VIEWS.slice(0, differs ? 3 : 2);
  const choose = (view) => show(chart,
    choice("Move actions", views, view, choose, true),
    bars(`${title}: Move actions`, view === "exactly" ? exactly(found, shell)
      : found[view].map((p, i) => ({ label: i + 1, share: approx(p), number: shell.number(p) }))));
  choose("exactly");
  return [h("p", {}, `${title}: `, found.mean && [h("b", {}, shell.number(found.mean, "value")),
    " Move actions on average"]), chart];
}

function exactly({ distribution, later, never }, shell) {
  const rest = [["later", later], ["never", never, "fail"]].filter(([, p]) => p.exact !== "0");
  const parts = [...distribution.map((p, i) => [i + 1, p]), ...rest];
  const numbers = shell.shares(parts.map(([, p]) => p));
  return parts.map(([label, p, kind], i) => ({ label, share: approx(p), number: numbers[i], kind }));
}
