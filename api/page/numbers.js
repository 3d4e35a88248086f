/* Numbers as text: fractions [top, bottom] of BigInt, rounded half to even at the end. Only 0 and 1
 * read 0% and 100%. */

const NEAR = 999n; // the largest denominator shown

const abs = (n) => (n < 0n ? -n : n);

/** In lowest terms. */
export function sum(list) {
	const [top, bottom] = list.reduce(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]);
	let [a, b] = [abs(top), bottom];
	while (b) [a, b] = [b, a % b];
	return [top / a, bottom / a];
}

/** An answer's number as a fraction; null if infinite. */
export function exactly(value) {
	if (Array.isArray(value)) return value;
	if (value.infinite) return null;
	const [top, bottom = 1] = (value.exact ?? `${Math.round(value.approx * 1e15)}/${1e15}`).split("/");
	return [BigInt(top), BigInt(bottom)];
}

export function approx(value) {
	const [top, bottom] = exactly(value);
	return Number((top * 10n ** 12n) / bottom) / 1e12;
}

/** 10^digits times a fraction, rounded. */
function scaled([top, bottom], digits) {
	const size = abs(top) * 10n ** BigInt(digits);
	const [whole, twice] = [size / bottom, (size % bottom) * 2n];
	const up = twice > bottom || (twice === bottom && whole % 2n);
	return (top < 0n ? -1n : 1n) * (up ? whole + 1n : whole);
}

function point(whole, digits) {
	const text = `${abs(whole)}`.padStart(digits + 1, "0");
	const shown = `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, "");
	return (whole < 0n ? "-" : "") + shown;
}

/** At most three decimals; 0 only where it is. */
export function decimal(value, digits = 3) {
	const whole = scaled(value, digits);
	return whole || !value[0] ? point(whole, digits) : `${value[0] < 0n ? ">-" : "<"}${10 ** -digits}`;
}

export function percent([top, bottom]) {
	const tenths = scaled([top * 100n, bottom], 1);
	if (!tenths && top) return "<0.1%";
	return tenths === 1000n && top !== bottom ? ">99.9%" : `${point(tenths, 1)}%`;
}

/** Parts of a whole: their sum is 100 where none is hidden and equal ones can read equal. */
export function percents(parts) {
	const tenths = parts.map(([top, bottom]) => (top * 1000n) / bottom);
	const rest = ([i]) => [(parts[i][0] * 1000n) % parts[i][1], parts[i][1]];
	let missing = 1000n - tenths.reduce((a, b) => a + b);
	const equal = [...Map.groupBy(parts.keys(), (i) => `${parts[i]}`).values()];
	for (const group of equal.sort((a, b) => approx(rest(b)) - approx(rest(a)))) {
		if (group.length > missing) break;
		for (const i of group) tenths[i] += 1n;
		missing -= BigInt(group.length);
	}
	const shown = (n, [top, bottom]) => (n % 1000n || !(top % bottom) ? [n, 1000n] : [n ? 9999n : 1n, 10000n]);
	return (missing ? parts : tenths.map((n, i) => shown(n, parts[i]))).map(percent);
}

/** "1 in N"; only 1 is "1 in 1". */
export function oneIn([top, bottom]) {
	if (!top) return "never";
	let digits = 1;
	while (top !== bottom && scaled([bottom, top], digits) === 10n ** BigInt(digits)) digits += 1;
	return `1 in ${decimal([bottom, top], digits)}`;
}

export function fraction([top, bottom]) {
	const text = bottom === 1n ? `${top}` : `${top}/${bottom}`;
	if (text.length < 16) return text;
	let [a, b, c, d, n, m] = [0n, 1n, 1n, 0n, top, bottom];
	while (d * (n / m) + b <= NEAR) [a, b, c, d, n, m] = [c, d, c * (n / m) + a, d * (n / m) + b, m, n % m];
	if (d > 1n) return `≈ ${c}/${d}`;
	if (!c) return `<1/${NEAR}`;
	return top < bottom ? `>${NEAR - 1n}/${NEAR}` : `≈ ${c}`;
}

const WRITERS = { percent, fraction, "one-in": oneIn };

export function write(value, kind, mode) {
	const exact = exactly(value);
	if (!exact) return "infinite";
	const text = (kind === "value" && mode !== "fraction" ? decimal : WRITERS[mode])(exact);
	return value.exact === null && text[0] !== "≈" ? `≈ ${text}` : text;
}
