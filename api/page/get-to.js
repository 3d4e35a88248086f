/* The Get To tab: a map, an owner and Position cards; how long it takes, and where to go next. */
import { choice, h, show, stepper } from "./dom.js";
import { answered } from "./get-to-answer.js";
import { countAt, editor, same, tileName } from "./get-to-grid.js";

const PATH = "/v1/get-to/plan";
const DEFAULTS = { fewer_allowed: true, within: 10, objective: "fewest_expected" };
const FIRST = { map: { grid: ["......", ".##...", "....#.", ".#....", "......"] },
  owner: [4, 0], deck: [[0, 5], [0, 5], [2, 2], [4, 5]], steps: { faces: [1, 2, 3] }, within: 6 };
const TOOLS = [["block", "Block"], ["owner", "Owner"], ["card", "Card"]];
const AIMS = [["fewest_expected", "Fewest on average"], ["within", "Done in time"]];
const MOST_SIDE = 12;
const MOST = 1000;
const MOST_CARDS = 200;

const bodyOf = (state) =>
  Object.fromEntries(Object.entries(state).filter(([name, value]) => value !== DEFAULTS[name]));

/** See shell.js. */
export function mount(element, shell) {
  const form = h("div");
  const result = h("div");
  element.append(h("div", { class: "columns" }, form, result));
  let state;
  let tool = "block";
  let current;

  async function solve() {
    if (!state.deck.length) return show(result, h("p", { class: "big" }, "Put a Position card on the map."));
    const asked = state;
    shell.link(PATH, bodyOf(state));
    const answer = await shell.ask(PATH, bodyOf(state));
    if (!answer || asked !== state) return null;
    show(result, answered(answer, state, shell));
    return shell.say(answer.text);
  }

  function change(made) {
    state = { ...state, ...made };
    shell.keep(state);
    draw();
    return solve();
  }

  function choose(chosen) {
    tool = chosen;
    draw();
  }

  function tap(tile) {
    current = tile;
    change(TAPS[tool](state, tile));
  }

  const draw = () => show(form,
    state.map.grid && mapForm(state, change,
      [choice("Tap to place", TOOLS, tool, choose), editor(state, current, tap)]),
    rulesForm(state, change, shell));

  function adopt(given) {
    state = given;
    current = state.owner;
    draw();
    return solve();
  }

  return {
    open(_path, body) {
      const solved = adopt({ ...DEFAULTS, ...(body ?? FIRST) });
      shell.keep(state);
      return solved;
    },
    restore: adopt,
  };
}

function withMark({ grid }, [row, column], mark) {
  return { grid: grid.with(row, [...grid[row]].with(column, mark).join("")) };
}

/* What each tool changes where it taps. */
const TAPS = {
  block({ map, owner }, tile) {
    const free = same(owner, tile) || map.grid[tile[0]][tile[1]] === "#";
    return { map: withMark(map, tile, free ? "." : "#") };
  },
  owner: ({ map }, tile) => ({ owner: tile, map: withMark(map, tile, ".") }),
  card: ({ deck }, tile) => ({ deck: [...deck, tile].slice(0, MOST_CARDS) }),
};

/** The map with another size; the owner moves if need be, cards off the map go. */
function resized({ map, owner, deck }, rows, columns) {
  const grid = Array.from({ length: rows }, (_, row) =>
    (map.grid[row] ?? "").padEnd(columns, ".").slice(0, columns));
  const moved = [Math.min(owner[0], rows - 1), Math.min(owner[1], columns - 1)];
  return { deck: deck.filter(([row, column]) => row < rows && column < columns), owner: moved,
    map: withMark({ grid }, moved, ".") };
}

function mapForm(state, change, drawing) {
  const [rows, columns] = [state.map.grid.length, state.map.grid[0].length];
  const side = (name, n, set) => stepper(name, n, 1, Math.max(MOST_SIDE, n), (m) => change(set(m)));
  const cards = state.deck.filter((card, i) => i === state.deck.findIndex((other) => same(card, other)));
  return h("fieldset", { class: "stage" }, h("legend", {}, "Map"), drawing,
    h("p", { class: "soft" }, h("i", { class: "owner" }), " owner ", h("i", { class: "pos" }, 2),
      " Position cards ", h("i", { class: "blocked" }), " blocked"),
    h("div", { class: "row" }, cards.map((card) => cardStepper(state, card, change))),
    h("div", { class: "row" },
      side("rows", rows, (n) => resized(state, n, columns)),
      side("columns", columns, (n) => resized(state, rows, n))));
}

function cardStepper(state, card, change) {
  const count = countAt(state, card);
  const { deck } = state;
  const less = () => deck.toSpliced(deck.findLastIndex((other) => same(other, card)), 1);
  return stepper(`cards for ${tileName(card)}`, count, 0, MOST_CARDS,
    (n) => change({ deck: n > count ? [...deck, card] : less() }), `× ${tileName(card)}`);
}

function rulesForm({ steps, fewer_allowed: fewer, objective, within }, change, shell) {
  const row = (...parts) => h("div", { class: "row" }, parts);
  const fixed = typeof steps === "number";
  const inTime = (n) => change({ objective: { within: n }, within: Math.max(n, within) });
  return h("fieldset", { class: "stage" }, h("legend", {}, "Move actions"),
    choice("Steps", [["fixed", "Fixed"], ["die", "Die"]], fixed ? "fixed" : "die",
      (kind) => change({ steps: kind === "die" ? { faces: [1, 2, 3, 4, 5, 6] } : 2 })),
    row(fixed ? stepper("steps", steps, 0, MOST, (n) => change({ steps: n }))
      : h("label", { class: "field" }, "Faces", h("input", { value: steps.faces.join(" "), size: 14,
        "data-key": "faces", onchange: (event) => setFaces(event.target.value, change, shell) }))),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: fewer, "data-key": "fewer",
      onchange: () => change({ fewer_allowed: !fewer }) }), "Fewer steps may be taken"),
    choice("Best is", AIMS, objective.within ? "within" : objective,
      (aim) => (aim === "within" ? inTime(3) : change({ objective: aim }))),
    objective.within && row("Done within", stepper("moves", objective.within, 1, MOST, inTime)),
    row("Shown up to", stepper("Move actions", within, objective.within ?? 1, MOST, (n) => change({ within: n }))));
}

function setFaces(text, change, shell) {
  const faces = (text.match(/[^\s,;]+/g) ?? []).map(Number);
  if (faces.length && faces.every((n) => Number.isInteger(n) && n >= 0 && n <= MOST)) change({ steps: { faces } });
  else shell.problem(`The faces of a die are whole numbers from 0 to ${MOST}.`);
}
