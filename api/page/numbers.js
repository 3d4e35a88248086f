/* Numbers as text. Values stay exact (BigInt fractions); rounding is half to even on the exact
 * value, and a share that isn't exactly 0 or 1 never reads 0% or 100%.
 *
 * A number of an answer is {exact: "a/b"}, {exact: null, infinite: true}, or a certified float
 * {exact: null, approx, error}, which is marked with "≈".
 */

const LONGEST_FRACTION = 15; // characters; a longer one is shown by a near one with "≈"
const NEAR = 999n; // the largest denominator of a near fraction

const abs = (n) => (n < 0n ? -n : n);

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** The fraction top/bottom, reduced. */
export function ratio(top, bottom = 1n) {
  const common = gcd(abs(top), bottom) || 1n;
  return { top: top / common, bottom: bottom / common };
}

/** The sum of fractions. */
export function sum(values) {
  const add = (a, b) => ratio(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
  return values.reduce(add, ratio(0n));
}

/** a - b. */
export const minus = (a, b) => sum([a, { top: -b.top, bottom: b.bottom }]);

/** The mean of fractions, at least one. */
export function mean(values) {
  const total = sum(values);
  return ratio(total.top, total.bottom * BigInt(values.length));
}

/** Negative, 0 or positive, as a is less than, equal to or greater than b. */
export const compare = (a, b) => Number(a.top * b.bottom - b.top * a.bottom > 0n)
  - Number(a.top * b.bottom - b.top * a.bottom < 0n);

/** "3", "0.25", "1e-3" or "1/3" as a fraction; null if it is no number. */
export function parse(text) {
  const found = /^\s*([+-]?)(\d{1,100})(?:\/(\d{1,100})|(?:[.,](\d{1,100}))?(?:e([+-]?\d{1,3}))?)\s*$/i
    .exec(text);
  if (!found || (found[3] && !BigInt(found[3]))) return null;
  const [, sign, whole, under = "1", part = "", exponent = "0"] = found;
  const top = BigInt(sign + whole + part);
  const power = 10n ** BigInt(Math.abs(Number(exponent)));
  const bottom = BigInt(under) * 10n ** BigInt(part.length);
  return Number(exponent) < 0 ? ratio(top, bottom * power) : ratio(top * power, bottom);
}

/** A fraction as a request has it: an integer (BigInt) or "a/b". */
export const forRequest = ({ top, bottom }) => (bottom === 1n ? top : `${top}/${bottom}`);

/** A fraction, or a number of an answer, as a fraction; null where it is infinite. */
export function exactly(value) {
  if ("top" in value) return value;
  if (value.infinite) return null;
  if (value.exact === null) return parse(String(value.approx)) ?? parse(value.approx.toFixed(20));
  const [top, bottom = "1"] = value.exact.split("/");
  return { top: BigInt(top), bottom: BigInt(bottom) };
}

/** The nearest double, for the length of a bar. */
export function approx(value) {
  const { top, bottom } = exactly(value);
  return Number((top * 10n ** 12n) / bottom) / 1e12;
}

/** value * 10^digits as an integer, rounded half to even. */
function scaled({ top, bottom }, digits) {
  const given = top * 10n ** BigInt(digits);
  const size = abs(given);
  let whole = size / bottom;
  const twice = (size % bottom) * 2n;
  if (twice > bottom || (twice === bottom && whole % 2n)) whole += 1n;
  return given < 0n ? -whole : whole;
}

function point(whole, digits) {
  if (!digits) return String(whole);
  const text = String(abs(whole)).padStart(digits + 1, "0");
  const shown = `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, "");
  return (whole < 0n ? "-" : "") + shown;
}

/** At most that many decimals; a power of ten where it would read 0, or is huge. */
export function decimal(value, digits = 3) {
  const whole = scaled(value, digits);
  if ((value.top && !whole) || abs(value.top) >= value.bottom * 10n ** 15n) return scientific(value);
  return point(whole, digits);
}

function scientific(value) {
  let exponent = String(abs(value.top)).length - String(value.bottom).length;
  const times = (e) => (e < 0 ? { top: value.top * 10n ** BigInt(-e), bottom: value.bottom }
    : { top: value.top, bottom: value.bottom * 10n ** BigInt(e) });
  if (abs(times(exponent).top) < times(exponent).bottom) exponent -= 1;
  let mantissa = scaled(times(exponent), 2);
  if (abs(mantissa) >= 1000n) mantissa = scaled(times((exponent += 1)), 2);
  return `${point(mantissa, 2)}e${exponent}`;
}

/** A probability as a percentage. */
export function percent({ top, bottom }) {
  const tenths = scaled({ top: top * 100n, bottom }, 1);
  if (tenths === 0n && top) return "<0.1%";
  if (tenths === 1000n && top !== bottom) return ">99.9%";
  return `${point(tenths, 1)}%`;
}

/** Percentages of shares of a whole, rounded so that they sum to 100 where that can be done with
 * equal shares shown equal and none hidden. */
export function percents(values) {
  const floors = values.map(({ top, bottom }) => (top * 1000n) / bottom);
  const rests = values.map(({ top, bottom }) => ratio((top * 1000n) % bottom, bottom));
  let missing = 1000n - floors.reduce((a, b) => a + b, 0n);
  const order = [...values.keys()].sort((a, b) => compare(rests[b], rests[a]));
  while (missing > 0n) {
    const first = values[order[0]];
    const tied = order.filter((i) => !compare(values[i], first));
    if (!tied.length || BigInt(tied.length) > missing) break;
    for (const i of tied) floors[i] += 1n;
    missing -= BigInt(tied.length);
    order.splice(0, order.length, ...order.filter((i) => !tied.includes(i)));
  }
  const hidden = values.some((v, i) => v.top && v.top !== v.bottom && !(floors[i] % 1000n));
  return missing || hidden ? values.map(percent) : floors.map((f) => `${point(f, 1)}%`);
}

/** A probability as "1 in N"; only 1 is "1 in 1". */
export function oneIn({ top, bottom }) {
  if (!top) return "never";
  const value = { top: bottom, bottom: top };
  let digits = 1;
  while (top !== bottom && scaled(value, digits) === 10n ** BigInt(digits)) digits += 1;
  return `1 in ${decimal(value, digits)}`;
}

/** The fraction itself, or a near one with "≈" where it is long. */
export function fraction({ top, bottom }) {
  const whole = bottom === 1n ? String(top) : `${top}/${bottom}`;
  if (whole.length <= LONGEST_FRACTION) return whole;
  let [a, b, c, d, n, m] = [0n, 1n, 1n, 0n, abs(top), bottom];
  while (m) {
    const step = n / m;
    if (d * step + b > NEAR) break;
    [a, b, c, d, n, m] = [c, d, c * step + a, d * step + b, m, n % m];
  }
  if (!c || (c === d && abs(top) !== bottom)) return `≈ ${decimal({ top, bottom }, 6)}`;
  return `≈ ${top < 0n ? "-" : ""}${d === 1n ? c : `${c}/${d}`}`;
}

const WRITERS = {
  chance: { percent, fraction, "one-in": oneIn },
  value: { percent: decimal, fraction, "one-in": decimal },
};

/** A number as text; kind is "chance" or "value", mode "percent", "fraction" or "one-in". */
export function write(value, kind, mode) {
  const exact = exactly(value);
  if (!exact) return "infinite";
  const text = WRITERS[kind][mode](exact);
  return value.exact === null && !text.startsWith("≈") ? `≈ ${text}` : text;
}
