/* The shell around the tabs. A tab is a module (build.js, get-to.js, a4.js) that exports
 *   mount(element, shell) -> { open(path, body), restore(snapshot) }
 * which is called once. open is given the question of a permalink (path may be null), or null, null:
 * start with your own. restore is given a snapshot that you passed to shell.keep.
 *
 *   ask(path, body)     POST; a promise of the answer, or of null if a later ask has aborted it or
 *                       there is a problem (shown already). Shows what the answer assumes.
 *   get(path)           the same with GET, for what has no question: the shipped sheets, say.
 *   link(path, body)    makes the address hold this question: #q=<text>&path=<path>. Leave out of
 *                       the body what is at its default; it may hold BigInt.
 *   number(n, kind)     a node with a number of an answer as the user wants it (it changes with the
 *                       choice); kind is "chance" or "value" (rewards, means, losses).
 *   shares(list)        such nodes for probabilities that sum to 1, which don't contradict.
 *   write(n, kind)      the number as text, as chosen now.
 *   live(node, make)    keeps the node's text at make(mode).
 *   keep(snapshot)      after each change by the user: what Undo comes back to.
 *   say(text)           tells it to a screen reader.
 *   problem(text)       shows a mistake before asking; "" clears it.
 */
import { button, choice, h, show } from "./dom.js";
import { exactly, percents, write } from "./numbers.js";
import { decode, encode, json } from "./wire.js";

const TABS = ["build", "get-to", "a4"];
const MODES = [["percent", "%"], ["fraction", "a/b"], ["one-in", "1 in N"]];

const at = (id) => document.getElementById(id);
const tabs = {};
const answers = new Map();
let current = "build";
let mode = "percent";
let running;
let data = "";

function live(node, make) {
  node.classList.add("num");
  node.make = make;
  node.textContent = make(mode);
  return node;
}

function setMode(chosen) {
  mode = chosen;
  for (const node of document.querySelectorAll(".num")) node.textContent = node.make(mode);
}

const problem = (...lines) => show(at("problem"), lines.filter(Boolean).map((line) => h("p", {}, line)));

/** "/quest/stages/0/reward" as "quest, stages 1, reward". */
const placeOf = (pointer) =>
  pointer.slice(1).replace(/\/(\d+)/g, (_, n) => ` ${Number(n) + 1}`).replaceAll("/", ", ");

/** What a request brings, remembered; null if it is aborted or a problem. */
async function fetched(path, options) {
  const key = path + options.body;
  if (answers.has(key)) return answers.get(key);
  const busy = setTimeout(() => at("main").setAttribute("aria-busy", "true"), 300);
  try {
    const response = await fetch(path.slice(1), options);
    const found = await response.json();
    if (response.ok) answers.set(key, found);
    else problem(`${found.title}.`, ...(found.errors?.map((e) => `${placeOf(e.pointer)}: ${e.detail}`) ?? [found.detail]));
    return response.ok ? found : null;
  } catch (error) {
    if (error.name !== "AbortError") problem("The service can't be reached.");
    return null;
  } finally {
    clearTimeout(busy);
    at("main").removeAttribute("aria-busy");
  }
}

async function ask(path, body) {
  running?.abort();
  running = new AbortController();
  const headers = { "Content-Type": "application/json" };
  const found = await fetched(path, { method: "POST", headers, body: json(body), signal: running.signal });
  if (found) tellAssumed(found);
  return found;
}

function tellAssumed({ assumptions, engine }) {
  problem();
  show(at("assumed"), assumptions.map((text) => h("p", {}, text)),
    h("p", {}, `Exact, by ${engine.name} ${engine.version}. `, h("a", { href: data }, "The answer as JSON")));
}

function link(path, body) {
  data = `${path.slice(1)}?q=${encode(body)}`;
  history.replaceState(null, "", `#q=${encode(body)}&path=${path}`);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("Link copied");
  } catch {
    prompt("Copy this link:", location.href); // The clipboard needs HTTPS and permission.
  }
}

function say(text) {
  at("said").textContent = "";
  setTimeout(() => (at("said").textContent = text), 50); // The same text again is told again.
}

function keep(snapshot) {
  tabs[current].past.push(snapshot);
  at("undo").disabled = tabs[current].past.length < 2;
}

function undo() {
  const { module, past } = tabs[current];
  past.pop();
  at("undo").disabled = past.length < 2;
  module.restore(past.at(-1));
}

const shell = {
  ask, keep, link, live, problem, say,
  get: (path) => fetched(path, {}),
  write: (value, kind = "chance") => write(value, kind, mode),
  number: (value, kind = "chance") => live(h("span"), (how) => write(value, kind, how)),
  shares: (values) => values.map((value, i) => live(h("span"), (how) =>
    (how === "percent" ? percents(values.map(exactly))[i] : write(value, "chance", how)))),
};

async function select(name, path = null, body = null) {
  for (const other of TABS) {
    at(`tab-${other}`).setAttribute("aria-selected", other === name);
    at(`tab-${other}`).tabIndex = other === name ? 0 : -1;
    at(other).hidden = other !== name;
  }
  current = name;
  problem();
  show(at("assumed"));
  const { mount } = await import(`./${name}.js`);
  const tab = (tabs[name] ??= { module: mount(at(name), shell), past: [] });
  if (current !== name) return;
  at("undo").disabled = tab.past.length < 2;
  if (body || !tab.past.length) await tab.module.open(path, body);
  else await tab.module.restore(tab.past.at(-1));
}

async function openLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  const path = given.get("path");
  if (!given.has("q")) return select(current);
  try {
    const body = decode(given.get("q"));
    const other = body.quest ? "build" : body.map ? "get-to" : "a4"; // where the link names no path
    await select(TABS.find((name) => path?.startsWith(`/v1/${name}/`)) ?? other, path, body);
  } catch {
    await select(current);
    problem("This link is damaged: its question can't be read.");
  }
}

at("tabs").addEventListener("keydown", ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: 2 }[key];
  if (!step) return;
  const next = TABS[(TABS.indexOf(current) + step) % 3];
  at(`tab-${next}`).focus();
  select(next);
});
for (const name of TABS) at(`tab-${name}`).addEventListener("click", () => select(name));
at("undo").addEventListener("click", undo);
at("tools").append(choice("Numbers as", MODES, mode, setMode, true), button("Copy link", copyLink));
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((d) => (d.open = true)));
addEventListener("hashchange", openLink);
openLink();
