/* Questions as canonical JSON, and as permalinks: its base64url. */

export function json(value) {
	if (typeof value === "bigint") return `${value}`;
	if (Array.isArray(value)) return `[${value.map(json)}]`;
	if (value === null || typeof value !== "object") return JSON.stringify(value);
	const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
	return `{${keys.map((key) => `${JSON.stringify(key)}:${json(value[key])}`)}}`;
}

export function encode(body) {
	const bytes = new TextEncoder().encode(json(body));
	const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
	return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Integers too long for a double are BigInt. */
export function decode(text) {
	const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = Uint8Array.from(raw, (char) => char.charCodeAt(0));
	const whole = (_, value, context) =>
		(Math.abs(value) > 2 ** 53 && /^-?\d+$/.test(context?.source) ? BigInt(context.source) : value);
	return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), whole);
}
