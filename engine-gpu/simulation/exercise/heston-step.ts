/**
 * One step of Heston's model in double precision, from any state: the scheme of process/heston.ts, in its letters; and a quadrature over the
 * step, whose sums are exact for the polynomials that are interpolated at its nodes.
 *
 * The end of the variance is a function of a normal z. Where the scheme is quadratic, the nodes in z are those of Gauss and Hermite. Where it
 * is exponential, V′ = m(h + ½)X with X zero of probability 1 − 1/(h + ½) and exponential otherwise: one node is X = 0, and the others are
 * those of Gauss and Laguerre. The nodes in y, the normal of the spot, are those of Gauss and Hermite.
 */
import type { Years } from '../../base/units.js';
import { log, log1p } from '../../math/elementary/log.js';
import { normalCdf } from '../../math/normal.js';
import type { HestonOption } from '../../method/heston-finite-differences.js';
import { MAX_H, SCHEME_SWITCH, stepConstants } from '../process/heston.js';

/** The Gauss-Hermite rule of five points for the standard normal density. */
const [INNER, OUTER] = [Math.sqrt(5 - Math.sqrt(10)), Math.sqrt(5 + Math.sqrt(10))];
const [OF_INNER, OF_OUTER] = [(7 + 2 * Math.sqrt(10)) / 60, (7 - 2 * Math.sqrt(10)) / 60];
const HERMITE = { nodes: [-OUTER, -INNER, 0, INNER, OUTER], weights: [OF_OUTER, OF_INNER, 8 / 15, OF_INNER, OF_OUTER] };
/** The Gauss-Laguerre rule of four points, for the density e^(−x) on x > 0. */
const LAGUERRE = {
  nodes: [0.3225476896193923, 1.7457611011583465, 4.536620296921128, 9.395070912301133],
  weights: [0.6031541043416336, 0.35741869243779967, 0.038887908515005384, 0.0005392947055613274],
};
/** Number of nodes in each of the two normals. */
export const NODES = HERMITE.nodes.length;
/** Nodes and weights in y. */
export const SPOT_RULE = HERMITE;

/** A step from a variance. The calls follow each other in this order; each may be repeated, with all after it. */
export interface HestonStep {
  /** Sets the variance at the start, and writes the weights of the nodes in z. */
  readonly from: (variance: number, weights: Float64Array) => void;
  /** Sets z to a node. */
  readonly node: (index: number) => void;
  /** Sets z, and writes the values at it of the functions that are 1 at one node and 0 at the others. */
  readonly draw: (z: number, shares: Float64Array) => void;
  /** The variance at the end. */
  readonly next: () => number;
  /** The change of ln S for the other normal, y. */
  readonly change: (y: number) => number;
}

/** The steps of the given lengths; equal lengths share one. */
export function hestonSteps({ parameters, rate, dividend }: HestonOption, lengths: readonly Years[]): HestonStep[] {
  const steps = new Map<string, HestonStep>();
  return lengths.map((length) => {
    const key = length.toPrecision(12);
    const step = steps.get(key) ?? hestonStep(parameters, (rate - dividend) * length, length);
    steps.set(key, step);
    return step;
  });
}

function hestonStep(parameters: HestonOption['parameters'], carry: number, dt: Years): HestonStep {
  const { theta, sigma } = parameters;
  const { kept: keptShare, lost, g, w, settled, across, b } = stepConstants(parameters, dt);
  const half = (theta * lost) / 2;
  let [start, m, isExponential] = [0, 0, false];
  // The quadratic scheme: V′ − m = σ(linear z + bend (z² − 1)); the exponential one: h + ½.
  let [linear, bend, chance, f] = [0, 0, 0, 0];
  let [end, drift, root] = [0, 0, 0];
  const endAt = (d: number): void => {
    end = Math.max(m + sigma * d, 0);
    const spent = w * (start + end) + settled;
    root = across * Math.sqrt(spent);
    drift = carry + b * d + f - 0.5 * across * across * spent;
  };
  const quadratic = (z: number): void => endAt(linear * z + bend * (z * z - 1));
  const exponential = (x: number): void => endAt((m * (chance * x - 1)) / sigma);
  return {
    from: (variance, weights) => {
      start = variance;
      const middle = variance * keptShare + half;
      m = middle + half;
      const between = middle * g;
      const r = m > 0 ? (sigma * between) / m : 0;
      const h = m > 0 ? Math.min((0.5 * sigma * r) / m, MAX_H) : 0;
      isExponential = h > SCHEME_SWITCH;
      if (isExponential) {
        chance = h + 0.5;
        const tilt = (b * m) / sigma;
        f = tilt - log1p(tilt / (1 - tilt * chance));
        weights[0] = 1 - 1 / chance;
        for (let k = 1; k < NODES; k++) weights[k] = LAGUERRE.weights[k - 1]! / chance;
      } else {
        const q = Math.sqrt(1 - h);
        const share = 1 / (1 + q);
        linear = Math.sqrt(2 * between * q * share);
        bend = 0.5 * r * share;
        const u = b * r * share;
        f = (0.5 * u - b * b * between * share) / (1 - u) + 0.5 * log1p(-u);
        weights.set(HERMITE.weights);
      }
    },
    node: (index) => {
      if (isExponential) exponential(index === 0 ? 0 : LAGUERRE.nodes[index - 1]!);
      else quadratic(HERMITE.nodes[index]!);
    },
    draw: (z, shares) => {
      if (isExponential) {
        const x = Math.max(-log(normalCdf(-z)) - log(chance), 0);
        exponential(x);
        shares[0] = x > 0 ? 0 : 1;
        lagrange(LAGUERRE.nodes, x, shares, 1);
        if (x === 0) shares.fill(0, 1);
      } else {
        quadratic(z);
        lagrange(HERMITE.nodes, z, shares, 0);
      }
    },
    next: () => end,
    change: (y) => drift + root * y,
  };
}

/** Writes, from index `first`, the values at `point` of the polynomials that are 1 at one node and 0 at the others. */
export function lagrange(nodes: readonly number[], point: number, values: Float64Array, first: number): void {
  for (let a = 0; a < nodes.length; a++) {
    let product = 1;
    for (let b = 0; b < nodes.length; b++) if (b !== a) product *= (point - nodes[b]!) / (nodes[a]! - nodes[b]!);
    values[first + a] = product;
  }
}
