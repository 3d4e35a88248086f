/* What each question of A4 Quest needs beyond the table; undefined takes a field away. */
import { choice, h, stepper } from "./dom.js";
import { panel, row, tick } from "./forms.js";
import { ahead, spacesOf, TRACKS } from "./a4-table.js";

const COSTS = ["sheet", 0, 1, 2, 3, 4, 5, 6].map((n) => [n, n]);
const ENEMIES = [["space", "Of this space"], ["modifier", "d6 plus", { modifier: 0 }],
  ["total", "Known total", { total: 7 }], ["attack", "Own values", { attack: 5, defence: 5, xp: 1 }]];
const AIMS = {
  setup: [["highest_total", "Highest total"], ["at_least_one", "A high die", { at_least_one: 5 }], ["ahead", "What is ahead"]],
  fight: [["win", "Win"], ["least_damage", "Least damage"], ["most_xp", "Most XP"], ["survive", "Survive"]],
  action: [["safe_gains", "Safe, then most gains"], ["survive", "Survive"]],
};

/** The form of the question. */
export function details(view) {
  const { s, change } = view;
  const put = (made) => change({ top: { ...s.top, ...made } });
  const tell = (made) => change({ more: { ...s.more, ...made } });
  return panel("The question", FORMS[s.kind](view, put, tell), AIMS[s.kind] && aim(view, put));
}

/** What is best; the first is the default. */
function aim({ s: { kind, top: { objective } }, adventure }, put) {
  const named = AIMS[kind];
  const chosen = typeof objective === "object" ? Object.keys(objective)[0] : objective ?? named[0][0];
  return choice("Best is", named, chosen, (name) => put({ objective: name === named[0][0] ? undefined
    : name === "ahead" ? { ahead: ahead(spacesOf(adventure), 4) } : named.find(([one]) => one === name)[2] ?? name }));
}

const everyPool = ({ every, dice = 4 }, text, put) => row(
  tick(text, every, (on) => put({ every: on || undefined, dice: undefined })),
  every && stepper("dice", dice, 1, 6, (n) => put({ dice: n })));

const FORMS = {
  setup: ({ s: { top } }, put) => [everyPool(top, "Not rolled yet", put),
    top.objective?.at_least_one && row(stepper("at least", top.objective.at_least_one, 1, 6,
      (n) => put({ objective: { at_least_one: n } }), "or more"))],
  movement: ({ s: { top, more } }, put, tell) => [
    choice("Cost", COSTS, top.cost ?? "sheet", (cost) => put({ cost: cost === "sheet" ? undefined : cost })),
    tick("1 HP is paid already", more.phase, (on) => tell({ phase: on ? "movement_failed" : undefined }))],
  fight: ({ s: { more }, change }, _, tell) => enemyForm(more, change, tell),
  action: () => null,
  boss: ({ s: { top, more }, adventure: { boss } }, put, tell) => (boss ? [row(
    stepper("wave", more.wave ?? 1, 1, boss.waves.length, (wave) => tell({ wave })),
    stepper("HP of the boss", more.boss_hp ?? boss.hp, 1, boss.hp, (n) => tell({ boss_hp: n }))),
  everyPool(top, "For every pool", put)] : h("p", {}, "This adventure has no boss.")),
};

function enemyForm({ enemy, phase, die, d6 }, change, tell) {
  const [kind] = ENEMIES.find(([name]) => name in (enemy ?? { space: 1 }));
  const parts = kind === "attack" ? ["attack", "defence", "xp"] : enemy ? [kind] : [];
  return [
    choice("Enemy", ENEMIES, kind, (chosen) => change({ more: { enemy: ENEMIES.find(([name]) => name === chosen)[2] } })),
    row(parts.map((name) => stepper(TRACKS[name] ?? name, enemy[name] ?? 0, kind === "modifier" ? -99 : 0, 99,
      (n) => tell({ enemy: { ...enemy, [name]: name === "xp" ? n || undefined : n } })))),
    /^[ta]/.test(kind) && tick("The fight's d6 is known", phase, (on) =>
      change({ more: on ? { enemy, phase: "fight_d6", die: 4, d6: 3 } : { enemy } })),
    phase && row(stepper("die used", die, 1, 6, (n) => tell({ die: n })), stepper("d6", d6, 1, 6, (n) => tell({ d6: n })))];
}
