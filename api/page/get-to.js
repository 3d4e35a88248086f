/* The Get To tab: a map, an owner and Position cards; how long it takes, and where to go next. */
import { choice, h, stepper } from "./dom.js";
import { panel, row, tab, tick } from "./forms.js";
import { answered } from "./get-to-answer.js";
import { editor, same } from "./get-to-grid.js";

const DEFAULTS = { fewer_allowed: true, within: 10, objective: "fewest_expected" };
const FIRST = { map: { grid: ["......", ".##...", "....#.", ".#....", "......"] }, owner: [4, 0],
  deck: [[0, 5], [0, 5], [2, 2], [4, 5]], steps: { faces: [1, 2, 3] }, within: 6 };
const mark = (name) => h("i", { class: name });
const TOOLS = [["block", [mark("blocked"), " Block"]], ["owner", [mark("owner"), " Owner"]],
  ["card", [mark("pos"), " Add card"]], ["take", "Take card"]];
const MOST = 1000;

function asked({ tool, at, ...question }) {
  if (!question.deck.length) return "Add a Position card to the map.";
  const given = Object.entries(question).filter(([name, value]) => value !== DEFAULTS[name]);
  return ["/v1/get-to/plan", Object.fromEntries(given)];
}

/** See shell.js. */
export const mount = (element, shell) => tab(element, shell, { asked, answered,
  read: (_, body = FIRST) => ({ ...DEFAULTS, ...body, tool: "block", at: body.owner }),
  form: (state, change, look) => [
    state.map.grid && panel("Map", choice("Tap", TOOLS, state.tool, (tool) => look({ tool }), true),
      editor(state, (at) => change({ at, ...TAPS[state.tool](state, at) })), sizes(state, change)),
    rules(state, change)] });

const marked = (grid, [at, column], sign) => ({ grid: grid.with(at, [...grid[at]].with(column, sign).join("")) });

/* What each tool changes where it taps. */
const TAPS = {
  block: ({ map: { grid }, owner }, tile) => ({
    map: marked(grid, tile, same(owner, tile) || grid[tile[0]][tile[1]] === "#" ? "." : "#") }),
  owner: ({ map: { grid } }, tile) => ({ owner: tile, map: marked(grid, tile, ".") }),
  card: ({ deck }, tile) => ({ deck: [...deck, tile].slice(0, 200) }),
  take: ({ deck }, tile) => ({ deck: deck.filter((_, i) => i !== deck.findIndex((card) => same(card, tile))) }),
};

/** The map with another size; the owner moves if need be, cards off the map go. */
function resized({ map, owner, deck }, rows, columns) {
  const grid = Array.from({ length: rows }, (_, at) => (map.grid[at] ?? "").padEnd(columns, ".").slice(0, columns));
  const at = [Math.min(owner[0], rows - 1), Math.min(owner[1], columns - 1)];
  return { at, owner: at, map: marked(grid, at, "."), deck: deck.filter((card) => card[0] < rows && card[1] < columns) };
}

function sizes(state, change) {
  const { grid, grid: [{ length }] } = state.map;
  const side = (name, n, set) => stepper(name, n, 1, Math.max(12, n), (m) => change(set(m)));
  return row(side("rows", grid.length, (n) => resized(state, n, length)),
    side("columns", length, (n) => resized(state, grid.length, n)));
}

function rules({ steps, fewer_allowed: fewer, objective, within }, change) {
  const fixed = !steps.faces;
  const walk = (n) => change({ steps: n });
  const die = (n) => walk({ faces: Array.from({ length: n }, (_, i) => i + 1) });
  const inTime = (n) => change({ objective: { within: n }, within: Math.max(n, within) });
  return panel("Move actions",
    choice("Steps", [[true, "Fixed"], [false, "A die"]], fixed, (yes) => (yes ? walk(2) : die(6))),
    fixed ? stepper("steps", steps, 0, MOST, walk)
      : stepper("faces", steps.faces.length, 1, 100, die, `faces: ${steps.faces}`),
    tick("Fewer steps may be taken", fewer, (on) => change({ fewer_allowed: on })),
    choice("Best is", [[false, "Fewest on average"], [true, "Done in time"]], Boolean(objective.within),
      (timed) => (timed ? inTime(3) : change({ objective: DEFAULTS.objective }))),
    objective.within && row("Done within", stepper("moves", objective.within, 1, MOST, inTime)),
    row("Shown up to", stepper("Move actions", within, objective.within ?? 1, MOST, (n) => change({ within: n }))));
}
