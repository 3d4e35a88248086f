/* What a question needs beyond the table. */
import { choice, panel, row, stepper, tick } from "./dom.js";
import { label } from "./a4-table.js";

/* Options are [name, text, what it means if not itself]. */
const ENEMIES = [["space", "Of this space"], ["modifier", "d6 plus", { modifier: 0 }],
	["total", "Known total", { total: 7 }], ["attack", "Own values", { attack: 5, defence: 5, xp: 1 }]];
export const GAME = "game";
const AIMS = {
	setup: [["highest_total", "Highest total"], ["at_least_one", "A high die", { at_least_one: 5 }],
		["ahead", "What is ahead", { ahead: [{ cost: 2 }, { modifier: 0 }] }]],
	movement: [["least", "Lose least"]],
	fight: [["win", "Win"], ["least_damage", "Least damage"], ["most_xp", "Most XP"], ["survive", "Survive"]],
	action: [["safe_gains", "Safe, then most gains"], ["survive", "Survive"]],
};
const meant = (options, name) => options.find(([one]) => one === name)[2];

export function details(view) {
	const { s, change } = view;
	const put = (made) => change({ top: { ...s.top, ...made } });
	const tell = (made) => change({ more: { ...s.more, ...made } });
	return panel("The question", FORMS[s.kind]?.(view, put, tell),
		AIMS[s.kind] && aim([...AIMS[s.kind], [GAME, "Win the game"]], s.top.objective, put));
}

function aim(options, objective = options[0][0], put) {
	return choice("Best is", options, objective.at ? objective : Object.keys(objective)[0], (name) =>
		put({ objective: name === options[0][0] ? undefined : meant(options, name) ?? name }));
}

const everyPool = ({ top: { every, dice = 4 }, pool: { length } }, text, put) => row(
	tick(text, every, (on) => put({ every: on, dice: on && length !== 4 ? length : undefined })),
	every && stepper("dice", dice, 1, 6, (n) => put({ dice: n })));

const FORMS = {
	setup: ({ s, s: { top: { objective } } }, put) => [everyPool(s, "Not rolled yet", put),
		objective?.at_least_one && row(stepper("at least", objective.at_least_one, 1, 6,
			(n) => put({ objective: { at_least_one: n } }), "or more"))],
	fight: ({ s: { more }, change }, _, tell) => enemyForm(more, change, tell),
	boss: ({ s, s: { more }, adventure: { boss } }, put, tell) => boss && [row(
		stepper("wave", more.wave ?? 1, 1, boss.waves.length, (wave) => tell({ wave })),
		stepper("HP of the boss", more.boss_hp ?? boss.hp, 1, boss.hp, (n) => tell({ boss_hp: n }))),
	everyPool(s, "For every pool", put)],
};

function enemyForm({ enemy }, change, tell) {
	const [kind] = ENEMIES.find(([name]) => name in (enemy ?? { space: 1 }));
	const parts = kind === "attack" ? ["attack", "defence", "xp"] : enemy ? [kind] : [];
	return [
		choice("Enemy", ENEMIES, kind, (name) => change({ more: { enemy: meant(ENEMIES, name) } })),
		row(parts.map((name) => stepper(label(name), enemy[name] ?? 0, kind === "modifier" ? -99 : 0, 99,
			(n) => tell({ enemy: { ...enemy, [name]: name === "xp" ? n || undefined : n } }))))];
}
