/* The JSON of questions: canonical text as the service writes it, and permalinks. */

/** Canonical JSON: sorted keys, no spaces; a BigInt is an integer of any length. */
export function json(value) {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(json).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${json(value[key])}`).join()}}`;
}

/** The text of a permalink: base64url of the canonical request. */
export function encode(body) {
  const bytes = new TextEncoder().encode(json(body));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The request of a permalink; integers too long for a double are BigInt. */
export function decode(text) {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const given = new TextDecoder("utf-8", { fatal: true })
    .decode(Uint8Array.from(raw, (char) => char.charCodeAt(0)));
  const marked = given.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![.\deE])/g,
    (token) => (token.startsWith('"') ? token : `"\\u0000${token}"`));
  const body = JSON.parse(marked, (_, value) =>
    (typeof value === "string" && value.startsWith("\0") ? BigInt(value.slice(1)) : value));
  if (body === null || typeof body !== "object") throw new SyntaxError("no question");
  return body;
}
