/* What lies on the table: the sheets, the hero's space, the dice and the tracks. */
import { button, choice, h, stepper } from "./dom.js";
import { panel, row, tick } from "./forms.js";

export const TRACKS = { attack: "attack", defence: "defence", hp: "HP", xp: "XP", crystals: "crystals", food: "food" };
const MOST_DICE = 6;

/** All spaces in order: with the tile, what entering costs, and who waits ("" is nobody). */
export const spacesOf = ({ tiles }) => tiles.flatMap((tile, t) => tile.spaces.map((space, i) => {
  const { enemy: plus, enemy_total: total } = space;
  const enemy = plus != null ? { modifier: plus } : total != null && { total };
  const who = plus != null ? `${plus < 0 ? "" : "+"}${plus}` : total != null ? `=${total}` : "";
  return { ...space, enemy, who, tile: t + 1, from: !i && (t ? `cost ${tile.cost}` : "start"), cost: i ? 0 : tile.cost };
}));

/** What costs something up to space n: movements and enemies, at most six. */
export const ahead = (all, n) => all.slice(0, n).flatMap(({ cost, enemy }) => [cost && { cost }, enemy])
  .filter(Boolean).slice(0, 6);

const iconText = (icon) => (typeof icon === "string" ? icon : (icon.choose ?? [icon.effects]).join(" or "));

const spaceText = ({ tile, who, actions = [] }, n) =>
  `Space ${n}, tile ${tile}: ${[who && `enemy ${who}`, ...actions.map(iconText)].filter(Boolean).join("; ")}`;

/** The way to the boss, to tap: where the hero stands, or how far a setup looks ahead. */
export function trail({ s, adventure, change }) {
  const all = spacesOf(adventure);
  const wanted = s.top.objective?.ahead;
  const here = wanted ? all.findIndex((_, i) => JSON.stringify(ahead(all, i + 1)) === JSON.stringify(wanted)) + 1 : s.space;
  const spots = all.map((space, i) => [i + 1, [h("i", { class: "unseen" }, spaceText(space, i + 1)),
    h("b", { "aria-hidden": "true" }, h("small", {}, space.from), i + 1, h("small", {}, space.who))]]);
  const shown = spots.filter((_, i) => (s.kind === "fight" ? all[i].enemy : !all[i].boss));
  return h("div", { class: "trail" },
    choice(wanted ? "Look ahead to" : "The hero stands on", shown, here, (n) =>
      change(wanted ? { top: { ...s.top, objective: { ahead: ahead(all, n) } } } : { space: n })),
    h("p", { class: "soft" }, all[here - 1] && spaceText(all[here - 1], here)));
}

/** Choose one of the shipped sheets; own is the sheet of a link that isn't one. */
const select = (label, shipped, chosen, own, set) => h("label", { class: "field" }, label,
  h("select", { "data-key": label, onchange: (event) => set(event.target.value) },
    [...(chosen === own ? [["", own]] : []), ...Object.entries(shipped)].map(([value, { name }]) =>
      h("option", { value, selected: value === chosen }, name))));

export const sheets = ({ s, adventure, hero, change }, { adventures, heroes }) => row(
  select("Adventure", adventures, s.adventure, adventure, (name) =>
    change({ adventure: name, space: 1, top: {}, more: {} })),
  select("Hero", heroes, s.hero, hero, (name) => change({ hero: name, tracks: {} })));

/** The dice: choose one, then tap or type what it shows. */
export function pool({ s, change, look }) {
  const count = s.pool.length;
  const at = Math.min(s.die, count - 1);
  const set = (value) => change({ pool: s.pool.with(at, value), die: (at + 1) % count });
  return h("div", { class: "pool", onkeydown: ({ key }) => /^[0-6]$/.test(key) && set(Number(key) || null) },
    choice("Dice", s.pool.map((value, i) => [i, value ?? h("small", {}, "used")]), at, (die) => look({ die })),
    h("div", { class: "keys", role: "group", "aria-label": "The chosen die shows" },
      [1, 2, 3, 4, 5, 6, null].map((value) => button(value ?? "used", () => set(value)))),
    row(stepper("dice", count, 1, MOST_DICE, (n) => change({ pool: [...s.pool, 1].slice(0, n) }))));
}

export function tracks({ s, hero, change }) {
  const given = { ...hero.start, ...s.tracks };
  return panel(hero.name,
    h("div", { class: "tracks" }, Object.entries(TRACKS).map(([name, text]) => stepper(text, given[name],
      Number(name === "hp"), hero.maxima[name], (n) => change({ tracks: { ...given, [name]: n } })))),
    row(tick("Crystal used this turn", s.crystal_used, (on) => change({ crystal_used: on || undefined })),
      button("As at the start", () => change({ tracks: {} }))));
}
