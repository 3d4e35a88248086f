/* What the answers about A4 Quest say: every choice with value and loss, and what follows. */
import { h, table } from "./dom.js";
import { chart } from "./forms.js";
import { approx, write } from "./numbers.js";
import { TRACKS } from "./a4-table.js";

/* The figures that aren't plain values, and how all are headed. */
const CHANCES = ["win", "survive", "dies", "chance"];
const HEADS = { win: "wins", survive: "lives", hp_lost: "HP lost", mean_hp_lost: "HP lost", active: "dice left",
  total: "pips left", xp: "XP", gain: "gains", sum: "worth" };
const OF_FIGHT = { win: "win", least_damage: "mean_hp_lost", most_xp: "xp", survive: "survive" };

const head = (name) => HEADS[name] ?? name;
const kind = (name) => (CHANCES.includes(name) ? "chance" : "value");
const isZero = ({ exact }) => exact === "0";
const dice = (pool) => pool.map((die) => die ?? "–").join(" ") || "nothing";

/** The answer as elements. */
export const answered = (answer, s, shell) => SHOWN[s.kind](answer, s, shell);

/** A table of choices with their values and losses, further figures, and more, as [heading, maker]. */
function choices(title, list, alone, shell, figures = [], more = []) {
  if (!list?.length) return null;
  const parts = (value) => Object.entries("exact" in value ? { [alone]: value } : value);
  const number = ([name, n]) => shell.number(n, kind(name));
  const names = parts(list[0].value).map(([name]) => name);
  const lost = ({ loss }) => parts(loss).filter(([, n]) => !isZero(n))
    .map((part, i) => [i > 0 && ", ", number(part), names.length > 1 && ` (${head(part[0])})`]);
  return table(title, ["choice", ...names.map(head), "loss", ...figures.map(head), ...more.map(([text]) => text)],
    list.map((choice) => [[choice.best && h("b", { class: "best" }, "best: "), choice.name],
      ...parts(choice.value).map(number), choice.best ? "–" : lost(choice),
      ...figures.map((name) => number([name, choice[name]])), ...more.map(([, make]) => make(choice))]));
}

function spread(title, list, nameOf, shell) {
  const parts = list.map((entry) => [nameOf(entry), entry.probability]);
  return [h("h3", {}, title), chart(title, parts, shell.shares(parts.map(([, p]) => p)))];
}

const lost = (list, shell) => spread("HP lost", list, (entry) => entry.hp_lost, shell);
const who = ({ enemy }) => (enemy ? `${enemy.attack}/${enemy.defence}` : "nobody");

/** What an action moves on average. */
const gains = (choice, shell) => shell.live(h("span"), (mode) =>
  Object.entries(choice.gains).filter(([, n]) => !isZero(n)).map(([name, n]) =>
    `${n.approx > 0 ? "+" : ""}${write(n, "value", mode)} ${TRACKS[name]}`).join(", ") || "–");

const SHOWN = {
  setup({ equipment, choices: list, pools }, { top }, shell) {
    const name = top.objective ? "chance" : "total";
    return [choices("Equipment", equipment, name, shell), choices("Choices", list, name, shell),
      pools && table("Best re-rolls", ["pool", "chance", "re-roll", "value"], pools.map((row) => [dice(row.pool),
        shell.number(row.probability), row.rerolls.map(dice).join(" or "), shell.number(row.value, kind(name))]))];
  },
  movement: ({ choices: list, distribution }, _, shell) => [choices("Choices", list, "", shell), lost(distribution, shell)],
  fight({ encounters, overall }, { top }, shell) {
    const value = OF_FIGHT[top.objective ?? "win"];
    const figures = ["win", "dies", "mean_hp_lost", "xp"].filter((name) => name !== value);
    return [encounters.length > 1 && spread("Who comes (attack/defence)", encounters, who, shell),
      encounters.filter(({ enemy }) => enemy).map((met) => choices(
        [`Against the ${who(met)} enemy, ${met.enemy.xp} XP`, ...met.enemy.special].join(", "),
        met.choices, value, shell, figures)),
      lost(overall.hp_lost, shell)];
  },
  action: ({ choices: list }, _, shell) => choices("Choices", list, "", shell, [],
    [["on average", (choice) => gains(choice, shell)]]),
  boss: ({ choices: list, pools }, _, shell) => [choices("Choices", list, "win", shell),
    pools && table("Every pool", ["pool", "wins", "use"], pools.toSorted((a, b) => approx(b.win) - approx(a.win)).map((row) =>
      [dice(row.pool), shell.number(row.win), row.play.map(({ do: what, die }) => die ?? what).join(", ")]))],
};
