/* The shell around the tabs. A tab is a module (build.js, get-to.js, a4.js) that exports
 *
 *   mount(element, shell) -> { open(path, body), restore(snapshot) }
 *
 * called once, when the tab is first shown. open is given a permalink's question (path is null if
 * the link doesn't say), or null, null: start with your own. restore is given back a snapshot
 * that you passed to shell.keep, or undefined for how things were at first. What a tab needs:
 *
 *   shell.ask(path, body)   POST; a promise of the answer, or of null if a later ask of any tab has
 *                           aborted it or there is a problem (shown already). The answer's
 *                           assumptions and engine are shown. Equal questions are asked once.
 *   shell.get(path)         the same with GET, for what has no question: the shipped sheets, say.
 *   shell.link(path, body)  makes the address hold this question: #q=<text>&path=<path>. Leave out
 *                           of the body what is at its default, so that the text is canonical.
 *   shell.number(n, kind)   a node with a number of an answer as the user wants it (it changes with
 *                           the choice); kind: "chance" (default) or "value" (rewards, means).
 *   shell.shares(list)      such nodes for probabilities that sum to 1: they don't contradict.
 *   shell.write(n, kind)    the number as text, as chosen now (labels, say).
 *   shell.live(node, make)  keeps node's text at make(mode); mode: "percent", "fraction", "one-in".
 *   shell.keep(snapshot)    after each change by the user: the state to come back to with Undo.
 *   shell.say(text)         tells it to a screen reader.
 *   shell.problem(text)     shows a mistake before asking; "" clears it.
 *
 * Elements, steppers, tables and bars are in dom.js, exact arithmetic in numbers.js. Bodies may
 * hold BigInt. No inline style or script: set element.style.width and the like from code.
 */
import { button, choice, h, show } from "./dom.js";
import { exactly, percents, write } from "./numbers.js";
import { decode, encode, json } from "./wire.js";

const TABS = ["build", "get-to", "a4"];
const PREFIXES = { build: "/v1/build/", "get-to": "/v1/get-to/", a4: "/v1/a4/" };
const MODES = [["percent", "Percent"], ["fraction", "Fraction"], ["one-in", "1 in N"]];
const MOST_UNDO = 500;

const at = (id) => document.getElementById(id);
const tabs = {};
const answers = new Map();
let current = null;
let mode = remembered("numbers") ?? "percent";
let running = null;
let link = "";

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // Storage may be switched off.
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then it is forgotten.
  }
}

function live(node, make) {
  node.classList.add("num");
  node.make = make;
  node.textContent = make(mode);
  return node;
}

function setMode(chosen) {
  mode = chosen;
  remember("numbers", mode);
  for (const node of document.querySelectorAll(".num")) node.textContent = node.make(mode);
}

function problem(text, faults = []) {
  const places = faults.length > 1 || (faults[0] && !text.includes(faults[0].detail));
  show(at("problem"), text && h("p", {}, text),
    places && h("ul", {}, faults.map((f) => h("li", {}, `${placeOf(f.pointer)}: ${f.detail}`))));
}

/** "/quest/stages/0/reward" as "quest, stages 1, reward". */
function placeOf(pointer) {
  return pointer.slice(1).replace(/\/(\d+)/g, (_, n) => ` ${Number(n) + 1}`).replaceAll("/", ", ");
}

function readable(found) {
  if (found.errors) {
    const lines = found.errors.map((e) => `${placeOf(e.pointer)}: ${e.detail}`);
    return lines.length > 1 ? `${found.title}.` : lines[0];
  }
  return found.detail ? `${found.title}: ${found.detail}` : found.title;
}

async function send(path, options) {
  const response = await fetch(new URL(path.slice(1), document.baseURI), options);
  return { ok: response.ok, found: await response.json() };
}

/** What send gives, remembered; null if it was aborted or is a problem, which is shown. */
async function fetched(path, options) {
  const key = `${path} ${options.body ?? ""}`;
  if (answers.has(key)) return answers.get(key);
  const busy = setTimeout(() => at("main").setAttribute("aria-busy", "true"), 300);
  try {
    const { ok, found } = await send(path, options);
    if (!ok) {
      problem(readable(found), found.errors);
      return null;
    }
    answers.set(key, found);
    return found;
  } catch (error) {
    if (error.name !== "AbortError") problem("The service can't be reached. Is it running?");
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
  const found = await fetched(path,
    { method: "POST", headers, body: json(body), signal: running.signal });
  if (found) assume(found);
  return found;
}

const get = (path) => fetched(path, {});

function assume(answer) {
  problem("");
  const { name, version } = answer.engine;
  show(at("assumed"),
    answer.assumptions.length > 0 && h("h2", {}, "Assumed"),
    answer.assumptions.length > 0 && h("ul", {}, answer.assumptions.map((text) => h("li", {}, text))),
    h("p", {}, `Exact numbers by ${name} ${version}. `,
      h("a", { href: link }, "This answer as data (JSON)")));
}

function setLink(path, body) {
  const text = encode(body);
  link = new URL(`${path.slice(1)}?q=${text}`, document.baseURI).href;
  history.replaceState(null, "", `#q=${text}&path=${path}`);
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
  const region = at("said");
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 50); // The same text again is told again too.
}

function keep(snapshot) {
  const { past } = tabs[current];
  past.push(snapshot);
  if (past.length > MOST_UNDO) past.shift();
  at("undo").disabled = past.length < 2;
}

function undo() {
  const tab = tabs[current];
  if (tab.past.length < 2) return;
  tab.past.pop();
  at("undo").disabled = tab.past.length < 2;
  tab.module.restore(tab.past.at(-1));
}

const shell = {
  ask, get, keep, live, problem, say, link: setLink,
  write: (value, kind = "chance") => write(value, kind, mode),
  number: (value, kind = "chance") => live(h("span"), (how) => write(value, kind, how)),
  shares(values) {
    const exact = values.map(exactly);
    const make = (i) => (how) => (how === "percent" ? percents(exact)[i] : write(values[i], "chance", how));
    return values.map((_, i) => live(h("span"), make(i)));
  },
};

async function load(name) {
  if (!tabs[name]) {
    const { mount } = await import(`./${name}.js`);
    tabs[name] = { module: mount(at(name), shell), past: [], fresh: true };
  }
  return tabs[name];
}

async function select(name, path = null, body = null) {
  for (const other of TABS) {
    const here = other === name;
    at(`tab-${other}`).setAttribute("aria-selected", String(here));
    at(`tab-${other}`).tabIndex = here ? 0 : -1;
    at(other).hidden = !here;
  }
  current = name;
  problem("");
  show(at("assumed"));
  const tab = await load(name);
  if (current !== name) return;
  at("undo").disabled = tab.past.length < 2;
  if (body || tab.fresh) await tab.module.open(path, body);
  else await tab.module.restore(tab.past.at(-1));
  tab.fresh = false;
}

/** The tab of a question whose link doesn't name its path. */
function tabOf(path, body) {
  const named = TABS.find((name) => path?.startsWith(PREFIXES[name]));
  return named ?? (body.quest ? "build" : body.map ? "get-to" : "a4");
}

function openLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!given.has("q")) return select(current ?? "build");
  try {
    const body = decode(given.get("q"));
    return select(tabOf(given.get("path"), body), given.get("path"), body);
  } catch {
    return select("build").then(() => problem("This link is damaged: its question can't be read."));
  }
}

function arrows(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = TABS[(TABS.indexOf(current) + step + TABS.length) % TABS.length];
  at(`tab-${next}`).focus();
  select(next);
}

for (const name of TABS) at(`tab-${name}`).addEventListener("click", () => select(name));
at("tabs").addEventListener("keydown", arrows);
at("undo").addEventListener("click", undo);
at("tools").append(
  choice("Numbers as", MODES, mode, setMode, true),
  button("Copy link", copyLink),
);
addEventListener("hashchange", openLink);
openLink();
