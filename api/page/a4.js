/* The A4 Quest tab: what lies on the table, and a question about it. */
import { answered } from "./a4-answer.js";
import { details, GAME } from "./a4-questions.js";
import { pool, sheets, spacesOf, tracks, trail } from "./a4-table.js";
import { choice } from "./dom.js";

/* Each with its usual phase of the whole game, and all its phases. */
const KINDS = [["setup", "Setup", "pool_rolled", /setup|pool/], ["movement", "Move", "movement", /turn|move/],
	["fight", "Fight", "enemy", /enemy|fight/], ["action", "Act", "action", /action|icon|quest|end/], ["boss", "Boss", "wave", /wave/]];
const FIRST = { adventure: "into-the-abyss", hero: "knight", kind: "movement", space: 1, pool: [6, 4, 2, 1], die: 0,
	tracks: {}, crystal_used: undefined, top: {}, more: {} };

const usesSpace = ({ kind, top, more }) => !/setup|boss/.test(kind)
	&& (top.objective === GAME || (!more.enemy && top.cost == null));

function asked(s, adventure, hero) {
	if (s.kind === "fight" && !s.more.enemy && !spacesOf(adventure)[s.space - 1]?.enemy) {
		return "Nobody waits on this space: tap another, or choose an enemy.";
	}
	const { every, ...top } = s.top;
	const own = (name) => (s[name] === FIRST[name] ? undefined : s[name]);
	const state = { ...s.more, pool: every ? undefined : s.pool, space: usesSpace(s) ? s.space : undefined,
		tracks: { ...hero.start, ...s.tracks }, crystal_used: s.kind === "setup" ? undefined : s.crystal_used };
	const game = top.objective === GAME;
	if (game && !every) state.phase ??= KINDS.find(([kind]) => kind === s.kind)[2];
	return [`/v1/a4/${game ? "advice" : s.kind}`, { ...top, objective: game ? undefined : top.objective,
		adventure: own("adventure"), hero: own("hero"), state }];
}

function read(path, { state = {}, adventure = FIRST.adventure, hero = FIRST.hero, ...top }) {
	const { space = 1, pool: dice, tracks: given = {}, crystal_used: used, ...more } = state;
	const asks = path?.split("/").at(-1) ?? "action";
	const phase = more.phase ?? (dice ? "turn" : "setup");
	const game = asks === "advice";
	const [kind, , usual] = KINDS.find(([name, , , phases]) => (game ? phases.test(phase) : name === asks));
	if (game) top.objective = GAME;
	if (game && phase === usual) delete more.phase;
	return { ...FIRST, adventure, hero, kind, space, pool: dice ?? FIRST.pool, tracks: given, crystal_used: used, more,
		top: { ...top, every: !dice || undefined } };
}

export function mount(element, shell) {
	let shipped;
	const sheetsOf = ({ adventure, hero }) => [shipped.adventures[adventure] ?? adventure, shipped.heroes[hero] ?? hero];

	function form(s, change, look) {
		const [adventure, hero] = sheetsOf(s);
		const view = { s, adventure, hero, change, look };
		return [sheets(view, shipped),
			choice("Question", KINDS, s.kind, (kind) => change({ kind, top: {}, more: {} }), true),
			(usesSpace(s) || s.top.objective?.ahead) && trail(view), !s.top.every && pool(view), details(view), tracks(view)];
	}

	return shell.tab(element, { form, answered, asked: (s) => asked(s, ...sheetsOf(s)),
		async read(path, body) {
			shipped ??= await shell.get("/v1/a4/sheets");
			return shipped && (body ? read(path, body) : FIRST);
		} });
}
