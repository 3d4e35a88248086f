/* The editor of a Build quest. */
import { SCAVENGE, faceText, kindsOf, parseFaces, resourcesOf } from "./build-dice.js";
import { button, choice, h, panel, row, show, stepper } from "./dom.js";

export const RULEBOOK = [2, 3, 1].map((wood, i) => ({ need: { wood }, reward: i + 1 }));
const PRESETS = { "The rulebook's": RULEBOOK, "One stage": RULEBOOK.slice(0, 1) };
const GOALS = [["average", "Most on average"], ["at_least", "At least a reward"], ["complete", "A stage done"]];

/** The quest without what is at its default. */
function canonical({ dice, attempts, ...rest }) {
	const kinds = Array.isArray(dice) && dice.map(({ count, faces }) => ({ count: count > 1 ? count : undefined, faces }));
	return { ...rest, attempts: attempts === 5 ? undefined : attempts,
		dice: kinds && JSON.stringify(kinds) !== JSON.stringify(SCAVENGE) ? kinds : undefined };
}

/** The service says whether the text makes sense. */
const field = (label, value, use, properties) => h("label.field", label, h("input", {
	value, onchange: ({ target }) => use(target.value), autocomplete: "off", "data-key": label, ...properties }));

/** change(parts of the state, typing): new fields while typing would lose the tap that ends it. */
export function editQuest(element, { quest: given, objective }, change) {
	const quest = structuredClone(given);
	const kinds = structuredClone(kindsOf(quest));
	const set = (more, typing) => change({ quest: structuredClone(canonical({ ...quest, ...more })) }, typing);
	const number = (label, value, use) => field(label, value,
		(text) => use(/^\d{1,15}$/.test(text) ? Number(text) : text), { inputmode: "decimal", size: 5 });
	const remove = (what, name, list, at) => list.length > 1
		&& button("Remove", () => set({ [name]: list.toSpliced(at, 1) }), { "aria-label": `Remove ${what} ${at + 1}` });

	function need(stage, name) {
		const { [name]: count, ...others } = stage.need;
		function add(n) {
			stage.need = n ? { ...stage.need, [name]: n } : others;
			set();
		}
		return count ? stepper(name, count, 0, 1000, add) : button(`+ ${name}`, () => add(1), { "data-key": `more ${name}` });
	}

	const needs = quest.stages.map(() => row());
	const drawNeeds = () => quest.stages.forEach((stage, at) =>
		show(needs[at], resourcesOf(quest).map((name) => need(stage, name))));

	const oneStage = (stage, at) => panel(`Stage ${at + 1}`, needs[at],
		row(number(`Reward ${at + 1}`, stage.reward, (reward) => {
			stage.reward = reward;
			set({}, true);
		}), remove("stage", "stages", quest.stages, at)));

	function oneKind(die, at) {
		function use(more, typing) {
			Object.assign(die, more);
			quest.dice = kinds;
			set({}, typing);
			drawNeeds();
		}
		const text = die.faces.map((face) => faceText(face, "|")).join(", ");
		return row(stepper(`dice ${at + 1}`, die.count ?? 1, 1, 100, (count) => use({ count }), "dice with the faces"),
			field(`Faces ${at + 1}`, text, (typed) => use({ faces: parseFaces(typed) }, true), { class: "wide" }),
			remove("dice", "dice", kinds, at));
	}

	function goal() {
		const [[name, wanted]] = Object.entries(typeof objective === "object" ? objective : { average: 0 });
		const last = { at_least: quest.stages.at(-1).reward, complete: quest.stages.length };
		const aim = (kind, value, typing) => change({ objective: value === undefined ? value : { [kind]: value } }, typing);
		return [choice("What you want", GOALS, name, (kind) => aim(kind, last[kind])),
			name === "at_least" && number("Reward wanted", wanted, (reward) => aim(name, reward, true)),
			name === "complete" && stepper("stage", wanted, 1, last.complete, (stage) => aim(name, stage))];
	}

	drawNeeds();
	show(element,
		h("summary", h("h2", "The quest"), `: ${quest.stages.length} stages, ${quest.attempts ?? 5} attempts`),
		row(Object.entries(PRESETS).map(([name, list]) => button(name, () =>
			change({ quest: { stages: list }, objective: undefined, fixed: undefined, outside: undefined })))),
		quest.stages.map(oneStage),
		button("Add a stage", () => set({ stages: [...quest.stages, structuredClone(quest.stages.at(-1))] })),
		row(stepper("attempts", quest.attempts ?? 5, 1, 2000, (attempts) => set({ attempts }))),
		kinds.map(oneKind),
		h("p.soft", "Faces: wood, 2 wood, wood|stone (either), 2 wood + ore (both), blank."),
		button("Add other dice", () => set({ dice: [...kinds, { faces: ["wood", "blank"] }] })), goal());
}
