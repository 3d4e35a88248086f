/* What lies on the table: the sheets, the hero's space, the dice and the tracks. */
import { button, choice, h, stepper } from "./dom.js";

export const TRACKS = { attack: "attack", defence: "defence", hp: "HP", xp: "XP",
  crystals: "crystals", food: "food" };
const MOST_DICE = 6;

export const panel = (title, ...children) =>
  h("fieldset", { class: "stage" }, h("legend", {}, title), children);
export const row = (...children) => h("div", { class: "row" }, children);

export const tick = (text, checked, set) => h("label", { class: "check" },
  h("input", { type: "checkbox", checked, "data-key": text, onchange: () => set(!checked) }), text);

const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** All spaces in order, with the tile, and what entering costs. */
export const spacesOf = ({ tiles }) => tiles.flatMap((tile, t) => tile.spaces.map((space, i) =>
  ({ ...space, tile: t + 1, first: !i, cost: i ? 0 : tile.cost ?? 0 })));

/** What costs something on the way over these spaces: movements and enemies, at most six. */
export const ahead = (spaces) => spaces.flatMap(({ cost, enemy: modifier, enemy_total: total }) => [
  cost && { cost }, modifier != null && { modifier }, total != null && { total }])
  .filter(Boolean).slice(0, 6);

const iconText = (icon) => (typeof icon === "string" ? icon
  : (icon.choose ?? [icon.effects]).map((bundle) => bundle.join(", ")).join(" or "));

function spaceText({ tile, enemy, enemy_total: total, actions = [] }, i) {
  const who = enemy != null ? `enemy ${signed(enemy)}` : total != null && `enemy of total ${total}`;
  return `Space ${i + 1}, tile ${tile}: ${[who, ...actions.map(iconText)].filter(Boolean).join("; ")}`;
}

function spot(space, i) {
  const { first, tile, cost, enemy, enemy_total: total } = space;
  return [h("i", { class: "unseen" }, spaceText(space, i)), h("b", { "aria-hidden": "true" },
    h("small", {}, first && (tile > 1 ? `cost ${cost}` : "start")), i + 1,
    h("small", {}, enemy != null ? signed(enemy) : total != null && "!"))];
}

/** The way to the boss, to tap: where the hero stands, or how far a setup looks ahead. */
export function trail({ s, adventure, change }) {
  const all = spacesOf(adventure);
  const wanted = JSON.stringify(s.top.objective?.ahead);
  const reaches = (_, i) => JSON.stringify(ahead(all.slice(0, i + 1))) === wanted;
  const here = wanted ? all.findIndex(reaches) : s.space - 1;
  const set = (i) => change(wanted ? { top: { ...s.top, objective: { ahead: ahead(all.slice(0, i + 1)) } } }
    : { space: i + 1 });
  const spots = all.map((space, i) => [i, spot(space, i)]).filter(([i]) => !all[i].boss);
  return h("div", { class: "trail" },
    choice(wanted ? "Look ahead to" : "The hero stands on", spots, here, set),
    h("p", { class: "soft" }, all[here] && spaceText(all[here], here)));
}

function select(label, options, chosen, set) {
  return h("label", { class: "field" }, label, h("select", { "data-key": label,
    onchange: (event) => set(event.target.value) }, options.map(([value, { name }]) =>
    h("option", { value, selected: value === chosen }, name))));
}

export function sheets({ s, adventure, hero, change }, { adventures, heroes }) {
  const options = (shipped, own, sheet) =>
    [...(typeof own === "string" ? [] : [["", sheet]]), ...Object.entries(shipped)];
  return row(
    select("Adventure", options(adventures, s.adventure, adventure), s.adventure,
      (name) => change({ adventure: name, space: 1, top: {}, more: {} })),
    select("Hero", options(heroes, s.hero, hero), s.hero, (name) => change({ hero: name, tracks: {} })));
}

/** The dice: choose one, then tap or type what it shows. */
export function pool({ s, change, look }) {
  const at = Math.min(s.die, s.pool.length - 1);
  const set = (value) => change({ pool: s.pool.with(at, value), die: (at + 1) % s.pool.length });
  const typed = ({ key }) => /^[0-6]$/.test(key) && set(Number(key) || null);
  return h("div", { class: "pool", onkeydown: typed },
    choice("Dice", s.pool.map((value, i) => [i, value ?? h("small", {}, "used")]), at,
      (die) => look({ die })),
    h("div", { class: "keys", role: "group", "aria-label": "The chosen die shows" },
      [1, 2, 3, 4, 5, 6, null].map((value) => button(value ?? "used", () => set(value)))),
    row(stepper("dice", s.pool.length, 1, MOST_DICE, (n) => change({ pool: [...s.pool, 1].slice(0, n) }))));
}

export function tracks({ s, hero, change }) {
  const given = { ...hero.start, ...s.tracks };
  return panel(hero.name, h("div", { class: "tracks" }, Object.entries(TRACKS).map(([name, text]) =>
    stepper(text, given[name], Number(name === "hp"), hero.maxima[name],
      (n) => change({ tracks: { ...given, [name]: n } })))),
  row(tick("Crystal used this turn", s.crystal_used, (used) => change({ crystal_used: used })),
    button("As at the start", () => change({ tracks: {} }))));
}
