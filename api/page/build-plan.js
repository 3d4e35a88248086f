/* The plan of a Build quest: the strategy card as a picture and a table, and how it ends. */
import { bars, button, choice, h, show, svg, table } from "./dom.js";
import { approx, compare, exactly, sum } from "./numbers.js";

const [WIDE, HIGH, LEFT, TOP] = [62, 40, 24, 20]; // a cell of the picture, and where the first is
const COUNTED = [["is", "Exactly"], ["least", "At least"], ["most", "At most"]];

/** How numbers under the objective are shown. */
export const kindOf = ({ objective }) => (objective?.at_least ?? objective?.complete ? "chance" : "value");

/** The worth of something under the objective, in words. */
export function worth(state, value, shell) {
  const { at_least: reward, complete, utility } = state.objective ?? {};
  const words = complete ? `to complete stage ${complete}` : utility ? "in utility" : "on average";
  return [shell.number(value, kindOf(state)), " ", reward ? `for a reward of ${reward} or more` : words];
}

const failing = (outcomes) =>
  sum(outcomes.filter((o) => o.completed === null).map((o) => exactly(o.probability)));

/** Fill the element; compare(stages) asks for plans that stop after them. */
export function showPlan(element, state, answer, shell, compareWith) {
  show(element, h("p", { class: "big" }, "Played best: ", worth(state, answer.value, shell)),
    h("p", {}, "You fail, for nothing, with ", shell.number(failing(answer.outcomes))),
    answer.table.length > 0 && [h("h2", {}, "Push or take"), picture(answer.table, shell),
      h("details", {}, h("summary", {}, "As a table"), strategy(state, answer.table, shell))],
    endings(answer.outcomes, shell), plans(state, answer, shell, compareWith));
  shell.say(answer.text);
}

const verb = (row) => (row.tie ? "either" : row.decision);

function picture(rows, shell) {
  const most = Math.max(...rows.map((row) => row.attempts_left));
  const stages = Math.max(...rows.map((row) => row.completed));
  const x = (left) => LEFT + (most - left) * WIDE;
  const y = (stage) => TOP + (stage - 1) * HIGH;
  const text = (across, down, words, name = "") => svg("text", { x: across, y: down, class: name }, `${words}`);
  const cell = ({ attempts_left: left, completed, success, ...row }) => svg("g", { class: verb(row) },
    svg("rect", { x: x(left) + 2, y: y(completed) + 2, rx: 6, width: WIDE - 4, height: HIGH - 4 }),
    text(x(left) + WIDE / 2, y(completed) + (success ? 18 : 25), verb(row)),
    success && shell.live(text(x(left) + WIDE / 2, y(completed) + 32, "", "small"), () => shell.write(success)));
  const [width, height] = [x(-1), y(stages + 1)];
  return h("figure", { class: "scroll", tabindex: 0 }, svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height,
    class: "strategy", role: "img", "aria-label": "Push or take; the table says the same" },
    [...Array(most + 1).keys()].map((left) => text(x(left) + WIDE / 2, 14, left)),
    [...Array(stages).keys()].map((i) => text(12, y(i + 1) + 25, i + 1)), rows.map(cell)),
  h("figcaption", { class: "soft" }, "Down: the stage done. Across: attempts left. Below push or take: the chance to complete the next stage."));
}

function strategy(state, rows, shell) {
  const maybe = (value, kind) => (value ? shell.number(value, kind) : "–");
  return table("After a stage is done", ["Stage", "Left", "Take", "Push", "Do", "Next"], rows.map((row) => [
    row.completed, row.attempts_left, shell.number(row.take, kindOf(state)), maybe(row.push, kindOf(state)),
    h("b", {}, verb(row)), maybe(row.success)]));
}

/** Bars of the reward, which can be counted exactly, at least or at most. */
function endings(outcomes, shell) {
  const rows = [...Map.groupBy(outcomes, (o) => o.reward.exact).values()].map((same) => ({
    reward: same[0].reward, chance: sum(same.map((o) => exactly(o.probability))) }))
    .sort((a, b) => compare(exactly(a.reward), exactly(b.reward)));
  const place = h("div");
  function draw(counted) {
    const part = { is: (i) => [rows[i]], least: (i) => rows.slice(i), most: (i) => rows.slice(0, i + 1) }[counted];
    const totals = rows.map((_, i) => sum(part(i).map((row) => row.chance)));
    const numbers = counted === "is" ? shell.shares(totals) : totals.map((total) => shell.number(total));
    const word = { is: "", least: "at least ", most: "at most " }[counted];
    show(place, choice("Count rewards", COUNTED, counted, draw, true),
      bars("The reward", rows.map(({ reward }, i) => ({ label: [`Reward ${word}`, shell.number(reward, "value")],
        share: approx(totals[i]), number: numbers[i], kind: reward.exact === "0" && "fail" }))));
  }
  draw("is");
  return [h("h2", {}, "How it ends"), place];
}

function plans(state, { value, outcomes, fixed }, shell, compareWith) {
  const numbers = state.quest.stages.map((_, i) => i + 1);
  if (!fixed) return button("Compare with stopping at a fixed stage", () => compareWith(numbers));
  const row = (name, worthOf, ends) => [name, shell.number(worthOf, kindOf(state)), shell.number(failing(ends))];
  return table("Fixed plans", ["Plan", "Worth", "Fails"], [row("Best play", value, outcomes),
    ...fixed.map((plan) => row(`Stop after stage ${plan.stop_after}`, plan.value, plan.outcomes))]);
}
