/* What the Get To and A4 tabs share. */
import { bars, h, show } from "./dom.js";
import { approx } from "./numbers.js";

export const panel = (title, ...parts) => h("fieldset", {}, h("legend", {}, title), parts);
export const row = (...parts) => h("div", { class: "row" }, parts);
export const tick = (text, checked, set) => h("label", { class: "check" },
	h("input", { type: "checkbox", checked, "data-key": text, onchange: () => set(!checked || undefined) }), text);

/** Bars; list has [label, probability, kind]. */
export const chart = (title, list, numbers) => h("div", { class: "slim" }, bars(title,
	list.map(([label, p, kind], i) => ({ label, share: approx(p), number: numbers[i], kind }))));

/** A tab for shell.js: read(path, body) is a question's state, form(state, change, look) shows it (look
 * is not undone), asked(state) is [path, body], or a text that says what lacks. */
export function tab(element, shell, { read, form, asked, answered }) {
	const [advice, fields, result] = [h("p", { class: "big now" }), h("div"), h("div")];
	element.append(advice, h("div", { class: "columns" }, fields, result));
	let state;

	async function look(made) {
		const own = { ...state, ...made };
		state = own;
		show(fields, form(own, change, look));
		const question = asked(own);
		const lacks = typeof question === "string";
		if (!lacks) shell.link(...question);
		const answer = lacks ? { text: question } : await shell.ask(...question);
		if (own !== state) return;
		show(advice, answer?.text);
		show(result, !lacks && answer && answered(answer, own, shell));
		if (answer) shell.say(answer.text);
	}

	function change(made) {
		look(made);
		shell.keep(state);
	}

	return { restore: look, async open(path, body) {
		const opened = await read(path, body ?? undefined);
		if (opened && element.isConnected) change(opened);
	} };
}
