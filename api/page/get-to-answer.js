/* What a Get To plan says. */
import { h, look } from "./dom.js";
import { picture, tileName } from "./get-to-grid.js";

const VIEWS = [["distribution", "Exactly"], ["within", "At most"], ["best_within", "At most, at best"]];

export function answered({ deck, cards }, state, shell) {
	const options = cards.map(({ tile, count }, i) => [i, `${tileName(tile)} × ${count}`]);
	return [forecast("Whole deck", deck, shell), h("h2", "Where to end the next Move action"),
		look("Card drawn", options, (i) => [moves(cards[i], state),
			cards.length > 1 && forecast(options[i][1], cards[i], shell)], false)];
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
	const views = VIEWS.slice(0, within.some((p, i) => p.exact !== best[i].exact) ? 3 : 2);
	const rest = [["later", later], ["never", never, "fail"]].filter(([, p]) => p.exact !== "0");
	return [h("p", title, mean && [": ", h("b", shell.number(mean, "value")), " Move actions on average"]),
		look("Move actions", views, (view) => {
			const whole = view === "distribution";
			const list = found[view].map((p, i) => [i + 1, p]);
			return shell.bars(`${title}: Move actions`, whole ? [...list, ...rest] : list, whole);
		})];
}
