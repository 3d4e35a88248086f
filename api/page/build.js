/* The Build tab: the quest, and three views of it. */
import { momentOf, newGame, openGame, showGame } from "./build-play.js";
import { showPlan } from "./build-plan.js";
import { editQuest, PRESETS } from "./build-quest.js";
import { choice, h, show } from "./dom.js";

const VIEWS = [["plan", "Plan"], ["play", "Play along"], ["review", "Review"]];

export function mount(element, shell) {
	const quest = h("details.card", { open: matchMedia("(min-width: 60rem)").matches });
	const views = h("div");
	const view = h("div.view");
	element.append(h("div.columns", quest, h("div", views, view)));
	let state;

	function draw(next, typing) {
		state = structuredClone(next);
		if (!typing) editQuest(quest, state, changeQuest);
		show(views, choice("View", VIEWS, state.view, (name) => change({ view: name }), true));
		return state.view === "plan" ? drawPlan() : drawGame();
	}

	/** A change by the user; what is typed in leaves the editor alone. */
	function change(more, typing) {
		shell.keep({ ...state, ...more });
		return draw({ ...state, ...more }, typing);
	}

	const changeQuest = (more, typing) => change({ ...more, play: undefined, review: undefined }, typing);

	async function asked(name, more) {
		const question = [`/v1/build/${name}`, { quest: state.quest, objective: state.objective, ...more }];
		shell.link(...question);
		return shell.ask(...question);
	}

	async function drawPlan() {
		const answer = await asked("plan", { fixed: state.fixed });
		if (answer) showPlan(view, state, answer, shell);
	}

	async function drawGame() {
		const now = state;
		const game = now[now.view] ?? newGame(now.quest);
		const moment = momentOf(game, now);
		const answer = moment && await asked("advice", moment);
		if (now === state) showGame(view, now, game, answer, shell, (next) => change({ [now.view]: next }));
	}

	function open(path, body) {
		const { state: moment, ...question } = body ?? { quest: { stages: Object.values(PRESETS)[0] } };
		if (question.objective === "expected_reward") delete question.objective;
		const isPlay = moment || question.outside !== undefined || path?.endsWith("advice");
		const first = { ...question, view: isPlay ? "play" : "plan", play: moment && openGame(question.quest, moment) };
		shell.keep(first);
		return draw(first);
	}

	return { open, restore: draw };
}
