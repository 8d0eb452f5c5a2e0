/** Formulas that share no code with the engine: the normal law by series, integrals over lognormal laws, and closed forms in their textbook shape. */

const INVERSE_SQRT_TWO_PI = 0.3989422804014327;
export const density = (x: number): number => INVERSE_SQRT_TWO_PI * Math.exp((-x * x) / 2);

/** Φ(x): the series in x below 4, and the continued fraction of the tail above. */
export function normalCdf(x: number): number {
  if (x > 0) return 1 - normalCdf(-x);
  const size = -x;
  if (size > 40) return 0;
  if (size < 4) {
    let [term, sum] = [size, size];
    for (let k = 1; k < 200 && term > 1e-18 * sum; k++) {
      term *= (size * size) / (2 * k + 1);
      sum += term;
    }
    return Math.max(0, 0.5 - density(size) * sum);
  }
  let fraction = size;
  for (let k = 120; k >= 1; k--) fraction = size + k / fraction;
  return density(size) / fraction;
}

/** Undiscounted Black price. @param sign +1 for a call */
export function black(forward: number, strike: number, deviation: number, sign: number): number {
  if (strike <= 0) return sign > 0 ? forward - strike : 0;
  if (deviation <= 0) return Math.max(sign * (forward - strike), 0);
  const d1 = Math.log(forward / strike) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  return sign * (forward * normalCdf(sign * d1) - strike * normalCdf(sign * d2));
}

/** Undiscounted Bachelier price. */
export function bachelier(forward: number, strike: number, deviation: number, sign: number): number {
  if (deviation <= 0) return Math.max(sign * (forward - strike), 0);
  const d = (sign * (forward - strike)) / deviation;
  return sign * (forward - strike) * normalCdf(d) + deviation * density(d);
}

/** Nodes and weights of Gauss and Legendre on [−1, 1], by Newton's method. */
function legendre(count: number): readonly (readonly [node: number, weight: number])[] {
  return Array.from({ length: count }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5));
    let derivative = 0;
    for (let step = 0; step < 50; step++) {
      let [previous, value] = [1, x];
      for (let k = 2; k <= count; k++) [previous, value] = [value, ((2 * k - 1) * x * value - (k - 1) * previous) / k];
      derivative = (count * (x * value - previous)) / (x * x - 1);
      const change = value / derivative;
      x -= change;
      if (Math.abs(change) < 1e-16) break;
    }
    return [x, 2 / ((1 - x * x) * derivative * derivative)] as const;
  });
}
const RULE = legendre(24);

/** ∫ f over [a, b] in pieces of equal length, by 24 nodes each. */
export function integral(f: (x: number) => number, a: number, b: number, pieces = 8): number {
  let sum = 0;
  const half = (b - a) / pieces / 2;
  for (let piece = 0; piece < pieces; piece++)
    for (const [node, weight] of RULE) sum += weight * half * f(a + half * (2 * piece + 1 + node));
  return sum;
}

/** Standard deviations of a normal law that an integral covers: beyond them is 1e-22 of it. */
const REACH = 9.8;

/** E f(Z), Z standard normal, with kinks or jumps of f at `breaks`. The range is moved by `tilt`, for f that grows as e^(tilt·Z). */
export function normalMean(f: (z: number) => number, breaks: readonly number[] = [], tilt = 0): number {
  const [low, high] = [Math.min(-REACH, tilt - REACH), Math.max(REACH, tilt + REACH)];
  const inner = breaks.filter((each) => each > low && each < high).toSorted((a, b) => a - b);
  const ends = [low, ...inner, high];
  let sum = 0;
  for (let i = 1; i < ends.length; i++) sum += integral((z) => f(z) * density(z), ends[i - 1]!, ends[i]!);
  return sum;
}

export interface World {
  readonly spot: number;
  readonly rate: number;
  readonly dividend: number;
  readonly volatility: number;
}

/** Black-Scholes price by the textbook. */
export function blackScholes({ spot, rate, dividend, volatility }: World, strike: number, time: number, sign: number): number {
  return Math.exp(-rate * time) * black(spot * Math.exp((rate - dividend) * time), strike, volatility * Math.sqrt(time), sign);
}

/** A derivative by central differences of three halvings, extrapolated: the error is of the sixth power of the step. */
export async function derivative(f: (x: number) => number | Promise<number>, x: number, step: number): Promise<number> {
  const slope = async (h: number) => ((await f(x + h)) - (await f(x - h))) / (2 * h);
  const [a, b, c] = [await slope(step), await slope(step / 2), await slope(step / 4)];
  const [ab, bc] = [(4 * b - a) / 3, (4 * c - b) / 3];
  return (16 * bc - ab) / 15;
}

export async function secondDerivative(f: (x: number) => number | Promise<number>, x: number, step: number): Promise<number> {
  const centre = await f(x);
  const bend = async (h: number) => ((await f(x + h)) - 2 * centre + (await f(x - h))) / (h * h);
  const [a, b] = [await bend(step), await bend(step / 2)];
  return (4 * b - a) / 3;
}
