/* What a Get To plan says. */
import { bars, choice, h, show } from "./dom.js";
import { picture, tileName } from "./get-to-grid.js";

const VIEWS = [["distribution", "Exactly"], ["within", "At most"], ["best_within", "At most, at best"]];

export function answered({ deck, cards }, state, shell) {
	const part = h("div");
	const several = cards.length > 1;
	const options = cards.map(({ tile, count }, i) => [i, `${tileName(tile)} × ${count}`]);
	const choose = (i) => show(part, several && choice("Card drawn", options, i, choose), moves(cards[i], state),
		several && forecast(options[i][1], cards[i], shell));
	choose(0);
	return [forecast("Whole deck", deck, shell), h("h2", "Where to end the next Move action"), part];
}

function moves({ tile, reachable, best }, state) {
	if (!reachable) return h("p", "This tile is out of reach.");
	return h("ul.pictures", best.map(({ steps, tiles }) => {
		const how = `${steps} step${steps === 1 ? "" : "s"}: `;
		const where = tiles.map(tileName).join(" or ");
		return h("li", h("b", how), where, state.map.grid && picture(state, tile, tiles, how + where));
	}));
}

function forecast(title, found, shell) {
	const { mean, within, best_within: best, later, never } = found;
	const part = h("div");
	const views = VIEWS.slice(0, within.some((p, i) => p.exact !== best[i].exact) ? 3 : 2);
	const rest = [["later", later], ["never", never, "fail"]].filter(([, p]) => p.exact !== "0");
	const choose = (view) => {
		const all = view === "distribution";
		const list = [...found[view].map((p, i) => [i + 1, p]), ...(all ? rest : [])];
		const shares = list.map(([, p]) => p);
		show(part, choice("Move actions", views, view, choose, true), bars(`${title}: Move actions`, list,
			all ? shell.shares(shares) : shares.map((p) => shell.number(p))));
	};
	choose("distribution");
	return [h("p", title, mean && [": ", h("b", shell.number(mean, "value")), " Move actions on average"]), part];
}
