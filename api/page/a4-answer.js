/* What the answers about A4 Quest say. */
import { h, table } from "./dom.js";
import { approx, write } from "./numbers.js";
import { GAME } from "./a4-questions.js";
import { label } from "./a4-table.js";

const HEADS = { win: "wins", survive: "lives", hp_lost: "HP lost", mean_hp_lost: "HP lost", active: "dice left",
	total: "pips left", gain: "gain", gains: "on average", sum: "worth" };
const OF_FIGHT = { win: "win", least_damage: "mean_hp_lost", most_xp: "xp", survive: "survive" };

const head = (name) => HEADS[name] ?? label(name);
const kind = (name) => (/win|survive|dies|chance/.test(name) ? "chance" : "value");
const nonzero = (object) => Object.entries(object).filter(([, n]) => n.exact !== "0");
const dice = (pool) => pool.map((die) => die ?? "–").join(" ") || "nothing";

export const answered = (answer, s, shell) =>
	(s.top.objective === GAME ? SHOWN.boss : SHOWN[s.kind])(answer, s, shell);

/** Single numbers are named alone. */
function choices(title, list, alone, shell, figures = []) {
	if (!list?.length) return null;
	const parts = (value) => (alone ? { [alone]: value } : value);
	const number = ([name, n]) => (name === "gains" ? gained(n, shell) : shell.number(n, kind(name)));
	const lost = (loss) => nonzero(parts(loss)).map((part, i) => [i > 0 && ", ", number(part), !alone && ` (${head(part[0])})`]);
	return table(title, ["choice", ...Object.keys(parts(list[0].value)).map(head), "loss", ...figures.map(head)],
		list.map((choice) => [[choice.best && h("b.best", "best: "), choice.name],
			...Object.entries(parts(choice.value)).map(number), choice.best ? "–" : lost(choice.loss),
			...figures.map((name) => number([name, choice[name]]))]));
}

const gained = (gains, shell) => shell.live(h("span"), (mode) => nonzero(gains).map(([name, n]) =>
	`${n.approx > 0 ? "+" : ""}${write(n, "value", mode)} ${label(name)}`).join(", ") || "–");

function spread(title, list, nameOf, shell) {
	return [h("h3", title), shell.bars(title, list.map((entry) => [nameOf(entry), entry.probability]), true)];
}

const lost = (list, shell) => spread("HP lost", list, ({ hp_lost: n }) => n, shell);
const who = ({ enemy }) => (enemy ? `${enemy.attack}/${enemy.defence}` : "nobody");

const SHOWN = {
	setup({ equipment, choices: list, pools }, { top }, shell) {
		const name = top.objective ? "chance" : "sum";
		return [choices("Equipment", equipment, name, shell), choices("Choices", list, name, shell),
			pools && table("Best re-rolls", ["pool", "chance", "re-roll", "value"], pools.map((row) => [dice(row.pool),
				shell.number(row.probability), row.rerolls.map(dice).join(" or "), shell.number(row.value, kind(name))]))];
	},
	movement: ({ choices: list, distribution }, _, shell) => [choices("Choices", list, "", shell), lost(distribution, shell)],
	fight({ encounters, overall: o }, { top }, shell) {
		const value = OF_FIGHT[top.objective ?? "win"];
		const figures = ["win", "dies", "mean_hp_lost", "xp"].filter((name) => name !== value);
		return [encounters.length > 1 && spread("Who comes (attack/defence)", encounters, who, shell),
			encounters.filter(({ enemy }) => enemy).map((met) => choices(
				[`Against the ${who(met)} enemy, ${met.enemy.xp} XP`, ...met.enemy.special].join(", "),
				met.choices, value, shell, figures)),
			o && lost(o.hp_lost, shell)];
	},
	action: ({ choices: list }, _, shell) => choices("Choices", list, "", shell, ["gains"]),
	boss: ({ choices: list, pools }, _, shell) => [choices("Choices", list, "win", shell),
		pools && table("Every pool", ["pool", "wins", "use"], pools.toSorted((a, b) => approx(b.win) - approx(a.win)).map((row) =>
			[dice(row.pool), shell.number(row.win), row.play.flatMap(({ do: what, die }) => die ?? (what === "keep_crystal" ? [] : "a crystal")).join(", ")]))],
};
