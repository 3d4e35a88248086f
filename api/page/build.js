/* The Build tab: the quest, and three views of it. */
import { momentOf, newGame, openGame, showGame } from "./build-play.js";
import { showPlan } from "./build-plan.js";
import { editQuest, RULEBOOK } from "./build-quest.js";
import { choice, h, show } from "./dom.js";

const VIEWS = [["plan", "Plan"], ["play", "Play along"], ["review", "Review"]];

export function mount(element, shell) {
	const quest = h("details.card", { open: matchMedia("(min-width: 60rem)").matches });
	const views = h("div");
	const view = h("div.view");
	element.append(h("div.columns", quest, h("div", views, view)));
	let state;

	function draw(next, typing) {
		state = next;
		if (!typing) editQuest(quest, state, changeQuest);
		show(views, choice("View", VIEWS, state.view, (name) => change({ view: name }), true));
		return drawView();
	}

	function change(more, typing) {
		shell.keep({ ...state, ...more });
		return draw({ ...state, ...more }, typing);
	}

	const changeQuest = (more, typing) => change({ ...more, play: undefined, review: undefined }, typing);

	async function drawView() {
		const now = state;
		const { view: name, quest: given, objective } = now;
		const game = name !== "plan" && (now[name] ?? newGame(given));
		const more = game ? momentOf(game, now) : { fixed: now.fixed };
		const path = `/v1/build/${game ? "advice" : "plan"}`;
		const answer = more && await shell.ask(path, { quest: given, objective, ...more });
		if (now !== state) return;
		if (game) showGame(view, now, game, answer, shell, (next) => change({ [name]: next }));
		else if (answer) showPlan(view, now, answer, shell);
	}

	function open(path, body) {
		const { state: moment, ...question } = body ?? { quest: { stages: RULEBOOK } };
		const isPlay = moment || question.outside !== undefined || path?.endsWith("advice");
		const first = { ...question, view: isPlay ? "play" : "plan", play: moment && openGame(question.quest, moment) };
		shell.keep(first);
		return draw(first);
	}

	return { open, restore: draw };
}
