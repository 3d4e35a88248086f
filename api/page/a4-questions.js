/* What each question of A4 Quest needs beyond the table. */
import { choice, h, stepper } from "./dom.js";
import { ahead, panel, row, spacesOf, tick, TRACKS } from "./a4-table.js";

const COSTS = [["sheet", "sheet"], ...[0, 1, 2, 3, 4, 5, 6].map((n) => [n, n])];
const ENEMIES = { space: ["Of this space"], modifier: ["d6 plus", { modifier: 0 }],
  total: ["Known total", { total: 7 }], attack: ["Own values", { attack: 5, defence: 5, xp: 1 }] };
const options = (named) => Object.entries(named).map(([name, [text]]) => [name, text]);

/** The form of the question; undefined takes a field away. */
export function details(view) {
  const { s, change } = view;
  const put = (part) => (made) => change({ [part]: { ...s[part], ...made } });
  return panel("The question", FORMS[s.kind](view, put("top"), put("more")));
}

/** What is best: named is {name: [text, the objective if it isn't the name]}, the default first. */
function aim({ objective }, named, put) {
  const [first] = Object.keys(named);
  const chosen = typeof objective === "object" ? Object.keys(objective)[0] : objective ?? first;
  return choice("Best is", options(named), chosen, (name) =>
    put({ objective: name === first ? undefined : named[name][1] ?? name }));
}

const everyPool = ({ every, dice = 4 }, text, put) => row(
  tick(text, every, (on) => put({ every: on, dice: undefined })),
  every && stepper("dice", dice, 1, 6, (n) => put({ dice: n })));

const FORMS = {
  setup: ({ s: { top }, adventure }, put) => [
    aim(top, { highest_total: ["Highest total"], at_least_one: ["A high die", { at_least_one: 5 }],
      ahead: ["What is ahead", { ahead: ahead(spacesOf(adventure).slice(0, 4)) }] }, put),
    top.objective?.at_least_one && row("A die of at least", stepper("", top.objective.at_least_one, 1, 6,
      (n) => put({ objective: { at_least_one: n } }))),
    everyPool(top, "Not rolled yet", put)],
  movement: ({ s: { top, more } }, put, putMore) => [
    choice("Cost", COSTS, top.cost ?? "sheet", (cost) => put({ cost: cost === "sheet" ? undefined : cost })),
    tick("1 HP is paid already", more.phase,
      (on) => putMore({ phase: on ? "movement_failed" : undefined }))],
  fight: ({ s: { top, more }, change }, put, putMore) => [
    enemyForm(more, change, putMore),
    aim(top, { win: ["Win"], least_damage: ["Least damage"], most_xp: ["Most XP"], survive: ["Survive"] }, put)],
  action: ({ s: { top } }, put) =>
    aim(top, { safe_gains: ["Safe, then most gains"], survive: ["Survive"] }, put),
  boss: ({ s: { top, more }, adventure: { boss } }, put, putMore) => (boss ? [row(
    stepper("wave", more.wave ?? 1, 1, boss.waves.length, (wave) => putMore({ wave })),
    stepper("HP of the boss", more.boss_hp ?? boss.hp, 1, boss.hp, (n) => putMore({ boss_hp: n }))),
  everyPool(top, "For every pool", put)] : h("p", {}, "This adventure has no boss.")),
};

function enemyForm({ enemy, phase, die, d6 }, change, put) {
  const kind = enemy ? Object.keys(ENEMIES).find((name) => name in enemy) : "space";
  const known = phase === "fight_d6";
  const least = kind === "modifier" ? -99 : 0;
  return [
    choice("Enemy", options(ENEMIES), kind, (name) => change({ more: { enemy: ENEMIES[name][1] } })),
    enemy && row(Object.entries(enemy).filter(([, value]) => Number.isInteger(value)).map(([name, value]) =>
      stepper(TRACKS[name] ?? name, value, least, 99, (n) => put({ enemy: { ...enemy, [name]: n } })))),
    (kind === "total" || kind === "attack") && tick("The fight's d6 is known", known, (on) =>
      change({ more: on ? { enemy, phase: "fight_d6", die: 4, d6: 3 } : { enemy } })),
    known && row(stepper("die used", die, 1, 6, (n) => put({ die: n })),
      stepper("d6", d6, 1, 6, (n) => put({ d6: n })))];
}
