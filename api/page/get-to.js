/* The Get To tab: the map and the rules. */
import { choice, h, panel, row, stepper, tick } from "./dom.js";
import { answered } from "./get-to-answer.js";
import { editor, same } from "./get-to-grid.js";

const DEFAULTS = { fewer_allowed: true, within: 10, objective: "fewest_expected" };
const FIRST = { map: { grid: ["......", ".##...", "....#.", ".#....", "......"] }, owner: [4, 0],
	deck: [[0, 5], [0, 5], [2, 2], [4, 5]], steps: { faces: [1, 2, 3] }, within: 6 };
const MOST = 1000;

const sign = (name) => h(`i.${name}`);
const TOOLS = [["block", [sign("blocked"), " Block"]], ["owner", [sign("owner"), " Owner"]],
	["card", [sign("pos"), " Add card"]], ["take", "Take card"]];

function asked({ tool: _, at, ...question }) {
	if (!question.deck.length) return "Add a Position card to the map.";
	const given = Object.entries(question).filter(([name, value]) => value !== DEFAULTS[name]);
	return ["/v1/get-to/plan", Object.fromEntries(given)];
}

export const mount = (element, shell) => shell.tab(element, { asked, answered,
	read: (_, body = FIRST) => ({ ...DEFAULTS, ...body, tool: "block", at: body.owner }),
	form: (state, change, look) => [
		state.map.grid && panel("Map", choice("Tap", TOOLS, state.tool, (chosen) => look({ tool: chosen }), true),
			editor(state, (at) => change({ at, ...TAPS[state.tool](state, at) })), sizes(state, change)),
		rules(state, change)] });

const marked = (grid, [at, column], sign) => ({ grid: grid.with(at, [...grid[at]].with(column, sign).join("")) });

const TAPS = {
	block: ({ map: { grid }, owner }, tile) => ({
		map: marked(grid, tile, same(owner, tile) || grid[tile[0]][tile[1]] === "#" ? "." : "#") }),
	owner: ({ map: { grid } }, tile) => ({ owner: tile, map: marked(grid, tile, ".") }),
	card: ({ deck }, tile) => ({ deck: [...deck, tile].slice(0, 200) }),
	take: ({ deck }, tile) => ({ deck: deck.filter((_, i) => i !== deck.findIndex((card) => same(card, tile))) }),
};

/** The owner moves if need be, and cards off the map go. */
function resized({ map, owner: [y, x], deck }, rows, columns) {
	const grid = Array.from({ length: rows }, (_, at) => (map.grid[at] ?? "").padEnd(columns, ".").slice(0, columns));
	const at = [Math.min(y, rows - 1), Math.min(x, columns - 1)];
	return { at, owner: at, map: marked(grid, at, "."), deck: deck.filter((card) => card[0] < rows && card[1] < columns) };
}

function sizes(state, change) {
	const { grid, grid: [{ length }] } = state.map;
	const side = (name, n, set) => stepper(name, n, 1, Math.max(12, n), (m) => change(set(m)));
	return row(side("rows", grid.length, (n) => resized(state, n, length)),
		side("columns", length, (n) => resized(state, grid.length, n)));
}

function rules({ steps, fewer_allowed: fewer, objective, within }, change) {
	const walk = (n) => change({ steps: n });
	const die = (n) => walk({ faces: Array.from({ length: n }, (_, i) => i + 1) });
	const inTime = (n) => change({ objective: { within: n }, within: Math.max(n, within) });
	return panel("Move actions",
		choice("Steps", [[0, "Fixed"], [6, "A die"]], steps.faces ? 6 : 0, (sides) => (sides ? die(sides) : walk(2))),
		row(steps.faces ? stepper("faces", steps.faces.length, 1, 100, die, `faces: ${steps.faces}`)
			: stepper("steps", steps, 0, MOST, walk)),
		tick("Fewer steps may be taken", fewer, (on = false) => change({ fewer_allowed: on })),
		choice("Best is", [[0, "Fewest on average"], [3, "Done in time"]], objective.within ? 3 : 0,
			(n) => (n ? inTime(n) : change({ objective: DEFAULTS.objective }))),
		objective.within && row("Done within", stepper("moves", objective.within, 1, MOST, inTime)),
		row("Shown up to", stepper("Move actions", within, objective.within ?? 1, MOST, (n) => change({ within: n }))));
}
