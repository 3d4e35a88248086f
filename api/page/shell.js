/* The shell around the tabs. A tab's mount(element, shell) is { open(path, body), restore(snapshot) };
 * ask(path, body): the answer, and the address holds the question; null: aborted, or a problem
 * number(n, "chance" or "value"), live(node, make): numbers as the user wants them; bars(label, list,
 * whole): chances, which sum to 1 if whole
 * keep(snapshot): a change by the user, for Undo; say(text): to a screen reader
 */
import { bars, button, choice, h, show } from "./dom.js";
import { exactly, percents, write } from "./numbers.js";

const TABS = [["build", "Build"], ["get-to", "Get To"], ["a4", "A4 Quest"]];

const GONE = "The service can't be reached.";

const at = (id) => document.getElementById(id);
const tabs = {};
const answers = new Map();
let current = "build";
let mode = "percent";
let running;

/** Canonical JSON. */
function json(value) {
	if (Array.isArray(value)) return `[${value.map(json)}]`;
	if (Object(value) !== value) return JSON.stringify(value);
	const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
	return `{${keys.map((key) => `${JSON.stringify(key)}:${json(value[key])}`)}}`;
}

function encode(text) {
	return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decode(text) {
	const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	const given = new TextDecoder().decode(Uint8Array.from(raw, (char) => char.charCodeAt()));
	if (/[[,:]-?\d{16}/.test(given)) throw RangeError("a double would round this number");
	return JSON.parse(given);
}

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

const paragraphs = (lines) => lines.map((line) => h("p", line));
const problem = (...lines) => show(at("problem"), paragraphs(lines));

/** "/stages/0: ..." as "stages 1: ...". */
const faultText = ({ pointer, detail }) => `${pointer.slice(1).replace(/\/(\d+)/g, (_, n) => ` ${+n + 1}`)
	.replaceAll("/", ", ")}: ${detail}`;

/** Remembered; null if aborted or a problem. */
async function fetched(path, options = {}) {
	const key = path + options.body;
	if (answers.has(key)) return answers.get(key);
	at("main").ariaBusy = "true";
	try {
		const response = await fetch(path.slice(1), options);
		if (response.status === 503) {
			await new Promise((done) => setTimeout(done, 1e3));
			return await fetched(path, options);
		}
		const found = await response.json();
		if (response.ok) answers.set(key, found);
		else problem(`${found.title}. ${found.errors ? "" : found.detail ?? ""}`, ...(found.errors ?? []).map(faultText));
		return response.ok ? found : null;
	} catch (error) {
		if (error.name !== "AbortError") problem(GONE);
		return null;
	} finally {
		at("main").ariaBusy = null;
	}
}

async function ask(path, body) {
	const text = json(body);
	const q = encode(text);
	history.replaceState(null, "", `#q=${q}&path=${path}`);
	running?.abort();
	running = new AbortController();
	const found = await fetched(path, { method: "POST", body: text, signal: running.signal,
		headers: { "Content-Type": "application/json" } });
	if (!found) return null;
	problem();
	show(at("assumed"), paragraphs(found.assumptions), h("p",
		`Exact, by ${found.engine.name} ${found.engine.version}. `, h("a", { href: `${path.slice(1)}?q=${q}` }, "As JSON")));
	return found;
}

function rest() {
	running?.abort();
	history.replaceState(null, "", "#");
	problem();
	show(at("assumed"));
}

const say = (text) => show(at("said"), text);

async function copyLink() {
	try {
		await navigator.clipboard.writeText(location.href);
		say("Link copied");
	} catch {
		prompt("Copy this link:", location.href); // not allowed
	}
}

const undo = button("Undo", () => {
	const { module, past } = tabs[current];
	past.pop();
	module.restore(past.at(-1));
	limitUndo();
});
const limitUndo = () => (undo.disabled = tabs[current].past.length < 2);

function keep(snapshot) {
	tabs[current].past.push(snapshot);
	limitUndo();
}

const number = (value, kind = "chance") => live(h("span"), (how) => write(value, kind, how));

/** A tab: read(path, body) is a question's state, form(state, change, look) shows it (look isn't
 * undone), asked(state) is [path, body] or what lacks. */
function tab(element, { read, form, asked, answered }) {
	const [advice, fields, result] = [h("p.big.now"), h("div"), h("div")];
	element.append(advice, h("div.columns", fields, result));
	let state;

	async function look(made) {
		const own = { ...state, ...made };
		state = own;
		show(fields, form(own, change, look));
		const question = asked(own);
		const lacks = typeof question === "string";
		if (lacks) rest();
		const answer = lacks ? { text: question } : await ask(...question);
		if (own !== state) return;
		show(advice, answer?.text);
		show(result, !lacks && answer && answered(answer, own, shell));
		if (answer) say(answer.text);
	}

	function change(made) {
		look(made);
		keep(state);
	}

	return { restore: look, async open(path, body) {
		const opened = await read(path, body ?? undefined);
		if (opened && element.isConnected) change(opened);
	} };
}

const shell = {
	ask, get: fetched, keep, live, number, say, tab,
	bars: (label, list, whole) => bars(label, list, list.map(([, value], i) => live(h("span"), (how) => (
		whole && how === "percent" ? percents(list.map(([, p]) => exactly(p)))[i] : write(value, "chance", how))))),
};

async function select(name, path, body) {
	current = name;
	show(at("tabs"), choice("Game", TABS, name, select, true));
	rest();
	const made = await import(`./${name}.js`).catch(() => problem(GONE));
	if (!made) return;
	const section = h("section", { id: name });
	const { element, module, past } = (tabs[name] ??= { element: section, module: made.mount(section, shell), past: [] });
	if (current !== name) return;
	show(at("tab"), element);
	limitUndo();
	await (body || !past.length ? module.open(path, body) : module.restore(past.at(-1)));
}

async function openLink() {
	const given = new URLSearchParams(location.hash.slice(1));
	const path = given.get("path");
	try {
		const body = given.has("q") ? decode(given.get("q")) : null;
		const other = body?.map ? "get-to" : body && !body.quest ? "a4" : "build"; // without a path
		await select(path?.split("/")[2] ?? other, path, body);
	} catch {
		await select("build");
		problem("This link can't be read.");
	}
}

at("tools").append(undo, choice("Numbers as",
	[["percent", "%"], ["fraction", "a/b"], ["one-in", "1 in N"]], mode, setMode, true), button("Copy link", copyLink));
addEventListener("hashchange", openLink);
openLink();
