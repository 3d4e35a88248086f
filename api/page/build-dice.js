/* Faces and dice of a Build quest. */
export const SCAVENGE = [{ count: 5, faces: ["wood", "stone", "ore", "linen", "fish", "blank"] }];

/** A face's alternatives, bundles {resource: count}. */
function options(face) {
	if (typeof face === "string") return [face === "blank" ? {} : { [face]: 1 }];
	return face.any_of?.flatMap(options) ?? [face];
}

export const bundleText = (bundle, plus) =>
	Object.entries(bundle).map(([name, n]) => (n === 1 ? name : `${n} ${name}`)).join(plus);

export const faceText = (face, or = " or ") =>
	options(face).map((bundle) => bundleText(bundle, " + ") || "blank").join(or);

/** "2 wood + ore" or "wood|stone" */
function parseFace(text) {
	if (text.includes("|")) return { any_of: text.split("|").map(parseFace) };
	if (!/\+|^\s*\d+\D/.test(text)) return text.trim();
	return Object.fromEntries(text.split("+").map((part) => {
		const [, count, name] = /^\s*(\d*)\s*(.*?)\s*$/.exec(part);
		return [name, Number(count || 1)];
	}));
}

export const parseFaces = (text) => text.split(",").map(parseFace);

export const kindsOf = ({ dice }) => (Array.isArray(dice) ? dice : SCAVENGE);

export const diceOf = (quest) =>
	kindsOf(quest).flatMap(({ count = 1, faces }) => Array(count).fill(faces));

export const resourcesOf = (quest) => [...new Set([
	...kindsOf(quest).flatMap((die) => die.faces.flatMap(options)), ...quest.stages.map((s) => s.need),
].flatMap(Object.keys))];

/** Whether faces cover a need (B4), one alternative of each wild. */
export function covers(need, faces) {
	const names = Object.keys(need);
	let sums = [names.map(() => 0)];
	for (const face of faces) {
		const more = sums.flatMap((sum) => options(face).map((option) =>
			names.map((name, i) => Math.min(need[name], sum[i] + (option[name] ?? 0)))));
		sums = [...new Map(more.map((sum) => [`${sum}`, sum])).values()];
	}
	return sums.some((sum) => names.every((name, i) => sum[i] === need[name]));
}

/** The same for equal throws of equal dice. */
export const throwOf = (dice, shown, positions) =>
	`${positions.map((p) => JSON.stringify([dice[p].map(options), options(shown[p])])).sort()}`;

export function facesText(shown, positions) {
	const same = Map.groupBy(positions, (p) => faceText(shown[p]));
	return [...same].map(([name, { length }]) => (length === 1 ? name : `${length} × ${name}`)).join(", ");
}
