/* What the Get To and A4 tabs share. */
import { h, show } from "./dom.js";

/** A tab for shell.js: read(path, body) is a question's state, form(state, change, look) shows it (look
 * is not undone), asked(state) is [path, body], or a text that says what lacks. */
export function tab(element, shell, { read, form, asked, answered }) {
	const [advice, fields, result] = [h("p.big.now"), h("div"), h("div")];
	element.append(advice, h("div.columns", fields, result));
	let state;

	async function look(made) {
		const own = { ...state, ...made };
		state = own;
		show(fields, form(own, change, look));
		const question = asked(own);
		const lacks = typeof question === "string";
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
