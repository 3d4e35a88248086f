/* The A4 Quest tab: what lies on the table, one of five questions about it, and the answer. */
import { answered } from "./a4-answer.js";
import { details } from "./a4-questions.js";
import { pool, sheets, spacesOf, tracks, trail } from "./a4-table.js";
import { choice, h, show } from "./dom.js";

const DEFAULTS = { adventure: "into-the-abyss", hero: "knight" };
const KINDS = [["setup", "Setup"], ["movement", "Move"], ["fight", "Fight"], ["action", "Act"], ["boss", "Boss"]];
const FIRST = { ...DEFAULTS, kind: "movement", space: 1, pool: [6, 4, 2, 1], die: 0, tracks: {}, top: {}, more: {} };

const usesTracks = ({ kind, top }) => kind !== "setup" || Boolean(top.objective?.ahead);
const usesSpace = ({ kind, top, more }) => kind === "action" || (kind === "fight" && !more.enemy)
  || (kind === "movement" && top.cost === undefined);

/** The question as the service takes it, without what is at its default. */
function bodyOf(s, hero) {
  const { every, ...top } = s.top;
  const own = (name) => (s[name] === DEFAULTS[name] ? undefined : s[name]);
  const setup = s.kind === "setup";
  return { ...top, adventure: own("adventure"), hero: own("hero"), state: { ...s.more,
    pool: every ? undefined : s.pool, space: usesSpace(s) ? s.space : undefined,
    tracks: usesTracks(s) ? { ...hero.start, ...s.tracks } : undefined,
    crystal_used: (!setup && s.crystal_used) || undefined } };
}

/** What lies on the table according to a question. */
function read(path, { adventure = DEFAULTS.adventure, hero = DEFAULTS.hero, state = {}, ...top }) {
  const { space = 1, pool: dice = [], tracks: given = {}, crystal_used: used, ...more } = state;
  const kind = path?.split("/").at(-1) ?? "action";
  const every = !dice.length && (kind === "setup" || kind === "boss") || undefined;
  return { adventure, hero, kind, space, pool: dice.length ? dice : FIRST.pool, tracks: given,
    crystal_used: used, die: 0, top: { ...top, every }, more };
}

/** See shell.js. */
export function mount(element, shell) {
  const advice = h("p", { class: "big now" });
  const form = h("div");
  const result = h("div");
  element.append(advice, h("div", { class: "columns" }, form, result));
  let s;
  let shipped;

  const sheet = (name, all) => (typeof s[name] === "string" ? shipped[all][s[name]] : s[name]);

  async function solve(hero) {
    const asked = s;
    const [path, body] = [`/v1/a4/${s.kind}`, bodyOf(s, hero)];
    shell.link(path, body);
    const answer = await shell.ask(path, body);
    if (asked !== s) return;
    show(advice, answer?.text);
    show(result, answer && answered(answer, s, shell));
    if (answer) shell.say(answer.text);
  }

  function look(made) {
    s = { ...s, ...made };
    return draw();
  }

  function change(made) {
    look(made);
    shell.keep(s);
  }

  function draw() {
    const [adventure, hero] = [sheet("adventure", "adventures"), sheet("hero", "heroes")];
    const view = { s, adventure, hero, change, look };
    show(form, sheets(view, shipped),
      choice("Question", KINDS, s.kind, (kind) => change({ kind, top: {}, more: {} }), true),
      (usesSpace(s) || s.top.objective?.ahead) && trail(view),
      !s.top.every && pool(view),
      details(view),
      usesTracks(s) && tracks(view));
    return solve(hero);
  }

  async function adopt(given) {
    s = given;
    shipped ??= await shell.get("/v1/a4/sheets");
    return shipped && draw();
  }

  return {
    async open(path, body) {
      await adopt(body ? read(path, body) : FIRST);
      shell.keep(s);
    },
    restore: adopt,
  };
}
