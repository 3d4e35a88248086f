/* What the answers about A4 Quest say: the advice, every choice with value and loss, what follows. */
import { bars, h, table } from "./dom.js";
import { approx, write } from "./numbers.js";
import { TRACKS } from "./a4-table.js";

/* The figures of a choice: heading, kind of number, and what a loss of it is called. */
const FIGURES = { win: ["wins", "chance"], survive: ["lives", "chance"], dies: ["dies", "chance", "dying"],
  chance: ["chance", "chance"], hp_lost: ["HP lost", "value", "HP"], mean_hp_lost: ["HP lost", "value"],
  active: ["dice left", "value", "dice"], total: ["pips left", "value", "pips"], xp: ["XP", "value"],
  gain: ["gains", "value", "gain"], sum: ["worth", "value"], pips: ["total", "value"] };
const OF_FIGHT = { win: "win", least_damage: "mean_hp_lost", most_xp: "xp", survive: "survive" };

/** The answer as elements. */
export const answered = (answer, s, shell) => SHOWN[s.kind](answer, s, shell);

/** A table of choices with their values, losses and further figures, as [heading, maker]. */
function choices(title, list, alone, shell, more = []) {
  if (!list?.length) return null;
  const parts = (value) => Object.entries("exact" in value ? { [alone]: value } : value);
  const number = ([name, n]) => shell.number(n, FIGURES[name][1]);
  const names = parts(list[0].value).map(([name]) => name);
  const lost = (choice) => parts(choice.loss).filter(([, n]) => n.exact !== "0")
    .map((part, i) => [i > 0 && ", ", number(part), names.length > 1 && ` ${FIGURES[part[0]][2] ?? FIGURES[part[0]][0]}`]);
  return table(title, ["choice", ...names.map((name) => FIGURES[name][0]), "loss", ...more.map(([head]) => head)],
    list.map((choice) => [[choice.best && h("span", { class: "best" }, "best: "), choice.name],
      ...parts(choice.value).map(number), choice.best ? "–" : lost(choice), ...more.map(([, make]) => make(choice))]));
}

function chart(title, list, name, shell) {
  const numbers = shell.shares(list.map(({ probability }) => probability));
  return h("div", { class: "slim" }, h("h3", {}, title), bars(title, list.map((entry, i) =>
    ({ label: entry[name], share: approx(entry.probability), number: numbers[i] }))));
}

const enemyText = (enemy) => (enemy ? `${enemy.attack}/${enemy.defence}` : "nobody");

function encounter({ enemy, choices: list }, s, shell) {
  const value = OF_FIGHT[s.top.objective ?? "win"];
  const more = ["win", "dies", "mean_hp_lost", "xp"].filter((name) => name !== value)
    .map((name) => [FIGURES[name][0], (choice) => shell.number(choice[name], FIGURES[name][1])]);
  const title = `Against the ${enemyText(enemy)} enemy, ${enemy.xp} XP`;
  return choices([title, ...enemy.special].join(", "), list, value, shell, more);
}

/** What an action moves on average. */
const gains = (choice, shell) => shell.live(h("span"), (mode) =>
  Object.entries(choice.gains).filter(([, n]) => n.exact !== "0").map(([name, n]) =>
    `${n.approx > 0 ? "+" : ""}${write(n, "value", mode)} ${TRACKS[name]}`).join(", ") || "–");

const dice = (pool) => pool.map((die) => die ?? "–").join(" ") || "nothing";
const played = ({ do: what, die }) => (what === "use_die" ? die : what.replaceAll("_", " "));

const SHOWN = {
  setup({ equipment, choices: list, pools }, { top }, shell) {
    const kind = top.objective ? "chance" : "pips";
    return [choices("Equipment", equipment, kind, shell), choices("Choices", list, kind, shell),
      pools && table("Best re-rolls", ["pool", "chance", "re-roll", FIGURES[kind][0]],
        pools.map(({ pool, probability, rerolls, value }) => [dice(pool), shell.number(probability),
          rerolls.map(dice).join(" or "), shell.number(value, FIGURES[kind][1])]))];
  },
  movement: ({ choices: list, distribution }, _, shell) => [
    choices("Choices", list, "", shell), chart("HP lost", distribution, "hp_lost", shell)],
  fight({ encounters, overall }, s, shell) {
    const coming = encounters.map(({ enemy, probability }) => ({ who: enemyText(enemy), probability }));
    return [coming.length > 1 && chart("Who comes (attack/defence)", coming, "who", shell),
      encounters.filter(({ enemy }) => enemy).map((met) => encounter(met, s, shell)),
      chart("HP lost", overall.hp_lost, "hp_lost", shell)];
  },
  action: ({ choices: list }, _, shell) => choices("Choices", list, "", shell,
    [["on average", (choice) => gains(choice, shell)]]),
  boss: ({ choices: list, pools }, _, shell) => [choices("Choices", list, "win", shell),
    pools && table("Every pool", ["pool", "wins", "use"], pools.toSorted((a, b) => approx(b.win) - approx(a.win))
      .map(({ pool, win, play }) => [dice(pool), shell.number(win), play.map(played).join(", ") || "–"]))],
};
