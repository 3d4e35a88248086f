/* What lies on the table. */
import { button, choice, h, panel, row, stepper, tick } from "./dom.js";

export const label = (name) => (name.length < 3 ? name.toUpperCase() : name);

/** All spaces: tile, cost of entering, who waits. */
export const spacesOf = ({ tiles }) => tiles.flatMap(({ cost, spaces }, t) => spaces.map((space, i) => {
	const { enemy: plus, enemy_total: total } = space;
	const [who, enemy] = plus != null ? [(plus < 0 ? "" : "+") + plus, { modifier: plus }]
		: total != null ? [`=${total}`, { total }] : [""];
	return { ...space, enemy, who, tile: t + 1, from: !i && (t ? `cost ${cost}` : "start"), cost: i ? 0 : cost };
}));

/** What costs something up to space n, at most six. */
export const ahead = (all, n) => all.slice(0, n).flatMap(({ cost, enemy }) => [cost && { cost }, enemy])
	.filter(Boolean).slice(0, 6);

const iconText = (icon) => (icon.at ? icon : (icon.choose ?? [icon.effects]).join(" or "));

const spaceText = ({ tile, who, actions = [] }, n) =>
	`Space ${n}, tile ${tile}: ${[who && `enemy ${who}`, ...actions.map(iconText)].filter(Boolean).join("; ")}`;

/** Where the hero stands, or how far a setup looks ahead. */
export function trail({ s, adventure, change }) {
	const all = spacesOf(adventure);
	const wanted = JSON.stringify(s.top.objective?.ahead);
	const here = wanted ? all.findIndex((_, i) => JSON.stringify(ahead(all, i + 1)) === wanted) + 1 : s.space;
	const spots = all.map((space, i) => [i + 1, [h("i.unseen", spaceText(space, i + 1)),
		h("b", { "aria-hidden": "true" }, h("small", space.from), i + 1, h("small", space.who))]]);
	return h("div.trail",
		choice(wanted ? "Look ahead to" : "The hero stands on",
			spots.filter((_, i) => (s.kind === "fight" ? all[i].enemy : !all[i].boss)), here,
			(n) => change(wanted ? { top: { ...s.top, objective: { ahead: ahead(all, n) } } } : { space: n })),
		here > 0 && h("p.soft", spaceText(all[here - 1], here)));
}

export function sheets({ s, adventure, hero, change }, { adventures, heroes }) {
	const named = (all) => Object.entries(all).map(([name, sheet]) => [name, sheet.name]);
	return h("details", { open: s.open, ontoggle: ({ target }) => (s.open = target.open) },
		h("summary", `${adventure.name}, ${hero.name}`),
		choice("Adventure", named(adventures), s.adventure, (name) =>
			change({ adventure: name, space: 1, top: {}, more: {} }), true),
		choice("Hero", named(heroes), s.hero, (name) => change({ hero: name, tracks: {} }), true));
}

/** Choose a die, then tap or type what it shows. */
export function pool({ s, change, look }) {
	const count = s.pool.length;
	const at = Math.min(s.die, count - 1);
	const set = (value) => change({ pool: s.pool.with(at, value), die: (at + 1) % count });
	return h("div.pool", { onkeydown: ({ key }) => /^[0-6]$/.test(key) && set(Number(key) || null) },
		choice("Dice", s.pool.map((value, i) => [i, value ?? h("small", "used")]), at, (die) => look({ die })),
		h("div.keys", [1, 2, 3, 4, 5, 6, null].map((value) => button(value ?? "used", () => set(value)))),
		row(stepper("dice", count, 1, 6, (n) => change({ pool: [...s.pool, 1].slice(0, n) }))));
}

export function tracks({ s, hero, change }) {
	const given = { ...hero.start, ...s.tracks };
	return panel(hero.name,
		h("div.tracks", Object.entries(given).map(([name, value]) => stepper(label(name), value,
			Number(name === "hp"), hero.maxima[name], (n) => change({ tracks: { ...given, [name]: n } })))),
		tick("Crystal used this turn", s.crystal_used, (on) => change({ crystal_used: on })));
}
