/* The plan of a Build quest: when to push, and how it ends. */
import { h, look, show, svg, table } from "./dom.js";
import { approx, exactly, sum } from "./numbers.js";

const [WIDE, HIGH] = [62, 40]; // a cell of the picture
const COUNTED = [["is", "Exactly"], ["least", "At least"], ["most", "At most"]];

/** The kind of the numbers under the objective. */
export const kindOf = ({ objective }) => (typeof objective === "object" ? "chance" : "value");

export function showPlan(element, state, answer, shell) {
	const rows = answer.table;
	show(element, h("p.big", answer.text), rows.length > 0 && [h("h2", "Push or take"), picture(rows, shell),
		h("details", h("summary", "As a table"), strategy(state, rows, shell))],
	h("h2", "How it ends"), endings(answer.outcomes, shell));
	shell.say(answer.text);
}

const verb = (row) => (row.tie ? "either" : row.decision);

function picture(rows, shell) {
	const most = rows[0].attempts_left;
	const stages = rows.at(-1).completed;
	const x = (left) => (most - left + 1) * WIDE;
	const y = (stage) => stage * HIGH;
	const text = (across, down, words, name) => svg("text", { x: across, y: down, class: name }, `${words}`);
	const cell = ({ attempts_left: left, completed, success, ...row }) => svg("g", { class: verb(row) },
		svg("rect", { x: x(left) - WIDE / 2 + 2, y: y(completed) - HIGH / 2 + 2, rx: 6, width: WIDE - 4, height: HIGH - 4 }),
		text(x(left), y(completed) + (success ? 0 : 5), verb(row)),
		success && shell.live(text(x(left), y(completed) + 14, "", "small"), shell.number(success).make));
	const count = (n) => [...Array(n).keys()];
	const [width, height] = [x(-0.5), y(stages + 0.5)];
	return h("figure.scroll", { tabindex: 0 }, svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height,
		class: "strategy", role: "img", "aria-label": "As the table says" },
		count(most + 1).map((left) => text(x(left), 14, left)), count(stages).map((i) => text(16, y(i + 1) + 5, i + 1)),
		rows.map(cell)), h("figcaption", { class: "soft" },
		"Down: the stage done. Across: attempts left. Below: the chance of the next stage."));
}

function strategy(state, rows, shell) {
	const maybe = (value, kind) => (value ? shell.number(value, kind) : "–");
	return table("After a stage is done", ["Stage", "Left", "Take", "Push", "Do", "Next"], rows.map((row) => [
		row.completed, row.attempts_left, shell.number(row.take, kindOf(state)), maybe(row.push, kindOf(state)),
		h("b", verb(row)), maybe(row.success)]));
}

function endings(outcomes, shell) {
	const rows = [...Map.groupBy(outcomes, (o) => o.reward.exact).values()]
		.map((same) => [same[0].reward, sum(same.map((o) => exactly(o.probability)))])
		.sort(([a], [b]) => approx(a) - approx(b));
	return look("Count rewards", COUNTED, (counted) => {
		const part = { is: (i) => [rows[i]], least: (i) => rows.slice(i), most: (i) => rows.slice(0, i + 1) }[counted];
		const totals = rows.map((_, i) => sum(part(i).map(([, chance]) => chance)));
		const word = { is: "", least: "≥ ", most: "≤ " }[counted];
		return shell.bars("The reward", rows.map(([reward], i) => [[`Reward ${word}`, shell.number(reward, "value")],
			totals[i], reward.exact === "0" && "fail"]), counted === "is");
	});
}
