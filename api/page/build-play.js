/* A Build quest played along, or reviewed: without advice. A game is {stage, left, shown: [face or
 * null], log, phase}: "throw" (what do the dice show?), "reroll" (which again?), "between" or "over". */
import { bundleText, covers, diceOf, faceText, facesText, throwOf } from "./build-dice.js";
import { kindOf } from "./build-plan.js";
import { button, h, row, show, table } from "./dom.js";
import { exactly, sum } from "./numbers.js";

const mean = (list) => sum(list.map(exactly).map(([top, bottom]) => [top, bottom * BigInt(list.length)]));

export const newGame = (quest, stage = 1, left = quest.attempts ?? 5, log = []) =>
	({ stage, left, log, phase: "throw", shown: diceOf(quest).map(() => null) });

export function openGame(quest, { completed, stage, attempts_left: left, showing }) {
	if (completed) return { ...newGame(quest, completed, left), phase: "between" };
	const shown = showing.map((face, i) => diceOf(quest)[i][face] ?? face);
	return { ...newGame(quest, stage, left), shown, phase: "reroll" };
}

/** What to ask; null if there is nothing to decide. */
export function momentOf({ stage, left, shown, phase, log }, { outside }) {
	if (phase === "between") return { state: { completed: stage, attempts_left: left } };
	if (phase === "reroll") return { state: { stage, attempts_left: left, showing: shown } };
	return phase === "throw" && stage === 1 && !log.length && !shown.some(Boolean) ? { outside } : null;
}

/** The game with all dice told. */
function thrown(quest, game) {
	const { need, reward } = quest.stages[game.stage - 1];
	const left = game.left - 1;
	const done = covers(need, game.shown);
	const phase = left && !done ? "reroll" : left && game.stage < quest.stages.length ? "between" : "over";
	return { ...game, left, phase, reward: done ? reward : 0 };
}

export function showGame(element, state, game, answer, shell, set) {
	const { quest } = state;
	const { stage, left, shown, phase, log } = game;
	const dice = diceOf(quest);
	const { need, reward } = quest.stages[stage - 1];
	const advised = answer && state.view === "play";
	const best = answer?.choices[0];
	const again = game.again ?? (advised ? best.reroll : null) ?? [];
	const at = game.at ?? shown.indexOf(null);
	const between = phase === "between";
	const loss = (value) => shell.number(value, kindOf(state));

	const words = ({ action, reroll }) => ({
		reroll: `throw ${facesText(shown, reroll ?? [])}`, take: `take ${reward}`, decline: "don't start",
		push: between ? `push to stage ${stage + 1}` : "throw all dice" })[action];

	function tell(face) {
		const next = { ...game, shown: shown.with(at, face), at: undefined };
		set(next.shown.includes(null) ? next : thrown(quest, next));
	}

	function decide(choice) {
		const entry = [`${between ? "after " : ""}${stage}, ${left} left`, words(choice), words(best), choice.loss];
		const longer = answer.choices.length > 1 ? [...log, entry] : log;
		if (choice.action === "push") return set(newGame(quest, stage + 1, left, longer));
		if (choice.action === "take") return set({ ...game, log: longer, phase: "over", reward });
		const rest = shown.map((face, i) => (again.includes(i) ? null : face));
		return set({ ...game, log: longer, shown: rest, again: undefined, phase: "throw" });
	}

	function die(face, i) {
		const toggled = again.includes(i) ? again.filter((j) => j !== i) : [...again, i];
		const tap = { throw: { at: i }, reroll: { again: toggled } }[phase];
		const text = face ? faceText(face) : "?";
		return button(text, () => set({ ...game, ...tap }), { class: "die", "aria-current": phase === "throw" && i === at,
			disabled: !tap, "data-key": `die ${i}`, "aria-label": `Die ${i + 1}: ${text}`,
			"aria-pressed": phase === "reroll" && `${again.includes(i)}` });
	}

	const telling = () => [h("p", `Throw, then tap what die ${at + 1} shows:`),
		h("div.row.palette", [...new Map(dice[at].map((face) => [faceText(face), face]))]
			.map(([text, face]) => button(text, () => tell(face))))];

	function rerolling() {
		const what = (positions) => throwOf(dice, shown, positions);
		const choice = answer.choices.find(({ reroll }) => what(reroll) === what(again));
		return [button(choice ? `Throw ${again.length} again` : "Tap the dice to throw again",
			() => decide({ ...choice, reroll: again }), { class: "main", disabled: !choice, "data-key": "throw" }),
		advised && h("p.soft", "Tap dice to throw others. ",
			choice && (choice.best ? "Nothing is better." : ["This costs ", loss(choice.loss)]))];
	}

	const pushing = () => row(answer.choices.map((choice) =>
		button(words(choice), () => decide(choice), { class: advised && choice.best && "main", "data-key": choice.action })));

	const advice = () => [h("p.big", { "data-focus": true, tabindex: -1 }, answer.text),
		h("p.soft", answer.success && [`Chance of stage ${stage + between}: `, shell.number(answer.success)],
			answer.break_even && ["; pushing pays from a reward of ", shell.number(answer.break_even, "value")])];

	const all = () => h("details", h("summary", `All ${answer.choices.length} choices`),
		table("Choices", ["Choice", "Worth", "Loss"], answer.choices.map((choice) =>
			[words(choice), loss(choice.value), choice.best ? h("b", "best") : loss(choice.loss)])));

	const review = () => [log.length > 0 && [
		table("Your decisions", ["Stage", "You", "Best", "Loss"], log.map((entry) => entry.with(3, loss(entry[3])))),
		h("p.big", "Mean loss: ", loss(mean(log.map((entry) => entry[3]))))],
	button("Play again", () => set(newGame(quest)))];

	const tried = `; attempts left: ${left}`;
	const status = phase === "over" ? `The quest is over, with a reward of ${game.reward}`
		: between ? `Stage ${stage} is complete${tried}`
		: `Stage ${stage} needs ${bundleText(need, ", ") || "nothing"} for a reward of ${reward}${tried}`;

	show(element, h("p", { "data-focus": !advised, tabindex: -1 }, status), row(shown.map(die)), advised && advice(),
		{ throw: telling, reroll: answer && rerolling, between: answer && pushing, over: review }[phase]?.(),
		advised && answer.choices.length > 1 && all());
	shell.say(advised ? answer.text : status);
}
